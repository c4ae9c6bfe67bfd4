"""The contract of a store, on every database: one batch or nothing, one owner, first answers, no overdraft, a steady record."""

import asyncio
from typing import Any

import pytest

from puntobanco.bank.ledger import Kind, Transfer, held_account, house_account, player_account
from puntobanco.bank.limits import ANSWERS_KEPT_MS
from puntobanco.bank.store import (
    AccountTaken,
    Balance,
    Batch,
    BrokenBooks,
    CommandKey,
    Fenced,
    Player,
    Recall,
    Store,
    StoredAnswer,
    StoreFailed,
)
from puntobanco.table import events as ev
from puntobanco.table.machine import fold
from puntobanco.table.state import Phase
from tests.bank.conftest import Reopen
from tests.bank.kept import GRANT_CENTS, Kept, batch, grant, join, kept, write
from tests.game.golden import golden
from tests.table.driven import STARTED_MS

NOTHING = Batch(events=(), postings=(), answers={}, at_ms=STARTED_MS)


def hold(account: str, cents: int, key: str = "hold:1:1") -> Transfer:
    return Transfer(
        key=key,
        source=player_account(account),
        target=held_account(account),
        amount_cents=cents,
        kind=Kind.HOLD,
        at_ms=STARTED_MS,
    )


# Players.


async def test_a_new_player_has_the_grant(store: Store) -> None:
    await join(store, "ann", 5_000)
    assert await store.balance("ann") == Balance(5_000, 0)
    assert await store.player("ann") == Player(account="ann", name="Ann", created_ms=STARTED_MS)


async def test_who_does_not_exist_has_nothing(store: Store) -> None:
    assert await store.player("ann") is None
    assert await store.balance("ann") == Balance(0, 0)
    assert (await store.record("ann", before=None, limit=10)).rounds == ()


async def test_an_account_is_given_once(store: Store) -> None:
    await join(store, "ann", 5_000)
    with pytest.raises(AccountTaken):
        await store.add_player(Player(account="ann", name="Other", created_ms=1), grant("ann", 7_000, at_ms=1))
    assert await store.balance("ann") == Balance(5_000, 0)
    player = await store.player("ann")
    assert player is not None
    assert player.name == "Ann"


