"""A run as a picture: every test's p-value, and where cards lie, too often or too seldom."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from puntobanco.analysis.chances import Floats
from puntobanco.analysis.randomness import Verdict
from puntobanco.analysis.run import Outcome
from puntobanco.analysis.shoes import Numbers
from puntobanco.game.cards import DECK, DECK_CARDS, RANKS, Suit
from puntobanco.game.shoe import shoe_cards

LEAST_SHOWN = 1e-12
"""Lower p-values are drawn here, at the edge."""

_SUIT_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}

COLOURS_TO = 5
"""Standard deviations at which the colours end."""


def draw(outcome: Outcome, path: Path) -> None:
    """Write the picture, a PNG or SVG by the path's ending. Raises OSError."""
    size = shoe_cards(outcome.verdict.decks)
    figure = Figure(figsize=(15, 10), layout="constrained")
    panels = figure.subplot_mosaic([["p", "cards"], ["p", "blocks"]], width_ratios=[1, 1.15], height_ratios=[1, 1.25])
    seed = outcome.verdict.seed
    secrets = "the operating system's secrets" if seed is None else f"seed {seed}"
    word = "passed" if outcome.verdict.passed else "FAILED"
    figure.suptitle(f"{outcome.verdict.shoes:,} shoes of {outcome.verdict.decks} decks, {secrets}: {word}")
    _p_values(panels["p"], outcome.verdict)
    _heat(
        panels["cards"],
        distances(outcome.found.counts["mixed_faces"].reshape(size, DECK_CARDS), size).T,
        "Place in the shuffled pack × card",
    )
    panels["cards"].set(xlabel="place", yticks=range(0, DECK_CARDS, len(RANKS)), yticklabels=_suit_labels())
    _heat(
        panels["blocks"],
        distances(outcome.found.counts["blocks"].reshape(DECK_CARDS, DECK_CARDS), size).T,
        "New place × old place, 52 parts",
    )
    panels["blocks"].set(xlabel="new place", ylabel="old place")
    figure.savefig(path, format=path.suffix.lower()[1:], dpi=110)


def distances(table: Numbers, size: int) -> Floats:
    """How far each cell of a table of permutations is from what is expected, in standard deviations."""
    expected = table.sum() / table.size
    free = (1 - 1 / table.shape[0]) * (1 - 1 / table.shape[1]) * size / (size - 1)
    return np.asarray((table - expected) / np.sqrt(expected * free), np.float64)


def _p_values(axes: Axes, verdict: Verdict) -> None:
    names = [test.name for test in verdict.tests]
    for row, test in enumerate(verdict.tests):
        mark, colour = ("X", "#c1121f") if test.failed else ("o", "#1d4e89")
        axes.plot(max(test.p, LEAST_SHOWN), row, mark, color=colour, markersize=9 if test.failed else 6, clip_on=False)
    line = verdict.family_level / len(names)
    axes.axvline(line, color="#555555", linestyle="--", linewidth=1)
    axes.text(line, -1.1, f"lowest must be over {line:.1g} ", ha="right", va="center", fontsize=8, color="#333333")
    axes.set(
        xscale="log", xlim=(LEAST_SHOWN, 1.3), ylim=(len(names) - 0.5, -1.7), title="p-values (● passed, ✖ failed)", xlabel="p"
    )
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.grid(axis="both", color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)


def _heat(axes: Axes, values: Floats, title: str) -> None:
    picture = axes.imshow(values, cmap="RdBu_r", vmin=-COLOURS_TO, vmax=COLOURS_TO, aspect="auto", interpolation="nearest")
    axes.set_title(f"{title}; farthest {np.abs(values).max():.1f} σ")
    figure = axes.get_figure()
    assert figure is not None
    figure.colorbar(picture, ax=axes, label="σ from even (red: too often)", extend="both")


def _suit_labels() -> list[str]:
    return [f"A{_SUIT_SIGNS[card.suit]}" for card in DECK[:: len(RANKS)]]
