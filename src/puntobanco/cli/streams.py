"""Lines in, lines out, and who is looking: what the commands that work line by line share."""

import sys
import time
from collections.abc import Iterator
from typing import Protocol, cast

import msgspec

from puntobanco.errors import BadSettings

LINE_BYTES_MOST = 1 << 20
"""The longest line that is read. Of a longer one only the beginning is kept, which is longer than this too."""

CHUNK_BYTES = 1 << 16
PROGRESS_EVERY_SECONDS = 0.5
BAR_SIGNS = 30


class Source(Protocol):
    """Bytes to read, such as those of stdin."""

    def read1(self, size: int, /) -> bytes:
        """Return what can be had without waiting for more, none at the end."""
        ...


def data_in() -> Source:
    """The bytes of stdin, with a word of advice where a person would have to type them. Raises `BadSettings` when it is closed."""
    if sys.stdin is None:
        raise BadSettings("stdin is closed: there is nothing to read")
    if sys.stdin.isatty():
        print("Reading lines from the terminal; Ctrl-D ends them. Usually a file is given: < FILE", file=sys.stderr)
    return cast(Source, sys.stdin.buffer)


def batches(source: Source) -> Iterator[list[bytes]]:
    """The lines of a source without their line feeds, in batches: all that can be had without waiting for more.

    So a program that sends one line and waits for the answer gets it, and a file goes through in large pieces.
    """
    rest = b""
    while chunk := source.read1(CHUNK_BYTES):
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()[: LINE_BYTES_MOST + 1]
        yield lines
    if rest:
        yield [rest]


def print_json(document: object) -> None:
    """Print one JSON document: on one line, and indented where a person looks."""
    encoded = msgspec.json.encode(document)
    print((msgspec.json.format(encoded, indent=2) if sys.stdout.isatty() else encoded).decode())


def say(line: str) -> None:
    """Tell a person something on stderr, where there is one."""
    if sys.stderr is not None:
        print(line, file=sys.stderr)


class Progress:
    """A counting line on stderr, only where stderr is a terminal; with a bar where it is known ``of`` how many.

    ``timed``: and with how many a second, and the time that is left.
    """

    def __init__(self, what: str, *, of: int | None = None, timed: bool = False) -> None:
        self._what = what
        self._of = of
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._began = time.monotonic() if timed else None
        self._next = time.monotonic() + PROGRESS_EVERY_SECONDS

    def at(self, count: int) -> None:
        """Say how many there are, if it is time to say it again."""
        if self._shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + PROGRESS_EVERY_SECONDS
            print(f"\r{self._line(count)}{self._pace(count)}", end="", file=sys.stderr, flush=True)

    def _line(self, count: int) -> str:
        if not self._of:
            return f"{count:,} {self._what}"
        bar = "#" * (BAR_SIGNS * count // self._of)
        return f"[{bar:.<{BAR_SIGNS}}] {count:,} of {self._of:,} {self._what}"

    def _pace(self, count: int) -> str:
        if self._began is None or not self._of or not count:
            return ""
        taken = time.monotonic() - self._began
        left = max(0, round(taken * (self._of - count) / count))
        minutes, seconds = divmod(left, 60)
        return f", {count / max(taken, 0.001):,.0f} a second, {minutes}:{seconds:02} left \x1b[K"

    def end(self) -> None:
        """Take the line away again."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
