"""What the audit asks of single events beyond their place in the fold: proofs, cards, results, totals.

Written out against the rules rather than through the decisions of ``table``, so that it is a second opinion. Pure.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from puntobanco.bank.audit_bets import bet_faults
from puntobanco.bank.audit_ceremony import CHECKS as CEREMONY_CHECKS, ended_faults, published_faults, round_faults
from puntobanco.bank.audit_desk import BY_HAND
from puntobanco.bank.audit_seats import seat_faults
from puntobanco.bank.audit_squeeze import squeeze_faults
from puntobanco.errors import PuntobancoError
from puntobanco.game.bets import MAIN_SPOTS, spot_of
from puntobanco.game.house import BurnRule, TiePolicy
from puntobanco.game.proof import OpenedCard, check_opened, deal_name, root_of
from puntobanco.game.rules import COUP_CARDS_MAX, Outcome
from puntobanco.game.shoe import SESSION_ROUNDS, burn, cards_of_a_round, may_cut, shoe_cards
from puntobanco.table import events as ev
from puntobanco.table.dealing import check_opening
from puntobanco.table.events import Event
from puntobanco.table.state import TableState


def faults(before: TableState | None, event: Event, opened_ms: int | None) -> Iterator[str]:
    """What is wrong with an event, given the state before it; None where the fold begins with this event.

    ``opened_ms`` is when betting on the round under way was opened. Never raises: what cannot even be checked is wrong too.
    """
    try:
        if before is not None:
            yield from _faults(before, event, opened_ms)
            yield from seat_faults(before, event)
            yield from squeeze_faults(before, event)
    except PuntobancoError as error:
        yield str(error)
    except Exception as error:  # whatever numbers and texts a damaged event may hold
        yield f"cannot be checked: {type(error).__name__}"


def _faults(before: TableState, event: Event, opened_ms: int | None) -> Iterator[str]:
    if isinstance(event, ev.BetConfirmed | ev.BetReduced):
        yield from bet_faults(before, event, opened_ms)
        return
    by_hand = before.rules.by_hand
    if isinstance(event, ev.DeskEvent | ev.DealerCame) and not by_hand:
        yield "staff acted at a table that the software deals"
    elif check := (by_hand and BY_HAND.get(type(event))) or _CHECKS.get(type(event)):
        yield from check(before, event)


def _return_faults(before: TableState, event: ev.StakesReturned) -> Iterator[str]:
    if event.stakes != before.carried:
        yield "what goes back is not what a tie left on the felt"


def _shuffle_faults(before: TableState, event: ev.ShuffleStarted) -> Iterator[str]:
    opening = ev.Opening(
        table=before.number,
        rules=before.rules,
        present=before.present,
        present_changed_ms=before.present_changed_ms,
        seats=before.seating.seats,
        dealer=before.dealer,
        log_head=before.log_head,
    )
    if event.opening != opening:
        yield "the state it opens with is not the one the events lead to"
    if event.shoe != before.shoe_number + 1:
        yield f"shoe {event.shoe} follows shoe {before.shoe_number}"
    if before.shoe is not None:
        yield f"shoe {before.shoe_number} is still in play"


def _shoe_faults(before: TableState, event: ev.ShoeOpened) -> Iterator[str]:
    rules = before.rules
    session = rules.shuffles_each_round
    least, most = (0, 0) if session else (rules.cut_card_least, rules.cut_card_most)
    if not least <= event.cut_card_behind <= most:
        yield f"{event.cut_card_behind} cards behind the cut card are outside the announced range"
    if not session and not may_cut(event.cut_place, rules.decks):
        yield f"a cut {event.cut_place} cards from the top leaves too few"
    yield from _hashes_faults(event.hashes, 0 if session else shoe_cards(rules.decks))
    if root_of(event.hashes) != event.root:
        yield "the root is not that of the hashes"
    yield from published_faults(before, event)


def _hashes_faults(hashes: Sequence[str], needed: int) -> Iterator[str]:
    if not len(set(hashes)) == len(hashes) == needed:
        yield f"{len(hashes)} hashes, {len(set(hashes))} different ones: {needed} are needed"


def _round_shuffle_faults(before: TableState, event: ev.RoundShuffled) -> Iterator[str]:
    """The cards of a session's round: published once, for the round that follows, and only before its bets."""
    shoe, rules = before.shoe, before.rules
    if shoe is None:
        return
    if not rules.shuffles_each_round:
        yield "cards are published for a round in a house that does not shuffle for each"
        return
    deal = deal_name(event.round, event.demonstration)
    wanted = deal_name(before.round + 1, before.demonstration + 1 if before.demonstration_due else 0)
    if deal != wanted or (event.demonstration and event.round):
        yield f"cards are published for {deal}, {wanted} follows"
    if deal in {one.deal for one in shoe.published}:
        yield f"the cards of {deal} were published before"
    if before.shoe_over:
        yield f"round {before.round} was the session's last"
    yield from _hashes_faults(event.hashes, cards_of_a_round(rules.burn, rules.decks, rules.burn_each_round))
    yield from round_faults(before, event)
    if root_of(event.hashes) != event.root:
        yield "the root is not that of the hashes"
    if event.last is not (event.round == SESSION_ROUNDS):
        yield f"a session has {SESSION_ROUNDS} rounds"


