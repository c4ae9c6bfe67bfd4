"""The shoe that can be checked: secret, order, card texts, hashes, root, record. Not the shoe's play: see ``shoe``.

Everything a shoe holds follows from one 32-byte secret and a public announcement, so that whoever learns the secret at the end
can make the whole shoe again. Randomness is an argument. Imports ``cards`` and ``shoe``.
"""

import functools
import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from puntobanco.errors import BadProof
from puntobanco.game.cards import DECK, RANKS, Card, Suit, quoted
from puntobanco.game.shoe import CUT_FROM_END, cut, full_pack, inspect, may_cut, shoe_cards

VERSION = 1
SECRET_BYTES = 32
RANDOM_BYTES = 20
"""Random part of a card text: 160 bits, written as 40 hex digits (rule 8.6 asks for 128 at least)."""

DECKS_MOST = 12
"""The largest shoe there is (rule 1.1)."""

_WORD_BYTES = 8
_HASH_BYTES = 64
_HASH = re.compile(f"[0-9A-Fa-f]{{{2 * _HASH_BYTES}}}")
_TAG = "puntobanco shoe v1 "


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """What is fixed and said before a shoe's secret is used: which shoe it is, the range of its cut card, and the cut.

    ``cut_place`` is where a player cut the shoe, in cards from its top; None where the dealer cuts (rule 6.2).
    """

    table: int
    shoe: int
    decks: int
    cut_card_least: int
    cut_card_most: int
    cut_place: int | None = None

    @property
    def text(self) -> str:
        """The announcement as the one line of text that goes into the shoe's key."""
        range_ = f"{self.cut_card_least}-{self.cut_card_most}"
        by_player = "" if self.cut_place is None else f" cut {self.cut_place}"
        return f"{_TAG}table {self.table} shoe {self.shoe} decks {self.decks} cut card {range_}{by_player}"


class Stream:
    """An endless stream of unbiased numbers from a key: SHA-512 of key and counter, read as 64-bit words."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A number 0..bound-1, each equally likely: words that would favour some are thrown away."""
        assert 1 <= bound <= 1 << 32
        span = 1 << 8 * _WORD_BYTES
        fair = span - span % bound
        while True:
            word = self._word()
            if word < fair:
                return word % bound

    def _word(self) -> int:
        if not self._words:
            block = hashlib.sha512(self._key + self._block.to_bytes(8)).digest()
            self._block += 1
            starts = range(0, len(block), _WORD_BYTES)
            self._words = [int.from_bytes(block[start : start + _WORD_BYTES]) for start in reversed(starts)]
        return self._words.pop()


