"""The staff's part of a SQLite store. Contract: ``staff_store``. Its writes are functions of the writer's connection.

An act is written in the transaction of what was done, so that neither stands without the other.
"""

import functools
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, select

from puntobanco.bank import schema as sc
from puntobanco.bank.sqlite_acts import earlier, read_acts, write_act
from puntobanco.bank.staff_store import Kept, Restriction, StaffAct, StaffLink, StaffRow, StaffSession

T = TypeVar("T")
Write = Callable[[sqlite3.Connection], T]

_LAST_HOST = (
    "role = 'host' AND NOT EXISTS"
    " (SELECT 1 FROM staff AS other WHERE other.role = 'host' AND other.password IS NOT NULL AND other.key <> staff.key)"
)
"""Whether no other host could sign in: one whose link has not been used may never come."""
_SESSION = "INSERT INTO staff_sessions (token, staff, created_ms, expires_ms) VALUES (?, ?, ?, ?)"
_OLD_SESSIONS = (
    "DELETE FROM staff_sessions WHERE token IN"
    " (SELECT token FROM staff_sessions WHERE staff = ? ORDER BY created_ms DESC, token LIMIT -1 OFFSET ?)"
)


class Doing(Protocol):
    """How the store has something written or read, each in its own thread."""

    def __call__(self, work: Callable[[Any], T], /) -> Awaitable[T]:
        """Do ``work`` with a connection, and give its result."""


class SqliteStaff:
    """A `staff_store.StaffStore` in the file of a `sqlite.SqliteStore`, which lends its writer and its readers."""

    def __init__(self, write: Doing, read: Doing) -> None:
        self._write = write
        self._read = read

    async def staff(self) -> tuple[StaffRow, ...]:
        """All who work here, by name."""
        return await self._read(_all)

    async def one(self, key: str) -> StaffRow | None:
        """One of them."""
        return await self._read(functools.partial(_one, key=key))

    async def add(self, row: StaffRow, link: StaffLink, act: StaffAct) -> bool:
        """Name a new one; False when the name is taken."""

        def work(connection: sqlite3.Connection) -> bool:
            added = connection.execute("INSERT INTO staff VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", _row(row)).rowcount
            if added:
                _make_link(connection, link)
                write_act(connection, act)
            return bool(added)

        return await self._write(work)

    async def change_role(self, key: str, role: str, act: StaffAct) -> bool:
        """Another role; see `staff_store.StaffStore.change_role`."""

        def work(connection: sqlite3.Connection) -> bool:
            change = f"UPDATE staff SET role = ? WHERE key = ? AND NOT (? <> 'host' AND {_LAST_HOST})"
            return _done(connection, act, change, role, key, role)

        return await self._write(work)

    async def remove(self, key: str, act: StaffAct) -> bool:
        """Remove one with sessions and links; see `staff_store.StaffStore.remove`."""

        def work(connection: sqlite3.Connection) -> bool:
            if not connection.execute(f"SELECT 1 FROM staff WHERE key = ? AND NOT ({_LAST_HOST})", (key,)).fetchone():
                return False
            for table in ("staff_sessions", "staff_links"):
                connection.execute(f"DELETE FROM {table} WHERE staff = ?", (key,))
            return _done(connection, act, "DELETE FROM staff WHERE key = ?", key)

        return await self._write(work)

    async def set_password(self, key: str, password: str, session: StaffSession, act: StaffAct) -> bool:
        """Another password; all sessions end but a new one."""

        def work(connection: sqlite3.Connection) -> bool:
            done = _done(connection, act, "UPDATE staff SET password = ? WHERE key = ?", password, key)
            if done:
                _only_session(connection, session)
            return done

        return await self._write(work)

    async def end_sessions(self, key: str, act: StaffAct) -> bool:
        """End all sessions of one; False where there is nobody of that name."""

        def work(connection: sqlite3.Connection) -> bool:
            connection.execute("DELETE FROM staff_sessions WHERE staff = ?", (key,))
            return _done(connection, act, "UPDATE staff SET key = key WHERE key = ?", key)

        return await self._write(work)

    async def add_link(self, link: StaffLink, act: StaffAct | None = None) -> bool:
        """A new link instead of those made before for the same; False where there is nobody of that name."""

        def work(connection: sqlite3.Connection) -> bool:
            known = connection.execute("SELECT 1 FROM staff WHERE key = ?", (link.staff,)).fetchone()
            if link.staff is not None and not known:
                return False
            _make_link(connection, link)
            if act is not None:
                write_act(connection, act)
            return True

        return await self._write(work)

    async def link(self, token: str, now_ms: int) -> StaffLink | None:
        """A link that can be used now."""
        return await self._read(functools.partial(_link, token=token, now_ms=now_ms))

    async def use_link(self, token: str, row: StaffRow, session: StaffSession, act: StaffAct) -> bool:
        """Use a link up; see `staff_store.StaffStore.use_link`."""

        def work(connection: sqlite3.Connection) -> bool:
            used = "DELETE FROM staff_links WHERE token = ? AND (expires_ms IS NULL OR expires_ms > ?) RETURNING staff"
            link = connection.execute(used, (token, act.at_ms)).fetchone()
            if link is None:
                return False
            kept = "password = excluded.password"
            if link[0] is None:
                kept += ", name = excluded.name, role = excluded.role"
            connection.execute(f"INSERT INTO staff VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET {kept}", _row(row))
            _only_session(connection, session)
            write_act(connection, act)
            return True

        return await self._write(work)

    async def add_session(self, session: StaffSession, *, most: int) -> bool:
        """A session begins; see `staff_store.StaffStore.add_session`."""

        def work(connection: sqlite3.Connection) -> bool:
            if not connection.execute("SELECT 1 FROM staff WHERE key = ?", (session.staff,)).fetchone():
                return False
            connection.execute("DELETE FROM staff_sessions WHERE expires_ms <= ?", (session.created_ms,))
            _add_session(connection, session)
            connection.execute(_OLD_SESSIONS, (session.staff, most))
            return True

        return await self._write(work)

    async def session(self, token: str, now_ms: int) -> tuple[StaffRow, StaffSession] | None:
        """Whose session a token is, as long as it lasts."""
        return await self._read(functools.partial(_session, token=token, now_ms=now_ms))

    async def end_session(self, token: str) -> None:
        """One session ends."""
        await self._write(lambda connection: connection.execute("DELETE FROM staff_sessions WHERE token = ?", (token,)).rowcount)

    async def record(self, act: StaffAct) -> Kept:
        """Keep an act that has no other place to be kept with; see `staff_store.StaffStore.record`."""

        def work(connection: sqlite3.Connection) -> Kept:
            known = earlier(connection, act)
            if known is None:
                write_act(connection, act)
            return known or Kept.DONE

        return await self._write(work)

    async def acts(self, *, table: int | None, before: int | None, limit: int) -> tuple[StaffAct, ...]:
        """The latest acts, newest first."""
        return await self._read(functools.partial(read_acts, table=table, before=before, limit=limit))

    async def restrict(self, restriction: Restriction, act: StaffAct) -> Kept:
        """Mute or freeze a player; see `staff_store.StaffStore.restrict`."""

        def work(connection: sqlite3.Connection) -> Kept:
            known = earlier(connection, act)
            if known is not None:
                return known
            r = restriction
            row = r.account, r.kind, r.at_ms, r.until_ms, r.reason, r.by
            connection.execute("INSERT OR REPLACE INTO restrictions VALUES (?, ?, ?, ?, ?, ?)", row)
            write_act(connection, act)
            return Kept.DONE

        return await self._write(work)

    async def lift(self, account: str, kind: str, act: StaffAct) -> Kept:
        """Lift a restriction; see `staff_store.StaffStore.lift`."""

        def work(connection: sqlite3.Connection) -> Kept:
            known = earlier(connection, act)
            if known is not None:
                return known
            lifted = _done(connection, act, "DELETE FROM restrictions WHERE account = ? AND kind = ?", account, kind)
            return Kept.DONE if lifted else Kept.NOTHING

        return await self._write(work)

    async def restrictions(self) -> tuple[Restriction, ...]:
        """All who are muted or frozen, the latest first."""
        return await self._read(_restrictions)


