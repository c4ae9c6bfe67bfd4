"""The order of the house over real sockets: muted, frozen, announcements, reports; at once, after a restart, by whom and why."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from puntobanco.server.chat.conversations import HouseTalk
from puntobanco.server.settings import Bounds
from tests.server.books import check_books
from tests.server.guests import guest, refused
from tests.server.inside import MovedClock, opened, setup
from tests.server.served import Client, Message, true_within
from tests.server.staffed import PASSWORD, Desks, desk, staffed
from tests.server.test_seats import ask

SLOW = setup(betting_seconds=60)
SILENT = setup(2, chat=False, betting_seconds=60)
FREE = Bounds(chat_per_second=1_000, chat_burst=1_000, chat_per_second_per_table=1_000, chat_burst_per_table=1_000)
WHY = "shouted at everyone <b>again</b>"
ids = (f"mod-{number:05d}" for number in range(10**5))


async def at_table(desks: Desks, table: int = 1) -> Client:
    player = await guest(desks.house)
    await player.open_socket()
    await player.watch(table)
    return player


async def act(http: httpx.AsyncClient, player: Client, kind: str, **more: Any) -> httpx.Response:
    body = {"command_id": next(ids), "reason": WHY, **more}
    return await http.post(f"/api/staff/players/{player.account}/{kind}", json=body)


async def say(player: Client, text: str, command_id: str = "") -> Message | None:
    name = command_id or player.command_id()
    await player.send(type="chat", table=1, text=text, command_id=name)
    answer = await player.until(lambda message: message["type"] == "answer" and message["command_id"] == name)
    refusal: Message | None = answer["refusal"]
    return refusal


async def standing(player: Client) -> Message:
    told = await player.until(lambda message: message["type"] == "standing")
    held: Message = told["standing"]
    return held


async def welcomed(player: Client) -> Message:
    await player.drop()
    await player.open_socket()
    held: Message = (await player.until(lambda message: message["type"] == "welcome"))["standing"]
    return held


async def test_a_frozen_player_makes_no_bet_and_says_nothing_and_what_was_confirmed_is_settled(tmp_path: Path) -> None:
    table = setup(1, "classic", betting_seconds=1.5)
    async with staffed(tmp_path, [table], bounds=FREE, talk=HouseTalk(support="help@house.example")) as desks:
        player = await at_table(desks)
        opened_round = (await player.event("betting_opened"))["round"]
        command_id = player.command_id()
        assert (await player.bet(1, opened_round, "player", 500, command_id=command_id))["refusal"] is None
        assert (await act(desks.supervisor, player, "freeze")).status_code == 200
        held = await standing(player)
        assert held["frozen"] == {"since_ms": held["frozen"]["since_ms"], "reason": WHY, "support": "help@house.example"}
        for kind in ("place_bet", "reduce_bet"):
            answer = await player.bet(1, opened_round, "player", 500, kind=kind)
            assert answer["refusal"]["code"] == "frozen"
        again = await player.bet(1, opened_round, "player", 500, command_id=command_id)
        assert again["refusal"] is None, "what was accepted stays so"
        refusal = await say(player, "let me go")
        assert refusal is not None
        assert refusal["code"] == "frozen"
        async with player.http() as http:
            refused(await http.post("/api/topup"), 403, "frozen")
        await player.event("round_settled")
        assert len((await player.get("/api/bets"))["rounds"]) == 1
    check_books(tmp_path / "house.db")


async def test_a_freeze_outlives_a_restart_and_ends_when_it_is_lifted(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        player = await at_table(desks)
        await player.event("betting_opened")
        assert (await act(desks.host, player, "freeze")).status_code == 200
        cookie = desks.host.cookies["puntobanco_staff"]
    async with opened(tmp_path, [SLOW]) as house, desk(house) as http:
        http.cookies.set("puntobanco_staff", cookie)
        player._house = house
        held = await welcomed(player)
        assert held["frozen"]["reason"] == WHY
        round_number = (await player.watch())["table"]["round"]
        assert (await player.bet(1, round_number, "player", 500))["refusal"]["code"] == "frozen"
        assert (await act(http, player, "unfreeze", reason="said sorry")).status_code == 200
        assert await standing(player) == {"muted": None, "frozen": None}
        assert (await player.bet(1, round_number, "player", 500))["refusal"] is None
        listed = (await http.get("/api/staff/acts")).json()["acts"]
        assert [(one["kind"], one["name"], one["reason"]) for one in listed[:2]] == [
            ("unfrozen", "Hilda", "said sorry"),
            ("frozen", "Hilda", WHY),
        ]
        assert listed[0]["details"]["account"] == player.account


async def test_a_seated_player_who_is_frozen_keeps_the_seat_and_may_get_up(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", betting_seconds=60)]) as desks:
        player = await at_table(desks)
        await player.event("betting_opened")

        async def ask(kind: str, **more: Any) -> Message | None:
            name = player.command_id()
            await player.send(type=kind, table=1, command_id=name, **more)
            answer = await player.until(lambda message: message["type"] == "answer" and message["command_id"] == name)
            refusal: Message | None = answer["refusal"]
            return refusal

        assert await ask("sit", seat=3) is None
        assert (await act(desks.host, player, "freeze")).status_code == 200
        state = desks.house.dealer().state
        assert state is not None
        assert state.seating.seats[3].account == player.account
        moved = await ask("sit", seat=4)
        assert moved is not None
        assert moved["code"] == "frozen"
        assert await ask("leave_seat") is None


async def test_a_muted_player_says_nothing_until_the_time_is_over_and_may_bet(tmp_path: Path) -> None:
    clock = MovedClock()
    async with staffed(tmp_path, [SLOW], bounds=FREE, clock=clock) as desks:
        player = await at_table(desks)
        round_number = (await player.event("betting_opened"))["round"]
        answer = await act(desks.dealer, player, "mute", minutes=10)
        assert answer.json()["muted"]["by"] == "Dora"
        held = (await standing(player))["muted"]
        assert held == {"until_ms": answer.json()["muted"]["until_ms"], "reason": WHY}
        refusal = await say(player, "hello")
        assert refusal is not None
        assert (refusal["code"], refusal["closes_at"]) == ("muted", held["until_ms"])
        assert (await player.bet(1, round_number, "player", 500))["refusal"] is None
        assert (await welcomed(player))["muted"] == held
        await player.watch()
        clock.forward(10 * 60_000)
        assert await say(player, "hello") is None
        assert (await desks.dealer.get("/api/staff/restricted")).json() == []


async def test_a_mute_without_an_end_is_lifted_by_any_of_the_staff(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW], bounds=FREE) as desks:
        player = await at_table(desks)
        assert (await act(desks.supervisor, player, "mute", minutes=None)).status_code == 200
        assert (await standing(player))["muted"]["until_ms"] is None
        assert (await act(desks.dealer, player, "unmute")).json()["muted"] is None
        assert await standing(player) == {"muted": None, "frozen": None}
        assert await say(player, "hello") is None


async def test_a_dealer_freezes_only_with_an_approval(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        player = await at_table(desks)
        refused(await act(desks.dealer, player, "freeze"), 403, "needs_approval")
        wrong = {"name": "Dora", "password": PASSWORD}
        refused(await act(desks.dealer, player, "freeze", approval=wrong), 403, "forbidden")
        assert (await act(desks.dealer, player, "freeze", approval={"name": "Sam", "password": PASSWORD})).status_code == 200
        refused(await act(desks.dealer, player, "unfreeze"), 403, "needs_approval")
        assert [(one["name"], one["approved_by"]) for one in (await desks.acts())[-1:]] == [("Dora", "Sam")]


async def test_a_player_is_found_by_a_part_of_the_name_and_by_the_account(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW], bounds=Bounds(staff_players_found=3)) as desks:
        players = [await guest(desks.house) for _ in range(5)]
        first = await desks.house.casino.store.player(players[0].account)
        assert first is not None
        name = first.name

        async def found(part: str) -> list[str]:
            answer = await desks.dealer.get("/api/staff/players", params={"name": part})
            assert answer.status_code == 200, answer.text
            return [one["account"] for one in answer.json()]

        for part in (name, name.lower(), name[6:].lower(), f" {name[-4:]} "):
            assert players[0].account in await found(part)
        assert len(await found("guest")) == 3
        assert await found(players[0].account.lower()) == [players[0].account]
        for part in ("%", "_", "Nobody", " ", "' OR 1=1 --"):
            assert await found(part) == []
        for wrong in ({}, {"name": ""}, {"name": "x" * 41}):
            refused(await desks.dealer.get("/api/staff/players", params=wrong), 400, "malformed")


async def test_the_desk_of_a_table_sees_who_is_there_silent_ones_too(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", betting_seconds=60), setup(2)]) as desks:
        silent, seated = await at_table(desks), await at_table(desks)
        assert (await ask(seated, "sit", seat=3))["refusal"] is None
        await true_within(lambda: (state := desks.house.dealer().state) and state.phase == "betting")
        assert (await seated.bet(1, 1, "player", 2_000))["refusal"] is None
        await act(desks.dealer, silent, "mute", minutes=5)
        answer = await desks.dealer.get("/api/staff/tables/1/players")
        assert answer.status_code == 200, answer.text
        there = [(one["player"]["account"], one["seat"], one["staked_cents"], one["watching"]) for one in answer.json()]
        assert there == [(seated.account, 3, 2_000, True), (silent.account, None, 0, True)]
        assert [one["player"]["muted"] is None for one in answer.json()] == [True, False]
        await seated.drop()
        await true_within(lambda: not desks.house.casino.floor.connected(1, seated.account))
        left = (await desks.dealer.get("/api/staff/tables/1/players")).json()
        assert [one["watching"] for one in left] == [False, True]
        assert (await desks.dealer.get("/api/staff/tables/2/players")).json() == []
        refused(await desks.dealer.get("/api/staff/tables/9/players"), 404, "no_such_table")


async def test_nobody_without_a_staff_session_restricts_reads_or_announces(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        player = await at_table(desks)
        before = await desks.acts()
        async with player.http() as own:
            for http in (desks.nobody, own):
                for kind in ("mute", "unmute", "freeze", "unfreeze"):
                    refused(await act(http, player, kind, minutes=1), 401, "not_signed_in")
                for path in (
                    "players?name=G",
                    "tables/1/players",
                    "tables/1/chat",
                    "reports",
                    "restricted",
                    f"players/{player.account}",
                ):
                    refused(await http.get(f"/api/staff/{path}"), 401, "not_signed_in")
                said = {"command_id": next(ids), "table": 1, "text": "bet on Banker"}
                refused(await http.post("/api/staff/announcements", json=said), 401, "not_signed_in")
        assert await desks.acts() == before


async def test_an_act_about_a_player_that_comes_twice_or_late_is_done_once(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        player = await at_table(desks)
        first = next(ids)
        answers = await asyncio.gather(*(act(desks.dealer, player, "mute", minutes=5, command_id=first) for _ in range(3)))
        assert [answer.status_code for answer in answers] == [200] * 3
        assert (await act(desks.dealer, player, "unmute")).status_code == 200
        assert (await act(desks.dealer, player, "mute", minutes=5, command_id=first)).json()["muted"] is None
        assert (await act(desks.dealer, player, "unmute")).status_code == 200
        assert [one["kind"] for one in (await desks.acts())[-2:]] == ["muted", "unmuted"]


@pytest.mark.parametrize(
    ("kind", "body", "code"),
    [
        ("mute", {"minutes": 0}, "malformed"),
        ("mute", {"minutes": 10**9}, "malformed"),
        ("mute", {}, "malformed"),
        ("mute", {"minutes": 5, "reason": " "}, "bad_reason"),
        ("freeze", {"reason": "x" * 201}, "bad_reason"),
        ("freeze", {"command_id": "x"}, "malformed"),
    ],
)
async def test_a_bad_act_is_refused_with_one_clear_code(tmp_path: Path, kind: str, body: Message, code: str) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        player = await at_table(desks)
        refused(await act(desks.host, player, kind, **body), 400, code)
        player.account = "NOBODY"
        refused(await act(desks.host, player, "freeze"), 404, "not_found")


async def test_an_announcement_reaches_one_table_or_all_that_have_a_chat_and_names_nobody(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW, SILENT, setup(3, betting_seconds=60)], bounds=FREE) as desks:
        here, elsewhere = await at_table(desks, 1), await at_table(desks, 3)

        async def announce(text: str, table: int | None, command_id: str = "") -> httpx.Response:
            body = {"command_id": command_id or next(ids), "table": table, "text": text}
            return await desks.dealer.post("/api/staff/announcements", json=body)

        once = next(ids)
        for _ in range(2):
            assert (await announce("Table 1 closes at nine.", 1, once)).json() == {"tables": [1]}
        refused(await announce("another text", 1, once), 409, "command_id_reused")
        assert (await announce("Good evening.", None)).json() == {"tables": [1, 3]}
        refused(await announce("hello", 2), 400, "no_chat")
        refused(await announce("hello", 9), 404, "no_such_table")
        refused(await announce("", 1), 400, "bad_reason")
        assert sum(one["kind"] == "announced" for one in await desks.acts()) == 2

        def heard(player: Client) -> list[str]:
            said = [frame["message"] for frame in player.frames if frame["type"] == "chat"]
            return [message["text"] for message in said if message["notice"] == "announcement"]

        for player in (here, elsewhere):
            await player.until(lambda _, player=player: "Good evening." in heard(player))  # type: ignore[misc]
        assert (heard(here), heard(elsewhere)) == (["Table 1 closes at nine.", "Good evening."], ["Good evening."])
        assert "Dora" not in "".join(here.raw)
        assert [(one["name"], one["reason"]) for one in await desks.acts() if one["kind"] == "announced"][:2] == [
            ("Dora", "Table 1 closes at nine."),
            ("Dora", "Good evening."),
        ]


async def test_staff_read_a_chat_and_its_reports_with_the_accounts_that_spoke(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW], bounds=FREE) as desks:
        rude, other = await at_table(desks), await at_table(desks)
        assert await say(rude, "you all lose") is None
        line = next(frame["message"]["id"] for frame in rude.frames if frame["type"] == "chat" and frame["message"]["who"])
        name = other.command_id()
        await other.send(type="chat_report", command_id=name, table=1, message=line)
        await other.until(lambda message: message["type"] == "answer" and message["command_id"] == name)
        read = (await desks.dealer.get("/api/staff/tables/1/chat")).json()
        # What the house itself says of shoe and rounds may stand around it.
        (said,) = [one for one in read if one["account"]]
        assert (said["account"], said["text"]) == (rude.account, "you all lose")
        (report,) = (await desks.dealer.get("/api/staff/reports")).json()["reports"]
        assert (report["line"], report["accounts"]) == (line, [other.account])
        assert [one["text"] for one in report["lines"] if one["account"]] == ["you all lose"]
        known = (await desks.dealer.get(f"/api/staff/players/{rude.account}")).json()
        assert known["name"] == said["name"]
        assert "balance" not in str(known)
        assert rude.account not in "".join(other.raw)


async def test_no_number_of_reports_buries_a_real_one(tmp_path: Path) -> None:
    bounds = Bounds(
        chat_per_second=1_000,
        chat_burst=1_000,
        chat_per_second_per_table=1_000,
        chat_burst_per_table=1_000,
        chat_reports_burst=100,
        staff_reports_page=5,
    )
    async with staffed(tmp_path, [SLOW], bounds=bounds) as desks:
        rude, other = await at_table(desks), await at_table(desks)

        async def report(player: Client, line: int) -> None:
            name = player.command_id()
            await player.send(type="chat_report", command_id=name, table=1, message=line)
            answer = await player.until(lambda message: message["type"] == "answer" and message["command_id"] == name)
            assert answer["refusal"] is None

        for text in ("you all lose", *(f"hello {at}" for at in range(12))):
            assert await say(rude, text) is None
        lines = {one.text: one.number for one in await desks.house.casino.store.chat(1, last=100) if one.account}
        insult = lines.pop("you all lose")
        await report(other, insult)
        for number in lines.values():
            for player in (rude, other):
                await report(player, number)
        seen: list[Message] = []
        before: str | None = None
        while before is not None or not seen:
            page = (await desks.dealer.get("/api/staff/reports", params={"before": before} if before else {})).json()
            assert 0 < len(page["reports"]) <= 5
            seen += page["reports"]
            before = page["next"]
        assert [one["line"] for one in seen] == [*sorted(lines.values(), reverse=True), insult]
        assert [len(one["accounts"]) for one in seen] == [2] * 12 + [1]
        refused(await desks.dealer.get("/api/staff/reports", params={"before": "1-1"}), 400, "malformed")
