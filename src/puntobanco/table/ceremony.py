"""How the order of a shoe comes about so that it is nobody's choice: announced, shared in by players, closed, opened.

Decides by the state; `follow` is the ceremony's part of ``machine.evolve``. See docs/proof.md. Imports ``game`` and ``table``.
"""

from msgspec.structs import replace

from puntobanco.errors import BadProof
from puntobanco.game import proof
from puntobanco.table import commands as co, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.events import Event
from puntobanco.table.players import public_name
from puntobanco.table.state import Ceremony, Phase, Sealed, Stage, TableState

SEALING_PART = 0.5
"""The part of the house's shuffle time in which sealed contributions are taken."""

OPENING_PART = 0.4
"""The part of it in which they must be opened; the rest is for the cards to come."""

REOPENED_MS = 3_000
"""After a restart a stage has at least so much time left: pages come back by themselves, and sooner than people."""


def due_ms(state: TableState) -> int | None:
    """When the ceremony's next step follows by itself; in the past where it is for the dealer to bring it now."""
    ceremony = state.ceremony
    if ceremony is None or ceremony.stage is Stage.FAILED:
        return 0
    return state.due_ms if ceremony.stage is Stage.OPENED else ceremony.due_ms


def announcement_due(state: TableState) -> proof.Announcement:
    """What the table has to announce now: a new shoe, or the next attempt at it, with only those who opened in the last one."""
    ceremony = state.ceremony
    if ceremony is None:
        return proof.announce(state.number, state.shoe_number, state.rules)
    assert ceremony.stage is Stage.FAILED
    attempt = ceremony.announcement.attempt + 1
    return replace(ceremony.announcement, attempt=attempt, only=tuple(player for player, _ in ceremony.opened))


def announce(state: TableState, command: co.AnnounceShoe, now_ms: int) -> list[Event]:
    """The dealer announces the shoe; its secret is promised to what is announced, and sealed."""
    assert state.phase is Phase.SHUFFLING
    assert not state.rules.by_hand, "real cards promise nothing"
    assert command.announcement == announcement_due(state)
    announced = ev.ShoeAnnounced(
        at_ms=now_ms,
        announcement=command.announcement,
        commitment=command.commitment,
        sealed=command.sealed,
        closes_ms=now_ms + round(state.rules.shuffle_seconds * 1000 * SEALING_PART),
        entry=proof.announced_entry(state.log_head, command.announcement, command.commitment),
    )
    return [announced]


def seal_share(state: TableState, command: co.SealShare, now_ms: int) -> list[Event] | Rejection:
    """A player shares in the shoe that is being shuffled: once in an attempt, before the list closes."""
    ceremony, player = state.ceremony, public_name(command.account)
    if not _under_way(state, command, Stage.SEALING, now_ms) or ceremony is None or command.account in ceremony.seals:
        return Rejection(code=Code.WRONG_PHASE)
    only = ceremony.announcement.only
    if (only is not None and player not in only) or len(ceremony.seals) >= proof.SHARES_MOST:
        return Rejection(code=Code.MAY_NOT_SHARE)
    if not (isinstance(command.seal, str) and proof.is_hash(command.seal)):
        return Rejection(code=Code.BAD_SHARE)
    return [ev.ShareSealed(at_ms=now_ms, account=command.account, player=player, seal=command.seal.upper())]


def open_share(state: TableState, command: co.OpenShare, now_ms: int) -> list[Event] | Rejection:
    """A player opens what they sealed; once the last has, the order of the shoe is fixed."""
    ceremony = state.ceremony
    if not _under_way(state, command, Stage.OPENING, now_ms) or ceremony is None:
        return Rejection(code=Code.WRONG_PHASE)
    sealed = ceremony.seals.get(command.account)
    if sealed is None or command.account in ceremony.shares:
        return Rejection(code=Code.WRONG_PHASE)
    try:
        proof.check_share(ceremony.announced, ceremony.announcement, sealed.player, sealed.seal, command.share)
    except BadProof:
        return Rejection(code=Code.BAD_SHARE)
    opened = ev.ShareOpened(at_ms=now_ms, account=command.account, player=sealed.player, share=command.share)
    after = follow(state, opened)
    assert after is not None
    return [opened] if after.missing else [opened, _opened(state, after, now_ms)]


