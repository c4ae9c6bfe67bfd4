"""In how many ways a coup can end, counted exactly for any shoe: the plain-Python count, which needs no extra.

What is counted are ordered sequences of six cards of the shoe, each as likely as any other; cards that a coup does not need are
dealt all the same, so that every ending has the same denominator. By exchangeability it does not matter in which order hands get
their cards: think of the Player's first.

Only the Player's hands are enumerated: two cards by their points, and the third card, 341 cases. For each the Banker's hands are
needed from a shoe without those two or three cards, and are had without looking at that shoe again, by inclusion and exclusion:
all hands of the whole shoe, less those that contain one of the Player's cards, plus those that contain two of them, less those
with all three. These numbers depend on one, two or three values only.

They are vectors, with a place for each total that a drawing Banker may come to, and one for each on which he stands. A vector is
one Python integer, a polynomial in 2**64: adding, multiplying by a number and shifting the places (a card more) are one operation
each. What goes below zero on the way does no harm: these operations are exact on the whole integer, and its places are read only
at the end, when each is a count between 0 and 2**64, as twelve decks have fewer than 624**6 < 2**56 sequences.
"""

import struct
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from puntobanco.game.rules import BANKER_DRAWS, NATURAL, PLAYER_STANDS_ON

LANE_BITS = 64

DRAWS_TO: tuple[int, ...] = tuple(max(t for t, thirds in enumerate(BANKER_DRAWS) if c in thirds) for c in range(10))
"""By the points of the Player's third card: the most on which the Banker draws (rule 2.5). He draws on all fewer points too."""

assert all((c in BANKER_DRAWS[t]) == (t <= DRAWS_TO[c]) for c in range(10) for t in range(NATURAL))

STOOD_TO = PLAYER_STANDS_ON - 1
"""The most on which the Banker draws when the Player stood (rule 2.4)."""

CLASSES = sorted({*DRAWS_TO, STOOD_TO})
"""The different ways in which the Banker may draw: on every total up to this one."""

_STANDS = 20
"""The first place for totals on which the Banker stands. Before it: those he draws to, 0 to 6 and a card of 0 to 9."""

_PLACES = struct.Struct(f"<{_STANDS + NATURAL}Q")

CELLS = 300
"""Endings: naturals, Banker with two cards, Banker with three cards, each by the points of Player and Banker."""

NATURALS, TWO, THREE = 0, 100, 200
"""Where the endings of each kind begin; the ending with points p and b has its place 10 p + b after that."""


class _Banker(NamedTuple):
    """Banker hands of a whole shoe, as vectors: all, those with one given card by its value, those with two."""

    every: int
    one: list[int]
    two: list[list[int]]


def _lane(place: int) -> int:
    return 1 << LANE_BITS * place


def pair_counts(n: Sequence[int]) -> list[int]:
    """By their total: ordered pairs of cards from a shoe with ``n`` cards of each value."""
    return [sum(n[x] * (n[total - x] - (2 * x % 10 == total)) for x in range(10)) for total in range(10)]


def count_coups(n: Sequence[int]) -> list[int]:
    """The ordered sequences of six cards that end in each of `CELLS`, for a shoe with ``n`` cards of 0, 1, …, 9 points."""
    left, pairs, tables = sum(n) - 4, pair_counts(n), _banker_tables(n)
    cells = [0] * CELLS
    _naturals(n, pairs, left * (left - 1), cells)
    for points, vector in _player_stands(n, tables[STOOD_TO]):
        _read(vector, points, left - 1, left * (left - 1), cells)
    sums, thrice = _player_draws(n, tables)
    for points in range(10):
        _read(sums[points], points, 1, left - 1, cells)
        cells[THREE + 11 * points] -= thrice[points]
    return cells


def _read(vector: int, points: int, drawn_weight: int, stood_weight: int, cells: list[int]) -> None:
    """Add a vector's places to the endings with the Player's ``points``; totals of ten and more count from ten on again."""
    lanes = _PLACES.unpack(vector.to_bytes(_PLACES.size, "little"))
    row = 10 * points
    for total in range(10):
        cells[THREE + row + total] += drawn_weight * (lanes[total] + lanes[total + 10])
    for total in range(NATURAL):
        cells[TWO + row + total] += stood_weight * lanes[_STANDS + total]


def _naturals(n: Sequence[int], pairs: list[int], weight: int, cells: list[int]) -> None:
    """Neither draws when either has a natural, so two hands of two cards are all there is; which of them is whose is all one."""
    for q in range(NATURAL, 10):
        ways = [(a, n[a] * (n[q - a] - (2 * a % 10 == q))) for a in range(10)]
        for t in range(10):
            shared = sum(way * (n[t - a] - (2 * a % 10 == t)) for a, way in ways)
            count = weight * (pairs[q] * pairs[t] - 4 * shared + (2 * pairs[q] if q == t else 0))
            cells[NATURALS + 10 * q + t] = cells[NATURALS + 10 * t + q] = count


def _pairs_to(totals: range) -> list[tuple[int, int]]:
    return [(a, b) for a in range(10) for b in range(a, 10) if (a + b) % 10 in totals]


_STANDING = _pairs_to(range(PLAYER_STANDS_ON, NATURAL))
_DRAWING = _pairs_to(range(PLAYER_STANDS_ON))


