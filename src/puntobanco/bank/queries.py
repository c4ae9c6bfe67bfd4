"""The plain reads of a store, written once for every database. Each is a function of a SQLAlchemy connection; none writes.

A player's record is in ``statement``.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select, text

from puntobanco.bank import schema as sc, shoe_log
from puntobanco.bank.ledger import held_account, player_account
from puntobanco.bank.rows import chat_line
from puntobanco.bank.store import Balance, ChatLine, Player, ShoePlay
from puntobanco.table import events as ev
from puntobanco.table.events import Event

_events = msgspec.json.Decoder(Event)

_KINDS: tuple[type[Event], ...] = (
    ev.ShuffleStarted,
    ev.ShoeAnnounced,
    ev.SharesClosed,
    ev.SharesOpened,
    ev.SharesFailed,
    ev.ShoeOpened,
    ev.RoundShuffled,
    ev.CardsBurned,
    ev.DemonstrationOpened,
    ev.DemonstrationEnded,
    ev.BettingOpened,
    ev.RoundBurned,
    ev.CardDealt,
    ev.CardOpened,
    ev.RoundSettled,
    ev.RoundVoided,
    ev.ShoeClosed,
)
_OF_SHOE = tuple(str(kind.__struct_config__.tag) for kind in _KINDS)
"""The kinds of event that tell of a shoe, its cards and its rounds."""

_PLAYED: tuple[type[Event], ...] = (
    ev.ShuffleStarted,
    ev.DemonstrationOpened,
    ev.DemonstrationEnded,
    ev.BettingOpened,
    ev.CardDealt,
    ev.CardOpened,
    ev.CardCorrected,
    ev.CardTakenBack,
    ev.RoundSettled,
    ev.RoundVoided,
)
_OF_PLAY = tuple(str(kind.__struct_config__.tag) for kind in _PLAYED)
"""The kinds that tell how its rounds were played, whatever cards they were played with; the hashes are in none of them."""


def responds(connection: Connection) -> bool:
    """True, or the database raises: it answers."""
    connection.execute(select(sc.tables.c.number).limit(1)).all()
    return True


def tables(connection: Connection) -> tuple[int, ...]:
    """The numbers of all tables that were ever opened."""
    return tuple(connection.execute(select(sc.tables.c.number).order_by(sc.tables.c.number)).scalars())


def player(connection: Connection, account: str) -> Player | None:
    """A player by account, or None."""
    row = connection.execute(select(sc.players).where(sc.players.c.account == account)).one_or_none()
    return None if row is None else Player(account=row.account, name=row.name, created_ms=row.created_ms)


def players_named(connection: Connection, part: str, limit: int) -> tuple[Player, ...]:
    """Players whose name has these letters in it, the latest first. Names are ours to make, and plain ASCII in their letters."""
    columns = sc.players.c
    found = columns.name.icontains(part, autoescape=True)
    query = select(sc.players).where(found).order_by(columns.created_ms.desc(), columns.account).limit(limit)
    return tuple(Player(account=row.account, name=row.name, created_ms=row.created_ms) for row in connection.execute(query))


def players_of(connection: Connection, accounts: Sequence[str]) -> tuple[Player, ...]:
    """The players of accounts, in their order."""
    rows = connection.execute(select(sc.players).where(sc.players.c.account.in_(accounts)))
    found = {row.account: Player(account=row.account, name=row.name, created_ms=row.created_ms) for row in rows}
    return tuple(found[account] for account in accounts if account in found)


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
    """The events of one shoe and its cards; see `store.Store.shoe_events`.

    The bets between them are passed over by SQLite itself: 60,000 of them cost about 20 ms, decoded they cost 200.
    """
    return _of_shoe(connection, table, shoe, _OF_SHOE)


def shoe_play(connection: Connection, table: int, shoe: int) -> ShoePlay | None:
    """A shoe, its neighbours and how its rounds were played; see `store.Store.shoe_play`."""
    lines = shoe_log.shoes(connection, table, shoe + 1, 1)
    if not lines or lines[0].shoe != shoe:
        return None
    previous, following = shoe_log.neighbours(connection, table, shoe)
    events = _of_shoe(connection, table, shoe, _OF_PLAY)
    return ShoePlay(line=lines[0], previous=previous, next=following, events=events)


def _of_shoe(connection: Connection, table: int, shoe: int, kinds: tuple[str, ...]) -> tuple[Event, ...]:
    of_table = sc.events.c.table_number == table
    # Between, because with the very number SQLite would look for it among all events, from the last one back.
    first = _start(connection, of_table, sc.events.c.shoe.between(shoe, shoe), sc.events.c.kind == "shuffle_started")
    if first is None:
        return ()
    # By the index too: the next shoe's number is higher, and so is its version.
    later = select(sc.events.c.version).where(of_table, text(sc.STARTS), sc.events.c.shoe > shoe)
    end = connection.execute(later.order_by(sc.events.c.shoe, sc.events.c.version).limit(1)).scalar()
    return _events_between(connection, table, first, end, sc.events.c.kind.in_(kinds))


def event(connection: Connection, table: int, version: int) -> Event | None:
    """The event that brought a table to a version."""
    of_version = select(sc.events.c.body).where(sc.events.c.table_number == table, sc.events.c.version == version)
    body = connection.execute(of_version).scalar()
    return None if body is None else _events.decode(body)


def chat(connection: Connection, table: int, last: int) -> tuple[ChatLine, ...]:
    """The last lines of a table's chat, in order."""
    query = select(sc.chat).where(sc.chat.c.table_number == table).order_by(sc.chat.c.number.desc()).limit(last)
    return tuple(map(chat_line, reversed(connection.execute(query).all())))


def _start(connection: Connection, *conditions: Any) -> int | None:
    """The version of the last start of a fold. A table's shoe numbers never go down, so the index gives it first."""
    columns = sc.events.c
    query = select(columns.version).where(text(sc.STARTS), *conditions)
    found = connection.execute(query.order_by(columns.shoe.desc(), columns.version.desc()).limit(1)).scalar()
    return None if found is None else int(found)


def _events_between(connection: Connection, table: int, first: int, end: int | None, *conditions: Any) -> tuple[Event, ...]:
    columns = sc.events.c
    query = select(columns.body).where(columns.table_number == table, columns.version >= first, *conditions)
    if end is not None:
        query = query.where(columns.version < end)
    return tuple(map(_events.decode, connection.execute(query.order_by(columns.version)).scalars()))
