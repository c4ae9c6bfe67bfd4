"""A table with real cards in a real Chromium: dealt by keys and scanner, while a player bets and a television shows it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.at_desk import NATURAL, Desk, by_hand, staff_named
from tests.browser.moved import moved
from tests.browser.seen import DESKTOP, PHONE, WAIT_MS, balance, cards, enter, expect, lay, phase, settled
from tests.browser.test_access import violations

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


SCORES = by_hand(1, "live", bets="[]", combinations="[]", burn='"none"')


async def test_a_shoe_is_dealt_by_keys_and_scanner_while_a_player_is_paid_and_the_television_follows(
    browser: Browser, tmp_path: Path
) -> None:
    async with moved(tmp_path, by_hand(1, "live")) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        player = await browser.new_page(**DESKTOP)
        await enter(player, served.address)
        screen = await browser.new_page(viewport={"width": 1920, "height": 1080})
        await screen.goto(f"http://{served.address}/display/1")
        await expect(player.locator("main")).to_contain_text("Waiting for the dealer.")
        await expect(player.get_by_test_id("guide")).to_have_count(0)
        await expect(desk.page.get_by_test_id("card-entry")).to_be_focused()
        await desk.asks("Shuffle a new shoe")
        await desk.step("Cut the cards and bring the shoe")
        await expect(desk.page.get_by_test_id("next-more")).to_contain_text("14 to 20 cards from the end")
        await expect(player.get_by_test_id("phase")).to_contain_text("The dealer is shuffling a new shoe.")
        await expect(player.get_by_test_id("clock")).to_have_count(0)
        await desk.step("Turn the first card of the shoe")
        await desk.write("7♥")
        await desk.asks("Burn 7 cards, then open round 1")
        await expect(desk.page.get_by_test_id("next-more")).to_have_text("7 of hearts shown: 7 cards go face down.")
        await expect(desk.page.get_by_test_id("mend-burn").locator('[data-card="7H"]')).to_be_visible()
        await expect(desk.page.get_by_test_id("step")).to_contain_text("Burned: open the round")
        await desk.step("Betting is open")
        await expect(desk.page.get_by_test_id("clock")).to_be_visible()
        await phase(player, "betting")
        await lay(player, "player")
        await player.get_by_test_id("confirm").click()
        await expect(desk.page.get_by_test_id("real-staked")).to_have_text("1 player, 100 staked")
        await desk.no_more_bets()
        await desk.asks("Player’s first card")
        await desk.scan(*NATURAL)
        await desk.asks("Player wins, 9 to 6: settle")
        await desk.entered("9H KD", "2S 4C")
        assert await cards(player) == ["9H", "KD", "2S", "4C"]
        assert await balance(player) == 990_000
        await desk.step("Open round 2")
        await settled(player)
        assert await balance(player) == 1_010_000
        await expect(screen.get_by_test_id("display")).to_contain_text("Player wins, 9 to 6")
        await expect(screen.get_by_test_id("display")).to_contain_text("Real cards")
        await expect(screen.get_by_test_id("bead-list").locator("li")).to_have_count(1)
        await desk.opened(2)
        await desk.write("2s", "2H", "3D", "2C")
        await desk.asks("Player draws")
        await desk.write("4d")
        await desk.asks("Banker draws")
        await desk.write("10♠")
        await desk.asks("Player wins, 9 to 4: settle")
        await desk.step("Open round 3")
        await expect(player.get_by_test_id("bead-list").locator("li")).to_have_count(2)
        served.audit()


@pytest.mark.long
async def test_a_scan_is_taken_wherever_the_focus_is_and_a_field_there_keeps_what_stood_in_it(
    browser: Browser, tmp_path: Path
) -> None:
    async with moved(tmp_path, by_hand()) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        await desk.ready()
        await desk.opened(1)
        await desk.page.get_by_test_id("act-suspend").focus()
        await desk.scan("9H")
        await desk.entered("9H", "")
        announced = desk.page.get_by_test_id("announce-text")
        await announced.focus()
        await desk.page.keyboard.type("A break of", delay=60)
        await desk.page.wait_for_timeout(100)
        await desk.scan("2S")
        await desk.entered("9H", "2S")
        await expect(announced).to_have_value("A break of")
        await desk.page.evaluate("document.activeElement.blur()")
        await desk.scan("KD")
        await desk.entered("9H KD", "2S")
        await desk.page.get_by_test_id("act-exposed").click()
        await desk.page.get_by_test_id("act-reason").focus()
        await desk.scan("QS")
        await expect(desk.page.get_by_test_id("ask-card")).to_have_value("QS")
        await expect(desk.page.get_by_test_id("act-reason")).to_have_value("")
        await desk.page.get_by_test_id("act-cancel").click()
        await desk.page.get_by_test_id("act-take-back").click()
        await desk.scan("4C")
        await expect(desk.page.get_by_test_id("act-reason")).to_have_value("")
        await desk.page.get_by_test_id("act-cancel").click()
        await expect(desk.page.get_by_test_id("trouble")).to_contain_text("4C was not entered. A question stood open.")
        await desk.entered("9H KD", "2S")
        await desk.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await expect(desk.page.get_by_test_id("next")).not_to_be_in_viewport()
        await desk.page.keyboard.type("4")
        await expect(desk.page.get_by_test_id("next")).to_be_in_viewport(ratio=1)
        next_top = await desk.page.get_by_test_id("next").evaluate("one => one.getBoundingClientRect().top")
        bar = await desk.page.locator("header").first.evaluate("one => one.offsetHeight")
        assert next_top >= bar, "what comes next lies clear of the desk's bar"
        await desk.page.keyboard.press("Backspace")
        await desk.scan("4C")
        await desk.asks("Player wins, 9 to 6: settle")


async def test_a_refusal_is_said_and_drops_what_was_scanned_after_it(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, by_hand(decks=6)) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        await desk.page.get_by_test_id("card-entry").fill("9H")
        await desk.page.keyboard.press("Enter")
        await desk.told("9H was not entered. No card is asked for now.")
        await desk.ready()
        await desk.opened(1)
        await desk.scan("9H", "ZZ", "KD", "4C")
        await desk.told("ZZ was not entered. That is no card.")
        await expect(desk.page.get_by_test_id("trouble")).to_contain_text("KD, 4C")
        await desk.entered("9H", "")
        await desk.scan("2S", "KD", "4C", "5C", "6C")
        await desk.told("5C was not entered. No card is asked for now.")
        await expect(desk.page.get_by_test_id("trouble")).to_contain_text("enter them again: 6C.")
        await desk.entered("9H KD", "2S 4C")
        await desk.page.keyboard.press("Escape")
        await expect(desk.page.get_by_test_id("trouble")).to_have_count(0)
        await desk.step("Open round 2")
        for number in (2, 3):
            await desk.opened(number)
            await desk.scan("9H", "9H", "9S", "9S")
            await desk.asks("Tie, 8 all: settle")
            await desk.step(f"Open round {number + 1}")
        await desk.opened(4)
        nines = desk.page.get_by_test_id("pad-9H")
        await expect(nines).to_have_attribute("data-left", "1")
        await nines.click()
        await desk.entered("9H", "")
        await expect(nines).to_be_disabled()
        await desk.write("9h")
        await desk.told("9h was not entered. All 6 of this card are out already.")
        await desk.entered("9H", "")


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_what_the_desk_says_moves_no_card_under_the_finger_and_goes_once_the_table_moves_on(
    browser: Browser, tmp_path: Path, device: dict[str, Any]
) -> None:
    async with moved(tmp_path, by_hand()) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served, **device)
        trouble = desk.page.get_by_test_id("trouble")
        await desk.ready()
        await desk.opened(1)
        nines, mends = desk.page.get_by_test_id("pad-9H"), desk.page.get_by_test_id("act-take-back")
        before, mends_before = await nines.bounding_box(), await mends.bounding_box()
        await desk.write("ZZ")
        await desk.told("ZZ was not entered. That is no card.")
        assert await nines.bounding_box() == before
        assert await mends.bounding_box() == mends_before
        other = await Desk.of(browser, served, "Sam")
        await expect(trouble).to_be_visible()
        await other.write("9H")
        await expect(trouble).to_have_count(0)
        await desk.page.context.set_offline(True)
        await expect(desk.page.get_by_test_id("real-lost")).to_be_visible()
        assert await nines.bounding_box() == before
        await expect(desk.page.get_by_test_id("desk-lost")).not_to_be_empty()
        assert await nines.bounding_box() == before


async def test_two_desks_are_open_and_the_later_act_is_refused_in_words(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, by_hand()) as served:
        await staff_named(served)
        first, second = await Desk.of(browser, served), await Desk.of(browser, served, "Sam")
        await first.ready()
        await second.asks("Open round 1")
        # The second desk sees nothing of what the first does from here on.
        await second.page.route("**/api/desk/tables/1", lambda route: route.abort())
        await first.opened(1)
        await second.step("Open round 1")
        await second.told("The table has moved on.")
        await second.page.unroute("**/api/desk/tables/1")
        await second.asks("Player’s first card")
        await second.page.route("**/api/desk/tables/1", lambda route: route.abort())
        await first.write("9H", "2S")
        await second.page.keyboard.type("KD")
        await second.page.keyboard.press("Enter")
        await second.told("KD was not entered. The table has moved on.")
        await second.page.unroute("**/api/desk/tables/1")
        await second.entered("9H", "2S")
        await second.write("KD")
        await first.entered("9H KD", "2S")


async def test_the_line_is_lost_and_no_card_is_lost_or_entered_twice(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, by_hand()) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        await desk.ready()
        await desk.opened(1)
        context, acts = desk.page.context, "**/api/desk/tables/1/acts"
        await context.set_offline(True)
        await desk.scan("9H", "2S")
        await expect(desk.page.get_by_test_id("real-lost")).to_contain_text("The house does not answer.")
        await expect(desk.page.get_by_test_id("entries")).to_contain_text("Waiting: 2S")
        await desk.entered("", "")
        await context.set_offline(False)
        await desk.entered("9H", "2S")
        await expect(desk.page.get_by_test_id("real-lost")).to_have_count(0)
        # The house does what it is asked, but its answer never comes.
        lost = 0

        async def unanswered(route) -> None:  # type: ignore[no-untyped-def]
            nonlocal lost
            lost += 1
            if lost > 3:
                await route.continue_()
                return
            await route.fetch()
            await route.abort()

        await desk.page.route(acts, unanswered)
        await desk.scan("KD")
        await expect(desk.page.get_by_test_id("entries")).to_have_text("")
        await desk.entered("9H KD", "2S")
        assert lost == 4
        await expect(desk.page.get_by_test_id("trouble")).to_have_count(0)


async def test_a_scoreboard_keeps_score_and_speaks_of_no_money(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, SCORES) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        watcher = await browser.new_page(**DESKTOP)
        watcher.set_default_timeout(WAIT_MS)
        await watcher.goto(f"http://{served.address}/")
        await watcher.get_by_test_id("enter").click()
        await expect(watcher.get_by_test_id("tile-1")).to_contain_text("Scoreboard")
        await watcher.get_by_test_id("table-1").click()
        await desk.ready()
        await desk.step("Player’s first card")
        await expect(desk.page.get_by_test_id("real-figures")).to_contain_text("Scoreboard, no bets")
        await expect(watcher.get_by_test_id("phase")).to_contain_text("Cards are being dealt.")
        await desk.scan("9D", "9C", "KS", "KH")
        await desk.asks("Tie, 9 all: settle")
        await desk.step("Open round 2")
        await expect(watcher.get_by_test_id("result")).to_have_text("Tie, 9 all")
        await expect(watcher.get_by_test_id("tally-tie")).to_have_text("1")
        for money in ("balance", "in-play", "confirm", "staked", "your-bets", "limits", "spot-player", "chip-100"):
            await expect(watcher.get_by_test_id(money)).to_have_count(0)
        assert await violations(watcher) == []
        screen = await browser.new_page(viewport={"width": 1920, "height": 1080})
        await screen.goto(f"http://{served.address}/display/1")
        await expect(screen.get_by_test_id("display")).to_contain_text("Scoreboard")
        await expect(screen.get_by_test_id("limits-strip")).to_have_count(0)
        await watcher.goto(f"http://{served.address}/#/rules/1")
        await expect(watcher.get_by_test_id("rules")).to_contain_text("No bets are taken here.")


@pytest.mark.parametrize(
    "language", ["en", pytest.param("zh-Hant", marks=pytest.mark.long), pytest.param("zh-Hans", marks=pytest.mark.long)]
)
async def test_it_is_dealt_on_a_phone_by_touch_and_axe_finds_nothing(browser: Browser, tmp_path: Path, language: str) -> None:
    async with moved(tmp_path, by_hand()) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served, **PHONE)
        page = desk.page
        await page.get_by_test_id("language").select_option(language)
        for asked in ("bring_shoe", "open_round", "betting"):
            await page.wait_for_timeout(100)
            await page.get_by_test_id("step").tap()
            await page.locator(f'[data-testid="real"][data-next="{asked}"]').wait_for()
            assert await violations(page) == []
        await desk.no_more_bets()
        await page.locator('[data-testid="real"][data-next="player_card"]').wait_for()
        for at, card in enumerate(NATURAL):
            await page.get_by_test_id(f"pad-{card}").tap()
            await expect(page.locator("[data-card]")).to_have_count(at + 1)
        for width, height in ((390, 844), (320, 640), (844, 390), (768, 1024), (1440, 900)):
            await page.set_viewport_size({"width": width, "height": height})
            await asyncio.sleep(0.1)
            assert await page.evaluate("document.documentElement.scrollWidth") <= width, width
            assert await violations(page) == [], width
        await page.get_by_test_id("mend-player-0").tap()
        await page.get_by_test_id("ask-card").wait_for()
        assert await violations(page) == []
