"""Seats and the early close over real sockets: one holder a seat, a line that is lost, a restart, and what each player is told."""

import asyncio
from pathlib import Path
from typing import Any

from puntobanco.bank.store import Balance
from puntobanco.table.state import Phase, TableState
from tests.server.books import check_books
from tests.server.inside import House, MovedClock, StandingClock, due_ms_of, opened, setup
from tests.server.served import Client, Message, differences, true_within
from tests.server.test_credits import make_broke

SEATED = setup(1, "chips", betting_seconds=20)
CLASSIC = setup(1, "classic", betting_seconds=20)


async def guest(house: House) -> Client:
    player = Client(house)
    await player.enter()
    await player.open_socket()
    await player.watch()
    return player


async def back(house: House, player: Client) -> Client:
    """The same player on a new page."""
    page = Client(house)
    page.cookie, page.account = player.cookie, player.account
    await page.open_socket()
    return page


async def ask(player: Client, kind: str, *, command_id: str = "", **fields: Any) -> Message:
    """Send a command and wait for its answer."""
    name = command_id or player.command_id()
    await player.send(type=kind, command_id=name, table=1, **fields)
    return await player.until(lambda message: message["type"] == "answer" and message["command_id"] == name)


def state_of(house: House) -> TableState:
    state = house.dealer().state
    assert state is not None
    return state


def holders(house: House) -> dict[int, str]:
    return {number: seat.account for number, seat in state_of(house).seating.seats.items()}


def forward(house: House, clock: MovedClock | StandingClock, ms: int) -> None:
    clock.forward(ms)
    house.dealer().wake()


async def go_to(house: House, clock: StandingClock, phase: Phase) -> TableState:
    """Put the clock forward, step by step, until the table is in a phase."""
    while state_of(house).phase is not phase:
        await true_within(lambda: state_of(house).due_ms is not None)
        version, due_ms = state_of(house).version, due_ms_of(state_of(house))
        assert due_ms is not None
        forward(house, clock, max(0, due_ms - clock.now_ms()))
        await true_within(lambda seen=version: state_of(house).version > seen)  # type: ignore[misc]
    return state_of(house)


def own_of(player: Client) -> Message:
    """What the player was told last of their own part."""
    owns: list[Message] = [message["own"] for message in player.frames if "own" in message]
    return owns[-1]


async def test_two_players_who_ask_for_one_seat_at_once_are_answered_one_yes_and_one_no(tmp_path: Path) -> None:
    async with opened(tmp_path, [SEATED]) as house:
        players = [await guest(house) for _ in range(2)]
        answers = await asyncio.gather(*(ask(player, "sit", seat=3) for player in players))
        refused = [answer["refusal"]["code"] for answer in answers if answer["refusal"]]
        assert refused == ["seat_taken"]
        (holder,) = [player.account for player, answer in zip(players, answers, strict=True) if answer["refusal"] is None]
        assert holders(house) == {3: holder}


async def test_everyone_is_told_who_sits_where_and_the_holder_that_it_is_theirs(tmp_path: Path) -> None:
    async with opened(tmp_path, [SEATED]) as house:
        player, other = await guest(house), await guest(house)
        me = await player.get("/api/me")
        assert (await ask(player, "sit", seat=3))["refusal"] is None
        taken = await other.event("seat_taken")
        assert (taken["seat"], taken["left"]) == ({"seat": 3, "name": me["name"], "stakes": {}}, None)
        assert (await ask(player, "sit", seat=5))["refusal"] is None
        moved = await other.event("seat_taken")
        assert (moved["seat"]["seat"], moved["left"]) == (5, 3)
        await player.until(lambda message: message["type"] == "own" and message["own"]["seat"] == 5)
        assert own_of(player)["seat_rounds_left"] == 5
        assert (await ask(player, "leave_seat"))["refusal"] is None
        freed = await other.event("seat_freed")
        assert (freed["seat"], freed["reason"]) == (5, "left")
        assert player.account not in "".join(other.raw)


async def test_a_repeated_command_gets_the_first_answer_again_and_does_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, [SEATED]) as house:
        player, other = await guest(house), await guest(house)
        await player.event("betting_opened")
        assert (await ask(player, "sit", seat=3, command_id="sit-command-1"))["refusal"] is None
        assert (await ask(player, "leave_seat"))["refusal"] is None
        assert (await ask(other, "sit", seat=3))["refusal"] is None
        version = state_of(house).version
        assert (await ask(player, "sit", seat=3, command_id="sit-command-1"))["refusal"] is None
        own = await player.until(lambda message: message["type"] == "own")
        assert own["own"]["seat"] is None
        again = await ask(player, "sit", seat=4, command_id="sit-command-1")
        assert again["refusal"]["code"] == "command_id_reused"
        assert state_of(house).version == version
        assert holders(house) == {3: other.account}


