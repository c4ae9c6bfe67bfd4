"""The coming and going of a shoe, and what it gives away besides the cards of rounds."""

import enum

import msgspec

from puntobanco.game.cards import Card
from puntobanco.game.house import HouseRules
from puntobanco.game.proof import BEGINNING, Entry, OpenedCard
from puntobanco.table.events.base import TableEvent
from puntobanco.table.events.ceremony import LoggedEvent
from puntobanco.table.events.seats import Seat


class ShoeEnd(enum.StrEnum):
    """How a shoe ended."""

    FINISHED = "finished"
    ENDED_EARLY = "ended_early"
    NEVER_OPENED = "never_opened"


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """All that a table carries from one shoe into the next."""

    table: int
    rules: HouseRules
    present: bool
    present_changed_ms: int
    seats: dict[int, Seat] = {}
    dealer: str = ""
    log_head: str = BEGINNING


class ShuffleStarted(TableEvent, frozen=True, kw_only=True):
    """A new shoe is being shuffled. Holds the table's whole state at that moment: a fold may begin here."""

    shoe: int
    due_ms: int
    opening: Opening


class ShoeOpened(TableEvent, frozen=True, kw_only=True):
    """A shoe came to the table, shuffled and cut: every card's hash is out. A session's hashes come round by round.

    ``entry`` is its place in the log; real cards have none, and no hashes.
    """

    hashes: tuple[str, ...]
    root: str
    cut_place: int
    cut_card_behind: int
    due_ms: int
    entry: Entry | None


class RoundShuffled(LoggedEvent, frozen=True, kw_only=True):
    """A pack was shuffled for the next round of a session: the hashes of all cards that the round can use are out (rule 6.5).

    ``demonstration`` is its number where it is a demonstration round, and ``round`` is 0 then; ``last``: the session's last.
    """

    round: int
    demonstration: int
    hashes: tuple[str, ...]
    root: str
    last: bool
    due_ms: int


class CardsBurned(TableEvent, frozen=True, kw_only=True):
    """The burn: the shown card, if the house shows one, then cards face down."""

    shown: OpenedCard | None
    shown_card: Card | None
    face_down: int
    due_ms: int


class RoundBurned(TableEvent, frozen=True, kw_only=True):
    """Cards were burned face down before the round's first card (rule 6.5); ``cut_card`` when the cut card came out with them."""

    face_down: int
    cut_card: bool
    due_ms: int


class ShoeClosed(TableEvent, frozen=True, kw_only=True):
    """The shoe ended and everything in it was opened by giving its secret away, in hex; ``reason`` where it ended early."""

    shoe: int
    end: ShoeEnd
    secret: str | None
    reason: str = ""
    entry: Entry | None = None
