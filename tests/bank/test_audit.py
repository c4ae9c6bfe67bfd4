"""The audit finds nothing in a house that played, and every kind of difference that is planted."""

import asyncio
import json
import re
import shutil
from pathlib import Path

import pytest

from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import BrokenBooks
from puntobanco.errors import BadSettings
from tests.bank.audited import audited, changed, one
from tests.bank.kept import grant, kept
from tests.table.driven import rules


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(played, tmp_path / "house.db"))


def test_a_house_that_played_has_no_difference(path: Path) -> None:
    found, checked = audited(path)
    assert found == []
    assert (checked.accounts, checked.tables, checked.shoes) == (15, 4, 5)
    assert checked.transfers == int(one(path, "SELECT count(*) FROM transfers"))
    assert checked.events == int(one(path, "SELECT count(*) FROM events"))
    assert checked.rounds == int(one(path, "SELECT count(*) FROM rounds")) + 2  # two are under way


PLANTED = [
    pytest.param(
        "UPDATE accounts SET balance_cents = balance_cents + 1 WHERE id = 'player:ann'",
        ["balance: player:ann: is .*, and its transfers sum up to", "sum: accounts: the balances sum up to 1 and not to 0"],
        id="a balance",
    ),
    pytest.param(
        "UPDATE accounts SET balance_cents = balance_cents + CASE id WHEN 'held:ann' THEN 5 ELSE -5 END"
        " WHERE id IN ('held:ann', 'player:ann')",
        ["balance: held:ann", "held: held:ann: is 3005, and 3000 lie", "balance: player:ann"],
        id="two balances that still sum to zero",
    ),
    pytest.param(
        "UPDATE accounts SET balance_cents = -1 WHERE id = 'commission:1'",
        ["balance: commission:1", "balance: commission:1: is -1, below zero", "sum: accounts"],
        id="an account below zero",
    ),
    pytest.param(
        "DELETE FROM accounts WHERE id = 'commission:3'",
        ["account: commission:3: does not exist"],
        id="an empty account of a table",
    ),
    pytest.param(
        "DELETE FROM accounts WHERE id = 'held:bob'",
        ["account: held:bob: does not exist, and its transfers sum up to 4500", "sum: accounts"],
        id="an account",
    ),
    pytest.param(
        "DELETE FROM transfers WHERE key = 'settle:1-1-1:ann:player'",
        ["transfers: settle:1-1-1:ann:player: is missing", "balance: held:ann", "balance: (player:ann|house:1)"],
        id="a transfer that is gone",
    ),
    pytest.param(
        "DELETE FROM transfers WHERE key LIKE 'grant:bob%'",
        ["balance: issue", "balance: player:bob", "grants: player:bob: had 0 first grants"],
        id="a grant that is gone",
    ),
    pytest.param(
        "INSERT INTO transfers VALUES ('settle:1-1-1:ann:again', 'house:1', 'player:ann', 1000, 'winnings', '1-1-1', 'player', 1)",
        ["transfers: settle:1-1-1:ann:again: is explained by no event", "balance: house:1", "balance: player:ann"],
        id="a bet settled twice",
    ),
    pytest.param(
        "INSERT INTO transfers VALUES ('x', 'house:1', 'player:ann', 10, 'winnings', '1-1-999', 'player', 1)",
        ["transfers: 1-1-999: 1 lines of a round that no event began", "balance: house:1", "balance: player:ann"],
        id="a transfer of a round that never was",
    ),
    pytest.param(
        "INSERT INTO transfers VALUES ('x', 'house:1', 'player:ann', 10, 'winnings', 'rubbish', 'player', 1)",
        ["transfers: rubbish: 1 lines of a round that no event began", "balance: house:1", "balance: player:ann"],
        id="a transfer of no round at all",
    ),
    pytest.param(
        "INSERT INTO transfers VALUES ('x', 'house:1', 'player:ann', 10, 'winnings', NULL, NULL, 1)",
        ["transfer: x: winnings of 10 is explained by no event and is no grant", "balance: house:1", "balance: player:ann"],
        id="a transfer that names no round",
    ),
    pytest.param(
        "INSERT INTO transfers VALUES ('x', 'house:1', 'player:ann', 10, 'grant', NULL, NULL, 1)",
        ["transfer: x: grant of 10 is explained by no event and is no grant", "balance: house:1", "balance: player:ann"],
        id="a grant out of a house",
    ),
    pytest.param(
        "UPDATE transfers SET amount_cents = amount_cents + 100 WHERE key = 'win:1-1-1:ann:' || (SELECT bet FROM bets"
        " WHERE round_id = '1-1-1' AND account = 'ann' AND result = 'win')",
        ["transfers: win:1-1-1:ann:.*: amount_cents is .*, the events say", "balance: house:1", "balance: player:ann"],
        id="an amount",
    ),
    pytest.param(
        "UPDATE transfers SET amount_cents = -amount_cents, source = target, target = source WHERE key = 'settle:1-1-2:ann:player'",
        [
            "transfer: settle:1-1-2:ann:player: moves -1000",
            "transfers: settle:1-1-2:ann:player: source is .*; target is .*; amount_cents is -1000, the events say 1000",
        ],
        id="an amount below zero",
    ),
    pytest.param(
        "UPDATE transfers SET kind = 'refund' WHERE key = 'settle:1-1-1:bob:player'",
        ["transfers: settle:1-1-1:bob:player: kind is refund, the events say stake_"],
        id="the kind of a transfer",
    ),
    pytest.param(
        "UPDATE bets SET returned_cents = returned_cents + 5 WHERE round_id = '1-1-1' AND account = 'ann' AND bet = 'player'",
        ["bets: 1-1-1 ann player: returned_cents is .*, the events say"],
        id="a line of a bet",
    ),
    pytest.param(
        "DELETE FROM bets WHERE round_id = '1-1-1' AND account = 'ann' AND bet = 'tie'",
        ["bets: 1-1-1 ann tie: is missing, though an event posts it"],
        id="a line of a bet that is gone",
    ),
    pytest.param(
        "INSERT INTO bets SELECT round_id, 'eve', bet, stake_cents, result, returned_cents, net_cents, commission_cents, at_ms"
        " FROM bets WHERE round_id = '1-1-1' AND account = 'ann' AND bet = 'tie'",
        ["bets: 1-1-1 eve tie: is explained by no event"],
        id="a line of a bet too many",
    ),
    pytest.param(
        "UPDATE rounds SET outcome = 'tie', player_points = banker_points WHERE round_id = (SELECT min(round_id) FROM rounds"
        " WHERE outcome = 'player' AND table_number = 1)",
        ["rounds: 1-.*: outcome is tie, the events say player; player_points is"],
        id="an outcome in the record",
    ),
    pytest.param(
        "UPDATE rounds SET player_cards = 'AS AS' WHERE round_id = '1-1-1'",
        ["rounds: 1-1-1: player_cards is AS AS, the events say"],
        id="cards in the record",
    ),
    pytest.param("DELETE FROM rounds WHERE round_id = '1-1-1'", ["rounds: 1-1-1: is missing"], id="a round that is gone"),
    pytest.param(
        "INSERT INTO rounds SELECT '1-1-500', table_number, house, shoe, 500, at_ms, outcome, void_reason, player_cards,"
        " banker_cards, player_points, banker_points FROM rounds WHERE round_id = '1-1-1'",
        ["rounds: 1-1-500: 1 lines of a round that no event began"],
        id="a round too many",
    ),
    pytest.param(
        "UPDATE rounds SET void_reason = 'another' WHERE void_reason IS NOT NULL",
        ["rounds: 1-1-3: void_reason is another, the events say a fault"],
        id="the reason of a void",
    ),
    pytest.param(
        "UPDATE tables SET version = version + 1 WHERE number = 1", ["events: table 1, table: is at version"], id="a version"
    ),
    pytest.param("UPDATE tables SET shoe = 9 WHERE number = 2", ["events: table 2, table: is at version"], id="a shoe's number"),
    pytest.param(
        "UPDATE events SET kind = 'table_paused' WHERE table_number = 1 AND kind = 'betting_closed' AND version < 30",
        ["events: table 1, event .*: is filed as table_paused"] * 2,
        id="the kind of an event",
    ),
    pytest.param(
        "UPDATE events SET body = 'x' WHERE table_number = 1"
        " AND version = (SELECT max(version) FROM events WHERE table_number = 1)",
        ["events: table 1, event .*: cannot be read", "held: held:bob"],
        id="an event that cannot be read",
    ),
]


