"""Every row of rule 9 that a player sees, in a real Chromium, with the values that a house may choose.

| row | where it is shown |
|---|---|
| decks; bets; limits; stake unit; seats (number) | here: `test_a_house_shows_its_bets_limits_seats_and_decks` |
| combinations | here: `test_twin_and_triple_are_one_click_each_and_show_their_parts` |
| `banker_bets` | here: `test_both_kinds_of_banker_are_mixed_in_one_round`, `test_where_there_is_one_kind_there_is_no_switch` |
| round caps (rule 3.2) | here: `test_a_round_cap_closes_its_spots_where_one_sees_it` |
| table differential | here: `test_the_room_on_both_sides_is_live` |
| a player's own differential | here: `test_a_players_own_differential_is_shown_and_held` |
| Banker in multiples | here: `test_banker_in_multiples_says_what_is_missing` |
| burn | here: `test_the_burn_lies_on_the_felt`; before each round: `test_cards_burned_before_a_round_lie_on_the_felt` |
| burn after an error; dealt by | at the desk: tests/browser/test_desk.py, tests/server/test_desk.py |
| who cuts | here: `test_a_player_cuts_and_everyone_sees_where` |
| cards behind the cut card, last round | here: `test_the_cut_cards_round_is_the_last_where_the_house_says_so`, `test_one_more_…` |
| cards dealt, squeeze, squeeze seconds | golden/table_scripts, tests/server/test_squeeze.py; on the page with the squeeze |
| demonstration rounds | here: `test_a_demonstration_round_says_so_and_takes_no_bets` |
| continuous shuffler, shuffle after every round | here: `test_every_round_has_a_whole_pack` |
| closes early, sit out, seats | test_seats.py |
| tie policy | here: `test_what_a_tie_does_is_seen_in_the_next_round` |
| seconds | the countdown: test_page.py; each by the second: golden/table_scripts |
| chat | test_chat.py; where the house has none, too |
| card proof | over HTTP: tests/server/test_shoe_rules.py |
| suspended, resumed, voided with the reason | test_desk.py |
| the house restarts (rule 7.2) | here: `test_a_restart_goes_on_with_the_same_round_and_bets` |
"""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from puntobanco.game import house
from puntobanco.game.rules import Outcome
from puntobanco.house_files import load
from puntobanco.server.tables import TableSetup
from puntobanco.table.state import Phase
from tests.browser.moved import MovedHouse
from tests.browser.seen import DESKTOP, balance, enter, expect, lay, phase, settled
from tests.browser.test_felt import holds
from tests.server.chosen import first_shoe
from tests.server.inside import House, MovedClock, opened
from tests.server.served import Served, table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHORT = {"decks": 6, "cut_card_least": 150, "cut_card_most": 156, "burn": 52, "burn_each_round": 10}
"""A shoe of about seven rounds."""


class Room(MovedHouse):
    """A house whose time a test moves, and the pages of those who are at its table 1."""

    def __init__(self, house: House, clock: MovedClock, folder: Path, pages: list[Page]) -> None:
        super().__init__(house, clock, folder)
        self.pages = pages

    async def shown_betting(self, number: int = 1) -> None:
        """Go on to the betting of a round, and wait until the pages show it."""
        await self.betting(round_number=number)
        await asyncio.gather(*(phase(page, "betting") for page in self.pages))


@contextlib.asynccontextmanager
async def room(browser: Browser, folder: Path, name: str, pages: int = 1, /, **settings: object) -> AsyncIterator[Room]:
    """A table of a house, open in so many browsers. Its betting lasts until the test goes on, however slow the machine is."""
    clock = MovedClock()
    setups = [TableSetup(number=1, rules=house.changed(load(name), {"betting_seconds": 120, **settings}))]
    async with opened(folder, setups, clock=clock) as open_house:
        contexts = [await browser.new_context(**DESKTOP, reduced_motion="reduce") for _ in range(pages)]
        try:
            shown = [await context.new_page() for context in contexts]
            for page in shown:
                await enter(page, open_house.address)
            yield Room(open_house, clock, folder, shown)
        finally:
            for context in contexts:
                await context.close()


async def confirm(page: Page) -> None:
    await page.get_by_test_id("confirm").click()


