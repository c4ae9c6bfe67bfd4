"""What the audit asks of a bet when it was confirmed or reduced: rule 4.6, written out a second time. Pure."""

from collections.abc import Iterator

from puntobanco.bank.limits import AUDIT_SLACK_MS
from puntobanco.game.bets import ROUND_CAPS, spot_of
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
    if event.amount_cents % before.rules.stake_unit_cents:
        yield f"{event.amount_cents} is no multiple of the stake unit, {before.rules.stake_unit_cents}"
    yield from _time_faults(before, event, opened_ms)


def _time_faults(before: TableState, event: BetEvent, opened_ms: int | None) -> Iterator[str]:
    # A bet's time is when it came, which may be a little before its round was opened, but never after the close.
    if before.due_ms is not None and event.at_ms >= before.due_ms:
        yield f"the bet came at {event.at_ms}, betting closed at {before.due_ms}"
    if opened_ms is not None and event.at_ms < opened_ms - AUDIT_SLACK_MS:
        yield f"the bet came at {event.at_ms}, betting was opened at {opened_ms}"
