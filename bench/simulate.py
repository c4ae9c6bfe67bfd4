"""How many rounds a second are simulated, whole shoes with all counters: Numba, straightforward C, and a plain Python loop.

The C (simulate_kernel.c) is compiled here by the system's compiler for this machine, and left out with a line where there is none.
All play the house `live` and take turns in one run; what they count has to agree within chance. Time of the process counts for one
thread, so that others on a busy machine do not, and time of the clock for all threads together.
"""

import ctypes
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench.table import Table, wanted
from puntobanco import house_files
from puntobanco.analysis import chunk
from puntobanco.analysis.generator import states_of
from puntobanco.analysis.plan import plan_of
from puntobanco.analysis.simulation import Goal, simulate
from puntobanco.game.bets import facts_of, verdicts_of
from puntobanco.game.rules import deal
from puntobanco.game.shoe import burn, full_pack

REPEATS = 9
SOURCE = Path(__file__).with_name("simulate_kernel.c")
COMPILERS = ("cc", "gcc", "clang")
NO_COMPILER = "no C compiler here (cc, gcc, clang): nothing to compare with"
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")

RULES = house_files.load("live")
PLAN = plan_of(RULES)
PYTHON_SHOES = 40
SHOES_TOGETHER = 100 * chunk.CHUNK_SHOES
BUDGET, AIM = 60, 150
"""Millions of rounds a second on two processors."""

C_RATIO = 1.2
"""Times as fast as the straightforward C at least."""

Array = npt.NDArray[np.uint16] | npt.NDArray[np.uint32] | npt.NDArray[np.uint64]
Job = Callable[[int], tuple[int, int]]
"""Plays, from a number that is another each time; returns rounds, and how many of them were ties."""


class Figure(NamedTuple):
    """One line of the table: millions of rounds a second of one thread, and how many times as fast as the C."""

    name: str
    millions: float
    ratio: float | None


def numba_kernel(number: int) -> tuple[int, int]:
    """Play a chunk."""
    played = chunk.play(PLAN, 1, number)
    return int(played.rounds.sum()), int(played.tally.streaks[2::3].sum())


def plain_python(number: int) -> tuple[int, int]:
    """Shuffle, deal and settle in a loop, by the package's own rules."""
    chance, cards = random.Random(number), list(full_pack(RULES.decks))
    returned: Counter[tuple[str, int]] = Counter()
    rounds = ties = 0
    for _ in range(PYTHON_SHOES):
        chance.shuffle(cards)
        cut_card = len(cards) - chance.randint(RULES.cut_card_least, RULES.cut_card_most)
        burned = burn(RULES.burn, RULES.decks, cards[0])
        at = burned.shown + burned.face_down
        while at <= cut_card:
            coup = deal(cards[at : at + 6])
            for bet, verdict in verdicts_of(facts_of(coup)).items():
                returned[bet, verdict.returned_20] += 1
            at += coup.card_count
            rounds += 1
            ties += coup.player_points == coup.banker_points
    return rounds, ties


def compiled_c(folder: Path) -> Job | None:
    """Compile the C and return it as a job, or None where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        return None
    library = folder / "simulate_kernel.so"
    subprocess.run([compiler, *FLAGS, "-o", library, SOURCE], check=True)
    function = ctypes.CDLL(str(library)).play
    function.restype = ctypes.c_int64
    known = chunk.tables()

    def job(number: int) -> tuple[int, int]:
        tally, seed = chunk.new_tally(), np.ascontiguousarray(states_of(2, number)[:, 0])
        whole = [chunk.CHUNK_SHOES, PLAN.cards, PLAN.behind_least, PLAN.behind_most, PLAN.first]
        arrays: list[Array] = [seed, known.streaks, known.roads, *tally]
        at = [array.ctypes.data_as(ctypes.c_void_p) for array in arrays]
        rounds = function(at[0], *map(ctypes.c_int64, whole), *at[1:])
        assert int(tally.first.sum()) + int(tally.later.sum()) == rounds
        return rounds, int(tally.streaks[2::3].sum())

    return job


def measured(jobs: dict[str, Job]) -> dict[str, float]:
    """Return the median of each job's millions of rounds a second; they take turns."""
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for name, job in jobs.items():
        rounds, ties = job(0)
        assert abs(ties / rounds - 0.0951597) < 5 * (0.0951597 * 0.9048403 / rounds) ** 0.5, f"{name} has {ties} ties of {rounds}"
    for number in range(1, REPEATS + 1):
        for name, job in jobs.items():
            started = time.process_time()
            rounds, _ = job(number)
            rates[name].append(rounds / (time.process_time() - started) / 1_000_000)
    return {name: statistics.median(each) for name, each in rates.items()}


def figures() -> list[Figure]:
    """Measure one thread of each."""
    jobs: dict[str, Job] = {"plain Python": plain_python, "Numba": numba_kernel}
    with tempfile.TemporaryDirectory() as folder:
        c = compiled_c(Path(folder))
        if c is not None:
            jobs["straightforward C"] = c
        rates = measured(jobs)
    base = rates.get("straightforward C")
    return [Figure(name, rate, base and rate / base) for name, rate in rates.items()]


def together(workers: int) -> float:
    """Measure a whole run in threads by the clock, the best of some: millions of rounds a second."""
    rates = []
    for seed in range(REPEATS):
        started = time.perf_counter()
        found = simulate(RULES, Goal(shoes=SHOES_TOGETHER), seed, workers=workers)
        rates.append(found.rounds / (time.perf_counter() - started) / 1_000_000)
    return max(rates)


def table() -> Table:
    """Measure."""
    found = figures()
    rows = [
        (
            f"{name}, one thread",
            f"{millions:.3g}",
            f"{C_RATIO} × C" if name == "Numba" else "-",
            "-",
            f"{ratio:.3g}" if ratio else "-",
        )
        for name, millions, ratio in found
    ]
    workers = os.cpu_count() or 1
    rows.append((f"a run of {workers} threads, by the clock", f"{together(workers):.3g}", wanted(BUDGET), wanted(AIM), "-"))
    against = "The C is straightforward and has the same counters, one thread, in the same run (`bench/simulate_kernel.c`)."
    note = NO_COMPILER if found[-1].ratio is None else against
    columns = ("whole shoes, all counters, million rounds/s", "measured", "at least", "aim", "times as fast as the C")
    return Table(columns, rows, (note,))
