"""What the messages of both directions are made of."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from puntobanco.table.events import snake_case

TableNumber = Annotated[int, Meta(ge=1, le=9_999)]
SeatNumber = Annotated[int, Meta(ge=1, le=99)]
CardNumber = Annotated[int, Meta(ge=1, le=999)]
RoundNumber = Annotated[int, Meta(ge=0, le=2**31)]
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)")]

# Checked by the table, not by the decoder: a bad amount or bet has its own place in the order of refusals.
AmountCents = Annotated[Any, Meta(extra_json_schema={"type": "integer", "minimum": 1})]
BetName = Annotated[str, Meta(max_length=64)]


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    """A message; its ``type`` is its name in snake_case."""
