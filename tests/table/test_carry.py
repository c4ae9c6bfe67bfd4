"""What a tie leaves on the felt under `carry` and `carry_locked` (rule 8.1), and that none of it is ever lost or doubled."""

from collections import defaultdict
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from puntobanco.bank.cashier import post
from puntobanco.bank.ledger import changes, held_account, player_account
from puntobanco.game.bets import Bet
from puntobanco.table import commands as co, events as ev, machine
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.state import Phase
from puntobanco.table.views import own_view
from tests.game.golden import golden
from tests.table.driven import Driven, betting, rules

TIE = "2S 3H 5D 4C "
"""Seven all: both stand."""
PLAYER_WINS = "9S 3H KD 4C "
FIRST = {Bet.PLAYER: 2_000, Bet.BANKER: 3_000}


def table(policy: str, front: str = TIE + PLAYER_WINS, **more: object) -> Driven:
    house = rules("live", tie_policy=policy, burn="none", differential_cents="none", banker_bets="commission", **more)
    return betting(front, house)


def tied(policy: str, front: str = TIE + PLAYER_WINS, **more: object) -> Driven:
    """A table in the betting of the round after a tie."""
    driven = table(policy, front, **more)
    for bet, cents in FIRST.items():
        driven.bet("ann", bet, cents)
    driven.bet("ann", "tie", 500)
    driven.bet("bob", "player_pair", 500)
    driven.go_to(Phase.RESULT)
    driven.go_to(Phase.BETTING)
    return driven


def held(driven: Driven) -> dict[str, int]:
    """What each player has lying, by the books."""
    balances: defaultdict[str, int] = defaultdict(int)
    state = None
    for event in driven.events:
        state = machine.evolve(state, event)
        for account, cents in changes(post(event, state).transfers).items():
            balances[account] += cents
    return {name: cents for name, cents in balances.items() if name.startswith("held:") and cents}


@pytest.mark.parametrize("policy", ["carry", "carry_locked", "push"])
@pytest.mark.parametrize("case", golden("table_money.json")["after_a_tie"], ids=lambda case: case["id"])
def test_worked_cases_of_what_lies_after_a_tie(case: dict[str, Any], policy: str) -> None:
    house = rules("macau", tie_policy=policy, burn="none", faces="up", squeeze="none", squeeze_seconds="none")
    driven = betting(TIE + PLAYER_WINS, house)
    for bet, cents in case["before"].items():
        assert not isinstance(driven.bet("ann", bet, cents), Rejection)
    driven.go_to(Phase.RESULT)
    driven.go_to(Phase.BETTING)
    answers = []
    for way, bet, cents in case["then"]:
        answer = driven.bet("ann", bet, cents) if way == "bet" else driven.take_back("ann", bet, cents)
        answers.append(answer.code if isinstance(answer, Rejection) else None)
    expected = case[policy]
    assert answers == expected["answers"]
    assert driven.state.stakes.get("ann", {}) == expected["lies"]
    assert held(driven) == ({held_account("ann"): sum(expected["lies"].values())} if expected["lies"] else {})


def test_player_and_banker_money_stays_for_the_next_round_and_other_bets_are_settled() -> None:
    driven = tied("carry")
    assert driven.state.stakes == {"ann": FIRST}
    assert held(driven) == {held_account("ann"): 5_000}
    driven.go_to(Phase.RESULT)
    assert driven.state.settled["ann"].net == 2_000 - 3_000
    assert held(driven) == {}


def test_with_push_a_tie_gives_it_back() -> None:
    driven = tied("push")
    assert driven.state.stakes == {}
    assert held(driven) == {}


def test_what_was_carried_may_be_withdrawn_reduced_added_to_and_moved_to_the_other_side() -> None:
    driven = tied("carry")
    for answer in (
        driven.bet("ann", "player", 500),
        driven.take_back("ann", "banker", 2_000),
        driven.take_back("ann", "player", 2_500),
        driven.bet("ann", "banker", 2_500),
    ):
        assert not isinstance(answer, Rejection), answer
    assert driven.state.stakes == {"ann": {Bet.BANKER: 3_500}}


@pytest.mark.parametrize("policy", ["carry", "carry_locked"])
def test_a_player_is_told_what_a_tie_left_and_what_was_laid_since_is_new(policy: str) -> None:
    driven = tied(policy)
    assert own_view(driven.state, "ann").left == FIRST
    assert own_view(driven.state, "bob").left == {}
    driven.bet("ann", "player", 500)
    assert own_view(driven.state, "ann").left == FIRST
    if policy == "carry":
        driven.take_back("ann", "player", 1_500)
        assert own_view(driven.state, "ann").left == {Bet.PLAYER: 1_000, Bet.BANKER: 3_000}
        driven.take_back("ann", "player", 1_000)
        driven.bet("ann", "player", 2_000)
        assert own_view(driven.state, "ann").left == {Bet.BANKER: 3_000}
    driven.go_to(Phase.RESULT)
    driven.go_to(Phase.BETTING)
    assert own_view(driven.state, "ann").left == {}


def test_a_withdrawal_of_carried_money_keeps_the_limits() -> None:
    driven = table("carry")
    driven.bet("ann", "player", 2_000)
    driven.go_to(Phase.RESULT)
    driven.go_to(Phase.BETTING)
    answer = driven.take_back("ann", "player", 1_900)
    assert isinstance(answer, Rejection)
    assert answer.code is Code.UNDER_MINIMUM


