"""Which shoes a player of a staking plan gets: the same ones, by seed and number, that ``simulate`` plays."""

from collections.abc import Iterator

import numpy as np

from puntobanco.analysis import chunk as chunks
from puntobanco.analysis.chunk import CHUNK_SHOES
from puntobanco.analysis.plan import Plan


def shoes_each(plan: Plan, rounds: int) -> int:
    """How many shoes are sure to have so many rounds. Each player has so many to himself: what is left of them nobody plays."""
    return -(-rounds // (plan.sure - plan.demonstrations))


def shoes(plan: Plan, seed: int, numbers: range) -> Iterator[list[int]]:
    """The rounds of these shoes of a run, counted from 0, as `coup_table` has them; made a chunk at a time."""
    for number in range(numbers.start // CHUNK_SHOES, -(-numbers.stop // CHUNK_SHOES)):
        begin = number * CHUNK_SHOES
        stop = min(numbers.stop - begin, CHUNK_SHOES)
        rounds = chunks.play(plan, seed, number, stop).rounds
        codes = chunks.rows_of(plan, seed, number, rounds).codes
        ends = np.cumsum(rounds.astype(np.int64)).tolist()
        for shoe in range(max(numbers.start - begin, 0), stop):
            yield codes[ends[shoe] - int(rounds[shoe]) : ends[shoe]].tolist()
