"""What each event changes in the state of a table: the half of ``machine.evolve`` that knows events. Decides nothing."""

from typing import assert_never

from msgspec.structs import replace

from puntobanco.game.bets import MAIN_SPOTS, settle, spot_of
from puntobanco.game.house import BurnRule
from puntobanco.game.proof import OpenedCard, Voided, deal_name
from puntobanco.game.rules import NEW_COUP
from puntobanco.table import desk_changes, events as ev, felt
from puntobanco.table.events import Event
from puntobanco.table.state import Phase, Published, Seating, ShoeInPlay, Sides, Stakes, Suspension, TableState


def applied(state: TableState, event: Event) -> TableState:
    """The state with what an event says written in; version and phase are ``machine.evolve``'s, the seating is ``seating``'s."""
    match event:
        case ev.BetConfirmed() | ev.BetReduced():
            return _with_bet(state, event)
        case ev.CardDealt() | ev.CardLaid() | ev.CardOpened() | ev.SqueezeBegan() | ev.SqueezeEnded():
            return _on_the_felt(state, event)
        case ev.RoundSettled():
            settled = {account: settle(state.coup, stakes) for account, stakes in state.stakes.items()}
            results = (*state.results, event.result)
            carried = _main_money(state.stakes) if event.carries else {}
            return replace(state, due_ms=event.due_ms, settled=settled, result=event.result, results=results, carried=carried)
        case ev.StakesReturned():
            return replace(state, carried={})
        case ev.RoundVoided():
            return replace(state, due_ms=event.due_ms, voided=event.reason, suspension=None, shoe=_with_voided(state, event))
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
        case ev.SeatTaken() | ev.SeatFreed() | ev.SeatLineChanged() | ev.SeatFundsChanged() | ev.SatOut() | ev.CardBent():
            return state  # all that they change is the seating or the squeezing
        case ev.DealerCame() | ev.DeskEvent():
            return desk_changes.applied(state, event)
        case _:
            return _with_shoe(state, event)


