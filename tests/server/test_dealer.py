"""The real dealer over a real SQLite file: whatever players, time and crashes do, the money adds up and nothing is told twice."""

import asyncio
import contextlib
import itertools
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Phase_
from hypothesis import strategies as st

from puntobanco.bank import queries
from puntobanco.bank.sqlite import SqliteStore, reading_engine
from puntobanco.bank.store import Balance, CommandKey, Decide, Ownership, StoreFailed
from puntobanco.house_files import load
from puntobanco.server.casino import Casino, open_store
from puntobanco.server.settings import Bounds
from puntobanco.server.tables import playable
from puntobanco.table import commands as co
from puntobanco.table import machine
from puntobanco.table.commands import Code, Command, Rejection
from puntobanco.table.state import Phase, TableState
from tests.server.books import check_books, rows, stakes
from tests.server.inside import MovedClock, casino_in, opened, setup
from tests.server.served import true_within

TABLES = (1, 2)
SETUPS = tuple(playable(number, load("live")) for number in TABLES)
PLAYERS = 3
REUSED = Rejection(code=Code.COMMAND_ID_REUSED)


class Asked(NamedTuple):
    """A command by a player, for the round under way, ``rounds_off`` before or after it."""

    player: int
    table: int
    kind: type[co.PlaceBet] | type[co.ReduceBet]
    bet: str
    cents: object
    rounds_off: int


class Again(NamedTuple):
    """An earlier command under its earlier id, as it was or ``changed``."""

    earlier: int
    changed: bool


class Burst(NamedTuple):
    """Commands that come together; with ``crash`` the house is gone before anybody waits for the answers."""

    commands: tuple[Asked | Again, ...]
    crash: bool


class Pass(NamedTuple):
    """So many steps of a table's time."""

    table: int
    steps: int


class Reconnect(NamedTuple):
    """A player's line is lost, and comes back."""

    player: int


class Restart(NamedTuple):
    """The house closes and opens again."""


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


class Ear:
    """A page that only listens."""

    def __init__(self, account: str) -> None:
        self.account = account
        self.watching: set[int] = set()
        self.frames: list[bytes] = []
        self.room = 1_000

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)


Body = tuple[int, co.PlaceBet | co.ReduceBet]


