"""What somebody forged who kept the books in balance, and what a broken disk leaves: the audit names it and never breaks off."""

import asyncio
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st
from msgspec.structs import replace
from sqlalchemy import Integer, create_engine
from sqlalchemy.pool import StaticPool

from puntobanco.bank import schema as sc
from puntobanco.bank.audit import Audit
from puntobanco.bank.audit_shoe import faults
from puntobanco.bank.database import _read_any_text
from puntobanco.bank.limits import AUDIT_SLACK_MS
from puntobanco.game.bets import Bet
from puntobanco.table import commands as co, events as ev
from puntobanco.table.state import Phase
from tests.bank.audited import GIFTS, changed, lose_all, one
from tests.bank.conftest import opened
from tests.bank.kept import GRANT_CENTS, kept
from tests.table.driven import SECRET, STARTED_MS, Driven, betting, rules

LATER = STARTED_MS + 10**9


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    """A copy of the database of a house that played."""
    return Path(shutil.copy(played, tmp_path / "house.db"))


# Credits out of nothing.


def moved(account: str, cents: int) -> str:
    """What a gift does to the balances."""
    return (
        f"UPDATE accounts SET balance_cents = balance_cents + CASE id WHEN 'issue' THEN {-cents} ELSE {cents} END"
        f" WHERE id IN ('issue', 'player:{account}')"
    )


def gift(kind: str, account: str, cents: int = GRANT_CENTS, at_ms: int | str = LATER) -> tuple[str, str]:
    """A gift more, with the balances as they should be after it."""
    row = f"('{kind}:{account}:X', 'issue', 'player:{account}', {cents}, '{kind}', NULL, NULL, {at_ms})"
    return f"INSERT INTO transfers VALUES {row}", moved(account, cents)


def more_of(kind: str, account: str) -> tuple[str, str]:
    """A gift that was given, made larger, with the balances as they should be after it."""
    return f"UPDATE transfers SET amount_cents = amount_cents + 1 WHERE key LIKE '{kind}:{account}:%'", moved(account, 1)


TOPPED_UP_MS = "(SELECT at_ms FROM transfers WHERE kind = 'top_up')"
EVE = "INSERT INTO accounts VALUES ('player:eve', 0)", "INSERT INTO accounts VALUES ('held:eve', 0)"
GIFTS_FORGED = {
    "a second grant": (gift("grant", "ann"), "grants: player:ann: had 2 first grants"),
    "a larger grant": (more_of("grant", "ann"), "transfer: grant:ann:.*: gives 1000001, a grant is 1000000"),
    "a top-up of one who had enough": (
        gift("top_up", "ann"),
        "transfer: top_up:ann:X: tops up a player who had .*, and .* is enough",
    ),
    "a second top-up at once": (
        gift("top_up", "carl", at_ms=TOPPED_UP_MS),
        "transfer: top_up:carl:X: tops up a player who had .*, and .* is enough",
    ),
    "a larger top-up": (more_of("top_up", "carl"), "transfer: top_up:carl:.*: gives 1000001, a top_up is 1000000"),
    "a grant to nobody": ((*EVE, *gift("grant", "eve")), "grants: player:eve: there is no such player"),
}


@pytest.mark.parametrize("forged", GIFTS_FORGED)
def test_a_forged_gift_is_named_though_the_books_balance(path: Path, forged: str) -> None:
    statements, expected = GIFTS_FORGED[forged]
    lines = changed(path, *statements)
    assert len(lines) == 1, lines
    assert re.match(expected, lines[0]), lines


# Bets.


def move_bet(path: Path, by_ms: int) -> list[str]:
    """Move the first bet of table 1 in time, in all places where its time stands."""
    version = one(path, "SELECT min(version) FROM events WHERE table_number = 1 AND kind = 'bet_confirmed'")
    at_ms = int(one(path, f"SELECT at_ms FROM events WHERE table_number = 1 AND version = {version}")) + by_ms
    return changed(
        path,
        f"UPDATE events SET at_ms = {at_ms}, body = json_set(body, '$.at_ms', {at_ms})"
        f" WHERE table_number = 1 AND version = {version}",
        f"UPDATE transfers SET at_ms = {at_ms} WHERE key = 'hold:1:{version}'",
    )


