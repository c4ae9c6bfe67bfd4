"""Who asks over HTTP: the request's player, and the casino that it asks."""

from typing import Any, TypeAlias

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency

from puntobanco.bank.store import Player
from puntobanco.server.accounts import COOKIE
from puntobanco.server.casino import Casino
from puntobanco.server.refusals import Refused
from puntobanco.table.commands import Code

AnyRequest: TypeAlias = Request[Any, Any, Any]
OfCasino: TypeAlias = NamedDependency[Casino]


async def casino_of(state: State) -> Casino:
    """The running casino, for handlers that ask for it."""
    casino: Casino = state.casino
    return casino


async def player_of(request: AnyRequest, casino: Casino) -> Player | None:
    """The player of a request, None without a session that holds."""
    return await casino.accounts.player_of(request.cookies.get(COOKIE))


async def signed_in(request: AnyRequest, casino: Casino) -> Player:
    """The player of a request. Refuses with ``not_signed_in``."""
    player = await player_of(request, casino)
    if player is None:
        raise Refused(Code.NOT_SIGNED_IN)
    return player
