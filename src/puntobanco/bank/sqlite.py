"""The store in one SQLite file, for one process. Contract: ``store``. The SQL of its writes is in ``sqlite_writes``.

Writes go through one thread (``writer``), durable when they are answered: write-ahead log, synchronous FULL. Reads have
connections and threads of their own and never wait for writes.
"""

import asyncio
import contextlib
import functools
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool, QueuePool

from puntobanco.bank import migrations, queries, reported, schema as sc, shoe_log, sqlite_chat, sqlite_writes, statement
from puntobanco.bank.ledger import Transfer
from puntobanco.bank.limits import BUSY_MS, CACHE_KIB, JOURNAL_BYTES_MAX, READERS, RECORD_ROUNDS_MAX, ROWS_LOOKED_AT
from puntobanco.bank.shoe_log import LogLine, ShoeCounts, ShoeLine
from puntobanco.bank.sqlite_answers import Answers
from puntobanco.bank.sqlite_errors import code_of, reason, store_error
from puntobanco.bank.sqlite_lock import FileLock, check_place
from puntobanco.bank.sqlite_staff import SqliteStaff
from puntobanco.bank.store import (
    ALL_ROUNDS,
    Balance,
    ChatLine,
    ChatReport,
    CommandKey,
    Decide,
    Ownership,
    Player,
    RecordedRound,
    RecordFilter,
    RecordPage,
    ReportPage,
    ShoePlay,
    StoreBroken,
    StoreFailed,
    Totals,
)
from puntobanco.bank.writer import Writer
from puntobanco.errors import BadSettings
from puntobanco.table.events import Event

T = TypeVar("T")
P = ParamSpec("P")

SQLITE_LEAST = (3, 37, 0)
"""The first SQLite with strict tables."""

_SCHEME = "sqlite:///"


def path_of(url: str) -> Path:
    """The file that ``sqlite:///relative`` or ``sqlite:////absolute`` names. Raises `BadSettings`."""
    name = url.removeprefix(_SCHEME)
    if not url.startswith(_SCHEME) or not name or name.startswith((":memory:", "file:")) or "\0" in name:
        raise BadSettings(f"database {url!r} names no file: write sqlite:///relative/path or sqlite:////absolute/path")
    if "?" in name:
        raise BadSettings(f"database {url!r} has options after a question mark: none are known")
    path = Path(name)
    check_place(path)
    return path


def reading_engine(path: Path) -> Engine:
    """Connections that can only read, and may be used beside a process that serves the file. Raises `BadSettings`."""
    check_place(path)
    if not path.exists():
        raise BadSettings(f"{path}: there is no such database")
    address = _reading_address(path.resolve())

    def connect() -> sqlite3.Connection:
        # Whoever takes a connection ends with it before another thread gets it: the pool sees to that.
        return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000)

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=READERS)
    event.listen(engine, "begin", _begin_to_read)
    return engine


