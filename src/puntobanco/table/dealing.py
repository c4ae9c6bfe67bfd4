"""What the table waits for, and the steps of a shoe and a round that time and the dealer bring. Decides, changes nothing.

Each function gives the events of one step, in the order in which they happen. A command that does not fit is a bug of the
dealer's and fails an assertion: the table stops rather than deals wrongly.
"""

import enum
from typing import assert_never

from msgspec.structs import replace

from puntobanco.game import proof
from puntobanco.game.house import TiePolicy
from puntobanco.game.proof import OpenedCard, check_opened, root_of
from puntobanco.game.rules import Outcome
from puntobanco.game.shoe import burn, may_start_round, shoe_cards as cards_in_shoe
from puntobanco.table import ceremony, commands as co, events as ev, felt, seating, squeeze
from puntobanco.table.state import Ceremony, Phase, ShoeInPlay, Stage, TableState

PAUSE_AFTER_MS = 60_000
"""With nobody there for this long, the table pauses between rounds (rule 5.8)."""

REOPENED_MS = 5_000
"""After a restart during betting at least this much time is left (rule 5.6)."""


class Need(enum.StrEnum):
    """What brings the next step."""

    TICK = "tick"
    ANNOUNCEMENT = "announcement"
    SHOE = "shoe"
    ROUND = "round"
    BURN = "burn"
    CARD = "card"
    SECRET = "secret"


def awaits(state: TableState) -> Need | None:
    """What the table needs from its dealer once `next_ms` has come; None when it waits for nothing, or for a person at the desk."""
    if state.rules.by_hand and state.phase is not Phase.BETTING:
        return None
    match state.phase:
        case Phase.PAUSED | Phase.SUSPENDED:
            return None
        case Phase.SHUFFLING:
            return _need_of(state.ceremony)
        case Phase.BURNING:
            shoe = _in_play(state)
            return Need.ROUND if not shoe.hashes else Need.TICK if shoe.burned else Need.BURN
        case Phase.BETTING:
            return Need.TICK
        case Phase.DEALING:
            return Need.CARD if felt.next_move(state).brings_card else Need.TICK
        case Phase.RESULT:
            between = Need.ROUND if state.shoe is not None and state.shoe.session else Need.TICK
            return Need.SECRET if state.shoe_over else between


def _need_of(ceremony: Ceremony | None) -> Need:
    if ceremony is None or ceremony.stage is Stage.FAILED:
        return Need.ANNOUNCEMENT
    return Need.SHOE if ceremony.stage is Stage.OPENED else Need.TICK


def deserted(state: TableState, now_ms: int) -> bool:
    """Whether nobody has been there for so long that the table pauses. A dealer at the desk goes on alone."""
    return not state.rules.by_hand and not state.present and now_ms - state.present_changed_ms >= PAUSE_AFTER_MS


def next_ms(state: TableState) -> int | None:
    """When the next step follows by itself: at ``due_ms``, or where everyone seated is done with betting before it (rule 5.5).

    At a table with real cards only betting ends by itself; all else waits for its dealer.
    """
    if state.rules.by_hand and state.phase is not Phase.BETTING:
        return None
    if state.phase is Phase.SHUFFLING:
        return ceremony.due_ms(state)
    early_ms = seating.early_close_ms(state)
    return state.due_ms if early_ms is None or state.due_ms is None else min(early_ms, state.due_ms)


def next_step(state: TableState, now_ms: int) -> list[ev.Event]:
    """What the passing of time brings, if its moment has come."""
    if state.phase is Phase.PAUSED:
        return [_start(state, now_ms)] if state.present and not state.rules.by_hand else []
    due_ms = next_ms(state)
    if due_ms is None or now_ms < due_ms or awaits(state) is not Need.TICK:
        return []
    match state.phase:
        case Phase.SHUFFLING:
            return ceremony.next_step(state, now_ms)
        case Phase.BETTING:
            return [ev.BettingClosed(at_ms=now_ms, due_ms=now_ms + card_ms(state))]
        case Phase.DEALING:
            return [_on_the_felt(state, now_ms)]
        case _:
            return [ev.TablePaused(at_ms=now_ms) if deserted(state, now_ms) else _next_round(state, now_ms)]


