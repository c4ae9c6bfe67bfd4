"""Ctrl-C as a wish: a run that can be stopped ends with the figures of what was done."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType

Stopped = Callable[[], bool]

SAID = "ending after what is at work; Ctrl-C again ends at once"
LINE_AWAY = "\r\x1b[K"


@contextlib.contextmanager
def interrupts() -> Iterator[Stopped]:
    """Whether Ctrl-C was pressed, for the run to ask, and for who pressed it a word at once; the second one is as everywhere."""
    interrupted = False

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        signal.signal(signal.SIGINT, before)
        _tell()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield lambda: interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def _tell() -> None:
    """Straight to stderr, as Ctrl-C may strike in the middle of a print. A counting line goes away."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError, ValueError):
        to = sys.stderr.fileno()
        os.write(to, f"{LINE_AWAY if os.isatty(to) else ''}{SAID}\n".encode())
