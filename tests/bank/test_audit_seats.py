"""The audit accepts whatever seats do, and names a forged event of a seat and an early close that nothing allows."""

import asyncio
import shutil
from pathlib import Path

import pytest

from puntobanco.bank.sqlite import SqliteStore
from puntobanco.table import commands as co
from puntobanco.table.dealing import awaits
from puntobanco.table.seating import EARLIEST_CLOSE_MS, OFF_LINE_MS
from puntobanco.table.state import Phase
from tests.bank.audited import changed, difference_lines
from tests.bank.kept import Kept, join
from tests.table.driven import rules


def closed_early(table: Kept) -> None:
    """Let five seconds pass, and the round be played, with whoever is done."""
    table.now_ms += EARLIEST_CLOSE_MS
    assert awaits(table.state)
    table.do(co.Tick(present=True))
    assert table.phase is Phase.DEALING
    table.go_to(Phase.RESULT)


def note(table: Kept, *connected: str, **free_cents: int) -> None:
    table.do(co.NoteSeated(connected=frozenset(connected), free_cents=free_cents))


async def play(path: Path) -> None:
    """Everything that seats do: moved, left, off line, five rounds without a bet, early closes for every reason, a new shoe."""
    store = SqliteStore(path)
    await store.open()
    for account in ("ann", "bob"):
        await join(store, account)
    table = Kept(store, rules("chips", burn="none", cut_card_least=206, cut_card_most=208))
    table.go_to(Phase.BETTING)
    for seat, account in enumerate(("ann", "bob", "eve"), 1):
        table.do(co.Sit(account=account, name=account.title(), seat=seat))
    table.do(co.Sit(account="ann", name="Ann", seat=5))
    table.bet("ann", "player", 1_000)
    table.do(co.SitOut(account="bob", shoe=1, round=1))
    note(table, "ann", "bob", "eve", eve=499)
    closed_early(table)
    table.go_to(Phase.BETTING)
    table.bet("ann", "player", 1_000)
    table.bet("bob", "player", 1_000)
    note(table, "ann", "bob")
    closed_early(table)
    table.now_ms += OFF_LINE_MS
    table.do(co.Tick(present=True))
    for _ in range(2):
        table.go_to(Phase.BETTING)
        table.bet("ann", "player", 1_000)
        table.play_round()
    while table.state.shoe_number == 1:
        if table.phase is Phase.BETTING:
            table.bet("ann", "tie", 500)
        table.step()
    table.do(co.LeaveSeat(account="ann"))
    table.do(co.Recover())
    table.do(co.Tick(present=True))
    for _ in range(2):
        table.play_round()
        table.go_to(Phase.BETTING)
    await table.save()
    await store.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("seats") / "house.db"
    asyncio.run(play(path))
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "house.db"))


def test_the_audit_has_nothing_against_seats(path: Path) -> None:
    assert difference_lines(path) == []


FIRST = "(SELECT min(version) FROM events WHERE kind = '{}')"
LAST = "(SELECT max(version) FROM events WHERE kind = '{}')"


def forged(kind: str, field: str, value: str, which: str = FIRST) -> str:
    body = f"json_set(body, '$.{field}', {value})"
    return f"UPDATE events SET body = {body} WHERE version = {which.format(kind)}"


FORGERIES = {
    "a seat that is not there": (forged("seat_taken", "seat", "8"), "there is no seat 8"),
    "a seat taken twice": (forged("seat_taken", "seat", "1", LAST), "seat 1 was taken already"),
    "another's seat left": (forged("seat_taken", "left", "2", LAST), "ann left seat 2, and had [1]"),
    "another name on moving": (forged("seat_taken", "name", "'Eve'", LAST), "ann is called Eve, and was Ann"),
    "somebody else freed": (forged("seat_freed", "account", "'bob'"), "bob did not sit on seat 3"),
    "freed for no bets": (forged("seat_freed", "reason", "'no_bets'"), "seat 3 was freed after 2 rounds without a bet"),
    "freed for a line that was there": (forged("seat_freed", "reason", "'off_line'", LAST), "ms off line"),
    "removed from a seat that is there": (forged("seat_freed", "reason", "'removed'"), "was freed as removed"),
    "sitting out without a seat": (forged("sat_out", "account", "'joe'"), "joe sits out and has no seat"),
    "an early close without waiting": (forged("sat_out", "account", "'ann'"), "without waiting for Bob"),
    "an early close for one who can stake": (forged("seat_funds_changed", "able", "json('true')"), "without waiting for Eve"),
    "a line of nobody": (forged("seat_line_changed", "seat", "7"), "nobody sits on seat 7"),
    "seats that a shoe opens with": (
        forged("shuffle_started", "opening.seats", "json('{}')", LAST),
        "the state it opens with is not the one the events lead to",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_event_of_a_seat_is_named(path: Path, what: str) -> None:
    statement, expected = FORGERIES[what]
    lines = changed(path, statement)
    assert any(expected in line for line in lines), lines


def test_an_early_close_before_5_s_is_named(path: Path) -> None:
    version = FIRST.format("betting_closed")
    body = "json_set(body, '$.at_ms', json_extract(body, '$.at_ms') - 1)"
    lines = changed(path, f"UPDATE events SET at_ms = at_ms - 1, body = {body} WHERE version = {version}")
    assert any("betting closed 4999 ms after it was opened" in line for line in lines), lines
