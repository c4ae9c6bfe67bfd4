"""What the store keeps of the chat, on every database: the last lines in order, and reports with what was said around them."""

import pytest

from puntobanco.bank.limits import CHAT_LINES_KEPT, CHAT_REPORTS_PER_LINE
from puntobanco.bank.store import BadCursor, BrokenBooks, ChatLine, ChatReport, Store
from tests.bank.conftest import Reopen


def said(number: int, text: str = "hello", *, table: int = 1) -> ChatLine:
    return ChatLine(
        table=table, number=number, at_ms=number * 10, account="ann", name="Ann", command_id=f"say-{number:05d}", text=text
    )


def report(line: int, by: str = "bob", *, at_ms: int = 5) -> ChatReport:
    return ChatReport(table=1, line=line, account=by, at_ms=at_ms, lines=(said(line), said(line + 1)))


async def test_the_last_lines_of_a_table_come_in_order_and_outlive_a_restart(reopen: Reopen) -> None:
    store = await reopen()
    await store.own_table(1)
    await store.own_table(2)
    notice = ChatLine(table=1, number=4, at_ms=40, notice="shoe_changed", about=7)
    await store.add_chat([said(1), said(2), said(3, "<b>\u200d大家好")])
    await store.add_chat([notice])
    await store.add_chat([said(1, "elsewhere", table=2)])
    await store.add_chat([])
    store = await reopen()
    assert await store.chat(1, last=3) == (said(2), said(3, "<b>\u200d大家好"), notice)
    assert await store.chat(2, last=100) == (said(1, "elsewhere", table=2),)
    assert await store.chat(3, last=100) == ()


async def test_a_table_keeps_its_latest_lines_and_no_more(store: Store) -> None:
    await store.own_table(1)
    await store.own_table(2)
    await store.add_chat([said(1, table=2)])
    for first in range(1, CHAT_LINES_KEPT + 101, 100):
        await store.add_chat([said(number) for number in range(first, first + 100)])
    kept = await store.chat(1, last=2 * CHAT_LINES_KEPT)
    assert [line.number for line in kept] == list(range(101, CHAT_LINES_KEPT + 101))
    assert len(await store.chat(2, last=5)) == 1


async def test_a_number_is_given_to_one_line(store: Store) -> None:
    await store.own_table(1)
    await store.add_chat([said(1)])
    with pytest.raises(BrokenBooks):
        await store.add_chat([said(2), said(1)])
    assert await store.chat(1, last=9) == (said(1),)


async def test_a_line_is_said_by_a_player_or_by_the_house(store: Store) -> None:
    await store.own_table(1)
    with pytest.raises(BrokenBooks):
        await store.add_chat([ChatLine(table=1, number=1, at_ms=1)])


async def test_a_reported_line_stands_once_with_who_reported_it_newest_first(store: Store) -> None:
    await store.own_table(1)
    await store.own_table(2)
    await store.report_chat(report(1, "ann", at_ms=5))
    await store.report_chat(report(3, "ann", at_ms=6))
    await store.report_chat(report(1, "bob", at_ms=7))
    await store.report_chat(report(1, "ann", at_ms=8))
    found = await store.chat_reports(before=None, limit=9)
    told = [(one.line, one.at_ms, one.last_ms, one.accounts) for one in found.reports]
    assert told == [(3, 6, 6, ("ann",)), (1, 5, 7, ("ann", "bob"))], "a second report moves no line up"
    assert found.next is None
    assert found.reports[0].lines == report(3, "ann", at_ms=6).lines


async def test_pages_of_reports_hold_every_line_once_whatever_is_reported_meanwhile(store: Store) -> None:
    await store.own_table(1)
    for number in range(1, 8):
        await store.report_chat(report(number, at_ms=number // 2))
    seen, before, pages = [], None, 0
    while pages == 0 or before is not None:
        page = await store.chat_reports(before=before, limit=3)
        seen += [one.line for one in page.reports]
        before, pages = page.next, pages + 1
        await store.report_chat(report(90 + pages, at_ms=50 + pages))
        await store.report_chat(report(1 + pages, "somebody else", at_ms=60))
    assert (seen, pages) == ([7, 6, 5, 4, 3, 2, 1], 3)


@pytest.mark.parametrize("cursor", ["", "x", "1-2", "1-2-3-4", "-1-1-1", "1-1-" + "9" * 30, "1-1-1\n"])
async def test_a_cursor_of_reports_that_none_gave_is_refused(store: Store, cursor: str) -> None:
    with pytest.raises(BadCursor):
        await store.chat_reports(before=cursor, limit=3)


async def test_of_one_line_so_many_reports_are_kept_and_no_more(store: Store) -> None:
    await store.own_table(1)
    for number in range(CHAT_REPORTS_PER_LINE + 3):
        await store.report_chat(report(1, f"player-{number}"))
    (kept,) = (await store.chat_reports(before=None, limit=100)).reports
    assert len(kept.accounts) == CHAT_REPORTS_PER_LINE