@pytest.mark.parametrize("by_ms", [3_600_000, 600_000, -3_600_000])
def test_a_bet_that_was_moved_out_of_its_betting_time_is_named(path: Path, by_ms: int) -> None:
    (line,) = move_bet(path, by_ms)
    assert line.startswith("events: table 1, event ")
    assert ": the bet came at " in line


@pytest.mark.parametrize("by_ms", [1, -AUDIT_SLACK_MS])
def test_a_bet_may_have_come_a_little_before_its_round_was_opened(path: Path, by_ms: int) -> None:
    assert move_bet(path, by_ms) == []


def confirmed(bet: Bet, amount_cents: int, *, lying: int = 0, at_ms: int = 0) -> ev.BetConfirmed:
    return ev.BetConfirmed(at_ms=at_ms, account="ann", bet=bet, amount_cents=amount_cents, total_cents=lying + amount_cents)


def reduced(bet: Bet, amount_cents: int, left: int) -> ev.BetReduced:
    return ev.BetReduced(at_ms=0, account="ann", bet=bet, amount_cents=amount_cents, total_cents=left)


HOUSE = rules(
    "live",
    burn="none",
    banker_bets="choice",
    bets=["player", "banker", "tie", "lucky_six"],
    combinations=[],
    main_minimum_cents=1_000,
    main_maximum_cents=10_000,
    side_minimum_cents=500,
    side_maximum_cents=2_000,
    stake_unit_cents=100,
)
"""In which ann has 20 on Banker with commission, 10 on Player and 5 on Tie."""

BETS: list[tuple[ev.BetConfirmed | ev.BetReduced, str | None]] = [
    (confirmed(Bet.PLAYER, 9_000, lying=1_000), None),
    (confirmed(Bet.PLAYER, 9_100, lying=1_000), "ann has 10100 on player, 10000 is the most"),
    (confirmed(Bet.BANKER_NO_COMMISSION, 8_000), None),
    (confirmed(Bet.BANKER_NO_COMMISSION, 8_100), "ann has 10100 on banker, 10000 is the most"),
    (confirmed(Bet.TIE, 1_600, lying=500), "ann has 2100 on tie, 2000 is the most"),
    (confirmed(Bet.LUCKY_SIX, 500), None),
    (confirmed(Bet.LUCKY_SIX, 400), "ann has 400 on lucky_six, 500 is the least"),
    (confirmed(Bet.PLAYER, 150, lying=1_000), "150 is no multiple of the stake unit, 100"),
    (confirmed(Bet.PLAYER, 100, lying=900), "player of ann goes from 1000 by 100 to 1000"),
    (confirmed(Bet.PLAYER_PAIR, 500), "player_pair is not offered here"),
    (confirmed(Bet.PLAYER, 100, lying=1_000, at_ms=10**15), "the bet came at 1000000000000000, betting closed at "),
    (reduced(Bet.PLAYER, 1_000, 0), None),
    (reduced(Bet.PLAYER, 100, 900), "ann has 900 on player, 1000 is the least"),
    (reduced(Bet.PLAYER, 50, 950), "50 is no multiple of the stake unit, 100"),
    (reduced(Bet.PLAYER, 1_100, -100), "player of ann goes from 1000 by -1100 to -100"),
    (reduced(Bet.BANKER, 1_000, 1_000), None),
]


@pytest.fixture(scope="module")
def laid() -> Driven:
    table = betting(house=HOUSE)
    for bet, cents in (("banker", 2_000), ("player", 1_000), ("tie", 500)):
        assert isinstance(table.bet("ann", bet, cents), list)
    return table


@pytest.mark.parametrize(("event", "expected"), BETS)
def test_a_bet_that_the_house_does_not_take_is_named(
    laid: Driven, event: ev.BetConfirmed | ev.BetReduced, expected: str | None
) -> None:
    found = list(faults(laid.state, event, None))
    if expected is None:
        assert found == []
    else:
        assert any(message.startswith(expected) for message in found), found


