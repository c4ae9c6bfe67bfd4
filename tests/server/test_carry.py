"""Stakes that a tie leaves on the felt, through the real dealer and SQLite: nothing is lost or doubled, whatever comes between."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from puntobanco.game.rules import Outcome
from puntobanco.server.tables import TableSetup
from puntobanco.table.state import TableState
from tests.server.books import check_books, rows
from tests.server.chosen import first_shoe
from tests.server.guests import guest
from tests.server.inside import House, opened, setup
from tests.server.served import Client, Message, true_within

STAKES = {"player": 20_000, "banker": 30_000}
FIRST = 2_000_000_000_000


def carrying(policy: str = "carry", **settings: object) -> TableSetup:
    return setup(1, "macau", **{"tie_policy": policy, "betting_seconds": 1.5, "result_seconds": 0.3, **settings})


@pytest.fixture
def _two_ties() -> Iterator[None]:
    """The first shoe begins with two ties and a round that somebody wins."""
    with first_shoe(Outcome.TIE, Outcome.TIE, Outcome.PLAYER):
        yield


async def seated(house: House) -> tuple[Client, Message]:
    """A player with a stake on both sides in the first round."""
    player = await guest(house)
    await player.open_socket()
    await player.watch()
    begun = await player.event("betting_opened")
    for bet, cents in STAKES.items():
        assert (await player.bet(1, begun["round"], bet, cents))["refusal"] is None
    return player, begun


async def own_of(player: Client, round_number: int) -> Message:
    message = await player.until(lambda frame: frame["type"] == "own" and frame["own"]["round"] == round_number)
    own: Message = message["own"]
    return own


@pytest.mark.usefixtures("_two_ties")
async def test_stakes_stay_through_two_ties_and_a_restart_and_are_settled_once(tmp_path: Path) -> None:
    async with opened(tmp_path, [carrying()]) as house:
        player, _ = await seated(house)
        assert (await player.event("round_settled"))["carries"]
        second = await player.event("betting_opened")
        assert {spot["spot"]: spot["total_cents"] for spot in second["totals"]} == STAKES
        assert (await own_of(player, 2))["stakes"] == STAKES
        check_books(tmp_path / "house.db")
    async with opened(tmp_path, [carrying()]) as house:
        back = Client(house)
        back.cookie, back.account = player.cookie, player.account
        await back.open_socket()
        snapshot = await back.watch()
        assert snapshot["own"]["stakes"] == STAKES
        assert (await back.event("round_settled"))["carries"]
        settled = await back.event("round_settled")
        assert settled["carries"] is False
        await back.until(lambda frame: frame["type"] == "balance" and frame["in_play_cents"] == 0)
        recorded = (await back.get("/api/bets"))["rounds"]
    assert [one["net"] for one in recorded][1:] == [0, 0]
    assert abs(recorded[0]["net"]) in (10_000, 30_000 * 95 // 100 - 20_000)
    assert all(sum(bet["stake"] for bet in one["bets"]) == 50_000 for one in recorded)
    assert rows(tmp_path / "house.db", "SELECT count(*) FROM transfers WHERE key LIKE 'carry:%'") == [(4,)]
    check_books(tmp_path / "house.db")


@pytest.mark.usefixtures("_two_ties")
async def test_a_table_that_is_not_opened_any_more_gives_them_back(tmp_path: Path) -> None:
    async with opened(tmp_path, [carrying()]) as house:
        player, _ = await seated(house)
        await player.event("round_settled")
    async with opened(tmp_path, [setup(2)]) as house:
        back = Client(house)
        back.cookie, back.account = player.cookie, player.account
        await back.open_socket()
        me = await back.get("/api/me")
        if me["in_play_cents"]:
            await back.until(lambda frame: frame["type"] == "balance" and frame["in_play_cents"] == 0)
        assert (await back.get("/api/me"))["balance_cents"] == 1_000_000
    check_books(tmp_path / "house.db")


@pytest.mark.usefixtures("_two_ties")
async def test_the_books_are_in_order_before_the_round_that_they_wait_for_and_where_it_never_comes(tmp_path: Path) -> None:
    async with opened(tmp_path, [carrying(result_seconds=60)]) as house:
        player, _ = await seated(house)
        assert (await player.event("round_settled"))["carries"]
    check_books(tmp_path / "house.db")
    async with opened(tmp_path, [setup(2)]) as house:
        await true_within(lambda: rows(tmp_path / "house.db", "SELECT count(*) FROM transfers WHERE key LIKE 'return:%'") == [(2,)])
    assert rows(tmp_path / "house.db", "SELECT round_id FROM rounds") == [("1-1-1",)]
    check_books(tmp_path / "house.db")


@pytest.mark.usefixtures("_two_ties")
async def test_locked_stakes_are_not_given_back_on_demand(tmp_path: Path) -> None:
    async with opened(tmp_path, [carrying("carry_locked")]) as house:
        player, _ = await seated(house)
        await player.event("betting_opened")
        assert (await own_of(player, 2))["locked"] == STAKES
        answer = await player.bet(1, 2, "player", 10_000, kind="reduce_bet")
        assert (answer["refusal"]["code"], answer["refusal"]["limit"]) == ("stake_locked", 20_000)
        assert (await player.bet(1, 2, "player", 10_000))["refusal"] is None
        state: TableState | None = house.dealer().state
        assert state is not None
        assert state.sides == (30_000, 30_000)


async def test_the_differential_holds_over_all_players_that_bet_at_once(tmp_path: Path) -> None:
    table = setup(1, "live", differential_cents=10_000, betting_seconds=3)
    async with opened(tmp_path, [table]) as house:
        players = [await guest(house) for _ in range(4)]
        for player in players:
            await player.open_socket()
            await player.watch()
        begun = await players[0].event("betting_opened")
        for player in players:
            for _ in range(4):
                await player.send(
                    type="place_bet", command_id=player.command_id(), table=1, shoe=1, round=begun["round"], bet="banker",
                    amount_cents=1_000,
                )  # fmt: skip
        answers = [await player.until(lambda frame: frame["type"] == "answer") for player in players for _ in range(4)]
        codes = [answer["refusal"]["code"] for answer in answers if answer["refusal"]]
        assert codes == ["over_differential"] * 6
        assert (await players[1].bet(1, begun["round"], "player", 4_000))["refusal"] is None
        assert (await players[0].bet(1, begun["round"], "banker", 4_000))["refusal"] is None
    check_books(tmp_path / "house.db")
