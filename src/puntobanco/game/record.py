"""Recorded rounds, dealt again by the rules and compared: what ``puntobanco replay`` reports. Opens no file.

A record is a run of cards in the order they left the shoe (`read_run`), or a table of both hands of every round (`read_hands`,
from rows that a CSV reader made). Records often lack suits, or know only what each card counts; both are read.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from puntobanco.errors import BadRecord, UnknownCard
from puntobanco.game.cards import RANKS, normal_rank, parse_card, points_of_rank, quoted
from puntobanco.game.rules import Outcome, Side, cards_due, next_side, outcome_of

VALUES = {"0": 0, "1": 1}
"""Card values that are no ranks: 0 is a ten or court of unknown rank, 1 an ace. 2 to 9 are values and ranks at once."""


OUTCOMES = {word: outcome for outcome in Outcome for word in (outcome.value, outcome.letter.lower())}
"""How outcomes are written in a record, in any case."""


class RecordedCard(NamedTuple):
    """A card as it was read: ``9H`` and, where no suit is recorded, ``9`` or ``K``, where no rank is, ``0`` or ``1``."""

    text: str
    points: int


class Run(NamedTuple):
    """Cards in the order they left the shoe; ``bars`` are the places of ``|``, as the number of cards before each."""

    cards: tuple[RecordedCard, ...]
    bars: frozenset[int]


class RecordedHands(NamedTuple):
    """Both hands of one recorded round, and the outcome that was recorded with them, if any."""

    player: tuple[RecordedCard, ...]
    banker: tuple[RecordedCard, ...]
    outcome: Outcome | None


class ReplayedRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a replay. Cards are written as they were read."""

    round: int
    player: tuple[str, ...]
    banker: tuple[str, ...]
    outcome: Outcome
    player_points: int
    banker_points: int


