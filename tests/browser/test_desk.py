"""The desk in a real Chromium: from the printed link to a suspended table, by keyboard, while a player watches; on a phone too."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, PHONE, WAIT_MS, enter, expect, phase
from tests.browser.test_access import violations
from tests.server.served import table
from tests.server.staffed import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TABLES = table(1, "live", betting_seconds=120) + table(2, "classic", betting_seconds=120)
WHY = "the camera <b>is dark</b>"


async def desk_page(browser: Browser, address: str) -> Page:
    page = await (await browser.new_context(**DESKTOP, reduced_motion="reduce")).new_page()
    page.set_default_timeout(WAIT_MS)
    await page.goto(address)
    return page


async def host_at_desk(browser: Browser, served: MovedHouse) -> Page:
    """Open the link that the house printed, and become its host by keys alone."""
    page = await desk_page(browser, await served.host_link())
    await page.get_by_test_id("link-name").focus()
    await page.keyboard.type("Hilda")
    await page.keyboard.press("Tab")
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await page.get_by_test_id("desk-tables").wait_for()
    assert page.url.endswith("#/desk"), "the token does not stay in the address"
    return page


async def named(browser: Browser, served: MovedHouse, host: Page, name: str, role: str) -> Page:
    """Name somebody at the host's desk, and open their link in a browser of theirs."""
    await host.get_by_test_id("to-staff").click()
    await host.get_by_test_id("member-name").fill(name)
    await host.get_by_test_id("member-role").select_option(role)
    await host.get_by_test_id("member-add").click()
    made = host.get_by_test_id("made-link")
    await expect(made).to_contain_text(name)
    page = await desk_page(browser, await made.locator("code").inner_text())
    await page.get_by_test_id("link-password").fill(PASSWORD)
    await page.get_by_test_id("link-open").click()
    await page.get_by_test_id("desk-tables").wait_for()
    return page


