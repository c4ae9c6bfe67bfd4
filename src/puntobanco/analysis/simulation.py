"""Whole shoes by the million under a house's own rules, counted: what came of every bet, streaks, good roads. Needs the extra.

The work is cut into chunks of shoes, each of which follows from the seed and its number alone, and threads play them; their counts
are added up in the order of the chunks. So a seed has the same figures with any number of workers.
"""

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import count
from typing import NamedTuple

import numpy as np

from puntobanco.analysis import chunk as chunks
from puntobanco.analysis.chunk import CHUNK_SHOES, Chunk, Rows
from puntobanco.analysis.figures import Figures, Sums
from puntobanco.analysis.plan import Plan, plan_of
from puntobanco.game.house import HouseRules

AHEAD = 2
"""Chunks in work or waiting to be added up, for each worker."""


class Goal(NamedTuple):
    """When a run ends: after so many shoes, or with the shoe in which so many rounds are reached."""

    shoes: int | None = None
    rounds: int | None = None


class Played(NamedTuple):
    """A chunk, and its rounds where they are wanted."""

    number: int
    chunk: Chunk
    rows: Rows | None


def simulate(
    rules: HouseRules,
    goal: Goal,
    seed: int,
    *,
    workers: int = 1,
    write: Callable[[int, Chunk, Rows], object] | None = None,
    made: Callable[[int], object] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Figures:
    """Play whole shoes until the goal, or until it is ``stopped``: then the figures are of what was done.

    ``write`` gets every round, a chunk at a time with the number of its first shoe; ``made`` how many shoes or rounds are done.
    """
    plan, sums = plan_of(rules), Sums()
    with ThreadPoolExecutor(workers) as pool, closing(_played(pool, plan, goal, seed, workers, write is not None)) as all_played:
        for played in all_played:
            number, chunk, rows = _ended(played, plan, goal, seed, sums)
            if rows is not None and write is not None:
                write(number * CHUNK_SHOES + 1, chunk, rows)
            sums.add(chunk)
            made(sums.shoes if goal.rounds is None else sums.rounds)
            if stopped() or _reached(goal, sums):
                break
    return Figures(sums, rules)


def prepare(rules: HouseRules, *, keep: bool = False) -> None:
    """Have everything compiled that a run needs, which takes seconds the first time; with ``keep`` for written rounds too."""
    plan = plan_of(rules)
    chunk = chunks.play(plan, 0, 0, 1)
    if keep:
        chunks.rows_of(plan, 0, 0, chunk.rounds)


def _reached(goal: Goal, sums: Sums) -> bool:
    return (goal.shoes is not None and sums.shoes >= goal.shoes) or (goal.rounds is not None and sums.rounds >= goal.rounds)


def _played(pool: ThreadPoolExecutor, plan: Plan, goal: Goal, seed: int, workers: int, keep: bool) -> Generator[Played, None, None]:
    """The chunks in their order, a few of them ahead. Those that nobody waits for any more are not begun."""

    def play(number: int, shoes: int) -> Played:
        chunk = chunks.play(plan, seed, number, shoes)
        return Played(number, chunk, chunks.rows_of(plan, seed, number, chunk.rounds) if keep else None)

    waiting: deque[Future[Played]] = deque()
    try:
        for number in count():
            shoes = CHUNK_SHOES if goal.shoes is None else min(CHUNK_SHOES, goal.shoes - number * CHUNK_SHOES)
            if shoes > 0:
                waiting.append(pool.submit(play, number, shoes))
            elif not waiting:
                return
            if len(waiting) >= AHEAD * workers or shoes <= 0:
                yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _ended(played: Played, plan: Plan, goal: Goal, seed: int, sums: Sums) -> Played:
    """The chunk as it is, or only its shoes up to the one that reaches the rounds that are wanted."""
    number, chunk, rows = played
    if goal.rounds is None or sums.rounds + int(chunk.rounds.sum()) <= goal.rounds:
        return played
    shoes = 1 + int(np.searchsorted(np.cumsum(chunk.rounds), goal.rounds - sums.rounds))
    fewer = chunks.play(plan, seed, number, shoes)
    total = int(fewer.rounds.sum())
    return Played(number, fewer, None if rows is None else Rows(rows.cards[:total], rows.codes[:total]))
