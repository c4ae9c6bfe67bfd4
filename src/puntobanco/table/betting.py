"""How a bet is taken, added to, or taken back: every check of rule 4.6, in its order. Decides, changes nothing."""

from puntobanco.game.bets import MAIN_SPOTS, ROUND_CAPS, Bet, spot_of
from puntobanco.game.house import Squeeze
from puntobanco.table.commands import Code, PlaceBet, ReduceBet, Rejection
from puntobanco.table.events import BetConfirmed, BetReduced
from puntobanco.table.state import Phase, Sides, TableState


def place(state: TableState, command: PlaceBet, now_ms: int, balance_cents: int) -> BetConfirmed | Rejection:
    """Take a stake in addition to what lies on the bet, or say why not. Source: rules 4.1, 4.2, 4.6, 5.2, 5.3."""
    amount = _amount(command)
    if isinstance(amount, Rejection):
        return amount
    bet = _betting_closed(state, command, now_ms) or _offered_bet(state, command)
    if isinstance(bet, Rejection):
        return bet
    refusal = (
        _over_cap(state, bet)
        or _outside_limits(state, command.account, bet, amount)
        or _over_differential(state, command.account, bet, amount)
    )
    if refusal:
        return refusal
    if amount > balance_cents:
        return Rejection(code=Code.INSUFFICIENT_FUNDS, limit=balance_cents, left=balance_cents)
    total = state.stakes.get(command.account, {}).get(bet, 0) + amount
    name = "" if state.rules.squeeze is Squeeze.NONE else command.name
    return BetConfirmed(at_ms=now_ms, account=command.account, bet=bet, amount_cents=amount, total_cents=total, name=name)


def reduce(state: TableState, command: ReduceBet, now_ms: int) -> BetReduced | Rejection:
    """Take a stake back, in part or whole, or say why not. Below the minimum only down to zero. Source: rules 4.2, 5.3."""
    amount = _amount(command)
    if isinstance(amount, Rejection):
        return amount
    closed = _betting_closed(state, command, now_ms) or _stake_locked(state, command, amount)
    bet = closed or _offered_bet(state, command)
    if isinstance(bet, Rejection):
        return bet
    stake = state.stakes.get(command.account, {}).get(bet, 0)
    if amount > stake:
        return Rejection(code=Code.BAD_AMOUNT, limit=stake, left=stake)
    refusal = _under_limits(state, command.account, bet, amount) or _over_differential(state, command.account, bet, -amount)
    if refusal:
        return refusal
    return BetReduced(at_ms=now_ms, account=command.account, bet=bet, amount_cents=amount, total_cents=stake - amount)


def _amount(command: PlaceBet | ReduceBet) -> int | Rejection:
    # type() and not isinstance(): true is no amount.
    amount = command.amount_cents
    return amount if type(amount) is int and amount > 0 else Rejection(code=Code.BAD_AMOUNT)


def _betting_closed(state: TableState, command: PlaceBet | ReduceBet, now_ms: int) -> Rejection | None:
    """Why no bet is taken now, or none for the round it is meant for."""
    if (command.shoe, command.round) != (state.shoe_number, state.round):
        return Rejection(code=Code.BETTING_CLOSED)
    closes_ms = state.due_ms if state.phase is Phase.BETTING else None
    if closes_ms is None or now_ms >= closes_ms:
        return Rejection(code=Code.BETTING_CLOSED, closes_at=closes_ms)
    return None


def _stake_locked(state: TableState, command: ReduceBet, amount: int) -> Rejection | None:
    """What a tie left on the felt may only be added to, where the house says so (rule 8.1)."""
    own = state.stakes.get(command.account, {})
    for bet, locked in state.locked.get(command.account, {}).items():
        if bet == command.bet and own.get(bet, 0) - amount < locked:
            return Rejection(code=Code.STAKE_LOCKED, limit=locked, left=own.get(bet, 0) - locked)
    return None


def _offered_bet(state: TableState, command: PlaceBet | ReduceBet) -> Bet | Rejection:
    for bet in state.rules.offered:
        if bet == command.bet:
            return bet
    return Rejection(code=Code.BET_NOT_OFFERED)


def _over_cap(state: TableState, bet: Bet) -> Rejection | None:
    cap = ROUND_CAPS.get(bet)
    return Rejection(code=Code.ROUND_CAP, limit=cap) if cap is not None and state.round > cap else None


def _outside_limits(state: TableState, account: str, bet: Bet, amount: int) -> Rejection | None:
    """Maximum, minimum, multiple; the limits hold for the player's total on the spot."""
    spot = spot_of(bet)
    minimum, maximum = state.rules.limits(spot)
    lying = state.stake_on_spot(account, spot)
    if lying + amount > maximum:
        return Rejection(code=Code.OVER_MAXIMUM, limit=maximum, left=maximum - lying)
    if lying + amount < minimum:
        return Rejection(code=Code.UNDER_MINIMUM, limit=minimum, left=maximum - lying)
    return _no_multiple(state, spot, amount, lying + amount, left=maximum - lying)


def _under_limits(state: TableState, account: str, bet: Bet, amount: int) -> Rejection | None:
    """What stays on a spot keeps its minimum and its multiple, unless nothing stays (rules 4.2, 4.4)."""
    spot = spot_of(bet)
    minimum, _ = state.rules.limits(spot)
    rest = state.stake_on_spot(account, spot) - amount
    if 0 < rest < minimum:
        return Rejection(code=Code.UNDER_MINIMUM, limit=minimum, left=rest + amount - minimum)
    return _no_multiple(state, spot, amount, rest)


def _no_multiple(state: TableState, spot: Bet, amount: int, total: int, left: int | None = None) -> Rejection | None:
    """A change is a multiple of the unit; on Banker the total may have to be one of the minimum (rule 4.4)."""
    rules = state.rules
    if amount % rules.stake_unit_cents:
        return Rejection(code=Code.NOT_A_MULTIPLE, limit=rules.stake_unit_cents, left=left)
    if spot is Bet.BANKER and rules.banker_in_multiples and total % rules.main_minimum_cents:
        return Rejection(code=Code.NOT_A_MULTIPLE, limit=rules.main_minimum_cents, left=left)
    return None


def _over_differential(state: TableState, account: str, bet: Bet, change: int) -> Rejection | None:
    """Banker and Player money may differ by so much: all players' of the table, and where a house says so one player's own.

    ``change`` is negative for what is taken back; that may break it too (rule 4.3).
    """
    spot = spot_of(bet)
    if spot not in MAIN_SPOTS:
        return None
    towards_banker = change if spot is Bet.BANKER else -change
    own = Sides.of([state.stakes.get(account, {})])
    for limit, lead in ((state.rules.differential_cents, state.sides.lead), (state.rules.differential_player_cents, own.lead)):
        if limit is not None and abs(lead + towards_banker) > limit:
            room = limit - lead if towards_banker > 0 else limit + lead
            return Rejection(code=Code.OVER_DIFFERENTIAL, limit=limit, left=max(0, room))
    return None
