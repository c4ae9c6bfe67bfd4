"""The history of shoes in a real Chromium: the list with its small roads, a shoe's page, its files, and the ways between them."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, Route

from puntobanco.table.state import Phase
from tests.browser.at_desk import NATURAL, by_hand, staff_named
from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, PHONE, enter, expect
from tests.browser.test_access import violations
from tests.cli.commands import command
from tests.server.served import http_to, table
from tests.server.staffed import PASSWORD
from tests.server.test_desk import AtDesk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
EVENING: dict[str, object] = {"betting_seconds": 60, "card_seconds": 0.01, "demonstration_rounds": 1}
SHORT: dict[str, object] = {"decks": 6, "cut_card_least": 150, "cut_card_most": 156}
TABLES = table(1, "classic", **EVENING, **SHORT) + by_hand(2, burn='"none"')


async def evening(page: Page, house: MovedHouse) -> None:
    """A guest at table 1 while a whole shoe is played, and the next one begins."""
    await enter(page, house.address, 1)
    await house.until(lambda state: state.shoe_number == 2 and state.round == 2 and state.phase is Phase.BETTING)


async def dealt_by_hand(house: MovedHouse) -> None:
    """A round of real cards at table 2, and half of another."""
    await staff_named(house)
    async with http_to(house) as http:
        answer = await http.post("/api/staff/signin", json={"name": "Dora", "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        dora = AtDesk(http, 2)
        await dora.ready()
        for cards in (NATURAL, NATURAL[:2]):
            await dora.open_round()
            await house.no_more_bets(2)
            await dora.enter(*cards)
            if cards == NATURAL:
                await dora.settle()


async def narrow(page: Page) -> bool:
    """Whether nothing of the page lies beside the screen."""
    return bool(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def played(page: Page) -> Locator:
    """The rounds that a shoe's page lists."""
    return page.get_by_test_id("played-round")


