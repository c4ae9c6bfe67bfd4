"""How a file that somebody names is read and written: only a regular one, and never more of it than was asked for.

Imports nothing of ours.
"""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


def read_regular(path: str | Path, most_bytes: int) -> bytes:
    """The first bytes of a file. Raises OSError where it cannot be read, or is a pipe or device, which may never begin or end.

    Raises ValueError for a path that no file can have.
    """
    with open(path, "rb", opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file")
        content: bytes | None = file.read(most_bytes)
    if content is None:  # some files of the kernel are regular and yet would be waited for
        raise OSError(errno.EAGAIN, "nothing can be read from it now")
    return content


def write_regular(path: str | Path, content: bytes) -> None:
    """Write a new file, or over one. Raises OSError, with its name, where it cannot be written, or is a pipe or device."""
    with written(path) as file:
        file.write(content)


def check_regular(path: str | Path) -> None:
    """Raise the OSError that `write_regular` would, as far as it is known before, and leave everything as it is."""
    there = Path(path).exists()
    with _opened_regular(path):
        """Nothing is written."""
    if not there:
        Path(path).resolve().unlink()


@contextlib.contextmanager
def written(path: str | Path) -> Iterator[BinaryIO]:
    """A new file to write to, or an old one, emptied. Raises OSError as `write_regular` does, also while it is written."""
    with _opened_regular(path) as file:
        file.truncate()
        yield file


@contextlib.contextmanager
def _opened_regular(path: str | Path) -> Iterator[BinaryIO]:
    try:
        with open(path, "wb", opener=_without_emptying) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(errno.EINVAL, "it is no regular file")
            yield file
    except OSError as error:
        if error.filename is None:  # one of the writing itself has none
            error.filename = os.fspath(path)
        raise


def _without_emptying(path: str, flags: int) -> int:
    """Open a file to write. A pipe is not waited for; one that nobody reads cannot be opened without that."""
    try:
        return os.open(path, flags & ~os.O_TRUNC | os.O_NONBLOCK, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.EINVAL, "it is no regular file", path) from None
        raise


def _without_waiting(path: str, flags: int) -> int:
    """Open a file. A pipe that nobody writes to would be waited for."""
    return os.open(path, flags | os.O_NONBLOCK)
