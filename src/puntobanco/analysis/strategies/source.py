"""A plan out of somebody's own file. Its text travels to the processes that play it, which need not see the file.

The file is a program and is run as one: it may do whatever its reader may.
"""

import contextlib
import functools
import hashlib
import linecache
import sys
from collections.abc import Iterator
from types import ModuleType

import msgspec

from puntobanco.analysis.strategies.raised import is_ctrl_c, said_of
from puntobanco.analysis.strategies.ready import Player
from puntobanco.errors import BadStrategy


class Source(msgspec.Struct, frozen=True):
    """A plan by its name in a file: a class, or whatever makes a player when it is called with nothing."""

    path: str
    text: str
    name: str

    def __call__(self) -> Player:
        """A fresh player."""
        made: Player = vars(_module(self.path, self.text))[self.name]()
        return made

    def check(self) -> None:
        """Run the file and make a player. Raises `BadStrategy` where that fails, or there is no such plan."""
        where = f"{self.path}:{self.name}"
        with _told(f"{self.path}: cannot be run"):
            module = _module(self.path, self.text)
        if self.name not in vars(module):
            raise BadStrategy(f"{where}: the file defines no {self.name}")
        if not callable(vars(module)[self.name]):
            raise BadStrategy(f"{where}: is no class, and nothing else that can be called")
        with _told(f"{where}: makes no player"):
            plays = callable(getattr(self(), "bet", None))
        if not plays:
            raise BadStrategy(f"{where}: makes a player that has no method bet(view)")


@contextlib.contextmanager
def _told(what: str) -> Iterator[None]:
    """Whatever somebody else's code raises in the block is an error of the plan, but for Ctrl-C."""
    try:
        yield
    except BaseException as error:
        if is_ctrl_c(error):
            raise
        raise BadStrategy(f"{what}: {said_of(error)}") from None


@functools.cache
def _module(path: str, text: str) -> ModuleType:
    """The module that the text makes, once in a process. Known to Python by a name, as dataclasses need, and to its tracebacks."""
    module = ModuleType(f"puntobanco_plan_{hashlib.sha256(text.encode()).hexdigest()[:16]}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    linecache.cache[path] = len(text), None, text.splitlines(keepends=True), path
    exec(compile(text, path, "exec"), module.__dict__)
    return module
