"""Ranges of chunks: what is in them is what their chunks are, whoever plays them, in whatever order they are done."""

import random
from concurrent.futures import Future

import pytest

import puntobanco
from puntobanco import house_files
from puntobanco.analysis.chunk import CHUNK_SHOES, play
from puntobanco.analysis.figures import Figures, Sums
from puntobanco.analysis.plan import plan_of
from puntobanco.analysis.ranges import CrewLost, Played, Range, Stopped, play_range
from puntobanco.analysis.simulation import Goal, RunLost, simulate

RULES = house_files.load("live")
PLAN = plan_of(RULES)


def assert_same(one: Figures, other: Figures) -> None:
    assert (one.shoes, one.rounds) == (other.shoes, other.rounds)
    assert one.endings == other.endings
    assert one.first_endings == other.first_endings
    assert one.lengths == other.lengths
    assert one.streaks == other.streaks
    assert one.good_roads == other.good_roads


def sums_of(*chunks: tuple[int, int]) -> Sums:
    """Chunks by their numbers, and how many shoes of each."""
    sums = Sums()
    for number, shoes in chunks:
        sums.add(play(PLAN, 5, number, shoes))
    return sums


def test_a_range_is_its_chunks() -> None:
    played = play_range(Range(PLAN, 5, 3, 2 * CHUNK_SHOES + 7, keep=False))
    wanted = sums_of((3, CHUNK_SHOES), (4, CHUNK_SHOES), (5, 7))
    assert_same(Figures(played.sums, RULES), Figures(wanted, RULES))
    assert played.kept is None
    joined = sums_of((3, CHUNK_SHOES))
    joined.join(sums_of((4, CHUNK_SHOES), (5, 7)))
    assert_same(Figures(joined, RULES), Figures(wanted, RULES))


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_range_ends_with_the_shoe_that_reaches_its_rounds(beyond: int) -> None:
    whole = sums_of((0, CHUNK_SHOES), (1, 100)).rounds
    played = play_range(Range(PLAN, 5, 0, 9 * CHUNK_SHOES, keep=False, rounds=whole + beyond))
    assert_same(Figures(played.sums, RULES), Figures(sums_of((0, CHUNK_SHOES), (1, 100 + beyond)), RULES))


def test_a_range_whose_rounds_are_reached_with_a_whole_chunk_begins_no_other() -> None:
    whole = sums_of((0, CHUNK_SHOES))
    played = play_range(Range(PLAN, 5, 0, 9 * CHUNK_SHOES, keep=False, rounds=whole.rounds))
    assert_same(Figures(played.sums, RULES), Figures(whole, RULES))


def test_rounds_that_are_kept_are_those_that_are_counted() -> None:
    played = play_range(Range(PLAN, 5, 2, CHUNK_SHOES, keep=True, rounds=10_000))
    assert played.kept is not None
    assert played.kept.rounds.tolist() == play(PLAN, 5, 2, played.sums.shoes).rounds.tolist()
    assert len(played.kept.rows.codes) == len(played.kept.rows.cards) == played.sums.rounds


def test_a_job_of_another_version_is_not_played() -> None:
    with pytest.raises(CrewLost, match=f"puntobanco {puntobanco.__version__} cannot play for puntobanco 0.0.7"):
        play_range(Range(PLAN, 5, 0, 1, keep=False, version="0.0.7"))


class Unordered:
    """Plays what was handed out in an order of its own, and only when it must; dies after so many."""

    chunks = 2

    def __init__(self, seed: int, dies_after: int | None = None) -> None:
        self._chance = random.Random(seed)
        self._open: list[tuple[Range, Future[Played]]] = []
        self._left = dies_after
        self.most_open = 0

    def ahead(self, _keep: bool, /) -> int:
        return self._chance.randrange(1, 6)

    def submit(self, job: Range) -> Future[Played]:
        future: Future[Played] = Future()
        self._open.append((job, future))
        self.most_open = max(self.most_open, sum(not future.done() for _, future in self._open))
        return future

    def wait(self, future: Future[Played], stopped: Stopped, /) -> Played | None:
        while not future.done():
            if stopped():
                return None
            job, chosen = self._open.pop(self._chance.randrange(len(self._open)))
            if not chosen.cancelled():
                self._play(job, chosen)
        return future.result()

    def _play(self, job: Range, future: Future[Played]) -> None:
        if self._left is not None:
            if not self._left:
                raise CrewLost("all gone")
            self._left -= 1
        future.set_result(play_range(job))


GOALS = [Goal(shoes=9 * CHUNK_SHOES + 1), Goal(rounds=2_000_001), Goal(shoes=1), Goal(rounds=1)]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("order", range(3))
def test_ranges_that_are_done_in_any_order_have_the_same_figures(goal: Goal, order: int) -> None:
    crew = Unordered(order)
    assert_same(simulate(RULES, goal, 3, crew=crew), simulate(RULES, goal, 3))
    assert crew.most_open <= 5


def test_a_crew_that_is_lost_leaves_the_figures_without_a_gap() -> None:
    with pytest.raises(RunLost, match="all gone") as lost:
        simulate(RULES, Goal(shoes=10**9), 3, crew=Unordered(1, dies_after=6))
    figures = lost.value.figures
    assert figures.shoes % (2 * CHUNK_SHOES) == 0
    assert 0 < figures.shoes <= 12 * CHUNK_SHOES
    assert_same(figures, simulate(RULES, Goal(shoes=figures.shoes), 3))


def test_a_run_that_is_stopped_before_its_first_range_has_no_shoes() -> None:
    assert simulate(RULES, Goal(shoes=5), 3, crew=Unordered(1), stopped=lambda: True).shoes == 0
