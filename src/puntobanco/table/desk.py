"""A table with real cards: what its dealer enters at the desk, checked against the rules. Decides, changes nothing.

The software cannot see the cards. It says what the rules ask for next and takes no other; nothing here waits for time but betting.
"""

from typing import Any, assert_never

from msgspec.structs import replace

from puntobanco.errors import UnknownCard
from puntobanco.game.cards import Card, parse_card
from puntobanco.game.house import BurnRule, Faces
from puntobanco.game.rules import Coup, Side
from puntobanco.game.shoe import burn, may_start_round
from puntobanco.table import acts, commands as co, dealing, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.state import Phase, ShoeInPlay, TableState, coup_of

Answer = list[ev.Event] | Rejection

_WHILE_SUSPENDED = (acts.CorrectCard, acts.TakeCardBack, acts.BurnCards, acts.NoteExposed, acts.ShowCutCard)
_BETWEEN_ROUNDS = (Phase.PAUSED, Phase.BURNING, Phase.RESULT)
_FACE_DOWN_ORDER = (Side.PLAYER, Side.PLAYER, Side.BANKER, Side.BANKER)
"""Cards dealt face down are opened one hand after the other (rule 2.1)."""


def decide(state: TableState, command: co.AtDesk, now_ms: int) -> Answer:
    """What an act at the desk does, or why it is refused. Source: rules 6 and 7."""
    if not state.rules.by_hand:
        return Rejection(code=Code.NOT_BY_HAND)
    if state.phase is Phase.SUSPENDED and not isinstance(command.act, _WHILE_SUSPENDED):
        return Rejection(code=Code.SUSPENDED)
    answer = _done(replace(state, dealer=command.staff), command, now_ms)
    if isinstance(answer, Rejection) or not answer or command.staff == state.dealer:
        return answer
    return [ev.DealerCame(at_ms=now_ms, staff=command.staff), *answer]


def _done(state: TableState, command: co.AtDesk, now_ms: int) -> Answer:
    match command.act:
        case acts.NewShoe() as act:
            return _new_shoe(state, act, command, now_ms)
        case acts.BringShoe() as act:
            return _bring_shoe(state, act, now_ms)
        case acts.OpenRound() as act:
            return _open_round(state, act, now_ms)
        case acts.EnterCard() as act:
            return _enter_card(state, act, now_ms)
        case acts.SettleRound() as act:
            return _settle_round(state, act, now_ms)
        case acts.CorrectCard() as act:
            return _correct_card(state, act, command, now_ms)
        case acts.TakeCardBack() as act:
            return _take_card_back(state, act, command, now_ms)
        case acts.ShowCutCard() as act:
            return _show_cut_card(state, act, command, now_ms)
        case acts.BurnCards() as act:
            return _burn_cards(state, act, command, now_ms)
        case acts.NoteExposed() as act:
            return _note_exposed(state, act, command, now_ms)
        case _:
            assert_never(command.act)


def side_due(state: TableState) -> Side | None:
    """Whose card the rules ask for next; None once the round has all its cards."""
    if state.rules.faces is Faces.DOWN and len(state.dealt) < len(_FACE_DOWN_ORDER):
        return _FACE_DOWN_ORDER[len(state.dealt)]
    return state.coup.next_side


def next_number(state: TableState) -> int:
    """The number of the card that is entered next: those that are burned before a round's first have numbers too."""
    assert state.shoe is not None
    burned_first = state.rules.burn_each_round if state.phase is Phase.DEALING and state.burn_due else 0
    return state.shoe.next_number + burned_first


def shoe_done(state: TableState) -> bool:
    """Whether no further round is dealt from the shoe: its last was, or too few cards are left (rule 6.6)."""
    left = state.shoe.cards_left if state.shoe else 0
    return state.shoe_over or not may_start_round(left, burn_each_round=state.rules.burn_each_round)


