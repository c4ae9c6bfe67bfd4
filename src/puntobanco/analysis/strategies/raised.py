"""What somebody else's code raised, on one line; and whether Ctrl-C did."""

import dis
import traceback
from types import TracebackType

_RAISE = dis.opmap["RAISE_VARARGS"]


def is_ctrl_c(error: BaseException) -> bool:
    """Whether this is Ctrl-C, which strikes between the steps of a program, and not a step of its own that raised the same."""
    return isinstance(error, KeyboardInterrupt) and not (error.__traceback__ and _raises(_last(error.__traceback__)))


def said_of(error: BaseException) -> str:
    """Kind and words of an error, with the place where it was raised."""
    try:
        words = str(error)
    except BaseException as other:  # words of anybody's making
        if is_ctrl_c(other):
            raise
        words = f"its own words cannot be read, {type(other).__name__}"
    return f"{type(error).__name__}{': ' if words else ''}{words}{_place(error)}"


def _place(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return ""  # is in its words
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f" ({place.filename}, line {place.lineno})"


def _last(found: TracebackType) -> TracebackType:
    while found.tb_next:
        found = found.tb_next
    return found


def _raises(found: TracebackType) -> bool:
    return found.tb_frame.f_code.co_code[found.tb_lasti] == _RAISE
