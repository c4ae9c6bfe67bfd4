"""What a worker process does: a batch of shoes, made and counted. Without SciPy, so that it starts soon."""

import signal
from typing import NamedTuple

from puntobanco.analysis.shoes import Shuffle, make_shoes
from puntobanco.analysis.tally import Tally, tally
from puntobanco.game.house import HouseRules


class Batch(NamedTuple):
    """What a worker gives back: the counts, and the words that made the orders, where they are wanted."""

    found: Tally
    raw: bytes


def make_batch(rules: HouseRules, seed: int | None, shuffle: Shuffle, raw: bool, numbers: range) -> Batch:
    """Make the shoes of these numbers and count them."""
    shoes = make_shoes(rules, numbers, seed, shuffle)
    return Batch(tally(shoes), shoes.words.astype(">u8").tobytes() if raw else b"")


def leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the one that started the others ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
