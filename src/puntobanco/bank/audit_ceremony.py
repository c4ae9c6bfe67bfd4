"""What the audit asks of a shoe's ceremony: every entry of the log is made again, every contribution held against its seal.

Pure.
"""

from collections.abc import Callable, Iterator
from typing import Any

from puntobanco.game import proof
from puntobanco.game.proof import Entry
from puntobanco.table import events as ev
from puntobanco.table.events import Event
from puntobanco.table.players import public_name
from puntobanco.table.state import Ceremony, Stage, TableState


def _announced_faults(before: TableState, event: ev.ShoeAnnounced) -> Iterator[str]:
    announced, last = event.announcement, before.ceremony
    attempt = 1 if last is None else last.announcement.attempt + 1
    only = None if last is None else tuple(last.seals[account].player for account in last.seals if account in last.shares)
    if announced != proof.announce(before.number, before.shoe_number, before.rules, attempt=attempt, only=only):
        yield f"what was announced is not attempt {attempt} at shoe {before.shoe_number} under the rules that hold"
    if last is not None and last.stage is not Stage.FAILED:
        yield f"a second secret was promised while attempt {last.announcement.attempt} was {last.stage}"
    yield from _entry_faults(event.entry, proof.announced_entry(before.log_head, announced, event.commitment))


def _sealed_faults(before: TableState, event: ev.ShareSealed) -> Iterator[str]:
    ceremony = before.ceremony
    if ceremony is None or ceremony.stage is not Stage.SEALING or event.account in ceremony.seals:
        yield "a contribution came when none was taken, or a second one of the same player"
    elif ceremony.announcement.only is not None and event.player not in ceremony.announcement.only:
        yield "a contribution came of a player who may not share"
    elif len(ceremony.seals) >= proof.SHARES_MOST:
        yield f"more than {proof.SHARES_MOST} contributions were taken"
    if not proof.is_hash(event.seal):
        yield "a contribution is no hash"
    if event.player != public_name(event.account):
        yield "a contribution stands under another player's name"


def _closed_faults(before: TableState, event: ev.SharesClosed) -> Iterator[str]:
    ceremony = before.ceremony
    if ceremony is None or ceremony.stage is not Stage.SEALING:
        yield "a list was closed that was not open"
        return
    seals = {sealed.player: sealed.seal for sealed in ceremony.seals.values()}
    yield from _entry_faults(event.entry, proof.closed_entry(before.log_head, ceremony.announcement, seals))


def _share_faults(before: TableState, event: ev.ShareOpened) -> Iterator[str]:
    ceremony = before.ceremony
    sealed = ceremony.seals.get(event.account) if ceremony else None
    if ceremony is None or sealed is None or ceremony.stage is not Stage.OPENING or event.account in ceremony.shares:
        yield "a contribution was opened that was not sealed, or not to be opened"
        return
    proof.check_share(ceremony.announced, ceremony.announcement, event.player, sealed.seal, event.share)


def _opened_faults(before: TableState, event: ev.SharesOpened) -> Iterator[str]:
    ceremony = before.ceremony
    if ceremony is None or ceremony.stage is not Stage.OPENING or len(ceremony.shares) != len(ceremony.seals):
        yield "the order was fixed before all contributions were open"
        return
    yield from _entry_faults(event.entry, proof.opened_entry(before.log_head, ceremony.announcement, ceremony.opened))


def _failed_faults(before: TableState, event: ev.SharesFailed) -> Iterator[str]:
    ceremony = before.ceremony
    if ceremony is None or ceremony.stage is not Stage.OPENING:
        yield "an attempt failed that was not under way"
        return
    missing = tuple(ceremony.seals[account].player for account in ceremony.seals if account not in ceremony.shares)
    if not missing or event.missing != missing:
        yield f"{len(event.missing)} contributions are called missing, {len(missing)} are"
    yield from _entry_faults(event.entry, proof.failed_entry(before.log_head, ceremony.announcement, missing))


def published_faults(before: TableState, event: ev.ShoeOpened) -> Iterator[str]:
    """Whether a shoe came when its order was fixed, and stands in the log as it came."""
    ceremony = before.ceremony
    if ceremony is None or ceremony.stage is not Stage.OPENED or event.entry is None:
        yield "a shoe came whose order was not fixed"
        return
    announced = ceremony.announcement
    made = proof.published_entry(before.log_head, announced, event.hashes, event.cut_place, event.cut_card_behind)
    yield from _entry_faults(event.entry, made)


def round_faults(before: TableState, event: ev.RoundShuffled) -> Iterator[str]:
    """Whether a session's round stands in the log as its cards were published."""
    ceremony = before.shoe.ceremony if before.shoe else None
    if ceremony is None:
        yield "a round's cards came without a shoe"
        return
    deal = proof.deal_name(event.round, event.demonstration)
    yield from _entry_faults(event.entry, proof.round_entry(before.log_head, ceremony.announcement, deal, event.hashes))


def ended_faults(before: TableState, event: ev.ShoeClosed, ceremony: Ceremony) -> Iterator[str]:
    """Whether the end of a shoe stands in the log as it was."""
    voided = before.shoe.voided if before.shoe else ()
    secret = None if event.secret is None else bytes.fromhex(event.secret)
    reason, rounds, announced = event.reason, before.round, ceremony.announcement
    made = proof.ended_entry(before.log_head, announced, event.end, reason=reason, rounds=rounds, voided=voided, secret=secret)
    yield from _entry_faults(event.entry, made)


def _entry_faults(entry: Entry | None, made: Entry) -> Iterator[str]:
    if entry != made:
        kind, name = made.text.split("\n")[:2]
        yield f"the log's entry {kind} of {name} is not the one that follows from what was stored"


CHECKS: dict[type[Event], Callable[[TableState, Any], Iterator[str]]] = {
    ev.ShoeAnnounced: _announced_faults,
    ev.ShareSealed: _sealed_faults,
    ev.SharesClosed: _closed_faults,
    ev.ShareOpened: _share_faults,
    ev.SharesOpened: _opened_faults,
    ev.SharesFailed: _failed_faults,
}
"""What is asked of each step before the shoe comes."""
