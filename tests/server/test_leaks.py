"""Nothing that leaves the locked box tells an unopened card: frames, pages, logs and every byte of the database are searched.

The same search has to find each leak that is planted.
"""

import asyncio
import base64
import contextlib
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import structlog
from msgspec.structs import replace

from puntobanco.game.cards import parse_card
from puntobanco.game.house import HouseRules
from puntobanco.game.proof import StackedShoe, announce, seed_of, stack
from puntobanco.server.seal import Sealer
from puntobanco.table.events import CardOpened
from puntobanco.table.state import ShoeInPlay
from tests.server.inside import SHORT_SHOE, House, keys_of, opened, setup
from tests.server.served import Client

PAGES = (
    "/api/me",
    "/api/lobby",
    "/api/tables/1",
    "/api/shoes/1-1",
    "/api/shoes/1-2",
    "/api/shoes/1-1/rounds",
    "/api/shoes/1-1/rounds.csv",
    "/api/shoes/1-1/rounds.json",
    "/api/tables/1/shoes",
    "/api/commitments?table=1",
    "/api/bets",
    "/api/totals",
    "/api/rounds/1-1-1",
    "/display/1",
    "/api/protocol.json",
    "/api/openapi.json",
    "/healthz",
    "/readyz",
    "/",
    "/nothing",
)
QUICK = setup(betting_seconds=0.15, card_seconds=0.02, result_seconds=0.05)


class Secrets(NamedTuple):
    """What nobody may learn of a shoe: the texts of its closed cards, their random parts, and the secret in every form."""

    needles: frozenset[bytes]
    faces: dict[int, str]


def secrets_of(folder: Path, shoe: ShoeInPlay) -> Secrets:
    """Unseal a shoe in play, in the test, and say what must be nowhere."""
    of_shoe = shoe.ceremony
    assert of_shoe is not None
    assert of_shoe.order is not None
    secret = Sealer(keys_of(folder)).unseal(of_shoe.sealed, of_shoe.announcement)
    assert secret is not None
    stacked = stack(seed_of(secret, of_shoe.order), of_shoe.announcement, of_shoe.opened)
    open_numbers = {card.number for card in shoe.opened}
    closed = [text for number, text in enumerate(stacked.texts, 1) if number not in open_numbers]
    randoms = [text.split("-", 2)[2] for text in closed]
    needles = {form for text in (*closed, *randoms) for form in (text.encode(), text.lower().encode())}
    needles |= {bytes.fromhex(random) for random in randoms}
    needles |= {secret, secret.hex().encode(), secret.hex().upper().encode()}
    needles |= {base64.b64encode(secret).rstrip(b"="), base64.urlsafe_b64encode(secret).rstrip(b"=")}
    return Secrets(frozenset(needles), dict(enumerate(map(str, stacked.cards), 1)))


def shoe_of(secret: bytes, order: str, rules: HouseRules) -> StackedShoe:
    """The first shoe of table 1, in which nobody shared."""
    return stack(seed_of(secret, order), announce(1, 1, rules))


def found(secrets: Secrets, *places: bytes) -> list[bytes]:
    """The secrets that stand in some bytes."""
    return [needle for place in places for needle in secrets.needles if needle in place]


def database_bytes(database: Path) -> list[bytes]:
    """Every file of the database, raw, and every value of every row as it is decoded."""
    around = [file for file in database.parent.glob(f"{database.name}*") if file.is_file() and file.suffix != ".key"]
    files = [file.read_bytes() for file in (*around, *database.with_name(f"{database.name}.seen").glob("*"))]
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        values = [value for name in tables for row in connection.execute(f"SELECT * FROM {name}") for value in row]
    return [*files, *(value if isinstance(value, bytes) else str(value).encode() for value in values)]


def told_faces(message: Any) -> Iterator[tuple[int | None, str]]:
    """Every card with its number, if it has one, in a message, wherever it stands in it. The protocol's schema tells none."""
    waiting = [message]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if isinstance(value.get("card"), str):
                yield value.get("number"), value["card"]
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


class Ears(NamedTuple):
    """A bettor, a watcher and a watcher of the lobby, and all that was written to the log."""

    bettor: Client
    watcher: Client
    lobby: Client
    log: list[bytes]

    @property
    def frames(self) -> list[str]:
        return [*self.bettor.raw, *self.watcher.raw, *self.lobby.raw]


