"""Guests of a house: one who enters, one who has played, and the form of what they are refused."""

import httpx

from tests.server.inside import House, setup
from tests.server.served import Client, Message

QUICK = setup(betting_seconds=0.2, card_seconds=0.005, result_seconds=0.02)


async def guest(house: House) -> Client:
    player = Client(house)
    await player.enter()
    return player


def refused(answer: httpx.Response, status: int, code: str) -> Message:
    """Check a refusal, and that it tells no more than it should."""
    body: Message = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), answer.text
    assert body["message"]
    assert "Traceback" not in answer.text
    return body


async def in_play(house: House, count: int) -> Client:
    """A player with settled bets in so many rounds."""
    player = await guest(house)
    await player.open_socket()
    await player.watch()
    settled = 0
    while settled < count:
        event = await player.event("betting_opened", "round_settled")
        if event["type"] == "round_settled":
            settled += 1
            continue
        state = house.dealer().state
        assert state is not None
        for bet in ("player", "tie"):
            await player.send(
                type="place_bet", command_id=player.command_id(), table=1, shoe=1, round=event["round"], bet=bet, amount_cents=500
            )
    return player
