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
from puntobanco.analysis.ranges import Crew, Range, Threads, play_range, prepare, threads
from puntobanco.analysis.simulation import Goal, simulate

RULES = house_files.load("live")
PLAN = plan_of(RULES)
CHUNKS = 512
REPEATS = 7
SIZES = (1, 4, 16, Cluster.chunks)
WORKERS = os.cpu_count() or 1


class Measured(NamedTuple):
    """The best of some runs: millions of rounds a second by the clock, and how much of a processor this process took meanwhile."""

    millions: float
    share: float


def run(crew: Crew, seed: int) -> Measured:
    """Play all shoes."""
    began, spent = time.perf_counter(), time.process_time()
    figures = simulate(RULES, Goal(shoes=CHUNKS * CHUNK_SHOES), seed, crew=crew)
    taken, spent = time.perf_counter() - began, time.process_time() - spent
    return Measured(figures.rounds / taken / 1_000_000, spent / taken)


def measured(here: Threads, there: Cluster) -> dict[int, Measured]:
    """Let threads (0) and ranges of each size take turns."""
    runs: dict[int, list[Measured]] = {}
    for seed in range(REPEATS):
        runs.setdefault(0, []).append(run(here, seed))
        for chunks in SIZES:
            there.chunks = chunks
            runs.setdefault(chunks, []).append(run(there, seed))
    return {chunks: max(found) for chunks, found in runs.items()}


def table() -> Table:
    """Measure threads and workers of the same number."""
    local = LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None)
    with local, cluster(local.scheduler_address) as there, threads(WORKERS) as here:
        there.prepare(PLAN, False, lambda: None)
        prepare(PLAN, keep=False)
        found = measured(here, there)
    alone = found.pop(0).millions
    rows = [(f"{WORKERS} threads", f"{alone:.3g}", "1", "-")]
    for chunks, (millions, share) in found.items():
        name = f"{WORKERS} workers of Dask, ranges of {chunks} {'chunk' if chunks == 1 else 'chunks'}"
        rows.append((name, f"{millions:.3g}", f"{millions / alone:.2f}", f"{100 * share:.0f} %"))
    size = len(pickle.dumps(play_range(Range(PLAN, 1, 0, CHUNK_SHOES, keep=False))))
    kept = len(pickle.dumps(play_range(Range(PLAN, 1, 0, CHUNK_SHOES, keep=True))))
    return Table(
        ("simulate on a cluster, million rounds/s by the clock", "measured", "× threads", "processor of scheduler and client"),
        rows,
        (
            "Against threads of this process on the same shoes. Scheduler and client are one process here: its share of one.",
            f"The sums of a range are {size / 1000:.0f} kB, whatever its size; a chunk with all its rounds is {kept / 1e6:.1f} MB.",
        ),
    )
