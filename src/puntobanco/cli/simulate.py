"""``puntobanco simulate``: whole shoes by the million under a house's own rules, and what comes of every bet."""

import contextlib
import importlib
import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco import house_files
from puntobanco.cli.main import INTERRUPTED
from puntobanco.cli.streams import Progress, print_json, say
from puntobanco.errors import BadSettings
from puntobanco.game.house import HouseRules, changed

if TYPE_CHECKING:
    from puntobanco.analysis.figures import Figures
    from puntobanco.analysis.round_file import RoundFile
    from puntobanco.analysis.simulation import Goal

app = typer.Typer(add_completion=False)

MOST = 10**13
"""The most rounds or shoes that are played."""

SEED_MOST = 2**64 - 1
NEW_SEEDS = 2**53
"""A seed that nobody chose is below this, so that every reader of JSON reads it exactly."""

EXTRA = ("numpy", "numba")

Stopped = Callable[[], bool]


@app.command()
def simulate_command(
    house: Annotated[str, typer.Option(help="The house: its name, or the path of a .toml file.")],
    rounds: Annotated[int | None, typer.Option(min=1, max=MOST, help="Stop with the shoe that reaches so many rounds.")] = None,
    shoes: Annotated[int | None, typer.Option(min=1, max=MOST, help="Play so many shoes.")] = None,
    decks: Annotated[int | None, typer.Option(min=6, max=12, help="Decks of a shoe (else the house's).")] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=SEED_MOST, help="A run with the same seed has the same figures.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Threads; else one a processor. The figures stay.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE.parquet", help="Write every round, a row each.")] = None,
) -> None:
    """Play whole shoes by the house's burn, cut card and last-round rules: every bet, streaks, good roads. docs/simulation.md."""
    if (rounds is None) is (shoes is None):
        raise BadSettings("simulate needs --rounds N or --shoes N, one of them")
    rules = house_files.load(house)
    rules = rules if decks is None else changed(rules, {"decks": decks}, name=rules.name)
    _check_extra(EXTRA if out is None else (*EXTRA, "pyarrow"))
    from puntobanco.analysis.simulation import Goal

    seed = secrets.randbelow(NEW_SEEDS) if seed is None else seed
    with _writing(out) as file, _interrupts() as stopped:
        figures, seconds = _run(rules, Goal(shoes, rounds), seed, workers or os.cpu_count() or 1, file, stopped)
    _print(figures, seed, seconds, as_json)
    say(f"{figures.rounds:,} rounds in {seconds:.1f} s: {figures.rounds / seconds / 1e6:.1f} million a second; seed {seed}")
    if file is not None:
        say(f"{out}: {file.rows:,} rows")
    if stopped():
        say(f"interrupted: the figures are those of the {figures.shoes:,} shoes that were done")
        raise typer.Exit(INTERRUPTED)


def _check_extra(names: tuple[str, ...]) -> None:
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError:
            raise BadSettings(f"simulate needs {name}, which is not installed: pip install 'puntobanco[analysis]'") from None


@contextlib.contextmanager
def _writing(path: Path | None) -> "Iterator[RoundFile | None]":
    if path is None:
        yield None
        return
    if path.suffix.lower() != ".parquet":
        raise BadSettings(f"--out {path}: {path.suffix or 'no ending'!r} is not .parquet")
    from puntobanco.analysis.round_file import round_file

    with round_file(path) as file:
        yield file


@contextlib.contextmanager
def _interrupts() -> Iterator[Stopped]:
    """Let the first Ctrl-C end the run after the chunk it is at; the second is as everywhere."""
    interrupted = False

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield lambda: interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def _run(
    rules: HouseRules, goal: "Goal", seed: int, workers: int, file: "RoundFile | None", stopped: Stopped
) -> "tuple[Figures, float]":
    from puntobanco.analysis.simulation import prepare, simulate

    prepare(rules, keep=file is not None)
    progress = Progress("rounds" if goal.shoes is None else "shoes", of=goal.rounds or goal.shoes, timed=True)
    began = time.monotonic()
    try:
        write = None if file is None else file.write
        figures = simulate(rules, goal, seed, workers=workers, write=write, made=progress.at, stopped=stopped)
    finally:
        progress.end()
    return figures, time.monotonic() - began


def _print(figures: "Figures", seed: int, seconds: float, as_json: bool) -> None:
    from puntobanco.cli import simulate_document, simulate_table

    found = simulate_document.document(figures, seed=seed, seconds=seconds)
    if as_json:
        print_json(found)
    else:
        simulate_table.show(found)
