"""The chat as people use it, on a desktop and on a phone: with a real house, and in the gallery where a state has to be held."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page

from tests.browser.gallery import scene
from tests.browser.seen import DESKTOP, PHONE, enter, expect, phase
from tests.browser.test_access import quiet, violations
from tests.server.inside import opened, setup

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
SCENES = ("chat", "chat_empty", "chat_refused")


async def guest(browser: Browser, address: str, device: dict[str, Any], table: int = 1) -> Page:
    page = await (await browser.new_context(**device)).new_page()
    await page.add_init_script("localStorage.setItem('puntobanco.guide', 'done')")
    await enter(page, address, table)
    return page


async def test_a_desktop_and_a_phone_talk_and_what_is_said_is_text(browser: Browser, tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(betting_seconds=60)]) as house:
        ann, bob = await guest(browser, house.address, DESKTOP), await guest(browser, house.address, PHONE)
        await ann.get_by_test_id("chat-input").fill("<img src=x onerror=alert(1)> 12")
        await ann.keyboard.press("Enter")
        await expect(ann.get_by_test_id("chat-message").last).to_contain_text("<img src=x onerror=alert(1)> 12")
        await expect(ann.get_by_test_id("chat-input")).to_have_value("")
        await expect(ann.get_by_test_id("chat-input")).to_be_focused()
        await expect(bob.get_by_test_id("chat-newest")).to_contain_text("<img src=x onerror=alert(1)> 12")
        await expect(bob.get_by_test_id("chat-unread")).to_have_text("1")
        assert await bob.locator("img").count() == 0
        await bob.get_by_test_id("chat-open").click()
        await expect(bob.get_by_test_id("chat-message").last).to_contain_text("<img src=x")
        await bob.get_by_test_id("chat-input").fill("大家好")
        await bob.get_by_test_id("chat-send").click()
        await expect(ann.get_by_test_id("chat-message").last).to_contain_text("大家好")
        await bob.get_by_test_id("chat-close").click()
        await expect(bob.get_by_test_id("chat-drawer")).to_have_count(0)
        await expect(bob.get_by_test_id("chat-open")).to_be_focused()
        await expect(bob.get_by_test_id("chat-unread")).to_have_count(0)
        await ann.reload()
        await expect(ann.get_by_test_id("chat-message").last).to_contain_text("大家好")
        for page in (ann, bob):
            await page.context.close()


async def test_digits_that_are_written_choose_no_chip_and_a_new_line_takes_no_focus(browser: Browser, gallery: str) -> None:
    page = await quiet(browser, **DESKTOP)
    await scene(page, gallery, "chat")
    chosen = page.locator('[role="radio"][aria-checked="true"]')
    before = await chosen.get_attribute("data-testid")
    await page.get_by_test_id("chat-input").focus()
    await page.keyboard.type("1234567 ?")
    assert await chosen.get_attribute("data-testid") == before
    await expect(page.get_by_test_id("help")).to_have_count(0)
    await page.get_by_test_id("spot-banker").focus()
    await page.evaluate("told.stage.talks('hello there', 'Guest MUW3', 'muw3')")
    await expect(page.get_by_test_id("chat-message").last).to_contain_text("hello there")
    await expect(page.get_by_test_id("spot-banker")).to_be_focused()
    await page.context.close()


async def test_many_lines_are_read_out_as_one_with_their_number(browser: Browser, gallery: str) -> None:
    page = await quiet(browser, **DESKTOP)
    await scene(page, gallery, "chat")
    told = page.get_by_test_id("live-chat")
    await expect(told).to_have_text("")
    await page.evaluate("for (let at = 1; at < 31; at += 1) told.stage.talks(`line ${at}`, 'Guest MUW3', 'muw3')")
    await expect(told).to_have_text("Guest MUW3: line 1")
    await asyncio.sleep(1)
    await expect(told).to_have_text("Guest MUW3: line 1")
    await expect(told).to_have_text("29 new messages. The last: Guest MUW3: line 30")
    await page.evaluate("told.stage.talks('mine')")
    await expect(page.get_by_test_id("chat-message").last).to_contain_text("mine")
    await expect(told).not_to_contain_text("mine")
    await page.context.close()


async def test_someone_can_be_muted_by_keys_for_this_machine_and_heard_again(browser: Browser, gallery: str) -> None:
    page = await quiet(browser, **DESKTOP)
    await scene(page, gallery, "chat")
    lines = page.get_by_test_id("chat-message")
    total = await lines.count()
    await lines.filter(has_text="That was quick").get_by_test_id("chat-actions").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(lines).to_have_count(total - 2)
    await expect(page.get_by_test_id("chat-undo")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(lines).to_have_count(total)
    await lines.filter(has_text="That was quick").get_by_test_id("chat-actions").click()
    await page.get_by_test_id("chat-mute").click()
    await scene(page, gallery, "chat")
    await expect(lines).to_have_count(total - 2)
    await page.get_by_test_id("chat-muted-list").locator("summary").click()
    await page.get_by_test_id("chat-unmute").click()
    await expect(lines).to_have_count(total)
    await page.context.close()


async def test_a_report_says_that_it_was_taken_and_where_the_house_is_reached(browser: Browser, gallery: str) -> None:
    page = await quiet(browser, **DESKTOP)
    await scene(page, gallery, "chat")
    line = page.get_by_test_id("chat-message").filter(has_text="That was quick")
    await line.get_by_test_id("chat-actions").click()
    await page.get_by_test_id("chat-report").click()
    await expect(page.get_by_test_id("chat-reported")).to_be_visible()
    await expect(page.get_by_test_id("chat-support")).to_contain_text("desk@house.example")
    await expect(line.get_by_test_id("chat-actions")).to_be_focused()
    await page.context.close()


async def test_what_is_refused_says_why_and_is_there_to_be_mended(browser: Browser, gallery: str) -> None:
    page = await quiet(browser, **PHONE)
    await scene(page, gallery, "chat")
    await page.get_by_test_id("chat-open").click()
    await page.get_by_test_id("chat-input").fill("x" * 203)
    await expect(page.get_by_test_id("chat-count")).to_have_text("3 too many")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("chat-input")).to_have_value("x" * 203)
    await page.get_by_test_id("chat-input").fill("too fast")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("chat-refused")).to_contain_text("Not sent")
    await expect(page.get_by_test_id("chat-input")).to_have_value("too fast")
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("chat-drawer")).to_have_count(0)
    await page.context.close()


async def test_where_the_house_has_no_chat_there_is_none_on_the_page(browser: Browser, gallery: str) -> None:
    for device in (DESKTOP, PHONE):
        page = await quiet(browser, **device)
        await scene(page, gallery, "betting")
        for part in ("chat", "chat-open", "chat-newest", "live-chat"):
            await expect(page.get_by_test_id(part)).to_have_count(0)
        await page.context.close()


@pytest.mark.parametrize(
    "device", [DESKTOP, pytest.param(TABLET, marks=pytest.mark.long), PHONE], ids=["desktop", "tablet", "phone"]
)
async def test_axe_finds_nothing_in_the_chat_and_it_keeps_within_the_page(
    browser: Browser, gallery: str, device: dict[str, Any]
) -> None:
    page = await quiet(browser, **device)
    found = []
    for language in ("en", "zh-Hant"):
        for name in SCENES:
            await scene(page, gallery, name, language)
            if device is PHONE:
                found += [f"{name} shut {line}" for line in await violations(page)]
                await page.get_by_test_id("chat-open").click()
            await expect(page.get_by_test_id("chat-input")).to_be_visible()
            found += [f"{name} {line}" for line in await violations(page)]
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found == []
    await page.context.close()


async def places(parts: Locator) -> list[tuple[float, float]]:
    """Where parts begin and end from left to right."""
    boxes = [await part.bounding_box() for part in await parts.all()]
    return [(box["x"], box["x"] + box["width"]) for box in boxes if box]


async def test_the_newest_line_covers_no_seat_and_goes_again(browser: Browser, tmp_path: Path) -> None:
    """At a table of their own each, at once: the line stays for a while."""
    widths = (820, 1024, 1440, 1920)
    tables = [setup(number, betting_seconds=120, seats=7) for number in range(1, len(widths) + 1)]

    async def at(table: int, width: int) -> None:
        page = await guest(browser, house.address, {"viewport": {"width": width, "height": 1080}}, table)
        await phase(page, "betting")  # the shoe is there
        around = page.locator('[data-testid^="seat-"], [data-testid="standing"], [data-testid="discard"], [data-testid="shoe-box"]')
        before = await places(around)
        assert len(before) == 10
        await page.get_by_test_id("chat-input").fill("good evening to all of you at this table")
        await page.keyboard.press("Enter")
        line = page.get_by_test_id("chat-newest")
        await expect(line).to_contain_text("good evening")
        assert await places(around) == before
        ((left, right),) = await places(line)
        assert [(start, end) for start, end in before if start < right and left < end] == [], (left, right)
        await expect(line).to_have_count(0)
        await expect(page.get_by_test_id("chat-message").last).to_contain_text("good evening")

    async with opened(tmp_path, tables) as house:
        await asyncio.gather(*(at(table, width) for table, width in enumerate(widths, 1)))
