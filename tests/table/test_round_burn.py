"""Cards burned before every round: after the bets, before the first card, counted like any other (rules 6.3, 6.5, 6.6)."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from puntobanco.game.shoe import may_start_round, shoe_cards as cards_of
from puntobanco.table import commands as co, events as ev
from puntobanco.table.dealing import Need, awaits
from puntobanco.table.machine import evolve, fold
from puntobanco.table.public_events import public_events
from puntobanco.table.state import Phase
from puntobanco.table.views import table_view
from tests.table.driven import Driven, betting, rules

NATURAL = "9H 2S KD 4C "
BURNS = rules(burn="none", burn_each_round=3)


def test_the_burn_follows_the_close_and_goes_before_the_first_card() -> None:
    table = betting("2C 2D 2H " + NATURAL, BURNS)
    assert isinstance(table.bet("ann", "player", 500), list)
    table.go_to(Phase.DEALING)
    assert awaits(table.state) is Need.TICK
    closed_ms = table.now_ms
    (burned,) = table.step()
    assert burned == ev.RoundBurned(at_ms=closed_ms + 1_000, face_down=3, cut_card=False, due_ms=closed_ms + 2_000)
    assert (table.phase, awaits(table.state)) == (Phase.DEALING, Need.CARD)
    (dealt,) = table.step()
    assert isinstance(dealt, ev.CardDealt)
    assert (dealt.number, dealt.card.value) == (4, "9H")


def test_no_card_is_dealt_before_the_burn() -> None:
    table = betting(NATURAL, BURNS)
    table.go_to(Phase.DEALING)
    table.wait()
    with pytest.raises(AssertionError):
        table.ask(co.DealCard(card=table.next_card()))


def test_it_comes_once_a_round_and_in_every_round() -> None:
    table = betting(NATURAL, BURNS)
    for _ in range(4):
        table.play_round()
    kinds = [type(event) for event in table.events if isinstance(event, ev.BettingClosed | ev.RoundBurned)]
    assert kinds == [ev.BettingClosed, ev.RoundBurned] * 4


def test_a_house_that_burns_none_has_no_such_event() -> None:
    table = betting(NATURAL)
    table.play_round()
    assert not [event for event in table.events if isinstance(event, ev.RoundBurned)]


def test_everyone_sees_how_many_went_and_no_face() -> None:
    table = betting(NATURAL, BURNS)
    table.go_to(Phase.DEALING)
    events = table.step()
    view = table_view(table.state)
    assert public_events(events, table.state) == tuple(events)
    assert view.shoe is not None
    assert (view.burned, view.shoe.cards_left, view.player, view.banker) == (3, 413, (), ())
    table.go_to(Phase.RESULT)
    assert table_view(table.state).burned == 3
    table.go_to(Phase.BETTING)
    assert table_view(table.state).burned == 0


@pytest.mark.parametrize("last_round", ["cut_card", "one_more"])
@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
def test_a_cut_card_met_in_the_burn_counts_as_in_place_of_the_first_card(place: int, last_round: str) -> None:
    house = rules(burn="none", burn_each_round=3, last_round=last_round, decks=6)
    table = betting("2C 2D 2H " + NATURAL, house)
    shoe = table.state.shoe
    assert shoe is not None
    moved = replace(shoe.opened_by, cut_card_behind=shoe.size + 1 - place)
    table._state = replace(table.state, shoe=replace(shoe, opened_by=moved))
    table.play_round()
    met = [event.cut_card for event in table.events if isinstance(event, ev.RoundBurned | ev.CardDealt)]
    assert met == [place <= 3, place == 4, place == 5, False, False]
    assert table.state.shoe is not None
    assert table.state.shoe.last_round == (2 if last_round == "one_more" and place == 5 else 1)


@pytest.mark.parametrize("after", ["close", "burn"])
def test_a_suspended_round_goes_on_before_or_after_its_burn(after: str) -> None:
    table = betting(NATURAL, BURNS)
    table.go_to(Phase.DEALING)
    if after == "burn":
        table.step()
    table.do(co.Suspend(reason="a fault"))
    table.do(co.Resume())
    table.go_to(Phase.RESULT)
    assert len([event for event in table.events if isinstance(event, ev.RoundBurned)]) == 1


def test_a_lost_shoe_voids_the_round_after_its_burn() -> None:
    table = betting(NATURAL, BURNS)
    table.go_to(Phase.DEALING)
    table.step()
    table.do(co.VoidRound(reason="shoe_lost", shoe_lost=True))
    assert (table.phase, table.state.voided) == (Phase.RESULT, "shoe_lost")


EVERY_HOUSE = st.fixed_dictionaries(
    {
        "decks": st.integers(6, 12),
        "burn": st.sampled_from(["none", "decks", "first_card", 1, 52]),
        "burn_each_round": st.integers(0, 10),
        "last_round": st.sampled_from(["cut_card", "one_more"]),
        "cut": st.tuples(st.integers(0, 30), st.integers(0, 30)),
    }
)


@settings(max_examples=40)
@given(EVERY_HOUSE)
def test_no_round_of_any_shoe_starts_with_too_few_cards_and_all_cards_add_up(chosen: dict[str, Any]) -> None:
    each, cut = chosen["burn_each_round"], chosen.pop("cut")
    least = max(12, 11 + each) + cut[0]
    house = rules(**chosen, cut_card_least=least, cut_card_most=least + cut[1])
    table = Driven(house)
    table.play_shoe()
    size, state, gone = cards_of(house.decks), evolve(None, table.events[0]), 0
    for event in table.events[1:]:
        match event:
            case ev.BettingOpened():
                assert may_start_round(size - gone, burn_each_round=each)
            case ev.CardsBurned():
                gone += event.face_down + (event.shown is not None)
            case ev.RoundBurned():
                assert event.face_down == each
                gone += each
            case ev.CardDealt():
                gone += 1
                assert event.number == gone
            case ev.ShoeClosed():
                assert event.end is ev.ShoeEnd.FINISHED
            case _:
                pass
        state = evolve(state, event)
        if state.shoe is not None:
            assert state.shoe.cards_left + gone == size
    assert fold(table.events) == table.state