@pytest.mark.parametrize(("statement", "expected"), PLANTED)
def test_a_planted_difference_is_named(path: Path, statement: str, expected: list[str]) -> None:
    lines = changed(path, statement)
    assert lines
    for line in lines:
        assert any(re.match(pattern, line) for pattern in expected), line
    for pattern in expected:
        assert any(re.match(pattern, line) for line in lines), (pattern, lines)


def altered(path: Path, kind: str, **fields: object) -> list[str]:
    """Alter the first event of a kind at table 1, and give what the audit says."""
    where = f"table_number = 1 AND kind = '{kind}'"
    body = json.loads(one(path, f"SELECT body FROM events WHERE {where} ORDER BY version"))
    version = one(path, f"SELECT min(version) FROM events WHERE {where}")
    assert all(body.get(name) != value for name, value in fields.items())
    text = json.dumps(body | fields).replace("'", "''")
    return changed(path, f"UPDATE events SET body = '{text}' WHERE table_number = 1 AND version = {version}")


ALTERED: list[tuple[str, dict[str, object], str]] = [
    ("card_dealt", {"text": "S-1-0000"}, "card .*: the text does not belong to the hash published for it"),
    ("card_dealt", {"card": "ZZ"}, "cannot be read"),
    ("card_dealt", {"number": 400}, "card 400 was dealt, .* was next|card 400: the text does not belong"),
    ("card_dealt", {"side": "banker"}, "the card went to banker, the tableau says player"),
    ("card_dealt", {"cut_card": True}, "the cut card is in front of card"),
    ("cards_burned", {"face_down": 11}, "11 cards were burned face down, the house burns"),
    ("cards_burned", {"shown_card": None}, "the shown card is None, its proof says"),
    ("cards_burned", {"shown": {"number": 1, "text": "S-1-00"}}, "card 1: the text does not belong"),
    ("shoe_opened", {"root": "0" * 128}, "the root is not that of the hashes"),
    ("shoe_opened", {"cut_card_behind": 40}, "40 cards behind the cut card are outside the announced range"),
    ("shoe_announced", {"commitment": "0" * 128}, "the secret is not the one that was promised"),
    ("shoe_closed", {"secret": "00" * 32}, "the secret is not the one that was promised"),
    ("shoe_closed", {"secret": "no hex"}, "the secret is no hex"),
    ("shoe_closed", {"secret": None}, "the shoe is finished, its secret is not out"),
    ("shoe_closed", {"end": "ended_early"}, "the shoe is ended_early, after round"),
    ("shoe_closed", {"shoe": 5}, "shoe 5 is closed, 1 is in play"),
    ("bet_confirmed", {"amount_cents": 900}, "player of ann goes from 0 by 900 to 1000"),
    ("bet_confirmed", {"total_cents": 900}, "player of ann goes from 0 by 1000 to 900"),
    ("bet_confirmed", {"account": "bob"}, "transfers: hold:1:.*: source is player:ann, the events say player:bob"),
    ("bet_confirmed", {"bet": "banker"}, "transfers: hold:1:.*: bet is player, the events say banker"),
    ("bet_reduced", {"amount_cents": 600}, "player of ann goes from 2000 by -600 to 1500"),
    ("bet_reduced", {"at_ms": 5}, "is filed as bet_reduced of shoe 1 at .*, its body says otherwise"),
    ("betting_opened", {"round": 2}, "round 2 follows round 0"),
    ("round_voided", {"reason": "another"}, "rounds: 1-1-3: void_reason is a fault, the events say another"),
    ("table_opened", {"type": "table_paused"}, "is table_paused: a table begins with table_opened"),
    ("betting_closed", {"type": "round_suspended", "reason": "x"}, "cannot follow: card_dealt|cannot follow: CardDealt"),
]


