"""``puntobanco replay``: a recorded run of cards dealt again by the rules, and every difference told."""

import sys
from collections.abc import Iterable
from typing import Annotated

import typer

from puntobanco import house_files
from puntobanco.cli.record_files import ending_of, no_record, rows_of, shoe_of, text_of
from puntobanco.cli.streams import print_json
from puntobanco.game.record import read_hands, read_run
from puntobanco.game.replay import Mismatch, Replay, ReplayedRound, TooMany, replay_hands, replay_run

app = typer.Typer(add_completion=False)

DECKS = 8
"""Decks of the shoe where neither a house nor a number is given."""

_COLOURS = {"player": "blue", "banker": "red", "tie": "green"}


@app.command()
def replay_command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help=".txt: cards as they left the shoe; .csv: player, banker, outcome; .json: a shoe's export."
        ),
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
    match ending_of(path):
        case ".txt":
            return replay_run(read_run(text_of(path), name=path), one_shoe_decks=one_shoe_decks)
        case ".csv":
            return replay_hands(read_hands(rows_of(path), name=path), one_shoe_decks=one_shoe_decks)
        case ".json":
            shoe = shoe_of(path)
            return replay_hands(shoe.rounds, results=shoe.results, one_shoe_decks=one_shoe_decks)
        case _:
            raise no_record(path)


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
    if replay.voided:
        yield f"voided, not dealt again: {', '.join(map(str, replay.voided))}"
    if replay.demonstrations:
        yield f"demonstration rounds, passed over: {replay.demonstrations}"
    if replay.left_over:
        yield f"left over: {' '.join(replay.left_over)}"
    yield from map(_mismatch, replay.mismatches)
    yield from map(_too_many, replay.impossible or ())


def _mismatch(found: Mismatch) -> str:
    recorded, expected = ("none" if told is None else str(told).lower() for told in (found.recorded, found.expected))
    match found.field:
        case "boundary":
            return f"round {found.round}: a bar after {recorded} cards, but the round takes {expected}"
        case "player" | "banker" as side:
            return f"round {found.round}: {side} recorded with {recorded} cards, expected {expected}"
        case "voided":
            return f"round {found.round}: recorded as voided, but with a result"
        case "results":
            return f"round {found.round}: results recorded {recorded.upper()}, expected {expected.upper()}"
        case "round":
            return f"round {found.round}: its number recorded {recorded}, expected {expected}"
        case field:
            return f"round {found.round}: {field.replace('_', ' ')} recorded {recorded}, expected {expected}"


def _too_many(found: TooMany) -> str:
    where = "left over" if found.round is None else f"round {found.round}"
    return f"{where}: {found.card} comes {found.copies} times, but the decks of one shoe hold it {found.most} times"
