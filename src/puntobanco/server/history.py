"""How the rounds of a shoe were played, folded from its stored events: the history of a shoe, and the table of it as CSV.

Pure. Only what everybody at the table has seen is in it: rounds that have ended, and of their cards those that were opened. It
tells the same of shoes that the software deals, of sessions and of real cards.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import msgspec

from puntobanco.bank.shoe_log import ShoeState
from puntobanco.bank.store import ShoePlay
from puntobanco.game.cards import Card
from puntobanco.game.rules import Outcome, Side
from puntobanco.table import events as ev
from puntobanco.table.events import Event

COLUMNS = (
    "round",
    "at",
    "player",
    "banker",
    "outcome",
    "player_points",
    "banker_points",
    "natural",
    "player_pair",
    "banker_pair",
    "voided",
)
"""The columns of the CSV. A demonstration round has no ``round``, a voided one no ``outcome`` and a reason in ``voided``."""

_FORMULA = re.compile(r"""(^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])""")
"""Where a spreadsheet may take what follows for a formula. Staff write reasons in their own words.

That is at the beginning of a cell, and there are more of them than were written: many spreadsheets part cells by ``;`` or tabs.
"""

Lying = dict[int, tuple[Side, Card]]
"""The open cards of the round under way, by their numbers."""


class PlayedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that has ended: when, both hands in the order in which their cards left the shoe, and what they came to.

    A demonstration round has its own ``demonstration`` number and no ``round``. A voided round has the reason in ``voided`` and no
    outcome or points; its cards are those that had been opened.
    """

    round: int | None
    demonstration: int | None
    at_ms: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    outcome: Outcome | None
    player_points: int | None
    banker_points: int | None
    natural: bool
    player_pair: bool
    banker_pair: bool
    voided: str | None


class ShoeHistory(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds of a shoe so far, those under way left out. ``results`` has a letter a round that counts, as roads need them.

    ``by_hand``: of real cards, so that no record proves it. ``previous`` and ``next`` are numbers of the table's other shoes.
    """

    table: int
    shoe: int
    house: str
    decks: int
    by_hand: bool
    state: ShoeState
    started_ms: int
    ended_ms: int | None
    reason: str | None
    previous: int | None
    next: int | None
    results: str
    rounds: tuple[PlayedRound, ...]


def shoe_history(table: int, play: ShoePlay) -> ShoeHistory | None:
    """The history of a shoe; None where nothing is known of its beginning."""
    started = play.events[0] if play.events else None
    if not isinstance(started, ev.ShuffleStarted):
        return None
    line, rules = play.line, started.opening.rules
    return ShoeHistory(
        table=table,
        shoe=line.shoe,
        house=rules.name,
        decks=rules.decks,
        by_hand=line.by_hand,
        state=line.state,
        started_ms=line.started_ms,
        ended_ms=line.ended_ms,
        reason=line.reason,
        previous=play.previous,
        next=play.next,
        results=line.results,
        rounds=tuple(played_rounds(play.events)),
    )


def played_rounds(events: Iterable[Event]) -> Iterator[PlayedRound]:
    """The rounds that ended, demonstration rounds among them, in order."""
    number: int | None = None
    demonstration: int | None = None
    lying: Lying = {}
    for event in events:
        match event:
            case ev.BettingOpened():
                number, demonstration, lying = event.round, None, {}
            case ev.DemonstrationOpened():
                number, demonstration, lying = None, event.number, {}
            case ev.RoundSettled() | ev.DemonstrationEnded() | ev.RoundVoided():
                yield _ended(number, demonstration, lying, event)
            case _:
                _lay(lying, event)


def _lay(lying: Lying, event: Event) -> None:
    """Change the open cards as an event says. A desk may enter a card anew, or take it back."""
    match event:
        case ev.CardDealt() | ev.CardOpened() | ev.CardCorrected() if event.side is not None:
            lying[event.number] = (event.side, event.card)
        case ev.CardTakenBack() if event.side is not None:
            lying.pop(event.number, None)
        case _:
            pass


def _ended(
    number: int | None,
    demonstration: int | None,
    lying: Lying,
    event: ev.RoundSettled | ev.DemonstrationEnded | ev.RoundVoided,
) -> PlayedRound:
    player, banker = (tuple(card for _, (whose, card) in sorted(lying.items()) if whose is side) for side in Side)
    result = None if isinstance(event, ev.RoundVoided) else event.result
    return PlayedRound(
        round=number,
        demonstration=demonstration,
        at_ms=event.at_ms,
        player=player,
        banker=banker,
        outcome=result.outcome if result else None,
        player_points=result.player_points if result else None,
        banker_points=result.banker_points if result else None,
        natural=result is not None and result.natural,
        player_pair=result is not None and result.player_pair,
        banker_pair=result is not None and result.banker_pair,
        voided=event.reason if isinstance(event, ev.RoundVoided) else None,
    )


def as_csv(history: ShoeHistory) -> str:
    """The rounds as a table after RFC 4180: a line of names, then a line a round, each ended by CR and LF."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(_row, history.rounds))
    return out.getvalue()


def _row(played: PlayedRound) -> Iterator[str]:
    facts = msgspec.structs.asdict(played)
    moment = datetime.fromtimestamp(played.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
    facts["at"] = moment.replace("+00:00", "Z")
    if played.voided is not None:
        facts["voided"] = played.voided.strip() or "voided"
    for column in COLUMNS:
        match facts[column]:
            case None:
                yield ""
            case bool() as fact:
                yield str(fact).lower()
            case tuple() as cards:
                yield " ".join(cards)
            case value:
                yield _plain(str(value))


def _plain(text: str) -> str:
    """A text that no spreadsheet computes."""
    return _FORMULA.sub(r"\1'", text)