class Evening:
    """A casino on a file, a clock that stands unless it is moved, and players who remember every answer."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "house.db"
        self.clock = MovedClock()
        self.ears: list[Ear] = []
        self.sent: list[tuple[CommandKey, Body]] = []
        self.answers: dict[CommandKey, tuple[Body, Rejection | None]] = {}
        self.unsure: set[CommandKey] = set()
        self._running = contextlib.AsyncExitStack()
        self._ids = itertools.count()

    async def open(self) -> None:
        self.casino: Casino = casino_in(self.folder, *SETUPS, clock=self.clock)
        await self._running.enter_async_context(open_store(self.casino.store))
        await self._running.enter_async_context(self.casino.running())
        if not self.ears:
            self.ears = [Ear((await self.casino.accounts.guest()).account) for _ in range(PLAYERS)]
        for ear in self.ears:
            self.arrive(ear)

    async def close(self) -> None:
        await self._running.aclose()

    def arrive(self, ear: Ear) -> None:
        ear.watching.clear()
        self.casino.floor.enter(ear)
        for table in TABLES:
            self.casino.floor.watch(ear, table, None)

    def state(self, table: int) -> TableState:
        state = self.casino.floor.state(table)
        assert state is not None
        return state

    async def go(self, table: int, count: int = 1) -> None:
        """Let the time of a table pass, step by step."""
        for _ in range(count):
            await true_within(lambda: self.state(table).due_ms is not None and self.state(table).present)
            version, due_ms = self.state(table).version, self.state(table).due_ms or 0
            self.clock.forward(max(0, due_ms - self.clock.now_ms()))
            for dealer in self.casino.floor.dealers.values():
                dealer.wake()
            await true_within(lambda seen=version: self.state(table).version != seen, 3)  # type: ignore[misc]

    async def take(self, step: Burst | Pass | Reconnect | Restart) -> None:
        match step:
            case Burst():
                await self._burst(step)
            case Pass():
                await self.go(step.table, step.steps)
            case Reconnect():
                self.casino.floor.leave(self.ears[step.player])
                self.arrive(self.ears[step.player])
            case Restart():
                await self.close()
                await self.open()
        await true_within(self._quiet)
        self.check()

    def _quiet(self) -> bool:
        """Whether no table has anything to do now, and none is being written."""
        states = [self.state(table) for table in TABLES]
        waiting = all(state.present and (state.due_ms is None or state.due_ms > self.clock.now_ms()) for state in states)
        versions = rows(self.database, "SELECT version FROM tables ORDER BY number")
        return waiting and versions == [(state.version,) for state in states]

    async def _burst(self, step: Burst) -> None:
        replies = [self.submit(*self._command(command)) for command in step.commands]
        if step.crash:
            await self.close()
            self.unsure |= {key for key, _, answer in replies if not answer.done() and key not in self.answers}
            await self.open()
            return
        told = [(key, body, await asyncio.wait_for(answer, 10)) for key, body, answer in replies]
        # Two tables decide side by side: of one id under two bodies in a burst, the first is the one that was not called reused.
        for key, body, refusal in sorted(told, key=lambda one: one[2] == REUSED):
            if key in self.unsure:
                continue
            first_body, first = self.answers.setdefault(key, (body, refusal))
            expected = first if body == first_body else REUSED
            assert refusal == expected, f"{body} was answered {refusal}, and not {expected}"

    def submit(self, key: CommandKey, body: Body) -> tuple[CommandKey, Body, asyncio.Future[Rejection | None]]:
        """Hand a command to its dealer; the answer comes later."""
        answer: asyncio.Future[Rejection | None] = asyncio.get_running_loop().create_future()
        table, command = body
        self.sent.append((key, body))

        def reply(refusal: Rejection | None) -> None:
            if not answer.done():  # nobody waits any more after a crash
                answer.set_result(refusal)

        self.casino.floor.dealers[table].submit(command, key.command_id, reply)
        return key, body, answer

    def _command(self, command: Asked | Again) -> tuple[CommandKey, Body]:
        if isinstance(command, Asked):
            account, state = self.ears[command.player].account, self.state(command.table)
            body = command.kind(
                account=account,
                shoe=state.shoe_number,
                round=state.round + command.rounds_off,
                bet=command.bet,
                amount_cents=command.cents,
            )
            return CommandKey(account, f"command-{next(self._ids)}"), (command.table, body)
        if not self.sent:
            return self._command(Asked(0, 1, co.PlaceBet, "player", 500, 0))
        key, (table, body) = self.sent[command.earlier % len(self.sent)]
        return key, (3 - table if command.changed else table, body)

    def check(self) -> None:
        """The books, the answers and the states agree."""
        check_books(self.database)
        lying = 0
        for table in TABLES:
            live = self.state(table)
            assert folded(self.database, table) == live
            if live.phase in (Phase.BETTING, Phase.DEALING):
                lying += sum(sum(bets.values()) for bets in live.stakes.values())
        assert rows(self.database, "SELECT sum(balance_cents) FROM accounts WHERE id LIKE 'held:%'") == [(lying,)]
        stored = {CommandKey(*row[:2]): row[2] for row in rows(self.database, "SELECT account, command_id, answer FROM answers")}
        given = {key: msgspec.json.encode(refusal) for key, (_, refusal) in self.answers.items()}
        assert {key: answer for key, answer in stored.items() if key not in self.unsure} == given


def folded(database: Path, table: int) -> TableState:
    """A table as its stored events tell it."""
    engine = reading_engine(database)
    with engine.connect() as connection:
        first_version, events = queries.events_from_last_start(connection, table)
    engine.dispose()
    return machine.fold(events, first_version=first_version)


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


@contextlib.asynccontextmanager
async def evening_in(folder: Path) -> AsyncIterator[Evening]:
    """An evening with both tables taking bets."""
    evening = Evening(folder)
    await evening.open()
    await true_within(lambda: all(evening.state(table).phase is Phase.SHUFFLING for table in TABLES))
    while evening.state(1).phase is not Phase.BETTING:
        await evening.go(1)
    # Both keep the same pace.
    await true_within(lambda: all(evening.state(table).phase is Phase.BETTING for table in TABLES))
    yield evening
    await evening.close()


def play(empty_house: Path, script: Iterable[Burst | Pass | Reconnect | Restart]) -> None:
    async def through() -> None:
        async with evening_in(folder) as evening:
            for step in script:
                await evening.take(step)
            for table in TABLES:
                while evening.state(table).phase is not Phase.RESULT:
                    await evening.go(table)
            await evening.take(Restart())
            assert rows(evening.database, "SELECT sum(balance_cents) FROM accounts WHERE id LIKE 'held:%'") == [(0,)]

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in empty_house.iterdir():
            shutil.copy(file, folder / file.name)
        asyncio.run(through())


FAST = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase_.explicit, Phase_.generate])
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


def bet_of(evening_state: TableState, account: str, cents: int = 500) -> co.PlaceBet:
    return co.PlaceBet(account=account, shoe=evening_state.shoe_number, round=evening_state.round, bet="player", amount_cents=cents)


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
    async with opened(tmp_path, setups) as house, httpx.AsyncClient(base_url=f"http://{house.address}") as http:
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
    async with opened(tmp_path, setups) as house, httpx.AsyncClient(base_url=f"http://{house.address}") as http:
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


async def test_a_full_inbox_refuses_at_once(empty_house: Path, tmp_path: Path) -> None:
    shutil.copytree(empty_house, tmp_path, dirs_exist_ok=True)
    async with evening_in(tmp_path) as evening:
        evening.casino.floor.dealers[1]._bounds = Bounds(inbox_commands=2)
        account, state = evening.ears[0].account, evening.state(1)
        replies = [evening.submit(CommandKey(account, f"command-{n}"), (1, bet_of(state, account)))[2] for n in range(4)]
        assert [reply.done() for reply in replies] == [False, False, True, True]
        refusals = await asyncio.wait_for(asyncio.gather(*replies), 5)
        assert refusals == [None, None, Rejection(code=Code.UNAVAILABLE), Rejection(code=Code.UNAVAILABLE)]
