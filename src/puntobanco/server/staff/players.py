"""HTTP for the order of the house (rule 8.4): the chat of a table, reports, muting, freezing, and announcements of the house.

An announcement is all that staff can say at a table (rule 7.7); there is no other way for their words to reach players.
"""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from puntobanco.bank.staff_store import Kept, Restriction, StaffAct, announced_key
from puntobanco.bank.store import ChatLine, Player, ReportPage
from puntobanco.server import wire
from puntobanco.server.casino import Casino
from puntobanco.server.refusals import Refused
from puntobanco.server.staff.accounts import Text
from puntobanco.server.staff.door import Approval, Authority, authority, on_duty, reason_of
from puntobanco.server.staff.members import Role
from puntobanco.server.standings import Kind, reused
from puntobanco.server.visitors import AnyRequest, OfCasino
from puntobanco.table.commands import Code, Rejection

TableOnPath = Annotated[int, PathParameter(ge=1, le=9_999)]
Minutes = Annotated[int, Meta(ge=1, le=525_600)]


class About(msgspec.Struct, frozen=True, kw_only=True):
    """An act about a player, once however often it comes, and why."""

    command_id: wire.CommandId
    reason: Text


class Mute(About, frozen=True, kw_only=True):
    """Let a player say nothing for so many minutes; null: until it is lifted."""

    minutes: Minutes | None


class Freeze(About, frozen=True, kw_only=True):
    """Freeze an account, or give it back. A dealer needs a supervisor's approval."""

    approval: Approval | None = None


class Announce(msgspec.Struct, frozen=True, kw_only=True):
    """What the house says at one table, or at all with null."""

    command_id: wire.CommandId
    table: wire.TableNumber | None
    text: Text


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The tables at which it was said: those that have a chat."""

    tables: tuple[int, ...]


class KnownPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player as staff see one: no money."""

    account: str
    name: str
    created_ms: int
    muted: Restriction | None
    frozen: Restriction | None


def known(casino: Casino, player: Player) -> KnownPlayer:
    """A stored player, and how they stand."""
    return KnownPlayer(
        account=player.account,
        name=player.name,
        created_ms=player.created_ms,
        muted=casino.standings.held(player.account, Kind.MUTED),
        frozen=casino.standings.held(player.account, Kind.FROZEN),
    )


@get("/api/staff/tables/{number:int}/chat")
async def chat(
    request: AnyRequest, casino: OfCasino, number: Annotated[int, PathParameter(ge=1, le=9_999)]
) -> tuple[ChatLine, ...]:
    """What was said at a table, oldest first, with the accounts that said it."""
    await on_duty(request, casino)
    return await casino.store.chat(number, last=casino.bounds.staff_chat_lines)


@get("/api/staff/reports")
async def reports(
    request: AnyRequest, casino: OfCasino, before: Annotated[str | None, QueryParameter(max_length=64)] = None
) -> ReportPage:
    """The lines that players reported, newest first, each once with who reported it and what was said around it."""
    await on_duty(request, casino)
    return await casino.store.chat_reports(before=before, limit=casino.bounds.staff_reports_page)


@get("/api/staff/players/{account:str}")
async def player(request: AnyRequest, casino: OfCasino, account: FromPath[str]) -> KnownPlayer:
    """A player, and how they stand."""
    await on_duty(request, casino)
    return known(casino, await _player(casino, account))


@get("/api/staff/restricted")
async def restricted(request: AnyRequest, casino: OfCasino) -> tuple[KnownPlayer, ...]:
    """All players who are muted or frozen."""
    await on_duty(request, casino)
    accounts = dict.fromkeys(restriction.account for restriction in casino.standings.all_held())
    players = [await casino.store.player(account) for account in accounts]
    return tuple(known(casino, player) for player in players if player is not None)


@post("/api/staff/players/{account:str}/mute", status_code=HTTP_200_OK)
async def mute(request: AnyRequest, casino: OfCasino, account: FromPath[str], data: JSONBody[Mute]) -> KnownPlayer:
    """Let a player say nothing at any table: any of the staff."""
    who = Authority(await on_duty(request, casino))
    return await _restrict(casino, account, Kind.MUTED, data, who, {"minutes": data.minutes})


