"""What is announced of a shoe: every rule that it is played by, and nothing that is only shown."""

import msgspec

from puntobanco.game.house import HouseRules, changed
from puntobanco.game.proof.announcement import ONLY_SHOWN, announce
from puntobanco.house_files import load

LIVE = load("live")


def test_all_settings_of_a_house_are_announced_but_what_is_only_shown() -> None:
    told = msgspec.json.decode(announce(1, 1, LIVE).rules)
    assert set(told) == set(HouseRules.__struct_fields__) - ONLY_SHOWN
    assert set(HouseRules.__struct_fields__) >= ONLY_SHOWN


def test_another_rule_is_another_announcement_and_another_good_road_is_not() -> None:
    before = announce(1, 1, LIVE)
    assert announce(1, 1, changed(LIVE, {"good_roads": []})) == before
    assert announce(1, 1, changed(LIVE, {"betting_seconds": 16})) != before
    assert announce(1, 1, changed(LIVE, {"burn": 3})).lines != before.lines
