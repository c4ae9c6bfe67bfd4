"""The lobby in a real Chromium: tables that are live, choices that are kept, good-road alerts, one socket for all of it."""

import itertools
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from puntobanco.game.good_roads import standing
from puntobanco.game.roads import Roads
from puntobanco.table.state import Phase, TableState
from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, PHONE, WAIT_MS, expect, marks_of
from tests.server.served import Client, table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PLAYED: dict[str, object] = {"betting_seconds": 60, "card_seconds": 0.02, "result_seconds": 0.05, "shuffle_seconds": 0.1}
TABLES = (
    table(1, "live", **PLAYED)
    + table(2, "macau", **PLAYED)
    + table(3, "chips", **PLAYED, main_minimum_cents=500)
    + table(4, "studio", **PLAYED, good_roads=[])
)


class Lobby:
    """A house, and a bot who watches the tables so that they deal."""

    def __init__(self, house: MovedHouse, bot: Client) -> None:
        self.house = house
        self.bot = bot

    async def tile(self, number: int) -> dict[str, Any]:
        """A table as the server lists it."""
        listed = {one["table"]: one for one in (await self.bot.get("/api/lobby"))["tables"]}
        found: dict[str, Any] = listed[number]
        return found


@pytest_asyncio.fixture(loop_scope="session")
async def lobby(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Lobby]:
    async with moved(tmp_path_factory.mktemp("house"), TABLES) as house:
        bot = Client(house)
        await bot.enter()
        await bot.open_socket()
        yield Lobby(house, bot)
        await bot.drop()


async def opened(browser: Browser, house: MovedHouse, **form: Any) -> Page:
    context = await browser.new_context(**(form or DESKTOP))
    page = await context.new_page()
    page.set_default_timeout(WAIT_MS)
    await page.goto(f"http://{house.address}/")
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id("table-1").wait_for()
    return page


async def order(page: Page) -> list[int]:
    """The numbers of the tables that are shown, in their order."""
    ids = await page.locator("[data-testid^='tile-']").evaluate_all("tiles => tiles.map(tile => tile.dataset.testid)")
    return [int(name.removeprefix("tile-")) for name in ids]


def good(state: TableState) -> bool:
    return bool(standing(Roads(result.outcome for result in state.results)))


async def test_a_tile_follows_its_table(one_browser: Browser, lobby: Lobby) -> None:
    house, bot = lobby.house, lobby.bot
    page = await opened(one_browser, house)
    tile = page.get_by_test_id("tile-2")
    await expect(tile).to_have_attribute("data-phase", "paused")
    await bot.watch(2)
    await house.betting(2)
    await expect(tile).to_have_attribute("data-phase", "betting")
    await expect(tile.get_by_test_id("clock-2")).to_be_visible()
    await expect(tile).to_contain_text("0 of 7 seats taken")
    await bot.send(type="sit", command_id="sit-down-1", table=2, seat=3)
    await expect(tile).to_contain_text("1 of 7 seats taken")
    await expect(tile).to_contain_text("1 person here")
    await house.until(lambda state: len(state.results) >= 6 and state.phase is Phase.RESULT, 2)
    results = (await lobby.tile(2))["results"]
    counts = f"Banker {results.count('B')}, Player {results.count('P')}, Tie {results.count('T')}"
    await expect(tile).to_contain_text(counts)
    big = Roads(result.outcome for result in house.state(2).results).big
    drawn = {(f"{place // 6},{place % 6}", winner) for winner, place in zip(big.marks, big.places, strict=True)}
    assert await marks_of(tile, "big") == drawn
    await page.context.close()


