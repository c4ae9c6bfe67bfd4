"""Recorded rounds as they are written in files: what ``puntobanco replay`` and ``roads`` read. Opens no file.

A record is a run of cards in the order they left the shoe (`read_run`), or a table of both hands of every round (`read_hands`,
from rows that a CSV reader made), such as a house exports. Records often lack suits, or know only what each card counts; both are
read.
"""

import enum
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from puntobanco.errors import BadRecord, UnknownCard
from puntobanco.game.cards import RANKS, normal_rank, parse_card, points_of_rank, quoted
from puntobanco.game.rules import Outcome, Side

VALUES = {"0": 0, "1": 1}
"""Card values that are no ranks: 0 is a ten or court of unknown rank, 1 an ace. 2 to 9 are values and ranks at once."""


OUTCOMES = {word: outcome for outcome in Outcome for word in (outcome.value, outcome.letter.lower())}
"""How outcomes are written in a record, in any case."""


class RecordedCard(NamedTuple):
    """A card as it was read: ``9H`` and, where no suit is recorded, ``9`` or ``K``, where no rank is, ``0`` or ``1``."""

    text: str
    points: int

    @property
    def rank(self) -> str | None:
        """Its rank as a letter; None where it is a ten or court of unknown rank."""
        return None if self.text == "0" else "A" if self.text == "1" else self.text[0]


Fact = int | bool
"""A number of cards or points, or whether something was so."""


class Kind(enum.Enum):
    """Whether a recorded round counts, was voided, or was dealt without bets and number for demonstration."""

    COUNTED = enum.auto()
    VOIDED = enum.auto()
    DEMONSTRATION = enum.auto()


class Run(NamedTuple):
    """Cards in the order they left the shoe; ``bars`` are the places of ``|``, as the number of cards before each."""

    cards: tuple[RecordedCard, ...]
    bars: frozenset[int]


class RecordedHands(NamedTuple):
    """Both hands of one recorded round, and what was recorded with them: the outcome, if any, and other facts by their names.

    ``numbered``: it comes from a house's export, in which every round that is no demonstration has its ``number``.
    """

    player: tuple[RecordedCard, ...]
    banker: tuple[RecordedCard, ...]
    outcome: Outcome | None
    kind: Kind = Kind.COUNTED
    facts: Mapping[str, Fact] = {}
    numbered: bool = False
    number: int | None = None


ROUNDS_MOST, CARDS_MOST = 100_000, 1_000_000
"""The most rounds of a table or document, and cards of any record, that are read: so many are a thousand shoes."""

NUMBER_MOST = 10**9
"""The highest number that is read as one of a round; no shoe comes near it."""


POINTS, WHETHER = ("player_points", "banker_points"), ("natural", "player_pair", "banker_pair")
"""The other facts that a house exports of a round: numbers, and what was so or not."""

_FACTS: dict[str, Fact] = {**{str(points): points for points in range(10)}, "true": True, "false": False}

COLUMNS = ("round", "player", "banker", "outcome", *POINTS, *WHETHER, "voided")
"""The columns that are read."""

_NOTHING = dict.fromkeys(("round", "player", "banker", "voided"), "")


@lru_cache(maxsize=512)  # of a long record every card is one of a few objects
def read_card(text: str) -> RecordedCard:
    """Read a card, a rank without a suit, or a card value. Raises `UnknownCard`."""
    rank = normal_rank(text)
    if rank is not None:
        return RecordedCard(rank, points_of_rank(RANKS.index(rank) + 1))
    if text in VALUES:
        return RecordedCard(text, VALUES[text])
    card = parse_card(text)
    return RecordedCard(card.value, card.points)


def read_run(text: str, *, name: str = "record") -> Run:
    """Read cards separated by blanks, commas or line breaks; ``#`` begins a comment, ``|`` stands between rounds.

    Raises `BadRecord`, naming ``name``, the line and the text that is no card, or where there are too many.
    """
    cards: list[RecordedCard] = []
    bars: set[int] = set()
    line = 1
    for found in _WORD.finditer(text):
        word = found[0]
        if word == "|":
            bars.add(len(cards))
        elif word[0] in "\r\n":
            line += 1
        elif word[0] != "#":
            cards.append(_card_at(word, f"{name}:{line}"))
            _check_cards(len(cards), f"{name}:{line}")
    return Run(tuple(cards), frozenset(bars))


_WORD = re.compile(r"\r\n|\r|\n|#[^\r\n]*|\||[^\s,|#]+")
"""What is looked at in a run of cards, one after another, so that a long one is never there twice."""


def _check_cards(cards: int, where: str) -> None:
    if cards > CARDS_MOST:
        raise BadRecord(f"{where}: more than {CARDS_MOST} cards in one file")


def bounded(rounds: Iterable[RecordedHands], name: str) -> tuple[RecordedHands, ...]:
    """The rounds of one file, read as they come. Raises `BadRecord` where they, or their cards, are too many."""
    read: list[RecordedHands] = []
    cards = 0
    for one in rounds:
        read.append(one)
        cards += len(one.player) + len(one.banker)
        _check_cards(cards, name)
        if len(read) > ROUNDS_MOST:
            raise BadRecord(f"{name}: more than {ROUNDS_MOST} rounds in one file")
    return tuple(read)


