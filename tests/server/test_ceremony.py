"""The ceremony of a shoe over real sockets: players share, one does not open, the house restarts, and the record proves it all."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import pytest

from puntobanco.bank.store import StoreFailed
from puntobanco.game.proof import BEGINNING, Share
from puntobanco.game.proof.log import Entry, broken_at
from puntobanco.server.settings import Bounds
from puntobanco.server.tables import TableSetup
from puntobanco.table.dealing import next_ms
from puntobanco.table.players import public_name
from puntobanco.table.state import Ceremony, Phase, Stage
from tests.server.books import check_books
from tests.server.chosen import seal_of_share, share_of
from tests.server.guests import guest
from tests.server.inside import SHORT_SHOE, House, MovedClock, opened, setup
from tests.server.served import Client, Message, true_within
from tests.server.staffed import staffed

PACE = {"shuffle_seconds": 60, "betting_seconds": 0.02, "card_seconds": 0.002, "result_seconds": 0.005}


class Sharer:
    """A player at table 1 who shares in its shoes."""

    def __init__(self, house: House, client: Client, clock: MovedClock) -> None:
        self.house = house
        self.clock = clock
        self.client = client
        self.name = public_name(client.account)
        self.share = share_of(client.account)

    @property
    def ceremony(self) -> Ceremony:
        """What is under way at the table."""
        state = self.house.dealer().state
        assert state is not None
        assert state.ceremony is not None
        return state.ceremony

    async def seal(self) -> str | None:
        """Seal a contribution; the code of a refusal, or None."""
        announcement = self.ceremony.announcement
        seal = seal_of_share(self.ceremony, self.client.account, self.share)
        return await self.ask(type="seal_share", shoe=announcement.shoe, attempt=announcement.attempt, seal=seal)

    async def open_(self, share: Share | None = None) -> str | None:
        """Open it, or something else."""
        share, announcement = share or self.share, self.ceremony.announcement
        told = {"random": share.random, "words": share.words, "cut_place": share.cut_place}
        return await self.ask(type="open_share", shoe=announcement.shoe, attempt=announcement.attempt, **told)

    async def ask(self, **message: object) -> str | None:
        """Send a command and wait for its answer."""
        name = self.client.command_id()
        await self.client.send(command_id=name, table=1, **message)
        answer = await self.client.until(lambda one: one["type"] == "answer" and one["command_id"] == name)
        return None if answer["refusal"] is None else str(answer["refusal"]["code"])

    async def until(self, stage: Stage, attempt: int = 1) -> None:
        """Let time pass until a stage of an attempt."""
        while (self.ceremony.stage, self.ceremony.announcement.attempt) != (stage, attempt):
            await self.step()

    async def until_the_shoe_comes(self) -> None:
        """Let time pass until the shoe is on the table."""
        while (state := self.house.dealer().state) and state.phase is Phase.SHUFFLING:
            await self.step()

    async def step(self) -> None:
        """Let time pass until the next step."""
        state = self.house.dealer().state
        assert state is not None
        self.clock.forward(max(0, (next_ms(state) or 0) - self.clock.now_ms()))
        self.house.dealer().wake()
        await true_within(lambda: (now := self.house.dealer().state) is not None and now.version > state.version)


async def sharers(house: House, count: int, clock: MovedClock) -> list[Sharer]:
    """Players who watch the table while its first shoe is announced."""
    found = []
    for _ in range(count):
        client = await guest(house)
        await client.open_socket()
        await client.watch()
        found.append(Sharer(house, client, clock))
    await true_within(lambda: (state := house.dealer().state) is not None and state.ceremony is not None)
    return found


async def sealed_at(folder: Path, tables: Sequence[TableSetup], stage: Stage, clock: MovedClock) -> tuple[Sharer, Ceremony]:
    """A house that closes at a stage of its first shoe's ceremony, in which one player sealed a contribution."""
    async with opened(folder, tables, clock=clock) as house:
        (ann,) = await sharers(house, 1, clock)
        assert await ann.seal() is None
        await ann.until(stage)
        return ann, ann.ceremony


def lines(record: Message, kind: str) -> list[str]:
    """The own lines of the first entry of a kind in a record's log."""
    return next(str(one["text"]).split("\n")[2:] for one in record["log"] if one["text"].startswith(f"{kind}\n"))


