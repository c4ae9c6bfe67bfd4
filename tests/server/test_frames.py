"""What comes in over a socket: every frame that is wrong gets its own code, and the table goes on for everybody else."""

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from puntobanco.server.settings import Bounds
from tests.server.books import accepted_commands, check_books, stakes
from tests.server.inside import House, opened, setup
from tests.server.served import Client, Message, true_within

LONG_BETTING = setup(betting_seconds=30)


@contextlib.asynccontextmanager
async def seated(folder: Path, bounds: Bounds | None = None) -> AsyncIterator[tuple[House, Client, int]]:
    """A house with a long time to bet, a player at its table, and the round."""
    async with opened(folder, [LONG_BETTING, setup(2)], bounds=bounds) as house:
        player = await player_at(house)
        yield house, player, await round_of(player)


async def player_at(house: House, table: int | None = 1, language: str = "en") -> Client:
    player = Client(house)
    await player.enter()
    await player.open_socket(language)
    if table is not None:
        await player.watch(table)
    return player


async def round_of(player: Client) -> int:
    """The round that takes bets at the table that a player watches."""
    last = player.frames[-1]
    if last["type"] == "snapshot" and last["table"]["phase"] == "betting":
        return int(last["table"]["round"])
    return int((await player.event("betting_opened"))["round"])


async def refusal_of(player: Client, frame: str | bytes) -> Message:
    """What a frame is refused with, as a problem or as an answer."""
    await player.send_raw(frame)
    message = await player.until(lambda message: message["type"] in ("problem", "answer"))
    assert message["refusal"] is not None, message
    refusal: Message = message["refusal"]
    return refusal


def bet_frame(round_number: object = 1, **changed: object) -> str:
    """A bet on table 1 of which anything may be changed, as a frame."""
    body: Message = {"type": "place_bet", "command_id": "abcdefgh", "table": 1, "shoe": 1, "round": round_number}
    body |= {"bet": "player", "amount_cents": 500}
    return msgspec.json.encode(body | changed).decode()


UNREADABLE: dict[str, str | bytes] = {
    "empty": "",
    "no JSON": "{",
    "a number": "7",
    "a list": "[]",
    "null": "null",
    "no type": "{}",
    "unknown type": '{"type":"draw_card"}',
    "type of a wrong type": '{"type":1}',
    "a message of the server": '{"type":"pong","server_ms":1}',
    "two documents": '{"type":"ping"}{"type":"ping"}',
    "nested too deeply": '{"type":"ping","x":' + "[" * 2_000 + "]" * 2_000 + "}",
    "deep amount": bet_frame(amount_cents=None).replace("null", "[" * 1_800 + "]" * 1_800),
    "NaN": bet_frame(amount_cents=None).replace("null", "NaN"),
    "too large a float": bet_frame(amount_cents=None).replace("null", "1e999"),
    "half a surrogate pair": bet_frame(bet="x").replace('"x"', '"\\ud800"'),
    "binary": b'{"type":"ping"}',
    "binary rubbish": b"\x00\xff\xfe",
    "table zero": bet_frame(table=0),
    "table as text": bet_frame(table="1"),
    "table as a fraction": bet_frame(table=1.5),
    "table too large": bet_frame(table=2**70),
    "round below zero": bet_frame(-1),
    "round as text": bet_frame("1"),
    "round null": bet_frame(None),
    "bet as a number": bet_frame(bet=1),
    "bet too long": bet_frame(bet="x" * 65),
    "command id too short": bet_frame(command_id="short"),
    "command id with a blank": bet_frame(command_id="abcd efgh"),
    "command id as a number": bet_frame(command_id=12345678),
    "watch without a table": '{"type":"watch"}',
    "watch with a version below zero": '{"type":"watch","table":1,"version":-1}',
    "watch with a version as text": '{"type":"watch","table":1,"version":"1"}',
}


async def test_every_frame_that_cannot_be_read_is_malformed_and_the_socket_goes_on(tmp_path: Path) -> None:
    async with seated(tmp_path, Bounds(faults_per_socket=len(UNREADABLE))) as (_, player, number):
        for name, frame in UNREADABLE.items():
            refusal = await refusal_of(player, frame)
            assert refusal["code"] == "malformed", name
            assert refusal["message"] == "That message could not be read."
        assert (await player.bet(1, number, "player", 500))["refusal"] is None
        check_books(tmp_path / "house.db")


