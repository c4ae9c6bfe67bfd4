"""What is counted in shoes for the tests of randomness. All counts are whole numbers: their sum is the same in any order."""

import math

import msgspec
import numpy as np
import numpy.typing as npt

from puntobanco.analysis.shoes import Numbers, Shoes
from puntobanco.game.cards import DECK, DECK_CARDS, RANKS, Suit

LAGS = range(1, 14)
"""Distances between cards at which serial correlation is looked for."""

WINDOW = 5
"""How many cards in a row are looked at for their order."""

POINTS = np.array([card.points for card in DECK], np.int64)
RED = np.array([card.suit in (Suit.HEARTS, Suit.DIAMONDS) for card in DECK])


class Tally(msgspec.Struct, frozen=True):
    """Counts by name over a number of shoes; ``pairs`` are those that follow each other.

    ``beginnings`` has a number for each shoe's first cards.
    """

    shoes: int
    pairs: int
    counts: dict[str, Numbers]
    beginnings: tuple[Numbers, ...]

    def __add__(self, other: "Tally") -> "Tally":
        """The counts of both."""
        counts = {name: count + other.counts[name] for name, count in self.counts.items()}
        return Tally(self.shoes + other.shoes, self.pairs + other.pairs, counts, self.beginnings + other.beginnings)


def tally(shoes: Shoes) -> Tally:
    """Count all that the tests need."""
    number, size = shoes.dealt.shape
    faces = shoes.dealt % DECK_CARDS
    counts = {
        **_places(shoes.mixed, shoes.dealt),
        **_neighbours(shoes.dealt, faces),
        **_runs(shoes.dealt, faces),
        **_serial(shoes.dealt),
        "coupon_ranks": _histogram(_complete(faces % len(RANKS), len(RANKS)), size + 1),
        "coupon_cards": _histogram(_complete(faces, DECK_CARDS), size + 1),
        **{f"small_{few}": _histogram(order_number(decks), math.factorial(few)) for few, decks in shoes.small.items()},
        **_across(shoes.dealt, faces, shoes.cut_places),
        "cut_places": _histogram(shoes.cut_places, size),
        "behind": _histogram(shoes.behind, size),
        "bytes": _histogram(shoes.words.astype(">u8").view(np.uint8), 256),
    }
    return Tally(number, number - 1, counts, (_beginnings(shoes.dealt),))


def centred_places(size: int) -> Numbers:
    """Places as whole numbers around zero."""
    return 2 * np.arange(size) - (size - 1)


def centred_points(size: int) -> Numbers:
    """The points of a full pack as whole numbers around zero."""
    points = np.tile(POINTS, size // DECK_CARDS)
    return np.asarray(points * size - points.sum(), np.int64)


def beginning_cards(size: int) -> int:
    """How many first cards of a shoe fit into one 63-bit number."""
    return int(63 * math.log(2) / math.log(size))


def order_number(rows: Numbers) -> Numbers:
    """The number of the order of each row (the last axis), from 0: how many later ones are smaller, as digits of mixed base."""
    length = rows.shape[-1]
    found = np.zeros(rows.shape[:-1], np.int64)
    for place in range(length - 1):
        smaller = (rows[..., place + 1 :] < rows[..., place, None]).sum(axis=-1)
        found += smaller * math.factorial(length - 1 - place)
    return found


def _histogram(values: npt.NDArray[np.generic], length: int) -> Numbers:
    return np.bincount(values.ravel(), minlength=length).astype(np.int64)


def _places(mixed: Numbers, dealt: Numbers) -> dict[str, Numbers]:
    size = mixed.shape[1]
    decks = size // DECK_CARDS
    places, blocks, line = np.arange(size) * DECK_CARDS, np.arange(size) // decks * DECK_CARDS, centred_places(size)
    return {
        "mixed_faces": _histogram(places + mixed % DECK_CARDS, size * DECK_CARDS),
        "dealt_faces": _histogram(places + dealt % DECK_CARDS, size * DECK_CARDS),
        "blocks": _histogram(blocks + mixed // decks, DECK_CARDS * DECK_CARDS),
        "drift": (line[mixed] * line).sum(keepdims=True).ravel(),
    }


def _neighbours(dealt: Numbers, faces: Numbers) -> dict[str, Numbers]:
    size = dealt.shape[1]
    steps = np.diff(dealt, axis=1) % size
    return {
        "steps": _histogram(steps, size),
        "left": _histogram((steps == 1).sum(axis=1), size),
        "neighbours": _histogram(faces[:, :-1] * DECK_CARDS + faces[:, 1:], DECK_CARDS * DECK_CARDS),
    }


def _runs(dealt: Numbers, faces: Numbers) -> dict[str, Numbers]:
    number, size = dealt.shape
    windows = dealt[:, : size // WINDOW * WINDOW].reshape(number, -1, WINDOW)
    red = RED[faces]
    return {
        "ascents": _histogram((dealt[:, 1:] > dealt[:, :-1]).sum(axis=1), size),
        "colour_runs": _histogram(1 + (red[:, 1:] != red[:, :-1]).sum(axis=1), size + 1),
        "windows": _histogram(order_number(windows), math.factorial(WINDOW)),
    }


def _serial(dealt: Numbers) -> dict[str, Numbers]:
    size = dealt.shape[1]
    found = {}
    for name, values in (("serial_places", centred_places(size)[dealt]), ("serial_points", centred_points(size)[dealt])):
        found[name] = np.array([(values * np.roll(values, -lag, axis=1)).sum() for lag in LAGS], np.int64)
    return found


def _complete(kinds: Numbers, how_many: int) -> Numbers:
    """How many cards of each shoe it takes until every kind has come."""
    number, size = kinds.shape
    first = np.zeros((number, how_many), np.int64)
    shoes = np.arange(number)
    for place in range(size - 1, -1, -1):
        first[shoes, kinds[:, place]] = place + 1
    return np.asarray(first.max(axis=1), np.int64)


def _across(dealt: Numbers, faces: Numbers, cut_places: Numbers) -> dict[str, Numbers]:
    size = dealt.shape[1]
    values, cuts = centred_places(size)[dealt], 2 * cut_places - size
    return {
        "matches": _histogram((dealt[1:] == dealt[:-1]).sum(axis=1), size + 1),
        "across_faces": _histogram(faces[:-1] * DECK_CARDS + faces[1:], DECK_CARDS * DECK_CARDS),
        "across_places": (values[:-1] * values[1:]).sum(keepdims=True).ravel(),
        "across_cuts": (cuts[:-1] * cuts[1:]).sum(keepdims=True),
    }


def _beginnings(dealt: Numbers) -> Numbers:
    size = dealt.shape[1]
    found = np.zeros(len(dealt), np.int64)
    for place in range(beginning_cards(size)):
        found = found * size + dealt[:, place]
    return found
