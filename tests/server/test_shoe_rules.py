"""The shoe rules of a house at the real dealer over a real SQLite file, with a restart in the middle (rule 6.5)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puntobanco.server.tables import TableSetup
from puntobanco.table.state import Phase, TableState
from tests.server.books import check_books, folded, rows
from tests.server.inside import StandingClock, opened, setup
from tests.server.served import Client, Message, true_within
from tests.server.test_resume import apply, go_to, guest, page_of, same_picture, state_of, step

BURNS = setup(burn_each_round=3)


async def watch_along(player: Client, view: Message, until: Callable[[Message], Any]) -> Message:
    """The picture after the events that a page is told, until it stands as wanted."""
    while not until(view):
        version = view["version"]
        message = await player.until(lambda told, seen=version: told["type"] == "events" and told["version"] > seen)  # type: ignore[misc]
        for event in message["events"]:
            view = apply(view, event)
        view["version"] = message["version"]
    return view


def burned(state: TableState) -> bool:
    return state.phase is Phase.DEALING and state.burned == 3


@pytest.mark.parametrize("moment", ["closed", "burned"])
async def test_a_burn_before_a_round_survives_a_restart_and_comes_once(tmp_path: Path, moment: str) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [BURNS], clock=clock) as house:
        player = await guest(house)
        begun = await go_to(house, clock, lambda state: state.phase is Phase.BETTING)
        assert (await player.bet(1, begun.round, "player", 500))["refusal"] is None
        before = await go_to(house, clock, burned if moment == "burned" else lambda state: state.phase is Phase.DEALING)
        cookie, account = player.cookie, player.account
    async with opened(tmp_path, [BURNS], clock=clock) as house:
        after = state_of(house)
        assert (after.phase, after.burned, after.shoe, after.stakes) == (Phase.DEALING, before.burned, before.shoe, before.stakes)
        player = Client(house)
        player.cookie, player.account = cookie, account
        await player.open_socket()
        view = (await player.watch())["table"]
        await go_to(house, clock, lambda state: state.phase is Phase.RESULT)
        view = await watch_along(player, view, lambda view: view["phase"] == "result")
        same_picture(view, (await (await page_of(house, player)).watch())["table"])
    check_books(tmp_path / "house.db")
    told = rows(tmp_path / "house.db", "SELECT json_extract(body, '$.face_down') FROM events WHERE kind = 'round_burned'")
    assert told == [(3,)]


async def test_every_round_of_a_whole_shoe_has_its_burn_and_the_books_add_up(tmp_path: Path) -> None:
    clock = StandingClock()
    short: TableSetup = setup(burn_each_round=10, decks=6, cut_card_least=150, cut_card_most=156, last_round="one_more")
    async with opened(tmp_path, [short], clock=clock) as house:
        await guest(house)
        await go_to(house, clock, lambda state: state.shoe_number == 2 and state.phase is Phase.RESULT)
        state = state_of(house)
        await true_within(lambda: folded(tmp_path / "house.db", 1) == state)
        step(house, clock)
    check_books(tmp_path / "house.db")
    (closed,) = rows(tmp_path / "house.db", "SELECT json_extract(body, '$.end') FROM events WHERE kind = 'shoe_closed'")
    assert closed == ("finished",)
    counts = [rows(tmp_path / "house.db", "SELECT count(*) FROM events WHERE kind = ?", kind)[0] for kind in KINDS]
    assert counts[0] == counts[1] == counts[2]


KINDS = ("betting_closed", "round_burned", "round_settled")


DEMONSTRATES = setup(demonstration_rounds=2, burn_each_round=1)


def shown(state: TableState) -> bool:
    return state.demonstration == 1 and len(state.dealt) == 2


@pytest.mark.parametrize("moment", ["dealing", "result", "second"])
async def test_demonstration_rounds_survive_a_restart_and_leave_nothing_in_the_books(tmp_path: Path, moment: str) -> None:
    moments: dict[str, Callable[[TableState], Any]] = {
        "dealing": shown,
        "result": lambda state: state.demonstration == 1 and state.phase is Phase.RESULT,
        "second": lambda state: state.demonstration == 2,
    }
    clock = StandingClock()
    async with opened(tmp_path, [DEMONSTRATES], clock=clock) as house:
        player = await guest(house)
        before = await go_to(house, clock, moments[moment])
        cookie, account = player.cookie, player.account
    async with opened(tmp_path, [DEMONSTRATES], clock=clock) as house:
        after = state_of(house)
        assert (after.phase, after.round, after.demonstration) == (before.phase, 0, before.demonstration)
        assert (after.shoe, after.dealt) == (before.shoe, before.dealt)
        player = Client(house)
        player.cookie, player.account = cookie, account
        await player.open_socket()
        view = (await player.watch())["table"]
        assert (await player.bet(1, 0, "player", 500))["refusal"]["code"] == "betting_closed"
        await go_to(house, clock, lambda state: state.phase is Phase.BETTING)
        view = await watch_along(player, view, lambda view: view["phase"] == "betting")
        same_picture(view, (await (await page_of(house, player)).watch())["table"])
        assert (view["round"], view["results"]) == (1, [])
        check_books(tmp_path / "house.db")
        assert rows(tmp_path / "house.db", "SELECT count(*) FROM rounds") == [(0,)]
        assert (await player.get("/api/bets"))["rounds"] == []
        assert (await player.bet(1, 1, "player", 500))["refusal"] is None
        await go_to(house, clock, lambda state: state.phase is Phase.RESULT)
        record = await player.get("/api/shoes/1-1")
        dealt = rows(tmp_path / "house.db", "SELECT json_extract(body, '$.number') FROM events WHERE kind = 'card_dealt'")
        assert [card["number"] for card in record["opened"]][-len(dealt) :] == [number for (number,) in dealt]
    check_books(tmp_path / "house.db")
    assert rows(tmp_path / "house.db", "SELECT round_id FROM rounds") == [("1-1-1",)]


async def test_a_shoe_lost_in_a_demonstration_round_is_no_round_of_the_record(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [DEMONSTRATES], clock=clock) as house:
        await guest(house)
        await go_to(house, clock, shown)
    (tmp_path / "house.db.key").unlink()
    async with opened(tmp_path, [DEMONSTRATES], clock=clock) as house:
        assert (state_of(house).phase, state_of(house).shoe_number) == (Phase.SHUFFLING, 2)
        await guest(house)
        await go_to(house, clock, lambda state: state.phase is Phase.BETTING)
    check_books(tmp_path / "house.db")
    assert rows(tmp_path / "house.db", "SELECT count(*) FROM rounds") == [(0,)]
    assert rows(tmp_path / "house.db", "SELECT count(*) FROM transfers WHERE kind = 'refund'") == [(0,)]
    numbers = rows(tmp_path / "house.db", "SELECT json_extract(body, '$.number') FROM events WHERE kind = 'demonstration_opened'")
    assert numbers == [(1,), (1,), (2,)]
