"""Who serves a database file: one process at a time, by whatever name it opens the file.

The lock is taken on the file itself, so that a link to it is locked with it, and it ends with the process. Its descriptor must be
closed after SQLite's own: closing any descriptor of a file makes the process lose the locks that SQLite has on it.
"""

import fcntl
import os
import stat
import threading
from pathlib import Path

from puntobanco.errors import BadSettings

_LOGS = ("-wal", "-shm")

_guard = threading.Lock()
_held: set[tuple[int, int]] = set()
"""The files, by device and number, that this process has locked: they may not even be opened and closed again."""


def check_place(path: Path) -> None:
    """Raise `BadSettings` where no database can lie: where something else lies than a file, or nothing can."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadSettings(f"{path} cannot be used as the database: {error.strerror}") from None
    if not stat.S_ISREG(mode):
        raise BadSettings(f"{path} cannot be used as the database: it is no file")


class FileLock:
    """A database file, made where it was missing and locked until `release`. Raises `BadSettings` or `OSError`."""

    def __init__(self, path: Path) -> None:
        check_place(path)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path = path.resolve()
        with _guard:
            self._made = not self._path.exists()
            if not self._made and _identity(self._path.stat()) in _held:
                raise _in_use(path)
            # The log and its index get the mode of the database itself.
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(self._descriptor)
                raise _in_use(path) from None
            self._identity = _identity(os.fstat(self._descriptor))
            _held.add(self._identity)

    def release(self) -> None:
        """Let the file go. Every connection to it must be closed."""
        with _guard:
            _held.discard(self._identity)
            os.close(self._descriptor)

    def abandon(self) -> None:
        """Let the file go after a start that failed: one that was made for it is taken away again."""
        if self._made:
            for ending in ("", *_LOGS):
                self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
        self.release()


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _in_use(path: Path) -> BadSettings:
    return BadSettings(f"{path} is in use: another puntobanco serves it")
