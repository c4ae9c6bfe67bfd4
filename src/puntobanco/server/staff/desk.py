"""HTTP for the desk of a table with real cards: what comes next there, and every act of its dealer."""

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from puntobanco.bank.staff_store import StaffAct
from puntobanco.server import wire
from puntobanco.server.casino import Casino
from puntobanco.server.dealer import Dealer
from puntobanco.server.refusals import Refused
from puntobanco.server.staff.door import Approval, authority, dealer_of, on_duty, reason_of
from puntobanco.server.staff.members import Role, StaffMember
from puntobanco.server.visitors import AnyRequest, OfCasino
from puntobanco.table import acts, commands as co
from puntobanco.table.commands import Code
from puntobanco.table.desk_views import DeskView, desk_view
from puntobanco.table.events import snake_case
from puntobanco.table.state import TableState

_UNSIGNED = (acts.EnterCard, acts.OpenRound, acts.SettleRound, acts.BringShoe)
"""The dealer's ordinary work. It stands in the events of the table with the name of the dealer, and needs no line of its own."""


class ActAtDesk(msgspec.Struct, frozen=True, kw_only=True):
    """An act, under an id of the sender's making: sent again, it is done once. ``approval``: the supervisor who confirms it."""

    command_id: wire.CommandId
    act: acts.Act
    approval: Approval | None = None


@get("/api/desk/tables/{number:int}")
async def table(request: AnyRequest, casino: OfCasino, number: FromPath[int]) -> DeskView:
    """A table with real cards as its dealer needs it."""
    await on_duty(request, casino)
    return desk_view(_by_hand(dealer_of(casino, number)))


@post("/api/desk/tables/{number:int}/acts", status_code=HTTP_200_OK)
async def act(request: AnyRequest, casino: OfCasino, number: FromPath[int], data: JSONBody[ActAtDesk]) -> DeskView:
    """Do something at the desk; the answer is the table after it.

    Some acts need a supervisor: refused with ``needs_approval``, they are sent again, under another id, with an approval.
    """
    member = await on_duty(request, casino)
    dealer = dealer_of(casino, number)
    _by_hand(dealer)
    command = co.AtDesk(
        staff=member.name,
        act=_read(data.act, casino),
        approved_by=await _approved_by(request, casino, member, data.approval),
    )
    refusal = await dealer.order(command, data.command_id, member.name, _signed(casino, member, number, command))
    if refusal is not None:
        raise Refused(refusal)
    return desk_view(_by_hand(dealer))


handlers: list[ControllerRouterHandler] = [table, act]


def _by_hand(dealer: Dealer) -> TableState:
    state = dealer.state
    assert state is not None
    if not state.rules.by_hand:
        raise Refused(Code.NOT_BY_HAND)
    return state


def _read(given: acts.Act, casino: Casino) -> acts.Act:
    """An act with its scanner's code as the card that it stands for, and its reason as plain text."""
    if isinstance(given, acts.EnterCard | acts.CorrectCard | acts.NoteExposed):
        code = given.card.strip()
        given = replace(given, card=casino.scanner.get(code, code))
    reason = getattr(given, "reason", "")
    return replace(given, reason=reason_of(reason)) if reason.strip() else given


async def _approved_by(request: AnyRequest, casino: Casino, member: StaffMember, approval: Approval | None) -> str | None:
    """The supervisor whose word an act has: one's own, or that of who confirms it at the desk. Most acts need none."""
    if approval is None and not member.role.covers(Role.SUPERVISOR):
        return None
    who = await authority(request, casino, Role.SUPERVISOR, approval)
    return who.approved_by or who.by.name


def _signed(casino: Casino, member: StaffMember, number: int, command: co.AtDesk) -> StaffAct | None:
    given = command.act
    if isinstance(given, _UNSIGNED):
        return None
    details = {key: value for key, value in msgspec.to_builtins(given).items() if key not in ("act", "reason")}
    return casino.staff.act(
        member,
        snake_case(type(given).__name__),
        approved_by=command.approved_by if command.approved_by != member.name else None,
        table=number,
        reason=getattr(given, "reason", ""),
        details=details,
    )
