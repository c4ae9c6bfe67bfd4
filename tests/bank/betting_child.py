"""A process that bets as fast as it can and says what was confirmed, until somebody kills it. Run by ``test_writer``."""

import asyncio
import sys
from pathlib import Path

from puntobanco.bank.sqlite import SqliteStore
from tests.bank.kept import kept


async def bet(path: Path) -> None:
    """Bet a little at a time; one line for each commit: the table's version, and what lies on it."""
    store = SqliteStore(path)
    await store.open()
    table = await kept(store, "ann")
    for _ in range(100_000):
        table.bet("ann", "player", 500 if not table.state.stakes else 100)
        balance = (await table.save())["ann"]
        print(table.state.version, balance.held_cents, flush=True)


if __name__ == "__main__":
    asyncio.run(bet(Path(sys.argv[1])))
