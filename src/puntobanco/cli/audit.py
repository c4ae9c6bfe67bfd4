"""``puntobanco audit``: whether the money and the tables of a database add up. It only reads, also while it is served."""

import sys
from collections.abc import Iterable
from typing import Annotated

import msgspec
import typer
from sqlalchemy.exc import DatabaseError

from puntobanco.bank.audit import Audit
from puntobanco.bank.audit_grants import Gifts
from puntobanco.bank.audit_table import Difference
from puntobanco.bank.database import default_url, engine_for
from puntobanco.cli.oneline import one_line
from puntobanco.cli.streams import Progress
from puntobanco.errors import BadSettings
from puntobanco.server.settings import STARTING_CREDITS_CENTS, TOP_UP_CENTS

app = typer.Typer(add_completion=False)


@app.command()
def audit(
    database: Annotated[str | None, typer.Option(metavar="URL", help="The database: sqlite:///FILE.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Rebuild every balance from the transfers and every table from its events, and compare.

    Prints one line for each difference; exit status 1 when there is any. Without --database: the one that serve uses.
    """
    url = database or default_url()
    progress = Progress("rows checked")
    engine = engine_for(url)
    try:
        with engine.connect() as connection:
            work = Audit(connection, url, _Counting(progress).at, gifts=Gifts(STARTING_CREDITS_CENTS, TOP_UP_CENTS))
            found = _print_json(work) if as_json else _print_lines(work.differences(), progress)
    except DatabaseError as error:
        raise BadSettings(f"{url} cannot be read: {error.orig or error}") from None
    finally:
        engine.dispose()
        progress.end()
    if not as_json:
        done = "; ".join(f"{count:,} {name}" for name, count in work.checked._asdict().items())
        print(f"{done} checked: {f'{found:,} differences' if found else 'no difference'}", file=sys.stderr)
    raise typer.Exit(1 if found else 0)


class _Counting:
    """All that is checked, in one number that only grows."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._rows = 0

    def at(self, _what: str, _count: int) -> None:
        """One more."""
        self._rows += 1
        self._progress.at(self._rows)


def _print_lines(differences: Iterable[Difference], progress: Progress) -> int:
    found = 0
    for difference in differences:
        found += 1
        progress.end()
        print(one_line(f"{difference.kind}: {difference.subject}: {difference.message}"))
    return found


def _print_json(work: Audit) -> int:
    """The document, written as it is found: the list may be longer than memory."""
    found = 0
    sys.stdout.write('{"differences": [')
    for found, difference in enumerate(work.differences(), 1):
        sys.stdout.write((", " if found > 1 else "") + msgspec.json.encode(difference._asdict()).decode())
    checked = msgspec.json.encode(work.checked._asdict()).decode()
    sys.stdout.write(f'], "count": {found}, "checked": {checked}}}\n')
    return found
