"""The running casino: store, floor and dealers, started and stopped together."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

import structlog

from puntobanco.bank.store import Store, StoreBroken
from puntobanco.errors import BadSettings
from puntobanco.game.bets import spot_of
from puntobanco.game.house import HouseRules
from puntobanco.server.accounts import Accounts
from puntobanco.server.chat.conversations import Chat, HouseTalk
from puntobanco.server.clock import Clock
from puntobanco.server.dealer import Dealer
from puntobanco.server.floor import Floor
from puntobanco.server.seal import Keys, Sealer
from puntobanco.server.settings import Bounds
from puntobanco.server.shoebox import Shoebox
from puntobanco.server.staff.members import Staff
from puntobanco.server.staff.scanner import ScannerCodes
from puntobanco.server.standings import Standings
from puntobanco.server.tables import TableSetup
from puntobanco.server.witness import Witness

log = structlog.get_logger()

DAMAGED = "the database is damaged: restore it from your backup, with its key file"


@contextlib.asynccontextmanager
async def open_store(store: Store) -> AsyncIterator[Store]:
    """A store, open, and closed at the end."""
    await store.open()
    try:
        yield store
    finally:
        await store.close()


class Casino:
    """Everything that runs behind the sockets of one process."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        tables: Sequence[TableSetup],
        bounds: Bounds,
        talk: HouseTalk | None = None,
        scanner: ScannerCodes | None = None,
        witness: Witness | None = None,
    ) -> None:
        self.store = store
        self.scanner = scanner or {}
        self.bounds = bounds
        self.clock = Clock()
        self.floor = Floor(self.clock, bounds)
        self.accounts = Accounts(store, keys.sessions, clock=self.clock, bounds=bounds)
        self.staff = Staff(store.staff, clock=self.clock, bounds=bounds)
        talk = talk or HouseTalk()
        self.standings = Standings(store.staff, self.floor, clock=self.clock, support=talk.support)
        talking = [setup.number for setup in tables if setup.rules.chat]
        self.chat = Chat(store, self.floor, talking, standings=self.standings, talk=talk, clock=self.clock, bounds=bounds)
        self.floor.announcer = self.chat
        self._sealer = Sealer(keys)
        self._witness = witness or Witness(None)
        self._tables = tables

    @property
    def least_bet_cents(self) -> int:
        """The smallest bet that any table takes: who has less than this is broke. Scoreboards take none."""
        least = (setup.rules.limits(spot_of(bet))[0] for setup in self._tables for bet in setup.rules.offered)
        return min(least, default=1)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open all tables over the open store, and stop dealing at the end."""
        await self.standings.load()
        for setup in self._tables:
            self._witness.last(setup.number)  # what cannot be read stops the house before it opens
        dealers = [self._dealer(setup.number, setup.rules) for setup in self._tables]
        self.floor.dealers.update({dealer.number: dealer for dealer in dealers})
        dealers += await self._closed_tables()
        tasks = [asyncio.create_task(dealer.run()) for dealer in dealers]
        tasks.append(asyncio.create_task(self._lobby()))
        try:
            await asyncio.gather(*(dealer.taken_over.wait() for dealer in dealers))
            if any(dealer.broken for dealer in dealers):
                raise BadSettings(DAMAGED)
            log.info("tables open", tables=len(self._tables))
            async with self.chat.running():
                yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _closed_tables(self) -> list[Dealer]:
        """Dealers for tables that were once opened and are not now: nobody sees them, but their rounds are finished."""
        try:
            numbers = await self.store.tables()
        except StoreBroken:
            raise BadSettings(DAMAGED) from None
        return [self._dealer(number, None) for number in numbers if number not in self.floor.dealers]

    def _dealer(self, number: int, rules: HouseRules | None) -> Dealer:
        return Dealer(
            number,
            rules,
            store=self.store,
            shoebox=Shoebox(self._sealer),
            publisher=self.floor,
            clock=self.clock,
            bounds=self.bounds,
            witness=self._witness,
        )

    async def _lobby(self) -> None:
        while True:
            await asyncio.sleep(self.bounds.lobby_every_ms / 1000)
            self.floor.flush_lobby()