async def test_a_frame_of_invalid_utf_8_closes_its_own_socket_only(tmp_path: Path) -> None:
    async with seated(tmp_path) as (house, other, number):
        player = await player_at(house)
        assert player.socket is not None
        await player.socket.send(b"\xff\xfe{", text=True)
        assert await player.closed_with() == 1007
        assert (await other.bet(1, number, "player", 500))["refusal"] is None


async def test_a_frame_over_4096_bytes_closes_its_own_socket_only(tmp_path: Path) -> None:
    async with seated(tmp_path) as (house, other, number):
        player = await player_at(house)
        await player.send_raw(bet_frame(number, bet="x" * 5_000))
        assert await player.closed_with() == 1009
        assert (await other.bet(1, number, "player", 500))["refusal"] is None


async def test_a_frame_of_a_doubled_key_counts_once_as_its_last_value(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, player, number):
        await player.send_raw(
            bet_frame(number, amount_cents=700).replace('"amount_cents":700', '"amount_cents":500,"amount_cents":700')
        )
        await player.until(lambda message: message["type"] == "answer")
        await player.send_raw('{"type":"watch_lobby","type":"ping"}')
        await player.until(lambda message: message["type"] in ("pong", "lobby", "problem"))
        assert [message["refusal"] for message in player.frames if message["type"] == "answer"] == [None]
        assert list(stakes(tmp_path / "house.db").values()) == [700]


AMOUNTS: dict[str, tuple[object, str]] = {
    "zero": (0, "bad_amount"),
    "below zero": (-5, "bad_amount"),
    "a fraction": (1.5, "bad_amount"),
    "a whole float": (500.0, "bad_amount"),
    "a text": ("500", "bad_amount"),
    "true": (True, "bad_amount"),
    "null": (None, "bad_amount"),
    "a list": ([500], "bad_amount"),
    "an object": ({"cents": 500}, "bad_amount"),
    "-2^63": (-(2**63), "bad_amount"),
    "2^63": (2**63, "over_maximum"),
    "2^64": (2**64, "over_maximum"),
    "10^30": (10**30, "over_maximum"),
    "10^3000": (10**3000, "over_maximum"),
}


@pytest.mark.parametrize("kind", ["place_bet", "reduce_bet"])
async def test_every_bad_amount_is_refused_with_its_code(tmp_path: Path, kind: str) -> None:
    async with seated(tmp_path) as (_, player, number):
        for name, (amount, code) in AMOUNTS.items():
            refusal = (await player.bet(1, number, "player", amount, kind=kind))["refusal"]
            expected = "bad_amount" if kind == "reduce_bet" else code
            assert refusal is not None, name
            assert refusal["code"] == expected, name
        assert (await player.bet(1, number, "player", 500))["refusal"] is None
        assert stakes(tmp_path / "house.db") == {(f"1-1-{number}", player.account, "player"): 500}


async def test_a_bet_is_refused_in_the_order_of_the_rules(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, player, number):
        asked: list[tuple[int, int, str, object, str]] = [
            (1, number + 1, "dragon", 0, "bad_amount"),
            (1, number + 1, "dragon", 500, "betting_closed"),
            (1, 0, "player", 500, "betting_closed"),
            (0, number, "player", 500, "betting_closed"),
            (2, number, "player", 500, "betting_closed"),
            (1, 2**31, "player", 500, "betting_closed"),
            (1, number, "dragon", 500, "bet_not_offered"),
            (1, number, "PLAYER", 500, "bet_not_offered"),
            (1, number, "", 500, "bet_not_offered"),
            (1, number, "player", 500_100, "over_maximum"),
            (1, number, "player", 400, "under_minimum"),
            (1, number, "player", 550, "not_a_multiple"),
        ]
        for shoe, round_number, bet, amount, code in asked:
            refusal = (await player.bet(shoe, round_number, bet, amount))["refusal"]
            assert refusal is not None
            assert refusal["code"] == code, (shoe, round_number, bet, amount)
        for bet in ("player", "banker"):
            assert (await player.bet(1, number, bet, 500_000))["refusal"] is None
        poor = (await player.bet(1, number, "tie", 500))["refusal"]
        assert (poor["code"], poor["limit"], poor["left"]) == ("insufficient_funds", 0, 0)
        assert "0 left" in poor["message"]


async def test_unknown_tables_are_refused_by_name(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, player, number):
        refusal = await refusal_of(player, '{"type":"watch","table":9}')
        assert refusal["code"] == "no_such_table"
        assert (await player.bet(1, number, "player", 500, table=9))["refusal"]["code"] == "no_such_table"


