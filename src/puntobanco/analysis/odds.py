"""The exact odds of every bet for any shoe. Nothing is sampled and nothing rounded: whole numbers of equally likely sequences.

The count behind it is ``coups.count_coups``, or the same in machine code (``kernel``, with the extra ``puntobanco[analysis]``).
"""

from collections.abc import Callable, Sequence

import msgspec

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.coups import CELLS, NATURALS, THREE, TWO, count_coups
from puntobanco.analysis.pairs import Pairs, Shown, count_pairs
from puntobanco.analysis.returns import PAIR_BETS, Returns, of_coups, of_pairs
from puntobanco.analysis.ties import count_paired_ties
from puntobanco.game.bets import PARTS, Bet, Combination
from puntobanco.game.rules import NATURAL, Outcome, outcome_of

CountCoups = Callable[[Sequence[int]], Sequence[int]]

_HIGH = range(NATURAL, 10)

# Places of counts by points: ten times the Player's and the Banker's.
_OUTCOMES = {wanted: [at for at in range(100) if outcome_of(*divmod(at, 10)) is wanted] for wanted in Outcome}
_MARGINS = {margin: [at for at in range(100) if at // 10 - at % 10 == margin] for margin in range(-9, 10)}


class Naturals(msgspec.Struct, frozen=True, kw_only=True):
    """Sequences in which the Player, the Banker, both have a natural."""

    player: int
    banker: int
    both: int


class Odds(msgspec.Struct, frozen=True):
    """What can come of a shoe, in ordered sequences of six cards out of ``total``.

    ``cells`` are the endings as `coups.count_coups` counts them.

    >>> from puntobanco.analysis.composition import full_shoe
    >>> odds = odds_of(full_shoe(8))
    >>> odds.outcomes[Outcome.BANKER], odds.total
    (2292252566437888, 4998398275503360)
    >>> odds.returns(Bet.BANKER).rtp, f"{float(odds.returns(Bet.BANKER).house_edge):.6%}"
    (Fraction(10732465128097, 10847218479825), '1.057906%')
    """

    composition: Composition
    cells: Sequence[int]
    pairs: Pairs

    @property
    def total(self) -> int:
        """All sequences of six cards."""
        return self.pairs.total

    def _by_points(self) -> list[int]:
        """By ten times the Player's points and the Banker's."""
        cells = self.cells
        return list(map(sum, zip(cells[NATURALS:TWO], cells[TWO:THREE], cells[THREE:CELLS], strict=True)))

    @property
    def by_points(self) -> dict[tuple[int, int], int]:
        """By the points of Player and Banker."""
        return {divmod(at, 10): ways for at, ways in enumerate(self._by_points())}

    @property
    def outcomes(self) -> dict[Outcome, int]:
        """By who wins."""
        by_points = self._by_points()
        return {outcome: sum([by_points[at] for at in places]) for outcome, places in _OUTCOMES.items()}

    @property
    def ties(self) -> tuple[int, ...]:
        """Ties with 0, 1, …, 9 points."""
        return tuple(self._by_points()[::11])

    @property
    def margins(self) -> dict[int, int]:
        """By how many points the Player has more than the Banker, from -9 to 9."""
        by_points = self._by_points()
        return {margin: sum([by_points[at] for at in places]) for margin, places in _MARGINS.items()}

    @property
    def naturals(self) -> Naturals:
        """Naturals of either side."""
        # Neither draws then, so that the one with a natural has it against every hand of two cards, as often as the other.
        one = sum(self.cells[NATURALS + 10 * NATURAL : NATURALS + 100])
        both = sum(self.cells[NATURALS + 10 * player + banker] for player in _HIGH for banker in _HIGH)
        return Naturals(player=one, banker=one, both=both)

    def returns(self, bet: Bet | Combination) -> Returns:
        """What a bet or a combination gives back."""
        match bet:
            case Combination():
                return self._together(PARTS[bet])
            case _ if bet in PAIR_BETS:
                return Returns(returned=of_pairs((bet,), self.pairs.shown))
            case _:
                return of_coups(bet, self.cells, self.total)

    def _together(self, bets: tuple[Bet, ...]) -> Returns:
        """Equal stakes on the pairs, and on Tie perhaps: jointly, as one hand's cards are gone for the other and for a tie."""
        shown = self.pairs.shown
        if Bet.TIE not in bets:
            return Returns(returned=of_pairs(bets, shown), stakes=len(bets))
        tied = self._tied()
        others = dict.fromkeys(tied, 0)
        for pairs, ways in shown.items():
            others[pairs._replace(perfect_pair=False)] += ways
        for pairs, ways in tied.items():
            others[pairs] -= ways
        return Returns(returned=of_pairs(bets, others) + of_pairs(bets, tied, tie=True), stakes=len(bets))

    def _tied(self) -> dict[Shown, int]:
        """Ties by the pairs beside them. Whether those are perfect is not told, as no combination asks: they stand as plain."""
        ties, found = self.outcomes[Outcome.TIE], count_paired_ties(self.composition)
        return {
            Shown(True, True, False): found.both,
            Shown(True, False, False): found.player - found.both,
            Shown(False, True, False): found.banker - found.both,
            Shown(False, False, False): ties - found.player - found.banker + found.both,
        }


def odds_of(composition: Composition, *, count: CountCoups = count_coups) -> Odds:
    """The exact odds of a shoe."""
    return Odds(composition, count(composition.points), count_pairs(composition))
