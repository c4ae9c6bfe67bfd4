"""What anyone may ask about shoes over HTTP: the record of one, its rounds, the list of a table's, and the log of them all."""

from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.types import ControllerRouterHandler, Middleware

from puntobanco.bank.shoe_log import LOG_PAGE, SHOES_PAGE, LogLine, ShoeCounts, ShoeLine
from puntobanco.game.proof import ShoeRecord
from puntobanco.server.casino import Casino
from puntobanco.server.history import ShoeHistory, as_csv, shoe_history
from puntobanco.server.refusals import Refused
from puntobanco.server.shoe_record import shoe_record
from puntobanco.server.visitors import OfCasino
from puntobanco.table.commands import Code
from puntobanco.table.state import TableState


class Shoes(msgspec.Struct, frozen=True, kw_only=True):
    """A table's shoes, newest first; all that it ever had are counted. Ask for ``before`` the last number to go on."""

    table: int
    counts: ShoeCounts
    shoes: tuple[ShoeLine, ...]
    log_head: str


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """Where the log of a table stands: the hash of its last entry, and the shoe it is about."""

    table: int
    shoe: int
    head: str


class Commitments(msgspec.Struct, frozen=True, kw_only=True):
    """What was promised and published: the heads of all logs; and of the table asked for its entries, in order.

    Ask for ``after=next`` to go on; ``next`` is null at the end.
    """

    heads: tuple[Head, ...]
    entries: tuple[LogLine, ...]
    next: int | None


async def shoe(shoe_id: FromPath[str], casino: OfCasino) -> ShoeRecord:
    """What anyone may know of a shoe, named table-shoe, as docs/proof.md says: its log, hashes, opened cards, at its end all."""
    record = shoe_record(await casino.store.shoe_events(*_named(shoe_id)))
    if record is None:
        raise Refused(Code.NOT_FOUND)
    return record


async def rounds(shoe_id: FromPath[str], casino: OfCasino) -> ShoeHistory:
    """The rounds of a shoe, named table-shoe, dealt by the software or by hand, finished or in play: every hand that was played."""
    return await _history(shoe_id, casino)


async def rounds_json(shoe_id: FromPath[str], casino: OfCasino) -> Response[ShoeHistory]:
    """The same as a file to keep; `puntobanco replay` checks it and `puntobanco roads --from` draws it."""
    history = await _history(shoe_id, casino)
    return Response(history, headers=_file_of(history, "json"))


async def rounds_csv(shoe_id: FromPath[str], casino: OfCasino) -> Response[str]:
    """The same as a table, RFC 4180 in UTF-8, for spreadsheets and for the same commands. docs/protocol.md tells its columns."""
    history = await _history(shoe_id, casino)
    return Response(as_csv(history), media_type="text/csv", headers=_file_of(history, "csv"))


async def shoes(
    number: FromPath[int], casino: OfCasino, before: Annotated[int | None, QueryParameter(ge=1, le=10**9)] = None
) -> Shoes:
    """The shoes of a table, newest first: how each ended, its results, failed attempts and voided rounds; real cards too."""
    state = _state(casino, number)
    listed = await casino.store.shoes(number, before=before, limit=SHOES_PAGE)
    return Shoes(
        table=number,
        counts=await casino.store.shoe_counts(number),
        shoes=tuple(_with_rounds(line, state) for line in listed),
        log_head=state.log_head,
    )


async def commitments(
    casino: OfCasino,
    table: Annotated[int | None, QueryParameter(ge=1, le=9_999)] = None,
    after: Annotated[int, QueryParameter(ge=0, le=10**12)] = 0,
) -> Commitments:
    """The heads of all logs, and the log of one table from its first entry on, where you name one."""
    states = [state for number in sorted(casino.floor.dealers) if (state := casino.floor.state(number))]
    heads = tuple(Head(table=state.number, shoe=state.shoe_number, head=state.log_head) for state in states)
    if table is None:
        return Commitments(heads=heads, entries=(), next=None)
    _state(casino, table)
    entries = await casino.store.shoe_log(table, after=after, limit=LOG_PAGE)
    return Commitments(heads=heads, entries=entries, next=entries[-1].version if len(entries) == LOG_PAGE else None)


def handlers(middleware: Middleware) -> list[ControllerRouterHandler]:
    """The handlers, at the rate of those that read much."""
    return [
        get(["/api/shoes/{shoe_id:str}", "/api/shoes/{shoe_id:str}/record"], middleware=[middleware])(shoe),
        get("/api/shoes/{shoe_id:str}/rounds", middleware=[middleware])(rounds),
        get("/api/shoes/{shoe_id:str}/rounds.json", middleware=[middleware])(rounds_json),
        get("/api/shoes/{shoe_id:str}/rounds.csv", middleware=[middleware])(rounds_csv),
        get("/api/tables/{number:int}/shoes", middleware=[middleware])(shoes),
        get("/api/commitments", middleware=[middleware])(commitments),
    ]


async def _history(shoe_id: str, casino: Casino) -> ShoeHistory:
    table, number = _named(shoe_id)
    play = await casino.store.shoe_play(table, number)
    history = shoe_history(table, play) if play else None
    if history is None:
        raise Refused(Code.NOT_FOUND)
    return history


def _named(shoe_id: str) -> tuple[int, int]:
    """Table and shoe of a name. Refuses what is none."""
    table, dash, number = shoe_id.partition("-")
    if not (dash and _is_number(table) and _is_number(number)):
        raise Refused(Code.NOT_FOUND)
    return int(table), int(number)


def _file_of(history: ShoeHistory, ending: str) -> dict[str, str]:
    """The header by which a browser keeps an answer as a file."""
    return {"Content-Disposition": f'attachment; filename="puntobanco-shoe-{history.table}-{history.shoe}.{ending}"'}


def _state(casino: Casino, table: int) -> TableState:
    state = casino.floor.state(table)
    if state is None:
        raise Refused(Code.NO_SUCH_TABLE)
    return state


def _with_rounds(line: ShoeLine, state: TableState) -> ShoeLine:
    """Of the shoe in play the rounds that have ended so far."""
    if line.shoe != state.shoe_number or state.shoe is None:
        return line
    voided = len(state.shoe.voided)
    return msgspec.structs.replace(line, rounds=len(state.results) + voided, voided=voided)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9
