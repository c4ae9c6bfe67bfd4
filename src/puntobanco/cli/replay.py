"""``puntobanco replay``: a recorded run of cards dealt again by the rules, and every difference told."""

import csv
import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from puntobanco import house_files
from puntobanco.cli.streams import print_json
from puntobanco.errors import BadRecord
from puntobanco.files import read_regular
from puntobanco.game.record import (
    Mismatch,
    Replay,
    ReplayedRound,
    TooMany,
    read_hands,
    read_run,
    replay_hands,
    replay_run,
)

app = typer.Typer(add_completion=False)

FILE_BYTES_MOST = 64 << 20
"""The largest file of recorded rounds that is read."""

DECKS = 8
"""Decks of the shoe where neither a house nor a number is given."""

_COLOURS = {"player": "blue", "banker": "red", "tie": "green"}


@app.command()
def replay_command(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help=".txt: cards as they left the shoe; .csv: columns player, banker, outcome.")
    ],
    house: Annotated[
        str | None, typer.Option(help="The house whose number of decks holds: its name, or the path of a .toml file.")
    ] = None,
    decks: Annotated[int | None, typer.Option(min=1, max=12, help="Decks in the shoe (else the house's, or 8).")] = None,
    one_shoe: Annotated[
        bool, typer.Option("--one-shoe", help="Also check that no card comes oftener than the decks hold.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Deal recorded cards through the rules, print every round, and tell where the record differs (exit status 1)."""
    house_decks = DECKS if house is None else house_files.load(house).decks
    replay = replay_file(file, one_shoe_decks=(decks or house_decks) if one_shoe else None)
    if as_json:
        print_json(replay)
    else:
        _print(replay)
    if not replay.agrees:
        raise typer.Exit(1)


def replay_file(path: str, *, one_shoe_decks: int | None = None) -> Replay:
    """Replay a file by the ending of its name. Raises `BadRecord` where it cannot be read."""
    match Path(path).suffix.lower():
        case ".txt":
            return replay_run(read_run(_text(path), name=path), one_shoe_decks=one_shoe_decks)
        case ".csv":
            return replay_hands(read_hands(_rows(_text(path), path), name=path), one_shoe_decks=one_shoe_decks)
        case ending:
            raise BadRecord(f"{path}: {ending or 'no ending'!r} is neither .txt nor .csv, the two kinds of record")


def _text(path: str) -> str:
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


def _rows(text: str, path: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise BadRecord(f"{path}:{reader.line_num}: not CSV: {error}") from None


def _print(replay: Replay) -> None:
    if sys.stdout.isatty():
        from rich.console import Console

        console = Console(highlight=False, markup=False, soft_wrap=True)
        for played in replay.rounds:
            console.print(_line(played), style=_COLOURS[played.outcome])
        for text in _findings(replay):
            console.print(text, style="bold")
    else:
        sys.stdout.writelines(f"{text}\n" for text in (*map(_line, replay.rounds), *_findings(replay)))


def _line(played: ReplayedRound) -> str:
    hands = (
        f"{name} {' '.join(cards):<9}= {points}"
        for name, cards, points in (
            ("Player", played.player, played.player_points),
            ("Banker", played.banker, played.banker_points),
        )
    )
    return f"{played.round:>4}  {'   '.join(hands)}   {played.outcome}"


def _findings(replay: Replay) -> Iterable[str]:
    yield f"{len(replay.rounds)} rounds: {replay.results}" if replay.rounds else "no whole round"
    if replay.left_over:
        yield f"left over: {' '.join(replay.left_over)}"
    yield from map(_mismatch, replay.mismatches)
    yield from map(_too_many, replay.impossible or ())


def _mismatch(found: Mismatch) -> str:
    recorded, expected = str(found.recorded), str(found.expected)
    match found.field:
        case "boundary":
            return f"round {found.round}: a bar after {recorded} cards, but the round takes {expected}"
        case "outcome":
            return f"round {found.round}: outcome recorded {recorded}, expected {expected}"
        case side:
            return f"round {found.round}: {side} recorded with {recorded} cards, expected {expected}"


def _too_many(found: TooMany) -> str:
    where = "left over" if found.round is None else f"round {found.round}"
    return f"{where}: {found.card} comes {found.copies} times, but the decks of one shoe hold it {found.most} times"
