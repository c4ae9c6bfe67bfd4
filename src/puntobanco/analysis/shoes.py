"""Shoes as a table makes them, from secret to order, many at a time, as arrays.

A card is its place in the full pack here, so that cards of the same face can be told apart. The way is that of ``game.proof``:
secret, announcement, log, seed, stream, shuffle, cut; ``proof.stack`` makes the same order, and a test holds that. Only its texts
and hashes, which come after the order, are left out.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from puntobanco.game import proof
from puntobanco.game.house import HouseRules
from puntobanco.game.proof import Announcement, Stream
from puntobanco.game.proof.stack import key_of
from puntobanco.game.shoe import CUT_FROM_END, shoe_cards

Numbers: TypeAlias = npt.NDArray[np.int64]
Shuffle: TypeAlias = Callable[[Sequence[int], Stream], tuple[int, ...]]

SMALL_DECKS = (3, 4, 5)
"""Sizes of the decks that are shuffled beside each shoe: every order of them can be counted."""


class Shoes(NamedTuple):
    """Some shoes that were made one after the other; each array has a row for each shoe.

    ``mixed`` is the pack after the shuffle, ``dealt`` after the cut; ``small`` are the small decks by size. ``words`` are the
    64-bit words that made the orders, of all shoes in a row.
    """

    mixed: Numbers
    dealt: Numbers
    cut_places: Numbers
    behind: Numbers
    small: dict[int, Numbers]
    words: npt.NDArray[np.uint64]


class TappedStream(Stream):
    """The stream of a shoe, which also keeps every word that it gives."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.given: list[int] = []

    def _word(self) -> int:
        word = super()._word()
        self.given.append(word)
        return word


def secret_of(seed: int | None, number: int) -> bytes:
    """The secret of a shoe: the operating system's, as at the tables, or for a run that can be made again from the run's seed."""
    if seed is None:
        return secrets.token_bytes(proof.SECRET_BYTES)
    return hashlib.sha256(f"puntobanco randomness {seed} {number}".encode()).digest()


def seed_of_shoe(secret: bytes, announcement: Announcement) -> bytes:
    """The seed of a shoe that nobody shares in: announced, closed and opened as at a table."""
    announced = proof.announced_entry(proof.BEGINNING, announcement, proof.commitment(secret, announcement))
    closed = proof.closed_entry(announced.hash, announcement, {})
    return proof.seed_of(secret, proof.opened_entry(closed.hash, announcement, ()).hash)


def make_shoes(rules: HouseRules, numbers: Iterable[int], seed: int | None, shuffle: Shuffle = proof.shuffle) -> Shoes:
    """Make the shoes of these numbers. ``shuffle`` is another one than the tables' only where the tests themselves are tested."""
    size = shoe_cards(rules.decks)
    mixed: list[tuple[int, ...]] = []
    cut_places: list[int] = []
    behind: list[int] = []
    words: list[int] = []
    small: dict[int, list[tuple[int, ...]]] = {few: [] for few in SMALL_DECKS}
    for number in numbers:
        shoe_seed = seed_of_shoe(secret_of(seed, number), proof.announce(1, number, rules))
        stream = TappedStream(key_of(shoe_seed, "order"))
        mixed.append(shuffle(range(size), stream))
        cut_places.append(CUT_FROM_END + stream.below(size - 2 * CUT_FROM_END + 1))
        behind.append(rules.cut_card_least + stream.below(rules.cut_card_most - rules.cut_card_least + 1))
        words += stream.given
        for few, decks in small.items():
            decks.append(shuffle(range(few), Stream(key_of(shoe_seed, f"small deck of {few}"))))
    orders, places = np.array(mixed, np.int64), np.array(cut_places, np.int64)
    return Shoes(
        orders,
        cut_all(orders, places),
        places,
        np.array(behind, np.int64),
        {few: np.array(decks, np.int64) for few, decks in small.items()},
        np.array(words, np.uint64),
    )


def cut_all(orders: Numbers, places: Numbers) -> Numbers:
    """The packs after their cuts: the cards above each go to the bottom."""
    size = orders.shape[1]
    return np.take_along_axis(orders, (np.arange(size) + places[:, None]) % size, axis=1)