@post("/api/staff/players/{account:str}/unmute", status_code=HTTP_200_OK)
async def unmute(request: AnyRequest, casino: OfCasino, account: FromPath[str], data: JSONBody[About]) -> KnownPlayer:
    """Let a player speak again: any of the staff."""
    return await _lift(casino, account, Kind.MUTED, data, Authority(await on_duty(request, casino)))


@post("/api/staff/players/{account:str}/freeze", status_code=HTTP_200_OK)
async def freeze(request: AnyRequest, casino: OfCasino, account: FromPath[str], data: JSONBody[Freeze]) -> KnownPlayer:
    """Freeze an account: a supervisor or host, or a dealer with the approval of one. Confirmed bets stand."""
    who = await authority(request, casino, Role.SUPERVISOR, data.approval)
    return await _restrict(casino, account, Kind.FROZEN, data, who, {})


@post("/api/staff/players/{account:str}/unfreeze", status_code=HTTP_200_OK)
async def unfreeze(request: AnyRequest, casino: OfCasino, account: FromPath[str], data: JSONBody[Freeze]) -> KnownPlayer:
    """Give a frozen account back: as `freeze`."""
    return await _lift(casino, account, Kind.FROZEN, data, await authority(request, casino, Role.SUPERVISOR, data.approval))


@post("/api/staff/announcements", status_code=HTTP_200_OK)
async def announce(request: AnyRequest, casino: OfCasino, data: JSONBody[Announce]) -> Told:
    """Say something as the house, at one table or at all: any of the staff. Kept with who wrote it; players see the house alone."""
    member = await on_duty(request, casino)
    text = reason_of(data.text)
    if data.table is not None and casino.floor.state(data.table) is None:
        raise Refused(Code.NO_SUCH_TABLE)
    tables = casino.chat.tables if data.table is None else (data.table,)
    if data.table is not None and data.table not in casino.chat.tables:
        raise Refused(Code.NO_CHAT)
    _check(casino.chat.announces_too_fast(member.key))
    act = casino.staff.act(member, "announced", table=data.table, reason=text, command_id=data.command_id)
    kept = await casino.staff.record_act(act)
    _check(reused(kept))
    for table in tables:
        _check(await casino.chat.announce(table, text, announced_key(act), again=kept is Kept.AGAIN))
    return Told(tables=tuple(tables))


handlers: list[ControllerRouterHandler] = [
    chat,
    reports,
    player,
    restricted,
    mute,
    unmute,
    freeze,
    unfreeze,
    announce,
]


def _check(refusal: Rejection | None) -> None:
    if refusal is not None:
        raise Refused(refusal)


async def _player(casino: Casino, account: str) -> Player:
    found = await casino.store.player(account)
    if found is None:
        raise Refused(Code.NOT_FOUND)
    return found


async def _restrict(
    casino: Casino, account: str, kind: Kind, data: About, who: Authority, term: Mapping[str, int | None]
) -> KnownPlayer:
    player, act = await _about(casino, account, kind, data, who, term)
    minutes = term.get("minutes")
    until_ms = None if minutes is None else act.at_ms + minutes * 60_000
    restriction = Restriction(account=account, kind=kind, at_ms=act.at_ms, until_ms=until_ms, reason=act.reason, by=act.name)
    _check(await casino.standings.restrict(restriction, act))
    return known(casino, player)


async def _lift(casino: Casino, account: str, kind: Kind, data: About, who: Authority) -> KnownPlayer:
    player, act = await _about(casino, account, f"un{kind}", data, who, {})
    _check(await casino.standings.lift(account, kind, act))
    return known(casino, player)


async def _about(
    casino: Casino, account: str, kind: str, data: About, who: Authority, term: Mapping[str, int | None]
) -> tuple[Player, StaffAct]:
    """A player, and an act about them. Nothing in it depends on when it comes, so that it is known again."""
    player = await _player(casino, account)
    details = {"account": player.account, "player": player.name, **term}
    reason = reason_of(data.reason)
    act = casino.staff.act(who.by, kind, approved_by=who.approved_by, reason=reason, details=details, command_id=data.command_id)
    return player, act
