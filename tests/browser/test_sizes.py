"""At every size of a screen the page is no wider than the screen, and what can be pressed is not covered."""

import pytest
from playwright.async_api import Browser

from tests.browser.gallery import scene

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SIZES = [
    (1920, 1080),
    (1440, 900),
    (1366, 768),
    (1280, 800),
    (1200, 800),
    (1199, 800),
    (1024, 768),
    (900, 700),
    (768, 1024),
    (720, 1000),
    (390, 844),
    (360, 640),
    (320, 640),
    (844, 390),
    (667, 375),
]
SCENES = (
    "laid",
    "won",
    "good_roads",
    "chat",
    "seat_yours",
    "seat_warned",
    "squeeze_seen",
    "squeeze_theirs",
    "lobby",
    "statement",
    "round",
    "rules",
    "help",
    "real_betting",
    "scoreboard",
    "desk_cards",
)
PRESSED = ".tray button, .seat, .squeeze button, .top a, .top button"
"""What can always be pressed; while a card is squeezed no bet can be laid, and its acts may lie over the spots."""
SPILLED = """() => [...document.querySelectorAll(".squeeze .acts")].filter((acts) => acts.scrollWidth > acts.clientWidth).length"""
STICKING_OUT = """() => [...document.querySelectorAll(".spot .mine .amount")].flatMap((sum) => {
    const spot = sum.closest(".spot");
    const [inside, around] = [sum.getBoundingClientRect(), spot.getBoundingClientRect()];
    return inside.left < around.left || inside.right > around.right ? [`${sum.textContent} out of ${spot.dataset.spot}`] : [];
})"""
"""What lies on a spot, or was paid there, and is wider than it."""
UNDER_SIGN = """() => [...document.querySelectorAll(".spot .name, .spot .odds")].flatMap((name) => {
    const sign = name.closest(".spot").querySelector(".info svg");
    const text = document.createRange();
    text.selectNodeContents(name);
    const b = sign.getBoundingClientRect();
    const under = [...text.getClientRects()].some((a) => a.right > b.left && a.top + 2 < b.bottom && a.bottom - 2 > b.top);
    return b.width > 0 && under ? [`${name.textContent} under its sign`] : [];
})"""
ON_TIE = """() => [...document.querySelectorAll('[data-spot="tie"] .label > *')].flatMap((part) => {
    const { display, visibility } = getComputedStyle(part);
    if (display === "none" || visibility === "hidden") return [];
    const text = document.createRange();
    text.selectNodeContents(part);
    const chips = [...part.closest(".spot").querySelectorAll(".mine :is(.stack, .amount)")]
        .map((one) => one.getBoundingClientRect());
    const met = [...text.getClientRects()].some((a) =>
        chips.some((b) => b.width > 0 && a.right > b.left && a.left < b.right && a.top + 2 < b.bottom && a.bottom - 2 > b.top));
    return met ? [`chips of Tie on its ${part.className}`] : [];
})"""
"""What is written on Tie and lies under chips."""
COVERED = """(pressed) => [...document.querySelectorAll(pressed)].flatMap((button) => {
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = button.getBoundingClientRect();
    if (width === 0 || getComputedStyle(button).visibility === "hidden") return [];
    const [x, y] = [left + width / 2, top + height / 2];
    const there = document.elementFromPoint(x, y);
    return there && button.contains(there) ? [] : [`${button.dataset.testid ?? button.className} under ${there?.className}`];
})"""


@pytest.mark.parametrize("language", ["en", pytest.param("zh-Hant", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SCENES)
async def test_the_page_is_as_wide_as_the_screen_and_covers_no_button(
    browser: Browser, gallery: str, name: str, language: str
) -> None:
    context = await browser.new_context(reduced_motion="reduce")
    page = await context.new_page()
    await scene(page, gallery, name, language)
    wrong = []
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        seen = int(await page.evaluate("document.documentElement.scrollWidth"))
        if seen > width:
            wrong.append(f"{width}×{height}: the page is {seen} wide")
        if name in ("laid", "won", "chat", "lobby", "seat_yours", "seat_warned", "squeeze_seen", "squeeze_theirs"):
            spilled = int(await page.evaluate(SPILLED))
            wrong += [f"{width}×{height}: an act is outside its panel"] * spilled
            pressed = PRESSED if name == "squeeze_seen" else f"{PRESSED}, .spots .hit"
            wrong += [f"{width}×{height}: {covered}" for covered in await page.evaluate(COVERED, pressed)]
            for found in (STICKING_OUT, UNDER_SIGN):
                wrong += [f"{width}×{height}: {found_there}" for found_there in await page.evaluate(found)]
    assert wrong == []
    await context.close()


@pytest.mark.parametrize("name", ["desk_cards", "desk_settle", "desk_betting", "desk_burned"])
async def test_the_desk_of_a_round_is_seen_whole(browser: Browser, gallery: str, name: str) -> None:
    context = await browser.new_context(reduced_motion="reduce")
    page = await context.new_page()
    await scene(page, gallery, name)
    for width, height in ((1440, 900), (1366, 768), (1280, 800)):
        await page.set_viewport_size({"width": width, "height": height})
        for part in ("next", "desk-player", "card-entry", "pad", "act-take-back", "act-change-shoe"):
            lies = await page.get_by_test_id(part).bounding_box()
            assert lies is not None
            assert lies["y"] >= 0
            assert lies["y"] + lies["height"] <= height, f"{part} at {width}×{height}"
    await context.close()


@pytest.mark.parametrize("language", ["en", "zh-Hant", pytest.param("zh-Hans", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["confirmed", "tie", "carried"])
async def test_no_chip_lies_on_what_is_written_on_tie(browser: Browser, gallery: str, name: str, language: str) -> None:
    context = await browser.new_context(reduced_motion="reduce")
    page = await context.new_page()
    await scene(page, gallery, name, language)
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(ON_TIE) == [], f"{width}×{height}"
    await context.close()
