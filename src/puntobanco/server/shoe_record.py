"""The record of a shoe as the server hands it out, folded from the shoe's stored events."""

from collections.abc import Iterable

from msgspec.structs import replace

from puntobanco.game.proof import OpenedCard, RoundRecord, ShoeRecord
from puntobanco.table.events import CardDealt, CardOpened, CardsBurned, Event, RoundShuffled, ShoeClosed, ShoeOpened


def shoe_record(events: Iterable[Event]) -> ShoeRecord | None:
    """What anyone may know of a shoe; None before it came, and of real cards. A session's cards stand in its rounds (rule 6.5)."""
    arrived: ShoeOpened | None = None
    opened: list[OpenedCard] = []
    rounds: list[tuple[RoundShuffled, list[OpenedCard]]] = []
    secret: str | None = None
    for event in events:
        match event:
            case ShoeOpened():
                arrived = event
            case RoundShuffled():
                opened = []
                rounds.append((event, opened))
            case CardsBurned(shown=OpenedCard() as shown):
                opened.append(shown)
            case CardDealt() | CardOpened():
                opened.append(OpenedCard(event.number, event.text))
            case ShoeClosed():
                secret = event.secret
            case _:
                pass
    if arrived is None or not arrived.commitment:  # nothing was promised of real cards
        return None
    record = ShoeRecord(
        announcement=arrived.announcement,
        commitment=arrived.commitment,
        cut_card_behind=arrived.cut_card_behind,
        hashes=arrived.hashes,
        root=arrived.root,
        secret=secret,
    )
    if rounds:
        return replace(record, rounds=tuple(_round(event, cards) for event, cards in rounds))
    return replace(record, opened=tuple(opened))


def _round(event: RoundShuffled, opened: list[OpenedCard]) -> RoundRecord:
    return RoundRecord(
        round=event.round,
        demonstration=event.demonstration,
        hashes=event.hashes,
        root=event.root,
        opened=tuple(opened),
    )
