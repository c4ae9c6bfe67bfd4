"""Whether the rounds of an export stand in their order, are all there, and are what they are said to be: no cards tell that."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from puntobanco.game.record import Kind, RecordedHands


class Placed(NamedTuple):
    """A round with its place from 1 on, which is 0 for demonstrations; ``steps`` says whether its number is what leads there."""

    place: int
    told: RecordedHands
    steps: bool = True


def placed(hands: Iterable[RecordedHands]) -> Iterator[Placed]:
    """Every round with its place. Where numbers are wrong by as much as the ones before, that is told once.

    Demonstrations, of which one may be voided, stand before the first round: any later round without a number has lost it.
    """
    place = shift = 0
    for one in hands:
        if place == 0 and one.numbered and one.number is None and one.kind is not Kind.COUNTED:
            yield Placed(0, one)
            continue
        place += 1
        if not one.numbered:
            yield Placed(place, one)
        elif one.number is None:
            yield Placed(place, one, steps=False)
        else:
            before, shift = shift, one.number - place
            yield Placed(place, one, steps=shift in (0, before))


def hides_a_result(one: RecordedHands) -> bool:
    """Whether a round is said to be voided that has what only a settled one has: an outcome, points, a natural or pair."""
    return one.kind is Kind.VOIDED and (one.outcome is not None or any(fact is not False for fact in one.facts.values()))


def first_difference(recorded: str, expected: str) -> tuple[int, str | None, str | None] | None:
    """Where two runs of results differ first, counted from 0, and the letters there; None where they are the same."""
    letters = enumerate(zip_longest(recorded, expected))
    return next(((place, one, other) for place, (one, other) in letters if one != other), None)
