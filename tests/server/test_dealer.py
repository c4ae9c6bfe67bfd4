"""The real dealer over a real SQLite file: whatever players, time and crashes do, the money adds up and nothing is told twice."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase as Phase_, given, settings, strategies as st

from puntobanco.bank.store import Balance, CommandKey
from puntobanco.server.casino import open_store
from puntobanco.server.settings import Bounds
from puntobanco.table import commands as co
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.state import Phase
from tests.server.books import rows, stakes
from tests.server.evening import (
    PLAYERS,
    SETUPS,
    TABLES,
    Again,
    Asked,
    Burst,
    Pass,
    Reconnect,
    Restart,
    evening_in,
)
from tests.server.inside import bet_of, casino_in

asked = st.builds(
    Asked,
    player=st.integers(0, PLAYERS - 1),
    table=st.sampled_from([1, 2]),
    kind=st.sampled_from([co.PlaceBet, co.PlaceBet, co.ReduceBet]),
    bet=st.sampled_from(["player", "banker", "banker_no_commission", "tie", "lucky_six", "dragon"]),
    cents=st.sampled_from([500, 500, 10_000, 20_000, 300_000, 500_000, 499_500, 550, 0, None]),
    rounds_off=st.sampled_from([0, 0, 0, 0, 0, -1, 1]),
)
again = st.builds(Again, earlier=st.integers(0, 30), changed=st.booleans())
steps = st.one_of(
    st.builds(
        Burst, commands=st.lists(asked | again, min_size=1, max_size=8).map(tuple), crash=st.sampled_from([False] * 5 + [True])
    ),
    st.builds(Pass, table=st.sampled_from([1, 2]), steps=st.sampled_from([1, 1, 2, 8])),
    st.builds(Reconnect, player=st.integers(0, PLAYERS - 1)),
    st.builds(Restart),
)


@pytest.fixture(scope="session")
def empty_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that has its schema, and the keys: cheaper to copy than to make."""
    folder = tmp_path_factory.mktemp("empty")

    async def make() -> None:
        casino = casino_in(folder, *SETUPS)
        async with open_store(casino.store), casino.running():
            pass

    asyncio.run(make())
    return folder


def play(empty_house: Path, script: Iterable[Burst | Pass | Reconnect | Restart]) -> None:
    async def through() -> None:
        async with evening_in(folder) as evening:
            for step in script:
                await evening.take(step)
            for table in TABLES:
                while evening.state(table).phase is not Phase.RESULT or evening.state(table).carried:
                    await evening.go(table)
            await evening.take(Restart())
            assert rows(evening.database, "SELECT sum(balance_cents) FROM accounts WHERE id LIKE 'held:%'") == [(0,)]

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in empty_house.iterdir():
            shutil.copy(file, folder / file.name)
        asyncio.run(through())


FAST = settings(max_examples=15, suppress_health_check=list(HealthCheck), phases=[Phase_.explicit, Phase_.generate])
LONG = settings(FAST, max_examples=200)


@FAST
@given(script=st.lists(steps, min_size=4, max_size=14))
def test_whatever_players_time_and_crashes_do_the_money_adds_up(empty_house: Path, script: list[Any]) -> None:
    play(empty_house, script)


@pytest.mark.long
@pytest.mark.timeout(3_600)
@LONG
@given(script=st.lists(steps, min_size=8, max_size=60))
def test_whatever_players_time_and_crashes_do_in_a_long_night_the_money_adds_up(empty_house: Path, script: list[Any]) -> None:
    play(empty_house, script)


async def test_two_tables_cannot_overdraw_one_balance_together(empty_house: Path, tmp_path: Path) -> None:
    shutil.copytree(empty_house, tmp_path, dirs_exist_ok=True)
    async with evening_in(tmp_path) as evening:
        commands = [Asked(0, table, co.PlaceBet, bet, 250_000, 0) for bet in ("player", "banker", "player") for table in (1, 2)]
        await evening.take(Burst(tuple(commands), crash=False))
        codes = sorted(str(refusal.code) if refusal else "" for _, refusal in evening.answers.values())
        assert codes == ["", "", "", "", "insufficient_funds", "insufficient_funds"]
        assert await evening.casino.store.balance(evening.ears[0].account) == Balance(0, 1_000_000)


async def test_a_bet_that_came_in_time_is_taken_however_many_came_before_it(empty_house: Path, tmp_path: Path) -> None:
    shutil.copytree(empty_house, tmp_path, dirs_exist_ok=True)
    async with evening_in(tmp_path) as evening:
        evening.casino.floor.dealers[1]._bounds = Bounds(batch_commands=3)
        state = evening.state(1)
        account = evening.ears[0].account
        bet = co.PlaceBet(account=account, shoe=1, round=state.round, bet="player", amount_cents=500)
        replies = [evening.submit(CommandKey(account, f"in-time-{n}"), (1, bet)) for n in range(10)]
        assert state.due_ms is not None
        evening.clock.forward(state.due_ms - evening.clock.now_ms())
        late = evening.submit(CommandKey(account, "too-late-1"), (1, bet))
        for *_, answer in replies:
            assert await asyncio.wait_for(answer, 5) is None
        refusal = await asyncio.wait_for(late[2], 5)
        assert refusal is not None
        assert refusal.code is Code.BETTING_CLOSED
        assert stakes(evening.database) == {(f"1-1-{state.round}", account, "player"): 5_000}


async def test_a_full_inbox_refuses_at_once(empty_house: Path, tmp_path: Path) -> None:
    shutil.copytree(empty_house, tmp_path, dirs_exist_ok=True)
    async with evening_in(tmp_path) as evening:
        evening.casino.floor.dealers[1]._bounds = Bounds(inbox_commands=2)
        account, state = evening.ears[0].account, evening.state(1)
        replies = [evening.submit(CommandKey(account, f"command-{n}"), (1, bet_of(state, account)))[2] for n in range(4)]
        assert [reply.done() for reply in replies] == [False, False, True, True]
        refusals = await asyncio.wait_for(asyncio.gather(*replies), 5)
        assert refusals == [None, None, Rejection(code=Code.UNAVAILABLE), Rejection(code=Code.UNAVAILABLE)]