@pytest.mark.parametrize(
    ("name", "settings", "spots", "main", "side", "seats", "cards"),
    [
        ("chips", {}, 5, "10–400", "5–50", 7, "410 of 416"),
        ("live", {"burn": "none"}, 14, "5–5,000", "1–200", 0, "416 of 416"),
        ("macau", {"cut_by": "dealer", "seats": 14}, 5, "100–10,000", "50–1,000", 14, "408 of 416"),
        ("studio", {"burn": "none", "decks": 12}, 14, "5–5,000", "1–200", 0, "624 of 624"),
        ("classic", {"decks": 6, "main_maximum_cents": 60_000}, 3, "5–600", "1–50", 7, "312 of 312"),
    ],
)
async def test_a_house_shows_its_bets_limits_seats_and_decks(
    browser: Browser, tmp_path: Path, name: str, settings: dict[str, Any], spots: int, main: str, side: str, seats: int, cards: str
) -> None:
    async with room(browser, tmp_path, name, **settings) as at:
        (page,) = at.pages
        await at.shown_betting()
        await expect(page.locator("[data-spot]")).to_have_count(spots)
        limits = page.get_by_test_id("limits")
        for text in (main, side):
            await expect(limits.get_by_text(text, exact=True)).to_be_visible()
        await expect(page.locator('[data-testid^="seat-"][data-whose]')).to_have_count(seats)
        await expect(page.get_by_test_id("shoe-box")).to_contain_text(f"{cards} cards left")


async def test_twin_and_triple_are_one_click_each_and_show_their_parts(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "chips") as at:
        (page,) = at.pages
        await at.shown_betting()
        await page.get_by_test_id("chip-5").click()
        await page.get_by_test_id("twin").click()
        for spot in ("player_pair", "banker_pair"):
            await holds(page, spot, 500, "unconfirmed")
        await expect(page.get_by_test_id("pile-tie")).to_have_count(0)
        await page.get_by_test_id("triple").click()
        await confirm(page)
        for spot, cents in (("player_pair", 1_000), ("banker_pair", 1_000), ("tie", 500)):
            await holds(page, spot, cents, "confirmed")
        assert sum(sum(bets.values()) for bets in at.state().stakes.values()) == 2_500


async def test_both_kinds_of_banker_are_mixed_in_one_round(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "live", 2) as at:
        with_commission, without = at.pages
        await at.shown_betting()
        await without.get_by_test_id("no-commission").click()
        await expect(without.get_by_test_id("no-commission")).to_have_attribute("aria-checked", "true")
        for page in at.pages:
            await lay(page, "banker")
            await confirm(page)
        await holds(with_commission, "banker", 10_000, "confirmed")
        await holds(without, "banker_no_commission", 10_000, "confirmed")
        # And both by one player: one spot, one limit, one sum.
        await without.get_by_test_id("no-commission").click()
        await lay(without, "banker", 25)
        await confirm(without)
        await holds(without, "banker", 2_500, "confirmed")
        await holds(without, "banker_no_commission", 10_000, "confirmed")
        name = await with_commission.get_by_test_id("spot-banker").get_attribute("aria-label")
        assert name is not None
        assert "125" in name
        await at.until(lambda state: state.phase is Phase.RESULT)
        for page in at.pages:
            await phase(page, "result")
            me = await (await page.request.get(f"http://{at.house.address}/api/me")).json()
            await expect(page.get_by_test_id("balance")).to_have_attribute("data-cents", str(me["balance_cents"]))


@pytest.mark.parametrize("kind", ["commission", "no_commission"])
async def test_where_there_is_one_kind_there_is_no_switch(browser: Browser, tmp_path: Path, kind: str) -> None:
    async with room(browser, tmp_path, "studio", banker_bets=kind) as at:
        (page,) = at.pages
        await at.shown_betting()
        await expect(page.get_by_test_id("no-commission")).to_have_count(0)
        await lay(page, "banker")
        await confirm(page)
        await holds(page, "banker" if kind == "commission" else "banker_no_commission", 10_000, "confirmed")


