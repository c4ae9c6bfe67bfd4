"""Everyone: axe finds nothing in any state, and a whole round is told in three languages as the golden texts say."""

import asyncio
import difflib
import os
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.browser.gallery import ROOT, scene, scenes
from tests.browser.seen import DESKTOP, PHONE, WAIT_MS, expect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The experimental rule counts the figures that stand in a button as its label; a test of our own says what it is about.
RUN_AXE = """
async ({ tags }) => {
  const rules = { "label-content-name-mismatch": { enabled: false } };
  const { violations } = await axe.run(document, { runOnly: tags, rules, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`));
}
"""

GOLDEN = ROOT / "golden" / "transcripts"
WRITE = "PUNTOBANCO_WRITE_TRANSCRIPTS"
AT_ONCE = 2
HEARD_MS = 40
PASSED_MS = 300
"""More than the page's own clock needs to notice that time has passed."""


async def violations(page: Page) -> list[str]:
    """What axe finds wrong on a page, one line a node."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = await page.evaluate(RUN_AXE, {"tags": TAGS})
    return [" ".join(line.split()) for line in found]


async def quiet(browser: Browser, **device: Any) -> Page:
    """A page whose parts do not move."""
    context = await browser.new_context(**device, reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(WAIT_MS)
    return page


@pytest.mark.timeout(300)
@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.long)])
async def test_axe_finds_nothing_in_any_state_on_a_desktop_or_on_a_phone(browser: Browser, gallery: str, turn: int) -> None:
    """The states in turn on one and on the other; the second time the other way round, so that both have seen all."""
    first = await quiet(browser, **DESKTOP)
    names = iter(enumerate(await scenes(first, gallery), turn))
    found = [f"gallery {line}" for line in await violations(first)]
    await first.context.close()

    async def work() -> None:
        page = await quiet(browser, **DESKTOP)
        for number, name in names:
            device = (DESKTOP, PHONE)[number % 2]
            await page.set_viewport_size(device["viewport"])
            await scene(page, gallery, name)
            found.extend(f"{name} at {device['viewport']['width']} {line}" for line in await violations(page))
        await page.context.close()

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    assert found == []


async def test_axe_finds_nothing_where_something_stands_open(browser: Browser, gallery: str) -> None:
    phone = await quiet(browser, **PHONE)
    await scene(phone, gallery, "betting")
    await phone.get_by_test_id("menu").click()
    await expect(phone.get_by_test_id("to-rules")).to_be_visible()
    assert await violations(phone) == []
    await phone.keyboard.press("Escape")
    await phone.get_by_test_id("info-player_dragon").click()
    await expect(phone.get_by_test_id("note-player_dragon")).to_be_visible()
    assert await violations(phone) == []
    await phone.context.close()


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
async def test_what_is_written_on_a_spot_is_in_its_name(browser: Browser, gallery: str, language: str) -> None:
    page = await quiet(browser, **DESKTOP)
    await scene(page, gallery, "confirmed", language)
    for spot in await page.locator("[data-testid^=spot-]").all():
        written = await spot.locator(".name").evaluate("""name => [...name.childNodes]
            .filter(part => part.ariaHidden !== "true").map(part => part.textContent).join("").trim()""")
        assert written
        assert written in str(await spot.get_attribute("aria-label"))
    await page.context.close()


LISTEN = """
() => {
  window.said = [];
  for (const region of document.querySelectorAll("[aria-live]")) {
    const kind = region.getAttribute("aria-live");
    new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.textContent?.trim()) window.said.push(`${kind}: ${node.textContent.trim()}`);
    }).observe(region, { childList: true, subtree: true });
  }
}
"""


async def told(page: Page, wait_ms: int = HEARD_MS) -> list[str]:
    """What the live regions were given since the last time, once a moment has passed for it."""
    await page.wait_for_timeout(wait_ms)
    lines: list[str] = await page.evaluate("window.said.splice(0)")
    return lines


async def transcript(page: Page) -> AsyncIterator[str]:
    """A whole round as it is told: what happens, what is said of it, and twice all that can be walked over."""
    beats: list[str] = await page.evaluate("told.beats")
    for at, beat in enumerate(beats):
        if beat == "betting closes":
            yield "\n# the player bets 100 on Banker, by keyboard"
            await page.keyboard.press("4")
            await page.get_by_test_id("spot-banker").focus()
            await page.keyboard.press("Enter")
            await page.get_by_test_id("confirm").focus()
            await page.keyboard.press("Enter")
            for line in await told(page):
                yield line
            yield "\n# the page, while bets are taken"
            yield await page.locator("body").aria_snapshot()
            for left in (10, 5):
                yield f"\n# {left} seconds left"
                await page.evaluate("told.stage.pass(5000)")
                for line in await told(page, PASSED_MS):
                    yield line
        yield f"\n# {beat}"
        await page.evaluate("at => told.beat(at)", at)
        for line in await told(page):
            yield line
    yield "\n# the page, with the result"
    yield await page.locator("body").aria_snapshot()


async def squeezed(page: Page) -> AsyncIterator[str]:
    """A round face down as it is told, and twice all that can be walked over: our card before the look, and after it."""
    beats: list[str] = await page.evaluate("told.beats")
    acts = {"card 191 is ours": "lt", "card 193 is ours": "p"}
    names = {"l": "the player looks", "t": "the player turns the card over", "p": "the player passes the card on"}
    for at, beat in enumerate(beats):
        yield f"\n# {beat}"
        await page.evaluate("at => told.beat(at)", at)
        for line in await told(page):
            yield line
        for key in acts.get(beat, ""):
            if key != "p":
                yield "\n# the cards"
                yield await page.locator(".deal").aria_snapshot()
            yield f"\n# {names[key]}"
            await page.keyboard.press(key)
            for line in await told(page):
                yield line
        if beat == "card 195 is ours":
            yield "\n# 5 seconds left"
            await page.evaluate("told.stage.pass(10000)")
            for line in await told(page, PASSED_MS):
                yield line


def check_golden(name: str, lines: list[str]) -> None:
    """Compare with the golden text of a name, or write it anew where that was asked for."""
    now = "\n".join(lines).strip() + "\n"
    golden = GOLDEN / f"{name}.txt"
    if os.environ.get(WRITE):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(now, encoding="utf-8")
    before = golden.read_text(encoding="utf-8")
    changes = "\n".join(difflib.unified_diff(before.splitlines(), now.splitlines(), str(golden), "now", lineterm=""))
    assert now == before, f"{changes}\n\nIf it should be so, run again with {WRITE}=1 and read the change over."


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
async def test_a_squeeze_is_told_as_the_golden_text_says(browser: Browser, gallery: str, language: str) -> None:
    page = await quiet(browser, **DESKTOP)
    await scene(page, gallery, "told_squeeze", language)
    await page.evaluate(LISTEN)
    lines = [line async for line in squeezed(page)]
    await page.context.close()
    check_golden(f"{language}.squeeze", lines)


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
async def test_a_whole_round_is_told_as_the_golden_text_says(browser: Browser, gallery: str, language: str) -> None:
    page = await quiet(browser, **DESKTOP)
    await scene(page, gallery, "told", language)
    # What the session made comes after the page.
    await expect(page.get_by_test_id("session-net")).not_to_have_attribute("data-cents", "0")
    await page.evaluate(LISTEN)
    lines = [line async for line in transcript(page)]
    await page.context.close()
    check_golden(language, lines)
