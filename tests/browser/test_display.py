"""A table on a television, beside a page at the same table: nobody is signed in, and the table counts no guest."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser

from puntobanco.table.state import Phase
from tests.browser.moved import moved
from tests.browser.seen import DESKTOP, enter, expect, phase
from tests.server.served import table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FITS = """([width, height]) => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth === width && scrollHeight === height;
}"""
TABLES = table(1, "live", betting_seconds=60, card_seconds=0.2, result_seconds=8, shuffle_seconds=0.5)


async def test_it_shows_what_the_page_shows_in_large_and_wakes_no_table(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as served:
        screen = await browser.new_page(viewport={"width": 1920, "height": 1080})
        await screen.goto(f"http://{served.address}/display/1")
        await screen.locator('[data-testid="display"][data-phase="paused"]').wait_for()
        await asyncio.sleep(2)
        assert await screen.get_by_test_id("display").get_attribute("data-phase") == "paused"
        page = await browser.new_page(**DESKTOP)
        await enter(page, served.address)
        await served.until(lambda state: state.phase is Phase.RESULT)
        await phase(page, "result")
        await screen.locator('[data-testid="display"][data-phase="result"]').wait_for(timeout=3_000)
        said = await page.get_by_test_id("result").inner_text()
        await expect(screen.get_by_test_id("display")).to_contain_text(said)
        await expect(screen.locator("[data-card]")).to_have_count(await page.locator("[data-card]").count())
        await expect(screen.get_by_test_id("bead-list").locator("li")).to_have_count(1)
        assert await screen.context.cookies() == []
        await screen.goto(f"http://{served.address}/display/9")
        await expect(screen.locator("main")).to_contain_text("There is no such table.")


async def test_it_fits_every_television(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as served:
        screen = await browser.new_page()
        for width, height in ((1920, 1080), (1366, 768), (3840, 2160), (1280, 720)):
            await screen.set_viewport_size({"width": width, "height": height})
            await screen.goto(f"http://{served.address}/#/display/1")
            await screen.get_by_test_id("display").wait_for()
            await screen.wait_for_function(FITS, arg=[width, height], timeout=5_000)
