"""The contract of a store: what a dealer and the accounts may ask of a database. No SQL here; see ``sqlite``.

A dealer's batch is decided inside the transaction that stores it: the store reads the balances and earlier answers it needs,
calls ``decide`` with them, and writes events, transfers, records and answers together, or nothing at all.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from puntobanco.bank.cashier import BetLine, Posting, RoundLine
from puntobanco.bank.ledger import Transfer
from puntobanco.bank.shoe_log import LogLine, ShoeCounts, ShoeLine
from puntobanco.bank.staff_store import StaffAct, StaffStore
from puntobanco.errors import PuntobancoError
from puntobanco.game.rules import Outcome
from puntobanco.table.events import Event


class Fenced(Exception):
    """Another process owns the table now, or its version is not what we thought: nothing was written."""


class StoreFailed(Exception):
    """The database could not be read or written, because the disk is full, say. Nothing was written; it may be tried again.

    After an error of the disk in the commit itself this is sure only until the process ends; whoever goes on after a restart
    finds in the database what holds.
    """


class StoreBroken(Exception):
    """The database is damaged: it is no whole one any more. Nothing was written, and trying again does not help."""


class BrokenBooks(AssertionError):
    """An overdraft, an unknown account, a transfer made before: a bug of ours. Nothing was written."""


class BadCursor(PuntobancoError):
    """A cursor that no page of the record gave."""


class AccountTaken(PuntobancoError):
    """A new player under an account that exists."""


class Balance(msgspec.Struct, frozen=True):
    """A player's credits in cents: what can be staked, and what lies on tables."""

    free_cents: int
    held_cents: int


class CommandKey(msgspec.Struct, frozen=True):
    """A command by its sender and the sender's own name for it."""

    account: str
    command_id: str


class StoredAnswer(msgspec.Struct, frozen=True):
    """The first answer to a command, and a digest of the command's body.

    ``refused``: the command changed nothing. An answer to an accepted command is kept for as long as its round can be under way;
    of refusals each player's latest are, for as long. Say so of a refusal alone: a flood of them is kept otherwise.
    """

    digest: bytes
    answer: bytes
    refused: bool = False


class Recall(msgspec.Struct, frozen=True):
    """What the database says before a batch is decided."""

    balances: dict[str, int]
    answers: dict[CommandKey, StoredAnswer]


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """What a dealer wants stored together. ``postings`` follow the events one by one; ``acts`` are those of staff."""

    events: tuple[Event, ...]
    postings: tuple[Posting, ...]
    answers: dict[CommandKey, StoredAnswer]
    at_ms: int
    acts: tuple[StaffAct, ...] = ()


class Ownership(msgspec.Struct, frozen=True, kw_only=True):
    """A table as its new owner finds it: the epoch to write under, and its events from the last shoe's start on, in order.

    No events when the table is new. ``first_version`` is the version of the first of them.
    """

    table: int
    epoch: int
    first_version: int
    events: tuple[Event, ...]


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player as stored."""

    account: str
    name: str
    created_ms: int


class RecordFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which rounds of a record are wanted; None wants all. ``voided`` alone names rounds without an outcome.

    Times are server milliseconds, ``from_ms`` included and ``to_ms`` not.
    """

    table: int | None = None
    house: str | None = None
    outcome: Outcome | None = None
    voided: bool = False
    from_ms: int | None = None
    to_ms: int | None = None


ALL_ROUNDS = RecordFilter()


class RecordedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one player's record shows it: the cards, the outcome and the player's bets.

    ``balance_after_cents`` is all that the player had when it had been settled, free and on tables together; None for a viewer
    who had no bet on it.
    """

    line: RoundLine
    bets: tuple[BetLine, ...]
    balance_after_cents: int | None


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of a player's settled rounds, in cents."""

    rounds: int
    stake: int
    returned: int
    commission: int
    net: int


