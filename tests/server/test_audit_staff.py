"""The audit and the staff: a house in which they did all they can, and what somebody changed of it behind everyone's back."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from puntobanco.bank.limits import AUDIT_SLACK_MS
from tests.server.books import rows
from tests.server.inside import setup
from tests.server.served import differences
from tests.server.staffed import Desks, staffed
from tests.server.test_desk import BY_HAND, SAM, AtDesk, watching

TABLES = [setup(1, "classic", **BY_HAND), setup(2, "live", betting_seconds=60), setup(3, betting_seconds=60)]


async def at_the_desk(desks: Desks) -> None:
    """Table 1: every act with real cards, once or twice, and a shoe that was done beside two that were not."""
    dora = AtDesk(desks.dealer)
    await dora.ready()
    await dora.open_round()
    await dora.closed()
    await dora.enter("9H", "2S", "KD")
    await dora.must("correct_card", number=1, card=" 9s ", reason="misread", approval=SAM)
    await dora.must("correct_card", number=1, card="9S", reason="so already")
    await dora.must("note_exposed", card="10♥", reason="it lay face up")
    view = await dora.must("burn_cards", number=4, count=3, reason="one too many", approval=SAM)
    await dora.must("show_cut_card", number=view["next_number"])
    await dora.must("show_cut_card", number=view["next_number"], out=False, reason="a mistake")
    await dora.must("show_cut_card", number=view["next_number"])
    await dora.enter("3C")
    await dora.must("take_card_back", number=7, reason="scanned twice")
    await dora.enter("4C")
    await dora.settle()
    await dora.ready(2)
    sam = AtDesk(desks.supervisor)
    await sam.ready(3, reason="a torn nine", replaced=True)
    await sam.open_round()
    await sam.closed()
    about = {"command_id": "void-00001", "shoe": 3, "round": 1, "reason": "a card too many"}
    assert (await desks.supervisor.post("/api/staff/tables/1/void", json=about)).status_code == 200


async def in_order(desks: Desks) -> None:
    """Tables 2 and 3: suspended, resumed, voided; somebody muted, somebody frozen and given back; announcements."""

    async def post(http: httpx.AsyncClient, path: str, name: str, **body: Any) -> None:
        answer = await http.post(f"/api/staff/{path}", json={"command_id": name, **body})
        assert answer.status_code == 200, answer.text

    player = await watching(desks)
    await player.watch(2)
    state = desks.house.dealer(2).state
    while state is None or state.phase != "betting":
        await asyncio.sleep(0.05)
        state = desks.house.dealer(2).state
    about = {"shoe": state.shoe_number, "round": state.round}
    await post(desks.dealer, "tables/2/suspend", "suspend-01", **about, reason="the camera fell")
    await post(desks.dealer, "tables/2/resume", "resume-001", **about)
    await post(desks.dealer, "tables/2/suspend", "suspend-02", **about, reason="it fell again")
    await post(desks.dealer, "tables/2/void", "void-00002", **about, reason="no camera", approval=SAM)
    await post(desks.dealer, f"players/{player.account}/mute", "mute-00001", minutes=5, reason="rude")
    for kind in ("freeze", "unfreeze"):
        await post(desks.supervisor, f"players/{player.account}/{kind}", f"{kind}-0001", reason="rude")
    await post(desks.dealer, "announcements", "announce-1", table=None, text="Good evening.")
    await post(desks.dealer, "announcements", "announce-2", table=3, text="Table 3 closes at nine.")


async def play(folder: Path) -> None:
    async with staffed(folder, TABLES) as desks:
        await at_the_desk(desks)
        await in_order(desks)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("staffed")
    asyncio.run(play(folder))
    return folder / "house.db"


def forged(played: Path, folder: Path, *statements: str) -> list[str]:
    path = Path(shutil.copy(played, folder / "forged.db"))
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, statement
    return [": ".join(difference) for difference in differences(f"sqlite:///{path}")]


def test_everything_that_staff_can_do_is_in_order(played: Path) -> None:
    assert forged(played, played.parent) == []
    kinds = {kind for (kind,) in rows(played, "SELECT DISTINCT kind FROM staff_acts WHERE table_number IN (1, 2)")}
    desk = {"new_shoe", "correct_card", "take_card_back", "show_cut_card", "burn_cards", "note_exposed"}
    assert kinds == {*desk, "round_suspended", "round_resumed", "round_voided"}
    assert rows(played, "SELECT count(*) FROM staff_acts WHERE reason = 'so already'") == [(0,)], "what was so already"


ACTS = "staff_acts WHERE kind ="
EVENT = "UPDATE events SET body = json_set(body, '$.{}', '{}') WHERE kind = '{}'"
NO_ACT = "by staff, and no act of staff stands for it"
NO_EVENT = "and no event there stands for it"
CASES = {
    "all acts gone": ("DELETE FROM staff_acts", NO_ACT),
    "the last act gone": ("DELETE FROM staff_acts WHERE kind = 'announced' AND table_number = 3", "chat: table 3"),
    "an act in the middle gone": ("DELETE FROM staff_acts WHERE kind = 'staff_named'", "follows act"),
    "a correction gone": (f"DELETE FROM {ACTS} 'correct_card'", f"is correct_card {NO_ACT}"),
    "a void gone": (f"DELETE FROM {ACTS} 'round_voided' AND table_number = 2", f"is round_voided {NO_ACT}"),
    "a shuffle gone": (f"DELETE FROM {ACTS} 'new_shoe' AND reason = ''", f"is new_shoe {NO_ACT}"),
    "another's name": ("UPDATE staff_acts SET name = 'Eve' WHERE kind = 'take_card_back'", "name is 'Eve', and 'Dora'"),
    "another who brought the shoe": (
        "UPDATE staff_acts SET name = 'Eve' WHERE kind = 'new_shoe' AND reason = ''",
        "name is 'Eve', and 'Dora'",
    ),
    "another approver": ("UPDATE staff_acts SET approved_by = 'Eve' WHERE kind = 'burn_cards'", "approved_by is 'Eve', and 'Sam'"),
    "no approver of a void": (
        "UPDATE staff_acts SET approved_by = NULL WHERE kind = 'round_voided' AND approved_by IS NOT NULL",
        "is round_voided by a dealer, and nobody approved it",
    ),
    "another reason": ("UPDATE staff_acts SET reason = 'x' WHERE kind = 'round_suspended'", "reason is 'x', and 'the camera fell'"),
    "another reason of a void": (
        "UPDATE staff_acts SET reason = 'x' WHERE kind = 'round_voided'",
        "reason is 'x', and 'no camera'",
    ),
    "another round": (
        "UPDATE staff_acts SET details = json_set(details, '$.round', 9) WHERE kind = 'round_resumed'",
        "round is 9, and 1",
    ),
    "another card": ("UPDATE staff_acts SET details = json_set(details, '$.card', '8S') WHERE kind = 'correct_card'", "card is"),
    "another card before": (
        "UPDATE staff_acts SET details = json_set(details, '$.was', '8S') WHERE kind = 'correct_card'",
        "was is '8S', and",
    ),
    "another hand": (
        "UPDATE staff_acts SET details = json_set(details, '$.side', 'tie') WHERE kind = 'take_card_back'",
        "side is 'tie', and",
    ),
    "another round of a card": (
        "UPDATE staff_acts SET details = json_remove(details, '$.round') WHERE kind = 'note_exposed'",
        "round is None, and 1",
    ),
    "a shoe that was changed early as if it were over": (
        "UPDATE staff_acts SET details = json_remove(details, '$.early') WHERE kind = 'new_shoe' AND reason <> ''",
        "early is None, and True",
    ),
    "fewer cards": (
        "UPDATE staff_acts SET details = json_set(details, '$.count', 1) WHERE kind = 'burn_cards'",
        "count is 1, and 3",
    ),
    "another table": ("UPDATE staff_acts SET table_number = 3 WHERE kind = 'round_resumed'", "at table 3, " + NO_EVENT),
    "another time": (
        f"UPDATE staff_acts SET at_ms = at_ms + {2 * AUDIT_SLACK_MS} WHERE kind = 'note_exposed'",
        "is note_exposed at table 1, " + NO_EVENT,
    ),
    "an act that was never done": (
        (
            "INSERT INTO staff_acts SELECT (SELECT max(number) + 1 FROM staff_acts), at_ms, name, role, approved_by,"
            " table_number, kind, reason, details, 'forged-001' FROM staff_acts WHERE kind = 'burn_cards'"
        ),
        NO_EVENT,
    ),
    "details that are none": ("UPDATE staff_acts SET details = '[]' WHERE kind = 'burn_cards'", "cannot be read"),
    "an event of another dealer": (EVENT.format("staff", "Eve", "card_taken_back"), "name is 'Dora', and 'Eve'"),
    "an event with another approver": (EVENT.format("approved_by", "Eve", "error_burned"), "approved_by is 'Sam', and 'Eve'"),
    "an event with another reason": (EVENT.format("reason", "x", "card_exposed"), "reason is 'it lay face up', and 'x'"),
    "a void of the house's own": (EVENT.format("reason", "shoe_lost", "round_voided") + " AND table_number = 2", NO_EVENT),
    "an announcement that says something else": (
        "UPDATE chat SET text = 'Bet on Banker now!' WHERE notice = 'announcement' AND table_number = 2",
        "is an announcement, and no act of staff stands for it",
    ),
    "a mute that is gone": ("DELETE FROM restrictions", "is missing, though act"),
    "a mute without its end": ("UPDATE restrictions SET until_ms = NULL", "is not so by the last act of staff about it"),
    "a freeze that nobody did": (
        "INSERT INTO restrictions SELECT account, 'frozen', at_ms, NULL, reason, by FROM restrictions",
        "is not so by the last act of staff about it",
    ),
}


@pytest.mark.parametrize(("statement", "message"), CASES.values(), ids=CASES)
def test_what_somebody_changed_of_the_acts_or_of_what_they_did_is_named(
    played: Path, tmp_path: Path, statement: str, message: str
) -> None:
    found = forged(played, tmp_path, statement)
    assert any(message in line for line in found), found
    assert len(found) < 30


def test_an_act_and_its_event_that_say_the_same_are_paired_whatever_stands_beside_them(played: Path, tmp_path: Path) -> None:
    found = forged(played, tmp_path, "UPDATE staff_acts SET reason = 'x' WHERE reason = 'it fell again'")
    assert len(found) == 1
    assert "reason is 'x', and 'it fell again'" in found[0]


def test_nothing_is_asked_of_a_house_before_anybody_worked_there(played: Path, tmp_path: Path) -> None:
    gone = ["staff_acts", "staff_sessions", "staff", "restrictions", "chat"]
    with closing(sqlite3.connect(played)) as connection:
        filled = [table for table in gone if connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]]
    assert forged(played, tmp_path, *(f"DELETE FROM {table}" for table in filled)) == []
