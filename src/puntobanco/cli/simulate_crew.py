"""Who plays a simulation: threads of this process, or the workers of a Dask scheduler; ready to begin."""

import contextlib
import logging
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from puntobanco.cli.compiling import told_of_compiling
from puntobanco.cli.extras import check_installed
from puntobanco.cli.streams import say
from puntobanco.game.house import HouseRules

if TYPE_CHECKING:
    from puntobanco.analysis.ranges import Crew

EXTRA = ("numpy", "numba")


def check_extra(*, cluster: bool, file: bool) -> None:
    """Check that what is needed is installed. Raises `BadSettings` that says how to get it."""
    check_installed("simulate", (*EXTRA, "pyarrow") if file else EXTRA)
    if cluster:
        check_installed("simulate", ["distributed"], "cluster")


@contextlib.contextmanager
def threads(rules: HouseRules, workers: int, keep: bool) -> "Iterator[Crew]":
    """So many threads; what they need is compiled."""
    from puntobanco.analysis import ranges
    from puntobanco.analysis.plan import plan_of

    with told_of_compiling():
        ranges.prepare(plan_of(rules), keep)
    with ranges.threads(workers) as crew:
        yield crew


@contextlib.contextmanager
def cluster(rules: HouseRules, address: str, keep: bool) -> "Iterator[Crew]":
    """The workers of the scheduler at this address, with what they need compiled there. Raises `BadSettings`."""
    from puntobanco.analysis.cluster import cluster as connected
    from puntobanco.analysis.plan import plan_of

    with _quiet(), connected(address, say) as crew:
        crew.prepare(plan_of(rules), keep, lambda: say("the workers get ready; the first time they compile: about ten seconds"))
        yield crew


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Dask and Tornado log every lost connection at length, and warn of versions; what matters of it is said in one line here."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