class Mismatch(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded fact that the rules do not bear out.

    ``field`` is ``player`` or ``banker`` (numbers of cards), ``outcome`` (outcomes) or ``boundary`` (numbers of cards).
    """

    round: int
    field: str
    recorded: int | Outcome
    expected: int | Outcome


class TooMany(msgspec.Struct, frozen=True, kw_only=True):
    """A card, rank or value that came oftener than one shoe holds it, and the first round with too many (None: left over)."""

    card: str
    copies: int
    most: int
    round: int | None


class Replay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a replay found. ``results`` has a letter a round; ``impossible`` is there where one shoe was asked for."""

    rounds: tuple[ReplayedRound, ...]
    left_over: tuple[str, ...]
    mismatches: tuple[Mismatch, ...]
    results: str
    impossible: tuple[TooMany, ...] | None = None

    @property
    def agrees(self) -> bool:
        """Whether all that was recorded is as the rules have it."""
        return not self.mismatches and not self.impossible


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

    Raises `BadRecord`, naming ``name``, the line and the text that is no card.
    """
    cards: list[RecordedCard] = []
    bars: set[int] = set()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        for word in line.split("#", 1)[0].replace(",", " ").replace("|", " | ").split():
            if word == "|":
                bars.add(len(cards))
            else:
                cards.append(_card_at(word, f"{name}:{number}"))
    return Run(tuple(cards), frozenset(bars))


def read_hands(rows: Iterable[tuple[int, Sequence[str]]], *, name: str = "record") -> tuple[RecordedHands, ...]:
    """Read rows of cells, each with its line: first the columns' names, ``player``, ``banker`` and optionally ``outcome``.

    Columns stand in any order; further columns, empty rows and rows that begin with ``#`` are passed over. An empty outcome
    is none recorded. Raises `BadRecord`, naming ``name``, line and value.
    """
    told = ((line, row) for line, row in rows if any(cell.strip() for cell in row) and not row[0].startswith("#"))
    line, titles = next(told, (1, ()))
    columns = [title.strip().lower() for title in titles]
    for column in ("player", "banker"):
        if column not in columns:
            raise BadRecord(f"{name}:{line}: there is no column {column}, only {quoted(','.join(columns))}")
    for column in ("player", "banker", "outcome"):
        if columns.count(column) > 1:
            raise BadRecord(f"{name}:{line}: the column {column} is there twice, in {quoted(','.join(columns))}")
    return tuple(_hands_of(columns, row, f"{name}:{line}") for line, row in told)


def _hands_of(columns: Sequence[str], row: Sequence[str], where: str) -> RecordedHands:
    if len(row) > len(columns):
        raise BadRecord(f"{where}: {len(row)} cells in {len(columns)} columns, from {quoted(row[len(columns)])} on")
    cells = dict(zip(columns, row, strict=False))
    if "player" not in cells or "banker" not in cells:
        raise BadRecord(f"{where}: only {len(row)} cells, {quoted(','.join(row))}: one of the hands is missing")
    player, banker = (
        tuple(_card_at(word, where) for word in cells[side].replace(",", " ").split()) for side in ("player", "banker")
    )
    return RecordedHands(player, banker, _outcome_at(cells.get("outcome", ""), where))


def _card_at(word: str, where: str) -> RecordedCard:
    try:
        return read_card(word)
    except UnknownCard as error:
        raise BadRecord(f"{where}: {error}") from None


def _outcome_at(cell: str, where: str) -> Outcome | None:
    word = cell.strip().lower()
    if word and word not in OUTCOMES:
        raise BadRecord(f"{where}: {quoted(cell.strip())} is no outcome: write player, banker or tie, or P, B or T")
    return OUTCOMES.get(word)


def replay_run(run: Run, *, one_shoe_decks: int | None = None) -> Replay:
    """Deal a run of cards by the rules, round after round, until too few are left; the bars do not change the dealing.

    A bar inside a round is a ``boundary`` mismatch of that round: recorded its cards before the bar, expected the cards it
    takes. ``one_shoe_decks`` also counts the cards against one shoe of so many decks. Source: rules 2.1 to 2.7.
    """
    rounds: list[ReplayedRound] = []
    mismatches: list[Mismatch] = []
    start = 0
    while (hands := _deal(run.cards, start)) is not None:
        rounds.append(_replayed(len(rounds) + 1, *hands))
        taken = len(hands[0]) + len(hands[1])
        mismatches += (
            Mismatch(round=len(rounds), field="boundary", recorded=before, expected=taken)
            for before in range(1, taken)
            if start + before in run.bars
        )
        start += taken
    left_over = run.cards[start:]
    return _report(rounds, mismatches, left_over, one_shoe_decks)


def replay_hands(hands: Iterable[RecordedHands], *, one_shoe_decks: int | None = None) -> Replay:
    """Compare recorded hands with the tableau, and recorded outcomes with the points of the cards as recorded.

    A hand of which the rules make another number of cards is a ``player`` or ``banker`` mismatch of the two numbers.
    """
    rounds: list[ReplayedRound] = []
    mismatches: list[Mismatch] = []
    for number, (player, banker, outcome) in enumerate(hands, 1):
        dealt = _replayed(number, player, banker)
        due = _cards_due([card.points for card in player], [card.points for card in banker])
        for side, hand, cards in zip(Side, (player, banker), due, strict=True):
            if len(hand) != cards:
                mismatches.append(Mismatch(round=number, field=side, recorded=len(hand), expected=cards))
        if outcome is not None and outcome is not dealt.outcome:
            mismatches.append(Mismatch(round=number, field="outcome", recorded=outcome, expected=dealt.outcome))
        rounds.append(dealt)
    return _report(rounds, mismatches, (), one_shoe_decks)


def _deal(cards: Sequence[RecordedCard], start: int) -> tuple[list[RecordedCard], list[RecordedCard]] | None:
    """The two hands dealt from ``cards[start:]``, None when the cards run out first."""
    player: list[RecordedCard] = []
    banker: list[RecordedCard] = []
    player_points: list[int] = []
    banker_points: list[int] = []
    while (side := next_side(player_points, banker_points)) is not None:
        if start == len(cards):
            return None
        hand, points = (player, player_points) if side is Side.PLAYER else (banker, banker_points)
        hand.append(cards[start])
        points.append(cards[start].points)
        start += 1
    return player, banker


def _cards_due(player: Sequence[int], banker: Sequence[int]) -> tuple[int, int]:
    """How many cards each hand should have; where a hand lacks its first two, nothing more can be told of the other."""
    if len(player) >= 2 and len(banker) >= 2:
        return cards_due(player, banker)
    return min(max(len(player), 2), 3), min(max(len(banker), 2), 3)


def _replayed(number: int, player: Sequence[RecordedCard], banker: Sequence[RecordedCard]) -> ReplayedRound:
    player_points, banker_points = (sum(card.points for card in hand) % 10 for hand in (player, banker))
    return ReplayedRound(
        round=number,
        player=tuple(card.text for card in player),
        banker=tuple(card.text for card in banker),
        outcome=outcome_of(player_points, banker_points),
        player_points=player_points,
        banker_points=banker_points,
    )


def _report(
    rounds: Sequence[ReplayedRound],
    mismatches: Sequence[Mismatch],
    left_over: Sequence[RecordedCard],
    one_shoe_decks: int | None,
) -> Replay:
    texts = tuple(card.text for card in left_over)
    return Replay(
        rounds=tuple(rounds),
        left_over=texts,
        mismatches=tuple(mismatches),
        results="".join(dealt.outcome.letter for dealt in rounds),
        impossible=None if one_shoe_decks is None else tuple(_impossible(rounds, texts, one_shoe_decks)),
    )


def _impossible(rounds: Sequence[ReplayedRound], left_over: Sequence[str], decks: int) -> Iterator[TooMany]:
    """Each card, rank or value that came oftener than the decks hold it, in the order in which the limits were passed."""
    counts: Counter[str] = Counter()
    passed: dict[str, tuple[int, int | None]] = {}
    told = [(text, dealt.round) for dealt in rounds for text in dealt.player + dealt.banker]
    for text, number in [*told, *((text, None) for text in left_over)]:
        for name, most in _counted_as(text, decks):
            counts[name] += 1
            if counts[name] > most:
                passed.setdefault(name, (most, number))
    for name, (most, number) in passed.items():
        yield TooMany(card=name, copies=counts[name], most=most, round=number)


def _counted_as(text: str, decks: int) -> Iterator[tuple[str, int]]:
    """What a card counts as, with how many of that a shoe holds: the card itself, its rank, and for 0 points its value."""
    rank = "A" if text == "1" else text[0]
    if len(text) == 2:
        yield text, decks
    if rank != "0":
        yield rank, 4 * decks
    if rank in "0TJQK":
        yield "0", 16 * decks