def bring(
    state: TableState, command: co.OpenShoe | co.ShuffleRound | co.Burn | co.DealCard | co.CloseShoe, now_ms: int
) -> list[ev.Event]:
    """What the dealer brings from the locked box is taken in, where it fits."""
    match command:
        case co.OpenShoe():
            return _open_shoe(state, command, now_ms)
        case co.ShuffleRound():
            return _shuffle_round(state, command, now_ms)
        case co.Burn():
            return _burn_cards(state, command, now_ms)
        case co.DealCard():
            return _deal_card(state, command, now_ms)
        case co.CloseShoe():
            return _close_shoe(state, command, now_ms)
        case _:
            assert_never(command)


def _open_shoe(state: TableState, command: co.OpenShoe, now_ms: int) -> list[ev.Event]:
    """A shoe comes to the table, shuffled and cut as its ceremony has it. Source: rules 6.1 to 6.3, 8.6."""
    behind, rules, of_shoe = command.cut_card_behind, state.rules, state.ceremony
    assert state.phase is Phase.SHUFFLING
    assert of_shoe is not None
    assert of_shoe.stage is Stage.OPENED
    cards = 0 if rules.shuffles_each_round else cards_in_shoe(rules.decks)
    assert len(set(command.hashes)) == len(command.hashes) == cards
    assert not cards or rules.cut_card_least <= behind <= rules.cut_card_most
    opened = ev.ShoeOpened(
        at_ms=now_ms,
        hashes=command.hashes,
        root=root_of(command.hashes),
        cut_place=command.cut_place,
        cut_card_behind=behind,
        due_ms=now_ms + card_ms(state),
        entry=proof.published_entry(state.log_head, of_shoe.announcement, command.hashes, command.cut_place, behind),
    )
    return [opened]


def _shuffle_round(state: TableState, command: co.ShuffleRound, now_ms: int) -> list[ev.Event]:
    """A pack for the next round of a session: its hashes are out before the round's betting opens (rule 6.5)."""
    shoe = _in_play(state)
    assert shoe.ceremony is not None
    announced = shoe.ceremony.announcement
    assert awaits(state) is Need.ROUND
    assert len(set(command.hashes)) == len(command.hashes) == announced.session_cards
    demonstration = state.demonstration + 1 if state.demonstration_due else 0
    number = 0 if demonstration else state.round + 1
    shuffled = ev.RoundShuffled(
        at_ms=now_ms,
        round=number,
        demonstration=demonstration,
        hashes=command.hashes,
        root=root_of(command.hashes),
        last=number == announced.session_rounds,
        due_ms=now_ms + card_ms(state),
        entry=proof.round_entry(state.log_head, announced, proof.deal_name(number, demonstration), command.hashes),
    )
    return [shuffled]


def _burn_cards(state: TableState, command: co.Burn, now_ms: int) -> list[ev.Event]:
    """The burn of the house (rule 6.4)."""
    shoe = _in_play(state)
    assert state.phase is Phase.BURNING
    assert not shoe.burned
    card = None if command.shown is None else check_opened(_next(shoe, command.shown), shoe.hashes)
    burned = burn(state.rules.burn, state.rules.decks, card)
    assert burned.shown is (command.shown is not None)
    event = ev.CardsBurned(
        at_ms=now_ms,
        shown=command.shown,
        shown_card=card,
        face_down=burned.face_down,
        due_ms=now_ms + card_ms(state),
    )
    return [event]


