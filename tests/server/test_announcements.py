"""Announcements of the house: each stands among the acts as it was said, by whom, and once however often it is sent."""

from pathlib import Path
from typing import Any

import httpx

from puntobanco.bank.store import ChatLine
from puntobanco.server.settings import Bounds
from tests.server.books import check_books
from tests.server.guests import guest, refused
from tests.server.inside import MovedClock, setup
from tests.server.staffed import Desks, staffed

SLOW, OTHER = setup(betting_seconds=60), setup(2, betting_seconds=60)
FREE = Bounds(announcements_per_second=1_000, announcements_burst=1_000)
ONCE = "the-one-id-1"


async def announce(http: httpx.AsyncClient, table: int | None, text: str, command_id: str = ONCE) -> httpx.Response:
    return await http.post("/api/staff/announcements", json={"command_id": command_id, "table": table, "text": text})


async def said(desks: Desks) -> list[tuple[int, str]]:
    store = desks.house.casino.store
    lines: list[ChatLine] = [line for table in (1, 2) for line in await store.chat(table, last=1_000)]
    return [(line.table, line.text) for line in lines if line.notice == "announcement"]


async def recorded(desks: Desks) -> list[tuple[str, int | None, str]]:
    return [(one["name"], one["table"], one["reason"]) for one in await desks.acts() if one["kind"] == "announced"]


async def test_nothing_is_said_under_the_id_of_another_announcement_or_act(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW, OTHER], bounds=FREE) as desks:
        player = await guest(desks.house)
        assert (await announce(desks.dealer, 1, "Good evening.")).status_code == 200
        for table, text in (
            (2, "Bet everything on Banker now!"),
            (2, "Good evening."),
            (None, "Good evening."),
            (1, "Good night."),
        ):
            refused(await announce(desks.dealer, table, text), 409, "command_id_reused")
        mute: dict[str, Any] = {"command_id": "mute-00001", "minutes": 5, "reason": "rude"}
        assert (await desks.dealer.post(f"/api/staff/players/{player.account}/mute", json=mute)).status_code == 200
        refused(await announce(desks.dealer, 1, "rude", "mute-00001"), 409, "command_id_reused")
        assert await said(desks) == [(1, "Good evening.")]
        assert await recorded(desks) == [("Dora", 1, "Good evening.")]
    check_books(tmp_path / "house.db")


async def test_two_of_the_staff_may_use_the_same_id(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW, OTHER], bounds=FREE) as desks:
        assert (await announce(desks.dealer, 1, "Dora says")).status_code == 200
        assert (await announce(desks.supervisor, 1, "Sam says")).status_code == 200
        assert await said(desks) == [(1, "Dora says"), (1, "Sam says")]
        assert await recorded(desks) == [("Dora", 1, "Dora says"), ("Sam", 1, "Sam says")]


async def test_an_announcement_is_known_again_when_its_line_is_long_gone_from_memory(tmp_path: Path) -> None:
    bounds = Bounds(announcements_per_second=1_000, announcements_burst=1_000, chat_lines_shown=5)
    async with staffed(tmp_path, [SLOW, OTHER], bounds=bounds) as desks:
        assert (await announce(desks.dealer, 1, "Good evening.")).status_code == 200
        for at in range(10):
            assert (await announce(desks.supervisor, 1, f"line {at}", f"filler-{at:04}")).status_code == 200
        assert (await announce(desks.dealer, 1, "Good evening.")).status_code == 200
        refused(await announce(desks.dealer, 1, "Said and not written down"), 409, "command_id_reused")
        assert [text for _, text in await said(desks)] == ["Good evening.", *(f"line {at}" for at in range(10))]


async def test_an_announcement_that_was_written_down_and_not_said_is_said_when_it_comes_again(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW, OTHER], bounds=FREE) as desks:
        staff = desks.house.casino.staff
        dora = next(row for row in await staff.members() if row.name == "Dora")
        act = staff.act(dora, "announced", table=1, reason="Good evening.", command_id=ONCE)  # type: ignore[arg-type]
        await staff.record_act(act)
        assert (await announce(desks.dealer, 1, "Good evening.")).status_code == 200
        assert await said(desks) == [(1, "Good evening.")]
        assert len(await recorded(desks)) == 1


async def test_announcements_have_a_rate_and_what_is_too_fast_is_neither_said_nor_written_down(tmp_path: Path) -> None:
    async with staffed(tmp_path, [SLOW, OTHER], bounds=Bounds(announcements_per_second=0.1, announcements_burst=2)) as desks:
        for at in range(2):
            assert (await announce(desks.dealer, 1, f"line {at}", f"flood-{at:04}")).status_code == 200
        late = refused(await announce(desks.dealer, None, "line 2", "flood-0002"), 429, "rate_limited")
        assert 8 <= late["left"] <= 10
        assert (await announce(desks.supervisor, 2, "another's")).status_code == 200
        assert await said(desks) == [(1, "line 0"), (1, "line 1"), (2, "another's")]
        assert len(await recorded(desks)) == 3


async def test_an_act_about_a_player_under_a_used_id_is_refused_and_the_very_same_is_not(tmp_path: Path) -> None:
    clock = MovedClock()
    async with staffed(tmp_path, [SLOW], clock=clock) as desks:
        player, other = await guest(desks.house), await guest(desks.house)

        async def act(account: str, kind: str, **more: Any) -> httpx.Response:
            body = {"command_id": "same-id-00", "reason": "rude", **more}
            return await desks.supervisor.post(f"/api/staff/players/{account}/{kind}", json=body)

        assert (await act(player.account, "mute", minutes=5)).status_code == 200
        clock.forward(1_000)
        assert (await act(player.account, "mute", minutes=5)).status_code == 200
        others: list[tuple[str, str, dict[str, Any]]] = [
            (player.account, "mute", {"minutes": 6}),
            (player.account, "mute", {"minutes": 5, "reason": "very rude"}),
            (other.account, "mute", {"minutes": 5}),
            (player.account, "unmute", {}),
            (player.account, "freeze", {}),
            (player.account, "unfreeze", {}),
        ]
        for account, kind, more in others:
            refused(await act(account, kind, **more), 409, "command_id_reused")
        held = (await desks.dealer.get("/api/staff/restricted")).json()
        assert [(one["account"], one["frozen"]) for one in held] == [(player.account, None)]
        assert [one["kind"] for one in await desks.acts()][-1:] == ["muted"]
