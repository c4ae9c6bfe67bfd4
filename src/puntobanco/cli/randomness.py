"""``puntobanco randomness``: statistical tests of the shuffle that the tables use."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco import house_files
from puntobanco.cli.extras import check_installed
from puntobanco.cli.streams import Progress, print_json
from puntobanco.errors import BadSettings

if TYPE_CHECKING:
    from puntobanco.analysis.randomness import Test, Verdict
    from puntobanco.analysis.run import Outcome

app = typer.Typer(add_completion=False)

HOUSE = "live"
"""Any house will do: eight decks, cut by the dealer."""

SHOES_LEAST, SHOES_MOST = 1_000, 10_000_000

PLOTS = (".png", ".svg")

EXTRA = ("numpy", "scipy", "matplotlib")

Write = Callable[[bytes], object]


@app.command()
def randomness(
    shoes: Annotated[int, typer.Option(min=SHOES_LEAST, max=SHOES_MOST, help="How many shoes are made.")],
    seed: Annotated[
        int | None, typer.Option(min=0, help="Take secrets from this number, so that the run can be made again; else the system's.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Processes; else one a processor. The figures stay.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw p-values and heat maps: .png or .svg.")] = None,
    raw: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the words that made the orders, 64 bits big-endian: 3,336 bytes a shoe."),
    ] = None,
) -> None:
    """Make shoes as the tables do, from secret to order, and test whether they are as chance alone would have them.

    Prints one line for each test; exit status 1 when any fails. What each asks: docs/randomness.md.
    """
    check_installed("randomness", EXTRA)
    _check_plot(plot)
    began = time.monotonic()
    with _writing(raw) as write:
        outcome = _run(shoes, seed, workers or os.cpu_count() or 1, write)
    if plot is not None:
        from puntobanco.analysis.plot import draw

        draw(outcome, plot)
    _print(outcome.verdict, as_json)
    _say(outcome.verdict, time.monotonic() - began)
    if raw is not None:
        print(f"{raw}: {outcome.found.counts['bytes'].sum():,} bytes of 64-bit big-endian words", file=sys.stderr)
    if not outcome.verdict.passed:
        raise typer.Exit(1)


def _check_plot(path: Path | None) -> None:
    """Say before the work what could not be written after it."""
    if path is None:
        return
    if path.suffix.lower() not in PLOTS:
        raise BadSettings(f"--plot {path}: {path.suffix or 'no ending'!r} is neither .png nor .svg")
    path.open("ab").close()


@contextlib.contextmanager
def _writing(path: Path | None) -> Iterator[Write | None]:
    if path is None:
        yield None
    else:
        with path.open("wb") as file:
            yield file.write


def _run(shoes: int, seed: int | None, workers: int, write: Write | None) -> "Outcome":
    from puntobanco.analysis.run import run

    progress = Progress("shoes", of=shoes)
    try:
        return run(house_files.load(HOUSE), shoes, seed=seed, workers=workers, write=write, made=progress.at)
    except BrokenProcessPool:
        raise BadSettings("a worker was ended from outside, for want of memory perhaps: try fewer --workers") from None
    finally:
        progress.end()


def _print(verdict: "Verdict", as_json: bool) -> None:
    if as_json:
        print_json(verdict)
    elif sys.stdout.isatty():
        _print_table(verdict)
    else:
        for test in verdict.tests:
            print("  ".join(_row(test)))


def _row(test: "Test") -> tuple[str, ...]:
    word = "FAILED" if test.failed else "passed"
    return word, test.group, test.name, test.statistic, f"p {test.p:.3g}", f"Holm {test.adjusted:.3g}"


def _print_table(verdict: "Verdict") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("", "what", "test", "figure", "p", "p, Holm", box=None, header_style="bold")
    for test in verdict.tests:
        word, *rest, _, _ = _row(test)
        shown = Text(word, style="bold red" if test.failed else "green")
        table.add_row(shown, *rest, f"{test.p:.3g}", f"{test.adjusted:.3g}", style="bold" if test.failed else "")
    Console(highlight=False, markup=False).print(table)


def _say(verdict: "Verdict", seconds: float) -> None:
    origin = "the system's secrets" if verdict.seed is None else f"secrets from seed {verdict.seed}, to be made again"
    failed = sum(test.failed for test in verdict.tests)
    said = f"{failed} of {len(verdict.tests)} tests FAILED" if failed else f"all {len(verdict.tests)} tests passed"
    level = f"{verdict.method}, family-wise level {verdict.family_level:g}"
    print(f"{verdict.shoes:,} shoes of {verdict.decks} decks, {origin}; {said} ({level}); {seconds:.1f} s", file=sys.stderr)
