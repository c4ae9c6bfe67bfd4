"""The audit's part of the credits that come out of nothing: one grant for each player, and top-ups for those who were broke."""

import itertools
from collections import defaultdict
from collections.abc import Generator, Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select

from puntobanco.bank import schema as sc
from puntobanco.bank.audit_table import Difference, stream
from puntobanco.bank.ledger import ISSUE, Kind, player_account
from puntobanco.bank.limits import AUDIT_SLACK_MS
from puntobanco.bank.rows import AnyRow

_KINDS = (Kind.GRANT, Kind.TOP_UP)


class Gifts(NamedTuple):
    """What the program gives away, in cents: once to a new player, and to one who is broke."""

    grant_cents: int
    top_up_cents: int


def is_gift(row: AnyRow) -> bool:
    """Whether a transfer has the form of a grant or top-up: from the issue to a player, and for no bet."""
    return row.kind in _KINDS and row.source == ISSUE and row.target.startswith(player_account("")) and row.bet is None


class GrantAudit:
    """The audit of all grants and top-ups. Amounts are compared where ``gifts`` says what they must be.

    A player is broke who has less than ``broke_below_cents``, what lies on tables included: the largest of all tables' least bets,
    because the house goes by the smallest of those tables that were open, which nobody recorded. 0 where no table is known.
    """

    def __init__(self, connection: Connection, gifts: Gifts | None, broke_below_cents: int) -> None:
        self._connection = connection
        self._gifts = gifts
        self._broke_below = broke_below_cents

    def differences(self) -> Iterator[Difference]:
        """Every difference; transfers that have not the form of a gift are told elsewhere."""
        columns = sc.transfers.c
        players = dict.fromkeys(self._connection.execute(select(sc.players.c.account)).scalars(), 0)
        query = select(sc.transfers).where(columns.round_id.is_(None), columns.kind.in_(_KINDS))
        rows = filter(is_gift, stream(self._connection, query.order_by(columns.target, columns.at_ms, columns.key)))
        for target, gifts in itertools.groupby(rows, lambda row: str(row.target)):
            account = target.removeprefix(player_account(""))
            grants = yield from self._player(account, gifts)
            if account not in players:
                yield Difference("grants", target, "there is no such player")
            else:
                players[account] = grants
        for account, grants in players.items():
            if grants != 1:
                yield Difference("grants", player_account(account), f"had {grants} first grants")

    def _player(self, account: str, rows: Iterator[AnyRow]) -> Generator[Difference, None, int]:
        """The gifts of one player in the order of time; returns how many were first grants."""
        given = grants = 0
        for row in rows:
            yield from self._amount(row)
            if row.kind == Kind.GRANT:
                grants += 1
            else:
                had = given + self._least_won(account, row.at_ms)
                if had >= self._broke_below > 0:
                    yield Difference("transfer", row.key, f"tops up a player who had {had}, and {self._broke_below} is enough")
            given += row.amount_cents
        return grants

    def _amount(self, row: AnyRow) -> Iterator[Difference]:
        if self._gifts is None:
            return
        ought = self._gifts.grant_cents if row.kind == Kind.GRANT else self._gifts.top_up_cents
        if row.amount_cents != ought:
            yield Difference("transfer", row.key, f"gives {row.amount_cents}, a {row.kind} is {ought}")

    def _least_won(self, account: str, at_ms: int) -> int:
        """The least that a player had won in all, below zero when it was lost, at any time around ``at_ms``.

        A top-up and a round that end at the same moment have their times from before they were stored: either may be the first.
        """
        bets = sc.bets.c
        # Summed here and not by the database, whose integers a damaged cell makes overflow.
        of_player = select(bets.at_ms, bets.net_cents).where(bets.account == account, bets.at_ms <= at_ms + AUDIT_SLACK_MS)
        won, around = 0, defaultdict[int, int](int)
        for row in self._connection.execute(of_player):
            if row.at_ms < at_ms - AUDIT_SLACK_MS:
                won += row.net_cents
            else:
                around[row.at_ms] += row.net_cents
        least = won
        for moment in sorted(around):
            won += around[moment]
            least = min(least, won)
        return least
