"""Every setting of rule 9 at work at a table: the scripts of ``golden/table_scripts``, as they stand and with settings changed."""

import pytest

from puntobanco import house_files
from puntobanco.errors import BadHouse
from puntobanco.game.house import HouseRules
from tests.table import scripts
from tests.table.scripts import Script, names, play, read

SCRIPTS = {name: read(name) for name in names()}

NOT_IN_SCRIPTS = {
    "name": "what a house is called changes nothing at its table",
    "good_roads": "what is told of the roads, see tests/server/test_lobby.py",
    "burn_after_error": "what the desk proposes: as many as were burned are entered, see dealt_by_hand.txt",
    "card_proof": "a software-dealt shoe is always proved",
    "chat": "no part of the table machine: tests/server/test_chat.py",
}
"""The settings that no script shows, and why."""

OTHERS: dict[str, tuple[object, ...]] = {
    "decks": (9, 11),
    "bets": (["player", "tie"], ["banker", "tie"]),
    "combinations": ([], ["twin"]),
    "banker_bets": ("commission", "no_commission", "choice"),
    "stake_unit_cents": (20, 500),
    "main_minimum_cents": (6_00, 12_00, 200_00),
    "main_maximum_cents": (4_000_00, 300_00, 100_000_00),
    "side_minimum_cents": (2_00, 10_00),
    "side_maximum_cents": (40_00, 300_00, 5_000_00),
    "differential_cents": ("none", 500_00),
    "differential_player_cents": ("none", 500_00),
    "banker_in_multiples": (True, False),
    "burn": ("none", "decks", "first_card", 5, 7),
    "burn_each_round": (0, 2),
    "cut_by": ("dealer", "player"),
    "cut_card_least": (12, 16),
    "cut_card_most": (20, 21),
    "faces": ("up", "down", "down_where_squeezed"),
    "last_round": ("cut_card", "one_more"),
    "demonstration_rounds": (0, 1, 2, 3),
    "continuous_shuffler": (True, False),
    "shuffle_every_round": (True, False),
    "closes_early": (True, False),
    "tie_policy": ("push", "carry", "carry_locked"),
    "squeeze": ("none", "highest_bettor", "highest_seated"),
    "squeeze_seconds": ("none", 9, 20),
    "seats": (0, 6, 14),
    "betting_seconds": (12, 18),
    "card_seconds": (1.5, 2),
    "result_seconds": (4, 7),
    "shuffle_seconds": (10, 40),
    "dealt_by": ("software", "hand"),
}
"""Other values of each setting that a script may show."""


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_comes_true(name: str) -> None:
    play(SCRIPTS[name])


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, script in SCRIPTS.items() for key in sorted(script.covers)])
def test_with_another_value_of_a_setting_that_a_script_shows_it_does_not_come_true(name: str, key: str) -> None:
    """What else would pass with any value says nothing about the setting."""
    script = SCRIPTS[name]
    told = [value for value in OTHERS[key] if _wrong(script, key, value)]
    usable = [value for value in OTHERS[key] if value != _value(script, key)]
    assert told == usable, f"{name}.txt comes true with {key} = {[value for value in usable if value not in told]} too"


def _value(script: Script, key: str) -> object:
    value = getattr(script.rules(), key)
    return list(value) if isinstance(value, tuple) else "none" if value is None else value


def _wrong(script: Script, key: str, value: object) -> bool:
    """Whether a script that shows a setting does not come true with this value of it, or such a house cannot be."""
    if value == _value(script, key):
        return False
    try:
        play(script, **{key: value})
    except (AssertionError, BadHouse):
        return True
    return False


def test_every_setting_of_a_house_is_shown_by_a_script_or_says_why_not() -> None:
    shown = {key for script in SCRIPTS.values() for key in script.covers}
    assert shown | set(NOT_IN_SCRIPTS) == set(HouseRules.__struct_fields__)
    assert not shown & set(NOT_IN_SCRIPTS)


def test_every_house_that_ships_has_a_script_of_its_own() -> None:
    for house in house_files.shipped():
        script = SCRIPTS[f"house_{house}"]
        assert (script.house, script.settings) == (house, {})


def test_a_script_that_is_wrong_is_told_by_its_line() -> None:
    script = SCRIPTS["house_classic"]
    wrong = script._replace(lines=(script.lines[0]._replace(after_ms=19_000),))
    with pytest.raises(AssertionError, match=r"house_classic\.txt:\d+: s1 shoe_opened"):
        play(wrong)


def test_cards_are_laid_as_a_script_names_them() -> None:
    laid = scripts.dealable("9H 2x(9 ?) | K", 6).split()
    assert (laid[0], laid[1][0], laid[3][0], laid[5][0], len(laid)) == ("9H", "9", "9", "K", 6)
