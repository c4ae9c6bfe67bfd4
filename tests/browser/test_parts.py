"""Parts of the page that come late, or not at the first time: nothing is lost, nothing stands there half, what fails is said."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, WebSocket

from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, THROWN, expect, lay
from tests.server.served import table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PACE: dict[str, object] = {"betting_seconds": 300, "card_seconds": 0.05, "result_seconds": 0.1, "shuffle_seconds": 0.2}
TABLES = table(1, "live", **PACE) + table(2, "live", **PACE)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[MovedHouse]:
    async with moved(tmp_path_factory.mktemp("parts"), TABLES) as served:
        yield served
        served.audit()


async def entered(browser: Browser, served: MovedHouse) -> Page:
    """A guest in the lobby whose browser keeps no file of the page."""
    context = await browser.new_context(**DESKTOP)
    page = await context.new_page()
    await (await context.new_cdp_session(page)).send("Network.setCacheDisabled", {"cacheDisabled": True})
    await page.goto(f"http://{served.address}/")
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id("table-1").wait_for()
    return page


class Failing:
    """The first request for a file of the page is lost on the way, or all until it is ``mended``."""

    def __init__(self, *, once: bool = True) -> None:
        self.once = once
        self.mended = False

    async def __call__(self, route: Route) -> None:
        await (route.continue_() if self.mended else route.abort())
        self.mended |= self.once


@pytest.mark.parametrize(("part", "address", "there"), [("lobby", "/", "table-1"), ("table", "/#/table/1", "phase")])
async def test_a_part_without_its_style_is_not_shown_but_said_and_loaded_anew(
    browser: Browser, served: MovedHouse, part: str, address: str, there: str
) -> None:
    page = await entered(browser, served)
    await page.route(f"**/{part}-*.css", Failing())
    await page.goto("about:blank")
    await page.goto(f"http://{served.address}{address}")
    await expect(page.get_by_role("alert").filter(has_text="This page could not be loaded.")).to_be_visible()
    await page.evaluate("location.hash = '#/rules'")
    await page.evaluate(f"location.hash = '{address.removeprefix('/')}'")
    await expect(page.get_by_test_id(there)).to_have_count(0)
    await page.get_by_role("main").get_by_role("button", name="Reload").click()
    await page.get_by_test_id(there).first.wait_for()


async def test_alerts_that_could_not_be_had_come_later_and_so_they_do_where_the_table_could_not(
    browser: Browser, served: MovedHouse
) -> None:
    page = await entered(browser, served)
    await page.route("**/Alerts-*.js", Failing())
    await page.reload()
    await page.get_by_test_id("road-alerts").wait_for(state="attached")
    table_files = Failing(once=False)
    await page.route("**/table-*.js", table_files)
    await page.goto("about:blank")
    await page.goto(f"http://{served.address}/#/table/1")
    await page.get_by_role("alert").filter(has_text="This page could not be loaded.").wait_for()
    table_files.mended = True
    await page.get_by_test_id("road-alerts").wait_for(state="attached")


async def test_chips_at_a_table_among_several_are_kept_however_late_its_part_comes(browser: Browser, served: MovedHouse) -> None:
    page = await entered(browser, served)
    await page.get_by_test_id("table-1").click()
    await served.betting(1)
    await lay(page, "player", 25)

    async def late(route: Route) -> None:
        await asyncio.sleep(0.6)
        await route.continue_()

    await page.route("**/Pane-*.js", late)
    await page.evaluate("location.hash = '#/tables/1,2'")
    pane = page.frame_locator('iframe[name="table-1"]')
    for _ in range(3):
        await expect(pane.get_by_test_id("confirm")).to_contain_text("25")
        await page.reload()
    await expect(pane.get_by_test_id("confirm")).to_contain_text("25")
    await page.get_by_test_id("close-1").click()
    await expect(page.get_by_test_id("beside-told")).to_contain_text("25 was not confirmed")


async def test_whoever_is_not_signed_in_is_told_so_by_the_line_and_by_nothing_else(browser: Browser, served: MovedHouse) -> None:
    page = await (await browser.new_context(**DESKTOP)).new_page()
    sockets: list[WebSocket] = []
    refused: list[Any] = []

    def opened(socket: WebSocket) -> None:
        sockets.append(socket)

    page.on("websocket", opened)
    page.on("response", lambda answer: refused.append((answer.status, answer.url)) if answer.status >= 400 else None)
    page.on("console", lambda said: refused.append(said.text) if said.type == "error" else None)
    await page.goto(f"http://{served.address}/#/table/1")
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id("phase").wait_for()
    assert [socket.is_closed() for socket in sockets] == [True, False]
    assert refused == [] == THROWN
