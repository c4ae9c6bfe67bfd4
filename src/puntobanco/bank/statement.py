"""A player's record: rounds with their bets, page by page, and what the player had after each. Reads only.

What a player has in all changes by settled rounds and by grants alone; holding a stake moves it from one of their accounts to the
other. So the balance after a round is what they have now, less all that came later. A page costs as much as the rounds it shows and
the player's later ones.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, func, select, tuple_

from puntobanco.bank import queries, schema as sc
from puntobanco.bank.cashier import BetLine
from puntobanco.bank.ledger import ISSUE, player_account
from puntobanco.bank.limits import RECORD_ROUNDS_MAX
from puntobanco.bank.rows import AnyRow, bet_line, round_line
from puntobanco.bank.store import ALL_ROUNDS, BadCursor, RecordedRound, RecordFilter, RecordPage, Totals
from puntobanco.game.bets import Bet

_CURSOR = re.compile(r"([0-9]{1,15})\.([0-9]{1,9}-[0-9]{1,9}-[0-9]{1,9})")
_BET_ORDER = {bet: place for place, bet in enumerate(Bet)}

Place = tuple[int, str]
"""Time and name of a round; two rounds of one moment are told apart by their names."""


def page(connection: Connection, account: str, before: str | None, limit: int, wanted: RecordFilter) -> RecordPage:
    """A page of a player's record, newest first. Raises `BadCursor`."""
    places = _places(connection, account, before, limit + 1, wanted)
    shown = places[:limit]
    after = f"{shown[-1][0]}.{shown[-1][1]}" if len(places) > limit else None
    return RecordPage(rounds=tuple(_recorded(connection, account, shown)), next=after)


def one_round(connection: Connection, round_id: str, account: str | None) -> RecordedRound | None:
    """One finished round with a player's bets on it; None when there is no such round."""
    row = connection.execute(select(sc.rounds).where(sc.rounds.c.round_id == round_id)).one_or_none()
    if row is None:
        return None
    mine = [] if account is None else list(_recorded(connection, account, [(row.at_ms, round_id)]))
    if mine and mine[0].bets:
        return mine[0]
    return RecordedRound(line=round_line(row), bets=(), balance_after_cents=None)


def totals(connection: Connection, account: str, since_ms: int) -> Totals:
    """The sums of a player's rounds that were settled at ``since_ms`` or later."""
    columns = sc.bets.c
    amounts = (columns.stake_cents, columns.returned_cents, columns.commission_cents, columns.net_cents)
    sums = [func.coalesce(func.sum(amount), 0) for amount in amounts]
    query = select(func.count(columns.round_id.distinct()), *sums).where(columns.account == account, columns.at_ms >= since_ms)
    rounds, stake, returned, commission, net = connection.execute(query).one()
    return Totals(rounds=rounds, stake=stake, returned=returned, commission=commission, net=net)


def _places(connection: Connection, account: str, before: str | None, count: int, wanted: RecordFilter) -> list[Place]:
    """The places of the rounds that are wanted, newest first."""
    assert 1 < count <= RECORD_ROUNDS_MAX + 1
    columns = sc.bets.c
    query = select(columns.at_ms, columns.round_id).distinct().where(columns.account == account)
    if wanted != ALL_ROUNDS:
        query = query.join(sc.rounds, sc.rounds.c.round_id == columns.round_id).where(*_conditions(wanted))
    if before is not None:
        cursor = _CURSOR.fullmatch(before)
        if cursor is None:
            raise BadCursor("the cursor is none that a page of the record gave")
        query = query.where(tuple_(columns.at_ms, columns.round_id) < (int(cursor[1]), cursor[2]))
    rows = connection.execute(query.order_by(columns.at_ms.desc(), columns.round_id.desc()).limit(count))
    return [(row.at_ms, row.round_id) for row in rows]


def _conditions(wanted: RecordFilter) -> Iterator[ColumnElement[bool]]:
    rounds = sc.rounds.c
    if wanted.table is not None:
        yield rounds.table_number == wanted.table
    if wanted.house is not None:
        yield rounds.house == wanted.house
    if wanted.outcome is not None:
        yield rounds.outcome == wanted.outcome
    if wanted.voided:
        yield rounds.outcome.is_(None)
    if wanted.from_ms is not None:
        yield sc.bets.c.at_ms >= wanted.from_ms
    if wanted.to_ms is not None:
        yield sc.bets.c.at_ms < wanted.to_ms


def _recorded(connection: Connection, account: str, places: Sequence[Place]) -> Iterable[RecordedRound]:
    """The rounds at these places, newest first, with a player's bets on them."""
    ids = [name for _, name in places]
    lines = {row.round_id: round_line(row) for row in connection.execute(select(sc.rounds).where(sc.rounds.c.round_id.in_(ids)))}
    bets: defaultdict[str, list[BetLine]] = defaultdict(list)
    for row in connection.execute(select(sc.bets).where(sc.bets.c.account == account, sc.bets.c.round_id.in_(ids))):
        bets[row.round_id].append(bet_line(row))
    balances = _balances_after(connection, account, places)
    for name in ids:
        mine = tuple(sorted(bets[name], key=lambda line: _BET_ORDER[line.bet]))
        yield RecordedRound(line=lines[name], bets=mine, balance_after_cents=balances[name])


def _balances_after(connection: Connection, account: str, places: Sequence[Place]) -> dict[str, int]:
    """What the player had, free and held, after each of these rounds: what they have now, taken back change by change."""
    if not places:
        return {}
    had = queries.balance(connection, account)
    balance = had.free_cents + had.held_cents
    found: dict[str, int] = {}
    changes = _changes_since(connection, account, places[-1])
    wanted = {name for _, name in places}
    for row in changes:
        if row.round_id in wanted:
            found[row.round_id] = balance
        balance -= row.cents
    return {name: found.get(name, balance) for name in wanted}


def _changes_since(connection: Connection, account: str, place: Place) -> list[AnyRow]:
    """All that changed what a player has in all, from a round on, newest first: rounds by name, grants without one."""
    bets, moves = sc.bets.c, sc.transfers.c
    of_rounds = (
        select(bets.at_ms, bets.round_id, func.sum(bets.net_cents).label("cents"))
        .where(bets.account == account, tuple_(bets.at_ms, bets.round_id) >= place)
        .group_by(bets.at_ms, bets.round_id)
    )
    # The keys of grants begin with their kind and player, so that the primary key finds them.
    of_grants = select(moves.at_ms, moves.round_id, moves.amount_cents.label("cents")).where(
        moves.key > f"top_up:{account}:",
        moves.key < f"top_up:{account};",
        moves.source == ISSUE,
        moves.target == player_account(account),
        moves.at_ms > place[0],
    )
    changes = [*connection.execute(of_rounds), *connection.execute(of_grants)]
    return sorted(changes, key=lambda row: (row.at_ms, row.round_id or ""), reverse=True)
