"""What an act at a table with real cards was about, as the events that it caused tell it: kept with the act."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from puntobanco.bank.staff_store import StaffAct
from puntobanco.table import events as ev
from puntobanco.table.events import Event
from puntobanco.table.state import TableState


def told(act: StaffAct, state: TableState | None, events: Sequence[Event]) -> StaffAct:
    """An act with what its events tell besides. ``state`` is the table before them."""
    more = {key: value for event in events for key, value in _of(event, state).items()}
    return replace(act, details={**act.details, **more}) if more else act


def _of(event: Event, state: TableState | None) -> dict[str, Any]:
    match event:
        case ev.ShoeWithdrawn():
            return {"early": True}
        case ev.CardCorrected():
            more: dict[str, Any] = {"side": event.side, "was": event.was, "card": event.card}
        case ev.CardTakenBack():
            more = {"side": event.side, "card": event.card}
        case ev.CardExposed():
            more = {"card": event.card}
        case ev.CutCardShown() | ev.ErrorBurned():
            more = {}
        case _:
            return {}
    assert state is not None
    return {**more, "shoe": state.shoe_number, "round": state.round}
