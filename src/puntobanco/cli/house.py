"""``puntobanco house``: the rules of the houses that ship, or of a file."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from puntobanco import house_files
from puntobanco.cli.oneline import one_line
from puntobanco.cli.streams import print_json
from puntobanco.errors import BadHouse
from puntobanco.game.bets import BankerBets
from puntobanco.game.house import HouseRules, parse, to_toml

app = typer.Typer(add_completion=False)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.callback()
def house_command() -> None:
    """List, show and check the rules of houses. What every key means: docs/houses.md."""


@app.command("list")
def list_command(as_json: AsJson = False) -> None:
    """List the houses that ship."""
    houses = [parse(text, name=name) for name, text in house_files.shipped().items()]
    if as_json:
        print_json({"houses": houses})
    elif sys.stdout.isatty():
        _print_table(houses)
    else:
        for rules in houses:
            print("  ".join(_row(rules)))


@app.command("show")
def show_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The house: its name, or the path of a .toml file.")],
    as_json: AsJson = False,
) -> None:
    """Show every setting of a house, as TOML that ``check`` accepts."""
    rules = house_files.load(name)
    if as_json:
        print_json(rules)
    else:
        print(to_toml(rules), end="")


@app.command("check")
def check_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The path of a .toml file, or the name of a house.")],
    as_json: AsJson = False,
) -> None:
    """Check the rules of a house; every fault is told with its key and the reason (exit status 1)."""
    faults: Sequence[tuple[str, str]] = ()
    try:
        house_files.load(file)
    except BadHouse as error:
        faults = error.faults
    if as_json:
        told = [{"key": key, "reason": reason} for key, reason in faults]
        print_json({"file": file, "valid": not faults, "faults": told})
    else:
        for key, reason in faults:
            print(one_line(f"{file}: {key}: {reason}"))
        if not faults:
            print(one_line(f"{file}: valid"))
    if faults:
        raise typer.Exit(1)


COLUMNS = ("house", "decks", "bets", "banker bets", "limits", "side limits", "tie", "squeeze", "seats")


def _row(rules: HouseRules) -> tuple[str, ...]:
    return (
        rules.name,
        f"{rules.decks} decks",
        f"{len(rules.offered)} bets",
        "commission or none" if rules.banker_bets is BankerBets.CHOICE else rules.banker_bets.replace("_", " "),
        _range(rules.main_minimum_cents, rules.main_maximum_cents),
        _range(rules.side_minimum_cents, rules.side_maximum_cents),
        rules.tie_policy.replace("_", " "),
        rules.squeeze.replace("_", " "),
        f"{rules.seats} seats" if rules.seats else "no seats",
    )


def _range(minimum: int, maximum: int) -> str:
    return f"{minimum / 100:,.2f}-{maximum / 100:,.2f}"


def _print_table(houses: list[HouseRules]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*COLUMNS, box=None, header_style="bold")
    for rules in houses:
        table.add_row(*_row(rules))
    Console().print(table)
