"""Coming back: after a reload, a lost line, a restart or a lost key file the table is the same, nothing lost and nothing twice."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puntobanco.server.settings import Bounds
from puntobanco.table.state import Phase, TableState
from tests.server.books import check_books, rows
from tests.server.inside import House, MovedClock, StandingClock, due_ms_of, opened, setup
from tests.server.lobby import take
from tests.server.served import Client, Message, true_within
from tests.server.staffed import staffed

STEADY = setup(betting_seconds=0.3, card_seconds=0.06, result_seconds=0.15, shuffle_seconds=0.15)
SEATED = setup(betting_seconds=0.3, card_seconds=0.06, result_seconds=0.15, shuffle_seconds=0.15, seats=7)
LONG = setup(betting_seconds=30)


async def guest(house: House, table: int | None = 1) -> Client:
    player = Client(house)
    await player.enter()
    await player.open_socket()
    if table is not None:
        await player.watch(table)
    return player


async def page_of(house: House, player: Client) -> Client:
    """One more page of the same player."""
    page = Client(house)
    page.cookie, page.account = player.cookie, player.account
    await page.open_socket()
    return page


def state_of(house: House, table: int = 1) -> TableState:
    state = house.dealer(table).state
    assert state is not None
    return state


def step(house: House, clock: StandingClock) -> None:
    """Put the clock forward to the next step of table 1."""
    due_ms = due_ms_of(state_of(house))
    assert due_ms is not None
    clock.forward(max(0, due_ms - clock.now_ms()))
    house.dealer().wake()


async def go_to(house: House, clock: StandingClock, wanted: Callable[[TableState], Any]) -> TableState:
    """Put the clock forward, one step of table 1 after the other, until it stands as wanted."""
    while not wanted(state_of(house)):
        await true_within(lambda: state_of(house).due_ms is not None and state_of(house).present)
        version = state_of(house).version
        step(house, clock)
        await true_within(lambda seen=version: state_of(house).version > seen)  # type: ignore[misc]
    return state_of(house)


async def in_phase(house: House, phase: Phase, table: int = 1) -> TableState:
    await true_within(lambda: state_of(house, table).phase is phase)
    return state_of(house, table)


def without_money(view: Message) -> Message:
    """The seats of a felt on which no money lies."""
    return {"seats": [{**seat, "stakes": {}} for seat in view["seats"]], "standing": 0}


def shared(view: Message, event: Message) -> Message:
    """How the order of the next shoe comes about, after an event of its ceremony."""
    was = view["ceremony"] or {}
    match event["type"]:
        case "shoe_announced":
            stage = {"stage": "sealing", "due_ms": event["closes_ms"], "shared": 0, "entries": [event["entry"]]}
            return {"ceremony": {"attempt": event["attempt"], **stage}}
        case "share_sealed":
            return {"ceremony": {**was, "shared": event["shared"]}}
        case "shuffle_extended":
            return {"ceremony": {**was, "due_ms": event["stage_due_ms"]}, "due_ms": event["due_ms"]}
        case _:
            return _logged(was, event)


def _logged(was: Message, event: Message) -> Message:
    """A further entry of the ceremony in the log."""
    told = {**was, "entries": [*was["entries"], event["entry"]]}
    match event["type"]:
        case "shares_closed":
            return {"ceremony": {**told, "stage": "opening", "due_ms": event["due_ms"]}}
        case "shares_opened":
            return {"ceremony": {**told, "stage": "opened"}}
        case _:
            return {"ceremony": {**told, "stage": "failed"}, "due_ms": event["due_ms"]}


def apply(view: Message, event: Message) -> Message:  # noqa: C901 (one case an event)
    """The reducer of a client, in Python: a snapshot's picture after one public event."""
    changed: Message = dict(view)
    match event["type"]:
        case "shuffle_started":
            cleared: Message = {
                "round": 0,
                "demonstration": 0,
                "burned": 0,
                "player": [],
                "banker": [],
                "totals": [],
                "result": None,
                "voided": None,
                "results": [],
                "ceremony": None,
                **without_money(view),
            }
            changed |= {"phase": "shuffling", "shoe_number": event["shoe"], "shoe": None, "due_ms": event["due_ms"]} | cleared
        case "shoe_announced" | "share_sealed" | "shares_closed" | "shares_opened" | "shares_failed" | "shuffle_extended":
            changed |= shared(view, event)
        case "shoe_arrived":
            changed |= {"phase": "burning", "shoe": event["shoe"], "ceremony": None, "due_ms": event["due_ms"]}
        case "round_shuffled":
            shoe = view["shoe"] | {"cards_left": view["shoe"]["cards"], "shown": None, "root": event["root"]}
            shoe["last_round"] = event["round"] if event["last"] else None
            changed |= {"phase": "burning", "shoe": shoe, "due_ms": event["due_ms"], "player": [], "banker": [], "burned": 0}
            changed |= {"totals": [], "result": None, "won": [], "voided": None} | without_money(view)
        case "cards_burned":
            burned = event["face_down"] + (event["shown"] is not None)
            shoe = view["shoe"] | {"shown": event["shown_card"], "cards_left": view["shoe"]["cards_left"] - burned}
            changed |= {"shoe": shoe, "due_ms": event["due_ms"]}
        case "demonstration_opened":
            changed |= {"phase": "dealing", "demonstration": event["number"], "due_ms": event["due_ms"], "player": [], "banker": []}
            changed |= {"burned": 0, "totals": [], "result": None, "won": [], "voided": None} | without_money(view)
        case "demonstration_ended":
            changed |= {"phase": "result", "result": event["result"], "due_ms": event["due_ms"]}
        case "betting_opened":
            changed |= {"phase": "betting", "round": event["round"], "due_ms": event["closes_ms"], "player": [], "banker": []}
            changed |= {"totals": event["totals"], "result": None, "won": [], "carries": False, "voided": None}
            changed |= {"demonstration": 0, "burned": 0, "standing": event["standing"]}
            changed["seats"] = seats_with([{**seat, "stakes": {}} for seat in view["seats"]], event["seats"])
        case "betting_extended":
            changed |= {"due_ms": event["closes_ms"]}
        case "spots_changed":
            totals = {spot["spot"]: spot for spot in (*view["totals"], *event["totals"])}
            changed["totals"] = [spot for spot in totals.values() if spot["total_cents"]]
            changed |= {"seats": seats_with(view["seats"], event["seats"]), "standing": event["standing"]}
        case "seat_taken":
            others = [seat for seat in view["seats"] if seat["seat"] != event["left"]]
            changed |= {"seats": seats_with(others, [event["seat"]]), "standing": event["standing"]}
        case "seat_freed":
            others = [seat for seat in view["seats"] if seat["seat"] != event["seat"]]
            changed |= {"seats": others, "standing": event["standing"]}
        case "betting_closed":
            changed |= {"phase": "dealing", "due_ms": event["due_ms"]}
        case "round_burned":
            shoe = view["shoe"] | {"cards_left": view["shoe"]["cards_left"] - event["face_down"]}
            changed |= {"shoe": shoe, "burned": event["face_down"], "due_ms": event["due_ms"]}
        case "card_dealt":
            card = {"number": event["number"], "card": event["card"]}
            shoe = view["shoe"] | {"cards_left": view["shoe"]["cards_left"] - 1}
            changed |= {event["side"]: [*view[event["side"]], card], "shoe": shoe, "due_ms": event["due_ms"]}
        case "round_settled":
            changed |= {
                "phase": "result",
                "result": event["result"],
                "won": event["won"],
                "carries": event["carries"],
                "due_ms": event["due_ms"],
            }
            changed["results"] = [*view["results"], event["result"]]
        case "table_paused":
            changed |= {"phase": "paused", "due_ms": None}
        case other:
            pytest.fail(f"no test knows {other}")
    if event.get("entry"):
        changed["log_head"] = event["entry"]["hash"]
    return changed