def test_a_bet_after_its_last_round_is_named(laid: Driven) -> None:
    for number, expected in ((50, []), (51, ["lucky_six is taken up to round 50, and this is round 51"])):
        assert list(faults(replace(laid.state, round=number), confirmed(Bet.LUCKY_SIX, 500), None)) == expected


def test_a_round_after_the_shoes_last_is_named() -> None:
    table = Driven(rules(burn="none"))
    table.play_round()
    opened = ev.BettingOpened(at_ms=table.now_ms, round=table.state.round + 1, closes_ms=table.now_ms + 1)
    assert list(faults(table.state, opened, None)) == []
    while not (table.state.shoe_over and table.phase is Phase.RESULT):
        table.step()
    opened = ev.BettingOpened(at_ms=table.now_ms, round=table.state.round + 1, closes_ms=table.now_ms + 1)
    assert list(faults(table.state, opened, None)) == [f"round {table.state.round} was the shoe's last"]


# Damage of any kind.

ODD_ROUNDS = [
    "\u00b2-1-1",
    "1-\u0661-1",
    "9" * 5_000 + "-1-1",
    "1-1-" + "1" * 5_000,
    "1-1-1\n",
    "1-1--1",
    "-",
    "",
    " 1-1-1",
    "1-1-01",
    "0-0-0",
]


@pytest.mark.parametrize("name", ODD_ROUNDS)
def test_a_round_of_any_name_is_a_line(path: Path, name: str) -> None:
    lines = changed(path, f"UPDATE transfers SET round_id = '{name}' WHERE key = 'settle:1-1-1:ann:player'")
    assert f"transfers: {name}: 1 lines of a round that no event began" in lines


@pytest.mark.parametrize(
    "damage",
    [
        """substr(body, 1, length(body) - 1) || ', "x": ' || printf('%.*c', 5000, '[') || printf('%.*c', 5000, ']') || '}'""",
        "json_set(body, '$.round', 1e300)",
        "replace(body, '\"round\":1,', '\"round\":' || printf('%.*c', 5000, '9') || ',')",
        "CAST(x'ff00fe' AS TEXT)",
        "''",
    ],
    ids=["too deep", "a fraction", "5,000 digits", "no text", "nothing"],
)
def test_an_event_that_cannot_be_read_is_a_line(path: Path, damage: str) -> None:
    lines = changed(path, f"UPDATE events SET body = {damage} WHERE table_number = 1 AND kind = 'betting_opened' AND version < 20")
    assert any(re.match("events: table 1, event [0-9]+: cannot be read: ", line) for line in lines), lines


def test_events_of_a_table_that_is_gone_are_a_line(path: Path) -> None:
    assert "events: table 2: does not exist, and" in "\n".join(changed(path, "DELETE FROM tables WHERE number = 2"))


class Damaged:
    """A small database that is damaged again and again, and never stays so."""

    def __init__(self, path: Path) -> None:
        self.raw = sqlite3.connect(path, isolation_level=None)
        self.raw.execute("PRAGMA foreign_keys = OFF")
        self.raw.execute("PRAGMA ignore_check_constraints = ON")
        _read_any_text(self.raw, None)
        self._connection = create_engine("sqlite://", creator=lambda: self.raw, poolclass=StaticPool).connect()
        assert self.lines() == []

    def lines(self) -> list[str]:
        """What the audit says."""
        return [": ".join(difference) for difference in Audit(self._connection, "damaged", gifts=GIFTS).differences()]

    def lines_after(self, statement: str, *values: object) -> list[str] | None:
        """What the audit says after a change that is taken back then; None where the schema forbids it or nothing is another."""
        self.raw.execute("BEGIN")
        try:
            return self.lines() if self.raw.execute(statement, values).rowcount else None
        except sqlite3.IntegrityError:
            return None
        finally:
            self.raw.execute("ROLLBACK")


