"""The rounds of one shoe, read from the books: how each ended, and the events that tell of them. Reads only.

Written once for every database. What a round was is folded from its events by ``server.history``.
"""

from sqlalchemy import Connection, select

from puntobanco.bank import schema as sc
from puntobanco.game.rules import Outcome


def round_ends(connection: Connection, table: int, shoe: int) -> list[Outcome | None]:
    """The outcomes of a shoe's finished rounds in order; None of those that were voided. It costs as much as there are."""
    columns = sc.rounds.c
    # The names of a shoe's rounds begin alike, so that the primary key finds them; a full stop comes after the hyphen.
    of_shoe = (columns.round_id > f"{table}-{shoe}-", columns.round_id < f"{table}-{shoe}.")
    ended = connection.execute(select(columns.round, columns.outcome).where(*of_shoe)).all()
    return [None if row.outcome is None else Outcome(row.outcome) for row in sorted(ended, key=lambda row: row.round)]
