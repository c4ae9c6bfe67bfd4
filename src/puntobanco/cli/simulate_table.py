"""A simulation as a person reads it: who won, every bet beside its exact return, streaks, good roads."""

from collections.abc import Iterator

from puntobanco.cli.columns import print_columns, printable
from puntobanco.cli.simulate_document import SimulationDocument
from puntobanco.game.rules import Outcome

BET_COLUMNS = ("bet", "returns %", "± %", "exact %", "wins %", "pushes %", "loses %")
ROAD_COLUMNS = ("good road", "stands after %", "comes once in rounds")

STREAKS_SHOWN = 8


def show(document: SimulationDocument) -> None:
    """Print it."""
    for line in _heading(document):
        print(line)
    print_columns(BET_COLUMNS, list(_bets(document)))
    print()
    print_columns(*_streaks(document))
    print()
    print_columns(ROAD_COLUMNS, list(_roads(document)))


def _heading(document: SimulationDocument) -> Iterator[str]:
    def percent(outcome: Outcome) -> str:
        return f"{100 * document.outcomes[outcome] / document.rounds:.4f} %"

    each = document.rounds_per_shoe
    shoes = f"{document.shoes:,} {'shoe' if document.shoes == 1 else 'shoes'} of {document.decks} decks"
    yield f"{document.rounds:,} rounds of {shoes}, house {document.house}, seed {document.seed}"
    yield f"Player {percent(Outcome.PLAYER)}, Banker {percent(Outcome.BANKER)}, tie {percent(Outcome.TIE)}"
    yield f"rounds a shoe: {each.mean:.2f}, from {each.min} to {each.max}"
    yield printable("± is one standard error; exact is the return from a full shoe.")
    yield ""


def _bets(document: SimulationDocument) -> Iterator[tuple[str, ...]]:
    for bet, found in document.bets.items():
        # An error of 0 is that of few rounds that all came to the same, and would read as certain.
        shares = (found.rtp, found.standard_error or None, found.rtp_exact_full_shoe, found.win, found.push, found.lose)
        yield bet.value, *("-" if share is None else f"{100 * share:.4f}" for share in shares)


def _streaks(document: SimulationDocument) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    columns = ("streaks of", *map(str, range(1, STREAKS_SHOWN)), f"{STREAKS_SHOWN} or more", "longest")
    rows = []
    for winner, lengths in document.streaks.items():
        shown = [lengths.get(length, 0) for length in range(1, STREAKS_SHOWN)]
        rest = sum(lengths.values()) - sum(shown)
        rows.append((winner.value, *(f"{streaks:,}" for streaks in (*shown, rest)), str(max(lengths, default=0))))
    return columns, rows


def _roads(document: SimulationDocument) -> Iterator[tuple[str, ...]]:
    for road, seen in document.good_roads.items():
        once = f"{document.rounds / seen.times:,.1f}" if seen.times else "-"
        yield road.value, f"{100 * seen.rounds / document.rounds:.4f}", once
