"""Rule 5.5: betting closes before its time once nobody seated has to be waited for."""

import pytest

from puntobanco.table import commands as co, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.dealing import next_ms
from puntobanco.table.events import Event
from puntobanco.table.seating import EARLIEST_CLOSE_MS, early_close_ms, is_done
from puntobanco.table.state import Phase
from tests.table.driven import RICH, Driven, betting, rules

TIE = "2S 3H 5D 4C"
HOUSE = rules("chips", burn="none")


def seated(*accounts: str, front: str = "", **settings: object) -> Driven:
    """A table in the betting of its first round, with players on its seats from the first on."""
    table = betting(front, rules("chips", burn="none", **settings))
    for seat, account in enumerate(accounts, 1):
        table.do(co.Sit(account=account, name=account.title(), seat=seat))
    return table


def note(table: Driven, *connected: str, **free_cents: int) -> list[Event]:
    return table.do(co.NoteSeated(connected=frozenset(connected), free_cents=free_cents))


def sit_out(table: Driven, account: str, *, rounds_off: int = 0) -> list[Event] | Rejection:
    return table.ask(co.SitOut(account=account, shoe=table.state.shoe_number, round=table.state.round + rounds_off))


def closes_at(table: Driven) -> int:
    """How long after the opening betting closes as things stand, found by letting time pass."""
    opened_ms, state = table.now_ms, table.state
    while table.phase is Phase.BETTING:
        table.now_ms += 250
        table.do(co.Tick(present=True))
    taken, table.now_ms, table._state = table.now_ms - opened_ms, opened_ms, state
    del table.events[state.version :]
    return taken


FULL_MS = 20_000


def test_betting_closes_5_s_after_its_opening_when_everyone_seated_has_bet() -> None:
    table = seated("ann", "bob")
    table.bet("ann", "player", 1_000)
    assert closes_at(table) == FULL_MS
    table.bet("bob", "tie", 500)
    assert closes_at(table) == EARLIEST_CLOSE_MS
    table.now_ms += EARLIEST_CLOSE_MS - 1
    assert table.do(co.Tick(present=True)) == []
    table.now_ms += 1
    (closed,) = table.do(co.Tick(present=True))
    assert isinstance(closed, ev.BettingClosed)


def test_betting_closes_at_once_when_the_last_one_bets_after_5_s() -> None:
    table = seated("ann")
    table.now_ms += 8_000
    assert table.do(co.Tick(present=True)) == []
    table.bet("ann", "player", 1_000)
    assert next_ms(table.state) == table.now_ms - 3_000
    assert isinstance(table.do(co.Tick(present=True))[0], ev.BettingClosed)


def test_a_window_shorter_than_5_s_closes_at_its_own_time() -> None:
    table = seated("ann", betting_seconds=2)
    table.bet("ann", "player", 1_000)
    assert closes_at(table) == 2_000


def test_with_nobody_seated_betting_stays_open_to_the_end() -> None:
    table = betting("", HOUSE)
    table.bet("ann", "player", 1_000)
    assert closes_at(table) == FULL_MS


def test_a_house_that_does_not_close_early_waits_for_the_full_time() -> None:
    table = seated("ann", closes_early=False)
    table.bet("ann", "player", 1_000)
    assert closes_at(table) == FULL_MS
    assert sit_out(table, "ann") == Rejection(code=Code.WRONG_PHASE)


def test_standing_players_are_never_waited_for() -> None:
    table = seated("ann")
    table.bet("ann", "player", 1_000)
    table.bet("eve", "player", 1_000)
    table.take_back("eve", "player", 1_000)
    assert closes_at(table) == EARLIEST_CLOSE_MS


def test_who_sits_out_is_not_waited_for_until_a_bet_undoes_it() -> None:
    table = seated("ann", "bob")
    table.bet("ann", "player", 1_000)
    assert sit_out(table, "bob") != []
    assert sit_out(table, "bob") == []
    assert closes_at(table) == EARLIEST_CLOSE_MS
    table.bet("bob", "player", 1_000)
    assert table.state.seating.sat_out == frozenset()
    table.take_back("bob", "player", 1_000)
    assert closes_at(table) == FULL_MS


def test_sitting_out_is_for_one_round() -> None:
    table = seated("ann")
    sit_out(table, "ann")
    table.go_to(Phase.RESULT)
    table.go_to(Phase.BETTING)
    assert table.state.seating.sat_out == frozenset()
    assert closes_at(table) == FULL_MS


def test_sitting_out_is_for_who_sits_in_the_round_under_way_while_betting_is_open() -> None:
    table = seated("ann")
    assert sit_out(table, "eve") == Rejection(code=Code.NOT_SEATED)
    for off in (-1, 1):
        refused = sit_out(table, "ann", rounds_off=off)
        assert isinstance(refused, Rejection)
        assert refused.code is Code.BETTING_CLOSED
    table.do(co.Suspend(reason="a fault"))
    assert sit_out(table, "ann") == Rejection(code=Code.SUSPENDED)
    table.do(co.Resume())
    table.go_to(Phase.DEALING)
    refused = sit_out(table, "ann")
    assert isinstance(refused, Rejection)
    assert refused.code is Code.BETTING_CLOSED


