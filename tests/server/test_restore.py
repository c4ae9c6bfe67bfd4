"""A database restored from a backup: players have seen the cards that it would deal again, so its shoe is ended first."""

import shutil
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

from puntobanco.errors import BadSettings
from puntobanco.server.settings import Bounds
from puntobanco.server.witness import Witness
from puntobanco.table.state import Phase, Stage, TableState
from tests.server.books import check_books
from tests.server.guests import guest
from tests.server.inside import House, MovedClock, StandingClock, opened, setup
from tests.server.served import Client, true_within
from tests.server.test_ceremony import PACE, sharers
from tests.server.test_resume import go_to, state_of

TABLES = [setup(1, "live")]


def at(phase: Phase, number: int = 2) -> Callable[[TableState], bool]:
    """A table in a phase of a round."""

    def there(state: TableState) -> bool:
        return (state.phase, state.round) == (phase, number)

    return there


async def seen_cards(house: House, clock: StandingClock, number: int) -> list[str]:
    """The cards of a round, once it is settled."""
    await go_to(house, clock, at(Phase.RESULT, number))
    return [str(one.card) for one in state_of(house).dealt]


async def at_the_table(player: Client, house: House) -> None:
    """A player comes back to table 1."""
    player.move_to(house)
    await player.open_socket()
    await player.watch()


def put_back(backup: Path, folder: Path) -> None:
    """Put a backup where the database is."""
    for leftover in folder.glob("house.db-*"):
        leftover.unlink()
    shutil.move(backup, folder / "house.db")


async def played_on_after_a_backup(folder: Path, phase: Phase) -> tuple[Client, list[str]]:
    """A backup in a phase of round 2; then that round and the next one are played, and the backup is put back."""
    clock = StandingClock()
    async with opened(folder, TABLES, clock=clock) as house:
        player = await guest(house)
        await player.open_socket()
        await player.watch()
        await go_to(house, clock, at(Phase.BETTING))
        assert (await player.bet(1, 2, "player", 500))["refusal"] is None
        await go_to(house, clock, at(phase))
    backup = folder / "backup.db"
    shutil.copy(folder / "house.db", backup)
    async with opened(folder, TABLES, clock=clock) as house:
        await at_the_table(player, house)
        cards = await seen_cards(house, clock, 3)
    put_back(backup, folder)
    return player, cards


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.DEALING, Phase.RESULT])
async def test_a_restored_shoe_is_ended_and_opened_before_any_betting(tmp_path: Path, phase: Phase) -> None:
    player, _ = await played_on_after_a_backup(tmp_path, phase)
    clock = StandingClock()
    async with opened(tmp_path, TABLES, clock=clock) as house:
        await at_the_table(player, house)
        await go_to(house, clock, lambda state: state.shoe_number == 2)
        record = await player.get("/api/shoes/1-1/record")
        said = record["log"][-1]["text"].split("\n")
        assert said[2:4] == ["end ended_early", "reason restored"]
        assert len(said[-1]) == len("secret ") + 64
        assert [one["voided"] for one in record["rounds"]] == [None, "restored" if phase is Phase.BETTING else None]
        balance = await house.casino.store.balance(player.account)
        assert balance.held_cents == 0
        assert balance.free_cents == 1_000_000 or phase is not Phase.BETTING
    async with opened(tmp_path, TABLES, clock=clock) as house:
        await at_the_table(player, house)
        await go_to(house, clock, at(Phase.RESULT, 1))
        assert state_of(house).shoe_number == 2, "it is restored once, not at each start"
    check_books(tmp_path / "house.db")


async def test_without_the_witness_players_could_bet_on_cards_that_they_have_seen(tmp_path: Path) -> None:
    player, cards = await played_on_after_a_backup(tmp_path, Phase.BETTING)
    clock = StandingClock()
    with mock.patch("puntobanco.server.witness.Witness.last", return_value=None):
        async with opened(tmp_path, TABLES, clock=clock) as house:
            await at_the_table(player, house)
            assert await seen_cards(house, clock, 3) == cards


