"""The roads on the page: all five as the golden vectors have them, what asking shows, and how a phone comes to see them all."""

import json
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.browser.gallery import ROOT, scene
from tests.browser.seen import DESKTOP, PHONE, expect, marks_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GOLDEN = json.loads((ROOT / "golden" / "roads.json").read_text(encoding="utf-8"))
DERIVED = {"bigEye": "big_eye", "small": "small", "cockroach": "cockroach"}
LETTERS = {"banker": "B", "player": "P", "red": "R", "blue": "B"}
WIDE: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
ACROSS: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
ASKED_MS = 2_000

COLUMNS = """() => {
    const { width } = document.querySelector('[data-testid="big-road"]').getBoundingClientRect();
    return Math.floor(width / 22);
}"""


async def becomes(page: Page, letters: str) -> None:
    """The table has had these results."""
    names = {"B": "banker", "P": "player", "T": "tie"}
    results = [
        {
            "round": number,
            "outcome": names[letter],
            "player_points": 6,
            "banker_points": 6 if letter == "T" else 7,
            "natural": False,
            "player_pair": False,
            "banker_pair": False,
        }
        for number, letter in enumerate(letters, 1)
    ]
    await page.evaluate("results => told.stage.becomes({ results })", results)
    await expect(page.get_by_test_id("bead-list").locator("li")).to_have_count(len(letters))


async def drawn(page: Page, road: str) -> set[str]:
    """The marks of a road as the page has them: where, and which."""
    return {f"{cell} {LETTERS[mark]}" for cell, mark in await marks_of(page.locator("body"), road)}


def wanted(cells: list[str], marks: str, columns: int) -> set[str]:
    """The marks of a vector that a board of so many columns has in sight."""
    places = [tuple(map(int, cell.split(","))) for cell in cells]
    used = max((column + 1 for column, _ in places), default=0)
    first = min(used - columns + 2 if used > columns else 0, places[-1][0] if places else 0)
    seen = zip(places, marks, strict=True)
    return {f"{column - first},{row} {mark}" for (column, row), mark in seen if first <= column < first + columns}