def _deal_card(state: TableState, command: co.DealCard, now_ms: int) -> list[ev.Event]:
    """The card that is turned now: drawn and open at once, or one that lay face down. Its text must belong to its hash."""
    shoe, opened = _in_play(state), command.card
    move = felt.next_move(state)
    assert state.phase is Phase.DEALING
    assert move.brings_card, f"a card was brought where {move} comes next"
    assert opened.number == felt.card_number(state), f"card {opened.number} is not to be turned now, {felt.card_number(state)} is"
    card, due_ms = check_opened(opened, shoe.hashes), now_ms + card_ms(state)
    laid, side = felt.to_open(state), felt.side_to_draw(state)
    if laid is not None:
        turned = ev.CardOpened(at_ms=now_ms, side=laid.side, number=laid.number, card=card, text=opened.text, due_ms=due_ms)
        return [turned]
    assert side is not None
    met = shoe.cut_card.met(opened.number, opened.number)
    return [ev.CardDealt(at_ms=now_ms, side=side, number=opened.number, card=card, text=opened.text, cut_card=met, due_ms=due_ms)]


def _close_shoe(state: TableState, command: co.CloseShoe, now_ms: int) -> list[ev.Event]:
    """A shoe ends, between rounds or before it came; its secret opens everything, which is counted again (rule 6.1)."""
    shoe, secret = state.shoe, command.secret
    of_shoe = shoe.ceremony if shoe else state.ceremony
    assert state.phase in (Phase.RESULT, Phase.BURNING, Phase.PAUSED, Phase.SHUFFLING)
    assert of_shoe is not None, "no shoe has been announced"
    end = ev.ShoeEnd.FINISHED if state.shoe_over else ev.ShoeEnd.ENDED_EARLY
    if secret is None:
        end = ev.ShoeEnd.NEVER_OPENED
    else:
        check_opening(secret, of_shoe, shoe)
    entry = proof.ended_entry(
        state.log_head,
        of_shoe.announcement,
        end,
        reason=command.reason,
        rounds=state.round,
        voided=shoe.voided if shoe else (),
        secret=secret,
    )
    closed = ev.ShoeClosed(
        at_ms=now_ms,
        shoe=state.shoe_number,
        end=end,
        secret=None if secret is None else secret.hex(),
        reason=command.reason,
        entry=entry,
    )
    returned = return_stakes(state, now_ms)
    if command.stay or deserted(state, now_ms):
        return [*returned, closed, ev.TablePaused(at_ms=now_ms)]
    return [*returned, closed, shuffle(replace(state, log_head=entry.hash), now_ms)]


def check_opening(secret: bytes, of_shoe: Ceremony, shoe: ShoeInPlay | None) -> None:
    """Make a shoe again from its secret. Raises `BadProof` where it is not what was promised and published."""
    proof.check_promise(secret, of_shoe.announcement, of_shoe.commitment)
    if shoe is None or of_shoe.order is None:
        return
    seed = proof.seed_of(secret, of_shoe.order)
    if shoe.session:
        proof.check_session(seed, of_shoe.announcement, shoe.published)
    else:
        opened_by = shoe.opened_by
        published = (opened_by.hashes, opened_by.cut_place, opened_by.cut_card_behind)
        proof.check_shoe(seed, of_shoe.announcement, of_shoe.opened, *published)


def return_stakes(state: TableState, now_ms: int) -> list[ev.Event]:
    """What a tie left on the felt goes back: it never lies in a shoe that it was not staked in (rule 8.1)."""
    return [ev.StakesReturned(at_ms=now_ms, stakes=state.carried)] if state.carried else []


def recover(state: TableState, now_ms: int) -> list[ev.Event]:
    """Nobody is there yet after a restart; betting or a squeeze under way gets at least five seconds (rule 5.6)."""
    events: list[ev.Event] = []
    if state.present:
        events.append(ev.PresenceChanged(at_ms=now_ms, present=False))
    events += seating.lost_lines(state, now_ms)
    if state.phase is Phase.BETTING and state.due_ms is not None:
        closes_ms = max(state.due_ms, now_ms + REOPENED_MS)
        # Where betting may close early, nobody seated has a line yet: the five seconds before it count from here again.
        if closes_ms > state.due_ms or (state.rules.closes_early and state.seating.seats):
            events.append(ev.BettingExtended(at_ms=now_ms, closes_ms=closes_ms))
    events += ceremony.extended(state, now_ms)
    return events + squeeze.begun_again(state, now_ms, least_ms=REOPENED_MS)