async def all_pages(house: House, bettor: Client) -> list[bytes]:
    """The answer to every GET, headers too, with a session and without."""
    answers = []
    for player in (bettor, Client(house)):
        async with player.http() as http:
            for path in PAGES:
                answer = await http.get(path)
                answers.append(repr(answer.headers).encode() + answer.content)
    return answers


@contextlib.asynccontextmanager
async def in_the_middle_of_a_shoe(folder: Path) -> AsyncIterator[tuple[House, Ears]]:
    """A house whose shoe has had two rounds, in the betting of the third, with everybody listening."""
    lines: list[bytes] = []

    def keep(_logger: object, _method: str, event: Any) -> Any:
        lines.append(repr(event).encode())
        raise structlog.DropEvent

    with structlog.testing.capture_logs():
        structlog.configure(processors=[keep])
        async with opened(folder, [QUICK]) as house:
            ears = Ears(Client(house), Client(house), Client(house), lines)
            for ear in ears[:3]:
                await ear.enter()
                await ear.open_socket("zh-Hant")
            await ears.lobby.send(type="watch_lobby")
            await ears.watcher.watch()
            await ears.bettor.watch()
            for _ in range(3):
                number = (await ears.bettor.event("betting_opened"))["round"]
                await ears.bettor.bet(1, number, "player", 500)
                await ears.bettor.send_raw('{"type":"place_bet"')
                await ears.bettor.bet(1, number, "tie", 10**9)
            await ears.watcher.watch()
            yield house, ears
            await asyncio.gather(*(ear.drop() for ear in ears[:3]))


async def listen(ears: Ears) -> None:
    """Take in what has come to everybody until now."""
    for ear in ears[:3]:
        await ear.send(type="ping")
        await ear.until(lambda message: message["type"] == "pong")


def check_faces(frames: list[str], opened_cards: set[int], secrets: Secrets) -> int:
    """Every face that one socket was told is that of an opened card, and no snapshot is ahead of its shoe; gives their number."""
    count = 0
    for frame in frames:
        message = json.loads(frame)
        for number, card in told_faces(message):
            assert number in opened_cards
            assert secrets.faces[number] == card
            if message["type"] == "snapshot":
                assert number <= message["table"]["shoe"]["cards"] - message["table"]["shoe"]["cards_left"]
            count += 1
    return count


async def all_leaks(house: House, ears: Ears, folder: Path) -> list[bytes]:
    """Search every place for what is secret now."""
    await listen(ears)
    pages = await all_pages(house, ears.bettor)
    state = house.dealer().state
    assert state is not None
    assert state.shoe is not None
    assert len(state.shoe.opened) > 8  # the shown one, and two rounds of four at least
    secrets = secrets_of(folder, state.shoe)
    opened_cards = {card.number for card in state.shoe.opened}
    for ear in ears[:3]:
        assert check_faces(ear.raw, opened_cards, secrets) > 0 or ear is ears.lobby
    return found(secrets, *(frame.encode() for frame in ears.frames), *pages, *ears.log, *database_bytes(folder / "house.db"))


async def test_no_frame_page_log_or_byte_of_the_database_tells_a_card_before_it_is_opened(tmp_path: Path) -> None:
    async with in_the_middle_of_a_shoe(tmp_path) as (house, ears):
        assert await all_leaks(house, ears, tmp_path) == []


def plant_in_frame(house: House, ears: Ears, leak: str) -> None:
    ears.watcher.raw.append(json.dumps({"type": "events", "hint": leak}))


def plant_on_page(house: House, ears: Ears, leak: str) -> None:
    state = house.dealer().state
    assert state is not None
    # The house's name stays on the page, however far the table goes on before the search.
    house.dealer().state = replace(state, rules=replace(state.rules, name=leak))


def plant_in_log(house: House, ears: Ears, leak: str) -> None:
    structlog.get_logger().info("card drawn", text=leak)


def plant_in_column(house: House, ears: Ears, leak: str) -> None:
    with closing(sqlite3.connect(house.casino.store.path)) as connection, connection:  # type: ignore[attr-defined]
        connection.execute("UPDATE rounds SET void_reason = ?", (leak,))


def plant_in_blob(house: House, ears: Ears, leak: str) -> None:
    with closing(sqlite3.connect(house.casino.store.path)) as connection, connection:  # type: ignore[attr-defined]
        connection.execute("UPDATE answers SET digest = ?", (b"\x00" + leak.encode() + b"\x00",))


