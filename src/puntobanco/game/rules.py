"""The tableau and the coup: who draws, who wins. Knows nothing of bets or money. Imports ``cards``.

Everything that deals goes through `next_side`: live tables, replays, the dealer's desk, the exhaustive count.
"""

import enum
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puntobanco.errors import IllegalDraw
from puntobanco.game.cards import Card, total


class Side(enum.StrEnum):
    """A side of the table, each with one hand."""

    PLAYER = "player"
    BANKER = "banker"


class Outcome(enum.StrEnum):
    """How a coup ends."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"

    @property
    def letter(self) -> str:
        """``P``, ``B`` or ``T``, as roads write it."""
        return self.value[0].upper()


NATURAL = 8
"""From this many points on the first two cards a hand is a natural (rule 1.4)."""

PLAYER_STANDS_ON = 6
"""The Player draws on fewer points than this (rule 2.3)."""

COUP_CARDS_MIN = 4
COUP_CARDS_MAX = 6

_OPENING = (Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER)

BANKER_DRAWS: tuple[frozenset[int], ...] = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)) - {8},
    frozenset(range(2, 8)),
    frozenset(range(4, 8)),
    frozenset({6, 7}),
    frozenset(),
)
"""By the Banker's points 0..7: the points of the Player's third card on which the Banker draws (rule 2.5)."""


def next_side(player: Sequence[int], banker: Sequence[int]) -> Side | None:
    """Whose hand the next card goes to, given the points of the cards dealt so far; None when the coup is complete.

    Source: rules 2.1 to 2.6. The hands must have been dealt by this same function.
    """
    dealt = len(player) + len(banker)
    if dealt < COUP_CARDS_MIN:
        return _OPENING[dealt]
    if len(banker) == 3:
        return None
    player_points, banker_points = (player[0] + player[1]) % 10, (banker[0] + banker[1]) % 10
    if player_points >= NATURAL or banker_points >= NATURAL:
        return None
    if len(player) == 2 and player_points < PLAYER_STANDS_ON:
        return Side.PLAYER
    if len(player) == 2:
        return Side.BANKER if banker_points < PLAYER_STANDS_ON else None
    return Side.BANKER if player[2] in BANKER_DRAWS[banker_points] else None


def outcome_of(player_points: int, banker_points: int) -> Outcome:
    """Higher points win, equal points tie (rule 2.7)."""
    if player_points == banker_points:
        return Outcome.TIE
    return Outcome.PLAYER if player_points > banker_points else Outcome.BANKER


class Coup(NamedTuple):
    """One finished or unfinished round: the cards of both hands in the order they came.

    A `Coup` made by `deal` or `check` follows the tableau; the plain constructor checks nothing.

    >>> coup = deal([Card("9H"), Card("2S"), Card("KD"), Card("4C")])
    >>> coup.outcome.value, coup.player_points, coup.banker_points
    ('player', 9, 6)
    """

    player: tuple[Card, ...]
    banker: tuple[Card, ...]

    @property
    def player_points(self) -> int:
        """Points of the Player's hand, 0..9."""
        return total(self.player)

    @property
    def banker_points(self) -> int:
        """Points of the Banker's hand, 0..9."""
        return total(self.banker)

    @property
    def outcome(self) -> Outcome:
        """Who wins by the cards as they lie."""
        return outcome_of(self.player_points, self.banker_points)

    @property
    def player_natural(self) -> bool:
        """Whether the Player's first two cards make 8 or 9."""
        return len(self.player) >= 2 and (self.player[0].points + self.player[1].points) % 10 >= NATURAL

    @property
    def banker_natural(self) -> bool:
        """Whether the Banker's first two cards make 8 or 9."""
        return len(self.banker) >= 2 and (self.banker[0].points + self.banker[1].points) % 10 >= NATURAL

    @property
    def player_pair(self) -> bool:
        """Whether the Player's first two cards have the same rank (rule 1.5)."""
        return len(self.player) >= 2 and self.player[0].rank == self.player[1].rank

    @property
    def banker_pair(self) -> bool:
        """Whether the Banker's first two cards have the same rank (rule 1.5)."""
        return len(self.banker) >= 2 and self.banker[0].rank == self.banker[1].rank

    @property
    def perfect_pair(self) -> bool:
        """Whether either hand's first two cards are the same card, rank and suit (rule 1.6)."""
        player, banker = self.player[:2], self.banker[:2]
        return (len(player) == 2 and player[0] is player[1]) or (len(banker) == 2 and banker[0] is banker[1])

    @property
    def margin(self) -> int:
        """The difference of the points, never negative."""
        return abs(self.player_points - self.banker_points)

    @property
    def next_side(self) -> Side | None:
        """Whose hand the next card goes to, None when the coup is complete."""
        return next_side([card.points for card in self.player], [card.points for card in self.banker])

    @property
    def complete(self) -> bool:
        """Whether no more card is drawn."""
        return self.next_side is None

    def with_card(self, card: Card) -> "Coup":
        """The coup after the next card, which falls where the tableau says. Raises `IllegalDraw` when it is complete."""
        match self.next_side:
            case Side.PLAYER:
                return Coup((*self.player, card), self.banker)
            case Side.BANKER:
                return Coup(self.player, (*self.banker, card))
            case None:
                raise IllegalDraw(f"{card} is a card too many: the coup is complete after {self.card_count} cards")

    @property
    def card_count(self) -> int:
        """How many cards have been dealt, 0..6."""
        return len(self.player) + len(self.banker)


