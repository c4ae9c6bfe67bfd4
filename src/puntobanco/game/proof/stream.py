"""Numbers that nobody can choose: an endless stream from a key, and the shuffle that draws from it. See docs/proof.md."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD_BYTES = 8


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


def shuffle(cards: Sequence[T], stream: Stream) -> tuple[T, ...]:
    """Fisher-Yates from the last card down: every order equally likely."""
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = stream.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)