@pytest.mark.parametrize(("kind", "fields", "expected"), ALTERED)
def test_an_altered_event_is_named(path: Path, kind: str, fields: dict[str, object], expected: str) -> None:
    lines = altered(path, kind, **fields)
    assert any(re.search(expected, line) for line in lines), lines


def test_an_altered_result_is_named(path: Path) -> None:
    result = json.loads(one(path, "SELECT body FROM events WHERE table_number = 1 AND kind = 'round_settled' ORDER BY version"))[
        "result"
    ]
    result["player_points"] = (result["player_points"] + 1) % 10
    assert any("its cards say" in line for line in altered(path, "round_settled", result=result))


def test_an_altered_opening_of_a_shoe_is_named(path: Path) -> None:
    opening = json.loads(one(path, "SELECT body FROM events WHERE table_number = 1 AND kind = 'shuffle_started'"))["opening"]
    opening["rules"]["main_maximum_cents"] *= 2
    assert any("the state it opens with" in line for line in altered(path, "shuffle_started", opening=opening))


def test_two_cards_that_changed_places_are_found(path: Path) -> None:
    rows = "SELECT body FROM events WHERE table_number = 1 AND kind = 'card_dealt' ORDER BY version LIMIT 1 OFFSET {}"
    first, second = (json.loads(one(path, rows.format(place))) for place in (0, 1))
    lines = altered(path, "card_dealt", card=second["card"], text=second["text"])
    assert any(f"card {first['number']}: the text does not belong" in line for line in lines)


