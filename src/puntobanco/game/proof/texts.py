"""The texts of cards and their published hashes (rule 8.6), and the one way in which anything is hashed. See docs/proof.md."""

import functools
import hashlib
import hmac
import re
from collections.abc import Sequence

import msgspec

from puntobanco.errors import BadProof
from puntobanco.game.cards import DECK, RANKS, Card, Suit, quoted

TAG = "puntobanco v2 "
"""Before everything that is hashed or keyed, so that nothing of one kind can pass for another kind."""

RANDOM_BYTES = 20
"""Random part of a card text: 160 bits, written as 40 hex digits (rule 8.6 asks for 128 at least)."""

HASH_DIGITS = 128
_HASH = re.compile(f"[0-9A-Fa-f]{{{HASH_DIGITS}}}")


class OpenedCard(msgspec.Struct, frozen=True):
    """A card whose face is known, with its number in the shoe and the text that proves it."""

    number: int
    text: str


def digest(kind: str, *lines: str, raw: bytes = b"") -> str:
    """SHA-512, in upper-case hex, of a tag for its kind, raw bytes (other hashes, secrets), and lines of text."""
    return hashlib.sha512(f"{TAG}{kind}\n".encode() + raw + "\n".join(lines).encode()).hexdigest().upper()


def text_of(key: bytes, number: int, card: Card) -> str:
    """The text of a card, with a random part keyed by its number: one opened text tells nothing of another."""
    random = hmac.digest(key, str(number).encode(), "sha512")[:RANDOM_BYTES]
    return f"{card.suit}-{card.rank}-{random.hex().upper()}"


def hash_of(text: str) -> str:
    """The published hash of a card text: SHA-512 of its UTF-8 bytes, in upper-case hex (rule 8.6)."""
    return hashlib.sha512(text.encode()).hexdigest().upper()


def is_hash(text: str) -> bool:
    """Whether a text is a hash in hex, of either case."""
    return _HASH.fullmatch(text) is not None


def root_of(hashes: Sequence[str]) -> str:
    """One hash over the raw bytes of all hashes of a shoe, in card order. Raises `BadProof` where one is no hash."""
    for number, published in enumerate(hashes, 1):
        if not is_hash(published):
            raise BadProof(f"card {number}: {quoted(published)} is no hash of {HASH_DIGITS} hex digits")
    return digest("root", raw=bytes.fromhex("".join(hashes)))


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


def check_opened(opened: OpenedCard, hashes: Sequence[str]) -> Card:
    """The face of an opened card. Raises `BadProof` when its text does not belong to the hash published under its number."""
    if not 1 <= opened.number <= len(hashes) or not verify_text(opened.text, hashes[opened.number - 1]):
        raise BadProof(f"card {opened.number}: the text does not belong to the hash published for it")
    return card_of(opened.text)
