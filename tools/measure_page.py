"""Measures the page: bytes of script, time to a usable table on a slow phone, longest task of a round with 200 players' chips.

The slow phone is Chromium with its processor held to a quarter and a line of 1.6 Mbit/s and 150 ms, as Lighthouse's slow 4G. The
round is a real one: a served house, 200 bots that bet over their own sockets from this process, and the page among them.
"""

import asyncio
import contextlib
import gzip
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
import msgspec
from playwright.async_api import Browser, BrowserContext, Page
from websockets.asyncio.client import ClientConnection, connect

from tests.browser.seen import PHONE, chromium, enter, lay, phase
from tests.server.served import Served, event_of, table

PAGE = Path(__file__).resolve().parent.parent / "src/puntobanco/server/page"
BUDGET_BYTES, AIM_BYTES = 150_000, 60_000
BUDGET_S = 2.0
CPU_SLOWER = 4
SLOW_4G: dict[str, Any] = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
VISITS = 3
BOTS = 200
GUESTS_AN_ADDRESS = 100
"""The house lets in only so many guests a minute from one address; this machine has many of its own."""
BETS_A_BOT = 4
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
STAKES = (500, 1_000, 2_500)
SPOTS = ("player", "banker", "tie", "player_pair", "banker_pair", "either_pair", "lucky_six", "player_dragon", "banker_dragon")


def script_bytes() -> dict[str, int]:
    """Compressed bytes of script: what the first page names, what a table adds, and all there is."""
    sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in (PAGE / "assets").glob("*.js")}
    first = (PAGE / "index.html").read_text(encoding="utf-8")
    named = {name for name in sizes if name in first}
    at_table = _needed(named | {name for name in sizes if name.startswith(("table-", "tells-"))})
    return {
        "first page": sum(sizes[name] for name in named),
        "with a table": sum(sizes[name] for name in at_table),
        "all pages, all languages": sum(sizes.values()),
    }


def _needed(scripts: set[str]) -> set[str]:
    """These scripts, and all that they cannot run without."""
    found: set[str] = set()
    while scripts:
        found |= scripts
        texts = [(PAGE / "assets" / name).read_text(encoding="utf-8") for name in scripts]
        scripts = {name for text in texts for name in re.findall(r'(?:from|import)"\./([^"]+\.js)"', text)} - found
    return found


@contextlib.asynccontextmanager
async def slow_phone(browser: Browser, **options: Any) -> AsyncIterator[tuple[BrowserContext, Page]]:
    """A phone of yesterday on a line of yesterday, with nothing kept from an earlier visit."""
    context = await browser.new_context(**PHONE, **options)
    page = await context.new_page()
    devtools = await context.new_cdp_session(page)
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWER})
    try:
        yield context, page
    finally:
        await context.close()


async def time_to(page: Page, address: str, part: str) -> float:
    """Seconds from asking for the address until a part of the page is drawn. Whether bets are taken just then is chance."""
    started = time.perf_counter()
    await page.goto(address, wait_until="commit")
    await page.get_by_test_id(part).first.wait_for()
    return time.perf_counter() - started


async def first_visits(browser: Browser, house: Served) -> tuple[float, float]:
    """The best of a few first visits: to the door's button, and straight to the spots of a table."""
    doors, tables = [], []
    for _ in range(VISITS):
        async with slow_phone(browser) as (_, page):
            doors.append(await time_to(page, f"http://{house.address}/", "enter"))
        async with slow_phone(browser) as (context, page):
            await context.request.post(f"http://{house.address}/api/guest", data={})
            tables.append(await time_to(page, f"http://{house.address}/#/table/1", "spot-banker"))
    return min(doors), min(tables)


