"""What a person sees of the page in a real Chromium, by the names that the page gives its parts."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urljoin

from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.chromium import executable

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

THROWN: list[str] = []
"""What the pages of the test under way threw and nobody caught. Every test asks that there is nothing."""

MARKS = """(within, road) => [...within.querySelectorAll(`[data-road="${road}"] path[data-mark]`)].flatMap((path) => {
    const mark = path.dataset.mark;
    if (mark === "tie" || path.closest(".imagined")) return [];
    const begins = [...path.getAttribute("d").matchAll(/M(-?[\\d.]+) (-?[\\d.]+)/g)];
    const cells = begins.map(([, x, y]) => `${Math.floor(x / 100)},${Math.floor(y / 100)}`);
    return [...new Set(cells)].map((cell) => `${cell} ${mark}`);
})"""

WAIT_MS = 20_000
expect.set_options(timeout=WAIT_MS)

_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium, headless."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable(), args=_ARGUMENTS)
        browser.on("context", lambda context: context.on("weberror", lambda fault: THROWN.append(str(fault.error))))
        try:
            yield browser
        finally:
            await browser.close()


async def enter(page: Page, address: str, table: int = 1) -> None:
    """Open the page, enter as a guest, and sit down at a table."""
    page.set_default_timeout(WAIT_MS)
    await page.goto(f"http://{address}/")
    await page.get_by_test_id("enter").click()
    await sit(page, table)


async def sit(page: Page, table: int = 1) -> None:
    """Sit down at a table, from the lobby."""
    await page.get_by_test_id(f"table-{table}").click()
    await page.get_by_test_id("phase").wait_for()


async def marks_of(within: Locator, road: str) -> set[tuple[str, str]]:
    """The marks of a road as its paths have them: column and row, and which. What is only imagined is none."""
    found = [tuple(one.split(" ")) for one in await within.evaluate(MARKS, road)]
    assert len(set(found)) == len(found)
    return {(cell, mark) for cell, mark in found}


async def phase(page: Page, *phases: str) -> None:
    """Wait until the table is in one of these phases."""
    wanted = ",".join(f'[data-testid="phase"][data-phase="{name}"]' for name in phases)
    await page.locator(wanted).first.wait_for(timeout=WAIT_MS)


async def settled(page: Page) -> None:
    """Wait until the round has ended, and the balance shown is the one the house has: it comes after the result."""
    await phase(page, "result")
    me = await (await page.request.get(urljoin(page.url, "/api/me"))).json()
    await expect(page.get_by_test_id("balance")).to_have_text(f"{me['balance_cents'] / 100:,.2f}")


async def lay(page: Page, spot: str, chip: int = 100) -> None:
    """Lay one chip on a spot."""
    await page.get_by_test_id(f"chip-{chip}").click()
    await page.get_by_test_id(f"spot-{spot}").click()


async def balance(page: Page) -> int:
    """The balance on the page, in cents; its figures may still be running to it."""
    return int(str(await page.get_by_test_id("balance").get_attribute("data-cents")))


def cents(text: str) -> int:
    """An amount as shown, in cents: its last figure-like word, without thousands separators."""
    figure = next(word for word in reversed(text.split()) if any(map(str.isdigit, word)))
    whole, _, rest = figure.replace(",", "").replace("−", "-").partition(".")
    return int(whole) * 100 + int((rest + "00")[:2]) * (-1 if whole.startswith("-") else 1)


async def cards(page: Page) -> list[str]:
    """The cards on the felt, Player's first."""
    found = await page.locator("[data-card]").all()
    return [str(await card.get_attribute("data-card")) for card in found]


__all__ = ["DESKTOP", "PHONE", "balance", "cards", "cents", "chromium", "enter", "expect", "lay", "phase", "settled", "sit"]