def test_a_seat_that_cannot_afford_the_lowest_minimum_never_holds_the_round_up() -> None:
    """Case T21."""
    table = seated("ann", "bob")
    note(table, "ann", "bob", ann=499, bob=50_000)
    assert closes_at(table) == FULL_MS
    table.bet("bob", "player", 1_000)
    assert closes_at(table) == EARLIEST_CLOSE_MS
    note(table, "ann", "bob", ann=500, bob=49_000)
    assert closes_at(table) == FULL_MS


def test_who_sits_down_without_enough_is_not_waited_for() -> None:
    table = seated("bob")
    table.bet("bob", "player", 1_000)
    table.ask(co.Sit(account="ann", name="Ann", seat=5), balance_cents=499)
    assert closes_at(table) == EARLIEST_CLOSE_MS
    table.ask(co.Sit(account="eve", name="Eve", seat=6), balance_cents=500)
    assert closes_at(table) == FULL_MS


def test_the_lowest_minimum_is_that_of_the_bets_still_taken_in_the_round() -> None:
    table = seated("ann", side_minimum_cents=100, bets=["player", "banker", "player_pair"], combinations=[])
    note(table, "ann", ann=100)
    assert table.state.seating.seats[1].able
    capped = betting("", rules("chips", burn="none"))
    capped.do(co.Sit(account="ann", name="Ann", seat=1))
    assert capped.state.seating.seats[1].able


def test_credits_are_noted_only_while_they_decide_whether_somebody_is_waited_for() -> None:
    table = seated("ann")
    table.bet("ann", "player", 1_000)
    assert note(table, "ann", ann=0) == []
    table.take_back("ann", "player", 1_000)
    assert note(table, "ann", ann=0) != []
    assert note(table, "ann", ann=0) == []
    table.go_to(Phase.DEALING)
    assert note(table, "ann", ann=RICH) == []


def test_a_seat_that_is_off_line_is_not_waited_for_until_it_is_back() -> None:
    table = seated("ann", "bob")
    table.bet("bob", "player", 1_000)
    note(table, "bob")
    assert closes_at(table) == EARLIEST_CLOSE_MS
    note(table, "ann", "bob")
    assert closes_at(table) == FULL_MS


def test_who_leaves_the_seat_is_not_waited_for_any_more() -> None:
    table = seated("ann", "bob")
    table.bet("bob", "player", 1_000)
    table.do(co.LeaveSeat(account="ann"))
    assert closes_at(table) == EARLIEST_CLOSE_MS
    table.do(co.LeaveSeat(account="bob"))
    assert closes_at(table) == FULL_MS


@pytest.mark.parametrize("waited", [0, 12_000, 19_000])
def test_after_a_restart_the_rule_goes_on_and_never_before_5_s_more(waited: int) -> None:
    table = seated("ann")
    table.now_ms += waited
    table.do(co.Recover())
    table.do(co.Tick(present=True))
    assert closes_at(table) == EARLIEST_CLOSE_MS, "nobody seated is connected"
    note(table, "ann")
    assert closes_at(table) == max(5_000, FULL_MS - waited)
    table.bet("ann", "player", 1_000)
    assert closes_at(table) == EARLIEST_CLOSE_MS


def test_after_a_suspension_5_s_are_left_again() -> None:
    table = seated("ann")
    table.bet("ann", "player", 1_000)
    table.now_ms += 2_000
    table.do(co.Suspend(reason="a fault"))
    assert early_close_ms(table.state) is None
    table.now_ms += 60_000
    table.do(co.Resume())
    assert closes_at(table) == EARLIEST_CLOSE_MS


def test_what_a_tie_left_on_the_felt_is_waited_for_until_it_is_changed_or_sat_out() -> None:
    table = seated("ann", front=TIE, tie_policy="carry")
    table.bet("ann", "player", 1_000)
    table.go_to(Phase.RESULT)
    table.go_to(Phase.BETTING)
    assert table.state.stakes
    assert not is_done(table.state, "ann")
    assert closes_at(table) == FULL_MS
    table.bet("ann", "player", 1_000)
    assert closes_at(table) == EARLIEST_CLOSE_MS


def test_who_keeps_what_a_tie_left_may_say_so_by_sitting_out() -> None:
    table = seated("ann", front=TIE, tie_policy="carry")
    table.bet("ann", "player", 1_000)
    table.go_to(Phase.RESULT)
    table.go_to(Phase.BETTING)
    assert sit_out(table, "ann") != []
    assert closes_at(table) == EARLIEST_CLOSE_MS
