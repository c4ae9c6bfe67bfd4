"""Who of the staff asks over HTTP, and whether they may: the guards of every act at the desk."""

from typing import NamedTuple

import msgspec

from puntobanco.server.casino import Casino
from puntobanco.server.chat.text import CHARACTERS_MAX, CODE_POINTS_MAX, characters, plain
from puntobanco.server.dealer import Dealer
from puntobanco.server.refusals import Refused
from puntobanco.server.staff.members import STAFF_COOKIE, Role, StaffMember
from puntobanco.server.visitors import AnyRequest
from puntobanco.table.commands import Code, Rejection


class Approval(msgspec.Struct, frozen=True, kw_only=True):
    """Name and password of a supervisor who confirms an act at another's desk."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"Approval({self.name!r})"


class Authority(NamedTuple):
    """Who does something, and who approved it where somebody else had to."""

    by: StaffMember
    approved_by: str | None = None


async def on_duty(request: AnyRequest, casino: Casino, least: Role = Role.DEALER) -> StaffMember:
    """The signed-in member of staff of a request. Refuses with ``not_signed_in``, or ``forbidden`` where the role is not enough."""
    member = await casino.staff.member_of(request.cookies.get(STAFF_COOKIE))
    if member is None:
        raise Refused(Code.NOT_SIGNED_IN)
    if not member.role.covers(least):
        raise Refused(Code.FORBIDDEN)
    return member


async def authority(request: AnyRequest, casino: Casino, needed: Role, approval: Approval | None) -> Authority:
    """Who of the staff does what needs a role: one who has it, or one whom somebody with that role lets do it now.

    Refuses as `on_duty`, with ``needs_approval``, or with what the approval is refused with.
    """
    member = await on_duty(request, casino)
    if member.role.covers(needed):
        return Authority(member)
    if approval is None:
        raise Refused(Code.NEEDS_APPROVAL)
    approver = await casino.staff.approve(approval.name, approval.password, address_of(request), needed)
    if isinstance(approver, Rejection):
        raise Refused(approver)
    return Authority(member, approver.name)


def dealer_of(casino: Casino, number: int) -> Dealer:
    """The dealer of a table. Refuses with ``no_such_table``."""
    dealer = casino.floor.dealers.get(number)
    if dealer is None or dealer.state is None:
        raise Refused(Code.NO_SUCH_TABLE)
    return dealer


def address_of(request: AnyRequest) -> str:
    """Where a request comes from, as the server or the proxy that it trusts says."""
    return request.client.host if request.client else ""


def reason_of(text: str) -> str:
    """Why something is done, as plain text of 1 to 200 characters. Refuses with ``bad_reason``.

    A word like ``shoe_lost`` is how the machine names its own reasons, which pages translate: nobody writes one.
    """
    reason = plain(text)
    like_a_code = reason.isascii() and "_" in reason and " " not in reason
    if not reason or like_a_code or len(reason) > CODE_POINTS_MAX or characters(reason) > CHARACTERS_MAX:
        raise Refused(Code.BAD_REASON, limit=CHARACTERS_MAX)
    return reason