def seats_with(seats: list[Message], changed: list[Message]) -> list[Message]:
    """The seats with some changed, in their order."""
    by_number = {seat["seat"]: seat for seat in (*seats, *changed)}
    return [by_number[number] for number in sorted(by_number)]


def same_picture(folded: Message, snapshot: Message) -> None:
    """Compare all but the order of totals and, after the cut card, the last round, which a client is not told as an event."""
    for view in (folded, snapshot):
        view["totals"] = sorted(view["totals"], key=lambda spot: str(spot["spot"]))
    assert folded == snapshot


async def test_in_every_phase_a_snapshot_and_the_events_after_it_give_the_next_snapshot(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [SEATED], clock=clock) as house:
        player = await guest(house)
        view = player.frames[-1]["table"]
        phases = set()
        for _ in range(120):
            message = await player.receive()
            if message["type"] == "events":
                assert message["version"] >= view["version"]
                for event in message["events"]:
                    view = apply(view, event)
                    if event["type"] in ("betting_opened", "betting_closed", "round_settled"):
                        seat = 1 + (view["version"] % 7)
                        await player.send(type="sit", command_id=player.command_id(), table=1, seat=seat)
                    if event["type"] == "betting_opened":
                        await player.send(
                            type="place_bet",
                            command_id=player.command_id(),
                            table=1,
                            shoe=view["shoe_number"],
                            round=view["round"],
                            bet="banker",
                            amount_cents=500,
                        )
                view["version"] = message["version"]
                if view["phase"] == "paused":
                    continue
                other = await page_of(house, player)
                snapshot = await other.watch()
                await other.drop()
                if snapshot["table"]["version"] == view["version"]:
                    same_picture(dict(view), snapshot["table"])
                    phases.add(view["phase"])
                    # Time stands until both were compared, in betting with the bet.
                    if view["phase"] != "betting" or view["totals"]:
                        step(house, clock)
            if phases == {"shuffling", "burning", "betting", "dealing", "result"} and view["round"] >= 2:
                break
        assert phases == {"shuffling", "burning", "betting", "dealing", "result"}


