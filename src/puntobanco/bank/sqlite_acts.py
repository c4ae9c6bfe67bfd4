"""The acts of staff in SQLite: how one is written, known again when its command comes twice, and read."""

import sqlite3
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from puntobanco.bank import schema as sc
from puntobanco.bank.staff_store import Kept, StaffAct

_ACT = (
    "INSERT INTO staff_acts (number, at_ms, name, role, approved_by, table_number, kind, reason, details, command_id)"
    " SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM staff_acts"
)
_EARLIER = "SELECT kind, table_number, reason, details FROM staff_acts WHERE command_id = ? AND name = ?"


def write_act(connection: sqlite3.Connection, act: StaffAct) -> None:
    """Write an act behind all others."""
    details = msgspec.json.encode(act.details).decode()
    who = act.at_ms, act.name, act.role, act.approved_by
    connection.execute(_ACT, (*who, act.table, act.kind, act.reason, details, act.command_id))


def earlier(connection: sqlite3.Connection, act: StaffAct) -> Kept | None:
    """What a command of the same one under the same id was, if one was done before: the very same, or another."""
    if act.command_id is None:
        return None
    found = connection.execute(_EARLIER, (act.command_id, act.name)).fetchone()
    if found is None:
        return None
    kind, table, reason, details = found
    kept = kind, table, reason, msgspec.json.decode(details)
    return Kept.AGAIN if kept == (act.kind, act.table, act.reason, dict(act.details)) else Kept.OTHER


def read_acts(connection: Connection, table: int | None, before: int | None, limit: int) -> tuple[StaffAct, ...]:
    """The latest acts, newest first."""
    columns = sc.staff_acts.c
    query = select(sc.staff_acts).order_by(columns.number.desc()).limit(limit)
    if table is not None:
        query = query.where(columns.table_number == table)
    if before is not None:
        query = query.where(columns.number < before)
    return tuple(map(act_of, connection.execute(query)))


def act_of(row: Any) -> StaffAct:
    """An act as it was stored. Raises `msgspec.MsgspecError` where its details are none."""
    return StaffAct(
        number=row.number,
        at_ms=row.at_ms,
        name=row.name,
        role=row.role,
        approved_by=row.approved_by,
        table=row.table_number,
        kind=row.kind,
        reason=row.reason,
        command_id=row.command_id,
        details=msgspec.json.decode(row.details, type=dict[str, Any]),
    )
