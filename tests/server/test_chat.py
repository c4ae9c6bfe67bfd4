"""The chat of a table over real sockets: to everyone there, in one order, stored first; bounds, rates, reports, hostile clients."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import StoreFailed
from puntobanco.server.chat.conversations import HouseTalk
from puntobanco.server.chat.unwanted import UnwantedWords
from puntobanco.server.settings import Bounds
from puntobanco.table import commands as co
from puntobanco.table.players import public_name
from tests.server.books import rows
from tests.server.inside import House, opened, setup
from tests.server.served import Client, Message, true_within

SLOW = setup(betting_seconds=60)
SILENT = setup(2, chat=False, betting_seconds=60)
FREE = Bounds(chat_per_second=1_000, chat_burst=1_000, chat_per_second_per_table=1_000, chat_burst_per_table=1_000)


async def at_table(house: House, table: int | None = 1) -> Client:
    player = Client(house)
    await player.enter()
    await player.open_socket()
    if table is not None:
        await player.watch(table)
    return player


async def history_of(player: Client) -> Message:
    return await player.until(lambda message: message["type"] == "chat_history")


async def say(player: Client, text: object, table: int = 1, command_id: str = "") -> Message | None:
    """Say something; give what it is refused with."""
    return await ask(player, type="chat", table=table, text=text, command_id=command_id)


async def report(player: Client, message: int, table: int = 1) -> Message | None:
    return await ask(player, type="chat_report", table=table, message=message)


async def ask(player: Client, *, command_id: str = "", **message: Any) -> Message | None:
    name = command_id or player.command_id()
    await player.send(**message, command_id=name)
    answer = await player.until(lambda message: message["type"] == "answer" and message["command_id"] == name)
    refusal: Message | None = answer["refusal"]
    return refusal


async def code_of(saying: Any) -> str | None:
    refusal = await saying
    return None if refusal is None else str(refusal["code"])


async def hears(player: Client, text: str) -> Message:
    """The message with this text; wait for it where it has not come."""

    def wanted(frame: Message) -> bool:
        return bool(frame["type"] == "chat" and frame["message"]["text"] == text)

    said = next(filter(wanted, player.frames), None) or await player.until(wanted)
    message: Message = said["message"]
    return message


def texts(player: Client) -> list[str]:
    return [frame["message"]["text"] for frame in player.frames if frame["type"] == "chat" and frame["message"]["who"]]


async def test_a_message_reaches_everyone_at_the_table_and_nobody_else(tmp_path: Path) -> None:
    async with opened(tmp_path, [SLOW, setup(3, betting_seconds=60)], bounds=FREE) as house:
        ann, bob, elsewhere, lobby = [await at_table(house, table) for table in (1, 1, 3, None)]
        assert await say(ann, "  hello\n<b>all</b> ") is None
        message = await hears(bob, "hello <b>all</b>")
        assert message == {
            "id": message["id"],
            "kind": "player",
            "at_ms": message["at_ms"],
            "who": (await ann.get("/api/me"))["name"],
            "speaker": public_name(ann.account),
            "notice": None,
            "about": None,
            "text": "hello <b>all</b>",
        }
        assert await hears(ann, "hello <b>all</b>") == message
        for other in (elsewhere, lobby):
            await other.send(type="ping")
            await other.until(lambda message: message["type"] == "pong")
            assert texts(other) == []
        assert ann.account not in "".join(bob.raw)


async def test_messages_come_in_one_order_to_all_with_numbers_that_rise_by_one(tmp_path: Path) -> None:
    async with opened(tmp_path, [SLOW], bounds=FREE) as house:
        players = [await at_table(house) for _ in range(4)]
        listener = await at_table(house)

        async def talk(player: Client, name: int) -> None:
            for at in range(15):
                assert await say(player, f"{name} says {at}") is None

        await asyncio.gather(*(talk(player, name) for name, player in enumerate(players)))
        await listener.until(lambda _: len(texts(listener)) == 60)
        heard = [frame["message"] for frame in listener.frames if frame["type"] == "chat"]
        assert [message["id"] for message in heard] == list(range(heard[0]["id"], heard[0]["id"] + len(heard)))
        for name in range(4):
            assert [text for text in texts(listener) if text.startswith(f"{name} ")] == [f"{name} says {at}" for at in range(15)]


async def test_who_comes_later_gets_the_last_lines_and_a_restart_keeps_them(tmp_path: Path) -> None:
    bounds = Bounds(chat_lines_shown=3, chat_burst=100, chat_burst_per_table=100)
    async with opened(tmp_path, [SLOW], bounds=bounds) as house:
        ann = await at_table(house)
        await ann.event("betting_opened")
        for text in ("one", "two", "three", "four"):
            assert await say(ann, text) is None
        history = await history_of(await at_table(house))
        assert [message["text"] for message in history["messages"]] == ["two", "three", "four"]
        assert (history["table"], history["support"], history["characters"]) == (1, None, 200)
        last = history["messages"][-1]
    async with opened(tmp_path, [SLOW], bounds=bounds) as house:
        bob = await at_table(house)
        again = await history_of(bob)
        assert [message["text"] for message in again["messages"]] == ["two", "three", "four"]
        assert again["messages"][-1] == last
        assert again["you"] == public_name(bob.account) != last["speaker"]
        assert await say(bob, "five") is None
        assert (await hears(bob, "five"))["id"] == last["id"] + 1


async def test_the_same_message_sent_again_is_answered_again_and_said_once(tmp_path: Path) -> None:
    async with opened(tmp_path, [SLOW]) as house:
        ann = await at_table(house)
        frame = {"type": "chat", "table": 1, "text": "once", "command_id": "same-message"}
        for _ in range(3):
            await ann.send(**frame)
        answers = [await ann.until(lambda message: message["type"] == "answer") for _ in range(3)]
        assert [answer["refusal"] for answer in answers] == [None, None, None]
        assert await code_of(say(ann, "another", command_id="same-message")) == "command_id_reused"
        assert await say(ann, " once", command_id="same-message") is None
        assert texts(ann) == ["once"]


@pytest.mark.parametrize(
    ("text", "code", "limit"),
    [
        ("", "empty", None),
        (" \n\t", "empty", None),
        ("\u200b\u202e\ufeff", "empty", None),
        ("x" * 201, "too_long", 200),
        ("大" * 201, "too_long", 200),
        ("\U0001f468\u200d" * 401, "too_long", 200),
        (7, "malformed", None),
        (None, "malformed", None),
        (["x"], "malformed", None),
    ],
)
async def test_a_text_that_is_none_is_refused_with_the_reason(tmp_path: Path, text: object, code: str, limit: int | None) -> None:
    async with opened(tmp_path, [SLOW]) as house:
        ann = await at_table(house)
        refusal = await say(ann, text)
        assert refusal is not None
        assert (refusal["code"], refusal.get("limit")) == (code, limit)
        assert await say(ann, "大" * 200) is None
        assert texts(ann) == ["大" * 200]


async def test_a_word_that_the_house_does_not_want_is_refused_and_nobody_hears_it(tmp_path: Path) -> None:
    talk = HouseTalk(unwanted=UnwantedWords(["damn"]))
    async with opened(tmp_path, [SLOW], talk=talk) as house:
        ann = await at_table(house)
        assert await code_of(say(ann, "ＤＡＭＮ it")) == "unwanted_word"
        assert await say(ann, "damnation") is None
        assert texts(ann) == ["damnation"]


async def test_where_the_house_has_no_chat_nobody_can_talk_and_nothing_is_shown(tmp_path: Path) -> None:
    async with opened(tmp_path, [SLOW, SILENT]) as house:
        ann = await at_table(house, 2)
        assert await code_of(say(ann, "hello", table=2)) == "no_chat"
        assert await code_of(report(ann, 1, table=2)) == "no_chat"
        assert await code_of(say(ann, "hello", table=9)) == "no_such_table"
        assert await code_of(report(ann, 1, table=9)) == "no_such_table"
        assert not any(frame["type"].startswith("chat") for frame in ann.frames)


async def test_only_who_watches_a_table_talks_there(tmp_path: Path) -> None:
    async with opened(tmp_path, [SLOW]) as house:
        ann = await at_table(house, None)
        assert await code_of(say(ann, "hello")) == "forbidden"
        assert await code_of(report(ann, 1)) == "forbidden"
        await ann.watch()
        assert await say(ann, "hello") is None
        await ann.send(type="unwatch", table=1)
        assert await code_of(say(ann, "again")) == "forbidden"


async def test_who_talks_too_fast_has_to_wait_on_all_sockets_and_after_coming_again(tmp_path: Path) -> None:
    async with opened(tmp_path, [SLOW], bounds=Bounds(chat_per_second=0.01, chat_burst=3)) as house:
        ann, bob = await at_table(house), await at_table(house)
        assert [await code_of(say(ann, f"{at}")) for at in range(4)] == [None, None, None, "rate_limited"]
        refusal = await say(ann, "now")
        assert refusal is not None
        assert 0 < refusal["left"] <= 100
        await ann.drop()
        await true_within(lambda: not house.casino.floor.sockets_of(ann.account))
        await ann.open_socket()
        await ann.watch()
        assert await code_of(say(ann, "back")) == "rate_limited"
        assert await say(bob, "hello") is None


async def test_many_players_together_do_not_flood_a_table(tmp_path: Path) -> None:
    async with opened(tmp_path, [SLOW], bounds=Bounds(chat_per_second_per_table=0.01, chat_burst_per_table=5)) as house:
        players = [await at_table(house) for _ in range(4)]
        codes = [await code_of(say(player, f"{at}")) for at in range(2) for player in players]
        assert codes == [None] * 5 + ["rate_limited"] * 3


async def test_a_report_is_stored_with_what_was_said_around_it_and_answered_with_where_to_write(tmp_path: Path) -> None:
    talk = HouseTalk(support="help@house.example")
    async with opened(tmp_path, [SLOW], bounds=Bounds(chat_lines_around_report=1), talk=talk) as house:
        ann, bob = await at_table(house), await at_table(house)
        assert (await history_of(bob))["support"] == "help@house.example"
        await ann.event("betting_opened")
        for text in ("one", "two", "three", "four"):
            assert await say(ann, text) is None
        number = (await hears(bob, "three"))["id"]
        assert await report(bob, number) is None
        told = next(frame for frame in bob.frames if frame["type"] == "chat_reported")
        assert told == {"type": "chat_reported", "table": 1, "message": number, "support": "help@house.example"}
        assert await report(bob, number) is None
        (stored,) = (await house.casino.store.chat_reports(before=None, limit=9)).reports
        assert (stored.table, stored.line, stored.accounts) == (1, number, (bob.account,))
        assert [(line.text, line.account) for line in stored.lines] == [(text, ann.account) for text in ("two", "three", "four")]
        assert not any(frame["type"] == "chat_reported" for frame in ann.frames)


async def test_what_nobody_said_cannot_be_reported_and_reports_have_a_rate(tmp_path: Path) -> None:
    bounds = Bounds(chat_reports_per_second=0.01, chat_reports_burst=3)
    async with opened(tmp_path, [SLOW], bounds=bounds) as house:
        ann = await at_table(house)
        await ann.until(lambda message: message["type"] == "chat" and message["message"]["notice"] == "shoe_changed")
        codes = [await code_of(report(ann, number)) for number in (1, 999, 2**53 - 1, 1)]
        assert codes == ["not_found", "not_found", "not_found", "rate_limited"]
        for wrong in (0, -1, 2**53, "1", 1.5, None):
            assert await code_of(ask(ann, type="chat_report", table=1, message=wrong)) == "malformed"
        assert rows(tmp_path / "house.db", "SELECT count(*) FROM chat_reports") == [(0,)]


async def test_the_house_says_that_the_shoe_changed_and_that_a_round_is_suspended_or_voided(tmp_path: Path) -> None:
    async with opened(tmp_path, [SLOW]) as house:
        ann = await at_table(house)

        async def notice(kind: str) -> Message:
            said = await ann.until(lambda message: message["type"] == "chat" and message["message"]["notice"] == kind)
            message: Message = said["message"]
            assert (message["kind"], message["who"], message["speaker"]) == ("system", None, None)
            return message

        assert (await notice("shoe_changed"))["about"] == 1
        await ann.event("betting_opened")
        dealer = house.dealer()
        assert await dealer._commit([dealer._own(co.Suspend(reason="a card fell"))])
        said = await notice("round_suspended")
        assert (said["about"], said["text"]) == (1, "a card fell")
        assert await dealer._commit([dealer._own(co.VoidRound(reason="a card fell"))])
        assert (await notice("round_voided"))["about"] == 1


async def test_the_house_says_which_round_is_the_last_before_the_shuffle(tmp_path: Path) -> None:
    fast = setup(betting_seconds=0.02, card_seconds=0.002, result_seconds=0.01, decks=6, cut_card_least=150, cut_card_most=156)
    async with opened(tmp_path, [fast]) as house:
        ann = await at_table(house)
        said = await ann.until(lambda m: m["type"] == "chat" and m["message"]["notice"] == "last_round", 60)
        await ann.until(lambda m: m["type"] == "chat" and m["message"]["notice"] == "shoe_changed" and m["message"]["about"] == 2)
        shoe = [event for frame in ann.frames if frame["type"] == "events" for event in frame["events"]]
        last = max(event["result"]["round"] for event in shoe if event["type"] == "round_settled")
        assert said["message"]["about"] == last


class FailingStore(SqliteStore):
    """A store whose chat can be made to fail."""

    fails = False

    async def add_chat(self, lines: Any) -> None:
        if self.fails:
            raise StoreFailed("the disk is full")
        await super().add_chat(lines)


async def test_what_cannot_be_stored_is_refused_and_nobody_hears_it_and_the_chat_goes_on(tmp_path: Path) -> None:
    store = FailingStore(tmp_path / "house.db")
    async with opened(tmp_path, [SLOW], store=store) as house:
        ann = await at_table(house)
        await ann.until(lambda message: message["type"] == "chat")
        store.fails = True
        assert await code_of(say(ann, "lost", command_id="try-again-1")) == "unavailable"
        store.fails = False
        assert await say(ann, "found", command_id="try-again-2") is None
        assert texts(ann) == ["found"]
        kept = await store.chat(1, last=9)
        assert [line.number for line in kept] == list(range(1, len(kept) + 1))


async def test_a_hostile_client_is_shut_out_and_the_table_hears_its_few_messages_at_most(tmp_path: Path) -> None:
    async with opened(tmp_path, [SLOW]) as house:
        good = await at_table(house)
        bad = await at_table(house)
        for frame in (b"\x00\xff", '{"type":"chat"}', '{"type":"chat","table":1,"text":"\\ud800","command_id":"abcdefgh"}'):
            await bad.send_raw(frame)
        frame = '{"type":"chat","table":1,"text":"<img src=x onerror=alert(1)> \u202espam","command_id":"spam-%06d"}'
        with contextlib.suppress(ConnectionClosed):
            for at in range(10_000):
                await bad.send_raw(frame % at)
        assert await bad.closed_with() == 1008
        assert await say(good, "still here") is None
        heard = texts(good)
        assert heard[-1] == "still here"
        assert len(heard) <= Bounds().chat_burst + 3
        assert set(heard[:-1]) <= {"<img src=x onerror=alert(1)> spam"}
        huge = await at_table(house)
        await huge.send_raw('{"type":"chat","table":1,"command_id":"abcdefgh","text":"' + "x" * 100_000 + '"}')
        assert await huge.closed_with() == 1009
        assert await say(good, "and now") is None


async def test_players_who_are_gone_leave_no_rates_behind_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puntobanco.server.rates.FORGETS_EVERY_S", 0)
    bounds = Bounds(chat_rates_kept=3, chat_per_second=1_000, chat_per_second_per_table=1_000)
    async with opened(tmp_path, [SLOW], bounds=bounds) as house:
        for _ in range(8):
            assert await say(await at_table(house), "hello") is None
            await asyncio.sleep(0.01)
        assert len(house.casino.chat._rates) <= 4


def test_a_speaker_is_the_same_for_good_and_gives_no_account_away() -> None:
    assert public_name("ann") == public_name("ann") != public_name("bob")
    assert "ann" not in public_name("ann")
