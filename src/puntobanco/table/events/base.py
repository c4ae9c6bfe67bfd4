"""What every event of a table has, and how it is named on the wire and in the store."""

import re

import msgspec


def snake_case(name: str) -> str:
    """``BetConfirmed`` is ``bet_confirmed`` on the wire and in the store."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    """Something that happened at a table, at ``at_ms`` of the server's time."""

    at_ms: int
