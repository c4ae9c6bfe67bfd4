"""Who sits at a table and for how long (rule 8.2), and when betting closes early because everyone seated is done (rule 5.5).

Reads no clock and knows of no socket: who is connected, and who could still stake, the dealer says (`NoteSeated`). Decides by the
state alone; `follow` is the seating's part of ``machine.evolve``. Imports ``game`` and ``table.state`` only.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from puntobanco.game.bets import ROUND_CAPS, spot_of
from puntobanco.game.house import HouseRules
from puntobanco.table import commands as co, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.events import Event, Seat, SeatEnd
from puntobanco.table.state import Phase, Seating, TableState

OFF_LINE_MS = 60_000
"""A seat whose holder is off line for this long is freed."""

IDLE_ROUNDS = 5
"""A seat is freed after this many rounds without a bet of its holder's; before the last of them the holder is warned."""

EARLIEST_CLOSE_MS = 5_000
"""Betting never closes before this much of its time has passed."""


def seat_of(state: TableState, account: str) -> int | None:
    """The number of a player's seat, None where they stand."""
    return next((number for number, seat in state.seating.seats.items() if seat.account == account), None)


def rounds_left(state: TableState, account: str) -> int | None:
    """After how many more rounds without a bet a player's seat is freed; None for who has none."""
    number = seat_of(state, account)
    return None if number is None else IDLE_ROUNDS - state.seating.seats[number].idle_rounds


def ask(state: TableState, command: co.Sit | co.LeaveSeat | co.SitOut, now_ms: int, balance_cents: int) -> list[Event] | Rejection:
    """What a player asks of the seats, or why not. What is so already is accepted and changes nothing."""
    number = seat_of(state, command.account)
    match command:
        case co.Sit():
            return _sit(state, command, number, now_ms, balance_cents)
        case co.LeaveSeat() if number is not None:
            return [ev.SeatFreed(at_ms=now_ms, seat=number, account=command.account, reason=SeatEnd.LEFT)]
        case co.SitOut() if number is not None:
            return _sit_out(state, command, now_ms)
        case _:
            return Rejection(code=Code.NOT_SEATED)


def _sit(state: TableState, command: co.Sit, left: int | None, now_ms: int, balance_cents: int) -> list[Event] | Rejection:
    if not 1 <= command.seat <= state.rules.seats:
        return Rejection(code=Code.NO_SUCH_SEAT, limit=state.rules.seats)
    if command.seat == left:
        return []
    if command.seat in state.seating.seats:
        return Rejection(code=Code.SEAT_TAKEN, limit=command.seat)
    able = balance_cents >= lowest_minimum(state)
    return [ev.SeatTaken(at_ms=now_ms, seat=command.seat, account=command.account, name=command.name, left=left, able=able)]


def _sit_out(state: TableState, command: co.SitOut, now_ms: int) -> list[Event] | Rejection:
    if state.phase is Phase.SUSPENDED:
        return Rejection(code=Code.SUSPENDED)
    if not state.rules.closes_early:
        return Rejection(code=Code.WRONG_PHASE)
    closes_ms = state.due_ms if state.phase is Phase.BETTING else None
    if (command.shoe, command.round) != (state.shoe_number, state.round) or closes_ms is None or now_ms >= closes_ms:
        return Rejection(code=Code.BETTING_CLOSED, closes_at=closes_ms)
    return [] if is_done(state, command.account) else [ev.SatOut(at_ms=now_ms, account=command.account)]


def lowest_minimum(state: TableState) -> int:
    """The least that any bet of the table takes in this round, in cents."""
    taken = [bet for bet in state.rules.offered if state.round <= ROUND_CAPS.get(bet, state.round)]
    return min((state.rules.limits(spot_of(bet))[0] for bet in taken), default=0)


def is_done(state: TableState, account: str) -> bool:
    """Whether a player has confirmed a bet in this round, or sits it out. What a tie left on the felt alone is none of these."""
    seating = state.seating
    return account in seating.sat_out or (account in state.stakes and account not in seating.untouched)


def early_close_ms(state: TableState) -> int | None:
    """When betting closes because nobody seated has to be waited for; None while somebody has, or where the house waits.

    Waited for is every seated player who is connected, can stake the lowest minimum and is not done. Source: rule 5.5.
    """
    seating = state.seating
    if not state.rules.closes_early or state.phase is not Phase.BETTING or not seating.seats:
        return None
    if any(seat.connected and seat.able and not is_done(state, seat.account) for seat in seating.seats.values()):
        return None
    return seating.betting_since_ms + EARLIEST_CLOSE_MS


def next_ms(state: TableState) -> int | None:
    """When the next seat is freed because its holder is off line."""
    return min((_off_line_ms(seat) for seat in state.seating.seats.values() if not seat.connected), default=None)


def expired(state: TableState, now_ms: int) -> list[ev.SeatFreed]:
    """The seats whose time is up."""
    events: list[ev.SeatFreed] = []
    for number, seat in state.seating.seats.items():
        reason = _over(seat, now_ms)
        if reason is not None:
            events.append(ev.SeatFreed(at_ms=now_ms, seat=number, account=seat.account, reason=reason))
    return events