async def test_a_round_cap_closes_its_spots_where_one_sees_it(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "live") as at:
        (page,) = at.pages
        limits = page.get_by_test_id("limits")
        await at.shown_betting(50)
        await expect(page.get_by_test_id("round")).to_contain_text("50")
        await expect(page.get_by_test_id("spot-either_pair")).to_have_attribute("data-open", "true")
        await expect(page.locator('[data-spot="either_pair"]')).to_contain_text("until round 50")
        await expect(page.get_by_test_id("spot-either_pair")).to_have_accessible_name(re.compile("until round 50$"))
        await expect(page.locator('[data-spot="player_pair"]')).not_to_contain_text("until round")
        await at.shown_betting(51)
        await expect(page.get_by_test_id("spot-either_pair")).to_have_attribute("data-open", "false")
        await expect(page.locator('[data-spot="either_pair"]')).to_contain_text("until round 50")
        await expect(page.get_by_test_id("spot-player_pair")).to_have_attribute("data-open", "true")
        await at.shown_betting(60)
        await page.get_by_test_id("chip-5").click()
        await page.get_by_test_id("twin").click()
        await confirm(page)
        await holds(page, "player_pair", 500, "confirmed")
        await at.shown_betting(61)
        for spot in ("player_pair", "banker_pair"):
            await expect(page.get_by_test_id(f"spot-{spot}")).to_have_attribute("data-open", "false")
            await expect(page.locator(f'[data-spot="{spot}"]')).to_contain_text("until round 60")
        await expect(limits).to_contain_text("Until round 60: P Pair, B Pair")
        await expect(page.get_by_test_id("twin")).to_have_attribute("aria-disabled", "true")
        await page.get_by_test_id("spot-player_pair").focus()
        await expect(page.get_by_test_id("hint-player_pair")).to_have_text("It is taken up to round 60.")
        await lay(page, "tie", 5)
        await confirm(page)
        await holds(page, "tie", 500, "confirmed")


async def test_the_room_on_both_sides_is_live(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "live", 2, differential_cents=20_000) as at:
        first, second = at.pages
        await at.shown_betting()
        await lay(first, "banker")
        await confirm(first)
        for page in at.pages:
            limits = page.get_by_test_id("limits")
            await expect(limits).to_contain_text("100 / 200")
            await expect(limits).to_contain_text("Player room 300")
            await expect(limits).to_contain_text("Banker room 100")
        await expect(second.get_by_test_id("spot-banker")).to_have_attribute("data-left", "10000")
        await lay(second, "banker", 500)
        await expect(second.get_by_test_id("hint-banker")).to_contain_text("500 does not fit.")
        await expect(second.get_by_test_id("pile-banker")).to_have_count(0)
        await lay(second, "player")
        await confirm(second)
        for page in at.pages:
            await expect(page.get_by_test_id("limits")).to_contain_text("Banker room 200")
        # A withdrawal may break it too: two hundred more on Banker rest on the Player's hundred.
        for _ in range(2):
            await lay(first, "banker")
        await confirm(first)
        await expect(second.get_by_test_id("limits")).to_contain_text("200 / 200")
        await second.get_by_test_id("withdraw-player").click()
        await expect(second.get_by_test_id("notice")).to_contain_text("differ")
        await holds(second, "player", 10_000, "confirmed")


async def test_a_players_own_differential_is_shown_and_held(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "live", 2, differential_cents="none", differential_player_cents=10_000) as at:
        first, second = at.pages
        await at.shown_betting()
        await expect(first.get_by_test_id("limits")).to_contain_text("Your differential 100")
        for page in at.pages:
            await lay(page, "banker")
            await confirm(page)
            await holds(page, "banker", 10_000, "confirmed")
            await expect(page.get_by_test_id("spot-banker")).to_have_attribute("data-left", "0")
        await lay(second, "player")
        await confirm(second)
        await expect(second.get_by_test_id("spot-banker")).to_have_attribute("data-left", "10000")
        await expect(first.get_by_test_id("spot-banker")).to_have_attribute("data-left", "0")


async def test_banker_in_multiples_says_what_is_missing(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "classic", banker_in_multiples=True) as at:
        (page,) = at.pages
        await at.shown_betting()
        await expect(page.get_by_test_id("limits")).to_contain_text("Banker in multiples of 5")
        await lay(page, "banker", 5)
        for _ in range(2):
            await lay(page, "banker", 1)
        await expect(page.get_by_test_id("hint-banker")).to_have_text("Only multiples of 5. 3 more.")
        await lay(page, "player", 5)
        await lay(page, "player", 1)
        await confirm(page)
        await holds(page, "player", 600, "confirmed")
        await holds(page, "banker", 700, "unconfirmed")
        for _ in range(3):
            await lay(page, "banker", 1)
        await confirm(page)
        await holds(page, "banker", 1_000, "confirmed")


