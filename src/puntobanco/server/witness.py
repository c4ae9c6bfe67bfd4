"""What the house has seen, beside the key and not in the database: so it knows a database that was restored from a backup.

Players have seen the cards that a restored database would deal again: every shoe in play is ended and opened before betting.
"""

import asyncio
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
import structlog

from puntobanco.bank.store import Ownership, Store
from puntobanco.errors import BadSettings
from puntobanco.files import read_regular
from puntobanco.table import events as ev
from puntobanco.table.events import Event
from puntobanco.table.state import TableState

log = structlog.get_logger()

NOTED = (ev.BettingClosed, ev.SharesClosed, ev.ShoeClosed)
"""After these players have seen what a restored database would not know."""

_FILE_BYTES_MOST = 4_096
_encode = msgspec.json.Encoder(order="sorted").encode


class Seen(msgspec.Struct, frozen=True):
    """The last event of a table after which players had seen something: its version, and a hash of it."""

    version: int
    hash: str


def seen_of(table: int, version: int, event: Event) -> Seen:
    """What is noted of an event."""
    return Seen(version, hashlib.sha256(_encode((table, version, event))).hexdigest())


class Witness:
    """A folder with one small file a table. Without a folder nothing is noted, and no restore is known."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def last(self, table: int) -> Seen | None:
        """What was noted last of a table. Raises `BadSettings` where the file cannot be read."""
        if self._folder is None:
            return None
        path = self._path(table)
        try:
            return msgspec.json.decode(read_regular(path, _FILE_BYTES_MOST), type=Seen)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            raise BadSettings(
                f"{path}: what the house has seen of table {table} cannot be read: {error}. Without the file a restored database"
                " is not known as one: remove it only if this database was never restored"
            ) from None

    async def note(self, table: int, seen: Seen) -> None:
        """Note the last such event, safely stored before this returns. Raises OSError where it cannot be."""
        if self._folder is not None:
            await asyncio.to_thread(self._write, table, seen)

    def _path(self, table: int) -> Path:
        assert self._folder is not None
        return self._folder / f"table-{table}.json"

    def _write(self, table: int, seen: Seen) -> None:
        path = self._path(table)
        draft = path.with_suffix(".draft")
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with draft.open("wb") as file:
            file.write(_encode(seen))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)


def promised(state: TableState) -> bool:
    """Whether a shoe was announced whose secret must be opened one day."""
    return state.ceremony is not None or (state.shoe is not None and not state.shoe.by_hand)


class TableWitness:
    """What is seen of one table. ``restored``: its database was put back, and a promised shoe must end before any betting."""

    def __init__(self, table: int, witness: Witness, *, retry_s: float) -> None:
        self.restored = False
        self._table = table
        self._witness = witness
        self._retry_s = retry_s

    async def look(self, owned: Ownership, state: TableState, store: Store) -> None:
        """See whether the table has been further than its database says, or elsewhere: then players have seen its cards.

        Where nothing that was promised could be dealt again, the table goes on from here.
        """
        seen = self._witness.last(self._table)
        if seen is None or await self._stands(seen, owned, store):
            return
        self.restored = promised(state)
        if not self.restored:
            await self._insist(seen_of(self._table, state.version, owned.events[-1]))

    async def note(self, before: int, events: Sequence[Event]) -> None:
        """Note what players have seen once it is stored: before the first card, before contributions open, when a secret is out.

        ``before`` is the table's version before the events. A restored table notes nothing before its shoe is ended.
        """
        for version, event in enumerate(events, before + 1):
            self.restored &= not isinstance(event, ev.ShoeClosed)
            if isinstance(event, NOTED) and not self.restored:
                await self._insist(seen_of(self._table, version, event))

    async def _stands(self, seen: Seen, owned: Ownership, store: Store) -> bool:
        """Whether the database has what was noted."""
        place = seen.version - owned.first_version
        inside = 0 <= place < len(owned.events)
        event = owned.events[place] if inside else await store.event(self._table, seen.version)
        return event is not None and seen_of(self._table, seen.version, event) == seen

    async def _insist(self, seen: Seen) -> None:
        """Have it noted, however often the disk fails before: the table waits for it."""
        while True:
            try:
                await self._witness.note(self._table, seen)
            except OSError:
                log.exception("what the house has seen cannot be noted; trying again", table=self._table)
                await asyncio.sleep(self._retry_s)
            else:
                return
