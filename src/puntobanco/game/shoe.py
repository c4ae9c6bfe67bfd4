"""The shoe as cards in a row: inspection, cut, burn, cut card, last round. Not its secrets: see ``proof``.

Cards are numbered from 1 in the order in which they leave the shoe; burned cards have numbers too. Imports ``cards`` and ``house``.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from puntobanco.errors import BadCard, ImpossibleCard
from puntobanco.game.cards import DECK, DECK_CARDS, Card
from puntobanco.game.house import BurnRule, LastRound
from puntobanco.game.rules import COUP_CARDS_MAX

CUT_FROM_END = 10
"""A cut leaves at least this many cards at either end (rule 6.2)."""

TEN_BURNS = 10
"""How many cards a shown ten, jack, queen or king burns (rule 6.4)."""


def full_pack(decks: int) -> tuple[Card, ...]:
    """All cards of ``decks`` decks, in their fixed order, before any shuffle."""
    return DECK * decks


def inspect(cards: Sequence[Card], decks: int) -> None:
    """Count the cards by rank and suit; raise `BadCard` unless they are exactly ``decks`` full decks (rule 6.1)."""
    counts = Counter(cards)
    wrong = [f"{card} {counts[card]} times" for card in DECK if counts[card] != decks]
    if wrong:
        raise BadCard(f"not {decks} full decks: {', '.join(wrong[:5])}, and each card must come {decks} times")


def check_copies(cards: Sequence[Card], decks: int) -> None:
    """Raise `ImpossibleCard` when a card comes oftener than ``decks`` decks hold it."""
    if len(set(cards)) == len(cards):
        return
    for card, count in Counter(cards).items():
        if count > decks:
            raise ImpossibleCard(f"{card} comes {count} times, but {decks} decks hold it {decks} times")


def may_cut(place: int, decks: int) -> bool:
    """Whether a shoe may be cut so many cards from its top: ten at least stay on either side (rule 6.2)."""
    return CUT_FROM_END <= place <= shoe_cards(decks) - CUT_FROM_END


def cut(cards: tuple[Card, ...], place: int) -> tuple[Card, ...]:
    """The pack after a cut: the ``place`` cards above it go to the bottom (rule 6.2)."""
    assert CUT_FROM_END <= place <= len(cards) - CUT_FROM_END, f"cut at {place} of {len(cards)}"
    return cards[place:] + cards[:place]


SESSION_ROUNDS = 80
"""How many rounds one shoe number stands for where every round has a pack of its own (rule 6.5)."""


class Burn(NamedTuple):
    """What is burned at the start of a shoe: whether the first card is shown, and how many more go face down."""

    shown: bool
    face_down: int


def burn(rule: int | BurnRule, decks: int, first: Card | None = None) -> Burn:
    """The burn of a house; ``first`` is the shoe's first card, needed only where the house shows it (rule 6.4).

    The shown card is not one of the burned.
    """
    match rule:
        case BurnRule.NONE:
            return Burn(False, 0)
        case BurnRule.DECKS:
            return Burn(False, decks)
        case BurnRule.FIRST_CARD:
            assert first is not None
            return Burn(True, first.points or TEN_BURNS)
        case int():
            return Burn(False, rule)


class CutCard(NamedTuple):
    """The cut card in front of card ``number``: it comes out when that card is drawn (rule 6.3)."""

    number: int

    @classmethod
    def with_behind(cls, shoe_cards: int, behind: int) -> "CutCard":
        """The cut card of a shoe of ``shoe_cards`` with ``behind`` cards behind it."""
        return cls(shoe_cards - behind + 1)

    def met(self, first: int, last: int) -> bool:
        """Whether it comes out while the cards numbered ``first`` to ``last`` are drawn."""
        return first <= self.number <= last

    def last_round(self, rule: LastRound, *, met_in_round: int, met_at_first_card: bool) -> int:
        """The number of the last round, once the cut card came out in a round (rule 6.6)."""
        one_more = rule is LastRound.ONE_MORE and not met_at_first_card
        return met_in_round + 1 if one_more else met_in_round


def may_start_round(cards_left: int, *, burn_each_round: int = 0) -> bool:
    """A round never starts with fewer cards than it can need, those burned before its first card counted (rules 6.3, 6.6)."""
    return cards_left >= COUP_CARDS_MAX + burn_each_round


def cards_of_a_round(rule: int | BurnRule, decks: int, burn_each_round: int) -> int:
    """The most cards that a round can use which has a pack of its own: its shoe's burn, its own, and six (rule 6.5)."""
    burned = 1 + TEN_BURNS if rule is BurnRule.FIRST_CARD else burn(rule, decks).face_down
    return burned + burn_each_round + COUP_CARDS_MAX


def shoe_cards(decks: int) -> int:
    """How many cards a shoe of ``decks`` decks holds."""
    return decks * DECK_CARDS
