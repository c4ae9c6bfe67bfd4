"""Cards face down and who squeezes them, as everyone sees it. Part of ``views``. There is no field for a face here."""

import msgspec

from puntobanco.game.rules import Side
from puntobanco.table.state import TableState


class LaidView(msgspec.Struct, frozen=True, kw_only=True):
    """A card that lies face down, by its number in the shoe; ``bent``: a squeezer has begun to bend it."""

    side: Side
    number: int
    bent: bool


class SqueezeView(msgspec.Struct, frozen=True, kw_only=True):
    """Who squeezes a card now, by name, until the table's ``due_ms``."""

    side: Side
    number: int
    name: str


def laid_views(state: TableState) -> tuple[LaidView, ...]:
    """The cards face down, in the order in which they were laid."""
    bent = state.squeezing.bent
    return tuple(LaidView(side=card.side, number=card.number, bent=card.number in bent) for card in state.laid)


def squeeze_view(state: TableState) -> SqueezeView | None:
    """The squeeze under way."""
    squeezing = state.squeezing
    card = next((card for card in state.laid if card.number == squeezing.number), None)
    if card is None or squeezing.account is None:
        return None
    return SqueezeView(side=card.side, number=card.number, name=squeezing.names.get(squeezing.account, ""))