async def test_the_gap_joins_up_from_every_version_that_is_kept_and_an_older_one_gets_a_snapshot(tmp_path: Path) -> None:
    still = setup(betting_seconds=0.4, card_seconds=0.02, result_seconds=30, shuffle_seconds=0.02)
    async with opened(tmp_path, [still], bounds=Bounds(kept_frames_per_table=12, frames_burst=1_000)) as house:
        player = await guest(house)
        number = (await player.event("betting_opened"))["round"]
        for _ in range(5):
            await player.bet(1, number, "player", 500)
        await player.event("round_settled")
        told = [message for message in player.frames if message["type"] == "events"]
        versions = [player.frames[1]["table"]["version"], *(message["version"] for message in told)]
        other = await page_of(house, player)
        for missed, version in zip(range(len(told), -1, -1), versions, strict=True):
            other.frames.clear()
            first = await other.watch(1, version)
            assert first["type"] == ("own" if missed <= 12 else "snapshot")
            gap = [message for message in other.frames if message["type"] == "events"]
            assert gap == (told[len(told) - missed :] if missed <= 12 else [])
            await other.send(type="unwatch", table=1)
        assert len(told) > 12
        for impossible in (10**6, versions[-1] + 1):
            assert (await other.watch(1, impossible))["type"] == "snapshot"


async def test_a_version_from_the_middle_of_a_frame_gets_a_snapshot(tmp_path: Path) -> None:
    async with opened(tmp_path, [LONG]) as house:
        player = await guest(house)
        number = (await player.event("betting_opened"))["round"]
        version = state_of(house).version
        await asyncio.gather(*(player.send(**bet(player, number)) for _ in range(6)))
        await player.until(lambda message: message["type"] == "events" and message["version"] == version + 6)
        ends = {message["version"] for message in player.frames if message["type"] == "events"}
        other = await page_of(house, player)
        for seen in range(version, version + 7):
            first = await other.watch(1, seen)
            assert first["type"] == ("own" if seen in ends else "snapshot")
            assert first["own"]["stakes"] == {"player": 3_000}
            await other.send(type="unwatch", table=1)


