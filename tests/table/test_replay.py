"""Whatever is asked of a table, the fold of its events is the table, and a refused command changes nothing."""

from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from puntobanco.bank.cashier import post
from puntobanco.bank.ledger import changes, held_account, may_go_below_zero
from puntobanco.game.bets import Bet
from puntobanco.game.shoe import may_start_round
from puntobanco.table import commands as co, events as ev
from puntobanco.table.commands import Rejection
from puntobanco.table.dealing import PAUSE_AFTER_MS
from puntobanco.table.events import Event, snake_case
from puntobanco.table.machine import evolve, fold
from puntobanco.table.state import Phase, TableState
from tests.table.driven import STARTED_MS, Driven, rules

GRANTED = 1_000_000
LYING = (Phase.BETTING, Phase.DEALING, Phase.SUSPENDED)

PLAYERS = st.sampled_from(["ann", "bob", "eve"])
BETS = st.sampled_from([*[Bet.PLAYER, Bet.BANKER, Bet.TIE, Bet.PLAYER_PAIR] * 4, *Bet, "nothing"])
AMOUNTS = st.sampled_from([*[1_000, 2_000, 5_000, 10_000] * 3, 500, 20_000, 100, 550, 0, -500, 2**63, None, 10.0])

BETTING = st.lists(
    st.one_of(
        st.tuples(st.just("bet"), PLAYERS, BETS, AMOUNTS),
        st.tuples(st.just("bet"), PLAYERS, BETS, AMOUNTS),
        st.tuples(st.just("take_back"), PLAYERS, BETS, AMOUNTS),
    ),
    max_size=8,
)
OTHERS = st.one_of(
    st.tuples(st.just("wait"), st.integers(0, PAUSE_AFTER_MS)),
    st.tuples(st.just("present"), st.booleans()),
    st.tuples(st.sampled_from(["suspend", "resume", "void", "recover", "lose", "close"])),
)
ROUNDS = st.tuples(BETTING, st.lists(OTHERS, max_size=2), st.integers(0, 12), BETTING, st.lists(OTHERS, max_size=2))
ACTIONS = st.lists(ROUNDS, min_size=1, max_size=8).map(
    lambda rounds: [
        action
        for bets, faults, steps, late, more in rounds
        for action in [("betting",), *bets, *faults, ("step", steps), *late, *more]
    ]
)
"""Some rounds, each with bets, faults and steps of time anywhere in it."""


def lost_shoe(table: Driven) -> None:
    """What a dealer does when a shoe's secret is gone."""
    table.ask(co.VoidRound(reason="shoe_lost", shoe_lost=True))
    table.do(co.CloseShoe(secret=None))


def act(table: Driven, action: tuple[object, ...], balances: dict[str, int]) -> None:
    """One action; what cannot be asked of the table in its phase is left out."""
    match action:
        case ("step", int(count)):
            for _ in range(count):
                table.step()
        case ("betting",) if table.phase not in (Phase.PAUSED, Phase.SUSPENDED):
            table.play_on()
        case ("bet", str(account), str(bet), amount):
            table.bet(account, bet, amount, balance_cents=balances.get(f"player:{account}", GRANTED))
        case ("take_back", str(account), str(bet), amount):
            table.take_back(account, bet, amount)
        case ("wait", int(ms)):
            table.now_ms += ms
            table.do(co.Tick(present=table.state.present))
        case ("present", bool(present)):
            table.do(co.Tick(present=present))
        case ("suspend",):
            table.ask(co.Suspend(reason="a fault"))
        case ("resume",):
            table.ask(co.Resume())
        case ("void",):
            table.ask(co.VoidRound(reason="a fault"))
        case ("recover",):
            table.do(co.Recover())
        case ("lose",) if table.state.shoe is not None:
            lost_shoe(table)
        case ("close",) if table.state.shoe is not None and table.phase in (Phase.RESULT, Phase.PAUSED):
            table.do(co.CloseShoe(secret=bytes(range(32))))


def booked(events: list[Event]) -> tuple[TableState, dict[str, int]]:
    """The state that events lead to, and what their postings do to accounts; no transfer may come twice."""
    state, balances = evolve(None, events[0]), {f"player:{name}": GRANTED for name in ("ann", "bob", "eve")}
    keys: set[str] = set()
    for event in events[1:]:
        state = evolve(state, event)
        posting = post(event, state)
        keys_now = [transfer.key for transfer in posting.transfers]
        assert len(keys | set(keys_now)) == len(keys) + len(keys_now)
        keys.update(keys_now)
        for account, change in changes(posting.transfers).items():
            balances[account] = balances.get(account, 0) + change
        assert all(balance >= 0 for account, balance in balances.items() if not may_go_below_zero(account))
    return state, balances


@settings(max_examples=120)
@given(ACTIONS, st.sampled_from(["live", "chips", "macau"]))
def test_replay_is_live_and_money_is_conserved(actions: list[tuple[object, ...]], house: str) -> None:
    table = Driven(rules(house))
    _, balances = booked(table.events)
    for action in actions:
        before, told = table.state, len(table.events)
        act(table, action, balances)
        if len(table.events) == told:
            assert table.state is before
        state, balances = booked(table.events)
        assert state == table.state
    assert fold(table.events) == table.state
    assert sum(balances.values()) == 3 * GRANTED
    for name in ("ann", "bob", "eve"):
        lying = sum(table.state.stakes.get(name, {}).values()) if table.phase in LYING else 0
        assert balances.get(held_account(name), 0) == lying


@settings(max_examples=40)
@given(ACTIONS)
def test_events_come_back_from_the_store_as_they_went_and_a_fold_may_begin_at_any_shoe(actions: list[tuple[object, ...]]) -> None:
    table = Driven(rules("live"))
    for action in actions:
        act(table, action, {})
    stored = [msgspec.json.decode(msgspec.json.encode(event), type=Event) for event in table.events]
    assert stored == table.events
    for place, event in enumerate(stored):
        if isinstance(event, ev.ShuffleStarted):
            assert fold(stored[place:], first_version=place + 1) == table.state


def test_a_refused_command_changes_nothing() -> None:
    table = Driven()
    table.go_to(Phase.BETTING)
    before, events = table.state, list(table.events)
    assert isinstance(table.bet("ann", "player", 1), Rejection)
    assert isinstance(table.ask(co.Resume()), Rejection)
    assert table.state is before
    assert table.events == events


@pytest.mark.parametrize("house", ["chips", "classic", "live", "macau", "studio"])
def test_three_whole_shoes_of_every_house(house: str) -> None:
    table = Driven(rules(house))
    for _ in range(3):
        table.play_shoe()
    assert fold(table.events) == table.state
    opened = [event for event in table.events if isinstance(event, ev.BettingOpened)]
    assert len(opened) > 3 * 50
    assert table.now_ms > STARTED_MS
    state = evolve(None, table.events[0])
    for event in table.events[1:]:
        if isinstance(event, ev.BettingOpened):
            assert state.shoe is not None
            assert may_start_round(state.shoe.cards_left)
        state = evolve(state, event)


def test_every_kind_of_event_has_a_name_of_its_own() -> None:
    kinds = get_args(Event)
    names = {kind.__struct_config__.tag for kind in kinds}
    assert names == {snake_case(kind.__name__) for kind in kinds}
    assert len(names) == len(kinds)
