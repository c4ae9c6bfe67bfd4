"""What the kernel looks up of the rules of drawing. Needs `puntobanco[analysis]`."""

from collections.abc import Iterable

import numpy as np

from puntobanco.analysis.coups import DRAWS_TO, STOOD_TO
from puntobanco.analysis.kernel import LANES, WIDE, Rows, Rules
from puntobanco.game.rules import NATURAL

DRAWING = [(a, b) for a in range(10) for b in range(a, 10) if (a + b) % 10 <= STOOD_TO]
STANDING = [(a, b) for a in range(10) for b in range(a, 10) if STOOD_TO < (a + b) % 10 < NATURAL]
"""The Player's first two cards: where he draws to them, and where he stands on them."""


def _two(a: int, b: int, k: int) -> tuple[list[int], list[int]]:
    """A row of orders, and one of what to take off, where the Banker draws on k at most and has two cards of these values.

    The card that makes the total of a place is the last in two orders if he draws on a and b; likewise a is the last, or b. What
    counts this card among the two is too much. He stands on the two in two orders, whatever else is in the shoe.
    """
    orders = [2 * sum(total % 10 <= k for total in (a + b, place - a, place - b)) for place in range(10)]
    less = [ways * [(a + a + b) % 10, (a + b + b) % 10].count(place) for place, ways in enumerate(orders)]
    stands = [-2 if k < total == (a + b) % 10 else 0 for total in range(3, 8)]
    fill = LANES - 10
    return orders + [0] * fill, less + stands + [0] * (fill - len(stands))


def _wide(hands: Iterable[tuple[int, int]], *, thrice: bool) -> tuple[Rows, Rows]:
    """Both for each third card of the Player. ``thrice``: less the hands of all three of his cards too, which have his points."""
    orders, less = [], []
    for a, b in hands:
        for c, k in enumerate(DRAWS_TO):
            of_c, less_c = _two(a, b, k)
            if thrice:
                less_c[(a + b + c) % 10] += of_c[(a + b + c) % 10]
            orders.append(of_c)
            less.append(less_c)
    return np.array(orders, np.int32).reshape(-1, WIDE), np.array(less, np.int32).reshape(-1, WIDE)


def _rules() -> Rules:
    drawing, standing = _wide(DRAWING, thrice=True), [_two(a, b, STOOD_TO) for a, b in STANDING]
    # A card of the Player and his third one: as two cards of the Banker, by how that third card has him draw.
    third = [[_two(a, c, k) for a in range(10)] for c, k in enumerate(DRAWS_TO)]
    by_third = [np.array([[rows[kind] for rows in of_c] for of_c in third], np.int32).reshape(10, WIDE) for kind in (0, 1)]
    return Rules(
        draws_to=np.array(DRAWS_TO, np.int32),
        stood_to=STOOD_TO,
        lanes=LANES,
        drawing=np.array(DRAWING, np.int32),
        drawing_orders=drawing[0],
        drawing_less=drawing[1],
        third_orders=by_third[0],
        third_less=by_third[1],
        standing=np.array(STANDING, np.int32),
        standing_orders=np.array([orders for orders, _ in standing], np.int32),
        standing_less=np.array([less for _, less in standing], np.int32),
    )


RULES = _rules()
