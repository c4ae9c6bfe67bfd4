"""The first schema: accounts and transfers, tables and events, answers, and the bet record."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Big = sa.BigInteger().with_variant(sa.Integer, "sqlite")
CLUSTERED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def column(name: str, kind: Any, *constraints: Any, nullable: bool = False) -> sa.Column[Any]:
    """A column that must be filled, unless it is said otherwise."""
    return sa.Column(name, kind, *constraints, nullable=nullable)


def upgrade() -> None:
    """Make everything, and the account that all credits come from."""
    _books()
    _tables()
    _record()
    op.execute("INSERT INTO accounts (id, balance_cents) VALUES ('issue', 0)")


def _books() -> None:
    op.create_table(
        "accounts",
        column("id", sa.Text),
        column("balance_cents", Big),
        sa.PrimaryKeyConstraint("id"),
        sa.CheckConstraint("balance_cents >= 0 OR id = 'issue' OR substr(id, 1, 6) = 'house:'", name="accounts_overdrawn"),
        **CLUSTERED,
    )
    op.create_table(
        "players",
        column("account", sa.Text),
        column("name", sa.Text),
        column("created_ms", Big),
        sa.PrimaryKeyConstraint("account"),
        **CLUSTERED,
    )
    op.create_table(
        "transfers",
        column("key", sa.Text),
        column("source", sa.Text, sa.ForeignKey("accounts.id")),
        column("target", sa.Text, sa.ForeignKey("accounts.id")),
        column("amount_cents", Big),
        column("kind", sa.Text),
        column("round_id", sa.Text, nullable=True),
        column("bet", sa.Text, nullable=True),
        column("at_ms", Big),
        sa.PrimaryKeyConstraint("key"),
        sa.CheckConstraint("amount_cents > 0", name="transfers_positive"),
        sa.CheckConstraint("source <> target", name="transfers_move"),
        **CLUSTERED,
    )
    op.create_index("transfers_of_round", "transfers", ["round_id"])


def _tables() -> None:
    op.create_table(
        "tables",
        column("number", sa.Integer),
        column("epoch", Big),
        column("version", Big),
        column("shoe", Big),
        sa.PrimaryKeyConstraint("number"),
        **CLUSTERED,
    )
    op.create_table(
        "events",
        column("table_number", sa.Integer, sa.ForeignKey("tables.number")),
        column("version", Big),
        column("shoe", Big),
        column("kind", sa.Text),
        column("body", sa.Text),
        column("at_ms", Big),
        sa.PrimaryKeyConstraint("table_number", "version"),
        **CLUSTERED,
    )
    starts = sa.text("kind IN ('table_opened', 'shuffle_started')")
    op.create_index("events_starts", "events", ["table_number", "shoe", "version"], sqlite_where=starts, postgresql_where=starts)
    op.create_table(
        "answers",
        column("number", Big),
        column("account", sa.Text),
        column("command_id", sa.Text),
        column("digest", sa.LargeBinary),
        column("answer", sa.LargeBinary),
        column("at_ms", Big),
        sa.PrimaryKeyConstraint("number"),
        **CLUSTERED,
    )
    if op.get_bind().dialect.name == "postgresql":
        op.create_index("answers_of_command", "answers", ["account", "command_id"], unique=True)


def _record() -> None:
    op.create_table(
        "rounds",
        column("round_id", sa.Text),
        column("table_number", sa.Integer, sa.ForeignKey("tables.number")),
        column("house", sa.Text),
        column("shoe", Big),
        column("round", Big),
        column("at_ms", Big),
        column("outcome", sa.Text, nullable=True),
        column("void_reason", sa.Text, nullable=True),
        column("player_cards", sa.Text),
        column("banker_cards", sa.Text),
        column("player_points", sa.Integer),
        column("banker_points", sa.Integer),
        sa.PrimaryKeyConstraint("round_id"),
        **CLUSTERED,
    )
    op.create_table(
        "bets",
        column("round_id", sa.Text, sa.ForeignKey("rounds.round_id")),
        column("account", sa.Text),
        column("bet", sa.Text),
        column("stake_cents", Big),
        column("result", sa.Text),
        column("returned_cents", Big),
        column("net_cents", Big),
        column("commission_cents", Big),
        column("at_ms", Big),
        sa.PrimaryKeyConstraint("round_id", "account", "bet"),
        **CLUSTERED,
    )
    op.create_index("bets_of_account", "bets", ["account", "at_ms", "round_id"])
