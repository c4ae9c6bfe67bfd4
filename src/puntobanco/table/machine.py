"""The table as two functions: ``decide(state, command, now_ms, …) -> events | Rejection`` and ``evolve(state, event) -> state``.

A refused command changes nothing. Recovery is the fold of the stored events through `evolve`: there is no other way to a state.
The checks are in ``betting``, the steps of time and cards in ``dealing``. Imports ``table`` and ``game``.
"""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from puntobanco.game.bets import MAIN_SPOTS, settle, spot_of
from puntobanco.game.house import BurnRule, TiePolicy
from puntobanco.game.proof import OpenedCard, deal_name
from puntobanco.game.rules import NEW_COUP
from puntobanco.table import betting, dealing, seating
from puntobanco.table import commands as co
from puntobanco.table import events as ev
from puntobanco.table.commands import Code, Command, Rejection
from puntobanco.table.events import Event
from puntobanco.table.state import Phase, Published, Seating, ShoeInPlay, Sides, Stakes, Suspension, TableState

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
        ev.ShoeCut: Phase.SHUFFLING,
        ev.ShoeOpened: Phase.BURNING,
        ev.TablePaused: Phase.PAUSED,
    },
    Phase.BURNING: {
        ev.RoundShuffled: Phase.BURNING,
        ev.CardsBurned: Phase.BURNING,
        ev.DemonstrationOpened: Phase.DEALING,
        ev.BettingOpened: Phase.BETTING,
        ev.TablePaused: Phase.PAUSED,
        ev.ShoeClosed: Phase.RESULT,
    },
    Phase.BETTING: {
        ev.BetConfirmed: Phase.BETTING,
        ev.BetReduced: Phase.BETTING,
        ev.BettingExtended: Phase.BETTING,
        ev.SatOut: Phase.BETTING,
        ev.BettingClosed: Phase.DEALING,
        ev.RoundSuspended: Phase.SUSPENDED,
        ev.RoundVoided: Phase.RESULT,
    },
    Phase.DEALING: {
        ev.RoundBurned: Phase.DEALING,
        ev.CardDealt: Phase.DEALING,
        ev.RoundSettled: Phase.RESULT,
        ev.DemonstrationEnded: Phase.RESULT,
        ev.RoundSuspended: Phase.SUSPENDED,
        ev.RoundVoided: Phase.RESULT,
    },
    Phase.RESULT: {
        ev.RoundShuffled: Phase.BURNING,
        ev.DemonstrationOpened: Phase.DEALING,
        ev.BettingOpened: Phase.BETTING,
        ev.TablePaused: Phase.PAUSED,
        ev.ShoeClosed: Phase.RESULT,
        ev.ShuffleStarted: Phase.SHUFFLING,
        ev.StakesReturned: Phase.RESULT,
    },
    Phase.SUSPENDED: {
        ev.RoundVoided: Phase.RESULT,
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
        case co.CutShoe():
            return dealing.cut_shoe(state, command, now_ms)
        case co.Sit() | co.LeaveSeat() | co.SitOut():
            return seating.ask(state, command, now_ms, balance_cents)
        case co.NoteSeated():
            return seating.note(state, command, now_ms)
        case co.Tick():
            return _tick(state, command, now_ms)
        case co.Recover():
            return dealing.recover(state, now_ms)
        case co.OpenShoe():
            return dealing.open_shoe(state, command, now_ms)
        case co.ShuffleRound():
            return dealing.shuffle_round(state, command, now_ms)
        case co.Burn():
            return dealing.burn_cards(state, command, now_ms)
        case co.DealCard():
            return dealing.deal_card(state, command, now_ms)
        case co.CloseShoe():
            return dealing.close_shoe(state, command, now_ms)
        case co.ReturnStakes():
            return dealing.return_stakes(state, now_ms)
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
        return _shuffling(event, version=1)
    phase = next_phase(state, event)
    seats = seating.follow(state, event)
    return replace(_applied(state, event), version=state.version + 1, phase=phase, seating=seats)


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
    if state.shoe is not None:
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


def _tick(state: TableState, command: co.Tick, now_ms: int) -> list[Event]:
    events: list[Event] = []
    if command.present != state.present:
        events.append(ev.PresenceChanged(at_ms=now_ms, present=command.present))
        state = evolve(state, events[0])
    steps = dealing.next_step(state, now_ms)
    for event in steps:
        state = evolve(state, event)
    return [*events, *steps, *seating.expired(state, now_ms)]


def _interrupt(state: TableState, command: co.Suspend | co.Resume | co.VoidRound, now_ms: int) -> list[Event] | Rejection:
    """Suspend, resume or void (rules 7.3 and 7.4)."""
    under_way = (Phase.BETTING, Phase.DEALING)
    suspension = state.suspension
    match command:
        case co.Suspend() if state.phase in under_way:
            return [ev.RoundSuspended(at_ms=now_ms, reason=command.reason)]
        case co.Resume() if suspension is not None:
            left_ms = suspension.left_ms
            return [ev.RoundResumed(at_ms=now_ms, due_ms=None if left_ms is None else now_ms + left_ms)]
        case co.VoidRound() if suspension or state.phase in under_way:
            closed = Phase.DEALING in (state.phase, suspension.phase if suspension else None)
            if closed and not command.shoe_lost:
                return Rejection(code=Code.WRONG_PHASE)
            due_ms = now_ms + dealing.result_ms(state)
            return [ev.RoundVoided(at_ms=now_ms, reason=command.reason, due_ms=due_ms)]
        case _:
            return Rejection(code=Code.WRONG_PHASE)


def _applied(state: TableState, event: Event) -> TableState:
    """The state with what an event says written in; version and phase are `evolve`'s."""
    match event:
        case ev.BetConfirmed():
            return replace(state, stakes=_with_stake(state, event), sides=state.sides.changed(event.bet, event.amount_cents))
        case ev.BetReduced():
            return replace(state, stakes=_with_stake(state, event), sides=state.sides.changed(event.bet, -event.amount_cents))
        case ev.CardDealt():
            return _with_card(state, event)
        case ev.RoundSettled():
            settled = {account: settle(state.coup, stakes) for account, stakes in state.stakes.items()}
            results = (*state.results, event.result)
            carried = _main_money(state.stakes) if event.carries else {}
            return replace(state, due_ms=event.due_ms, settled=settled, result=event.result, results=results, carried=carried)
        case ev.StakesReturned():
            return replace(state, carried={})
        case ev.RoundVoided():
            return replace(state, due_ms=event.due_ms, voided=event.reason, suspension=None)
        case ev.BettingOpened():
            return replace(_felt_opened(state), round=event.round, demonstration=0, due_ms=event.closes_ms)
        case ev.BettingExtended():
            return replace(state, due_ms=event.closes_ms)
        case ev.BettingClosed():
            return replace(state, due_ms=event.due_ms)
        case ev.TableOpened():
            raise AssertionError("a table is opened once")
        case ev.RulesChanged():
            return replace(state, rules=event.rules)
        case ev.PresenceChanged():
            return replace(state, present=event.present, present_changed_ms=event.at_ms)
        case ev.RoundSuspended():
            left_ms = None if state.due_ms is None else max(0, state.due_ms - event.at_ms)
            suspension = Suspension(phase=state.phase, left_ms=left_ms, reason=event.reason)
            return replace(state, due_ms=None, suspension=suspension)
        case ev.RoundResumed():
            return replace(state, due_ms=event.due_ms, suspension=None)
        case ev.SeatTaken() | ev.SeatFreed() | ev.SeatLineChanged() | ev.SeatFundsChanged() | ev.SatOut():
            return state  # all that they change is the seating
        case _:
            return _with_shoe(state, event)


_OfShoe = (
    ev.ShuffleStarted
    | ev.ShoeCut
    | ev.ShoeOpened
    | ev.RoundShuffled
    | ev.CardsBurned
    | ev.DemonstrationOpened
    | ev.DemonstrationEnded
    | ev.RoundBurned
    | ev.ShoeClosed
    | ev.TablePaused
)


def _with_shoe(state: TableState, event: _OfShoe) -> TableState:
    """The events of a shoe's coming and going, and of what it gives away besides the cards of rounds that count."""
    match event:
        case ev.ShuffleStarted():
            return _shuffling(event, version=state.version)
        case ev.ShoeCut():
            return replace(state, cut_place=event.place)
        case ev.ShoeOpened():
            shoe = ShoeInPlay(opened_by=event, burned=state.rules.burn is BurnRule.NONE)
            return replace(state, shoe=shoe, due_ms=event.due_ms)
        case ev.RoundShuffled():
            return _round_shuffled(state, event)
        case ev.CardsBurned():
            return replace(state, shoe=_burned(state, event), due_ms=event.due_ms)
        case ev.DemonstrationOpened():
            return replace(_felt_opened(state), demonstration=event.number, due_ms=event.due_ms)
        case ev.DemonstrationEnded():
            return replace(state, due_ms=event.due_ms, result=event.result)
        case ev.RoundBurned():
            return _round_burned(state, event)
        case ev.ShoeClosed():
            return replace(state, shoe=None, due_ms=None)
        case ev.TablePaused():
            # A shoe that was announced but never came gives its number to the next.
            number = state.shoe_number - (state.phase is Phase.SHUFFLING)
            return replace(state, shoe_number=number, due_ms=None)
        case _:
            assert_never(event)


def _shuffling(event: ev.ShuffleStarted, *, version: int) -> TableState:
    """A table at the start of a shoe, from that event alone."""
    return TableState(
        number=event.opening.table,
        rules=event.opening.rules,
        version=version,
        phase=Phase.SHUFFLING,
        due_ms=event.due_ms,
        present=event.opening.present,
        present_changed_ms=event.opening.present_changed_ms,
        shoe_number=event.shoe,
        seating=Seating(seats=event.opening.seats),
    )


def _round_shuffled(state: TableState, event: ev.RoundShuffled) -> TableState:
    """The felt is cleared, and the shoe is the round's own pack."""
    assert state.shoe is not None
    shoe = replace(
        state.shoe,
        next_number=1,
        burned=state.rules.burn is BurnRule.NONE,
        shown=None,
        opened=(),
        last_round=event.round if event.last else None,
        round_hashes=event.hashes,
        published=(*state.shoe.published, Published(deal_name(event.round, event.demonstration), event.root)),
    )
    return replace(_felt_opened(state), shoe=shoe, due_ms=event.due_ms)


def _burned(state: TableState, event: ev.CardsBurned) -> ShoeInPlay:
    assert state.shoe is not None
    opened = () if event.shown is None else (event.shown,)
    next_number = state.shoe.next_number + len(opened) + event.face_down
    return replace(state.shoe, burned=True, shown=event.shown_card, opened=opened, next_number=next_number)


def _felt_opened(state: TableState) -> TableState:
    """The felt of a new round: cleared, but for what a tie left on it."""
    carried = state.carried
    return replace(
        state,
        burned=0,
        coup=NEW_COUP,
        dealt=(),
        stakes=carried,
        sides=Sides.of(carried.values()),
        locked=carried if state.rules.tie_policy is TiePolicy.CARRY_LOCKED else {},
        carried={},
        settled={},
        result=None,
        voided=None,
    )


def _main_money(stakes: dict[str, Stakes]) -> dict[str, Stakes]:
    """The Player and Banker money of all players."""
    main = {account: {bet: cents for bet, cents in own.items() if spot_of(bet) in MAIN_SPOTS} for account, own in stakes.items()}
    return {account: own for account, own in main.items() if own}


def _with_stake(state: TableState, event: ev.BetConfirmed | ev.BetReduced) -> dict[str, Stakes]:
    own = {**state.stakes.get(event.account, {}), event.bet: event.total_cents}
    if not event.total_cents:
        del own[event.bet]
    stakes = {**state.stakes, event.account: own}
    if not own:
        del stakes[event.account]
    return stakes


def _round_burned(state: TableState, event: ev.RoundBurned) -> TableState:
    shoe = state.shoe
    assert shoe is not None
    shoe = replace(shoe, next_number=shoe.next_number + event.face_down, last_round=_last_round(state, shoe, event.cut_card))
    return replace(state, shoe=shoe, burned=event.face_down, due_ms=event.due_ms)


def _last_round(state: TableState, shoe: ShoeInPlay, cut_card: bool) -> int | None:
    """The shoe's last round, once the cut card came out; met before the second card it is in place of the first (rule 6.3)."""
    if not cut_card:
        return shoe.last_round
    return shoe.cut_card.last_round(state.rules.last_round, met_in_round=state.round, met_at_first_card=not state.dealt)


def _with_card(state: TableState, event: ev.CardDealt) -> TableState:
    shoe = state.shoe
    assert shoe is not None
    opened = (*shoe.opened, OpenedCard(event.number, event.text))
    last_round = _last_round(state, shoe, event.cut_card)
    shoe = replace(shoe, next_number=event.number + 1, opened=opened, last_round=last_round)
    coup = state.coup.with_card(event.card)
    return replace(state, shoe=shoe, coup=coup, dealt=(*state.dealt, event), due_ms=event.due_ms)
