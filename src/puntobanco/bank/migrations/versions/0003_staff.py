"""Who works in the house, what they did, and the players they muted or froze."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

Big = sa.BigInteger().with_variant(sa.Integer, "sqlite")
CLUSTERED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def column(name: str, kind: Any, *constraints: Any, nullable: bool = False) -> sa.Column[Any]:
    """A column that must be filled, unless it is said otherwise."""
    return sa.Column(name, kind, *constraints, nullable=nullable)


def upgrade() -> None:
    """Make the tables of the staff."""
    op.create_table(
        "staff",
        column("key", sa.Text),
        column("name", sa.Text),
        column("role", sa.Text),
        column("created_ms", Big),
        column("password", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("key"),
        **CLUSTERED,
    )
    op.create_table(
        "staff_sessions",
        column("token", sa.Text),
        column("staff", sa.Text, sa.ForeignKey("staff.key")),
        column("created_ms", Big),
        column("expires_ms", Big),
        sa.PrimaryKeyConstraint("token"),
        **CLUSTERED,
    )
    op.create_table(
        "staff_links",
        column("token", sa.Text),
        column("staff", sa.Text, sa.ForeignKey("staff.key"), nullable=True),
        column("made_ms", Big),
        column("expires_ms", Big, nullable=True),
        sa.PrimaryKeyConstraint("token"),
        **CLUSTERED,
    )
    _make_acts()
    _make_restrictions()


def _make_acts() -> None:
    op.create_table(
        "staff_acts",
        column("number", Big),
        column("at_ms", Big),
        column("name", sa.Text),
        column("role", sa.Text),
        column("approved_by", sa.Text, nullable=True),
        column("table_number", sa.Integer, nullable=True),
        column("kind", sa.Text),
        column("reason", sa.Text),
        column("details", sa.Text),
        column("command_id", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("number"),
        **CLUSTERED,
    )
    op.create_index("staff_acts_of_table", "staff_acts", ["table_number", "number"])
    op.create_index("staff_acts_of_command", "staff_acts", ["command_id", "name"])


def _make_restrictions() -> None:
    op.create_table(
        "restrictions",
        column("account", sa.Text),
        column("kind", sa.Text),
        column("at_ms", Big),
        column("until_ms", Big, nullable=True),
        column("reason", sa.Text),
        column("by", sa.Text),
        sa.PrimaryKeyConstraint("account", "kind"),
        **CLUSTERED,
    )
