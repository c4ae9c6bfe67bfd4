"""Shoes that a test may choose, in which no player shares: what a secret makes of an announcement when the list stays empty."""

from puntobanco.game import proof
from puntobanco.game.proof import Announcement, StackedShoe


def seed_alone(secret: bytes, announcement: Announcement, log_head: str = proof.BEGINNING) -> bytes:
    """The seed of a shoe in whose order nobody shares."""
    announced = proof.announced_entry(log_head, announcement, proof.commitment(secret, announcement))
    closed = proof.closed_entry(announced.hash, announcement, {})
    return proof.seed_of(secret, proof.opened_entry(closed.hash, announcement, ()).hash)


def shoe_alone(secret: bytes, announcement: Announcement, log_head: str = proof.BEGINNING) -> StackedShoe:
    """The shoe of it."""
    return proof.stack(seed_alone(secret, announcement, log_head), announcement)
