"""A table of measurements: the same for the screen and for ``bench/results.md``."""

from collections.abc import Sequence
from typing import NamedTuple

from puntobanco.cli.columns import Row, print_columns


class Table(NamedTuple):
    """Names on the left, figures beside them. ``notes`` say what each ratio is against, and what could not be measured."""

    columns: Row
    rows: Sequence[Row]
    notes: Sequence[str]

    def show(self) -> None:
        """Print it."""
        print_columns(self.columns, self.rows)
        for note in self.notes:
            print(f"  {note}")
        print(flush=True)

    def markdown(self) -> str:
        """Return it as Markdown."""
        rules = ("---", *("---:" for _ in self.columns[1:]))
        lines = [f"| {' | '.join(row)} |" for row in (self.columns, rules, *self.rows)]
        return "\n".join([*lines, *(f"\n{note}" for note in self.notes)])


def wanted(number: float | None) -> str:
    """Return a bound as it stands in a table, a dash for none."""
    return "-" if number is None else f"{number:,}"
