"""The 52 cards, their points, and how they are written. Not a shoe: see ``shoe``. Imports ``errors`` only."""

import enum
import re
from collections.abc import Iterable

from puntobanco.errors import UnknownCard


class Suit(enum.StrEnum):
    """One of the four suits, written as its letter."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


RANKS = "A23456789TJQK"
"""The thirteen ranks in order; a rank's number is its place here, from 1."""

DECK_CARDS = 52

_SUIT_SPELLINGS = {"S": "Ss♠♤", "H": "Hh♥♡", "D": "Dd♦♢", "C": "Cc♣♧"}

_EMOJI = "\ufe0f"  # asks for the coloured form of the sign before it; copied texts often hold it

_RANK_SPELLINGS = {rank: {rank, rank.lower()} for rank in RANKS} | {"T": {"T", "t", "10"}}


def points_of_rank(rank: int) -> int:
    """Points of a rank 1..13: ace 1, two to nine their number, ten and courts 0 (rule 1.2)."""
    return rank if rank < 10 else 0


class Card(enum.StrEnum):
    """One of the 52 cards. Its text is rank then suit, ``Card("TH")`` is the ten of hearts.

    ``rank`` is 1 (ace) to 13 (king), ``points`` 0 to 9, ``suit`` a `Suit`. Source: rules 1.1 and 1.2.

    >>> Card("TH").rank, Card("TH").points, Card("TH").suit.name
    (10, 0, 'HEARTS')
    """

    rank: int
    suit: Suit
    points: int

    def __init__(self, text: str) -> None:
        self.rank = RANKS.index(text[0]) + 1
        self.suit = Suit(text[1])
        self.points = points_of_rank(self.rank)

    SA, S2, S3, S4, S5, S6, S7 = "AS", "2S", "3S", "4S", "5S", "6S", "7S"
    S8, S9, ST, SJ, SQ, SK = "8S", "9S", "TS", "JS", "QS", "KS"
    HA, H2, H3, H4, H5, H6, H7 = "AH", "2H", "3H", "4H", "5H", "6H", "7H"
    H8, H9, HT, HJ, HQ, HK = "8H", "9H", "TH", "JH", "QH", "KH"
    DA, D2, D3, D4, D5, D6, D7 = "AD", "2D", "3D", "4D", "5D", "6D", "7D"
    D8, D9, DT, DJ, DQ, DK = "8D", "9D", "TD", "JD", "QD", "KD"
    CA, C2, C3, C4, C5, C6, C7 = "AC", "2C", "3C", "4C", "5C", "6C", "7C"
    C8, C9, CT, CJ, CQ, CK = "8C", "9C", "TC", "JC", "QC", "KC"


DECK: tuple[Card, ...] = tuple(Card)
"""One deck in its fixed order: spades, hearts, diamonds, clubs, each from ace to king."""

_RANK_BY_TEXT = {spelling: rank for rank, spellings in _RANK_SPELLINGS.items() for spelling in spellings}

_BY_TEXT: dict[str, Card] = {
    rank + sign: card for card in DECK for rank in _RANK_SPELLINGS[card[0]] for sign in _SUIT_SPELLINGS[card[1]]
}


def normal_rank(text: str) -> str | None:
    """The one-letter rank that a text names (``10`` and ``t`` are ``T``), or None."""
    return _RANK_BY_TEXT.get(text)


def parse_card(text: str) -> Card:
    """Read one card, rank then suit; ``TH``, ``10H``, ``th`` and ``10♥`` are the same card.

    Raises `UnknownCard` for anything else.
    """
    card = _BY_TEXT.get(text) or _BY_TEXT.get(text.removesuffix(_EMOJI))
    if card is None:
        raise UnknownCard(f"{quoted(text)} is not a card: write rank then suit, such as 9H, TD or AS")
    return card


def quoted(text: str) -> str:
    """A given text as a message may show it: in quotes, on one line, cut where it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def parse_cards(text: str) -> list[Card]:
    """Read cards separated by blanks or commas, Chinese ones too. Raises `UnknownCard`."""
    return [parse_card(word) for word in re.split(r"[\s,，、]+", text) if word]


def total(cards: Iterable[Card]) -> int:
    """Points of a hand, always 0..9 (rule 1.3)."""
    return sum(card.points for card in cards) % 10
