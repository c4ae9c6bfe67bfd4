"""The roads: what a board shows of the results of one shoe, built one result at a time. Imports ``cards`` and ``rules``.

Two things are never mixed up: streaks with their lengths, ties left out, from which the derived roads are computed, and the places
that marks get on a grid, from which nothing is computed. A place is one number, column by column from the top: with six rows the
place below is the next, the one to the right is six further, and ``divmod(place, 6)`` is column and row.
"""

import enum
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from puntobanco.errors import BadRecord
from puntobanco.game.cards import quoted
from puntobanco.game.rules import Outcome

ROWS = 6
"""Rows of a board."""

ROWS_MOST = 30
"""The most rows of a board that is asked for."""

RESULTS_MOST = 10_000
"""The most results of one shoe that are read; a shoe of twelve decks has about 160."""

_WRITTEN = {Outcome.BANKER: "Bb莊庄", Outcome.PLAYER: "Pp閑闲", Outcome.TIE: "Tt和"}
_OUTCOMES = {letter: outcome for outcome, letters in _WRITTEN.items() for letter in letters}


def parse_results(text: str) -> list[Outcome]:
    """Read the results of a shoe, a letter each, blanks left out. Raises `BadRecord`, also where they are too many."""
    outcomes = []
    for number, letter in enumerate(text, 1):
        outcome = _OUTCOMES.get(letter)
        if outcome is not None:
            outcomes.append(outcome)
            check_length(outcomes)
        elif not letter.isspace():
            raise BadRecord(f"{quoted(letter)}, character {number}, is no result: B, P and T are (or 莊 閑 和, 庄 闲 和)")
    return outcomes


def check_length(outcomes: Sequence[Outcome], where: str = "") -> None:
    """Raise `BadRecord`, naming ``where`` it happened, when these are more results than a shoe may have."""
    if len(outcomes) > RESULTS_MOST:
        raise BadRecord(f"{where}{': ' if where else ''}more than {RESULTS_MOST} results of one shoe")


class Mark(enum.StrEnum):
    """A mark of a derived road: red says regular, blue irregular, and neither says anything of Banker or Player."""

    RED = "red"
    BLUE = "blue"


class Derived(enum.StrEnum):
    """The derived roads. The first compares streaks with the streak before them, the second with the one before that, and so on."""

    BIG_EYE = "big_eye"
    SMALL = "small"
    COCKROACH = "cockroach"


M = TypeVar("M", Outcome, Mark)

# Python looks up the members of an enum slowly, and these are asked for several times a result.
_TIE = Outcome.TIE
_RED, _BLUE = Mark.RED, Mark.BLUE


class Line(Generic[M]):
    """Marks drawn on a grid, equal ones down, another beginning a new streak: how the big road and every derived road run."""

    __slots__ = ("_place", "_rows", "_start", "_taken", "_turned", "marks", "newest", "places")

    def __init__(self, rows: int) -> None:
        self.marks: list[M] = []
        self.places: list[int] = []
        self.newest: M | None = None
        self._rows = rows
        self._taken: set[int] = set()
        self._place = self._start = -rows
        self._turned = False

    def copy(self) -> "Line[M]":
        """The same marks, apart: drawing on one leaves the other as it is."""
        other = Line[M](self._rows)
        other.marks, other.places, other.newest = self.marks.copy(), self.places.copy(), self.newest
        other._taken, other._place, other._start, other._turned = self._taken.copy(), self._place, self._start, self._turned
        return other

    def add(self, mark: M) -> None:
        """Draw one more mark.

        A streak goes down while there is room, then right for good: the dragon tail. A new one starts in the first column, to the
        right of the one where the streak before it started, whose top is free.
        """
        taken, rows = self._taken, self._rows
        if mark is self.newest:
            place = self._place + 1
            if self._turned or place % rows == 0 or place in taken:
                self._turned = True
                place += rows - 1
        else:
            place = self._start + rows
            while place in taken:
                place += rows
            self._start = place
            self._turned = False
            self.newest = mark
        self._place = place
        taken.add(place)
        self.marks.append(mark)
        self.places.append(place)


def _mark(lengths: Sequence[int], back: int, *, changes: bool) -> Mark | None:
    """The mark that the next win adds to a derived road; ``lengths`` are those of the streaks before that win.

    The newest streak is compared with the one so many ``back``. Where both are equally long it is regular that the winner changes,
    where they are not, that the winner stays. So a change of winner and its opposite always add opposite marks.
    """
    if back >= len(lengths):
        return None
    return _RED if changes is (lengths[-1] == lengths[-1 - back]) else _BLUE


class Roads:
    """The roads of one shoe. `add` takes one more result; the roads of a whole shoe are all of its results added."""

    __slots__ = ("_behind", "big", "derived", "leading_ties", "lengths", "outcomes", "rows", "ties")

    def __init__(self, outcomes: Iterable[Outcome] = (), *, rows: int = ROWS) -> None:
        if rows < 1:
            raise ValueError(f"a board has one row or more, not {rows}")
        self.rows = rows
        self.outcomes: list[Outcome] = []
        """The bead plate: all results, down the rows and then the next column, so that a result's number is its place."""
        self.big = Line[Outcome](rows)
        self.ties: list[int] = []
        """Ties by cell of the big road: those after it, and on the first one those before it."""
        self.leading_ties = 0
        self.lengths: list[int] = []
        """How many wins each streak has."""
        self.derived = {road: Line[Mark](rows) for road in Derived}
        self._behind = tuple(enumerate(self.derived.values(), 1))
        for outcome in outcomes:
            self.add(outcome)

    def copy(self) -> "Roads":
        """The same roads, apart: a result that is added to one is not on the other."""
        other = Roads(rows=self.rows)
        other.outcomes, other.ties, other.lengths = self.outcomes.copy(), self.ties.copy(), self.lengths.copy()
        other.big, other.leading_ties = self.big.copy(), self.leading_ties
        other.derived = {road: line.copy() for road, line in self.derived.items()}
        other._behind = tuple(enumerate(other.derived.values(), 1))
        return other

    def add(self, outcome: Outcome) -> None:
        """Draw one more result on every road."""
        self.outcomes.append(outcome)
        if outcome is not _TIE:
            self._win(outcome)
        elif self.ties:
            self.ties[-1] += 1
        else:
            self.leading_ties += 1

    def _win(self, winner: Outcome) -> None:
        lengths, changes = self.lengths, winner is not self.big.newest
        for back, line in self._behind:
            mark = _mark(lengths, back, changes=changes)
            if mark is not None:
                line.add(mark)
        if changes:
            lengths.append(1)
        else:
            lengths[-1] += 1
        self.ties.append(0 if self.ties else self.leading_ties)
        self.big.add(winner)

    @property
    def waiting_ties(self) -> int:
        """Ties that wait for the first win."""
        return 0 if self.ties else self.leading_ties

    def asked(self, winner: Outcome) -> dict[Derived, Mark | None]:
        """The ask marks: what a win of this side would add to each derived road, None where nothing."""
        changes = winner is not self.big.newest
        return {road: _mark(self.lengths, back, changes=changes) for back, road in enumerate(Derived, 1)}