def _ways(n: Sequence[int], a: int, b: int) -> int:
    """In how many orders two cards of these values can be dealt."""
    return n[a] * (n[a] - 1) if a == b else 2 * n[a] * n[b]


def _player_stands(n: Sequence[int], banker: _Banker) -> list[tuple[int, int]]:
    every, one, two = banker
    return [((a + b) % 10, _ways(n, a, b) * (every - one[a] - one[b] + two[a][b])) for a, b in _STANDING]


class _Third(NamedTuple):
    """A third card of the Player: the points it gives him, and the Banker hands of just his three cards (inclusion's last term)."""

    card: int
    points: int
    thrice: int


def _thirds(k: int, a: int, b: int) -> list[_Third]:
    """The third cards to a and b that let the Banker draw on up to k."""

    def thrice(c: int) -> int:
        # The Banker's total is then that of the Player: these hands all lie at one place, a tie.
        return 2 * sum(total % 10 <= k for total in (a + b, a + c, b + c))

    return [_Third(c, (a + b + c) % 10, thrice(c)) for c in range(10) if DRAWS_TO[c] == k]


_CASES = {k: [(a, b, _thirds(k, a, b)) for a, b in _DRAWING] for k in sorted(set(DRAWS_TO))}
"""All hands of three cards, by how the Banker draws."""


def _player_draws(n: Sequence[int], tables: dict[int, _Banker]) -> tuple[list[int], list[int]]:
    """By the Player's points: the sum of Banker vectors over all his hands of three cards, and what has to be taken off ties."""
    sums, off = [0] * 10, [0] * 10
    for k, hands in _CASES.items():
        every, one, two = tables[k]
        for a, b, thirds in hands:
            if not (ways := _ways(n, a, b)):
                continue
            two_a, two_b = two[a], two[b]
            rest = every - one[a] - one[b] + two_a[b]
            for c, points, thrice in thirds:
                weight = ways * (n[c] - (c == a) - (c == b))
                sums[points] += weight * (rest - one[c] + two_a[c] + two_b[c])
                off[points] += weight * thrice
    return sums, off


def _banker_tables(n: Sequence[int]) -> dict[int, _Banker]:
    """The Banker's hands of the whole shoe for each way of drawing. They build up: each way draws on one total more."""
    pairs, cards = pair_counts(n), sum(count << LANE_BITS * value for value, count in enumerate(n))
    every = _by_class([_drawn(n, pairs, cards, t) for t in range(7)], pairs)
    ones = [_by_class(*_with_one(n, pairs, cards, a)) for a in range(10)]
    return {k: _Banker(every[k], [one[k] for one in ones], _with_two(n, cards, k)) for k in CLASSES}


def _by_class(drawn: list[int], stood: Sequence[int]) -> list[int]:
    """From vectors of hands drawn to from each total, and numbers of pairs with it: a vector for each k, drawing up to it."""
    stands = [stood[t] << LANE_BITS * (_STANDS + t) for t in range(NATURAL)]
    return [up + sum(stands[k + 1 :]) for k, up in enumerate(accumulate(drawn))]


def _drawn(n: Sequence[int], pairs: list[int], cards: int, t: int) -> int:
    """Three cards, the first two with total t: any third card, but neither of the two again."""
    again = sum(n[x] * (n[t - x] - (2 * x % 10 == t)) << LANE_BITS * (t + x) for x in range(10))
    return pairs[t] * (cards << LANE_BITS * t) - 2 * again


def _with_one(n: Sequence[int], pairs: list[int], cards: int, a: int) -> tuple[list[int], list[int]]:
    """The same where one given card with value a is among the three, or among two; it is the first or second, or the third."""
    drawn, stood = [], []
    for t in range(NATURAL):
        other = (t - a) % 10
        beside = n[other] - (other == a)
        third = (cards << LANE_BITS * t) - _lane(t + a) - _lane(t + other)
        drawn.append(2 * beside * third + ((pairs[t] - 2 * beside) << LANE_BITS * (t + a)))
        stood.append(2 * beside)
    return drawn[:7], stood


def _with_two(n: Sequence[int], cards: int, k: int) -> list[list[int]]:
    """The same where two given cards are among them: both as the first two, or one as the third."""
    lanes = range(k + 1)
    beside = [sum(n[t - a] << LANE_BITS * t for t in lanes) for a in range(10)]
    table = [[0] * 10 for _ in range(10)]
    for a in range(10):
        for b in range(a, 10):
            both = (a + b) % 10
            found = (beside[a] << LANE_BITS * b) + (beside[b] << LANE_BITS * a)
            if both <= k:
                found += cards << LANE_BITS * both
            table[a][b] = table[b][a] = 2 * found + _TWICE[k][a, b]
    return table


def _twice(k: int, a: int, b: int) -> int:
    """What `_with_two` counts too much for want of looking whether a card is there twice; and the pair on which he stands."""
    both, found = (a + b) % 10, 0
    for one, other in ((a, b), (b, a)):
        if 2 * one % 10 <= k:
            found -= 2 * _lane(2 * one % 10 + other)
        if both <= k:
            found -= 4 * _lane(both + one)
    return found + (2 * _lane(_STANDS + both) if k < both < NATURAL else 0)


_TWICE = {k: {(a, b): _twice(k, a, b) for a in range(10) for b in range(a, 10)} for k in CLASSES}
