"""Section 6: inspection, cut, burn, cut card, last round."""

import math
from typing import Any

import pytest
from hypothesis import given, strategies as st

from puntobanco.errors import BadCard, ImpossibleCard
from puntobanco.game.cards import DECK, Card, parse_cards
from puntobanco.game.house import CUT_CARD_LEAST, LAST_ROUND_CARDS, BurnRule, LastRound, changed
from puntobanco.game.proof import announce, stack
from puntobanco.game.rules import COUP_CARDS_MAX
from puntobanco.game.shoe import (
    Burn,
    CutCard,
    burn,
    check_copies,
    cut,
    full_pack,
    inspect,
    may_start_round,
    shoe_cards,
)
from puntobanco.house_files import load
from tests.game.golden import golden

SHOE = golden("shoe.json")


def test_composition_of_eight_decks() -> None:
    pack, expected = full_pack(SHOE["composition"]["decks"]), SHOE["composition"]
    assert len(pack) == shoe_cards(8) == expected["cards"]
    assert {pack.count(card) for card in DECK} == {expected["each_card"]}
    assert {sum(card.rank == rank for card in pack) for rank in range(1, 14)} == {expected["each_rank"]}
    assert {sum(card.suit == suit for card in pack) for suit in "SHDC"} == {expected["each_suit"]}
    assert sum(card.points == 0 for card in pack) == expected["points_0"]


@pytest.mark.parametrize("decks", range(6, 13))
def test_full_decks_pass_inspection_in_any_order_and_nothing_else_does(decks: int) -> None:
    pack = full_pack(decks)
    inspect(pack[::-1], decks)
    for wrong in (pack[1:], (*pack, pack[0]), (pack[1], *pack[1:]), full_pack(decks + 1), ()):
        with pytest.raises(BadCard, match=f"not {decks} full decks"):
            inspect(wrong, decks)


@pytest.mark.parametrize("case", SHOE["burn"], ids=lambda case: case["id"])
def test_the_first_card_shown_burns_its_value(case: dict[str, Any]) -> None:
    burned = burn(BurnRule.FIRST_CARD, case["decks"], Card(case["rank"] + "S"))
    assert burned == Burn(shown=True, face_down=case["face_down"])
    out = burned.shown + burned.face_down
    assert (out + 1, shoe_cards(case["decks"]) - out) == (case["first_dealt"], case["left"])


@pytest.mark.parametrize("card", DECK)
def test_what_every_first_card_burns(card: Card) -> None:
    expected = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card.value[0]) or int(card.value[0])
    assert burn(BurnRule.FIRST_CARD, 8, card) == (True, expected)


def test_the_other_burns_do_not_look_at_the_card() -> None:
    for card in DECK:
        assert burn(6, 8, card) == (False, 6)
        assert burn(BurnRule.DECKS, 7, card) == (False, 7)
        assert burn(BurnRule.NONE, 8, card) == (False, 0)


@pytest.mark.parametrize("case", SHOE["cut_card"], ids=lambda case: case["id"])
@pytest.mark.parametrize("rule", LastRound)
def test_cut_card_and_last_round(case: dict[str, Any], rule: LastRound) -> None:
    cut_card = CutCard.with_behind(case["cards"], case["behind"])
    first, played, last_round = 1, 0, None
    for number, taken in enumerate(case["rounds"], 1):
        assert may_start_round(case["cards"] - first + 1)
        if cut_card.met(first, first + taken - 1):
            assert (number, cut_card.number - first + 1) == (case["met_in_round"], case["met_before_card"])
            at_first = cut_card.number == first
            last_round = cut_card.last_round(rule, met_in_round=number, met_at_first_card=at_first)
        first, played = first + taken, number
        if played == last_round:
            break
    assert (played, case["cards"] - first + 1) == (case[rule]["last_round"], case[rule]["left"])


def test_a_cut_card_in_place_of_the_first_card_makes_that_round_the_last_under_both_rules() -> None:
    for rule in LastRound:
        assert CutCard(7).last_round(rule, met_in_round=70, met_at_first_card=True) == 70


@given(st.integers(6, 12), st.integers(12, 100), st.integers(1, 600))
def test_the_cut_card_comes_out_once_with_so_many_cards_behind_it(decks: int, behind: int, place: int) -> None:
    size = shoe_cards(decks)
    cut_card = CutCard.with_behind(size, behind)
    assert size - cut_card.number + 1 == behind
    before = min(place, size)
    assert cut_card.met(1, before) + cut_card.met(before + 1, size) == 1


def test_a_round_needs_six_cards_to_start() -> None:
    assert [may_start_round(cards) for cards in (0, 4, 5, 6, 7)] == [False, False, False, True, True]


@pytest.mark.parametrize("case", SHOE["enough_cards"], ids=lambda case: case["id"])
def test_cards_burned_before_a_round_count_among_those_it_needs(case: dict[str, Any]) -> None:
    assert may_start_round(case["cards_left"], burn_each_round=case["burn_each_round"]) is case["may_start_round"]


@pytest.mark.parametrize("burn_each_round", range(11))
@pytest.mark.parametrize("rule", LastRound)
def test_wherever_the_least_cut_card_comes_out_there_are_cards_for_all_rounds_that_follow(
    burn_each_round: int, rule: LastRound
) -> None:
    used = burn_each_round + COUP_CARDS_MAX
    for behind in range(max(CUT_CARD_LEAST, LAST_ROUND_CARDS + burn_each_round), 40):
        for drawn_before in range(used):
            left = behind + drawn_before
            assert may_start_round(left, burn_each_round=burn_each_round)
            at_first = drawn_before <= burn_each_round
            last = CutCard(1).last_round(rule, met_in_round=1, met_at_first_card=at_first)
            assert last == 1 or may_start_round(left - used, burn_each_round=burn_each_round)


def test_a_shoe_is_shuffled_as_one_and_not_deck_by_deck() -> None:
    case = SHOE["decks_shuffled_alone"]
    cards, decks = shoe_cards(case["decks"]), case["decks"]
    fair = math.prod((cards - decks * i) / (cards - i) for i in range(case["first"]))
    assert fair == pytest.approx(case["probability_all_different"], rel=0.01)
    announced = announce(1, 1, changed(load("live"), {"decks": decks}))
    for seed in range(20):
        assert len(set(stack(bytes([seed]) * 64, announced).cards[: case["first"]])) < case["first"]


def test_a_cut_puts_the_cards_above_it_to_the_bottom() -> None:
    pack = full_pack(6)
    assert cut(pack, 10) == pack[10:] + pack[:10]
    assert cut(pack, 302)[:10] == pack[302:]


@pytest.mark.parametrize("place", [-1, 0, 9, 303, 312])
def test_a_cut_leaves_ten_cards_at_either_end(place: int) -> None:
    with pytest.raises(AssertionError):
        cut(full_pack(6), place)


def test_a_card_comes_no_oftener_than_the_decks_hold_it() -> None:
    check_copies(parse_cards("9H KD 2S 4C 9S"), 1)
    check_copies(parse_cards("9H 9H KD 2S"), 2)
    with pytest.raises(ImpossibleCard, match="9H comes 3 times, but 2 decks hold it 2 times"):
        check_copies(parse_cards("9H 9H KD 9H"), 2)
