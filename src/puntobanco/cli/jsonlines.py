"""One JSON object a line in, one a line out, in the same order; a wrong line is answered in its place: ``settle`` and ``odds``."""

import codecs
import json
import sys
from collections.abc import Callable

import msgspec

from puntobanco.cli.streams import LINE_BYTES_MOST, Progress, batches, data_in
from puntobanco.errors import BadRecord
from puntobanco.game.cards import quoted


class WrongLine(msgspec.Struct, gc=False):
    """What stands in the place of a line that is wrong."""

    error: str
    message: str
    line: int


def answer_lines(answer: Callable[[bytes, int], object]) -> int:
    """Answer every line of stdin that is not blank, given with its number, and return how many were wrong."""
    source, out = data_in(), sys.stdout.buffer
    encoder, progress = msgspec.json.Encoder(), Progress("lines")
    number = wrong = 0
    for lines in batches(source):
        answers: list[object] = []
        for line in lines:
            number += 1
            text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if text and not text.isspace():
                answers.append(answer(text, number))
        wrong += sum(type(answer) is WrongLine for answer in answers)
        out.write(encoder.encode_lines(answers))
        out.flush()
        progress.at(number)
    progress.end()
    return wrong


def check_text(line: bytes) -> None:
    """Raise `BadRecord` for a line that is too long, or no UTF-8."""
    if len(line) > LINE_BYTES_MOST:
        raise BadRecord(f"the line is longer than {LINE_BYTES_MOST} bytes")
    if not line.isascii():
        try:
            line.decode()
        except UnicodeDecodeError as error:
            raise BadRecord(f"not UTF-8: byte {line[error.start]:#04x} at {error.start}") from None


def check_keys(line: bytes) -> None:
    """Raise `BadRecord` for a line in which a key comes twice, of which JSON readers take one or the other."""

    def once(pairs: list[tuple[str, object]]) -> None:
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise BadRecord(f"the key {quoted(key)} comes twice")
            seen.add(key)

    try:
        json.loads(line, object_pairs_hook=once, parse_int=float)
    except json.JSONDecodeError as error:
        raise BadRecord(str(error)) from None
