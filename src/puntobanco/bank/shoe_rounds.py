"""The rounds of one shoe, read from the books: how each ended, and the events that tell of them. Reads only.

Written once for every database. What a round was is folded from its events by ``server.history``.
"""

from sqlalchemy import Connection, bindparam, select

from puntobanco.bank import schema as sc
from puntobanco.game.rules import Outcome

_ENDS = select(sc.rounds.c.round, sc.rounds.c.outcome).where(
    sc.rounds.c.round_id > bindparam("first"), sc.rounds.c.round_id < bindparam("end")
)


def round_ends(connection: Connection, table: int, shoe: int) -> list[Outcome | None]:
    """The outcomes of a shoe's finished rounds in order; None of those that were voided. It costs as much as there are."""
    # The names of a shoe's rounds begin alike, so that the primary key finds them; a full stop comes after the hyphen.
    ended = connection.execute(_ENDS, {"first": f"{table}-{shoe}-", "end": f"{table}-{shoe}."}).all()
    return [None if outcome is None else Outcome(outcome) for _, outcome in sorted(ended, key=lambda row: row.round)]