def test_locked_stakes_may_only_be_added_to_and_the_addition_taken_back() -> None:
    driven = tied("carry_locked")
    refused = driven.take_back("ann", "player", 100)
    assert isinstance(refused, Rejection)
    assert (refused.code, refused.limit, refused.left) == (Code.STAKE_LOCKED, 2_000, 0)
    assert not isinstance(driven.bet("ann", "player", 700), Rejection)
    assert not isinstance(driven.take_back("ann", "player", 700), Rejection)
    assert not isinstance(driven.bet("bob", "player", 700), Rejection)
    assert not isinstance(driven.take_back("bob", "player", 700), Rejection)


def test_stakes_stay_through_one_tie_after_another() -> None:
    driven = tied("carry_locked", TIE * 3 + PLAYER_WINS)
    for _ in range(2):
        driven.go_to(Phase.RESULT)
        driven.go_to(Phase.BETTING)
        assert driven.state.stakes == driven.state.locked == {"ann": FIRST}
    driven.go_to(Phase.RESULT)
    assert driven.state.settled["ann"].net == -1_000


def test_a_tie_in_the_last_round_of_a_shoe_gives_it_back() -> None:
    # The cut card is in front of the second card: this round is the last.
    driven = betting(TIE, rules("live", tie_policy="carry", burn="none", decks=6, cut_card_most=156), behind=156)
    state = driven.state
    assert state.shoe is not None
    while driven.state.shoe_number == 1 and not driven.state.shoe_over:
        if driven.phase is Phase.BETTING and not driven.state.stakes:
            driven.bet("ann", "player", 1_000)
        driven.step()
    driven.go_to(Phase.RESULT)
    assert driven.state.carried == {}


def test_a_void_gives_carried_stakes_back_with_the_others() -> None:
    driven = tied("carry")
    driven.bet("bob", "banker", 1_000)
    driven.do(co.VoidRound(reason="a fault"))
    assert held(driven) == {}


def test_a_shoe_that_ends_before_the_next_round_gives_them_back_and_no_other_shoe_gets_them() -> None:
    driven = table("carry")
    driven.bet("ann", "player", 2_000)
    driven.go_to(Phase.RESULT)
    assert driven.state.carried == {"ann": {Bet.PLAYER: 2_000}}
    events = driven.do(co.CloseShoe(secret=None))
    assert isinstance(events[0], ev.StakesReturned)
    assert held(driven) == {}
    driven.go_to(Phase.BETTING)
    assert driven.state.stakes == {}


def test_a_table_that_is_closed_gives_them_back() -> None:
    driven = table("carry")
    driven.bet("ann", "player", 2_000)
    driven.go_to(Phase.RESULT)
    driven.do(co.ReturnStakes())
    assert held(driven) == {}
    assert driven.do(co.ReturnStakes()) == []


def test_a_table_that_pauses_keeps_them_for_when_it_goes_on() -> None:
    driven = table("carry")
    driven.bet("ann", "player", 2_000)
    driven.go_to(Phase.RESULT)
    driven.do(co.Tick(present=False))
    driven.now_ms += 61_000
    driven.do(co.Tick(present=False))
    assert driven.phase is Phase.PAUSED
    driven.do(co.Tick(present=True))
    assert driven.state.stakes == {"ann": {Bet.PLAYER: 2_000}}


_WAYS = st.lists(
    st.tuples(
        st.sampled_from(["bet", "take", "step", "step", "step", "void", "close"]),
        st.sampled_from(["ann", "bob"]),
        st.sampled_from(["player", "banker", "tie"]),
        st.integers(1, 9).map(lambda units: units * 500),
    ),
    max_size=70,
)


@settings(max_examples=60)
@given(st.sampled_from(["carry", "carry_locked", "push"]), st.lists(st.booleans(), max_size=12), _WAYS)
def test_no_stake_is_lost_or_doubled_through_ties_voids_and_shoes(policy: str, ties: list[bool], ways: list[Any]) -> None:
    driven = table(policy, "".join(TIE if tie else PLAYER_WINS for tie in ties[:7]))
    for way, account, bet, cents in ways:
        match way:
            case "bet":
                driven.bet(account, bet, cents)
            case "take":
                driven.take_back(account, bet, cents)
            case "void":
                driven.ask(co.VoidRound(reason="a fault"))
            case "close" if driven.phase is Phase.RESULT and driven.state.shoe is not None:
                driven.do(co.CloseShoe(secret=None))
            case _:
                driven.step()
        state = driven.state
        lies = state.stakes if state.phase in (Phase.BETTING, Phase.DEALING) else state.carried
        assert held(driven) == {held_account(name): sum(own.values()) for name, own in lies.items()}


def test_every_transfer_of_a_carried_stake_has_a_key_of_its_own() -> None:
    driven = tied("carry", TIE * 4 + PLAYER_WINS)
    for _ in range(4):
        driven.go_to(Phase.RESULT)
        driven.step()
    keys = []
    state = None
    for event in driven.events:
        state = machine.evolve(state, event)
        keys += [move.key for move in post(event, state).transfers]
    assert len(set(keys)) == len(keys)
    assert sum(key.startswith("carry:") for key in keys) == 8
    assert player_account("ann") == "player:ann"


@pytest.mark.parametrize("policy", ["carry", "carry_locked"])
def test_a_fold_of_the_events_stands_where_the_table_stands(policy: str) -> None:
    driven = tied(policy)
    assert machine.fold(driven.events) == driven.state