def bet(player: Client, number: int) -> Message:
    body: Message = {"type": "place_bet", "command_id": player.command_id(), "table": 1, "shoe": 1, "round": number}
    return body | {"bet": "player", "amount_cents": 500}


async def test_all_pages_of_a_player_are_told_the_same_and_other_players_nothing_of_it(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(betting_seconds=1)]) as house:
        player = await guest(house)
        pages = [player, await page_of(house, player)]
        other = await guest(house)
        await pages[1].watch()
        number = (await player.event("betting_opened"))["round"]
        await player.bet(1, number, "player", 700)
        await player.bet(1, number, "tie", 300)
        await player.bet(1, number, "player", 200, kind="reduce_bet")
        settled = [await page.until(lambda message: message["type"] == "own" and message["own"]["settled"]) for page in pages]
        assert settled[0] == settled[1]
        assert settled[0]["own"]["stakes"] == {"player": 500, "tie": 300}
        for page in pages:
            await page.event("betting_opened")
        owns = [[message["own"] for message in page.frames if message["type"] == "own"] for page in pages]
        of_round = [[own for own in told if own["stakes"]] for told in owns]
        assert len(of_round[0]) >= 4
        assert of_round[0] == of_round[1]
        balances = [[message for message in page.frames if message["type"] == "balance"][-1] for page in pages]
        net = sum(line["net"] for line in settled[0]["own"]["settled"].values())
        assert balances[0] == balances[1] == {"type": "balance", "balance_cents": 1_000_000 + net, "in_play_cents": 0}
        await other.event("betting_opened")
        assert not [message for message in other.frames if message["type"] in ("own", "balance")]
        assert player.account not in "".join(other.raw)


async def test_a_welcome_and_what_follows_it_tell_the_balance_as_it_is(tmp_path: Path) -> None:
    async with opened(tmp_path, [LONG]) as house:
        player = await guest(house)
        number = (await player.event("betting_opened"))["round"]
        for _ in range(20):
            asking = asyncio.create_task(player.bet(1, number, "player", 500))
            page = await page_of(house, player)
            await asking
            await page.send(type="ping")
            await page.until(lambda message: message["type"] == "pong")
            assert page.frames[0]["type"] == "welcome"
            known = [message for message in page.frames if "balance_cents" in message][-1]
            me = await player.get("/api/me")
            assert known["balance_cents"] == me["balance_cents"]
            await page.drop()


async def test_changes_of_the_lobby_arrive_until_it_is_left(tmp_path: Path) -> None:
    setups = [STEADY, setup(2, "classic"), setup(3, "macau")]
    async with opened(tmp_path, setups, bounds=Bounds(lobby_every_ms=20)) as house:
        watcher = await guest(house, None)
        await watcher.send(type="watch_lobby")
        lobby = await watcher.until(lambda message: message["type"] == "lobby")
        assert [table["table"] for table in lobby["tables"]] == [1, 2, 3]
        assert {table["phase"] for table in lobby["tables"]} == {"paused"}
        assert [table["bets"] for table in lobby["tables"]] == [15, 3, 5]
        player = await guest(house)
        tiles = {table["table"]: table for table in lobby["tables"]}
        while not (tiles[1]["results"] and tiles[1]["watching"]):
            take(tiles, await watcher.until(lambda message: message["type"] == "lobby_changed"))
        assert (tiles[1]["round"], tiles[1]["results"] in ("B", "P", "T")) == (1, True)
        await player.drop()
        while tiles[1]["watching"]:
            take(tiles, await watcher.until(lambda message: message["type"] == "lobby_changed"))
        assert tiles == {table["table"]: table for table in (await watcher.get("/api/lobby"))["tables"]}
        await watcher.send(type="unwatch_lobby")
        await watcher.send(type="ping")
        await watcher.until(lambda message: message["type"] == "pong")
        await asyncio.sleep(0.2)
        await watcher.send(type="ping")
        assert (await watcher.receive())["type"] == "pong"


