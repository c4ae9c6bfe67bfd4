"""What the audit asks of seats, and of a close of betting before its time: rules 5.5 and 8.2, written out a second time. Pure.

Whether a player could stake the lowest minimum at a moment is taken as the events say; balances are checked elsewhere.
"""

from collections.abc import Iterator

from puntobanco.table import events as ev
from puntobanco.table.events import Event, Seat
from puntobanco.table.state import Phase, TableState

_OFF_LINE_MS = 60_000
_IDLE_ROUNDS = 5
_EARLIEST_CLOSE_MS = 5_000


def seat_faults(before: TableState, event: Event) -> Iterator[str]:
    """What is wrong with an event of a seat, or with an early close, given the state before it."""
    match event:
        case ev.SeatTaken():
            yield from _taken_faults(before, event)
        case ev.SeatFreed():
            yield from _freed_faults(before, event)
        case ev.SeatLineChanged() | ev.SeatFundsChanged():
            if event.seat not in before.seating.seats:
                yield f"nobody sits on seat {event.seat}"
        case ev.SatOut():
            yield from _sat_out_faults(before, event)
        case ev.BettingClosed():
            yield from _early_faults(before, event)
        case ev.BettingOpened():
            for number, seat in before.seating.seats.items():
                if seat.idle_rounds >= _IDLE_ROUNDS:
                    yield f"seat {number} was kept after {seat.idle_rounds} rounds without a bet"
        case _:
            return


def _taken_faults(before: TableState, event: ev.SeatTaken) -> Iterator[str]:
    seats = before.seating.seats
    had = [number for number, seat in seats.items() if seat.account == event.account]
    if not 1 <= event.seat <= before.rules.seats:
        yield f"there is no seat {event.seat}"
    if event.seat in seats:
        yield f"seat {event.seat} was taken already"
    if had != ([] if event.left is None else [event.left]):
        yield f"{event.account} left seat {event.left}, and had {had}"
    if event.left in seats and seats[event.left].name != event.name:
        yield f"{event.account} is called {event.name}, and was {seats[event.left].name}"


def _freed_faults(before: TableState, event: ev.SeatFreed) -> Iterator[str]:
    seat = before.seating.seats.get(event.seat)
    if seat is None or seat.account != event.account:
        yield f"{event.account} did not sit on seat {event.seat}"
        return
    away_ms = 0 if seat.connected else event.at_ms - seat.line_changed_ms
    match event.reason:
        case ev.SeatEnd.OFF_LINE if away_ms < _OFF_LINE_MS:
            yield f"seat {event.seat} was freed after {away_ms} ms off line"
        case ev.SeatEnd.NO_BETS if seat.idle_rounds < _IDLE_ROUNDS:
            yield f"seat {event.seat} was freed after {seat.idle_rounds} rounds without a bet"
        case ev.SeatEnd.REMOVED if event.seat <= before.rules.seats:
            yield f"seat {event.seat} was freed as removed, the table has {before.rules.seats}"
        case _:
            return


def _sat_out_faults(before: TableState, event: ev.SatOut) -> Iterator[str]:
    if all(seat.account != event.account for seat in before.seating.seats.values()):
        yield f"{event.account} sits out and has no seat"
    if not before.rules.closes_early:
        yield f"{event.account} sits out where betting never closes early"
    if before.phase is Phase.BETTING and before.due_ms is not None and event.at_ms >= before.due_ms:
        yield f"{event.account} sits out at {event.at_ms}, betting closed at {before.due_ms}"


def _early_faults(before: TableState, event: ev.BettingClosed) -> Iterator[str]:
    if before.due_ms is None or event.at_ms >= before.due_ms:
        return
    seats = before.seating.seats.values()
    waited_for = [seat.name for seat in seats if seat.connected and seat.able and not _has_decided(before, seat)]
    if not before.rules.closes_early or not before.seating.seats:
        yield f"betting closed at {event.at_ms}, its time was {before.due_ms}"
    elif waited_for:
        yield f"betting closed at {event.at_ms} without waiting for {', '.join(waited_for)}"
    elif event.at_ms < before.seating.betting_since_ms + _EARLIEST_CLOSE_MS:
        yield f"betting closed {event.at_ms - before.seating.betting_since_ms} ms after it was opened"


def _has_decided(before: TableState, seat: Seat) -> bool:
    staked = bool(before.stakes.get(seat.account)) and seat.account not in before.seating.untouched
    return staked or seat.account in before.seating.sat_out