def shuffle(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    """Fisher-Yates from the last card down: every order equally likely."""
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = stream.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


class StackedShoe(NamedTuple):
    """A shuffled and cut shoe with all it keeps secret. ``cards[0]`` is card number 1. Never logged, never sent."""

    cards: tuple[Card, ...]
    texts: tuple[str, ...]
    hashes: tuple[str, ...]
    cut_place: int
    cut_card_behind: int

    def __repr__(self) -> str:
        return f"StackedShoe(of {len(self.cards)} cards)"

    def text(self, number: int) -> str:
        """The text of card ``number``, from 1."""
        return self.texts[number - 1]


def stack(secret: bytes, announcement: Announcement) -> StackedShoe:
    """Make the shoe that a secret and an announcement stand for: shuffle, cut, cut card, texts, hashes (rules 6.1 to 6.3)."""
    assert len(secret) == SECRET_BYTES
    stream = Stream(_key(secret, announcement, "order"))
    size = shoe_cards(announcement.decks)
    shuffled = shuffle(full_pack(announcement.decks), stream)
    drawn = CUT_FROM_END + stream.below(size - 2 * CUT_FROM_END + 1)
    cut_place = drawn if announcement.cut_place is None else announcement.cut_place
    least, most = announcement.cut_card_least, announcement.cut_card_most
    cut_card_behind = least + stream.below(most - least + 1)
    cards = cut(shuffled, cut_place)
    inspect(cards, announcement.decks)
    key = _key(secret, announcement, "texts")
    texts = tuple(_text(key, number, card) for number, card in enumerate(cards, 1))
    return StackedShoe(cards, texts, tuple(map(hash_of, texts)), cut_place, cut_card_behind)


def _key(secret: bytes, announcement: Announcement, use: str) -> bytes:
    return hmac.digest(secret, f"{announcement.text} {use}".encode(), "sha512")


def _text(key: bytes, number: int, card: Card) -> str:
    # Keyed by the card's number, so that one opened text tells nothing of another.
    random = hmac.digest(key, str(number).encode(), "sha512")[:RANDOM_BYTES]
    return f"{card.suit}-{card.rank}-{random.hex().upper()}"


def commitment(secret: bytes) -> str:
    """The published promise of a secret: SHA-512 over a tag and the secret, in upper-case hex."""
    return hashlib.sha512(f"{_TAG}secret ".encode() + secret).hexdigest().upper()


def hash_of(text: str) -> str:
    """The published hash of a card text: SHA-512 of its UTF-8 bytes, in upper-case hex (rule 8.6)."""
    return hashlib.sha512(text.encode()).hexdigest().upper()


def root_of(hashes: Sequence[str]) -> str:
    """One hash over the raw bytes of all hashes of a shoe, in card order. Raises `BadProof` where one is no hash."""
    for number, published in enumerate(hashes, 1):
        if not _HASH.fullmatch(published):
            raise BadProof(f"card {number}: {quoted(published)} is no hash of {2 * _HASH_BYTES} hex digits")
    return hashlib.sha512(f"{_TAG}root ".encode() + bytes.fromhex("".join(hashes))).hexdigest().upper()


@functools.cache
def _cards_by_sign() -> dict[tuple[str, str], Card]:
    return {(str(card.suit), str(card.rank)): card for card in DECK}


def card_of(text: str) -> Card:
    """The card that a text ``SUIT-RANK-RANDOM`` names, rank 1..13 with 1 the ace. Raises `BadProof` (rule 8.6)."""
    parts = text.split("-", 2)
    if len(parts) != 3 or not parts[2] or (card := _cards_by_sign().get((parts[0], parts[1]))) is None:
        suits = "".join(Suit)
        raise BadProof(f"{quoted(text)} is no card text: it must be one of {suits}, a rank 1 to {len(RANKS)}, and a random part")
    return card


def verify_text(text: str, published: str) -> bool:
    """Whether a card text belongs to a published hash; hex is compared without case, never in part."""
    return hmac.compare_digest(hash_of(text), published.upper()) if published.isascii() else False


class OpenedCard(msgspec.Struct, frozen=True):
    """A card whose face is known, with its number in the shoe and the text that proves it."""

    number: int
    text: str


class ShoeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What anyone may know of a shoe: all hashes from the start, texts as cards open, the secret when the shoe has ended."""

    version: int = VERSION
    announcement: Announcement
    commitment: str
    cut_card_behind: int
    hashes: tuple[str, ...]
    root: str
    opened: tuple[OpenedCard, ...] = ()
    secret: str | None = None


def check_opened(opened: OpenedCard, hashes: Sequence[str]) -> Card:
    """The face of an opened card. Raises `BadProof` when its text does not belong to the hash published under its number."""
    if not 1 <= opened.number <= len(hashes) or not verify_text(opened.text, hashes[opened.number - 1]):
        raise BadProof(f"card {opened.number}: the text does not belong to the hash published for it")
    return card_of(opened.text)


def check_secret(secret: bytes, announcement: Announcement, promised: str, hashes: Sequence[str]) -> StackedShoe:
    """The whole shoe of an opened secret. Raises `BadProof` when it is not what was promised and published."""
    if len(secret) != SECRET_BYTES or commitment(secret) != promised.upper():
        raise BadProof("the secret is not the one that was promised")
    least, most = announcement.cut_card_least, announcement.cut_card_most
    cuttable = announcement.cut_place is None or may_cut(announcement.cut_place, announcement.decks)
    if not (1 <= announcement.decks <= DECKS_MOST and 0 <= least <= most <= len(hashes) and cuttable):
        raise BadProof(f"no shoe can be made as it was announced: {announcement.text}")
    if len(hashes) != shoe_cards(announcement.decks):
        raise BadProof(f"{len(hashes)} hashes are published for a shoe of {shoe_cards(announcement.decks)} cards")
    shoe = stack(secret, announcement)
    for number, (made, published) in enumerate(zip(shoe.hashes, hashes, strict=True), 1):
        if made != published.upper():
            raise BadProof(f"card {number}: the hash published for it is not the one that the secret makes")
    return shoe
