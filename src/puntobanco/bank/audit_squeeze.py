"""What the audit asks of cards face down and of squeezes: rules 2.1 and 8.3, written out a second time. Pure.

Since when a player stands at an amount is taken from the state; who was gone from the table is taken as the events say.
"""

from collections.abc import Iterator

from puntobanco.game.bets import Bet, spot_of
from puntobanco.game.house import Faces, Squeeze
from puntobanco.game.proof import OpenedCard, check_opened
from puntobanco.game.rules import Side
from puntobanco.table import events as ev
from puntobanco.table.events import Event
from puntobanco.table.state import Part, TableState

_FIRST_CARDS = 4
_ON_PAGES = (ev.CardLaid, ev.CardOpened, ev.SqueezeBegan, ev.CardBent, ev.SqueezeEnded)


def squeeze_faults(before: TableState, event: Event) -> Iterator[str]:
    """What is wrong with a card that falls, lies or is opened, or with a right to squeeze, given the state before it."""
    if before.rules.by_hand:
        if isinstance(event, _ON_PAGES):
            yield "real cards are laid and opened at the table, not on pages"
        return
    match event:
        case ev.CardDealt() | ev.CardLaid():
            yield from _fall_faults(before, event)
        case ev.CardOpened():
            yield from _open_faults(before, event)
        case ev.SqueezeBegan():
            yield from _begin_faults(before, event)
        case ev.CardBent():
            yield from _holder_faults(before, event.account, event.number, event.at_ms)
        case ev.SqueezeEnded():
            yield from _end_faults(before, event)
        case ev.RoundSettled() | ev.DemonstrationEnded():
            if before.laid:
                yield f"{len(before.laid)} cards still lie face down"
        case _:
            return


def _fall_faults(before: TableState, event: ev.CardDealt | ev.CardLaid) -> Iterator[str]:
    """A card of its hand by the tableau, open or face down as the house says."""
    out = len(before.dealt) + len(before.laid)
    wanted = (Side.PLAYER, Side.BANKER)[out % 2] if out < _FIRST_CARDS else before.coup.next_side
    if out >= _FIRST_CARDS and before.laid:
        yield f"card {event.number} came while {len(before.laid)} cards lay face down"
    elif event.side is not wanted:
        yield f"the card went to {event.side}, the tableau says {wanted}"
    squeezed = bool(_entitled(before, event.side, 1 + _of_side(before, event.side)))
    faces = before.rules.faces
    down = faces is Faces.DOWN or (faces is Faces.DOWN_WHERE_SQUEEZED and squeezed)
    if down is not isinstance(event, ev.CardLaid):
        yield f"card {event.number} fell face {'up' if down else 'down'}, the house deals {faces}"


def _open_faults(before: TableState, event: ev.CardOpened) -> Iterator[str]:
    shoe, card = before.shoe, _next_card(before)
    if shoe is None:
        return
    if card is None or (card.number, card.side) != (event.number, event.side):
        yield f"card {event.number} of {event.side} was opened, {card.number if card else 'none'} was next"
        return
    may = _entitled(before, card.side, _place(before, card))
    if before.squeezing.account is not None or (may and before.squeezing.released != card.number):
        yield f"card {event.number} was opened while it was {may[0] if may else before.squeezing.account}'s to squeeze"
    face = check_opened(OpenedCard(event.number, event.text), shoe.hashes)
    if face is not event.card:
        yield f"the card is {event.card}, its text says {face}"


