"""Ranges of chunks: a job that anybody can do who has this package, and the port behind which threads or machines do them.

A range's sums are added up where it is played, so that what comes back is as small for many chunks as for one.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple, Protocol

import numpy as np

import puntobanco
from puntobanco.analysis import chunk as chunks
from puntobanco.analysis.chunk import CHUNK_SHOES, Chunk, Rows, ShoeRounds
from puntobanco.analysis.figures import Sums
from puntobanco.analysis.plan import Plan
from puntobanco.errors import PuntobancoError

Stopped = Callable[[], bool]


class Range(NamedTuple):
    """So many shoes from the beginning of a chunk on. ``rounds``: no further than the shoe that reaches so many.

    ``keep`` asks for every round; such a range is within one chunk.
    """

    plan: Plan
    seed: int
    first: int
    shoes: int
    keep: bool
    rounds: int | None = None
    version: str = puntobanco.__version__

    @property
    def first_shoe(self) -> int:
        """Its number, from 1."""
        return self.first * CHUNK_SHOES + 1


class Kept(NamedTuple):
    """The rounds of each shoe of a range, and every round."""

    rounds: ShoeRounds
    rows: Rows


class Played(NamedTuple):
    """What came of a range."""

    sums: Sums
    kept: Kept | None


class CrewLost(PuntobancoError):
    """Those who play will play no more; the message says why."""


class Crew(Protocol):
    """Who plays ranges. ``chunks`` is how many a range has at most where rounds are not kept."""

    chunks: int

    def ahead(self, keep: bool, /) -> int:
        """How many ranges are in work or waiting to be added up, at most; fewer where they ``keep`` their rounds."""
        ...

    def submit(self, job: Range) -> "Future[Played]":
        """Have a range played, after those before it."""
        ...

    def wait(self, future: "Future[Played]", stopped: Stopped, /) -> Played | None:
        """What came of it; None where ``stopped`` came first. Raises `CrewLost`."""
        ...


class Threads:
    """Threads of this process. A range is one chunk, so that a run that is stopped ends soon."""

    chunks = 1

    def __init__(self, pool: ThreadPoolExecutor, workers: int) -> None:
        self._pool = pool
        self._workers = workers

    def ahead(self, _keep: bool, /) -> int:
        """One in work and one waiting for each, kept or not."""
        return 2 * self._workers

    def submit(self, job: Range) -> Future[Played]:
        """Have it played by a thread."""
        return self._pool.submit(play_range, job)

    def wait(self, future: Future[Played], _stopped: Stopped, /) -> Played:
        """A chunk takes milliseconds: it is waited for, stopped or not."""
        return future.result()


@contextmanager
def threads(workers: int) -> Iterator[Threads]:
    """So many threads."""
    with ThreadPoolExecutor(workers) as pool:
        yield Threads(pool, workers)


def play_range(job: Range) -> Played:
    """Play a range, chunk by chunk. Raises `CrewLost` for a job of another version, which might have other figures."""
    if job.version != puntobanco.__version__:
        raise CrewLost(f"puntobanco {puntobanco.__version__} cannot play for puntobanco {job.version}")
    sums, kept = Sums(), None
    for number in range(job.first, job.first - -job.shoes // CHUNK_SHOES):
        shoes = min(CHUNK_SHOES, job.shoes - sums.shoes)
        chunk = _up_to(job, number, chunks.play(job.plan, job.seed, number, shoes), sums.rounds)
        if job.keep:
            kept = Kept(chunk.rounds, chunks.rows_of(job.plan, job.seed, number, chunk.rounds))
        sums.add(chunk)
        if job.rounds is not None and sums.rounds >= job.rounds:
            break
    return Played(sums, kept)


def _up_to(job: Range, number: int, chunk: Chunk, before: int) -> Chunk:
    """The chunk as it is, or only its shoes up to the one that reaches the rounds that are wanted."""
    if job.rounds is None or before + int(chunk.rounds.sum()) <= job.rounds:
        return chunk
    shoes = 1 + int(np.searchsorted(np.cumsum(chunk.rounds), job.rounds - before))
    return chunks.play(job.plan, job.seed, number, shoes)


def prepare(plan: Plan, keep: bool) -> None:
    """Have everything compiled that a range needs, which takes seconds the first time."""
    chunk = chunks.play(plan, 0, 0, 1)
    if keep:
        chunks.rows_of(plan, 0, 0, chunk.rounds)
