"""Top-ups: for who is broke, stakes counted."""

import asyncio
from pathlib import Path
from typing import Any

from puntobanco.bank.ledger import Kind, house_account, player_account
from puntobanco.bank.sqlite import SqliteStore
from tests.server.books import check_books
from tests.server.guests import guest, refused
from tests.server.inside import House, opened, setup
from tests.server.served import Client


async def make_broke(house: House, player: Client, left_cents: int) -> None:
    """Take a player's credits away, as a bet would that lost."""
    store = house.casino.store
    assert isinstance(store, SqliteStore)
    cents = 1_000_000 - left_cents

    def lose(connection: Any) -> None:
        account = player_account(player.account)
        values = ("test", account, house_account(1), cents, str(Kind.STAKE_LOST), None, None, 1)
        connection.execute("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        for name, change in ((account, -cents), (house_account(1), cents)):
            connection.execute("UPDATE accounts SET balance_cents = balance_cents + ? WHERE id = ?", (change, name))

    await store._write(lose)


async def test_credits_are_topped_up_only_for_who_is_broke_and_once_when_asked_twice_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(1, "macau"), setup(2, "live")]) as house:
        player = await guest(house)
        async with player.http() as http:
            refusal = refused(await http.post("/api/topup"), 409, "not_broke")
            assert (refusal["limit"], "below 1." in refusal["message"]) == (100, True)
            await make_broke(house, player, 99)
            await player.open_socket()
            answers = await asyncio.gather(*(http.post("/api/topup") for _ in range(6)))
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
            (granted,) = [answer.json() for answer in answers if answer.status_code == 200]
            assert granted["balance_cents"] == 1_000_099
            assert await player.get("/api/me") == granted
        balance = await player.until(lambda message: message["type"] == "balance")
        assert balance["balance_cents"] == 1_000_099


async def test_stakes_on_tables_count_against_being_broke(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(betting_seconds=30)]) as house:
        player = await guest(house)
        await player.open_socket()
        await player.watch()
        number = (await player.event("betting_opened"))["round"]
        for bet in ("player", "banker"):
            assert (await player.bet(1, number, bet, 500_000))["refusal"] is None
        me = await player.get("/api/me")
        assert (me["balance_cents"], me["in_play_cents"]) == (0, 1_000_000)
        async with player.http() as http:
            refused(await http.post("/api/topup"), 409, "not_broke")
        check_books(tmp_path / "house.db")