@pytest.mark.parametrize(
    ("name", "settings", "text"),
    [
        ("chips", {}, "6 cards burned face down."),
        ("macau", {"cut_by": "dealer"}, "8 cards burned face down."),
        ("macau", {"cut_by": "dealer", "burn": "first_card"}, "shown, "),
        ("live", {"burn": 1}, "1 card burned face down."),
    ],
)
async def test_the_burn_lies_on_the_felt(browser: Browser, tmp_path: Path, name: str, settings: dict[str, Any], text: str) -> None:
    async with room(browser, tmp_path, name, **settings) as at:
        (page,) = at.pages
        state = await at.until(lambda state: state.shoe is not None and state.shoe.burned)
        burn = page.get_by_test_id("burn")
        await expect(burn).to_contain_text(text)
        assert state.shoe is not None
        burned, shown = state.shoe.next_number - 1, state.shoe.shown
        if shown:
            await expect(burn.locator("[data-card]")).to_have_attribute("data-card", str(shown))
        await expect(burn.locator('[data-part="burned"]')).to_have_count(min(10, burned - bool(shown)) + bool(shown))


async def test_cards_burned_before_a_round_lie_on_the_felt(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "classic", burn_each_round=2) as at:
        (page,) = at.pages
        await at.until(lambda state: state.burned == 2)
        await expect(page.get_by_test_id("burn")).to_contain_text("2 cards burned face down.")
        await expect(page.get_by_test_id("shoe-box")).to_contain_text("414 of 416 cards left")


async def test_a_player_cuts_and_everyone_sees_where(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "macau", 2, burn="none") as at:
        first, _ = at.pages
        await phase(first, "shuffling")
        await first.get_by_test_id("share-cut").fill("100")
        for page in at.pages:
            await page.get_by_test_id("share-now").click()
            await expect(page.get_by_test_id("share")).to_have_attribute("data-sealed", "true")
        state = await at.until(lambda state: state.shoe is not None)
        assert state.shoe is not None
        assert state.shoe.opened_by.cut_place == 100, "of two only one chose a place, and it counts"
        for page in at.pages:
            told = "The shoe was cut 100 cards from the top. Players who shared: 2."
            await expect(page.get_by_test_id("shoe-came")).to_have_text(told)
        await at.shown_betting()
        await expect(first.get_by_test_id("shoe-came")).to_have_count(0)


async def test_the_cut_cards_round_is_the_last_where_the_house_says_so(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "live", **SHORT) as at:
        (page,) = at.pages
        await at.shown_betting()
        await expect(page.get_by_test_id("cut-card")).to_have_count(0)
        state = await at.until(lambda state: state.shoe is not None and state.shoe.last_round is not None)
        assert state.shoe is not None
        assert state.shoe.last_round == state.round
        await expect(page.get_by_test_id("cut-card")).to_be_visible()
        await expect(page.get_by_test_id("last-round")).to_have_text("Last hand before shuffle")
        await at.until(lambda state: state.phase is Phase.SHUFFLING)
        await phase(page, "shuffling")
        await at.shown_betting()
        await expect(page.get_by_test_id("round")).to_contain_text("1")
        await expect(page.get_by_test_id("shoe")).to_contain_text("2")
        await expect(page.get_by_test_id("last-round")).to_have_count(0)


@pytest.mark.long
async def test_one_more_round_follows_the_cut_cards_where_the_house_says_so(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "live", **{**SHORT, "last_round": "one_more", "burn_each_round": 0}) as at:
        (page,) = at.pages
        # Met in place of a round's first card, which may be so in a first shoe, it makes that round the last here too.
        state = await at.until(lambda state: state.shoe is not None and state.round < (state.shoe.last_round or 0))
        assert state.shoe is not None
        assert state.shoe.last_round == state.round + 1
        await expect(page.get_by_test_id("cut-card")).to_be_visible()
        await expect(page.get_by_test_id("last-round")).to_have_text("One more hand before shuffle")
        await at.shown_betting(state.round + 1)
        await expect(page.get_by_test_id("last-round")).to_have_text("Last hand before shuffle")
        await at.until(lambda state: state.phase is Phase.SHUFFLING)
        await phase(page, "shuffling")


