"""What happens to a table as a whole: its setting up, its rules, who is there, its pauses and interruptions."""

from puntobanco.game.house import HouseRules
from puntobanco.table.events.base import TableEvent


class TableOpened(TableEvent, frozen=True, kw_only=True):
    """A table was set up. Always its first event."""

    number: int
    rules: HouseRules


class RulesChanged(TableEvent, frozen=True, kw_only=True):
    """Other rules hold from now on; only while no shoe is in play."""

    rules: HouseRules


class PresenceChanged(TableEvent, frozen=True, kw_only=True):
    """The first viewer came, or the last one went."""

    present: bool


class TablePaused(TableEvent, frozen=True, kw_only=True):
    """Nobody was there for a while: the table waits between rounds."""


class RoundSuspended(TableEvent, frozen=True, kw_only=True):
    """The table stands still because of a fault."""

    reason: str


class RoundResumed(TableEvent, frozen=True, kw_only=True):
    """The table goes on where it stood. ``reason``: why, where not staff but the house itself resumes it."""

    due_ms: int | None
    reason: str = ""