def read_hands(rows: Iterable[tuple[int, Sequence[str]]], *, name: str = "record") -> tuple[RecordedHands, ...]:
    """Read rows of cells, each with its line: first the columns' names, ``player``, ``banker`` and optionally ``outcome``.

    Columns stand in any order; further columns, empty rows and rows that begin with ``#`` are passed over. An empty outcome
    is none recorded. Where there is a column ``voided``, the table is one that a house exported and must have ``round`` too: a
    round with something in ``voided`` was voided, one without a ``round`` was a demonstration, and the other facts of its columns
    are read. Raises `BadRecord`, naming ``name``, line and value.
    """
    columns, told = titled(rows, name)
    exported = "voided" in columns
    for column in ("player", "banker", *(["round"] if exported else [])):
        if column not in columns:
            raise BadRecord(f"{name}:{told.line}: there is no column {column}, only {quoted(','.join(columns))}")
    return bounded((_hands_of(cells_of(columns, row), f"{name}:{line}") for line, row in told.rows), name)


class Titled(NamedTuple):
    """The line of a table's column names, and the rows below it, each with its line."""

    line: int
    rows: Iterable[tuple[int, Sequence[str]]]


def titled(rows: Iterable[tuple[int, Sequence[str]]], name: str, once: Sequence[str] = COLUMNS) -> tuple[list[str], Titled]:
    """The names of a table's columns, and its rows without those that say nothing.

    Raises `BadRecord` where a column of ``once`` is there twice.
    """
    told = ((line, row) for line, row in rows if any(cell.strip() for cell in row) and not row[0].startswith("#"))
    line, titles = next(told, (1, ()))
    columns = [title.strip().lower() for title in titles]
    for column in once:
        if columns.count(column) > 1:
            raise BadRecord(f"{name}:{line}: the column {column} is there twice, in {quoted(','.join(columns))}")
    return columns, Titled(line, _checked(told, len(columns), name))


def _checked(rows: Iterable[tuple[int, Sequence[str]]], columns: int, name: str) -> Iterator[tuple[int, Sequence[str]]]:
    for line, row in rows:
        if len(row) > columns:
            raise BadRecord(f"{name}:{line}: {len(row)} cells in {columns} columns, from {quoted(row[columns])} on")
        yield line, row


def cells_of(columns: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """The cells of a row by their columns. In an export a row that ends too soon has nothing in the cells that it lacks."""
    cells = dict(zip(columns, row, strict=False))
    return {**_NOTHING, **cells} if "voided" in columns and "round" in columns else cells


def kind_of(cells: Mapping[str, str]) -> Kind:
    """What kind of round a row of a table is."""
    if cells.get("voided", "").strip():
        return Kind.VOIDED
    exported = "round" in cells and "voided" in cells
    return Kind.DEMONSTRATION if exported and not cells["round"].strip() else Kind.COUNTED


def _hands_of(cells: Mapping[str, str], where: str) -> RecordedHands:
    if "player" not in cells or "banker" not in cells:
        raise BadRecord(f"{where}: only {len(cells)} cells, {quoted(','.join(cells.values()))}: one of the hands is missing")
    player, banker = (hand_at(cells[side].replace(",", " ").split(), where) for side in Side)
    told = RecordedHands(player, banker, outcome_at(cells.get("outcome", ""), where), kind_of(cells))
    if "voided" not in cells:
        return told
    return told._replace(facts=_facts_of(cells, where), numbered=True, number=_number_of(cells["round"].strip(), where))


def _number_of(cell: str, where: str) -> int | None:
    """The number of a round; None where there is none."""
    if cell and not re.fullmatch(r"[0-9]{1,9}", cell):
        raise BadRecord(f"{where}: {quoted(cell)} is no round: write its number")
    return int(cell) if cell else None


def _facts_of(cells: Mapping[str, str], where: str) -> dict[str, Fact]:
    """The other facts of a row; a cell that is empty tells none."""
    facts: dict[str, Fact] = {}
    for column in (*POINTS, *WHETHER):
        if cell := cells.get(column, "").strip().lower():
            read = _FACTS.get(cell)
            if read is None or isinstance(read, bool) is not (column in WHETHER):
                wanted = "0 to 9" if column in POINTS else "true or false"
                raise BadRecord(f"{where}: {quoted(cell)} is no {column}: write {wanted}")
            facts[column] = read
    return facts


def hand_at(words: Iterable[str], where: str) -> tuple[RecordedCard, ...]:
    """Read the cards of a hand. Raises `BadRecord`, naming ``where`` it stands and the text that is no card."""
    return tuple(_card_at(word, where) for word in words)


def _card_at(word: str, where: str) -> RecordedCard:
    try:
        return read_card(word)
    except UnknownCard as error:
        raise BadRecord(f"{where}: {error}") from None


def outcome_at(cell: str, where: str) -> Outcome | None:
    """Read an outcome; None where there is none. Raises `BadRecord`."""
    word = cell.strip().lower()
    if word and word not in OUTCOMES:
        raise BadRecord(f"{where}: {quoted(cell.strip())} is no outcome: write player, banker or tie, or P, B or T")
    return OUTCOMES.get(word)
