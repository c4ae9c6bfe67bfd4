"""A quick way to the log of each table's shoes."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

LOGGED = (
    "kind IN ('shoe_announced', 'shares_closed', 'shares_opened', 'shares_failed', 'shoe_opened', 'round_shuffled', 'shoe_closed')"
)


def upgrade() -> None:
    """Make the index."""
    where = sa.text(LOGGED)
    op.create_index("events_logged", "events", ["table_number", "shoe", "version"], sqlite_where=where, postgresql_where=where)