def _begin_faults(before: TableState, event: ev.SqueezeBegan) -> Iterator[str]:
    card = _next_card(before)
    if card is None or card.number != event.number:
        yield f"card {event.number} is squeezed, {card.number if card else 'none'} was next"
        return
    may = _entitled(before, card.side, _place(before, card))
    if may[:1] != [event.account]:
        yield f"{event.account} squeezes card {event.number}, the right is {may[0] if may else 'nobody'}'s"
    squeezing, has_ms = before.squeezing, event.due_ms - event.at_ms
    again = (event.account, event.number) == (squeezing.account, squeezing.number)
    whole_ms = round((before.rules.squeeze_seconds or 0) * 1000)
    most_ms = whole_ms if again or squeezing.left_ms is None else min(whole_ms, squeezing.left_ms)
    if not 0 <= has_ms <= most_ms or (has_ms < most_ms and not again):
        yield f"a squeeze has {has_ms} ms, the house gives {most_ms}"


def _holder_faults(before: TableState, account: str, number: int | None, at_ms: int) -> Iterator[str]:
    squeezing = before.squeezing
    if (account, number) != (squeezing.account, squeezing.number):
        yield f"card {number} was not {account}'s to squeeze"
    elif before.due_ms is not None and at_ms >= before.due_ms:
        yield f"{account} touched card {number} at {at_ms}, the time ended at {before.due_ms}"


def _end_faults(before: TableState, event: ev.SqueezeEnded) -> Iterator[str]:
    squeezing = before.squeezing
    match event.reason:
        case ev.SqueezeEnd.OPENED | ev.SqueezeEnd.PASSED:
            yield from _holder_faults(before, event.account, event.number, event.at_ms)
        case ev.SqueezeEnd.TIME:
            if (event.account, event.number) != (squeezing.account, squeezing.number):
                yield f"card {event.number} was not {event.account}'s to squeeze"
            elif before.due_ms is None or event.at_ms < before.due_ms:
                yield f"the time of card {event.number} ended at {event.at_ms}, it had until {before.due_ms}"
        case ev.SqueezeEnd.OFF_LINE | ev.SqueezeEnd.LEFT_SEAT:
            if not any(event.account in queue for queue in squeezing.queues.values()):
                yield f"{event.account} had no right to squeeze"
            if (squeezing.account == event.account) is not (event.number is not None):
                yield f"the squeeze of card {squeezing.number} is {squeezing.account}'s"
            if event.reason is ev.SqueezeEnd.LEFT_SEAT and before.rules.squeeze is not Squeeze.HIGHEST_SEATED:
                yield f"{event.account} lost a right with a seat that it did not hang on"


def _entitled(before: TableState, side: Side, place: int) -> list[str]:
    """Who may squeeze a card and has not lost it, by this module's own rank: most money first, then who stood there first."""
    squeeze = before.rules.squeeze
    if squeeze is Squeeze.NONE or (squeeze is Squeeze.HIGHEST_BETTOR and place == 1):
        return []
    queue = before.squeezing.queues.get(Part(side, squeeze is Squeeze.HIGHEST_SEATED and place == 3), ())
    spot, since = (Bet.PLAYER if side is Side.PLAYER else Bet.BANKER), before.squeezing.stood.get(side, {})
    money = {account: sum(cents for bet, cents in own.items() if spot_of(bet) is spot) for account, own in before.stakes.items()}
    seated = {seat.account for seat in before.seating.seats.values()} if squeeze is Squeeze.HIGHEST_SEATED else money.keys()
    may = [account for account in queue if money.get(account) and account in seated]
    return sorted(may, key=lambda account: (-money[account], since.get(account, 0)))


def _next_card(before: TableState) -> ev.CardLaid | None:
    """The Player's before the Banker's, as they were laid; none before the first four are out."""
    if len(before.dealt) + len(before.laid) < _FIRST_CARDS:
        return None
    of_player = [card for card in before.laid if card.side is Side.PLAYER]
    return next(iter([*of_player, *before.laid]), None)


def _place(before: TableState, card: ev.CardLaid) -> int:
    return 1 + sum(other.side is card.side and other.number < card.number for other in (*before.dealt, *before.laid))


def _of_side(before: TableState, side: Side) -> int:
    return sum(card.side is side for card in (*before.dealt, *before.laid))
