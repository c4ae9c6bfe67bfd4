"""HTTP for the staff's own accounts: signing in, links, passwords, and the host's list of who works here."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from puntobanco.bank.staff_store import StaffAct
from puntobanco.server.casino import Casino
from puntobanco.server.refusals import Refused
from puntobanco.server.settings import Bounds
from puntobanco.server.staff.door import address_of, on_duty
from puntobanco.server.staff.members import STAFF_COOKIE, Role, SignedIn, StaffMember
from puntobanco.server.visitors import AnyRequest, OfCasino
from puntobanco.table.commands import Rejection

Text = Annotated[str, Meta(max_length=1_000)]

NUMBER_MOST = 2**53
"""The largest number of an act or report that is asked about: more is exact neither in JSON everywhere nor in a database."""


class Credentials(msgspec.Struct, frozen=True, kw_only=True):
    """A name and its password."""

    name: Text
    password: Text

    def __repr__(self) -> str:
        return f"Credentials({self.name!r})"


class LinkToken(msgspec.Struct, frozen=True, kw_only=True):
    """The token of a one-time link."""

    token: Text


class LinkUse(msgspec.Struct, frozen=True, kw_only=True):
    """What the opener of a one-time link chooses. ``name`` counts only where the link makes a host."""

    token: Text
    password: Text
    name: Text = ""

    def __repr__(self) -> str:
        return "LinkUse(…)"


class NewPassword(msgspec.Struct, frozen=True, kw_only=True):
    """The password that holds, and the one that shall."""

    current: Text
    new: Text

    def __repr__(self) -> str:
        return "NewPassword(…)"


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """One of the staff by name."""

    name: Text


class NamedRole(msgspec.Struct, frozen=True, kw_only=True):
    """One of the staff, and what they shall be."""

    name: Text
    role: Role


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who works here. ``waiting``: the link by which they choose a password has not been used."""

    name: str
    role: Role
    waiting: bool


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A one-time link to hand over: its token stands behind ``/#/desk/link/``."""

    token: str


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """It is done and stored."""

    status: str = "done"


class Acts(msgspec.Struct, frozen=True, kw_only=True):
    """What was done, newest first; ``next`` is the ``before`` of the page after it, null at the end."""

    acts: tuple[StaffAct, ...]
    next: int | None


async def sign_in(request: AnyRequest, casino: OfCasino, data: JSONBody[Credentials]) -> Response[StaffMember]:
    """Sign in as staff. One answer for a wrong name and a wrong password."""
    return _begun(request, casino, await casino.staff.sign_in(data.name, data.password, address_of(request)))


@post("/api/staff/signout", status_code=HTTP_200_OK)
async def sign_out(request: AnyRequest, casino: OfCasino) -> Response[Done]:
    """End this session."""
    await casino.staff.sign_out(request.cookies.get(STAFF_COOKIE))
    response = Response(Done())
    response.delete_cookie(STAFF_COOKIE)
    return response


@get("/api/staff/me")
async def me(request: AnyRequest, casino: OfCasino) -> StaffMember:
    """Who is signed in here."""
    return await on_duty(request, casino)


async def look_at_link(casino: OfCasino, data: JSONBody[LinkToken]) -> StaffMember:
    """Whom a one-time link is for; the name is empty where its opener becomes the host."""
    found = await casino.staff.whose_link(data.token)
    if isinstance(found, Rejection):
        raise Refused(found)
    return found


async def use_link(request: AnyRequest, casino: OfCasino, data: JSONBody[LinkUse]) -> Response[StaffMember]:
    """Use a one-time link up: choose the password, and be signed in."""
    return _begun(request, casino, await casino.staff.use_link(data.token, data.name, data.password))


@post("/api/staff/password", status_code=HTTP_200_OK)
async def change_password(request: AnyRequest, casino: OfCasino, data: JSONBody[NewPassword]) -> Response[StaffMember]:
    """Another password of one's own. All other sessions of theirs end."""
    member = await on_duty(request, casino)
    return _begun(request, casino, await casino.staff.change_password(member, data.current, data.new, address_of(request)))


