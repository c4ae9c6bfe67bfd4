"""What the players of a plan came to, in figures. Returns are per unit staked, shares of players have Wilson's interval."""

import math

import msgspec
import numpy as np

from puntobanco.analysis.composition import full_shoe
from puntobanco.analysis.odds import odds_of
from puntobanco.analysis.strategies.paths import Numbers, Paths
from puntobanco.analysis.strategies.run import Job
from puntobanco.game.bets import Bet

LEVELS = (5, 25, 50, 75, 95)
"""The quantiles that are told, in percent of the players."""

PATHS_SHOWN = 6
"""Of so many players, the first ones, the path is told."""

ROUNDING = 1e-12
"""An error below it is none but that of the arithmetic."""

Z_95 = 1.959963984540054


class Share(msgspec.Struct, frozen=True):
    """A share of the players, and the 95 % interval by Wilson of the chance behind it."""

    share: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """Of the players' own figures: the one in the middle, and the greatest."""

    median: int
    most: int


class Curves(msgspec.Struct, frozen=True):
    """Bankrolls in cents after so many ``rounds``: a list for each of `LEVELS`, by its number, and a few players' own.

    ``ruined`` is the share of players that were ruined until then. Bands are over ``players`` at most, the first ones.
    """

    rounds: tuple[int, ...]
    bands: dict[int, list[int]]
    paths: list[list[int]]
    ruined: list[float]
    players: int


class PlanFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One plan. Money in cents; ``rtp`` and what belongs to it are none where nothing was laid, an error also
    for one player, and where all came to the same, such as when nothing came back: that says nothing of how far others may lie.

    ``standard_error`` is by players: what one of them lays depends on what came before, so that his rounds are one figure.
    ``rtp_exact_full_shoe`` is that of the bets that were laid, each weighted by what was laid on it.
    """

    players: int
    rounds_bet: int
    staked_cents: int
    net_cents: int
    rtp: float | None
    standard_error: float | None
    rtp_exact_full_shoe: float | None
    hit_rate: float | None
    push_rate: float | None
    staked_by_bet: dict[Bet, int]
    ruined: Share
    ahead: Share
    final_mean_cents: float
    final_quantiles_cents: dict[int, int]
    drawdown_cents: Spread
    longest_losing: Spread
    largest_stake_cents: Spread
    curves: Curves


def figures_of(job: Job, paths: Paths) -> PlanFigures:
    """The figures of a plan's players, of whom there is at least one."""
    finals, bets = paths.column("final_cents"), int(paths.column("bets").sum())
    staked, net = total(paths.column("staked_cents")), total(finals - job.bankroll_cents)
    rate = net / staked if staked else None
    return PlanFigures(
        players=paths.players,
        rounds_bet=bets,
        staked_cents=staked,
        net_cents=net,
        rtp=None if rate is None else 1 + rate,
        standard_error=None if rate is None else _clustered(finals - job.bankroll_cents, paths.column("staked_cents"), rate),
        rtp_exact_full_shoe=_exact(job, paths.staked) if staked else None,
        hit_rate=total(paths.column("wins")) / bets if bets else None,
        push_rate=total(paths.column("pushes")) / bets if bets else None,
        staked_by_bet={bet: cents for bet, cents in paths.staked.items() if cents},
        ruined=wilson(int((paths.column("ruin_round") > 0).sum()), paths.players),
        ahead=wilson(int((finals > job.bankroll_cents).sum()), paths.players),
        final_mean_cents=total(finals) / paths.players,
        final_quantiles_cents=dict(zip(LEVELS, quantiles(finals), strict=True)),
        drawdown_cents=_spread(paths.column("drawdown_cents")),
        longest_losing=_spread(paths.column("longest_losing")),
        largest_stake_cents=_spread(paths.column("largest_stake_cents")),
        curves=_curves(job, paths),
    )


def total(numbers: Numbers) -> int:
    """A sum of any size."""
    return sum(numbers.tolist())


def quantiles(numbers: Numbers) -> list[int]:
    """Of each level the least number that so many percent do not exceed: always one that was there, so nothing is rounded."""
    ordered = np.sort(numbers)
    return [int(ordered[max(0, -(-len(ordered) * level // 100) - 1)]) for level in LEVELS]


def wilson(hits: int, of: int) -> Share:
    """A share with its interval, which also says something where none or all were hit."""
    share, z2 = hits / of, Z_95**2 / of
    middle, half = share + z2 / 2, Z_95 * math.sqrt(share * (1 - share) / of + z2 / (4 * of))
    low, high = (middle - half) / (1 + z2), (middle + half) / (1 + z2)
    return Share(share, max(0.0, low) if hits else 0.0, min(1.0, high) if hits < of else 1.0)


def _clustered(nets: Numbers, staked: Numbers, rate: float) -> float | None:
    """The standard error of a ratio of two sums over players, who know nothing of each other."""
    if len(nets) < 2:
        return None
    rest = nets - rate * staked
    error = math.sqrt(len(nets) / (len(nets) - 1) * math.fsum((rest * rest).tolist())) / total(staked)
    return error if error > ROUNDING else None


def _exact(job: Job, staked: dict[Bet, int]) -> float:
    odds = odds_of(full_shoe(job.rules.decks))
    returned = sum(odds.returns(bet).rtp * cents for bet, cents in staked.items() if cents)
    return float(returned / sum(staked.values()))


def _spread(numbers: Numbers) -> Spread:
    return Spread(quantiles(numbers)[LEVELS.index(50)], int(numbers.max()))


def _curves(job: Job, paths: Paths) -> Curves:
    columns = [quantiles(column) for column in paths.curves.T]
    bands = {level: [column[place] for column in columns] for place, level in enumerate(LEVELS)}
    ruins = np.sort(paths.column("ruin_round")[paths.column("ruin_round") > 0])
    ruined = [int(until) / paths.players for until in np.searchsorted(ruins, job.points, side="right")]
    return Curves(job.points, bands, paths.curves[:PATHS_SHOWN].tolist(), ruined, len(paths.curves))
