"""The application: HTTP, WebSocket and the built page put together over a running casino."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar import Litestar, Request, Response, WebSocket, get, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.static_files import create_static_files_router
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import ControllerRouterHandler, ExceptionHandlersMap, Message, Scope

from puntobanco import __version__
from puntobanco.bank.store import BadCursor, StoreBroken, StoreFailed
from puntobanco.server import refusals, session, wire
from puntobanco.server.accounts import COOKIE
from puntobanco.server.api import handlers
from puntobanco.server.casino import Casino
from puntobanco.server.visitors import OfCasino, casino_of
from puntobanco.server.words import language_of, sentence
from puntobanco.table.commands import Code, Rejection

log = structlog.get_logger()

PAGE = Path(__file__).parent / "page"
"""The built page; the wheel carries it."""

PATH_LETTERS_MAX = 200
"""The longest path that is looked at; the longest of ours has about 60 letters."""

COMPRESSED_FROM_BYTES = 1_000
"""From this size on, scripts and styles travel compressed."""

_CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; frame-src 'self'; child-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors "
)

_PAGE_PATHS = ("/", "/index.html")
"""Where the page is; it alone may be put into a frame, and only by itself: several tables side by side."""

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def make_app(casino: Casino) -> Litestar:
    """The ASGI application over a casino that is running."""
    return Litestar(
        [handlers(casino.bounds), socket, *_page()],
        state=State({"casino": casino}),
        dependencies={"casino": Provide(casino_of)},
        before_request=_refused_at_the_door,
        before_send=[_protect],
        exception_handlers=_exception_handlers(),
        openapi_config=OpenAPIConfig(
            title="Puntobanco",
            version=__version__,
            description="An open baccarat house. Amounts are integer cents, times milliseconds since 1970.",
            path="/api/openapi.json",
            render_plugins=[JsonRenderPlugin(path="/")],
            use_handler_docstrings=True,
        ),
        # Answers about players stay as they are: what is secret in them must not show in their length.
        compression_config=CompressionConfig(backend="gzip", minimum_size=COMPRESSED_FROM_BYTES, exclude=["^/api", "^/ws"]),
        request_max_body_size=casino.bounds.request_body_bytes,
        logging_config=None,
    )


@websocket("/ws")
async def socket(socket: WebSocket[Any, Any, Any], casino: OfCasino) -> None:
    """A player's socket. Refused without a session, from a foreign page, or when there are too many."""
    await socket.accept()
    try:
        await _serve_socket(socket, casino)
    except StoreFailed:
        log.exception("the store failed; a socket is closed")
        await socket.close(session.CLOSE_TRY_AGAIN)
    except Exception:
        log.exception("a socket is closed by a fault of the program")
        await socket.close(session.CLOSE_FAULT)


async def _serve_socket(socket: WebSocket[Any, Any, Any], casino: Casino) -> None:
    floor, bounds = casino.floor, casino.bounds
    language = language_of(socket.query_params.get("lang") or socket.headers.get("accept-language"))
    player = await casino.accounts.player_of(socket.cookies.get(COOKIE))
    if not _from_here(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(session.CLOSE_WRONG_ORIGIN)
    elif player is None:
        refusal = Rejection(code=Code.NOT_SIGNED_IN)
        told = wire.Refusal(code=refusal.code, message=sentence(refusal, language))
        await socket.send_text(msgspec.json.encode(wire.Problem(refusal=told)).decode())
        await socket.close(session.CLOSE_NOT_SIGNED_IN)
    elif floor.sockets >= bounds.sockets or floor.sockets_of(player.account) >= bounds.sockets_per_player:
        await socket.close(session.CLOSE_TOO_MANY)
    else:
        served = session.Session(
            socket,
            player,
            language,
            floor=floor,
            chat=casino.chat,
            standings=casino.standings,
            clock=casino.clock,
            bounds=bounds,
            least_bet_cents=casino.least_bet_cents,
        )
        await served.run(casino.store)


def _from_here(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from our own page, or from a program, which sends no origin."""
    try:
        return origin is None or (bool(host) and urlsplit(origin)[:2] in (("http", host), ("https", host)))
    except ValueError:  # no URL at all
        return False


def _refused_at_the_door(request: Request[Any, Any, Any]) -> Response[wire.Refusal] | None:
    """Refuse what another site's page asks for in a player's name, and paths that no file system can hold."""
    if "\0" in request.url.path or len(request.url.path) > PATH_LETTERS_MAX:
        return refusals.refusal_response(request, Rejection(code=Code.NOT_FOUND))
    if request.method in ("GET", "HEAD") or _from_here(request.headers.get("origin"), request.headers.get("host")):
        return None
    return refusals.refusal_response(request, Rejection(code=Code.FORBIDDEN))


async def _protect(message: Message, scope: Scope) -> None:
    """Put the protecting headers on every answer: pages, files and refusals alike."""
    if message["type"] == "http.response.start":
        framed_by = "'self'" if scope["path"] in _PAGE_PATHS else "'none'"
        headers = MutableScopeHeaders.from_message(message)
        headers.update(_HEADERS)
        headers["Content-Security-Policy"] = _CONTENT_SECURITY_POLICY + framed_by


def _exception_handlers() -> ExceptionHandlersMap:
    return {
        refusals.Refused: refusals.on_refused,
        BadCursor: refusals.on_bad_cursor,
        StoreFailed: refusals.on_store_failed,
        StoreBroken: refusals.on_store_failed,
        HTTPException: refusals.on_http_error,
        Exception: refusals.on_fault,
    }


def _page() -> list[ControllerRouterHandler]:
    """The built page and its assets; where it has not been built, a line that says how to."""
    if not (PAGE / "index.html").is_file():
        return [_not_built]
    assets = create_static_files_router(
        path="/assets", directories=[PAGE / "assets"], cache_control=CacheControlHeader(max_age=31_536_000, immutable=True)
    )
    page = create_static_files_router(
        path="/", directories=[PAGE], html_mode=True, cache_control=CacheControlHeader(no_cache=True), name="page"
    )
    return [assets, page, _display, _desk, _table_desk]


@get("/display/{number:int}", include_in_schema=False)
async def _display(number: FromPath[int]) -> Redirect:
    """A table on a television: the address that a host types in."""
    return Redirect(f"/#/display/{number}")


@get("/desk", include_in_schema=False)
async def _desk() -> Redirect:
    """The staff's desk: the address that a host types in."""
    return Redirect("/#/desk")


@get("/desk/{number:int}", include_in_schema=False)
async def _table_desk(number: FromPath[int]) -> Redirect:
    """The desk of one table."""
    return Redirect(f"/#/desk/{number}")


@get("/", include_in_schema=False, media_type="text/plain")
async def _not_built() -> Response[str]:
    """There is no page to show."""
    return Response("The page has not been built: run make run.", status_code=HTTP_503_SERVICE_UNAVAILABLE)
