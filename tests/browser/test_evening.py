"""An evening at the table by mouse, by finger and by keys alone: many rounds in a row, and page, statement and books agree."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.browser.seen import DESKTOP, PHONE, balance, cents, enter, phase, settled
from tests.browser.test_felt import drag, focused, holds, middle, swipe
from tests.server.books import check_books
from tests.server.served import Served, table

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.asyncio(loop_scope="session")]

ROUNDS = 15
TABLES = table(1, "live", betting_seconds=12, card_seconds=0.2, result_seconds=2, shuffle_seconds=1)
SPOTS = ("banker", "player", "tie", "player_pair", "banker_dragon", "lucky_six")
Hand = Callable[[Page, str], Awaitable[None]]


async def by_mouse(page: Page, spot: str) -> None:
    """Carry a chip to the spot, and confirm."""
    await drag(page, page.get_by_test_id("chip-25"), *await middle(page.get_by_test_id(f"spot-{spot}")))
    await page.get_by_test_id("confirm").click()


async def by_finger(page: Page, spot: str) -> None:
    """The same with one finger."""
    cdp = await page.context.new_cdp_session(page)
    await swipe(cdp, await middle(page.get_by_test_id("chip-25")), await middle(page.get_by_test_id(f"spot-{spot}")))
    await cdp.detach()
    await page.get_by_test_id("confirm").tap()


async def by_keys(page: Page, spot: str) -> None:
    """Walk to the spot, lay the third chip, walk to the button."""
    await page.keyboard.press("3")
    await walked(page, "Tab", lambda name: name == f"spot-{spot}")
    await page.keyboard.press("Enter")
    await walked(page, "Tab", lambda name: name == "confirm")
    await page.keyboard.press("Enter")


async def walked(page: Page, key: str, there: Callable[[str], bool]) -> None:
    for _ in range(80):
        if there(str(await focused(page))):
            return
        await page.keyboard.press(key)
    raise AssertionError(f"{key} never came there")


@pytest.mark.parametrize(
    ("hand", "device"), [(by_mouse, DESKTOP), (by_finger, PHONE), (by_keys, DESKTOP)], ids=["mouse", "finger", "keys"]
)
async def test_an_evening_of_rounds(browser: Browser, tmp_path: Path, hand: Hand, device: dict[str, Any]) -> None:
    with Served(tmp_path, TABLES) as served:
        context = await browser.new_context(**device)
        page = await context.new_page()
        blocked: list[str] = []
        page.on("console", lambda line: blocked.append(line.text) if "Content Security Policy" in line.text else None)
        await enter(page, served.address)
        await page.get_by_test_id("guide-skip").click()
        for _, spot in zip(range(ROUNDS), itertools.cycle(SPOTS), strict=False):
            await phase(page, "betting")
            await hand(page, spot)
            await holds(page, spot, 2_500, "confirmed")
            await settled(page)
        rounds = await recorded(page)
        assert len(rounds) == ROUNDS
        assert {one["bets"][0]["bet"] for one in rounds} == set(SPOTS)
        assert await balance(page) == 1_000_000 + sum(one["net"] for one in rounds)
        assert cents(await page.get_by_test_id("session-net").inner_text()) == sum(one["net"] for one in rounds)
        assert blocked == []
        await context.close()
    check_books(served.database)


async def recorded(page: Page) -> list[dict[str, Any]]:
    """The player's whole bet record."""
    async with asyncio.timeout(5):
        found = await (await page.request.get(f"{page.url.split('#')[0]}api/bets?limit=100")).json()
    return list(found["rounds"])
