"""How a bet is taken, changed and refused (rules 3.5, 4.1, 4.2, 4.6, 5.2, 5.3)."""

from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.game.bets import ROUND_CAPS, Bet
from puntobanco.table import commands as co, machine
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.events import BetConfirmed, BetReduced
from puntobanco.table.state import Phase
from tests.game.golden import golden
from tests.table.driven import RICH, Driven, betting, rules

LIMITS = {
    "main_minimum_cents": 1_000,
    "main_maximum_cents": 40_000,
    "side_minimum_cents": 500,
    "side_maximum_cents": 5_000,
    "burn": "none",
}


def table(house: str = "live", **settings: object) -> Driven:
    return betting(house=rules(house, **{**LIMITS, **settings}))


def refused(answer: object) -> Rejection:
    assert isinstance(answer, Rejection), answer
    return answer


def confirmed(answer: object) -> BetConfirmed:
    assert isinstance(answer, list), answer
    (event,) = answer
    assert isinstance(event, BetConfirmed)
    return event


def reduced(answer: object) -> BetReduced:
    assert isinstance(answer, list), answer
    (event,) = answer
    assert isinstance(event, BetReduced)
    return event


# The order of refusals. Each case is wrong in two ways: the first code is given, the second is what is wrong as well.
# A bet over the maximum is never under the minimum, so that this pair alone cannot be made.
ORDER = [
    (Code.SUSPENDED, Code.BAD_AMOUNT, {"suspended": True, "amount": -5}),
    (Code.SUSPENDED, Code.BETTING_CLOSED, {"suspended": True, "round_off": 1}),
    (Code.SUSPENDED, Code.BET_NOT_OFFERED, {"suspended": True, "bet": "big"}),
    (Code.SUSPENDED, Code.INSUFFICIENT_FUNDS, {"suspended": True, "balance": 0}),
    (Code.BAD_AMOUNT, Code.BETTING_CLOSED, {"amount": 0, "late": True}),
    (Code.BAD_AMOUNT, Code.BET_NOT_OFFERED, {"amount": 1.5, "bet": "big"}),
    (Code.BAD_AMOUNT, Code.ROUND_CAP, {"amount": "1000", "bet": "lucky_six", "played": 51}),
    (Code.BAD_AMOUNT, Code.OVER_MAXIMUM, {"amount": 1e9}),
    (Code.BAD_AMOUNT, Code.UNDER_MINIMUM, {"amount": -100}),
    (Code.BAD_AMOUNT, Code.NOT_A_MULTIPLE, {"amount": True}),
    (Code.BAD_AMOUNT, Code.INSUFFICIENT_FUNDS, {"amount": None, "balance": 0}),
    (Code.BETTING_CLOSED, Code.BET_NOT_OFFERED, {"late": True, "bet": "big"}),
    (Code.BETTING_CLOSED, Code.ROUND_CAP, {"late": True, "bet": "lucky_six", "played": 51}),
    (Code.BETTING_CLOSED, Code.OVER_MAXIMUM, {"round_off": -1, "amount": 41_000}),
    (Code.BETTING_CLOSED, Code.UNDER_MINIMUM, {"round_off": 1, "amount": 100}),
    (Code.BETTING_CLOSED, Code.NOT_A_MULTIPLE, {"shoe_off": 1, "amount": 1_050}),
    (Code.BETTING_CLOSED, Code.INSUFFICIENT_FUNDS, {"shoe_off": -1, "balance": 0}),
    (Code.BET_NOT_OFFERED, Code.ROUND_CAP, {"house": "chips", "bet": "lucky_six", "played": 51}),
    (Code.BET_NOT_OFFERED, Code.OVER_MAXIMUM, {"house": "chips", "bet": "lucky_six", "amount": 41_000}),
    (Code.BET_NOT_OFFERED, Code.UNDER_MINIMUM, {"house": "chips", "bet": "banker_no_commission", "amount": 100}),
    (Code.BET_NOT_OFFERED, Code.NOT_A_MULTIPLE, {"bet": "twin", "amount": 1_050}),
    (Code.BET_NOT_OFFERED, Code.INSUFFICIENT_FUNDS, {"bet": "", "balance": 0}),
    (Code.ROUND_CAP, Code.OVER_MAXIMUM, {"bet": "player_pair", "played": 61, "amount": 41_000}),
    (Code.ROUND_CAP, Code.UNDER_MINIMUM, {"bet": "lucky_six_two", "played": 51, "amount": 100}),
    (Code.ROUND_CAP, Code.NOT_A_MULTIPLE, {"bet": "perfect_pair", "played": 51, "amount": 1_050}),
    (Code.ROUND_CAP, Code.INSUFFICIENT_FUNDS, {"bet": "either_pair", "played": 51, "balance": 0}),
    (Code.OVER_MAXIMUM, Code.NOT_A_MULTIPLE, {"amount": 40_050}),
    (Code.OVER_MAXIMUM, Code.INSUFFICIENT_FUNDS, {"amount": 41_000, "balance": 0}),
    (Code.UNDER_MINIMUM, Code.NOT_A_MULTIPLE, {"amount": 950}),
    (Code.UNDER_MINIMUM, Code.INSUFFICIENT_FUNDS, {"amount": 100, "balance": 0}),
    (Code.NOT_A_MULTIPLE, Code.INSUFFICIENT_FUNDS, {"amount": 1_050, "balance": 0}),
]


