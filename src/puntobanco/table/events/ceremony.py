"""How the order of a shoe comes about: announced, shared in, closed, opened. Every step is stored before the next one starts."""

from puntobanco.game.proof import Announcement, Entry, Share
from puntobanco.table.events.base import TableEvent


class LoggedEvent(TableEvent, frozen=True, kw_only=True):
    """An event that is an entry of the table's log too (see docs/proof.md)."""

    entry: Entry


class ShoeAnnounced(LoggedEvent, frozen=True, kw_only=True):
    """From here nothing of the shoe is the table's choice. Sealed contributions are taken until ``closes_ms``."""

    announcement: Announcement
    commitment: str
    sealed: bytes
    closes_ms: int


class ShareSealed(TableEvent, frozen=True, kw_only=True):
    """A player sent a sealed contribution; ``player`` is what everyone knows them by."""

    account: str
    player: str
    seal: str


class SharesClosed(LoggedEvent, frozen=True, kw_only=True):
    """The list of contributions is closed. They must be opened until ``due_ms``."""

    due_ms: int


class ShareOpened(TableEvent, frozen=True, kw_only=True):
    """A player opened their contribution. Nobody is told of it before all are."""

    account: str
    player: str
    share: Share


class SharesOpened(LoggedEvent, frozen=True, kw_only=True):
    """All contributions are opened: with the secret they make the order of the shoe."""


class SharesFailed(LoggedEvent, frozen=True, kw_only=True):
    """Some did not open theirs, by the names that everyone knows. Who did open may share in the next attempt, until ``due_ms``."""

    missing: tuple[str, ...]
    due_ms: int


class ShuffleExtended(TableEvent, frozen=True, kw_only=True):
    """After a restart there is more time to share: ``stage_due_ms`` for this stage, ``due_ms`` for the whole shuffle."""

    stage_due_ms: int
    due_ms: int
