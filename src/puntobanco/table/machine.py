"""The table as two functions: ``decide(state, command, now_ms, …) -> events | Rejection`` and ``evolve(state, event) -> state``.

A refused command changes nothing. Recovery is the fold of the stored events through `evolve`: there is no other way to a state.
The checks are in ``betting``, the steps of time and cards in ``dealing`` and ``felt``, who squeezes in ``squeeze``, what an event
changes in ``changes``.
Imports ``table`` and ``game``.
"""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from puntobanco.table import betting, ceremony, changes, commands as co, dealing, desk, events as ev, seating, squeeze
from puntobanco.table.commands import Code, Command, Rejection
from puntobanco.table.events import Event
from puntobanco.table.state import Phase, TableState

TRANSITIONS: dict[Phase, dict[type[Event], Phase]] = {
    Phase.PAUSED: {
        ev.ShuffleStarted: Phase.SHUFFLING,
        ev.DemonstrationOpened: Phase.DEALING,
        ev.BettingOpened: Phase.BETTING,
        ev.ShoeClosed: Phase.PAUSED,
        ev.TablePaused: Phase.PAUSED,
        ev.StakesReturned: Phase.PAUSED,
    },
    Phase.SHUFFLING: {
        ev.ShoeAnnounced: Phase.SHUFFLING,
        ev.ShareSealed: Phase.SHUFFLING,
        ev.SharesClosed: Phase.SHUFFLING,
        ev.ShareOpened: Phase.SHUFFLING,
        ev.SharesOpened: Phase.SHUFFLING,
        ev.SharesFailed: Phase.SHUFFLING,
        ev.ShuffleExtended: Phase.SHUFFLING,
        ev.ShoeOpened: Phase.BURNING,
        ev.ShoeClosed: Phase.RESULT,
    },
    Phase.BURNING: {
        ev.RoundShuffled: Phase.BURNING,
        ev.CardsBurned: Phase.BURNING,
        ev.DemonstrationOpened: Phase.DEALING,
        ev.BettingOpened: Phase.BETTING,
        ev.TablePaused: Phase.PAUSED,
        ev.ShoeClosed: Phase.RESULT,
        ev.CardCorrected: Phase.BURNING,
        ev.CardTakenBack: Phase.BURNING,
        ev.ShoeWithdrawn: Phase.BURNING,
        ev.CutCardShown: Phase.BURNING,
        ev.ErrorBurned: Phase.BURNING,
        ev.CardExposed: Phase.BURNING,
    },
    Phase.BETTING: {
        ev.BetConfirmed: Phase.BETTING,
        ev.BetReduced: Phase.BETTING,
        ev.BettingExtended: Phase.BETTING,
        ev.SatOut: Phase.BETTING,
        ev.BettingClosed: Phase.DEALING,
        ev.RoundSuspended: Phase.SUSPENDED,
        ev.RoundVoided: Phase.RESULT,
        ev.CutCardShown: Phase.BETTING,
        ev.ErrorBurned: Phase.BETTING,
        ev.CardExposed: Phase.BETTING,
    },
    Phase.DEALING: {
        ev.RoundBurned: Phase.DEALING,
        ev.CardDealt: Phase.DEALING,
        ev.CardLaid: Phase.DEALING,
        ev.SqueezeBegan: Phase.DEALING,
        ev.CardBent: Phase.DEALING,
        ev.SqueezeEnded: Phase.DEALING,
        ev.CardOpened: Phase.DEALING,
        ev.RoundSettled: Phase.RESULT,
        ev.DemonstrationEnded: Phase.RESULT,
        ev.RoundSuspended: Phase.SUSPENDED,
        ev.RoundVoided: Phase.RESULT,
        ev.CardCorrected: Phase.DEALING,
        ev.CardTakenBack: Phase.DEALING,
        ev.CutCardShown: Phase.DEALING,
        ev.ErrorBurned: Phase.DEALING,
        ev.CardExposed: Phase.DEALING,
    },
    Phase.RESULT: {
        ev.RoundShuffled: Phase.BURNING,
        ev.DemonstrationOpened: Phase.DEALING,
        ev.BettingOpened: Phase.BETTING,
        ev.TablePaused: Phase.PAUSED,
        ev.ShoeClosed: Phase.RESULT,
        ev.ShuffleStarted: Phase.SHUFFLING,
        ev.StakesReturned: Phase.RESULT,
        ev.ShoeWithdrawn: Phase.RESULT,
        ev.CutCardShown: Phase.RESULT,
        ev.ErrorBurned: Phase.RESULT,
        ev.CardExposed: Phase.RESULT,
    },
    Phase.SUSPENDED: {
        ev.SqueezeEnded: Phase.SUSPENDED,
        ev.RoundVoided: Phase.RESULT,
        ev.CardCorrected: Phase.SUSPENDED,
        ev.CardTakenBack: Phase.SUSPENDED,
        ev.CutCardShown: Phase.SUSPENDED,
        ev.ErrorBurned: Phase.SUSPENDED,
        ev.CardExposed: Phase.SUSPENDED,
    },
}
"""From a phase, by an event, to a phase. ``RoundResumed`` goes back to the phase that was suspended; the events that no phase
forbids (`_ANY_PHASE`) change none."""