async def test_a_table_pauses_between_rounds_after_60_s_with_nobody_there_and_goes_on_when_somebody_comes(tmp_path: Path) -> None:
    clock = MovedClock()
    async with opened(tmp_path, [STEADY], clock=clock) as house:
        lobby = await guest(house, None)
        await lobby.send(type="watch_lobby")
        assert state_of(house).phase is Phase.PAUSED
        player = await guest(house)
        number = (await player.event("betting_opened"))["round"]
        await player.bet(1, number, "player", 500)
        await player.drop()
        await true_within(lambda: not state_of(house).present)
        clock.forward(55_000)
        house.dealer().wake()
        await true_within(lambda: state_of(house).phase is Phase.RESULT)
        await in_phase(house, Phase.BETTING)
        clock.forward(6_000)
        house.dealer().wake()
        paused = await in_phase(house, Phase.PAUSED)
        assert paused.shoe is not None
        check_books(tmp_path / "house.db")
        await player.open_socket()
        snapshot = await player.watch()
        assert snapshot["table"]["phase"] in ("paused", "betting")
        going_on = await in_phase(house, Phase.BETTING)
        assert (going_on.shoe_number, going_on.round) == (1, paused.round + 1)


@pytest.mark.parametrize("phase", [Phase.SHUFFLING, Phase.BURNING, Phase.BETTING, Phase.DEALING, Phase.RESULT])
async def test_after_a_restart_in_any_phase_the_table_stands_where_it_stood(tmp_path: Path, phase: Phase) -> None:
    clock = StandingClock()
    async with opened(tmp_path, clock=clock) as house:
        player = await guest(house)
        before = await go_to(house, clock, lambda state: state.phase is phase)
        if phase is Phase.BETTING:
            assert (await player.bet(1, before.round, "player", 500))["refusal"] is None
            before = state_of(house)
        cookie, account = player.cookie, player.account
    async with opened(tmp_path, clock=clock) as house:
        after = state_of(house)
        assert (after.phase, after.round, after.dealt, after.stakes, after.shoe) == (
            before.phase,
            before.round,
            before.dealt,
            before.stakes,
            before.shoe,
        )
        player = Client(house)
        player.cookie, player.account = cookie, account
        await player.open_socket()
        snapshot = await player.watch()
        if phase is Phase.BETTING:
            assert snapshot["table"]["due_ms"] - snapshot["server_ms"] == 5_000
            assert snapshot["own"]["stakes"] == {"player": 500}
            assert (await player.bet(1, before.round, "player", 500))["refusal"] is None
        await go_to(house, clock, lambda state: state.phase is not phase)
        await go_to(house, clock, lambda state: state.phase is Phase.BETTING and state.round == before.round + 1)
    check_books(tmp_path / "house.db")


LOST_IN: dict[str, Callable[[TableState], Any]] = {
    "burning": lambda state: state.phase is Phase.BURNING,
    "betting": lambda state: state.phase is Phase.BETTING and state.stakes,
    "dealing": lambda state: state.phase is Phase.DEALING and len(state.dealt) == 2,
    "last card": lambda state: state.phase is Phase.DEALING and state.coup.complete,
    "result": lambda state: state.phase is Phase.RESULT,
}


