"""Slow counts of what ``analysis.odds`` works out, apart from it: every coup dealt through ``game.rules``, card by card.

`endings` counts over values, for any shoe; `returned` over cards, rank and suit, for shoes of few kinds, each coup settled as at a
table; `pair_counts` over all hands of four cards.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from puntobanco.game.bets import PARTS, Bet, Combination, settle
from puntobanco.game.cards import DECK, Card
from puntobanco.game.rules import NATURAL, NEW_COUP, Coup, Side, next_side

Ending = tuple[int, int, int, bool, bool]
"""Points of Player and Banker, the Banker's cards, naturals of Player and Banker."""

Ints = npt.NDArray[np.int64]

STAKE = 20
"""Cents on every bet: what comes back is then in twentieths of the stake."""


class _Coups:
    """All coups of values that take so many cards, those that end alike beside each other."""

    def __init__(self, cards: int, coups: Sequence[tuple[tuple[int, ...], Ending]]) -> None:
        coups = sorted(coups, key=lambda coup: coup[1])
        self.cards = cards
        self.values = np.array([values for values, _ in coups], np.int64).T
        # How often the value of each card has come before it in the same coup.
        self.before = np.array([[values[:place].count(values[place]) for place in range(cards)] for values, _ in coups], np.int64).T
        self.endings = list(dict.fromkeys(ending for _, ending in coups))
        counts = Counter(ending for _, ending in coups)
        self.starts = np.cumsum([0, *(counts[ending] for ending in self.endings)])[:-1]

    def count(self, left: Ints) -> dict[Ending, int]:
        """In how many ways the shoe deals them. The largest product is below 624**6 < 2**63."""
        ways = np.ones(self.values.shape[1], np.int64)
        for values, before in zip(self.values, self.before, strict=True):
            ways *= left[values] - before
        return dict(zip(self.endings, np.add.reduceat(ways, self.starts).tolist(), strict=True))


@cache
def _all_coups() -> tuple[_Coups, ...]:
    found: dict[int, list[tuple[tuple[int, ...], Ending]]] = {4: [], 5: [], 6: []}

    def deal(player: tuple[int, ...], banker: tuple[int, ...]) -> None:
        match next_side(player, banker):
            case None:
                naturals = [sum(hand[:2]) % 10 >= NATURAL for hand in (player, banker)]
                cards = player + banker
                found[len(cards)].append((cards, (sum(player) % 10, sum(banker) % 10, len(banker), naturals[0], naturals[1])))
            case Side.PLAYER:
                for value in range(10):
                    deal((*player, value), banker)
            case Side.BANKER:
                for value in range(10):
                    deal(player, (*banker, value))

    deal((), ())
    return tuple(_Coups(cards, coups) for cards, coups in found.items())


def endings(points: Sequence[int]) -> Counter[Ending]:
    """Ordered sequences of six cards by how they end, from a shoe with so many cards of 0, 1, …, 9 points."""
    left, size = np.array(points, np.int64), sum(points)
    found: Counter[Ending] = Counter()
    for coups in _all_coups():
        unused = math.perm(size - coups.cards, 6 - coups.cards)
        for ending, ways in coups.count(left).items():
            found[ending] += ways * unused
    return found


def returned(cards: Mapping[Card, int]) -> dict[Bet | Combination, Counter[int]]:
    """Ordered sequences of six cards by what each bet gives back, in twentieths of one stake."""
    found: dict[Bet | Combination, Counter[int]] = {bet: Counter() for bet in (*Bet, *Combination)}
    _deal(NEW_COUP, dict(cards), 1, sum(cards.values()), found)
    return found


def _deal(coup: Coup, left: dict[Card, int], ways: int, size: int, found: dict[Bet | Combination, Counter[int]]) -> None:
    if coup.complete:
        ways *= math.perm(size, 6 - coup.card_count)
        settled = settle(coup, dict.fromkeys(Bet, STAKE)).bets
        for bet, counts in found.items():
            counts[sum(settled[part].returned for part in (PARTS[bet] if isinstance(bet, Combination) else (bet,)))] += ways
        return
    for card, copies in left.items():
        if copies:
            left[card] -= 1
            _deal(coup.with_card(card), left, ways * copies, size - 1, found)
            left[card] += 1


def pair_counts(counts: Sequence[int]) -> dict[tuple[bool, bool, bool], int]:
    """Ordered sequences of four cards by pair of the Player, pair of the Banker, perfect pair of either."""
    left = np.array(counts, np.int64)
    first, second = np.divmod(np.arange(len(DECK) ** 2), len(DECK))
    ranks = np.array([card.rank for card in DECK])
    pair, perfect = ranks[first] == ranks[second], first == second
    hands = left[first] * (left[second] - perfect)
    found: Counter[tuple[bool, bool, bool]] = Counter()
    for one, two, ways, is_pair, is_perfect in zip(first, second, hands, pair, perfect, strict=True):
        if not ways:
            continue
        rest = left.copy()
        rest[one] -= 1
        rest[two] -= 1
        others = rest[first] * (rest[second] - perfect) * ways
        for other_pair in (False, True):
            for other_perfect in (False, True):
                these = others[(pair == other_pair) & (perfect == other_perfect)]
                found[bool(is_pair), other_pair, bool(is_perfect) or other_perfect] += int(these.sum())
    return dict(found)