def may_open(state: TableState, *, demonstration: bool = False) -> bool:
    """Whether a round can be opened now, or a demonstration round."""
    ready = state.shoe is not None and state.shoe.burned and state.phase in (Phase.BURNING, Phase.RESULT)
    shown = state.round == 0 and state.demonstration < acts.DEMONSTRATIONS_MAX
    return ready and not shoe_done(state) and (shown or not demonstration)


def _new_shoe(state: TableState, act: acts.NewShoe, command: co.AtDesk, now_ms: int) -> Answer:
    if act.shoe != state.shoe_number + 1:
        return Rejection(code=Code.TOO_LATE)
    if state.phase not in _BETWEEN_ROUNDS:
        return Rejection(code=Code.WRONG_PHASE)
    if state.shoe is None:
        return [dealing.shuffle(state, now_ms)]
    early = act.replaced or not shoe_done(state)
    if early and not act.reason.strip():
        return Rejection(code=Code.BAD_REASON, limit=acts.REASON_CHARACTERS_MAX)
    withdrawn = _signed(ev.ShoeWithdrawn, command, now_ms, reason=act.reason, replaced=act.replaced)
    end = ev.ShoeEnd.FINISHED if shoe_done(state) else ev.ShoeEnd.ENDED_EARLY
    closed = ev.ShoeClosed(at_ms=now_ms, shoe=state.shoe_number, end=end, secret=None)
    return [
        *([withdrawn] if early else []),
        *dealing.return_stakes(state, now_ms),
        closed,
        dealing.shuffle(state, now_ms),
    ]


def _bring_shoe(state: TableState, act: acts.BringShoe, now_ms: int) -> Answer:
    if act.shoe != state.shoe_number:
        return Rejection(code=Code.TOO_LATE)
    if state.phase is not Phase.SHUFFLING:
        return Rejection(code=Code.WRONG_PHASE)
    rules, due_ms = state.rules, now_ms + dealing.card_ms(state)
    opened = ev.ShoeOpened(
        at_ms=now_ms,
        hashes=(),
        root="",
        cut_place=0,
        cut_card_behind=0,
        due_ms=due_ms,
        entry=None,
    )
    if rules.burn in (BurnRule.NONE, BurnRule.FIRST_CARD):
        return [opened]
    face_down = burn(rules.burn, rules.decks).face_down
    return [opened, ev.CardsBurned(at_ms=now_ms, shown=None, shown_card=None, face_down=face_down, due_ms=due_ms)]


def _open_round(state: TableState, act: acts.OpenRound, now_ms: int) -> Answer:
    if act.round != (state.demonstration if act.demonstration else state.round) + 1:
        return Rejection(code=Code.TOO_LATE)
    if not may_open(state, demonstration=act.demonstration):
        over = state.shoe is not None and state.shoe.burned and shoe_done(state)
        return Rejection(code=Code.SHOE_OVER if over else Code.WRONG_PHASE)
    due_ms = now_ms + dealing.card_ms(state)
    if act.demonstration:
        return [ev.DemonstrationOpened(at_ms=now_ms, number=act.round, due_ms=due_ms)]
    if not state.rules.offered:
        opened = ev.BettingOpened(at_ms=now_ms, round=act.round, closes_ms=now_ms)
        return [opened, ev.BettingClosed(at_ms=now_ms, due_ms=due_ms)]
    return [ev.BettingOpened(at_ms=now_ms, round=act.round, closes_ms=now_ms + dealing.betting_ms(state))]


def _enter_card(state: TableState, act: acts.EnterCard, now_ms: int) -> Answer:
    shoe = state.shoe
    burning = state.phase is Phase.BURNING and shoe is not None and not shoe.burned
    if shoe is None or not (burning or state.phase is Phase.DEALING):
        return Rejection(code=Code.WRONG_PHASE)
    side = None if burning else side_due(state)
    if side is None and not burning:
        return Rejection(code=Code.ILLEGAL_DRAW)
    if act.number != next_number(state):
        return Rejection(code=Code.TOO_LATE)
    card = _checked(act.card, shoe.seen, shoe)
    if isinstance(card, Rejection):
        return card
    due_ms = now_ms + dealing.card_ms(state)
    if side is None:
        face_down = burn(state.rules.burn, state.rules.decks, card).face_down
        return [ev.CardsBurned(at_ms=now_ms, shown=None, shown_card=card, face_down=face_down, due_ms=due_ms)]
    dealt = ev.CardDealt(at_ms=now_ms, side=side, number=act.number, card=card, text="", cut_card=False, due_ms=due_ms)
    return [dealing.round_burned(state, now_ms), dealt] if state.burn_due else [dealt]


