"""Worked cases of the squeeze: who has the right, and what is told while cards are still closed (rules 2.1, 8.3)."""

from typing import Any

import msgspec
import pytest

from puntobanco.game.rules import Side
from puntobanco.table import squeeze
from puntobanco.table.state import Part, Phase
from puntobanco.table.views import table_view
from tests.game.golden import golden
from tests.table.driven import betting, rules

CASES = golden("squeeze.json")


def by_id(cases: list[Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


@pytest.mark.parametrize("side", list(Side))
@by_id(CASES["rights"])
def test_the_right_is_whose_the_case_says(case: Any, side: Side) -> None:
    table = betting("9H 2S KD 4C", rules("studio", burn="none"))
    for account, cents in case["bets"]:
        answer = table.bet(account, side.value, cents) if cents > 0 else table.take_back(account, side.value, -cents)
        assert isinstance(answer, list)
    state = table.go_to(Phase.DEALING)
    assert squeeze.squeezer_of(state, side, 2) == case["holder"]
    assert list(state.squeezing.queues.get(Part(side), ())[1:]) == case["next"]


@by_id(CASES["still_closed"])
def test_nothing_is_told_of_a_round_before_its_cards_are_open(case: Any) -> None:
    table = betting(" ".join(case["cards"]), rules("classic", burn="none", faces="down"))
    table.bet("ann", "player", 500)
    table.go_to(Phase.DEALING)
    while len(table.state.dealt) < case["open"] or table.state.cards_out < case["cards_on_felt"]:
        table.step()
    told = msgspec.to_builtins(table_view(table.state))
    assert (len(told["player"]) + len(told["banker"]), len(told["results"])) == (case["open"], case["results"])
    assert len(told["laid"]) == case["cards_on_felt"] - case["open"]
    assert all(set(card) == {"side", "number", "bent"} for card in told["laid"])
    assert (told["result"], len(told["won"]), told["phase"]) == (None, 0, "dealing")
