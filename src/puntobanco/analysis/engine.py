"""Which count is used when it is not known how many shoes will come: plain Python first, machine code for many."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from puntobanco.analysis.coups import count_coups

SHOES_BEFORE = 1_000
"""Shoes that plain Python counts in the time in which Numba is loaded, or less."""


class Engine:
    """Counts coups as `coups.count_coups` does, from some number of shoes on in machine code where Numba is installed."""

    def __init__(self, before: int = SHOES_BEFORE, compiling: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        """``compiling`` is around the first count in machine code, for which Numba may have to compile."""
        self._before = before
        self._compiling = compiling
        self._counted = 0
        self._count = count_coups

    def __call__(self, n: Sequence[int]) -> Sequence[int]:
        """Count the coups of a shoe with ``n`` cards of 0, 1, …, 9 points."""
        self._counted += 1
        if self._counted == self._before + 1 and self._loaded():
            with self._compiling():
                return self._count(n)
        return self._count(n)

    def _loaded(self) -> bool:
        try:
            from puntobanco.analysis import kernel_bets
        except ImportError:  # not installed: it is of the extra puntobanco[analysis]
            return False
        self._count = kernel_bets.count_coups
        return True
