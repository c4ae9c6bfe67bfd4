"""The counts of ``coups`` and ``pairs``, and what each bet gives back, in machine code by Numba: `puntobanco[analysis]`.

The same ideas and the same whole numbers as there, with a row of integers of the machine in place of each packed one. None can
overflow. All sums are over some of the ordered sequences of six cards, with coefficients of 8 at most, and a `Composition` is of
twelve decks at most, which have 624**6 < 2**56 of them. Rows of the Banker's three cards alone fit 32 bits, as 624**3 < 2**28.

Compiled code is kept until this file changes, so all of it is in this file, and what a rule or pay table says is an argument.
"""

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from puntobanco.analysis.coups import CELLS, NATURALS, THREE, TWO
from puntobanco.game.cards import RANKS

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]
Places = npt.NDArray[np.uint64]
P = ParamSpec("P")
R = TypeVar("R")

LANES = 16
"""Places of a row: ten totals that a drawing Banker comes to; 3 to 7 on which he stands, from place 7 + 3 on; one to fill it."""

WIDE = 10 * LANES
"""Ten rows side by side, one for each third card of the Player, the Banker drawing in each as that card has it."""

_STANDS = 7


class Space(NamedTuple):
    """Where the kernel works; made once for many shoes.

    ``pairs`` are a shoe's by their total, ``shifted`` and ``tiled`` the cards that make each total to a given one. The Banker's
    hands are in rows by the most on which he draws: ``every`` one, and with ``one`` given card among them. What follows is wide:
    ``base`` are his hands without the Player's third card, ``less`` is what each of the Player's first two takes off, ``hands``
    are those beside one hand of the Player, ``sums`` those beside all by its total, ``own`` what is too much in them.
    """

    pairs: Rows
    wide: Rows
    shifted: Rows
    tiled: Rows
    every: Rows
    one: Rows
    base: Rows
    less: Rows
    hands: Rows
    sums: Ints
    own: Ints
    drawn: Ints
    stood: Ints


class Rules(NamedTuple):
    """What the kernel looks up (`kernel_tables.RULES`).

    ``drawing`` and ``standing`` are the Player's first two cards, by what he does then. Beside them, and beside a first and a third
    card of his (by the third): in how many orders the Banker is dealt these two with each card that makes the total of a place
    among them, and what is to be taken off.
    """

    draws_to: Rows
    stood_to: int
    lanes: int
    drawing: Rows
    drawing_orders: Rows
    drawing_less: Rows
    third_orders: Rows
    third_less: Rows
    standing: Rows
    standing_orders: Rows
    standing_less: Rows


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile without the interpreter lock, and keep it beside the source or in the user's cache, where either can be written."""
    try:
        made: Callable[P, R] = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # there is no place to keep it
        made = numba.njit(nogil=True)(function)
    return made


@compiled
def new_space() -> Space:
    """A workspace."""
    return Space(
        pairs=np.zeros(10, np.int32),
        wide=np.zeros(WIDE, np.int32),
        shifted=np.zeros((20, LANES), np.int32),
        tiled=np.zeros((10, WIDE), np.int32),
        every=np.zeros((7, LANES), np.int32),
        one=np.zeros((7, WIDE), np.int32),
        base=np.zeros(WIDE, np.int32),
        less=np.zeros((10, WIDE), np.int32),
        hands=np.zeros(WIDE, np.int32),
        sums=np.zeros((10, WIDE), np.int64),
        own=np.zeros((10, WIDE), np.int64),
        drawn=np.zeros((10, LANES), np.int64),
        stood=np.zeros((10, LANES), np.int64),
    )


@compiled
def _ten(total: int) -> int:
    """A total below 20 modulo ten; dividing would take most of the time."""
    return total - 10 if total >= 10 else total


@compiled
def _beside(n: Rows, space: Space) -> None:
    """Fill in how many cards make each total to a given one: ``shifted`` from 0 to 19, ``tiled`` ten times side by side."""
    shifted, tiled = space.shifted, space.tiled
    for total in range(10):
        for value in range(10):
            place = _ten(total + value)
            shifted[total, place] = shifted[total + 10, place] = n[value]
        for third in range(10):
            for place in range(10):
                tiled[total, third * LANES + place] = shifted[total, place]


@compiled
def _every(n: Rows, space: Space) -> None:
    """Fill in the Banker's hands of the whole shoe, by the most on which he draws: a row has what the one before has, and more."""
    rows, pairs, shifted = space.every, space.pairs, space.shifted
    for t in range(7):
        for place in range(LANES):
            rows[t, place] = (rows[t - 1, place] if t else 0) + pairs[t] * shifted[t, place]
        for x in range(10):
            y = _ten(t - x + 10)
            rows[t, _ten(t + x)] -= 2 * n[x] * (n[y] - (x == y))
    for total in range(3, 8):
        for t in range(total):
            rows[t, _STANDS + total] = pairs[total]


@compiled
def _with_one(n: Rows, space: Space) -> None:
    """The same with one given card among them, for each value of it side by side."""
    ways, pairs = space.wide, space.pairs
    for t in range(7):
        row, before, cards = space.one[t], space.one[max(t - 1, 0)], space.tiled[t]
        for a in range(10):
            y = _ten(t - a + 10)
            for place in range(a * LANES, a * LANES + LANES):
                ways[place] = 2 * (n[y] - (y == a))
        for at in range(WIDE):
            row[at] = (before[at] if t else 0) + ways[at] * cards[at]
        for a in range(10):
            start, beside = a * LANES, ways[a * LANES]
            row[start + _ten(t + a)] += pairs[t] - 2 * beside
            row[start + _ten(t + _ten(t - a + 10))] -= beside
    for a in range(10):
        for total in range(3, 8):
            z = _ten(total - a + 10)
            for t in range(total):
                space.one[t, a * LANES + _STANDS + total] = 2 * (n[z] - (z == a))


