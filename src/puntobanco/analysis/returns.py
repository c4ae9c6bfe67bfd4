"""What a bet gives back, over all ways in which a coup can end. What it pays comes from ``game.bets`` and stands nowhere else."""

import functools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

import msgspec

from puntobanco.analysis.coups import CELLS, NATURALS, THREE
from puntobanco.analysis.pairs import SHOWN, Shown
from puntobanco.game.bets import Bet, Facts, verdicts_of
from puntobanco.game.rules import NATURAL

WHOLE = 20
"""A stake in the unit of `Verdict`: twentieths of it, in which every payment is whole."""

PAIR_BETS = frozenset({Bet.PLAYER_PAIR, Bet.BANKER_PAIR, Bet.EITHER_PAIR, Bet.PERFECT_PAIR})
"""The bets that look at ranks and suits. All others look at points alone."""


class Counted(NamedTuple):
    """Whole numbers from which the figures of a bet follow: sequences, and sums over them of what comes back and of its square.

    ``back`` is in twentieths of one stake; ``laid`` are the twentieths that were staked each time.
    """

    total: int
    win: int
    push: int
    back: int
    squares: int
    laid: int

    @property
    def deviation(self) -> float:
        """The standard deviation of what comes back, per unit staked."""
        return math.sqrt((self.squares * self.total - self.back**2) / (self.laid * self.total) ** 2)


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

    def counted(self) -> Counted:
        """All that the figures need, in one pass: for who wants floats of many shoes."""
        total = win = back = squares = 0
        laid = self.stakes * WHOLE
        for twentieths, ways in self.returned.items():
            total += ways
            back += twentieths * ways
            squares += twentieths * twentieths * ways
            if twentieths > laid:
                win += ways
        return Counted(total, win, self.returned.get(laid, 0), back, squares, laid)

    @property
    def win(self) -> Fraction:
        """How likely more comes back than was staked."""
        counted = self.counted()
        return Fraction(counted.win, counted.total)

    @property
    def push(self) -> Fraction:
        """How likely the stake comes back and no more."""
        counted = self.counted()
        return Fraction(counted.push, counted.total)

    @property
    def lose(self) -> Fraction:
        """How likely less comes back than was staked."""
        counted = self.counted()
        return Fraction(counted.total - counted.win - counted.push, counted.total)

    @property
    def rtp(self) -> Fraction:
        """What comes back on average, the stake with it."""
        counted = self.counted()
        return Fraction(counted.back, counted.laid * counted.total)

    @property
    def house_edge(self) -> Fraction:
        """What stays with the house on average."""
        return 1 - self.rtp

    @property
    def variance(self) -> Fraction:
        """The variance of what comes back."""
        counted = self.counted()
        return Fraction(counted.squares * counted.total - counted.back**2, (counted.laid * counted.total) ** 2)

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance, which is no fraction."""
        return self.counted().deviation

    @property
    def standard_error(self) -> float:
        """Of the return, where what was counted are rounds that were played: as if they did not know of each other."""
        return self.standard_deviation / math.sqrt(self.total)


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


def groups_of_coups(bet: Bet) -> dict[int, list[int]]:
    """By what a bet that looks at points gives back, if anything: the endings of `coups.count_coups` that do."""
    return _groups(bet, [_facts_of_cell(cell) for cell in range(CELLS)])


def groups_of_pairs(bet: Bet) -> dict[int, list[int]]:
    """By what a bet that looks at pairs gives back, if anything: the places of `SHOWN` that do."""
    return _groups(bet, [Facts(0, 0, 2, False, False, *shown) for shown in SHOWN])


def _groups(bet: Bet, endings: Sequence[Facts]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for place, facts in enumerate(endings):
        if back := verdicts_of(facts)[bet].returned_20:
            groups.setdefault(back, []).append(place)
    return groups


# An itemgetter of many gives a tuple, and there are many endings of each kind.
_COUP_GROUPS = {
    bet: [(back, itemgetter(*cells)) for back, cells in sorted(groups_of_coups(bet).items())] for bet in Bet if bet not in PAIR_BETS
}


def of_coups(bet: Bet, cells: Sequence[int], total: int) -> Returns:
    """What a bet that looks at points gives back, from the counts of `coups.count_coups`."""
    returned = {back: sum(of_group(cells)) for back, of_group in _COUP_GROUPS[bet]}
    return Returns(returned={0: total - sum(returned.values()), **returned})


def of_pairs(bets: Sequence[Bet], shown: Mapping[Shown, int], *, tie: bool = False) -> Counter[int]:
    """What equal stakes on bets that look at pairs, and perhaps on Tie, give back together: sequences by twentieths of a stake.

    ``tie`` says that the sequences are those of ties.
    """
    returned: Counter[int] = Counter()
    backs = _pair_backs(tuple(bets), tie)
    for pairs, ways in shown.items():
        returned[backs[pairs]] += ways
    return returned


@functools.cache
def _pair_backs(bets: tuple[Bet, ...], tie: bool) -> dict[Shown, int]:
    """By the pairs that a coup shows: what equal stakes on these bets give back."""
    verdicts = {pairs: verdicts_of(Facts(0 if tie else 1, 0, 2, False, False, *pairs)) for pairs in SHOWN}
    return {pairs: sum(of_pairs[bet].returned_20 for bet in bets) for pairs, of_pairs in verdicts.items()}
