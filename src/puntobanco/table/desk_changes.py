"""What the acts of staff change in the state of a table with real cards: their half of ``changes``. Decides nothing."""

from msgspec.structs import replace

from puntobanco.game.cards import Card
from puntobanco.game.shoe import burn
from puntobanco.table import events as ev
from puntobanco.table.state import ShoeInPlay, TableState, coup_of


def applied(state: TableState, event: ev.DealerCame | ev.DeskEvent) -> TableState:
    """The state with what staff did written in."""
    if isinstance(event, ev.DealerCame):
        return replace(state, dealer=event.staff)
    shoe = state.shoe
    if shoe is None:
        return state
    match event:
        case ev.CutCardShown():
            return replace(state, shoe=replace(shoe, last_round=event.last_round))
        case ev.ErrorBurned():
            return replace(state, shoe=replace(shoe, next_number=shoe.next_number + event.face_down, exposed=()))
        case ev.CardExposed():
            return replace(state, shoe=replace(shoe, exposed=(*still_exposed(shoe, event.card), event.card)))
        case ev.CardCorrected(side=None) | ev.CardTakenBack(side=None):
            # The burn's first card: what was burned face down after it changes with it.
            shoe = replace(shoe, next_number=1, burned=False, shown=None, seen=())
            if isinstance(event, ev.CardTakenBack):
                return replace(state, shoe=shoe)
            face_down = burn(state.rules.burn, state.rules.decks, event.card).face_down
            return replace(state, shoe=replace(shoe, next_number=2 + face_down, burned=True, shown=event.card, seen=(event.card,)))
        case ev.CardCorrected():
            state = replace(state, shoe=replace(shoe, exposed=still_exposed(shoe, event.card)))
            dealt = tuple(replace(one, card=event.card) if one.number == event.number else one for one in state.dealt)
            return _with_dealt(state, dealt, shoe.next_number)
        case ev.CardTakenBack():
            return replace(_with_dealt(state, state.dealt[:-1], shoe.next_number - 1), taken_back=True)
        case _:
            return state


def _with_dealt(state: TableState, dealt: tuple[ev.CardDealt | ev.CardOpened, ...], next_number: int) -> TableState:
    """The round with other cards entered than before, at a table with real cards."""
    shoe = state.shoe
    assert shoe is not None
    before = shoe.seen[: len(shoe.seen) - len(state.dealt)]
    shoe = replace(shoe, next_number=next_number, seen=(*before, *(one.card for one in dealt)))
    return replace(state, shoe=shoe, coup=coup_of(dealt), dealt=dealt)


def entered(state: TableState, event: ev.CardDealt) -> TableState:
    """The state after a card was entered: whatever order the cards come in, they lie in the hands that they were dealt to."""
    shoe = state.shoe
    assert shoe is not None
    exposed = still_exposed(shoe, event.card)
    shoe = replace(shoe, next_number=event.number + 1, seen=(*shoe.seen, event.card), exposed=exposed)
    dealt = (*state.dealt, event)
    return replace(state, shoe=shoe, coup=coup_of(dealt), dealt=dealt, due_ms=event.due_ms, taken_back=False)


def still_exposed(shoe: ShoeInPlay, card: Card) -> tuple[Card, ...]:
    """The faces that lie open in the shoe after this one left it. A burn leaves none: it may have taken them."""
    return tuple(one for one in shoe.exposed if one != card)