@pytest.mark.parametrize("moment", LOST_IN)
async def test_a_lost_key_file_voids_the_round_gives_bets_back_and_brings_a_new_shoe(tmp_path: Path, moment: str) -> None:
    clock = StandingClock()
    async with opened(tmp_path, clock=clock) as house:
        player = await guest(house)
        if moment != "burning":
            number = (await go_to(house, clock, lambda state: state.phase is Phase.BETTING)).round
            assert (await player.bet(1, number, "player", 50_000))["refusal"] is None
        await go_to(house, clock, LOST_IN[moment])
        account = player.account
    (tmp_path / "house.db.key").unlink()
    clock.forward(10_000)
    async with opened(tmp_path, clock=clock) as house:
        state = state_of(house)
        assert state.shoe is None
        assert state.phase is Phase.SHUFFLING
        assert not house.dealer().halted
        check_books(tmp_path / "house.db")
        ends = rows(tmp_path / "house.db", "SELECT json_extract(body, '$.end') FROM events WHERE kind = 'shoe_closed'")
        assert ends == [("never_opened",)]
        recorded = rows(tmp_path / "house.db", "SELECT void_reason FROM rounds")
        if moment in ("betting", "dealing"):
            assert recorded == [("shoe_lost",)]
            balance = await house.casino.store.balance(account)
            assert (balance.free_cents, balance.held_cents) == (1_000_000, 0)
        else:
            assert recorded == ([] if moment == "burning" else [(None,)])
        other = await guest(house)
        state = await go_to(house, clock, lambda state: state.phase is Phase.BETTING)
        assert (state.shoe_number, state.round) == (2, 1)
        assert (await other.bet(2, 1, "player", 500))["refusal"] is None
    assert (tmp_path / "house.db.key").stat().st_mode & 0o777 == 0o600


async def test_a_round_at_a_table_that_is_not_opened_any_more_is_finished_and_its_bets_are_settled(tmp_path: Path) -> None:
    one, two = setup(1, betting_seconds=30), setup(2)
    async with opened(tmp_path, [one, two]) as house:
        player = await guest(house)
        begun = await player.event("betting_opened")
        assert (await player.bet(1, begun["round"], "player", 1_000))["refusal"] is None
        await player.drop()
    clock = MovedClock()
    clock.forward(30_000)
    async with opened(tmp_path, [two], clock=clock) as house:
        player = await page_of(house, player)
        assert [table["table"] for table in (await player.get("/api/lobby"))["tables"]] == [2]
        assert (await player.watch(1))["refusal"]["code"] == "no_such_table"
        settled = await player.until(lambda message: message["type"] == "balance" and message["in_play_cents"] == 0)
        (recorded,) = (await player.get("/api/bets"))["rounds"]
        assert settled["balance_cents"] == 1_000_000 + recorded["net"]
    check_books(tmp_path / "house.db")


async def test_a_round_that_stands_still_at_a_table_that_is_not_opened_any_more_goes_on_and_is_settled(tmp_path: Path) -> None:
    one, two = setup(1, betting_seconds=0.5, card_seconds=0.01), setup(2)
    async with staffed(tmp_path, [one, two]) as desks:
        player = await guest(desks.house)
        begun = await player.event("betting_opened")
        assert (await player.bet(1, begun["round"], "player", 1_000))["refusal"] is None
        body = {"command_id": "suspend-01", "shoe": 1, "round": begun["round"], "reason": "a fault"}
        assert (await desks.dealer.post("/api/staff/tables/1/suspend", json=body)).status_code == 200
        await player.drop()
    async with opened(tmp_path, [two]) as house:
        player = await page_of(house, player)
        await player.until(lambda message: message["type"] == "balance" and message["in_play_cents"] == 0)
        assert len((await player.get("/api/bets"))["rounds"]) == 1
    check_books(tmp_path / "house.db")


