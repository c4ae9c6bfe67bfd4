"""The roads as a picture: a scoreboard as it stands at a table, bead plate, big road with the derived roads below it, ask marks.

Closed is red and open is blue on every road, so that nothing is known by its colour alone. Letters and figures are strokes, not
text: the picture is the same on every machine, whatever fonts it has.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

import resvg_py

from puntobanco.cli.roads_boards import shown_columns, used_columns
from puntobanco.game.good_roads import standing
from puntobanco.game.roads import Derived, Mark, Roads
from puntobanco.game.rules import Outcome

INK, PANEL, TEXT = "#101b18", "#172520", "#ece8db"
PAPER, RULE, NEWEST, EDGE = "#f1ecdf", "#d8d1be", "#ead9a8", "#a29880"
BANKER, PLAYER, TIE = "#b4261d", "#1b58a6", "#18703f"
COLOURS = {Outcome.BANKER: BANKER, Outcome.PLAYER: PLAYER, Outcome.TIE: TIE}

BEAD, BIG, SMALL = 33, 22, 11
"""Pixels of a cell. As they are 3 : 2 : 1, the lines of all boards meet."""

BEAD_COLUMNS, BIG_COLUMNS = (10, 54), (27, 162)
"""The fewest and the most columns. Beyond the most the oldest leave at the left; no shoe of twelve decks has so many rounds."""

MARGIN, GAP, HEAD, ASK = 12, 8, 28, 104
PNG_ZOOM = 2

STROKES = {
    "0": "M10 1.8c5 0 8.2 4.4 8.2 12.2S15 26.2 10 26.2 1.8 21.8 1.8 14 5 1.8 10 1.8Z",
    "1": "M4.4 6.2 10.6 1.9V28",
    "2": "M2.2 8.2c.2-4 3.4-6.4 7.8-6.4 4.6 0 7.8 2.6 7.8 6.6 0 3.2-1.8 5.6-5 8.4L2.6 26.2h15.8",
    "3": "M2.8 1.8h14L9.4 11.4c5.2-.2 8.6 2.9 8.6 7.3 0 4.5-3.4 7.5-8.2 7.5-3.8 0-6.6-1.6-8-4.6",
    "4": "M13.8 28V2L1.8 19.8h17",
    "5": "M16.6 1.8H4.8L3.6 13c1.5-1.7 3.7-2.7 6.4-2.7 4.9 0 8.2 3.1 8.2 7.9 0 4.8-3.5 8-8.5 8-3.6 0-6.4-1.6-7.8-4.4",
    "6": "M16.4 4.2C14.8 2.6 12.8 1.8 10.6 1.8 5.2 1.8 1.9 6.6 1.9 14.6c0 7.4 3 11.6 8.1 11.6 4.8 0 8.1-3.4 8.1-8.1s-3.3-7.7-7.7"
    "-7.7c-4.2 0-7.5 2.4-8.4 6.4",
    "7": "M1.8 1.8h16.6C12.6 9.4 9.2 18 8.6 28",
    "8": "M10 1.8c4 0 6.8 2.3 6.8 5.8S14 13.2 10 13.2 3.2 11.1 3.2 7.6 6 1.8 10 1.8ZM10 13.2c4.8 0 8.1 2.6 8.1 6.5s-3.3 6.5-8.1 6.5"
    "-8.1-2.6-8.1-6.5 3.3-6.5 8.1-6.5Z",
    "9": "M3.6 23.8c1.6 1.6 3.6 2.4 5.8 2.4 5.4 0 8.7-4.8 8.7-12.8 0-7.4-3-11.6-8.1-11.6-4.8 0-8.1 3.4-8.1 8.1s3.3 7.7 7.7 7.7"
    "c4.2 0 7.5-2.4 8.4-6.4",
    "B": "M3 1.8V26.2H11.5a6.7 6.7 0 0 0 0-13.4H3M10.5 12.8a5.5 5.5 0 0 0 0-11H3",
    "P": "M3.6 28V1.8H10.8a7.1 7.1 0 0 1 0 14.2H3.6",
    "T": "M.8 1.8H19.2M10 1.8V28",
}
"""What is written, as strokes on a box of 20 × 28."""

RING = '<circle r="36" fill="none" stroke="{}" stroke-width="11.5"/>'
DERIVED_SHAPES = {
    (Derived.BIG_EYE, Mark.RED): RING.format(BANKER) + f'<circle r="16" fill="{BANKER}"/>',
    (Derived.BIG_EYE, Mark.BLUE): RING.format(PLAYER),
    (Derived.SMALL, Mark.RED): f'<circle r="41" fill="{BANKER}"/>',
    (Derived.SMALL, Mark.BLUE): f'<circle r="41" fill="{PLAYER}"/><path d="M-50 0H50" stroke="{PAPER}" stroke-width="18"/>',
    (Derived.COCKROACH, Mark.RED): f'<path d="M-36 36 36-36" stroke="{BANKER}" stroke-width="17"/>',
    (Derived.COCKROACH, Mark.BLUE): f'<path d="M-36-36 36 36" stroke="{PLAYER}" stroke-width="17"/>',
}
"""Marks within 100 by 100 about their middle."""


class Board(NamedTuple):
    """A grid of cells on paper: where it stands, and how many columns it has."""

    x: float
    y: float
    cell: int
    columns: int
    rows: int

    @property
    def width(self) -> int:
        """Pixels from side to side."""
        return self.cell * self.columns

    def drawn(self, places: Sequence[int], shapes: Iterable[str]) -> Iterator[str]:
        """The lines of the grid and the shapes at their places, the newest place lit."""
        shown = shown_columns(places, self.rows, self.columns)
        bottom = self.y + self.cell * self.rows
        downs = "".join(f"M{self.x + at * self.cell:g} {self.y:g}V{bottom:g}" for at in range(self.columns + 1))
        acrosses = "".join(f"M{self.x:g} {self.y + at * self.cell:g}h{self.width}" for at in range(self.rows + 1))
        yield f'<rect x="{self.x:g}" y="{self.y:g}" width="{self.width}" height="{bottom - self.y:g}" fill="{PAPER}"/>'
        yield f'<path d="{downs}{acrosses}" stroke="{RULE}"/>'
        for number, (place, shape) in enumerate(zip(places, shapes, strict=True), 1):
            column, row = divmod(place, self.rows)
            if column in shown:
                lit = f'<rect x="-50" y="-50" width="100" height="100" fill="{NEWEST}"/>' if number == len(places) else ""
                x, y = (column - shown.start + 0.5) * self.cell, (row + 0.5) * self.cell
                yield placed(lit + shape, self.x + x, self.y + y, self.cell)


def svg(roads: Roads) -> str:
    """The scoreboard of a shoe."""
    rows = roads.rows
    bead = Board(MARGIN, MARGIN + HEAD, BEAD, _between(BEAD_COLUMNS, ceil(len(roads.outcomes) / rows)), rows)
    big = Board(bead.x + bead.width + GAP, bead.y, BIG, _big_columns(roads), rows)
    right = big.x + big.width + GAP
    width, height = right + ASK + MARGIN, bead.y + BEAD * rows + MARGIN
    box = f'width="{width:g}" height="{height:g}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} viewBox="0 0 {width:g} {height:g}" role="img">',
        f"<title>{_title(roads)}</title>",
        f'<rect {box} fill="{INK}"/>',
        *_counts(roads),
        *bead.drawn(range(len(roads.outcomes)), map(_bead, roads.outcomes)),
        *big.drawn(roads.big.places, map(_win, roads.big.marks, roads.ties)),
        *_derived_boards(roads, big),
        *_ask(roads, right, bead.y, BEAD * rows),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def png(picture: str) -> bytes:
    """The same picture as PNG."""
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=PNG_ZOOM, skip_system_fonts=True))


def placed(shape: str, x: float, y: float, size: float) -> str:
    """A shape of 100 by 100 with its middle at a point, so large."""
    return f'<g transform="translate({x:g} {y:g})scale({size / 100:g})">{shape}</g>'


def _between(bounds: tuple[int, int], wanted: int) -> int:
    least, most = bounds
    return min(max(least, wanted), most)


def _big_columns(roads: Roads) -> int:
    """Two columns of the big road stand above three of each derived road, and of those there are three."""
    derived = max(used_columns(line.places, roads.rows) for line in roads.derived.values())
    wanted = max(used_columns(roads.big.places, roads.rows), ceil(derived * 3 / 2))
    return _between(BIG_COLUMNS, ceil(wanted / 3) * 3)


def _derived_boards(roads: Roads, big: Board) -> Iterator[str]:
    y = big.y + BIG * roads.rows
    for number, (road, line) in enumerate(roads.derived.items()):
        board = Board(big.x + number * big.width / 3, y, SMALL, big.columns * 2 // 3, roads.rows)
        yield from board.drawn(line.places, (DERIVED_SHAPES[road, mark] for mark in line.marks))
        if number:
            yield f'<path d="M{board.x:g} {y:g}v{SMALL * roads.rows}" stroke="{EDGE}"/>'
    yield f'<path d="M{big.x:g} {y:g}h{big.width}" stroke="{EDGE}" stroke-width="2"/>'


def _written(text: str, colour: str, *, height: float, width: float = 3.6) -> str:
    """Letters and figures in a row about the middle, so high; ``width`` is that of their strokes."""
    scale, step = height / 28, 26
    left = -(step * (len(text) - 1) + 20) / 2
    strokes = "".join(f'<path transform="translate({left + at * step:g} -14)" d="{STROKES[one]}"/>' for at, one in enumerate(text))
    look = f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'
    return f'<g transform="scale({scale:g})" {look}>{strokes}</g>'


def _bead(outcome: Outcome) -> str:
    return f'<circle r="42" fill="{COLOURS[outcome]}"/>{_written(outcome.letter, "#fff", height=38, width=4.4)}'


def _win(winner: Outcome, ties: int) -> str:
    stroke = f'<path d="M-46 46 46-46" stroke="{TIE}" stroke-width="13"/>' if ties else ""
    core = f'<circle r="16" fill="{BANKER}"/>' if winner is Outcome.BANKER else ""
    return stroke + RING.format(COLOURS[winner]) + core + (_tie_count(ties) if ties > 1 else "")


def _tie_count(ties: int) -> str:
    halo, figure = (_written(str(ties), colour, height=40, width=width) for colour, width in ((PAPER, 12), (TIE, 5)))
    return f'<g transform="translate({40 - 18 * len(str(ties))} 27)">{halo}{figure}</g>'


def _counts(roads: Roads) -> Iterator[str]:
    x = MARGIN + 10.0
    for outcome in COLOURS:
        count = str(roads.outcomes.count(outcome))
        yield placed(_bead(outcome), x, MARGIN + 9, 22)
        x += 19 + 6.5 * len(count)
        yield placed(_written(count, TEXT, height=100, width=3.2), x, MARGIN + 9, 13)
        x += 26 + 6.5 * len(count)


def _ask(roads: Roads, x: float, y: float, height: float) -> Iterator[str]:
    """Two panels: a win of this side would add these marks."""
    each = (height - GAP) / 2
    for number, side in enumerate((Outcome.BANKER, Outcome.PLAYER)):
        top = y + number * (each + GAP)
        yield f'<rect x="{x:g}" y="{top:g}" width="{ASK}" height="{each:g}" rx="8" fill="{PANEL}"/>'
        yield placed(_bead(side), x + ASK / 2, top + each * 0.3, 28)
        for at, (road, mark) in enumerate(roads.asked(side).items()):
            paper = f'<rect x="-65" y="-65" width="130" height="130" rx="14" fill="{PAPER}"/>'
            shape = paper if mark is None else paper + DERIVED_SHAPES[road, mark]
            yield placed(shape, x + ASK / 2 + (at - 1) * 31, top + each * 0.72, 20)


def _title(roads: Roads) -> str:
    counts = ", ".join(f"{outcome.capitalize()} {roads.outcomes.count(outcome)}" for outcome in COLOURS)
    good = ", ".join(road.replace("_", " ") for road in standing(roads))
    return f"Roads of {len(roads.outcomes)} rounds: {counts}" + (f". Good roads: {good}" if good else "")