NO_AMOUNTS: list[object] = [0, -1, True, 1.0, "1000", None, [], {}, float("nan")]


def answer_to(
    *,
    house: str = "live",
    amount: object = 1_000,
    bet: str = "player",
    played: int = 1,
    round_off: int = 0,
    shoe_off: int = 0,
    late: bool = False,
    suspended: bool = False,
    balance: int = RICH,
) -> object:
    """What the table says to a bet that is right but for what is named."""
    driven = table(house)
    if suspended:
        driven.do(co.Suspend(reason="a fault"))
    state = replace(driven.state, round=played)
    command = co.PlaceBet(account="ann", shoe=state.shoe_number + shoe_off, round=played + round_off, bet=bet, amount_cents=amount)
    now_ms = (state.due_ms or 0) if late else driven.now_ms
    return machine.decide(state, command, now_ms, balance_cents=balance)


@pytest.mark.parametrize(("first", "second", "wrong"), ORDER)
def test_of_two_faults_the_one_that_is_checked_first_is_told(first: Code, second: Code, wrong: dict[str, Any]) -> None:
    assert list(Code).index(first) < list(Code).index(second)
    assert refused(answer_to(**wrong)).code is first


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        (Code.SUSPENDED, {"suspended": True}),
        (Code.BETTING_CLOSED, {"late": True}),
        (Code.BETTING_CLOSED, {"round_off": 1}),
        (Code.BETTING_CLOSED, {"round_off": -1}),
        (Code.BETTING_CLOSED, {"shoe_off": 1}),
        (Code.BETTING_CLOSED, {"shoe_off": -1}),
        (Code.BET_NOT_OFFERED, {"house": "chips", "bet": "lucky_six"}),
        (Code.BET_NOT_OFFERED, {"house": "chips", "bet": "banker_no_commission"}),
        (Code.OVER_MAXIMUM, {"amount": 40_100}),
        (Code.UNDER_MINIMUM, {"amount": 900}),
        (Code.NOT_A_MULTIPLE, {"amount": 1_001}),
        (Code.INSUFFICIENT_FUNDS, {"balance": 999}),
        *[(Code.BAD_AMOUNT, {"amount": amount}) for amount in NO_AMOUNTS],
    ],
)
def test_each_fault_alone_is_refused(code: Code, wrong: dict[str, Any]) -> None:
    assert isinstance(answer_to(), list)
    assert refused(answer_to(**wrong)).code is code


@pytest.mark.parametrize(("bet", "cap"), ROUND_CAPS.items())
def test_a_capped_bet_is_taken_up_to_and_including_its_round(bet: Bet, cap: int) -> None:
    assert isinstance(answer_to(bet=bet, played=cap), list)
    refusal = refused(answer_to(bet=bet, played=cap + 1))
    assert (refusal.code, refusal.limit) == (Code.ROUND_CAP, cap)


@pytest.mark.parametrize("bet", [bet for bet in Bet if bet not in ROUND_CAPS])
def test_a_bet_without_a_cap_is_taken_in_any_round(bet: Bet) -> None:
    assert isinstance(answer_to(bet=bet, played=99), list)


def test_refusals_bring_the_figures_that_explain_them() -> None:
    driven = table()
    driven.bet("ann", "player", 39_000)
    assert refused(driven.bet("ann", "player", 1_100)) == Rejection(code=Code.OVER_MAXIMUM, limit=40_000, left=1_000)
    assert refused(driven.bet("ann", "tie", 400)) == Rejection(code=Code.UNDER_MINIMUM, limit=500, left=5_000)
    assert refused(driven.bet("ann", "player", 150)) == Rejection(code=Code.NOT_A_MULTIPLE, limit=100, left=1_000)
    poor = refused(driven.bet("bob", "player", 1_000, balance_cents=400))
    assert poor == Rejection(code=Code.INSUFFICIENT_FUNDS, limit=400, left=400)
    driven.wait()
    assert refused(driven.bet("ann", "player", 100)).closes_at == driven.state.due_ms


@pytest.mark.parametrize("case", golden("table_money.json")["bets"], ids=lambda case: case["id"])
def test_worked_cases_of_limits(case: dict[str, Any]) -> None:
    driven = table(**case["settings"])
    balances = dict(case["balances"])
    for asked in case["asked"]:
        account, amount = asked["account"], asked["amount_cents"]
        answer = driven.bet(account, asked["bet"], amount, balance_cents=balances[account])
        assert (answer.code if isinstance(answer, Rejection) else None) == asked["answer"]
        if isinstance(answer, list):
            balances[account] -= confirmed(answer).amount_cents
    assert balances == case["balances_after"]