async def test_a_top_up_is_for_those_who_have_less_stakes_included(store: Store) -> None:
    table = await kept(store, "ann")
    table.bet("ann", "player", GRANT_CENTS // 2)
    await table.save()
    assert await store.top_up("ann", grant("ann", 700, kind=Kind.TOP_UP), below_cents=GRANT_CENTS) is None
    given = await store.top_up("ann", grant("ann", 700, kind=Kind.TOP_UP), below_cents=GRANT_CENTS + 1)
    assert given == Balance(GRANT_CENTS // 2 + 700, GRANT_CENTS // 2) == await store.balance("ann")


async def test_of_many_top_ups_at_once_one_is_granted(store: Store) -> None:
    await join(store, "ann", 100)
    tops = [store.top_up("ann", grant("ann", 1_000, kind=Kind.TOP_UP, at_ms=at_ms), below_cents=500) for at_ms in range(20)]
    given = [balance for balance in await asyncio.gather(*tops) if balance is not None]
    assert given == [Balance(1_100, 0)]


# Owning a table.


async def test_a_new_table_has_no_events_and_accounts_of_its_own(store: Store) -> None:
    owned = await store.own_table(7)
    assert (owned.table, owned.epoch, owned.first_version, owned.events) == (7, 1, 1, ())


async def test_a_table_is_found_from_its_last_shoe_on(store: Store) -> None:
    table = await kept(store)
    for shoes in (1, 2):
        owned = await store.own_table(1)
        assert isinstance(owned.events[0], ev.ShuffleStarted)
        assert owned.events == tuple(table.events[owned.first_version - 1 :])
        assert fold(owned.events, first_version=owned.first_version) == table.state
        assert table.state.shoe_number == shoes
        table.epoch = owned.epoch
        table.play_shoe()
        await table.save()


async def test_a_table_that_never_shuffled_is_found_from_its_opening_on(store: Store) -> None:
    table = Kept(store, present=False)
    await table.save()
    owned = await store.own_table(1)
    assert (owned.first_version, owned.events) == (1, tuple(table.events))


async def test_tables_are_kept_apart(store: Store) -> None:
    tables = [await kept(store, number=number) for number in (1, 2, 11)]
    tables[1].play_shoe()
    await tables[1].save()
    for table in tables:
        owned = await store.own_table(table.state.number)
        assert fold(owned.events, first_version=owned.first_version) == table.state


async def test_whoever_lost_a_table_can_write_nothing(store: Store) -> None:
    table = await kept(store, "ann")
    epoch = (await store.own_table(1)).epoch
    assert epoch == table.epoch + 1
    table.bet("ann", "player", 1_000)
    with pytest.raises(Fenced):
        await table.save()
    assert await store.balance("ann") == Balance(GRANT_CENTS, 0)
    table.epoch = epoch
    await table.save()
    assert await store.balance("ann") == Balance(GRANT_CENTS - 1_000, 1_000)


@pytest.mark.parametrize("off", [-1, 1])
async def test_whoever_thinks_of_another_version_can_write_nothing(store: Store, off: int) -> None:
    table = await kept(store)
    version = table.state.version
    called: list[Recall] = []

    def decide(recall: Recall) -> Batch:
        called.append(recall)
        return NOTHING

    with pytest.raises(Fenced):
        await store.transact(1, table.epoch, version + off, (), (), decide)
    assert called == []
    await store.transact(1, table.epoch, version, (), (), decide)
    assert len(called) == 1


async def test_a_table_that_nobody_owned_cannot_be_written(store: Store) -> None:
    with pytest.raises(Fenced):
        await store.transact(5, 0, 0, (), (), lambda _: NOTHING)


# One batch or nothing.


async def test_a_batch_is_decided_with_the_balances_and_answers_that_were_asked_for(store: Store) -> None:
    await join(store, "ann", 5_000)
    await join(store, "bob", 7_000)
    key, other = CommandKey("ann", "first-one"), CommandKey("ann", "other-one")
    answer = StoredAnswer(b"digest", b"\x00answer\xff")
    await write(store, batch(answers={key: answer}))
    epoch = (await store.own_table(1)).epoch
    recalled: list[Recall] = []

    def decide(recall: Recall) -> Batch:
        recalled.append(recall)
        return NOTHING

    await store.transact(1, epoch, 0, iter(["ann", "nobody"]), iter([key, other, CommandKey("bob", "first-one")]), decide)
    assert recalled == [Recall(balances={player_account("ann"): 5_000, player_account("nobody"): 0}, answers={key: answer})]


async def test_a_decision_that_raises_writes_nothing_and_its_error_comes_back(store: Store) -> None:
    table = await kept(store, "ann")

    class Odd(Exception):
        pass

    def decide(_: Recall) -> Batch:
        raise Odd

    with pytest.raises(Odd):
        await store.transact(1, table.epoch, table.state.version, (), (), decide)
    table.bet("ann", "player", 1_000)
    await table.save()


async def test_the_balances_of_those_whom_a_batch_touched_come_back(store: Store) -> None:
    table = await kept(store, "ann", "bob", "eve")
    table.bet("ann", "player", 1_000)
    table.bet("bob", "tie", 500)
    assert await table.save() == {"ann": Balance(GRANT_CENTS - 1_000, 1_000), "bob": Balance(GRANT_CENTS - 500, 500)}
    table.go_to(Phase.DEALING)
    assert await table.save() == {}
    table.play_round()
    assert set(await table.save()) == {"ann", "bob"}


async def test_nobody_can_be_overdrawn_and_the_rest_of_such_a_batch_is_not_written_either(store: Store) -> None:
    await join(store, "ann", 5_000)
    await join(store, "bob", 5_000)
    key = CommandKey("ann", "first-one")
    wrong = batch(hold("bob", 10, "hold:1:1"), hold("ann", 5_001, "hold:1:2"), answers={key: StoredAnswer(b"", b"")})
    with pytest.raises(BrokenBooks):
        await write(store, wrong)
    assert (await store.balance("ann"), await store.balance("bob")) == (Balance(5_000, 0), Balance(5_000, 0))
    assert (await store.own_table(1)).events == ()
    await write(store, batch(hold("bob", 10, "hold:1:1"), hold("ann", 5_000, "hold:1:2")))
    assert await store.balance("ann") == Balance(0, 5_000)


@pytest.mark.parametrize("account", ["commission:1", held_account("ann")])
async def test_only_the_issue_and_houses_may_stand_below_zero(store: Store, account: str) -> None:
    await join(store, "ann")
    move = Transfer(key="k", source=account, target=player_account("ann"), amount_cents=1, kind=Kind.WINNINGS, at_ms=STARTED_MS)
    with pytest.raises(BrokenBooks):
        await write(store, batch(move))
    house = Transfer(
        key="k", source=house_account(1), target=player_account("ann"), amount_cents=1, kind=Kind.WINNINGS, at_ms=STARTED_MS
    )
    await write(store, batch(house))


async def test_money_goes_only_between_accounts_that_exist(store: Store) -> None:
    await join(store, "ann")
    for source, target in ((player_account("ann"), "player:bob"), (house_account(9), player_account("ann"))):
        move = Transfer(key="k", source=source, target=target, amount_cents=1, kind=Kind.WINNINGS, at_ms=STARTED_MS)
        with pytest.raises(BrokenBooks):
            await write(store, batch(move))


async def test_a_transfer_happens_once_for_all_time(store: Store) -> None:
    await join(store, "ann")
    await write(store, batch(hold("ann", 100)))
    with pytest.raises(BrokenBooks):
        await write(store, batch(hold("ann", 100)), version=1)
    with pytest.raises(BrokenBooks):
        await store.top_up("ann", grant("ann"), below_cents=10**9)
    assert await store.balance("ann") == Balance(GRANT_CENTS - 100, 100)


async def test_two_tables_cannot_take_the_same_credits(store: Store) -> None:
    case = next(case for case in golden("table_money.json")["bets"] if case["id"] == "T05")
    ((account, cents),) = case["balances"].items()
    await join(store, account, cents)
    tables = [Kept(store, number=number) for number in (1, 2)]
    for table in tables:
        table.play_on()
        await table.save()
    refusals: list[str] = []

    async def bet(table: Kept, asked: dict[str, Any]) -> None:
        def decide(recall: Recall) -> Batch:
            answer = table.bet(account, asked["bet"], asked["amount_cents"], balance_cents=recall.balances[player_account(account)])
            if not isinstance(answer, list):
                refusals.append(answer.code)
                return NOTHING
            return Batch(events=tuple(answer), postings=table._postings(tuple(answer)), answers={}, at_ms=table.now_ms)

        await store.transact(table.state.number, table.epoch, table.state.version, [account], (), decide)

    await asyncio.gather(*(bet(table, asked) for table, asked in zip(tables, case["asked"], strict=True)))
    assert refusals == ["insufficient_funds"]
    assert (await store.balance(account)).free_cents == case["balances_after"][account]


# Answers.


async def test_an_answer_is_given_once(store: Store) -> None:
    key = CommandKey("ann", "first-one")
    await write(store, batch(answers={key: StoredAnswer(b"a", b"b")}))
    with pytest.raises(BrokenBooks):
        await write(store, batch(answers={key: StoredAnswer(b"c", b"d")}))


async def test_answers_are_forgotten_when_they_are_old_and_not_before(store: Store) -> None:
    old = [CommandKey("ann", f"old-{number}") for number in range(3)]
    young = CommandKey("ann", "young-one")
    await write(store, batch(answers={key: StoredAnswer(b"", b"") for key in old}, at_ms=STARTED_MS))
    await write(store, batch(answers={young: StoredAnswer(b"", b"")}, at_ms=STARTED_MS + ANSWERS_KEPT_MS))
    assert await known(store, [*old, young]) == {*old, young}
    for number in range(2):  # each new answer lets a few old ones go
        late = batch(answers={CommandKey("bob", f"new-{number}"): StoredAnswer(b"", b"")}, at_ms=STARTED_MS + ANSWERS_KEPT_MS + 1)
        await write(store, late)
    assert await known(store, [*old, young]) == {young}


async def test_an_answer_that_was_rolled_back_was_never_given(store: Store) -> None:
    key = CommandKey("ann", "first-one")
    with pytest.raises(BrokenBooks):
        await write(store, batch(hold("nobody", 1), answers={key: StoredAnswer(b"a", b"a")}))
    assert await known(store, [key]) == set()

    def decide(_: Recall) -> Batch:
        raise LookupError

    epoch = (await store.own_table(1)).epoch
    with pytest.raises(LookupError):
        await store.transact(1, epoch, 0, (), [key], decide)
    await write(store, batch(answers={key: StoredAnswer(b"b", b"b")}))
    assert await known(store, [key]) == {key}


async def test_answers_are_known_after_a_restart(reopen: Reopen) -> None:
    store = await reopen()
    keys = [CommandKey("ann", f"command-{number}") for number in range(5)]
    for key in keys[:4]:
        await write(store, batch(answers={key: StoredAnswer(b"a", b"a")}))
    store = await reopen()
    assert await known(store, keys) == set(keys[:4])
    await write(store, batch(answers={keys[4]: StoredAnswer(b"a", b"a")}))
    assert await known(await reopen(), keys) == set(keys)


async def test_a_command_is_its_players_own(store: Store) -> None:
    ann, bob = CommandKey("ann", "first-one"), CommandKey("bob", "first-one")
    await write(store, batch(answers={ann: StoredAnswer(b"a", b"a")}))
    assert await known(store, [ann, bob]) == {ann}
    await write(store, batch(answers={bob: StoredAnswer(b"b", b"b")}))
    assert await known(store, [ann, bob]) == {ann, bob}


async def known(store: Store, keys: list[CommandKey]) -> set[CommandKey]:
    """Which of these commands have an answer."""
    found: set[CommandKey] = set()

    def decide(recall: Recall) -> Batch:
        found.update(recall.answers)
        return NOTHING

    epoch = (await store.own_table(1)).epoch
    await store.transact(1, epoch, 0, (), keys, decide)
    return found


# Opening and closing.


async def test_everything_is_there_after_a_restart(reopen: Reopen) -> None:
    store = await reopen()
    table = await kept(store, "ann")
    table.play_rounds(2, "ann")
    await table.save()
    before = await store.balance("ann"), await store.record("ann", before=None, limit=9)
    store = await reopen()
    assert before == (await store.balance("ann"), await store.record("ann", before=None, limit=9))
    owned = await store.own_table(1)
    assert owned.epoch == table.epoch + 1
    assert fold(owned.events, first_version=owned.first_version) == table.state


async def test_a_store_is_ready_while_it_is_open(reopen: Reopen) -> None:
    store = await reopen()
    assert await store.ready()
    await store.close()
    assert not await store.ready()
    with pytest.raises(StoreFailed):
        await store.own_table(1)
    with pytest.raises(StoreFailed):
        await store.balance("ann")
    await store.close()


async def test_what_was_asked_before_closing_is_written(reopen: Reopen) -> None:
    store = await reopen()
    joins = [asyncio.ensure_future(join(store, f"player-{number}")) for number in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*joins)
    store = await reopen()
    for number in range(50):
        assert await store.balance(f"player-{number}") == Balance(GRANT_CENTS, 0)
