"""The JSON document of ``puntobanco strategies``: what was played, and what became of the players of each plan."""

from typing import TYPE_CHECKING

import msgspec

from puntobanco.analysis.strategies.figures import PlanFigures, figures_of
from puntobanco.game.bets import Bet

if TYPE_CHECKING:
    from puntobanco.analysis.strategies.paths import Paths
    from puntobanco.analysis.strategies.run import Job


class StrategiesDocument(msgspec.Struct, frozen=True):
    """All of it. ``players`` are those of each plan that were done, ``rounds`` those that each was there for."""

    seed: int
    house: str
    decks: int
    players: int
    rounds: int
    bankroll_cents: int
    stake_cents: int
    bet: Bet
    strategies: dict[str, PlanFigures]
    seconds: float


def document(job: "Job", found: "dict[str, Paths]", seconds: float) -> StrategiesDocument:
    """The document of a run that took so many seconds."""
    return StrategiesDocument(
        seed=job.seed,
        house=job.rules.name,
        decks=job.rules.decks,
        players=next(iter(found.values())).players,
        rounds=job.rounds,
        bankroll_cents=job.bankroll_cents,
        stake_cents=job.base_cents,
        bet=job.bet,
        strategies={name: figures_of(job, paths) for name, paths in found.items()},
        seconds=seconds,
    )
