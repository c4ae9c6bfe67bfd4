"""Shuffles that are wrong, each in a way in which real ones were; and true randomness from NumPy, to test the tests with."""

from collections.abc import Sequence

import numpy as np

from puntobanco.analysis.shoes import SMALL_DECKS, Shoes, cut_all
from puntobanco.game.house import HouseRules
from puntobanco.game.proof import Stream, shuffle
from puntobanco.game.shoe import CUT_FROM_END, shoe_cards


def sort_by_keys_of_six_bits(cards: Sequence[int], stream: Stream) -> tuple[int, ...]:
    """Give each card a random key and sort: cards of equal keys stay as they lay."""
    keys = [stream.below(64) for _ in cards]
    return tuple(cards[place] for place in sorted(range(len(cards)), key=keys.__getitem__))


def swap_with_any(cards: Sequence[int], stream: Stream) -> tuple[int, ...]:
    """Swap every card with any other: n to the n ways lead to n! orders, so some get more than others."""
    order = list(cards)
    for place in range(len(order)):
        other = stream.below(len(order))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def modulo_of_ten_bits(cards: Sequence[int], stream: Stream) -> tuple[int, ...]:
    """Fisher and Yates, but the index is a number of ten bits modulo what is wanted: low ones come oftener."""
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = stream.below(1 << 10) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def one_in_a_thousand_left(cards: Sequence[int], stream: Stream) -> tuple[int, ...]:
    """Shuffle as at the tables, but one pack in a thousand, at random, not at all."""
    return tuple(cards) if stream.below(1000) == 0 else shuffle(cards, stream)


DEFECTS = (sort_by_keys_of_six_bits, swap_with_any, modulo_of_ten_bits, one_in_a_thousand_left)


def true_shoes(rules: HouseRules, number: int, random: np.random.Generator) -> Shoes:
    """Shoes in which every order is equally likely, none of it from the package."""
    size = shoe_cards(rules.decks)
    mixed = random.permuted(np.tile(np.arange(size), (number, 1)), axis=1)
    places = random.integers(CUT_FROM_END, size - CUT_FROM_END, number, endpoint=True)
    return Shoes(
        mixed,
        cut_all(mixed, places),
        places,
        random.integers(rules.cut_card_least, rules.cut_card_most, number, endpoint=True),
        {few: random.permuted(np.tile(np.arange(few), (number, 1)), axis=1) for few in SMALL_DECKS},
        random.integers(0, 1 << 64, number * (size + 1), dtype=np.uint64),
    )