def _burn_faults(before: TableState, event: ev.CardsBurned) -> Iterator[str]:
    shoe, rules = before.shoe, before.rules
    if shoe is None:
        return  # the fold says so
    if shoe.burned:
        yield "this shoe was burned before"
    shows = rules.burn is BurnRule.FIRST_CARD
    card = check_opened(event.shown, shoe.hashes) if event.shown else None
    if card != event.shown_card or (card is not None) is not shows or (event.shown and event.shown.number != 1):
        yield f"the shown card is {event.shown_card}, its proof says {card}"
    elif event.face_down != burn(rules.burn, rules.decks, card).face_down:
        yield f"{event.face_down} cards were burned face down, the house burns {burn(rules.burn, rules.decks, card).face_down}"


def _round_burn_faults(before: TableState, event: ev.RoundBurned) -> Iterator[str]:
    shoe, due = before.shoe, before.rules.burn_each_round
    if shoe is None:
        return
    if before.burned or before.cards_out:
        yield "cards are burned once before a round, and before its first card"
    if event.face_down != due:
        yield f"{event.face_down} cards were burned before the round, the house burns {due}"
    if event.cut_card is not (shoe.next_number <= shoe.cut_card.number < shoe.next_number + due):
        yield f"the cut card is in front of card {shoe.cut_card.number}"


def _card_faults(before: TableState, event: ev.CardDealt | ev.CardLaid) -> Iterator[str]:
    """A card that leaves the shoe; whose it is and how it falls is asked in ``audit_squeeze``."""
    shoe = before.shoe
    if shoe is None:
        return
    if not before.cards_out and before.burned != before.rules.burn_each_round:
        yield f"{before.burned} cards were burned before the round, the house burns {before.rules.burn_each_round}"
    if event.number != shoe.next_number:
        yield f"card {event.number} was dealt, {shoe.next_number} was next"
    if event.cut_card is not (event.number == shoe.cut_card.number):
        yield f"the cut card is in front of card {shoe.cut_card.number}"
    if isinstance(event, ev.CardDealt):
        card = check_opened(OpenedCard(event.number, event.text), shoe.hashes)
        if card is not event.card:
            yield f"the card is {event.card}, its text says {card}"


def _demonstration_faults(before: TableState, event: ev.DemonstrationOpened) -> Iterator[str]:
    wanted = before.rules.demonstration_rounds
    if before.round or event.number != before.demonstration + 1 or event.number > wanted:
        yield f"demonstration round {event.number} follows {before.demonstration}, the house shows {wanted} before round 1"
    yield from _shoe_ready_faults(before)


