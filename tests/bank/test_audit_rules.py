"""What the audit says of events that no table of that house could have made: limits over several spots, ties, cuts. Each forged."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from puntobanco.bank.audit_shoe import faults
from puntobanco.game.bets import Bet
from puntobanco.table import events as ev
from puntobanco.table.events import Event
from puntobanco.table.state import Phase, TableState
from tests.table.driven import Driven, betting, rules

TIE = "2S 3H 5D 4C"
LIMITS = {"main_minimum_cents": 1_000, "burn": "none"}


def bet(account: str, bet: Bet, cents: int, total: int) -> ev.BetConfirmed:
    return ev.BetConfirmed(at_ms=1, account=account, bet=bet, amount_cents=cents, total_cents=total)


def table(front: str = "", **settings: object) -> Driven:
    return betting(front, rules("live", **{**LIMITS, **settings}))


def found(state: TableState, event: Event) -> Sequence[str]:
    return list(faults(state, event, None))


def test_money_over_a_differential_is_named() -> None:
    driven = table(differential_cents=5_000, differential_player_cents=3_000)
    driven.bet("ann", "player", 2_000)
    state = driven.state
    assert found(state, bet("bob", Bet.BANKER, 3_000, 3_000)) == []
    assert any("of the table differ by 6000" in line for line in found(state, bet("bob", Bet.BANKER, 8_000, 8_000)))
    assert any("of ann differ by 4000" in line for line in found(state, bet("ann", Bet.PLAYER, 2_000, 4_000)))


def test_banker_money_that_is_no_multiple_is_named() -> None:
    driven = table(banker_in_multiples=True)
    assert found(driven.state, bet("ann", Bet.BANKER, 1_500, 1_500)) == ["ann has 1500 on banker, no multiple of 1000"]


def test_a_locked_stake_that_was_given_back_is_named() -> None:
    driven = table(TIE, tie_policy="carry_locked")
    driven.bet("ann", "player", 2_000)
    driven.go_to(Phase.RESULT)
    driven.go_to(Phase.BETTING)
    taken = ev.BetReduced(at_ms=1, account="ann", bet=Bet.PLAYER, amount_cents=1_000, total_cents=1_000)
    assert found(driven.state, taken) == ["ann has 1000 on player, 2000 of it was to stay"]


@pytest.mark.parametrize(("policy", "carries"), [("push", True), ("carry", False)])
def test_a_tie_that_was_dealt_with_by_another_policy_is_named(policy: str, carries: bool) -> None:
    driven = table(TIE, tie_policy=policy)
    driven.bet("ann", "player", 2_000)
    driven.go_to(Phase.RESULT)
    (settled,) = [event for event in driven.events if isinstance(event, ev.RoundSettled)]
    dealing = replace(driven.state, result=None, phase=Phase.DEALING, carried={})
    assert found(dealing, settled) == []
    assert any("does not say" in line for line in found(dealing, replace(settled, carries=carries)))


def test_other_stakes_than_a_tie_left_cannot_go_back() -> None:
    driven = table(TIE, tie_policy="carry")
    driven.bet("ann", "player", 2_000)
    driven.go_to(Phase.RESULT)
    assert found(driven.state, ev.StakesReturned(at_ms=1, stakes={"ann": {Bet.PLAYER: 2_000}})) == []
    forged = ev.StakesReturned(at_ms=1, stakes={"ann": {Bet.PLAYER: 3_000}})
    assert found(driven.state, forged) == ["what goes back is not what a tie left on the felt"]


def test_a_cut_that_was_nobodys_to_make_is_named() -> None:
    cut = ev.ShoeCut(at_ms=1, account="ann", place=100)
    shuffling = Driven(rules("macau")).state
    assert found(shuffling, cut) == []
    assert found(shuffling, replace(cut, place=3)) == ["a cut 3 cards from the top leaves too few"]
    for state in (Driven(rules("live")).state, replace(shuffling, cut_place=50)):
        assert found(state, cut) == ["this shoe was not the player's to cut"]


def test_a_shoe_that_is_not_cut_where_it_was_cut_is_named() -> None:
    driven = Driven(rules("macau"))
    before = driven.state
    driven.go_to(Phase.BURNING)
    opened = next(event for event in driven.events if isinstance(event, ev.ShoeOpened))
    assert found(before, opened) == []
    assert found(replace(before, cut_place=77), opened) == ["the announcement has the cut at None, it was at 77"]
