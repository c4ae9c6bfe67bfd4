"""HTTP for finding a player: by name or account, and who is at a table, whether they say anything or not."""

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from puntobanco.server.casino import Casino
from puntobanco.server.refusals import Refused
from puntobanco.server.staff.door import on_duty
from puntobanco.server.staff.players import KnownPlayer, known
from puntobanco.server.visitors import AnyRequest, OfCasino
from puntobanco.table.commands import Code
from puntobanco.table.state import TableState


class PlayerAtTable(msgspec.Struct, frozen=True, kw_only=True):
    """One who is at a table: where they sit, what they staked in this round, and whether a page of theirs watches it."""

    player: KnownPlayer
    seat: int | None
    staked_cents: int
    watching: bool


@get("/api/staff/players")
async def players(
    request: AnyRequest, casino: OfCasino, name: Annotated[str, QueryParameter(min_length=1, max_length=40)]
) -> tuple[KnownPlayer, ...]:
    """Players by a part of the name, large or small letters, the latest first; or the one whose account it is."""
    await on_duty(request, casino)
    part = name.strip()
    if not part:
        return ()
    named = await casino.store.players_named(part, limit=casino.bounds.staff_players_found)
    one = await casino.store.player(part.upper())
    return tuple(known(casino, player) for player in ([one] if one is not None and one not in named else []) + list(named))


@get("/api/staff/tables/{number:int}/players")
async def at_table(
    request: AnyRequest, casino: OfCasino, number: Annotated[int, PathParameter(ge=1, le=9_999)]
) -> tuple[PlayerAtTable, ...]:
    """Who watches, sits or has staked at a table: by seat, then by stake."""
    await on_duty(request, casino)
    state = casino.floor.state(number)
    if state is None:
        raise Refused(Code.NO_SUCH_TABLE)
    return await _at(casino, state)


handlers: list[ControllerRouterHandler] = [players, at_table]


async def _at(casino: Casino, state: TableState) -> tuple[PlayerAtTable, ...]:
    watching = casino.floor.accounts_at(state.number)
    seats = {seat.account: number for number, seat in state.seating.seats.items()}
    staked = {account: cents for account, stakes in state.stakes.items() if (cents := sum(stakes.values()))}
    everyone = sorted(
        watching | seats.keys() | staked.keys(),
        key=lambda account: (seats.get(account, state.rules.seats + 1), -staked.get(account, 0), account),
    )
    stored = await casino.store.players_of(everyone[: casino.bounds.staff_players_at_table])
    return tuple(
        PlayerAtTable(
            player=known(casino, player),
            seat=seats.get(player.account),
            staked_cents=staked.get(player.account, 0),
            watching=player.account in watching,
        )
        for player in stored
    )
