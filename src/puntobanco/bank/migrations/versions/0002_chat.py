"""What was said at the tables, and what was reported of it."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

Big = sa.BigInteger().with_variant(sa.Integer, "sqlite")
CLUSTERED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def column(name: str, kind: Any, *constraints: Any, nullable: bool = False) -> sa.Column[Any]:
    """A column that must be filled, unless it is said otherwise."""
    return sa.Column(name, kind, *constraints, nullable=nullable)


def upgrade() -> None:
    """Make the tables of the chat."""
    op.create_table(
        "chat",
        column("table_number", sa.Integer, sa.ForeignKey("tables.number")),
        column("number", Big),
        column("at_ms", Big),
        column("account", sa.Text, nullable=True),
        column("name", sa.Text, nullable=True),
        column("command_id", sa.Text, nullable=True),
        column("notice", sa.Text, nullable=True),
        column("about", Big, nullable=True),
        column("text", sa.Text),
        sa.PrimaryKeyConstraint("table_number", "number"),
        sa.CheckConstraint("(account IS NULL) <> (notice IS NULL)", name="chat_said_by_one"),
        **CLUSTERED,
    )
    op.create_table(
        "chat_reports",
        column("table_number", sa.Integer, sa.ForeignKey("tables.number")),
        column("line", Big),
        column("account", sa.Text),
        column("at_ms", Big),
        column("lines", sa.Text),
        sa.PrimaryKeyConstraint("table_number", "line", "account"),
        **CLUSTERED,
    )
