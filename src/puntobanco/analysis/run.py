"""A run over many shoes: in batches, in as many processes as are wanted, with the same figures for any number of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

from puntobanco.analysis.batch import Batch, leave_interrupts, make_batch
from puntobanco.analysis.randomness import Verdict, verdict
from puntobanco.analysis.shoes import Shuffle
from puntobanco.analysis.tally import Tally
from puntobanco.game import proof
from puntobanco.game.house import HouseRules

BATCH_SHOES = 250
"""Shoes that are made and counted together. Those that follow each other are compared within a batch, whoever makes it."""


class Outcome(NamedTuple):
    """A whole run."""

    verdict: Verdict
    found: Tally


def run(
    rules: HouseRules,
    shoes: int,
    *,
    seed: int | None = None,
    workers: int = 1,
    shuffle: Shuffle = proof.shuffle,
    write: Callable[[bytes], object] | None = None,
    made: Callable[[int], object] = lambda _: None,
) -> Outcome:
    """Make so many shoes and test them. ``write`` gets the words of all orders in shoe order, ``made`` how many shoes are done."""
    starts = range(1, shoes + 1, BATCH_SHOES)
    numbers = [range(start, min(start + BATCH_SHOES, shoes + 1)) for start in starts]
    work = partial(make_batch, rules, seed, shuffle, write is not None)
    sums: Tally | None = None
    with _processes(min(workers, len(numbers))) as each:
        for found, raw in each(work, numbers):
            sums = found if sums is None else sums + found
            if write is not None:
                write(raw)
            made(sums.shoes)
    assert sums is not None
    return Outcome(verdict(sums, rules, seed), sums)


Each = Callable[[Callable[[range], Batch], list[range]], Iterator[Batch]]


@contextmanager
def _processes(workers: int) -> Iterator[Each]:
    """How a function is called for each batch, in their order: here, or in processes of its own that end with the block."""
    if workers <= 1:
        yield map
        return
    # New interpreters, not forks: what NumPy's libraries hold in threads of this process does not come along.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=leave_interrupts)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)
