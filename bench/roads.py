"""How long the roads take: all of a shoe of 70 rounds, and one result more.

Each figure stands beside a baseline of the same run: the same places and marks noted down without any rule, so that a slow machine
can be told from slow code. Time of the process counts, not that of others on a busy machine.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from bench.table import Table, wanted
from puntobanco.game.roads import Roads
from puntobanco.game.roads_document import document
from puntobanco.game.rules import Outcome

ROUNDS = 70
SHOES = 100
REPEATS = 25
SEED = 1

T = TypeVar("T")


AGAINST = "Against noting the same places and marks on five boards without any rule."


class Figure(NamedTuple):
    """One line of the table: microseconds, what they must and should be at most, and their ratio to the baseline."""

    name: str
    micros: float
    must: int | None
    aim: int | None
    ratio: float


def shoes() -> list[list[Outcome]]:
    """Return shoes of a fixed seed, with about as many ties as there are."""
    chance = random.Random(SEED)
    return [chance.choices([Outcome.BANKER, Outcome.PLAYER, Outcome.TIE], [459, 446, 95], k=ROUNDS) for _ in range(SHOES)]


def micros(work: Callable[[T], object], given: list[T]) -> float:
    """Return microseconds for each of those given, the median of some runs."""
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        for one in given:
            work(one)
        times.append(time.process_time() - started)
    return statistics.median(times) / len(given) * 1_000_000


def noted(shoe: list[Outcome]) -> None:
    """Note a place and a mark on five boards, as if there were no rules: the baseline."""
    boards: list[list[tuple[int, Outcome]]] = [[] for _ in range(5)]
    taken: set[int] = set()
    for place, outcome in enumerate(shoe):
        taken.add(place)
        for board in boards:
            board.append((place, outcome))


def one_more(given: list[list[Outcome]]) -> float:
    """Return microseconds of the last result alone, on roads that hold all the others."""
    times = []
    for _ in range(REPEATS):
        ready = [Roads(shoe[:-1]) for shoe in given]
        started = time.process_time()
        for roads, shoe in zip(ready, given, strict=True):
            roads.add(shoe[-1])
        times.append(time.process_time() - started)
    return statistics.median(times) / len(given) * 1_000_000


def figures() -> list[Figure]:
    """Measure."""
    given = shoes()
    baseline, whole, more = micros(noted, given), micros(Roads, given), one_more(given)
    documents = micros(document, [Roads(shoe) for shoe in given])
    return [
        Figure("five roads of a 70-round shoe, µs", whole, 300, 100, whole / baseline),
        Figure("one result more on five roads, µs", more, 10, None, more / baseline),
        Figure("their document, with ask marks and good roads, µs", documents, None, None, documents / baseline),
        Figure("baseline: 70 places noted on five boards, µs", baseline, None, None, 1.0),
    ]


def table() -> Table:
    """Measure."""
    rows = [(name, f"{measured:.1f}", wanted(must), wanted(aim), f"{ratio:.2f}") for name, measured, must, aim, ratio in figures()]
    return Table(("roads", "measured", "at most", "aim", "× baseline"), rows, (AGAINST,))
