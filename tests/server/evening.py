"""An evening at two tables as a script of steps: bets, time, lost lines and crashes, with the books checked after each."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import Balance, CommandKey
from puntobanco.game.house import changed
from puntobanco.house_files import load
from puntobanco.server.casino import Casino, open_store
from puntobanco.server.tables import TableSetup
from puntobanco.table import commands as co
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.dealing import next_ms
from puntobanco.table.state import Phase, TableState
from tests.server.books import check_books, folded, rows
from tests.server.inside import Ear, MovedClock, casino_in, due_ms_of
from tests.server.served import true_within

TABLES = (1, 2)
ANSWERS = "SELECT account, command_id, answer FROM answers WHERE account NOT LIKE 'staff:%'"
SQUEEZED = {"faces": "down", "squeeze": "highest_bettor", "squeeze_seconds": 15}
CARRYING = {"tie_policy": "carry", "differential_cents": 600_000, "banker_in_multiples": True, **SQUEEZED}
SETUPS = (TableSetup(number=1, rules=load("live")), TableSetup(number=2, rules=changed(load("live"), CARRYING)))
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


Body = tuple[int, co.PlayerCommand]


class CountingStore(SqliteStore):
    """The store, which knows how many batches of tables were asked of it, and how many are being written."""

    asked = 0
    writing = 0

    async def transact(self, *batch: Any) -> dict[str, Balance]:
        self.asked += 1
        self.writing += 1
        try:
            return await super().transact(*batch)
        finally:
            self.writing -= 1


class Evening:
    """A casino on a file, a clock that stands unless it is moved, and players who remember every answer."""

    def __init__(self, folder: Path, setups: Sequence[TableSetup] = SETUPS) -> None:
        self.folder = folder
        self.setups = setups
        self.database = folder / "house.db"
        self.clock = MovedClock()
        self.ears: list[Ear] = []
        self.sent: list[tuple[CommandKey, Body]] = []
        self.answers: dict[CommandKey, tuple[Body, Rejection | None]] = {}
        self.unsure: set[CommandKey] = set()
        self._running = contextlib.AsyncExitStack()
        self._ids = itertools.count()

    async def open(self) -> None:
        self.store = CountingStore(self.database)
        self.casino: Casino = casino_in(self.folder, *self.setups, store=self.store, clock=self.clock)
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
            version, due_ms = self.state(table).version, due_ms_of(self.state(table)) or 0
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
        """Whether no table has anything to do now, and none is being written.

        Nothing is begun before the loop runs again: the books stand still for who looks at them at once.
        """
        if self.store.writing or any(dealer._inbox or dealer._wake.is_set() for dealer in self.casino.floor.dealers.values()):
            return False
        states = [self.state(table) for table in TABLES]
        now_ms = self.clock.now_ms()
        waiting = all(state.present and (next_ms(state) or now_ms + 1) > now_ms for state in states)
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
            bet: co.PlayerCommand = command.kind(
                account=account,
                shoe=state.shoe_number,
                round=state.round + command.rounds_off,
                bet=command.bet,
                amount_cents=command.cents,
            )
            return CommandKey(account, f"command-{next(self._ids)}"), (command.table, bet)
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
            under_way = live.phase in (Phase.BETTING, Phase.DEALING, Phase.SUSPENDED)
            lying += sum(sum(bets.values()) for bets in (live.stakes if under_way else live.carried).values())
        assert rows(self.database, "SELECT sum(balance_cents) FROM accounts WHERE id LIKE 'held:%'") == [(lying,)]
        stored = {CommandKey(*row[:2]): row[2] for row in rows(self.database, ANSWERS)}
        given = {key: msgspec.json.encode(refusal) for key, (_, refusal) in self.answers.items()}
        assert {key: answer for key, answer in stored.items() if key not in self.unsure} == given


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
