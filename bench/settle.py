"""How fast rounds are settled: the library with all 15 bets, and the command with three bets a line.

Each figure stands beside a baseline of the same run: a plain ``json.loads`` and ``json.dumps`` of the same lines, so that a slow or
busy machine can be told from slow code.
"""

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench.table import Table, wanted
from puntobanco.game.bets import Bet, settle
from puntobanco.game.cards import DECK
from puntobanco.game.rules import Coup, deal

ROUNDS = 20_000
LINES = 100_000
REPEATS = 5
SEED = 1


AGAINST = "Against reading and writing the same lines as JSON and doing nothing with them."


class Figure(NamedTuple):
    """One line of the table: how many a second, what it must and should be, and its ratio to the baseline."""

    name: str
    per_second: float
    must: int | None
    aim: int | None
    ratio: float


def coups(count: int) -> list[Coup]:
    """Return coups of a fixed seed."""
    chance = random.Random(SEED)
    return [deal(chance.choices(DECK, k=6)) for _ in range(count)]


def lines_of(rounds: list[Coup]) -> list[str]:
    """Return input lines of the command, with three bets each."""
    chance = random.Random(SEED)
    names = [bet.value for bet in Bet]
    return [
        json.dumps(
            {
                "player": coup.player,
                "banker": coup.banker,
                "bets": {name: 100 * chance.randrange(1, 100) for name in chance.sample(names, 3)},
                "round": chance.randrange(1, 51),
            }
        )
        for coup in rounds
    ]


def rate(count: int, work: Callable[[], object]) -> float:
    """Return how many a second, the median of some runs."""
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return count / statistics.median(times)


def settle_all(rounds: list[Coup], stakes: dict[Bet, int]) -> None:
    """Settle all 15 bets on every coup."""
    for coup in rounds:
        settle(coup, stakes)


def plain_json(lines: list[str]) -> None:
    """Read and write every line and do nothing with it: the baseline."""
    for line in lines:
        json.dumps(json.loads(line))


def run_command(path: Path) -> None:
    """Run the command on a file, from its start to its end."""
    command = [sys.executable, "-m", "puntobanco.cli.main", "settle", "--house", "live"]
    with path.open("rb") as source:
        subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, check=True)


def figures() -> list[Figure]:
    """Measure."""
    rounds = coups(ROUNDS)
    stakes = {bet: 100 * number for number, bet in enumerate(Bet, 1)}
    lines = lines_of(coups(LINES))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.jsonl"
        path.write_text("".join(f"{line}\n" for line in lines))
        baseline = rate(LINES, lambda: plain_json(lines))
        library = rate(ROUNDS, lambda: settle_all(rounds, stakes))
        command = rate(LINES, lambda: run_command(path))
    return [
        Figure("settle, all 15 bets, rounds/s", library, 50_000, 200_000, library / baseline),
        Figure("puntobanco settle, 3 bets a line, lines/s", command, 20_000, 40_000, command / baseline),
        Figure("baseline: json.loads and json.dumps, lines/s", baseline, None, None, 1.0),
    ]


def table() -> Table:
    """Measure."""
    rows = [
        (name, f"{per_second:,.0f}", wanted(must), wanted(aim), f"{ratio:.2f}") for name, per_second, must, aim, ratio in figures()
    ]
    return Table(("settling", "measured", "must", "aim", "× baseline"), rows, (AGAINST,))