async def test_from_the_table_to_its_shoes_to_one_to_a_round_and_back(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as house:
        page = await (await browser.new_context(**DESKTOP, reduced_motion="reduce")).new_page()
        await evening(page, house)
        await page.get_by_test_id("to-card-check").click()
        await page.get_by_test_id("to-shoes").click()
        rows = page.get_by_test_id("shoe-row")
        await expect(rows).to_have_count(2)
        history = await (await page.request.get(f"http://{house.address}/api/shoes/1-1/rounds")).json()
        counts = {name: history["results"].count(name[0].upper()) for name in ("banker", "player", "tie")}
        for name, count in counts.items():
            await expect(rows.last.locator(f'[data-count="{name}"]')).to_contain_text(str(count))
        marks = await rows.last.locator('[data-mark="player"]').all()
        outlines = sum([(await mark.get_attribute("d") or "").count("M") for mark in marks])
        assert outlines == 2 * counts["player"], "the small road has all wins of the shoe, each a ring of two outlines"
        assert await violations(page) == []
        await rows.last.get_by_role("link", name="Shoe 1", exact=True).click()
        await expect(page.get_by_test_id("history-page")).to_have_attribute("data-shoe", "1-1")
        await expect(played(page)).to_have_count(len(history["rounds"]))
        await expect(played(page).first).to_contain_text("Demonstration 1")
        await expect(page.get_by_test_id("bead-list").locator("li")).to_have_count(len(history["results"]))
        for road in ("big", "bigEye", "small", "cockroach"):
            await expect(page.get_by_test_id("big-road").locator(f'[data-road="{road}"]')).to_have_count(1)
        await expect(page.get_by_test_id("history-naturals")).to_have_text(
            str(sum(one["natural"] for one in history["rounds"] if one["round"]))
        )
        first = history["rounds"][1]
        shown = played(page).nth(1).locator("[data-card]")
        assert [await card.get_attribute("data-card") for card in await shown.all()] == [*first["player"], *first["banker"]]
        assert await violations(page) == []
        await played(page).nth(1).get_by_role("link", name="Round 1").press("Enter")
        await expect(page.get_by_test_id("round-page")).to_have_attribute("data-round", "1-1-1")
        await page.get_by_test_id("to-history").click()
        await page.get_by_test_id("to-proof").click()
        await expect(page.get_by_test_id("verdict")).to_contain_text("checks hold")
        await page.get_by_test_id("to-history").click()
        await page.get_by_test_id("next-shoe").click()
        await expect(page.get_by_test_id("history-page")).to_have_attribute("data-shoe", "1-2")
        await expect(played(page)).to_have_count(2)
        await house.until(lambda state: state.round == 3)
        await page.get_by_test_id("history-again").click()
        await expect(played(page)).to_have_count(3)
        await page.get_by_test_id("previous-shoe").click()
        await expect(page.get_by_test_id("history-page")).to_have_attribute("data-shoe", "1-1")
        await expect(page.get_by_test_id("previous-shoe")).to_have_count(0)
        await expect(page.get_by_role("heading", level=1)).to_be_focused()


async def test_the_files_are_those_that_the_commands_read(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as house:
        page = await (await browser.new_context(**PHONE)).new_page()
        await evening(page, house)
        await page.goto(f"http://{house.address}/#/history/1-1")
        for ending in ("csv", "json"):
            async with page.expect_download() as saving:
                await page.get_by_test_id(f"save-{ending}").click()
            download = await saving.value
            assert download.suggested_filename == f"puntobanco-shoe-1-1.{ending}"
            await download.save_as(tmp_path / f"shoe.{ending}")
    table_of = list(csv.DictReader(io.StringIO((tmp_path / "shoe.csv").read_text(encoding="utf-8"))))
    document = json.loads((tmp_path / "shoe.json").read_text())
    assert [row["outcome"] for row in table_of] == [one["outcome"] for one in document["rounds"]]
    for ending in ("csv", "json"):
        done = command("replay", str(tmp_path / f"shoe.{ending}"), "--one-shoe", "--decks", "6", "--json")
        assert (done.returncode, json.loads(done.stdout)["results"]) == (0, document["results"])


async def test_real_cards_lead_to_their_history_and_to_no_proof(browser: Browser, tmp_path: Path) -> None:
    async with moved(tmp_path, TABLES) as house:
        page = await (await browser.new_context(**DESKTOP, reduced_motion="reduce")).new_page()
        await enter(page, house.address, 2)
        await dealt_by_hand(house)
        await page.get_by_test_id("to-shoes").click()
        await expect(page.get_by_test_id("shoe-row")).to_have_count(1)
        await expect(page.get_by_test_id("shoe-row")).to_contain_text("Real cards")
        await expect(page.get_by_role("link", name="Card check")).to_have_count(0)
        await page.get_by_role("link", name="Shoe 1").click()
        await expect(page.get_by_test_id("history-page")).to_contain_text("Real cards, dealt by hand")
        await expect(played(page)).to_have_count(1)
        await expect(played(page)).to_contain_text("Player wins, 9 to 6")
        await expect(page.get_by_test_id("to-proof")).to_have_count(0)
        assert await violations(page) == []


async def test_a_long_road_is_moved_sideways_on_a_phone_by_keys_too(browser: Browser, tmp_path: Path) -> None:
    won = {"player": ["9H", "KD"], "banker": ["2S", "4C"], "player_points": 9, "banker_points": 6, "natural": True}
    rest = {"demonstration": None, "at_ms": 1_790_000_000_000, "player_pair": False, "banker_pair": False, "voided": None}
    rounds = [{**won, **rest, "round": at + 1, "outcome": ("player", "banker")[at % 2]} for at in range(60)]
    shoe = {"table": 1, "shoe": 7, "house": "classic", "decks": 8, "by_hand": True, "state": "finished", "reason": None}
    times = {"started_ms": 1_790_000_000_000, "ended_ms": 1_790_003_000_000, "previous": None, "next": None}

    async def told(route: Route) -> None:
        await route.fulfill(json={**shoe, **times, "results": "PB" * 30, "rounds": rounds})

    async with moved(tmp_path, TABLES) as house:
        page = await (await browser.new_context(**PHONE, reduced_motion="reduce")).new_page()
        await page.route("**/api/shoes/1-7/rounds", told)
        await page.goto(f"http://{house.address}/#/history/1-7")
        road = page.get_by_role("region", name="Big road")
        await road.focus()
        moved_by = 0
        while moved_by == 0:
            await page.keyboard.press("ArrowRight")
            moved_by = await road.evaluate("board => board.scrollLeft")
        outlines = sum(
            [(await mark.get_attribute("d") or "").count("M") for mark in await road.locator('[data-mark="player"]').all()]
        )
        assert outlines == 2 * 30, "all of it is there"
        assert await narrow(page)
        assert await violations(page) == []


async def test_voided_rounds_reasons_and_troubles_are_told_in_every_language_on_the_smallest_phone(
    browser: Browser, tmp_path: Path
) -> None:
    round_ = {"demonstration": None, "at_ms": 1_790_000_000_000, "natural": False, "player_pair": True, "banker_pair": False}
    won = {"player": ["5H", "5D", "3C"], "banker": ["2S", "4C", "TH"], "outcome": "banker", "player_points": 3, "banker_points": 6}
    void = {"player": ["9H"], "banker": [], "outcome": None, "player_points": None, "banker_points": None}
    rounds = [{**round_, **won, "round": 1, "voided": None}, {**round_, **void, "round": 2, "voided": "table_closed"}]
    shoe = {"table": 1, "shoe": 7, "house": "classic", "decks": 8, "by_hand": False, "state": "ended_early", "reason": "restored"}
    times = {"started_ms": 1_790_000_000_000, "ended_ms": 1_790_003_000_000, "previous": 6, "next": None}

    async def told(route: Route) -> None:
        await route.fulfill(json={**shoe, **times, "results": "B", "rounds": rounds})

    words = {"en": "Voided: the house does not open", "zh-Hant": "作廢：本場已不再開設此枱", "zh-Hans": "作废：本场已不再开设此台"}
    async with moved(tmp_path, TABLES) as house:
        for language, text in words.items():
            page = await (await browser.new_context(**SMALL, locale=language, reduced_motion="reduce")).new_page()
            await page.route("**/api/shoes/1-7/rounds", told)
            await page.goto(f"http://{house.address}/#/history/1-7")
            await expect(played(page).nth(1)).to_contain_text(text)
            await expect(played(page).nth(1)).to_have_attribute("data-outcome", "voided")
            assert await narrow(page)
            assert await violations(page) == []
            await page.goto(f"http://{house.address}/#/history/1-9")
            await expect(page.get_by_test_id("history-trouble")).to_be_visible()
            await page.goto(f"http://{house.address}/#/table/1/shoes")
            await expect(page.get_by_test_id("shoes-page")).to_have_attribute("aria-busy", "false")
            assert await narrow(page)
            await page.context.close()
