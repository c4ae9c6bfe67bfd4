"""In how many ways a tie comes together with pairs: what joins the three parts of a triple. Plain counting, without lanes.

A pair is a matter of rank, a tie one of values. They meet only in tens and courts: two cards of no points are a pair with the same
chance whatever the values of all other cards are, so ties with such a hand are counted by value, and that share of them is taken.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.coups import DRAWS_TO
from puntobanco.analysis.pairs import twice
from puntobanco.game.rules import NATURAL, PLAYER_STANDS_ON

Ways = Callable[[list[int]], int]


class PairedTies(NamedTuple):
    """Ordered six-card sequences that end in a tie, with a pair of the Player, of the Banker, of both."""

    player: int
    banker: int
    both: int


def count_paired_ties(composition: Composition) -> PairedTies:
    """Count ties with pairs."""
    n, courts = list(composition.points), composition.ranks[9:]
    player, banker = ([_with_pair(n, value, player=side) for value in range(10)] for side in (True, False))
    both = [[_with_pairs(n, v, w) for w in range(10)] for v in range(10)]
    zeros = both[0][0]
    with_zero = sum(both[0]) + sum(row[0] for row in both) - 2 * zeros
    without = sum(map(sum, both)) - with_zero - zeros
    pairs, two, four = sum(count * (count - 1) for count in courts), math.perm(n[0], 2), math.perm(n[0], 4)
    return PairedTies(
        sum(player[1:]) + _share(player[0], pairs, two),
        sum(banker[1:]) + _share(banker[0], pairs, two),
        without + _share(with_zero, pairs, two) + _share(zeros, twice(courts), four),
    )


def _share(count: int, part: int, whole: int) -> int:
    """That part of a count. It is whole, being itself a number of sequences of cards."""
    return count * part // whole if whole else 0


def _with_pair(n: list[int], value: int, *, player: bool) -> int:
    """Ties in which one side's first two cards have this value, and the other's are any."""
    ways, own, left = math.perm(n[value], 2), 2 * value % 10, sum(n) - 4
    if not ways:
        return 0
    n[value] -= 2
    found = 0
    for other in range(10):
        q, t = (own, other) if player else (other, own)
        found += _ties(n, q, t, left, partial(_pairs_of, other))
    n[value] += 2
    return ways * found


def _with_pairs(n: list[int], v: int, w: int) -> int:
    """Ties in which the Player's first two cards have the value v, the Banker's w."""
    left, player = sum(n) - 4, math.perm(n[v], 2)
    n[v] -= 2
    ways = player and player * math.perm(n[w], 2)
    n[w] -= 2
    found = ways and ways * _ties(n, 2 * v % 10, 2 * w % 10, left, lambda _: 1)
    n[v] += 2
    n[w] += 2
    return found


def _pairs_of(total: int, n: list[int]) -> int:
    """Ordered pairs of this total. A place before the first is one from the end: totals count modulo ten."""
    pairs = sum(n[x] * n[total - x] for x in range(10))
    return pairs if total % 2 else pairs - n[total // 2] - n[total // 2 + 5]


def _ties(n: list[int], q: int, t: int, left: int, free: Ways) -> int:
    """Ties after q of the Player and t of the Banker, when ``left`` cards are left after both.

    ``n`` lacks the given hands; ``free`` counts in how many ways what is left of it makes the hand that is not given.
    """
    if max(q, t) >= NATURAL or min(q, t) >= PLAYER_STANDS_ON:
        return _after(n, free) * left * (left - 1) if q == t else 0
    if q >= PLAYER_STANDS_ON:
        return _after(n, free, (q - t) % 10) * (left - 1)
    found = 0
    for c in range(10):
        if t <= DRAWS_TO[c]:
            found += _after(n, free, c, (q + c - t) % 10)
        elif (q + c) % 10 == t:
            found += _after(n, free, c) * (left - 1)
    return found


def _after(n: list[int], free: Ways, *thirds: int) -> int:
    """The ways of these third cards, and then of the hand that is not given."""
    ways = 1
    for card in thirds:
        ways *= n[card]
        n[card] -= 1
    found = ways and ways * free(n)
    for card in thirds:
        n[card] += 1
    return found
