"""``puntobanco strategies``: staking plans over simulated shoes, side by side, and what becomes of their players."""

import contextlib
import os
import re
import secrets
import sys
import time
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco import house_files
from puntobanco.cli.compiling import told_of_compiling
from puntobanco.cli.extras import check_installed
from puntobanco.cli.interrupts import Stopped, interrupts
from puntobanco.cli.main import INTERRUPTED
from puntobanco.cli.simulate import NEW_SEEDS, SEED_MOST
from puntobanco.cli.streams import Progress, print_json, say
from puntobanco.errors import BadSettings
from puntobanco.files import check_regular, write_regular
from puntobanco.game.bets import MAIN_SPOTS, Bet, spot_of
from puntobanco.game.house import HouseRules, changed

if TYPE_CHECKING:
    from puntobanco.analysis.strategies.paths import Paths
    from puntobanco.analysis.strategies.ready import Strategy
    from puntobanco.analysis.strategies.run import Job
    from puntobanco.cli.strategies_document import StrategiesDocument

app = typer.Typer(add_completion=False)

PLAYERS, ROUNDS = 1_000, 1_000
PLAYERS_MOST, ROUNDS_MOST = 1_000_000, 10_000_000

BANKROLL_STAKES = 100
"""Base stakes that a bankroll holds where no other is named."""

EXTRA = ("numpy", "numba")
PLOTS = (".png", ".svg")

_AMOUNT = re.compile(r"(\d{1,15})(?:\.(\d{1,2}))?", re.ASCII)


@app.command()
def strategies_command(
    house: Annotated[str, typer.Option(help="The house: its name, or the path of a .toml file.")],
    strategy: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A plan, or FILE.py:NAME; may be repeated.")] = None,
    players: Annotated[int, typer.Option(min=1, max=PLAYERS_MOST, help="Players of each plan.")] = PLAYERS,
    rounds: Annotated[int, typer.Option(min=1, max=ROUNDS_MOST, help="Rounds that each player is there for.")] = ROUNDS,
    bankroll: Annotated[str | None, typer.Option(metavar="AMOUNT", help="What each begins with; else 100 stakes.")] = None,
    stake: Annotated[str | None, typer.Option(metavar="AMOUNT", help="The base stake; else the minimum of the bet.")] = None,
    bet: Annotated[Bet | None, typer.Option(help="The bet of plans that lay on one; else Banker.")] = None,
    decks: Annotated[int | None, typer.Option(min=6, max=12, help="Decks of a shoe (else the house's).")] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=SEED_MOST, help="A run with the same seed has the same figures.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Processes; else one a processor. The figures stay.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw bankrolls, ruin and returns: .png or .svg.")] = None,
) -> None:
    """Let many players follow staking plans, each plan over the same shoes, by the house's limits. docs/strategies.md.

    Plans: flat, martingale, 1-3-2-6, follow, against, good-roads. Without --strategy all but against.
    """
    rules = house_files.load(house)
    rules = rules if decks is None else changed(rules, {"decks": decks}, name=rules.name)
    check_installed("strategies", EXTRA if plot is None else (*EXTRA, "matplotlib"))
    _check_plot(plot)
    seed = secrets.randbelow(NEW_SEEDS) if seed is None else seed
    with contextlib.redirect_stdout(sys.stderr):  # what a plan prints, also while its file is run, is no figure
        job = _job(rules, strategy or (), rounds, _cents(bankroll, "--bankroll"), _cents(stake, "--stake"), bet, seed)
        with interrupts() as stopped:
            found, seconds = _run(job, players, workers or os.cpu_count() or 1, stopped)
    _tell(job, found, seconds, as_json, plot)
    if stopped():
        say("interrupted: the figures are those of the players that were done")
        raise typer.Exit(INTERRUPTED)


def _check_plot(path: Path | None) -> None:
    """Say before the work what could not be written after it."""
    if path is None:
        return
    if path.suffix.lower() not in PLOTS:
        raise BadSettings(f"--plot {path}: its name does not end in .png or .svg")
    check_regular(path)


def _cents(amount: str | None, option: str) -> int | None:
    if amount is None:
        return None
    read = _AMOUNT.fullmatch(amount)
    if read is None:
        raise BadSettings(f"{option} {amount!r}: write an amount such as 500 or 12.50")
    whole, part = read.groups("")
    return int(whole) * 100 + int(part.ljust(2, "0"))


def _job(
    rules: HouseRules, names: Sequence[str], rounds: int, bankroll: int | None, stake: int | None, bet: Bet | None, seed: int
) -> "Job":
    from puntobanco.analysis.strategies.ready import SHOWN
    from puntobanco.analysis.strategies.run import Job, check

    if not rules.offered:
        raise BadSettings(f"house {rules.name} offers no bets: there is nothing to lay")
    bet = bet or next((known for known in rules.offered if spot_of(known) is Bet.BANKER), rules.offered[0])
    least = rules.main_minimum_cents if spot_of(bet) in MAIN_SPOTS else rules.side_minimum_cents
    stake = least if stake is None else stake
    plans: dict[str, Strategy] = {}
    for name in names or SHOWN:
        if name in plans:
            raise BadSettings(f"--strategy {name}: is named twice")
        plans[name] = _plan(name)
    job = Job(rules, plans, rounds, BANKROLL_STAKES * stake if bankroll is None else bankroll, stake, bet, seed)
    check(job)
    return job


def _plan(name: str) -> "Strategy":
    """A plan that ships, or one out of a file."""
    from puntobanco.analysis.strategies.ready import READY
    from puntobanco.analysis.strategies.source import Source

    if name in READY:
        return READY[name]
    path, found, inside = name.rpartition(":")
    if not found or not path.endswith(".py"):
        raise BadSettings(f"{name!r} is no plan: the plans are {', '.join(READY)}, or give FILE.py:NAME")
    if not inside:
        raise BadSettings(f"{name!r} names no plan in the file: give FILE.py:NAME")
    source = Source(path, house_files.read_text(path), inside)
    source.check()
    return source


def _run(job: "Job", players: int, workers: int, stopped: Stopped) -> "tuple[dict[str, Paths], float]":
    from puntobanco.analysis.strategies.run import play, prepare, processes, ranges

    with told_of_compiling():
        prepare(job)
    progress, began = Progress("players", of=players, timed=True), time.monotonic()
    try:
        with processes(min(workers, len(ranges(job, players)))) as executor:
            found = play(job, players, executor=executor, ahead=2 * workers, made=progress.at, stopped=stopped)
    except BrokenProcessPool:
        why = "a plan ended it, or the system did, for want of memory perhaps (then try fewer --workers)"
        raise BadSettings(f"a worker process is gone in the middle of its work: {why}") from None
    finally:
        progress.end()
    return found, time.monotonic() - began


def _tell(job: "Job", found: "dict[str, Paths]", seconds: float, as_json: bool, plot: Path | None) -> None:
    from puntobanco.cli import strategies_document, strategies_table

    document: StrategiesDocument = strategies_document.document(job, found, seconds)
    if as_json:
        print_json(document)
    else:
        strategies_table.show(document)
    say(f"{strategies_table.players(document)} in {seconds:.1f} s; seed {job.seed}")
    if plot is not None:
        from puntobanco.analysis.strategies.plot import draw

        sys.stdout.flush()  # the figures are out, whatever becomes of the picture
        write_regular(plot, draw(document.strategies, job, found, plot.suffix.lower()[1:]))
