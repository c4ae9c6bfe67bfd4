"""The HTTP side: entry, credits, lobby, tables, odds, shoes, the bet record, health. OpenAPI is made from these types."""

from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.datastructures import CacheControlHeader, Cookie
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.params import FromPath, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import ControllerRouterHandler

from puntobanco.analysis.bet_odds import BetOdds, full_shoe_odds
from puntobanco.analysis.composition import DECKS_MOST
from puntobanco.bank.store import Balance, Player
from puntobanco.game.bets import Bet
from puntobanco.server import shoes, statement, wire
from puntobanco.server.accounts import COOKIE
from puntobanco.server.protocol import protocol_schema
from puntobanco.server.refusals import Refused
from puntobanco.server.settings import Bounds
from puntobanco.server.staff import (
    accounts as staff_accounts,
    desk,
    found as staff_found,
    players as staff_players,
    tables as staff_tables,
)
from puntobanco.server.visitors import AnyRequest, OfCasino, signed_in
from puntobanco.table.commands import Code
from puntobanco.table.views import TableView, table_view


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who you are and what you have, in cents: what you can stake, and what lies on tables."""

    account: str
    name: str
    balance_cents: int
    in_play_cents: int


class ShoeOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The exact odds of every bet over a full shoe."""

    decks: int
    bets: dict[Bet, BetOdds]


class Health(msgspec.Struct, frozen=True):
    """Whether the process serves."""

    status: str


def _me(player: Player, balance: Balance) -> Me:
    return Me(
        account=player.account,
        name=player.name,
        balance_cents=balance.free_cents,
        in_play_cents=balance.held_cents,
    )


async def guest(request: AnyRequest, casino: OfCasino) -> Response[Me]:
    """Enter as a guest: a new player with starting credits and a session cookie. Who has a session keeps it."""
    known = await casino.accounts.player_of(request.cookies.get(COOKIE))
    player = known or await casino.accounts.guest()
    cookie = Cookie(
        key=COOKIE,
        value=casino.accounts.cookie_for(player),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        max_age=casino.bounds.session_age_s,
    )
    me = _me(player, await casino.store.balance(player.account))
    return Response(me, status_code=HTTP_200_OK if known else HTTP_201_CREATED, cookies=[cookie])


@post("/api/signout", status_code=HTTP_200_OK)
async def sign_out() -> Response[Health]:
    """Leave this browser: the session cookie goes. A guest who left cannot come back to the same credits."""
    response = Response(Health("signed out"))
    response.delete_cookie(COOKIE)
    return response


async def top_up(request: AnyRequest, casino: OfCasino) -> Me:
    """More play credits for who is broke: has less than the smallest bet of any table, stakes on tables counted."""
    player = await signed_in(request, casino)
    if (refusal := casino.standings.frozen(player.account)) is not None:
        raise Refused(refusal)
    below_cents = casino.least_bet_cents
    balance = await casino.accounts.top_up(player, below_cents=below_cents)
    if balance is None:
        raise Refused(Code.NOT_BROKE, limit=below_cents)
    casino.floor.tell_balance(player.account, balance)
    return _me(player, balance)


@get("/api/me")
async def me(request: AnyRequest, casino: OfCasino) -> Me:
    """Who you are and what you have."""
    player = await signed_in(request, casino)
    return _me(player, await casino.store.balance(player.account))


@get("/api/lobby")
async def lobby(casino: OfCasino) -> wire.Lobby:
    """All tables as the lobby lists them."""
    return casino.floor.lobby()


@get("/api/tables/{number:int}")
async def table(number: FromPath[int], casino: OfCasino) -> TableView:
    """The public picture of one table, with its own rules."""
    state = casino.floor.state(number)
    if state is None:
        raise Refused(Code.NO_SUCH_TABLE)
    return table_view(state)


@get("/api/odds/{decks:int}")
async def odds(decks: FromPath[Annotated[int, PathParameter(ge=1, le=DECKS_MOST)]]) -> ShoeOdds:
    """What every bet gives back over a full shoe of so many decks, exactly: the same for every house that offers it."""
    return ShoeOdds(decks=decks, bets=full_shoe_odds(decks))


@get("/api/protocol.json")
async def protocol() -> dict[str, Any]:
    """The WebSocket protocol as JSON Schema."""
    return protocol_schema()


@get("/healthz")
async def healthz() -> Health:
    """The process is up."""
    return Health("ok")


@get("/readyz")
async def readyz(casino: OfCasino) -> Response[Health]:
    """The database answers and every table has its dealer."""
    halted = [dealer.number for dealer in casino.floor.dealers.values() if dealer.halted]
    if halted:
        return Response(Health(f"tables stopped: {halted}"), status_code=HTTP_503_SERVICE_UNAVAILABLE)
    if not await casino.store.ready():
        return Response(Health("the database does not answer"), status_code=HTTP_503_SERVICE_UNAVAILABLE)
    return Response(Health("ok"))


def handlers(bounds: Bounds) -> Router:
    """All HTTP handlers. No answer is kept on the way; those that make accounts or money, or read much, have a rate."""
    guests = RateLimitConfig(rate_limit=("minute", bounds.guests_per_minute_per_address), store="guests")
    top_ups = RateLimitConfig(rate_limit=("minute", bounds.top_ups_per_minute_per_address), store="top_ups")
    per_minute = RateLimitConfig(rate_limit=("minute", bounds.shoes_per_minute_per_address), store="shoes")
    routes: list[ControllerRouterHandler] = [
        post("/api/guest", middleware=[guests.middleware])(guest),
        post("/api/topup", middleware=[top_ups.middleware], status_code=HTTP_200_OK)(top_up),
        *shoes.handlers(per_minute.middleware),
        sign_out,
        me,
        lobby,
        table,
        odds,
        *statement.handlers,
        *desk.handlers,
        *staff_accounts.handlers(bounds),
        *staff_tables.handlers,
        *staff_players.handlers,
        *staff_found.handlers,
        protocol,
        healthz,
        readyz,
    ]
    return Router("/", route_handlers=routes, cache_control=CacheControlHeader(no_store=True))
