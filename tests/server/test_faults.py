"""What a dealer does where the store fails, a bug shows or the table is lost: no bet is taken, and other tables go on."""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from unittest import mock

from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import Balance, CommandKey, Decide, Ownership, StoreFailed
from puntobanco.server.casino import Casino, open_store
from puntobanco.server.settings import Bounds
from puntobanco.table import commands as co, machine
from puntobanco.table.commands import Code, Command, Rejection
from puntobanco.table.state import Phase, TableState
from tests.server.books import check_books, folded, rows, stakes
from tests.server.inside import Ear, bet_of, casino_in, opened, setup
from tests.server.served import http_to, true_within


class FailingStore(SqliteStore):
    """A store that can be told to fail in the middle of a transaction."""

    failing = False

    async def transact(
        self,
        table: int,
        epoch: int,
        version: int,
        accounts: Iterable[str],
        commands: Iterable[CommandKey],
        decide: Decide,
    ) -> dict[str, Balance]:
        def decide_and_fail(recall: Any) -> Any:
            batch = decide(recall)
            if self.failing:
                raise StoreFailed("the disk is full")
            return batch

        return await super().transact(table, epoch, version, accounts, commands, decide_and_fail)

    async def own_table(self, table: int) -> Ownership:
        if self.failing:
            raise StoreFailed("the disk is full")
        return await super().own_table(table)


async def answer_to(casino: Casino, table: int, command: co.PlaceBet, command_id: str) -> Rejection | None:
    answer: asyncio.Future[Rejection | None] = asyncio.get_running_loop().create_future()
    casino.floor.dealers[table].submit(command, command_id, answer.set_result)
    return await asyncio.wait_for(answer, 5)


async def in_betting(casino: Casino, ear: Ear, *tables: int) -> None:
    casino.floor.enter(ear)
    for table in tables:
        casino.floor.watch(ear, table, None)
    for table in tables:
        await true_within(lambda: state_of(casino, table).phase is Phase.BETTING)  # noqa: B023


def state_of(casino: Casino, table: int) -> TableState:
    state = casino.floor.state(table)
    assert state is not None
    return state


async def test_a_store_that_fails_refuses_with_unavailable_and_the_table_goes_on_afterwards(tmp_path: Path) -> None:
    store = FailingStore(tmp_path / "house.db")
    setups = [setup(1, betting_seconds=0.6)]
    async with opened(tmp_path, setups, store=store, bounds=Bounds(retry_after_ms=20)) as house:
        ear = Ear((await house.casino.accounts.guest()).account)
        await in_betting(house.casino, ear, 1)
        state = state_of(house.casino, 1)
        store.failing = True
        refusal = await answer_to(house.casino, 1, bet_of(state, ear.account), "command-1")
        assert refusal == Rejection(code=Code.UNAVAILABLE)
        assert stakes(tmp_path / "house.db") == {}
        await asyncio.sleep(0.8)
        assert state_of(house.casino, 1) == state
        assert rows(tmp_path / "house.db", "SELECT count(*) FROM answers") == [(0,)]
        store.failing = False
        await true_within(lambda: state_of(house.casino, 1).round == state.round + 1)
        await true_within(lambda: state_of(house.casino, 1).phase is Phase.BETTING)
        assert await answer_to(house.casino, 1, bet_of(state_of(house.casino, 1), ear.account), "command-1") is None
        check_books(tmp_path / "house.db")


async def test_a_store_that_fails_at_the_start_is_tried_again_until_the_table_is_taken_over(tmp_path: Path) -> None:
    store = FailingStore(tmp_path / "house.db")
    store.failing = True
    casino = casino_in(tmp_path, store=store, bounds=Bounds(retry_after_ms=10))
    async with open_store(store):
        running = casino.running()
        opening = asyncio.ensure_future(running.__aenter__())
        await asyncio.sleep(0.2)
        assert not opening.done()
        store.failing = False
        await asyncio.wait_for(opening, 5)
        assert casino.floor.state(1) is not None
        assert not casino.floor.dealers[1].halted
        await running.__aexit__(None, None, None)


Decided = Callable[..., Any]


def failing_for(table: int, real: Decided, *kinds: type[Command]) -> Decided:
    def decide(state: TableState | None, command: Command, now_ms: int, *, balance_cents: int = 0) -> Any:
        assert not (state and state.number == table and isinstance(command, kinds)), "planted"
        return real(state, command, now_ms, balance_cents=balance_cents)

    return decide


async def test_an_assertion_stops_its_own_table_and_no_other(tmp_path: Path) -> None:
    setups = [setup(1, betting_seconds=30), setup(2)]
    async with opened(tmp_path, setups) as house, http_to(house) as http:
        assert (await http.get("/readyz")).status_code == 200
        ear = Ear((await house.casino.accounts.guest()).account)
        await in_betting(house.casino, ear, 1, 2)
        with mock.patch.object(machine, "decide", failing_for(1, machine.decide, co.PlaceBet)):
            refusal = await answer_to(house.casino, 1, bet_of(state_of(house.casino, 1), ear.account), "command-1")
            assert refusal == Rejection(code=Code.UNAVAILABLE)
            await true_within(lambda: house.dealer(1).halted)
        refusal = await answer_to(house.casino, 1, bet_of(state_of(house.casino, 1), ear.account), "command-2")
        assert refusal == Rejection(code=Code.UNAVAILABLE)
        ready = await http.get("/readyz")
        assert (ready.status_code, ready.json()) == (503, {"status": "tables stopped: [1]"})
        assert (await http.get("/healthz")).status_code == 200
        round_number = state_of(house.casino, 2).round
        await true_within(lambda: state_of(house.casino, 2).round >= round_number + 2)
        await true_within(lambda: state_of(house.casino, 2).phase is Phase.BETTING)
        assert await answer_to(house.casino, 2, bet_of(state_of(house.casino, 2), ear.account), "command-3") is None
        check_books(tmp_path / "house.db")


async def test_a_dealer_that_lost_its_table_writes_nothing_more_and_stops(tmp_path: Path) -> None:
    setups = [setup(1, betting_seconds=30), setup(2)]
    async with opened(tmp_path, setups) as house, http_to(house) as http:
        ear = Ear((await house.casino.accounts.guest()).account)
        await in_betting(house.casino, ear, 1, 2)
        await house.casino.store.own_table(1)
        version = state_of(house.casino, 1).version
        refusal = await answer_to(house.casino, 1, bet_of(state_of(house.casino, 1), ear.account), "command-1")
        assert refusal == Rejection(code=Code.UNAVAILABLE)
        assert house.dealer(1).halted
        assert (await http.get("/readyz")).status_code == 503
        assert folded(tmp_path / "house.db", 1).version == version
        assert not house.dealer(2).halted
