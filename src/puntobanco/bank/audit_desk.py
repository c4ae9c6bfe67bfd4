"""What the audit asks of a table with real cards: nothing can be proved of them, but all of it can be counted and compared.

Like ``audit_shoe`` written out against the rules rather than through the decisions of ``table``. Pure.
"""

from collections.abc import Callable, Iterator
from typing import Any

from puntobanco.game.cards import Card
from puntobanco.game.house import BurnRule, Faces
from puntobanco.game.rules import Side, next_side
from puntobanco.game.shoe import burn, may_start_round
from puntobanco.table import events as ev
from puntobanco.table.acts import BURNED_MAX, DEMONSTRATIONS_MAX
from puntobanco.table.events import Event
from puntobanco.table.state import Phase, TableState

_OPENED_DOWN = (Side.PLAYER, Side.PLAYER, Side.BANKER, Side.BANKER)


def _shoe_faults(before: TableState, event: ev.ShoeOpened) -> Iterator[str]:
    if before.ceremony or event.entry or event.hashes or event.root or event.cut_place or event.cut_card_behind:
        yield "a shoe of real cards came with proofs, of which there can be none"


def _burn_faults(before: TableState, event: ev.CardsBurned) -> Iterator[str]:
    rules = before.rules
    shows = rules.burn is BurnRule.FIRST_CARD
    if before.shoe is None or before.shoe.burned:
        yield "there is no shoe to be burned"
    if event.shown is not None or (event.shown_card is not None) is not shows:
        yield f"the shown card is {event.shown_card}, the house's burn is {rules.burn}"
    elif event.face_down != burn(rules.burn, rules.decks, event.shown_card).face_down:
        yield f"{event.face_down} cards were burned face down"


def _card_faults(before: TableState, event: ev.CardDealt) -> Iterator[str]:
    shoe = before.shoe
    if shoe is None:
        return
    if not before.dealt and before.burned != before.rules.burn_each_round:
        yield f"{before.burned} cards were burned before the round, the house burns {before.rules.burn_each_round}"
    if event.number != shoe.next_number or event.text or event.cut_card:
        yield f"card {event.number} was entered, {shoe.next_number} was next"
    if event.side is not _side_due(before, len(before.dealt)):
        yield f"the card went to {event.side}, the rules say {_side_due(before, len(before.dealt))}"
    yield from _copies_faults(before, event.card, (*shoe.seen, event.card))


def _side_due(before: TableState, place: int) -> Side | None:
    if before.rules.faces is Faces.DOWN and place < len(_OPENED_DOWN):
        return _OPENED_DOWN[place]
    hands: dict[Side, list[int]] = {side: [one.card.points for one in before.dealt[:place] if one.side is side] for side in Side}
    return next_side(hands[Side.PLAYER], hands[Side.BANKER])


def _copies_faults(before: TableState, card: Card, seen: tuple[Card, ...]) -> Iterator[str]:
    if seen.count(card) > before.rules.decks:
        yield f"{card} came {seen.count(card)} times from {before.rules.decks} decks"


def _close_faults(before: TableState, event: ev.ShoeClosed) -> Iterator[str]:
    shoe = before.shoe
    if shoe is None or event.shoe != before.shoe_number:
        yield f"shoe {event.shoe} is closed, {before.shoe_number} is on the table"
        return
    if event.secret is not None:
        yield "a shoe of real cards has no secret"
    over = before.shoe_over or not may_start_round(shoe.cards_left, burn_each_round=before.rules.burn_each_round)
    if event.end is not (ev.ShoeEnd.FINISHED if over else ev.ShoeEnd.ENDED_EARLY):
        yield f"the shoe is {event.end}, after round {before.round} with {shoe.cards_left} cards left"


def _demonstration_faults(before: TableState, event: ev.DemonstrationOpened) -> Iterator[str]:
    if before.round or event.number != before.demonstration + 1 or event.number > DEMONSTRATIONS_MAX:
        yield f"demonstration round {event.number} follows {before.demonstration}, in round {before.round}"


