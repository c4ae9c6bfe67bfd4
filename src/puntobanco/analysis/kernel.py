"""The counts of ``coups`` and ``pairs``, and what each bet gives back, in machine code by Numba: `puntobanco[analysis]`.

The same ideas and the same whole numbers as there, with a row of integers of the machine in place of each packed one. None can
overflow. All sums are over some of the ordered sequences of six cards, with coefficients of 8 at most, and a `Composition` is of
twelve decks at most, which have 624**6 < 2**56 of them. Rows of the Banker's three cards alone fit 32 bits, as 624**3 < 2**28.

Compiled code is kept until this file changes, so all of it is in this file, and what a rule or pay table says is an argument.
"""

from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from puntobanco.analysis.coups import CELLS, DRAWS_TO, NATURALS, STOOD_TO, THREE, TWO
from puntobanco.game.cards import RANKS
from puntobanco.game.rules import NATURAL

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]
P = ParamSpec("P")
R = TypeVar("R")

LANES = 16
"""Ten totals that a drawing Banker comes to; 3 to 7 on which he stands, from lane 7 + 3 on; one to fill the row."""

_STANDS = 7

DRAWS = np.array(DRAWS_TO, np.int32)


def _orders() -> Rows:
    """By two given values a and b, the most k on which the Banker draws, and lane.

    In how many orders these two cards and a third one that makes the lane's total are dealt to him: in two if the third is the last
    and he draws on a and b, and likewise if a is the last, or b. In the lanes beyond: in how many he stands on a and b.
    """
    table = np.zeros((10, 10, 7, LANES), np.int32)
    for a, b, k in np.ndindex(10, 10, 7):
        for lane in range(10):
            third = lane - a - b
            table[a, b, k, lane] = 2 * sum(total % 10 <= k for total in (a + b, a + third, b + third))
        if k < (a + b) % 10 < NATURAL and (a + b) % 10 >= 3:
            table[a, b, k, _STANDS + (a + b) % 10] = 2
    return table


ORDERS = _orders()


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile without the interpreter lock, and keep it beside the source or in the user's cache, where either can be written."""
    try:
        made: Callable[P, R] = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # there is no place to keep it
        made = numba.njit(nogil=True)(function)
    return made


@compiled
def _ten(total: int) -> int:
    """A total below 20 modulo ten; dividing would take most of the time."""
    return total - 10 if total >= 10 else total


@compiled
def _begin(rows: Rows, t: int) -> None:
    """Go on from the row before, in which the Banker draws on one total less."""
    for lane in range(LANES):
        rows[t, lane] = rows[t - 1, lane] if t else 0


@compiled
def _draw(rows: Rows, t: int, weight: int, n: Rows) -> None:
    """Any third card to two with total t."""
    for value in range(10):
        rows[t, _ten(t + value)] += weight * n[value]


@compiled
def _every(n: Rows, pairs: Rows, rows: Rows) -> None:
    """Fill in the Banker's hands of the whole shoe, by the most on which he draws."""
    for t in range(7):
        _begin(rows, t)
        _draw(rows, t, pairs[t], n)
        for x in range(10):
            y = _ten(t - x + 10)
            rows[t, _ten(t + x)] -= 2 * n[x] * (n[y] - (x == y))
        for total in range(3, 8):
            rows[t, _STANDS + total] = pairs[total] if total > t else 0


@compiled
def _with_one(n: Rows, pairs: Rows, a: int, rows: Rows) -> None:
    """The same with one given card of value a among them."""
    for t in range(7):
        _begin(rows, t)
        y = _ten(t - a + 10)
        beside = 2 * (n[y] - (y == a))
        _draw(rows, t, beside, n)
        rows[t, _ten(t + a)] += pairs[t] - 2 * beside
        rows[t, _ten(t + y)] -= beside
        for total in range(3, 8):
            z = _ten(total - a + 10)
            rows[t, _STANDS + total] = 2 * (n[z] - (z == a)) if total > t else 0