async def test_a_dealer_suspends_and_resumes_by_keyboard_while_a_player_watches(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as served:
        host = await host_at_desk(browser, served)
        dealer = await named(browser, served, host, "Dora", "dealer")
        await expect(dealer.get_by_test_id("to-staff")).to_have_count(0)
        player = await browser.new_page(**DESKTOP)
        await enter(player, served.address)
        await phase(player, "betting")
        await dealer.get_by_test_id("open-table-1").press("Enter")
        suspend = dealer.get_by_test_id("act-suspend")
        await expect(suspend).to_be_enabled()
        await suspend.press("Enter")
        await expect(dealer.get_by_test_id("act-reason")).to_be_focused()
        await dealer.keyboard.type(WHY)
        assert await violations(dealer) == []
        await dealer.keyboard.press("Tab")
        await dealer.keyboard.press("Enter")
        await phase(player, "suspended")
        await expect(player.locator("main")).to_contain_text(WHY)
        await expect(dealer.get_by_test_id("desk-suspended")).to_contain_text(WHY)
        resume = dealer.get_by_test_id("act-resume")
        await resume.press("Enter")
        await phase(player, "betting")
        acts = dealer.get_by_test_id("desk-acts").locator("li")
        await expect(acts).to_have_count(2)
        await expect(acts.nth(1)).to_contain_text(f"Reason: {WHY}")
        await expect(acts.nth(1)).to_contain_text("Dora, Dealer")


async def test_a_dealer_voids_with_a_supervisor_at_the_desk(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as served:
        host = await host_at_desk(browser, served)
        await named(browser, served, host, "Sam", "supervisor")
        dealer = await named(browser, served, host, "Dora", "dealer")
        player = await browser.new_page(**DESKTOP)
        await enter(player, served.address)
        await phase(player, "betting")
        await dealer.get_by_test_id("open-table-1").click()
        await dealer.get_by_test_id("act-void").click()
        await dealer.get_by_test_id("act-reason").fill(WHY)
        await dealer.get_by_test_id("approval-name").fill("Sam")
        await dealer.get_by_test_id("approval-password").fill("not this one")
        await dealer.get_by_test_id("act-confirm").click()
        await expect(dealer.get_by_test_id("act-why")).to_have_text("The name or the password is wrong.")
        await dealer.get_by_test_id("approval-password").fill(PASSWORD)
        await dealer.get_by_test_id("act-confirm").click()
        await expect(player.locator("main")).to_contain_text("We voided round 1.")
        await expect(dealer.get_by_test_id("desk-acts")).to_contain_text("approved by Sam")
        await expect(dealer.get_by_test_id("to-you")).to_contain_text("Dora")


async def test_a_player_is_muted_and_frozen_and_is_told_so_at_once(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as served:
        host = await host_at_desk(browser, served)
        player = await browser.new_page(**DESKTOP)
        await enter(player, served.address)
        await phase(player, "betting")
        await player.get_by_test_id("chat-input").fill("rude words")
        await player.get_by_test_id("chat-send").click()
        await host.get_by_test_id("open-table-1").click()
        await host.get_by_test_id("announce-text").fill("Good evening.")
        await host.get_by_test_id("announce-send").click()
        await expect(player.get_by_test_id("live-chat")).to_have_text("The house: Good evening.")
        await host.get_by_test_id("line-acts").click()
        await host.get_by_test_id("desk-chat").get_by_test_id("player-mute").click()
        await host.get_by_test_id("act-reason").fill("rude")
        await host.get_by_test_id("act-confirm").click()
        await expect(player.get_by_test_id("chat-silenced")).to_contain_text("Reason: rude")
        await host.get_by_test_id("line-acts").click()
        await expect(host.get_by_test_id("desk-chat").get_by_test_id("player-unmute")).to_have_count(1)
        there = host.get_by_test_id("table-players")
        await expect(there.get_by_test_id("player-unmute")).to_have_count(1)
        await there.get_by_test_id("player-unmute").click()
        await host.get_by_test_id("act-reason").fill("made up")
        await host.get_by_test_id("act-confirm").click()
        await expect(host.get_by_test_id("desk-chat").get_by_test_id("player-mute")).to_have_count(1)
        await host.get_by_test_id("desk-chat").get_by_test_id("player-mute").click()
        await host.get_by_test_id("act-reason").fill("rude again")
        await host.get_by_test_id("act-confirm").click()
        await expect(there.get_by_test_id("player-unmute")).to_have_count(1)
        name = (await there.locator("b").inner_text()).removeprefix("Guest ")
        await host.get_by_test_id("to-order").click()
        await host.get_by_test_id("find-name").fill(name.lower())
        await host.get_by_test_id("find").click()
        await expect(host.get_by_test_id("found").get_by_test_id("player-unmute")).to_have_count(1)
        await host.get_by_test_id("restricted").get_by_test_id("player-freeze").click()
        await host.get_by_test_id("act-reason").fill("ruder")
        await host.get_by_test_id("act-confirm").click()
        await expect(player.get_by_test_id("frozen")).to_contain_text("Reason: ruder")
        assert await violations(player) == []
        assert await violations(host) == []
        await expect(host.get_by_test_id("found").get_by_test_id("player-unfreeze")).to_have_count(1)
        await host.get_by_test_id("restricted").get_by_test_id("player-unfreeze").click()
        await host.get_by_test_id("act-reason").fill("said sorry")
        await host.get_by_test_id("act-confirm").click()
        await expect(player.get_by_test_id("frozen")).to_have_count(0)


async def test_a_wrong_password_is_said_and_a_removed_one_is_out(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as served:
        host = await host_at_desk(browser, served)
        dealer = await named(browser, served, host, "Dora", "dealer")
        await dealer.get_by_test_id("to-you").click()
        await dealer.get_by_test_id("desk-sign-out").click()
        assert await violations(dealer) == []
        name, password = dealer.get_by_test_id("desk-name"), dealer.get_by_test_id("desk-password")
        assert [await field.get_attribute("autocomplete") for field in (name, password)] == ["username", "current-password"]
        await name.fill("Dora")
        await password.fill("not this one")
        await dealer.keyboard.press("Enter")
        await expect(dealer.get_by_test_id("desk-why")).to_have_text("The name or the password is wrong.")
        await expect(password).to_be_focused()
        await password.fill(PASSWORD)
        await dealer.keyboard.press("Enter")
        await dealer.get_by_test_id("desk-tables").wait_for()
        await host.get_by_test_id("remove-Dora").click()
        await host.get_by_test_id("act-confirm").click()
        await expect(host.get_by_test_id("member-Dora")).to_have_count(0)
        await dealer.get_by_test_id("desk-name").wait_for()
        await expect(dealer.locator("main")).to_contain_text("Your session has ended.")


@pytest.mark.parametrize(
    "language", ["en", pytest.param("zh-Hant", marks=pytest.mark.long), pytest.param("zh-Hans", marks=pytest.mark.long)]
)
async def test_every_part_of_the_desk_fits_a_phone_and_axe_finds_nothing(browser: Browser, tmp_path: Path, language: str) -> None:
    async with moved(tmp_path, TABLES) as served:
        host = await host_at_desk(browser, served)
        await host.get_by_test_id("language").select_option(language)
        for width in (PHONE["viewport"]["width"], 320, DESKTOP["viewport"]["width"]):
            await host.set_viewport_size({"width": width, "height": 844})
            for part, there in (
                ("", "desk-tables"),
                ("/staff", "members"),
                ("/order", "desk-order"),
                ("/you", "desk-you"),
                ("/1", "table-desk"),
            ):
                await host.goto(f"http://{served.address}/#/desk{part}")
                await host.get_by_test_id(there).wait_for()
                await asyncio.sleep(0.1)
                wide = await host.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, (part, width, wide)
                assert await violations(host) == [], (part, width)
