"""Shoes to count: full ones, and what 200 games of every length left of one."""

import random

from puntobanco.analysis.composition import Composition, full_shoe
from puntobanco.game.cards import DECK

FULL = [full_shoe(decks) for decks in (6, 8, 12)]


def depleted(number: int, seed: int = 20_260_711) -> list[Composition]:
    """So many shoes of 1 to 12 decks with all but some cards gone: from six cards up, few as often as many."""
    chance, found = random.Random(seed), []
    for place in range(number):
        decks = chance.randint(1, 12)
        most = decks * len(DECK)
        left = 6 + place % 12 if place % 3 == 0 else chance.randint(6, most)
        cards = chance.sample([*DECK] * decks, left)
        found.append(Composition(tuple(cards.count(card) for card in DECK)))
    return found
