"""What a bet gives back, over all ways in which a coup can end. What it pays comes from ``game.bets`` and stands nowhere else."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

import msgspec

from puntobanco.analysis.coups import CELLS, NATURALS, THREE
from puntobanco.analysis.pairs import Shown
from puntobanco.game.bets import Bet, Facts, verdicts_of
from puntobanco.game.rules import NATURAL

WHOLE = 20
"""A stake in the unit of `Verdict`: twentieths of it, in which every payment is whole."""

PAIR_BETS = frozenset({Bet.PLAYER_PAIR, Bet.BANKER_PAIR, Bet.EITHER_PAIR, Bet.PERFECT_PAIR})
"""The bets that look at ranks and suits. All others look at points alone."""


class Returns(msgspec.Struct, frozen=True, kw_only=True):
    """Exactly how often a bet gives back what. ``returned`` has, by twentieths of one stake, ordered six-card sequences.

    A combination lays ``stakes`` stakes. All figures are per unit staked, pushes included.
    """

    returned: Mapping[int, int]
    stakes: int = 1

    @property
    def total(self) -> int:
        """All sequences."""
        return sum(self.returned.values())

    def _chance(self, ways: int) -> Fraction:
        return Fraction(ways, self.total)

    @property
    def win(self) -> Fraction:
        """How likely more comes back than was staked."""
        return self._chance(sum(ways for back, ways in self.returned.items() if back > self.stakes * WHOLE))

    @property
    def push(self) -> Fraction:
        """How likely the stake comes back and no more."""
        return self._chance(self.returned.get(self.stakes * WHOLE, 0))

    @property
    def lose(self) -> Fraction:
        """How likely less comes back than was staked."""
        return self._chance(sum(ways for back, ways in self.returned.items() if back < self.stakes * WHOLE))

    @property
    def rtp(self) -> Fraction:
        """What comes back on average, the stake with it."""
        return Fraction(sum(back * ways for back, ways in self.returned.items()), self.stakes * WHOLE * self.total)

    @property
    def house_edge(self) -> Fraction:
        """What stays with the house on average."""
        return 1 - self.rtp

    @property
    def variance(self) -> Fraction:
        """The variance of what comes back."""
        squares = sum(back * back * ways for back, ways in self.returned.items())
        return Fraction(squares, (self.stakes * WHOLE) ** 2 * self.total) - self.rtp**2

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance; the only figure that is no fraction."""
        return math.sqrt(self.variance)


class _Group(NamedTuple):
    returned: int
    cells: tuple[int, ...]


def _facts_of_cell(cell: int) -> Facts:
    player, banker = divmod(cell % 100, 10)
    natural = NATURALS <= cell < NATURALS + 100
    return Facts(
        player_points=player,
        banker_points=banker,
        banker_cards=3 if cell >= THREE else 2,
        player_natural=natural and player >= NATURAL,
        banker_natural=natural and banker >= NATURAL,
        player_pair=False,
        banker_pair=False,
        perfect_pair=False,
    )


_ENDINGS = [verdicts_of(_facts_of_cell(cell)) for cell in range(CELLS)]


def _groups(bet: Bet) -> tuple[_Group, ...]:
    """The endings that give something back, by how much. Two cells at least in each, as `itemgetter` then gives a tuple."""
    cells: dict[int, list[int]] = {}
    for cell, verdicts in enumerate(_ENDINGS):
        cells.setdefault(verdicts[bet].returned_20, []).append(cell)
    cells.pop(0)
    assert all(len(group) > 1 for group in cells.values())
    return tuple(_Group(returned, tuple(group)) for returned, group in sorted(cells.items()))


_COUP_GROUPS = {bet: [(group.returned, itemgetter(*group.cells)) for group in _groups(bet)] for bet in Bet if bet not in PAIR_BETS}


def of_coups(bet: Bet, cells: Sequence[int], total: int) -> Returns:
    """What a bet that looks at points gives back, from the counts of `coups.count_coups`."""
    returned = {back: sum(of_group(cells)) for back, of_group in _COUP_GROUPS[bet]}
    return Returns(returned={0: total - sum(returned.values()), **returned})


def of_pairs(bets: Sequence[Bet], shown: Mapping[Shown, int], *, tie: bool = False) -> Counter[int]:
    """What equal stakes on bets that look at pairs, and perhaps on Tie, give back together: sequences by twentieths of a stake.

    ``tie`` says that the sequences are those of ties.
    """
    returned: Counter[int] = Counter()
    for pairs, ways in shown.items():
        verdicts = verdicts_of(Facts(0 if tie else 1, 0, 2, False, False, *pairs))
        returned[sum(verdicts[bet].returned_20 for bet in bets)] += ways
    return returned