@get("/api/staff/members")
async def members(request: AnyRequest, casino: OfCasino) -> tuple[Member, ...]:
    """All who work here, for the host."""
    await on_duty(request, casino, Role.HOST)
    return tuple(Member(name=row.name, role=Role(row.role), waiting=row.password is None) for row in await casino.staff.members())


@post("/api/staff/members")
async def name_one(request: AnyRequest, casino: OfCasino, data: JSONBody[NamedRole]) -> Link:
    """Name a new one; the answer holds the link by which they choose their password."""
    host = await on_duty(request, casino, Role.HOST)
    return _link(await casino.staff.name_one(host, data.name, data.role))


@post("/api/staff/members/link")
async def new_link(request: AnyRequest, casino: OfCasino, data: JSONBody[Named]) -> Link:
    """A new link for one who lost the password."""
    host = await on_duty(request, casino, Role.HOST)
    return _link(await casino.staff.new_link(host, data.name))


@post("/api/staff/members/role", status_code=HTTP_200_OK)
async def change_role(request: AnyRequest, casino: OfCasino, data: JSONBody[NamedRole]) -> Done:
    """Another role for one; the house keeps a host."""
    host = await on_duty(request, casino, Role.HOST)
    return _done(await casino.staff.change_role(host, data.name, data.role))


@post("/api/staff/members/sessions", status_code=HTTP_200_OK)
async def end_sessions(request: AnyRequest, casino: OfCasino, data: JSONBody[Named]) -> Done:
    """End all sessions of one."""
    host = await on_duty(request, casino, Role.HOST)
    return _done(await casino.staff.end_sessions(host, data.name))


@post("/api/staff/members/remove", status_code=HTTP_200_OK)
async def remove(request: AnyRequest, casino: OfCasino, data: JSONBody[Named]) -> Done:
    """Remove one, whose sessions end at once; the house keeps a host."""
    host = await on_duty(request, casino, Role.HOST)
    return _done(await casino.staff.remove(host, data.name))


@get("/api/staff/acts")
async def acts(
    request: AnyRequest,
    casino: OfCasino,
    table: Annotated[int | None, QueryParameter(ge=1, le=9_999)] = None,
    before: Annotated[int | None, QueryParameter(ge=1, le=NUMBER_MOST)] = None,
) -> Acts:
    """Who did what, when and why: at one table, or everywhere, which supervisors see."""
    await on_duty(request, casino, Role.DEALER if table is not None else Role.SUPERVISOR)
    limit = casino.bounds.staff_acts_page
    found = await casino.staff.acts(table=table, before=before, limit=limit)
    return Acts(acts=found, next=found[-1].number if len(found) == limit else None)


def handlers(bounds: Bounds) -> list[ControllerRouterHandler]:
    """The handlers of the staff's accounts; what can be guessed at has a rate."""
    links = RateLimitConfig(rate_limit=("minute", bounds.staff_links_per_minute_per_address), store="staff_links")
    signing = RateLimitConfig(rate_limit=("minute", bounds.sign_ins_per_minute_per_address), store="staff_sign_ins")
    return [
        post("/api/staff/signin", middleware=[signing.middleware], status_code=HTTP_200_OK)(sign_in),
        post("/api/staff/link", middleware=[links.middleware], status_code=HTTP_200_OK)(look_at_link),
        post("/api/staff/link/use", middleware=[links.middleware], status_code=HTTP_200_OK)(use_link),
        sign_out,
        me,
        change_password,
        members,
        name_one,
        new_link,
        change_role,
        end_sessions,
        remove,
        acts,
    ]


def _begun(request: AnyRequest, casino: Casino, signed: SignedIn | Rejection) -> Response[StaffMember]:
    """The answer that begins a session: its cookie is for this house alone, and no script reads it."""
    if isinstance(signed, Rejection):
        raise Refused(signed)
    cookie = Cookie(
        key=STAFF_COOKIE,
        value=signed.token,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        max_age=casino.bounds.staff_session_s,
    )
    return Response(signed.member, cookies=[cookie], status_code=HTTP_200_OK)


def _link(token: str | Rejection) -> Link:
    if isinstance(token, Rejection):
        raise Refused(token)
    return Link(token=token)


def _done(refusal: Rejection | None) -> Done:
    if refusal is not None:
        raise Refused(refusal)
    return Done()
