"""What the audit asks of a bet when it was confirmed or reduced: rule 4.6, written out a second time. Pure."""

from collections.abc import Iterator

from puntobanco.bank.limits import AUDIT_SLACK_MS
from puntobanco.game.bets import ROUND_CAPS, Bet, spot_of
from puntobanco.table.events import BetConfirmed, BetReduced
from puntobanco.table.state import TableState

BetEvent = BetConfirmed | BetReduced


def bet_faults(before: TableState, event: BetEvent, opened_ms: int | None) -> Iterator[str]:
    """What is wrong with a bet, given the state before it and when betting was opened, None where that is not known."""
    confirmed = isinstance(event, BetConfirmed)
    change = event.amount_cents if confirmed else -event.amount_cents
    own = before.stakes.get(event.account, {})
    lying, spot = own.get(event.bet, 0), spot_of(event.bet)
    if event.amount_cents <= 0 or event.total_cents != lying + change or event.total_cents < 0:
        yield f"{event.bet} of {event.account} goes from {lying} by {change} to {event.total_cents}"
    if event.bet not in before.rules.offered:
        yield f"{event.bet} is not offered here"
    if confirmed and before.round > ROUND_CAPS.get(event.bet, before.round):
        yield f"{event.bet} is taken up to round {ROUND_CAPS[event.bet]}, and this is round {before.round}"
    least, most = before.rules.limits(spot)
    on_spot = sum(cents for bet, cents in own.items() if spot_of(bet) is spot) + change
    if on_spot < least and (confirmed or on_spot):
        yield f"{event.account} has {on_spot} on {spot}, {least} is the least"
    if confirmed and on_spot > most:
        yield f"{event.account} has {on_spot} on {spot}, {most} is the most"
    yield from _side_faults(before, event, change, on_spot)
    if event.amount_cents % before.rules.stake_unit_cents:
        yield f"{event.amount_cents} is no multiple of the stake unit, {before.rules.stake_unit_cents}"
    yield from _time_faults(before, event, opened_ms)


def _side_faults(before: TableState, event: BetEvent, change: int, on_spot: int) -> Iterator[str]:
    """Rules 4.3, 4.4 and 8.1: the differentials, Banker in multiples, and what a tie locked."""
    rules, account = before.rules, event.account
    if rules.banker_in_multiples and spot_of(event.bet) is Bet.BANKER and on_spot % rules.main_minimum_cents:
        yield f"{account} has {on_spot} on banker, no multiple of {rules.main_minimum_cents}"
    locked = before.locked.get(account, {}).get(event.bet, 0)
    if event.total_cents < locked:
        yield f"{account} has {event.total_cents} on {event.bet}, {locked} of it was to stay"
    of_one = [before.stakes.get(account, {})]
    for whose, limit, stakes in (
        ("the table", rules.differential_cents, before.stakes.values()),
        (account, rules.differential_player_cents, of_one),
    ):
        lead = sum(_towards_banker(bet) * cents for own in stakes for bet, cents in own.items())
        lead += _towards_banker(event.bet) * change
        if limit is not None and _towards_banker(event.bet) and abs(lead) > limit:
            yield f"Banker and Player money of {whose} differ by {abs(lead)}, {limit} is the most"


def _towards_banker(bet: Bet) -> int:
    return {Bet.BANKER: 1, Bet.PLAYER: -1}.get(spot_of(bet), 0)


def _time_faults(before: TableState, event: BetEvent, opened_ms: int | None) -> Iterator[str]:
    # A bet's time is when it came, which may be a little before its round was opened, but never after the close.
    if before.due_ms is not None and event.at_ms >= before.due_ms:
        yield f"the bet came at {event.at_ms}, betting closed at {before.due_ms}"
    if opened_ms is not None and event.at_ms < opened_ms - AUDIT_SLACK_MS:
        yield f"the bet came at {event.at_ms}, betting was opened at {opened_ms}"
