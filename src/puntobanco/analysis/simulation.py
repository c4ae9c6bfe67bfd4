"""Whole shoes by the million under a house's own rules, counted: what came of every bet, streaks, good roads. Needs the extra.

The work is cut into chunks of shoes, each of which follows from the seed and its number alone. Ranges of chunks are played by a
crew, threads or machines, and their counts are added up in the order of the ranges. So a seed has the same figures whoever plays.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, nullcontext
from itertools import islice
from typing import NamedTuple

from puntobanco.analysis.chunk import CHUNK_SHOES
from puntobanco.analysis.figures import Figures, Sums
from puntobanco.analysis.plan import Plan, plan_of
from puntobanco.analysis.ranges import Crew, CrewLost, Kept, Played, Range, Stopped, threads
from puntobanco.errors import PuntobancoError
from puntobanco.game.house import HouseRules


class Goal(NamedTuple):
    """When a run ends: after so many shoes, or with the shoe in which so many rounds are reached."""

    shoes: int | None = None
    rounds: int | None = None


class RunLost(PuntobancoError):
    """A crew was lost in the middle. The ``figures`` are of what was done, from the first shoe on without a gap."""

    def __init__(self, reason: str, figures: Figures) -> None:
        super().__init__(reason)
        self.figures = figures


def simulate(
    rules: HouseRules,
    goal: Goal,
    seed: int,
    *,
    workers: int = 1,
    crew: Crew | None = None,
    write: Callable[[int, Kept], object] | None = None,
    made: Callable[[int], object] = lambda _: None,
    stopped: Stopped = lambda: False,
) -> Figures:
    """Play whole shoes until the goal, or until it is ``stopped``: then the figures are of what was done.

    The ``crew`` plays, or so many threads. ``write`` gets every round, a chunk at a time with the number of its first shoe;
    ``made`` how many shoes or rounds are done. Raises `RunLost`.
    """
    sums, keep = Sums(), write is not None
    with threads(workers) if crew is None else nullcontext(crew) as team:
        jobs = _jobs(Range(plan_of(rules), seed, 0, 0, keep), goal, 1 if keep else team.chunks)
        with closing(_Window(team, jobs, keep, stopped)) as window:
            try:
                while (found := window.next(None if goal.rounds is None else goal.rounds - sums.rounds)) is not None:
                    first_shoe, played = found
                    if write is not None and played.kept is not None:
                        write(first_shoe, played.kept)
                    sums.join(played.sums)
                    made(sums.shoes if goal.rounds is None else sums.rounds)
                    if stopped() or (goal.rounds is not None and sums.rounds >= goal.rounds):
                        break
            except CrewLost as error:
                raise RunLost(str(error), Figures(sums, rules)) from None
    return Figures(sums, rules)


def _jobs(kind: Range, goal: Goal, size: int) -> Iterator[Range]:
    """The ranges in their order, of so many chunks, with as many shoes as the goal may take."""
    first, left = 0, _shoes_most(kind.plan, goal)
    while left > 0:
        shoes = min(size * CHUNK_SHOES, left)
        yield kind._replace(first=first, shoes=shoes)
        first, left = first + size, left - shoes


def _shoes_most(plan: Plan, goal: Goal) -> int:
    """Shoes that are played at most: if rounds are the goal, as many as it takes if each has just those that every shoe has."""
    if goal.rounds is None:
        return goal.shoes or 0
    return -(-goal.rounds // max(1, plan.sure - plan.demonstrations))


class _Window:
    """Ranges that are in work or waiting to be added up: a few, so that memory does not grow with the run."""

    def __init__(self, crew: Crew, jobs: Iterator[Range], keep: bool, stopped: Stopped) -> None:
        self._crew = crew
        self._jobs = jobs
        self._keep = keep
        self._stopped = stopped
        self._waiting: deque[tuple[Range, Future[Played]]] = deque()

    def next(self, rounds: int | None) -> tuple[int, Played] | None:
        """The number of the next range's first shoe, and what came of it; None after the last, or when it is stopped.

        A range that goes beyond so many rounds is the last: it is played again, as far as they are reached.
        """
        room = self._crew.ahead(self._keep) - len(self._waiting)
        self._waiting.extend((job, self._crew.submit(job)) for job in islice(self._jobs, max(room, 0)))
        if not self._waiting:
            return None
        job, future = self._waiting[0]
        played = self._crew.wait(future, self._stopped)
        if played is not None and rounds is not None and played.sums.rounds > rounds:
            self.close()
            again = self._crew.submit(job._replace(rounds=rounds))
            self._waiting.append((job, again))
            played = self._crew.wait(again, self._stopped)
        if played is None:
            return None
        self._waiting.popleft()
        return job.first_shoe, played

    def close(self) -> None:
        """Take back what is waiting: what nobody waits for any more is not begun."""
        for _, future in self._waiting:
            future.cancel()
        self._waiting.clear()