@compiled
def _without_one(space: Space, rules: Rules) -> None:
    """Fill in, for each third card of the Player: the Banker's hands without it, and what each of his first two takes off them."""
    both, cards = space.wide, space.shifted.reshape(-1)
    for third in range(10):
        start = third * LANES
        own, every, one = space.base[start : start + LANES], space.every[rules.draws_to[third]], space.one[rules.draws_to[third]]
        beside, orders, off = cards[start : start + WIDE], rules.third_orders[third], rules.third_less[third]
        for place in range(LANES):
            own[place] = every[place] - one[start + place]
        for at in range(WIDE):
            both[at] = beside[at] * orders[at] - off[at] - one[at]
        for a in range(10):
            for place in range(LANES):
                space.less[a, start + place] = both[a * LANES + place]


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
def _ways(n: Rows, a: int, b: int) -> np.int64:
    """In how many orders the Player is dealt two cards of these values."""
    return np.int64(n[a] * (n[a] - 1) if a == b else 2 * n[a] * n[b])


@compiled
def _draws(n: Rows, space: Space, rules: Rules) -> None:
    """Add up the Banker's hands over the Player's of three cards, by his points: by the two first, then by the third."""
    base, less, tiled, hands, sums, own = space.base, space.less, space.tiled, space.hands, space.sums, space.own
    sums[:], own[:], space.drawn[:] = 0, 0, 0
    for row in range(len(rules.drawing)):
        a, b = rules.drawing[row]
        q, ways = _ten(a + b), _ways(n, a, b)
        first, second, to = less[a], less[b], tiled[q]
        orders, off, total = rules.drawing_orders[row], rules.drawing_less[row], sums[q]
        for at in range(WIDE):
            hands[at] = base[at] + first[at] + second[at] + to[at] * orders[at] - off[at]
        for at in range(WIDE):
            total[at] += np.int64(ways) * np.int64(hands[at])
        # Of the values of his first two there is a card less to be the third.
        for card in (a, b):
            for at in range(card * LANES, card * LANES + LANES):
                own[q, at] += ways * np.int64(hands[at])
    for q in range(rules.stood_to + 1):
        for third in range(10):
            points = _ten(q + third)
            for lane in range(rules.lanes):
                at = third * LANES + lane
                space.drawn[points, lane] += n[third] * sums[q, at] - own[q, at]


@compiled
def _stands_on(n: Rows, space: Space, rules: Rules) -> None:
    """The same over those of two cards."""
    k, every, one, shifted, stood = rules.stood_to, space.every, space.one, space.shifted, space.stood
    stood[:] = 0
    for row in range(len(rules.standing)):
        a, b = rules.standing[row]
        q, ways = _ten(a + b), _ways(n, a, b)
        for lane in range(rules.lanes):
            two = shifted[q, lane] * rules.standing_orders[row, lane] - rules.standing_less[row, lane]
            hands = every[k, lane] - one[k, a * LANES + lane] - one[k, b * LANES + lane] + two
            stood[q, lane] += ways * np.int64(hands)


@compiled
def _add_cells(row: Ints, points: int, drawn_weight: int, stood_weight: int, cells: Ints) -> None:
    for total in range(10):
        cells[THREE + 10 * points + total] += drawn_weight * row[total]
    for total in range(3, 8):
        cells[TWO + 10 * points + total] += stood_weight * row[_STANDS + total]


@compiled
def count_into(n: Rows, rules: Rules, space: Space, cells: Ints) -> None:
    """Fill in the endings of a shoe with ``n`` cards of 0, 1, …, 9 points."""
    left, pairs = int(n.sum()) - 4, space.pairs
    pairs[:] = 0
    for x in range(10):
        for y in range(10):
            pairs[_ten(x + y)] += n[x] * (n[y] - (x == y))
    _beside(n, space)
    _every(n, space)
    _with_one(n, space)
    _without_one(space, rules)
    _draws(n, space, rules)
    _stands_on(n, space, rules)
    for cell in range(CELLS):
        cells[cell] = 0
    _naturals(n, pairs, left * (left - 1), cells)
    for points in range(10):
        _add_cells(space.drawn[points], points, 1, left - 1, cells)
        _add_cells(space.stood[points], points, left - 1, left * (left - 1), cells)


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
def returned_into(shoes: Rows, rules: Rules, starts: Ints, members: Places, cells: Ints, rows: Ints) -> None:
    """For each shoe of counts by card: sums of ``cells``, those of column i being ``members[starts[i] : starts[i + 1]]``."""
    points, space = np.zeros(10, np.int32), new_space()
    for shoe in range(len(shoes)):
        for value in range(10):
            points[value] = 0
        for card in range(shoes.shape[1]):
            rank = card % len(RANKS) + 1
            points[rank if rank < 10 else 0] += shoes[shoe, card]
        count_into(points, rules, space, cells)
        _pairs_into(shoes[shoe], cells)
        for column in range(len(starts) - 1):
            ways = np.int64(0)
            for place in range(starts[column], starts[column + 1]):
                ways += cells[members[np.uint64(place)]]
            rows[shoe, column] = ways
