"""What a cluster costs beside threads: the same shoes by two workers of Dask on this machine, in ranges of more and fewer chunks.

Scheduler and client are this process: the processor time it takes is what ranges cost beside being played.
"""

import os
import pickle
import time
from typing import NamedTuple

from distributed import LocalCluster

from bench.table import Table
from puntobanco import house_files
from puntobanco.analysis.chunk import CHUNK_SHOES
from puntobanco.analysis.cluster import Cluster, cluster
from puntobanco.analysis.plan import plan_of
from puntobanco.analysis.ranges import Crew, Range, play_range, prepare, threads
from puntobanco.analysis.simulation import Goal, simulate

RULES = house_files.load("live")
PLAN = plan_of(RULES)
CHUNKS = 512
REPEATS = 3
SIZES = (1, 4, 16, Cluster.chunks)
WORKERS = os.cpu_count() or 1


class Measured(NamedTuple):
    """The best of some runs: millions of rounds a second by the clock, and how much of a processor this process took meanwhile."""

    millions: float
    share: float


def measured(crew: Crew) -> Measured:
    """Play all shoes."""
    runs = []
    for seed in range(REPEATS):
        began, spent = time.perf_counter(), time.process_time()
        figures = simulate(RULES, Goal(shoes=CHUNKS * CHUNK_SHOES), seed, crew=crew)
        taken, spent = time.perf_counter() - began, time.process_time() - spent
        runs.append(Measured(figures.rounds / taken / 1_000_000, spent / taken))
    return max(runs)


def with_ranges(address: str) -> dict[int, Measured]:
    """Measure the workers with ranges of all sizes."""
    found = {}
    with cluster(address) as crew:
        crew.prepare(PLAN, False, lambda: False, lambda: None)
        for chunks in SIZES:
            crew.chunks = chunks
            found[chunks] = measured(crew)
    return found


def table() -> Table:
    """Measure threads and workers of the same number."""
    prepare(PLAN, keep=False)
    with threads(WORKERS) as crew:
        alone = measured(crew).millions
    with LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as local:
        found = with_ranges(local.scheduler_address)
    rows = [(f"{WORKERS} threads", f"{alone:.3g}", "1", "-")]
    for chunks, (millions, share) in found.items():
        name = f"{WORKERS} workers of Dask, ranges of {chunks} {'chunk' if chunks == 1 else 'chunks'}"
        rows.append((name, f"{millions:.3g}", f"{millions / alone:.2f}", f"{100 * share:.0f} %"))
    size = len(pickle.dumps(play_range(Range(PLAN, 1, 0, CHUNK_SHOES, keep=False))))
    kept = len(pickle.dumps(play_range(Range(PLAN, 1, 0, CHUNK_SHOES, keep=True))))
    return Table(
        ("simulate on a cluster, million rounds/s by the clock", "measured", "× threads", "scheduler and client"),
        rows,
        (
            "Against threads of this process on the same shoes. Scheduler and client are one process here: their share of a processor.",
            f"The sums of a range are {size / 1000:.0f} kB, whatever its size; a chunk with all its rounds is {kept / 1e6:.1f} MB.",
        ),
    )
