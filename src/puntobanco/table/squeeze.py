"""Who squeezes which cards (rule 8.3): the rank by stakes at the close of betting, what a squeezer may ask, how a right ends.

Knows no face: what the squeezer sees, and the card that is turned over, comes from the dealer alone. Decides by the state; `follow`
is the squeezing's part of ``machine.evolve``. Imports ``game`` and ``table.state`` only.
"""

from collections.abc import Collection

from msgspec.structs import replace

from puntobanco.game.bets import Bet, spot_of
from puntobanco.game.house import Squeeze
from puntobanco.game.rules import Side
from puntobanco.table import commands as co, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.events import CardLaid, Event, SqueezeEnd
from puntobanco.table.state import NOBODY_SQUEEZES, Part, Phase, Squeezing, TableState

SPOT_OF = {Side.PLAYER: Bet.PLAYER, Side.BANKER: Bet.BANKER}
_SIDE_OF = {spot: side for side, spot in SPOT_OF.items()}


def squeeze_ms(state: TableState) -> int:
    """How long the next squeezer has, in milliseconds: the house's time for a card, or what is left of it after passing."""
    whole_ms, left_ms = round((state.rules.squeeze_seconds or 0) * 1000), state.squeezing.left_ms
    return whole_ms if left_ms is None else min(whole_ms, left_ms)


def part_of(state: TableState, side: Side, place: int) -> Part | None:
    """The part that the first, second or third card of a hand belongs to; None where it is always the dealer's.

    Where the highest bettor squeezes, the second and third card are one part and the first is the dealer's; where the highest
    seated bettor does, both first cards are one part and the third is another. Real cards are squeezed at the table, not here.
    """
    if state.rules.by_hand:
        return None
    match state.rules.squeeze:
        case Squeeze.NONE:
            return None
        case Squeeze.HIGHEST_BETTOR:
            return Part(side) if place > 1 else None
        case Squeeze.HIGHEST_SEATED:
            return Part(side, third=place == 3)


def squeezer_of(state: TableState, side: Side, place: int) -> str | None:
    """Who has the right to squeeze a card of this round, by its place in its hand; None where the dealer opens it."""
    part = part_of(state, side, place)
    queue = state.squeezing.queues.get(part) if part else None
    return queue[0] if queue else None


def place_of(state: TableState, card: CardLaid) -> int:
    """Whether a card that lies face down is the first, second or third of its hand."""
    out = (*state.dealt, *state.laid)
    return 1 + sum(other.side is card.side and other.number < card.number for other in out)


def holders(state: TableState) -> frozenset[str]:
    """All who have a right in the round under way, whether its turn has come or not."""
    return frozenset(queue[0] for queue in state.squeezing.queues.values() if queue)


def ranked(state: TableState, side: Side) -> tuple[str, ...]:
    """Who may squeeze a hand, highest first: by the money on its side, and of equals who first stood at that amount.

    Of a player who moved away from an amount and came back to it, the coming back counts.
    """
    stood = state.squeezing.stood.get(side, {})
    accounts: Collection[str] = stood
    if state.rules.squeeze is Squeeze.HIGHEST_SEATED:
        accounts = stood.keys() & {seat.account for seat in state.seating.seats.values()}
    return tuple(sorted(accounts, key=lambda account: (-state.stake_on_spot(account, SPOT_OF[side]), stood[account])))


def ask(state: TableState, command: co.SqueezeCommand, now_ms: int) -> list[Event] | Rejection:
    """What a squeezer asks, or no: with one code, whatever is wrong, so that a refusal tells nothing of the card.

    Bending again what one has bent is accepted and changes nothing.
    """
    if state.phase is Phase.SUSPENDED:
        return Rejection(code=Code.SUSPENDED)
    squeezing = state.squeezing
    theirs = (squeezing.account, squeezing.number) == (command.account, command.number)
    meant = (command.shoe, command.round) == (state.shoe_number, state.round)
    if not theirs or not meant or state.due_ms is None or now_ms >= state.due_ms:
        return Rejection(code=Code.NOT_YOUR_CARD)
    match command:
        case co.BendCard():
            return [] if squeezing.looked else [ev.CardBent(at_ms=now_ms, account=command.account, number=command.number)]
        case co.OpenCard():
            return [_ended(state, command.account, now_ms, SqueezeEnd.OPENED)]
        case co.PassSqueeze():
            return [_ended(state, command.account, now_ms, SqueezeEnd.PASSED)]


def timed_out(state: TableState, now_ms: int) -> Event:
    """The time of the squeeze under way is over."""
    assert state.squeezing.account is not None
    return _ended(state, state.squeezing.account, now_ms, SqueezeEnd.TIME)


def begun_again(state: TableState, now_ms: int, *, least_ms: int) -> list[Event]:
    """After a restart the squeezer under way has so much time at least, or all that the house gives where that is less."""
    squeezing, due_ms = state.squeezing, state.due_ms
    later_ms = now_ms + min(least_ms, squeeze_ms(state))
    if squeezing.account is None or squeezing.number is None or due_ms is None or due_ms >= later_ms:
        return []
    return [ev.SqueezeBegan(at_ms=now_ms, account=squeezing.account, number=squeezing.number, due_ms=later_ms)]


def away(state: TableState, accounts: Collection[str], now_ms: int) -> list[Event]:
    """The rights of players who have gone from the table end."""
    if state.phase is not Phase.DEALING:
        return []
    return [_ended(state, account, now_ms, SqueezeEnd.OFF_LINE) for account in sorted(holders(state).intersection(accounts))]