_ANY_PHASE: tuple[type[Event], ...] = (
    ev.PresenceChanged,
    ev.RulesChanged,
    ev.SeatTaken,
    ev.SeatFreed,
    ev.SeatLineChanged,
    ev.SeatFundsChanged,
    ev.DealerCame,
)


def decide(state: TableState | None, command: Command, now_ms: int, *, balance_cents: int = 0) -> list[Event] | Rejection:
    """What a command does to a table: its events, or why it is refused. Changes nothing.

    ``now_ms`` is the server's time in milliseconds, ``balance_cents`` what the account of a player's
    command can still stake.
    ``state`` is None for a table that has not been opened; it takes `Open` alone.
    """
    if isinstance(command, co.Open):
        return _open(state, command, now_ms)
    assert state is not None, "the table has not been opened"
    match command:
        case co.PlaceBet() | co.ReduceBet():
            return _bet(state, command, now_ms, balance_cents)
        case co.SealShare():
            return ceremony.seal_share(state, command, now_ms)
        case co.OpenShare():
            return ceremony.open_share(state, command, now_ms)
        case co.AnnounceShoe():
            return ceremony.announce(state, command, now_ms)
        case co.Sit() | co.LeaveSeat() | co.SitOut():
            return _seat(state, command, now_ms, balance_cents)
        case co.BendCard() | co.OpenCard() | co.PassSqueeze():
            return squeeze.ask(state, command, now_ms)
        case co.NoteSeated() | co.NoteAway():
            return _note(state, command, now_ms)
        case co.Tick():
            return _tick(state, command, now_ms)
        case co.Recover():
            return dealing.recover(state, now_ms)
        case co.GiveTime():
            return ceremony.extended(state, now_ms)
        case co.OpenShoe() | co.ShuffleRound() | co.Burn() | co.DealCard() | co.CloseShoe():
            return dealing.bring(state, command, now_ms)
        case co.ReturnStakes():
            return dealing.return_stakes(state, now_ms)
        case co.AtDesk():
            done = desk.decide(state, command, now_ms)
            return done if isinstance(done, Rejection) else [*done, *_freed(state, done, now_ms)]
        case co.Suspend() | co.Resume() | co.VoidRound():
            return _interrupt(state, command, now_ms)
        case _:
            assert_never(command)


def fold(events: Iterable[Event], *, first_version: int = 1) -> TableState:
    """The state that events lead to. They begin with ``TableOpened`` or any ``ShuffleStarted``, of version ``first_version``."""
    source = iter(events)
    state = replace(evolve(None, next(source)), version=first_version)
    for event in source:
        state = evolve(state, event)
    return state


def evolve(state: TableState | None, event: Event) -> TableState:
    """The state after an event. Fails an assertion where `TRANSITIONS` has no such way."""
    if isinstance(event, ev.TableOpened):
        assert state is None
        return TableState(number=event.number, rules=event.rules, present_changed_ms=event.at_ms)
    if state is None:
        assert isinstance(event, ev.ShuffleStarted), "a table begins with TableOpened, a fold with that or ShuffleStarted"
        return changes.shuffling(event, version=1)
    phase = next_phase(state, event)
    return replace(
        changes.applied(state, event),
        version=state.version + 1,
        phase=phase,
        ceremony=ceremony.follow(state, event),
        log_head=event.entry.hash if isinstance(event, ev.Logged) and event.entry else state.log_head,
        seating=seating.follow(state, event),
        squeezing=squeeze.follow(state, event),
    )