async def test_refusals_of_seats_have_codes_of_their_own(tmp_path: Path) -> None:
    async with opened(tmp_path, [SEATED]) as house:
        player = await guest(house)
        begun = await player.event("betting_opened")
        for kind, fields, code in (
            ("sit", {"seat": 8}, "no_such_seat"),
            ("sit", {"seat": 0}, "malformed"),
            ("sit", {"seat": "3"}, "malformed"),
            ("leave_seat", {}, "not_seated"),
            ("sit_out", {"shoe": 1, "round": begun["round"]}, "not_seated"),
        ):
            assert (await ask(player, kind, **fields))["refusal"]["code"] == code, kind


async def test_a_seat_is_freed_after_60_s_off_line_and_not_before(tmp_path: Path) -> None:
    clock = MovedClock()
    async with opened(tmp_path, [SEATED], clock=clock) as house:
        player, other = await guest(house), await guest(house)
        begun = await player.event("betting_opened")
        await ask(player, "sit", seat=3)
        assert (await player.bet(1, begun["round"], "player", 1_000))["refusal"] is None
        await player.drop()
        await true_within(lambda: not state_of(house).seating.seats[3].connected)
        forward(house, clock, 55_000)
        player = await back(house, player)
        await player.watch()
        await true_within(lambda: state_of(house).seating.seats[3].connected)
        forward(house, clock, 10_000)
        await player.drop()
        await true_within(lambda: not state_of(house).seating.seats[3].connected)
        forward(house, clock, 61_000)
        freed = await other.event("seat_freed")
        assert (freed["seat"], freed["reason"]) == (3, "off_line")
        await true_within(lambda: not holders(house))
        check_books(tmp_path / "house.db")
    assert differences(f"sqlite:///{tmp_path / 'house.db'}") == []


async def test_who_looks_away_from_the_table_is_off_line_there_and_a_second_page_keeps_the_seat(tmp_path: Path) -> None:
    async with opened(tmp_path, [SEATED]) as house:
        player = await guest(house)
        await ask(player, "sit", seat=3)
        page = await back(house, player)
        await page.watch()
        await player.send(type="unwatch", table=1)
        await player.send(type="ping")
        await player.until(lambda message: message["type"] == "pong")
        assert state_of(house).seating.seats[3].connected
        await page.drop()
        await true_within(lambda: not state_of(house).seating.seats[3].connected)


async def test_five_rounds_without_a_bet_free_a_seat_and_its_holder_is_warned_in_the_round_before(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [CLASSIC], clock=clock) as house:
        player, other = await guest(house), await guest(house)
        await go_to(house, clock, Phase.BETTING)
        await ask(player, "sit", seat=3)
        for left in (4, 3, 2, 1):
            await go_to(house, clock, Phase.RESULT)
            await player.until(lambda message, left=left: "own" in message and message["own"]["seat_rounds_left"] == left)  # type: ignore[misc]
            await go_to(house, clock, Phase.BETTING)
        await go_to(house, clock, Phase.RESULT)
        freed = await player.event("seat_freed")
        assert (freed["seat"], freed["reason"]) == (3, "no_bets")
        await player.until(lambda message: message["type"] == "own" and message["own"]["seat"] is None)
        await other.event("seat_freed")
        assert not [message for message in other.frames if message["type"] == "own"], "nobody else is warned"


async def test_seats_outlast_a_restart_and_60_s_count_from_there(tmp_path: Path) -> None:
    clock = MovedClock()
    async with opened(tmp_path, [SEATED], clock=clock) as house:
        player, other = await guest(house), await guest(house)
        await ask(player, "sit", seat=3)
        await ask(other, "sit", seat=4)
    async with opened(tmp_path, [SEATED], clock=clock) as house:
        assert holders(house) == {3: player.account, 4: other.account}
        clock.forward(50_000)
        player = await back(house, player)
        snapshot = await player.watch()
        assert snapshot["own"]["seat"] == 3
        assert [seat["seat"] for seat in snapshot["table"]["seats"]] == [3, 4]
        await true_within(lambda: state_of(house).seating.seats[3].connected)
        forward(house, clock, 11_000)
        await true_within(lambda: holders(house) == {3: player.account})
    assert differences(f"sqlite:///{tmp_path / 'house.db'}") == []


