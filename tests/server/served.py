"""A real ``puntobanco serve`` child process, and players who talk to it over HTTP and WebSocket as anyone would."""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from puntobanco.bank.audit import Audit
from puntobanco.bank.audit_table import Difference
from puntobanco.bank.database import engine_for

FAST = """
[[table]]
number = 1
house = "live"
betting_seconds = 0.6
card_seconds = 0.05
result_seconds = 0.1
shuffle_seconds = 0.2
"""

START_S = 20.0
ANSWER_S = 15.0

_BE_THE_COMMAND = "from puntobanco.cli.main import main\nmain()"

Message = dict[str, Any]


async def true_within(wanted: Callable[[], object], seconds: float = ANSWER_S) -> None:
    """Wait until a condition holds, looking again every few milliseconds."""
    async with asyncio.timeout(seconds):
        while not wanted():  # noqa: ASYNC110 (a condition of many things, none of which has an event)
            await asyncio.sleep(0.003)


class OpenHouse(Protocol):
    """Where a `Client` goes: host and port."""

    address: str


def http_to(house: OpenHouse, **headers: str) -> httpx.AsyncClient:
    """HTTP to a house on this machine. No certificates are read for it: that takes longer than most of what is asked."""
    return httpx.AsyncClient(base_url=f"http://{house.address}", headers=headers, timeout=ANSWER_S, verify=False)


def table(number: int = 1, house: str = "live", /, **settings: object) -> str:
    """An entry of a tables file, fast unless ``settings`` say otherwise."""
    pace: dict[str, object] = {"betting_seconds": 0.6, "card_seconds": 0.05, "result_seconds": 0.1, "shuffle_seconds": 0.2}
    lines = [f"{key} = {value}" for key, value in {**pace, **settings}.items()]
    return "\n".join(["[[table]]", f"number = {number}", f'house = "{house}"', *lines, ""])