@pytest.mark.parametrize("stage", [Stage.SEALING, Stage.OPENING])
async def test_a_ceremony_whose_list_was_closed_already_is_not_gone_through_again(tmp_path: Path, stage: Stage) -> None:
    """What players opened is known to the house: with the list of before it could choose a helper's share to suit it."""
    clock, tables = MovedClock(), [setup(1, "live", **PACE)]
    async with opened(tmp_path, tables, clock=clock) as house:
        (ann,) = await sharers(house, 1, clock)
        assert await ann.seal() is None
        await ann.until(stage)
    backup = Path(shutil.copy(tmp_path / "house.db", tmp_path / "backup.db"))
    async with opened(tmp_path, tables, clock=clock) as house:
        ann.house = house
        await at_the_table(ann.client, house)
        await ann.until(Stage.OPENING)
        assert await ann.open_() is None
        await ann.until_the_shoe_comes()
        await ann.client.event("betting_closed")
    put_back(backup, tmp_path)
    async with opened(tmp_path, tables, clock=clock) as house:
        ann.house = house
        await at_the_table(ann.client, house)
        await true_within(lambda: ann.ceremony.announcement.shoe == 2)
        record = await ann.client.get("/api/shoes/1-1/record")
        assert record["log"][-1]["text"].split("\n")[2:4] == ["end ended_early", "reason restored"]
    check_books(tmp_path / "house.db")


async def test_a_shoe_that_was_opened_to_all_is_not_played_on_from_a_backup(tmp_path: Path) -> None:
    clock, both = StandingClock(), [setup(1, "live"), setup(2, "live")]
    async with opened(tmp_path, both, clock=clock) as house:
        player = await guest(house)
        await at_the_table(player, house)
        await go_to(house, clock, at(Phase.RESULT, 1))
    backup = Path(shutil.copy(tmp_path / "house.db", tmp_path / "backup.db"))
    async with opened(tmp_path, both[1:], clock=clock) as house:
        player.move_to(house)
        record = await player.get("/api/shoes/1-1/record")
        while not record["log"][-1]["text"].startswith("ended\n"):
            record = await player.get("/api/shoes/1-1/record")
    put_back(backup, tmp_path)
    async with opened(tmp_path, both, clock=clock) as house:
        await at_the_table(player, house)
        await go_to(house, clock, at(Phase.BETTING, 1))
        assert state_of(house).shoe_number == 2


async def test_where_nothing_was_promised_the_table_goes_on_and_its_next_restart_is_a_usual_one(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, TABLES, clock=clock):
        pass
    backup = Path(shutil.copy(tmp_path / "house.db", tmp_path / "backup.db"))
    async with opened(tmp_path, TABLES, clock=clock) as house:
        player = await guest(house)
        await at_the_table(player, house)
        await go_to(house, clock, at(Phase.BETTING, 2))
    put_back(backup, tmp_path)
    for phase in (Phase.BETTING, Phase.DEALING):
        async with opened(tmp_path, TABLES, clock=clock) as house:
            newcomer = await guest(house)
            await at_the_table(newcomer, house)
            await go_to(house, clock, at(phase, 1))
            assert state_of(house).shoe_number == 1


async def test_a_disk_that_fails_for_a_while_stops_no_table(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, TABLES, clock=clock, bounds=Bounds(retry_after_ms=20)) as house:
        player = await guest(house)
        await at_the_table(player, house)
        await go_to(house, clock, at(Phase.BETTING, 1))
        with mock.patch("puntobanco.server.witness.Witness._write", side_effect=OSError("no space left")):
            await go_to(house, clock, at(Phase.DEALING, 1))
            assert state_of(house).dealt == (), "no card comes before it is noted"
        await go_to(house, clock, at(Phase.RESULT, 1))
    assert Witness(tmp_path / "house.db.seen").last(1) is not None


async def test_a_usual_restart_is_no_restore(tmp_path: Path) -> None:
    clock = StandingClock()
    for phase, number in [(Phase.BETTING, 1), (Phase.DEALING, 1), (Phase.RESULT, 1), (Phase.BETTING, 2), (Phase.DEALING, 3)]:
        async with opened(tmp_path, TABLES, clock=clock) as house:
            player = await guest(house)
            await player.open_socket()
            await player.watch()
            await go_to(house, clock, at(phase, number))
            assert state_of(house).shoe_number == 1


async def test_what_the_house_has_seen_must_be_readable(tmp_path: Path) -> None:
    folder = tmp_path / "house.db.seen"
    folder.mkdir()
    (folder / "table-1.json").write_text("{")
    with pytest.raises(BadSettings, match=r"table-1\.json: what the house has seen of table 1 cannot be read"):
        Witness(folder).last(1)
    with pytest.raises(BadSettings):
        async with opened(tmp_path, TABLES):
            pass
