"""What anyone may ask about shoes over HTTP: the record of one, the list of a table's, and the log that they all stand in."""

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter
from litestar.types import ControllerRouterHandler, Middleware

from puntobanco.bank.shoe_log import LOG_PAGE, SHOES_PAGE, LogLine, ShoeCounts, ShoeLine
from puntobanco.game.proof import ShoeRecord
from puntobanco.server.casino import Casino
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
    table_number, dash, shoe_number = shoe_id.partition("-")
    if not (dash and _is_number(table_number) and _is_number(shoe_number)):
        raise Refused(Code.NOT_FOUND)
    record = shoe_record(await casino.store.shoe_events(int(table_number), int(shoe_number)))
    if record is None:
        raise Refused(Code.NOT_FOUND)
    return record


async def shoes(
    number: FromPath[int], casino: OfCasino, before: Annotated[int | None, QueryParameter(ge=1, le=10**9)] = None
) -> Shoes:
    """The shoes of a table, newest first: played, ended early, never opened, their failed attempts and voided rounds."""
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
        get("/api/tables/{number:int}/shoes", middleware=[middleware])(shoes),
        get("/api/commitments", middleware=[middleware])(commitments),
    ]


def _state(casino: Casino, table: int) -> TableState:
    state = casino.floor.state(table)
    if state is None:
        raise Refused(Code.NO_SUCH_TABLE)
    return state


def _with_rounds(line: ShoeLine, state: TableState) -> ShoeLine:
    """Of the shoe in play the rounds so far."""
    if line.shoe != state.shoe_number or state.shoe is None:
        return line
    return msgspec.structs.replace(line, rounds=state.round, voided=len(state.shoe.voided))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9
