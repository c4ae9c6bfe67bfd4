"""The ``puntobanco`` command: finds the file of a command, and turns everything that can be wrong with usage into one line.

A command's file is imported when the command is run, so that ``settle`` starts without the server. Exit status: 0 done,
1 the data failed a check, 2 bad usage or unreadable input, 130 interrupted, 141 nobody reads the output any more.
"""

import importlib
import itertools
import os
import reprlib
import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

import puntobanco
from puntobanco.cli.oneline import one_line
from puntobanco.errors import BadSettings, PuntobancoError

COMMANDS = {
    "settle": "Settle bets on rounds, one JSON line each, from stdin to stdout.",
    "replay": "Deal a recorded run of cards through the rules, and compare.",
    "house": "List, show and check the rules of houses.",
    "roads": "Draw the roads of a shoe from its results.",
    "odds": "Work out the exact odds of every bet, for any shoe.",
    "simulate": "Play whole shoes by the million, and see what comes of every bet.",
    "strategies": "Let many players follow staking plans, and see what becomes of them.",
    "audit": "Rebuild every balance and every table of a database, and compare.",
    "verify": "Check the record of a shoe: its log, shares, cards and rounds.",
    "randomness": "Test the tables' shuffle: is it as chance alone would have it?",
    "serve": "Open the tables on this machine.",
}
"""Every command with its one line of help; it is the ``app`` of the module of its name in this package."""

USAGE, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


class LazyGroup(TyperGroup):
    """The commands by name, of which only the one that is run is imported."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, help_line in COMMANDS.items():
            self.add_command(TyperCommand(name, help=help_line))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the command that ``args`` begins with, and import it."""
        name, _, rest = super().resolve_command(ctx, args)
        module = importlib.import_module(f"puntobanco.cli.{name}")
        return name, typer.main.get_command(module.app), rest


app = typer.Typer(cls=LazyGroup, add_completion=False, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"puntobanco {puntobanco.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def puntobanco_command(
    context: typer.Context,
    _version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """An open baccarat house: tables to play at, shoes anyone can check, roads, and money that adds up."""
    if context.invoked_subcommand is None:
        raise BadSettings(f"name a command: {', '.join(COMMANDS)}; --help tells more")


def run(args: list[str]) -> int:
    """Run the command line ``args`` and return the exit status; whatever is wrong with it is one line on stderr."""
    if sys.stdout is None:
        return _refuse("stdout is closed: there is nowhere to write")
    try:
        status = _invoke(args)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except (OSError, UnicodeEncodeError) as error:
        _drop_output()
        return _refuse(_unwritten(error))


def _invoke(args: list[str]) -> int:
    try:
        command = typer.main.get_command(app)
        with command.make_context("puntobanco", args) as context:
            command.invoke(context)
        return 0
    except typer.Exit as wanted:
        return wanted.exit_code
    except TyperException as error:
        where = getattr(error, "ctx", None)
        return _refuse(error.format_message() + _given(error, args), where.command_path if where else "puntobanco")
    except PuntobancoError as error:
        return _refuse(str(error))


def _given(error: TyperException, args: list[str]) -> str:
    """What stands behind the option that is wrong, as a few words: the message of a bad value does not say it."""
    names = getattr(getattr(error, "param", None), "opts", [])
    for arg, value in itertools.pairwise(args):
        if arg in names:
            return f" (given: {reprlib.repr(value)})"
    joined = [arg.partition("=") for arg in args if arg.partition("=")[0] in names]
    return f" (given: {reprlib.repr(joined[0][2])})" if joined else ""


def _unwritten(error: OSError | UnicodeEncodeError) -> str:
    # Only what concerns a file has its name: stdout has none here.
    if isinstance(error, OSError) and error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    return f"the output cannot be written: {error}"


def _drop_output() -> None:
    # What is still in Python's buffer would be tried again, and complained of, when the interpreter ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)


def _refuse(message: str, command: str = "puntobanco") -> int:
    if sys.stderr is not None:
        print(f"{command}: {one_line(message)}", file=sys.stderr)
    return USAGE


def main() -> NoReturn:
    """Be the ``puntobanco`` command of this process."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
