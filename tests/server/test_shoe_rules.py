"""The shoe rules of a house at the real dealer over a real SQLite file, with a restart in the middle (rule 6.5)."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from puntobanco.game.proof import ShoeRecord, announce, check_opened, check_session, deal_name, root_of, seed_of
from puntobanco.server.tables import TableSetup
from puntobanco.table.state import Phase, TableState
from tests.bank.audited import changed
from tests.server.books import check_books, folded, rows
from tests.server.inside import StandingClock, opened, setup
from tests.server.records import opened_in, secret_in
from tests.server.served import Client, Message, true_within
from tests.server.test_resume import apply, go_to, guest, page_of, same_picture, state_of, step

BURNS = setup(burn_each_round=3)


async def watch_along(player: Client, view: Message, until: Callable[[Message], Any]) -> Message:
    """The picture after the events that a page was told, and is told, until it stands as wanted."""
    read = 0
    while not until(view):
        if read == len(player.frames):
            await player.receive()
        message = player.frames[read]
        read += 1
        if message["type"] == "events" and message["version"] > view["version"]:
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
        assert sorted(card["number"] for card in opened_in(record))[-len(dealt) :] == sorted(number for (number,) in dealt)
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


SESSIONS = {
    "shuffle_every_round": setup(shuffle_every_round=True, burn="first_card", burn_each_round=1, demonstration_rounds=1),
    "continuous_shuffler": setup(continuous_shuffler=True, burn="none"),
}
MOMENTS: dict[str, Callable[[TableState], Any]] = {
    "not yet shuffled": lambda state: state.phase is Phase.BURNING and not (state.shoe and state.shoe.hashes),
    "shuffled": lambda state: state.phase is Phase.BURNING and state.shoe and state.shoe.published and state.round == 1,
    "betting": lambda state: state.phase is Phase.BETTING,
    "dealing": lambda state: state.phase is Phase.DEALING and state.round == 1 and len(state.dealt) == 2,
    "result": lambda state: state.phase is Phase.RESULT and state.round == 1,
}


@pytest.mark.parametrize("way", SESSIONS)
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_session_goes_on_after_a_restart_with_the_very_same_cards(tmp_path: Path, moment: str, way: str) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [SESSIONS[way]], clock=clock) as house:
        player = await guest(house)
        before = await go_to(house, clock, MOMENTS[moment])
        cookie, account = player.cookie, player.account
    async with opened(tmp_path, [SESSIONS[way]], clock=clock) as house:
        after = state_of(house)
        assert (after.phase, after.round, after.shoe, after.dealt) == (before.phase, before.round, before.shoe, before.dealt)
        player = Client(house)
        player.cookie, player.account = cookie, account
        await player.open_socket()
        view = (await player.watch())["table"]
        await go_to(house, clock, lambda state: state.phase is Phase.BETTING and state.round == 2)
        assert (await player.bet(1, 2, "player", 500))["refusal"] is None
        await go_to(house, clock, lambda state: state.phase is Phase.RESULT and state.round == 2)
        view = await watch_along(player, view, lambda view: view["phase"] == "result" and view["round"] == 2)
        same_picture(view, (await (await page_of(house, player)).watch())["table"])
        record = await player.get("/api/shoes/1-1")
        check_record(record)
        assert secret_in(record) is None
    check_books(tmp_path / "house.db")
    assert rows(tmp_path / "house.db", "SELECT round_id FROM rounds ORDER BY round_id") == [("1-1-1",), ("1-1-2",)]


def check_record(record: Message) -> None:
    """Each opened card of a session is the one whose hash was out for its round, and the hashes make the root."""
    assert record["hashes"] == []
    assert len(record["rounds"]) >= 2
    for one in record["rounds"]:
        raw = b"".join(map(bytes.fromhex, one["hashes"]))
        root = hashlib.sha512(b"puntobanco v2 root\n" + raw).hexdigest().upper()
        assert any(entry["text"].endswith(f"\nroot {root}") for entry in record["log"])
        opened = one["player"] + one["banker"]
        assert len(opened) >= 4
        for card in opened:
            assert hashlib.sha512(card["text"].encode()).hexdigest().upper() == one["hashes"][card["number"] - 1]


@pytest.mark.parametrize("way", SESSIONS)
async def test_a_whole_session_is_80_rounds_and_its_record_opens_with_its_secret(tmp_path: Path, way: str) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [SESSIONS[way]], clock=clock) as house:
        player = await guest(house)
        await go_to(house, clock, lambda state: state.shoe_number == 2 and state.phase is Phase.BETTING)
        record = msgspec.convert(await player.get("/api/shoes/1-1"), ShoeRecord)
    numbers = [one.round for one in record.rounds if not one.demonstration]
    assert numbers == list(range(1, 81))
    secret = bytes.fromhex(record.log[-1].text.rpartition(" ")[2])
    order = next(one.hash for one in record.log if one.text.startswith("opened\n"))
    deals = [(deal_name(one.round, one.demonstration), root_of(one.hashes)) for one in record.rounds]
    check_session(seed_of(secret, order), announce(1, 1, SESSIONS[way].rules), deals)
    for one in record.rounds:
        for card in (*one.player, *one.banker):
            check_opened(card, one.hashes)
    check_books(tmp_path / "house.db")
    assert rows(tmp_path / "house.db", "SELECT count(*) FROM rounds WHERE shoe = 1") == [(80,)]


async def test_a_session_whose_secret_is_lost_ends_and_its_round_is_void(tmp_path: Path) -> None:
    clock = StandingClock()
    setups = [SESSIONS["continuous_shuffler"]]
    async with opened(tmp_path, setups, clock=clock) as house:
        player = await guest(house)
        await go_to(house, clock, MOMENTS["betting"])
        assert (await player.bet(1, 1, "player", 500))["refusal"] is None
        await go_to(house, clock, MOMENTS["dealing"])
    (tmp_path / "house.db.key").unlink()
    async with opened(tmp_path, setups, clock=clock) as house:
        assert (state_of(house).phase, state_of(house).shoe_number) == (Phase.SHUFFLING, 2)
        balance = await house.casino.store.balance(player.account)
        assert (balance.free_cents, balance.held_cents) == (1_000_000, 0)
    check_books(tmp_path / "house.db")


async def test_the_audit_finds_a_hash_that_was_changed_after_its_session(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [SESSIONS["continuous_shuffler"]], clock=clock) as house:
        await guest(house)
        await go_to(house, clock, lambda state: state.round == 3 and state.phase is Phase.RESULT)
    lines = changed(
        tmp_path / "house.db",
        "UPDATE events SET body = json_set(body, '$.hashes[5]', json_extract(body, '$.hashes[0]')) WHERE kind = 'round_shuffled'",
    )
    assert any("6 hashes, 5 different ones: 6 are needed" in line for line in lines)
    assert any("the root is not that of the hashes" in line for line in lines)