async def test_what_is_chosen_is_shown_and_kept(one_browser: Browser, lobby: Lobby) -> None:
    page = await opened(one_browser, lobby.house)
    assert await order(page) == [1, 2, 3, 4]
    await page.get_by_test_id("only-squeeze").check()
    await expect(page.get_by_test_id("lobby-count")).to_have_text("2 of 4 tables")
    assert await order(page) == [2, 4]
    await page.get_by_test_id("house-macau").click()
    assert await order(page) == [2]
    await page.reload()
    await page.get_by_test_id("table-2").wait_for()
    assert await order(page) == [2]
    await page.get_by_test_id("house-classic").wait_for(state="detached")
    await page.get_by_test_id("house-chips").click()
    await expect(page.get_by_text("No table is like that just now.")).to_be_visible()
    await page.get_by_test_id("lobby-all").click()
    await page.get_by_test_id("lobby-sort").select_option("minimum")
    assert await order(page) == [1, 3, 4, 2]
    await page.get_by_test_id("lobby-minimum").select_option("500")
    assert await order(page) == [1, 3, 4]
    await page.context.close()


async def test_no_tile_moves_away_under_the_pointer(one_browser: Browser, lobby: Lobby) -> None:
    page = await opened(one_browser, lobby.house)
    await page.get_by_test_id("lobby-sort").select_option("players")
    assert await order(page) == [1, 2, 3, 4]
    await page.get_by_test_id("tile-2").hover()
    await lobby.bot.watch(3)
    await expect(page.get_by_test_id("tile-3")).to_contain_text("1 person here")
    assert await order(page) == [1, 2, 3, 4]
    await page.mouse.move(5, 5)
    await expect(page.locator("[data-testid^='tile-']").first).to_have_attribute("data-testid", "tile-3")
    assert await order(page) == [3, 1, 2, 4]
    await page.context.close()


async def test_a_good_road_is_told_wherever_one_is_where_its_switch_is_on(one_browser: Browser, lobby: Lobby) -> None:
    house = lobby.house
    page = await opened(one_browser, house)
    await page.get_by_test_id("alerts-open").click()
    sheet = page.get_by_test_id("alerts-sheet")
    await expect(sheet).to_contain_text("Roads record the past. They say nothing about the next round.")
    assert await sheet.get_by_role("switch", checked=True).count() == 0
    await sheet.get_by_role("button", name="All on").click()
    assert await sheet.get_by_role("switch", checked=True).count() == 8
    await sheet.get_by_test_id("alerts-sheet-close").click()
    await expect(page.get_by_test_id("alerts-open")).to_contain_text("8 on")
    await page.get_by_test_id("table-3").click()
    await page.get_by_test_id("phase").wait_for()
    for number in (4, 1):
        await lobby.bot.watch(number)
        await house.until(good, number)
    alert = page.get_by_test_id("road-alert").first
    await expect(alert).to_contain_text("Table 1: ")
    await expect(page.get_by_test_id("road-alerts")).not_to_contain_text("Table 4")
    await expect(page.get_by_test_id("road-alerts")).to_contain_text("They say nothing about the next round.")
    await alert.click()
    await expect(page.get_by_test_id("table-number")).to_have_text("Table 1")
    await page.get_by_test_id("to-lobby").click()
    await expect(page.get_by_test_id("tile-1").locator("[data-good]").first).to_be_visible()
    await expect(page.get_by_test_id("tile-4").locator("[data-good]")).to_have_count(0)
    await page.get_by_test_id("only-good_road").check()
    assert 4 not in await order(page)
    await page.context.close()