def test_chips_that_were_not_confirmed_in_time_do_not_play() -> None:
    case = golden("table_money.json")["unconfirmed"]
    driven = table()
    driven.wait()
    refusal = refused(driven.bet("a", case["bet"], case["amount_cents"]))
    assert refusal.code == case["answer"]
    driven.go_to(Phase.RESULT)
    assert driven.state.stake_on_spot("a", Bet(case["bet"])) == case["stake_cents"]
    assert driven.state.settled == {}


def test_a_bet_is_late_at_the_very_moment_of_closing_even_before_the_table_has_noticed() -> None:
    driven = table()
    driven.wait()
    driven.now_ms -= 1
    confirmed(driven.bet("ann", "player", 1_000))
    driven.now_ms += 1
    assert driven.phase is Phase.BETTING
    assert refused(driven.bet("ann", "player", 1_000)).code is Code.BETTING_CLOSED
    assert refused(driven.take_back("ann", "player", 1_000)).code is Code.BETTING_CLOSED


def test_additions_add_up_and_may_be_any_multiple_of_the_unit() -> None:
    driven = table()
    assert confirmed(driven.bet("ann", "player", 1_000)).total_cents == 1_000
    assert confirmed(driven.bet("ann", "player", 100)).total_cents == 1_100
    assert driven.state.stakes == {"ann": {Bet.PLAYER: 1_100}}


def test_the_limits_hold_for_each_player_alone() -> None:
    driven = table()
    for account in ("ann", "bob", "eve"):
        confirmed(driven.bet(account, "player", 40_000))


def test_both_kinds_of_banker_share_one_spot_with_one_minimum_and_one_maximum() -> None:
    driven = table()
    confirmed(driven.bet("ann", "banker", 1_000))
    assert confirmed(driven.bet("ann", "banker_no_commission", 100)).total_cents == 100
    assert driven.state.stake_on_spot("ann", Bet.BANKER) == 1_100
    refusal = refused(driven.bet("ann", "banker_no_commission", 39_000))
    assert (refusal.code, refusal.left) == (Code.OVER_MAXIMUM, 38_900)
    confirmed(driven.bet("ann", "banker_no_commission", 38_900))
    # What lies on the other kind counts for the minimum of a reduction too.
    assert reduced(driven.take_back("ann", "banker_no_commission", 39_000)).total_cents == 0
    assert driven.state.stakes == {"ann": {Bet.BANKER: 1_000}}
    assert refused(driven.take_back("ann", "banker", 100)).code is Code.UNDER_MINIMUM


def test_a_reduction_stops_at_the_minimum_or_goes_to_zero() -> None:
    driven = table()
    driven.bet("ann", "player", 2_000)
    refusal = refused(driven.take_back("ann", "player", 1_100))
    assert refusal == Rejection(code=Code.UNDER_MINIMUM, limit=1_000, left=1_000)
    assert reduced(driven.take_back("ann", "player", 1_000)).total_cents == 1_000
    assert reduced(driven.take_back("ann", "player", 1_000)).total_cents == 0
    assert driven.state.stakes == {}
    confirmed(driven.bet("ann", "player", 1_000))


@pytest.mark.parametrize(
    ("bet", "amount", "code"),
    [
        ("player", 2_100, Code.BAD_AMOUNT),
        ("player", 2**70, Code.BAD_AMOUNT),
        ("player", 0, Code.BAD_AMOUNT),
        ("player", True, Code.BAD_AMOUNT),
        ("tie", 100, Code.BAD_AMOUNT),
        ("nothing", 100, Code.BET_NOT_OFFERED),
        ("player", 50, Code.NOT_A_MULTIPLE),
    ],
)
def test_what_cannot_be_taken_back(bet: str, amount: object, code: Code) -> None:
    driven = table()
    driven.bet("ann", "player", 2_000)
    before = driven.state
    assert refused(driven.take_back("ann", bet, amount)).code is code
    assert refused(driven.take_back("bob", "player", 100)).code is Code.BAD_AMOUNT
    assert driven.state is before


def test_player_banker_and_tie_may_be_bet_by_one_person_and_side_bets_need_no_main_bet() -> None:
    driven = table()
    for bet in driven.state.rules.offered:
        confirmed(driven.bet("ann", bet, 1_000))
        confirmed(driven.bet(f"only {bet}", bet, 1_000))


def test_the_next_round_begins_with_a_cleared_felt() -> None:
    driven = table()
    driven.bet("ann", "player", 1_000)
    driven.play_round()
    assert set(driven.state.settled) == {"ann"}
    driven.go_to(Phase.BETTING)
    assert (driven.state.round, driven.state.stakes, driven.state.settled, driven.state.dealt) == (2, {}, {}, ())