_OfShoe = (
    ev.ShuffleStarted
    | ev.ShoeAnnounced
    | ev.ShareSealed
    | ev.SharesClosed
    | ev.ShareOpened
    | ev.SharesOpened
    | ev.SharesFailed
    | ev.ShuffleExtended
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
            return shuffling(event, version=state.version)
        case ev.SharesFailed() | ev.ShuffleExtended():
            return replace(state, due_ms=event.due_ms)
        case ev.ShoeAnnounced() | ev.ShareSealed() | ev.SharesClosed() | ev.ShareOpened() | ev.SharesOpened():
            return state  # all that they change is the ceremony
        case ev.ShoeOpened():
            burned = state.rules.burn is BurnRule.NONE
            shoe = ShoeInPlay(opened_by=event, decks=state.rules.decks, ceremony=state.ceremony, burned=burned)
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
            return replace(state, due_ms=None)
        case _:
            assert_never(event)


def shuffling(event: ev.ShuffleStarted, *, version: int) -> TableState:
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
        dealer=event.opening.dealer,
        log_head=event.opening.log_head,
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


def _with_voided(state: TableState, event: ev.RoundVoided) -> ShoeInPlay:
    shoe = state.shoe
    assert shoe is not None
    if state.demonstration:
        return shoe  # a round without bets counts in no case
    return replace(shoe, voided=(*shoe.voided, Voided(state.round, event.reason)))


def _burned(state: TableState, event: ev.CardsBurned) -> ShoeInPlay:
    shoe = state.shoe
    assert shoe is not None
    opened = () if event.shown is None else (event.shown,)
    shown = () if event.shown_card is None else (event.shown_card,)
    next_number = shoe.next_number + len(shown) + event.face_down
    seen = shown if shoe.by_hand else ()
    return replace(shoe, burned=True, shown=event.shown_card, opened=opened, seen=seen, next_number=next_number, exposed=())


def _felt_opened(state: TableState) -> TableState:
    """The felt of a new round: cleared, but for what a tie left on it."""
    carried = state.carried
    return replace(
        state,
        burned=0,
        coup=NEW_COUP,
        dealt=(),
        laid=(),
        stakes=carried,
        sides=Sides.of(carried.values()),
        left=carried,
        carried={},
        settled={},
        result=None,
        voided=None,
        taken_back=False,
    )


def _main_money(stakes: dict[str, Stakes]) -> dict[str, Stakes]:
    """The Player and Banker money of all players."""
    main = {account: {bet: cents for bet, cents in own.items() if spot_of(bet) in MAIN_SPOTS} for account, own in stakes.items()}
    return {account: own for account, own in main.items() if own}


def _with_bet(state: TableState, event: ev.BetConfirmed | ev.BetReduced) -> TableState:
    added_cents = event.amount_cents if isinstance(event, ev.BetConfirmed) else -event.amount_cents
    sides = state.sides.changed(event.bet, added_cents)
    return replace(state, stakes=_with_stake(state, event), sides=sides, left=_left(state, event))


def _with_stake(state: TableState, event: ev.BetConfirmed | ev.BetReduced) -> dict[str, Stakes]:
    own = {**state.stakes.get(event.account, {}), event.bet: event.total_cents}
    if not event.total_cents:
        del own[event.bet]
    stakes = {**state.stakes, event.account: own}
    if not own:
        del stakes[event.account]
    return stakes


def _left(state: TableState, event: ev.BetConfirmed | ev.BetReduced) -> dict[str, Stakes]:
    """What a tie left: who takes of a stake takes that last, and what is laid again is new."""
    own = state.left.get(event.account, {})
    if own.get(event.bet, 0) <= event.total_cents:
        return state.left
    kept = {**own, event.bet: event.total_cents}
    if not event.total_cents:
        del kept[event.bet]
    return {**state.left, event.account: kept}


def _round_burned(state: TableState, event: ev.RoundBurned) -> TableState:
    shoe = state.shoe
    assert shoe is not None
    last_round = _last_round(state, shoe, event.cut_card)
    shoe = replace(shoe, next_number=shoe.next_number + event.face_down, last_round=last_round, exposed=())
    return replace(state, shoe=shoe, burned=event.face_down, due_ms=event.due_ms)


def _last_round(state: TableState, shoe: ShoeInPlay, cut_card: bool) -> int | None:
    """The shoe's last round, once the cut card came out; met before the second card it is in place of the first (rule 6.3)."""
    if not cut_card:
        return shoe.last_round
    return shoe.cut_card.last_round(state.rules.last_round, met_in_round=state.round, met_at_first_card=not state.cards_out)


def _on_the_felt(
    state: TableState, event: ev.CardDealt | ev.CardLaid | ev.CardOpened | ev.SqueezeBegan | ev.SqueezeEnded
) -> TableState:
    match event:
        case ev.SqueezeBegan():
            return replace(state, due_ms=event.due_ms)
        case ev.SqueezeEnded():
            return _squeeze_ended(state, event)
        case _:
            return _with_card(state, event)


def _with_card(state: TableState, event: ev.CardDealt | ev.CardLaid | ev.CardOpened) -> TableState:
    shoe = state.shoe
    assert shoe is not None
    if shoe.by_hand and isinstance(event, ev.CardDealt):
        return desk_changes.entered(state, event)
    if isinstance(event, ev.CardOpened):
        laid = tuple(card for card in state.laid if card.number != event.number)
        assert len(laid) < len(state.laid), f"card {event.number} does not lie face down"
        state = replace(state, laid=laid)
    else:
        assert felt.side_to_draw(state) is not None, f"card {event.number} is a card too many"
        shoe = replace(shoe, next_number=event.number + 1, last_round=_last_round(state, shoe, event.cut_card))
        state = replace(state, shoe=shoe)
    if isinstance(event, ev.CardLaid):
        return replace(state, laid=(*state.laid, event), due_ms=event.due_ms)
    shoe = replace(shoe, opened=(*shoe.opened, OpenedCard(event.number, event.text)))
    coup = felt.with_open(state.coup, event)
    return replace(state, shoe=shoe, coup=coup, dealt=(*state.dealt, event), due_ms=event.due_ms)


def _squeeze_ended(state: TableState, event: ev.SqueezeEnded) -> TableState:
    """Where it was under way, what follows is due at once; at a table that stands still, as soon as it goes on."""
    if event.number is None:
        return state
    if state.suspension is not None:
        return replace(state, suspension=replace(state.suspension, left_ms=0))
    return replace(state, due_ms=event.at_ms)
