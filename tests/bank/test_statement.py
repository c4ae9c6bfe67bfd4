"""A player's statement: the balance after each round, what a filter lets through, one round, sums."""

from collections.abc import Callable

import pytest

from puntobanco.bank.ledger import Kind
from puntobanco.bank.store import RecordedRound, RecordFilter, Store
from puntobanco.game.rules import Outcome
from puntobanco.table import commands as co
from tests.bank.kept import GRANT_CENTS, Kept, grant, kept


async def whole(store: Store, account: str, *, limit: int = 3, wanted: RecordFilter | None = None) -> list[RecordedRound]:
    """All rounds of a record, read in pages, newest first."""
    rounds: list[RecordedRound] = []
    cursor: str | None = None
    while True:
        page = await store.record(account, before=cursor, limit=limit, wanted=wanted or RecordFilter())
        rounds += page.rounds
        cursor = page.next
        if cursor is None:
            return rounds


def net(recorded: RecordedRound) -> int:
    return sum(bet.net for bet in recorded.bets)


async def topped_up(store: Store, table: Kept, cents: int) -> None:
    """Grant ``ann`` more between two rounds."""
    table.now_ms += 1
    top_up = grant("ann", cents, kind=Kind.TOP_UP, at_ms=table.now_ms)
    assert await store.top_up("ann", top_up, below_cents=10**12) is not None
    table.now_ms += 1


async def test_each_balance_is_the_one_before_it_and_what_the_round_won_or_lost(store: Store) -> None:
    table = await kept(store, "ann", "bob")
    table.play_rounds(8, "ann", "bob")
    await table.save()
    rounds = (await whole(store, "ann"))[::-1]
    balance = GRANT_CENTS
    for recorded in rounds:
        balance += net(recorded)
        assert recorded.balance_after_cents == balance
    had = await store.balance("ann")
    assert had.free_cents + had.held_cents == balance


async def test_a_top_up_between_rounds_stands_in_the_balances_after_it_only(store: Store) -> None:
    table = await kept(store, "ann")
    table.play_rounds(3, "ann")
    await table.save()
    before = {recorded.line.round_id: recorded.balance_after_cents for recorded in await whole(store, "ann")}
    await topped_up(store, table, 777)
    table.play_rounds(2, "ann")
    await table.save()
    rounds = await whole(store, "ann")
    assert {recorded.line.round_id: recorded.balance_after_cents for recorded in rounds[2:]} == before
    oldest_new, last_old = rounds[1], rounds[2]
    assert last_old.balance_after_cents is not None
    assert oldest_new.balance_after_cents == last_old.balance_after_cents + 777 + net(oldest_new)


async def test_a_stake_that_lies_on_a_table_changes_no_balance_of_the_statement(store: Store) -> None:
    table = await kept(store, "ann")
    table.play_rounds(1, "ann")
    await table.save()
    (before,) = await whole(store, "ann")
    table.play_on()
    table.bet("ann", "player", 1_000)
    await table.save()
    assert (await store.balance("ann")).held_cents == 1_000
    assert await whole(store, "ann") == [before]


async def test_a_filter_lets_through_what_it_names_with_the_same_balances(store: Store) -> None:
    first, second = await kept(store, "ann", number=1), await kept(store, number=2)
    for table in (first, second):
        table.play_rounds(6, "ann")
        await table.save()
    rounds = await whole(store, "ann")
    assert len(rounds) == 12
    middle = rounds[5].line.at_ms
    filters: dict[str, tuple[RecordFilter, Callable[[RecordedRound], bool]]] = {
        "table": (RecordFilter(table=2), lambda r: r.line.table == 2),
        "house": (RecordFilter(house=rounds[0].line.house), lambda _: True),
        "no house": (RecordFilter(house="elsewhere"), lambda _: False),
        "outcome": (RecordFilter(outcome=Outcome.BANKER), lambda r: r.line.outcome is Outcome.BANKER),
        "void": (RecordFilter(voided=True), lambda r: r.line.outcome is None),
        "from": (RecordFilter(from_ms=middle), lambda r: r.line.at_ms >= middle),
        "to": (RecordFilter(to_ms=middle), lambda r: r.line.at_ms < middle),
        "two": (RecordFilter(table=1, from_ms=middle), lambda r: r.line.table == 1 and r.line.at_ms >= middle),
    }
    for name, (wanted, fits) in filters.items():
        assert await whole(store, "ann", wanted=wanted) == [recorded for recorded in rounds if fits(recorded)], name


async def test_voided_rounds_can_be_asked_for_alone(store: Store) -> None:
    table = await kept(store, "ann")
    table.play_rounds(1, "ann")
    table.play_on()
    table.bet("ann", "player", 1_000)
    table.do(co.VoidRound(reason="fault"))
    await table.save()
    (voided,) = await whole(store, "ann", wanted=RecordFilter(voided=True))
    assert voided.line.void_reason == "fault"
    assert net(voided) == 0


async def test_one_round_is_shown_to_its_player_with_bets_and_to_others_without(store: Store) -> None:
    table = await kept(store, "ann", "bob")
    table.play_rounds(2, "ann")
    await table.save()
    (newest, _) = await whole(store, "ann")
    name = newest.line.round_id
    assert await store.round(name, "ann") == newest
    for viewer in (None, "bob"):
        seen = await store.round(name, viewer)
        assert seen is not None
        assert (seen.line, seen.bets, seen.balance_after_cents) == (newest.line, (), None)


@pytest.mark.parametrize("name", ["1-1-999", "", "nonsense", "1-1-1'--"])
async def test_a_round_that_is_not_there_is_none(store: Store, name: str) -> None:
    assert await store.round(name, "ann") is None


async def test_totals_are_the_sums_of_the_rounds_since_then(store: Store) -> None:
    table = await kept(store, "ann", "bob")
    table.play_rounds(5, "ann", "bob")
    await table.save()
    rounds = await whole(store, "ann")
    for since_ms, counted in ((0, rounds), (rounds[1].line.at_ms, rounds[:2]), (rounds[0].line.at_ms + 1, [])):
        sums = await store.totals("ann", since_ms=since_ms)
        assert sums.rounds == len(counted)
        bets = [bet for recorded in counted for bet in recorded.bets]
        assert sums.stake == sum(bet.stake for bet in bets)
        assert sums.returned == sum(bet.returned for bet in bets)
        assert sums.commission == sum(bet.commission for bet in bets)
        assert sums.net == sum(bet.net for bet in bets)