async def test_the_search_finds_a_leak_planted_anywhere(tmp_path: Path) -> None:
    async with in_the_middle_of_a_shoe(tmp_path) as (house, ears):
        shoebox = house.dealer()._shoebox
        closed = [shoebox.open_card(number).text for number in range(396, 401)]
        plants = [
            (plant_in_frame, closed[0]),
            (plant_on_page, closed[1].split("-", 2)[2].lower()),
            (plant_in_log, shoebox.secret.hex()),
            (plant_in_column, closed[2]),
            (plant_in_blob, base64.b64encode(shoebox.secret).decode()),
        ]
        for plant, leak in plants:
            plant(house, ears, leak)
        leaks = await all_leaks(house, ears, tmp_path)
        for plant, leak in plants:
            assert leak.rstrip("=").encode() in leaks, plant.__name__


# During a squeeze: the face of a card that lies face down is known to one socket, and stands nowhere else.

SQUEEZED = setup(1, "studio", betting_seconds=1.2, card_seconds=0.02, squeeze_seconds=60)


class Squeezed(NamedTuple):
    """A house in the middle of a squeeze: who bends the card, another page of theirs, a watcher, the log, and the card."""

    house: House
    squeezer: Client
    others: tuple[Client, ...]
    log: list[bytes]
    number: int
    face: str


@contextlib.asynccontextmanager
async def in_the_middle_of_a_squeeze(folder: Path) -> AsyncIterator[Squeezed]:
    """A card is bent, and its face was shown to who bends it."""
    lines: list[bytes] = []

    def keep(_logger: object, _method: str, event: Any) -> Any:
        lines.append(repr(event).encode())
        raise structlog.DropEvent

    with structlog.testing.capture_logs():
        structlog.configure(processors=[keep])
        async with opened(folder, [SQUEEZED]) as house:
            squeezer, tab, watcher, lobby = (Client(house) for _ in range(4))
            for ear in (squeezer, watcher, lobby):
                await ear.enter()
            tab.cookie = squeezer.cookie
            for ear in (squeezer, tab, watcher, lobby):
                await ear.open_socket()
                await ear.watch() if ear is not lobby else await ear.send(type="watch_lobby")
            number = (await squeezer.event("betting_opened"))["round"]
            assert (await squeezer.bet(1, number, "banker", 500))["refusal"] is None
            card = (await squeezer.event("squeeze_began"))["squeeze"]["number"]
            bend = {"type": "bend_card", "table": 1, "shoe": 1, "round": number, "number": card}
            await watcher.send(**bend, command_id="not-my-card-1")
            await squeezer.send(**bend, command_id="my-own-card-1")
            face = (await squeezer.until(lambda message: message["type"] == "card_face"))["card"]
            others = (tab, watcher, lobby)
            await watcher.watch()
            yield Squeezed(house, squeezer, others, lines, card, face)
            await asyncio.gather(*(ear.drop() for ear in (squeezer, *others)))


