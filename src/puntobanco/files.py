"""How a file that somebody names is read: only a regular one, and never more of it than was asked for. Imports nothing of ours."""

import errno
import os
import stat
from pathlib import Path


def read_regular(path: str | Path, most_bytes: int) -> bytes:
    """The first bytes of a file. Raises OSError where it cannot be read, or is a pipe or device, which may never begin or end.

    Raises ValueError for a path that no file can have.
    """
    with open(path, "rb", opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file")
        return file.read(most_bytes)


def _without_waiting(path: str, flags: int) -> int:
    """Open a file. A pipe that nobody writes to would be waited for."""
    return os.open(path, flags | os.O_NONBLOCK)
