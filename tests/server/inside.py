"""A house in the test's own process, on a real port: its casino can be looked into, its clock moved, its bounds made small."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from unittest import mock

import uvicorn
from litestar import Litestar
from litestar.stores.registry import StoreRegistry

from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import Store
from puntobanco.game import house
from puntobanco.house_files import load
from puntobanco.server.app import make_app
from puntobanco.server.casino import Casino, open_store
from puntobanco.server.chat.conversations import HouseTalk
from puntobanco.server.clock import Clock
from puntobanco.server.dealer import Dealer
from puntobanco.server.lines import BoundedLine
from puntobanco.server.seal import Keys, load_keys, make_keys
from puntobanco.server.settings import Bounds
from puntobanco.server.tables import TableSetup
from puntobanco.server.witness import Witness
from puntobanco.table import commands as co
from puntobanco.table.dealing import next_ms
from puntobanco.table.state import Phase, TableState

PACE = {"betting_seconds": 0.5, "card_seconds": 0.03, "result_seconds": 0.1, "shuffle_seconds": 0.1}
SHORT_SHOE = {"decks": 6, "cut_card_least": 150, "cut_card_most": 156}


class MovedClock(Clock):
    """The server's clock, which a test can put forward."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self._ahead_ms

    def forward(self, ms: int) -> None:
        """Let time pass at once. Whoever sleeps has to be woken."""
        self._ahead_ms += ms


class StandingClock(MovedClock):
    """A clock that stands until a test puts it forward."""

    def __init__(self) -> None:
        super().__init__()
        self._at_ms = super().now_ms()

    def now_ms(self) -> int:
        return self._at_ms

    def forward(self, ms: int) -> None:
        self._at_ms += ms

    def not_before(self, ms: int) -> None:
        self._at_ms = max(self._at_ms, ms)


def setup(number: int = 1, name: str = "live", /, **settings: object) -> TableSetup:
    """A table to open, fast unless ``settings`` say otherwise."""
    return TableSetup(number=number, rules=house.changed(load(name), {**PACE, **settings}))


def due_ms_of(state: TableState) -> int | None:
    """When the next step of a table follows by its own clock: while a shoe is shuffled, that of the ceremony."""
    return next_ms(state) if state.phase is Phase.SHUFFLING else state.due_ms


def keys_of(folder: Path) -> Keys:
    """The keys of the house in a folder, made where there are none."""
    path = folder / "house.db.key"
    return load_keys(path) if path.exists() else make_keys(path)


def casino_in(
    folder: Path,
    *setups: TableSetup,
    bounds: Bounds | None = None,
    store: Store | None = None,
    clock: Clock | None = None,
    talk: HouseTalk | None = None,
) -> Casino:
    """A casino over the database in a folder, not yet running."""
    with mock.patch("puntobanco.server.casino.Clock", return_value=clock or Clock()):
        used = store or SqliteStore(folder / "house.db")
        return Casino(
            used, keys_of(folder), setups or (setup(),), bounds or Bounds(), talk, witness=Witness(folder / "house.db.seen")
        )


_idle_apps: dict[str, list[Litestar]] = {}
"""Applications that no house uses at the moment, by the bounds that they were made for."""


@contextlib.contextmanager
def _app_over(casino: Casino) -> Iterator[Litestar]:
    """The application over a casino. Making one takes 0.1 s of a processor, so it goes from house to house; rates it forgets."""
    idle = _idle_apps.setdefault(repr(casino.bounds), [])
    app = idle.pop() if idle else make_app(casino)
    app.state.casino, app.stores = casino, StoreRegistry()
    yield app
    idle.append(app)


class House:
    """An open house."""

    def __init__(self, casino: Casino, address: str) -> None:
        self.casino = casino
        self.address = address

    def dealer(self, table: int = 1) -> Dealer:
        """The dealer of a table."""
        return self.casino.floor.dealers[table]


@contextlib.asynccontextmanager
async def opened(
    folder: Path,
    setups: Sequence[TableSetup] = (),
    *,
    bounds: Bounds | None = None,
    store: Store | None = None,
    clock: Clock | None = None,
    send_buffer_bytes: int | None = None,
    talk: HouseTalk | None = None,
) -> AsyncIterator[House]:
    """Open a house as ``puntobanco serve`` does, and close it. A small send buffer makes slow sockets felt soon."""
    casino = casino_in(folder, *setups, bounds=bounds, store=store, clock=clock, talk=talk)
    async with open_store(casino.store), casino.running():
        with _app_over(casino) as app, socket.create_server(("127.0.0.1", 0)) as listener:
            if send_buffer_bytes is not None:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer_bytes)
            address = f"127.0.0.1:{listener.getsockname()[1]}"
            config = uvicorn.Config(
                app,
                ws=BoundedLine,
                ws_max_size=casino.bounds.frame_bytes,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,
            )
            server = uvicorn.Server(config)
            # Signals are left to pytest.
            with mock.patch.object(server, "capture_signals", contextlib.nullcontext):
                serving = asyncio.create_task(server.serve(sockets=[listener]))
                try:
                    yield House(casino, address)
                finally:
                    server.should_exit = True
                    await serving


class Ear:
    """A page that only listens."""

    def __init__(self, account: str) -> None:
        self.account = account
        self.watching: set[int] = set()
        self.frames: list[bytes] = []
        self.room = 1_000

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)


def bet_of(state: TableState, account: str, cents: int = 500) -> co.PlaceBet:
    """A bet on Player in the round under way."""
    return co.PlaceBet(account=account, shoe=state.shoe_number, round=state.round, bet="player", amount_cents=cents)