async def test_a_repeated_command_gets_its_first_answer_and_is_one_bet(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, player, number):
        frames = [bet_frame(number)] * 5 + [bet_frame(number, command_id="refused-1", amount_cents=550)] * 3
        for frame in frames:
            await player.send_raw(frame)
        answers = [await player.until(lambda message: message["type"] == "answer") for _ in frames]
        assert [answer["refusal"] for answer in answers if answer["command_id"] == "abcdefgh"] == [None] * 5
        refused = [answer["refusal"]["code"] for answer in answers if answer["command_id"] == "refused-1"]
        assert refused == ["not_a_multiple"] * 3
        assert stakes(tmp_path / "house.db") == {(f"1-1-{number}", player.account, "player"): 500}


async def test_an_answer_that_is_given_again_is_followed_by_what_the_player_has_now(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, player, number):
        assert (await player.bet(1, number, "player", 500, command_id="the-first"))["refusal"] is None
        assert (await player.bet(1, number, "player", 500, kind="reduce_bet"))["refusal"] is None
        await player.until(lambda message: message["type"] == "own" and message["own"]["stakes"] == {})
        assert (await player.bet(1, number, "player", 500, command_id="the-first"))["refusal"] is None
        own = await player.until(lambda message: message["type"] == "own")
        assert own["own"]["stakes"] == {}


async def test_a_command_id_is_refused_for_any_other_body(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, player, number):
        assert (await player.bet(1, number, "player", 500, command_id="the-first"))["refusal"] is None
        others = [
            bet_frame(number, command_id="the-first", amount_cents=600),
            bet_frame(number, command_id="the-first", bet="banker"),
            bet_frame(number + 1, command_id="the-first"),
            bet_frame(number, command_id="the-first", shoe=2),
            bet_frame(number, command_id="the-first", type="reduce_bet"),
            bet_frame(number, command_id="the-first", table=2),
        ]
        for frame in others:
            assert (await refusal_of(player, frame))["code"] == "command_id_reused", frame
        assert list(stakes(tmp_path / "house.db").values()) == [500]
        assert accepted_commands(tmp_path / "house.db") == {(player.account, "the-first")}


async def test_command_ids_of_two_players_do_not_meet(tmp_path: Path) -> None:
    async with seated(tmp_path) as (house, player, number):
        other = await player_at(house)
        assert (await player.bet(1, number, "player", 500, command_id="the-first"))["refusal"] is None
        assert (await other.bet(1, number, "banker", 900, command_id="the-first"))["refusal"] is None
        assert sorted(stakes(tmp_path / "house.db").values()) == [500, 900]


async def test_too_many_frames_are_rate_limited_and_then_the_socket_is_closed(tmp_path: Path) -> None:
    async with seated(tmp_path, Bounds(frames_burst=20, frames_per_second=1, faults_per_socket=30)) as (house, other, number):
        player = await player_at(house)
        for _ in range(60):
            with contextlib.suppress(ConnectionClosed):
                await player.send_raw(bet_frame(number))
        assert await player.closed_with() == 1008
        codes = [message["refusal"]["code"] for message in player.frames if message["type"] == "answer" and message["refusal"]]
        assert set(codes) == {"rate_limited"}
        assert len(codes) == 31
        assert (await other.bet(1, number, "player", 500))["refusal"] is None


async def test_only_so_many_tables_are_watched_on_one_socket(tmp_path: Path) -> None:
    setups = [setup(number) for number in range(1, 5)]
    async with opened(tmp_path, setups, bounds=Bounds(watched_tables_per_socket=3)) as house:
        player = await player_at(house, None)
        for table in (1, 2, 3):
            assert (await player.watch(table))["type"] == "snapshot"
        refusal = (await player.watch(4))["refusal"]
        assert (refusal["code"], refusal["limit"]) == ("rate_limited", 3)
        await player.send(type="unwatch", table=1)
        assert (await player.watch(4))["type"] == "snapshot"


async def test_a_socket_that_never_reads_is_dropped_and_the_others_hear_everything_in_time(tmp_path: Path) -> None:
    bounds = Bounds(outbox_frames=40, close_s=0.2)
    quick = setup(betting_seconds=0.05, card_seconds=0.01, result_seconds=0.01)
    async with opened(tmp_path, [quick], bounds=bounds, send_buffer_bytes=4_096) as house:
        other = await player_at(house)
        deaf = Client(house)
        await deaf.enter()
        with deaf_socket(house.address, deaf.cookie) as line:
            await true_within(lambda: house.casino.floor.sockets_of(deaf.account) == 1)
            for _ in range(200):
                line.send(masked('{"type":"watch","table":1}'))
                await other.receive(timeout_s=2)
                if not house.casino.floor.sockets_of(deaf.account):
                    break
            await true_within(lambda: not house.casino.floor.sockets_of(deaf.account))
        versions = [message["version"] for message in other.frames if message["type"] == "events"]
        assert versions == sorted(versions)