def stored_events(database: Path) -> list[str]:
    """Every stored event, as it stands in the database, and every answer."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        queries = ("SELECT body FROM events", "SELECT answer FROM answers")
        values = [value for query in queries for (value,) in connection.execute(query)]
    return [value.decode() if isinstance(value, bytes) else value for value in values]


async def squeeze_leaks(at: Squeezed, folder: Path) -> list[str]:
    """Where a card that lies face down is told, in frames, pages, events or log; and where its text is, as bytes, anywhere."""
    state = at.house.dealer().state
    assert state is not None
    assert state.shoe is not None
    assert [card.number for card in state.laid] == [at.number]
    for ear in (at.squeezer, *at.others):
        await ear.send(type="ping")
        await ear.until(lambda message: message["type"] == "pong")
    frames = [frame for ear in at.others for frame in ear.raw]
    frames += [frame for frame in at.squeezer.raw if json.loads(frame)["type"] != "card_face"]
    pages = await all_pages(at.house, at.squeezer) + await all_pages(at.house, at.others[1])
    places = [*frames, *stored_events(folder / "house.db"), *(body for page in pages for body in json_of(page))]
    told = [place for place in places for number, _ in told_faces(json.loads(place)) if _hidden(number, at.number)]
    told += [line.decode() for line in at.log if f"'{at.face}'".encode() in line]
    secrets = secrets_of(folder, state.shoe)
    own = [frame.encode() for frame in at.squeezer.raw]
    raw = found(secrets, *(frame.encode() for frame in frames), *own, *pages, *at.log, *database_bytes(folder / "house.db"))
    return told + [leak.decode(errors="replace") for leak in raw]


def _hidden(number: int | None, squeezed: int) -> bool:
    """Whether a card may be one that is not open: by its number, or because it has none."""
    return number is None or number >= squeezed


def json_of(page: bytes) -> list[str]:
    """The JSON of an answer behind its headers, none where it is something else."""
    text = page.partition(b"})")[2].decode(errors="replace")
    try:
        json.loads(text)
    except ValueError:
        return []
    return [text]


async def test_during_a_squeeze_the_face_is_told_to_the_squeezer_and_stands_nowhere_else(tmp_path: Path) -> None:
    async with in_the_middle_of_a_squeeze(tmp_path) as at:
        state = at.house.dealer().state
        assert state is not None
        assert state.shoe is not None
        assert secrets_of(tmp_path, state.shoe).faces[at.number] == at.face
        assert await squeeze_leaks(at, tmp_path) == []
        shown = [message for message in at.squeezer.frames if message["type"] == "card_face"]
        assert [(card["number"], card["card"]) for card in shown] == [(at.number, at.face)]
        assert len(json_of((await all_pages(at.house, at.squeezer))[2])) == 1  # the table's picture is searched as JSON


async def test_the_search_finds_a_face_planted_anywhere_during_a_squeeze(tmp_path: Path) -> None:
    async with in_the_middle_of_a_squeeze(tmp_path) as at:
        shown = {"type": "card_face", "table": 1, "shoe": 1, "round": 1, "number": at.number, "card": at.face}
        for ear in at.others:
            ear.raw.append(json.dumps(shown))
        structlog.get_logger().info("card bent", card=at.face)
        with closing(sqlite3.connect(at.house.casino.store.path)) as connection, connection:  # type: ignore[attr-defined]
            forged = json.dumps({"number": at.number, "card": at.face})
            connection.execute("UPDATE answers SET answer = ? WHERE command_id = 'my-own-card-1'", (forged.encode(),))
        text = at.house.dealer()._shoebox.open_card(at.number).text
        at.squeezer.raw.append(json.dumps({"type": "events", "text": text}))
        leaks = await squeeze_leaks(at, tmp_path)
        assert leaks.count(json.dumps(shown)) == len(at.others)
        assert forged in leaks
        assert any("card bent" in leak for leak in leaks)
        assert any(text in leak for leak in leaks)


async def test_the_search_finds_a_picture_that_tells_the_face_during_a_squeeze(tmp_path: Path) -> None:
    async with in_the_middle_of_a_squeeze(tmp_path) as at:
        state = at.house.dealer().state
        assert state is not None
        (laid,) = state.laid
        shown = CardOpened(at_ms=1, side=laid.side, number=at.number, card=parse_card(at.face), text="", due_ms=2)
        at.house.dealer().state = replace(state, dealt=(*state.dealt, shown))
        assert len(await squeeze_leaks(at, tmp_path)) >= 1


async def test_when_a_shoe_has_ended_its_secret_is_open_to_all(tmp_path: Path) -> None:
    short = setup(1, **SHORT_SHOE, betting_seconds=0.01, card_seconds=0.001, result_seconds=0.001)
    async with opened(tmp_path, [short]) as house:
        player = Client(house)
        await player.enter()
        await player.open_socket()
        await player.watch()
        closed = await player.event("shoe_closed", timeout_s=20)
        record = await player.get("/api/shoes/1-1")
        assert closed["end"] == "finished"
        assert f"secret {closed['secret'].upper()}" in record["log"][-1]["text"].split("\n")
        order = next(one["hash"] for one in record["log"] if one["text"].startswith("opened\n"))
        shoe = shoe_of(bytes.fromhex(closed["secret"]), order, short.rules)
        opened_cards = [card for one in record["rounds"] for hand in ("player", "banker") for card in one[hand]]
        assert len(opened_cards) > 140
        assert all(card["text"] == shoe.text(card["number"]) for card in opened_cards)
        await player.event("shoe_arrived")
        second = await player.get("/api/shoes/1-2")
        assert not any("secret" in one["text"] for one in second["log"])