def next_phase(state: TableState, event: Event) -> Phase:
    """The phase after an event, by `TRANSITIONS`."""
    if type(event) in _ANY_PHASE:
        return state.phase
    if isinstance(event, ev.RoundResumed):
        assert state.suspension is not None
        return state.suspension.phase
    phase = TRANSITIONS[state.phase].get(type(event))
    assert phase is not None, f"{type(event).__name__} cannot happen while {state.phase}"
    return phase


def _open(state: TableState | None, command: co.Open, now_ms: int) -> list[Event] | Rejection:
    if state is None:
        return [ev.TableOpened(at_ms=now_ms, number=command.number, rules=command.rules)]
    assert command.number == state.number
    if state.rules == command.rules:
        return []
    if state.shoe is not None or state.ceremony is not None:
        return Rejection(code=Code.WRONG_PHASE)
    return [ev.RulesChanged(at_ms=now_ms, rules=command.rules), *seating.removed(state, command.rules, now_ms)]


def _bet(state: TableState, command: co.PlaceBet | co.ReduceBet, now_ms: int, balance_cents: int) -> list[Event] | Rejection:
    if state.phase is Phase.SUSPENDED:
        return Rejection(code=Code.SUSPENDED)
    if isinstance(command, co.PlaceBet):
        answer = betting.place(state, command, now_ms, balance_cents)
        return answer if isinstance(answer, Rejection) else [answer]
    taken = betting.reduce(state, command, now_ms)
    return taken if isinstance(taken, Rejection) else [taken]


def _note(state: TableState, command: co.NoteSeated | co.NoteAway, now_ms: int) -> list[Event]:
    if isinstance(command, co.NoteSeated):
        return seating.note(state, command, now_ms)
    return squeeze.away(state, command.accounts, now_ms)


def _seat(
    state: TableState, command: co.Sit | co.LeaveSeat | co.SitOut, now_ms: int, balance_cents: int
) -> list[Event] | Rejection:
    events = seating.ask(state, command, now_ms, balance_cents)
    if isinstance(events, Rejection) or not isinstance(command, co.LeaveSeat):
        return events
    return [*events, *squeeze.left_seat(state, command.account, now_ms)]


def _tick(state: TableState, command: co.Tick, now_ms: int) -> list[Event]:
    events: list[Event] = []
    if command.present != state.present:
        events.append(ev.PresenceChanged(at_ms=now_ms, present=command.present))
        state = evolve(state, events[0])
    steps = dealing.next_step(state, now_ms)
    for event in steps:
        state = evolve(state, event)
    return [*events, *steps, *_freed(state, (), now_ms)]


def _freed(state: TableState, events: Iterable[Event], now_ms: int) -> list[Event]:
    """The seats that are free by rule after events, and with each the right to squeeze of who sat there."""
    for event in events:
        state = evolve(state, event)
    freed = seating.expired(state, now_ms)
    return [*freed, *(end for seat in freed for end in squeeze.left_seat(state, seat.account, now_ms))]


def _interrupt(state: TableState, command: co.Suspend | co.Resume | co.VoidRound, now_ms: int) -> list[Event] | Rejection:
    """Suspend, resume or void (rules 7.3 and 7.4)."""
    under_way = (Phase.BETTING, Phase.DEALING)
    suspension = state.suspension
    if command.round is not None and (command.shoe, command.round) != (state.shoe_number, state.round):
        return Rejection(code=Code.WRONG_PHASE)
    match command:
        case co.Suspend() if state.phase in under_way:
            return [ev.RoundSuspended(at_ms=now_ms, reason=command.reason)]
        case co.Resume() if suspension is not None:
            left_ms = suspension.left_ms
            due_ms = None if left_ms is None else now_ms + left_ms
            return [ev.RoundResumed(at_ms=now_ms, due_ms=due_ms, reason=command.reason)]
        case co.VoidRound() if suspension or state.phase in under_way:
            closed = Phase.DEALING in (state.phase, suspension.phase if suspension else None)
            if closed and not command.shoe_lost and not state.rules.by_hand:
                return Rejection(code=Code.WRONG_PHASE)
            due_ms = now_ms + dealing.result_ms(state)
            return [ev.RoundVoided(at_ms=now_ms, reason=command.reason, due_ms=due_ms)]
        case _:
            return Rejection(code=Code.WRONG_PHASE)
