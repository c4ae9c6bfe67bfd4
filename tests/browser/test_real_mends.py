"""What goes wrong at a table with real cards, mended at its desk in a real Chromium while the players are told of it."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.at_desk import NATURAL, Desk, by_hand, staff_named
from tests.browser.moved import moved
from tests.browser.seen import DESKTOP, enter, expect, lay, phase
from tests.browser.test_felt import holds
from tests.server.staffed import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

OTHER_DRAWS = "With that card the draws would have been others. Void the round."


async def test_cards_are_corrected_and_taken_back_and_the_players_are_told(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, by_hand()) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        player = await browser.new_page(**DESKTOP)
        await enter(player, served.address)
        await desk.ready()
        await desk.opened(1)
        screen = await browser.new_page(viewport={"width": 1920, "height": 1080})
        await screen.goto(f"http://{served.address}/display/1")
        await desk.write("9H", "2S")
        await expect(screen.locator('[data-card="2S"]')).to_have_count(1)
        await desk.page.get_by_test_id("mend-banker-0").click()
        await expect(desk.page.get_by_test_id("ask-card")).to_be_focused()
        await desk.page.get_by_test_id("ask-card").fill("3s")
        await desk.page.get_by_role("button", name="misread").click()
        await desk.page.get_by_test_id("act-confirm").click()
        await desk.entered("9H", "3S")
        told = "The dealer corrected Banker’s first card: 2♠ → 3♠. Reason: misread"
        await expect(player.get_by_test_id("notice")).to_contain_text(told)
        await expect(screen.get_by_test_id("display")).to_contain_text("corrected Banker’s first card: 2♠ → 3♠.")
        for card in await player.locator(".deal [data-card]").all():
            lies, notice = await card.bounding_box(), await player.get_by_test_id("notice").bounding_box()
            assert lies is not None
            assert notice is not None
            assert lies["y"] + lies["height"] <= notice["y"]
        await player.get_by_test_id("dismiss").click()
        await expect(player.get_by_test_id("mends")).to_contain_text(told)
        await expect(player.get_by_test_id("live-assertive")).to_contain_text(told)
        await expect(player.locator('[data-card="3S"]')).to_have_count(1)
        await desk.page.get_by_test_id("mend-player-0").click()
        await desk.page.get_by_test_id("ask-act").get_by_test_id("pad-8H").click()
        await desk.confirm("misread", supervisor="Sam")
        await desk.entered("8H", "3S")
        await desk.page.keyboard.press("Backspace")
        await expect(desk.page.get_by_test_id("ask-act")).to_contain_text("Take back Banker’s first card, 3 of spades")
        await desk.confirm("entered by mistake")
        await desk.entered("8H", "")
        await expect(player.get_by_test_id("live-assertive")).to_contain_text("took back Banker’s first card, 3♠")
        await desk.page.keyboard.press("Backspace")
        await expect(desk.page.get_by_test_id("approval-name")).to_be_visible()
        await desk.confirm("the wrong hand", supervisor="Sam")
        await desk.entered("", "")
        await desk.write("8H", "2S", "KD", "4C")
        await desk.page.get_by_test_id("mend-banker-1").click()
        await desk.page.get_by_test_id("ask-card").fill("TC")
        await desk.page.get_by_test_id("act-reason").fill("misread")
        await desk.page.get_by_test_id("act-confirm").click()
        await desk.entered("8H KD", "2S TC")
        acts = desk.page.get_by_test_id("desk-acts")
        await expect(acts).to_contain_text("Corrected a card")
        await expect(acts).to_contain_text("approved by Sam")
        await desk.step("Open round 2")
        await desk.opened(2)
        await desk.write("2S", "2H", "3D", "2C", "4D")
        await desk.page.get_by_test_id("mend-player-0").click()
        await desk.page.get_by_test_id("ask-card").fill("4S")
        await desk.page.get_by_test_id("act-reason").fill("misread")
        await desk.page.get_by_test_id("approval-name").fill("Sam")
        for password, why in (("not this one", "The name or the password is wrong."), (PASSWORD, OTHER_DRAWS)):
            await desk.page.get_by_test_id("approval-password").fill(password)
            await desk.page.get_by_test_id("act-confirm").click()
            await expect(desk.page.get_by_test_id("act-why")).to_have_text(why)
        await desk.page.get_by_test_id("act-cancel").click()
        await desk.entered("2S 3D 4D", "2H 2C")


async def test_a_card_is_corrected_by_keys_alone_and_the_focus_comes_back_to_the_field(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, by_hand()) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        keys = desk.page.keyboard
        await desk.ready()
        await desk.opened(1)
        await desk.write("9H", "2S")
        await keys.press("Shift+Tab")
        await expect(desk.page.get_by_test_id("mend-banker-0")).to_be_focused()
        await keys.press("Enter")
        await expect(desk.page.get_by_test_id("ask-card")).to_be_focused()
        await keys.type("3s", delay=70)
        await desk.page.get_by_test_id("act-reason").focus()
        await keys.type("misread", delay=70)
        await desk.page.get_by_test_id("act-confirm").focus()
        await keys.press("Enter")
        await desk.entered("9H", "3S")
        await expect(desk.page.get_by_test_id("card-entry")).to_be_focused()
        await desk.write("KD")
        await keys.press("Backspace")
        await expect(desk.page.get_by_test_id("act-reason")).to_be_focused()
        await keys.press("Escape")
        await expect(desk.page.get_by_test_id("card-entry")).to_be_focused()
        await desk.write("4C")
        await desk.asks("Player wins, 9 to 7: settle")


@pytest.mark.long
async def test_errors_are_burned_exposed_cards_noted_and_the_cut_card_ends_the_shoe(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, by_hand(1, "chips", burn='"none"')) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        player = await browser.new_page(**DESKTOP)
        await enter(player, served.address)
        heard = player.get_by_test_id("live-assertive")
        await desk.ready()
        await desk.opened(1)
        await desk.write("9H", "2S")
        await desk.page.get_by_test_id("act-burn").click()
        await expect(desk.page.get_by_test_id("ask-count")).to_have_value("3")
        await desk.confirm("a card too many", supervisor="Sam")
        await expect(heard).to_contain_text("After an error 3 cards were burned face down. Reason: a card too many")
        await expect(desk.page.get_by_test_id("real-figures")).to_contain_text("411 cards left")
        await desk.page.get_by_test_id("act-exposed").click()
        await desk.page.get_by_test_id("ask-card").fill("10♥")
        await desk.confirm("it lay face up")
        await expect(heard).to_contain_text("10♥ lay face up in the shoe.")
        await desk.page.get_by_test_id("act-cut-card").click()
        await desk.page.get_by_test_id("act-confirm").click()
        await expect(desk.page.get_by_test_id("desk-last-round")).to_be_visible()
        await expect(player.get_by_test_id("last-round")).to_be_visible()
        await desk.page.get_by_test_id("act-cut-back").click()
        await desk.confirm("entered by mistake")
        await expect(player.get_by_test_id("last-round")).to_have_count(0)
        await expect(heard).to_contain_text("The cut card had not come out.")
        await desk.page.get_by_test_id("act-cut-card").click()
        await desk.page.get_by_test_id("act-confirm").click()
        await expect(desk.page.get_by_test_id("ask-act")).to_have_count(0)
        await desk.page.get_by_test_id("card-entry").focus()
        await desk.write("KD", "4C")
        await desk.step("This shoe is over: shuffle a new one")
        await expect(desk.page.get_by_test_id("shoe-done")).to_be_visible()
        await desk.step("Cut the cards and bring the shoe")
        await desk.step("Open round 1")
        await expect(desk.page.get_by_test_id("real-figures")).to_contain_text("Shoe 2")
        await desk.page.get_by_test_id("act-change-shoe").click()
        await desk.page.get_by_test_id("ask-damaged").check()
        await desk.confirm("a torn nine")
        await expect(heard).to_contain_text("Shoe 2 leaves the table: its cards are damaged")
        await desk.asks("Cut the cards and bring the shoe")
        served.audit()


async def test_the_key_of_the_next_step_does_it_wherever_the_focus_is_and_never_writes_a_blank(
    browser: Browser, tmp_path: Path
) -> None:
    async with moved(tmp_path, by_hand()) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        field = desk.page.get_by_test_id("card-entry")
        await desk.asks("Shuffle a new shoe")
        await desk.page.wait_for_timeout(600)
        await desk.page.keyboard.press("Space")
        await desk.page.keyboard.press("Space")
        await expect(desk.page.get_by_test_id("step-key")).to_have_text("Too soon: once more")
        await desk.asks("Cut the cards and bring the shoe")
        await expect(desk.page.get_by_test_id("step-key")).to_have_text("Space")
        await desk.page.locator("h1").click()
        await expect(field).not_to_be_focused()
        await desk.step("Open round 1")
        await expect(field).to_be_focused()
        await expect(field).to_have_value("")
        await field.fill("  ")
        await desk.opened(1)
        await field.fill("")
        await desk.page.locator("h1").click()
        await desk.page.keyboard.press("Space")
        await expect(field).to_have_value("")
        await desk.write("9H")
        await desk.page.get_by_test_id("act-suspend").click()
        await desk.confirm("a card fell")
        await desk.asks("The round is suspended")
        await desk.step("Banker’s first card")
        await expect(field).to_have_value("")
        served.audit()


async def test_a_round_is_suspended_resumed_and_voided_and_a_demonstration_takes_no_bets(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, by_hand()) as served:
        await staff_named(served)
        desk = await Desk.of(browser, served)
        player = await browser.new_page(**DESKTOP)
        await enter(player, served.address)
        await desk.ready()
        await desk.page.get_by_test_id("act-demonstrate").click()
        await desk.asks("Player’s first card")
        await expect(player.get_by_test_id("demonstration")).to_be_visible()
        await desk.scan(*NATURAL)
        await desk.asks("Player wins, 9 to 6: settle")
        await desk.step("Open round 1")
        await expect(player.get_by_test_id("bead-list").locator("li")).to_have_count(0)
        await desk.step("Betting is open")
        await phase(player, "betting")
        await lay(player, "banker")
        await player.get_by_test_id("confirm").click()
        await holds(player, "banker", 10_000, "confirmed")
        await desk.no_more_bets()
        await desk.asks("Player’s first card")
        await desk.write("9H")
        await desk.page.get_by_test_id("act-suspend").click()
        await desk.confirm("a card fell")
        await desk.asks("The round is suspended")
        await phase(player, "suspended")
        await desk.page.get_by_test_id("card-entry").focus()
        await desk.write("2S")
        await desk.told("2S was not entered. No card is asked for now.")
        await desk.step("Banker’s first card")
        await phase(player, "dealing")
        await desk.page.get_by_test_id("act-void").click()
        await desk.confirm("a card too few", supervisor="Sam")
        await desk.asks("Open round 2")
        await expect(player.locator("main")).to_contain_text("We voided round 1.")
        await expect(player.get_by_test_id("balance")).to_have_attribute("data-cents", "1000000")
        served.audit()
