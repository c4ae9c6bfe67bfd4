"""Section 2: who draws, who wins."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, strategies as st

from puntobanco.errors import IllegalDraw
from puntobanco.game.cards import DECK, Card, parse_cards
from puntobanco.game.record import read_card
from puntobanco.game.rules import (
    NEW_COUP,
    Coup,
    Outcome,
    Side,
    cards_due,
    check,
    check_points,
    deal,
    next_side,
    outcome_of,
)
from tests.game import oracle
from tests.game.golden import golden

HANDS = golden("hands.json")
TABLEAU = golden("tableau.json")
SHOES = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


def two_cards(points: int) -> list[int]:
    """Return two card points that make so many together, neither of them the whole where it can be helped."""
    return [points - 1, 1] if points else [4, 6]


@pytest.mark.parametrize("case", HANDS["hands"], ids=lambda case: case["id"])
def test_worked_hand(case: dict[str, Any]) -> None:
    coup = deal(parse_cards(" ".join(case["shoe"])))
    assert [list(coup.player), list(coup.banker)] == [case["player"], case["banker"]]
    assert (coup.player_points, coup.banker_points) == (case["player_points"], case["banker_points"])
    assert coup.outcome == case["outcome"]
    assert (coup.player_natural, coup.banker_natural) == (case["player_natural"], case["banker_natural"])
    assert check(coup.player, coup.banker) == coup


@pytest.mark.parametrize("case", HANDS["scored"], ids=lambda case: case["id"])
def test_scored_hand(case: dict[str, Any]) -> None:
    player, banker = (parse_cards(" ".join(case[side])) for side in ("player", "banker"))
    coup = Coup(tuple(player), tuple(banker))
    assert (coup.player_points, coup.banker_points) == (case["player_points"], case["banker_points"])
    assert coup.outcome == case["outcome"]


@pytest.mark.parametrize("case", HANDS["illegal"], ids=lambda case: case["id"])
def test_illegal_hand(case: dict[str, Any]) -> None:
    player, banker = ([read_card(rank).points for rank in case[side]] for side in ("player", "banker"))
    with pytest.raises(IllegalDraw):
        check_points(player, banker)


def test_cards_go_to_player_and_banker_in_turn() -> None:
    order = [next_side([0] * (dealt - dealt // 2), [0] * (dealt // 2)) for dealt in range(4)]
    assert order == [Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER]


@pytest.mark.parametrize("player", range(10))
@pytest.mark.parametrize("banker", range(10))
def test_the_player_draws_by_the_table_and_never_against_a_natural(player: int, banker: int) -> None:
    draws = TABLEAU["player"][player] == "D" and banker < 8
    assert (next_side(two_cards(player), two_cards(banker)) is Side.PLAYER) == draws


@pytest.mark.parametrize("row", TABLEAU["banker"], ids=lambda row: f"banker_{row['points']}")
@pytest.mark.parametrize("third", ["stood", *range(10)])
def test_every_cell_of_the_bankers_table(row: dict[str, Any], third: int | str) -> None:
    banker = two_cards(row["points"])
    if third == "stood":
        cells = [next_side(two_cards(stood), banker) for stood in (6, 7)]
        assert cells == [Side.BANKER if row["player_stood"] == "D" else None] * 2
        return
    assert isinstance(third, int)
    draws = row["third_card"][third] == "D"
    for player in range(6):
        if row["points"] < 8:
            assert next_side([*two_cards(player), third], banker) is (Side.BANKER if draws else None)
        else:
            assert not draws
            assert next_side(two_cards(player), banker) is None


def test_a_natural_of_either_side_ends_the_coup() -> None:
    for natural in (8, 9):
        for other in range(10):
            assert next_side(two_cards(natural), two_cards(other)) is None
            assert next_side(two_cards(other), two_cards(natural)) is None


def test_nobody_draws_a_fourth_card() -> None:
    for third in range(10):
        assert next_side([0, 0, 5], [0, 0, third]) is None
        assert next_side([0, 6], [0, 0, third]) is None


@given(SHOES)
def test_whole_coups_agree_with_the_oracle(shoe: list[Card]) -> None:
    coup = deal(shoe)
    player, banker = oracle.deal([str(card) for card in shoe])
    assert ([*coup.player], [*coup.banker]) == (player, banker)
    assert (coup.player_points, coup.banker_points) == (oracle.hand(player), oracle.hand(banker))
    assert coup.outcome is outcome_of(oracle.hand(player), oracle.hand(banker))
    assert 4 <= coup.card_count <= 6
    assert coup.margin == abs(coup.player_points - coup.banker_points)


@given(SHOES)
def test_every_dealt_coup_passes_the_check_and_no_other_number_of_cards_does(shoe: list[Card]) -> None:
    coup = deal(shoe)
    assert check(coup.player, coup.banker) == coup
    due = cards_due([card.points for card in coup.player], [card.points for card in coup.banker])
    assert due == (len(coup.player), len(coup.banker))
    for player in {coup.player, coup.player[:2], (*coup.player[:2], shoe[5])}:
        for banker in {coup.banker, coup.banker[:2], (*coup.banker[:2], shoe[5])}:
            if (len(player), len(banker)) != due and player[2:] in ((), coup.player[2:]):
                with pytest.raises(IllegalDraw):
                    check(player, banker)


def test_the_higher_points_win_and_equal_points_tie() -> None:
    for player in range(10):
        for banker in range(10):
            expected = "player" if player > banker else "banker" if banker > player else "tie"
            assert outcome_of(player, banker) == expected


def test_outcomes_have_the_letters_of_the_roads() -> None:
    assert [outcome.letter for outcome in (Outcome.PLAYER, Outcome.BANKER, Outcome.TIE)] == ["P", "B", "T"]


@pytest.mark.parametrize(
    ("player", "banker", "fault"),
    [
        ("9H", "2S 4C", "the player hand has 1 cards"),
        ("9H KD", "2S 4C 5H 6D", "the banker hand has 4 cards"),
        ("", "", "the player hand has 0 cards"),
        ("9H KD 2C", "2S 4C", "third card of player is one too many"),
        ("2H KD", "2S 4C", "third card of player is missing"),
        ("9H KD", "2S 4C 5H", "third card of banker is one too many"),
        ("6H KD", "2S KC", "third card of banker is missing"),
        ("2H KD 8S", "2S AC 5H", "third card of banker is one too many"),
    ],
)
def test_an_illegal_draw_is_named(player: str, banker: str, fault: str) -> None:
    with pytest.raises(IllegalDraw, match=fault):
        check(parse_cards(player), parse_cards(banker))


@pytest.mark.parametrize(
    ("player", "banker", "due"),
    [
        ([5, 4, 6], [3, 9, 0], (2, 2)),  # the Player's natural
        ([2, 3], [0, 0], (3, 3)),  # the Banker draws on 0 whatever the third card
        ([2, 3], [3, 4, 5], (3, 2)),  # and stands on 7
        ([2, 3], [0, 5], (3, 2)),  # on 5 it hangs on the missing card: as recorded
        ([2, 3], [0, 5, 1], (3, 3)),
        ([2, 3], [0, 5, 1, 1], (3, 3)),
        ([2, 3, 8, 1], [0, 3, 1], (3, 2)),
    ],
)
def test_cards_due(player: list[int], banker: list[int], due: tuple[int, int]) -> None:
    assert cards_due(player, banker) == due


def test_a_coup_grows_card_by_card_as_the_tableau_says() -> None:
    coup = NEW_COUP
    for card in parse_cards("2S KH 3D 3C 8S"):
        assert not coup.complete
        coup = coup.with_card(card)
    assert coup.complete
    assert coup.next_side is None
    with pytest.raises(IllegalDraw, match="QH is a card too many"):
        coup.with_card(Card("QH"))


def test_dealing_takes_no_more_cards_than_the_coup_needs() -> None:
    cards = iter(parse_cards("9S 8H TD JC 9S 5H"))
    deal(cards)
    assert next(cards) == "9S"


@pytest.mark.parametrize("cards", range(6))
def test_a_coup_cannot_be_dealt_from_too_few_cards(cards: int) -> None:
    with pytest.raises(IllegalDraw, match=f"ran out after {cards}"):
        deal(parse_cards("TS JH KD TC QS KH")[:cards])


def test_pairs_and_perfect_pairs_are_of_the_first_two_cards() -> None:
    coup = Coup(*(tuple(parse_cards(hand)) for hand in ("JS JH", "QD JC JC")))
    assert (coup.player_pair, coup.banker_pair, coup.perfect_pair) == (True, False, False)
    coup = Coup(*(tuple(parse_cards(hand)) for hand in ("JS QS", "KD KD 2S")))
    assert (coup.player_pair, coup.banker_pair, coup.perfect_pair) == (False, True, True)
    nothing = (NEW_COUP.player_pair, NEW_COUP.banker_pair, NEW_COUP.perfect_pair, NEW_COUP.player_natural)
    assert nothing == (False,) * 4


def test_exhaustive_count_over_eight_decks() -> None:
    """The published counts of all ordered six-card sequences, through ``next_side`` (Wizard of Odds, and many since)."""
    left = [128] + [32] * 9
    counts: Counter[Outcome] = Counter()

    def go_on(player: tuple[int, ...], banker: tuple[int, ...], ways: int) -> None:
        side = next_side(player, banker)
        if side is None:
            dealt = len(player) + len(banker)
            for unused in range(dealt, 6):
                ways *= 416 - unused
            counts[outcome_of(sum(player) % 10, sum(banker) % 10)] += ways
            return
        for points in range(10):
            copies = left[points]
            left[points] -= 1
            if side is Side.PLAYER:
                go_on((*player, points), banker, ways * copies)
            else:
                go_on(player, (*banker, points), ways * copies)
            left[points] += 1

    go_on((), (), 1)
    assert counts == {
        Outcome.PLAYER: 2_230_518_282_592_256,
        Outcome.BANKER: 2_292_252_566_437_888,
        Outcome.TIE: 475_627_426_473_216,
    }
    assert counts.total() == 4_998_398_275_503_360
