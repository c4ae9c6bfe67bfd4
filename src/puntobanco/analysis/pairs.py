"""In how many ways the first two cards of the hands are pairs, perfect pairs, or both: closed forms by rank and by card.

Like ``coups`` it counts ordered sequences of six cards of the shoe. Pairs look at the first four alone, and each side is as likely
to get one as the other.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puntobanco.analysis.composition import Composition
from puntobanco.game.cards import RANKS


class Shown(NamedTuple):
    """Which pairs a coup shows, as ``bets.Facts`` has them."""

    player_pair: bool
    banker_pair: bool
    perfect_pair: bool


SHOWN = (
    Shown(True, True, True),
    Shown(True, True, False),
    Shown(True, False, True),
    Shown(False, True, True),
    Shown(True, False, False),
    Shown(False, True, False),
    Shown(False, False, False),
)
"""All that a coup can show."""


class Pairs(NamedTuple):
    """Numbers of ordered six-card sequences out of ``total``.

    ``one`` and ``perfect_one`` speak of one given side, ``both`` and ``perfect_both`` of both; ``perfect_beside`` is a perfect pair
    of a given side beside any pair of the other.
    """

    total: int
    one: int
    both: int
    perfect_one: int
    perfect_both: int
    perfect_beside: int

    @property
    def either(self) -> int:
        """A pair on one side at least."""
        return 2 * self.one - self.both

    @property
    def perfect_either(self) -> int:
        """A perfect pair on one side at least."""
        return 2 * self.perfect_one - self.perfect_both

    @property
    def shown(self) -> dict[Shown, int]:
        """Every coup falls under one of these."""
        perfect_in_both = 2 * self.perfect_beside - self.perfect_both
        perfect_alone = self.perfect_one - self.perfect_beside
        plain_alone = self.one - self.both - perfect_alone
        ways = (
            perfect_in_both,
            self.both - perfect_in_both,
            perfect_alone,
            perfect_alone,
            plain_alone,
            plain_alone,
            self.total - self.either,
        )
        return dict(zip(SHOWN, ways, strict=True))


def count_pairs(composition: Composition) -> Pairs:
    """Count the pairs of both hands."""
    size, ranks, cards = composition.size, composition.ranks, composition.counts
    last_two = (size - 4) * (size - 5)
    last_four = (size - 2) * (size - 3) * last_two
    by_rank, by_card = [n * (n - 1) for n in ranks], [n * (n - 1) for n in cards]
    pairs = sum(by_rank)
    beside = 0
    for rank, n in enumerate(ranks):
        # Beside a perfect pair of this rank: a pair of another one, or of what is left of it.
        beside += sum(by_card[rank :: len(RANKS)]) * (pairs - by_rank[rank] + (n - 2) * (n - 3))
    return Pairs(
        total=math.perm(size, 6),
        one=pairs * last_four,
        both=twice(ranks) * last_two,
        perfect_one=sum(by_card) * last_four,
        perfect_both=twice(cards) * last_two,
        perfect_beside=beside * last_two,
    )


def twice(kinds: Iterable[int]) -> int:
    """Ordered sequences of four cards that are two pairs, with so many cards of each kind: of two kinds, or all of one."""
    counts: Sequence[int] = tuple(kinds)
    pairs = [n * (n - 1) for n in counts]
    return sum(pairs) ** 2 - sum(pair * pair for pair in pairs) + sum(math.perm(n, 4) for n in counts)
