"""Shoes that a test may choose, in which no player shares: what a secret makes of an announcement when the list stays empty."""

from puntobanco.game import proof
from puntobanco.game.proof import Announcement, Share, StackedShoe
from puntobanco.table.players import public_name
from puntobanco.table.state import Ceremony


def seed_alone(secret: bytes, announcement: Announcement, log_head: str = proof.BEGINNING) -> bytes:
    """The seed of a shoe in whose order nobody shares."""
    announced = proof.announced_entry(log_head, announcement, proof.commitment(secret, announcement))
    closed = proof.closed_entry(announced.hash, announcement, {})
    return proof.seed_of(secret, proof.opened_entry(closed.hash, announcement, ()).hash)


def shoe_alone(secret: bytes, announcement: Announcement, log_head: str = proof.BEGINNING) -> StackedShoe:
    """The shoe of it."""
    return proof.stack(seed_alone(secret, announcement, log_head), announcement)


def share_of(account: str, cut_place: int | None = None, words: str = "") -> Share:
    """A contribution whose random bytes are its player's name."""
    return Share(random=account.encode().hex().upper()[:64].ljust(64, "0"), words=words, cut_place=cut_place)


def seal_of_share(ceremony: Ceremony, account: str, share: Share) -> str:
    """What seals it, in the attempt that is under way."""
    return proof.seal_of(ceremony.announced, public_name(account), share)
