"""The lobby of 200 tables that all deal: bytes and processor time a second for who watches it, and how smooth it is in Chromium.

The house is a served one at its own pace; players who watch its tables make it deal, not all in the same second. Beside the bytes
stands, of the same run, what the same changes would cost if every table that changed were told whole. ``python -m bench.lobby``.
"""

import asyncio
import contextlib
import itertools
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec
from playwright.async_api import Browser, Page

from tests.browser.seen import DESKTOP, chromium
from tests.server.lobby import take
from tests.server.served import Client, Served, table
from tools.measure_page import slow_phone

TABLES = 200
HOUSES = ("live", "macau", "studio", "chips", "classic")
TABLES_A_SOCKET = 16
WATCHERS = 480
SOCKETS_EACH = 11
"""Twelve a player are allowed, one of them to enter with."""
STARTED_WITHIN_S = 20
SECONDS = 20
FRAME_MS = 1000 / 60
RECORD_FRAMES = """
seconds => new Promise(done => {
  const times = [];
  const tasks = [];
  const seen = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  seen.observe({ entryTypes: ["longtask"] });
  const begin = performance.now();
  const frame = now => {
    times.push(now);
    if (now - begin < seconds * 1000) requestAnimationFrame(frame);
    else done({ times, tasks });
  };
  requestAnimationFrame(frame);
})
"""


class Heard(NamedTuple):
    """What one watcher heard of the lobby: all of it at first, then frames, their bytes, and those bytes if tables came whole."""

    whole: int
    frames: int
    bytes: int
    bytes_if_whole: int


def tables() -> str:
    """200 tables of all houses at their own pace; but for the shuffle, so that they are soon at cards."""
    pace = {"betting_seconds": 15, "card_seconds": 1, "result_seconds": 5, "shuffle_seconds": 2}
    return "".join(table(number, HOUSES[number % len(HOUSES)], **pace) for number in range(1, TABLES + 1))


@contextlib.asynccontextmanager
async def players(house: Served) -> AsyncIterator[None]:
    """Sockets that watch all tables, so that they deal, and read what they are told."""
    async with contextlib.AsyncExitStack() as stack:
        for first in range(1, TABLES + 1, TABLES_A_SOCKET):
            player = await entered(house)
            for number in range(first, min(first + TABLES_A_SOCKET, TABLES + 1)):
                await player.send(type="watch", table=number)
                await asyncio.sleep(STARTED_WITHIN_S / TABLES)
            stack.enter_context(reading(player))
        yield


@contextlib.contextmanager
def reading(client: Client) -> Iterator[None]:
    """Read whatever comes, and keep nothing."""

    async def read() -> None:
        assert client.socket is not None
        async for _ in client.socket:
            pass

    task = asyncio.create_task(read())
    try:
        yield
    finally:
        task.cancel()


async def entered(house: Served) -> Client:
    """A guest with a socket."""
    client = Client(house)
    await client.enter()
    await client.open_socket()
    return client


async def page_of(house: Served, player: Client) -> Client:
    """One more socket of a player."""
    client = Client(house)
    client.cookie = player.cookie
    await client.open_socket()
    return client


async def listen(client: Client) -> Heard:
    """Watch the lobby for some seconds."""
    await client.send(type="watch_lobby")
    first = await client.until(lambda message: message["type"] == "lobby")
    tiles: dict[int, dict[str, Any]] = {}
    take(tiles, first)
    whole, heard, ends = len(client.raw[-1]), Heard(len(client.raw[-1]), 0, 0, 0), time.monotonic() + SECONDS
    while (left := ends - time.monotonic()) > 0:
        try:
            message = await client.receive(left)
        except TimeoutError:
            break
        take(tiles, message)
        changed = [tiles[change["table"]] for change in message["changes"]]
        told = len(msgspec.json.encode({"type": "lobby", "tables": changed, "server_ms": message["server_ms"]}))
        heard = Heard(whole, heard.frames + 1, heard.bytes + len(client.raw[-1]), heard.bytes_if_whole + told)
    await client.drop()
    return heard


