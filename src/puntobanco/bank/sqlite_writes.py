"""What is written to SQLite, as functions of the writer's connection, each inside a savepoint that the writer holds.

They are the hot path of the house: plain ``sqlite3``, prepared statements, many rows at once.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Table

from puntobanco.bank import schema as sc
from puntobanco.bank.cashier import BetLine, RoundLine
from puntobanco.bank.ledger import (
    ISSUE,
    Transfer,
    changes,
    commission_account,
    held_account,
    house_account,
    player_account,
)
from puntobanco.bank.rows import bet_row, columns, event_row, round_row, transfer_row
from puntobanco.bank.sqlite_acts import write_act
from puntobanco.bank.sqlite_answers import Answers
from puntobanco.bank.store import (
    AccountTaken,
    Balance,
    BrokenBooks,
    CommandKey,
    Decide,
    Fenced,
    Player,
    Recall,
)
from puntobanco.table.events import Event, ShuffleStarted

_encode = msgspec.json.Encoder().encode


def _insert(table: Table) -> str:
    names = columns(table)
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


_INSERT_EVENT = _insert(sc.events)
_INSERT_TRANSFER = _insert(sc.transfers)
_INSERT_ROUND = _insert(sc.rounds)
_INSERT_BET = _insert(sc.bets)

# Many rows through one statement, as JSON: a statement for each row would cost three times as much.
_BALANCES = "SELECT accounts.id, balance_cents FROM json_each(?) AS wanted CROSS JOIN accounts ON accounts.id = wanted.value"
_MOVE = (
    "UPDATE accounts SET balance_cents = balance_cents + json_extract(moved.value, '$[1]')"
    " FROM json_each(?) AS moved WHERE accounts.id = json_extract(moved.value, '$[0]')"
    " RETURNING accounts.id, balance_cents"
)


class At(NamedTuple):
    """Where a dealer believes its table to stand."""

    table: int
    epoch: int
    version: int


def own_table(connection: sqlite3.Connection, table: int) -> int:
    """Raise a table's epoch and give the new one; a new table gets its row and its accounts."""
    raised = connection.execute("UPDATE tables SET epoch = epoch + 1 WHERE number = ? RETURNING epoch", (table,)).fetchone()
    if raised is not None:
        return int(raised[0])
    connection.execute("INSERT INTO tables (number, epoch, version, shoe) VALUES (?, 1, 0, 0)", (table,))
    _make_accounts(connection, house_account(table), commission_account(table))
    return 1


def transact(
    connection: sqlite3.Connection,
    answers: Answers,
    at: At,
    players: Sequence[str],
    keys: Sequence[CommandKey],
    decide: Decide,
) -> dict[str, Balance]:
    """One batch of a dealer: look, decide, write. See `store.Store.transact`."""
    row = connection.execute("SELECT epoch, version, shoe FROM tables WHERE number = ?", (at.table,)).fetchone()
    if row is None or tuple(row[:2]) != (at.epoch, at.version):
        raise Fenced(f"table {at.table} is not at version {at.version} of epoch {at.epoch} any more")
    recall = Recall(balances=_balances(connection, players), answers=answers.find(connection, keys))
    batch = decide(recall)
    assert len(batch.postings) == len(batch.events), "each event has its posting"
    if batch.events:
        _write_events(connection, at, int(row[2]), batch.events)
    balances = _move(connection, [move for posting in batch.postings for move in posting.transfers])
    lines = [posting.round for posting in batch.postings if posting.round is not None]
    if lines:
        _write_rounds(connection, lines, [bet for posting in batch.postings for bet in posting.bets])
    for act in batch.acts:
        write_act(connection, act)
    if batch.answers:
        answers.keep(connection, batch.answers, batch.at_ms)
    return balances


def add_player(connection: sqlite3.Connection, player: Player, grant: Transfer) -> None:
    """A new player with both accounts and a first grant. Raises `AccountTaken`."""
    added = connection.execute(
        "INSERT INTO players (account, name, created_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (player.account, player.name, player.created_ms),
    )
    if not added.rowcount:
        raise AccountTaken(f"there is a player {player.account} already")
    _make_accounts(connection, player_account(player.account), held_account(player.account))
    _move(connection, [_grant_to(player.account, grant)])


def top_up(connection: sqlite3.Connection, account: str, grant: Transfer, below_cents: int) -> Balance | None:
    """Grant credits to a player who has less than ``below_cents``, held stakes included; None when they have enough."""
    before = _balance(connection, account)
    if before.free_cents + before.held_cents >= below_cents:
        return None
    return _move(connection, [_grant_to(account, grant)])[account]


def _grant_to(account: str, grant: Transfer) -> Transfer:
    assert (grant.source, grant.target) == (ISSUE, player_account(account)), "a grant goes from the issue to its player"
    return grant


def _make_accounts(connection: sqlite3.Connection, *names: str) -> None:
    connection.executemany("INSERT INTO accounts (id, balance_cents) VALUES (?, 0)", [(name,) for name in names])


def _balances(connection: sqlite3.Connection, players: Iterable[str]) -> dict[str, int]:
    balances = {player_account(player): 0 for player in players}
    balances.update(connection.execute(_BALANCES, (_encode(list(balances)).decode(),)))
    return balances


def _write_events(connection: sqlite3.Connection, at: At, shoe: int, events: Iterable[Event]) -> None:
    rows = []
    version = at.version
    for version, event in enumerate(events, at.version + 1):
        if isinstance(event, ShuffleStarted):
            shoe = event.shoe
        rows.append(event_row(at.table, version, shoe, event))
    connection.executemany(_INSERT_EVENT, rows)
    connection.execute("UPDATE tables SET version = ?, shoe = ? WHERE number = ?", (version, shoe, at.table))


def _move(connection: sqlite3.Connection, transfers: Sequence[Transfer]) -> dict[str, Balance]:
    """Write transfers and change the balances they touch; give those of the players among them."""
    connection.executemany(_INSERT_TRANSFER, map(transfer_row, transfers))
    moved = changes(transfers)
    after: dict[str, int] = dict(connection.execute(_MOVE, (_encode(list(moved.items())).decode(),)))
    if missing := moved.keys() - after.keys():
        raise BrokenBooks(f"there is no account {min(missing)}")
    players = {owner for kind, _, owner in (account.partition(":") for account in after) if kind in ("player", "held")}
    return {player: _balance(connection, player, after) for player in players}


def _balance(connection: sqlite3.Connection, player: str, known: dict[str, int] | None = None) -> Balance:
    """What a player has; what is known already is not looked up again."""
    cents = []
    for account in (player_account(player), held_account(player)):
        value = (known or {}).get(account)
        if value is None:
            row = connection.execute("SELECT balance_cents FROM accounts WHERE id = ?", (account,)).fetchone()
            value = row[0] if row else 0
        cents.append(value)
    return Balance(*cents)


def _write_rounds(connection: sqlite3.Connection, lines: Sequence[RoundLine], bets: Sequence[BetLine]) -> None:
    connection.executemany(_INSERT_ROUND, map(round_row, lines))
    times = {line.round_id: line.at_ms for line in lines}
    connection.executemany(_INSERT_BET, [bet_row(bet, times[bet.round_id]) for bet in bets])
