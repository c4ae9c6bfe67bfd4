"""The shoe that can be checked: secret, order, card texts, hashes, root, record. Not the shoe's play: see ``shoe``.

Everything a shoe holds follows from one 32-byte secret and a public announcement, so that whoever learns the secret at the end
can make the whole shoe again. Randomness is an argument. Imports ``cards``, ``house`` and ``shoe``.
"""

import functools
import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from puntobanco.errors import BadProof
from puntobanco.game.cards import DECK, RANKS, Card, Suit, quoted
from puntobanco.game.house import HouseRules
from puntobanco.game.shoe import CUT_FROM_END, SESSION_ROUNDS, cards_of_a_round, cut, full_pack, inspect, may_cut, shoe_cards

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
    In a session (rule 6.5) ``session_rounds`` is how many rounds the secret is for, ``session_cards`` how many cards are ready
    for each; both are 0 for a shoe that is dealt to its cut card.
    """

    table: int
    shoe: int
    decks: int
    cut_card_least: int
    cut_card_most: int
    cut_place: int | None = None
    session_rounds: int = 0
    session_cards: int = 0

    @property
    def text(self) -> str:
        """The announcement as the one line of text that goes into the shoe's key."""
        shoe = f"{_TAG}table {self.table} shoe {self.shoe} decks {self.decks}"
        if self.session_rounds:
            return f"{shoe} session of {self.session_rounds} rounds, {self.session_cards} cards each"
        by_player = "" if self.cut_place is None else f" cut {self.cut_place}"
        return f"{shoe} cut card {self.cut_card_least}-{self.cut_card_most}{by_player}"


def announce(table: int, shoe: int, rules: HouseRules, *, cut_place: int | None = None) -> Announcement:
    """What a house announces of its next shoe. A session has no cut and no cut card, but cards ready for each of its rounds."""
    session = rules.shuffles_each_round
    return Announcement(
        table=table,
        shoe=shoe,
        decks=rules.decks,
        cut_card_least=0 if session else rules.cut_card_least,
        cut_card_most=0 if session else rules.cut_card_most,
        cut_place=cut_place,
        session_rounds=SESSION_ROUNDS if session else 0,
        session_cards=cards_of_a_round(rules) if session else 0,
    )


def deal_name(round_number: int, demonstration: int) -> str:
    """How a round of a session is named in its keys: a demonstration round has no number of its own (rule 6.5)."""
    return f"demonstration {demonstration}" if demonstration else f"round {round_number}"


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


def stack_round(secret: bytes, announcement: Announcement, deal: str) -> StackedShoe:
    """The cards that are ready for one round of a session, by its `deal_name`: the front of a pack shuffled for it alone, uncut."""
    assert len(secret) == SECRET_BYTES
    order = shuffle(full_pack(announcement.decks), Stream(_key(secret, announcement, f"order {deal}")))
    inspect(order, announcement.decks)
    cards = order[: announcement.session_cards]
    key = _key(secret, announcement, f"texts {deal}")
    texts = tuple(_text(key, number, card) for number, card in enumerate(cards, 1))
    return StackedShoe(cards, texts, tuple(map(hash_of, texts)), cut_place=0, cut_card_behind=0)


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


class RoundRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What anyone may know of one round of a session: the hashes of the cards ready for it, and those that were opened."""

    round: int
    demonstration: int
    hashes: tuple[str, ...]
    root: str
    opened: tuple[OpenedCard, ...] = ()


class ShoeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What anyone may know of a shoe: all hashes from the start, texts as cards open, the secret when the shoe has ended.

    A session has its cards in ``rounds``, each with numbers from 1, in the order in which they were shuffled.
    """

    version: int = VERSION
    announcement: Announcement
    commitment: str
    cut_card_behind: int
    hashes: tuple[str, ...]
    root: str
    opened: tuple[OpenedCard, ...] = ()
    secret: str | None = None
    rounds: tuple[RoundRecord, ...] = ()


def check_opened(opened: OpenedCard, hashes: Sequence[str]) -> Card:
    """The face of an opened card. Raises `BadProof` when its text does not belong to the hash published under its number."""
    if not 1 <= opened.number <= len(hashes) or not verify_text(opened.text, hashes[opened.number - 1]):
        raise BadProof(f"card {opened.number}: the text does not belong to the hash published for it")
    return card_of(opened.text)


def check_secret(secret: bytes, announcement: Announcement, promised: str, hashes: Sequence[str]) -> StackedShoe:
    """The whole shoe of an opened secret. Raises `BadProof` when it is not what was promised and published."""
    _check_promise(secret, promised)
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


def check_session(secret: bytes, announcement: Announcement, promised: str, published: Iterable[tuple[str, str]]) -> None:
    """Check a session against its secret: ``published`` gives each round's `deal_name` and the root of its hashes.

    Raises `BadProof` where the secret is not what was promised, or does not make what was published.
    """
    _check_promise(secret, promised)
    if not (1 <= announcement.decks <= DECKS_MOST and 1 <= announcement.session_cards <= shoe_cards(announcement.decks)):
        raise BadProof(f"no session can be made as it was announced: {announcement.text}")
    for deal, root in published:
        if root_of(stack_round(secret, announcement, deal).hashes) != root.upper():
            raise BadProof(f"{deal}: the hashes published for it are not those that the secret makes")


def _check_promise(secret: bytes, promised: str) -> None:
    if len(secret) != SECRET_BYTES or commitment(secret) != promised.upper():
        raise BadProof("the secret is not the one that was promised")
