"""What may be laid, by name: offered bets, combinations, stake unit, round caps, and the order of the checks."""

import pytest
from hypothesis import given, strategies as st

from puntobanco import house_files
from puntobanco.errors import BadBet, BadStake, BetNotOffered, RoundCapPassed, UnknownBet
from puntobanco.game.bets import MAX_STAKE_CENTS, Bet
from puntobanco.game.felt import Felt
from puntobanco.game.house import changed, parse

HOUSES = {name: parse(text) for name, text in house_files.shipped().items()}
FELTS = {name: Felt(rules) for name, rules in HOUSES.items()}
LIVE = FELTS["live"]
LARGEST = MAX_STAKE_CENTS // 100 * 100


def test_a_combination_lies_on_its_parts_and_adds_to_what_lies_there() -> None:
    laid = LIVE.lay({"tie": 100, "triple": 500, "player_pair": 200, "twin": 1000})
    assert list(laid.items()) == [("tie", 600), ("player_pair", 1700), ("banker_pair", 1500)]


@pytest.mark.parametrize("house", ["chips", "live", "macau", "studio"])
def test_every_house_that_offers_the_parts_takes_a_combination(house: str) -> None:
    assert FELTS[house].lay({"triple": 500}) == dict.fromkeys(("player_pair", "banker_pair", "tie"), 500)


def test_a_house_without_the_parts_takes_no_combination() -> None:
    with pytest.raises(BetNotOffered, match="twin is not offered by classic, which takes player, banker, tie"):
        FELTS["classic"].lay({"twin": 500})


def test_the_other_banker_bet_is_not_offered() -> None:
    with pytest.raises(BetNotOffered):
        FELTS["studio"].lay({"banker_no_commission": 100})
    free = Felt(changed(HOUSES["studio"], {"banker_bets": "no_commission"}))
    assert free.lay({"banker_no_commission": 100}) == {"banker_no_commission": 100}
    with pytest.raises(BetNotOffered):
        free.lay({"banker": 100})
    assert LIVE.lay({"banker": 100, "banker_no_commission": 100}) == {"banker": 100, "banker_no_commission": 100}


@pytest.mark.parametrize("name", ["", "Player", "player ", "lucky", "three", "banker-pair", "x" * 10_000, "\n"])
def test_another_name_is_no_bet(name: str) -> None:
    with pytest.raises(UnknownBet, match="is no bet") as caught:
        LIVE.lay({name: 100})
    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "stake",
    [0, -100, 50, 101, True, False, 100.0, 1e3, "100", None, [100], {}, float("nan"), 10**30, 10**30 + 1, 10**5000],
    ids=lambda stake: type(stake).__name__,
)
def test_what_is_no_stake(stake: object) -> None:
    with pytest.raises(BadStake) as caught:
        LIVE.lay({"player": stake})
    assert len(str(caught.value)) < 200


def test_the_largest_stake_holds_for_the_sum_too() -> None:
    assert LIVE.lay({"player_pair": LARGEST}) == {"player_pair": LARGEST}
    assert LIVE.lay({"player_pair": LARGEST - 100, "twin": 100})[Bet.PLAYER_PAIR] == LARGEST
    for stakes in ({"player_pair": LARGEST + 100}, {"player_pair": LARGEST, "twin": 100}, {"twin": LARGEST, "triple": 100}):
        with pytest.raises(BadStake, match="player_pair: the stake is over 9223372036854775807"):
            LIVE.lay(stakes)


@pytest.mark.parametrize(("bet", "cap"), [("player_pair", 60), ("twin", 60), ("triple", 60), ("lucky_six", 50), ("tie", None)])
def test_round_caps_hold_up_to_and_including_their_round(bet: str, cap: int | None) -> None:
    LIVE.lay({bet: 100})
    LIVE.lay({bet: 100}, round_number=1)
    LIVE.lay({bet: 100}, round_number=cap or 10**6)
    if cap is not None:
        with pytest.raises(RoundCapPassed, match=f"up to round {cap} of a shoe, and this is round {cap + 1}"):
            LIVE.lay({bet: 100}, round_number=cap + 1)


@pytest.mark.parametrize(
    ("stakes", "error"),
    [
        ({"lucky_six": 100, "banker_no_commission": True, "player": 1, "zebra": 1}, UnknownBet),
        ({"lucky_six": 100, "player": 1, "banker_no_commission": True}, BetNotOffered),
        ({"lucky_six": 100, "player": 1}, BadStake),
        ({"lucky_six": 100, "twin": LARGEST, "player_pair": 100}, BadStake),
        ({"player": 100, "lucky_six": 100}, RoundCapPassed),
    ],
)
def test_the_first_check_that_fails_is_told_wherever_it_stands(stakes: dict[str, object], error: type[BadBet]) -> None:
    with pytest.raises(error):
        FELTS["studio"].lay(stakes, round_number=61)


@given(st.dictionaries(st.sampled_from([*Bet, "twin", "triple"]), st.integers(1, 10**9).map(lambda units: units * 100)))
def test_nothing_is_lost_on_the_felt(stakes: dict[str, int]) -> None:
    weights = {"twin": 2, "triple": 3}
    assert sum(LIVE.lay(stakes).values()) == sum(stake * weights.get(name, 1) for name, stake in stakes.items())