def whole_log(records: Sequence[Message]) -> list[Entry]:
    """The entries of some records, one after the other."""
    return [Entry(one["text"], one["hash"]) for record in records for one in record["log"]]


async def test_two_players_share_and_the_shoe_is_cut_where_one_of_them_sealed(tmp_path: Path) -> None:
    clock = MovedClock()
    async with opened(tmp_path, [setup(1, "macau", **PACE, **SHORT_SHOE)], clock=clock) as house:
        ann, bob = await sharers(house, 2, clock)
        ann.share, bob.share = share_of(ann.client.account, 100, "lucky"), share_of(bob.client.account, 200)
        assert [await ann.seal(), await bob.seal(), await ann.seal()] == [None, None, "wrong_phase"]
        assert await ann.open_() == "wrong_phase"
        await ann.until(Stage.OPENING)
        assert await ann.open_(share_of(ann.client.account, 101, "lucky")) == "bad_share"
        assert [await bob.open_(), await ann.open_()] == [None, None]
        await ann.until_the_shoe_comes()
        closed = await ann.client.event("shoe_closed", timeout_s=40)
        record = await ann.client.get("/api/shoes/1-1/record")
        assert [line.split()[0] for line in lines(record, "closed")] == [ann.name, bob.name]
        assert "words lucky" in lines(record, "opened")
        assert lines(record, "published")[0] in ("cut 100", "cut 200")
        assert lines(record, "ended")[-1] == f"secret {closed['secret'].upper()}"
        assert broken_at(whole_log([record]), record["previous"]) is None
    check_books(tmp_path / "house.db")


async def test_who_is_there_when_a_shoe_is_announced_learns_their_name_in_it(tmp_path: Path) -> None:
    clock = MovedClock()
    async with opened(tmp_path, [setup(1, "live", **PACE)], clock=clock) as house:
        # The shoe is announced as soon as somebody is there: after the picture that the first of them got.
        (ann,) = await sharers(house, 1, clock)
        own = await ann.client.until(lambda one: one["type"] == "own" and one["own"]["share"] is not None)
        assert own["own"]["share"] == {"player": ann.name, "sealed": False, "opened": False}


async def test_who_does_not_open_is_named_and_only_who_did_may_share_again(tmp_path: Path) -> None:
    clock = MovedClock()
    async with opened(tmp_path, [setup(1, "live", **PACE)], clock=clock) as house:
        ann, bob = await sharers(house, 2, clock)
        assert [await ann.seal(), await bob.seal()] == [None, None]
        first = ann.ceremony
        await ann.until(Stage.OPENING)
        assert await ann.open_() is None
        await ann.until(Stage.SEALING, attempt=2)
        failed = await ann.client.event("shares_failed")
        assert failed["missing"] == [bob.name]
        told = str([frame for frame in ann.client.frames if frame["type"] == "events"])
        assert ann.share.random not in told, "what was opened in an attempt that failed is told to nobody"
        assert ann.ceremony.sealed != first.sealed
        assert [await bob.seal(), await ann.seal()] == ["may_not_share", None]
        await ann.until(Stage.OPENING, attempt=2)
        assert await ann.open_() is None
        await ann.until_the_shoe_comes()
        arrived = await ann.client.event("shoe_arrived")
        assert (arrived["shoe"]["failed"], arrived["shoe"]["shared"]) == (1, 1)
    check_books(tmp_path / "house.db")


@pytest.mark.parametrize("stage", [Stage.SEALING, Stage.OPENING])
async def test_a_restart_re_rolls_nothing_and_gives_time_to_come_back(tmp_path: Path, stage: Stage) -> None:
    clock = MovedClock()
    tables = [setup(1, "live", **PACE)]
    ann, before = await sealed_at(tmp_path, tables, stage, clock)
    async with opened(tmp_path, tables, clock=clock) as house:
        ann.house = house
        ann.client.move_to(house)
        await ann.client.open_socket()
        await ann.client.watch()
        now = ann.ceremony
        kept = [(one.announcement, one.commitment, one.sealed, one.seals, one.entries, one.stage) for one in (before, now)]
        assert kept[0] == kept[1]
        await ann.until(Stage.OPENING)
        assert await ann.open_() is None
        await ann.until_the_shoe_comes()
        arrived = await ann.client.event("shoe_arrived")
        assert (arrived["shoe"]["failed"], arrived["shoe"]["shared"]) == (0, 1)
    check_books(tmp_path / "house.db")


