"""What staff may do at a software-dealt table, over HTTP: suspend, resume, void; by whom, once, and with a record of it."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.books import check_books
from tests.server.guests import guest, refused
from tests.server.inside import opened, setup
from tests.server.served import Client, Message, true_within
from tests.server.staffed import PASSWORD, Desks, desk, staffed

SLOW = setup(betting_seconds=60)
WHY = "the camera of table 1 is dark"
ids = (f"act-{number:05d}" for number in range(10**5))


async def betting(desks: Desks) -> tuple[Client, Message]:
    """A player with 5 on Player in a round, and the round as an act names it."""
    player = await guest(desks.house)
    await player.open_socket()
    await player.watch()
    event = await player.event("betting_opened")
    about = {"shoe": 1, "round": event["round"]}
    answer = await player.bet(1, event["round"], "player", 500)
    assert answer["refusal"] is None
    return player, about


async def act(http: httpx.AsyncClient, kind: str, about: Message, *, table: object = 1, **more: Any) -> httpx.Response:
    return await http.post(f"/api/staff/tables/{table}/{kind}", json={"command_id": next(ids), **about, **more})


async def test_a_dealer_suspends_and_resumes_and_players_are_told_why(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        player, about = await betting(desks)
        assert (await act(desks.dealer, "suspend", about, reason=WHY)).status_code == 200
        assert (await player.event("round_suspended"))["reason"] == WHY
        refusal = (await player.bet(1, about["round"], "player", 500))["refusal"]
        assert refusal["code"] == "suspended"
        assert (await act(desks.dealer, "resume", about)).status_code == 200
        await player.event("round_resumed")
        assert (await player.bet(1, about["round"], "player", 500))["refusal"] is None
        kept = [(one["name"], one["role"], one["kind"], one["reason"], one["details"]) for one in await desks.acts(1)]
        assert kept == [("Dora", "dealer", "round_suspended", WHY, about), ("Dora", "dealer", "round_resumed", "", about)]
    check_books(tmp_path / "house.db")


async def test_a_supervisor_voids_before_the_close_and_every_bet_comes_back(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        player, about = await betting(desks)
        assert (await act(desks.supervisor, "void", about, reason=WHY)).status_code == 200
        assert (await player.event("round_voided"))["reason"] == WHY
        assert (await player.get("/api/me"))["balance_cents"] == 1_000_000
        assert [(one["name"], one["kind"], one["approved_by"]) for one in await desks.acts(1)] == [("Sam", "round_voided", None)]
    check_books(tmp_path / "house.db")


async def test_a_dealer_voids_only_with_a_supervisors_name_and_password(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        _, about = await betting(desks)
        refused(await act(desks.dealer, "void", about, reason=WHY), 403, "needs_approval")
        for approval, status, code in (
            ({"name": "Sam", "password": "wrong password"}, 401, "wrong_password"),
            ({"name": "Dora", "password": PASSWORD}, 403, "forbidden"),
            ({"name": "Sam"}, 400, "malformed"),
        ):
            refused(await act(desks.dealer, "void", about, reason=WHY, approval=approval), status, code)
        assert await desks.acts(1) == []
        approval = {"name": "sam", "password": PASSWORD}
        assert (await act(desks.dealer, "void", about, reason=WHY, approval=approval)).status_code == 200
        assert [(one["name"], one["approved_by"]) for one in await desks.acts(1)] == [("Dora", "Sam")]
        assert (await desks.dealer.get("/api/staff/me")).json()["name"] == "Dora"


async def test_nobody_voids_a_round_whose_betting_has_closed(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", betting_seconds=0.3, card_seconds=2)]) as desks:
        player, about = await betting(desks)
        await player.event("betting_closed")
        refused(await act(desks.host, "void", about, reason=WHY), 409, "wrong_phase")
        assert (await act(desks.host, "suspend", about, reason=WHY)).status_code == 200
        refused(await act(desks.host, "void", about, reason=WHY), 409, "wrong_phase")
        listed = (await desks.host.get("/api/staff/tables")).json()["tables"][0]
        assert (listed["phase"], listed["suspended"], listed["can_void"]) == ("suspended", WHY, False)


@pytest.mark.parametrize("kind", ["suspend", "resume", "void"])
async def test_nobody_without_a_staff_session_acts_at_a_table(tmp_path: Path, kind: str) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        player, about = await betting(desks)
        refused(await act(desks.nobody, kind, about, reason=WHY), 401, "not_signed_in")
        async with player.http() as http:
            refused(await act(http, kind, about, reason=WHY), 401, "not_signed_in")
        foreign = {"Origin": "http://evil.example"}
        body = {"command_id": next(ids), **about, "reason": WHY}
        answer = await desks.host.post(f"/api/staff/tables/1/{kind}", json=body, headers=foreign)
        refused(answer, 403, "forbidden")
        assert await desks.acts(1) == []


async def test_an_act_that_comes_twice_is_done_once(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        _, about = await betting(desks)
        body = {"command_id": "twice-000001", **about, "reason": WHY}
        answers = await asyncio.gather(*(desks.dealer.post("/api/staff/tables/1/suspend", json=body) for _ in range(3)))
        assert [answer.status_code for answer in answers] == [200] * 3
        assert (await act(desks.dealer, "resume", about)).status_code == 200
        assert (await desks.dealer.post("/api/staff/tables/1/suspend", json=body)).status_code == 200
        state = desks.house.dealer().state
        assert state is not None
        assert state.suspension is None
        other = {**body, "reason": "another one"}
        refused(await desks.dealer.post("/api/staff/tables/1/suspend", json=other), 409, "command_id_reused")
        assert [one["kind"] for one in await desks.acts(1)] == ["round_suspended", "round_resumed"]


async def test_an_act_about_another_round_or_table_does_nothing(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        _, about = await betting(desks)
        for late in ({**about, "round": about["round"] + 1}, {**about, "shoe": 2}):
            refused(await act(desks.host, "suspend", late, reason=WHY), 409, "wrong_phase")
            refused(await act(desks.host, "void", late, reason=WHY), 409, "wrong_phase")
        refused(await act(desks.host, "resume", about), 409, "wrong_phase")
        refused(await act(desks.host, "suspend", about, table=9, reason=WHY), 404, "no_such_table")
        refused(await act(desks.host, "suspend", about, table="x", reason=WHY), 404, "not_found")
        assert [one for one in await desks.acts() if one["table"]] == []


@pytest.mark.parametrize("reason", ["", " \u200b\n", "shoe_lost", " shoe_lost\u200b", "x" * 201])
async def test_a_reason_is_plain_words_of_200_characters_at_most(tmp_path: Path, reason: str) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        _, about = await betting(desks)
        refused(await act(desks.host, "suspend", about, reason=reason), 400, "bad_reason")
        assert (await act(desks.host, "suspend", about, reason="相機故障<b>" * 25)).status_code == 200


async def test_a_suspended_table_and_its_acts_outlive_a_restart(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW]) as desks:
        _, about = await betting(desks)
        assert (await act(desks.supervisor, "suspend", about, reason=WHY)).status_code == 200
        cookie = desks.supervisor.cookies["puntobanco_staff"]
    async with opened(tmp_path, [SLOW]) as house, desk(house) as http:
        http.cookies.set("puntobanco_staff", cookie)
        listed = (await http.get("/api/staff/tables")).json()["tables"][0]
        assert (listed["suspended"], listed["bettors"], listed["staked_cents"]) == (WHY, 1, 500)
        assert [one["kind"] for one in (await http.get("/api/staff/acts?table=1")).json()["acts"]] == ["round_suspended"]
        assert (await act(http, "void", about, reason=WHY)).status_code == 200
    check_books(tmp_path / "house.db")


async def test_the_list_of_tables_tells_phase_and_numbers_and_no_player(tmp_path: Path) -> None:
    real = setup(3, "classic", dealt_by="hand")
    scores = setup(4, "classic", dealt_by="hand", bets=(), combinations=())
    async with staffed(tmp_path, [SLOW, setup(2), real, scores]) as desks:
        player, about = await betting(desks)
        await true_within(lambda: desks.house.casino.floor.watching(1) == 1)
        answer = await desks.dealer.get("/api/staff/tables")
        first, second, *more = answer.json()["tables"]
        assert {key: first[key] for key in ("table", "house", "phase", "shoe", "round", "bettors", "staked_cents", "watching")} == {
            "table": 1,
            "house": "live",
            "phase": "betting",
            **about,
            "bettors": 1,
            "staked_cents": 500,
            "watching": 1,
        }
        assert (second["table"], second["can_suspend"], second["can_void"]) == (2, False, False)
        assert [(one["by_hand"], one["scoreboard"]) for one in (first, second, *more)] == [(False, False)] * 2 + [
            (True, False),
            (True, True),
        ]
        assert player.account not in answer.text
