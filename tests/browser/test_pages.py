"""The pages around the felt in a real Chromium: statement, a round, house rules, guided round, help sheet, notes on spots."""

import itertools
import re
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page

from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, PHONE, WAIT_MS, balance, cents, enter, expect, lay, phase, settled
from tests.browser.test_felt import holds
from tests.server.served import Client, event_of, table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FAST: dict[str, object] = {"betting_seconds": 0.4, "card_seconds": 0.02, "result_seconds": 0.05, "shuffle_seconds": 0.1}
FAST_TABLES = range(1, 9)
SLOW_TABLE, *ROUND_TABLES = range(9, 12)
"""A table to look at, and one for each test that plays a round: it opens when the test comes to it."""

SLOW: dict[str, object] = {"betting_seconds": 60, "card_seconds": 0.1, "result_seconds": 2, "shuffle_seconds": 0.2}
TABLES = "".join(table(number, "live" if number % 2 else "chips", **FAST) for number in FAST_TABLES) + "".join(
    table(number, **SLOW) for number in (SLOW_TABLE, *ROUND_TABLES)
)
ROUNDS = 26
PAGE_ROUNDS = 20


class Played(NamedTuple):
    """A house, and the browser of a player who has some rounds behind him."""

    house: MovedHouse
    context: BrowserContext
    rounds: list[dict[str, Any]]

    async def open(self, path: str) -> Page:
        """A page of the player."""
        page = await self.context.new_page()
        page.set_default_timeout(WAIT_MS)
        await page.goto(f"http://{self.house.address}/{path}")
        return page


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def played(one_browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Played]:
    """The player entered with the browser; the rounds were bet over a socket of the same session."""
    async with moved(tmp_path_factory.mktemp("house"), TABLES) as house:
        context = await one_browser.new_context(**DESKTOP, timezone_id="Asia/Macau")
        page = await context.new_page()
        page.set_default_timeout(WAIT_MS)
        await page.goto(f"http://{house.address}/")
        await page.get_by_test_id("enter").click()
        await page.get_by_test_id("table-1").wait_for()
        (cookie,) = await context.cookies()
        await page.close()
        bot = Client(house)
        bot.cookie = f"{cookie['name']}={cookie['value']}"
        await bot.open_socket()
        await play(bot, FAST_TABLES, ROUNDS)
        await bot.drop()
        yield Played(house, context, (await bot.get("/api/bets?limit=100"))["rounds"])
        await context.close()


async def play(bot: Client, tables: Sequence[int], rounds: int) -> None:
    """Bet on Banker and Tie at these tables until so many rounds were bet on, and all of them are settled."""
    shoes: dict[int, int] = {}
    staked: set[tuple[int, int, int]] = set()
    settled: set[tuple[int, int, int]] = set()
    unanswered = 0
    for number in tables:
        await bot.send(type="watch", table=number)
    while len(staked) < rounds or unanswered or staked - settled:
        message = await bot.receive()
        if message["type"] == "snapshot":
            shoes[message["table"]["table"]] = message["table"]["shoe_number"]
        elif message["type"] == "own" and message["own"]["stakes"]:
            name = (message["table"], message["own"]["shoe"], message["own"]["round"])
            (settled if message["own"]["settled"] else staked).add(name)
        elif message["type"] == "answer":
            unanswered -= 1
        elif shuffled := event_of(message, "shuffle_started"):
            shoes[message["table"]] = shuffled["shoe"]
        elif (opened := event_of(message, "betting_opened")) and len(staked) < rounds:
            for bet, stake in (("banker", 1000), ("tie", 500)):
                unanswered += 1
                await bot.send(
                    type="place_bet",
                    command_id=bot.command_id(),
                    table=message["table"],
                    shoe=shoes[message["table"]],
                    round=opened["round"],
                    bet=bet,
                    amount_cents=stake,
                )


async def rows(page: Page) -> list[tuple[str, int, int, int]]:
    """The statement's rounds as they are shown: name, net, balance before and after."""
    return [
        (
            str(await row.get_attribute("data-round")),
            int(str(await row.get_by_test_id("round-net").get_attribute("data-cents"))),
            cents(await row.get_by_test_id("balance-before").inner_text()),
            cents(await row.get_by_test_id("balance-after").inner_text()),
        )
        for row in await page.get_by_test_id("bet-record-row").all()
    ]


