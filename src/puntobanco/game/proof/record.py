"""What anyone may know of a shoe, as the server hands it out, and the entry that ends it. See docs/proof.md."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from puntobanco.game.proof.announcement import Announcement
from puntobanco.game.proof.log import Entry, entry
from puntobanco.game.proof.texts import OpenedCard
from puntobanco.game.rules import Outcome

VERSION = 2


class BurnRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The burn at the start of a shoe or of a session's round: the card that was shown, if any, and how many went face down."""

    shown: OpenedCard | None
    face_down: int


class RoundRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One round: its cards in the order of each hand, and how it ended.

    ``demonstration`` is its number where it is one without bets, and ``round`` is 0 then. ``hashes`` are those of a session's
    round and ``burn`` its pack's, empty elsewhere; ``burned`` cards went face down before its first card; ``voided`` is why it does
    not count, with the cards that were open, and no outcome.
    """

    round: int
    demonstration: int = 0
    hashes: tuple[str, ...] = ()
    burn: BurnRecord | None = None
    burned: int = 0
    player: tuple[OpenedCard, ...] = ()
    banker: tuple[OpenedCard, ...] = ()
    outcome: Outcome | None = None
    player_points: int | None = None
    banker_points: int | None = None
    voided: str | None = None


class ShoeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe from its announcement to the secret that opens everything; what has not happened yet is empty or null.

    ``previous`` is the hash of the log's entry before the shoe's first; ``rules`` is the text whose digest was announced.
    ``rounds`` are all that were begun, in order.
    """

    version: int = VERSION
    table: int
    shoe: int
    rules: str
    previous: str
    log: tuple[Entry, ...]
    hashes: tuple[str, ...] = ()
    burn: BurnRecord | None = None
    rounds: tuple[RoundRecord, ...] = ()


class Voided(NamedTuple):
    """A round that does not count, and why."""

    round: int
    reason: str


def ended_entry(
    previous: str, announcement: Announcement, end: str, *, reason: str, rounds: int, voided: Iterable[Voided], secret: bytes | None
) -> Entry:
    """The end of a shoe: how and why, how many rounds were begun and which do not count, and the secret that opens everything."""
    return entry(
        previous,
        "ended",
        announcement.name,
        f"end {end}",
        f"reason {reason or '-'}",
        f"rounds {rounds}",
        *(f"voided {number} {why}" for number, why in voided),
        f"secret {'-' if secret is None else secret.hex().upper()}",
    )
