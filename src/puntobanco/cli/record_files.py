"""Files of cards and recorded rounds, as the commands that read them share it: text, and the rows of a table."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from puntobanco.cli.streams import LINE_BYTES_MOST
from puntobanco.errors import BadRecord
from puntobanco.files import read_regular
from puntobanco.game.record_json import RecordedShoe, read_shoe

FILE_BYTES_MOST = 64 << 20
"""The largest file of recorded rounds that is read."""


JSON_BYTES_MOST = 8 << 20
"""The largest file of the rounds of one shoe: so long are about 30,000 of them."""


def text_of(path: str, most_bytes: int | None = None) -> str:
    """The text of a file. Raises `BadRecord` where it cannot be read, is too long or no UTF-8."""
    most_bytes = FILE_BYTES_MOST if most_bytes is None else most_bytes
    try:
        content = read_regular(path, most_bytes + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadRecord(f"{path}: cannot be read: {reason}") from None
    if len(content) > most_bytes:
        raise BadRecord(f"{path}: is longer than {most_bytes} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadRecord(f"{path}:{line}: not UTF-8: byte {content[error.start]:#04x}") from None


def lines_of(path: str) -> Iterator[str]:
    """The lines of a file with their ends, one after another. Raises `BadRecord`, also where one is too long."""
    for number, found in enumerate(_LINE.finditer(text_of(path)), 1):
        if found.end() - found.start() > LINE_BYTES_MOST:
            raise BadRecord(f"{path}:{number}: the line is longer than {LINE_BYTES_MOST} characters")
        yield found[0]


_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n)|[^\r\n]++")


def rows_of(path: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a file of CSV, each with its line. Raises `BadRecord`."""
    reader = csv.reader(lines_of(path), strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise BadRecord(f"{path}:{reader.line_num}: not CSV: {error}") from None


def shoe_of(path: str) -> RecordedShoe:
    """The rounds of a shoe in a file of JSON. Raises `BadRecord`."""
    return read_shoe(text_of(path, JSON_BYTES_MOST), name=path)


def ending_of(path: str) -> str:
    """What the name of a file ends in, by which its kind is known."""
    return Path(path).suffix.lower()


def no_record(path: str) -> BadRecord:
    """A file whose name ends in nothing that is known."""
    return BadRecord(f"{path}: {ending_of(path) or 'no ending'!r} is neither .txt nor .csv nor .json, the kinds of record")
