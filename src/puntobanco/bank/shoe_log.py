"""The log of a table's shoes and the list of them, read from its events. Written once for every database; nothing writes here."""

import enum
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, func, select, text

from puntobanco.bank import schema as sc
from puntobanco.bank.shoe_rounds import round_ends
from puntobanco.game.proof import Entry
from puntobanco.game.rules import Outcome
from puntobanco.table import events as ev
from puntobanco.table.events import Event

SHOES_PAGE = 100
"""The most shoes of one page."""

LOG_PAGE = 500
"""The most entries of one page of the log."""

_events = msgspec.json.Decoder(Event)
_OF_LIST = ("shoe_announced", "shares_opened", "shares_failed", "shoe_closed")
_LISTS = ("shoe_announced", "shoe_opened", "shoe_closed")
"""A shoe is listed from the first of these on; one of real cards is never announced."""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a table's log: at which version of the table and when it was made, its text and its hash."""

    version: int
    at_ms: int
    text: str
    hash: str


class ShoeState(enum.StrEnum):
    """Where a shoe of a table stands."""

    SHUFFLING = "shuffling"
    IN_PLAY = "in_play"
    FINISHED = "finished"
    ENDED_EARLY = "ended_early"
    NEVER_OPENED = "never_opened"


class ShoeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe of a table: how it ended if it has, why, how many rounds it had and how many do not count.

    ``failed`` attempts at its order failed, ``shared`` players have a part in it. ``by_hand``: real cards, of which there is no
    record. ``results`` are those of its rounds so far, a letter each, as roads are made of them.
    """

    shoe: int
    state: ShoeState
    by_hand: bool = False
    results: str = ""
    started_ms: int
    ended_ms: int | None = None
    rounds: int = 0
    voided: int = 0
    failed: int = 0
    shared: int = 0
    reason: str | None = None


class ShoeCounts(msgspec.Struct, frozen=True, kw_only=True):
    """All shoes that a table ever announced, by their ends, and what went wrong in them (rule 7.4)."""

    finished: int
    ended_early: int
    never_opened: int
    failed_ceremonies: int
    voided_rounds: int


class _Logged(msgspec.Struct, frozen=True):
    """What of an event is in the log; all else in it is passed over."""

    at_ms: int
    entry: Entry | None = None


_logged = msgspec.json.Decoder(_Logged)


def _of_table(table: int, *wanted: Any) -> Select[Any]:
    """What is wanted of the events of a table that may be in its log, in order, shoe by shoe.

    That is the order of the index over them: asked in any other one, SQLite would pass over every bet of the table; and for one
    shoe by its number any order is that one.
    """
    columns = sc.events.c
    return select(*wanted).where(columns.table_number == table, text(sc.LOGGED)).order_by(columns.shoe, columns.version)


def log(connection: Connection, table: int, after: int, limit: int) -> tuple[LogLine, ...]:
    """The entries of a table's log after a version of the table, in order."""
    columns = sc.events.c
    of_log = select(columns.version, columns.body).where(columns.table_number == table, text(sc.LOGGED), columns.version > after)
    rows = connection.execute(of_log.order_by(columns.version).limit(limit)).all()
    found = [(row.version, _logged.decode(row.body)) for row in rows]
    return tuple(
        LogLine(version=version, at_ms=one.at_ms, text=one.entry.text, hash=one.entry.hash) for version, one in found if one.entry
    )


def shoes(connection: Connection, table: int, before: int | None, limit: int) -> tuple[ShoeLine, ...]:
    """The shoes of a table, newest first. The rounds of one that is in play are not counted here, but its results are there."""
    columns = sc.events.c
    listed = select(columns.shoe).where(columns.table_number == table, text(sc.LOGGED), columns.kind.in_(_LISTS))
    if before is not None:
        listed = listed.where(columns.shoe < before)
    numbers = connection.execute(listed.distinct().order_by(columns.shoe.desc()).limit(limit)).scalars().all()
    if not numbers:
        return ()
    shown = sc.events.c.shoe.between(numbers[-1], numbers[0])
    came = _came(connection, table, shown)
    told = _events_of(connection, table, shown)
    lines = (_line(number, told[number], came.get(number)) for number in numbers)
    return tuple(_with_results(line, round_ends(connection, table, line.shoe)) for line in lines)


