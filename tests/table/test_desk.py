"""A table with real cards: what its dealer may enter, correct, burn and change, by the rules of sections 6 and 7."""

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from puntobanco.game.bets import Bet, Result
from puntobanco.game.cards import DECK, Card, parse_cards
from puntobanco.game.rules import Outcome, check, deal
from puntobanco.table import acts, commands as co, desk, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.dealing import PAUSE_AFTER_MS
from puntobanco.table.machine import fold
from puntobanco.table.state import Phase
from puntobanco.table.views import table_view
from tests.table.by_hand import ByHand, dealing, hand_rules
from tests.table.driven import Driven, betting, rules

NATURAL = "9H 2S KD 4C"
LONG = "2S 2H 3D 2C 4D 4S"


def refused(answer: object) -> Code | None:
    """Why an act was refused; None where it was not."""
    return answer.code if isinstance(answer, Rejection) else None


# The shoe.


def test_nothing_happens_at_a_table_with_real_cards_before_its_dealer_acts() -> None:
    table = ByHand()
    for _ in range(5):
        table.now_ms += PAUSE_AFTER_MS
        table.step()
    assert table.phase is Phase.PAUSED
    assert refused(table.open_round()) is Code.WRONG_PHASE
    assert refused(table.bring_shoe()) is Code.WRONG_PHASE
    assert table.state.shoe is None


def test_a_table_dealt_by_software_takes_no_act() -> None:
    table = betting(NATURAL)
    act = acts.OpenRound(round=2)
    assert table.ask(co.AtDesk(staff="Dora", act=act)) == Rejection(code=Code.NOT_BY_HAND)


@pytest.mark.parametrize(
    ("house", "burned"), [("classic", 0), ("chips", 6), ("macau", 8)], ids=["none", "a fixed number", "as many as decks"]
)
def test_a_burn_without_a_shown_card_is_counted_when_the_shoe_comes(house: str, burned: int) -> None:
    table = ByHand(hand_rules(house)).ready()
    assert table.state.shoe is not None
    assert table.state.shoe.cards_left == 416 - burned
    assert refused(table.open_round()) is None


@pytest.mark.parametrize(("shown", "face_down"), [("AS", 1), ("2H", 2), ("9D", 9), ("TC", 10), ("JS", 10), ("QH", 10), ("KD", 10)])
def test_the_shown_card_of_a_burn_says_how_many_follow_it(shown: str, face_down: int) -> None:
    table = ByHand(hand_rules("live"))
    table.new_shoe()
    table.bring_shoe()
    assert refused(table.open_round()) is Code.WRONG_PHASE
    assert refused(table.enter(shown)) is None
    assert table.state.shoe is not None
    assert table.state.shoe.cards_left == 416 - 1 - face_down
    assert refused(table.open_round()) is None


def test_the_first_card_of_the_burn_can_be_corrected_and_taken_back_before_the_first_round() -> None:
    table = ByHand(hand_rules("live")).ready()
    table.must(acts.CorrectCard(number=1, card="KS", reason="misread"))
    assert table.state.shoe is not None
    assert table.state.shoe.cards_left == 416 - 11
    assert table.state.shoe.seen == (Card("KS"),)
    table.must(acts.TakeCardBack(number=1, reason="not turned yet"))
    assert refused(table.open_round()) is Code.WRONG_PHASE
    table.enter("AH")
    assert table.state.shoe.cards_left == 414
    table.open_round()
    late = table.act(acts.CorrectCard(number=1, card="2S", reason="misread"))
    assert refused(late) is Code.TOO_LATE


def test_a_shoe_is_changed_before_its_end_only_with_a_reason_and_never_in_a_round() -> None:
    table = dealing(NATURAL)
    assert refused(table.new_shoe(reason="a guest asked")) is Code.WRONG_PHASE
    table.settle()
    assert refused(table.new_shoe(reason="  ")) is Code.BAD_REASON
    done = table.new_shoe(reason="a guest asked")
    assert isinstance(done, list)
    assert [type(event) for event in done] == [ev.ShoeWithdrawn, ev.ShoeClosed, ev.ShuffleStarted]
    closed = done[1]
    assert isinstance(closed, ev.ShoeClosed)
    assert closed.end is ev.ShoeEnd.ENDED_EARLY
    assert table.phase is Phase.SHUFFLING


