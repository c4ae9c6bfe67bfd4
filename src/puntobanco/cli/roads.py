"""``puntobanco roads``: the roads of a shoe from its results, on the terminal, as JSON, as a picture."""

import codecs
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from puntobanco.cli import roads_boards
from puntobanco.cli.record_files import ending_of, lines_of, no_record, rows_of, shoe_of
from puntobanco.cli.streams import LINE_BYTES_MOST, Progress, batches, data_in, print_json
from puntobanco.errors import BadRecord, BadSettings
from puntobanco.files import write_regular
from puntobanco.game.record_results import Shoe, results_of_hands, results_of_lines, results_of_rows
from puntobanco.game.roads import ROWS, ROWS_MOST, Roads, parse_results
from puntobanco.game.roads_document import document

app = typer.Typer(add_completion=False)


def _rows(given: str | int) -> int:
    """Rows as they are given, in plain digits: ``int`` would take those of any script, and ``1_0``."""
    written = str(given)
    if not (re.fullmatch(r"[0-9]{1,9}", written) and 1 <= int(written) <= ROWS_MOST):
        raise typer.BadParameter(f"{written!r} is no number of rows from 1 to {ROWS_MOST}", param_hint="--rows")
    return int(written)


@app.command()
def roads_command(
    results: Annotated[
        str | None,
        typer.Argument(metavar="RESULTS", help="The results in order, B P T (or 莊 閑 和); - reads stdin, one shoe a line."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="Take them from a file: .csv or .json of a shoe, or .txt, one shoe a line."),
    ] = None,
    rows: Annotated[int, typer.Option(parser=_rows, metavar=f"1..{ROWS_MOST}", help="Rows of every board.")] = ROWS,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document; of stdin and of several shoes it is one a line, always.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw the boards into this file.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw them into this file, twice as large.")] = None,
) -> None:
    """Draw the roads of a shoe: bead plate, big road, derived roads, ask marks, good roads."""
    if results == "-" and source is None:
        _only_lines("-", svg, png)
        _print_lines(rows)
        return
    shoes = _shoes(results, source)
    if len(shoes) != 1:
        _only_lines(f"{source}, which has {len(shoes)} shoes", svg, png)
        _print_documents(Roads(shoe, rows=rows) for shoe in shoes)
        return
    roads = Roads(shoes[0], rows=rows)
    _draw(roads, svg, png)
    if as_json:
        print_json(document(roads))
    else:
        roads_boards.show(roads)


def _shoes(results: str | None, source: str | None) -> list[Shoe]:
    """What is to be drawn: one shoe, or those of a file."""
    match results, source:
        case str(), None:
            return [_parsed(results, "RESULTS")]
        case None, str():
            return shoes_of(source)
        case _:
            raise BadSettings("give one of these: the results of a shoe, - for stdin, or --from FILE")


def shoes_of(path: str) -> list[Shoe]:
    """The results of the shoes in a file, by the ending of its name. Raises `BadRecord` where it cannot be read."""
    match ending_of(path):
        case ".txt":
            return results_of_lines(lines_of(path), name=path)
        case ".csv":
            return results_of_rows(rows_of(path), name=path)
        case ".json":
            return [results_of_hands(shoe_of(path).rounds, name=path)]
        case _:
            raise no_record(path)


def _only_lines(what: str, svg: Path | None, png: Path | None) -> None:
    """Refuse to draw where there is not one shoe."""
    if svg or png:
        raise BadSettings(f"--svg and --png draw one shoe: give its results in place of {what}")


def _parsed(results: str, where: str) -> Shoe:
    try:
        return parse_results(results)
    except BadRecord as error:
        raise BadRecord(f"{where}: {error}") from None


def _draw(roads: Roads, svg: Path | None, png: Path | None) -> None:
    if svg and png and svg.resolve() == png.resolve():
        raise BadSettings(f"--svg and --png {svg}: two pictures need two files")
    if svg or png:
        from puntobanco.cli import roads_picture

        picture = roads_picture.svg(roads)
        if svg:
            write_regular(svg, picture.encode())
        if png:
            write_regular(png, roads_picture.png(picture))


def _print_documents(shoes: Iterable[Roads]) -> None:
    out, encoder = sys.stdout.buffer, msgspec.json.Encoder()
    for roads in shoes:
        out.write(encoder.encode(document(roads)) + b"\n")
    out.flush()


def _print_lines(rows: int) -> None:
    """Answer every line of stdin with a document; an empty line is an empty shoe."""
    source, progress = data_in(), Progress("shoes")
    number = 0

    def answered(lines: Iterable[bytes]) -> Iterator[Roads]:
        nonlocal number
        for line in lines:
            number += 1
            given = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            where = f"stdin:{number}"
            yield Roads(_parsed(_text(given, where), where), rows=rows)

    try:
        for lines in batches(source):
            _print_documents(answered(lines))
            progress.at(number)
    finally:
        progress.end()


def _text(line: bytes, where: str) -> str:
    if len(line) > LINE_BYTES_MOST:
        raise BadRecord(f"{where}: the line is longer than {LINE_BYTES_MOST} bytes")
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise BadRecord(f"{where}: not UTF-8: byte {line[error.start]:#04x} at {error.start}") from None
