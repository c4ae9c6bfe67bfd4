"""The page in a real Chromium, against a real ``puntobanco serve``: what a player does and sees."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import msgspec
import pytest
from playwright.async_api import Browser, Page, WebSocketRoute

from tests.browser.seen import (
    DESKTOP,
    PHONE,
    WAIT_MS,
    balance,
    cards,
    cents,
    enter,
    expect,
    lay,
    phase,
    settled,
    sit,
)
from tests.server.served import Served, table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

BETTING_S = 4
"""Time for all that a test does before the cards, on a busy machine too: every test has a table that opens when it comes."""

TABLE = table(betting_seconds=BETTING_S, card_seconds=0.25, result_seconds=1.2, shuffle_seconds=1)

Picture = dict[str, Any]


@pytest.fixture
def served(tmp_path: Path) -> Served:
    return Served(tmp_path, TABLE)


async def from_server(page: Page, path: str) -> Any:
    """What the server says over HTTP to the player of a page."""
    answer = await page.request.get(urljoin(page.url, path))
    assert answer.ok, await answer.text()
    return await answer.json()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_a_newcomer_bets_sees_the_round_and_balance_record_and_ledger_agree(
    browser: Browser, served: Served, device: dict[str, Any]
) -> None:
    with served:
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


async def test_a_reload_in_every_phase_shows_the_same_table(browser: Browser, served: Served) -> None:
    with served:
        page = await browser.new_page(**DESKTOP)
        await enter(page, served.address)
        await phase(page, "shuffling")
        await reloaded(page)
        await phase(page, "betting")
        await lay(page, "player")
        await page.get_by_test_id("confirm").click()
        await expect(page.get_by_test_id("pile-player")).to_have_attribute("data-state", "confirmed")
        for name in ("betting", "dealing", "result"):
            await (settled(page) if name == "result" else phase(page, name))
            await reloaded(page)


async def reloaded(page: Page) -> None:
    """Reload and compare the picture before with the one after, as far as the table has not gone on between."""
    before = await picture(page)
    await page.reload()
    await page.get_by_test_id("phase").wait_for()
    after = await picture(page)
    if (after["phase"], after["round"]) == (before["phase"], before["round"]):
        # A card may have been turned during the reload.
        assert set(before.pop("cards")) <= set(after.pop("cards"))
        assert after == before
    else:
        assert after["round"] != before["round"] or after["phase"] in ("dealing", "result", "burning")


async def test_a_confirm_that_comes_late_is_refused_with_the_reason_and_the_chips_go_back(browser: Browser, served: Served) -> None:
    with served:
        page = await browser.new_page(**DESKTOP)
        held: list[Callable[[], None]] = []
        await page.route_web_socket("**/ws*", holding_bets(held))
        await enter(page, served.address)
        await phase(page, "betting")
        await lay(page, "banker")
        await page.get_by_test_id("confirm").click()
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


async def test_the_same_command_twice_is_one_bet(browser: Browser, served: Served) -> None:
    async def doubling(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def on_message(message: str | bytes) -> None:
            for _ in range(2 if is_bet(message) else 1):
                server.send(message)

        socket.on_message(on_message)

    with served:
        page = await browser.new_page(**DESKTOP)
        await page.route_web_socket("**/ws*", doubling)
        await enter(page, served.address)
        await phase(page, "betting")
        await lay(page, "banker")
        await page.get_by_test_id("confirm").click()
        await expect(page.get_by_test_id("pile-banker")).to_have_attribute("data-state", "confirmed")
        await phase(page, "dealing")
        await expect(page.get_by_test_id("pile-banker")).to_have_attribute("data-cents", "10000")
        assert (await from_server(page, "/api/me"))["in_play_cents"] == 10_000


@pytest.mark.long
async def test_two_tabs_of_one_player_agree(browser: Browser, served: Served) -> None:
    with served:
        context = await browser.new_context(**DESKTOP)
        first, second = await context.new_page(), await context.new_page()
        await first.goto(f"http://{served.address}/")
        await first.get_by_test_id("enter").click()
        await first.get_by_test_id("table-1").wait_for()
        await second.goto(f"http://{served.address}/")
        await second.get_by_test_id("table-1").wait_for()
        # From two lobbies, so that both are at the table when it opens.
        await asyncio.gather(sit(first), sit(second))
        await asyncio.gather(phase(first, "betting"), phase(second, "betting"))
        await lay(first, "player")
        await first.get_by_test_id("confirm").click()
        await expect(second.get_by_test_id("pile-player")).to_have_attribute("data-state", "confirmed")
        await expect(second.get_by_test_id("pile-player")).to_have_attribute("data-cents", "10000")
        for tab in (first, second):
            await expect(tab.get_by_test_id("balance")).to_have_text("9,900.00")
        await asyncio.gather(settled(first), settled(second))
        async with asyncio.timeout(WAIT_MS / 1000):
            while True:
                seen = await asyncio.gather(cards(first), cards(second))
                if seen[0] and seen[0] == seen[1]:
                    break
        await expect(second.get_by_test_id("balance")).to_have_text(await first.get_by_test_id("balance").inner_text())


async def test_the_countdown_is_right_when_the_clock_of_the_machine_is_two_minutes_wrong(browser: Browser, served: Served) -> None:
    with served:
        page = await browser.new_page(**DESKTOP)
        await page.add_init_script("const now = Date.now; Date.now = () => now() - 120000")
        await enter(page, served.address)
        await phase(page, "betting")
        shown = cents(await page.get_by_test_id("clock").first.inner_text()) // 100
        assert 1 <= shown <= BETTING_S
        await lay(page, "banker")
        await page.get_by_test_id("confirm").click()
        await expect(page.get_by_test_id("pile-banker")).to_have_attribute("data-state", "confirmed")


@pytest.mark.parametrize(("locale", "word"), [("en-GB", "Balance"), ("zh-HK", "餘額"), ("zh-CN", "余额")])
async def test_the_page_speaks_the_language_of_the_browser(browser: Browser, served: Served, locale: str, word: str) -> None:
    with served:
        page = await browser.new_page(**DESKTOP, locale=locale)
        await enter(page, served.address)
        await expect(page.get_by_text(word).first).to_be_visible()
