"""Section 9 and ``docs/houses.md``: the houses that ship, and every fault a house file can have."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from puntobanco import house_files
from puntobanco.errors import BadHouse
from puntobanco.game.bets import Bet
from puntobanco.game.good_roads import GoodRoad
from puntobanco.game.house import HouseRules, changed, from_settings, parse, to_settings, to_toml

HOUSES = {name: parse(text, name=name) for name, text in house_files.shipped().items()}
ALL = [bet.value for bet in Bet if bet is not Bet.BANKER_NO_COMMISSION]
FIVE = ["player", "banker", "tie", "player_pair", "banker_pair"]
BOTH = ["twin", "triple"]

# Rule 9, typed by hand from the table. In the order chips, live, macau, studio, classic; amounts in whole units.
NAMES = ("chips", "live", "macau", "studio", "classic")
TABLE: dict[str, tuple[Any, ...]] = {
    "decks": (8, 8, 8, 8, 8),
    "bets": (FIVE, ALL, FIVE, ALL, ["player", "banker", "tie"]),
    "combinations": (BOTH, BOTH, [], BOTH, []),
    "banker_bets": ("commission", "choice", "commission", "commission", "commission"),
    "stake_unit_cents": (100, 100, 100, 100, 100),
    "main_minimum_cents": (10_00, 5_00, 100_00, 5_00, 5_00),
    "main_maximum_cents": (400_00, 5_000_00, 10_000_00, 5_000_00, 500_00),
    "side_minimum_cents": (5_00, 1_00, 50_00, 1_00, 1_00),
    "side_maximum_cents": (50_00, 200_00, 1_000_00, 200_00, 50_00),
    "differential_cents": ("none", 20_000_00, 20_000_00, 20_000_00, "none"),
    "differential_player_cents": ("none",) * 5,
    "banker_in_multiples": (False, False, True, False, False),
    "burn": (6, "first_card", "decks", "first_card", "none"),
    "burn_after_error": (3, 0, 0, 0, 0),
    "burn_each_round": (0,) * 5,
    "cut_by": ("dealer", "dealer", "player", "dealer", "dealer"),
    "cut_card_least": (14, 14, 12, 14, 14),
    "cut_card_most": (20, 20, 24, 20, 20),
    "faces": ("up", "up", "down", "down_where_squeezed", "up"),
    "last_round": ("cut_card",) * 5,
    "demonstration_rounds": (0,) * 5,
    "continuous_shuffler": (False,) * 5,
    "shuffle_every_round": (False,) * 5,
    "closes_early": (True, False, False, False, False),
    "tie_policy": ("push", "push", "carry", "push", "push"),
    "squeeze": ("none", "none", "highest_seated", "highest_bettor", "none"),
    "squeeze_seconds": ("none", "none", 15, 15, "none"),
    "seats": (7, 0, 7, 0, 7),
    "betting_seconds": (20, 15, 25, 15, 20),
    "card_seconds": (1,) * 5,
    "result_seconds": (5, 5, 6, 5, 5),
    "shuffle_seconds": (15, 20, 30, 20, 20),
    "card_proof": (True,) * 5,
    "chat": (True,) * 5,
    "dealt_by": ("software",) * 5,
    "good_roads": ([str(road) for road in GoodRoad],) * 5,
}
MAY_BE_LEFT_OUT = ("dealt_by", "good_roads")


def faults(house: str = "live", /, **settings: object) -> list[tuple[str, str]]:
    """Return the faults of a house that ships, with some settings changed."""
    with pytest.raises(BadHouse) as caught:
        changed(HOUSES[house], settings)
    return caught.value.faults


@pytest.mark.parametrize("name", NAMES)
def test_a_house_that_ships_is_as_rule_9_says(name: str) -> None:
    settings = {key: list(value) if isinstance(value, tuple) else value for key, value in to_settings(HOUSES[name]).items()}
    column = NAMES.index(name)
    assert settings == {"name": name} | {key: values[column] for key, values in TABLE.items()}


def test_five_houses_ship() -> None:
    assert sorted(HOUSES) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_house_survives_the_way_to_settings_and_toml_and_back(name: str) -> None:
    rules = HOUSES[name]
    assert from_settings(to_settings(rules)) == rules
    assert parse(to_toml(rules)) == rules
    assert changed(rules, {}) == rules


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "decks": st.integers(6, 12),
            "betting_seconds": st.floats(0.001, 600),
            "differential_player_cents": st.integers(500, 10**15),
            "burn": st.sampled_from(["none", "decks", "first_card", *range(1, 53)]),
            "chat": st.booleans(),
            "bets": st.permutations(ALL),
            "seats": st.integers(0, 14),
            "last_round": st.sampled_from(["cut_card", "one_more"]),
        },
    )
)
def test_any_house_survives_the_way_to_toml_and_back(settings: dict[str, object]) -> None:
    rules = changed(HOUSES["live"], settings)
    assert parse(to_toml(rules)) == rules


def test_what_a_house_offers() -> None:
    assert HOUSES["live"].offered == tuple(Bet)
    assert HOUSES["studio"].offered == tuple(bet for bet in Bet if bet is not Bet.BANKER_NO_COMMISSION)
    assert HOUSES["classic"].offered == (Bet.PLAYER, Bet.BANKER, Bet.TIE)
    free = changed(HOUSES["studio"], {"banker_bets": "no_commission"})
    assert free.offered == tuple(bet for bet in Bet if bet is not Bet.BANKER)
    without = changed(HOUSES["live"], {"bets": ["player", "tie"], "combinations": []})
    assert without.offered == (Bet.PLAYER, Bet.TIE)


def test_limits_are_those_of_the_spot() -> None:
    live = HOUSES["live"]
    assert live.limits(Bet.PLAYER) == live.limits(Bet.BANKER) == (500, 500_000)
    assert live.limits(Bet.TIE) == live.limits(Bet.LUCKY_SIX) == (100, 20_000)


def test_where_banker_totals_are_multiples_of_the_minimum_the_last_of_them_is_bankers_maximum() -> None:
    odd = {"main_minimum_cents": 300, "main_maximum_cents": 1_000}
    assert changed(HOUSES["live"], odd).limits(Bet.BANKER) == (300, 1_000)
    multiples = changed(HOUSES["live"], {**odd, "banker_in_multiples": True})
    assert (multiples.limits(Bet.PLAYER), multiples.limits(Bet.BANKER)) == ((300, 1_000), (300, 900))
    assert changed(HOUSES["live"], {**odd, "banker_in_multiples": True, "main_maximum_cents": 300}).limits(Bet.BANKER) == (300, 300)


def test_the_stake_unit_follows_from_the_bets() -> None:
    assert HOUSES["live"].unit_least == 20
    assert changed(HOUSES["live"], {"banker_bets": "no_commission"}).unit_least == 2
    only = {"bets": ["player", "tie"], "combinations": [], "stake_unit_cents": 1}
    assert changed(HOUSES["live"], only).unit_least == 1


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("name", "Live", "write a name of lower-case letters"),
        ("name", "", "write a name of lower-case letters"),
        ("name", "a" * 33, "write a name of lower-case letters"),
        ("name", "a\n", "write a name of lower-case letters"),
        ("decks", 5, "write a whole number from 6 to 12"),
        ("decks", 13, "write a whole number from 6 to 12"),
        ("decks", 8.0, "write a whole number from 6 to 12"),
        ("decks", True, "write a whole number from 6 to 12"),
        ("decks", "8", "write a whole number from 6 to 12"),
        ("decks", "none", "write a whole number from 6 to 12"),
        ("bets", ["plaeyr"], 'write a list, each one of "player"'),
        ("bets", "player", 'write a list, each one of "player"'),
        ("bets", [*ALL, "tie"], "twice"),
        ("bets", [*ALL, "banker_no_commission"], "banker_bets"),
        ("combinations", ["double"], 'write a list, each one of "twin", "triple"'),
        ("banker_bets", "both", 'write one of "commission", "no_commission", "choice"'),
        ("stake_unit_cents", 0, "write a whole number from 1 to"),
        ("stake_unit_cents", 10, "would need rounding: a multiple of 20"),
        ("stake_unit_cents", 25, "would need rounding"),
        ("main_minimum_cents", 550, "is no multiple of the stake unit"),
        ("main_maximum_cents", 550, "is no multiple of the stake unit"),
        ("main_minimum_cents", 600_000, "is over main_maximum_cents"),
        ("side_minimum_cents", 30_000, "is over side_maximum_cents"),
        ("side_maximum_cents", 10**16, "write a whole number from 1 to"),
        ("side_maximum_cents", -100, "write a whole number from 1 to"),
        ("differential_cents", 400, "no first bet would fit"),
        ("differential_cents", "nothing", '"none"'),
        ("differential_player_cents", 400, "no first bet would fit"),
        ("banker_in_multiples", 1, "write true or false"),
        ("burn", 0, 'write a whole number from 1 to 52 or one of "none", "decks", "first_card"'),
        ("burn", 53, 'write a whole number from 1 to 52 or one of "none", "decks", "first_card"'),
        ("burn", "six", 'write a whole number from 1 to 52 or one of "none", "decks", "first_card"'),
        ("burn_after_error", -1, "from 0 to 10"),
        ("burn_each_round", 11, "from 0 to 10"),
        ("cut_by", "nobody", 'write one of "dealer", "player"'),
        ("cut_card_least", 11, "too few"),
        ("cut_card_least", 21, "is over cut_card_most"),
        ("cut_card_most", 209, "more than half the shoe"),
        ("faces", "sideways", 'write one of "up", "down", "down_where_squeezed"'),
        ("last_round", "two_more", 'write one of "cut_card", "one_more"'),
        ("demonstration_rounds", 4, "from 0 to 3"),
        ("tie_policy", "keep", 'write one of "push", "carry", "carry_locked"'),
        ("squeeze", "anyone", 'write one of "none"'),
        ("squeeze_seconds", 0, "a number above 0, at most 600"),
        ("seats", 15, "from 0 to 14"),
        ("betting_seconds", 0, "write a number above 0, at most 600"),
        ("betting_seconds", 601, "write a number above 0, at most 600"),
        ("betting_seconds", float("nan"), "write a number above 0, at most 600"),
        ("betting_seconds", float("inf"), "write a number above 0, at most 600"),
        ("card_seconds", "none", "write a number above 0, at most 600"),
        ("chat", "yes", "write true or false"),
    ],
)
def test_a_fault_is_named_by_its_key(key: str, value: object, reason: str) -> None:
    found = faults(**{key: value})
    assert [name for name, _ in found] == [key]
    assert reason in found[0][1]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("key", [*(key for key in TABLE if key not in MAY_BE_LEFT_OUT), "name"])
def test_every_key_is_needed(name: str, key: str) -> None:
    settings = to_settings(HOUSES[name])
    del settings[key]
    with pytest.raises(BadHouse) as caught:
        from_settings(settings)
    assert caught.value.faults == [(key, "is missing")]


def test_an_unknown_key_is_a_fault_with_the_nearest_key() -> None:
    found = dict(faults(bettingseconds=3, zebra=1))
    assert "did you mean betting_seconds?" in found["bettingseconds"]
    assert found["zebra"] == "is no setting of a house"


def test_all_faults_are_told_at_once() -> None:
    assert [key for key, _ in faults(decks=5, chat=3, zebra=1)] == ["zebra", "decks", "chat"]
    found = faults(cut_card_least=30, differential_cents=100, stake_unit_cents=50, faces="up", squeeze="highest_bettor")
    assert [key for key, _ in found] == [
        "stake_unit_cents",
        "differential_cents",
        "cut_card_least",
        "squeeze_seconds",
        "faces",
    ]


def test_a_house_takes_at_least_one_bet_unless_a_person_deals() -> None:
    wanted = [("bets", 'is empty: without bets a table is a scoreboard, and needs dealt_by = "hand"')]
    assert faults(bets=[], combinations=[]) == wanted
    assert changed(HOUSES["live"], {"bets": [], "combinations": [], "dealt_by": "hand"}).offered == ()


@pytest.mark.parametrize("key", MAY_BE_LEFT_OUT)
def test_who_deals_and_the_good_roads_may_be_left_out_of_a_house_file(key: str) -> None:
    settings = to_settings(HOUSES["live"])
    del settings[key]
    assert from_settings(settings) == HOUSES["live"]


def test_who_deals_is_the_software_or_a_person() -> None:
    assert faults(dealt_by="robot") == [("dealt_by", 'is \'robot\'; write one of "software", "hand"')]


def test_a_house_switches_each_good_road_on_or_off() -> None:
    assert changed(HOUSES["live"], {"good_roads": []}).good_roads == ()
    assert changed(HOUSES["live"], {"good_roads": ["pair_sticks"]}).good_roads == (GoodRoad.PAIR_STICKS,)
    ((key, reason),) = faults(good_roads=["pairs"])
    assert (key, reason[:50]) == ("good_roads", "is ['pairs']; write a list, each one of \"long_bank")
    assert faults(good_roads=["pair_sticks", "pair_sticks"]) == [("good_roads", "names a good road twice")]


@pytest.mark.parametrize("key", ["continuous_shuffler", "shuffle_every_round"])
def test_a_person_brings_a_new_shoe_instead_of_shuffling_for_each_round(key: str) -> None:
    reason = "goes with no table dealt by hand: its dealer brings a new shoe instead"
    assert faults("classic", **{key: True, "dealt_by": "hand"}) == [(key, reason)]


def test_combinations_need_their_parts() -> None:
    found = faults(bets=["player", "banker", "player_pair"])
    assert found == [
        ("combinations", "twin needs banker_pair among the bets"),
        ("combinations", "triple needs banker_pair and tie among the bets"),
    ]


def test_cards_burned_before_each_round_need_more_cards_behind_the_cut_card() -> None:
    assert changed(HOUSES["live"], {"burn_each_round": 3}).burn_each_round == 3
    assert faults(burn_each_round=4) == [("cut_card_least", "14 is too few: the last rounds may need 15 cards")]
    assert changed(HOUSES["macau"], {"cut_card_least": 12}).cut_card_least == 12


def test_a_continuous_shuffler_burns_nothing_and_deals_face_up() -> None:
    found = faults("macau", continuous_shuffler=True, shuffle_every_round=True, burn_each_round=1)
    assert [key for key, _ in found] == ["burn", "burn_each_round", "shuffle_every_round", "faces"]
    shuffler = {"continuous_shuffler": True, "burn": "none", "faces": "up", "squeeze": "none", "squeeze_seconds": "none"}
    assert changed(HOUSES["macau"], shuffler).continuous_shuffler


def test_a_squeeze_needs_time_hidden_cards_and_where_wanted_seats() -> None:
    assert [key for key, _ in faults("studio", squeeze_seconds="none")] == ["squeeze_seconds"]
    assert [key for key, _ in faults("studio", faces="up")] == ["faces"]
    assert [key for key, _ in faults("macau", seats=0)] == ["seats"]


@pytest.mark.parametrize(
    "text", ["decks =", "= 3", "decks = 8\ndecks = 8", "a = " + "[" * 10_000 + "]" * 10_000, "\x00", "name = 'a\nb'"]
)
def test_what_is_not_toml_is_a_fault_of_the_file(text: str) -> None:
    with pytest.raises(BadHouse) as caught:
        parse(text, name="mine.toml")
    assert [key for key, _ in caught.value.faults] == ["file"]
    assert str(caught.value).startswith("mine.toml: file: is not TOML")
    assert "\n" not in str(caught.value)


@given(st.dictionaries(st.sampled_from([*TABLE, "name", "other"]), st.none() | st.integers() | st.text() | st.floats()))
def test_any_settings_make_a_house_or_named_faults(settings: dict[str, object]) -> None:
    found: HouseRules | list[tuple[str, str]]
    try:
        found = changed(HOUSES["live"], settings)
    except BadHouse as error:
        found = error.faults
    assert found


def test_every_key_is_described() -> None:
    text = (Path(__file__).parents[2] / "docs" / "houses.md").read_text()
    assert re.findall(r"(?m)^\| `(\w+)`(?: \*)? \|", text) == ["name", *TABLE]
