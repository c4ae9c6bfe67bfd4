"""What the odds lose or gain when a card goes: the effect of removing each rank on each bet."""

from collections.abc import Sequence
from fractions import Fraction

from puntobanco.analysis.coups import count_coups
from puntobanco.analysis.odds import CountCoups, Odds
from puntobanco.analysis.pairs import count_pairs
from puntobanco.errors import TooFewCards
from puntobanco.game.bets import Bet, Combination
from puntobanco.game.cards import DECK, RANKS
from puntobanco.game.rules import COUP_CARDS_MAX

Effects = dict[Bet | Combination, dict[str, Fraction]]


def effects_of_removal(odds: Odds, bets: Sequence[Bet | Combination], *, count: CountCoups = count_coups) -> Effects:
    """By how much each bet's return changes when one card of a rank has gone, whichever suit it is; of the ranks that are left.

    A card's suit matters to `Bet.PERFECT_PAIR` only: it gets the average over the cards of the rank. Raises `TooFewCards` when six
    are left.
    """
    if odds.composition.size == COUP_CARDS_MAX:
        raise TooFewCards(f"{COUP_CARDS_MAX} cards are left: with one less a coup may not come to its end")
    before = {bet: odds.returns(bet).rtp for bet in bets}
    sums: Effects = {bet: {} for bet in bets}
    ranks, cells = odds.composition.ranks, {}
    for card, left in zip(DECK, odds.composition.counts, strict=True):
        if not left:
            continue
        rest = odds.composition.without([card])
        if card.points not in cells:
            cells[card.points] = count(rest.points)
        after = Odds(rest, cells[card.points], count_pairs(rest))
        share, rank = Fraction(left, ranks[card.rank - 1]), RANKS[card.rank - 1]
        for bet in bets:
            change = share * (after.returns(bet).rtp - before[bet])
            sums[bet][rank] = sums[bet].get(rank, Fraction(0)) + change
    return sums
