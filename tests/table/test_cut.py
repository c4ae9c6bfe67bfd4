"""The cut by a player (rule 6.2): who may, where, when, and that the shoe is stacked and proved with it."""

import pytest

from puntobanco.game.proof import Announcement, check_secret, commitment, stack
from puntobanco.table import commands as co, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.state import Phase
from tests.table.driven import SECRET, Driven, rules


def shuffling(**settings: object) -> Driven:
    table = Driven(rules("macau", **settings))
    table.go_to(Phase.SHUFFLING)
    return table


def cut(table: Driven, place: object, *, account: str = "ann", shoe_off: int = 0) -> object:
    return table.ask(co.CutShoe(account=account, shoe=table.state.shoe_number + shoe_off, place=place))


def refused(answer: object) -> Code:
    assert isinstance(answer, Rejection), answer
    return answer.code


def test_the_first_player_who_asks_cuts_and_nobody_else_in_that_shoe() -> None:
    table = shuffling()
    assert cut(table, 133) == [ev.ShoeCut(at_ms=table.now_ms, account="ann", place=133)]
    assert refused(cut(table, 200, account="bob")) is Code.WRONG_PHASE
    table.play_shoe()
    assert table.state.cut_place is None
    assert not isinstance(cut(table, 200, account="bob"), Rejection)


@pytest.mark.parametrize("place", [9, 407, 0, -5, None, True, "100", 100.0])
def test_a_cut_leaves_ten_cards_on_either_side(place: object) -> None:
    assert refused(cut(shuffling(), place)) is Code.BAD_PLACE


@pytest.mark.parametrize("place", [10, 406])
def test_the_outermost_places_are_taken(place: int) -> None:
    assert not isinstance(cut(shuffling(), place), Rejection)


def test_it_is_for_houses_that_say_so_while_the_shoe_is_shuffled_and_for_that_shoe() -> None:
    assert refused(cut(shuffling(cut_by="dealer"), 100)) is Code.WRONG_PHASE
    assert refused(cut(shuffling(), 100, shoe_off=1)) is Code.WRONG_PHASE
    late = shuffling()
    late.wait()
    assert refused(cut(late, 100)) is Code.WRONG_PHASE
    late.go_to(Phase.BETTING)
    assert refused(cut(late, 100)) is Code.WRONG_PHASE


def test_the_shoe_is_cut_there_and_everything_else_is_as_the_secret_says() -> None:
    table = shuffling()
    cut(table, 133)
    table.go_to(Phase.BETTING)
    assert table.state.shoe is not None
    announced = table.state.shoe.opened_by.announcement
    assert announced.cut_place == 133
    assert stack(SECRET, announced).cut_place == 133
    table.play_shoe()
    closed = [event for event in table.events if isinstance(event, ev.ShoeClosed)]
    assert closed[0].secret == SECRET.hex()


def test_where_nobody_asks_the_dealer_cuts() -> None:
    table = shuffling()
    table.go_to(Phase.BETTING)
    assert table.state.shoe is not None
    assert table.state.shoe.opened_by.announcement.cut_place is None


def test_one_cut_is_another_order_of_the_same_decks() -> None:
    base = {"table": 1, "shoe": 1, "decks": 8, "cut_card_least": 14, "cut_card_most": 20}
    shoes = [stack(SECRET, Announcement(**base, cut_place=place)) for place in (100, 101)]
    assert sorted(shoes[0].cards) == sorted(shoes[1].cards)
    assert shoes[0].cards != shoes[1].cards
    announced = Announcement(**base, cut_place=100)
    assert check_secret(SECRET, announced, commitment(SECRET), shoes[0].hashes) == shoes[0]
