"""``puntobanco roads``: the roads of a shoe from its results, on the terminal, as JSON, as a picture."""

import codecs
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from puntobanco.cli import roads_boards
from puntobanco.cli.streams import LINE_BYTES_MOST, Progress, batches, data_in, print_json
from puntobanco.errors import BadRecord, BadSettings
from puntobanco.game.roads import Roads, parse_results
from puntobanco.game.roads_document import document

app = typer.Typer(add_completion=False)


@app.command()
def roads_command(
    results: Annotated[
        str, typer.Argument(metavar="RESULTS", help="The results in order, B P T (or 莊 閑 和); - reads stdin, one shoe a line.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document; of stdin it is one a line, always.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw the boards into this file.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw them into this file, twice as large.")] = None,
) -> None:
    """Draw the roads of a shoe: bead plate, big road, derived roads, ask marks, good roads."""
    if results == "-":
        if svg or png:
            raise BadSettings("--svg and --png draw one shoe: give its results in place of -")
        _print_lines()
        return
    roads = _roads(results, "RESULTS")
    _draw(roads, svg, png)
    if as_json:
        print_json(document(roads))
    else:
        roads_boards.show(roads)


def _roads(results: str, where: str) -> Roads:
    try:
        return Roads(parse_results(results))
    except BadRecord as error:
        raise BadRecord(f"{where}: {error}") from None


def _draw(roads: Roads, svg: Path | None, png: Path | None) -> None:
    if svg or png:
        from puntobanco.cli import roads_picture

        picture = roads_picture.svg(roads)
        if svg:
            svg.write_text(picture, encoding="utf-8")
        if png:
            png.write_bytes(roads_picture.png(picture))


def _print_lines() -> None:
    """Answer every line of stdin with a document; an empty line is an empty shoe."""
    source, out = data_in(), sys.stdout.buffer
    encoder, progress = msgspec.json.Encoder(), Progress("shoes")
    number = 0
    try:
        for lines in batches(source):
            for line in lines:
                number += 1
                given = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
                where = f"stdin:{number}"
                out.write(encoder.encode(document(_roads(_text(given, where), where))) + b"\n")
            out.flush()
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
