"""What a crew of a cluster says of what came of a range, without a cluster; with one: tests/cli/test_simulate_cluster.py."""

from concurrent.futures import CancelledError, Future
from types import SimpleNamespace
from typing import cast

import pytest
from distributed import Client
from distributed.comm import CommClosedError

from puntobanco.analysis.cluster import Cluster
from puntobanco.analysis.ranges import CrewLost, Played


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (CancelledError(), "the scheduler at tcp://here:1 was lost"),
        (CommClosedError("Stream is closed"), "the scheduler at tcp://here:1 was lost"),
        (ValueError("no"), "a worker of tcp://here:1 failed: ValueError: no"),
        (CrewLost("another version"), "another version"),
    ],
)
def test_it_is_told_whether_the_scheduler_was_lost_or_a_worker_failed(error: Exception, said: str) -> None:
    future: Future[Played] = Future()
    future.set_exception(error)
    client = cast(Client, SimpleNamespace(get_executor=lambda **_: None))
    with pytest.raises(CrewLost) as lost:
        Cluster(client, "tcp://here:1").wait(future, lambda: False)
    assert str(lost.value) == said