@pytest.mark.parametrize("suspended", [False, True])
async def test_a_round_of_real_cards_at_a_table_that_is_not_opened_any_more_is_void(tmp_path: Path, suspended: bool) -> None:
    one, two = setup(1, "classic", dealt_by="hand", betting_seconds=30), setup(2)
    async with staffed(tmp_path, [one, two]) as desks:
        player = await guest(desks.house)
        await player.open_socket()
        await player.watch()
        acts = ({"act": "new_shoe", "shoe": 1}, {"act": "bring_shoe", "shoe": 1}, {"act": "open_round", "round": 1})
        for number, act in enumerate(acts):
            body = {"command_id": f"real-cards-{number}", "act": act}
            assert (await desks.dealer.post("/api/desk/tables/1/acts", json=body)).status_code == 200
        assert (await player.bet(1, 1, "player", 1_000))["refusal"] is None
        if suspended:
            about = {"command_id": "suspend-01", "shoe": 1, "round": 1, "reason": "a fault"}
            assert (await desks.dealer.post("/api/staff/tables/1/suspend", json=about)).status_code == 200
        await player.drop()
    async with opened(tmp_path, [two]) as house:
        player = await page_of(house, player)
        await player.until(lambda message: message["type"] in ("welcome", "balance") and message["in_play_cents"] == 0)
        (void,) = (await player.get("/api/bets"))["rounds"]
        assert (void["void_reason"], (await player.get("/api/me"))["balance_cents"]) == ("table_closed", 1_000_000)
    check_books(tmp_path / "house.db")


async def test_a_gap_that_does_not_fit_the_outbox_comes_as_a_snapshot_and_the_socket_stays(tmp_path: Path) -> None:
    bounds = Bounds(outbox_frames=40, kept_frames_per_table=400, frames_per_second=10_000, frames_burst=10_000)
    async with opened(tmp_path, [setup(1, betting_seconds=30), setup(2, betting_seconds=30)], bounds=bounds) as house:
        better = await guest(house)
        begun = await better.event("betting_opened")
        away = state_of(house).version
        for _ in range(60):
            assert (await better.bet(1, begun["round"], "player", 500))["refusal"] is None
        back = await page_of(house, better)
        for table, version in ((1, away), (2, 1)):
            await back.send(type="watch", table=table, version=version)
            first = await back.until(lambda message: message["type"] in ("snapshot", "events"))
            assert table != 1 or first["type"] == "snapshot"
        await back.send(type="ping")
        assert await back.until(lambda message: message["type"] == "pong")


async def test_nobody_is_told_the_bets_or_the_balance_of_another_player_at_the_same_table(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(1, betting_seconds=1)]) as house:
        better, other = await guest(house), await guest(house)
        begun = await better.event("betting_opened")
        assert (await better.bet(1, begun["round"], "player", 1_700))["refusal"] is None
        for player in (better, other):
            await player.event("round_settled")
            await player.event("betting_opened")
        assert any(frame["type"] == "own" and frame["own"]["stakes"] for frame in better.frames)
        assert not [frame for frame in other.frames if frame["type"] in ("own", "balance")]
        assert better.account not in "".join(other.raw)


async def test_who_was_away_when_the_round_was_settled_comes_back_to_it_paid_once_and_to_the_next_one(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [LONG], clock=clock) as house:
        watcher, player = await guest(house), await guest(house)
        await go_to(house, clock, lambda state: state.phase is Phase.BETTING)
        assert (await player.bet(1, 1, "player", 10_000))["refusal"] is None
        await player.drop()
        ended = await go_to(house, clock, lambda state: state.phase is Phase.RESULT)
        assert player.account is not None
        settlement = ended.settled[player.account].bets
        net = sum(bet.net for bet in settlement.values())
        await go_to(house, clock, lambda state: state.phase is Phase.BETTING)
        await player.open_socket()
        welcome = await player.until(lambda message: message["type"] == "welcome")
        assert welcome["balance_cents"] == 1_000_000 + net
        snapshot = await player.watch()
        assert snapshot["type"] == "snapshot"
        table, own = snapshot["table"], snapshot["own"]
        assert (table["round"], table["phase"]) == (2, "betting")
        assert table["due_ms"] - snapshot["server_ms"] == 30_000
        assert [one["round"] for one in table["results"]] == [1]
        assert (own["round"], own["stakes"]) == (2, {})
        await watcher.drop()
    check_books(tmp_path / "house.db")
    settled = "SELECT count(*) FROM transfers WHERE round_id = '1-1-1' AND kind IN ('stake_back', 'stake_lost')"
    assert rows(tmp_path / "house.db", settled) == [(1,)]
