"""How the cards of a round come to the felt: which is next, whether it falls face up or is laid face down, which is opened next.

Dealt face down, all four first cards are laid before the first is opened; then the Player's are opened, then the Banker's, then
third cards, each before the next is drawn (rule 2.1). Imports ``game`` and ``table`` state only.
"""

import enum

from puntobanco.game.house import Faces
from puntobanco.game.rules import COUP_CARDS_MIN, Coup, Side
from puntobanco.table import squeeze
from puntobanco.table.events import CardDealt, CardLaid, CardOpened, Event, SqueezeBegan
from puntobanco.table.state import TableState


class Move(enum.StrEnum):
    """What happens next in a round whose betting is closed."""

    BURN = "burn"
    DEAL = "deal"
    LAY = "lay"
    BEGIN_SQUEEZE = "begin_squeeze"
    END_SQUEEZE = "end_squeeze"
    OPEN = "open"
    END = "end"

    @property
    def brings_card(self) -> bool:
        """Whether a face is needed for it, which only the dealer has."""
        return self in (Move.DEAL, Move.OPEN)


def next_move(state: TableState) -> Move:
    """What is done next on the felt, once its time has come."""
    if state.burn_due:
        return Move.BURN
    card = to_open(state)
    if card is not None:
        if state.squeezing.number == card.number:
            return Move.END_SQUEEZE
        free = state.squeezing.released != card.number
        squeezed = free and squeeze.squeezer_of(state, card.side, squeeze.place_of(state, card)) is not None
        return Move.BEGIN_SQUEEZE if squeezed else Move.OPEN
    side = side_to_draw(state)
    if side is None:
        return Move.END
    return Move.LAY if _falls_down(state, side) else Move.DEAL


def side_to_draw(state: TableState) -> Side | None:
    """Whose hand the shoe's next card goes to; None when the round has all its cards."""
    if state.cards_out < COUP_CARDS_MIN:
        return (Side.PLAYER, Side.BANKER)[state.cards_out % 2]
    return state.coup.next_side


def to_open(state: TableState) -> CardLaid | None:
    """The card face down that is opened next, None while there is none or the first four are not on the felt."""
    if state.cards_out < COUP_CARDS_MIN:
        return None
    sides = tuple(Side)
    return min(state.laid, key=lambda card: (sides.index(card.side), card.number), default=None)


def card_number(state: TableState) -> int:
    """The number of the card that is turned next: one that lies face down, or the shoe's next."""
    assert state.shoe is not None
    card = to_open(state)
    return state.shoe.next_number if card is None else card.number


def with_open(coup: Coup, card: CardDealt | CardOpened) -> Coup:
    """The coup with one more open card. The side is the card's own: first cards that lay face down come hand by hand."""
    if card.side is Side.PLAYER:
        return Coup((*coup.player, card.card), coup.banker)
    return Coup(coup.player, (*coup.banker, card.card))


def _falls_down(state: TableState, side: Side) -> bool:
    match state.rules.faces:
        case Faces.UP:
            return False
        case Faces.DOWN:
            return True
        case Faces.DOWN_WHERE_SQUEEZED:
            place = 1 + sum(card.side is side for card in (*state.dealt, *state.laid))
            return squeeze.squeezer_of(state, side, place) is not None


def step(state: TableState, move: Move, now_ms: int, *, card_ms: int) -> Event:
    """What time brings of the cards that lie face down; ``card_ms`` is the house's pace from one card to the next."""
    match move:
        case Move.LAY:
            return _laid(state, now_ms, now_ms + card_ms)
        case Move.BEGIN_SQUEEZE:
            return _begun(state, now_ms)
        case _:
            assert move is Move.END_SQUEEZE
            return squeeze.timed_out(state, now_ms)


def _laid(state: TableState, now_ms: int, due_ms: int) -> Event:
    shoe, side = state.shoe, side_to_draw(state)
    assert shoe is not None
    assert side is not None
    number = shoe.next_number
    return CardLaid(at_ms=now_ms, side=side, number=number, cut_card=shoe.cut_card.met(number, number), due_ms=due_ms)


def _begun(state: TableState, now_ms: int) -> Event:
    card = to_open(state)
    assert card is not None
    account = squeeze.squeezer_of(state, card.side, squeeze.place_of(state, card))
    assert account is not None
    return SqueezeBegan(at_ms=now_ms, account=account, number=card.number, due_ms=now_ms + squeeze.squeeze_ms(state))