def next_step(state: TableState, now_ms: int) -> list[Event]:
    """What the passing of time brings: the list closes, or the time to open is over."""
    ceremony = state.ceremony
    assert ceremony is not None
    whole_ms = round(state.rules.shuffle_seconds * 1000)
    if ceremony.stage is Stage.SEALING:
        seals = {sealed.player: sealed.seal for sealed in ceremony.seals.values()}
        entry = proof.closed_entry(state.log_head, ceremony.announcement, seals)
        closed = ev.SharesClosed(at_ms=now_ms, due_ms=now_ms + round(whole_ms * OPENING_PART), entry=entry)
        if seals:
            return [closed]
        return [closed, _opened(replace(state, log_head=entry.hash), ceremony, now_ms)]
    assert ceremony.stage is Stage.OPENING
    entry = proof.failed_entry(state.log_head, ceremony.announcement, ceremony.missing)
    return [ev.SharesFailed(at_ms=now_ms, missing=ceremony.missing, due_ms=now_ms + whole_ms, entry=entry)]


def extended(state: TableState, now_ms: int) -> list[Event]:
    """After a restart, or a store that failed, time for those who share: what the house could not take in fails nobody."""
    ceremony = state.ceremony
    if ceremony is None or ceremony.stage not in (Stage.SEALING, Stage.OPENING) or ceremony.due_ms >= now_ms + REOPENED_MS:
        return []
    stage_due_ms = now_ms + REOPENED_MS
    whole_ms = max(state.due_ms or 0, stage_due_ms + (REOPENED_MS if ceremony.stage is Stage.SEALING else 0))
    return [ev.ShuffleExtended(at_ms=now_ms, stage_due_ms=stage_due_ms, due_ms=whole_ms)]


def follow(state: TableState, event: Event) -> Ceremony | None:
    """The ceremony after an event."""
    ceremony = state.ceremony
    if isinstance(event, ev.ShoeAnnounced):
        return Ceremony(
            announcement=event.announcement,
            commitment=event.commitment,
            sealed=event.sealed,
            announced=event.entry.hash,
            due_ms=event.closes_ms,
            entries=(event.entry,),
        )
    if ceremony is None:
        return None
    match event:
        case ev.ShareSealed():
            return replace(ceremony, seals={**ceremony.seals, event.account: Sealed(event.player, event.seal)})
        case ev.SharesClosed():
            return replace(_with(ceremony, event), stage=Stage.OPENING, due_ms=event.due_ms)
        case ev.ShareOpened():
            return replace(ceremony, shares={**ceremony.shares, event.account: event.share})
        case ev.SharesOpened():
            return replace(_with(ceremony, event), stage=Stage.OPENED, order=event.entry.hash)
        case ev.SharesFailed():
            return replace(_with(ceremony, event), stage=Stage.FAILED)
        case ev.ShuffleExtended():
            return replace(ceremony, due_ms=event.stage_due_ms)
        case ev.ShoeOpened() | ev.ShoeClosed():
            return None
        case _:
            return ceremony


def _with(ceremony: Ceremony, event: ev.LoggedEvent) -> Ceremony:
    return replace(ceremony, entries=(*ceremony.entries, event.entry))


def _under_way(state: TableState, command: co.SealShare | co.OpenShare, stage: Stage, now_ms: int) -> bool:
    """Whether a command is about this attempt at this shoe, at its stage, and in time."""
    ceremony = state.ceremony
    if ceremony is None or state.phase is not Phase.SHUFFLING:
        return False
    named = (command.shoe, command.attempt) == (state.shoe_number, ceremony.announcement.attempt)
    return named and ceremony.stage is stage and now_ms < ceremony.due_ms


def _opened(state: TableState, ceremony: Ceremony, now_ms: int) -> Event:
    """All contributions are opened, in the order of the closed list."""
    return ev.SharesOpened(at_ms=now_ms, entry=proof.opened_entry(state.log_head, ceremony.announcement, ceremony.opened))