def _reading_address(path: Path) -> str:
    """A file's address for SQLite. Beside a file that nobody serves SQLite makes a log for reading, where it may write.

    Where it may not, and there is no log to be read, the file is all there is, and does not change.
    """
    log = path.with_name(f"{path.name}-wal")
    if not log.exists() or not log.stat().st_size:
        try:
            with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
                connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
        except sqlite3.Error as error:
            if code_of(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                return f"{path.as_uri()}?immutable=1"
    return f"{path.as_uri()}?mode=ro"


class SqliteStore:
    """A `store.Store` in the file ``database``, given as a URL or a path."""

    def __init__(self, database: str | Path) -> None:
        is_url = isinstance(database, str) and "://" in database
        self.path = path_of(str(database)) if is_url else Path(database)
        self._lock: FileLock | None = None
        self._writer: Writer | None = None
        self._answers: Answers | None = None
        self._engine: Engine | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="bank-reader")
        self.staff = SqliteStaff(self._write, self._read)

    async def open(self) -> None:
        """Make or bring up to date the file, lock it for this process, start the writer. Raises `BadSettings`."""
        await asyncio.to_thread(self._open)

    async def close(self) -> None:
        """Write what waits, then let the file go."""
        await asyncio.to_thread(self._stop_reading)
        if self._writer is not None:
            # Last, because SQLite takes its log into the file when the last connection ends, if that one may write.
            await self._writer.stop()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    async def ready(self) -> bool:
        """Whether the database answers."""
        if self._writer is None or not self._writer.alive:
            return False
        try:
            return await self._read(queries.responds)
        except (StoreFailed, StoreBroken):
            return False

    async def tables(self) -> tuple[int, ...]:
        """The numbers of all tables that were ever opened."""
        return await self._read(queries.tables)

    async def own_table(self, table: int) -> Ownership:
        """Take a table over; see `store.Store.own_table`."""
        epoch = await self._write(functools.partial(sqlite_writes.own_table, table=table))
        # Every older epoch is fenced by now: nothing can be added between that and this read.
        first, events = await self._read(queries.events_from_last_start, table)
        return Ownership(table=table, epoch=epoch, first_version=first, events=events)

    async def transact(
        self,
        table: int,
        epoch: int,
        version: int,
        accounts: Iterable[str],
        commands: Iterable[CommandKey],
        decide: Decide,
    ) -> dict[str, Balance]:
        """Decide and store one batch; see `store.Store.transact`. ``decide`` runs in the writer's thread."""
        answers, at = self._answers, sqlite_writes.At(table, epoch, version)
        if answers is None:
            raise StoreFailed("the store is closed")
        wanted, keys = tuple(accounts), tuple(commands)
        return await self._write(lambda connection: sqlite_writes.transact(connection, answers, at, wanted, keys, decide))

    async def add_player(self, player: Player, grant: Transfer) -> None:
        """A new player with a first grant of credits. Raises `AccountTaken`."""
        await self._write(functools.partial(sqlite_writes.add_player, player=player, grant=grant))

    async def player(self, account: str) -> Player | None:
        """A player by account, or None."""
        return await self._read(queries.player, account)

    async def players_named(self, part: str, *, limit: int) -> tuple[Player, ...]:
        """Players whose name has these letters in it; see `store.Store.players_named`."""
        return await self._read(queries.players_named, part, limit)

    async def players_of(self, accounts: Sequence[str]) -> tuple[Player, ...]:
        """The players of these accounts; see `store.Store.players_of`."""
        return await self._read(queries.players_of, accounts)

    async def balance(self, account: str) -> Balance:
        """What a player has."""
        return await self._read(queries.balance, account)

    async def top_up(self, account: str, grant: Transfer, *, below_cents: int) -> Balance | None:
        """Grant credits to a player who has less than ``below_cents``; see `store.Store.top_up`."""
        work = functools.partial(sqlite_writes.top_up, account=account, grant=grant, below_cents=below_cents)
        return await self._write(work)

    async def record(self, account: str, *, before: str | None, limit: int, wanted: RecordFilter = ALL_ROUNDS) -> RecordPage:
        """A page of a player's bet record; see `store.Store.record`."""
        return await self._read(statement.page, account, before, max(1, min(limit, RECORD_ROUNDS_MAX)), wanted)

    async def round(self, round_id: str, account: str | None) -> RecordedRound | None:
        """One finished round; see `store.Store.round`."""
        return await self._read(statement.one_round, round_id, account)

    async def totals(self, account: str, *, since_ms: int) -> Totals:
        """The sums of a player's rounds; see `store.Store.totals`."""
        return await self._read(statement.totals, account, since_ms)

    async def shoe_events(self, table: int, shoe: int) -> tuple[Event, ...]:
        """The events of one shoe; see `store.Store.shoe_events`."""
        return await self._read(queries.shoe_events, table, shoe)

    async def shoe_play(self, table: int, shoe: int) -> ShoePlay | None:
        """How the rounds of a shoe were played; see `store.Store.shoe_play`."""
        return await self._read(queries.shoe_play, table, shoe)

    async def event(self, table: int, version: int) -> Event | None:
        """One event of a table."""
        return await self._read(queries.event, table, version)

    async def shoes(self, table: int, *, before: int | None, limit: int) -> tuple[ShoeLine, ...]:
        """The shoes of a table; see `store.Store.shoes`."""
        return await self._read(shoe_log.shoes, table, before, limit)

    async def shoe_counts(self, table: int) -> ShoeCounts:
        """All shoes of a table by their ends."""
        return await self._read(shoe_log.counts, table)

    async def shoe_log(self, table: int, *, after: int, limit: int) -> tuple[LogLine, ...]:
        """The entries of a table's log; see `store.Store.shoe_log`."""
        return await self._read(shoe_log.log, table, after, limit)

    async def chat(self, table: int, *, last: int) -> tuple[ChatLine, ...]:
        """The last lines of a table's chat, in order."""
        return await self._read(queries.chat, table, last)

    async def add_chat(self, lines: Sequence[ChatLine]) -> None:
        """Add lines of one table; see `store.Store.add_chat`."""
        await self._write(functools.partial(sqlite_chat.add, lines=lines))

    async def report_chat(self, report: ChatReport) -> None:
        """Keep a report; see `store.Store.report_chat`."""
        await self._write(functools.partial(sqlite_chat.report, told=report))

    async def chat_reports(self, *, before: str | None, limit: int) -> ReportPage:
        """The lines that were reported; see `store.Store.chat_reports`."""
        return await self._read(reported.page, before, limit)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._writer is None:
            raise StoreFailed("the store is closed")
        return await self._writer.run(work)

    async def _read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        engine = self._engine
        if engine is None:
            raise StoreFailed("the store is closed")

        def work() -> T:
            try:
                with engine.connect() as connection:
                    return query(connection, *args, **kwargs)
            except DatabaseError as error:
                raise store_error(error, "the database could not be read") from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def _open(self) -> None:
        assert self._writer is None, "the store has been opened before"
        if sqlite3.sqlite_version_info < SQLITE_LEAST:
            least = ".".join(map(str, SQLITE_LEAST))
            raise BadSettings(f"SQLite {least} or newer is needed; this Python has {sqlite3.sqlite_version}")
        try:
            self._lock = FileLock(self.path)
            self._writer = self._prepare()
        except BaseException as error:
            self._stop_reading()
            if self._lock is not None:
                self._lock.abandon()
                self._lock = None
            if isinstance(error, OSError | sqlite3.Error | DatabaseError):
                raise BadSettings(f"{self.path} cannot be used as the database: {reason(error)}") from error
            raise
        self._writer.start()

    def _prepare(self) -> Writer:
        """All that is needed to serve the locked file."""
        connection = _prepared(self.path)
        try:
            _look_at(connection)
            self._answers = Answers(connection)
            self._engine = reading_engine(self.path)
        except BaseException:
            connection.close()
            raise
        return Writer(connection)

    def _stop_reading(self) -> None:
        self._readers.shutdown()
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None


