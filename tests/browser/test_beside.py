"""Several tables side by side in a real Chromium: each is played in its frame, and what is shared between them is there once."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FrameLocator, Page, WebSocketRoute

from puntobanco.table.state import Phase, Stage
from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, PHONE, WAIT_MS, expect
from tests.browser.test_access import violations
from tests.server.served import table, true_within

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PACE: dict[str, object] = {"betting_seconds": 300, "card_seconds": 0.2, "result_seconds": 1, "shuffle_seconds": 0.5}
HOUSES = ("live", "macau", "chips", "studio", "classic")
TABLES = "".join(table(number, house, **PACE) for number, house in enumerate(HOUSES, 1))
SLOW = {**PACE, "shuffle_seconds": 60}
SHARED = "".join(table(number, "live", **SLOW) for number in (1, 2))

MARK = "() => { window.neverReloaded = true; }"
MARKED = "() => window.neverReloaded === true"
FRAMES = "() => [...document.querySelectorAll('iframe')].map((frame) => frame.name)"
TAKEN = """(table) => Object.entries(sessionStorage)
    .some(([key, held]) => key.endsWith(`.share.${table}`) && JSON.parse(held).taken === true)"""
FOCUSED = "(name) => frames[name].document.hasFocus()"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[MovedHouse]:
    async with moved(tmp_path_factory.mktemp("beside"), TABLES) as served:
        yield served
        served.audit()


async def beside(browser: Browser, served: MovedHouse, *tables: int, **device: Any) -> Page:
    """A guest's page with these tables side by side, all of them taking bets."""
    context = await browser.new_context(**(device or DESKTOP))
    page = await context.new_page()
    page.set_default_timeout(WAIT_MS)
    await page.goto(f"http://{served.address}/")
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id("table-1").wait_for()
    await go(page, *tables)
    for number in tables:
        await takes_bets(page, served, number)
    return page


async def go(page: Page, *tables: int) -> None:
    await page.evaluate(f"location.hash = '#/tables/{','.join(map(str, tables))}'")


def at(page: Page, number: int) -> FrameLocator:
    """The table in its frame."""
    return page.frame_locator(f'iframe[name="table-{number}"]')


async def takes_bets(page: Page, served: MovedHouse, number: int) -> None:
    await at(page, number).get_by_test_id("phase").wait_for()
    await served.betting(number)
    await at(page, number).locator('[data-testid="phase"][data-phase="betting"]').wait_for()


async def lay(page: Page, number: int, spot: str, chip: int = 100) -> None:
    await at(page, number).get_by_test_id(f"chip-{chip}").click()
    await at(page, number).get_by_test_id(f"spot-{spot}").click()


async def mark(page: Page, *tables: int) -> None:
    """Leave something in each frame that goes when it is loaded again."""
    for number in tables:
        frame = page.frame(f"table-{number}")
        assert frame is not None
        await frame.evaluate(MARK)


async def unmoved(page: Page, number: int) -> bool:
    frame = page.frame(f"table-{number}")
    return frame is not None and bool(await frame.evaluate(MARKED))


async def test_two_tables_are_played_and_one_closed_while_the_other_keeps_its_chips(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1, 2)
    for number in (1, 2):
        await lay(page, number, "player")
        await at(page, number).get_by_test_id("confirm").click()
        await expect(at(page, number).get_by_test_id("staked")).to_have_text("100")
        await expect(page.get_by_test_id("balance")).to_have_attribute("data-cents", str(1_000_000 - number * 10_000))
    await expect(page.get_by_test_id("in-play")).to_have_text("200.00")
    await lay(page, 1, "banker", 25)
    await lay(page, 2, "tie")
    await mark(page, 1, 2)
    await page.get_by_test_id("close-1").click()
    await expect(page.get_by_test_id("pane-1")).to_have_count(0)
    await expect(page.get_by_test_id("beside-told")).to_contain_text("Table 1 is closed. 25 was not confirmed.")
    assert page.url.endswith("#/tables/2")
    await expect(page.locator("#pane-2")).to_be_focused()
    await expect(at(page, 2).get_by_test_id("confirm")).to_contain_text("100")
    assert await unmoved(page, 2)
    await true_within(lambda: served.house.casino.floor.watching(1) == 0)
    # Whoever comes back in the same round finds the chips that lay there.
    await page.get_by_test_id("pick-1").click()
    await expect(page.locator("#pane-1")).to_be_focused()
    await expect(at(page, 1).get_by_test_id("staked")).to_have_text("100")
    await expect(at(page, 1).get_by_test_id("confirm")).to_contain_text("25")
    assert await unmoved(page, 2)
    # Alone on the whole page they lie there too.
    await page.get_by_test_id("alone-2").click()
    await expect(page.get_by_test_id("table-number")).to_have_text("Table 2")
    await expect(page.get_by_test_id("confirm")).to_contain_text("100")
    await page.get_by_test_id("to-beside").click()
    await expect(at(page, 2).get_by_test_id("confirm")).to_contain_text("100")


