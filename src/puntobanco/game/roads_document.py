"""All roads of a shoe as the document that ``puntobanco roads --json`` prints. Imports ``good_roads``, ``roads`` and ``rules``."""

from typing import Literal

import msgspec

from puntobanco.game.good_roads import GoodRoad, standing
from puntobanco.game.roads import Derived, Mark, Roads
from puntobanco.game.rules import Outcome

Letter = Literal["B", "P", "T"]
_LETTERS: dict[Outcome, Letter] = {Outcome.BANKER: "B", Outcome.PLAYER: "P", Outcome.TIE: "T"}


class Bead(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A cell of the bead plate."""

    col: int
    row: int
    outcome: Letter


class BigCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A cell of the big road, with the ties that belong to it."""

    col: int
    row: int
    outcome: Letter
    ties: int


class DerivedCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A cell of a derived road."""

    col: int
    row: int
    mark: Mark


class AskMarks(msgspec.Struct, frozen=True, kw_only=True):
    """What a win of one side would add to each derived road."""

    big_eye: Mark | None
    small: Mark | None
    cockroach: Mark | None


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The ask marks of both sides."""

    banker: AskMarks
    player: AskMarks


class RoadsDocument(msgspec.Struct, frozen=True, kw_only=True):
    """All roads of a shoe; every list in order of play."""

    bead: tuple[Bead, ...]
    big: tuple[BigCell, ...]
    waiting_ties: int
    big_eye: tuple[DerivedCell, ...]
    small: tuple[DerivedCell, ...]
    cockroach: tuple[DerivedCell, ...]
    ask: Asked
    good_roads: list[GoodRoad]


def document(roads: Roads) -> RoadsDocument:
    """The document of a shoe's roads."""
    rows, big = roads.rows, roads.big
    return RoadsDocument(
        bead=tuple(
            Bead(col=place // rows, row=place % rows, outcome=_LETTERS[outcome]) for place, outcome in enumerate(roads.outcomes)
        ),
        big=tuple(
            BigCell(col=place // rows, row=place % rows, outcome=_LETTERS[winner], ties=ties)
            for place, winner, ties in zip(big.places, big.marks, roads.ties, strict=True)
        ),
        waiting_ties=roads.waiting_ties,
        big_eye=_cells(roads, Derived.BIG_EYE),
        small=_cells(roads, Derived.SMALL),
        cockroach=_cells(roads, Derived.COCKROACH),
        ask=Asked(banker=_asked(roads, Outcome.BANKER), player=_asked(roads, Outcome.PLAYER)),
        good_roads=standing(roads),
    )


def _cells(roads: Roads, road: Derived) -> tuple[DerivedCell, ...]:
    line, rows = roads.derived[road], roads.rows
    return tuple(
        DerivedCell(col=place // rows, row=place % rows, mark=mark) for place, mark in zip(line.places, line.marks, strict=True)
    )


def _asked(roads: Roads, winner: Outcome) -> AskMarks:
    marks = roads.asked(winner)
    return AskMarks(big_eye=marks[Derived.BIG_EYE], small=marks[Derived.SMALL], cockroach=marks[Derived.COCKROACH])
