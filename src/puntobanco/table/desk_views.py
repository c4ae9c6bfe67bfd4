"""What the dealer's desk shows of a table with real cards: what comes next, what lies there, what the decks hold."""

import enum
from collections import Counter

import msgspec

from puntobanco.game.cards import DECK, Card
from puntobanco.game.house import BurnRule
from puntobanco.game.rules import Outcome, Side
from puntobanco.table import desk
from puntobanco.table.state import Phase, TableState
from puntobanco.table.views import CardView, hands


class Next(enum.StrEnum):
    """What the table waits for."""

    NEW_SHOE = "new_shoe"
    BRING_SHOE = "bring_shoe"
    BURN_CARD = "burn_card"
    OPEN_ROUND = "open_round"
    BETTING = "betting"
    PLAYER_CARD = "player_card"
    BANKER_CARD = "banker_card"
    SETTLE = "settle"
    RESUME = "resume"


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """A table with real cards as its dealer needs it.

    ``place`` is the place in its hand of the card that comes next, 1 to 3, and ``next_number`` its number in the shoe.
    ``burn_first`` cards go face down before it. ``left`` says how many of each card the decks still hold, cards burned face
    down not counted out. ``shoe_done``: no further round is dealt from this shoe. ``taken_back``: the last
    card was, and what lies there now is mended with a supervisor alone.
    """

    table: int
    version: int
    house: str
    dealer: str
    phase: Phase
    next: Next
    place: int | None
    next_number: int | None
    burn_first: int
    closes_ms: int | None
    suspended_for: str | None
    shoe: int
    round: int
    demonstration: int
    may_demonstrate: bool
    scoreboard: bool
    player: tuple[CardView, ...]
    banker: tuple[CardView, ...]
    player_points: int
    banker_points: int
    outcome: Outcome | None
    voided: str | None
    shown: Card | None
    burned: int
    burn_after_error: int
    cards_left: int
    left: dict[Card, int]
    last_round: int | None
    shoe_done: bool
    taken_back: bool


def desk_view(state: TableState) -> DeskView:
    """The desk's picture of a table that is dealt by hand."""
    shoe, coup, dealt = state.shoe, state.coup, hands(state)
    step = next_step(state)
    complete = bool(state.dealt) and desk.side_due(state) is None
    return DeskView(
        table=state.number,
        version=state.version,
        house=state.rules.name,
        dealer=state.dealer,
        phase=state.phase,
        next=step,
        place=_place(state, step),
        next_number=desk.next_number(state) if shoe else None,
        burn_first=state.rules.burn_each_round if state.phase is Phase.DEALING and state.burn_due else 0,
        closes_ms=state.due_ms if state.phase is Phase.BETTING else None,
        suspended_for=state.suspension.reason if state.suspension else None,
        shoe=state.shoe_number,
        round=state.round,
        demonstration=state.demonstration,
        may_demonstrate=desk.may_open(state, demonstration=True),
        scoreboard=not state.rules.offered,
        player=dealt[Side.PLAYER],
        banker=dealt[Side.BANKER],
        player_points=coup.player_points,
        banker_points=coup.banker_points,
        outcome=coup.outcome if complete else None,
        voided=state.voided,
        shown=shoe.shown if shoe else None,
        burned=shoe.next_number - 1 - len(shoe.seen) if shoe else 0,
        burn_after_error=state.rules.burn_after_error,
        cards_left=shoe.cards_left if shoe else 0,
        left=_left(state),
        last_round=shoe.last_round if shoe else None,
        shoe_done=shoe is not None and desk.shoe_done(state),
        taken_back=state.taken_back,
    )


def next_step(state: TableState) -> Next:
    """What the rules ask for next (rules 2, 5 and 6)."""
    shoe = state.shoe
    match state.phase:
        case Phase.SUSPENDED:
            return Next.RESUME
        case Phase.SHUFFLING:
            return Next.BRING_SHOE
        case Phase.BETTING:
            return Next.BETTING
        case Phase.DEALING:
            side = desk.side_due(state)
            return Next.SETTLE if side is None else Next.PLAYER_CARD if side is Side.PLAYER else Next.BANKER_CARD
        case _ if shoe is None:
            return Next.NEW_SHOE
        case _ if not shoe.burned and state.rules.burn is BurnRule.FIRST_CARD:
            return Next.BURN_CARD
        case _:
            return Next.OPEN_ROUND if desk.may_open(state) else Next.NEW_SHOE


def _place(state: TableState, step: Next) -> int | None:
    """The place of the next card in its hand."""
    match step:
        case Next.PLAYER_CARD:
            return len(state.coup.player) + 1
        case Next.BANKER_CARD:
            return len(state.coup.banker) + 1
        case _:
            return None


def _left(state: TableState) -> dict[Card, int]:
    if state.shoe is None:
        return {}
    seen, decks = Counter(state.shoe.seen), state.shoe.decks
    return {card: decks - seen[card] for card in DECK}
