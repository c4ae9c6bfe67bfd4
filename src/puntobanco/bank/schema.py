"""The tables of the bank, once, for SQLite and PostgreSQL alike. Migrations make them; a test compares the two.

Amounts are integer cents, times server milliseconds since 1970, cards texts such as ``9H KD``.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

from puntobanco.bank.staff_schema import deeds, people

VERSION = "0004"
"""The newest migration; a database of another is brought to it, or refused when it is not known."""

START_KINDS = ("table_opened", "shuffle_started")
"""The events at which a fold may begin."""

STARTS = "kind IN ('table_opened', 'shuffle_started')"
"""`START_KINDS` as SQL: a query finds the partial index over the starts only by this very condition."""

LOGGED = (
    "kind IN ('shoe_announced', 'shares_closed', 'shares_opened', 'shares_failed', 'shoe_opened', 'round_shuffled', 'shoe_closed')"
)
"""The events that may be entries of a table's log, as SQL for the partial index over them."""

BELOW_ZERO_ALLOWED = "id = 'issue' OR substr(id, 1, 6) = 'house:'"
"""`ledger.may_go_below_zero` as SQL."""

metadata = MetaData()

Cents = BigInteger().with_variant(Integer, "sqlite")
Millis = Cents
Count = Cents

_CLUSTERED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}
"""SQLite keeps the types it was told, and stores the rows in the order of the primary key without a second tree."""


def _column(name: str, kind: Any, *constraints: Any, nullable: bool = False) -> Column[Any]:
    return Column(name, kind, *constraints, nullable=nullable)


accounts = Table(
    "accounts",
    metadata,
    _column("id", Text),
    _column("balance_cents", Cents),
    PrimaryKeyConstraint("id"),
    CheckConstraint(f"balance_cents >= 0 OR {BELOW_ZERO_ALLOWED}", name="accounts_overdrawn"),
    **_CLUSTERED,
)

players = Table(
    "players",
    metadata,
    _column("account", Text),
    _column("name", Text),
    _column("created_ms", Millis),
    PrimaryKeyConstraint("account"),
    **_CLUSTERED,
)

transfers = Table(
    "transfers",
    metadata,
    _column("key", Text),
    _column("source", Text, ForeignKey("accounts.id")),
    _column("target", Text, ForeignKey("accounts.id")),
    _column("amount_cents", Cents),
    _column("kind", Text),
    _column("round_id", Text, nullable=True),
    _column("bet", Text, nullable=True),
    _column("at_ms", Millis),
    PrimaryKeyConstraint("key"),
    CheckConstraint("amount_cents > 0", name="transfers_positive"),
    CheckConstraint("source <> target", name="transfers_move"),
    Index("transfers_of_round", "round_id"),
    **_CLUSTERED,
)

tables = Table(
    "tables",
    metadata,
    _column("number", Integer),
    _column("epoch", Count),
    _column("version", Count),
    _column("shoe", Count),
    PrimaryKeyConstraint("number"),
    **_CLUSTERED,
)

events = Table(
    "events",
    metadata,
    _column("table_number", Integer, ForeignKey("tables.number")),
    _column("version", Count),
    _column("shoe", Count),
    _column("kind", Text),
    _column("body", Text),
    _column("at_ms", Millis),
    PrimaryKeyConstraint("table_number", "version"),
    Index("events_starts", "table_number", "shoe", "version", sqlite_where=text(STARTS), postgresql_where=text(STARTS)),
    Index("events_logged", "table_number", "shoe", "version", sqlite_where=text(LOGGED), postgresql_where=text(LOGGED)),
    **_CLUSTERED,
)

answers = Table(
    "answers",
    metadata,
    _column("number", Count),
    _column("account", Text),
    _column("command_id", Text),
    _column("digest", LargeBinary),
    _column("answer", LargeBinary),
    _column("at_ms", Millis),
    PrimaryKeyConstraint("number"),
    # In SQLite the one process that serves the file has its own index: see ``sqlite_answers``.
    Index("answers_of_command", "account", "command_id", unique=True).ddl_if(dialect="postgresql"),
    **_CLUSTERED,
)

rounds = Table(
    "rounds",
    metadata,
    _column("round_id", Text),
    _column("table_number", Integer, ForeignKey("tables.number")),
    _column("house", Text),
    _column("shoe", Count),
    _column("round", Count),
    _column("at_ms", Millis),
    _column("outcome", Text, nullable=True),
    _column("void_reason", Text, nullable=True),
    _column("player_cards", Text),
    _column("banker_cards", Text),
    _column("player_points", Integer),
    _column("banker_points", Integer),
    PrimaryKeyConstraint("round_id"),
    **_CLUSTERED,
)

bets = Table(
    "bets",
    metadata,
    _column("round_id", Text, ForeignKey("rounds.round_id")),
    _column("account", Text),
    _column("bet", Text),
    _column("stake_cents", Cents),
    _column("result", Text),
    _column("returned_cents", Cents),
    _column("net_cents", Cents),
    _column("commission_cents", Cents),
    _column("at_ms", Millis),
    PrimaryKeyConstraint("round_id", "account", "bet"),
    Index("bets_of_account", "account", "at_ms", "round_id"),
    **_CLUSTERED,
)

chat = Table(
    "chat",
    metadata,
    _column("table_number", Integer, ForeignKey("tables.number")),
    _column("number", Count),
    _column("at_ms", Millis),
    _column("account", Text, nullable=True),
    _column("name", Text, nullable=True),
    _column("command_id", Text, nullable=True),
    _column("notice", Text, nullable=True),
    _column("about", Count, nullable=True),
    _column("text", Text),
    PrimaryKeyConstraint("table_number", "number"),
    CheckConstraint("(account IS NULL) <> (notice IS NULL)", name="chat_said_by_one"),
    **_CLUSTERED,
)

chat_reports = Table(
    "chat_reports",
    metadata,
    _column("table_number", Integer, ForeignKey("tables.number")),
    _column("line", Count),
    _column("account", Text),
    _column("at_ms", Millis),
    _column("lines", Text),
    PrimaryKeyConstraint("table_number", "line", "account"),
    **_CLUSTERED,
)

staff, staff_sessions, staff_links = people(metadata)
staff_acts, restrictions = deeds(metadata)