async def test_the_statement_is_paged_adds_up_and_agrees_with_the_session(played: Played) -> None:
    page = await played.open("#/bets")
    row = page.get_by_test_id("bet-record-row")
    await expect(row).to_have_count(PAGE_ROUNDS)
    await page.get_by_test_id("older").click()
    await expect(row).to_have_count(len(played.rounds))
    await expect(page.get_by_test_id("older")).to_have_count(0)
    shown = await rows(page)
    assert [name for name, *_ in shown] == [one["round_id"] for one in played.rounds]
    assert all(after - before == net for _, net, before, after in shown)
    assert all(newer[2] == older[3] for newer, older in itertools.pairwise(shown))
    assert shown[0][3] == await balance(page)
    net = sum(one[1] for one in shown)
    await expect(page.get_by_test_id("session-net")).to_have_attribute("data-cents", str(net))
    await expect(page.get_by_test_id("session-rounds")).to_have_text(str(len(shown)))
    await page.close()


async def test_the_filters_stand_in_the_address_and_show_what_they_say(played: Played) -> None:
    page = await played.open("#/bets")
    row = page.get_by_test_id("bet-record-row")
    await expect(row).to_have_count(PAGE_ROUNDS)
    for name, key, value in (("table", "table", 3), ("outcome", "outcome", "banker"), ("house", "house", "chips")):
        wanted = [one["round_id"] for one in played.rounds if one[key] == value]
        await page.get_by_test_id(f"filter-{name}").select_option(str(value))
        await expect(row).to_have_count(len(wanted))
        assert [one for one, *_ in await rows(page)] == wanted
        assert f"{name}={value}" in page.url
        await page.reload()
        await expect(row).to_have_count(len(wanted))
        await expect(page.get_by_test_id(f"filter-{name}")).to_have_value(str(value))
        await page.get_by_test_id("filters-clear").click()
        await expect(row).to_have_count(PAGE_ROUNDS)
    await page.get_by_test_id("filter-to").fill("2020-01-01")
    await expect(row).to_have_count(0)
    await expect(page.get_by_text("No round matches")).to_be_visible()
    await page.close()


async def test_a_round_has_a_page_that_others_can_read_too_without_the_bets(browser: Browser, played: Played) -> None:
    page = await played.open("#/bets")
    await page.get_by_test_id("round-link").first.click()
    newest = played.rounds[0]
    shown = page.get_by_test_id("round-page")
    await expect(shown).to_have_attribute("data-round", newest["round_id"])
    await expect(shown.get_by_test_id("round-net")).to_have_attribute("data-cents", str(newest["net"]))
    faces = [await card.get_attribute("data-card") for card in await shown.locator("[data-card]").all()]
    assert faces == [*newest["player"], *newest["banker"]]
    stranger = await browser.new_page(**PHONE)
    await stranger.goto(page.url)
    await expect(stranger.get_by_test_id("round-page")).to_be_visible()
    await expect(stranger.get_by_test_id("round-net")).to_have_count(0)
    await stranger.goto(f"http://{played.house.address}/#/round/1-1-999999")
    await expect(stranger.get_by_test_id("no-such-round")).to_be_visible()
    await stranger.close()
    await page.close()


@pytest.mark.parametrize(("number", "house"), [(1, "live"), (2, "chips")])
async def test_the_rules_page_says_what_the_tables_own_rules_say(played: Played, number: int, house: str) -> None:
    page = await played.open(f"#/rules/{number}")
    await expect(page.get_by_test_id("rules")).to_have_attribute("data-house", house)
    rules = (await (await page.request.get(f"http://{played.house.address}/api/tables/{number}")).json())["rules"]
    for offer in rules["offers"]:
        text = await page.get_by_test_id(f"pays-{offer['bet']}").inner_text()
        assert f"{offer['minimum_cents'] // 100:,}–{offer['maximum_cents'] // 100:,}" in text
        assert offer["round_cap"] is None or f"round {offer['round_cap']} of" in text
        for pays, per in offer["pays"].values():
            said = f"{pays} : {per}" if pays >= per else f"{pays / per:g} : 1"
            assert said in text.replace("\xa0", " ")
    assert await page.locator("[data-testid^=pays-]").count() == len(rules["offers"])
    await page.get_by_test_id("rules-table").select_option("3")
    await expect(page.get_by_test_id("rules")).to_have_attribute("data-house", "live")
    await page.close()


async def test_a_newcomer_is_guided_by_keyboard_through_a_whole_round_within_a_minute_and_only_once(
    browser: Browser, played: Played
) -> None:
    started = time.monotonic()
    page = await browser.new_page(**DESKTOP)
    await enter(page, played.house.address, ROUND_TABLES[0])
    guide = page.get_by_test_id("guide")
    await expect(guide).to_have_attribute("data-step", "chip")
    await played.house.betting(ROUND_TABLES[0])
    await phase(page, "betting")
    await page.keyboard.press("3")
    await expect(guide).to_have_attribute("data-step", "spot")
    await page.get_by_test_id("spot-tie").focus()
    await page.keyboard.press("Enter")
    await expect(guide).to_have_attribute("data-step", "confirm")
    await page.get_by_test_id("confirm").focus()
    await page.keyboard.press("Enter")
    await expect(guide).to_have_attribute("data-step", "result")
    await holds(page, "tie", 2_500, "confirmed")
    await played.house.no_more_bets(ROUND_TABLES[0])
    assert time.monotonic() - started < 60
    await expect(guide).to_have_attribute("data-step", "done")
    await page.get_by_test_id("guide-skip").click()
    await expect(guide).to_have_count(0)
    await page.reload()
    await page.get_by_test_id("phase").wait_for()
    await expect(guide).to_have_count(0)
    await page.close()


