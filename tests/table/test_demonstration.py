"""Demonstration rounds: after a new shoe's burn, without bets, without a number, with cards like all others (rules 3.2, 6.5)."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from puntobanco.bank.cashier import Posting, post
from puntobanco.game.shoe import shoe_cards as cards_of
from puntobanco.table import commands as co, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.dealing import PAUSE_AFTER_MS, Need, awaits
from puntobanco.table.machine import evolve, fold
from puntobanco.table.public_events import public_events
from puntobanco.table.state import Phase
from puntobanco.table.views import own_view, table_view
from tests.table.driven import Driven, rules

NATURAL = "9H 2S KD 4C "
TIE = "2S 3H 5D 4C "


def shown(rounds: int = 2, front: str = NATURAL * 4, **chosen: object) -> Driven:
    """A table in the dealing of a new shoe's first demonstration round."""
    table = Driven(rules(**{"burn": "none", **chosen}, demonstration_rounds=rounds))  # type: ignore[arg-type]
    table.go_to(Phase.SHUFFLING)
    table.wait()
    table.open_shoe(front)
    table.go_to(Phase.DEALING)
    return table


def kinds(table: Driven) -> list[str]:
    """The rounds' beginnings and ends in their order."""
    ways = ev.CardsBurned | ev.DemonstrationOpened | ev.DemonstrationEnded | ev.BettingOpened | ev.RoundSettled
    return [type(event).__name__ for event in table.events if isinstance(event, ways)]


def test_they_follow_the_burn_and_the_first_round_with_bets_is_round_one() -> None:
    table = shown(2, burn="decks")
    table.play_round()
    assert kinds(table) == ["CardsBurned", *["DemonstrationOpened", "DemonstrationEnded"] * 2, "BettingOpened", "RoundSettled"]
    assert (table.state.round, table.state.demonstration) == (1, 0)
    table.play_round()
    assert table.state.round == 2
    assert not table.state.demonstration_due


def test_they_are_dealt_by_the_tableau_at_the_pace_of_the_house() -> None:
    table = shown(1)
    opened = table.events[-1]
    assert isinstance(opened, ev.DemonstrationOpened)
    assert (opened.number, opened.due_ms - opened.at_ms) == (1, 1_000)
    assert awaits(table.state) is Need.CARD
    table.go_to(Phase.RESULT)
    dealt = [event for event in table.events if isinstance(event, ev.CardDealt)]
    assert [event.at_ms - opened.at_ms for event in dealt] == [1_000, 2_000, 3_000, 4_000]
    assert [event.number for event in dealt] == [1, 2, 3, 4]
    (ended,) = (event for event in table.events if isinstance(event, ev.DemonstrationEnded))
    assert (ended.result.round, ended.result.outcome.value, ended.due_ms - ended.at_ms) == (0, "player", 5_000)


def test_no_bet_is_taken_in_them_and_none_lies_there() -> None:
    table = shown(1)
    for phase in (Phase.DEALING, Phase.RESULT):
        table.go_to(phase)
        assert table.bet("ann", "player", 500) == Rejection(code=Code.BETTING_CLOSED)
    assert (own_view(table.state, "ann").stakes, table_view(table.state).totals) == ({}, ())


def test_they_stand_in_no_road_and_move_and_record_nothing() -> None:
    table = shown(3, TIE * 3, tie_policy="carry")
    state = evolve(None, table.events[0])
    table.go_to(Phase.BETTING)
    for event in table.events[1:]:
        state = evolve(state, event)
        assert post(event, state) == Posting()
    assert (state.results, state.carried, state.round) == ((), {}, 1)


def test_everyone_sees_that_it_is_one_and_its_result_wins_no_spot() -> None:
    table = shown(2)
    view = table_view(table.state)
    assert (view.phase, view.round, view.demonstration, view.result) == (Phase.DEALING, 0, 1, None)
    table.go_to(Phase.RESULT)
    view = table_view(table.state)
    assert view.result is not None
    assert (view.result.round, view.won, view.results) == (0, (), ())
    assert public_events(table.events[-1:], table.state) == tuple(table.events[-1:])
    table.go_to(Phase.BETTING)
    assert table_view(table.state).demonstration == 0