def _correction_faults(before: TableState, event: ev.CardCorrected | ev.CardTakenBack) -> Iterator[str]:
    """Only what was entered can be corrected; an earlier card with approval, and where no draw changes (rule 7.5)."""
    yield from _reason_faults(event)
    entered: dict[int, tuple[Side | None, Card]] = {one.number: (one.side, one.card) for one in before.dealt}
    if event.side is None and before.shoe is not None and before.shoe.shown is not None:
        entered[1] = (None, before.shoe.shown)
    was = event.was if isinstance(event, ev.CardCorrected) else event.card
    if entered.get(event.number) != (event.side, was):
        yield f"card {event.number} was not entered as {was}"
        return
    last = event.side is None or event.number == before.dealt[-1].number
    if isinstance(event, ev.CardTakenBack) and not last:
        yield f"card {event.number} was taken back, and is not the last"
    if (not last or before.taken_back) and event.approved_by is None:
        yield f"card {event.number} was corrected without a supervisor's approval"
    if isinstance(event, ev.CardTakenBack):
        return
    if before.shoe is not None:
        others = list(before.shoe.seen)
        others.remove(was)
        yield from _copies_faults(before, event.card, (*others, event.card))
    if not last and not _draws_stay(before, event):
        yield f"with card {event.number} as {event.card} the draws are others"


def _draws_stay(before: TableState, event: ev.CardCorrected) -> bool:
    """Whether the round, dealt again in its order with the corrected card, takes just the cards it took."""
    cards = {side: [one for one in before.dealt if one.side is side] for side in Side}
    order = [one for pair in zip(cards[Side.PLAYER][:2], cards[Side.BANKER][:2], strict=False) for one in pair]
    order += cards[Side.PLAYER][2:] + cards[Side.BANKER][2:]
    if len(order) < len(before.dealt) or len(order) < len(_OPENED_DOWN):
        return True  # nothing was drawn yet
    points = {side: [event.card.points if one.number == event.number else one.card.points for one in cards[side]] for side in Side}
    third_due = {side: len(cards[side]) == 3 for side in Side}
    player, banker = points[Side.PLAYER], points[Side.BANKER]
    if (next_side(player[:2], banker[:2]) is Side.PLAYER) is not (third_due[Side.PLAYER] or before.coup.next_side is Side.PLAYER):
        return False
    banker_draws = third_due[Side.BANKER] or before.coup.next_side is Side.BANKER
    return before.coup.next_side is Side.PLAYER or (next_side(player, banker[:2]) is Side.BANKER) is banker_draws


def _burned_after_error_faults(before: TableState, event: ev.ErrorBurned) -> Iterator[str]:
    yield from _reason_faults(event)
    if event.approved_by is None:
        yield "cards were burned after an error without a supervisor's approval"
    if before.shoe is None or not 1 <= event.face_down <= min(BURNED_MAX, before.shoe.cards_left):
        yield f"{event.face_down} cards were burned after an error"


def _cut_card_faults(before: TableState, event: ev.CutCardShown) -> Iterator[str]:
    between = before.phase in (Phase.BURNING, Phase.RESULT)
    this = before.round + between
    if event.last_round not in (None, this, this + 1):
        yield f"after the cut card in round {this} the last round is {event.last_round}"


def _exposed_faults(before: TableState, event: ev.CardExposed) -> Iterator[str]:
    yield from _reason_faults(event)
    if before.shoe is None:
        yield "a card lay face up in a shoe that is not there"


def _withdrawn_faults(before: TableState, event: ev.ShoeWithdrawn) -> Iterator[str]:
    yield from _reason_faults(event)
    if before.shoe is None:
        yield "a shoe is taken away that is not there"


def _reason_faults(event: ev.DeskEvent) -> Iterator[str]:
    if not event.reason:
        yield "the act has no reason"


BY_HAND: dict[type[Event], Callable[[TableState, Any], Iterator[str]]] = {
    ev.ShoeOpened: _shoe_faults,
    ev.CardsBurned: _burn_faults,
    ev.CardDealt: _card_faults,
    ev.ShoeClosed: _close_faults,
    ev.DemonstrationOpened: _demonstration_faults,
    ev.CardCorrected: _correction_faults,
    ev.CardTakenBack: _correction_faults,
    ev.ErrorBurned: _burned_after_error_faults,
    ev.CutCardShown: _cut_card_faults,
    ev.CardExposed: _exposed_faults,
    ev.ShoeWithdrawn: _withdrawn_faults,
}
"""What is asked of events at a table with real cards, instead of what ``audit_shoe`` asks of them."""