def test_damaged_cards_are_replaced_by_a_new_set_with_a_reason() -> None:
    table = dealing(NATURAL)
    table.settle()
    done = table.new_shoe(reason="a torn nine", replaced=True)
    assert isinstance(done, list)
    withdrawn = done[0]
    assert isinstance(withdrawn, ev.ShoeWithdrawn)
    assert (withdrawn.replaced, withdrawn.reason, withdrawn.staff) == (True, "a torn nine", "Dora")


def test_a_new_shoe_gives_back_what_a_tie_left_on_the_felt() -> None:
    table = ByHand(hand_rules("macau")).ready()
    table.open_round()
    table.bet("ann", "player", 10_000)
    table.close_betting()
    table.deal("2S 4H 3D 3C")
    table.settle()
    assert table.state.carried == {"ann": {Bet.PLAYER: 10_000}}
    done = table.new_shoe(reason="a guest asked")
    assert isinstance(done, list)
    assert ev.StakesReturned in map(type, done)
    assert table.state.carried == {}


def test_the_shoe_is_over_after_the_round_in_which_the_cut_card_came() -> None:
    table = dealing("9H 2S")
    assert refused(table.cut_card()) is None
    table.deal("KD 4C")
    table.settle()
    assert refused(table.open_round()) is Code.SHOE_OVER
    done = table.new_shoe()
    assert isinstance(done, list)
    assert [event.end for event in done if isinstance(event, ev.ShoeClosed)] == [ev.ShoeEnd.FINISHED]


def test_a_house_may_deal_one_more_round_unless_the_cut_card_came_in_place_of_a_first_card() -> None:
    house = hand_rules("classic", last_round="one_more")
    table = dealing("9H 2S", house)
    table.cut_card()
    table.deal("KD 4C")
    table.settle()
    table.round(NATURAL)
    assert refused(table.open_round()) is Code.SHOE_OVER
    for opened, closed in ((False, False), (True, False), (True, True)):
        table = dealing(NATURAL, house)
        table.settle()
        if opened:
            table.open_round()
        if closed:
            table.close_betting()
        table.cut_card()
        assert table.state.shoe is not None
        assert table.state.shoe.last_round == 2


def test_a_cut_card_that_was_entered_by_mistake_is_taken_back_with_a_reason() -> None:
    table = dealing("9H 2S")
    table.cut_card()
    assert table.cut_card() == []
    assert refused(table.cut_card(out=False)) is Code.BAD_REASON
    assert refused(table.cut_card(out=False, reason="a white joker")) is None
    table.deal("KD 4C")
    table.settle()
    assert refused(table.open_round()) is None


def test_no_round_starts_with_fewer_than_six_cards() -> None:
    table = ByHand(hand_rules("classic", decks=6)).ready()
    table.supervisor = "Sam"
    while table.state.shoe is not None and table.state.shoe.cards_left >= 16:
        assert refused(table.burn(10)) is None
    assert refused(table.burn(6)) is None
    assert desk.may_open(table.state)
    assert refused(table.burn(1)) is None
    assert table.state.shoe is not None
    assert table.state.shoe.cards_left == 5
    assert refused(table.open_round()) is Code.SHOE_OVER
    assert refused(table.new_shoe()) is None


# Cards.


def test_the_table_says_whose_card_comes_next_and_takes_no_card_too_many() -> None:
    table = dealing()
    sides = []
    for card in parse_cards(LONG):
        sides.append(desk.side_due(table.state))
        table.enter(card)
    assert [side and side.value for side in sides] == ["player", "banker", "player", "banker", "player", "banker"]
    assert desk.side_due(table.state) is None
    assert refused(table.enter("2D")) is Code.ILLEGAL_DRAW
    assert refused(dealing(NATURAL).enter("2D")) is Code.ILLEGAL_DRAW


def test_cards_dealt_face_down_are_entered_as_they_are_opened_one_hand_after_the_other() -> None:
    table = dealing(house=hand_rules("macau"))
    sides = []
    for card in parse_cards("9H KD 2S 4C"):
        sides.append(desk.side_due(table.state))
        table.enter(card)
    assert [side and side.value for side in sides] == ["player", "player", "banker", "banker"]
    assert table.state.coup == deal(parse_cards(NATURAL))


