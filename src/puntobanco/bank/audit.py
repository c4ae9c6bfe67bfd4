"""Rebuilds every balance from the transfers and every table from its events, and names each difference.

Only reads, in one transaction, so it may run beside a house that is open. Rows are streamed and rounds compared one by one:
memory grows with players and shoes, not with bets. The tables themselves are in ``audit_table``.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sqlalchemy import Connection, Table, func, select

from puntobanco.bank import migrations, schema as sc
from puntobanco.bank.audit_grants import Gifts, GrantAudit, is_gift
from puntobanco.bank.audit_staff import StaffAudit
from puntobanco.bank.audit_table import Difference, TableAudit, stream
from puntobanco.bank.ledger import ISSUE, commission_account, held_account, house_account, may_go_below_zero, player_account

Progress = Callable[[str, int], None]
"""Told what is being checked, and how many of it have been."""

_ROUND_ID = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")


class Checked(NamedTuple):
    """How much was compared."""

    accounts: int = 0
    transfers: int = 0
    tables: int = 0
    shoes: int = 0
    events: int = 0
    rounds: int = 0


def quiet(what: str, count: int) -> None:
    """A `Progress` that tells nobody."""


class Audit:
    """One audit of one database. `differences` may be run through once; `checked` counts as it goes."""

    def __init__(self, connection: Connection, name: str, progress: Progress = quiet, *, gifts: Gifts | None = None) -> None:
        """Raises `BadSettings`, with ``name``, when the database has no schema that this program reads.

        ``gifts`` are the amounts that players must have been given; None takes any.
        """
        migrations.check(connection, name)
        self.checked = Checked()
        self._connection = connection
        self._progress = progress
        self._sums: defaultdict[str, int] = defaultdict(int)
        self._lying: defaultdict[str, int] = defaultdict(int)
        self._last_rounds: dict[tuple[int, int], int] = {}
        self._unread: set[tuple[int, int]] = set()
        self._gifts = gifts
        self._least_bet_cents = 0

    def differences(self) -> Iterator[Difference]:
        """Every difference, as it is found."""
        yield from self._transfers()
        yield from self._tables()
        yield from self._strays()
        yield from StaffAudit(self._connection).differences()
        yield from GrantAudit(self._connection, self._gifts, self._least_bet_cents).differences()
        for table in (sc.transfers, sc.rounds, sc.bets):
            yield from self._unexplained(table)
        yield from self._accounts()

    def _transfers(self) -> Iterator[Difference]:
        """Sum up every account; what belongs to no round must be a grant to a player."""
        columns = sc.transfers.c
        count = 0
        for count, row in enumerate(stream(self._connection, select(sc.transfers).order_by(columns.key)), 1):
            self._sums[row.source] -= row.amount_cents
            self._sums[row.target] += row.amount_cents
            if row.amount_cents <= 0 or row.source == row.target:
                yield Difference("transfer", row.key, f"moves {row.amount_cents} from {row.source} to {row.target}")
            if row.round_id is None and not is_gift(row):
                yield Difference("transfer", row.key, f"{row.kind} of {row.amount_cents} is explained by no event and is no grant")
            self._progress("transfers", count)
        self.checked = self.checked._replace(transfers=count)

    def _tables(self) -> Iterator[Difference]:
        for row in self._connection.execute(select(sc.tables).order_by(sc.tables.c.number)).all():
            table = TableAudit(self._connection, row.number, self._progress)
            yield from table.differences(row.version, row.shoe)
            for player, cents in table.lying().items():
                self._lying[player] += cents
            self._last_rounds.update(table.last_rounds)
            self._unread.update(table.unread)
            self._least_bet_cents = max(self._least_bet_cents, table.least_bet_cents)
            done = self.checked
            self.checked = done._replace(
                tables=done.tables + 1,
                shoes=done.shoes + table.shoes,
                events=done.events + table.events,
                rounds=done.rounds + table.rounds,
            )

    def _strays(self) -> Iterator[Difference]:
        """Events of tables that do not exist."""
        of_table = sc.events.c.table_number
        strays = select(of_table, func.count()).where(of_table.not_in(select(sc.tables.c.number))).group_by(of_table)
        for number, count in self._connection.execute(strays.order_by(of_table)).all():
            yield Difference("events", f"table {number}", f"does not exist, and {count} events are its")

    def _unexplained(self, table: Table) -> Iterator[Difference]:
        """Transfers and lines of the record of rounds that no table has had."""
        named = table.c.round_id
        query = select(named, func.count().label("lines")).where(named.is_not(None)).group_by(named).order_by(named)
        for row in stream(self._connection, query):
            if named_round := _ROUND_ID.fullmatch(row.round_id):
                number, shoe, round_number = map(int, named_round.groups())
                known = 1 <= round_number <= self._last_rounds.get((number, shoe), 0)
                if known or (number, shoe) in self._unread:
                    continue
            yield Difference(table.name, row.round_id, f"{row.lines} lines of a round that no event began")

    def _accounts(self) -> Iterator[Difference]:
        """Balances against sums; what players have lying against the tables; who may not be below zero."""
        total = count = 0
        unseen = dict(self._sums)
        unopened = self._accounts_needed()
        for count, row in enumerate(stream(self._connection, select(sc.accounts).order_by(sc.accounts.c.id)), 1):
            total += row.balance_cents
            unseen.pop(row.id, None)
            unopened.pop(row.id, None)
            yield from self._account(row.id, row.balance_cents)
            self._progress("accounts", count)
        for name, cents in unseen.items():
            yield Difference("account", name, f"does not exist, and its transfers sum up to {cents}")
        for name in unopened:
            if name not in unseen:
                yield Difference("account", name, "does not exist")
        if total:
            yield Difference("sum", "accounts", f"the balances sum up to {total} and not to 0")
        self.checked = self.checked._replace(accounts=count)

    def _accounts_needed(self) -> dict[str, None]:
        """The accounts that must be there, though nothing may ever have been moved to them."""
        players = self._connection.execute(select(sc.players.c.account).order_by(sc.players.c.account)).scalars().all()
        tables = self._connection.execute(select(sc.tables.c.number).order_by(sc.tables.c.number)).scalars().all()
        of_players = [name for player in players for name in (player_account(player), held_account(player))]
        of_tables = [name for table in tables for name in (house_account(table), commission_account(table))]
        return dict.fromkeys([ISSUE, *of_tables, *of_players])

    def _account(self, name: str, balance_cents: int) -> Iterator[Difference]:
        if balance_cents != self._sums[name]:
            yield Difference("balance", name, f"is {balance_cents}, and its transfers sum up to {self._sums[name]}")
        if balance_cents < 0 and not may_go_below_zero(name):
            yield Difference("balance", name, f"is {balance_cents}, below zero")
        owner = name.removeprefix(held_account(""))
        if owner != name and balance_cents != self._lying[owner]:
            yield Difference("held", name, f"is {balance_cents}, and {self._lying[owner]} lie on the tables")
