"""The list of a table's shoes and the log they stand in, over HTTP: how each ended is counted where players see it (rule 7.4)."""

from pathlib import Path

import pytest

from puntobanco.bank.shoe_log import LOG_PAGE
from puntobanco.game.proof import BEGINNING
from puntobanco.game.proof.log import Entry, broken_at
from puntobanco.table.state import Phase, Stage
from tests.server.books import rows
from tests.server.guests import guest, refused
from tests.server.inside import SHORT_SHOE, House, MovedClock, StandingClock, opened, setup
from tests.server.served import true_within
from tests.server.test_ceremony import PACE, sharers
from tests.server.test_resume import go_to, state_of

CONTINUOUS = {"continuous_shuffler": True, "burn": "none"}


async def entries(house: House, table: int = 1) -> list[Entry]:
    """The whole log of a table, page by page."""
    player = await guest(house)
    found: list[Entry] = []
    after: int | None = 0
    while after is not None:
        page = await player.get(f"/api/commitments?table={table}&after={after}")
        found += [Entry(one["text"], one["hash"]) for one in page["entries"]]
        after = page["next"]
    return found


async def test_a_lost_key_a_failed_attempt_and_a_shoe_in_play_are_listed_and_counted(tmp_path: Path) -> None:
    clock = MovedClock()
    tables = [setup(1, "live", **{**PACE, "betting_seconds": 60})]
    async with opened(tmp_path, tables, clock=clock) as house:
        await sharers(house, 1, clock)
        started_ms = clock.now_ms()
    (tmp_path / "house.db.key").unlink()
    async with opened(tmp_path, tables, clock=clock) as house:
        ann, bob = await sharers(house, 2, clock)
        assert [await ann.seal(), await bob.seal()] == [None, None]
        await ann.until(Stage.OPENING)
        assert await ann.open_() is None
        await ann.until(Stage.SEALING, attempt=2)
        assert await ann.seal() is None
        await ann.until(Stage.OPENING, attempt=2)
        assert await ann.open_() is None
        await ann.until_the_shoe_comes()
        await ann.client.event("betting_opened")
        listed = await ann.client.get("/api/tables/1/shoes")
        head = (await ann.client.get("/api/commitments"))["heads"]
        assert head == [{"table": 1, "shoe": 2, "head": listed["log_head"]}]
    counts = {"finished": 0, "ended_early": 0, "never_opened": 1, "failed_ceremonies": 1, "voided_rounds": 0}
    assert listed["counts"] == counts
    second, first = listed["shoes"]
    assert {key: first[key] for key in ("shoe", "state", "reason", "rounds")} == {
        "shoe": 1,
        "state": "never_opened",
        "reason": "shoe_lost",
        "rounds": 0,
    }
    assert first["started_ms"] <= started_ms <= first["ended_ms"]
    assert {key: second[key] for key in ("shoe", "state", "failed", "shared", "rounds", "ended_ms")} == {
        "shoe": 2,
        "state": "in_play",
        "failed": 1,
        "shared": 1,
        "rounds": 0,
        "ended_ms": None,
    }


async def test_a_finished_shoe_has_its_rounds_and_the_next_one_is_shuffled(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [setup(1, "live", **SHORT_SHOE)], clock=clock) as house:
        player = await guest(house)
        await player.open_socket()
        await player.watch()
        await go_to(house, clock, lambda state: state.shoe_number == 2)
        await true_within(lambda: state_of(house).ceremony)
        listed = await player.get("/api/tables/1/shoes")
        older = await player.get("/api/tables/1/shoes?before=2")
    played = rows(tmp_path / "house.db", "SELECT count(*) FROM rounds WHERE shoe = 1")[0][0]
    assert [(one["shoe"], one["state"]) for one in listed["shoes"]] == [(2, "shuffling"), (1, "finished")]
    assert listed["shoes"][1]["rounds"] == played
    assert older["shoes"] == listed["shoes"][1:]
    assert listed["counts"]["finished"] == 1


async def test_the_log_is_given_page_by_page_and_its_chain_holds(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [setup(1, "live", **CONTINUOUS)], clock=clock) as house:
        player = await guest(house)
        await player.open_socket()
        await player.watch()
        await go_to(house, clock, lambda state: state.round == 3 and state.phase is Phase.RESULT)
        whole = await entries(house)
        assert broken_at(whole, BEGINNING) is None
        assert [one.text.split("\n")[0] for one in whole] == ["announced", "closed", "opened", "published", *["round"] * 3]
        assert whole[-1].hash == state_of(house).log_head
        assert len(whole) < LOG_PAGE


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/tables/9/shoes", 404, "no_such_table"),
        ("/api/tables/1/shoes?before=0", 400, "malformed"),
        ("/api/tables/1/shoes?before=x", 400, "malformed"),
        ("/api/commitments?table=9", 404, "no_such_table"),
        ("/api/commitments?table=0", 400, "malformed"),
        ("/api/commitments?after=-1", 400, "malformed"),
        ("/api/shoes/1-2/record", 404, "not_found"),
        ("/api/shoes/1-x/record", 404, "not_found"),
        ("/api/shoes/99999999999-1/record", 404, "not_found"),
    ],
)
async def test_what_is_not_there_or_no_number_is_refused(tmp_path: Path, path: str, status: int, code: str) -> None:
    async with opened(tmp_path, [setup(1, "live", **PACE)]) as house, (await guest(house)).http() as http:
        refused(await http.get(path), status, code)
