"""What the house has seen, beside the key and not in the database: so it knows a database that was restored from a backup.

Players have seen the cards that a restored database would deal again: every shoe in play is ended and opened before betting.
"""

import asyncio
import hashlib
import os
from pathlib import Path

import msgspec

from puntobanco.errors import BadSettings
from puntobanco.files import read_regular
from puntobanco.table.events import Event

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
