"""What the audit says of events that no table of that house could have made: limits over several spots, ties, cuts. Each forged."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from puntobanco.bank.audit_shoe import faults
from puntobanco.game import proof
from puntobanco.game.bets import Bet
from puntobanco.game.proof import Share
from puntobanco.table import commands as co, events as ev, machine
from puntobanco.table.events import Event
from puntobanco.table.machine import evolve
from puntobanco.table.state import Phase, TableState
from tests.table.driven import SECRET, Driven, betting, rules

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


@pytest.mark.parametrize(("house", "place"), [("macau", 100), ("macau", None), ("live", 100)])
def test_a_shoe_that_is_not_cut_where_the_players_sealed_it_is_named(house: str, place: int | None) -> None:
    driven = Driven(rules(house))
    driven.step()
    share = driven.seal("ann", cut_place=place)
    driven.step()
    assert isinstance(share, Share)
    driven.do(driven.opening("ann", share))
    driven.wait()
    before = driven.state
    (opened,) = driven.open_fair_shoe()
    assert isinstance(opened, ev.ShoeOpened)
    assert (opened.cut_place == 100) is (house == "macau" and place == 100)
    assert found(before, opened) == []
    assert found(before, replace(opened, cut_place=3))[0] == "a cut 3 cards from the top leaves too few"
    moved = replace(opened, cut_place=77)
    assert found(before, moved)[0].startswith("the log's entry published of table 1 shoe 1")
    logged = proof.published_entry(before.log_head, driven.ceremony.announcement, moved.hashes, 77, moved.cut_card_behind)
    after = evolve(before, replace(moved, entry=logged))
    closed = machine.decide(driven.state, co.CloseShoe(secret=SECRET), driven.now_ms)
    assert isinstance(closed, list)
    assert found(driven.state, closed[0]) == []
    assert any("the secret cuts " in line for line in found(after, closed[0]))