async def test_the_guide_can_be_skipped_at_once_and_called_again_from_the_help_sheet(browser: Browser, played: Played) -> None:
    page = await browser.new_page(**PHONE)
    await enter(page, played.house.address, SLOW_TABLE)
    await page.get_by_test_id("guide-skip").click()
    await expect(page.get_by_test_id("guide")).to_have_count(0)
    await page.reload()
    await page.get_by_test_id("phase").wait_for()
    await expect(page.get_by_test_id("guide")).to_have_count(0)
    await page.get_by_test_id("menu").click()
    await page.get_by_test_id("to-help").click()
    await page.get_by_test_id("start-guide").click()
    await expect(page.get_by_test_id("help")).to_have_count(0)
    await expect(page.get_by_test_id("guide")).to_be_visible()
    await page.close()


async def test_the_help_sheet_opens_on_its_key_and_single_keys_can_be_switched_off(played: Played) -> None:
    page = await played.open(f"#/table/{SLOW_TABLE}")
    await page.get_by_test_id("spot-tie").focus()
    await page.keyboard.press("?")
    await expect(page.get_by_test_id("help")).to_be_visible()
    for key in ("Arrows", "Enter or Space", "Delete or Backspace", "Tab", "Esc"):
        await expect(page.get_by_test_id("help").get_by_text(key, exact=True)).to_be_visible()
    await page.get_by_test_id("shortcuts").uncheck()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("help")).to_have_count(0)
    await expect(page.get_by_test_id("spot-tie")).to_be_focused()
    await page.keyboard.press("?")
    await page.keyboard.press("4")
    await expect(page.get_by_test_id("help")).to_have_count(0)
    await expect(page.get_by_test_id("chip-100")).to_have_attribute("aria-checked", "false")
    await page.get_by_test_id("to-help").click()
    await page.get_by_test_id("shortcuts").check()
    await page.get_by_test_id("help-close").click()
    await page.keyboard.press("4")
    await expect(page.get_by_test_id("chip-100")).to_have_attribute("aria-checked", "true")
    await page.close()


async def test_what_a_spot_is_and_pays_shows_on_its_sign_on_hover_and_on_focus(played: Played) -> None:
    page = await played.open(f"#/table/{SLOW_TABLE}")
    note = page.get_by_test_id("note-player_dragon")
    await page.get_by_test_id("info-player_dragon").click()
    await expect(note).to_be_visible()
    await expect(note).to_contain_text("Win by 9 points")
    await expect(note.get_by_test_id("odds-player_dragon").first).to_have_text("97.35%")
    await expect(note).to_contain_text("Exact, over a full shoe of 8 decks")
    await page.keyboard.press("Escape")
    await expect(note).to_be_hidden()
    await page.get_by_test_id("spot-lucky_six").hover()
    await expect(page.get_by_test_id("note-lucky_six")).to_be_visible()
    await page.get_by_test_id("spot-player").focus()
    await page.keyboard.press("ArrowUp")
    focused = await page.evaluate("document.activeElement.dataset.testid")
    await expect(page.get_by_test_id(focused.replace("spot-", "note-"))).to_be_visible()
    await expect(page.get_by_test_id("note-lucky_six")).to_be_hidden()
    await expect(page.locator("#about-tie")).to_have_text(re.compile("same points.*8 to 1.*Returns 85.64% on average"))
    await page.close()


async def test_the_session_counts_a_round_as_it_is_settled_and_goes_on_after_a_reload(browser: Browser, played: Played) -> None:
    page = await browser.new_page(**PHONE)
    await enter(page, played.house.address, ROUND_TABLES[1])
    net = page.get_by_test_id("session-net")
    await expect(net).to_have_attribute("data-cents", "0")
    await played.house.betting(ROUND_TABLES[1])
    await phase(page, "betting")
    await lay(page, "player", 25)
    await page.get_by_test_id("confirm").click()
    await holds(page, "player", 2_500, "confirmed")
    await played.house.no_more_bets(ROUND_TABLES[1])
    await settled(page)
    made = await balance(page) - 1_000_000
    await expect(net).to_have_attribute("data-cents", str(made))
    await page.reload()
    await expect(net).to_have_attribute("data-cents", str(made))
    await page.close()
