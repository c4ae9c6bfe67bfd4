"""Files of recorded rounds, as the commands that read them share it: text, and the rows of a table."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from puntobanco.errors import BadRecord
from puntobanco.files import read_regular

FILE_BYTES_MOST = 64 << 20
"""The largest file of recorded rounds that is read."""


def text_of(path: str) -> str:
    """The text of a file. Raises `BadRecord` where it cannot be read, is too long or no UTF-8."""
    try:
        content = read_regular(path, FILE_BYTES_MOST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadRecord(f"{path}: cannot be read: {reason}") from None
    if len(content) > FILE_BYTES_MOST:
        raise BadRecord(f"{path}: is longer than {FILE_BYTES_MOST} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadRecord(f"{path}:{line}: not UTF-8: byte {content[error.start]:#04x}") from None


def rows_of(path: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a file of CSV, each with its line. Raises `BadRecord`."""
    reader = csv.reader(io.StringIO(text_of(path), newline=""), strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise BadRecord(f"{path}:{reader.line_num}: not CSV: {error}") from None


def ending_of(path: str) -> str:
    """What the name of a file ends in, by which its kind is known."""
    return Path(path).suffix.lower()


def no_record(path: str) -> BadRecord:
    """A file whose name ends in nothing that is known."""
    return BadRecord(f"{path}: {ending_of(path) or 'no ending'!r} is none of .txt, .csv and .json, the kinds of record")