async def test_the_five_roads_of_the_golden_shoes_are_drawn_as_they_say(browser: Browser, gallery: str) -> None:
    page = await browser.new_page(**WIDE)
    await scene(page, gallery, "betting")
    columns = int(await page.evaluate(COLUMNS))
    shares = {road: 2 * columns // 3 + (at < 2 * columns % 3) for at, road in enumerate(DERIVED)}
    bigs = {one["results"]: one for one in GOLDEN["big_road"] if "cells" in one}
    seen = {"big": 0, "derived": 0}
    for vector in (one for one in GOLDEN["derived"] if "big_eye_cells" in one):
        await becomes(page, vector["results"])
        for road, name in DERIVED.items():
            cells = vector[f"{name}_cells"].split()
            assert await drawn(page, road) == wanted(cells, vector[name], shares[road]), f"{road} of {vector['name']}"
            seen["derived"] += len(cells)
        if big := bigs.get(vector["results"]):
            cells = " ".join(big["cells"]).split()
            marks = vector["results"].replace("T", "")
            assert await drawn(page, "big") == wanted(cells, marks, columns), f"big road of {vector['name']}"
            seen["big"] += len(cells)
    assert seen["derived"] > 500
    assert seen["big"] > 300


async def test_what_is_pointed_at_lights_up_in_the_roads_and_goes_after_two_seconds(browser: Browser, gallery: str) -> None:
    page = await browser.new_page(**DESKTOP)
    await scene(page, gallery, "betting")
    await becomes(page, "BBPPPBPBBBBBBBP")
    before = {road: await drawn(page, road) for road in ("big", *DERIVED)}
    assert await page.get_by_test_id("ask-banker").get_attribute("aria-label") == (
        "Ask Banker: big eye boy blue, small road red, cockroach pig red"
    )
    imagined = page.locator(".imagined")
    await page.get_by_test_id("ask-banker").hover()
    await expect(imagined).to_have_count(4)
    marks = [
        await page.get_by_test_id(f"imagined-{road}").locator("[data-mark]").get_attribute("data-mark")
        for road in ("big", *DERIVED)
    ]
    assert marks == ["banker", "blue", "red", "red"]
    assert {road: await drawn(page, road) for road in ("big", *DERIVED)} == before
    await expect(imagined).to_have_count(0, timeout=ASKED_MS + 1_500)
    # Pressed again, and by who has no pointer.
    await page.get_by_test_id("ask-banker").click()
    await expect(imagined).to_have_count(4)
    await page.keyboard.press("Tab")
    await expect(page.get_by_test_id("ask-player")).to_be_focused()
    await expect(page.get_by_test_id("imagined-big").locator("[data-mark]")).to_have_attribute("data-mark", "player")
    # Once the round has ended nothing is imagined any more.
    await becomes(page, "BBPPPBPBBBBBBBPT")
    await expect(imagined).to_have_count(0, timeout=500)


@pytest.mark.parametrize(("motion", "name"), [("no-preference", "blink"), ("reduce", "none")])
async def test_an_imagined_mark_blinks_but_not_where_nothing_may_move(
    browser: Browser, gallery: str, motion: Any, name: str
) -> None:
    context = await browser.new_context(**DESKTOP, reduced_motion=motion)
    page = await context.new_page()
    await scene(page, gallery, "good_roads")
    await page.get_by_test_id("ask-player").focus()
    moves = str(await page.get_by_test_id("imagined-big").evaluate("one => getComputedStyle(one).animationName"))
    assert moves.endswith(name)


async def test_a_first_win_adds_no_mark_to_the_roads_that_follow(browser: Browser, gallery: str) -> None:
    page = await browser.new_page(**DESKTOP)
    await scene(page, gallery, "betting")
    await becomes(page, "TT")
    await page.get_by_test_id("ask-player").click()
    await expect(page.get_by_test_id("imagined-big").locator('[data-mark="tie"]')).to_have_count(1)
    await expect(page.locator(".imagined")).to_have_count(1)
    await expect(page.get_by_test_id("ask-player").locator("[data-mark]")).to_have_count(0)


async def test_a_new_result_changes_little_of_what_is_drawn(browser: Browser, gallery: str) -> None:
    page = await browser.new_page(**DESKTOP)
    await scene(page, gallery, "good_roads")
    await becomes(page, "BBPPPBPBBBBBBBP" * 3)
    await page.evaluate("""() => {
        window.made = 0;
        new MutationObserver((changes) => {
            for (const { addedNodes } of changes) window.made += [...addedNodes].filter((one) => one.nodeType === 1).length;
        }).observe(document.querySelector(".roads"), { childList: true, subtree: true });
    }""")
    await becomes(page, "BBPPPBPBBBBBBBP" * 3 + "P")
    assert int(await page.evaluate("window.made")) < 20
    assert await page.locator(".lattice svg path, .lattice svg rect, .lattice svg g").count() < 60


async def test_good_roads_stand_beside_the_sentence_about_the_past(browser: Browser, gallery: str) -> None:
    page = await browser.new_page(**DESKTOP)
    await scene(page, gallery, "good_roads")
    roads = page.get_by_test_id("good-roads").locator("li")
    await expect(roads).to_have_text(["Long Banker", "Player sticks", "+1Pair sticks"])
    await expect(page.locator(".roads")).to_contain_text("They say nothing about the next round.")
    last = page.get_by_test_id("last-results").locator("li").last
    told = "Round 51: Banker wins, Banker 7, Player 2, Banker pair"
    await expect(last).to_have_text(f"B {told}")
    await expect(last.locator(".disc")).to_have_attribute("title", told)


@pytest.mark.parametrize("device", [PHONE, ACROSS])
async def test_a_touch_opens_all_roads_and_escape_or_going_back_closes_them(
    browser: Browser, gallery: str, device: dict[str, Any]
) -> None:
    context = await browser.new_context(**device)
    page = await context.new_page()
    await scene(page, gallery, "good_roads")
    address = page.url
    sheet = page.get_by_test_id("all-roads")
    for way in ("escape", "back", "button"):
        await page.get_by_test_id("open-roads").tap()
        await expect(sheet).to_be_visible()
        await expect(sheet.locator("[data-road]")).to_have_count(4)
        await expect(sheet.get_by_test_id("bead-plate")).to_be_visible()
        await expect(sheet.get_by_test_id("roads-clock")).to_have_text("11")
        if way == "escape":
            await page.keyboard.press("Escape")
        elif way == "back":
            await page.go_back()
        else:
            await sheet.get_by_test_id("all-roads-close").tap()
        await expect(sheet).to_have_count(0)
        await expect(page.get_by_test_id("phase")).to_be_attached()
        assert page.url == address
    await expect(page.get_by_test_id("open-roads")).to_be_focused()


async def test_a_phone_on_its_side_has_a_part_for_the_roads_that_follow(browser: Browser, gallery: str) -> None:
    context = await browser.new_context(**ACROSS)
    page = await context.new_page()
    await scene(page, gallery, "good_roads")
    box = await page.locator(".roads").bounding_box()
    assert box
    assert box["height"] <= 83
    await page.get_by_test_id("road-part-derived").press("Enter")
    await expect(page.locator('[data-road="cockroach"]')).to_be_in_viewport()
    await page.get_by_test_id("ask-player").tap()
    await expect(page.get_by_test_id("imagined-small")).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
async def test_nothing_of_the_strip_is_cut_on_any_phone(browser: Browser, gallery: str, language: str) -> None:
    page = await browser.new_page(**PHONE)
    for width, height in ((320, 640), (360, 640), (390, 844), (667, 375), (844, 390)):
        await page.set_viewport_size({"width": width, "height": height})
        await scene(page, gallery, "good_roads", language)
        for shoe in ("B" * 30, "BPPBPP", "BPPBPPBPPBBBB" * 6, ""):
            await becomes(page, shoe)
            cut = await page.evaluate("""() => [".counts", ".arm", ".ask"].flatMap((name) =>
                [...document.querySelectorAll(name)].filter(({ scrollWidth, scrollHeight, clientWidth, clientHeight }) =>
                    scrollWidth > clientWidth || scrollHeight > clientHeight).map(() => name))""")
            assert cut == [], f"{width}×{height} with {shoe}"


@pytest.mark.parametrize("name", ["display", "display_scoreboard", "display_squeeze"])
async def test_the_display_has_all_roads_and_counts(browser: Browser, gallery: str, name: str) -> None:
    page = await browser.new_page(**WIDE)
    await scene(page, gallery, name)
    for road in ("big", *DERIVED):
        assert await drawn(page, road)
    await expect(page.get_by_test_id("display")).to_contain_text("Cockroach pig")
    await expect(page.get_by_test_id("bead-plate")).to_be_visible()
    await expect(page.get_by_test_id("tally-naturals")).to_be_visible()
    for side in ("Banker", "Player"):
        await expect(page.get_by_test_id(f"ask-{side.lower()}")).to_contain_text(f"Ask {side}: big eye boy ")
    for width, height in ((1920, 1080), (1366, 768), (3840, 2160), (1280, 720)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.wait_for_function(
            "height => document.documentElement.scrollHeight === height && document.documentElement.scrollWidth === innerWidth",
            arg=height,
        )


async def test_the_roads_are_read_in_words(browser: Browser, gallery: str) -> None:
    page = await browser.new_page(**DESKTOP)
    await scene(page, gallery, "betting", "zh-Hant")
    await becomes(page, "BBPPPBPBBBBBBBP")
    await expect(page.get_by_test_id("derived-list").locator("li")).to_have_text(
        ["大眼仔：紅 1、藍 3、紅 1、藍 1、紅 5、藍 1", "小路：藍 3、紅 5、藍 1", "曱甴路：藍 1、紅 2、藍 1、紅 3、藍 1"]
    )
    await expect(page.get_by_test_id("ask-player")).to_have_attribute("aria-label", "閑問路：大眼仔紅，小路藍，曱甴路藍")
