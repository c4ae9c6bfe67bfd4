"""The statement over HTTP: balances that join up, filters, one round to link to, sums since a moment."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.inside import House, opened, setup
from tests.server.served import Client

QUICK = [setup(betting_seconds=0.08, card_seconds=0.005, result_seconds=0.02)]


async def played(house: House, rounds: int) -> Client:
    """A player who has bet 10.00 on Player in so many rounds."""
    player = Client(house)
    await player.enter()
    await player.open_socket()
    await player.watch()
    while rounds:
        opened_round = await player.event("betting_opened")
        answer = await player.bet(1, opened_round["round"], "player", 1_000)
        if answer["refusal"] is None:
            rounds -= 1
            await player.event("round_settled")
    await player.drop()
    return player


async def test_balances_of_a_statement_join_up_from_the_first_credits_to_the_last(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK) as house:
        player = await played(house, 4)
        rounds = (await player.get("/api/bets"))["rounds"][::-1]
        assert len(rounds) == 4
        balance = 1_000_000
        for recorded in rounds:
            assert recorded["balance_before_cents"] == balance
            balance += recorded["net"]
            assert recorded["balance_after_cents"] == balance
        assert (await player.get("/api/me"))["balance_cents"] == balance


async def test_a_statement_is_filtered_by_table_house_outcome_and_time(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK) as house:
        player = await played(house, 5)
        rounds: list[dict[str, Any]] = (await player.get("/api/bets"))["rounds"]

        async def shown(query: str) -> list[dict[str, Any]]:
            found: list[dict[str, Any]] = (await player.get(f"/api/bets?{query}"))["rounds"]
            return found

        assert await shown("table=1&house=live") == rounds
        assert await shown("table=2") == []
        assert await shown("outcome=void") == []
        for outcome in ("player", "banker", "tie"):
            assert await shown(f"outcome={outcome}") == [one for one in rounds if one["outcome"] == outcome]
        moment = rounds[2]["at_ms"]
        assert await shown(f"from_ms={moment}") == rounds[:3]
        assert await shown(f"to_ms={moment}") == rounds[3:]


async def test_a_round_can_be_linked_to_and_shows_others_no_bets(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK) as house:
        player = await played(house, 1)
        (recorded,) = (await player.get("/api/bets"))["rounds"]
        path = f"/api/rounds/{recorded['round_id']}"
        assert await player.get(path) == recorded
        stranger = await Client(house).get(path)
        assert stranger["bets"] == []
        assert stranger["balance_after_cents"] is None
        assert stranger["player"] == recorded["player"]


async def test_totals_are_the_sums_of_the_statement(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK) as house:
        player = await played(house, 3)
        rounds = (await player.get("/api/bets"))["rounds"]
        for since, counted in ((0, rounds), (rounds[0]["at_ms"], rounds[:1])):
            sums = {name: sum(one[name] for one in counted) for name in ("stake", "returned", "commission", "net")}
            assert await player.get(f"/api/totals?since_ms={since}") == {"rounds": len(counted), **sums}


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/bets", 401, "not_signed_in"),
        ("/api/totals", 401, "not_signed_in"),
        ("/api/rounds/1-1-99", 404, "not_found"),
        ("/api/rounds/x", 404, "not_found"),
        ("/api/totals?since_ms=-1", 400, "malformed"),
        ("/api/bets?outcome=luck", 400, "malformed"),
        ("/api/bets?table=0", 400, "malformed"),
        ("/api/bets?from_ms=yesterday", 400, "malformed"),
    ],
)
async def test_what_cannot_be_shown_is_refused_with_its_code(tmp_path: Path, path: str, status: int, code: str) -> None:
    async with opened(tmp_path, QUICK) as house, Client(house).http() as http:
        answer = await http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        if code == "malformed":
            assert path.partition("?")[2].partition("=")[0] in answer.json()["detail"]
