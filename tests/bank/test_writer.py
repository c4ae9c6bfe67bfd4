"""Group commit on SQLite: jobs that wait share one transaction, each fails alone, and nobody is told before the commit."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from puntobanco.bank import writer as writer_module
from puntobanco.bank.audit import Audit
from puntobanco.bank.database import engine_for
from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import Balance, BrokenBooks, StoreFailed
from puntobanco.bank.writer import Writer
from tests.bank.kept import GRANT_CENTS, join


class Watched:
    """A writer on a table of numbers, the statements that its thread runs, and a way to hold it up."""

    def __init__(self, path: Path) -> None:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; CREATE TABLE numbers (n INTEGER PRIMARY KEY CHECK (n >= 0));"
            "CREATE TABLE later (n INTEGER REFERENCES numbers (n) DEFERRABLE INITIALLY DEFERRED);"
        )
        self.path = path
        self.seen: list[str] = []
        connection.set_trace_callback(self.seen.append)
        self.connection = connection
        self.writer = Writer(connection)

    def stored(self) -> list[int]:
        """The numbers that anybody else sees."""
        with contextlib.closing(sqlite3.connect(self.path)) as other:
            return [n for (n,) in other.execute("SELECT n FROM numbers ORDER BY n")]

    def write(self, number: int) -> "asyncio.Task[int]":
        """Ask for a number to be written."""

        def work(connection: sqlite3.Connection) -> int:
            connection.execute("INSERT INTO numbers VALUES (?)", (number,))
            return number

        return asyncio.ensure_future(self.writer.run(work))

    @contextlib.contextmanager
    def held_up(self) -> Iterator[None]:
        """While the block runs, jobs wait behind a first one of their own transaction."""
        gate, began = threading.Event(), threading.Event()

        def work(_: sqlite3.Connection) -> None:
            began.set()
            gate.wait(10)

        task = asyncio.ensure_future(self.writer.run(work))
        task.add_done_callback(lambda _: None)
        asyncio.get_running_loop().call_soon(began.wait, 5)
        yield
        gate.set()

    def commits(self) -> int:
        """How many transactions were committed."""
        return self.seen.count("COMMIT")


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    found = Watched(tmp_path / "numbers.db")
    found.writer.start()
    yield found
    await found.writer.stop()


async def test_jobs_that_wait_are_committed_together(watched: Watched) -> None:
    with watched.held_up():
        await asyncio.sleep(0)
        tasks = [watched.write(number) for number in range(100)]
        await asyncio.sleep(0.05)
        assert watched.commits() == 0
        assert not any(task.done() for task in tasks)
    assert await asyncio.gather(*tasks) == list(range(100))
    assert watched.commits() == 2
    assert watched.stored() == list(range(100))


async def test_a_job_alone_is_written_at_once(watched: Watched) -> None:
    for number in range(3):
        assert await watched.write(number) == number
        assert watched.stored() == list(range(number + 1))
    assert watched.commits() == 3


async def test_a_job_that_fails_takes_back_its_own_writes_only(watched: Watched) -> None:
    class Odd(Exception):
        pass

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers VALUES (50)")
        raise Odd

    def forbidden(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers VALUES (51)")
        connection.execute("INSERT INTO numbers VALUES (-1)")

    with watched.held_up():
        await asyncio.sleep(0)
        first = watched.write(1)
        failing = [asyncio.ensure_future(watched.writer.run(work)) for work in (half, forbidden)]
        second = watched.write(2)
        await asyncio.sleep(0.01)
    outcomes = await asyncio.gather(first, *failing, second, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, Odd, BrokenBooks, int]
    assert watched.commits() == 2
    assert watched.stored() == [1, 2]


async def test_a_commit_that_fails_fails_every_job_of_it_and_writes_nothing(watched: Watched) -> None:
    def owing(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO later VALUES (77)")  # which only the commit refuses

    with watched.held_up():
        await asyncio.sleep(0)
        tasks = [watched.write(1), asyncio.ensure_future(watched.writer.run(owing)), watched.write(2)]
        await asyncio.sleep(0.01)
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [BrokenBooks] * 3
    assert watched.stored() == []
    assert await watched.write(3) == 3
    assert watched.stored() == [3]


async def test_a_full_disk_fails_the_whole_transaction_and_the_next_one_may_work(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    await store.open()
    try:
        await join(store, "ann")
        writer = store._writer
        assert writer is not None

        def limit(pages: int) -> "asyncio.Task[None]":
            def work(connection: sqlite3.Connection) -> None:
                connection.execute(f"PRAGMA max_page_count = {pages}")

            return asyncio.ensure_future(writer.run(work))

        await limit(1)  # SQLite takes the present size where this is less
        joins = [join(store, f"{'x' * 500}-{number}") for number in range(200)]
        outcomes = await asyncio.gather(*joins, return_exceptions=True)
        failed = [outcome for outcome in outcomes if outcome is not None]
        assert failed
        assert {type(outcome) for outcome in failed} == {StoreFailed}
        await limit(10**6)
        await join(store, "bob")
        for number, outcome in enumerate(outcomes):
            there = await store.player(f"{'x' * 500}-{number}") is not None
            assert there is (outcome is None)
        assert await store.balance("bob") == Balance(GRANT_CENTS, 0)
    finally:
        await store.close()


async def test_a_fault_of_the_connection_is_answered_too_and_the_writer_goes_on(watched: Watched) -> None:
    def leaves_the_transaction(connection: sqlite3.Connection) -> None:
        connection.execute("COMMIT")

    with pytest.raises(StoreFailed):
        await asyncio.wait_for(watched.writer.run(leaves_the_transaction), 5)
    assert await asyncio.wait_for(watched.write(5), 5) == 5


async def test_whoever_is_cancelled_hurts_nobody(watched: Watched) -> None:
    with watched.held_up():
        await asyncio.sleep(0)
        first, gone, last = watched.write(1), watched.write(2), watched.write(3)
        await asyncio.sleep(0.01)
        gone.cancel()
    assert (await first, await last) == (1, 3)
    with pytest.raises(asyncio.CancelledError):
        await gone


async def test_a_job_that_raises_what_no_future_takes_is_answered(watched: Watched) -> None:
    def stops(_: sqlite3.Connection) -> None:
        raise StopIteration

    with pytest.raises(RuntimeError):
        await asyncio.wait_for(watched.writer.run(stops), 5)


async def test_more_jobs_than_may_wait_are_refused(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    watched.writer._jobs.maxsize = 3
    with watched.held_up():
        await asyncio.sleep(0.01)
        tasks = [watched.write(number) for number in range(5)]
        await asyncio.sleep(0.01)
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int] * 3 + [StoreFailed] * 2


async def test_a_transaction_takes_a_bounded_number_of_jobs(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "JOBS_IN_A_COMMIT_MAX", 10)
    with watched.held_up():
        await asyncio.sleep(0)
        tasks = [watched.write(number) for number in range(25)]
        await asyncio.sleep(0.01)
    await asyncio.gather(*tasks)
    assert watched.commits() == 4


async def test_what_waits_is_written_before_the_writer_stops(watched: Watched) -> None:
    with watched.held_up():
        await asyncio.sleep(0)
        tasks = [watched.write(number) for number in range(10)]
        await asyncio.sleep(0)
        stopping = asyncio.ensure_future(watched.writer.stop())
        await asyncio.sleep(0.01)
    await stopping
    assert await asyncio.gather(*tasks) == list(range(10))
    with pytest.raises(StoreFailed):
        await watched.write(11)


async def test_the_event_loop_goes_on_while_the_writer_works(watched: Watched) -> None:
    with watched.held_up():
        await asyncio.sleep(0)
        task = watched.write(1)
        for _ in range(20):
            await asyncio.sleep(0.001)
        assert not task.done()
    assert await task == 1


def told_before_the_kill(path: Path) -> list[str]:
    """What a betting process said before it was killed in the middle of it."""
    child = subprocess.Popen([sys.executable, "-m", "tests.bank.betting_child", str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    told = []
    for line in child.stdout:
        told.append(line)
        if len(told) == 200:
            os.kill(child.pid, signal.SIGKILL)
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    return [line for line in told if line.endswith("\n")]


async def test_a_killed_process_leaves_a_whole_database_with_all_that_it_was_told(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    told = await asyncio.to_thread(told_before_the_kill, path)
    # First as it was left, by a reader that may not write, then as the next process finds it.
    engine = engine_for(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert list(Audit(connection, "left").differences()) == []
    engine.dispose()
    store = SqliteStore(path)
    await store.open()
    try:
        last_version, held_cents = map(int, told[-1].split())
        balance = await store.balance("ann")
        assert balance.free_cents + balance.held_cents == GRANT_CENTS
        assert balance.held_cents >= held_cents
        owned = await store.own_table(1)
        assert owned.first_version + len(owned.events) - 1 >= last_version
    finally:
        await store.close()