@compiled
def _with_two(n: Rows, orders: Rows, a: int, b: int, lanes: int, beside: Rows, rows: Rows) -> None:
    """The same with two given cards among them: what is left of the third card's value, in each of their orders.

    ``beside`` is there to be written to; it has ones after the first ten.
    """
    both = _ten(a + b)
    for value in range(10):
        beside[_ten(both + value)] = n[value] - (value == a) - (value == b)
    for k in range(2, 7):
        for lane in range(lanes):
            rows[k, lane] = beside[lane] * orders[k, lane]


@compiled
def _naturals(n: Rows, pairs: Rows, weight: int, cells: Ints) -> None:
    """Neither draws; the two-card hands of one side beside those of the other."""
    for q in range(8, 10):
        for t in range(10):
            count = np.int64(pairs[q]) * pairs[t]
            if q == t:
                count += 2 * pairs[q]
            for a in range(10):
                x, y = _ten(q - a + 10), _ten(t - a + 10)
                count -= np.int64(4) * n[a] * (n[x] - (x == a)) * (n[y] - (y == a))
            cells[NATURALS + 10 * q + t] = count * weight
            cells[NATURALS + 10 * t + q] = count * weight


@compiled
def _thirds(
    n: Rows, a: int, b: int, ways: int, draws_to: Rows, orders: Rows, lanes: int, one: Rows, two: Rows, rest: Rows, sums: Ints
) -> None:
    """Add up the Banker's hands for every third card of the Player to a and b."""
    for c in range(10):
        # Indices without a sign need no look at whether they count from the end.
        k, p, third = np.uint64(draws_to[c]), np.uint64(_ten(_ten(a + b) + c)), np.uint64(c)
        low_a, high_a, low_b, high_b = np.uint64(min(a, c)), np.uint64(max(a, c)), np.uint64(min(b, c)), np.uint64(max(b, c))
        weight = np.int32(ways * (n[c] - (c == a) - (c == b)))
        for lane in range(lanes):
            hands = rest[k, lane] - one[third, k, lane] + two[low_a, high_a, k, lane] + two[low_b, high_b, k, lane]
            sums[p, lane] += np.int64(weight) * np.int64(np.int32(hands))
        # All three of the Player's cards: such hands have his points.
        sums[p, p] -= np.int64(weight) * orders[k, p]


@compiled
def _hands(
    n: Rows, draws_to: Rows, stood_to: int, orders: Rows, lanes: int, every: Rows, one: Rows, two: Rows, drawn: Ints, stood: Ints
) -> None:
    """Add up the Banker's hands over the Player's: ``drawn`` where he has three cards, ``stood`` where he has two."""
    rest = np.zeros((7, LANES), np.int32)
    for a in range(10):
        for b in range(a, 10):
            q = _ten(a + b)
            ways = n[a] * (n[a] - 1) if a == b else 2 * n[a] * n[b]
            if q > 7 or ways == 0:
                continue
            for k in range(2, 7):
                for lane in range(lanes):
                    rest[k, lane] = every[k, lane] - one[a, k, lane] - one[b, k, lane] + two[a, b, k, lane]
            if q <= stood_to:
                _thirds(n, a, b, ways, draws_to, orders[a, b], lanes, one, two, rest, drawn)
            else:
                for lane in range(lanes):
                    stood[q, lane] += np.int64(ways) * np.int64(rest[stood_to, lane])


@compiled
def _add_cells(row: Ints, points: int, drawn_weight: int, stood_weight: int, cells: Ints) -> None:
    for total in range(10):
        cells[THREE + 10 * points + total] += drawn_weight * row[total]
    for total in range(3, 8):
        cells[TWO + 10 * points + total] += stood_weight * row[_STANDS + total]


