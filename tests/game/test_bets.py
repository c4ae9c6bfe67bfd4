"""Section 3: what every bet pays."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from puntobanco.errors import BadStake, UnknownBet
from puntobanco.game.bets import (
    BANKER_KINDS,
    MAX_STAKE_CENTS,
    PARTS,
    ROUND_CAPS,
    BankerBets,
    Bet,
    Combination,
    Result,
    facts_of,
    settle,
    spot_of,
    unit_of,
    verdicts,
)
from puntobanco.game.cards import DECK, Card, parse_cards
from puntobanco.game.rules import Coup, Outcome, check, deal
from tests.game import oracle
from tests.game.golden import golden

SETTLEMENT = golden("settlement.json")
SHOES = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)
STAKES = st.integers(1, MAX_STAKE_CENTS // 20).map(lambda units: 20 * units)

PLAYER_BY_1, BANKER_BY_1, TIE_7 = "7S KH / 6S TH", "6S KH / 7S TH", "7S KH / 7D TH"
BANKER_6_IN_TWO, BANKER_6_IN_THREE = "AS 3H AC / 6S TH", "3S 2D 6S / QH 6C JH"
PLAYER_8_NATURAL, BANKER_9_NATURAL, NATURAL_TIE = "8S KH / 7D TC", "2S KD / 9C KH", "8S KH / 4D 4C"


def coup_of(text: str) -> Coup:
    """Return the coup of a text "Player's cards / Banker's cards", which has to be by the rules."""
    player, banker = text.split("/")
    return check(parse_cards(player), parse_cards(banker))


def net(bet: Bet, text: str, stake: int = 100) -> int:
    """Return what a stake on a bet wins or loses on a coup."""
    return settle(coup_of(text), {bet: stake}).net


@pytest.mark.parametrize("case", SETTLEMENT["bets"], ids=lambda case: case["id"])
def test_worked_settlement_of_all_bets(case: dict[str, Any]) -> None:
    coup = check(parse_cards(" ".join(case["player"])), parse_cards(" ".join(case["banker"])))
    assert (coup.outcome, coup.player_points, coup.banker_points) == (
        case["outcome"],
        case["player_points"],
        case["banker_points"],
    )
    settled = settle(coup, dict.fromkeys(Bet, 100))
    assert {bet: (line.result, line.net) for bet, line in settled.bets.items()} == {
        bet: (line["result"], line["net"]) for bet, line in case["bets"].items()
    }


@pytest.mark.parametrize("case", SETTLEMENT["sums"], ids=lambda case: case["id"])
def test_worked_sums(case: dict[str, Any]) -> None:
    given = f"{' '.join(case['player'])} / {' '.join(case['banker'])}" if "player" in case else BANKER_BY_1
    settled = settle(coup_of(given), {Bet(name): stake for name, stake in case["stakes"].items()})
    assert (settled.net, settled.returned, settled.commission) == (case["net"], case["returned"], case["commission"])


@pytest.mark.parametrize(
    ("bet", "coup", "pays"),
    [
        ("player", PLAYER_BY_1, "1"),
        ("player", BANKER_BY_1, "-1"),
        ("player", TIE_7, "0"),
        ("banker", BANKER_BY_1, "0.95"),
        ("banker", BANKER_6_IN_TWO, "0.95"),
        ("banker", BANKER_6_IN_THREE, "0.95"),
        ("banker", PLAYER_BY_1, "-1"),
        ("banker", TIE_7, "0"),
        ("banker_no_commission", BANKER_BY_1, "1"),
        ("banker_no_commission", BANKER_6_IN_TWO, "0.5"),
        ("banker_no_commission", BANKER_6_IN_THREE, "0.5"),
        ("banker_no_commission", "7S KH / 6D TH", "-1"),
        ("banker_no_commission", "6S KH / 6D TH", "0"),
        ("tie", TIE_7, "8"),
        ("tie", NATURAL_TIE, "8"),
        ("tie", PLAYER_BY_1, "-1"),
        ("player_pair", "4S 4H / 7D TC", "11"),
        ("player_pair", "KS KS 7D / 2H 3C 2S", "11"),
        ("player_pair", "4S 3H / 4D 4C", "-1"),
        ("player_pair", "JS QH 5D / TD KC 3S", "-1"),
        ("banker_pair", "4S 3H / 4D 4C", "11"),
        ("banker_pair", "4S 4H / 7D TC", "-1"),
        ("either_pair", "4S 4H / 7D TC", "5"),
        ("either_pair", "4S 3H / 4D 4C", "5"),
        ("either_pair", "4S 4H / 4D 4C", "5"),
        ("either_pair", PLAYER_BY_1, "-1"),
        ("perfect_pair", "4S 4S / 7D TC", "25"),
        ("perfect_pair", "9S KH / 4D 4D", "25"),
        ("perfect_pair", "4S 4S / 4D 4D", "25"),
        ("perfect_pair", "4S 4H / 4D 4C", "-1"),
        ("player_natural", PLAYER_8_NATURAL, "3.5"),
        ("player_natural", "8S KH / 9D TC", "3.5"),
        ("player_natural", NATURAL_TIE, "3.5"),
        ("player_natural", "AS 3D 4S / 5H JC AH", "-1"),
        ("banker_natural", BANKER_9_NATURAL, "3.5"),
        ("banker_natural", "9S KH / 8D TC", "3.5"),
        ("banker_natural", NATURAL_TIE, "3.5"),
        ("banker_natural", PLAYER_8_NATURAL, "-1"),
        ("player_dragon", PLAYER_8_NATURAL, "1"),
        ("player_dragon", "9S KH / AD TC", "1"),
        ("player_dragon", NATURAL_TIE, "0"),
        ("player_dragon", TIE_7, "-1"),
        ("player_dragon", PLAYER_BY_1, "-1"),
        ("player_dragon", "AS 2H 6S / KH QC TH", "30"),
        ("player_dragon", "2S KD 6S / QH KC TH", "10"),
        ("player_dragon", "2S KD 5S / QH KC TH", "6"),
        ("player_dragon", "2S KD 4S / QH KC TH", "4"),
        ("player_dragon", "2S KD 3S / QH KC TH", "2"),
        ("player_dragon", "2S KD 2S / QH KC TH", "1"),
        ("player_dragon", "2S KD AS / QH KC TH", "-1"),
        ("player_dragon", BANKER_9_NATURAL, "-1"),
        ("banker_dragon", BANKER_9_NATURAL, "1"),
        ("banker_dragon", "7S KH / 8D TC", "1"),
        ("banker_dragon", NATURAL_TIE, "0"),
        ("banker_dragon", "6S KH / 6D TH", "-1"),
        ("banker_dragon", "KS QD TS / AH 2C 6H", "30"),
        ("banker_dragon", "KS QD TS / AH AC 6H", "10"),
        ("banker_dragon", "KS QD TS / AH AC 5H", "6"),
        ("banker_dragon", "KS QD TS / AH AC 4H", "4"),
        ("banker_dragon", "KS QD TS / AH AC 3H", "2"),
        ("banker_dragon", "KS QD TS / AH AC 2H", "1"),
        ("banker_dragon", "KS QD TS / AH AC AH", "-1"),
        ("lucky_six", BANKER_6_IN_TWO, "12"),
        ("lucky_six", BANKER_6_IN_THREE, "20"),
        ("lucky_six", "6S KH / 6D TH", "-1"),
        ("lucky_six", "7S KH / 6D TH", "-1"),
        ("lucky_six", BANKER_BY_1, "-1"),
        ("lucky_six_two", BANKER_6_IN_TWO, "22"),
        ("lucky_six_two", BANKER_6_IN_THREE, "-1"),
        ("lucky_six_two", "6S KH / 6D TH", "-1"),
        ("lucky_six_three", BANKER_6_IN_THREE, "50"),
        ("lucky_six_three", BANKER_6_IN_TWO, "-1"),
        ("lucky_six_three", "AS 3D 4S / 5H JC AH", "-1"),
    ],
)
def test_payout(bet: str, coup: str, pays: str) -> None:
    """Every line of rule 3.1, and what does not win."""
    assert net(Bet(bet), coup) == Fraction(pays) * 100


def test_every_bet_and_every_verdict_it_knows_is_in_the_payout_test() -> None:
    marks = [mark for mark in test_payout.pytestmark if mark.name == "parametrize"]  # type: ignore[attr-defined]
    bets = {bet for bet, _, _ in marks[0].args[1]}
    assert bets == set(Bet)


@given(SHOES)
def test_all_bets_agree_with_the_oracle(shoe: list[Card]) -> None:
    coup = deal(shoe)
    hands = [str(card) for card in coup.player], [str(card) for card in coup.banker]
    settled = settle(coup, dict.fromkeys(Bet, 100))
    for bet, line in settled.bets.items():
        assert Fraction(line.net, 100) == oracle.profit(bet, *hands), bet


@given(SHOES, st.dictionaries(st.sampled_from(Bet), STAKES))
def test_the_sums_are_those_of_the_lines_and_returned_is_stake_and_net(shoe: list[Card], stakes: dict[Bet, int]) -> None:
    settled = settle(deal(shoe), stakes)
    assert {bet: line.stake for bet, line in settled.bets.items()} == stakes
    assert list(settled.bets) == list(stakes)
    for field in ("stake", "returned", "commission", "net"):
        assert getattr(settled, field) == sum(getattr(line, field) for line in settled.bets.values())
    assert settled.returned == settled.stake + settled.net
    for line in settled.bets.values():
        assert line.returned == line.stake + line.net
        assert line.returned >= 0


@given(SHOES, STAKES)
def test_commission_is_taken_only_of_a_winning_banker_bet(shoe: list[Card], stake: int) -> None:
    coup = deal(shoe)
    for bet, line in settle(coup, dict.fromkeys(Bet, stake)).bets.items():
        won = bet is Bet.BANKER and coup.outcome is Outcome.BANKER
        assert line.commission == (stake // 20 if won else 0)


@given(SHOES, STAKES)
def test_settling_is_exact_and_linear_up_to_the_largest_stake(shoe: list[Card], stake: int) -> None:
    coup = deal(shoe)
    of_20 = settle(coup, dict.fromkeys(Bet, 20)).bets
    for bet, line in settle(coup, dict.fromkeys(Bet, stake)).bets.items():
        assert Fraction(line.returned, stake) == Fraction(of_20[bet].returned, 20)
        assert Fraction(line.net, stake) == Fraction(of_20[bet].net, 20)
        assert line.result is of_20[bet].result


def test_the_largest_stake_is_paid_to_the_cent() -> None:
    assert net(Bet.PLAYER, PLAYER_BY_1, MAX_STAKE_CENTS) == 9_223_372_036_854_775_807
    assert net(Bet.LUCKY_SIX_THREE, BANKER_6_IN_THREE, MAX_STAKE_CENTS) == 461_168_601_842_738_790_350
    assert net(Bet.BANKER, BANKER_BY_1, 9_223_372_036_854_775_800) == 8_762_203_435_012_037_010


@pytest.mark.parametrize(("bet", "stake"), [("banker", 19), ("banker", 10), ("banker_no_commission", 1), ("player_natural", 3)])
@pytest.mark.parametrize("coup", [BANKER_6_IN_TWO, PLAYER_8_NATURAL, TIE_7])
def test_a_stake_that_some_result_would_round_is_refused_under_every_result(bet: str, stake: int, coup: str) -> None:
    with pytest.raises(BadStake, match=f"{stake} cents cannot be paid exactly"):
        net(Bet(bet), coup, stake)


@pytest.mark.parametrize("stake", [0, -20, -1])
def test_no_stake_is_zero_or_less(stake: int) -> None:
    with pytest.raises(BadStake):
        net(Bet.PLAYER, PLAYER_BY_1, stake)


def test_the_smallest_stakes_that_are_paid_exactly() -> None:
    assert {bet for bet in Bet if unit_of(bet) == 20} == {Bet.BANKER}
    assert {bet for bet in Bet if unit_of(bet) == 2} == {"banker_no_commission", "player_natural", "banker_natural"}
    assert net(Bet.BANKER, BANKER_BY_1, 20) == 19
    assert net(Bet.BANKER_NO_COMMISSION, BANKER_6_IN_TWO, 2) == 1
    assert net(Bet.PLAYER_NATURAL, PLAYER_8_NATURAL, 2) == 7


def test_nothing_staked_is_nothing_settled() -> None:
    settled = settle(coup_of(TIE_7), {})
    assert (settled.bets, settled.stake, settled.returned, settled.net) == ({}, 0, 0, 0)


def test_a_tie_pushes_player_and_banker_money_and_nothing_else() -> None:
    found = verdicts(coup_of(TIE_7))
    assert {bet for bet in Bet if found[bet].result is Result.PUSH} == {"player", "banker", "banker_no_commission"}


@given(SHOES)
def test_the_facts_are_those_of_the_coup(shoe: list[Card]) -> None:
    coup = deal(shoe)
    for field, fact in facts_of(coup)._asdict().items():
        assert fact == (len(coup.banker) if field == "banker_cards" else getattr(coup, field))
    assert facts_of(coup).outcome is coup.outcome


@pytest.mark.parametrize("case", golden("shoe.json")["round_cap"], ids=lambda case: case["id"])
def test_round_caps(case: dict[str, Any]) -> None:
    cap = ROUND_CAPS.get(Bet(case["bet"]))
    assert cap == case["cap"]
    assert all((cap is None or int(number) <= cap) is taken for number, taken in case["taken"].items())


def test_caps_parts_and_kinds() -> None:
    """Rules 3.2, 3.4 and 3.5, typed by hand."""
    assert {bet: ROUND_CAPS[bet] for bet in ROUND_CAPS} == {
        "player_pair": 60,
        "banker_pair": 60,
        **dict.fromkeys(("either_pair", "perfect_pair", "player_natural", "banker_natural"), 50),
        **dict.fromkeys(("lucky_six", "lucky_six_two", "lucky_six_three"), 50),
    }
    assert PARTS[Combination.TWIN] == ("player_pair", "banker_pair")
    assert PARTS[Combination.TRIPLE] == ("player_pair", "banker_pair", "tie")
    assert BANKER_KINDS[BankerBets.CHOICE] == {"banker", "banker_no_commission"}
    assert [bet for bet in Bet if spot_of(bet) != bet] == ["banker_no_commission"]


@pytest.mark.parametrize("stake", [100, 7, -5])
def test_what_is_no_bet_is_refused_by_its_name(stake: int) -> None:
    stakes: dict[Bet, int] = {"nonsense": stake}  # type: ignore[dict-item]
    with pytest.raises(UnknownBet, match="'nonsense' is no bet: the bets are player, banker"):
        settle(deal(parse_cards("9H 2S KD 4C")), stakes)


def test_a_stake_below_zero_is_refused_in_its_own_words() -> None:
    with pytest.raises(BadStake, match="must be above zero"):
        settle(deal(parse_cards("9H 2S KD 4C")), {Bet.TIE: -5})