def _result_faults(before: TableState, event: ev.RoundSettled | ev.DemonstrationEnded) -> Iterator[str]:
    coup = before.coup
    if isinstance(event, ev.DemonstrationEnded) is not bool(before.demonstration):
        yield f"round {before.round} of the shoe, demonstration {before.demonstration}, did not end as what it was"
    if not coup.complete:
        yield f"settled after {coup.card_count} cards, before the round was complete"
        return
    result = ev.RoundResult(
        round=before.round,
        outcome=coup.outcome,
        player_points=coup.player_points,
        banker_points=coup.banker_points,
        natural=coup.player_natural or coup.banker_natural,
        player_pair=coup.player_pair,
        banker_pair=coup.banker_pair,
    )
    stays = before.rules.tie_policy is not TiePolicy.PUSH and result.outcome is Outcome.TIE and not before.shoe_over
    stays = stays and not before.rules.shuffles_each_round
    main = any(spot_of(bet) in MAIN_SPOTS for own in before.stakes.values() for bet in own)
    if isinstance(event, ev.RoundSettled) and event.carries is not (stays and main):
        said = "stays" if event.carries else "goes back"
        yield f"Player and Banker money {said}, which the house's {before.rules.tie_policy} does not say"
    if result != event.result:
        yield f"the result is {event.result.outcome}, its cards say {result.outcome}: {event.result} against {result}"


def _close_faults(before: TableState, event: ev.ShoeClosed) -> Iterator[str]:
    shoe = before.shoe
    ceremony = shoe.ceremony if shoe else before.ceremony
    if ceremony is None:
        yield "no shoe is in play, and none has been announced"
        return
    if event.shoe != before.shoe_number:
        yield f"shoe {event.shoe} is closed, {before.shoe_number} is in play"
    if (event.secret is None) is not (event.end is ev.ShoeEnd.NEVER_OPENED):
        yield f"the shoe is {event.end}, its secret is {'out' if event.secret else 'not out'}"
    if event.end is not ev.ShoeEnd.NEVER_OPENED and (event.end is ev.ShoeEnd.FINISHED) is not before.shoe_over:
        yield f"the shoe is {event.end}, after round {before.round}"
    if event.secret is not None:
        try:
            secret = bytes.fromhex(event.secret)
        except ValueError:
            yield "the secret is no hex"
            return
        check_opening(secret, ceremony, shoe)
    yield from ended_faults(before, event, ceremony)


def _opening_faults(before: TableState, event: ev.BettingOpened) -> Iterator[str]:
    if event.round != before.round + 1:
        yield f"round {event.round} follows round {before.round}"
    if before.demonstration_due and not before.rules.by_hand:
        yield f"{before.demonstration} demonstration rounds were shown, the house shows {before.rules.demonstration_rounds}"
    yield from _shoe_ready_faults(before)


def _shoe_ready_faults(before: TableState) -> Iterator[str]:
    needed = COUP_CARDS_MAX + before.rules.burn_each_round
    if before.shoe is None or before.shoe.cards_ready < needed or not before.shoe.burned:
        yield "there is no shoe from which a round can be dealt"
    if before.shoe_over:
        yield f"round {before.round} was the shoe's last"


_CHECKS: dict[type[Event], Callable[[TableState, Any], Iterator[str]]] = {
    ev.ShuffleStarted: _shuffle_faults,
    **CEREMONY_CHECKS,
    ev.ShoeOpened: _shoe_faults,
    ev.RoundShuffled: _round_shuffle_faults,
    ev.CardsBurned: _burn_faults,
    ev.RoundBurned: _round_burn_faults,
    ev.CardDealt: _card_faults,
    ev.CardLaid: _card_faults,
    ev.RoundSettled: _result_faults,
    ev.DemonstrationOpened: _demonstration_faults,
    ev.DemonstrationEnded: _result_faults,
    ev.StakesReturned: _return_faults,
    ev.BettingOpened: _opening_faults,
    ev.ShoeClosed: _close_faults,
}
"""What is asked of each kind of event; of all others nothing besides their place in the fold."""