@pytest.mark.parametrize("text", ["9H", "9h", "10♥", "th", " TD ", "A♠", "q♦️"])
def test_any_spelling_of_a_card_is_read(text: str) -> None:
    assert refused(dealing().enter(text)) is None


@pytest.mark.parametrize("text", ["", "1H", "9", "HH", "9HX", "joker", "9H 2S", "\u0669H"])
def test_what_is_no_card_is_refused(text: str) -> None:
    assert refused(dealing().enter(text)) is Code.UNKNOWN_CARD


def test_a_card_comes_no_oftener_than_the_decks_hold_it() -> None:
    table = ByHand(hand_rules("classic", decks=6)).ready()
    for _ in range(2):
        table.round(NATURAL)
    table.open_round()
    table.close_betting()
    table.deal("9H 9H 9H 9H")
    table.settle()
    table.open_round()
    table.close_betting()
    answer = table.enter("9H")
    assert answer == Rejection(code=Code.IMPOSSIBLE_CARD, limit=6)
    table.enter("8H")
    assert refused(table.correct(-1, "9H")) is Code.IMPOSSIBLE_CARD
    assert refused(table.correct(-1, "8S")) is None


def test_a_card_for_another_place_than_the_next_is_refused() -> None:
    table = dealing("9H")
    again = acts.EnterCard(number=1, card="9H")
    assert refused(table.act(again)) is Code.TOO_LATE
    assert refused(table.act(acts.EnterCard(number=3, card="9H"))) is Code.TOO_LATE
    assert len(table.state.dealt) == 1


def test_no_card_is_entered_while_betting_is_open_or_the_round_is_settled() -> None:
    table = ByHand().ready()
    assert refused(table.enter("9H")) is Code.WRONG_PHASE
    table.open_round()
    assert refused(table.enter("9H")) is Code.WRONG_PHASE
    table.close_betting()
    table.deal(NATURAL)
    table.settle()
    assert refused(table.enter("9H")) is Code.WRONG_PHASE


def test_cards_burned_before_a_round_have_numbers_too() -> None:
    table = dealing("9H", hand_rules("classic", burn_each_round=2))
    assert table.state.burned == 2
    assert table.state.dealt[0].number == 3


def test_betting_ends_by_time_and_nothing_else_does() -> None:
    table = ByHand().ready()
    table.open_round()
    phases = [table.phase]
    table.wait()
    for cards in ("", NATURAL, ""):
        table.step()
        table.deal(cards)
        table.now_ms += PAUSE_AFTER_MS
        phases.append(table.phase)
    assert phases == [Phase.BETTING, Phase.DEALING, Phase.DEALING, Phase.DEALING]


def test_a_round_is_settled_when_the_dealer_says_that_its_cards_are_right() -> None:
    table = ByHand().ready()
    table.open_round()
    table.bet("ann", "banker", 1_000)
    table.close_betting()
    table.deal("2S 9H 3D KC")
    assert refused(table.settle()) is None
    assert table.state.settled["ann"].bets[Bet.BANKER].result is Result.WIN
    assert refused(table.act(acts.SettleRound(round=1))) is Code.WRONG_PHASE
    assert refused(table.act(acts.SettleRound(round=2))) is Code.TOO_LATE


def test_a_round_is_not_settled_before_its_last_card() -> None:
    table = dealing("2S 2H 3D")
    assert refused(table.settle()) is Code.WRONG_PHASE


# Errors.


def test_the_last_card_is_corrected_until_the_round_is_settled() -> None:
    table = dealing("9H 2S KD")
    table.correct(-1, "2D")
    assert table.state.coup.player == (Card("9H"), Card("2D"))
    table.correct(-1, "KD")
    table.deal("4C")
    table.correct(-1, "5C")
    done = table.correct(-1, "4C", reason="a smudge")
    assert isinstance(done, list)
    event = done[0]
    assert isinstance(event, ev.CardCorrected)
    assert (event.was, event.card, event.reason, event.staff) == (Card("5C"), Card("4C"), "a smudge", "Dora")
    table.settle()
    assert refused(table.act(acts.CorrectCard(number=table.state.dealt[-1].number, card="6C", reason="x"))) is Code.TOO_LATE