async def test_four_tables_are_added_one_by_one_and_a_reload_and_back_find_them(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 3)
    await page.get_by_test_id("pick-4").click()
    await mark(page, 3)
    for number in (1, 5):
        await page.get_by_test_id("beside-add").click()
        await page.keyboard.press("Escape")
        await expect(page.get_by_test_id("table-picker")).to_have_count(0)
        await expect(page.get_by_test_id("beside-add")).to_be_focused()
        await page.get_by_test_id("beside-add").press("Enter")
        await expect(page.get_by_test_id("pick-3")).to_have_count(0)
        await page.get_by_test_id(f"pick-{number}").click()
        await at(page, number).get_by_test_id("phase").wait_for()
    await expect(page.get_by_test_id("beside-add")).to_have_attribute("aria-disabled", "true")
    await page.get_by_test_id("beside-add").click(force=True)
    await expect(page.get_by_test_id("table-picker")).to_have_count(0)
    assert await page.evaluate(FRAMES) == ["table-3", "table-4", "table-1", "table-5"]
    assert await unmoved(page, 3)
    await page.reload()
    for number in (3, 4, 1, 5):
        await expect(at(page, number).get_by_role("heading", level=1)).to_have_text(f"Table {number}")
        await at(page, number).get_by_test_id("phase").wait_for()
    await mark(page, 3, 4, 1, 5)
    await page.go_back()
    await expect(page.get_by_test_id("pane-5")).to_have_count(0)
    assert [await unmoved(page, number) for number in (3, 4, 1)] == [True] * 3
    # Of three one stands larger; none is loaded again for it.
    await page.get_by_test_id("larger-1").click()
    await expect(page.get_by_test_id("pane-1")).to_have_attribute("data-at", "0")
    assert [await unmoved(page, number) for number in (3, 4, 1)] == [True] * 3
    high = [await page.get_by_test_id(f"pane-{number}").evaluate("(pane) => pane.clientHeight") for number in (1, 3, 4)]
    assert high[0] > 1.9 * max(high[1:])


async def test_keys_walk_between_the_tables_and_the_help_is_there_once(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1, 2, 3)
    await page.get_by_test_id("close-3").focus()
    for key, wanted in (("n", "table-1"), ("n", "table-2"), ("n", "table-3"), ("n", "table-1"), ("Shift+N", "table-3")):
        await page.keyboard.press(key)
        await page.wait_for_function(FOCUSED, arg=wanted)
        if wanted == "table-2":
            await at(page, 2).get_by_test_id("spot-tie").focus()
    await page.keyboard.press("Shift+N")
    await expect(at(page, 2).get_by_test_id("spot-tie")).to_be_focused()
    await page.keyboard.press("n")
    await page.wait_for_function(FOCUSED, arg="table-3")
    await page.keyboard.press("?")
    await expect(page.get_by_test_id("help")).to_be_visible()
    assert await page.evaluate("document.querySelectorAll('dialog').length") == 1
    await page.keyboard.press("n")
    await page.get_by_test_id("shortcuts").uncheck()
    await page.get_by_test_id("help-close").click()
    await page.wait_for_function(FOCUSED, arg="table-3")
    await at(page, 2).get_by_test_id("chip-25").click()
    await page.keyboard.press("n")
    await page.keyboard.press("1")
    await expect(at(page, 2).get_by_test_id("chip-1")).to_have_attribute("aria-checked", "false")
    await page.wait_for_function(FOCUSED, arg="table-2")


async def test_language_reaches_every_table_and_signing_out_ends_all(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1, 2)
    await mark(page, 1, 2)
    await page.get_by_test_id("language").select_option("zh-Hant")
    for number in (1, 2):
        await expect(at(page, number).locator("html")).to_have_attribute("lang", "zh-Hant")
        assert await unmoved(page, number)
        assert await at(page, number).get_by_test_id("guide").count() == 0
        assert await at(page, number).get_by_test_id("balance").count() == 0
    await expect(page.get_by_test_id("pane-2").get_by_role("heading")).to_have_text("2 號枱")
    await page.get_by_test_id("to-you").click()
    await page.get_by_test_id("leave").click()
    await page.get_by_test_id("leave-now").click()
    await expect(page.get_by_test_id("enter")).to_be_visible()
    assert await page.evaluate(FRAMES) == []


