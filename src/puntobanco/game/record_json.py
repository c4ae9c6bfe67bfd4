"""The rounds of a shoe as JSON: what a house exports at ``/api/shoes/T-S/rounds.json``, and what ``replay --json`` prints."""

import re

import msgspec

from puntobanco.errors import BadRecord
from puntobanco.game.record import POINTS, WHETHER, Fact, Kind, RecordedHands, hand_at, outcome_at


class _Round(msgspec.Struct, frozen=True, kw_only=True):
    player: tuple[str, ...]
    banker: tuple[str, ...]
    round: int | None = None
    demonstration: int | None = None
    outcome: str | None = None
    player_points: int | None = None
    banker_points: int | None = None
    natural: bool | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    voided: str | None = None


class _Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """Fields that a reader does not know are passed over."""

    rounds: tuple[_Round, ...]


_decode = msgspec.json.Decoder(_Shoe).decode


def read_shoe(text: str, *, name: str = "record") -> tuple[RecordedHands, ...]:
    """Read the rounds of an exported shoe: a round with a reason in ``voided`` was voided, one with a ``demonstration`` is none.

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
    return tuple(_hands_of(one, f"{name}: $.rounds[{place}]") for place, one in enumerate(shoe.rounds))


def _line_of(error: msgspec.DecodeError, text: str) -> int:
    """The line that an error is in; the last one where the text ends too soon."""
    place = re.search(r"\(byte (\d+)\)", str(error))
    before = text.encode()[: int(place[1])] if place else text.encode()
    return before.count(b"\n") + 1


def _hands_of(one: _Round, where: str) -> RecordedHands:
    facts: dict[str, Fact] = {}
    for field in (*POINTS, *WHETHER):
        told: Fact | None = getattr(one, field)
        if told is not None:
            facts[field] = told
    kind = Kind.VOIDED if one.voided is not None else Kind.DEMONSTRATION if one.demonstration is not None else Kind.COUNTED
    return RecordedHands(hand_at(one.player, where), hand_at(one.banker, where), outcome_at(one.outcome or "", where), kind, facts)
