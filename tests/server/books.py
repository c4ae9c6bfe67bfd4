"""The books of a house, read straight from its SQLite file, and what must hold in them whatever has happened."""

import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from puntobanco.bank import queries
from puntobanco.bank.sqlite import reading_engine
from puntobanco.game import proof
from puntobanco.server.history import PlayedRound, shoe_history
from puntobanco.server.shoe_record import shoe_record
from puntobanco.table import machine
from puntobanco.table.state import TableState
from tests.server.served import differences

OVERDRAWN = "SELECT * FROM accounts WHERE balance_cents < 0 AND id <> 'issue' AND id NOT LIKE 'house:%'"
STAKES = """
SELECT round_id, substr(CASE kind WHEN 'hold' THEN target ELSE source END, 6) AS account, bet,
       sum(CASE kind WHEN 'hold' THEN amount_cents ELSE -amount_cents END) AS stake
FROM transfers WHERE kind IN ('hold', 'release') GROUP BY 1, 2, 3 HAVING stake > 0 ORDER BY 1, 2, 3
"""
ENDED = """
SELECT round_id, substr(source, 6) AS account, bet, sum(amount_cents) AS stake, count(*) AS times
FROM transfers WHERE kind IN ('stake_back', 'stake_lost', 'refund') GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""

ROUNDS = """
SELECT table_number, shoe, round, at_ms, outcome, void_reason, player_cards, banker_cards,
       iif(outcome IS NULL, NULL, player_points), iif(outcome IS NULL, NULL, banker_points)
FROM rounds ORDER BY table_number, shoe, round
"""
SHOES = """
SELECT DISTINCT table_number, shoe FROM events WHERE kind IN ('shoe_announced', 'shoe_opened', 'shoe_closed') ORDER BY 1, 2
"""

Bet = tuple[str, str, str]
"""A bet by round, account and name."""


def rows(database: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """What a query finds."""
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute(query, values).fetchall()


def stakes(database: Path) -> dict[Bet, int]:
    """Every stake that was ever held and not taken back, by what was moved for it."""
    return {(round_id, account, bet): stake for round_id, account, bet, stake in rows(database, STAKES)}


def accepted_commands(database: Path) -> set[tuple[str, str]]:
    """Account and command id of every command whose stored answer is yes."""
    return set(rows(database, "SELECT account, command_id FROM answers WHERE CAST(answer AS TEXT) = 'null'"))


def check_sums(database: Path) -> None:
    """Credits come from nowhere, and nobody is overdrawn."""
    assert rows(database, "SELECT sum(balance_cents) FROM accounts") == [(0,)]
    assert rows(database, OVERDRAWN) == []


def check_books(database: Path) -> None:
    """The sums hold, every finished bet was settled once and in full, and the audit agrees."""
    check_sums(database)
    held = stakes(database)
    finished = {name for (name,) in rows(database, "SELECT round_id FROM rounds")}
    ended = rows(database, ENDED)
    assert all(times == 1 for *_, times in ended)
    settled = {(round_id, account, bet): stake for round_id, account, bet, stake, _ in ended}
    assert settled == {bet: stake for bet, stake in held.items() if bet[0] in finished}
    lying = sum(stake for bet, stake in held.items() if bet[0] not in finished)
    assert rows(database, "SELECT coalesce(sum(balance_cents), 0) FROM accounts WHERE id LIKE 'held:%'") == [(lying,)]
    on_record = rows(database, "SELECT round_id, account, bet, stake_cents FROM bets")
    assert {(round_id, account, bet): stake for round_id, account, bet, stake in on_record} == settled
    found = differences(f"sqlite:///{database}")
    assert not found, found
    check_shoes(database)
    check_histories(database)


def check_histories(database: Path) -> None:
    """What anyone is told of every shoe's rounds is what the cashier recorded of them, and no round more."""
    recorded = defaultdict[tuple[int, int], list[tuple[object, ...]]](list)
    for table, shoe, *facts in rows(database, ROUNDS):
        recorded[table, shoe].append(tuple(facts))
    engine = reading_engine(database)
    with engine.connect() as connection:
        for table, shoe in rows(database, SHOES):
            play = queries.shoe_play(connection, table, shoe)
            assert play is not None, (table, shoe)
            history = shoe_history(table, play)
            assert history is not None
            numbered = [one for one in history.rounds if one.round is not None]
            assert [_facts(one) for one in numbered] == recorded.pop((table, shoe), [])
            assert history.results == "".join(one.outcome.letter for one in numbered if one.outcome)
    engine.dispose()
    assert not recorded


def _facts(one: PlayedRound) -> tuple[object, ...]:
    """A round as the cashier records it; points only where it counts."""
    return (
        one.round,
        one.at_ms,
        one.outcome,
        one.voided,
        " ".join(one.player),
        " ".join(one.banker),
        one.player_points,
        one.banker_points,
    )


def check_shoes(database: Path) -> None:
    """Every shoe's record holds, as far as it was played, for whoever verifies it."""
    shoes = rows(database, "SELECT DISTINCT table_number, shoe FROM events WHERE kind = 'shoe_announced' ORDER BY 1, 2")
    engine = reading_engine(database)
    with engine.connect() as connection:
        records = [shoe_record(queries.shoe_events(connection, table, shoe)) for table, shoe in shoes]
    engine.dispose()
    for record in records:
        assert record is not None
        proof.verify(proof.read_record(msgspec.json.encode(record)))


def folded(database: Path, table: int) -> TableState:
    """A table as its stored events tell it."""
    engine = reading_engine(database)
    with engine.connect() as connection:
        first_version, events = queries.events_from_last_start(connection, table)
    engine.dispose()
    return machine.fold(events, first_version=first_version)