async def test_chips_that_one_player_laid_are_not_there_for_the_next_in_this_window(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1, 2)
    await lay(page, 1, "player")
    await expect(at(page, 1).get_by_test_id("confirm")).to_contain_text("100")
    await page.reload()
    await expect(at(page, 1).get_by_test_id("confirm")).to_contain_text("100")
    await page.get_by_test_id("to-you").click()
    await page.get_by_test_id("leave").click()
    await page.get_by_test_id("leave-now").click()
    await page.get_by_test_id("enter").click()
    await at(page, 1).locator('[data-testid="phase"][data-phase="betting"]').wait_for()
    await at(page, 1).get_by_test_id("chip-25").click()
    await at(page, 1).get_by_test_id("spot-tie").click()
    await expect(at(page, 1).get_by_test_id("confirm")).to_contain_text("25")
    await expect(at(page, 1).get_by_test_id("confirm")).not_to_contain_text("125")
    assert await page.evaluate("Object.keys(sessionStorage).length") == 1


async def test_a_narrow_window_shows_the_first_and_keeps_the_others(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1, 2)
    await lay(page, 2, "player")
    await mark(page, 1, 2)
    await page.set_viewport_size({"width": 1000, "height": 900})
    await expect(page.get_by_test_id("beside-narrow")).to_contain_text("Here you see Table 1")
    await expect(page.get_by_test_id("pane-2")).to_be_hidden()
    await page.set_viewport_size({"width": 1440, "height": 900})
    await expect(at(page, 2).get_by_test_id("confirm")).to_contain_text("100")
    assert [await unmoved(page, number) for number in (1, 2)] == [True] * 2
    phone = await beside(browser, served, 3, **PHONE)
    await go(phone, 3, 5)
    await expect(phone.get_by_test_id("beside-narrow").get_by_role("link", name="Table 5")).to_be_visible()
    assert await phone.evaluate(FRAMES) == ["table-3"]
    assert await phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await phone.get_by_test_id("beside-narrow").get_by_role("link", name="Table 5").click()
    await expect(phone.get_by_test_id("table-number")).to_have_text("Table 5")


async def test_links_at_a_table_leave_the_others_where_they_are(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1)
    await go(page, 1, 77)
    await mark(page, 1)
    await at(page, 1).get_by_test_id("to-card-check").click()
    async with page.expect_popup() as opened:
        await at(page, 1).get_by_test_id("to-shoes").click()
    shoes = await opened.value
    await expect(shoes.get_by_role("heading", level=1)).to_be_visible()
    assert shoes.url.endswith("#/table/1/shoes")
    assert await unmoved(page, 1)
    await at(page, 77).get_by_role("link").click()
    await expect(page.get_by_test_id("table-1")).to_be_visible()
    assert page.url.endswith("#/")


async def test_what_a_round_made_counts_once_in_the_session(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1, 5)
    for number in (1, 5):
        await lay(page, number, "player")
        await at(page, number).get_by_test_id("confirm").click()
        await expect(at(page, number).get_by_test_id("staked")).to_have_text("100")
    for number in (1, 5):
        await served.until(lambda state: state.phase is Phase.RESULT, number)
    await expect(page.get_by_test_id("in-play")).to_have_text("0.00")
    me = await (await page.request.get(f"http://{served.address}/api/me")).json()
    await expect(page.get_by_test_id("balance")).to_have_attribute("data-cents", str(me["balance_cents"]))
    await expect(page.get_by_test_id("session-net")).to_have_attribute("data-cents", str(me["balance_cents"] - 1_000_000))


async def test_axe_finds_nothing_around_the_tables_or_in_them(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1)
    assert await violations(page) == []
    await go(page, 1, 2, 3)
    await takes_bets(page, served, 3)
    await page.get_by_test_id("beside-add").click()
    await page.get_by_test_id("table-picker").wait_for()
    assert await violations(page) == []
    await go(page, 1, 2, 3, 4)
    await takes_bets(page, served, 4)
    assert await violations(page) == []


