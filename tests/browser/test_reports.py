"""What players reported, at the desk in a real Chromium: each line once with its number of reports, and older ones on asking."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.async_api import Browser

from puntobanco.server.settings import Bounds
from tests.browser.moved import moved
from tests.browser.seen import PHONE, expect
from tests.browser.test_access import violations
from tests.browser.test_desk import TABLES, host_at_desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = Bounds().staff_reports_page
LINES = PAGE + 3


def reported(database: Path) -> None:
    """The first line, an insult, reported by one; then many harmless ones, each by as many as are kept of a line."""
    rows = []
    for line in range(1, LINES + 1):
        text = "an insult" if line == 1 else f"hello {line}"
        said = {"table": 1, "number": line, "at_ms": line, "account": "RUDE", "name": "Rude", "text": text}
        rows += [(1, line, f"by-{by}", line * 1_000 + by, json.dumps([said])) for by in range(1 if line == 1 else 8)]
    with closing(sqlite3.connect(database, timeout=10)) as connection, connection:
        connection.executemany("INSERT INTO chat_reports VALUES (?, ?, ?, ?, ?)", rows)


async def test_reported_lines_stand_once_and_older_ones_come_on_asking(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as served:
        reported(served.database)
        host = await host_at_desk(browser, served)
        await host.get_by_test_id("to-order").click()
        listed, older = host.get_by_test_id("reports").locator("> li"), host.get_by_test_id("older-reports")
        await expect(listed).to_have_count(PAGE)
        await expect(listed.first).to_contain_text("reported by 8 or more players")
        await expect(listed.first).to_contain_text(f"hello {LINES}")
        await host.set_viewport_size(PHONE["viewport"])
        assert await violations(host) == []
        await older.focus()
        await host.keyboard.press("Enter")
        await expect(listed).to_have_count(LINES)
        await expect(listed.last).to_contain_text("an insult")
        await expect(listed.last).to_contain_text("reported by one player")
        await expect(older).to_have_count(0)
        assert await host.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
        assert await violations(host) == []