def test_an_earlier_card_is_corrected_with_approval_where_no_draw_changes() -> None:
    table = dealing("9H 2S KD")
    assert refused(table.correct(0, "8H")) is Code.NEEDS_APPROVAL
    table.supervisor = "Sam"
    done = table.correct(0, "8H")
    assert isinstance(done, list)
    event = done[0]
    assert isinstance(event, ev.CardCorrected)
    assert event.approved_by == "Sam"
    assert table.state.coup.player[0] is Card("8H")


def test_an_earlier_card_is_not_corrected_where_a_draw_would_change() -> None:
    table = dealing(LONG)
    table.supervisor = "Sam"
    before = table.state
    for place, card in ((0, "6S"), (0, "4S"), (1, "6H"), (4, "8D")):
        assert refused(table.correct(place, card)) is Code.DRAW_CHANGES, (place, card)
    assert table.state == before
    for place, card in ((0, "AS"), (1, "AH"), (4, "7D")):
        assert refused(table.correct(place, card)) is None, (place, card)


def test_a_correction_needs_a_reason_and_the_same_card_again_is_none() -> None:
    table = dealing("9H 2S KD")
    assert refused(table.correct(-1, "QD", reason=" ")) is Code.BAD_REASON
    assert table.correct(-1, "KD") == []


def test_a_card_that_was_scanned_twice_is_taken_back() -> None:
    table = dealing("9H 9H")
    table.take_card_back()
    assert table.state.coup.card_count == 1
    assert table.state.shoe is not None
    assert table.state.shoe.seen == (Card("9H"),)
    table.deal("2S KD 4C")
    assert table.state.coup == deal(parse_cards(NATURAL))
    assert table.state.dealt[-1].number == 4


def test_a_second_card_taken_back_in_a_row_is_an_earlier_one_and_needs_approval() -> None:
    table = dealing("9H 2S KD")
    assert refused(table.take_card_back()) is None
    assert refused(table.take_card_back()) is Code.NEEDS_APPROVAL
    assert refused(table.correct(-1, "3S")) is Code.NEEDS_APPROVAL
    table.supervisor = "Sam"
    assert refused(table.correct(-1, "3S")) is None
    assert refused(table.take_card_back()) is None
    table.supervisor = None
    table.deal("2S")
    assert refused(table.take_card_back()) is None


def test_the_next_round_begins_with_nothing_taken_back() -> None:
    table = dealing("9H 2S KD 4C")
    table.take_card_back()
    table.do(co.VoidRound(reason="a card too many"))
    table.open_round()
    table.close_betting()
    table.deal("9S")
    assert refused(table.take_card_back()) is None


def test_what_was_burned_after_an_error_stays_burned_when_a_card_is_taken_back() -> None:
    table = dealing("9H 2S", hand_rules("chips"))
    table.supervisor = "Sam"
    table.burn(3)
    assert table.state.shoe is not None
    left = table.state.shoe.cards_left
    table.take_card_back()
    assert table.state.shoe.cards_left == left + 1
    table.deal("2S KD 4C")
    numbers = [dealt.number for dealt in table.state.dealt]
    assert numbers == sorted(set(numbers))
    assert table.state.shoe.cards_left == left + 1 - 3


def test_the_burn_is_not_corrected_once_more_has_left_the_shoe() -> None:
    table = ByHand(hand_rules("live")).ready()
    table.supervisor = "Sam"
    assert refused(table.burn(3)) is None
    for act in (acts.CorrectCard(number=1, card="9C", reason="misread"), acts.TakeCardBack(number=1, reason="misread")):
        assert refused(table.act(act)) is Code.TOO_LATE


def test_an_idle_seat_is_free_when_its_fifth_round_is_settled() -> None:
    table = ByHand(hand_rules(seats=7)).ready()
    table.do(co.Sit(account="ann", name="Ann", seat=3))
    for _ in range(4):
        table.round(NATURAL)
        assert list(table.state.seating.seats) == [3]
    table.round("8H 2S KD 4C")
    assert table.state.seating.seats == {}


def test_only_the_last_card_is_taken_back() -> None:
    table = dealing("9H 2S KD")
    first = acts.TakeCardBack(number=table.state.dealt[0].number, reason="no")
    assert refused(table.act(first)) is Code.TOO_LATE