async def test_what_is_told_of_a_table_names_it(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1, 5)
    await lay(page, 5, "banker", 25)
    await at(page, 5).get_by_test_id("confirm").click()
    await expect(at(page, 5).get_by_test_id("live-polite")).to_contain_text("Table 5: Banker 25 confirmed")
    await expect(at(page, 1).get_by_test_id("live-polite")).not_to_contain_text("confirmed")
    await expect(page.get_by_test_id("live-polite")).not_to_contain_text("confirmed")


async def test_a_frames_address_as_a_whole_page_is_that_table_and_leads_to_the_rest(browser: Browser, served: MovedHouse) -> None:
    page = await beside(browser, served, 1)
    await page.goto(f"http://{served.address}/?lang=en#/pane/1")
    await page.get_by_test_id("phase").wait_for()
    await page.get_by_role("link", name="Open the whole page of Table 1").click()
    await expect(page.get_by_test_id("table-number")).to_have_text("Table 1")


async def test_a_foreign_page_cannot_put_it_into_a_frame(browser: Browser, served: MovedHouse) -> None:
    context = await browser.new_context(**DESKTOP)
    page = await context.new_page()
    html = f'<iframe name="taken" src="http://{served.address}/#/pane/1"></iframe>'
    await page.route("http://elsewhere.test/", lambda route: route.fulfill(body=html, content_type="text/html"))
    await page.goto("http://elsewhere.test/")
    frame = page.frame("taken")
    assert frame is not None
    await frame.wait_for_url("chrome-error://**")


async def test_who_closes_a_table_between_sealing_and_opening_still_opens(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with moved(tmp_path_factory.mktemp("shared"), SHARED) as served:
        context = await browser.new_context(**DESKTOP)
        page = await context.new_page()
        page.set_default_timeout(WAIT_MS)
        await page.goto(f"http://{served.address}/")
        await page.get_by_test_id("enter").click()
        await page.get_by_test_id("table-1").wait_for()
        await go(page, 1, 2)
        for number in (1, 2):
            await at(page, number).get_by_test_id("share-now").click()
            await page.wait_for_function(TAKEN, arg=number)
            assert (ceremony := served.state(number).ceremony) is not None
            assert ceremony.stage is Stage.SEALING
        await page.get_by_test_id("close-1").click()
        await expect(page.get_by_test_id("pane-1")).to_have_count(0)
        for number in (1, 2):
            state = await served.betting(number)
            assert state.shoe is not None
            assert state.shoe.ceremony is not None
            assert (len(state.shoe.ceremony.opened), state.shoe.ceremony.failures) == (1, 0)
        served.audit()


class Lines:
    """The lines of a page and its frames, in the order in which they were opened. While it is deaf no answer comes."""

    def __init__(self) -> None:
        self.opened: list[WebSocketRoute] = []
        self.deaf = False

    def meet(self, line: WebSocketRoute) -> None:
        house = line.connect_to_server()
        self.opened.append(line)
        house.on_message(lambda message: None if self.deaf and '"answer"' in str(message) else line.send(message))


@pytest.mark.parametrize("line", ["answers late", "breaks"])
async def test_who_closes_a_table_opens_though_the_line(
    line: str, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with moved(tmp_path_factory.mktemp("lines"), SHARED) as served:
        context = await browser.new_context(**DESKTOP)
        page = await context.new_page()
        page.set_default_timeout(WAIT_MS)
        lines = Lines()
        await page.route_web_socket("**/ws*", lines.meet)
        await page.goto(f"http://{served.address}/")
        await page.get_by_test_id("enter").click()
        await page.get_by_test_id("table-1").wait_for()
        await go(page, 1, 2)
        await at(page, 1).get_by_test_id("share-now").wait_for()
        lines.deaf = line == "answers late"
        await at(page, 1).get_by_test_id("share-now").click()
        await true_within(lambda: (ceremony := served.state(1).ceremony) is not None and len(ceremony.seals) == 1)
        assert await page.evaluate(TAKEN, 1) is False or not lines.deaf
        await page.get_by_test_id("close-1").click()
        await expect(page.get_by_test_id("pane-1")).to_have_count(0)
        lines.deaf = False
        if line == "breaks":
            await true_within(lambda: served.house.casino.floor.watching(1) == 1)
            await lines.opened[0].close(code=1012)
        state = await served.betting(1)
        assert state.shoe is not None
        assert state.shoe.ceremony is not None
        assert (len(state.shoe.ceremony.opened), state.shoe.ceremony.failures) == (1, 0)
        await true_within(lambda: served.house.casino.floor.watching(1) == 0)
        served.audit()