async def test_a_demonstration_round_says_so_and_takes_no_bets(browser: Browser, tmp_path: Path) -> None:
    async with room(browser, tmp_path, "classic", demonstration_rounds=2) as at:
        (page,) = at.pages
        for number in (1, 2):
            await at.until(lambda state, seen=number: state.demonstration == seen and len(state.dealt) > 1)  # type: ignore[misc]
            await expect(page.get_by_test_id("demonstration")).to_have_text("Demonstration round, no bets")
            await expect(page.get_by_test_id("spot-player")).to_have_attribute("data-open", "false")
        await at.shown_betting()
        await expect(page.get_by_test_id("demonstration")).to_have_count(0)
        await expect(page.get_by_test_id("round")).to_contain_text("1")
        await expect(page.get_by_test_id("spot-player")).to_have_attribute("data-open", "true")


@pytest.mark.parametrize(
    ("settings", "left"),
    [({"continuous_shuffler": True, "burn": "none"}, "416 of 416"), ({"shuffle_every_round": True, "burn": 6}, "410 of 416")],
)
async def test_every_round_has_a_whole_pack(browser: Browser, tmp_path: Path, settings: dict[str, Any], left: str) -> None:
    async with room(browser, tmp_path, "live", **settings) as at:
        (page,) = at.pages
        for number in (1, 2, 3):
            await at.shown_betting(number)
            await expect(page.get_by_test_id("round")).to_contain_text(str(number))
            await expect(page.get_by_test_id("shoe-box")).to_contain_text(f"{left} cards left")
        await expect(page.get_by_test_id("cut-card")).to_have_count(0)


@pytest.fixture
def _a_tie_first() -> Iterator[None]:
    """The first shoe begins with a tie and a round that somebody wins."""
    with first_shoe(Outcome.TIE, Outcome.PLAYER):
        yield


@pytest.mark.usefixtures("_a_tie_first")
@pytest.mark.parametrize("policy", ["push", "carry", "carry_locked"])
async def test_what_a_tie_does_is_seen_in_the_next_round(browser: Browser, tmp_path: Path, policy: str) -> None:
    async with room(browser, tmp_path, "macau", cut_by="dealer", tie_policy=policy) as at:
        (page,) = at.pages
        await at.shown_betting()
        await lay(page, "player")
        await confirm(page)
        await holds(page, "player", 10_000, "confirmed")
        await at.until(lambda state: state.phase is Phase.RESULT)
        await expect(page.get_by_test_id("verdict-player")).to_have_text("Returned" if policy == "push" else "Stays")
        await at.shown_betting(2)
        if policy == "push":
            await expect(page.get_by_test_id("pile-player")).to_have_count(0)
            assert await balance(page) == 1_000_000
            return
        await holds(page, "player", 10_000, "confirmed")
        await expect(page.get_by_test_id("balance")).to_have_attribute("data-cents", "990000")
        own = page.get_by_test_id("bet-player")
        told = "You may only add to it." if policy == "carry_locked" else "Take it back, move it to the other side, or add to it."
        for reloaded in (False, True):
            if reloaded:
                await page.reload()
            for part in (own, page.get_by_test_id("phase")):
                await expect(part).to_contain_text(f"The tie left it here. {told}")
        if policy == "carry_locked":
            await expect(own).to_contain_text("stays")
            await expect(page.get_by_test_id("withdraw-player")).to_have_count(0)
            await lay(page, "player")
            await confirm(page)
            await holds(page, "player", 20_000, "confirmed")
            return
        await page.get_by_test_id("withdraw-player").click()
        await expect(page.get_by_test_id("pile-player")).to_have_count(0)
        await expect(page.get_by_test_id("balance")).to_have_attribute("data-cents", "1000000")
        await lay(page, "banker")
        await confirm(page)
        await holds(page, "banker", 10_000, "confirmed")


@pytest.mark.long
async def test_a_restart_goes_on_with_the_same_round_and_bets(browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path, table(1, betting_seconds=8, result_seconds=3)) as served:
        page = await browser.new_page(**DESKTOP, reduced_motion="reduce")
        await enter(page, served.address)
        await phase(page, "betting")
        await lay(page, "player")
        await confirm(page)
        await holds(page, "player", 10_000, "confirmed")
        served.kill()
        await expect(page.get_by_test_id("line-lost")).to_be_visible()
        served.start(int(served.address.rpartition(":")[2]))
        await expect(page.get_by_test_id("line-lost")).to_have_count(0)
        await expect(page.get_by_test_id("round")).to_contain_text("1")
        await holds(page, "player", 10_000, "confirmed")
        await lay(page, "player")
        await confirm(page)
        await holds(page, "player", 20_000, "confirmed")
        await settled(page)
        served.audit()
        await page.close()
