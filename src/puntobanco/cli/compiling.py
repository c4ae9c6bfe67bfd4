"""A word to who waits while Numba compiles: only where it really does, not where it takes what was compiled before."""

import contextlib
import sys
from collections.abc import Iterator

from puntobanco.cli.streams import say

SAID = "compiling for this machine, usually once: about ten seconds"


@contextlib.contextmanager
def told_of_compiling() -> Iterator[None]:
    """Say so in one line when something is compiled within the block; on a terminal a sign turns beside it until the end.

    Raises `ImportError` where there is no Numba.
    """
    from numba.core import event

    with contextlib.ExitStack() as shown:

        class Told(event.Listener):
            """Hears of the first function that is compiled; those it calls are compiled with it."""

            said = False

            def on_start(self, _event: object) -> None:
                if not self.said:
                    self.said = True
                    _show(shown)

            def on_end(self, _event: object) -> None:
                """Another may follow."""

        with event.install_listener("numba:compile", Told()):
            yield


def _show(until: contextlib.ExitStack) -> None:
    if sys.stderr is None or not sys.stderr.isatty():
        say(SAID)
        return
    from rich.console import Console

    until.enter_context(Console(stderr=True).status(SAID))
