"""What players reported of the chats, read a page at a time: each line once, however many reported it."""

import re

from sqlalchemy import Connection, func, select, tuple_

from puntobanco.bank import schema as sc
from puntobanco.bank.rows import chat_report
from puntobanco.bank.store import BadCursor, ReportedLine, ReportPage

_CURSOR = re.compile(r"([0-9]{1,15})-([0-9]{1,9})-([0-9]{1,15})")


def page(connection: Connection, before: str | None, limit: int) -> ReportPage:
    """The lines that were reported, by when they first were, newest first: no later report moves one. Raises `BadCursor`."""
    columns = sc.chat_reports.c
    first_ms = func.min(columns.at_ms)
    place = first_ms, columns.table_number, columns.line
    query = select(first_ms.label("first_ms"), columns.table_number, columns.line).group_by(columns.table_number, columns.line)
    if before is not None:
        cursor = _CURSOR.fullmatch(before)
        if cursor is None:
            raise BadCursor("the cursor is none that a page of reports gave")
        query = query.having(tuple_(*place) < tuple(map(int, cursor.groups())))
    found = connection.execute(query.order_by(*(one.desc() for one in place)).limit(limit + 1)).all()
    shown = found[:limit]
    last = shown[-1] if len(found) > limit else None
    after = None if last is None else f"{last.first_ms}-{last.table_number}-{last.line}"
    return ReportPage(reports=tuple(_line(connection, row.table_number, row.line) for row in shown), next=after)


def _line(connection: Connection, table: int, line: int) -> ReportedLine:
    """A line with all its reports; what was said around it is as it was at the first."""
    columns = sc.chat_reports.c
    query = select(sc.chat_reports).where(columns.table_number == table, columns.line == line)
    reports = [chat_report(row) for row in connection.execute(query.order_by(columns.at_ms, columns.account))]
    return ReportedLine(
        table=table,
        line=line,
        at_ms=reports[0].at_ms,
        last_ms=reports[-1].at_ms,
        accounts=tuple(report.account for report in reports),
        lines=reports[0].lines,
    )
