"""A round's time: closing, presence and pauses, restarts, faults and voids (rules 5 and 7)."""

import pytest

from puntobanco.game.bets import Bet
from puntobanco.table import commands as co, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.dealing import PAUSE_AFTER_MS, REOPENED_MS, Need, awaits
from puntobanco.table.state import Phase
from tests.table.driven import Driven, betting

NATURAL = "9H 2S KD 4C"
LOST = Rejection(code=Code.WRONG_PHASE)


def test_a_round_goes_its_way_with_a_pause_before_each_step() -> None:
    table = betting("2S KH 3D 3C 8S")  # the Player draws an eight, on which a Banker of three stands
    rules, started = table.state.rules, table.now_ms
    table.go_to(Phase.DEALING)
    assert table.now_ms == started + rules.betting_seconds * 1000
    table.go_to(Phase.RESULT)
    # The first card waits for the announcement, the result for the last card.
    assert table.now_ms == started + (rules.betting_seconds + 6 * rules.card_seconds) * 1000
    assert [str(card.card) for card in table.state.dealt] == ["2S", "KH", "3D", "3C", "8S"]
    assert table.state.result is not None
    assert (table.state.result.outcome, table.state.results) == ("tie", (table.state.result,))


def test_nothing_happens_before_its_time() -> None:
    table = betting(NATURAL)
    assert table.do(co.Tick(present=True)) == []
    table.wait()
    table.now_ms -= 1
    assert table.do(co.Tick(present=True)) == []
    table.now_ms += 1
    assert [type(event) for event in table.do(co.Tick(present=True))] == [ev.BettingClosed]


def test_no_card_is_dealt_before_betting_has_closed() -> None:
    table = betting(NATURAL)
    table.wait()
    with pytest.raises(AssertionError):
        table.ask(co.DealCard(card=table.next_card()))


def test_a_card_too_many_fails() -> None:
    table = betting(NATURAL)
    table.go_to(Phase.DEALING)
    for _ in range(4):
        table.do(co.DealCard(card=table.next_card()))
    with pytest.raises(AssertionError):
        table.ask(co.DealCard(card=table.next_card()))


def test_every_bet_is_settled_by_the_cards() -> None:
    table = betting(NATURAL)
    table.bet("ann", "player", 1_000)
    table.bet("ann", "tie", 500)
    table.bet("bob", "banker", 2_000)
    table.go_to(Phase.RESULT)
    assert {account: settled.net for account, settled in table.state.settled.items()} == {"ann": 500, "bob": -2_000}


# Presence.


def test_a_table_waits_until_somebody_comes_and_only_then_a_shoe_is_made() -> None:
    table = Driven(present=False)
    table.now_ms += 10 * PAUSE_AFTER_MS
    assert table.do(co.Tick(present=False)) == []
    assert awaits(table.state) is None
    came = table.do(co.Tick(present=True))
    assert [type(event) for event in came] == [ev.PresenceChanged, ev.ShuffleStarted]


@pytest.mark.parametrize("phase", [Phase.SHUFFLING, Phase.BURNING, Phase.RESULT])
def test_with_nobody_there_for_a_minute_the_table_pauses_between_rounds(phase: Phase) -> None:
    table = Driven()
    table.go_to(phase)
    left_ms = table.now_ms
    table.do(co.Tick(present=False))
    while table.phase is not Phase.PAUSED:
        table.step()
        assert len(table.events) < 1_000
    assert table.now_ms >= left_ms + PAUSE_AFTER_MS
    assert isinstance(table.events[-1], ev.TablePaused)
    paused = table.state
    came = table.do(co.Tick(present=True))
    assert paused.shoe is not None, "a shoe that was announced comes, whoever has left"
    assert isinstance(came[-1], ev.BettingOpened)


def test_a_minute_counts_from_when_the_last_one_left() -> None:
    table = betting(NATURAL)
    table.go_to(Phase.RESULT)
    table.do(co.Tick(present=False))
    left_ms = table.now_ms
    table.now_ms = left_ms + PAUSE_AFTER_MS - 1
    assert isinstance(table.do(co.Tick(present=False))[-1], ev.BettingOpened)
    table.go_to(Phase.RESULT)
    table.wait()
    assert isinstance(table.do(co.Tick(present=False))[-1], ev.TablePaused)


def test_a_round_under_way_is_finished_though_nobody_is_there() -> None:
    table = betting(NATURAL)
    table.bet("ann", "player", 1_000)
    table.do(co.Tick(present=False))
    table.now_ms += 2 * PAUSE_AFTER_MS
    table.go_to(Phase.RESULT)
    assert set(table.state.settled) == {"ann"}


def test_who_comes_back_within_the_minute_finds_the_table_dealing() -> None:
    table = betting(NATURAL)
    table.go_to(Phase.RESULT)
    table.do(co.Tick(present=False))
    table.now_ms += PAUSE_AFTER_MS - 1
    table.do(co.Tick(present=True))
    assert table.phase is Phase.BETTING


# Restarts.