@compiled
def count_into(n: Rows, draws_to: Rows, stood_to: int, orders: Rows, lanes: int, cells: Ints) -> None:
    """Fill in the endings of a shoe with ``n`` cards of 0, 1, …, 9 points. ``lanes`` are `LANES`.

    Given from outside they are no constant: the compiler makes a loop of vectors of them, and does not unroll it.
    """
    left = int(n.sum()) - 4
    pairs = np.zeros(10, np.int32)
    for x in range(10):
        for y in range(10):
            pairs[_ten(x + y)] += n[x] * (n[y] - (x == y))
    every = np.empty((7, LANES), np.int32)
    one = np.empty((10, 7, LANES), np.int32)
    two = np.empty((10, 10, 7, LANES), np.int32)
    beside = np.ones(LANES, np.int32)
    _every(n, pairs, every)
    for a in range(10):
        _with_one(n, pairs, a, one[a])
        for b in range(a, 10):
            _with_two(n, orders[a, b], a, b, lanes, beside, two[a, b])
    drawn = np.zeros((10, LANES), np.int64)
    stood = np.zeros((10, LANES), np.int64)
    _hands(n, draws_to, stood_to, orders, lanes, every, one, two, drawn, stood)
    for cell in range(CELLS):
        cells[cell] = 0
    _naturals(n, pairs, left * (left - 1), cells)
    for points in range(10):
        _add_cells(drawn[points], points, 1, left - 1, cells)
        _add_cells(stood[points], points, left - 1, left * (left - 1), cells)


@compiled
def _pairs_into(cards: Rows, cells: Ints) -> None:
    """Count by the pairs shown, in the order of `SHOWN`; the same closed forms as `pairs.count_pairs`."""
    size = pairs = both = beside = perfect = perfect_both = np.int64(0)
    for rank in range(len(RANKS)):
        n = by_rank = np.int64(0)
        for suit in range(4):
            card = np.int64(cards[rank + suit * len(RANKS)])
            n += card
            by_card = card * (card - 1)
            by_rank += by_card
            # Two perfect pairs: of one card, and below of two.
            perfect_both += by_card * (card - 2) * (card - 3) - by_card * by_card
        own = n * (n - 1)
        size += n
        pairs += own
        perfect += by_rank
        both += own * (n - 2) * (n - 3) - own * own
        beside += by_rank * ((n - 2) * (n - 3) - own)
    last_two = (size - 4) * (size - 5)
    last_four = (size - 2) * (size - 3) * last_two
    both = (both + pairs * pairs) * last_two
    beside = (beside + perfect * pairs) * last_two
    perfect_both = (perfect_both + perfect * perfect) * last_two
    pairs, perfect = pairs * last_four, perfect * last_four
    in_both = 2 * beside - perfect_both
    cells[CELLS] = in_both
    cells[CELLS + 1] = both - in_both
    cells[CELLS + 2] = cells[CELLS + 3] = perfect - beside
    cells[CELLS + 4] = cells[CELLS + 5] = pairs - both - (perfect - beside)


@compiled
def returned_into(
    shoes: Rows, draws_to: Rows, stood_to: int, orders: Rows, lanes: int, starts: Ints, members: Ints, cells: Ints, rows: Ints
) -> None:
    """For each shoe of counts by card: sums of ``cells``, those of column i being ``members[starts[i] : starts[i + 1]]``."""
    points = np.zeros(10, np.int32)
    for shoe in range(len(shoes)):
        for value in range(10):
            points[value] = 0
        for card in range(shoes.shape[1]):
            rank = card % len(RANKS) + 1
            points[rank if rank < 10 else 0] += shoes[shoe, card]
        count_into(points, draws_to, stood_to, orders, lanes, cells)
        _pairs_into(shoes[shoe], cells)
        for column in range(len(starts) - 1):
            ways = np.int64(0)
            for place in range(starts[column], starts[column + 1]):
                ways += cells[members[place]]
            rows[shoe, column] = ways


def count_coups(n: Sequence[int]) -> list[int]:
    """The same as `coups.count_coups`."""
    cells = np.empty(CELLS, np.int64)
    count_into(np.array(n, np.int32), DRAWS, STOOD_TO, ORDERS, LANES, cells)
    return cells.tolist()