def neighbours(connection: Connection, table: int, shoe: int) -> tuple[int | None, int | None]:
    """The listed shoes just before and just after a shoe of the table."""
    columns = sc.events.c
    listed = (columns.table_number == table, text(sc.LOGGED), columns.kind.in_(_LISTS))
    before = select(func.max(columns.shoe)).where(*listed, columns.shoe < shoe)
    after = select(func.min(columns.shoe)).where(*listed, columns.shoe > shoe)
    return connection.execute(before).scalar(), connection.execute(after).scalar()


def counts(connection: Connection, table: int) -> ShoeCounts:
    """All shoes of a table by their ends. It costs as much as there are shoes."""
    columns = sc.events.c
    query = _of_table(table, columns.body).where(columns.kind == "shoe_closed")
    closed = [event for event in map(_events.decode, connection.execute(query).scalars()) if isinstance(event, ev.ShoeClosed)]
    ends = [event.end for event in closed]
    failed = _of_table(table, columns.version).where(columns.kind == "shares_failed")
    return ShoeCounts(
        finished=ends.count(ev.ShoeEnd.FINISHED),
        ended_early=ends.count(ev.ShoeEnd.ENDED_EARLY),
        never_opened=ends.count(ev.ShoeEnd.NEVER_OPENED),
        failed_ceremonies=len(connection.execute(failed).all()),
        voided_rounds=sum(_voided(connection, table, event) for event in closed),
    )


def _voided(connection: Connection, table: int, closed: ev.ShoeClosed) -> int:
    """How many rounds of a shoe do not count: as its end stands in the log; of real cards, which are not in it, as recorded."""
    return _figures(closed)[1] if closed.entry else round_ends(connection, table, closed.shoe).count(None)


def _came(connection: Connection, table: int, shown: ColumnElement[bool]) -> dict[int, int]:
    """When shoes came to the table, by their numbers. All hashes are in that event, so it is not read."""
    columns = sc.events.c
    query = _of_table(table, columns.shoe, columns.at_ms).where(columns.kind == "shoe_opened", shown)
    return {row.shoe: row.at_ms for row in connection.execute(query)}


def _with_results(line: ShoeLine, ends: Sequence[Outcome | None]) -> ShoeLine:
    """With the results of its rounds; of real cards the rounds are counted by them too."""
    line = msgspec.structs.replace(line, results="".join(outcome.letter for outcome in ends if outcome))
    return msgspec.structs.replace(line, rounds=len(ends), voided=ends.count(None)) if line.by_hand else line


def _events_of(connection: Connection, table: int, shown: ColumnElement[bool]) -> defaultdict[int, list[Event]]:
    """The events by which shoes are listed, by the shoe's number."""
    columns = sc.events.c
    query = _of_table(table, columns.shoe, columns.body).where(columns.kind.in_(_OF_LIST), shown)
    told: defaultdict[int, list[Event]] = defaultdict(list)
    for row in connection.execute(query):
        told[row.shoe].append(_events.decode(row.body))
    return told


def _line(number: int, events: Iterable[Event], came_ms: int | None) -> ShoeLine:
    state = ShoeState.SHUFFLING if came_ms is None else ShoeState.IN_PLAY
    line = ShoeLine(shoe=number, state=state, by_hand=True, started_ms=came_ms or 0)
    for event in events:
        match event:
            case ev.ShoeAnnounced() if line.by_hand:
                line = msgspec.structs.replace(line, by_hand=False, started_ms=event.at_ms)
            case ev.SharesOpened():
                line = msgspec.structs.replace(line, shared=event.entry.text.count("\nplayer "))
            case ev.SharesFailed():
                line = msgspec.structs.replace(line, failed=line.failed + 1)
            case ev.ShoeClosed():
                rounds, voided = _figures(event)
                line = msgspec.structs.replace(
                    line,
                    state=ShoeState(event.end),
                    started_ms=line.started_ms or event.at_ms,
                    ended_ms=event.at_ms,
                    rounds=rounds,
                    voided=voided,
                    reason=event.reason or None,
                )
            case _:
                pass
    return line


def _figures(event: ev.ShoeClosed) -> tuple[int, int]:
    """How many rounds a shoe had, and how many of them do not count, as its end stands in the log."""
    lines = event.entry.text.split("\n") if event.entry else []
    rounds = [int(line.removeprefix("rounds ")) for line in lines if line.startswith("rounds ")]
    return sum(rounds), sum(line.startswith("voided ") for line in lines)
