"""The page in a real Chromium, against a real ``puntobanco serve``: what a player does and sees."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, WebSocketRoute

from puntobanco.table.state import Phase
from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import (
    DESKTOP,
    PHONE,
    WAIT_MS,
    balance,
    cards,
    enter,
    expect,
    lay,
    phase,
    settled,
    sit,
)
from tests.server.served import Served, table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TABLE = table(betting_seconds=60, card_seconds=30, result_seconds=60, shuffle_seconds=60)
"""A table that stands until the test goes on."""

PROCESS_TABLE = table(betting_seconds=4, card_seconds=0.25, result_seconds=1.2, shuffle_seconds=1)
"""Time for all that a test does before the cards, on a busy machine too: nobody moves the time of a process."""

Picture = dict[str, Any]


@pytest_asyncio.fixture(loop_scope="session")
async def served(tmp_path: Path) -> AsyncIterator[MovedHouse]:
    async with moved(tmp_path, TABLE) as served:
        yield served


async def from_server(page: Page, path: str) -> Any:
    """What the server says over HTTP to the player of a page."""
    answer = await page.request.get(urljoin(page.url, path))
    assert answer.ok, await answer.text()
    return await answer.json()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_a_newcomer_bets_sees_the_round_and_balance_record_and_ledger_agree(
    browser: Browser, tmp_path: Path, device: dict[str, Any]
) -> None:
    with Served(tmp_path, PROCESS_TABLE) as served:
        page = await browser.new_page(**device)
        await enter(page, served.address)
        assert await balance(page) == 1_000_000
        await phase(page, "betting")
        await lay(page, "banker")
        await lay(page, "tie", 5)
        await page.get_by_test_id("confirm").click()
        await expect(page.get_by_test_id("pile-banker")).to_have_attribute("data-state", "confirmed")
        await expect(page.get_by_test_id("balance")).to_have_text("9,895.00")
        await phase(page, "dealing")
        await phase(page, "result")
        assert len(await cards(page)) >= 4
        outcome = await page.get_by_test_id("result").first.get_attribute("data-outcome")
        me, record = await from_server(page, "/api/me"), await from_server(page, "/api/bets")
        (on_record,) = record["rounds"]
        assert on_record["outcome"] == outcome
        assert me["balance_cents"] == 1_000_000 + on_record["net"]
        await expect(page.get_by_test_id("balance")).to_have_text(f"{me['balance_cents'] / 100:,.2f}")
        await page.get_by_test_id("to-bets").click()
        await expect(page.get_by_test_id("bet-record-row")).to_have_count(1)
        served.audit()


_PICTURE = """() => {
    const part = (name) => document.querySelector(`[data-testid="${name}"]`);
    const all = (selector) => [...document.querySelectorAll(selector)];
    return {
        phase: part("phase").dataset.phase,
        shoe: part("shoe").innerText,
        round: part("round").innerText,
        cards: all("[data-card]").map((card) => card.dataset.card),
        piles: Object.fromEntries(
            all('[data-testid^="pile-"][data-state="confirmed"]').map((pile) => [pile.dataset.testid, pile.dataset.cents])
        ),
        balance: part("balance").dataset.cents,
        beads: part("bead-list").innerText,
    };
}"""


async def picture(page: Page) -> Picture:
    """All of the table that a reload must not change, at one moment."""
    taken: Picture = await page.evaluate(_PICTURE)
    return taken


async def test_a_reload_in_every_phase_shows_the_same_table(browser: Browser, served: MovedHouse) -> None:
    page = await browser.new_page(**DESKTOP)
    await enter(page, served.address)
    await phase(page, "shuffling")
    await reloaded(page)
    await served.betting()
    await phase(page, "betting")
    await lay(page, "player")
    await page.get_by_test_id("confirm").click()
    await expect(page.get_by_test_id("pile-player")).to_have_attribute("data-state", "confirmed")
    await reloaded(page)
    await served.until(lambda state: len(state.coup.player) == 2)
    await expect(page.locator("[data-card]")).to_have_count(3)
    await reloaded(page)
    await served.until(lambda state: state.phase is Phase.RESULT)
    await settled(page)
    await reloaded(page)


async def reloaded(page: Page) -> None:
    """Reload, and compare the picture before with the one after."""
    before = await picture(page)
    await page.reload()
    await page.get_by_test_id("phase").wait_for()
    assert await picture(page) == before


async def test_a_confirm_that_comes_late_is_refused_with_the_reason_and_the_chips_go_back(
    browser: Browser, served: MovedHouse
) -> None:
    page = await browser.new_page(**DESKTOP)
    held: list[Callable[[], None]] = []
    await page.route_web_socket("**/ws*", holding_bets(held))
    await enter(page, served.address)
    await served.betting()
    await phase(page, "betting")
    await lay(page, "banker")
    await page.get_by_test_id("confirm").click()
    await expect(page.get_by_test_id("pile-banker")).to_have_attribute("data-state", "pending")
    await served.no_more_bets()
    await phase(page, "dealing")
    assert held
    for send in held:
        send()
    await expect(page.get_by_test_id("notice").first).to_be_visible()
    await expect(page.get_by_test_id("pile-banker")).to_have_count(0)
    assert await balance(page) == 1_000_000
    assert (await from_server(page, "/api/me"))["balance_cents"] == 1_000_000


def holding_bets(held: list[Callable[[], None]]) -> Callable[[WebSocketRoute], Awaitable[None]]:
    """Hold back what the page sends as a bet; each entry of ``held`` sends one on."""

    async def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def on_message(message: str | bytes) -> None:
            if is_bet(message):
                held.append(lambda: server.send(message))
            else:
                server.send(message)

        socket.on_message(on_message)

    return route


def is_bet(message: str | bytes) -> bool:
    """Whether a frame of the page is a bet."""
    return bool(msgspec.json.decode(message)["type"] == "place_bet")


async def test_the_same_command_twice_is_one_bet(browser: Browser, served: MovedHouse) -> None:
    async def doubling(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def on_message(message: str | bytes) -> None:
            for _ in range(2 if is_bet(message) else 1):
                server.send(message)

        socket.on_message(on_message)

    page = await browser.new_page(**DESKTOP)
    await page.route_web_socket("**/ws*", doubling)
    await enter(page, served.address)
    await served.betting()
    await phase(page, "betting")
    await lay(page, "banker")
    await page.get_by_test_id("confirm").click()
    await expect(page.get_by_test_id("pile-banker")).to_have_attribute("data-state", "confirmed")
    await served.no_more_bets()
    await phase(page, "dealing")
    await expect(page.get_by_test_id("pile-banker")).to_have_attribute("data-cents", "10000")
    assert (await from_server(page, "/api/me"))["in_play_cents"] == 10_000


@pytest.mark.long
async def test_two_tabs_of_one_player_agree(browser: Browser, served: MovedHouse) -> None:
    context = await browser.new_context(**DESKTOP)
    first, second = await context.new_page(), await context.new_page()
    await first.goto(f"http://{served.address}/")
    await first.get_by_test_id("enter").click()
    await first.get_by_test_id("table-1").wait_for()
    await second.goto(f"http://{served.address}/")
    await second.get_by_test_id("table-1").wait_for()
    # From two lobbies, so that both are at the table when it opens.
    await asyncio.gather(sit(first), sit(second))
    await served.betting()
    await asyncio.gather(phase(first, "betting"), phase(second, "betting"))
    await lay(first, "player")
    await first.get_by_test_id("confirm").click()
    await expect(second.get_by_test_id("pile-player")).to_have_attribute("data-state", "confirmed")
    await expect(second.get_by_test_id("pile-player")).to_have_attribute("data-cents", "10000")
    for tab in (first, second):
        await expect(tab.get_by_test_id("balance")).to_have_text("9,900.00")
    await served.until(lambda state: state.phase is Phase.RESULT)
    await asyncio.gather(settled(first), settled(second))
    async with asyncio.timeout(WAIT_MS / 1000):
        while True:
            seen = await asyncio.gather(cards(first), cards(second))
            if seen[0] and seen[0] == seen[1]:
                break
    await expect(second.get_by_test_id("balance")).to_have_text(await first.get_by_test_id("balance").inner_text())


async def test_the_countdown_is_right_when_the_clock_of_the_machine_is_two_minutes_wrong(
    browser: Browser, served: MovedHouse
) -> None:
    page = await browser.new_page(**DESKTOP)
    await page.add_init_script("const now = Date.now; Date.now = () => now() - 120000")
    await enter(page, served.address)
    opened = await served.betting()
    await phase(page, "betting")
    clock = page.get_by_test_id("clock").first
    await expect(clock).to_have_text(re.compile(r"^\s*[1-6]?\d\s*$"))
    shown = int(await clock.inner_text())
    assert opened.due_ms is not None
    assert abs(shown - (opened.due_ms - served.clock.now_ms()) / 1000) <= 2
    await lay(page, "banker")
    await page.get_by_test_id("confirm").click()
    await expect(page.get_by_test_id("pile-banker")).to_have_attribute("data-state", "confirmed")


@pytest.mark.parametrize(("locale", "word"), [("en-GB", "Balance"), ("zh-HK", "餘額"), ("zh-CN", "余额")])
async def test_the_page_speaks_the_language_of_the_browser(browser: Browser, served: MovedHouse, locale: str, word: str) -> None:
    page = await browser.new_page(**DESKTOP, locale=locale)
    await enter(page, served.address)
    await expect(page.get_by_text(word).first).to_be_visible()
