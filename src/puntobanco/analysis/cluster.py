"""A crew of many machines: ranges are played by the workers of a Dask scheduler. Needs the extra ``puntobanco[cluster]``."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait as wait_for
from contextlib import contextmanager
from typing import TypeVar, cast

from distributed import Client
from distributed.comm import CommClosedError

from puntobanco.analysis import ranges
from puntobanco.analysis.cluster_check import ANSWER_SECONDS, check
from puntobanco.analysis.plan import Plan
from puntobanco.analysis.ranges import CrewLost, Played, Range, Stopped, play_range
from puntobanco.errors import BadSettings

T = TypeVar("T")

AHEAD = 3
"""Ranges in work or waiting to be added up, for each thread of the workers."""

KEPT_AHEAD_MOST = 32
"""The same for all of them together where rounds are kept: some 2.6 MB each."""

POLL_SECONDS = 0.2
LOOK_EVERY_SECONDS = 2

LOOK_SECONDS = 5
"""How long an answer to a look is waited for: as long may an interruption take."""

SLOW_SECONDS = 2
"""How long workers that have compiled before may take to be ready."""

ALONE_SECONDS = 60
"""How long a run waits without any worker, or any answer of the scheduler, before it is lost."""


class Cluster:
    """The workers of a scheduler, as many as there are at any time.

    Ranges are long, since handing one out and taking in its sums takes some milliseconds of the scheduler and of this process.
    Those of a worker that is lost are played again by others; that is Dask's doing.
    """

    chunks = 64

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._executor = client.get_executor(pure=False)
        self._threads = 0
        self._seen = self._next_look = time.monotonic()

    def ahead(self, keep: bool, /) -> int:
        """A few for each thread, so that none waits for another that is slow."""
        self._look()
        most = max(1, AHEAD * self._threads)
        return min(KEPT_AHEAD_MOST, most) if keep else most

    def submit(self, job: Range) -> "Future[Played]":
        """Have it played by whoever is free."""
        return self._submit(play_range, job)

    def wait(self, future: "Future[Played]", stopped: Stopped, /) -> Played | None:
        """Wait, and look after the workers meanwhile."""
        return self._result(future, stopped)

    def prepare(self, plan: Plan, keep: bool, slow: Callable[[], object]) -> None:
        """Have all workers that are there compile what they need; ``slow`` is called if that takes long. Raises `CrewLost`."""
        try:
            workers = self._ncores()
        except OSError:  # it answered a moment ago
            raise CrewLost(f"the scheduler at {self._address} was lost") from None
        futures = [self._submit(ranges.prepare, plan, keep, workers=[worker], allow_other_workers=True) for worker in workers]
        if wait_for(futures, SLOW_SECONDS).not_done:
            slow()
        for future in futures:
            self._result(future, lambda: False)

    def _submit(self, work: Callable[..., T], *arguments: object, **where: object) -> "Future[T]":
        try:
            return cast("Future[T]", self._executor.submit(work, *arguments, **where))
        except Exception as error:  # of a client that has lost its scheduler
            raise CrewLost(f"the scheduler at {self._address} was lost: {error}") from None

    def _result(self, future: "Future[T]", stopped: Stopped) -> T | None:
        while not future.done():
            wait_for([future], POLL_SECONDS)
            if stopped():
                future.cancel()
                return None
            self._look()
        try:
            return future.result()
        except (CancelledError, CommClosedError):
            # Dask takes back what it has no connection for, or was fetching it.
            raise CrewLost(f"the scheduler at {self._address} was lost") from None
        except CrewLost:
            raise
        except Exception as error:
            raise CrewLost(f"a worker of {self._address} failed: {type(error).__name__}: {error}") from None

    def _ncores(self) -> dict[str, int]:
        """The threads of each worker. Raises `OSError`, also where no answer comes."""
        return cast("dict[str, int]", self._client.sync(self._client.scheduler.ncores, callback_timeout=LOOK_SECONDS))

    def _look(self) -> None:
        """Count the threads now and then. Raises `CrewLost` when there was none for long."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK_EVERY_SECONDS
        try:
            self._threads = sum(self._ncores().values())
        except OSError:  # it is asked again, for a while; what is in work tells whether the connection is gone
            self._threads = 0
        if self._threads:
            self._seen = now
        elif now > self._seen + ALONE_SECONDS:
            raise CrewLost(f"the scheduler at {self._address} has had no worker for {ALONE_SECONDS} seconds, or does not answer")


@contextmanager
def cluster(address: str, told: Callable[[str], object] = lambda _: None) -> Iterator[Cluster]:
    """The workers of the scheduler at this address, checked; ``told`` when a first one is waited for. Raises `BadSettings`."""
    check(address, told)
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except Exception as error:  # it answered a moment ago
        raise BadSettings(f"the scheduler at {address} takes no client: {str(error) or type(error).__name__}") from None
    try:
        yield Cluster(client, address)
    finally:
        client.close(timeout=ANSWER_SECONDS)
