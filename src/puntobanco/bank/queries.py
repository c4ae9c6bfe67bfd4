"""The plain reads of a store, written once for every database. Each is a function of a SQLAlchemy connection; none writes."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, text, tuple_

from puntobanco.bank import schema as sc
from puntobanco.bank.cashier import BetLine
from puntobanco.bank.ledger import held_account, player_account
from puntobanco.bank.limits import RECORD_ROUNDS_MAX
from puntobanco.bank.rows import AnyRow, bet_line, round_line
from puntobanco.bank.store import BadCursor, Balance, Player, RecordedRound, RecordPage
from puntobanco.game.bets import Bet
from puntobanco.table.events import Event

_events = msgspec.json.Decoder(Event)
_CURSOR = re.compile(r"([0-9]{1,15})\.([0-9]{1,9}-[0-9]{1,9}-[0-9]{1,9})")
_BET_ORDER = {bet: place for place, bet in enumerate(Bet)}


def responds(connection: Connection) -> bool:
    """True, or the database raises: it answers."""
    connection.execute(select(sc.tables.c.number).limit(1)).all()
    return True


def player(connection: Connection, account: str) -> Player | None:
    """A player by account, or None."""
    row = connection.execute(select(sc.players).where(sc.players.c.account == account)).one_or_none()
    return None if row is None else Player(account=row.account, name=row.name, created_ms=row.created_ms)


def balance(connection: Connection, account: str) -> Balance:
    """What a player has; nothing, where there is no such player."""
    free, held = player_account(account), held_account(account)
    rows = connection.execute(select(sc.accounts).where(sc.accounts.c.id.in_([free, held])))
    found = {row.id: row.balance_cents for row in rows}
    return Balance(found.get(free, 0), found.get(held, 0))


def events_from_last_start(connection: Connection, table: int) -> tuple[int, tuple[Event, ...]]:
    """The events of a table from its last ``ShuffleStarted`` or ``TableOpened`` on, and the version of the first of them."""
    first = _start(connection, sc.events.c.table_number == table)
    return (1, ()) if first is None else (first, _events_between(connection, table, first, None))


def shoe_events(connection: Connection, table: int, shoe: int) -> tuple[Event, ...]:
    """The events of one shoe, from its ``ShuffleStarted`` up to the next; of the last of them where a number was used again."""
    of_table = sc.events.c.table_number == table
    first = _start(connection, of_table, sc.events.c.shoe == shoe, sc.events.c.kind == "shuffle_started")
    if first is None:
        return ()
    later = select(func.min(sc.events.c.version)).where(
        of_table, text(sc.STARTS), sc.events.c.shoe > shoe, sc.events.c.version > first
    )
    return _events_between(connection, table, first, connection.execute(later).scalar())


def _start(connection: Connection, *conditions: Any) -> int | None:
    """The version of the last start of a fold. A table's shoe numbers never go down, so the index gives it first."""
    columns = sc.events.c
    query = select(columns.version).where(text(sc.STARTS), *conditions)
    found = connection.execute(query.order_by(columns.shoe.desc(), columns.version.desc()).limit(1)).scalar()
    return None if found is None else int(found)


def _events_between(connection: Connection, table: int, first: int, end: int | None) -> tuple[Event, ...]:
    columns = sc.events.c
    query = select(columns.body).where(columns.table_number == table, columns.version >= first)
    if end is not None:
        query = query.where(columns.version < end)
    return tuple(map(_events.decode, connection.execute(query.order_by(columns.version)).scalars()))


def record(connection: Connection, account: str, before: str | None, limit: int) -> RecordPage:
    """A page of a player's record, newest first. Raises `BadCursor`."""
    places = _places(connection, account, before, limit + 1)
    page = places[:limit]
    ids = [place.round_id for place in page]
    lines = {row.round_id: round_line(row) for row in connection.execute(select(sc.rounds).where(sc.rounds.c.round_id.in_(ids)))}
    bets: defaultdict[str, list[BetLine]] = defaultdict(list)
    for row in connection.execute(select(sc.bets).where(sc.bets.c.account == account, sc.bets.c.round_id.in_(ids))):
        bets[row.round_id].append(bet_line(row))
    rounds = [RecordedRound(line=lines[name], bets=tuple(sorted(bets[name], key=_place_of_bet))) for name in ids]
    after = f"{page[-1].at_ms}.{page[-1].round_id}" if len(places) > limit else None
    return RecordPage(rounds=tuple(rounds), next=after)


def _places(connection: Connection, account: str, before: str | None, count: int) -> Sequence[AnyRow]:
    """Time and name of a player's rounds, newest first; two rounds of one moment are told apart by their names."""
    assert 1 < count <= RECORD_ROUNDS_MAX + 1
    columns = sc.bets.c
    query = select(columns.at_ms, columns.round_id).distinct().where(columns.account == account)
    if before is not None:
        cursor = _CURSOR.fullmatch(before)
        if cursor is None:
            raise BadCursor("the cursor is none that a page of the record gave")
        query = query.where(tuple_(columns.at_ms, columns.round_id) < (int(cursor[1]), cursor[2]))
    return connection.execute(query.order_by(columns.at_ms.desc(), columns.round_id.desc()).limit(count)).all()


def _place_of_bet(line: BetLine) -> int:
    return _BET_ORDER[line.bet]
