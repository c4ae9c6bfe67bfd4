"""A house in the test's own process whose time the test moves: nobody waits for betting to end, nobody hurries before it."""

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from puntobanco.server.settings import Bounds
from puntobanco.server.tables import read_tables
from puntobanco.table.state import Phase, Stage, TableState
from tests.server.inside import House, MovedClock, due_ms_of, opened
from tests.server.served import differences, true_within

Wanted = Callable[[TableState], bool]

STEPS_MOST = 2_000


class MovedHouse:
    """An open house and its clock. What a test does not move takes the time it takes."""

    def __init__(self, house: House, clock: MovedClock, folder: Path) -> None:
        self.house = house
        self.clock = clock
        self.address = house.address
        self.database = folder / "house.db"

    def state(self, table: int = 1) -> TableState:
        """How a table stands."""
        state = self.house.dealer(table).state
        assert state is not None
        return state

    async def step(self, table: int = 1) -> None:
        """Let time pass until the next thing happens at a table, and wait until it is stored."""
        before = self.state(table)
        # Pages open what they have sealed by themselves, and need their time for it.
        if before.ceremony is None or before.ceremony.stage is not Stage.OPENING:
            self.clock.forward(max(0, (due_ms_of(before) or 0) - self.clock.now_ms()))
            self.house.dealer(table).wake()
        await true_within(lambda: self.state(table).version != before.version)

    async def until(self, wanted: Wanted, table: int = 1) -> TableState:
        """Let time pass from step to step until a table stands so."""
        for _ in range(STEPS_MOST):
            state = self.state(table)
            if wanted(state):
                return state
            await self.step(table)
        raise AssertionError("it never comes to that")

    async def betting(self, table: int = 1, *, round_number: int = 1) -> TableState:
        """Go on to where bets are taken."""
        return await self.until(lambda state: state.phase is Phase.BETTING and state.round >= round_number, table)

    async def no_more_bets(self, table: int = 1) -> None:
        """Go on to betting where it has not begun, and have it end now. The cards take their time."""
        await self.betting(table)
        await self.step(table)

    async def host_link(self) -> str:
        """The link that makes its opener the host."""
        return f"http://{self.address}/#/desk/link/{await self.house.casino.staff.host_link(anew=True)}"

    def audit(self) -> None:
        """Hold that the audit finds nothing in the database."""
        assert differences(f"sqlite:///{self.database}") == []


@contextlib.asynccontextmanager
async def moved(folder: Path, tables: str) -> AsyncIterator[MovedHouse]:
    """Open a house of these tables, as a host writes them."""
    file = folder / "tables.toml"
    file.write_text(tables)
    clock = MovedClock()
    async with opened(folder, read_tables(file, most=Bounds().tables), clock=clock) as house:
        yield MovedHouse(house, clock, folder)
