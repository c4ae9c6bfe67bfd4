"""The roads as a picture: a scoreboard as it stands at a table, bead plate, big road with the derived roads below it, ask marks.

Closed is red and open is blue on every road, so that nothing is known by its colour alone. Letters and figures are strokes, not
text: the picture is the same on every machine, whatever fonts it has.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

import resvg_py

from puntobanco.cli import roads_chips
from puntobanco.cli.roads_boards import shown_columns, used_columns
from puntobanco.cli.roads_strokes import placed, written
from puntobanco.game.good_roads import standing
from puntobanco.game.roads import Derived, Mark, Roads
from puntobanco.game.rules import Outcome

INK, PANEL, TEXT = "#101b18", "#172520", "#ece8db"
PAPER, RULE, NEWEST, EDGE = "#f1ecdf", "#d8d1be", "#ead9a8", "#a29880"
BANKER, PLAYER, TIE = "#b4261d", "#1b58a6", "#18703f"
COLOURS = {Outcome.BANKER: BANKER, Outcome.PLAYER: PLAYER, Outcome.TIE: TIE}

BEAD, BIG, SMALL = 33, 22, 11
"""Pixels of a cell. As they are 3 : 2 : 1, the lines of all boards meet."""

BEAD_CELLS, BEAD_COLUMNS, BIG_COLUMNS = 324, 10, (27, 162)
"""The fewest and the most columns, of the bead plate the most cells. Beyond the most the oldest leave at the left; no shoe of
twelve decks has so many rounds."""

MARGIN, GAP, HEAD, ASK, ASK_HEIGHT = 12, 8, 28, 104, 150
PNG_ZOOM = 2

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
    bead = Board(MARGIN, MARGIN + HEAD, BEAD, _bead_columns(roads), rows)
    big = Board(bead.x + bead.width + GAP, bead.y, BIG, _big_columns(roads), rows)
    right, deep = big.x + big.width + GAP, max(BEAD * rows, ASK_HEIGHT)
    width, height = right + ASK + MARGIN, bead.y + deep + MARGIN
    box = f'width="{width:g}" height="{height:g}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} viewBox="0 0 {width:g} {height:g}" role="img">',
        f"<title>{_title(roads)}</title>",
        f'<rect {box} fill="{INK}"/>',
        *_counts(roads),
        *roads_chips.chips(standing(roads), width - MARGIN, MARGIN + 9),
        *bead.drawn(range(len(roads.outcomes)), map(_bead, roads.outcomes)),
        *big.drawn(roads.big.places, map(_win, roads.big.marks, roads.ties)),
        *_derived_boards(roads, big),
        *_ask(roads, right, bead.y, deep),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def png(picture: str) -> bytes:
    """The same picture as PNG."""
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=PNG_ZOOM, skip_system_fonts=True))


def _bead_columns(roads: Roads) -> int:
    return _between((BEAD_COLUMNS, ceil(BEAD_CELLS / roads.rows)), ceil(len(roads.outcomes) / roads.rows))


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


def _bead(outcome: Outcome) -> str:
    return f'<circle r="42" fill="{COLOURS[outcome]}"/>{written(outcome.letter, "#fff", height=38, width=4.4)}'


def _win(winner: Outcome, ties: int) -> str:
    stroke = f'<path d="M-46 46 46-46" stroke="{TIE}" stroke-width="13"/>' if ties else ""
    core = f'<circle r="16" fill="{BANKER}"/>' if winner is Outcome.BANKER else ""
    return stroke + RING.format(COLOURS[winner]) + core + (_tie_count(ties) if ties > 1 else "")


def _tie_count(ties: int) -> str:
    halo, figure = (written(str(ties), colour, height=40, width=width) for colour, width in ((PAPER, 12), (TIE, 5)))
    return f'<g transform="translate({40 - 18 * len(str(ties))} 27)">{halo}{figure}</g>'


def _counts(roads: Roads) -> Iterator[str]:
    x = MARGIN + 10.0
    for outcome in COLOURS:
        count = str(roads.outcomes.count(outcome))
        yield placed(_bead(outcome), x, MARGIN + 9, 22)
        x += 19 + 6.5 * len(count)
        yield placed(written(count, TEXT, height=100, width=3.2), x, MARGIN + 9, 13)
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
