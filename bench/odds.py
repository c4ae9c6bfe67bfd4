"""How long the exact odds of all 15 bets of a shoe take: plain Python and Numba, against a straightforward count in C.

The C (odds_kernel.c) goes over 55 x 55 hands of two cards and loops over third cards. It is compiled here by the system's compiler
for this machine, and left out with a line where there is none. All do the same shoes in turn, in one run, and have to agree.
Time of the process counts, not that of others on a busy machine.
"""

import ctypes
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.table import Table, wanted
from puntobanco.analysis import kernel_bets
from puntobanco.analysis.composition import Composition, full_shoe
from puntobanco.analysis.coups import DRAWS_TO, STOOD_TO
from puntobanco.analysis.kernel import Ints
from puntobanco.analysis.odds import odds_of
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK, DECK_CARDS

SHOES = 100
REPEATS = 15
SOURCE = Path(__file__).with_name("odds_kernel.c")
COMPILERS = ("cc", "gcc", "clang")
NO_COMPILER = "no C compiler here (cc, gcc, clang): nothing to compare with"
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")

Job = Callable[[list[Composition]], Ints]


class Figure(NamedTuple):
    """One line of the table: microseconds a shoe, what they must and should be at most, and how many times as fast as the C."""

    name: str
    micros: float
    must: int | None
    aim: int | None
    ratio: float | None


def shoes() -> list[Composition]:
    """Return shoes as a game of eight decks leaves them: full, and then four cards fewer each time."""
    chance = np.random.default_rng(1)
    order = chance.permutation(8 * DECK_CARDS) % DECK_CARDS
    gone = [np.bincount(order[: 4 * number], minlength=len(DECK)) for number in range(SHOES)]
    return [
        Composition(tuple(left - int(count) for left, count in zip(full_shoe(8).counts, counts, strict=True))) for counts in gone
    ]


def plain(given: list[Composition]) -> Ints:
    """Work out all bets in plain Python."""
    rows = []
    for shoe in given:
        odds = odds_of(shoe)
        returns = {bet: odds.returns(bet).returned for bet in Bet}
        rows.append([returns[bet][back] for bet, back in kernel_bets.COLUMNS])
    return np.array(rows, np.int64)


def numba_one_by_one(given: list[Composition]) -> Ints:
    """Call the kernel from Python for each shoe."""
    return np.concatenate([kernel_bets.returned([shoe]) for shoe in given])


def compiled_c(folder: Path) -> Job | None:
    """Compile the C and return it as a job, or None where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        return None
    library = folder / "odds_kernel.so"
    subprocess.run([compiler, *FLAGS, "-o", library, SOURCE], check=True)
    function = ctypes.CDLL(str(library)).returned
    draws_to = np.array(DRAWS_TO, np.int32)
    starts, members = kernel_bets.STARTS, kernel_bets.MEMBERS

    def job(given: list[Composition]) -> Ints:
        counts = np.array([shoe.counts for shoe in given], np.int32)
        rows = np.zeros((len(given), len(kernel_bets.COLUMNS)), np.int64)
        at = [array.ctypes.data_as(ctypes.c_void_p) for array in (counts, draws_to, starts, members, rows)]
        size, columns, stood = ctypes.c_int64(len(given)), ctypes.c_int64(rows.shape[1]), ctypes.c_int64(STOOD_TO)
        function(size, at[0], at[1], stood, columns, at[2], at[3], at[4])
        return rows

    return job


def measured(jobs: dict[str, Job]) -> dict[str, float]:
    """Return the median of microseconds a shoe of each job; they take turns. Each has to say the same."""
    given = shoes()
    wanted = next(iter(jobs.values()))(given)
    for name, job in jobs.items():
        assert np.array_equal(job(given), wanted), f"{name} counts otherwise"
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(REPEATS):
        for name, job in jobs.items():
            started = time.process_time()
            job(given)
            times[name].append(time.process_time() - started)
    return {name: statistics.median(seconds) / len(given) * 1_000_000 for name, seconds in times.items()}


def figures() -> list[Figure]:
    """Measure."""
    jobs: dict[str, Job] = {
        "plain Python": plain,
        "Numba, a call a shoe": numba_one_by_one,
        "Numba, one call": kernel_bets.returned,
    }
    bounds: dict[str, tuple[int, int | None]] = {
        "plain Python": (5_000, 1_000),
        "Numba, a call a shoe": (50, None),
        "Numba, one call": (50, 7),
    }
    with tempfile.TemporaryDirectory() as folder:
        c = compiled_c(Path(folder))
        if c is not None:
            jobs["C, 55 x 55 hands"] = c
        micros = measured(jobs)
    base = micros.get("C, 55 x 55 hands")
    return [_figure(name, took, bounds.get(name, (None, None)), base) for name, took in micros.items()]


def _figure(name: str, micros: float, bounds: tuple[int | None, int | None], base: float | None) -> Figure:
    return Figure(name, micros, *bounds, base and base / micros)


def table() -> Table:
    """Measure."""
    found = figures()
    rows = [
        (name, f"{micros:.1f}", wanted(must), wanted(aim), f"{ratio:.3g}" if ratio else "-")
        for name, micros, must, aim, ratio in found
    ]
    against = "The C counts 55 × 55 hands of two cards with loops over third cards, in the same run (`bench/odds_kernel.c`)."
    note = NO_COMPILER if found[-1].ratio is None else against
    return Table(("exact odds of all 15 bets, µs a shoe", "measured", "at most", "aim", "times as fast as the C"), rows, (note,))
