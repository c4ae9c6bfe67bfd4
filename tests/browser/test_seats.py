"""Seats in a real Chromium, on a desktop and on a phone: sit, bet, the early close, the warning, leave."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from puntobanco.table.seating import IDLE_ROUNDS
from tests.browser.gallery import scene
from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, PHONE, enter, expect, lay, phase
from tests.server.served import table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PACE: dict[str, object] = {"card_seconds": 3, "result_seconds": 5, "shuffle_seconds": 0.5}
TABLES = "".join(table(number, "chips", betting_seconds=60, **PACE) for number in (1, 2)) + "".join(
    table(number, "classic", betting_seconds=60, **PACE) for number in (3, 4)
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[MovedHouse]:
    async with moved(tmp_path_factory.mktemp("seats"), TABLES) as served:
        yield served
        served.audit()


async def whose(page: Page, seat: int, wanted: str) -> None:
    await expect(page.get_by_test_id(f"seat-{seat}")).to_have_attribute("data-whose", wanted)


@pytest.mark.parametrize(("number", "device"), [(1, DESKTOP), (2, PHONE)])
async def test_sit_bet_close_early_and_leave(browser: Browser, served: MovedHouse, number: int, device: dict[str, Any]) -> None:
    contexts = [await browser.new_context(**device) for _ in range(2)]
    first, second = [await context.new_page() for context in contexts]
    for page in (first, second):
        await enter(page, served.address, number)
    await served.betting(number)
    await phase(first, "betting")
    await expect(first.get_by_test_id("sit-out")).to_have_count(0)
    await expect(first.get_by_role("button", name="Seat 3, free")).to_be_visible()
    await first.get_by_test_id("seat-3").click()
    await whose(first, 3, "yours")
    await expect(first.get_by_role("button", name="Seat 3, yours")).to_be_visible()
    await whose(second, 3, "taken")
    await second.get_by_test_id("seat-5").click()
    await whose(second, 5, "yours")
    await second.get_by_test_id("seat-6").click()
    await whose(second, 6, "yours")
    await whose(first, 5, "free")
    await lay(first, "player", 25)
    await first.get_by_test_id("confirm").click()
    await expect(first.get_by_test_id("staked")).to_have_text("25")
    await expect(second.get_by_test_id("marks-player")).to_have_text("325")
    await expect(first.get_by_test_id("sit-out")).to_have_attribute("aria-disabled", "true")
    await phase(second, "betting")
    await second.get_by_test_id("sit-out").click()
    # A minute would be left, were they waited for.
    async with asyncio.timeout(15):
        await phase(first, "dealing")
    await first.get_by_test_id("seat-3").click()
    await expect(first.get_by_test_id("seat-ask")).to_be_visible()
    await expect(first.get_by_test_id("seat-stay")).to_be_focused()
    await first.keyboard.press("Escape")
    await expect(first.get_by_test_id("seat-ask")).to_have_count(0)
    await expect(first.get_by_test_id("seat-3")).to_be_focused()
    await served.betting(number, round_number=2)
    await phase(first, "betting")
    await first.get_by_test_id("seat-3").press("Enter")
    await whose(first, 3, "free")
    await whose(second, 3, "free")
    for context in contexts:
        await context.close()


@pytest.mark.parametrize(("number", "device"), [(3, DESKTOP), pytest.param(4, PHONE, marks=pytest.mark.long)])
async def test_a_seat_without_bets_is_warned_of_and_freed_with_the_reason(
    browser: Browser, served: MovedHouse, number: int, device: dict[str, Any]
) -> None:
    context = await browser.new_context(**device)
    page = await context.new_page()
    await enter(page, served.address, number)
    await page.get_by_test_id("seat-2").click()
    await whose(page, 2, "yours")
    await expect(page.get_by_test_id("sit-out")).to_have_count(0)
    warning = page.get_by_test_id("seat-warning")
    await served.betting(number, round_number=IDLE_ROUNDS - 1)
    await phase(page, "betting")
    await expect(warning).to_have_count(0)
    await served.betting(number, round_number=IDLE_ROUNDS)
    await expect(warning).to_contain_text("Seat 2")
    await served.until(lambda state: not state.seating.seats, number)
    await expect(page.get_by_test_id("notice")).to_contain_text("five rounds without a bet")
    await whose(page, 2, "free")
    await context.close()


async def test_a_reload_finds_the_own_seat(browser: Browser, served: MovedHouse) -> None:
    context = await browser.new_context(**DESKTOP)
    page = await context.new_page()
    await enter(page, served.address, 1)
    await page.get_by_test_id("seat-7").click()
    await whose(page, 7, "yours")
    await page.reload()
    await whose(page, 7, "yours")
    await context.close()


async def test_leaving_with_bets_is_asked_about_and_the_answer_can_be_no(browser: Browser, gallery: str) -> None:
    context = await browser.new_context(**PHONE)
    page = await context.new_page()
    await scene(page, gallery, "seat_yours")
    await page.get_by_test_id("seat-6").click()
    await page.get_by_test_id("seat-stay").click()
    await whose(page, 6, "yours")
    await page.get_by_test_id("seat-6").click()
    await page.get_by_test_id("seat-leave").click()
    await whose(page, 6, "free")
    await context.close()


@pytest.mark.parametrize(("language", "name"), [("zh-Hant", "6 號座位、您的座位"), ("zh-Hans", "6 号座位、您的座位")])
async def test_seats_have_names_in_every_language(browser: Browser, gallery: str, language: str, name: str) -> None:
    context = await browser.new_context(**DESKTOP)
    page = await context.new_page()
    await scene(page, gallery, "seat_warned", language)
    await expect(page.get_by_role("button", name=name)).to_be_visible()
    await context.close()
