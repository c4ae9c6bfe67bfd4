"""Figures in columns: plain text, and with Rich on a terminal. What the tables of the commands share."""

import sys
from collections.abc import Sequence

Row = tuple[str, ...]


def print_columns(columns: Row, rows: Sequence[Row]) -> None:
    """Print names on the left and figures on the right."""
    columns = tuple(map(printable, columns))
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    if sys.stdout.isatty():
        _print_table(columns, rows, sum(widths) + 2 * len(widths))
        return
    for name, *figures in (columns, *rows):
        print(name.ljust(widths[0]), *(figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True)), sep="  ")


def printable(text: str) -> str:
    """The text as stdout can write it: not every encoding has a plus-minus sign, and figures are not lost for one."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return text.replace("±", "+-")
    return text


def _print_table(columns: Row, rows: Sequence[Row], width: int) -> None:
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
