"""Rules 1.1 to 1.3: the cards, their points, and how they are written."""

import pytest
from hypothesis import given, strategies as st

from puntobanco.errors import UnknownCard
from puntobanco.game.cards import DECK, RANKS, Card, Suit, normal_rank, parse_card, parse_cards, quoted, total

POINTS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 0, "J": 0, "Q": 0, "K": 0}


def test_a_deck_is_52_different_cards_in_thirteen_ranks_and_four_suits() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {(card.rank, card.suit) for card in DECK} == {(rank, suit) for rank in range(1, 14) for suit in Suit}


@pytest.mark.parametrize(("rank", "points"), POINTS.items())
def test_points_of_every_rank_in_every_suit(rank: str, points: int) -> None:
    assert [Card(rank + suit).points for suit in "SHDC"] == [points] * 4


def test_ranks_are_numbered_from_the_ace() -> None:
    assert [Card(rank + "S").rank for rank in RANKS] == list(range(1, 14))


@pytest.mark.parametrize("text", ["TH", "10H", "th", "10h", "Th", "tH", "T♥", "10♥", "t♡", "10♥\ufe0f"])
def test_the_ten_of_hearts_in_all_its_spellings(text: str) -> None:
    assert parse_card(text) is Card("TH")


@pytest.mark.parametrize("card", DECK)
def test_a_card_reads_as_it_is_written(card: Card) -> None:
    assert parse_card(str(card)) is card
    assert parse_card(str(card).lower()) is card


@pytest.mark.parametrize(
    "text",
    ["", "H", "9", "1H", "0H", "11H", "9X", "HH", "H9", "9HH", " 9H", "9H ", "9-H", "٩H", "9ſ", "T10H", "TenH", "10", "♥"],
)
def test_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(UnknownCard, match="is not a card"):
        parse_card(text)


@given(st.text())
def test_any_text_is_a_card_or_an_unknown_card(text: str) -> None:
    said = ""
    try:
        assert parse_card(text) in DECK
    except UnknownCard as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 300


def test_cards_are_separated_by_blanks_or_commas() -> None:
    assert parse_cards(" 9H,KD  2S,\n4C ") == [Card("9H"), Card("KD"), Card("2S"), Card("4C")]
    assert parse_cards("") == []


def test_normal_ranks() -> None:
    assert [normal_rank(text) for text in ("10", "t", "T", "a", "K", "9")] == ["T", "T", "T", "A", "K", "9"]
    assert [normal_rank(text) for text in ("0", "1", "", "11", "AH", "ſ")] == [None] * 6


@given(st.lists(st.sampled_from(DECK)))
def test_a_hand_counts_the_last_digit_of_its_sum(cards: list[Card]) -> None:
    assert str(sum(POINTS[card.value[0]] for card in cards))[-1] == str(total(cards))


def test_long_texts_are_cut_in_messages_and_stay_on_one_line() -> None:
    assert quoted("9X") == "'9X'"
    assert quoted("a\nb") == r"'a\nb'"
    assert len(quoted("x" * 1000)) == 42