def _prepared(path: Path) -> sqlite3.Connection:
    """A connection for the writer to a file with the newest schema."""
    engine = create_engine("sqlite://", creator=lambda: _connect(path), poolclass=NullPool)
    # sqlite3 itself begins no transaction before DDL, so that a failing migration would leave half of itself behind.
    event.listen(engine, "begin", _begin_to_write)
    with engine.begin() as connection:
        migrations.upgrade(connection, str(path))
    return _connect(path)


def _look_at(connection: sqlite3.Connection) -> None:
    """Read what the house reads when it opens, and the ends of every table: damage shows before anybody plays. Raises its error."""
    for table in sc.metadata.sorted_tables:
        key = ", ".join(f"{column.name} DESC" for column in table.primary_key)
        connection.execute(f"SELECT * FROM {table.name} ORDER BY {key} LIMIT {ROWS_LOOKED_AT}").fetchall()
    for (number,) in connection.execute("SELECT number FROM tables").fetchall():
        latest = f"SELECT version FROM events WHERE table_number = ? AND {sc.STARTS} ORDER BY shoe DESC, version DESC LIMIT 1"
        (start,) = connection.execute(latest, (number,)).fetchone() or (0,)
        connection.execute(
            "SELECT sum(length(body)) FROM events WHERE table_number = ? AND version >= ?", (number, start)
        ).fetchall()


def _begin_to_read(connection: Connection) -> None:
    # All that is read until the connection is given back is read from one moment.
    connection.exec_driver_sql("BEGIN")


def _begin_to_write(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _connect(path: Path) -> sqlite3.Connection:
    # The writer's thread is the only one to use it once it has been handed over.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    settings: dict[str, Any] = {
        "busy_timeout": BUSY_MS,
        "journal_mode": "WAL",
        "synchronous": "FULL",
        "foreign_keys": "ON",
        "cache_size": -CACHE_KIB,
        "journal_size_limit": JOURNAL_BYTES_MAX,
    }
    try:
        for name, value in settings.items():
            connection.execute(f"PRAGMA {name} = {value}")
    except BaseException:
        connection.close()
        raise
    return connection
