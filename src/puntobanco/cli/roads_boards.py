"""The roads as letters: boards for a terminal, in colour where it has colours, and the same letters for everything else."""

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puntobanco.game.good_roads import standing
from puntobanco.game.roads import Derived, Mark, Roads
from puntobanco.game.rules import Outcome

OUTCOME_COLOURS = {Outcome.BANKER: "red", Outcome.PLAYER: "blue", Outcome.TIE: "green"}
DERIVED_NAMES = {Derived.BIG_EYE: "big eye boy", Derived.SMALL: "small road", Derived.COCKROACH: "cockroach pig"}
SIGNS: dict[Mark | None, str] = {Mark.RED: "r", Mark.BLUE: "b", None: "-"}
CELL = 2
"""Letters to a cell."""

KEY = (
    "B Banker, P Player, T tie; a digit: so many ties belong to this win, + more than nine.",
    "r red, regular; b blue, irregular: neither says anything of Banker or Player.",
)
STRICT = "Good roads are told strictly: on the page a lamp once lit stays lit until a result breaks the pattern."
PAST = "Roads record the past. They say nothing about the next round."


class Piece(NamedTuple):
    """A text, and how it looks."""

    text: str
    style: str = ""


class Board(NamedTuple):
    """A road by its name, and what stands at each place that is not empty."""

    name: str
    cells: dict[int, Piece]


def used_columns(places: Sequence[int], rows: int) -> int:
    """How many columns a road takes."""
    return max(places, default=-1) // rows + 1


def shown_columns(places: Sequence[int], rows: int, most: int) -> range:
    """Which columns a board of so many shows: the oldest leave at the left, never the newest mark, which may lie before a tail."""
    used = used_columns(places, rows)
    first = min(max(0, used - most), places[-1] // rows if places else 0)
    return range(first, min(used, first + most))


def show(roads: Roads) -> None:
    """Print the boards. On a terminal the oldest columns leave at the left where it is not wide enough."""
    if not sys.stdout.isatty():
        sys.stdout.writelines(f"{''.join(piece.text for piece in line).rstrip()}\n" for line in _lines(roads, None))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, soft_wrap=True)
    for line in _lines(roads, max(1, console.width // CELL)):
        console.print(Text.assemble(*line))


def _lines(roads: Roads, columns: int | None) -> Iterator[list[Piece]]:
    counts = (f"{outcome.capitalize()} {roads.outcomes.count(outcome)}" for outcome in OUTCOME_COLOURS)
    rounds = len(roads.outcomes)
    yield [Piece(f"{rounds} round{'' if rounds == 1 else 's'}: {', '.join(counts)}")]
    for board in _boards(roads):
        yield []
        yield from _rows(board, roads.rows, columns)
    yield []
    if roads.waiting_ties:
        yield [Piece(f"Ties that wait for the first win: {roads.waiting_ties}")]
    for side in (Outcome.BANKER, Outcome.PLAYER):
        marks = (f"{DERIVED_NAMES[road]} {SIGNS[mark]}" for road, mark in roads.asked(side).items())
        yield [Piece(f"Ask {side.capitalize()}: {', '.join(marks)}")]
    names = ", ".join(road.replace("_", " ") for road in standing(roads))
    yield [Piece(f"Good roads: {names or 'none'}")]
    yield []
    for text in (*KEY, STRICT, PAST):
        yield [Piece(text)]


def _boards(roads: Roads) -> Iterator[Board]:
    yield Board("Bead plate", {place: _outcome(outcome) for place, outcome in enumerate(roads.outcomes)})
    won = zip(roads.big.places, roads.big.marks, roads.ties, strict=True)
    yield Board("Big road", {place: _outcome(winner, ties) for place, winner, ties in won})
    for road, line in roads.derived.items():
        cells = {place: Piece(SIGNS[mark], mark.value) for place, mark in zip(line.places, line.marks, strict=True)}
        yield Board(DERIVED_NAMES[road].capitalize(), cells)


def _outcome(outcome: Outcome, ties: int = 0) -> Piece:
    return Piece(f"{outcome.letter}{'+' if ties > 9 else ties or ''}", OUTCOME_COLOURS[outcome])


def _rows(board: Board, rows: int, columns: int | None) -> Iterator[list[Piece]]:
    places = list(board.cells)
    used = used_columns(places, rows)
    shown = range(used) if columns is None else shown_columns(places, rows, columns)
    yield [Piece(board.name if len(shown) == used else f"{board.name} (columns {shown.start} to {shown.stop - 1} of {used})")]
    if used == 0:
        yield [Piece("nothing yet")]
        return
    for row in range(rows):
        cells = (board.cells.get(column * rows + row, Piece(".", "dim")) for column in shown)
        yield [Piece(text.ljust(CELL), style) for text, style in cells]
