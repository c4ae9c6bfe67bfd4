"""The tables of those who work in the house, and of what they did. They stand in the metadata of ``schema`` with all others."""

from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, PrimaryKeyConstraint, Table, Text

_Millis = BigInteger().with_variant(Integer, "sqlite")
_CLUSTERED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def _column(name: str, kind: Any, *constraints: Any, nullable: bool = False) -> Column[Any]:
    return Column(name, kind, *constraints, nullable=nullable)


def people(metadata: MetaData) -> tuple[Table, Table, Table]:
    """Staff, their sessions and their one-time links."""
    staff = Table(
        "staff",
        metadata,
        _column("key", Text),
        _column("name", Text),
        _column("role", Text),
        _column("created_ms", _Millis),
        _column("password", Text, nullable=True),
        PrimaryKeyConstraint("key"),
        **_CLUSTERED,
    )
    sessions = Table(
        "staff_sessions",
        metadata,
        _column("token", Text),
        _column("staff", Text, ForeignKey("staff.key")),
        _column("created_ms", _Millis),
        _column("expires_ms", _Millis),
        PrimaryKeyConstraint("token"),
        **_CLUSTERED,
    )
    links = Table(
        "staff_links",
        metadata,
        _column("token", Text),
        _column("staff", Text, ForeignKey("staff.key"), nullable=True),
        _column("made_ms", _Millis),
        _column("expires_ms", _Millis, nullable=True),
        PrimaryKeyConstraint("token"),
        **_CLUSTERED,
    )
    return staff, sessions, links


def deeds(metadata: MetaData) -> tuple[Table, Table]:
    """The acts of staff, and the players who are muted or frozen."""
    acts = Table(
        "staff_acts",
        metadata,
        _column("number", _Millis),
        _column("at_ms", _Millis),
        _column("name", Text),
        _column("role", Text),
        _column("approved_by", Text, nullable=True),
        _column("table_number", Integer, nullable=True),
        _column("kind", Text),
        _column("reason", Text),
        _column("details", Text),
        _column("command_id", Text, nullable=True),
        PrimaryKeyConstraint("number"),
        Index("staff_acts_of_table", "table_number", "number"),
        Index("staff_acts_of_command", "command_id", "name"),
        **_CLUSTERED,
    )
    restrictions = Table(
        "restrictions",
        metadata,
        _column("account", Text),
        _column("kind", Text),
        _column("at_ms", _Millis),
        _column("until_ms", _Millis, nullable=True),
        _column("reason", Text),
        _column("by", Text),
        PrimaryKeyConstraint("account", "kind"),
        **_CLUSTERED,
    )
    return acts, restrictions