def _settle_round(state: TableState, act: acts.SettleRound, now_ms: int) -> Answer:
    if act.round != (0 if state.demonstration else state.round):
        return Rejection(code=Code.TOO_LATE)
    if state.phase is not Phase.DEALING or side_due(state) is not None:
        return Rejection(code=Code.WRONG_PHASE)
    return [dealing.ended(state, now_ms)]


def _correct_card(state: TableState, act: acts.CorrectCard, command: co.AtDesk, now_ms: int) -> Answer:
    found = _entered(state, act.number)
    if isinstance(found, Rejection):
        return found
    was, side, place = found
    assert state.shoe is not None
    others = (*state.shoe.seen[:place], *state.shoe.seen[place + 1 :])
    card = _checked(act.card, others, state.shoe)
    if isinstance(card, Rejection):
        return card
    if card is was:
        return []
    if not act.reason.strip():
        return Rejection(code=Code.BAD_REASON, limit=acts.REASON_CHARACTERS_MAX)
    last = side is None or act.number == state.dealt[-1].number
    if not last and not _same_draws(state, act.number, card):
        return Rejection(code=Code.DRAW_CHANGES)
    if (not last or state.taken_back) and command.approved_by is None:
        return Rejection(code=Code.NEEDS_APPROVAL)
    return [_signed(ev.CardCorrected, command, now_ms, reason=act.reason, number=act.number, side=side, was=was, card=card)]


def _take_card_back(state: TableState, act: acts.TakeCardBack, command: co.AtDesk, now_ms: int) -> Answer:
    found = _entered(state, act.number)
    if isinstance(found, Rejection):
        return found
    if state.dealt and act.number != state.dealt[-1].number:
        return Rejection(code=Code.TOO_LATE)
    if not act.reason.strip():
        return Rejection(code=Code.BAD_REASON, limit=acts.REASON_CHARACTERS_MAX)
    if state.taken_back and command.approved_by is None:
        # The last card is the dealer's own affair; what lay before it is an earlier card.
        return Rejection(code=Code.NEEDS_APPROVAL)
    card, side, _ = found
    return [_signed(ev.CardTakenBack, command, now_ms, reason=act.reason, number=act.number, side=side, card=card)]


def _show_cut_card(state: TableState, act: acts.ShowCutCard, command: co.AtDesk, now_ms: int) -> Answer:
    shoe = state.shoe
    if shoe is None or not shoe.burned or state.phase is Phase.PAUSED:
        return Rejection(code=Code.WRONG_PHASE)
    if (shoe.last_round is not None) is act.out:
        return []
    if act.number != next_number(state):
        return Rejection(code=Code.TOO_LATE)
    if not act.out and not act.reason.strip():
        return Rejection(code=Code.BAD_REASON, limit=acts.REASON_CHARACTERS_MAX)
    between = state.phase in (Phase.BURNING, Phase.RESULT)
    last_round = shoe.cut_card.last_round(
        state.rules.last_round,
        met_in_round=state.round + between,
        met_at_first_card=between or not state.dealt,
    )
    return [_signed(ev.CutCardShown, command, now_ms, reason=act.reason, last_round=last_round if act.out else None)]


