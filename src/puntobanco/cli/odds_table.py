"""The odds of a shoe as a person reads them: who wins, every bet, ties and pairs; in columns, with Rich on a terminal."""

from collections.abc import Iterator

from puntobanco.analysis.bet_odds import BetOdds
from puntobanco.cli.columns import print_columns
from puntobanco.cli.odds_document import OddsDocument

BET_COLUMNS = ("bet", "returns %", "edge %", "wins %", "pushes %", "loses %", "deviation")

Rows = list[tuple[str, ...]]


def show(document: OddsDocument) -> None:
    """Print it."""
    for line in _heading(document):
        print(line)
    print_columns(BET_COLUMNS, [_bet_row(bet.value, odds) for bet, odds in document.bets.items()])
    if document.removal is not None:
        print("\nA card less of a rank: what the return gains, in hundredths of a percent.")
        print_columns(*_removal(document))


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
