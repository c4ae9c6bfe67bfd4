"""Which cards are left in a shoe: the composition that exact odds belong to. Imports ``game`` and ``errors``; needs no extra."""

from collections.abc import Iterable

import msgspec

from puntobanco.errors import ImpossibleCard, TooFewCards
from puntobanco.game.cards import DECK, DECK_CARDS, RANKS, Card
from puntobanco.game.rules import COUP_CARDS_MAX

DECKS_MOST = 12
"""The most decks of a shoe (rule 1.1)."""


_PLACES = {card: place for place, card in enumerate(DECK)}


class Composition(msgspec.Struct, frozen=True):
    """How often each of the 52 cards is left, in the order of ``DECK``; six cards at least, so that every coup can be finished.

    Raises `TooFewCards` for fewer, `ImpossibleCard` for a card oftener than twelve decks hold it, or fewer than no times.

    >>> shoe = full_shoe(8).without([Card("9H"), Card("KD")])
    >>> shoe.size, shoe.points
    (414, (127, 32, 32, 32, 32, 32, 32, 32, 32, 31))
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        assert len(self.counts) == DECK_CARDS
        if min(self.counts) < 0 or max(self.counts) > DECKS_MOST:
            card, count = next((card, count) for card, count in zip(DECK, self.counts, strict=True) if not 0 <= count <= DECKS_MOST)
            raise ImpossibleCard(f"{card} is left {count} times: 0 to {DECKS_MOST} are possible")
        if self.size < COUP_CARDS_MAX:
            raise TooFewCards(f"{self.size} cards are left: a coup may need {COUP_CARDS_MAX}")

    @property
    def size(self) -> int:
        """How many cards are left."""
        return sum(self.counts)

    @property
    def ranks(self) -> tuple[int, ...]:
        """How many cards of each rank are left, from ace to king."""
        return tuple(sum(self.counts[rank :: len(RANKS)]) for rank in range(len(RANKS)))

    @property
    def points(self) -> tuple[int, ...]:
        """How many cards are left that count 0, 1, …, 9."""
        ranks = self.ranks
        return sum(ranks[9:]), *ranks[:9]

    def without(self, removed: Iterable[Card]) -> "Composition":
        """What is left when these cards have gone too. Raises `ImpossibleCard`, or `TooFewCards`."""
        counts = list(self.counts)
        for card in removed:
            counts[_PLACES[card]] -= 1
        if min(counts) < 0:
            place = next(place for place, count in enumerate(counts) if count < 0)
            held = self.counts[place]
            raise ImpossibleCard(f"{DECK[place]}: {held - counts[place]} are removed, but the shoe holds {held}")
        return Composition(tuple(counts))


def full_shoe(decks: int) -> Composition:
    """A shoe of 1 to 12 full decks."""
    assert 1 <= decks <= DECKS_MOST
    return Composition((decks,) * DECK_CARDS)