class RecordPage(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds of a player's record, newest first. ``next`` is the cursor of the page after it, None at the end."""

    rounds: tuple[RecordedRound, ...]
    next: str | None


class ShoePlay(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe as it is listed, the numbers of the table's shoes before and after it, and how its rounds were played, in order.

    The first event is its ``ShuffleStarted``; no hash, secret, bet or card that was not opened is in any of those after it.
    """

    line: ShoeLine
    previous: int | None
    next: int | None
    events: tuple[Event, ...]


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a table's chat: what a player said, or a notice of the house about a shoe or round.

    The numbers of a table's lines rise by one.
    A player's line has ``account``, ``name`` as it was then and ``command_id``; one of the house has ``notice`` and ``about``.
    """

    table: int
    number: int
    at_ms: int
    account: str | None = None
    name: str | None = None
    command_id: str | None = None
    notice: str | None = None
    about: int | None = None
    text: str = ""


class ChatReport(msgspec.Struct, frozen=True, kw_only=True):
    """A player's report of one line of a chat, with the lines that were said around it, that one included."""

    table: int
    line: int
    account: str
    at_ms: int
    lines: tuple[ChatLine, ...]


class ReportedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a chat that players reported: first and last when, by whom in that order, and what was said around it."""

    table: int
    line: int
    at_ms: int
    last_ms: int
    accounts: tuple[str, ...]
    lines: tuple[ChatLine, ...]


class ReportPage(msgspec.Struct, frozen=True, kw_only=True):
    """Reported lines, newest first; ``next`` is the ``before`` of the page after it, None at the end."""

    reports: tuple[ReportedLine, ...]
    next: str | None


Decide = Callable[[Recall], Batch]


class Store(Protocol):
    """What every database must do, tested by the same tests."""

    @property
    def staff(self) -> StaffStore:
        """What it keeps for the staff."""

    async def open(self) -> None:
        """Bring the schema up to date and start. Raises `BadSettings`, also where the database is damaged, as far as that shows.

        All that follows raises `StoreFailed`, or `StoreBroken`, where the database does not do what it is asked.
        """

    async def close(self) -> None:
        """Finish what is under way and stop."""

    async def ready(self) -> bool:
        """Whether the database answers."""

    async def tables(self) -> tuple[int, ...]:
        """The numbers of all tables that were ever opened."""

    async def own_table(self, table: int) -> Ownership:
        """Take a table over: from now on every older epoch is fenced. Makes the table's accounts when it is new."""

    async def transact(
        self,
        table: int,
        epoch: int,
        version: int,
        accounts: Iterable[str],
        commands: Iterable[CommandKey],
        decide: Decide,
    ) -> dict[str, Balance]:
        """Decide and store one batch in one transaction; give the balances after it of every player it touched.

        ``version`` is the table's version before it. Raises `Fenced`. When ``decide`` raises, nothing is written.
        """

    async def add_player(self, player: Player, grant: Transfer) -> None:
        """A new player with a first grant of credits. Raises `AccountTaken`."""

    async def player(self, account: str) -> Player | None:
        """A player by account, or None."""

    async def players_named(self, part: str, *, limit: int) -> tuple[Player, ...]:
        """Players whose name has these letters in it, large or small, the latest first."""

    async def players_of(self, accounts: Sequence[str]) -> tuple[Player, ...]:
        """The players of these accounts, in their order; an account of nobody is left out."""

    async def balance(self, account: str) -> Balance:
        """What a player has."""

    async def top_up(self, account: str, grant: Transfer, *, below_cents: int) -> Balance | None:
        """Grant credits to a player who has, held stakes included, less than ``below_cents``; None when they have enough."""

    async def record(self, account: str, *, before: str | None, limit: int, wanted: RecordFilter = ALL_ROUNDS) -> RecordPage:
        """A page of a player's bet record; ``before`` is the ``next`` of the page before. Raises `BadCursor`.

        ``limit`` is a number of rounds, from 1 to `RECORD_ROUNDS_MAX`; more are given as that many.
        """

    async def round(self, round_id: str, account: str | None) -> RecordedRound | None:
        """One finished round with the bets that ``account`` had on it, or None when there is no such round."""

    async def totals(self, account: str, *, since_ms: int) -> Totals:
        """The sums of a player's rounds that were settled at ``since_ms`` or later."""

    async def shoe_events(self, table: int, shoe: int) -> tuple[Event, ...]:
        """What happened to one shoe, its cards and its rounds, in order; none when there is no such shoe.

        That is all from its ``ShuffleStarted`` to its ``ShoeClosed`` but for bets, seats and squeezes; of the last shoe,
        where a number was used again. It costs as much as the shoe has cards, and a little for each bet on it.
        """

    async def shoe_play(self, table: int, shoe: int) -> ShoePlay | None:
        """How the rounds of a shoe were played, of real cards or not, finished or in play; None when there is no such shoe.

        All of it is of one moment. It costs as much as the shoe had cards in play, and a little for each bet on it.
        """

    async def event(self, table: int, version: int) -> Event | None:
        """The event that brought a table to a version; None where it has not been there."""

    async def shoes(self, table: int, *, before: int | None, limit: int) -> tuple[ShoeLine, ...]:
        """The shoes of a table, newest first, with their results; those with a number below ``before``, where one is given."""

    async def shoe_counts(self, table: int) -> ShoeCounts:
        """All shoes of a table, by their ends."""

    async def shoe_log(self, table: int, *, after: int, limit: int) -> tuple[LogLine, ...]:
        """The entries of a table's log that were made after a version of it, in order."""

    async def chat(self, table: int, *, last: int) -> tuple[ChatLine, ...]:
        """The last lines of a table's chat, in order."""

    async def add_chat(self, lines: Sequence[ChatLine]) -> None:
        """Add lines of one table, in order. Of a table the latest `CHAT_LINES_KEPT` are kept."""

    async def report_chat(self, report: ChatReport) -> None:
        """Keep a report. The same player's second report of a line changes nothing, nor does one too many of a line."""

    async def chat_reports(self, *, before: str | None, limit: int) -> ReportPage:
        """The lines that were reported, each once, newest first by its first report. Raises `BadCursor`."""