def _row(row: StaffRow) -> tuple[str | int | None, ...]:
    return row.key, row.name, row.role, row.created_ms, row.password


def _done(connection: sqlite3.Connection, act: StaffAct, change: str, *values: object) -> bool:
    """Make a change of one row, and keep the act where there was a row to change."""
    changed = bool(connection.execute(change, values).rowcount)
    if changed:
        write_act(connection, act)
    return changed


def _make_link(connection: sqlite3.Connection, link: StaffLink) -> None:
    connection.execute("DELETE FROM staff_links WHERE staff IS ?", (link.staff,))
    connection.execute("INSERT INTO staff_links VALUES (?, ?, ?, ?)", (link.token, link.staff, link.made_ms, link.expires_ms))


def _add_session(connection: sqlite3.Connection, session: StaffSession) -> None:
    connection.execute(_SESSION, (session.token, session.staff, session.created_ms, session.expires_ms))


def _only_session(connection: sqlite3.Connection, session: StaffSession) -> None:
    connection.execute("DELETE FROM staff_sessions WHERE staff = ?", (session.staff,))
    _add_session(connection, session)


def _staff_row(row: Any) -> StaffRow:
    return StaffRow(key=row.key, name=row.name, role=row.role, created_ms=row.created_ms, password=row.password)


def _all(connection: Connection) -> tuple[StaffRow, ...]:
    return tuple(map(_staff_row, connection.execute(select(sc.staff).order_by(sc.staff.c.key))))


def _one(connection: Connection, key: str) -> StaffRow | None:
    row = connection.execute(select(sc.staff).where(sc.staff.c.key == key)).one_or_none()
    return None if row is None else _staff_row(row)


def _link(connection: Connection, token: str, now_ms: int) -> StaffLink | None:
    links = sc.staff_links
    row = connection.execute(select(links).where(links.c.token == token)).one_or_none()
    if row is None or (row.expires_ms is not None and row.expires_ms <= now_ms):
        return None
    return StaffLink(token=row.token, staff=row.staff, made_ms=row.made_ms, expires_ms=row.expires_ms)


def _session(connection: Connection, token: str, now_ms: int) -> tuple[StaffRow, StaffSession] | None:
    sessions = sc.staff_sessions
    found = connection.execute(select(sessions).where(sessions.c.token == token, sessions.c.expires_ms > now_ms)).one_or_none()
    row = None if found is None else _one(connection, found.staff)
    if found is None or row is None:
        return None
    session = StaffSession(token=token, staff=found.staff, created_ms=found.created_ms, expires_ms=found.expires_ms)
    return row, session


def _restrictions(connection: Connection) -> tuple[Restriction, ...]:
    rows = connection.execute(select(sc.restrictions).order_by(sc.restrictions.c.at_ms.desc()))
    return tuple(
        Restriction(account=r.account, kind=r.kind, at_ms=r.at_ms, until_ms=r.until_ms, reason=r.reason, by=r.by) for r in rows
    )