def left_seat(state: TableState, account: str, now_ms: int) -> list[Event]:
    """Who gives a seat back, where only who sits may squeeze, has no right to it any more."""
    queued = any(account in queue for queue in state.squeezing.queues.values())
    seated = state.rules.squeeze is Squeeze.HIGHEST_SEATED
    return [_ended(state, account, now_ms, SqueezeEnd.LEFT_SEAT)] if seated and queued else []


def _ended(state: TableState, account: str, now_ms: int, reason: SqueezeEnd) -> Event:
    squeezing = state.squeezing
    number = squeezing.number if squeezing.account == account else None
    return ev.SqueezeEnded(at_ms=now_ms, account=account, number=number, reason=reason)


def follow(state: TableState, event: Event) -> Squeezing:
    """The squeezing after an event; ``state`` is the one before it, ``version`` of the event one more than its."""
    squeezing = state.squeezing
    if state.rules.squeeze is Squeeze.NONE:
        return squeezing
    match event:
        case ev.BetConfirmed() | ev.BetReduced():
            return _stood(state, event)
        case ev.BettingClosed():
            return replace(squeezing, queues=_queues(state))
        case ev.SqueezeBegan():
            return _begun(squeezing, event)
        case ev.SqueezeEnded(reason=SqueezeEnd.PASSED):
            # The time is the card's: whoever it is passed to has what is left of it.
            left_ms = None if state.due_ms is None else state.due_ms - event.at_ms
            return replace(_without(state, event), left_ms=left_ms)
        case ev.CardBent():
            assert (event.account, event.number) == (squeezing.account, squeezing.number), "the card is another's"
            return replace(squeezing, looked=True, bent=squeezing.bent | {event.number})
        case ev.SqueezeEnded():
            return _without(state, event)
        case ev.CardOpened():
            assert squeezing.number is None, f"card {squeezing.number} is being squeezed"
            return replace(squeezing, released=None, left_ms=None)
        case ev.RoundSettled() | ev.RoundVoided():
            return Squeezing(stood=squeezing.stood, names=squeezing.names, bent=squeezing.bent)
        case ev.BettingOpened():
            return _carried(state)
        case ev.ShuffleStarted() | ev.DemonstrationOpened():
            return NOBODY_SQUEEZES
        case _:
            return squeezing


def _stood(state: TableState, event: ev.BetConfirmed | ev.BetReduced) -> Squeezing:
    """Each change of the money on a side is a new amount, at which the player stands from now on."""
    squeezing, side = state.squeezing, _SIDE_OF.get(spot_of(event.bet))
    if side is None:
        return squeezing
    change = event.amount_cents if isinstance(event, ev.BetConfirmed) else -event.amount_cents
    stood = {**squeezing.stood.get(side, {}), event.account: state.version + 1}
    if not state.stake_on_spot(event.account, SPOT_OF[side]) + change:
        del stood[event.account]
    names = squeezing.names
    if isinstance(event, ev.BetConfirmed):
        names = {**names, event.account: event.name}
    return replace(squeezing, stood={**squeezing.stood, side: stood}, names=names)


def _carried(state: TableState) -> Squeezing:
    """What a tie left on the felt stands there as before, with its place in time (rule 8.1)."""
    squeezing, carried = state.squeezing, state.carried
    stood = {
        side: {account: since for account, since in by_account.items() if account in carried}
        for side, by_account in squeezing.stood.items()
    }
    return Squeezing(stood=stood, names={account: name for account, name in squeezing.names.items() if account in carried})


def _queues(state: TableState) -> dict[Part, tuple[str, ...]]:
    parts = {part for side in Side for place in (1, 2, 3) if (part := part_of(state, side, place))}
    return {part: queue for part in sorted(parts) if (queue := ranked(state, part.side))}


def _begun(squeezing: Squeezing, event: ev.SqueezeBegan) -> Squeezing:
    again = (event.account, event.number) == (squeezing.account, squeezing.number)
    return replace(squeezing, account=event.account, number=event.number, looked=again and squeezing.looked, left_ms=None)


def _without(state: TableState, event: ev.SqueezeEnded) -> Squeezing:
    """The squeezing after a right has ended: passed to the next, or with all that it was for to the dealer."""
    squeezing, account = state.squeezing, event.account
    if event.number is not None:
        assert (account, event.number) == (squeezing.account, squeezing.number), "the squeeze is another's"
        squeezing = replace(squeezing, account=None, number=None, looked=False)
    match event.reason:
        case SqueezeEnd.OPENED:
            assert event.number is not None
            return replace(squeezing, released=event.number)
        case SqueezeEnd.PASSED | SqueezeEnd.TIME:
            card = next(card for card in state.laid if card.number == event.number)
            part = part_of(state, card.side, place_of(state, card))
            assert part is not None
            rest = squeezing.queues[part][1:] if event.reason is SqueezeEnd.PASSED else ()
            return replace(squeezing, queues={**squeezing.queues, part: rest})
        case SqueezeEnd.OFF_LINE | SqueezeEnd.LEFT_SEAT:
            return replace(squeezing, queues={part: _left(queue, account) for part, queue in squeezing.queues.items()})


def _left(queue: tuple[str, ...], account: str) -> tuple[str, ...]:
    """Who held the right leaves it to the dealer; who waited behind is passed over."""
    return () if queue[:1] == (account,) else tuple(other for other in queue if other != account)
