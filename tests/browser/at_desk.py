"""A dealer's desk of a table with real cards in a browser: who signs in there, and what their hands do."""

import asyncio
from typing import Any, Self

from playwright.async_api import Browser, Page

from tests.browser.moved import MovedHouse
from tests.browser.seen import DESKTOP, WAIT_MS, expect
from tests.server.served import http_to, table
from tests.server.staffed import PASSWORD

HAND_MS = 70
"""A hand's pace, from key to key."""
UNSEEN_S = 0.8
"""After a refusal the desk takes nothing for that long: nobody has seen it and turned another card."""


NATURAL = ("9H", "2S", "KD", "4C")
"""A round of four cards: Player wins, 9 to 6."""


def by_hand(number: int = 1, house: str = "classic", /, **settings: object) -> str:
    """A table with real cards, with time enough to bet."""
    return table(number, house, **{"dealt_by": '"hand"', "betting_seconds": 60, **settings})


async def staff_named(served: MovedHouse) -> None:
    """Have the house a host, Hilda, a supervisor, Sam, and a dealer, Dora."""
    token = (await served.host_link()).rsplit("/", 1)[1]
    async with http_to(served) as host:
        link = {"token": token, "name": "Hilda", "password": PASSWORD}
        assert (await host.post("/api/staff/link/use", json=link)).status_code == 200
        for name, role in (("Sam", "supervisor"), ("Dora", "dealer")):
            made = (await host.post("/api/staff/members", json={"name": name, "role": role})).json()["token"]
            async with http_to(served) as one:
                used = await one.post("/api/staff/link/use", json={"token": made, "password": PASSWORD})
                assert used.status_code == 200, used.text


def _pressed(letter: str) -> list[dict[str, Any]]:
    """A key goes down and up, as the browser is told of it."""
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
    key = enter if letter == "Enter" else {"key": letter, "text": letter}
    return [{"type": "keyDown", **key}, {"type": "keyUp", **key, "text": ""}]


class Desk:
    """One who works at the desk of a table, by keys unless a test says otherwise."""

    def __init__(self, page: Page, served: MovedHouse, table: int) -> None:
        self.page = page
        self._served = served
        self._table = table

    @classmethod
    async def of(cls, browser: Browser, served: MovedHouse, name: str = "Dora", table: int = 1, **device: Any) -> Self:
        """Sign in at the desk of a table."""
        context = await browser.new_context(**{**DESKTOP, **device}, reduced_motion="reduce")
        page = await context.new_page()
        page.set_default_timeout(WAIT_MS)
        await page.goto(f"http://{served.address}/#/desk/{table}")
        await page.get_by_test_id("desk-name").fill(name)
        await page.get_by_test_id("desk-password").fill(PASSWORD)
        await page.keyboard.press("Enter")
        await page.get_by_test_id("real").wait_for()
        return cls(page, served, table)

    async def asks(self, sentence: str) -> None:
        """Wait until the large sentence says this."""
        await expect(self.page.get_by_test_id("next")).to_have_text(sentence)

    async def step(self, sentence: str) -> None:
        """Press the key of the next step, which a second press too soon after the first would not do; wait for the sentence."""
        await self.page.wait_for_timeout(600)
        await self.page.keyboard.press("Space")
        await self.asks(sentence)

    async def write(self, *cards: str) -> None:
        """Write cards by hand, each after the one before was taken."""
        for card in cards:
            await expect(self.page.get_by_test_id("card-entry")).to_have_value("")
            await self.page.keyboard.type(card, delay=HAND_MS)
            await self.page.keyboard.press("Enter")
            await expect(self.page.get_by_test_id("entries")).to_have_text("")

    async def scan(self, *codes: str) -> None:
        """Scan cards one right after the other, without looking at the screen: all their keys are under way at once."""
        keyboard = await self.page.context.new_cdp_session(self.page)
        keys = [key for code in codes for letter in (*code, "Enter") for key in _pressed(letter)]
        await asyncio.gather(*(keyboard.send("Input.dispatchKeyEvent", key) for key in keys))
        await keyboard.detach()

    async def entered(self, player: str, banker: str) -> None:
        """Wait until these cards lie on the picture."""
        for side, cards in (("player", player), ("banker", banker)):
            shown = self.page.get_by_test_id(f"desk-{side}").locator("[data-card]")
            await expect(shown).to_have_count(len(cards.split()))
            for at, card in enumerate(cards.split()):
                await expect(shown.nth(at)).to_have_attribute("data-card", card)

    async def ready(self) -> None:
        """A new shoe on the table of a house that burns nothing."""
        await self.asks("Shuffle a new shoe")
        await self.step("Cut the cards and bring the shoe")
        await self.step("Open round 1")

    async def opened(self, number: int) -> None:
        """Open a round, and have its betting end."""
        await self.step("Betting is open")
        await self.no_more_bets()
        await self.asks("Player’s first card")
        await expect(self.page.get_by_test_id("real-figures")).to_contain_text(f"Round {number}")

    async def no_more_bets(self) -> None:
        """Betting ends now."""
        await self._served.no_more_bets(self._table)

    async def confirm(self, reason: str, *, supervisor: str = "") -> None:
        """Give a reason, and where one is needed a supervisor; the question closes."""
        await self.page.get_by_test_id("act-reason").fill(reason)
        if supervisor:
            await self.page.get_by_test_id("approval-name").fill(supervisor)
            await self.page.get_by_test_id("approval-password").fill(PASSWORD)
        await self.page.get_by_test_id("act-confirm").click()
        await expect(self.page.get_by_test_id("ask-act")).to_have_count(0)

    async def told(self, text: str) -> None:
        """Wait until the desk says why something was not done, and until it takes cards again."""
        await expect(self.page.get_by_test_id("trouble")).to_contain_text(text)
        await self.page.wait_for_timeout(UNSEEN_S * 1_000)
