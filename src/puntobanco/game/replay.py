"""Recorded rounds, dealt again by the rules and compared: what ``puntobanco replay`` reports. ``record`` reads them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from puntobanco.game.record import Fact, Kind, RecordedCard, RecordedHands, Run
from puntobanco.game.record_order import first_difference, hides_a_result, placed
from puntobanco.game.rules import NATURAL, Outcome, Side, cards_due, next_side, outcome_of


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

    ``field`` is ``player`` or ``banker`` (numbers of cards), ``outcome`` (outcomes) or ``boundary`` (numbers of cards); in a table
    that a house exported also ``player_points``, ``banker_points``, ``natural``, ``player_pair`` or ``banker_pair``; ``round``
    where its number is not that of its place, ``voided`` where a round said to be voided has a result, and ``results`` (letters)
    of the first round in which the results of the whole shoe differ. None stands for what is not there.
    """

    round: int
    field: str
    recorded: Fact | str | None
    expected: Fact | str | None


class TooMany(msgspec.Struct, frozen=True, kw_only=True):
    """A card, rank or value that came oftener than one shoe holds it, and the first round with too many (None: left over)."""

    card: str
    copies: int
    most: int
    round: int | None


class Replay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a replay found. ``results`` has a letter a round; ``impossible`` is there where one shoe was asked for.

    Rounds that a record says were ``voided`` keep their numbers and are not dealt again, nor are its ``demonstrations``.
    """

    rounds: tuple[ReplayedRound, ...]
    left_over: tuple[str, ...]
    mismatches: tuple[Mismatch, ...]
    results: str
    impossible: tuple[TooMany, ...] | None = None
    voided: tuple[int, ...] = ()
    demonstrations: int = 0

    @property
    def agrees(self) -> bool:
        """Whether all that was recorded is as the rules have it."""
        return not self.mismatches and not self.impossible


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


def replay_hands(hands: Iterable[RecordedHands], *, results: str | None = None, one_shoe_decks: int | None = None) -> Replay:
    """Compare recorded hands with the tableau, and recorded outcomes with the points of the cards as recorded.

    A hand of which the rules make another number of cards is a ``player`` or ``banker`` mismatch of the two numbers. ``results``
    are those of the whole shoe, where they were recorded.
    """
    rounds: list[ReplayedRound] = []
    mismatches: list[Mismatch] = []
    voided: list[int] = []
    demonstrations = 0
    for number, one, steps in placed(hands):
        if number == 0:
            demonstrations += 1
            continue
        if not steps:
            mismatches.append(Mismatch(round=number, field="round", recorded=one.number, expected=number))
        if hides_a_result(one):
            mismatches.append(Mismatch(round=number, field="voided", recorded=True, expected=False))
        if one.kind is Kind.VOIDED and one.outcome is None:
            voided.append(number)
            continue
        dealt = _replayed(number, one.player, one.banker)
        mismatches += _mismatches(one, dealt)
        rounds.append(dealt)
    mismatches += _results_differ(results, rounds)
    report = _report(rounds, mismatches, (), one_shoe_decks)
    return msgspec.structs.replace(report, voided=tuple(voided), demonstrations=demonstrations)


def _results_differ(results: str | None, rounds: Sequence[ReplayedRound]) -> Iterator[Mismatch]:
    found = None if results is None else first_difference(results, _letters(rounds))
    if found is not None:
        place, recorded, expected = found
        number = rounds[place].round if place < len(rounds) else rounds[-1].round + 1 if rounds else 1
        yield Mismatch(round=number, field="results", recorded=recorded, expected=expected)


def _letters(rounds: Iterable[ReplayedRound]) -> str:
    return "".join(dealt.outcome.letter for dealt in rounds)


def _mismatches(recorded: RecordedHands, dealt: ReplayedRound) -> Iterator[Mismatch]:
    player, banker = recorded.player, recorded.banker
    due = _cards_due([card.points for card in player], [card.points for card in banker])
    for side, hand, cards in zip(Side, (player, banker), due, strict=True):
        if len(hand) != cards:
            yield Mismatch(round=dealt.round, field=side, recorded=len(hand), expected=cards)
    outcome = recorded.outcome
    if outcome is not None and outcome is not dealt.outcome:
        yield Mismatch(round=dealt.round, field="outcome", recorded=outcome, expected=dealt.outcome)
    facts = _facts(recorded, dealt)
    for field, told in recorded.facts.items():
        expected = facts[field]
        if expected is not None and told != expected:
            yield Mismatch(round=dealt.round, field=field, recorded=told, expected=expected)


def _facts(recorded: RecordedHands, dealt: ReplayedRound) -> dict[str, Fact | None]:
    """What a house writes of a round besides cards and outcome, by the cards; None where their ranks are not known."""
    hands = (recorded.player, recorded.banker)
    return {
        "player_points": dealt.player_points,
        "banker_points": dealt.banker_points,
        "natural": any(sum(card.points for card in hand[:2]) % 10 >= NATURAL for hand in hands),
        "player_pair": _pair(recorded.player),
        "banker_pair": _pair(recorded.banker),
    }


def _pair(hand: Sequence[RecordedCard]) -> bool | None:
    ranks = [card.rank for card in hand[:2]]
    return None if None in ranks else len(ranks) == 2 and ranks[0] == ranks[1]


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
        results=_letters(rounds),
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
