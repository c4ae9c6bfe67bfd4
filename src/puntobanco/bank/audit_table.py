"""One table's part of the audit: its events folded again, their proofs checked, and their postings compared with the books.

What cannot be folded is named once, and the fold begins again at the next shoe.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, Table, bindparam, select

from puntobanco.bank import schema as sc
from puntobanco.bank.audit_shoe import faults
from puntobanco.bank.cashier import BetLine, Posting, RoundLine, post
from puntobanco.bank.ledger import Transfer
from puntobanco.bank.limits import AUDIT_ROWS_AT_ONCE
from puntobanco.bank.rows import AnyRow, Values, bet_row, columns, kind_of, round_row, transfer_row
from puntobanco.game.bets import spot_of
from puntobanco.game.house import HouseRules
from puntobanco.table.events import BettingOpened, Event, RoundSettled, RoundVoided, ShuffleStarted, TableOpened
from puntobanco.table.machine import evolve
from puntobanco.table.state import Phase, TableState

_decode = msgspec.json.Decoder(Event).decode

_STAKES_LIE = (Phase.BETTING, Phase.DEALING, Phase.SUSPENDED)


class Difference(NamedTuple):
    """Something that does not add up: what kind of thing, which, and how."""

    kind: str
    subject: str
    message: str


def stream(connection: Connection, query: Select[*tuple[Any, ...]], **values: object) -> Iterator[AnyRow]:
    """The rows of a query without holding them all."""
    return iter(connection.execute(query, values, execution_options={"yield_per": AUDIT_ROWS_AT_ONCE}))


def _of_round(table: Table) -> Select[*tuple[Any, ...]]:
    return select(table).where(table.c.round_id == bindparam("round_id"))


_BOOKS: tuple[tuple[Table, int, Select[*tuple[Any, ...]]], ...] = (
    (sc.transfers, 1, _of_round(sc.transfers)),
    (sc.rounds, 1, _of_round(sc.rounds)),
    (sc.bets, 3, _of_round(sc.bets)),
)
"""What a round leaves in the books: the table, how many columns its key has, and the query."""


class _Round:
    """What the events of one round post."""

    def __init__(self, round_id: str) -> None:
        self.round_id = round_id
        self._transfers: list[Transfer] = []
        self._line: RoundLine | None = None
        self._bets: tuple[BetLine, ...] = ()

    def add(self, posting: Posting) -> None:
        """Add what an event of the round posts; what a tie carries on belongs to the next round."""
        self._transfers += [move for move in posting.transfers if move.round_id == self.round_id]
        if posting.round is None or posting.round.round_id != self.round_id:
            return
        self._line = self._line or posting.round
        self._bets += posting.bets

    def rows(self, table: Table) -> list[Values]:
        """What must stand in one table of the books."""
        if table is sc.transfers:
            return list(map(transfer_row, self._transfers))
        if self._line is None:
            return []
        return [round_row(self._line)] if table is sc.rounds else [bet_row(bet, self._line.at_ms) for bet in self._bets]


class TableAudit:
    """The audit of one table. `differences` first; the rest is what it found on the way.

    ``last_rounds`` holds the number of the last round of each (table, shoe) that stakes could lie on; ``unread`` the shoes with
    events that could not be folded, of which nothing more can be said; ``least_bet_cents`` the largest of the least bets of its
    rules over time.
    """

    def __init__(self, connection: Connection, number: int, progress: Any) -> None:
        self.number = number
        self.shoes = self.events = self.rounds = 0
        self.last_rounds: dict[tuple[int, int], int] = {}
        self.unread: set[tuple[int, int]] = set()
        self.least_bet_cents = 0
        self._connection = connection
        self._progress = progress
        self._state: TableState | None = None
        self._round: _Round | None = None
        self._shoe = 0
        self._opened_ms: int | None = None

    def lying(self) -> dict[str, int]:
        """What each player has lying on the table, in cents."""
        state = self._state
        if state is None:
            return {}
        on_felt = state.stakes if state.phase in _STAKES_LIE else state.carried
        return {account: sum(stakes.values()) for account, stakes in on_felt.items()}

    def differences(self, version: int, shoe: int) -> Iterator[Difference]:
        """Every difference of the table, whose row says that it is at ``version`` and ``shoe``."""
        query = select(sc.events).where(sc.events.c.table_number == bindparam("number")).order_by(sc.events.c.version)
        last = 0
        for row in stream(self._connection, query, number=self.number):
            if row.version != last + 1:
                yield self._difference("gap", f"version {row.version} follows version {last}")
                self._lose()
            last = row.version
            yield from self._event(row)
            self.events += 1
            self._progress(f"events of table {self.number}", self.events)
        yield from self._end_round()
        if (last, self._shoe) != (version, shoe):
            yield self._difference("table", f"is at version {version}, shoe {shoe}; its events end at {last}, shoe {self._shoe}")

    def _event(self, row: AnyRow) -> Iterator[Difference]:
        where = f"event {row.version}"
        try:
            event = _decode(row.body)
        except (msgspec.MsgspecError, RecursionError) as error:
            yield self._difference(where, f"cannot be read: {error}")
            self._lose()
            return
        if isinstance(event, ShuffleStarted):
            self._shoe = event.shoe
            self.shoes += 1
        if (row.kind, row.at_ms, row.shoe) != (kind_of(event), event.at_ms, self._shoe):
            yield self._difference(where, f"is filed as {row.kind} of shoe {row.shoe} at {row.at_ms}, its body says otherwise")
        before = self._state
        if before is None and not self._may_begin(event, row.version):
            if row.version == 1:
                yield self._difference(where, f"is {kind_of(event)}: a table begins with table_opened")
            self._lose()
            return
        for message in faults(before, event, self._opened_ms):
            yield self._difference(where, message)
        yield from self._fold(event, row.version)

    def _may_begin(self, event: Event, version: int) -> bool:
        return isinstance(event, ShuffleStarted) or (isinstance(event, TableOpened) and version == 1)

    def _fold(self, event: Event, version: int) -> Iterator[Difference]:
        """Take the event into the state, and its postings into its round."""
        if isinstance(event, BettingOpened | ShuffleStarted) and not self._carries_into(event):
            yield from self._end_round()
        try:
            before = self._state
            after = msgspec.structs.replace(evolve(before, event), version=version)
            posting = post(event, after)
            if isinstance(event, BettingOpened):
                self._round = self._round or _Round(after.round_id)
                self.rounds += 1
                self.last_rounds[self.number, after.shoe_number] = after.round
                self._opened_ms = event.at_ms
            if self._round is not None:
                self._round.add(posting)
            if before is None or before.rules is not after.rules:
                self.least_bet_cents = max(self.least_bet_cents, _least_bet(after.rules))
        except Exception as error:  # whatever numbers and texts a damaged event may hold
            yield self._difference(f"event {version}", f"cannot follow: {str(error) or type(error).__name__}")
            self._lose()
            return
        self._state = after
        if isinstance(event, RoundSettled | RoundVoided):
            yield from self._end_round()
        if after.carried and isinstance(event, RoundSettled):
            self._round = _Round(after.next_round_id)
            self._round.add(posting)
            self.last_rounds[self.number, after.shoe_number] = after.round + 1  # whether it is ever opened or not

    def _carries_into(self, event: Event) -> bool:
        """Whether a tie's stakes wait for the round that is opened."""
        if self._round is None or self._state is None or not isinstance(event, BettingOpened):
            return False
        return self._round.round_id == self._state.next_round_id

    def _lose(self) -> None:
        """Go on at the next shoe: what is left of this one cannot be told."""
        self._state = self._round = self._opened_ms = None
        self.unread.add((self.number, self._shoe))

    def _end_round(self) -> Iterator[Difference]:
        """Compare what the round posted with what stands in the books."""
        ended, self._round = self._round, None
        if ended is None:
            return
        for table, key_columns, query in _BOOKS:
            rows = map(tuple, self._connection.execute(query, {"round_id": ended.round_id}))
            yield from _compared(table, key_columns, ended.rows(table), rows)

    def _difference(self, where: str, message: str) -> Difference:
        return Difference("events", f"table {self.number}, {where}", message)


def _least_bet(rules: HouseRules) -> int:
    return min((rules.limits(spot_of(bet))[0] for bet in rules.offered), default=0)


def _compared(table: Table, key_columns: int, expected: list[Values], stored: Iterator[Values]) -> Iterator[Difference]:
    """What is missing, what nothing explains, and what is not as it should be, by key."""
    found = {row[:key_columns]: row for row in stored}
    wanted = defaultdict(list)
    for row in expected:
        wanted[row[:key_columns]].append(row)
    for key, rows in wanted.items():
        subject = " ".join(map(str, key))
        if len(rows) > 1:
            yield Difference(table.name, subject, f"is posted {len(rows)} times by the events")
        there = found.pop(key, None)
        if there is None:
            yield Difference(table.name, subject, "is missing, though an event posts it")
        elif there != rows[0]:
            wrong = [
                f"{name} is {is_now}, the events say {ought}"
                for name, is_now, ought in zip(columns(table), there, rows[0], strict=True)
                if is_now != ought
            ]
            yield Difference(table.name, subject, "; ".join(wrong))
    for key in found:
        yield Difference(table.name, " ".join(map(str, key)), "is explained by no event")
