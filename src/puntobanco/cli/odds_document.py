"""The JSON document of ``puntobanco odds``: the exact odds of a shoe, as counts, floats and fractions."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from puntobanco.analysis.bet_odds import BetOdds, bet_odds
from puntobanco.analysis.odds import Naturals, Odds
from puntobanco.analysis.removal import effects_of_removal
from puntobanco.game.bets import Bet, Combination
from puntobanco.game.rules import Outcome

Bets = Sequence[Bet | Combination]


class Combinations(msgspec.Struct, frozen=True):
    """Ordered sequences of six cards by who wins, and all of them."""

    player: int
    banker: int
    tie: int
    total: int


class PairCounts(msgspec.Struct, frozen=True):
    """Sequences with a pair of one given side, both, either; the same of perfect pairs; a perfect one beside any other."""

    one: int
    both: int
    either: int
    perfect_one: int
    perfect_both: int
    perfect_either: int
    perfect_beside_pair: int


class OddsDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it. ``margins`` are by the Player's points less the Banker's, ``ties`` by points; ``removal`` by bet and rank."""

    decks: int
    cards: int
    combinations: Combinations
    bets: dict[Bet | Combination, BetOdds]
    ties: tuple[int, ...]
    margins: dict[int, int]
    naturals: Naturals
    pairs: PairCounts
    removal: dict[Bet | Combination, dict[str, float]] | None = None


def document(odds: Odds, *, decks: int, bets: Bets, removal: bool = False) -> OddsDocument:
    """The document of a shoe that was of so many ``decks``, for these bets; with the effects of removal where they are wanted."""
    outcomes = odds.outcomes
    return OddsDocument(
        decks=decks,
        cards=odds.composition.size,
        combinations=Combinations(outcomes[Outcome.PLAYER], outcomes[Outcome.BANKER], outcomes[Outcome.TIE], odds.total),
        bets={bet: bet_odds(odds.returns(bet)) for bet in bets},
        ties=odds.ties,
        margins=odds.margins,
        naturals=odds.naturals,
        pairs=_pairs(odds),
        removal=_removal(odds, bets) if removal else None,
    )


def _pairs(odds: Odds) -> PairCounts:
    pairs = odds.pairs
    return PairCounts(
        one=pairs.one,
        both=pairs.both,
        either=pairs.either,
        perfect_one=pairs.perfect_one,
        perfect_both=pairs.perfect_both,
        perfect_either=pairs.perfect_either,
        perfect_beside_pair=pairs.perfect_beside,
    )


def _removal(odds: Odds, bets: Bets) -> dict[Bet | Combination, dict[str, float]]:
    def floats(effects: dict[str, Fraction]) -> dict[str, float]:
        return {rank: float(effect) for rank, effect in effects.items()}

    return {bet: floats(effects) for bet, effects in effects_of_removal(odds, bets).items()}
