"""Who sits where (rule 8.2), and who is not waited for (rule 5.5)."""

import enum

import msgspec

from puntobanco.table.events.base import TableEvent


class SeatEnd(enum.StrEnum):
    """Why a seat was freed. ``removed``: the table has fewer seats now."""

    LEFT = "left"
    OFF_LINE = "off_line"
    NO_BETS = "no_bets"
    REMOVED = "removed"


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a seat. ``line_changed_ms`` is when ``connected`` became what it is.

    ``idle_rounds`` counts the rounds since the holder's last bet, ``joined_late`` leaves out the one under way: it could not be
    bet on any more. ``able``: could stake the lowest minimum when that was last of importance (rule 5.5).
    """

    account: str
    name: str
    connected: bool = True
    line_changed_ms: int = 0
    idle_rounds: int = 0
    joined_late: bool = False
    able: bool = True


class SeatTaken(TableEvent, frozen=True, kw_only=True):
    """A player sat down; ``left`` is the seat that was theirs before. ``able``: they could stake the lowest minimum."""

    seat: int
    account: str
    name: str
    left: int | None
    able: bool


class SeatFreed(TableEvent, frozen=True, kw_only=True):
    """A seat became free. What its holder had confirmed stands."""

    seat: int
    account: str
    reason: SeatEnd


class SeatLineChanged(TableEvent, frozen=True, kw_only=True):
    """Who sits there went off line or came back. After a restart also for who was off line before it: time counts from there."""

    seat: int
    connected: bool


class SeatFundsChanged(TableEvent, frozen=True, kw_only=True):
    """Whether who sits there can stake the lowest minimum of the table."""

    seat: int
    able: bool


class SatOut(TableEvent, frozen=True, kw_only=True):
    """A seated player is not to be waited for in this round."""

    account: str
