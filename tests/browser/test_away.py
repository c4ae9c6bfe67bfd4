"""A page that was put to sleep in the background, and a player who signs out."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, WebSocketRoute

from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, PHONE, enter, expect, lay, phase
from tests.browser.test_felt import drag, picture
from tests.server.served import table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SLOW = 2
TABLES = table(1, "live", betting_seconds=1.5, card_seconds=0.2, result_seconds=0.8, shuffle_seconds=0.5) + table(
    SLOW, betting_seconds=600, card_seconds=0.3, result_seconds=1.3, shuffle_seconds=0.5
)
COUNT_MOTIONS = """
    window.motions = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...all) { window.motions += 1; return animate.apply(this, all); };
"""
HIDE_AS_CHROMIUM_HIDES_A_TAB = """
    const asked = [], late = new Set();
    let hidden = false;
    for (const [name, value] of [["hidden", () => hidden], ["visibilityState", () => hidden ? "hidden" : "visible"]]) {
        Object.defineProperty(document, name, { get: value });
    }
    const { requestAnimationFrame: frame, setInterval: interval } = window;
    window.requestAnimationFrame = (act) => hidden ? asked.push(act) : frame(act);
    window.setInterval = (act, ms) => interval(() => hidden ? late.add(act) : act(), ms);
    window.setHidden = (now) => {
        hidden = now;
        document.dispatchEvent(new Event("visibilitychange"));
        if (!now) { asked.splice(0).forEach((act) => frame(act)); late.forEach((act) => act()); late.clear(); }
    };
"""
"""In a background tab frames stop and timers hardly run, while the socket goes on."""
MOTIONS_OF_ONE_MOMENT = 30


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[MovedHouse]:
    async with moved(tmp_path_factory.mktemp("away"), TABLES) as served:
        yield served


@contextlib.asynccontextmanager
async def hidden(page: Page) -> AsyncIterator[None]:
    """In a background tab."""
    await page.evaluate("setHidden(true)")
    yield
    await page.evaluate("setHidden(false)")


@contextlib.asynccontextmanager
async def stopped(page: Page) -> AsyncIterator[None]:
    """Asleep as on a machine whose lid is shut: nothing runs, and all that came is there at once afterwards."""
    sleeper = await page.context.new_cdp_session(page)
    await sleeper.send("Debugger.enable")
    await sleeper.send("Debugger.pause")
    yield
    await sleeper.send("Debugger.disable")


@pytest.mark.parametrize("seconds", [6, pytest.param(300, marks=pytest.mark.long)], ids=["two rounds", "five minutes"])
@pytest.mark.parametrize("away", [hidden, stopped], ids=["hidden", "stopped"])
async def test_a_page_that_was_away_shows_the_table_as_it_is_and_plays_nothing_of_what_it_missed(
    browser: Browser, served: MovedHouse, away: Callable[[Page], AbstractAsyncContextManager[None]], seconds: float
) -> None:
    context = await browser.new_context(**DESKTOP)
    page, other = await context.new_page(), await context.new_page()
    for script in (COUNT_MOTIONS, HIDE_AS_CHROMIUM_HIDES_A_TAB):
        await page.add_init_script(script)
    await enter(page, served.address)
    await other.goto(page.url)
    for tab in (page, other):
        await phase(tab, "betting")
    left_at, before = await round_on(other), int(await page.evaluate("window.motions"))
    async with away(page):
        await asyncio.sleep(seconds)
        missed = await round_on(other) - left_at
    after = int(await page.evaluate("window.motions"))
    # The house may have given the line up: then it is opened anew first.
    async with asyncio.timeout(15):
        while True:
            back, stayed = await asyncio.gather(picture(page), picture(other))
            if back == stayed:
                break
    clocks = await asyncio.gather(*(tab.evaluate(_CLOCK) for tab in (page, other)))
    assert missed >= 1
    assert after - before < MOTIONS_OF_ONE_MOMENT
    assert abs(clocks[0] - clocks[1]) <= 1
    await context.close()


async def round_on(page: Page) -> int:
    """The round's number, as the page has it."""
    return int((await page.get_by_test_id("round").inner_text()).split()[-1])


_CLOCK = "Number.parseInt(document.querySelector('[data-testid=clock]')?.textContent ?? '0', 10) || 0"


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desktop", "phone"])
async def test_who_signs_out_is_asked_first_and_is_out_in_all_tabs(
    browser: Browser, served: MovedHouse, device: dict[str, Any]
) -> None:
    context = await browser.new_context(**device)
    page, other = await context.new_page(), await context.new_page()
    await enter(page, served.address, SLOW)
    await served.betting(SLOW)
    await other.goto(page.url)
    await phase(page, "betting")
    await lay(page, "player")
    name = str((await (await page.request.get(f"http://{served.address}/api/me")).json())["name"])
    if device is PHONE:
        await page.get_by_test_id("menu").click()
    await page.get_by_test_id("to-you").click()
    await expect(page.get_by_test_id("you")).to_contain_text(name)
    await page.get_by_test_id("leave").click()
    await page.get_by_test_id("stay").click()
    await page.get_by_test_id("leave").click()
    await other.get_by_test_id("spot-tie").focus()
    await page.get_by_test_id("leave-now").click()
    for tab in (page, other):
        await expect(tab.get_by_test_id("enter")).to_be_visible()
    assert (await page.request.get(f"http://{served.address}/api/me")).status == 401
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id("phase").wait_for()
    assert name != (await (await page.request.get(f"http://{served.address}/api/me")).json())["name"]
    await context.close()


async def test_a_bet_taken_back_in_another_tab_is_shown_in_neither_after_a_lost_answer(
    browser: Browser, served: MovedHouse
) -> None:
    """The line breaks between a bet and its answer; meanwhile the bet is taken back elsewhere."""
    unanswered: list[WebSocketRoute] = []

    async def deaf(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        unanswered.append(socket)
        if len(unanswered) == 2:  # the first after entering
            server.on_message(lambda text: None if '"answer"' in str(text) else socket.send(text))

    context = await browser.new_context(**DESKTOP)
    page, other = await context.new_page(), await context.new_page()
    await page.route_web_socket("**/ws*", deaf)
    await enter(page, served.address, SLOW)
    await served.betting(SLOW)
    await other.goto(page.url)
    await phase(page, "betting")
    await lay(page, "player")
    await page.get_by_test_id("confirm").click()
    await other.get_by_test_id("withdraw-player").click()
    await expect(other.get_by_test_id("pile-player")).to_have_count(0)
    await unanswered[1].close()
    await page.get_by_test_id("line-lost").wait_for()
    await page.get_by_test_id("line-lost").wait_for(state="detached")
    for tab in (page, other):
        await expect(tab.get_by_test_id("pile-player")).to_have_count(0)
        await expect(tab.get_by_test_id("staked")).to_have_text("0")
    await context.close()


async def test_whoever_leaves_the_table_while_carrying_a_chip_carries_nothing_any_more(
    browser: Browser, served: MovedHouse
) -> None:
    context = await browser.new_context(**DESKTOP)
    page = await context.new_page()
    await enter(page, served.address, SLOW)
    await served.betting(SLOW)
    await phase(page, "betting")
    await drag(page, page.get_by_test_id("chip-25"), 700, 300, drop=False)
    await page.go_back()
    await page.get_by_test_id(f"table-{SLOW}").wait_for()
    await page.mouse.move(500, 400, steps=5)
    await page.mouse.up()
    await page.go_forward()
    await phase(page, "betting")
    await expect(page.get_by_test_id("staked")).to_have_text("0")
    await context.close()
