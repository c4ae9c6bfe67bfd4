"""A player's way through the house, against a real process: enter, bet, result, record, reconnect, top up."""

from pathlib import Path

from tests.server.served import Client, Served, table


async def test_a_bet_is_confirmed_dealt_settled_and_on_record(tmp_path: Path) -> None:
    with Served(tmp_path, table(betting_seconds=1.5)) as served:
        player = Client(served)
        assert (await player.enter())["balance_cents"] == 1_000_000
        await player.open_socket()
        snapshot = await player.watch()
        assert snapshot["type"] == "snapshot"
        opened = await player.event("betting_opened")
        answer = await player.bet(1, opened["round"], "player", 10_000)
        assert answer["refusal"] is None
        settled = await player.until(lambda message: message["type"] == "own" and message["own"]["settled"])
        line = settled["own"]["settled"]["player"]
        record = await player.get("/api/bets")
        (on_record,) = record["rounds"]
        assert on_record["bets"] == [{"bet": "player", **line}]
        assert (await player.get("/api/me"))["balance_cents"] == 1_000_000 + line["net"]
        served.audit()
