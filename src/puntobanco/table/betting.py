"""How a bet is taken, added to, or taken back: every check of rule 4.6, in its order. Decides, changes nothing."""

from puntobanco.game.bets import ROUND_CAPS, Bet, spot_of
from puntobanco.table.commands import Code, PlaceBet, ReduceBet, Rejection
from puntobanco.table.events import BetConfirmed, BetReduced
from puntobanco.table.state import Phase, TableState


def place(state: TableState, command: PlaceBet, now_ms: int, balance_cents: int) -> BetConfirmed | Rejection:
    """Take a stake in addition to what lies on the bet, or say why not. Source: rules 4.1, 4.2, 4.6, 5.2, 5.3."""
    amount = _amount(command)
    if isinstance(amount, Rejection):
        return amount
    bet = _open_bet(state, command, now_ms)
    if isinstance(bet, Rejection):
        return bet
    refusal = _over_cap(state, bet) or _outside_limits(state, command.account, bet, amount)
    if refusal:
        return refusal
    if amount > balance_cents:
        return Rejection(code=Code.INSUFFICIENT_FUNDS, limit=balance_cents, left=balance_cents)
    total = state.stakes.get(command.account, {}).get(bet, 0) + amount
    return BetConfirmed(at_ms=now_ms, account=command.account, bet=bet, amount_cents=amount, total_cents=total)


def reduce(state: TableState, command: ReduceBet, now_ms: int) -> BetReduced | Rejection:
    """Take a stake back, in part or whole, or say why not. Below the minimum only down to zero. Source: rules 4.2, 5.3."""
    amount = _amount(command)
    if isinstance(amount, Rejection):
        return amount
    bet = _open_bet(state, command, now_ms)
    if isinstance(bet, Rejection):
        return bet
    stake = state.stakes.get(command.account, {}).get(bet, 0)
    if amount > stake:
        return Rejection(code=Code.BAD_AMOUNT, limit=stake, left=stake)
    on_spot = state.stake_on_spot(command.account, spot_of(bet))
    minimum, _ = state.rules.limits(spot_of(bet))
    if 0 < on_spot - amount < minimum:
        return Rejection(code=Code.UNDER_MINIMUM, limit=minimum, left=on_spot - minimum)
    if amount % state.rules.stake_unit_cents:
        return Rejection(code=Code.NOT_A_MULTIPLE, limit=state.rules.stake_unit_cents)
    return BetReduced(at_ms=now_ms, account=command.account, bet=bet, amount_cents=amount, total_cents=stake - amount)


def _amount(command: PlaceBet | ReduceBet) -> int | Rejection:
    # type() and not isinstance(): true is no amount.
    amount = command.amount_cents
    return amount if type(amount) is int and amount > 0 else Rejection(code=Code.BAD_AMOUNT)


def _open_bet(state: TableState, command: PlaceBet | ReduceBet, now_ms: int) -> Bet | Rejection:
    """The bet, if betting is open for the round it is meant for and the house offers it."""
    if (command.shoe, command.round) != (state.shoe_number, state.round):
        return Rejection(code=Code.BETTING_CLOSED)
    closes_ms = state.due_ms if state.phase is Phase.BETTING else None
    if closes_ms is None or now_ms >= closes_ms:
        return Rejection(code=Code.BETTING_CLOSED, closes_at=closes_ms)
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
    unit = state.rules.stake_unit_cents
    return Rejection(code=Code.NOT_A_MULTIPLE, limit=unit, left=maximum - lying) if amount % unit else None
