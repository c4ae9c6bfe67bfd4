"""``puntobanco simulate``: whole shoes by the million under a house's own rules, and what comes of every bet."""

import contextlib
import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from puntobanco import house_files
from puntobanco.cli import simulate_crew
from puntobanco.cli.interrupts import Stopped, interrupts
from puntobanco.cli.main import INTERRUPTED
from puntobanco.cli.streams import Progress, print_json, say
from puntobanco.errors import BadSettings
from puntobanco.files import written
from puntobanco.game.house import HouseRules, changed

if TYPE_CHECKING:
    from puntobanco.analysis.figures import Figures
    from puntobanco.analysis.ranges import Crew
    from puntobanco.analysis.round_file import RoundFile
    from puntobanco.analysis.simulation import Goal

app = typer.Typer(add_completion=False)

MOST = 10**13
"""The most rounds or shoes that are played."""

SEED_MOST = 2**64 - 1
NEW_SEEDS = 2**53
"""A seed that nobody chose is below this, so that every reader of JSON reads it exactly."""


@app.command()
def simulate_command(
    house: Annotated[str, typer.Option(help="The house: its name, or the path of a .toml file.")],
    rounds: Annotated[int | None, typer.Option(min=1, max=MOST, help="Stop with the shoe that reaches so many rounds.")] = None,
    shoes: Annotated[int | None, typer.Option(min=1, max=MOST, help="Play so many shoes.")] = None,
    decks: Annotated[int | None, typer.Option(min=6, max=12, help="Decks of a shoe (else the house's).")] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=SEED_MOST, help="A run with the same seed has the same figures.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Threads; else one a processor. The figures stay.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the workers of a Dask scheduler: tcp://host:8786.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE.parquet", help="Write every round, a row each.")] = None,
) -> None:
    """Play whole shoes by the house's burn, cut card and last-round rules: every bet, streaks, good roads. docs/simulation.md."""
    if (rounds is None) is (shoes is None):
        raise BadSettings("simulate needs --rounds N or --shoes N, one of them")
    if cluster is not None and workers is not None:
        raise BadSettings("--workers are threads of this machine, --cluster plays on others: give one of them")
    if out is not None and out.suffix.lower() != ".parquet":
        raise BadSettings(f"--out {out}: its name does not end in .parquet")
    rules = house_files.load(house)
    rules = rules if decks is None else changed(rules, {"decks": decks}, name=rules.name)
    simulate_crew.check_extra(cluster=cluster is not None, file=out is not None)
    from puntobanco.analysis.simulation import Goal

    seed = secrets.randbelow(NEW_SEEDS) if seed is None else seed
    with _crew(rules, workers, cluster, out is not None) as crew, interrupts() as stopped, _writing(out) as file:
        run = _run(rules, Goal(shoes, rounds), seed, crew, file, stopped)
    _tell(run, seed, as_json)
    if file is not None:
        say(f"{out}: {file.rows:,} rows")
    if run.lost is not None:
        raise BadSettings(f"{run.lost}; {_so_far(run.figures)}")
    if stopped():
        say(f"interrupted: {_so_far(run.figures)}")
        raise typer.Exit(INTERRUPTED)


class Run(NamedTuple):
    """What came of it, and why it ended early where those who played were lost."""

    figures: "Figures"
    seconds: float
    lost: str | None


def _crew(rules: HouseRules, workers: int | None, cluster: str | None, keep: bool) -> "contextlib.AbstractContextManager[Crew]":
    if cluster is not None:
        return simulate_crew.cluster(rules, cluster, keep)
    return simulate_crew.threads(rules, workers or os.cpu_count() or 1, keep)


@contextlib.contextmanager
def _writing(path: Path | None) -> "Iterator[RoundFile | None]":
    if path is None:
        yield None
        return
    from puntobanco.analysis.round_file import round_file

    with written(path) as file, round_file(file) as rounds:
        yield rounds


def _run(rules: HouseRules, goal: "Goal", seed: int, crew: "Crew", file: "RoundFile | None", stopped: Stopped) -> Run:
    from puntobanco.analysis.simulation import RunLost, simulate

    progress = Progress("rounds" if goal.shoes is None else "shoes", of=goal.rounds or goal.shoes, timed=True)
    began, lost = time.monotonic(), None
    try:
        write = None if file is None else file.write
        figures = simulate(rules, goal, seed, crew=crew, write=write, made=progress.at, stopped=stopped)
    except RunLost as error:
        figures, lost = error.figures, str(error)
    finally:
        progress.end()
    return Run(figures, time.monotonic() - began, lost)


def _tell(run: Run, seed: int, as_json: bool) -> None:
    """Print the figures, where there are any: a run may end before the first shoes are done."""
    from puntobanco.cli import simulate_document, simulate_table

    figures, seconds, _ = run
    if not figures.shoes:
        return
    found = simulate_document.document(figures, seed=seed, seconds=seconds)
    if as_json:
        print_json(found)
    else:
        simulate_table.show(found)
    say(f"{figures.rounds:,} rounds in {seconds:.1f} s: {figures.rounds / seconds / 1e6:.1f} million a second; seed {seed}")


def _so_far(figures: "Figures") -> str:
    if not figures.shoes:
        return "no shoe was done"
    return f"the figures are those of the {figures.shoes:,} shoes that were done"