class Served:
    """One database and the process that serves it, which may be killed and started again.

    ``program`` is the Python that the process runs before it becomes the ``puntobanco`` command; none, for the command itself.
    """

    def __init__(self, folder: Path, tables: str = FAST, *, program: str | None = None) -> None:
        self.folder = folder
        self.database = folder / "house.db"
        self.url = f"sqlite:///{self.database}"
        self.log = folder / "log"
        self._tables = folder / "tables.toml"
        self._tables.write_text(tables)
        self._program = program
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self, port: int = 0) -> None:
        """Start the process, on a free port unless one is named, and wait for the line with its address."""
        how = ["-m", "puntobanco"] if self._program is None else ["-c", f"{self._program}\n{_BE_THE_COMMAND}"]
        options = ["--port", str(port), "--database", self.url, "--tables", str(self._tables)]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, *how, "serve", *options], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, f"serve said {line!r}; its log:\n{self.log.read_text()}"
        self.address = line.split("http://")[1].strip().rstrip("/")

    def host_link(self) -> str:
        """The link that makes its opener the host, printed below the address of a house without one."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "becomes the host" in line, f"serve said {line!r}"
        return line.split("host: ")[1].strip()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """SIGKILL: the process gets no chance to tidy up."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.communicate()
            self._process = None

    def stop(self) -> int:
        """SIGTERM, and wait; give the exit status."""
        assert self._process is not None
        self._process.terminate()
        self._process.communicate(timeout=START_S)
        status, self._process = self._process.returncode, None
        return status

    def audit(self) -> str:
        """Run ``puntobanco audit`` on the database; give its output, after asserting that it found nothing."""
        done = subprocess.run(
            [sys.executable, "-m", "puntobanco", "audit", "--database", self.url], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"audit exits {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return done.stdout


def differences(url: str) -> list[Difference]:
    """What the audit finds wrong with a database, without a process of its own."""
    engine = engine_for(url)
    try:
        with engine.connect() as connection:
            return list(Audit(connection, url).differences())
    finally:
        engine.dispose()


class Client:
    """A player: a session over HTTP, and a socket that may be dropped and opened again. Keeps every frame that came."""

    def __init__(self, house: OpenHouse) -> None:
        self._house = house
        self._ids = itertools.count()
        self._name = os.urandom(4).hex()
        self.cookie = ""
        self.account = ""
        self.frames: list[Message] = []
        self.raw: list[str] = []
        self.socket: ClientConnection | None = None

    def move_to(self, house: OpenHouse) -> None:
        """Go on in a house that was opened again elsewhere."""
        self._house = house

    async def enter(self) -> Message:
        """Enter as a guest."""
        async with self.http() as http:
            answer = await http.post("/api/guest", json={})
        assert answer.status_code in (200, 201), answer.text
        self.cookie = f"puntobanco={answer.cookies['puntobanco']}"
        me: Message = answer.json()
        self.account = me["account"]
        return me

    def http(self) -> httpx.AsyncClient:
        """HTTP as this player."""
        return http_to(self._house, **({"Cookie": self.cookie} if self.cookie else {}))

    async def get(self, path: str) -> Any:
        """The JSON of a page."""
        async with self.http() as http:
            answer = await http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def open_socket(self, language: str = "en", **headers: str) -> None:
        """Open the socket (anew)."""
        sent = {"Cookie": self.cookie, **headers} if self.cookie else headers
        url = f"ws://{self._house.address}/ws?lang={language}"
        # No bound on what waits to be read: a client that stopped taking frames in would not hear its own goodbye.
        self.socket = await connect(url, additional_headers=sent, max_size=None, max_queue=None, compression=None, close_timeout=1)

    async def send(self, **message: Any) -> None:
        """Send one message."""
        await self.send_raw(msgspec.json.encode(message).decode())

    async def send_raw(self, frame: str | bytes) -> None:
        """Send one frame as it is."""
        assert self.socket is not None
        await self.socket.send(frame)

    async def receive(self, timeout_s: float = ANSWER_S) -> Message:
        """The next message."""
        assert self.socket is not None
        # Not wait_for: in Python 3.11 it forgets a cancellation that comes together with a frame.
        async with asyncio.timeout(timeout_s):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: Message = msgspec.json.decode(text)
        self.frames.append(message)
        return message

    async def until(self, wanted: Callable[[Message], object], timeout_s: float = ANSWER_S) -> Message:
        """Receive until a message that is ``wanted``."""
        deadline = time.monotonic() + timeout_s
        while True:
            message = await self.receive(max(0.01, deadline - time.monotonic()))
            if wanted(message):
                return message

    async def event(self, *types: str, timeout_s: float = ANSWER_S) -> Message:
        """Receive until an event of one of these types; give the event."""
        message = await self.until(lambda message: event_of(message, *types), timeout_s)
        event = event_of(message, *types)
        assert event is not None
        return event

    async def watch(self, table: int = 1, version: int | None = None) -> Message:
        """Watch a table; give the snapshot, or the first frame about it."""
        await self.send(type="watch", table=table, version=version)
        return await self.until(lambda message: message["type"] in ("snapshot", "problem") or _own_of(message, table))

    def command_id(self) -> str:
        """A new command id."""
        return f"{self._name}-{next(self._ids):06d}"

    async def bet(
        self,
        shoe: int,
        round_number: int,
        bet: str,
        cents: object,
        *,
        kind: str = "place_bet",
        command_id: str = "",
        table: int = 1,
    ) -> Message:
        """Send a bet and wait for its answer."""
        name = command_id or self.command_id()
        await self.send(type=kind, command_id=name, table=table, shoe=shoe, round=round_number, bet=bet, amount_cents=cents)
        return await self.until(lambda message: message["type"] == "answer" and message["command_id"] == name)

    async def drop(self) -> None:
        """Lose the line."""
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def closed_with(self) -> int | None:
        """Receive until the server closes the socket; give the close code."""
        assert self.socket is not None
        try:
            while True:
                await self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


def _own_of(message: Message, table: int) -> bool:
    return bool(message["type"] == "own" and message["table"] == table)


def event_of(message: Message, *types: str) -> Message | None:
    """The first event of one of these types in an ``events`` message."""
    if message["type"] != "events":
        return None
    return next((event for event in message["events"] if event["type"] in types), None)
