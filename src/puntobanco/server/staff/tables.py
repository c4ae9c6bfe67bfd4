"""HTTP for the staff's acts at software-dealt tables: suspend, resume, void (rules 7.3 and 7.4), each through its dealer.

Every act names shoe and round, so that a late one is about no later round, and a command id, so that a repeated one does nothing.
"""

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from litestar.types import ControllerRouterHandler

from puntobanco.server import wire
from puntobanco.server.casino import Casino
from puntobanco.server.dealer import Dealer
from puntobanco.server.refusals import Refused
from puntobanco.server.staff.accounts import Done, Text
from puntobanco.server.staff.door import Approval, Authority, authority, dealer_of, on_duty, reason_of
from puntobanco.server.staff.members import Role
from puntobanco.server.visitors import AnyRequest, OfCasino
from puntobanco.table import commands as co
from puntobanco.table.state import Phase


class DeskTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the desk lists it. ``suspended`` is why it stands still; ``can_void``: betting is open, or cards are real.

    ``scoreboard``: it takes no bets.
    """

    table: int
    house: str
    phase: Phase
    shoe: int
    round: int
    due_ms: int | None
    suspended: str | None
    can_suspend: bool
    can_void: bool
    by_hand: bool
    scoreboard: bool
    bettors: int
    staked_cents: int
    watching: int
    stopped: bool


class DeskTables(msgspec.Struct, frozen=True, kw_only=True):
    """All tables, and the server's time."""

    tables: tuple[DeskTable, ...]
    server_ms: int


class OfRound(msgspec.Struct, frozen=True, kw_only=True):
    """An act about one round."""

    command_id: wire.CommandId
    shoe: wire.RoundNumber
    round: wire.RoundNumber


class Suspend(OfRound, frozen=True, kw_only=True):
    """Stop a round where it stands, and say why."""

    reason: Text


class Void(OfRound, frozen=True, kw_only=True):
    """Give every bet of a round back, and say why. A dealer needs a supervisor's approval."""

    reason: Text
    approval: Approval | None = None


@get("/api/staff/tables")
async def tables(request: AnyRequest, casino: OfCasino) -> DeskTables:
    """All tables with their phases and numbers."""
    await on_duty(request, casino)
    listed = tuple(_listed(casino, dealer) for dealer in casino.floor.dealers.values() if dealer.state is not None)
    return DeskTables(tables=listed, server_ms=casino.clock.now_ms())


@post("/api/staff/tables/{number:int}/suspend", status_code=HTTP_200_OK)
async def suspend(request: AnyRequest, casino: OfCasino, number: FromPath[int], data: JSONBody[Suspend]) -> Done:
    """Stop the round where it stands: any of the staff."""
    who = Authority(await on_duty(request, casino))
    reason = reason_of(data.reason)
    command = co.Suspend(reason=reason, shoe=data.shoe, round=data.round)
    return await _ordered(casino, number, command, data, who, "round_suspended", reason)


@post("/api/staff/tables/{number:int}/resume", status_code=HTTP_200_OK)
async def resume(request: AnyRequest, casino: OfCasino, number: FromPath[int], data: JSONBody[OfRound]) -> Done:
    """Go on with a suspended round: any of the staff."""
    who = Authority(await on_duty(request, casino))
    command = co.Resume(shoe=data.shoe, round=data.round)
    return await _ordered(casino, number, command, data, who, "round_resumed")


@post("/api/staff/tables/{number:int}/void", status_code=HTTP_200_OK)
async def void(request: AnyRequest, casino: OfCasino, number: FromPath[int], data: JSONBody[Void]) -> Done:
    """Give every bet back: a supervisor or host, or a dealer with approval. After the close only with real cards (rule 7.4)."""
    who = await authority(request, casino, Role.SUPERVISOR, data.approval)
    reason = reason_of(data.reason)
    command = co.VoidRound(reason=reason, shoe=data.shoe, round=data.round)
    return await _ordered(casino, number, command, data, who, "round_voided", reason)


handlers: list[ControllerRouterHandler] = [tables, suspend, resume, void]


async def _ordered(
    casino: Casino, number: int, command: co.StaffCommand, about: OfRound, who: Authority, kind: str, reason: str = ""
) -> Done:
    dealer = dealer_of(casino, number)
    details = {"shoe": about.shoe, "round": about.round}
    act = casino.staff.act(who.by, kind, approved_by=who.approved_by, table=number, reason=reason, details=details)
    refusal = await dealer.order(command, about.command_id, who.by.name, act)
    if refusal is not None:
        raise Refused(refusal)
    return Done()


def _listed(casino: Casino, dealer: Dealer) -> DeskTable:
    state = dealer.state
    assert state is not None
    suspension = state.suspension
    phase = suspension.phase if suspension else state.phase
    return DeskTable(
        table=state.number,
        house=state.rules.name,
        phase=state.phase,
        shoe=state.shoe_number,
        round=state.round,
        due_ms=state.due_ms,
        suspended=suspension.reason if suspension else None,
        can_suspend=state.phase in (Phase.BETTING, Phase.DEALING),
        can_void=phase is Phase.BETTING or (phase is Phase.DEALING and state.rules.by_hand),
        by_hand=state.rules.by_hand,
        scoreboard=not state.rules.offered,
        bettors=len(state.stakes),
        staked_cents=sum(sum(stakes.values()) for stakes in state.stakes.values()),
        watching=casino.floor.watching(dealer.number),
        stopped=dealer.halted,
    )
