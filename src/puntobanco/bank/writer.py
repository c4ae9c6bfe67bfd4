"""The one thread that writes to a SQLite database: whatever jobs wait are written in one transaction (group commit).

There is no artificial wait: while one commit is under way the next jobs gather. Each job stands in a savepoint, so that one
that fails takes back its own writes only. Nobody is told of success before the commit.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from puntobanco.bank.limits import JOBS_IN_A_COMMIT_MAX, JOBS_WAITING_MAX
from puntobanco.bank.sqlite_errors import store_error
from puntobanco.bank.store import BrokenBooks, StoreFailed

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]


class _Job(NamedTuple):
    work: Work
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class _Outcome(NamedTuple):
    result: Any = None
    error: BaseException | None = None


class _Lost(Exception):
    """SQLite gave up the whole transaction in the middle of a job."""


class Writer:
    """Owns the connection that it is given, from `start` to `stop`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._jobs: queue.Queue[_Job | None] = queue.Queue(JOBS_WAITING_MAX)
        self._thread = threading.Thread(target=self._run, name="bank-writer", daemon=True)
        self._stopping = False

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the thread takes jobs."""
        return self._thread.is_alive() and not self._stopping

    async def stop(self) -> None:
        """Write what waits, then close the connection."""
        if not self._stopping:
            self._stopping = True
            await asyncio.to_thread(self._jobs.put, None)
        await asyncio.to_thread(self._thread.join)

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do ``work`` in the next transaction and give its result once that is committed.

        What ``work`` raises is raised, and nothing of it was written. Raises `StoreFailed` when the database cannot be written,
        `StoreBroken` when it is damaged, and `BrokenBooks` when the schema forbids what ``work`` writes.
        """
        if not self.alive:
            raise StoreFailed("the store is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        try:
            self._jobs.put_nowait(_Job(work, loop, done))
        except queue.Full:
            raise StoreFailed(f"{JOBS_WAITING_MAX} jobs are waiting to be written") from None
        return await done

    def _run(self) -> None:
        last = False
        while not last:
            group, last = self._next_group()
            if group:
                _tell(group, self._commit(group))
        self._connection.close()

    def _next_group(self) -> tuple[list[_Job], bool]:
        """The jobs that wait, at least one, and whether they are the last."""
        group: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            group.append(job)
            if len(group) == JOBS_IN_A_COMMIT_MAX:
                return group, False
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return group, False
        return group, True

    def _commit(self, group: list[_Job]) -> list[_Outcome]:
        """One transaction of a whole group. Never raises: whoever waits must be answered, whatever happens."""
        try:
            self._roll_back()
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._do(job.work) for job in group]
            self._connection.execute("COMMIT")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                self._roll_back()
            return [_Outcome(error=_as_ours(error)) for _ in group]
        return outcomes

    def _roll_back(self) -> None:
        """End a transaction that failed, if there is one: usually SQLite has done so."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _do(self, work: Work) -> _Outcome:
        """One job in its savepoint. What it raises is its own, unless the whole transaction is gone with it."""
        self._connection.execute("SAVEPOINT job")
        try:
            outcome = _Outcome(work(self._connection))
        except BaseException as error:
            if not self._connection.in_transaction:
                raise _Lost(str(error)) from error
            self._connection.execute("ROLLBACK TO job")
            outcome = _Outcome(error=_as_ours(error))
        self._connection.execute("RELEASE job")
        return outcome


def _as_ours(error: BaseException) -> BaseException:
    """The error as the contract of a store names it."""
    match error:
        case sqlite3.IntegrityError():
            ours: BaseException = BrokenBooks(str(error))
        case sqlite3.Error() | _Lost():
            ours = store_error(error, "the database could not be written")
        case StopIteration():
            ours = RuntimeError("a job raised StopIteration")  # which no future takes
        case _:
            return error
    ours.__cause__ = error
    return ours


def _tell(group: list[_Job], outcomes: list[_Outcome]) -> None:
    for job, outcome in zip(group, outcomes, strict=True):
        try:
            job.loop.call_soon_threadsafe(_resolve, job.done, outcome)
        except RuntimeError:
            continue  # its loop has been closed: nobody waits any more


def _resolve(done: asyncio.Future[Any], outcome: _Outcome) -> None:
    if done.done():
        return  # whoever asked was cancelled
    if outcome.error is not None:
        done.set_exception(outcome.error)
    else:
        done.set_result(outcome.result)
