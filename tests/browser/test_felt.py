"""The felt in a real Chromium: chips by mouse, finger and keys, the round as it is played, and coming back in any phase."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, CDPSession, Locator, Page, WebSocketRoute

from puntobanco.table.state import Phase
from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, PHONE, cards, enter, expect, lay, phase, settled
from tests.server.served import table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PACE: dict[str, object] = {"card_seconds": 0.3, "result_seconds": 1.3, "shuffle_seconds": 0.5}
SLOW = 1
"""A table where bets stay open."""

ROUND_TABLES = range(2, 14)
"""Tables for whole rounds, one for each test that plays them."""

LONG_PHASES = 20
"""A table on which every phase lasts until the test goes on, so that the line can be lost in it."""

LONG_PACE: dict[str, object] = {"card_seconds": 30, "result_seconds": 30, "shuffle_seconds": 30}
TABLES = table(LONG_PHASES, betting_seconds=60, **LONG_PACE) + table(SLOW, betting_seconds=600, **PACE)
TABLES += "".join(table(number, betting_seconds=60, **PACE) for number in ROUND_TABLES)
_unused_tables = iter(ROUND_TABLES)
SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[MovedHouse]:
    async with moved(tmp_path_factory.mktemp("felt"), TABLES) as served:
        yield served


@pytest.fixture
def fresh() -> int:
    """A table that opens for the test."""
    return next(_unused_tables)


@contextlib.asynccontextmanager
async def seated(
    browser: Browser, served: MovedHouse, number: int, device: dict[str, Any] = DESKTOP, **more: Any
) -> AsyncIterator[Page]:
    """A newcomer at a table where bets are being taken."""
    context = await browser.new_context(**device, **more)
    page = await context.new_page()
    try:
        await enter(page, served.address, number)
        await served.betting(number)
        await phase(page, "betting")
        # It comes by itself, and moves what lies below it.
        await page.get_by_test_id("guide").wait_for()
        yield page
    finally:
        await context.close()


async def middle(part: Locator) -> tuple[float, float]:
    """Where to put a pointer on it."""
    box = await part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(page: Page, part: Locator, x: float, y: float, *, drop: bool = True) -> None:
    """Carry something with the mouse, once it lies still."""
    await part.evaluate("part => Promise.all(part.getAnimations({subtree: true}).map((motion) => motion.finished))")
    await page.mouse.move(*await middle(part))
    await page.mouse.down()
    await page.mouse.move(x, y, steps=5)
    if drop:
        await page.mouse.up()


SWIPES = 3
"""On a busy machine a finger may rest so long before it moves that it means to press."""


async def swipe(cdp: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One finger from here to there."""

    async def touch(kind: str, *points: tuple[float, float]) -> None:
        await cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    await touch("touchStart", start)
    for part in range(1, 7):
        await touch("touchMove", tuple(a + (b - a) * part / 6 for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
    await touch("touchEnd")


async def holds(page: Page, bet: str, cents: int, state: str) -> None:
    pile = page.locator(f'[data-testid="pile-{bet}"][data-state="{state}"]')
    await expect(pile).to_have_attribute("data-cents", str(cents))


async def test_a_round_with_the_mouse_carrying_the_chips(browser: Browser, served: MovedHouse, fresh: int) -> None:
    async with seated(browser, served, fresh) as page:
        used = int(await page.get_by_test_id("discard").get_attribute("data-cards") or 0)
        await drag(page, page.get_by_test_id("chip-100"), *await middle(page.get_by_test_id("spot-banker")))
        await drag(page, page.get_by_test_id("chip-25"), *await middle(page.get_by_test_id("spot-banker")))
        await holds(page, "banker", 12_500, "unconfirmed")
        await page.get_by_test_id("confirm").click()
        await holds(page, "banker", 12_500, "confirmed")
        await expect(page.get_by_test_id("staked")).to_have_text("125")
        await served.no_more_bets(fresh)
        await phase(page, "dealing")
        await expect(page.get_by_test_id("why")).to_be_visible()
        await settled(page)
        await served.betting(fresh, round_number=2)
        await phase(page, "betting")
        collected = page.get_by_test_id("discard")
        await expect(collected).not_to_have_attribute("data-cards", str(used))
        assert 4 <= int(await collected.get_attribute("data-cards") or 0) - used <= 6
        assert await cards(page) == []


async def test_a_round_on_a_phone_with_one_finger_which_also_scrolls(browser: Browser, served: MovedHouse, fresh: int) -> None:
    async with seated(browser, served, fresh, PHONE) as page:
        cdp = await page.context.new_cdp_session(page)
        for _ in range(SWIPES):
            await swipe(cdp, await middle(page.get_by_test_id("chip-100")), await middle(page.get_by_test_id("spot-player")))
            if await page.get_by_test_id("pile-player").count():
                break
        await holds(page, "player", 10_000, "unconfirmed")
        await page.get_by_test_id("confirm").tap()
        await holds(page, "player", 10_000, "confirmed")
        await served.no_more_bets(fresh)
        await settled(page)
        x, y = await middle(page.get_by_test_id("spot-tie"))
        await swipe(cdp, (x, y), (x, y - 250))
        await page.wait_for_function("scrollY > 50")
        await expect(page.get_by_test_id("pile-tie")).to_have_count(0)


async def test_a_round_with_keys_alone(browser: Browser, served: MovedHouse, fresh: int) -> None:
    async with seated(browser, served, fresh) as page:
        for _ in range(60):
            await page.keyboard.press("Tab")
            if await focused(page) == "spot-player_dragon":
                break
        await page.keyboard.press("3")
        await expect(page.get_by_test_id("chip-25")).to_have_attribute("aria-checked", "true")
        await page.keyboard.press("ArrowDown")
        assert await focused(page) == "spot-player"
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Delete")
        await holds(page, "player", 2_500, "unconfirmed")
        for _ in range(60):
            await page.keyboard.press("Tab")
            if await focused(page) == "confirm":
                break
        await page.keyboard.press("Enter")
        await holds(page, "player", 2_500, "confirmed")
        await expect(page.get_by_test_id("live-polite")).to_contain_text("Player 25 confirmed.")
        await served.no_more_bets(fresh)
        await settled(page)


async def focused(page: Page) -> str | None:
    return str(await page.evaluate("document.activeElement?.dataset.testid ?? null"))


async def test_what_is_dragged_off_is_taken_off_confirmed_or_not_and_escape_leaves_it(browser: Browser, served: MovedHouse) -> None:
    async with seated(browser, served, SLOW) as page:
        await lay(page, "banker")
        await lay(page, "tie", 25)
        bare = await middle(page.get_by_test_id("phase"))
        await drag(page, page.get_by_test_id("pile-banker"), *bare, drop=False)
        await page.keyboard.press("Escape")
        await page.mouse.up()
        await holds(page, "banker", 10_000, "unconfirmed")
        await drag(page, page.get_by_test_id("pile-banker"), *await middle(page.get_by_test_id("spot-player")))
        await holds(page, "player", 10_000, "unconfirmed")
        await drag(page, page.get_by_test_id("pile-player"), *bare)
        await expect(page.get_by_test_id("pile-player")).to_have_count(0)
        await page.get_by_test_id("confirm").click()
        await holds(page, "tie", 2_500, "confirmed")
        await drag(page, page.get_by_test_id("pile-tie"), *bare)
        await expect(page.get_by_test_id("pile-tie")).to_have_count(0)
        await expect(page.get_by_test_id("balance")).to_have_text("10,000.00")


async def test_a_confirmed_stake_is_slid_to_another_spot_and_stays_where_that_would_not_take_it(
    browser: Browser, served: MovedHouse
) -> None:
    async with seated(browser, served, SLOW) as page:
        await lay(page, "player")
        await lay(page, "tie", 1)
        await page.get_by_test_id("confirm").click()
        await holds(page, "player", 10_000, "confirmed")
        await drag(page, page.get_by_test_id("pile-player"), *await middle(page.get_by_test_id("spot-banker")))
        await holds(page, "banker", 10_000, "confirmed")
        await expect(page.get_by_test_id("pile-player")).to_have_count(0)
        await expect(page.get_by_test_id("balance")).to_have_text("9,899.00")
        await drag(page, page.get_by_test_id("pile-tie"), *await middle(page.get_by_test_id("spot-player")))
        await expect(page.get_by_test_id("hint-player")).to_contain_text("5")
        await holds(page, "tie", 100, "confirmed")


async def test_chips_lie_as_they_lay_for_who_looks_at_the_lobby_and_undo_brings_cleared_ones_back(
    browser: Browser, served: MovedHouse
) -> None:
    async with seated(browser, served, SLOW) as page:
        await lay(page, "banker")
        await lay(page, "tie", 25)
        await page.get_by_test_id("clear").click()
        await expect(page.get_by_test_id("pile-banker")).to_have_count(0)
        await page.get_by_test_id("undo").click()
        await page.get_by_test_id("to-lobby").click()
        await page.get_by_test_id(f"table-{SLOW}").click()
        await holds(page, "banker", 10_000, "unconfirmed")
        await holds(page, "tie", 2_500, "unconfirmed")


async def test_a_chip_that_does_not_fit_is_told_why_at_its_spot(browser: Browser, served: MovedHouse) -> None:
    async with seated(browser, served, SLOW) as page:
        await lay(page, "tie")
        await expect(page.get_by_test_id("left-tie")).to_contain_text("100 left")
        await lay(page, "tie", 500)
        await expect(page.get_by_test_id("hint-tie")).to_have_text("500 does not fit. Limit 200. 100 still fits.")
        await expect(page.get_by_test_id("live-assertive")).to_contain_text("500 does not fit.")
        await holds(page, "tie", 10_000, "unconfirmed")


async def test_the_last_bet_again_and_double_also_after_a_reload_and_up_to_the_limit(
    browser: Browser, served: MovedHouse, fresh: int
) -> None:
    async with seated(browser, served, fresh) as page:
        await expect(page.get_by_test_id("rebet")).to_have_attribute("aria-disabled", "true")
        await lay(page, "banker")
        await lay(page, "tie")
        await page.get_by_test_id("confirm").click()
        await holds(page, "tie", 10_000, "confirmed")
        await served.until(lambda state: state.phase is Phase.RESULT, fresh)
        await phase(page, "result")
        await page.reload()
        await served.betting(fresh, round_number=2)
        await phase(page, "betting")
        await page.get_by_test_id("rebet").click()
        await holds(page, "banker", 10_000, "unconfirmed")
        await page.get_by_test_id("double").click()
        await holds(page, "banker", 20_000, "unconfirmed")
        await holds(page, "tie", 20_000, "unconfirmed")
        await page.get_by_test_id("double").click()
        await holds(page, "banker", 40_000, "unconfirmed")
        await holds(page, "tie", 20_000, "unconfirmed")
        await expect(page.get_by_test_id("notice")).to_contain_text("Tie 200 not laid. Limit 200.")
        await page.get_by_test_id("undo").click()
        await holds(page, "banker", 20_000, "unconfirmed")


_RECORD_MOTION = """
    window.longest = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        window.longest = Math.max(window.longest, (options.delay ?? 0) + options.duration);
        return animate.call(this, frames, options);
    };
"""


async def test_with_reduced_motion_nothing_takes_longer_than_a_blink(browser: Browser, served: MovedHouse, fresh: int) -> None:
    async def longest(motion: str) -> float:
        context = await browser.new_context(**DESKTOP, reduced_motion=motion)  # type: ignore[arg-type]
        page = await context.new_page()
        await page.add_init_script(_RECORD_MOTION)
        await enter(page, served.address, fresh)
        await phase(page, "betting")
        betting.release()
        await phase(page, "dealing")
        await phase(page, "result")
        measured = float(await page.evaluate("window.longest"))
        await context.close()
        return measured

    betting = asyncio.Semaphore(0)

    async def deal() -> None:
        """Once both see the betting, it ends."""
        for _ in range(2):
            await betting.acquire()
        await served.no_more_bets(fresh)

    still, moving, _ = await asyncio.gather(longest("reduce"), longest("no-preference"), deal())
    assert 0 < still <= 80
    assert moving > 150


async def test_on_a_slow_line_a_bet_is_pending_until_the_house_has_it(browser: Browser, served: MovedHouse) -> None:
    async def slowly(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        loop = asyncio.get_running_loop()
        socket.on_message(lambda message: loop.call_later(0.4, server.send, message))
        server.on_message(lambda message: loop.call_later(0.4, socket.send, message))

    context = await browser.new_context(**PHONE)
    page = await context.new_page()
    await page.route_web_socket("**/ws*", slowly)
    await enter(page, served.address, SLOW)
    await served.betting(SLOW)
    await phase(page, "betting")
    await lay(page, "player")
    await page.get_by_test_id("confirm").tap()
    await holds(page, "player", 10_000, "pending")
    await holds(page, "player", 10_000, "confirmed")
    await context.close()


def dropping(lines: list[WebSocketRoute]) -> Callable[[WebSocketRoute], Awaitable[None]]:
    """Let frames through, and keep the line so that it can be cut."""

    async def route(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        lines.append(socket)

    return route


async def picture(page: Page) -> dict[str, Any]:
    """What lies on the felt."""
    seen = await page.evaluate(
        """() => {
            const of = (name) => [...document.querySelectorAll(name)];
            return {
                phase: document.querySelector('[data-testid="phase"]').dataset.phase,
                round: document.querySelector('[data-testid="round"]').textContent,
                cards: of('[data-card]').map((card) => card.dataset.card),
                points: of('[data-testid$="-points"]').map((plate) => plate.textContent),
                discard: document.querySelector('[data-testid="discard"]').dataset.cards,
                road: of('[data-road] path').map((marks) => marks.getAttribute("d")),
                lost: document.querySelector('[data-testid="line-lost"]') !== null,
            };
        }"""
    )
    assert isinstance(seen, dict)
    return seen


async def test_who_comes_back_in_any_phase_sees_what_those_see_who_stayed(browser: Browser, served: MovedHouse) -> None:
    lines: list[WebSocketRoute] = []
    context = await browser.new_context(**DESKTOP)
    page, other = await context.new_page(), await context.new_page()
    await page.route_web_socket("**/ws*", dropping(lines))
    await enter(page, served.address, LONG_PHASES)
    await other.goto(page.url)
    await other.get_by_test_id("phase").wait_for()
    for name in ("shuffling", "burning", "betting", "dealing", "result"):
        await served.until(lambda state, name=name: state.phase == name, LONG_PHASES)  # type: ignore[misc]
        await phase(page, name)
        await lines[-1].close()
        await page.get_by_test_id("line-lost").wait_for()
        await page.get_by_test_id("line-lost").wait_for(state="detached")
        async with asyncio.timeout(5):
            while True:
                back, stayed = await asyncio.gather(picture(page), picture(other))
                if back == stayed:
                    break
    await context.close()


@pytest.mark.parametrize("device", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
async def test_on_a_phone_all_spots_and_the_tray_are_in_sight_together(
    browser: Browser, served: MovedHouse, device: dict[str, Any]
) -> None:
    async with seated(browser, served, SLOW, device) as page:
        if device is SIDEWAYS:
            await page.get_by_test_id("guide-skip").click()
        boxes = [await spot.bounding_box() for spot in await page.locator("[data-spot]").all()]
        tray = await page.get_by_test_id("confirm").bounding_box()
        assert len(boxes) == 14
        assert tray is not None
        height = device["viewport"]["height"]
        assert tray["y"] + tray["height"] <= height
        assert all(box is not None and box["y"] >= 0 and box["y"] + box["height"] <= tray["y"] for box in boxes)
        assert await page.evaluate("document.documentElement.scrollWidth") == device["viewport"]["width"]
