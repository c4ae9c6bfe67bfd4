"""What the store keeps of the chat, on every database: the last lines in order, and reports with what was said around them."""

import pytest

from puntobanco.bank.limits import CHAT_LINES_KEPT, CHAT_REPORTS_PER_LINE
from puntobanco.bank.store import BrokenBooks, ChatLine, ChatReport, Store
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


async def test_a_report_holds_what_was_said_and_comes_newest_first(store: Store) -> None:
    await store.own_table(1)
    await store.report_chat(report(1, at_ms=5))
    await store.report_chat(report(3, at_ms=6))
    await store.report_chat(report(1, at_ms=7))
    assert await store.chat_reports(last=9) == (report(3, at_ms=6), report(1, at_ms=5))
    assert await store.chat_reports(last=1) == (report(3, at_ms=6),)


async def test_of_one_line_so_many_reports_are_kept_and_no_more(store: Store) -> None:
    await store.own_table(1)
    for number in range(CHAT_REPORTS_PER_LINE + 3):
        await store.report_chat(report(1, f"player-{number}"))
    assert len(await store.chat_reports(last=100)) == CHAT_REPORTS_PER_LINE
