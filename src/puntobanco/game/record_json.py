"""The rounds of a shoe as JSON: what a house exports at ``/api/shoes/T-S/rounds.json``, and what ``replay --json`` prints."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from puntobanco.errors import BadRecord
from puntobanco.game.record import NUMBER_MOST, POINTS, WHETHER, Fact, Kind, RecordedHands, bounded, hand_at, outcome_at

_Number = Annotated[int, Meta(ge=0, le=NUMBER_MOST)]
_Points = Annotated[int, Meta(ge=0, le=9)]


class _Round(msgspec.Struct, frozen=True, kw_only=True):
    player: tuple[str, ...]
    banker: tuple[str, ...]
    round: _Number | None = None
    demonstration: _Number | None = None
    outcome: str | None = None
    player_points: _Points | None = None
    banker_points: _Points | None = None
    natural: bool | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    voided: str | None = None


class _Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """Fields that a reader does not know are passed over. ``voided`` is printed by ``replay``, which leaves out what was voided."""

    rounds: tuple[_Round, ...]
    results: Annotated[str, Meta(pattern=r"^[BPT]*\Z")] | None = None
    voided: tuple[_Number, ...] = ()


class RecordedShoe(NamedTuple):
    """The rounds of a shoe, and the letters of those that count as they were recorded, if they were."""

    rounds: tuple[RecordedHands, ...]
    results: str | None = None


_decode = msgspec.json.Decoder(_Shoe).decode


def read_shoe(text: str, *, name: str = "record") -> RecordedShoe:
    """Read the rounds of an exported shoe: a round with a reason in ``voided`` was voided, one with a ``demonstration`` is none.

    A document in which no round has a number, and that tells no results, comes from elsewhere: nothing is asked of its order.
    Raises `BadRecord`, naming ``name``, the place and the value that is wrong.
    """
    try:
        shoe = _decode(text)
    except msgspec.ValidationError as error:
        raise BadRecord(f"{name}: {error}") from None
    except msgspec.DecodeError as error:
        raise BadRecord(f"{name}:{_line_of(error, text)}: not JSON: {error}") from None
    except RecursionError:
        raise BadRecord(f"{name}: not JSON of a shoe: nested too deep") from None
    numbered = shoe.results is not None or any(one.round is not None or one.demonstration is not None for one in shoe.rounds)
    told = (_hands_of(one, f"{name}: $.rounds[{place}]", numbered=numbered) for place, one in enumerate(shoe.rounds))
    return RecordedShoe(bounded(_with_voided(told, shoe.voided), name), shoe.results)


def _with_voided(told: Iterable[RecordedHands], numbers: Sequence[int]) -> Iterator[RecordedHands]:
    """The rounds, with voided ones in the places of the numbers that a replay told apart from them."""
    gone = [RecordedHands((), (), None, Kind.VOIDED, numbered=True, number=number) for number in reversed(numbers)]
    for one in told:
        while gone and one.number is not None and (gone[-1].number or 0) < one.number:
            yield gone.pop()
        yield one
    yield from reversed(gone)


def _line_of(error: msgspec.DecodeError, text: str) -> int:
    """The line that an error is in; the last one where the text ends too soon."""
    place = re.search(r"\(byte (\d+)\)", str(error))
    before = text.encode()[: int(place[1])] if place else text.encode()
    return before.count(b"\n") + 1


def _hands_of(one: _Round, where: str, *, numbered: bool) -> RecordedHands:
    if one.round is not None and one.demonstration is not None:
        raise BadRecord(f"{where}: both a round and a demonstration, which has no number among the rounds")
    facts: dict[str, Fact] = {}
    for field in (*POINTS, *WHETHER):
        told: Fact | None = getattr(one, field)
        if told is not None:
            facts[field] = told
    kind = Kind.VOIDED if one.voided is not None else Kind.DEMONSTRATION if one.demonstration is not None else Kind.COUNTED
    hands = hand_at(one.player, where), hand_at(one.banker, where)
    return RecordedHands(*hands, outcome_at(one.outcome or "", where), kind, facts, numbered, one.round)
