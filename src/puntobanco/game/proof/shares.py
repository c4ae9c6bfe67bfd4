"""The players' part in a shoe's order: sealed, closed, opened. With it an order is nobody's choice. See docs/proof.md."""

import hmac
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from puntobanco.errors import BadProof
from puntobanco.game.proof.announcement import Announcement
from puntobanco.game.proof.log import Entry, entry
from puntobanco.game.proof.texts import TAG, digest
from puntobanco.game.shoe import may_cut

SHARE_BYTES = 32
"""Random bytes of a player's client in a contribution."""

WORDS_MOST = 80
"""The most characters that a player may type into a contribution."""

SHARES_MOST = 256
"""The most contributions that an attempt takes."""

FAILURES_MARKED = 2
"""From so many failed attempts on a shoe is marked for good: somebody may have bought other orders."""

_BREAKS = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that are no part of one line of text."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A player's contribution to an order: random bytes in upper-case hex, words if any were typed, and where they would cut.

    ``cut_place`` is in cards from the top of the shuffled pack; None where the player has no wish.
    """

    random: str
    words: str = ""
    cut_place: int | None = None

    @property
    def lines(self) -> tuple[str, str]:
        """Where to cut and what was typed, a line each."""
        return f"cut {'-' if self.cut_place is None else self.cut_place}", f"words {self.words}"


class Shared(NamedTuple):
    """A share that was opened, and whose it is."""

    player: str
    share: Share


def fault_of(share: Share, decks: int) -> str | None:
    """What is wrong with a share, in a few words; None where it may be counted."""
    if len(share.random) != 2 * SHARE_BYTES or set(share.random) - set("0123456789ABCDEF"):
        return f"random is no {SHARE_BYTES} bytes in upper-case hex"
    if len(share.words) > WORDS_MOST or any(unicodedata.category(sign) in _BREAKS for sign in share.words):
        return f"words are no line of at most {WORDS_MOST} characters"
    if share.cut_place is not None and not may_cut(share.cut_place, decks):
        return "the cut leaves fewer than ten cards on a side"
    return None


def seal_of(announced: str, player: str, share: Share) -> str:
    """What a player sends before the list closes: the hash of a share, bound to the announcement and to who it is.

    ``announced`` is the hash of the attempt's first entry. The share must have no fault.
    """
    raw = bytes.fromhex(announced) + bytes.fromhex(share.random)
    return digest("share", f"player {player}", *share.lines, raw=raw)


def closed_entry(previous: str, announcement: Announcement, seals: Mapping[str, str]) -> Entry:
    """The closed list of sealed contributions, in the order in which they came."""
    return entry(previous, "closed", announcement.name, *(f"{player} {seal}" for player, seal in seals.items()))


def opened_entry(previous: str, announcement: Announcement, shares: Sequence[Shared]) -> Entry:
    """All contributions, opened, in the order of the closed list. Its hash makes the order."""
    lines = (line for player, share in shares for line in (f"player {player}", f"random {share.random}", *share.lines))
    return entry(previous, "opened", announcement.name, *lines)


def failed_entry(previous: str, announcement: Announcement, missing: Iterable[str]) -> Entry:
    """An attempt that somebody did not open for, and who."""
    return entry(previous, "failed", announcement.name, *missing)


def check_share(announced: str, announcement: Announcement, player: str, seal: str, share: Share) -> None:
    """Check an opening against what was sealed. Raises `BadProof` that names the player."""
    if announcement.only is not None and player not in announcement.only:
        raise BadProof(f"contribution of {player}: only those who opened before may share in attempt {announcement.attempt}")
    if (fault := fault_of(share, announcement.decks)) is not None:
        raise BadProof(f"contribution of {player}: {fault}")
    if seal_of(announced, player, share) != seal:
        raise BadProof(f"contribution of {player}: it is not the one that was sealed")


def seed_of(secret: bytes, opened: str) -> bytes:
    """What every number of a shoe follows from: the secret, and the hash of the openings with all that came before them."""
    return hmac.digest(secret, f"{TAG}seed\n".encode() + bytes.fromhex(opened), "sha512")
