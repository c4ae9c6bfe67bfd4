"""The good roads that stand, on the picture of a scoreboard: an outlined chip each, with its name and its pattern."""

from collections.abc import Iterator, Sequence

from puntobanco.cli.roads_strokes import placed, width_of, written
from puntobanco.game.good_roads import PATTERNS, GoodRoad

OUTLINE, NAME, PATTERN = "#c9a04a", "#f4e3b5", "#b9c4bb"
LETTERS, HEIGHT, PADDING, GAP = 10, 22, 9, 7
"""Pixels of the letters, of a chip, of the room within and between them."""


def chips(good: Sequence[GoodRoad], right: float, y: float) -> Iterator[str]:
    """The chips in their order, about the height ``y``, the last one ending at ``right``."""
    widths = [_width(road) for road in good]
    x = right - sum(widths) - GAP * (len(good) - 1)
    for road, width in zip(good, widths, strict=True):
        yield placed(_chip(road, width), x + width / 2, y, 100)
        x += width + GAP


def _texts(road: GoodRoad) -> tuple[str, str]:
    return road.replace("_", " ").upper(), PATTERNS[road]


def _width(road: GoodRoad) -> float:
    return sum(width_of(text, LETTERS) for text in _texts(road)) + 4 * PADDING


def _chip(road: GoodRoad, width: float) -> str:
    """A chip about its middle."""
    name, pattern = _texts(road)
    at = -width / 2 + PADDING + width_of(name, LETTERS) / 2
    after = width / 2 - PADDING - width_of(pattern, LETTERS) / 2
    box = f'x="{-width / 2:g}" y="{-HEIGHT / 2:g}" width="{width:g}" height="{HEIGHT}" rx="{HEIGHT / 2:g}"'
    return (
        f'<rect {box} fill="none" stroke="{OUTLINE}" stroke-width="1.5"/>'
        f'<g transform="translate({at:g} 0)">{written(name, NAME, height=LETTERS, width=3.2)}</g>'
        f'<g transform="translate({after:g} 0)">{written(pattern, PATTERN, height=LETTERS, width=2.8)}</g>'
    )