def _over(seat: Seat, now_ms: int) -> SeatEnd | None:
    if seat.idle_rounds >= IDLE_ROUNDS:
        return SeatEnd.NO_BETS
    return SeatEnd.OFF_LINE if not seat.connected and now_ms >= _off_line_ms(seat) else None


def _off_line_ms(seat: Seat) -> int:
    return seat.line_changed_ms + OFF_LINE_MS


def removed(state: TableState, rules: HouseRules, now_ms: int) -> list[Event]:
    """The seats that a table has no more under other rules."""
    gone = [(number, seat) for number, seat in state.seating.seats.items() if number > rules.seats]
    return [ev.SeatFreed(at_ms=now_ms, seat=number, account=seat.account, reason=SeatEnd.REMOVED) for number, seat in gone]


def lost_lines(state: TableState, now_ms: int) -> list[Event]:
    """After a restart nobody is there yet, and the time off line counts from now for everyone."""
    return [ev.SeatLineChanged(at_ms=now_ms, seat=number, connected=False) for number in state.seating.seats]


def note(state: TableState, command: co.NoteSeated, now_ms: int) -> list[Event]:
    """What is new of what the dealer says of those who sit.

    Credits are of importance only while betting is open, for who may have to be waited for.
    """
    lines: list[Event] = []
    funds: list[Event] = []
    for number, seat in state.seating.seats.items():
        connected = seat.account in command.connected
        if connected is not seat.connected:
            lines.append(ev.SeatLineChanged(at_ms=now_ms, seat=number, connected=connected))
        cents = command.free_cents.get(seat.account)
        if connected and cents is not None and _counts(state, seat):
            able = cents >= lowest_minimum(state)
            if able is not seat.able:
                funds.append(ev.SeatFundsChanged(at_ms=now_ms, seat=number, able=able))
    return lines + funds


def _counts(state: TableState, seat: Seat) -> bool:
    return state.rules.closes_early and state.phase is Phase.BETTING and not is_done(state, seat.account)


def follow(state: TableState, event: Event) -> Seating:
    """The seating after an event; ``state`` is the one before it."""
    seating = state.seating
    match event:
        case ev.BetConfirmed() | ev.BetReduced():
            return _acted(seating, event)
        case ev.BettingOpened():
            untouched = frozenset(state.carried)
            return replace(seating, sat_out=frozenset(), untouched=untouched, betting_since_ms=event.at_ms)
        case ev.BettingExtended() | ev.RoundResumed():
            return replace(seating, betting_since_ms=event.at_ms)
        case ev.RoundSettled() | ev.RoundVoided():
            return replace(seating, seats=dict(_after_round(state, settled=isinstance(event, ev.RoundSettled))))
        case ev.ShuffleStarted():
            return Seating(seats=event.opening.seats)
        case ev.SatOut():
            return replace(seating, sat_out=seating.sat_out | {event.account})
        case ev.SeatTaken() | ev.SeatFreed() | ev.SeatLineChanged() | ev.SeatFundsChanged():
            return _seated(state, event)
        case _:
            return seating


def _acted(seating: Seating, event: ev.BetConfirmed | ev.BetReduced) -> Seating:
    """A change of the own bets undoes sitting out, and takes up what a tie left."""
    account = event.account
    if account not in seating.sat_out and account not in seating.untouched:
        return seating
    return replace(seating, sat_out=seating.sat_out - {account}, untouched=seating.untouched - {account})


def _after_round(state: TableState, *, settled: bool) -> Iterator[tuple[int, Seat]]:
    """A settled round counts for who could have bet on it; a voided one for nobody."""
    for number, seat in state.seating.seats.items():
        idle = seat.idle_rounds
        if settled and not seat.joined_late:
            idle = 0 if seat.account in state.stakes else idle + 1
        yield number, replace(seat, idle_rounds=idle, joined_late=False)


def _seated(state: TableState, event: ev.SeatTaken | ev.SeatFreed | ev.SeatLineChanged | ev.SeatFundsChanged) -> Seating:
    seats = dict(state.seating.seats)
    assert isinstance(event, ev.SeatTaken) or event.seat in seats, f"nobody sits on seat {event.seat}"
    match event:
        case ev.SeatTaken():
            came_from = seats.pop(event.left, None) if event.left is not None else _newcomer(state, event)
            assert event.seat not in seats, f"seat {event.seat} is taken"
            assert all(seat.account != event.account for seat in seats.values()), f"{event.account} has a seat"
            assert came_from is not None, f"nobody sits on seat {event.left}"
            assert came_from.account == event.account, f"seat {event.left} is another's"
            seats[event.seat] = came_from
        case ev.SeatFreed():
            freed = seats.pop(event.seat)
            assert freed.account == event.account, f"seat {event.seat} is another's"
            return replace(state.seating, seats=seats, sat_out=state.seating.sat_out - {event.account})
        case ev.SeatLineChanged():
            seats[event.seat] = replace(seats[event.seat], connected=event.connected, line_changed_ms=event.at_ms)
        case ev.SeatFundsChanged():
            seats[event.seat] = replace(seats[event.seat], able=event.able)
    return replace(state.seating, seats=seats)


def _newcomer(state: TableState, event: ev.SeatTaken) -> Seat:
    phase = state.suspension.phase if state.suspension else state.phase
    late = phase is Phase.DEALING
    return Seat(account=event.account, name=event.name, line_changed_ms=event.at_ms, joined_late=late, able=event.able)