def test_a_missing_event_is_a_gap_and_the_audit_goes_on_at_the_next_shoe(path: Path) -> None:
    version = int(one(path, "SELECT min(version) FROM events WHERE table_number = 1 AND kind = 'card_dealt'"))
    lines = changed(path, f"DELETE FROM events WHERE table_number = 1 AND version = {version}")
    assert lines == [f"events: table 1, gap: version {version + 1} follows version {version - 1}"]
    again = changed(path, "UPDATE bets SET net_cents = 7 WHERE round_id = '1-3-1' AND account = 'bob' AND bet = 'player'")
    assert [line for line in again if "gap" not in line] == [
        line for line in again if line.startswith("bets: 1-3-1 bob player: net")
    ]
    assert len(again) == 2


def test_the_last_events_gone_are_missed(path: Path) -> None:
    version = one(path, "SELECT max(version) FROM events WHERE table_number = 1")
    (line,) = changed(path, f"DELETE FROM events WHERE table_number = 1 AND version = {version}")
    assert line.startswith("events: table 1, table: is at version")


async def test_an_audit_runs_beside_an_open_house(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    await store.open()
    try:
        table = await kept(store, "ann", "bob", house=rules("live"))
        for _ in range(5):
            table.play_rounds(2, "ann", "bob")
            auditing = asyncio.ensure_future(asyncio.to_thread(audited, path))
            await table.save()
            found, _ = await auditing
            assert found == []
        with pytest.raises(BrokenBooks):
            await store.top_up("ann", grant("ann"), below_cents=10**9)
    finally:
        await store.close()


def test_an_empty_database_is_said_to_be_one(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(BadSettings, match="no puntobanco has served it yet"):
        audited(empty)