def test_cards_are_burned_after_an_error_with_a_supervisors_approval() -> None:
    table = dealing("9H 2S", hand_rules("chips"))
    left = table.state.shoe.cards_left if table.state.shoe else 0
    assert refused(table.burn(3)) is Code.NEEDS_APPROVAL
    table.supervisor = "Sam"
    assert refused(table.burn(3, reason="")) is Code.BAD_REASON
    assert refused(table.burn(3)) is None
    assert table.state.shoe is not None
    assert table.state.shoe.cards_left == left - 3
    table.deal("KD 4C")
    assert table.state.dealt[-1].number == table.state.dealt[1].number + 5


def test_a_card_that_lay_face_up_in_the_shoe_is_noted_and_stays_valid() -> None:
    table = dealing("9H 2S")
    assert refused(table.act(acts.NoteExposed(card="KD", reason=""))) is Code.BAD_REASON
    table.must(acts.NoteExposed(card="KD", reason="it lay face up"))
    table.deal("KD 4C")
    assert refused(table.settle()) is None


def exposed(table: ByHand) -> tuple[Card, ...]:
    """The faces that everybody sees in the shoe."""
    shown = table_view(table.state).shoe
    assert shown is not None
    return shown.exposed


def test_an_exposed_card_is_in_the_picture_until_its_face_is_entered_or_cards_are_burned() -> None:
    table = dealing("9H 2S")
    for card in ("KD", "7C", "KD"):
        table.must(acts.NoteExposed(card=card, reason="it lay face up"))
    assert exposed(table) == ("7C", "KD")
    table.deal("KD")
    assert exposed(table) == ("7C",)
    assert refused(table.correct(-1, "7C")) is None
    assert exposed(table) == ()
    table.must(acts.NoteExposed(card="7C", reason="it lay face up"))
    table.supervisor = "Sam"
    assert refused(table.burn(1)) is None
    assert exposed(table) == ()


def test_an_exposed_card_goes_with_the_burn_and_with_its_shoe() -> None:
    table = ByHand(hand_rules("live"))
    table.new_shoe()
    table.bring_shoe()
    table.must(acts.NoteExposed(card="7C", reason="it lay face up"))
    assert exposed(table) == ("7C",)
    table.deal("2H")
    assert exposed(table) == ()
    table.must(acts.NoteExposed(card="7C", reason="it lay face up"))
    table.new_shoe(reason="damaged", replaced=True)
    table.bring_shoe()
    assert exposed(table) == ()


def test_a_suspended_round_takes_corrections_and_no_cards() -> None:
    table = dealing("9H 2S KD")
    table.do(co.Suspend(reason="a card to the wrong hand"))
    assert refused(table.enter("4C")) is Code.SUSPENDED
    assert refused(table.settle()) is Code.SUSPENDED
    assert refused(table.correct(-1, "QD")) is None
    table.do(co.Resume())
    table.deal("4C")
    assert table.state.coup.player == (Card("9H"), Card("QD"))


def test_a_round_of_real_cards_can_be_voided_after_the_close_and_every_bet_comes_back() -> None:
    table = ByHand().ready()
    table.open_round()
    table.bet("ann", "player", 1_000)
    table.close_betting()
    table.deal("9H 2S")
    table.do(co.VoidRound(reason="a card too many"))
    assert table.phase is Phase.RESULT
    assert table.state.voided == "a card too many"
    assert table.state.settled == {}
    assert refused(table.open_round()) is None
    assert table.state.round == 2
    assert table.state.shoe is not None
    assert len(table.state.shoe.seen) == 2


# Rounds without bets.


def test_up_to_three_demonstration_rounds_begin_a_shoe() -> None:
    table = ByHand().ready()
    for _ in range(3):
        assert refused(table.open_round(demonstration=True)) is None
        table.deal(NATURAL)
        assert refused(table.settle()) is None
    assert refused(table.open_round(demonstration=True)) is Code.WRONG_PHASE
    table.round(NATURAL)
    assert refused(table.open_round(demonstration=True)) is Code.WRONG_PHASE
    assert [result.round for result in table.state.results] == [1]


