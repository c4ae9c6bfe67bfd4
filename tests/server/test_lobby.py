"""The lobby: what its watchers are told, and that only changes travel."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given, strategies as st
from msgspec.structs import replace

from puntobanco import house_files
from puntobanco.game.good_roads import GoodRoad
from puntobanco.game.house import HouseRules, changed
from puntobanco.server.lobby import FIXED, MOVING, LobbyBoard, lobby_table
from puntobanco.server.settings import Bounds
from puntobanco.server.wire import LobbyTable
from puntobanco.table.events import Seat
from puntobanco.table.state import Phase, Seating, Squeezing, TableState
from tests.server.inside import House, opened, setup
from tests.server.lobby import take
from tests.server.served import Client

TABLES = (1, 2, 3)
MACAU = house_files.load("macau")


def state(number: int = 1, rules: HouseRules = MACAU, **facts: Any) -> TableState:
    return TableState(number=number, rules=rules, **facts)


def tile(number: int = 1, *, watching: int = 0, **facts: Any) -> LobbyTable:
    return lobby_table(state(number, **facts), watching)


def plain(one: object) -> Any:
    """What a client reads of it."""
    return msgspec.json.decode(msgspec.json.encode(one))


def heard(board: LobbyBoard, now: Iterable[LobbyTable], tiles: dict[int, dict[str, Any]]) -> dict[str, Any] | None:
    """Tell a board how tables stand, and the tiles of a client what the board says of it."""
    told = board.take(now, server_ms=5)
    message: dict[str, Any] | None = plain(told)
    if message is not None:
        take(tiles, message)
    return message


letters = st.text("BPT", max_size=4)
moves = st.fixed_dictionaries(
    {
        "number": st.sampled_from(TABLES),
        "phase": st.sampled_from(Phase),
        "due_ms": st.none() | st.integers(0, 9),
        "round": st.integers(0, 3),
        "shoe": st.integers(1, 2),
        "watching": st.integers(0, 2),
        "seated": st.integers(0, 2),
        "last_round": st.booleans(),
        "results": letters,
    }
)


@given(st.lists(moves, max_size=40))
def test_a_client_that_takes_the_changes_has_the_lobby_as_it_is(told: list[dict[str, Any]]) -> None:
    now = {number: tile(number) for number in TABLES}
    board = LobbyBoard(now.values())
    tiles = {one["table"]: one for one in plain(board.told(0))["tables"]}
    for move in told:
        number = move.pop("number")
        now[number] = replace(now[number], **move)
        heard(board, [now[number]], tiles)
        assert tiles == {number: plain(one) for number, one in now.items()}
    assert plain(board.told(0))["tables"] == [tiles[number] for number in TABLES]


def test_a_result_travels_alone_and_what_is_as_it_was_not_at_all() -> None:
    before = replace(tile(), phase=Phase.DEALING, results="BPB")
    board = LobbyBoard([before])
    assert board.take([before], 5) is None
    after = replace(before, phase=Phase.RESULT, results="BPBT")
    assert heard(board, [after], {1: plain(before)}) == {
        "type": "lobby_changed",
        "changes": [{"table": 1, "phase": "result", "added": "T"}],
        "tables": [],
        "server_ms": 5,
    }


def test_a_new_shoe_and_a_round_taken_back_replace_the_results() -> None:
    board = LobbyBoard([replace(tile(), results="BPB")])
    for results in ("", "P"):
        tiles = {1: {"results": "BPB"}}
        heard(LobbyBoard([replace(tile(), results="BPB")]), [replace(tile(), results=results)], tiles)
        assert tiles[1]["results"] == results
    assert board.take([replace(tile(), results="BP")], 5) is not None


def test_a_table_with_other_rules_is_told_whole() -> None:
    board, tiles = LobbyBoard([tile()]), {1: plain(tile())}
    other = tile(rules=changed(MACAU, {"main_maximum_cents": 5_000_000, "good_roads": ["pair_sticks"]}), watching=2)
    assert heard(board, [other], tiles) == {
        "type": "lobby_changed",
        "changes": [],
        "tables": [plain(other)],
        "server_ms": 5,
    }
    assert other.good_roads == (GoodRoad.PAIR_STICKS,)


def test_all_of_a_tile_is_fixed_or_moving_or_its_results() -> None:
    assert {*FIXED, *MOVING, "results"} == set(LobbyTable.__struct_fields__)
    assert not set(FIXED) & set(MOVING)


def test_a_tile_tells_what_its_house_and_table_have() -> None:
    seats = {number: Seat(account=f"a{number}", name=f"Guest {number}") for number in (2, 5)}
    found = tile(seating=Seating(seats=seats), shoe_number=4, watching=9)
    assert (found.table, found.house, found.shoe, found.watching) == (1, "macau", 4, 9)
    assert (found.seats, found.seated, found.differential_cents) == (7, 2, 2_000_000)
    assert (found.no_commission, found.ties_carry, found.by_hand, found.squeeze_ms) == (False, True, False, 15_000)
    live = tile(rules=house_files.load("live"))
    assert (live.no_commission, live.ties_carry, live.squeeze_ms, live.seats) == (True, False, None, 0)


def test_only_the_time_for_a_player_is_counted_down() -> None:
    squeezing = Squeezing(account="a", number=190)
    assert tile(phase=Phase.BETTING, due_ms=7).due_ms == 7
    assert tile(phase=Phase.DEALING, due_ms=7).due_ms is None
    assert tile(phase=Phase.RESULT, due_ms=7).due_ms is None
    squeezed = tile(phase=Phase.DEALING, due_ms=7, squeezing=squeezing)
    assert (squeezed.due_ms, squeezed.squeezing) == (7, True)
    assert not tile(phase=Phase.RESULT, squeezing=squeezing).squeezing


async def test_who_comes_later_goes_on_from_the_same_picture_as_all_others(tmp_path: Path) -> None:
    quick = {"betting_seconds": 0.3, "card_seconds": 0.06, "result_seconds": 0.15, "shuffle_seconds": 0.15}
    async with opened(tmp_path, [setup(n, "live", **quick) for n in TABLES], bounds=Bounds(lobby_every_ms=20)) as house:
        player, first, second = [await entered(house) for _ in range(3)]
        pictures: list[dict[int, dict[str, Any]]] = [{}, {}]
        for number, watcher in enumerate((first, second), 1):
            await player.watch(number)
            await watcher.send(type="watch_lobby")
            await asyncio.sleep(0.4)
        await player.drop()
        for watcher, tiles in zip((first, second), pictures, strict=True):
            while not all(tiles.get(number, {}).get("results") and not tiles[number]["watching"] for number in (1, 2)):
                take(tiles, await watcher.until(lambda message: message["type"].startswith("lobby")))
        now = {tile["table"]: tile for tile in (await first.get("/api/lobby"))["tables"]}
        for tiles in pictures:
            assert tiles.keys() == now.keys()
            for number in TABLES:
                assert {key: tiles[number][key] for key in FIXED} == {key: now[number][key] for key in FIXED}
                assert now[number]["results"].startswith(tiles[number]["results"])


async def test_who_comes_or_asks_again_makes_nobody_else_hear_anything(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(n, "live") for n in TABLES], bounds=Bounds(lobby_every_ms=60_000)) as house:
        watcher, restless = await entered(house), await entered(house)
        await watcher.send(type="watch_lobby")
        assert (await watcher.until(lambda message: message["type"].startswith("lobby")))["type"] == "lobby"
        for _ in range(5):
            await restless.watch(1)
            for kind in ("watch_lobby", "watch_lobby", "unwatch_lobby"):
                await restless.send(type=kind)
            await restless.send(type="unwatch", table=1)
        await restless.send(type="ping")
        await restless.until(lambda message: message["type"] == "pong")
        assert sum(message["type"] == "lobby" for message in restless.frames) == 5
        await watcher.send(type="watch_lobby")
        await watcher.send(type="ping")
        heard = [message["type"] for message in watcher.frames]
        await watcher.until(lambda message: message["type"] == "pong")
        assert [message["type"] for message in watcher.frames[len(heard) :]] == ["pong"]


async def entered(house: House) -> Client:
    client = Client(house)
    await client.enter()
    await client.open_socket()
    return client