def masked(text: str) -> bytes:
    """A client's text frame of at most 125 bytes, with a mask of zeros."""
    return struct.pack("!BB4x", 0x81, 0x80 | len(text)) + text.encode()


def deaf_socket(address: str, cookie: str) -> socket.socket:
    """A WebSocket whose owner reads nothing but the handshake, behind the smallest buffer there is."""
    host, port = address.split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    line.connect((host, int(port)))
    line.send(
        f"GET /ws HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return line


async def test_a_socket_that_reads_too_slowly_is_closed_with_1013(tmp_path: Path) -> None:
    async with opened(tmp_path, [LONG_BETTING], bounds=Bounds(outbox_frames=40, frames_burst=10_000)) as house:
        player = await player_at(house)
        (session,) = house.casino.floor._players[player.account]
        for _ in range(200):
            session.send(b'{"type":"pong","server_ms":1}')
        assert await player.closed_with() == 1013
        await true_within(lambda: not house.casino.floor.sockets_of(player.account))


async def test_a_page_of_another_site_cannot_open_a_socket(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        player = Client(house)
        await player.enter()
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://[", "x"):
            await player.open_socket(Origin=origin)
            assert await player.closed_with() == 4403, origin
        await player.open_socket(Origin=f"http://{house.address}")
        assert (await player.receive())["type"] == "welcome"


async def test_a_socket_without_a_session_is_told_so_in_its_language_and_closed(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        for cookie in ("", "puntobanco=forged", "puntobanco=AAAA.aaaa.bbbb", "puntobanco=\u00e9"):
            stranger = Client(house)
            stranger.cookie = cookie
            await stranger.open_socket("zh-Hant")
            message = await stranger.receive()
            assert (message["type"], message["refusal"]["code"]) == ("problem", "not_signed_in")
            assert message["refusal"]["message"] == "請先進場。"
            assert await stranger.closed_with() == 4401


async def test_too_many_sockets_of_one_player_are_refused_even_when_they_come_together(tmp_path: Path) -> None:
    async with opened(tmp_path, bounds=Bounds(sockets_per_player=4)) as house:
        player, other = Client(house), await player_at(house)
        await player.enter()
        url, headers = f"ws://{house.address}/ws", {"Cookie": player.cookie}
        lines = await asyncio.gather(*(connect(url, additional_headers=headers) for _ in range(20)))
        outcomes = await asyncio.gather(*(first_of(line) for line in lines))
        assert sorted(outcomes) == ["4429"] * 16 + ["welcome"] * 4
        await other.send(type="ping")
        await other.until(lambda message: message["type"] == "pong")
        await asyncio.gather(*(line.close() for line in lines))
        await true_within(lambda: not house.casino.floor.sockets_of(player.account))
        await player.open_socket()
        assert (await player.receive())["type"] == "welcome"


async def first_of(line: object) -> str:
    """The type of a socket's first message, or the code that it was closed with."""
    assert hasattr(line, "recv")
    try:
        message: Message = msgspec.json.decode(await line.recv())
        return str(message["type"])
    except ConnectionClosed as closed:
        return str(closed.rcvd.code if closed.rcvd else None)


async def test_too_many_sockets_in_all_are_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, bounds=Bounds(sockets=2)) as house:
        await player_at(house)
        await player_at(house)
        third = Client(house)
        await third.enter()
        await third.open_socket()
        assert await third.closed_with() == 4429


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The limit here is 5,000. 5,000 still fits."),
        ("zh-Hant", "此處上限為 5,000，尚可投注 5,000。"),
        ("zh-Hans", "此处上限为 5,000，尚可投注 5,000。"),
        ("fr", "The limit here is 5,000. 5,000 still fits."),
    ],
)
async def test_refusals_are_in_the_language_asked_for(tmp_path: Path, language: str, words: str) -> None:
    async with opened(tmp_path, [LONG_BETTING]) as house:
        player = await player_at(house, language=language)
        refusal = (await player.bet(1, await round_of(player), "player", 10**9))["refusal"]
        assert refusal == {"code": "over_maximum", "message": words, "limit": 500_000, "left": 500_000}