async def test_one_socket_is_told_what_changes_and_no_more(one_browser: Browser, lobby: Lobby) -> None:
    house = lobby.house
    context = await one_browser.new_context(**DESKTOP)
    page = await context.new_page()
    sockets: list[Any] = []
    frames: list[dict[str, Any]] = []

    def heard(payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["type"].startswith("lobby"):
            frames.append({"bytes": len(payload), **message})

    def opened_one(socket: Any) -> None:
        sockets.append(socket)
        socket.on("framereceived", heard)

    page.on("websocket", opened_one)
    await page.goto(f"http://{house.address}/")
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id("table-1").wait_for()
    await lobby.bot.watch(1)
    await house.until(lambda state: len(state.results) >= 5, 1)
    await expect(page.get_by_test_id("tile-1").locator("[data-mark]").nth(1)).to_be_attached()
    whole, *changes = frames
    # The one from before the door is closed: nobody was signed in.
    assert [socket.is_closed() for socket in sockets] == [True, False]
    assert (whole["type"], len(whole["tables"])) == ("lobby", 4)
    assert {frame["type"] for frame in changes} == {"lobby_changed"}
    told = list(itertools.chain.from_iterable(frame["changes"] for frame in changes))
    assert {change["table"] for change in told} == {1}
    assert all("results" not in change or change["results"] == "" for change in told)
    assert max(frame["bytes"] for frame in changes) < 250
    await context.close()


async def test_on_a_phone_the_choices_are_swiped_and_the_page_is_as_wide_as_the_screen(one_browser: Browser, lobby: Lobby) -> None:
    page = await opened(one_browser, lobby.house, **PHONE)
    assert await page.evaluate("document.documentElement.scrollWidth") == 390
    bar = page.get_by_test_id("lobby-bar")
    assert await bar.evaluate("bar => bar.scrollWidth > bar.clientWidth")
    await page.get_by_test_id("lobby-sort").scroll_into_view_if_needed()
    await page.get_by_test_id("lobby-sort").select_option("minimum")
    assert await order(page) == [1, 3, 4, 2]
    await page.context.close()


async def test_a_tile_that_comes_into_sight_is_as_its_table_stands(one_browser: Browser, lobby: Lobby) -> None:
    page = await opened(one_browser, lobby.house, viewport={"width": 390, "height": 420})
    await lobby.bot.watch(4)
    await lobby.house.until(lambda state: len(state.results) >= 4 and state.phase is Phase.BETTING, 4)
    await lobby.bot.watch(1)
    await lobby.house.betting(1)
    await expect(page.get_by_test_id("tile-1")).to_have_attribute("data-phase", "betting")
    tile = page.get_by_test_id("tile-4")
    await tile.scroll_into_view_if_needed()
    results = (await lobby.tile(4))["results"]
    counts = f"Banker {results.count('B')}, Player {results.count('P')}, Tie {results.count('T')}"
    await expect(tile).to_contain_text(counts)
    await expect(tile).to_have_attribute("data-phase", "betting")
    await page.context.close()


async def test_a_table_is_entered_from_the_keyboard(one_browser: Browser, lobby: Lobby) -> None:
    page = await opened(one_browser, lobby.house)
    await page.get_by_test_id("table-1").focus()
    await page.keyboard.press("Tab")
    await expect(page.get_by_test_id("pick-1")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.get_by_test_id("table-2")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.get_by_test_id("phase").wait_for()
    await expect(page.get_by_test_id("table-number")).to_have_text("Table 2")
    await page.context.close()


async def test_tables_are_picked_in_the_lobby_and_opened_side_by_side(one_browser: Browser, lobby: Lobby) -> None:
    page = await opened(one_browser, lobby.house)
    await page.get_by_test_id("pick-3").click()
    await page.get_by_test_id("pick-1").click()
    await page.get_by_test_id("open-beside").click()
    for number in (3, 1):
        await page.frame_locator(f"iframe[src$='#/pane/{number}']").get_by_test_id("spot-banker").wait_for()
    assert await page.evaluate("location.hash") == "#/tables/3,1"
    await page.context.close()


async def test_no_more_tables_are_picked_than_stand_side_by_side_and_none_on_a_phone(one_browser: Browser, lobby: Lobby) -> None:
    page = await opened(one_browser, lobby.house)
    for number in (1, 2, 3, 4):
        await page.get_by_test_id(f"pick-{number}").click()
    await expect(page.get_by_test_id("open-beside")).to_have_text("Open 4 tables")
    await page.get_by_test_id("pick-2").click()
    await expect(page.get_by_test_id("open-beside")).to_have_text("Open 3 tables")
    await page.set_viewport_size({"width": 390, "height": 844})
    await expect(page.get_by_test_id("open-beside")).to_have_count(0)
    await expect(page.get_by_test_id("pick-1")).to_have_count(0)
    await page.context.close()
