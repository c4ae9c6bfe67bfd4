"""The cut over real sockets: one of two players who ask at once cuts, and the shoe is dealt, proved and audited with it."""

import asyncio
from pathlib import Path

from tests.server.books import check_books
from tests.server.guests import guest
from tests.server.inside import SHORT_SHOE, House, opened, setup
from tests.server.served import Client, Message

PACE = {"shuffle_seconds": 1.5, "betting_seconds": 0.02, "card_seconds": 0.002, "result_seconds": 0.005}


async def seated(house: House) -> Client:
    player = await guest(house)
    await player.open_socket()
    await player.watch()
    return player


async def ask(player: Client, place: object, shoe: int = 1) -> Message:
    name = player.command_id()
    await player.send(type="cut_shoe", command_id=name, table=1, shoe=shoe, place=place)
    return await player.until(lambda message: message["type"] == "answer" and message["command_id"] == name)


async def test_one_of_two_who_ask_at_once_cuts_and_the_whole_shoe_is_proved_with_that_cut(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(1, "macau", **PACE, **SHORT_SHOE)]) as house:
        players = [await seated(house) for _ in range(2)]
        wrong = await ask(players[0], 5)
        assert wrong["refusal"]["code"] == "bad_place"
        answers = await asyncio.gather(*(ask(player, place) for player, place in zip(players, (100, 200), strict=True)))
        assert sorted(str(answer["refusal"] and answer["refusal"]["code"]) for answer in answers) == ["None", "wrong_phase"]
        place = (100, 200)[[answer["refusal"] for answer in answers].index(None)]
        for player in players:
            told = [event for frame in player.frames if frame["type"] == "events" for event in frame["events"]]
            cuts = [event for event in told if event["type"] == "shoe_cut"] or [await player.event("shoe_cut")]
            assert cuts[0]["place"] == place
            assert set(cuts[0]) == {"type", "at_ms", "place"}
        await players[0].event("shoe_closed", timeout_s=30)
        record = await players[0].get("/api/shoes/1-1")
        assert record["announcement"]["cut_place"] == place
        assert record["secret"]
    check_books(tmp_path / "house.db")
