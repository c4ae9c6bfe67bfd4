"""What a store gives back of rounds and shoes: worked cases of money, the bet record page by page, a shoe's events."""

import itertools

import pytest

from puntobanco.bank.cashier import post
from puntobanco.bank.limits import RECORD_ROUNDS_MAX
from puntobanco.bank.store import (
    BadCursor,
    Balance,
    Batch,
    BrokenBooks,
    Store,
)
from puntobanco.game.bets import Result
from puntobanco.game.proof import Share
from puntobanco.table import commands as co, events as ev
from puntobanco.table.machine import evolve
from puntobanco.table.state import Phase
from tests.bank.kept import GRANT_CENTS, Kept, join, kept, write
from tests.game.golden import golden
from tests.table.driven import rules

# Worked cases.


async def test_a_round_is_settled_once(store: Store) -> None:
    case = golden("table_money.json")["settled_once"]
    await join(store, "ann", case["balance_cents"])
    table = Kept(store)
    table.open_shoe(" ".join(case["cards"]))
    table.play_on()
    table.bet("ann", case["bet"], case["stake_cents"])
    table.play_round()
    await table.save()
    settled = table.events[-1]
    assert isinstance(settled, ev.RoundSettled)
    with pytest.raises(AssertionError):
        evolve(table.state, settled)
    # The table cannot settle twice. Even if it did, the books would not let it.
    posting = post(settled, table.state)
    assert len(posting.transfers) == case["settling_transfers"]
    twice = Batch(events=(settled,), postings=(posting,), answers={}, at_ms=table.now_ms)
    for _ in range(case["settled"] - 1):
        with pytest.raises(BrokenBooks):
            await write(store, twice, version=table.state.version, epoch=table.epoch)
    assert await store.balance("ann") == Balance(case["balance_after_cents"], 0)


async def test_stakes_of_a_tie_come_back_and_stand_in_the_record(store: Store) -> None:
    case = golden("table_money.json")["conserved"]
    table = Kept(store)
    table.open_shoe(" ".join(case["cards"]))
    table.play_on()
    for stake in case["stakes"]:
        await join(store, stake["account"])
        table.bet(stake["account"], stake["bet"], stake["stake_cents"])
    await table.save()
    table.play_round()
    await table.save()
    recorded = 0
    for stake in case["stakes"]:
        account = stake["account"]
        balance = await store.balance(account)
        assert balance == Balance(GRANT_CENTS - stake["stake_cents"] + case["returned_cents"][account], 0)
        (round_,) = (await store.record(account, before=None, limit=5)).rounds
        (bet,) = round_.bets
        assert bet.returned == case["returned_cents"][account]
        assert (bet.result is Result.PUSH) == (bet.net == 0)
        recorded += len(round_.bets)
    assert recorded == case["recorded_bets"]


async def test_a_voided_round_gives_every_stake_back_and_stands_in_the_record_with_its_reason(store: Store) -> None:
    table = await kept(store, "ann")
    table.bet("ann", "player", 1_000)
    table.bet("ann", "tie", 500)
    table.do(co.VoidRound(reason="a fault"))
    await table.save()
    assert await store.balance("ann") == Balance(GRANT_CENTS, 0)
    (round_,) = (await store.record("ann", before=None, limit=5)).rounds
    assert (round_.line.outcome, round_.line.void_reason, round_.line.player) == (None, "a fault", ())
    assert [(bet.bet, bet.result, bet.net) for bet in round_.bets] == [("player", "push", 0), ("tie", "push", 0)]


# The record.


async def test_the_record_gives_whole_rounds_newest_first_page_by_page(store: Store) -> None:
    table = await kept(store, "ann", "bob")
    table.play_rounds(9, "ann", "bob")
    table.play_rounds(3, "bob")
    await table.save()
    pages = [await store.record("ann", before=None, limit=4)]
    while pages[-1].next is not None:
        pages.append(await store.record("ann", before=pages[-1].next, limit=4))
    assert [len(page.rounds) for page in pages] == [4, 4, 1]
    rounds = [round_ for page in pages for round_ in page.rounds]
    assert [round_.line.round for round_ in rounds] == list(range(9, 0, -1))
    for round_ in rounds:
        assert [bet.bet for bet in round_.bets] == ["player", "banker", "tie"]
        assert {bet.account for bet in round_.bets} == {"ann"}
        assert round_.line.outcome is not None
        assert len(round_.line.player) >= 2


async def test_a_page_that_ends_the_record_has_no_next(store: Store) -> None:
    table = await kept(store, "ann")
    table.play_rounds(4, "ann")
    await table.save()
    assert (await store.record("ann", before=None, limit=4)).next is None


