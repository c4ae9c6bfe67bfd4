"""The odds of a shoe as a person reads them: who wins, every bet, ties and pairs; in columns, with Rich on a terminal."""

import sys
from collections.abc import Iterator

from puntobanco.analysis.bet_odds import BetOdds
from puntobanco.cli.odds_document import OddsDocument

BET_COLUMNS = ("bet", "returns %", "edge %", "wins %", "pushes %", "loses %", "deviation")

Rows = list[tuple[str, ...]]


def show(document: OddsDocument) -> None:
    """Print it."""
    for line in _heading(document):
        print(line)
    _print(BET_COLUMNS, [_bet_row(bet.value, odds) for bet, odds in document.bets.items()])
    if document.removal is not None:
        print("\nA card less of a rank: what the return gains, in hundredths of a percent.")
        _print(*_removal(document))


def _heading(document: OddsDocument) -> Iterator[str]:
    total = document.combinations.total

    def percent(ways: int) -> str:
        return f"{100 * ways / total:.4f} %"

    ways, naturals, pairs = document.combinations, document.naturals, document.pairs
    decks = f"{document.decks} {'deck' if document.decks == 1 else 'decks'}"
    yield f"{document.cards} cards of {decks}; every figure is exact before it is rounded here."
    yield f"Player {percent(ways.player)}, Banker {percent(ways.banker)}, tie {percent(ways.tie)}"
    yield f"naturals: of one side {percent(naturals.player)}, of both {percent(naturals.both)}"
    yield f"pairs: of one side {percent(pairs.one)}, of both {percent(pairs.both)}"
    yield f"perfect pairs: of one side {percent(pairs.perfect_one)}, of both {percent(pairs.perfect_both)}"
    ties = [f"{points}-{points} {percent(count)}" for points, count in enumerate(document.ties)]
    yield f"ties: {', '.join(ties[:5])},"
    yield f"      {', '.join(ties[5:])}"
    yield ""


def _bet_row(name: str, odds: BetOdds) -> tuple[str, ...]:
    shares = (odds.rtp, odds.house_edge, odds.win, odds.push, odds.lose)
    return name, *(f"{100 * share:.6f}" for share in shares), f"{odds.standard_deviation:.6f}"


def _removal(document: OddsDocument) -> tuple[tuple[str, ...], Rows]:
    assert document.removal is not None
    ranks = list(dict.fromkeys(rank for effects in document.removal.values() for rank in effects))
    rows = [(bet.value, *(f"{10_000 * effects[rank]:+.2f}" for rank in ranks)) for bet, effects in document.removal.items()]
    return ("bet", *ranks), rows


def _print(columns: tuple[str, ...], rows: Rows) -> None:
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    if sys.stdout.isatty():
        _print_table(columns, rows, sum(widths) + 2 * len(widths))
        return
    for name, *figures in (columns, *rows):
        print(name.ljust(widths[0]), *(figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True)), sep="  ")


def _print_table(columns: tuple[str, ...], rows: Rows, width: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False)
    console.width = max(console.width, width)  # a narrow terminal breaks lines; figures that are cut say nothing
    console.print(table)
