"""Staking plans as a picture: the bankrolls of each over the rounds, who is ruined when, where they end, and what came back."""

from collections.abc import Mapping
from io import BytesIO

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from puntobanco.analysis.strategies.figures import LEVELS, PlanFigures
from puntobanco.analysis.strategies.paths import Paths
from puntobanco.analysis.strategies.run import Job

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#555555")
"""Told apart also by who sees no red or no green (Okabe and Ito); lines differ in their dashes too."""

DASHES = ("-", "--", "-.", ":")

IN_A_ROW = 5
"""Panels side by side."""

CENTS = 100

Plans = Mapping[str, PlanFigures]


def draw(plans: Plans, job: Job, found: Mapping[str, Paths], kind: str) -> bytes:
    """The picture, ``kind`` is ``png`` or ``svg``."""
    rows = -(-len(plans) // IN_A_ROW)
    figure = Figure(figsize=(16, 3.9 * rows + 5.2), layout="constrained")
    above, below = figure.subfigures(2, 1, squeeze=False, height_ratios=[3.9 * rows, 4.6])[:, 0]
    players = next(iter(plans.values())).players
    above.suptitle(
        f"{players:,} players of each plan, {job.rounds:,} rounds each, house {job.rules.name}, "
        f"bankroll {job.bankroll_cents / CENTS:,.2f}, base stake {job.base_cents / CENTS:,.2f}, seed {job.seed}"
    )
    most = _highest(plans, job)
    panels = above.subplots(rows, min(IN_A_ROW, len(plans)), sharey=True, sharex=True, squeeze=False).ravel()
    for place, (name, plan) in enumerate(plans.items()):
        _bankrolls(panels[place], name, plan, job, place, most)
    for panel in panels[len(plans) :]:
        panel.set_axis_off()
    ruin, ends, returns = below.subplots(1, 3)
    _ruin(ruin, plans, job.rounds)
    _ends(ends, job, found, most)
    _returns(returns, plans)
    picture = BytesIO()
    figure.savefig(picture, format=kind, dpi=110)
    return picture.getvalue()


def _highest(plans: Plans, job: Job) -> float:
    """The top of all scales of money: a little over the highest band."""
    return 1.08 * max(job.bankroll_cents, *(max(plan.curves.bands[LEVELS[-1]]) for plan in plans.values())) / CENTS


def _bankrolls(axes: Axes, name: str, plan: PlanFigures, job: Job, place: int, most: float) -> None:
    curves, colour = plan.curves, COLOURS[place % len(COLOURS)]
    bands = {level: np.array(curve) / CENTS for level, curve in curves.bands.items()}
    axes.fill_between(curves.rounds, bands[5], bands[95], color=colour, alpha=0.15, linewidth=0, label="9 of 10 players")
    axes.fill_between(curves.rounds, bands[25], bands[75], color=colour, alpha=0.28, linewidth=0, label="half of them")
    for number, curve in enumerate(curves.paths):
        label = "single players" if number == 0 else None
        axes.plot(curves.rounds, np.array(curve) / CENTS, color="#333333", linewidth=0.6, alpha=0.8, label=label)
    axes.plot(curves.rounds, bands[50], color=colour, linewidth=2.2, label="median")
    axes.axhline(job.bankroll_cents / CENTS, color="#777777", linewidth=0.8, linestyle=":")
    axes.set(title=name, ylim=(0, most), xlim=(0, job.rounds), xlabel="rounds")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.tick_params(labelbottom=True)  # also where a row stands below, which may be shorter
    if place % IN_A_ROW == 0:
        axes.set_ylabel("bankroll")
    if place == 0:
        axes.legend(loc="upper left", fontsize=8, framealpha=0.9)


def _ruin(axes: Axes, plans: Plans, rounds: int) -> None:
    for place, (name, plan) in enumerate(plans.items()):
        axes.plot(plan.curves.rounds, plan.curves.ruined, color=_colour(place), linestyle=_dash(place), linewidth=2, label=name)
    axes.set(title="Ruined so far", xlabel="rounds", ylim=(0, 1), xlim=(0, rounds))
    axes.set_ylabel("share of the players")
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.legend(fontsize=8)
    _grid(axes)


def _ends(axes: Axes, job: Job, found: Mapping[str, Paths], most: float) -> None:
    for place, (name, paths) in enumerate(found.items()):
        ends = np.sort(paths.column("final_cents")) / CENTS
        above = np.append(np.arange(len(ends), 0, -1), 0) / len(ends)
        axes.step(np.append(0, ends), above, where="post", color=_colour(place), linestyle=_dash(place), linewidth=2, label=name)
    axes.axvline(job.bankroll_cents / CENTS, color="#777777", linewidth=0.8, linestyle=":")
    axes.set(title="At the end: players with more than so much", xlabel="bankroll at the end", ylim=(0, 1.02), xlim=(0, most))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    _grid(axes)


def _returns(axes: Axes, plans: Plans) -> None:
    for place, plan in enumerate(plans.values()):
        if plan.rtp is not None and plan.rtp_exact_full_shoe is not None:
            error = 2 * (plan.standard_error or 0)
            axes.errorbar(plan.rtp, place, xerr=error, fmt="o", color=_colour(place), capsize=4, linewidth=2)
            axes.plot(plan.rtp_exact_full_shoe, place, "|", color="#000000", markersize=22, markeredgewidth=1.6)
    came = Line2D([], [], marker="o", color="#555555", linewidth=2, label="came back, ± 2 standard errors")
    exact = Line2D([], [], marker="|", color="#000000", linewidth=0, markersize=12, label="exact return of the bets laid")
    axes.axvline(1, color="#777777", linewidth=0.8, linestyle=":")
    axes.set(title="What came back of each unit staked", ylim=(len(plans) - 0.4, -0.6 - 0.14 * len(plans)))
    axes.set_yticks(range(len(plans)), list(plans))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.6g}%"))
    axes.xaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 5, 10]))
    axes.legend(handles=[came, exact], fontsize=8, loc="upper right")
    _grid(axes)


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _dash(place: int) -> str:
    return DASHES[place % len(DASHES)]


def _grid(axes: Axes) -> None:
    axes.grid(color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)