def card_ms(state: TableState) -> int:
    """The house's pace: milliseconds from one card to the next."""
    return round(state.rules.card_seconds * 1000)


def result_ms(state: TableState) -> int:
    """How long a result stays, in milliseconds."""
    return round(state.rules.result_seconds * 1000)


def betting_ms(state: TableState) -> int:
    """How long betting is open in a round, in milliseconds."""
    return round(state.rules.betting_seconds * 1000)


def _start(state: TableState, now_ms: int) -> ev.Event:
    if state.shoe is None:
        return shuffle(state, now_ms)
    return _next_round(state, now_ms)


def shuffle(state: TableState, now_ms: int) -> ev.Event:
    """The cards of the next shoe are being shuffled."""
    due_ms = now_ms + round(state.rules.shuffle_seconds * 1000)
    opening = ev.Opening(
        table=state.number,
        rules=state.rules,
        present=state.present,
        present_changed_ms=state.present_changed_ms,
        seats=state.seating.seats,
        dealer=state.dealer,
        log_head=state.log_head,
    )
    return ev.ShuffleStarted(at_ms=now_ms, shoe=state.shoe_number + 1, due_ms=due_ms, opening=opening)


def _next_round(state: TableState, now_ms: int) -> ev.Event:
    """A round begins: with its betting, or in a new shoe a demonstration round with its cards (rule 6.5)."""
    assert may_start_round(_in_play(state).cards_ready, burn_each_round=state.rules.burn_each_round)
    if state.demonstration_due:
        return ev.DemonstrationOpened(at_ms=now_ms, number=state.demonstration + 1, due_ms=now_ms + card_ms(state))
    return ev.BettingOpened(at_ms=now_ms, round=state.round + 1, closes_ms=now_ms + betting_ms(state))


def _on_the_felt(state: TableState, now_ms: int) -> ev.Event:
    match felt.next_move(state):
        case felt.Move.BURN:
            return round_burned(state, now_ms)
        case felt.Move.END:
            return ended(state, now_ms)
        case move:
            return felt.step(state, move, now_ms, card_ms=card_ms(state))


def round_burned(state: TableState, now_ms: int) -> ev.Event:
    """The burn before a round's first card needs no card opened: they go face down."""
    shoe, face_down = _in_play(state), state.rules.burn_each_round
    met = shoe.cut_card.met(shoe.next_number, shoe.next_number + face_down - 1)
    return ev.RoundBurned(at_ms=now_ms, face_down=face_down, cut_card=met, due_ms=now_ms + card_ms(state))


def ended(state: TableState, now_ms: int) -> ev.Event:
    """A round whose last card lies on the felt is settled, or a demonstration round ends."""
    coup = state.coup
    result = ev.RoundResult(
        round=state.round,
        outcome=coup.outcome,
        player_points=coup.player_points,
        banker_points=coup.banker_points,
        natural=coup.player_natural or coup.banker_natural,
        player_pair=coup.player_pair,
        banker_pair=coup.banker_pair,
    )
    if state.demonstration:
        return ev.DemonstrationEnded(at_ms=now_ms, result=result, due_ms=now_ms + result_ms(state))
    return ev.RoundSettled(at_ms=now_ms, result=result, due_ms=now_ms + result_ms(state), carries=carries(state))


def carries(state: TableState) -> bool:
    """Whether this round's tie leaves Player and Banker money on the felt; in a shoe's last round it pushes (rule 8.1).

    So it does where every round has a pack of its own: no stake crosses into cards that are not yet published.
    """
    stays = state.rules.tie_policy is not TiePolicy.PUSH and not state.shoe_over and not state.rules.shuffles_each_round
    return stays and state.coup.outcome is Outcome.TIE and (state.sides.player > 0 or state.sides.banker > 0)


def _in_play(state: TableState) -> ShoeInPlay:
    assert state.shoe is not None, "no shoe is in play"
    return state.shoe


def _next(shoe: ShoeInPlay, card: OpenedCard) -> OpenedCard:
    assert card.number == shoe.next_number, f"card {card.number} is not the shoe's next, {shoe.next_number}"
    return card