class Bot:
    """A player who bets on a few spots as soon as betting opens."""

    def __init__(self, number: int) -> None:
        self._random = random.Random(number)
        self._name = f"bot-{number:05d}"
        self._home = f"127.0.0.{2 + number // GUESTS_AN_ADDRESS}"

    async def play(self, house: Served, here: asyncio.Semaphore) -> None:
        """Enter and play until cancelled."""
        transport = httpx.AsyncHTTPTransport(local_address=self._home)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{house.address}", timeout=30) as http:
            answer = await http.post("/api/guest", json={})
            cookie = f"puntobanco={answer.raise_for_status().cookies['puntobanco']}"
        url = f"ws://{house.address}/ws?lang=en"
        async with connect(url, additional_headers={"Cookie": cookie}, local_addr=(self._home, 0), max_size=None) as socket:
            await socket.send('{"type":"watch","table":1}')
            here.release()
            await self._bet(socket)

    async def _bet(self, socket: ClientConnection) -> None:
        shoe = 0
        async for frame in socket:
            message = msgspec.json.decode(frame)
            if message["type"] == "snapshot":
                shoe = message["table"]["shoe_number"]
            elif shuffled := event_of(message, "shuffle_started"):
                shoe = shuffled["shoe"]
            elif opened := event_of(message, "betting_opened"):
                for spot in self._random.sample(SPOTS, BETS_A_BOT):
                    await asyncio.sleep(self._random.random() / BETS_A_BOT)
                    bet = {"type": "place_bet", "command_id": f"{self._name}-{opened['round']}-{spot}", "table": 1, "shoe": shoe}
                    stake = {"round": opened["round"], "bet": spot, "amount_cents": self._random.choice(STAKES)}
                    await socket.send(msgspec.json.encode(bet | stake).decode())


async def round_with_bots(browser: Browser, house: Served) -> tuple[float, float, int]:
    """The longest and the summed main-thread time of one round on a slow phone, in ms, and how many players' chips lay there."""
    here = asyncio.Semaphore(0)
    async with slow_phone(browser) as (context, page), asyncio.TaskGroup() as group:
        await enter(page, house.address)
        bots = [group.create_task(Bot(number).play(house, here)) for number in range(BOTS)]
        for _ in range(BOTS):
            await here.acquire()
        await phase(page, "result")
        await browser.start_tracing(
            page=page, categories=["toplevel", "disabled-by-default-devtools.timeline", "devtools.timeline"]
        )
        await phase(page, "betting")
        await lay(page, "banker")
        await page.get_by_test_id("confirm").click()
        await phase(page, "dealing")
        picture = await (await context.request.get(f"http://{house.address}/api/tables/1")).json()
        await phase(page, "result")
        await page.wait_for_timeout(1_000)
        trace = json.loads(await browser.stop_tracing())
        for bot in bots:
            bot.cancel()
    return *main_thread_tasks(trace["traceEvents"]), max(total["players"] for total in picture["totals"])


def main_thread_tasks(events: list[dict[str, Any]]) -> tuple[float, float]:
    """The longest task of the busiest page's main thread, and all of its tasks together, in ms."""
    names = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    tasks: dict[tuple[int, int], list[float]] = {}
    for event in events:
        thread = (event["pid"], event["tid"])
        if event.get("ph") == "X" and event["name"] in ("RunTask", "ThreadControllerImpl::RunTask") and thread in names:
            tasks.setdefault(thread, []).append(event.get("dur", 0) / 1000)
    busiest = max(tasks.values(), key=sum, default=[0.0])
    return max(busiest), sum(busiest)


async def measure() -> None:
    """Measure everything and print it, one line a figure."""
    print("The page" + f" (a slow phone: a {CPU_SLOWER}th of this processor, 1.6 Mbit/s, 150 ms)")
    for name, size in script_bytes().items():
        print(f"  {'script, ' + name + ', gzip':44}{size / 1000:>9.1f} KB" + ("" if "all" in name else _against(size)))
    pace: dict[str, object] = {"card_seconds": 0.4, "result_seconds": 3, "shuffle_seconds": 1}
    async with chromium() as browser:
        with tempfile.TemporaryDirectory() as folder, Served(Path(folder), table(1, "live", betting_seconds=6, **pace)) as house:
            door, usable = await first_visits(browser, house)
            print(f"  {'first visit, until one can enter':44}{door:>9.2f} s   (must {BUDGET_S:.0f})")
            print(f"  {'first visit, until a table is usable':44}{usable:>9.2f} s   (must {BUDGET_S:.0f})")
            longest, together, players = await round_with_bots(browser, house)
            print(f"  {f'longest task of a round, {players} players on a spot':44}{longest:>9.0f} ms  (slow phone)")
            print(f"  {'all tasks of that round':44}{together:>9.0f} ms")


def _against(size: int) -> str:
    return f"  (must {BUDGET_BYTES // 1000}, aim {AIM_BYTES // 1000})" if size <= BUDGET_BYTES else f"  OVER {BUDGET_BYTES // 1000}"


def main() -> None:
    """Measure and print."""
    asyncio.run(measure())


if __name__ == "__main__":
    main()
