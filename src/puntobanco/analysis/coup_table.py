"""Every way a coup can go, as a table: what machine code looks up, and what its counts mean afterwards. From ``game.rules``.

An ending is one of 4,000 numbers: 800 for each of five kinds, 80 for the Player's points, 8 for the Banker's, and below that a bit
each for the pairs.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.game.bets import Facts
from puntobanco.game.cards import DECK
from puntobanco.game.rules import COUP_CARDS_MIN, NATURAL, Outcome, Side, next_side, outcome_of

Small = npt.NDArray[np.uint16]

PLAYER_PAIR, BANKER_PAIR, PERFECT_PAIR = 1, 2, 4
"""The bits of an ending that tell its pairs."""

PAIR_BITS = 3
ENDINGS = 5 * 100 << PAIR_BITS

USED_SHIFT, OUTCOME_SHIFT = 12, 14
"""Above the ending: how many cards more than four the coup takes, and who wins, in the order of `OUTCOMES`."""

ENDING_MASK = (1 << USED_SHIFT) - 1

OUTCOMES = (Outcome.PLAYER, Outcome.BANKER, Outcome.TIE)

RANK_SHIFT, CARD_SHIFT = 4, 8
"""In a card as the kernel has it: its points, above them its rank, above that its place in the deck."""

_KINDS = {(2, 2): 1, (3, 2): 2, (2, 3): 3, (3, 3): 4}
_NATURAL = 0


class Ending(NamedTuple):
    """How a coup ended: all that a bet may look at, and how many cards each hand has."""

    facts: Facts
    player_cards: int

    @property
    def cards(self) -> int:
        """How many cards the coup took."""
        return self.player_cards + self.facts.banker_cards


def cards_of_kernel() -> Small:
    """The deck in its fixed order, each card as the kernel has it."""
    values = [place << CARD_SHIFT | card.rank << RANK_SHIFT | card.points for place, card in enumerate(DECK)]
    return np.array(values, np.uint16)


def coups() -> Small:
    """By the totals of both hands' two cards, and the points of the two cards that come next: how the coup goes."""
    return np.array([_coup(*map(int, f"{place:04}")) for place in range(10_000)], np.uint16)


def _coup(player_two: int, banker_two: int, fifth: int, sixth: int) -> int:
    hands = {Side.PLAYER: [player_two, 0], Side.BANKER: [banker_two, 0]}
    coming = iter((fifth, sixth))
    while side := next_side(hands[Side.PLAYER], hands[Side.BANKER]):
        hands[side].append(next(coming))
    player, banker = hands[Side.PLAYER], hands[Side.BANKER]
    points = sum(player) % 10, sum(banker) % 10
    natural = max(player_two, banker_two) >= NATURAL
    kind = _NATURAL if natural else _KINDS[len(player), len(banker)]
    used = len(player) + len(banker) - COUP_CARDS_MIN
    outcome = OUTCOMES.index(outcome_of(*points))
    return outcome << OUTCOME_SHIFT | used << USED_SHIFT | (100 * kind + 10 * points[0] + points[1]) << PAIR_BITS


def ending_of(number: int) -> Ending:
    """What the number of an ending means."""
    kind, points = divmod(number >> PAIR_BITS, 100)
    player, banker = divmod(points, 10)
    natural = kind == _NATURAL
    player_cards, banker_cards = (2, 2) if natural else next(cards for cards, known in _KINDS.items() if known == kind)
    facts = Facts(
        player_points=player,
        banker_points=banker,
        banker_cards=banker_cards,
        player_natural=natural and player >= NATURAL,
        banker_natural=natural and banker >= NATURAL,
        player_pair=bool(number & PLAYER_PAIR),
        banker_pair=bool(number & BANKER_PAIR),
        perfect_pair=bool(number & PERFECT_PAIR),
    )
    return Ending(facts, player_cards)