async def test_the_log_runs_on_through_all_shoes_of_a_table_and_its_head_is_in_every_snapshot(tmp_path: Path) -> None:
    quick = {**PACE, "shuffle_seconds": 0.05}
    async with opened(tmp_path, [setup(1, "live", **quick, **SHORT_SHOE)]) as house:
        client = await guest(house)
        await client.open_socket()
        await client.watch()
        for _ in range(2):
            await client.event("shoe_closed", timeout_s=40)
        records = [await client.get(f"/api/shoes/1-{number}/record") for number in (1, 2)]
        assert records[0]["previous"] == BEGINNING
        assert records[1]["previous"] == records[0]["log"][-1]["hash"]
        assert broken_at(whole_log(records), BEGINNING) is None
        state = house.dealer().state
        assert state is not None
        other = await guest(house)
        await other.open_socket()
        snapshot = await other.watch()
        heads = {one["hash"] for one in (await other.get("/api/shoes/1-3/record"))["log"]} | {records[1]["log"][-1]["hash"]}
        assert snapshot["table"]["log_head"] in heads


async def test_a_table_that_is_not_opened_any_more_opens_the_shoe_that_it_promised(tmp_path: Path) -> None:
    clock = MovedClock()
    async with opened(tmp_path, [setup(1, "live", **PACE), setup(2, "live", **PACE)], clock=clock) as house:
        (ann,) = await sharers(house, 1, clock)
        assert await ann.seal() is None
    async with opened(tmp_path, [setup(2, "live", **PACE)], clock=clock) as house:
        ann.client.move_to(house)

        record = await ann.client.get("/api/shoes/1-1/record")
        while not record["log"][-1]["text"].startswith("ended\n"):
            record = await ann.client.get("/api/shoes/1-1/record")
        said = lines(record, "ended")
        assert said[:2] == ["end ended_early", "reason table_closed"]
        assert said[-1].startswith("secret ")
        assert len(said[-1]) == len("secret ") + 64
    check_books(tmp_path / "house.db")


@pytest.mark.parametrize("stage", [Stage.SEALING, Stage.OPENING])
async def test_a_secret_lost_before_the_shoe_came_ends_it_unopened_and_says_so(tmp_path: Path, stage: Stage) -> None:
    clock = MovedClock()
    tables = [setup(1, "live", **PACE)]
    await sealed_at(tmp_path, tables, stage, clock)
    (tmp_path / "house.db.key").unlink()
    async with opened(tmp_path, tables, clock=clock) as house:
        (bob,) = await sharers(house, 1, clock)
        record = await bob.client.get("/api/shoes/1-1/record")
        assert lines(record, "ended") == ["end never_opened", "reason shoe_lost", "rounds 0", "secret -"]
        assert bob.ceremony.announcement.shoe == 2
    check_books(tmp_path / "house.db")


async def test_who_is_frozen_after_sealing_still_opens_and_no_attempt_fails_for_it(tmp_path: Path) -> None:
    clock = MovedClock()
    async with staffed(tmp_path, [setup(1, "live", **PACE)], clock=clock) as desks:
        (ann,) = await sharers(desks.house, 1, clock)
        assert await ann.seal() is None
        body = {"reason": "checking papers", "command_id": "freeze-0001"}
        assert (await desks.host.post(f"/api/staff/players/{ann.client.account}/freeze", json=body)).status_code == 200
        await ann.until(Stage.OPENING)
        assert await ann.open_() is None
        assert ann.ceremony.stage is Stage.OPENED


async def test_a_store_that_fails_while_contributions_are_opened_names_nobody(tmp_path: Path) -> None:
    clock = MovedClock()
    async with opened(tmp_path, [setup(1, "live", **PACE)], clock=clock, bounds=Bounds(retry_after_ms=20)) as house:
        (ann,) = await sharers(house, 1, clock)
        assert await ann.seal() is None
        await ann.until(Stage.OPENING)
        with mock.patch.object(house.casino.store, "transact", side_effect=StoreFailed("no space left")):
            assert await ann.open_() == "unavailable"
            clock.forward(60_000)
            house.dealer().wake()
            await asyncio.sleep(0.1)
        assert await ann.open_() is None
        assert (ann.ceremony.stage, ann.ceremony.announcement.attempt) == (Stage.OPENED, 1)