NEW_COUP = Coup((), ())
"""A coup before its first card."""


def deal(cards: Iterable[Card]) -> Coup:
    """Deal one whole coup from the front of ``cards``, taking only as many as it needs.

    Raises `IllegalDraw` when the cards run out first. Source: rules 2.1 to 2.6.
    """
    coup, source = NEW_COUP, iter(cards)
    while not coup.complete:
        card = next(source, None)
        if card is None:
            raise IllegalDraw(f"the cards ran out after {coup.card_count}: {coup.next_side} must still get one")
        coup = coup.with_card(card)
    return coup


def check(player: Sequence[Card], banker: Sequence[Card]) -> Coup:
    """A `Coup` of two given hands. Raises `IllegalDraw`, naming the side, where the tableau does not deal exactly these."""
    check_points([card.points for card in player], [card.points for card in banker])
    return Coup(tuple(player), tuple(banker))


def cards_due(player: Sequence[int], banker: Sequence[int]) -> tuple[int, int]:
    """How many cards Player and Banker get by the tableau, given the points of two recorded hands of two cards or more.

    When the Player's third card is missing and the Banker's draw hangs on it, the Banker's count is given as recorded.
    """
    player_due = 3 if next_side(player[:2], banker[:2]) is Side.PLAYER else 2
    if player_due > len(player):
        draws_on = BANKER_DRAWS[(banker[0] + banker[1]) % 10]
        as_recorded = min(len(banker), 3)
        return player_due, as_recorded if 0 < len(draws_on) < 10 else 3 if draws_on else 2
    return player_due, 3 if next_side(player[:player_due], banker[:2]) is Side.BANKER else 2


def check_points(player: Sequence[int], banker: Sequence[int]) -> None:
    """Raise `IllegalDraw`, naming the side, where hands of these points were not dealt by the tableau."""
    for side, hand in ((Side.PLAYER, player), (Side.BANKER, banker)):
        if len(hand) not in (2, 3):
            raise IllegalDraw(f"the {side} hand has {len(hand)} cards: a hand has two or three")
    player_due, banker_due = cards_due(player, banker)
    if len(player) != player_due:
        raise IllegalDraw(_draw_fault(Side.PLAYER, player_due))
    if len(banker) != banker_due:
        raise IllegalDraw(_draw_fault(Side.BANKER, banker_due))


def _draw_fault(side: Side, due: int) -> str:
    if due == 3:
        return f"the third card of {side} is missing: {side} must draw"
    return f"the third card of {side} is one too many: {side} must stand"