async def play_a_little(path: Path) -> None:
    async with opened(f"sqlite:///{path}") as store:
        await lose_all(store, "carl")
        table = await kept(store, "ann", house=rules("live"))
        table.play_rounds(1, "ann")
        table.play_on()
        table.bet("ann", "player", 2_000)
        table.take_back("ann", "player", 500)
        table.do(co.VoidRound(reason="a fault"))
        table.do(co.CloseShoe(secret=SECRET))
        table.play_on()
        table.bet("ann", "player", 2_000)
        await table.save()


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Damaged]:
    path = tmp_path_factory.mktemp("damaged") / "house.db"
    asyncio.run(play_a_little(path))
    found = Damaged(path)
    yield found
    found.raw.close()


TEXTS = st.one_of(
    st.text(max_size=20).filter(lambda text: text.isprintable()),
    st.sampled_from(
        ["", "1-1-1", "\u00b2-1-1", "9" * 5_000, "player:ann", "held:ann", "issue", "house:1", "win", "tie", "grant", "top_up"]
    ),
    st.binary(max_size=8).map(lambda some: b"\xff" + some),
)
NUMBERS = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-2, 12), st.sampled_from([100, 500, GRANT_CENTS, STARTED_MS]))
JSON_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 420),
    st.sampled_from(
        [10**18, -(10**18), 10**40, 10**4_200, 1.5, 1e300, "", "9H", "ann", "player", "0" * 128, "finished", [], {}, [[]]]
    ),
    st.text(max_size=10),
)

CHAT = (sc.chat, sc.chat_reports)
"""What was said at the tables moves no money; nothing could contradict it."""

STAFF = (sc.staff, sc.staff_sessions, sc.staff_links, sc.staff_acts, sc.restrictions)
"""Nor do those who work here, and what they may do."""

UNSEEN = {
    ("players", "name"),
    ("players", "created_ms"),
    ("tables", "epoch"),
    ("transfers", "key"),
    ("transfers", "at_ms"),
    ("events", "body"),
}
"""Columns of which some values may be others without a contradiction: a gift's key and time, and what nothing is compared with."""


@settings(max_examples=60)
@given(data=st.data())
def test_a_cell_of_any_content_is_a_line_and_never_stops_the_audit(damaged: Damaged, data: st.DataObject) -> None:
    audited = [table for table in sc.metadata.sorted_tables if table not in (sc.answers, *CHAT, *STAFF)]
    table = data.draw(st.sampled_from(audited))
    column = data.draw(st.sampled_from(list(table.columns)))
    key = ", ".join(part.name for part in table.primary_key)
    count = damaged.raw.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0]
    place = data.draw(st.integers(0, count - 1))
    is_number = isinstance(column.type, Integer)
    value = data.draw(NUMBERS if is_number else TEXTS if not column.nullable else TEXTS | st.none())
    given = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
    row = f"({key}) = (SELECT {key} FROM {table.name} ORDER BY {key} LIMIT 1 OFFSET {place})"
    lines = damaged.lines_after(
        f"UPDATE {table.name} SET {column.name} = {given} WHERE {row} AND {column.name} IS NOT {given}", value, value
    )
    assume(lines is not None)
    assert lines or (table.name, column.name) in UNSEEN


@settings(max_examples=60)
@given(data=st.data())
def test_an_event_of_any_content_never_stops_the_audit(damaged: Damaged, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([kind for (kind,) in damaged.raw.execute("SELECT DISTINCT kind FROM events ORDER BY 1")]))
    rows = damaged.raw.execute("SELECT table_number, version, body FROM events WHERE kind = ? ORDER BY 1, 2", (kind,)).fetchall()
    number, version, body = data.draw(st.sampled_from(rows))
    document = json.loads(body)
    inside = document
    while True:
        name = data.draw(st.sampled_from(sorted(inside) if isinstance(inside, dict) else range(len(inside))))
        if not (isinstance(inside[name], dict | list) and inside[name] and data.draw(st.booleans())):
            break
        inside = inside[name]
    inside[name] = data.draw(JSON_VALUES)
    text = json.dumps(document)
    if data.draw(st.integers(0, 9)) == 0:
        text = text[:-1] + ', "deep": ' + "[" * 5_000 + "]" * 5_000 + "}"
    damaged.lines_after("UPDATE events SET body = ? WHERE table_number = ? AND version = ?", text, number, version)