async def test_new_rounds_do_not_move_the_pages_after_a_cursor(store: Store) -> None:
    table = await kept(store, "ann")
    table.play_rounds(6, "ann")
    await table.save()
    first = await store.record("ann", before=None, limit=3)
    table.play_rounds(2, "ann")
    await table.save()
    second = await store.record("ann", before=first.next, limit=3)
    assert [round_.line.round for round_ in (*first.rounds, *second.rounds)] == [6, 5, 4, 3, 2, 1]


async def test_rounds_of_one_moment_at_many_tables_all_come_once(store: Store) -> None:
    await join(store, "ann")
    for number in (1, 2, 3, 10):
        table = await kept(store, number=number)
        table.play_rounds(2, "ann")
        await table.save()
    names: list[str] = []
    cursor: str | None = None
    while True:
        page = await store.record("ann", before=cursor, limit=1)
        names += [round_.line.round_id for round_ in page.rounds]
        cursor = page.next
        if cursor is None:
            break
    assert len(names) == len(set(names)) == 8


@pytest.mark.parametrize(
    "cursor",
    ["", "x", "1", "1.", ".1-1-1", "1.1-1", "1.1-1-1 ", "-1.1-1-1", "1.1-1-1;", "٣.1-1-1", "1" * 99 + ".1-1-1", "1.1-1-1\n"],
)
async def test_a_cursor_that_no_page_gave_is_refused(store: Store, cursor: str) -> None:
    with pytest.raises(BadCursor):
        await store.record("ann", before=cursor, limit=3)


@pytest.mark.parametrize(("limit", "given"), [(-1, 1), (0, 1), (1, 1), (RECORD_ROUNDS_MAX + 1, 3), (10**30, 3)])
async def test_a_page_has_one_round_at_least_and_not_too_many(store: Store, limit: int, given: int) -> None:
    table = await kept(store, "ann")
    table.play_rounds(3, "ann")
    await table.save()
    assert len((await store.record("ann", before=None, limit=limit)).rounds) == given


# Shoes.


OF_SHOE = (
    ev.ShuffleStarted,
    ev.ShoeAnnounced,
    ev.SharesClosed,
    ev.SharesOpened,
    ev.SharesFailed,
    ev.ShoeOpened,
    ev.CardsBurned,
    ev.BettingOpened,
    ev.CardDealt,
    ev.RoundSettled,
    ev.ShoeClosed,
)
"""What tells of a shoe in a house that deals face up: its ceremony without the single shares, its cards, its rounds, its end."""


def share_and_fail(table: Kept) -> None:
    """Two players share in the shoe that is shuffled, and one of them never opens."""
    table.step()
    share = table.seal("ann")
    table.seal("bob")
    table.step()
    assert isinstance(share, Share)
    table.do(table.opening("ann", share))


async def test_the_events_of_a_shoe_are_those_of_its_cards_and_no_others(store: Store) -> None:
    await join(store, "ann")
    table = await kept(store, house=rules("live"))
    table.play_rounds(3, "ann")
    table.play_shoe()
    share_and_fail(table)
    table.play_shoe()
    table.play_rounds(2, "ann")
    await table.save()
    assert {ev.ShareSealed, ev.ShareOpened, ev.BetConfirmed} <= {type(event) for event in table.events}
    starts = [place for place, event in enumerate(table.events) if isinstance(event, ev.ShuffleStarted)]
    for shoe, (start, end) in enumerate(itertools.pairwise([*starts, len(table.events)]), 1):
        expected = tuple(event for event in table.events[start:end] if isinstance(event, OF_SHOE))
        assert await store.shoe_events(1, shoe) == expected
        never = {ev.SharesFailed} if shoe != 2 else set()
        under_way = {ev.ShoeClosed} if shoe == 3 else set()
        assert {type(event) for event in expected} == set(OF_SHOE) - never - under_way
    for number, shoe in ((1, 0), (1, 4), (2, 1)):
        assert await store.shoe_events(number, shoe) == ()


async def test_a_shoe_that_nobody_waits_for_keeps_its_number_and_its_events(store: Store) -> None:
    table = Kept(store, rules(burn="none"))
    table.step()
    table.do(co.Tick(present=False))
    table.now_ms += 60_000
    table.go_to(Phase.PAUSED)
    table.do(co.Tick(present=True))
    table.play_on()
    await table.save()
    starts = [event for event in table.events if isinstance(event, ev.ShuffleStarted)]
    assert [start.shoe for start in starts] == [1]
    assert await store.shoe_events(1, 1) == tuple(event for event in table.events if isinstance(event, OF_SHOE))
    assert (await store.own_table(1)).events[0] == starts[0]
