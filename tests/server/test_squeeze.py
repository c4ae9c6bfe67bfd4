"""The squeeze over real sockets: who is shown a face and who is not, passing, lost lines, a restart in the middle, two tabs."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from puntobanco.server.settings import Bounds
from puntobanco.table import commands as co
from puntobanco.table.state import TableState
from tests.server.inside import House, MovedClock, opened, setup
from tests.server.records import opened_in
from tests.server.served import Client, Message, differences, true_within

STUDIO = setup(1, "studio", betting_seconds=1.2, squeeze_seconds=30, burn="none")
MACAU = setup(1, "macau", betting_seconds=2.0, squeeze_seconds=30, cut_by="dealer")


async def guest(house: House) -> Client:
    player = Client(house)
    await player.enter()
    await player.open_socket()
    await player.watch()
    return player


async def tab(house: House, player: Client) -> Client:
    """Another page of the same player."""
    page = Client(house)
    page.cookie, page.account = player.cookie, player.account
    await page.open_socket()
    await page.watch()
    return page


async def ask(player: Client, kind: str, number: int, *, command_id: str = "", round_number: int = 1) -> Message:
    """Ask for a card and wait for the answer."""
    name = command_id or player.command_id()
    await player.send(type=kind, command_id=name, table=1, shoe=1, round=round_number, number=number)
    return await player.until(lambda message: message["type"] == "answer" and message["command_id"] == name)


async def listen(*players: Client) -> None:
    """Take in what has come until now."""
    for player in players:
        await player.send(type="ping")
        await player.until(lambda message: message["type"] == "pong")


def faces_of(player: Client) -> list[tuple[int, str]]:
    """The faces that this socket alone was shown."""
    return [(message["number"], message["card"]) for message in player.frames if message["type"] == "card_face"]


def told_of(player: Client, *types: str) -> list[Message]:
    """All events of these types that a socket was told."""
    events = [event for message in player.frames if message["type"] == "events" for event in message["events"]]
    return [event for event in events if event["type"] in types]


def state_of(house: House) -> TableState:
    state = house.dealer().state
    assert state is not None
    return state


@contextlib.asynccontextmanager
async def squeezing(
    folder: Path, *stakes: int, bounds: Bounds | None = None, clock: MovedClock | None = None
) -> AsyncIterator[tuple[House, list[Client]]]:
    """A studio table in its first squeeze: players with these stakes on Banker, the first of whom squeezes, and a watcher."""
    async with opened(folder, [STUDIO], bounds=bounds, clock=clock) as house:
        players = [await guest(house) for _ in (*stakes, 0)]
        begun = await players[0].event("betting_opened")
        for player, cents in zip(players, stakes, strict=False):
            assert (await player.bet(1, begun["round"], "banker", cents))["refusal"] is None
        for player in players:
            await player.event("squeeze_began")
        yield house, players
        await asyncio.gather(*(player.drop() for player in players))


async def test_a_face_goes_to_the_one_socket_that_bends_the_card_and_to_no_other(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 600) as (house, (ann, watcher)):
        second = await tab(house, ann)
        assert (await ask(ann, "bend_card", 4))["refusal"] is None
        await watcher.event("card_bent")
        await listen(ann, second, watcher)
        ((number, face),) = faces_of(ann)
        assert number == 4
        assert faces_of(second) == faces_of(watcher) == []
        assert state_of(house).laid
        assert (await ask(ann, "open_card", 4))["refusal"] is None
        opened_card = await watcher.event("card_opened")
        assert (opened_card["number"], opened_card["card"]) == (4, face)
        assert ann.account not in "".join(watcher.raw)


async def test_everyone_is_told_who_squeezes_by_name_and_the_squeezer_that_the_card_is_theirs(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 600, 500) as (_, (ann, bob, watcher)):
        me = await ann.get("/api/me")
        (begun,) = told_of(watcher, "squeeze_began")
        assert begun["squeeze"] == {"side": "banker", "number": 4, "name": me["name"]}
        picture = await watcher.get("/api/tables/1")
        assert picture["squeeze"] == begun["squeeze"]
        assert picture["laid"] == [{"side": "banker", "number": 4, "bent": False}]
        await listen(ann, bob)
        mine, other = ([m["own"]["squeezes"] for m in player.frames if m["type"] == "own"][-1] for player in (ann, bob))
        assert (mine, other) == (4, None)


async def test_a_second_tab_sees_the_face_only_by_bending_the_card_itself(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 600) as (house, (ann, _)):
        second = await tab(house, ann)
        await ask(ann, "bend_card", 4)
        await listen(ann, second)
        assert faces_of(second) == []
        version = state_of(house).version
        await ask(second, "bend_card", 4)
        await listen(ann, second)
        assert faces_of(second) == faces_of(ann)
        assert len(faces_of(ann)) == 1
        assert state_of(house).version == version


async def test_a_bend_sent_again_gives_the_face_again_while_the_card_is_ones_own_and_not_after(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 600) as (_, (ann, watcher)):
        for _ in range(2):
            assert (await ask(ann, "bend_card", 4, command_id="bend-command-1"))["refusal"] is None
        await listen(ann)
        assert len(faces_of(ann)) == 2
        await ask(ann, "pass_squeeze", 4)
        assert (await ask(ann, "bend_card", 4, command_id="bend-command-1"))["refusal"] is None
        assert (await ask(ann, "bend_card", 4))["refusal"]["code"] == "not_your_card"
        await watcher.event("card_opened")
        await ask(ann, "bend_card", 4, command_id="bend-command-1")
        await listen(ann)
        assert len(faces_of(ann)) == 2


async def test_a_refused_bend_tells_nothing(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 600, 500) as (house, (ann, bob, watcher)):
        version = state_of(house).version
        answers = [
            await ask(bob, "bend_card", 4),
            await ask(watcher, "bend_card", 4),
            await ask(bob, "open_card", 4),
            await ask(bob, "pass_squeeze", 4),
            await ask(ann, "bend_card", 3),
            await ask(ann, "bend_card", 5),
            await ask(ann, "bend_card", 4, round_number=2),
        ]
        refusals = [answer["refusal"] for answer in answers]
        assert {refusal["code"] for refusal in refusals} == {"not_your_card"}
        assert len({str(sorted(refusal.items())) for refusal in refusals}) == 1
        assert (await ask(ann, "bend_card", 1_000))["refusal"]["code"] == "malformed"
        await listen(ann, bob, watcher)
        assert faces_of(ann) == faces_of(bob) == faces_of(watcher) == []
        assert state_of(house).version == version


async def test_a_passed_card_is_the_next_players_who_sees_nothing_before_bending_it(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 700, 600) as (_, (ann, bob, watcher)):
        await ask(ann, "bend_card", 4)
        assert (await ask(ann, "pass_squeeze", 4))["refusal"] is None
        await bob.event("squeeze_began")
        await listen(bob)
        assert faces_of(bob) == []
        await ask(bob, "bend_card", 4)
        await listen(bob)
        assert faces_of(bob) == faces_of(ann)
        assert (await ask(ann, "open_card", 4))["refusal"]["code"] == "not_your_card"
        assert (await ask(bob, "pass_squeeze", 4))["refusal"] is None
        opened_card = await watcher.event("card_opened")
        assert opened_card["number"] == 4
        assert [event["reason"] for event in told_of(watcher, "squeeze_ended")] == ["passed", "passed"]
        await watcher.event("round_settled")  # both have passed the third card too


async def test_a_lost_line_ends_the_right_after_a_moment_and_the_dealer_opens(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 700, 600, bounds=Bounds(squeezer_away_ms=300)) as (_, (ann, bob, watcher)):
        await ann.drop()
        ended = await watcher.event("squeeze_ended")
        assert (ended["number"], ended["reason"]) == (4, "off_line")
        await watcher.event("card_opened")
        assert (await ask(bob, "bend_card", 4))["refusal"]["code"] == "not_your_card"


async def test_who_leaves_the_table_leaves_the_squeeze(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 700, bounds=Bounds(squeezer_away_ms=300)) as (_, (ann, watcher)):
        await ann.send(type="unwatch", table=1)
        assert (await watcher.event("squeeze_ended"))["reason"] == "off_line"


async def test_another_tab_keeps_the_right_and_a_page_loaded_anew_gets_the_face_again(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 700, bounds=Bounds(squeezer_away_ms=2_000)) as (house, (ann, watcher)):
        await ask(ann, "bend_card", 4)
        await listen(ann)
        await ann.drop()
        again = await tab(house, ann)
        assert again.frames[-1]["own"]["squeezes"] == 4 or again.frames[-2]["own"]["squeezes"] == 4
        assert faces_of(again) == []
        await ask(again, "bend_card", 4)
        await listen(again)
        assert faces_of(again) == faces_of(ann)
        await asyncio.sleep(2.2)
        assert state_of(house).squeezing.account == ann.account
        await again.drop()
        await watcher.event("card_opened")


async def test_the_end_of_the_time_lets_the_dealer_open_and_a_late_command_is_refused(tmp_path: Path) -> None:
    clock = MovedClock()
    async with squeezing(tmp_path, 700, clock=clock) as (house, (ann, watcher)):
        clock.forward(30_000)
        assert (await ask(ann, "bend_card", 4))["refusal"]["code"] == "not_your_card"
        house.dealer().wake()
        assert (await watcher.event("squeeze_ended"))["reason"] == "time"
        await watcher.event("card_opened")
        await listen(ann)
        assert faces_of(ann) == []


async def test_a_restart_in_the_middle_of_a_squeeze_keeps_right_card_and_face(tmp_path: Path) -> None:
    async with squeezing(tmp_path, 700) as (house, (ann, _)):
        await ask(ann, "bend_card", 4)
        await listen(ann)
        before = state_of(house)
    async with opened(tmp_path, [STUDIO], bounds=Bounds(squeezer_away_ms=3_000)) as house:
        after = state_of(house)
        assert after.squeezing == before.squeezing
        again = await tab(house, _at(house, ann))
        picture = await again.get("/api/tables/1")
        assert (picture["squeeze"]["number"], picture["phase"]) == (4, "dealing")
        assert after.due_ms is not None
        assert after.due_ms - house.casino.clock.now_ms() > 4_000
        await ask(again, "bend_card", 4)
        await listen(again)
        assert faces_of(again) == faces_of(ann)
        assert (await ask(again, "open_card", 4))["refusal"] is None
        assert (await again.event("card_opened"))["card"] == faces_of(ann)[0][1]
        watcher = await guest(house)
        await again.drop()  # there may be a third card to squeeze
        await watcher.event("round_settled")
        await watcher.drop()
    assert differences(f"sqlite:///{tmp_path / 'house.db'}") == []


def _at(house: House, player: Client) -> Client:
    """The same player in a house that was opened again."""
    moved = Client(house)
    moved.cookie, moved.account = player.cookie, player.account
    return moved


@pytest.mark.parametrize("step", ["before the fourth card", "released", "passed"])
async def test_a_restart_at_any_step_of_the_opening_ends_in_the_same_round(tmp_path: Path, step: str) -> None:
    """A crash between a commit and the next: the state says what comes next, whatever was on its way."""
    async with squeezing(tmp_path, 700, 600) as (house, (ann, _, _)):
        dealer = house.dealer()
        if step != "before the fourth card":
            kind = co.OpenCard if step == "released" else co.PassSqueeze
            command = kind(account=ann.account, shoe=1, round=1, number=4)
            answers: list[Any] = []
            dealer.submit(command, "crash-command", answers.append)
            await true_within(lambda: answers == [None])
    async with opened(tmp_path, [STUDIO], bounds=Bounds(squeezer_away_ms=200)) as house:
        watcher = await guest(house)
        await watcher.event("round_settled")
        view = await watcher.get("/api/tables/1")
        assert view["laid"] == []
        record = await watcher.get("/api/shoes/1-1")
        numbers = [card["number"] for card in opened_in(record)]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        await watcher.drop()
    assert differences(f"sqlite:///{tmp_path / 'house.db'}") == []


async def test_at_macau_the_seated_open_and_who_stands_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, [MACAU], bounds=Bounds(squeezer_away_ms=300)) as house:
        seated, rich = await guest(house), await guest(house)
        await seated.send(type="sit", command_id=seated.command_id(), table=1, seat=3)
        begun = await rich.event("betting_opened")
        assert (await rich.bet(1, begun["round"], "player", 40_000))["refusal"] is None
        assert (await seated.bet(1, begun["round"], "player", 10_000))["refusal"] is None
        for place in (0, 2):
            number = (await seated.event("squeeze_began"))["squeeze"]["number"]
            assert (await ask(rich, "open_card", number))["refusal"]["code"] == "not_your_card"
            assert (await ask(seated, "open_card", number))["refusal"] is None
            opened_card = await rich.event("card_opened")
            assert opened_card["number"] == number, place
        await seated.drop()
        await rich.event("round_settled")
        laid = told_of(rich, "card_laid")
        assert [event["side"] for event in laid[:4]] == ["player", "banker", "player", "banker"]
        assert not any("card" in event or "text" in event for event in laid)


async def test_a_seat_given_back_ends_the_squeeze_at_macau(tmp_path: Path) -> None:
    async with opened(tmp_path, [MACAU]) as house:
        ann, watcher = await guest(house), await guest(house)
        await ann.send(type="sit", command_id=ann.command_id(), table=1, seat=3)
        begun = await ann.event("betting_opened")
        await ann.bet(1, begun["round"], "player", 10_000)
        await ann.event("squeeze_began")
        await ann.send(type="leave_seat", command_id=ann.command_id(), table=1)
        assert (await watcher.event("squeeze_ended"))["reason"] == "left_seat"
        await watcher.event("card_opened")