def spent_s(pid: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def processor_share(house: Served, watchers: int) -> float:
    """Milliseconds of processor time that the house takes a second with so many who watch the lobby."""
    async with contextlib.AsyncExitStack() as stack:
        first = await entered(house)
        for number in range(watchers):
            if number and number % SOCKETS_EACH == 0:
                first = await entered(house)
            client = await page_of(house, first)
            await client.send(type="watch_lobby")
            stack.enter_context(reading(client))
            stack.push_async_callback(client.drop)
        await asyncio.sleep(1)
        before, began = spent_s(house.pid), time.monotonic()
        await asyncio.sleep(SECONDS)
        return 1000 * (spent_s(house.pid) - before) / (time.monotonic() - began)


async def frames(page: Page) -> tuple[list[float], list[float]]:
    """How long the frames of some seconds took, in ms, and the tasks of over 50 ms."""
    told = await page.evaluate(RECORD_FRAMES, SECONDS)
    times: Sequence[float] = told["times"]
    return [after - before for before, after in itertools.pairwise(times)], told["tasks"]


async def enter(page: Page, house: Served) -> None:
    """Go into the lobby, where all tables are."""
    await page.goto(f"http://{house.address}/")
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id(f"table-{TABLES}").wait_for(state="attached")
    await page.wait_for_timeout(1_000)


async def smoothness(browser: Browser, house: Served) -> None:
    """Print how many frames a lobby drops on a desktop and on a slow phone."""
    context = await browser.new_context(**DESKTOP)
    page = await context.new_page()
    await enter(page, house)
    told("Chromium, 1440 × 900", *await frames(page))
    await context.close()
    async with slow_phone(browser) as (_, phone):
        await enter(phone, house)
        told("slow phone, 390 × 844", *await frames(phone))


def told(where: str, spans: list[float], tasks: list[float]) -> None:
    """Print the frames of one page."""
    dropped = sum(round(span / FRAME_MS) - 1 for span in spans)
    share = 100 * dropped / (dropped + len(spans))
    print(f"  {where + ', frames dropped':44}{dropped:>9} of {dropped + len(spans)} ({share:.1f} %)")
    print(f"  {where + ', frame, median and longest':44}{statistics.median(spans):>9.1f} ms, {max(spans):.0f} ms")
    print(f"  {where + ', tasks over 50 ms':44}{len(tasks):>9}, the longest {max(tasks, default=0):.0f} ms")


async def measure() -> None:
    """Measure everything and print it, one line a figure."""
    print(f"The lobby of {TABLES} tables that all deal")
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder), tables()) as house:
        async with players(house):
            await asyncio.sleep(15)
            heard = await listen(await entered(house))
            changes, if_whole = heard.bytes / SECONDS, heard.bytes_if_whole / SECONDS
            print(f"  {'told at first':44}{heard.whole / 1000:>9.1f} KB")
            print(f"  {'changes, for one who watches':44}{changes / 1000:>9.2f} KB/s in {heard.frames / SECONDS:.1f} frames/s")
            print(f"  {'the same, were each table told whole':44}{if_whole / 1000:>9.2f} KB/s, {if_whole / changes:.1f} × as much")
            alone, watched = await processor_share(house, 0), await processor_share(house, WATCHERS)
            print(f"  {'processor of the house, nobody in the lobby':44}{alone:>9.0f} ms/s")
            print(f"  {f'for each of {WATCHERS} who watch the lobby':44}{(watched - alone) / WATCHERS:>9.3f} ms/s")
            if shutil.which("chromium"):
                async with chromium() as browser:
                    await smoothness(browser, house)
            else:
                print("  no chromium on PATH (Debian package: chromium): its frames are not measured")


def main() -> None:
    """Run it."""
    asyncio.run(measure())
