"""How HTTP says no: always a code, a sentence in the player's language, and the figures; never a traceback."""

from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, TooManyRequestsException
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_401_UNAUTHORIZED,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
    HTTP_429_TOO_MANY_REQUESTS,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)

from puntobanco.bank.store import BadCursor, StoreBroken, StoreFailed
from puntobanco.server.wire import Refusal
from puntobanco.server.words import language_of, sentence
from puntobanco.table.commands import Code, Rejection

log = structlog.get_logger()

_STATUS = {
    Code.MALFORMED: HTTP_400_BAD_REQUEST,
    Code.NOT_SIGNED_IN: HTTP_401_UNAUTHORIZED,
    Code.FROZEN: HTTP_403_FORBIDDEN,
    Code.FORBIDDEN: HTTP_403_FORBIDDEN,
    Code.NO_SUCH_TABLE: HTTP_404_NOT_FOUND,
    Code.NOT_FOUND: HTTP_404_NOT_FOUND,
    Code.NOT_BROKE: HTTP_409_CONFLICT,
    Code.WRONG_PHASE: HTTP_409_CONFLICT,
    Code.COMMAND_ID_REUSED: HTTP_409_CONFLICT,
    Code.TOO_LATE: HTTP_409_CONFLICT,
    Code.NAME_TAKEN: HTTP_409_CONFLICT,
    Code.LAST_HOST: HTTP_409_CONFLICT,
    Code.LINK_USED: HTTP_404_NOT_FOUND,
    Code.WRONG_PASSWORD: HTTP_401_UNAUTHORIZED,
    Code.NEEDS_APPROVAL: HTTP_403_FORBIDDEN,
    Code.RATE_LIMITED: HTTP_429_TOO_MANY_REQUESTS,
    Code.FAULT: HTTP_500_INTERNAL_SERVER_ERROR,
    Code.UNAVAILABLE: HTTP_503_SERVICE_UNAVAILABLE,
}


class Refused(Exception):
    """Raised by a handler to answer with a refusal."""

    def __init__(self, why: Code | Rejection, *, limit: int | None = None) -> None:
        self.rejection = why if isinstance(why, Rejection) else Rejection(code=why, limit=limit)
        super().__init__(self.rejection.code)


def refusal_response(request: Request[Any, Any, Any], rejection: Rejection, detail: str | None = None) -> Response[Refusal]:
    """A refusal in the language that the request asks for."""
    message = sentence(rejection, language_of(request.headers.get("accept-language")))
    refusal = Refusal(code=rejection.code, message=message, detail=detail, limit=rejection.limit, left=rejection.left)
    return Response(refusal, status_code=_STATUS.get(rejection.code, HTTP_400_BAD_REQUEST))


def on_refused(request: Request[Any, Any, Any], error: Refused) -> Response[Refusal]:
    """A handler refused."""
    return refusal_response(request, error.rejection)


def on_bad_cursor(request: Request[Any, Any, Any], error: BadCursor) -> Response[Refusal]:
    """The cursor of a page is none that we gave."""
    return refusal_response(request, Rejection(code=Code.MALFORMED), str(error))


def on_store_failed(request: Request[Any, Any, Any], error: StoreFailed | StoreBroken) -> Response[Refusal]:
    """The database could not do it."""
    log.error("the store failed", path=request.url.path, exc_info=error)
    return refusal_response(request, Rejection(code=Code.UNAVAILABLE))


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    """The framework refused: no such path, a wrong method, a body that cannot be read, too many requests."""
    if isinstance(error, TooManyRequestsException):
        code = Code.RATE_LIMITED
    elif error.status_code == HTTP_404_NOT_FOUND:
        code = Code.NOT_FOUND
    elif error.status_code >= HTTP_500_INTERNAL_SERVER_ERROR:
        code = Code.FAULT
    else:
        code = Code.MALFORMED
    detail = _detail(error) if code is Code.MALFORMED else None
    response = refusal_response(request, Rejection(code=code), detail)
    response.status_code = error.status_code
    return response


def _detail(error: HTTPException) -> str:
    """What the framework found wrong with a request, by parameter where it says so."""
    if not isinstance(error.extra, list):
        return error.detail
    return "; ".join(f"{item.get('key')}: {item.get('message')}" for item in error.extra if isinstance(item, dict))


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    """A bug of ours: logged, told without details."""
    log.error("a request failed", path=request.url.path, exc_info=error)
    return refusal_response(request, Rejection(code=Code.FAULT))