def test_a_restart_during_betting_gives_at_least_five_seconds() -> None:
    table = betting(NATURAL)
    table.wait()
    table.now_ms += 3_600_000
    events = table.do(co.Recover())
    assert [event.__class__.__name__ for event in events] == ["PresenceChanged", "BettingExtended"]
    assert table.state.due_ms == table.now_ms + REOPENED_MS
    assert isinstance(table.bet("ann", "player", 1_000), list)


def test_a_restart_with_more_time_left_takes_none_away() -> None:
    table = betting(NATURAL)
    due_ms = table.state.due_ms
    assert [type(event) for event in table.do(co.Recover())] == [ev.PresenceChanged]
    assert table.state.due_ms == due_ms
    assert table.do(co.Recover()) == []


@pytest.mark.parametrize("phase", [Phase.SHUFFLING, Phase.BURNING, Phase.DEALING, Phase.RESULT])
def test_a_restart_elsewhere_changes_presence_only(phase: Phase) -> None:
    table = Driven()
    table.go_to(phase)
    before = table.state
    assert [type(event) for event in table.do(co.Recover())] == [ev.PresenceChanged]
    assert (table.phase, table.state.due_ms) == (phase, before.due_ms)
    assert table.state.present_changed_ms == table.now_ms


# Faults.


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.DEALING])
def test_a_suspended_round_stands_still_and_goes_on_with_the_time_it_had(phase: Phase) -> None:
    table = betting(NATURAL)
    table.go_to(phase)
    table.now_ms += 300
    left_ms = (table.state.due_ms or 0) - table.now_ms
    table.do(co.Suspend(reason="a fault"))
    assert (table.phase, table.state.due_ms, awaits(table.state)) == (Phase.SUSPENDED, None, None)
    assert table.bet("ann", "player", 1_000) == Rejection(code=Code.SUSPENDED)
    assert table.take_back("ann", "player", 1_000) == Rejection(code=Code.SUSPENDED)
    assert table.ask(co.Suspend(reason="another")) == LOST
    table.now_ms += 3_600_000
    assert table.do(co.Tick(present=True)) == []
    table.do(co.Resume())
    assert (table.phase, table.state.due_ms, table.state.suspension) == (phase, table.now_ms + left_ms, None)
    assert table.ask(co.Resume()) == LOST


@pytest.mark.parametrize("suspended", [False, True])
def test_before_the_close_a_round_may_be_voided_and_every_bet_goes_back(suspended: bool) -> None:
    table = betting(NATURAL)
    table.bet("ann", "player", 1_000)
    if suspended:
        table.do(co.Suspend(reason="a fault"))
    table.do(co.VoidRound(reason="a fault"))
    state = table.state
    assert (state.phase, state.voided, state.settled, state.suspension) == (Phase.RESULT, "a fault", {}, None)
    assert state.stakes == {"ann": {Bet.PLAYER: 1_000}}  # what the cashier gives back
    table.go_to(Phase.BETTING)
    assert (table.state.round, table.state.stakes, table.state.voided) == (2, {}, None)


@pytest.mark.parametrize("suspended", [False, True])
def test_after_the_close_nobody_may_void_a_round_unless_its_shoe_is_lost(suspended: bool) -> None:
    table = betting(NATURAL)
    table.go_to(Phase.DEALING)
    table.step()
    if suspended:
        table.do(co.Suspend(reason="a fault"))
    assert table.ask(co.VoidRound(reason="a bad result")) == LOST
    table.do(co.VoidRound(reason="shoe_lost", shoe_lost=True))
    assert (table.phase, len(table.state.dealt)) == (Phase.RESULT, 1)
    assert table.state.results == ()


@pytest.mark.parametrize("phase", [Phase.SHUFFLING, Phase.BURNING, Phase.RESULT, Phase.PAUSED])
def test_between_rounds_there_is_nothing_to_suspend_or_void(phase: Phase) -> None:
    table = Driven(present=phase is not Phase.PAUSED)
    table.go_to(phase)
    for command in (
        co.Suspend(reason="a fault"),
        co.Resume(),
        co.VoidRound(reason="a fault"),
        co.VoidRound(reason="", shoe_lost=True),
    ):
        assert table.ask(command) == LOST


def test_a_voided_round_keeps_its_number_and_leaves_no_result() -> None:
    table = betting(NATURAL)
    table.play_round()
    table.go_to(Phase.BETTING)
    table.do(co.VoidRound(reason="a fault"))
    table.go_to(Phase.BETTING)
    assert table.state.round == 3
    table.go_to(Phase.RESULT)
    assert [result.round for result in table.state.results] == [1, 3]


def test_the_table_asks_for_a_tick_at_the_end_of_betting_and_for_cards_after_it() -> None:
    table = betting(NATURAL)
    assert awaits(table.state) is Need.TICK
    table.go_to(Phase.DEALING)
    assert awaits(table.state) is Need.CARD
    for _ in range(4):
        table.step()
    assert awaits(table.state) is Need.TICK
