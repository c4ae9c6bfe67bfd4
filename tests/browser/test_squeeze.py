"""Cards face down and the squeeze in a real Chromium: looking, turning over, passing on, time, a lost line, phone, keyboard."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, WebSocket, WebSocketRoute

from tests.browser.gallery import scene
from tests.browser.moved import MovedHouse, moved
from tests.browser.seen import DESKTOP, PHONE, enter, expect, lay, phase
from tests.browser.test_felt import holds
from tests.server.served import table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PACE: dict[str, object] = {"betting_seconds": 60, "card_seconds": 0.4, "result_seconds": 2, "shuffle_seconds": 0.5}
STUDIO, STUDIO_SHORT, STUDIO_AWAY, STUDIO_PASS, STUDIO_PHONE, MACAU, MACAU_SEATS, STUDIO_LINE = range(1, 9)
STUDIOS = (STUDIO, STUDIO_AWAY, STUDIO_PASS, STUDIO_PHONE, STUDIO_LINE)
TABLES = "".join(
    [
        *(
            table(number, "studio", squeeze_seconds=40, **PACE)
            for number in (STUDIO, STUDIO_AWAY, STUDIO_PASS, STUDIO_PHONE, STUDIO_LINE)
        ),
        table(STUDIO_SHORT, "studio", squeeze_seconds=2, **PACE),
        table(MACAU, "macau", squeeze_seconds=40, cut_by='"dealer"', **PACE),
        table(MACAU_SEATS, "macau", squeeze_seconds=40, cut_by='"dealer"', **PACE),
    ]
)
SECOND_OF_BANKER = "card-banker-1"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[MovedHouse]:
    async with moved(tmp_path_factory.mktemp("squeeze"), TABLES) as served:
        yield served
        served.audit()


class Guest:
    """Somebody at a table, and all that came over their page's sockets."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The messages and events of a kind."""
        messages = [json.loads(frame) for frame in self.frames]
        return [one for message in messages for one in (message, *message.get("events", [])) if one["type"] == kind]

    def faces(self, number: int) -> list[str]:
        """Every face that this page was sent of a card, open or not."""
        shown = [*self.told("card_face"), *self.told("card_opened"), *self.told("card_dealt")]
        return [one["card"] for one in shown if one["number"] == number]

    @property
    def squeeze(self) -> Locator:
        return self.page.get_by_test_id("squeeze")

    def act(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def card(self, name: str) -> Locator:
        return self.page.locator(f'[data-part="{name}"]')

    async def name(self) -> str:
        me = await (await self.page.request.get("/api/me")).json()
        return str(me["name"])

    async def bets(self, spot: str, chip: int) -> None:
        await lay(self.page, spot, chip)
        await self.page.get_by_test_id("confirm").click()
        await holds(self.page, spot, chip * 100, "confirmed")

    async def has_turn(self, text: str) -> None:
        await expect(self.squeeze).to_have_attribute("data-ours", "true")
        await expect(self.squeeze).to_contain_text(text)

    async def sees(self, text: str) -> None:
        await expect(self.squeeze).to_have_attribute("data-ours", "false")
        await expect(self.squeeze).to_contain_text(text)
        await expect(self.act("open-card")).to_have_count(0)


async def guests(browser: Browser, served: MovedHouse, number: int, *devices: dict[str, Any]) -> list[Guest]:
    """Guests who have come to the table before its betting opened, or early in it."""
    contexts = [await browser.new_context(**device, base_url=f"http://{served.address}") for device in devices]
    people = [Guest(await context.new_page()) for context in contexts]
    for guest in people:
        await enter(guest.page, served.address, number)
    return people


async def goodbye(*people: Guest) -> None:
    for guest in people:
        await guest.page.context.close()


async def test_a_squeezer_alone_sees_the_face_and_turns_the_card_over_for_all(browser: Browser, served: MovedHouse) -> None:
    ann, watcher = await guests(browser, served, STUDIO, DESKTOP, DESKTOP)
    await served.betting(STUDIO)
    await phase(ann.page, "betting")
    await ann.bets("banker", 25)
    await served.no_more_bets(STUDIO)
    await ann.has_turn("You squeeze Banker’s second card")
    await watcher.sees(f"{await ann.name()} squeezes Banker’s second card")
    for guest in (ann, watcher):
        await expect(guest.card(SECOND_OF_BANKER)).to_have_attribute("data-laid", "down")
        await expect(guest.page.get_by_test_id("banker-points")).not_to_have_text("?")
    assert not ann.told("card_face")

    await ann.act("bend-card").click()
    await expect(ann.page.get_by_test_id("only-you")).to_be_visible()
    await expect(ann.card(SECOND_OF_BANKER)).to_have_attribute("data-laid", "seen")
    await expect(ann.act("bend-card")).to_have_attribute("aria-disabled", "true")
    await expect(watcher.card(SECOND_OF_BANKER)).to_have_attribute("data-laid", "bent")
    await expect(watcher.squeeze).to_contain_text("The card is bent.")
    ((number, face),) = [(one["number"], one["card"]) for one in ann.told("card_face")]
    picture = await (await watcher.page.request.get(f"/api/tables/{STUDIO}")).json()
    assert [one["number"] for one in picture["laid"]] == [number]
    assert watcher.faces(number) == []
    assert watcher.told("card_face") == []
    await expect(watcher.card(SECOND_OF_BANKER).locator(".front")).to_have_count(0)
    await expect(watcher.page.locator("[data-card]")).to_have_count(3)
    await expect(ann.page.locator("[data-card]")).to_have_count(3)

    await ann.act("open-card").click()
    for guest in (ann, watcher):
        await expect(guest.card(SECOND_OF_BANKER)).to_have_attribute("data-card", face)
    assert watcher.faces(number) == [face]
    assert "dealer opens" not in (await watcher.page.get_by_test_id("live-polite").inner_text())
    await goodbye(ann, watcher)


async def test_the_right_is_passed_to_the_next_and_then_to_the_dealer(browser: Browser, served: MovedHouse) -> None:
    ann, bob, watcher = await guests(browser, served, STUDIO_PASS, DESKTOP, DESKTOP, DESKTOP)
    await served.betting(STUDIO_PASS)
    await phase(ann.page, "betting")
    await ann.bets("player", 100)
    await bob.bets("player", 25)
    await served.no_more_bets(STUDIO_PASS)
    await ann.has_turn("You squeeze Player’s second card")
    await bob.sees(f"{await ann.name()} squeezes")
    await ann.act("bend-card").click()
    await expect(ann.page.get_by_test_id("only-you")).to_be_visible()
    await ann.act("pass-squeeze").click()
    await bob.has_turn("You squeeze Player’s second card")
    await ann.sees(f"{await bob.name()} squeezes")
    # What the one before saw is not shown any more.
    await expect(ann.card("card-player-1")).to_have_attribute("data-laid", "bent")
    await expect(ann.page.get_by_test_id("only-you")).to_have_count(0)
    assert bob.told("card_face") == []
    await bob.act("pass-squeeze").click()
    await expect(watcher.card("card-player-1")).to_have_attribute("data-card", ann.told("card_face")[0]["card"])
    await expect(watcher.page.get_by_test_id("live-polite")).to_contain_text(f"{await bob.name()} passed Player’s second card on.")
    await expect(bob.page.get_by_test_id("live-polite")).to_contain_text("You passed Player’s second card on.")
    await goodbye(ann, bob, watcher)


@pytest.mark.long
async def test_when_time_is_up_the_dealer_opens_and_all_are_told(browser: Browser, served: MovedHouse) -> None:
    ann, watcher = await guests(browser, served, STUDIO_SHORT, DESKTOP, DESKTOP)
    await served.betting(STUDIO_SHORT)
    await phase(ann.page, "betting")
    await ann.bets("banker", 25)
    await served.no_more_bets(STUDIO_SHORT)
    await ann.has_turn("You squeeze Banker’s second card")
    await expect(ann.page.get_by_test_id("squeeze-clock")).to_have_accessible_name("1 second")
    await expect(ann.page.get_by_test_id("live-polite")).to_contain_text("Your time is up. The dealer opens.")
    await expect(watcher.page.get_by_test_id("live-polite")).to_contain_text(f"Time is up for {await ann.name()}.")
    for guest in (ann, watcher):
        await expect(guest.card(SECOND_OF_BANKER)).to_have_attribute("data-card", guest.told("card_opened")[0]["card"])
    await goodbye(ann, watcher)


@pytest.mark.long
async def test_who_loads_the_page_anew_may_look_again_and_who_stays_away_leaves_it_to_the_dealer(
    browser: Browser, served: MovedHouse
) -> None:
    ann, watcher = await guests(browser, served, STUDIO_AWAY, DESKTOP, DESKTOP)
    await served.betting(STUDIO_AWAY)
    await phase(ann.page, "betting")
    await ann.bets("banker", 25)
    await served.no_more_bets(STUDIO_AWAY)
    await ann.has_turn("You squeeze")
    await ann.act("bend-card").click()
    await expect(ann.page.get_by_test_id("only-you")).to_be_visible()
    await ann.page.reload()
    await ann.has_turn("You squeeze Banker’s second card")
    await expect(ann.card(SECOND_OF_BANKER)).to_have_attribute("data-laid", "bent")
    await ann.act("bend-card").click()
    await expect(ann.page.get_by_test_id("only-you")).to_be_visible()
    first, second = [one["card"] for one in ann.told("card_face")]
    assert first == second
    name = await ann.name()
    await goodbye(ann)
    await watcher.sees(f"{name} squeezes")
    late = (await guests(browser, served, STUDIO_AWAY, DESKTOP))[0]
    await late.sees(f"{name} squeezes Banker’s second card")
    await expect(late.card(SECOND_OF_BANKER)).to_have_attribute("data-laid", "bent")
    for guest in (watcher, late):
        await expect(guest.page.get_by_test_id("live-polite")).to_contain_text(f"{name} lost the line. The dealer opens.")
        await expect(guest.card(SECOND_OF_BANKER)).to_have_attribute("data-card", first)
    await goodbye(watcher, late)


@pytest.mark.long
async def test_an_act_that_was_lost_with_the_line_is_done_once_when_it_is_back(browser: Browser, served: MovedHouse) -> None:
    ann, watcher = [Guest(await (await browser.new_context(base_url=f"http://{served.address}")).new_page()) for _ in range(2)]
    asked: list[str] = []

    def losing(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        async def on_message(message: str | bytes) -> None:
            first = not asked
            if json.loads(message)["type"] == "open_card":
                asked.append(json.loads(message)["command_id"])
            if first and asked:
                await socket.close()
            else:
                server.send(message)

        socket.on_message(on_message)

    await ann.page.route_web_socket("**/ws*", losing)
    for guest in (ann, watcher):
        await enter(guest.page, served.address, STUDIO_LINE)
    await served.betting(STUDIO_LINE)
    await phase(ann.page, "betting")
    await ann.bets("banker", 25)
    await served.no_more_bets(STUDIO_LINE)
    await ann.has_turn("You squeeze Banker’s second card")
    await ann.act("bend-card").click()
    await expect(ann.page.get_by_test_id("only-you")).to_be_visible()
    await ann.act("open-card").click()
    await expect(watcher.page.locator(f'[data-part="{SECOND_OF_BANKER}"][data-card]')).to_be_visible()
    assert len(asked) == 2
    assert len(set(asked)) == 1
    assert [one["reason"] for one in watcher.told("squeeze_ended")][:1] == ["opened"]
    await expect(ann.card(SECOND_OF_BANKER)).to_have_attribute("data-card", watcher.told("card_opened")[0]["card"])
    await goodbye(ann, watcher)


async def test_on_a_phone_by_touch_at_the_card(browser: Browser, served: MovedHouse) -> None:
    ann, watcher = await guests(browser, served, STUDIO_PHONE, PHONE, DESKTOP)
    await served.betting(STUDIO_PHONE)
    await phase(ann.page, "betting")
    await ann.page.get_by_test_id("chip-25").tap()
    await ann.page.get_by_test_id("spot-banker").tap()
    await ann.page.get_by_test_id("confirm").tap()
    await holds(ann.page, "banker", 2_500, "confirmed")
    await served.no_more_bets(STUDIO_PHONE)
    await ann.has_turn("You squeeze Banker’s second card")
    boxes = [await ann.act(name).bounding_box() for name in ("bend-card", "open-card", "pass-squeeze")]
    for box in boxes:
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44
        assert 0 <= box["x"] <= 390 - box["width"]
    await ann.act("bend-card").tap()
    await expect(ann.page.get_by_test_id("only-you")).to_be_visible()
    # No act comes to lie under a finger that meant another.
    assert [await ann.act(name).bounding_box() for name in ("bend-card", "open-card", "pass-squeeze")] == boxes
    await ann.act("open-card").tap()
    await expect(watcher.card(SECOND_OF_BANKER)).to_have_attribute("data-card", ann.told("card_face")[0]["card"])
    await goodbye(ann, watcher)


async def test_by_keyboard_alone_through_the_first_cards_at_a_macau_table(browser: Browser, served: MovedHouse) -> None:
    ann, watcher = await guests(browser, served, MACAU, DESKTOP, DESKTOP)
    page = ann.page
    await page.get_by_test_id("seat-2").press("Enter")
    await expect(page.get_by_test_id("seat-2")).to_have_attribute("data-whose", "yours")
    await served.betting(MACAU)
    await phase(ann.page, "betting")
    await page.get_by_test_id("spot-player").focus()
    await page.keyboard.press("4")
    await page.keyboard.press("Enter")
    await page.get_by_test_id("confirm").focus()
    await page.keyboard.press("Enter")
    await holds(page, "player", 10_000, "confirmed")
    await served.no_more_bets(MACAU)
    await expect(watcher.page.locator('[data-laid="down"]')).to_have_count(4)
    await ann.has_turn("You squeeze Player’s first card")
    await expect(page.get_by_test_id("live-assertive")).to_contain_text("You squeeze Player’s first card, ")
    await expect(ann.act("bend-card")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("live-polite")).to_contain_text("Nobody else does.")
    await expect(ann.act("bend-card")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(ann.act("open-card")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(ann.card("card-player-0")).to_have_attribute("data-card", ann.told("card_face")[0]["card"])
    await ann.has_turn("You squeeze Player’s second card")
    await expect(ann.act("bend-card")).to_be_focused()
    await page.keyboard.press("l")
    await expect(page.get_by_test_id("only-you")).to_be_visible()
    await page.keyboard.press("t")
    await expect(watcher.card("card-player-1")).to_have_attribute("data-card", ann.told("card_face")[1]["card"])
    # Nobody has money on Banker.
    await expect(watcher.page.get_by_test_id("live-polite")).to_contain_text("The dealer opens the cards.")
    assert len(ann.told("squeeze_began")) == 2
    await goodbye(ann, watcher)


async def test_who_sits_squeezes_and_who_stands_with_more_does_not(browser: Browser, served: MovedHouse) -> None:
    ann, bob, standing = await guests(browser, served, MACAU_SEATS, DESKTOP, DESKTOP, DESKTOP)
    for guest, seat in ((ann, 1), (bob, 3)):
        await guest.act(f"seat-{seat}").click()
        await expect(guest.act(f"seat-{seat}")).to_have_attribute("data-whose", "yours")
    await served.betting(MACAU_SEATS)
    await phase(standing.page, "betting")
    await standing.bets("banker", 500)
    await ann.bets("player", 100)
    await bob.bets("banker", 100)
    await served.no_more_bets(MACAU_SEATS)
    await ann.has_turn("You squeeze Player’s first card")
    for guest in (bob, standing):
        await guest.sees(f"{await ann.name()} squeezes Player’s first card")
    await ann.act("open-card").click()
    await ann.has_turn("You squeeze Player’s second card")
    await ann.act("open-card").click()
    await bob.has_turn("You squeeze Banker’s first card")
    await standing.sees(f"{await bob.name()} squeezes Banker’s first card")
    await goodbye(ann, bob, standing)


async def test_the_display_shows_whose_the_card_is_and_no_face(browser: Browser, gallery: str) -> None:
    page = await browser.new_page(viewport={"width": 1920, "height": 1080})
    await scene(page, gallery, "display_squeeze")
    await expect(page.get_by_test_id("display")).to_contain_text("Guest V4TC squeezes Banker’s first card")
    await expect(page.locator('[data-laid="bent"]')).to_have_count(1)
    await expect(page.locator("[data-card]")).to_have_count(2)
    await expect(page.get_by_test_id("open-card")).to_have_count(0)
    await page.context.close()


WORDS = [
    ("en", "You squeeze Player’s second card", "Pass on"),
    ("zh-Hant", "由您咪閑第二張牌", "讓出"),
    ("zh-Hans", "由您咪闲第二张牌", "让出"),
]


@pytest.mark.parametrize(("language", "turn", "pass_on"), WORDS)
async def test_the_squeeze_has_words_in_every_language(
    browser: Browser, gallery: str, language: str, turn: str, pass_on: str
) -> None:
    context = await browser.new_context(**DESKTOP)
    page = await context.new_page()
    await scene(page, gallery, "squeeze_yours", language)
    await expect(page.get_by_test_id("squeeze")).to_contain_text(turn)
    await expect(page.get_by_test_id("pass-squeeze")).to_have_text(pass_on)
    await expect(page.get_by_role("button", name=pass_on)).to_have_count(1)
    await context.close()


async def test_single_keys_that_are_switched_off_do_nothing_and_the_help_names_them(browser: Browser, gallery: str) -> None:
    context = await browser.new_context(**DESKTOP)
    page = await context.new_page()
    await scene(page, gallery, "squeeze_yours")
    await page.keyboard.press("?")
    await expect(page.get_by_test_id("help")).to_contain_text("A card that is yours to squeeze: look, turn it over, pass it on")
    await page.keyboard.press("l")
    await page.get_by_test_id("shortcuts").uncheck()
    await page.keyboard.press("Escape")
    await page.keyboard.press("l")
    await expect(page.locator('[data-laid="down"]')).to_have_count(3)
    await page.keyboard.press("?")
    await expect(page.get_by_test_id("help")).to_have_count(0)
    await page.evaluate("localStorage.removeItem('puntobanco.shortcuts')")
    await scene(page, gallery, "squeeze_yours")
    await page.keyboard.press("L")
    await expect(page.locator('[data-laid="seen"]')).to_have_count(1)
    await context.close()