def _burn_cards(state: TableState, act: acts.BurnCards, command: co.AtDesk, now_ms: int) -> Answer:
    shoe = state.shoe
    if shoe is None or not shoe.burned or state.phase is Phase.PAUSED:
        return Rejection(code=Code.WRONG_PHASE)
    if act.number != next_number(state):
        return Rejection(code=Code.TOO_LATE)
    under_way = state.phase not in (Phase.BURNING, Phase.RESULT)
    kept = may_start_round(shoe.cards_left - act.count + len(state.dealt), burn_each_round=state.rules.burn_each_round)
    if shoe.cards_left < act.count or (under_way and not kept):
        return Rejection(code=Code.TOO_FEW_CARDS, left=shoe.cards_left)
    if not act.reason.strip():
        return Rejection(code=Code.BAD_REASON, limit=acts.REASON_CHARACTERS_MAX)
    if command.approved_by is None:
        return Rejection(code=Code.NEEDS_APPROVAL)
    return [_signed(ev.ErrorBurned, command, now_ms, reason=act.reason, face_down=act.count)]


def _note_exposed(state: TableState, act: acts.NoteExposed, command: co.AtDesk, now_ms: int) -> Answer:
    shoe = state.shoe
    if shoe is None or state.phase is Phase.PAUSED:
        return Rejection(code=Code.WRONG_PHASE)
    card = _checked(act.card, shoe.seen, shoe)
    if isinstance(card, Rejection):
        return card
    if not act.reason.strip():
        return Rejection(code=Code.BAD_REASON, limit=acts.REASON_CHARACTERS_MAX)
    return [_signed(ev.CardExposed, command, now_ms, reason=act.reason, card=card)]


def _signed(event: type[ev.DeskEvent], command: co.AtDesk, now_ms: int, *, reason: str, **fields: Any) -> Any:
    """An event with who did it, why, and who approved it."""
    return event(at_ms=now_ms, staff=command.staff, approved_by=command.approved_by, reason=reason.strip(), **fields)


def _checked(text: str, seen: tuple[Card, ...], shoe: ShoeInPlay) -> Card | Rejection:
    """The card that a text names, if the decks still hold one."""
    try:
        card = parse_card(text.strip())
    except UnknownCard:
        return Rejection(code=Code.UNKNOWN_CARD)
    decks = shoe.decks
    return Rejection(code=Code.IMPOSSIBLE_CARD, limit=decks) if seen.count(card) >= decks else card


def _entered(state: TableState, number: int) -> tuple[Card, Side | None, int] | Rejection:
    """A card that was entered in the burn or the round under way: the card, its hand, and its place among those seen."""
    shoe = state.shoe
    phase = state.suspension.phase if state.suspension else state.phase
    if shoe is not None and phase is Phase.DEALING:
        for place, dealt in enumerate(state.dealt, len(shoe.seen) - len(state.dealt)):
            if dealt.number == number:
                return dealt.card, dealt.side, place
    elif shoe is not None and phase is Phase.BURNING and shoe.shown is not None and number == 1:
        burned = burn(state.rules.burn, state.rules.decks, shoe.shown).face_down
        # Until anything else has left the shoe: what was burned after an error stays burned.
        return (shoe.shown, None, 0) if shoe.next_number == 2 + burned else Rejection(code=Code.TOO_LATE)
    return Rejection(code=Code.TOO_LATE)


def _same_draws(state: TableState, number: int, card: Card) -> bool:
    """Whether every card would have gone where it went, and the next would go where it goes, had this one been in its place."""
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    corrected = [(dealt.side, card if dealt.number == number else dealt.card) for dealt in state.dealt]
    for side, dealt_card in corrected:
        if len(hands[Side.PLAYER]) >= 2 and len(hands[Side.BANKER]) >= 2 and _coup(hands).next_side is not side:
            return False
        hands[side].append(dealt_card)
    return len(corrected) < len(_FACE_DOWN_ORDER) or _coup(hands).next_side is coup_of(state.dealt).next_side


def _coup(hands: dict[Side, list[Card]]) -> Coup:
    return Coup(tuple(hands[Side.PLAYER]), tuple(hands[Side.BANKER]))
