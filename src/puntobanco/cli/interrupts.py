"""Ctrl-C as a wish: a run that can be stopped ends with the figures of what was done."""

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType

Stopped = Callable[[], bool]


@contextlib.contextmanager
def interrupts() -> Iterator[Stopped]:
    """Whether Ctrl-C was pressed, for the run to ask; the second one is as everywhere."""
    interrupted = False

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield lambda: interrupted
    finally:
        signal.signal(signal.SIGINT, before)
