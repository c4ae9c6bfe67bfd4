"""A house in which everything has happened, to be audited, and changed behind everybody's back."""

import contextlib
import sqlite3
from pathlib import Path

from puntobanco.bank.audit import Audit, Checked
from puntobanco.bank.audit_grants import Gifts
from puntobanco.bank.audit_table import Difference
from puntobanco.bank.database import engine_for
from puntobanco.bank.ledger import Kind
from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import Store
from puntobanco.table import commands as co
from puntobanco.table.state import Phase
from tests.bank.kept import GRANT_CENTS, Kept, grant, join
from tests.table.driven import rules

GIFTS = Gifts(GRANT_CENTS, GRANT_CENTS)


async def play(path: Path) -> None:
    """A house with everything in it: whole shoes, a void, reductions, a lost shoe, stakes on tables, one never used, a top-up."""
    store = SqliteStore(path)
    await store.open()
    for account in ("ann", "bob"):
        await join(store, account)
    first, second = Kept(store, rules("live")), Kept(store, rules("classic"), number=2)
    first.play_rounds(2, "ann", "bob")
    first.play_on()
    first.bet("ann", "player", 2_000)
    first.take_back("ann", "player", 500)
    first.do(co.VoidRound(reason="a fault"))
    first.play_shoe()
    first.play_rounds(1, "ann")
    first.do(co.CloseShoe(secret=None))
    first.play_rounds(3, "bob")
    first.play_on()
    first.bet("bob", "banker", 4_000)
    first.go_to(Phase.DEALING)
    first.step()
    second.play_rounds(1, "ann")
    second.play_on()
    second.bet("ann", "player", 3_000)
    second.bet("bob", "tie", 500)
    second.do(co.Suspend(reason="a fault"))
    for table in (first, second):
        await table.save()
    await store.own_table(3)
    await lose_all(store, "carl")
    await store.close()


async def lose_all(store: Store, account: str) -> None:
    """A new player who loses everything at table 4, is given more, and bets again."""
    await join(store, account)
    table = Kept(store, rules("classic", main_maximum_cents=10**8, side_maximum_cents=10**8), number=4)
    while balance := (await store.balance(account)).free_cents:
        table.play_on()
        table.bet(account, "tie", balance)
        table.play_round()
        await table.save()
    gift = grant(account, GRANT_CENTS, kind=Kind.TOP_UP, at_ms=table.now_ms)
    assert await store.top_up(account, gift, below_cents=1) is not None
    table.play_rounds(1, account)
    await table.save()


def audited(path: Path) -> tuple[list[Difference], Checked]:
    """The differences that the audit finds, and how much it looked at."""
    engine = engine_for(f"sqlite:///{path}")
    with engine.connect() as connection:
        audit = Audit(connection, str(path), gifts=GIFTS)
        found = list(audit.differences())
    engine.dispose()
    return found, audit.checked


def difference_lines(path: Path) -> list[str]:
    """What the audit says, a line each."""
    return [": ".join(difference) for difference in audited(path)[0]]


def changed(path: Path, *statements: str) -> list[str]:
    """Change the database behind everybody's back, and give what the audit says, a line each."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, statement
    return difference_lines(path)


def one(path: Path, query: str) -> str:
    """The value that a query finds first."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return str(connection.execute(query).fetchone()[0])
