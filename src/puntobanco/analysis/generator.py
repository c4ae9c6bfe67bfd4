"""Where the chance of a simulation comes from: xoshiro256++, in lanes side by side, seeded by SplitMix64 (Blackman and Vigna).

A run is cut into chunks. What a chunk begins from follows from the seed of the run and the number of the chunk alone, so it is all
one who works it out, and when. Chunks of a run never begin from the same number, as each step of the way is one to one.
"""

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

LANES = 32
"""Generators that run side by side. Their words are given out in turn."""

SEED_MOST = 2**64 - 1

_WORDS = 4
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def split_mix(start: int, count: int) -> Words:
    """The first words that SplitMix64 gives from a start."""
    with np.errstate(over="ignore"):
        z = np.full(count, start, np.uint64) + _GAMMA * np.arange(1, count + 1, dtype=np.uint64)
        z = (z ^ (z >> np.uint64(30))) * _FIRST
        z = (z ^ (z >> np.uint64(27))) * _SECOND
        mixed: Words = z ^ (z >> np.uint64(31))
    return mixed


def states_of(seed: int, chunk: int) -> Words:
    """The states with which a chunk begins, a column each: of the lanes, and of the generator beside them for what is rare."""
    start = int(split_mix((int(split_mix(seed, 1)[0]) + chunk) & SEED_MOST, 1)[0])
    return split_mix(start, _WORDS * (LANES + 1)).reshape(LANES + 1, _WORDS).T.copy()