def test_cards_are_burned_before_them_where_the_house_burns_before_every_round() -> None:
    table = shown(2, burn_each_round=2)
    table.play_round()
    names = [type(event).__name__ for event in table.events if isinstance(event, ev.RoundBurned | ev.CardDealt)]
    assert names.count("RoundBurned") == 3
    assert names[0] == "RoundBurned"
    assert next(event.number for event in table.events if isinstance(event, ev.CardDealt)) == 3


@pytest.mark.parametrize(("last_round", "rounds"), [("cut_card", 0), ("one_more", 1)])
def test_a_cut_card_in_one_ends_the_shoe_like_any_other(last_round: str, rounds: int) -> None:
    # No house may put it there: the shoe is made by hand.
    table = shown(1, last_round=last_round, decks=6)
    shoe = table.state.shoe
    assert shoe is not None
    moved = replace(shoe.opened_by, cut_card_behind=shoe.size + 1 - 2)
    table._state = replace(table.state, shoe=replace(shoe, opened_by=moved))
    table.go_to(Phase.RESULT)
    assert table.state.shoe is not None
    assert (table.state.shoe.last_round, table.state.shoe_over) == (rounds, rounds == 0)


def test_one_that_is_suspended_goes_on_where_it_stood() -> None:
    table = shown(1)
    table.step()
    table.do(co.Suspend(reason="a fault"))
    assert table_view(table.state).demonstration == 1
    assert table.ask(co.VoidRound(reason="a bad card")) == Rejection(code=Code.WRONG_PHASE)
    table.do(co.Resume())
    table.play_round()
    assert kinds(table)[-4:] == ["DemonstrationOpened", "DemonstrationEnded", "BettingOpened", "RoundSettled"]


@pytest.mark.parametrize("cards", [0, 2])
def test_a_shoe_lost_in_one_gives_nothing_back_and_writes_no_round(cards: int) -> None:
    table = shown(1)
    for _ in range(cards):
        table.step()
    (voided,) = table.do(co.VoidRound(reason="shoe_lost", shoe_lost=True))
    assert post(voided, table.state) == Posting()
    assert (table.state.voided, table.state.results) == ("shoe_lost", ())
    table.do(co.CloseShoe(secret=None))
    table.play_round()
    assert (table.state.shoe_number, table.state.round) == (2, 1)
    assert kinds(table).count("DemonstrationOpened") == 2


def test_with_nobody_there_the_table_pauses_between_them_and_goes_on_with_the_next() -> None:
    table = shown(2)
    table.do(co.Tick(present=False))
    table.now_ms += PAUSE_AFTER_MS
    table.go_to(Phase.PAUSED)
    (_, opened) = table.do(co.Tick(present=True))
    assert isinstance(opened, ev.DemonstrationOpened)
    assert opened.number == 2


@settings(max_examples=25)
@given(
    st.fixed_dictionaries(
        {
            "decks": st.integers(6, 12),
            "burn": st.sampled_from(["none", "decks", "first_card", 52]),
            "burn_each_round": st.integers(0, 10),
            "demonstration_rounds": st.integers(0, 3),
            "last_round": st.sampled_from(["cut_card", "one_more"]),
            "cut_card_most": st.sampled_from([21, 40, 156]),
        }
    )
)
def test_in_any_house_a_whole_shoe_shows_as_many_and_its_cards_add_up(chosen: dict[str, Any]) -> None:
    table = Driven(rules(**chosen, cut_card_least=21))
    table.play_shoe()
    opened = [event.number for event in table.events if isinstance(event, ev.DemonstrationOpened)]
    assert opened == list(range(1, chosen["demonstration_rounds"] + 1))
    rounds = [event.round for event in table.events if isinstance(event, ev.BettingOpened)]
    assert rounds == list(range(1, len(rounds) + 1))
    state, gone = evolve(None, table.events[0]), 0
    for event in table.events[1:]:
        state = evolve(state, event)
        match event:
            case ev.CardsBurned():
                gone += event.face_down + (event.shown is not None)
            case ev.RoundBurned():
                gone += event.face_down
            case ev.CardDealt():
                gone += 1
            case _:
                continue
        assert state.shoe is not None
        assert state.shoe.cards_left + gone == cards_of(chosen["decks"])
    assert fold(table.events) == table.state
