"""The record of a shoe as the server hands it out, folded from the shoe's stored events."""

from collections.abc import Iterable

from puntobanco.game.proof import OpenedCard, ShoeRecord
from puntobanco.table.events import CardDealt, CardsBurned, Event, ShoeClosed, ShoeOpened


def shoe_record(events: Iterable[Event]) -> ShoeRecord | None:
    """What anyone may know of a shoe; None before its cards are published."""
    arrived: ShoeOpened | None = None
    opened: list[OpenedCard] = []
    secret: str | None = None
    for event in events:
        match event:
            case ShoeOpened():
                arrived = event
            case CardsBurned(shown=OpenedCard() as shown):
                opened.append(shown)
            case CardDealt():
                opened.append(OpenedCard(event.number, event.text))
            case ShoeClosed():
                secret = event.secret
            case _:
                pass
    if arrived is None:
        return None
    return ShoeRecord(
        announcement=arrived.announcement,
        commitment=arrived.commitment,
        cut_card_behind=arrived.cut_card_behind,
        hashes=arrived.hashes,
        root=arrived.root,
        opened=tuple(opened),
        secret=secret,
    )
