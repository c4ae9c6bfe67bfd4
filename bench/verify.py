"""How long a whole shoe's record takes to be verified: from its JSON to the verdict, for a shoe of eight decks and for a session.

Beside them stands a baseline of the same run: the hashes alone that such a record needs, one for each text, so that a slow or busy
machine can be told from slow code.
"""

import hashlib
import statistics
import time
from collections.abc import Callable

import msgspec

from bench.table import Table, wanted
from puntobanco.game import proof
from tests.proof.played import played

REPEATS = 15
MUST_MS = 50
AGAINST = "Against the hashes alone that the record of a shoe needs."


def milliseconds(work: Callable[[], object]) -> float:
    """Return how much of a processor it takes, the median of some runs."""
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return 1000 * statistics.median(times)


def hashes_alone(count: int) -> None:
    """Hash so many texts."""
    for number in range(count):
        hashlib.sha512(f"S-1-{number:040}".encode()).hexdigest()


def table() -> Table:
    """Measure."""
    shoe = msgspec.json.encode(played(1, "live", {}, ending="finished", players=8, failures=1, voids=0.0))
    session = msgspec.json.encode(
        played(1, "live", {"shuffle_every_round": True}, ending="finished", players=8, failures=0, voids=0.0)
    )
    alone = milliseconds(lambda: hashes_alone(832))
    found = [
        ("a shoe of eight decks", milliseconds(lambda: proof.verify(proof.read_record(shoe))), MUST_MS),
        ("a session of 80 packs of eight decks", milliseconds(lambda: proof.verify(proof.read_record(session))), None),
        ("baseline: 832 hashes", alone, None),
    ]
    rows = [(name, f"{took:.1f}", wanted(must), f"{took / alone:.2f}") for name, took, must in found]
    return Table(("verifying a record, ms", "measured", "at most", "× baseline"), rows, (AGAINST,))