def test_a_scoreboard_takes_cards_at_once_and_no_bets() -> None:
    table = ByHand(hand_rules("classic", bets=[])).ready()
    assert refused(table.open_round()) is None
    assert table.phase is Phase.DEALING
    table.deal(NATURAL)
    table.settle()
    assert [result.outcome for result in table.state.results] == [Outcome.PLAYER]
    table.open_round()
    assert refused(table.bet("ann", "player", 1_000)) is Code.BETTING_CLOSED


# The record.


def test_whoever_acts_first_and_whoever_takes_over_stands_in_the_record() -> None:
    table = ByHand().ready()
    table.staff = "Emil"
    table.open_round()
    came = [(event.staff, place) for place, event in enumerate(table.events) if isinstance(event, ev.DealerCame)]
    assert [staff for staff, _ in came] == ["Dora", "Emil"], table.events
    assert isinstance(table.events[came[1][1] + 1], ev.BettingOpened)


def test_a_refused_act_changes_nothing() -> None:
    table = dealing("9H 2S")
    before = table.state
    for act in (
        acts.EnterCard(number=9, card="KD"),
        acts.OpenRound(round=2),
        acts.BringShoe(shoe=1),
        acts.NewShoe(shoe=2),
        acts.SettleRound(round=1),
        acts.CorrectCard(number=1, card="no card", reason="x"),
    ):
        table.staff = "Emil"
        assert isinstance(table.act(act), Rejection)
        assert table.state == before


def test_software_and_real_cards_can_follow_each_other_at_one_table_between_shoes() -> None:
    table = Driven(rules("classic"))
    table.play_shoe()
    table.do(co.Open(number=1, rules=hand_rules("classic")))
    assert table.phase is Phase.SHUFFLING
    table.do(co.AtDesk(staff="Dora", act=acts.BringShoe(shoe=2)))
    table.do(co.AtDesk(staff="Dora", act=acts.OpenRound(round=1)))
    assert table.state.round == 1


CARDS = st.sampled_from([*DECK, *DECK[:4] * 8])


def do_anything(table: ByHand, data: st.DataObject) -> None:
    """One act of any kind; most are cards."""
    kind = data.draw(st.sampled_from(["shoe", "bring", "open", "open", "settle", "suspend", "resume", *["shoes"] * 6]))
    match kind:
        case "shoe":
            table.new_shoe(reason=data.draw(st.sampled_from(["", "a reason"])))
        case "bring":
            table.bring_shoe()
        case "open":
            table.open_round(demonstration=data.draw(st.booleans()))
            table.wait()
            table.step()
        case "settle":
            table.settle()
        case "suspend":
            table.ask(co.Suspend(reason="a fault"))
        case "resume":
            table.ask(co.Resume())
        case _:
            do_anything_with_cards(table, data)


def do_anything_with_cards(table: ByHand, data: st.DataObject) -> None:
    if table.state.shoe is None:
        return
    kind = data.draw(st.sampled_from(["correct", "take back", "burn", "cut card", *["enter"] * 8]))
    match kind:
        case "correct" if table.state.dealt:
            table.correct(data.draw(st.sampled_from([0, -1])), data.draw(CARDS))
        case "take back" if table.state.dealt:
            table.take_card_back()
        case "burn":
            table.burn(data.draw(st.integers(1, 10)))
        case "cut card":
            table.cut_card(out=data.draw(st.booleans()), reason="so it was")
        case _:
            table.enter(data.draw(CARDS))


@settings(max_examples=60)
@given(data=st.data(), name=st.sampled_from(["classic", "live", "macau", "chips"]), supervisor=st.sampled_from([None, "Sam"]))
def test_any_acts_in_any_order_keep_the_rules_the_count_and_the_fold(
    data: st.DataObject, name: str, supervisor: str | None
) -> None:
    table = ByHand(hand_rules(name))
    table.supervisor = supervisor
    if data.draw(st.booleans()):
        table.ready()
    for _ in range(data.draw(st.integers(5, 60))):
        do_anything(table, data)
        shoe = table.state.shoe
        if shoe is not None:
            assert max(Counter(shoe.seen).values(), default=0) <= 8
            assert shoe.cards_left >= 0
            assert shoe.next_number - 1 >= len(shoe.seen)
    assert fold(table.events) == table.state
    if table.state.result is not None:
        assert table.state.coup == check(table.state.coup.player, table.state.coup.banker)
