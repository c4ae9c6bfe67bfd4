"""The JSON document of ``puntobanco simulate``: what was played, and what came of it."""

from typing import TYPE_CHECKING

import msgspec

from puntobanco.analysis.composition import full_shoe
from puntobanco.analysis.odds import odds_of
from puntobanco.game.bets import Bet
from puntobanco.game.good_roads import GoodRoad
from puntobanco.game.rules import Outcome

if TYPE_CHECKING:
    from puntobanco.analysis.figures import Figures
    from puntobanco.analysis.returns import Returns


class SimulatedBet(msgspec.Struct, frozen=True):
    """A bet that was laid in every round, per unit staked; and its exact return from a full shoe."""

    rtp: float
    standard_error: float
    rtp_exact_full_shoe: float
    win: float
    push: float
    lose: float


class RoundsPerShoe(msgspec.Struct, frozen=True):
    """How many rounds a shoe has."""

    mean: float
    min: int
    max: int


class FirstBet(msgspec.Struct, frozen=True):
    """A bet over the first rounds alone."""

    rtp: float
    standard_error: float


class FirstRounds(msgspec.Struct, frozen=True):
    """The first rounds of each shoe, as many as every shoe has: their figures are those of a full shoe."""

    per_shoe: int
    rounds: int
    bets: dict[Bet, FirstBet]


class GoodRoadSeen(msgspec.Struct, frozen=True):
    """After how many rounds a good road stood, and how often it came to stand."""

    rounds: int
    times: int


class SimulationDocument(msgspec.Struct, frozen=True):
    """All of it. ``streaks`` are by winner and length."""

    seed: int
    house: str
    decks: int
    shoes: int
    rounds: int
    outcomes: dict[Outcome, int]
    bets: dict[Bet, SimulatedBet]
    first_rounds: FirstRounds
    rounds_per_shoe: RoundsPerShoe
    streaks: dict[Outcome, dict[int, int]]
    good_roads: dict[GoodRoad, GoodRoadSeen]
    seconds: float
    rounds_per_second: float


def document(figures: "Figures", *, seed: int, seconds: float) -> SimulationDocument:
    """The document of a run that took so many seconds."""
    rules, lengths = figures.rules, figures.lengths
    odds = odds_of(full_shoe(rules.decks))
    return SimulationDocument(
        seed=seed,
        house=rules.name,
        decks=rules.decks,
        shoes=figures.shoes,
        rounds=figures.rounds,
        outcomes=dict(figures.outcomes),
        bets={bet: _bet(figures.returns(bet), float(odds.returns(bet).rtp)) for bet in rules.offered},
        first_rounds=_first(figures),
        rounds_per_shoe=RoundsPerShoe(figures.rounds / figures.shoes, min(lengths), max(lengths)),
        streaks={winner: dict(found) for winner, found in figures.streaks.items()},
        good_roads={road: GoodRoadSeen(seen.rounds, seen.times) for road, seen in figures.good_roads.items()},
        seconds=seconds,
        rounds_per_second=figures.rounds / seconds,
    )


def _bet(found: "Returns", exact: float) -> SimulatedBet:
    return SimulatedBet(
        rtp=float(found.rtp),
        standard_error=found.standard_error,
        rtp_exact_full_shoe=exact,
        win=float(found.win),
        push=float(found.push),
        lose=float(found.lose),
    )


def _first(figures: "Figures") -> FirstRounds:
    found = {bet: figures.first_returns(bet) for bet in figures.rules.offered}
    bets = {bet: FirstBet(float(returns.rtp), returns.standard_error) for bet, returns in found.items()}
    return FirstRounds(figures.first_per_shoe, figures.first_per_shoe * figures.shoes, bets)
