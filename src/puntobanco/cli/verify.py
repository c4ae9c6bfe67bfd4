"""``puntobanco verify``: the record of a shoe checked, from its announcement to the secret that opens everything."""

import sys
from typing import Annotated

import msgspec
import typer

from puntobanco.cli.streams import print_json
from puntobanco.errors import BadProof, BadRecord
from puntobanco.files import read_regular
from puntobanco.game.proof import RECORD_BYTES_MOST, ShoeRecord, Verdict, read_record, verify

app = typer.Typer(add_completion=False)

RECORD_AT = "GET /api/shoes/{shoe_id}/record"


class Result(msgspec.Struct, kw_only=True):
    """What is printed with ``--json``: of a record that does not hold only which shoe it is, and the first failure."""

    verified: bool
    table: int
    shoe: int
    failure: str | None = None
    state: str | None = None
    checks: dict[str, int] = {}
    attempts_failed: int = 0
    unchecked: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


@app.command()
def verify_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help=f"A shoe's record, as {RECORD_AT} hands it out.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Check a shoe's record: log, shares, hashes, texts, cut, every round, full decks. Names the first failure (exit status 1)."""
    result = verify_file(file)
    if as_json:
        print_json(result)
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(result))
    if not result.verified:
        raise typer.Exit(1)


def verify_file(path: str) -> Result:
    """Verify the record in a file. Raises `BadRecord` where it cannot be read, or is no record."""
    try:
        content = read_regular(path, RECORD_BYTES_MOST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise BadRecord(f"{path}: cannot be read: {error.strerror if isinstance(error, OSError) else error}") from None
    try:
        record = read_record(content)
    except BadRecord as error:
        if b'"results"' in content and b'"log"' not in content:
            raise BadRecord(f"{path}: is an export of a shoe's rounds; what proves it is its record, {RECORD_AT}") from None
        raise BadRecord(f"{path}: {error}") from None
    try:
        return _held(record, verify(record))
    except BadProof as error:
        return Result(verified=False, table=record.table, shoe=record.shoe, failure=str(error))


def _held(record: ShoeRecord, verdict: Verdict) -> Result:
    return Result(
        verified=True,
        table=record.table,
        shoe=record.shoe,
        state=verdict.state,
        checks={check.name.replace(" ", "_"): check.count for check in verdict.checks},
        attempts_failed=verdict.attempts_failed,
        unchecked=verdict.unchecked,
        marks=verdict.marks,
    )


def _lines(result: Result) -> list[str]:
    shoe = f"table {result.table}, shoe {result.shoe}"
    if result.state is None:
        return [f"{shoe}: does NOT hold", f"{result.failure}"]
    checks = [f"{count:>7}  {name.replace('_', ' ')}" for name, count in result.checks.items()]
    return [f"{shoe}, {result.state.replace('_', ' ')}: everything holds", *checks, *result.unchecked, *result.marks]
