"""What is written of the chat to SQLite, as functions of the writer's connection, each inside a savepoint that the writer holds."""

import sqlite3
from collections.abc import Sequence

from puntobanco.bank.limits import CHAT_LINES_KEPT, CHAT_REPORTS_PER_LINE
from puntobanco.bank.rows import chat_report_row, chat_row
from puntobanco.bank.store import ChatLine, ChatReport

_ADD = "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_FORGET = "DELETE FROM chat WHERE table_number = ? AND number <= ?"
_REPORTED = "SELECT count(*) FROM chat_reports WHERE table_number = ? AND line = ?"
_REPORT = "INSERT INTO chat_reports VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"


def add(connection: sqlite3.Connection, lines: Sequence[ChatLine]) -> None:
    """Add lines of one table, and forget its oldest where they are too many."""
    if not lines:
        return
    connection.executemany(_ADD, map(chat_row, lines))
    connection.execute(_FORGET, (lines[-1].table, lines[-1].number - CHAT_LINES_KEPT))


def report(connection: sqlite3.Connection, told: ChatReport) -> None:
    """Keep a report, unless as many are kept of the line as may be."""
    (kept,) = connection.execute(_REPORTED, (told.table, told.line)).fetchone()
    if kept < CHAT_REPORTS_PER_LINE:
        connection.execute(_REPORT, chat_report_row(told))