async def test_betting_closes_5_s_after_the_opening_once_everyone_seated_is_done(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [SEATED], clock=clock) as house:
        first, second, standing = await guest(house), await guest(house), await guest(house)
        for seat, player in enumerate((first, second), 1):
            await ask(player, "sit", seat=seat)
        number = (await go_to(house, clock, Phase.BETTING)).round
        assert (await standing.bet(1, number, "tie", 500))["refusal"] is None
        assert (await first.bet(1, number, "player", 1_000))["refusal"] is None
        forward(house, clock, 5_000)
        assert (await ask(second, "sit_out", shoe=1, round=number))["refusal"] is None
        await first.event("betting_closed")
        assert second.frames[-1]["type"] == "answer" or own_of(second)["sat_out"]
        await second.until(lambda message: message["type"] == "own" and message["own"]["sat_out"])
        number = (await go_to(house, clock, Phase.RESULT)).round
        number = (await go_to(house, clock, Phase.BETTING)).round
        for player in (first, second):
            assert (await player.bet(1, number, "player", 1_000))["refusal"] is None
        forward(house, clock, 4_999)
        await asyncio.sleep(0.05)
        assert state_of(house).phase is Phase.BETTING
        forward(house, clock, 1)
        await true_within(lambda: state_of(house).phase is Phase.DEALING)
    assert differences(f"sqlite:///{tmp_path / 'house.db'}") == []


async def test_a_seated_player_who_cannot_afford_the_lowest_minimum_holds_nobody_up(tmp_path: Path) -> None:
    """Case T21."""
    clock = StandingClock()
    async with opened(tmp_path, [SEATED], clock=clock) as house:
        poor, other = Client(house), await guest(house)
        await poor.enter()
        await make_broke(house, poor, 499)
        await poor.open_socket()
        await poor.watch()
        for seat, player in enumerate((poor, other), 1):
            await ask(player, "sit", seat=seat)
        number = (await go_to(house, clock, Phase.BETTING)).round
        assert (await other.bet(1, number, "player", 1_000))["refusal"] is None
        forward(house, clock, 5_000)
        await true_within(lambda: state_of(house).phase is Phase.DEALING)


async def test_credits_that_go_and_come_decide_whether_a_seated_player_is_waited_for(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [SEATED], clock=clock) as house:
        player, other = await guest(house), await guest(house)
        await ask(player, "sit", seat=1)
        number = (await go_to(house, clock, Phase.BETTING)).round
        await ask(other, "sit", seat=2)
        assert (await other.bet(1, number, "player", 1_000))["refusal"] is None
        # They lie at other tables, say: what is free counts.
        house.casino.floor.tell_balance(player.account, Balance(499, 999_501))
        await true_within(lambda: not state_of(house).seating.seats[1].able)
        house.casino.floor.tell_balance(player.account, Balance(500, 999_500))
        await true_within(lambda: state_of(house).seating.seats[1].able)
        forward(house, clock, 6_000)
        await asyncio.sleep(0.05)
        assert state_of(house).phase is Phase.BETTING


async def test_after_a_restart_during_betting_the_early_close_goes_on(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [SEATED], clock=clock) as house:
        player = await guest(house)
        await ask(player, "sit", seat=3)
        number = (await go_to(house, clock, Phase.BETTING)).round
    async with opened(tmp_path, [SEATED], clock=clock) as house:
        player = await back(house, player)
        await player.watch()
        await true_within(lambda: state_of(house).seating.seats[3].connected)
        forward(house, clock, 6_000)
        await asyncio.sleep(0.05)
        assert state_of(house).phase is Phase.BETTING
        assert (await player.bet(1, number, "player", 1_000))["refusal"] is None
        await true_within(lambda: state_of(house).phase is Phase.DEALING)
        check_books(tmp_path / "house.db")
    assert differences(f"sqlite:///{tmp_path / 'house.db'}") == []


async def test_a_seats_money_is_shown_at_the_seat_and_standing_players_are_counted(tmp_path: Path) -> None:
    async with opened(tmp_path, [SEATED]) as house:
        player, other = await guest(house), await guest(house)
        begun = await player.event("betting_opened")
        await ask(player, "sit", seat=3)
        assert (await player.bet(1, begun["round"], "player", 1_000))["refusal"] is None
        changed = await other.event("spots_changed")
        assert [seat["stakes"] for seat in changed["seats"]] == [{"player": 1_000}]
        assert (await other.bet(1, begun["round"], "player", 2_000))["refusal"] is None
        changed = await player.event("spots_changed")
        if changed["totals"][0]["total_cents"] < 3_000:
            changed = await player.event("spots_changed")
        assert (changed["seats"], changed["standing"]) == ([], 1)
        view = await player.get("/api/tables/1")
        assert view["seats"][0]["stakes"] == {"player": 1_000}
        assert view["totals"] == [{"spot": "player", "total_cents": 3_000, "players": 2}]
