"""The log of a table's shoes: every step of a ceremony is an entry, and each entry's hash holds the one before it.

An entry is a text of lines, so that a stranger can hash it without knowing how records are written. See docs/proof.md.
"""

from collections.abc import Iterable

import msgspec

from puntobanco.game.proof.texts import HASH_DIGITS, digest, is_hash

BEGINNING = "0" * HASH_DIGITS
"""What stands before the first entry of a table."""


class Entry(msgspec.Struct, frozen=True):
    """An entry of the log: its text, and its hash, over which the next entry's hash is made."""

    text: str
    hash: str


def entry(previous: str, kind: str, shoe: str, *lines: str) -> Entry:
    """An entry after the one with hash ``previous``: what it is, of which shoe, and what it says."""
    text = "\n".join((kind, shoe, *lines))
    return Entry(text, _hash(previous, text))


def broken_at(entries: Iterable[Entry], previous: str) -> int | None:
    """The place of the first entry that does not follow from those before it, from 1; None where all do. Hex has no case here."""
    for place, one in enumerate(entries, 1):
        if not is_hash(one.hash) or one.hash.upper() != _hash(previous, one.text):
            return place
        previous = one.hash
    return None


def _hash(previous: str, text: str) -> str:
    return digest("log", text, raw=bytes.fromhex(previous))
