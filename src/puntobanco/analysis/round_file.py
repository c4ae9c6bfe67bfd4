"""Simulated rounds as a Parquet file, a row a round, written a chunk at a time: so that memory does not grow with their number."""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow import parquet

from puntobanco.analysis.chunk import Rows, ShoeRounds
from puntobanco.analysis.coup_table import ENDING_MASK, ENDINGS, OUTCOME_SHIFT, OUTCOMES, PAIR_BITS, ending_of
from puntobanco.analysis.ranges import Kept
from puntobanco.game.cards import DECK

HANDS = ("player_1", "player_2", "player_3", "banker_1", "banker_2", "banker_3")
"""The columns of cards, as texts; null where a hand has no third card."""

_TEXT = pa.dictionary(pa.uint8(), pa.string())
_NUMBERS = {"shoe": pa.int64(), "round": pa.uint16()}
_RESULTS = {"player_points": pa.uint8(), "banker_points": pa.uint8(), "outcome": _TEXT}

SCHEMA = pa.schema({**_NUMBERS, **dict.fromkeys(HANDS, _TEXT), **_RESULTS})

_CARDS = pa.array([card.value for card in DECK])
_OUTCOMES = pa.array([outcome.value for outcome in OUTCOMES])

_PLACES_OF_FOUR = (0, 2, 1, 3)
"""Where in the dealing order the first two cards of Player and Banker are (rule 2.1)."""


class RoundFile:
    """A file that takes rounds, chunk by chunk."""

    def __init__(self, writer: parquet.ParquetWriter) -> None:
        self._writer = writer
        self.rows = 0

    def write(self, first_shoe: int, kept: Kept) -> None:
        """Write the rounds of a range, the first of which is of this shoe."""
        self._writer.write_table(table_of(first_shoe, kept.rounds, kept.rows))
        self.rows += len(kept.rows.codes)


@contextmanager
def round_file(file: BinaryIO) -> Iterator[RoundFile]:
    """Write to a file that is open and empty. It is whole when this ends, whatever ends it."""
    with parquet.ParquetWriter(file, SCHEMA, compression="zstd") as writer:
        yield RoundFile(writer)


@functools.cache
def _hands() -> npt.NDArray[np.uint8]:
    """By ending without its pairs: cards of the Player, of the Banker, and both their points."""
    endings = [ending_of(number) for number in range(0, ENDINGS, 1 << PAIR_BITS)]
    hands = [(found.player_cards, found.facts) for found in endings]
    return np.array([(cards, seen.banker_cards, seen.player_points, seen.banker_points) for cards, seen in hands], np.uint8)


def table_of(first_shoe: int, rounds: ShoeRounds, rows: Rows) -> pa.Table:
    """Rounds of shoes that follow each other, as a table; ``rounds`` says how many each shoe has."""
    ends = np.cumsum(rounds.astype(np.int64))
    shoes = np.repeat(np.arange(first_shoe, first_shoe + len(rounds)), rounds)
    numbers = np.arange(1, len(rows.codes) + 1) - np.repeat(ends - rounds, rounds)
    hands = _hands()[(rows.codes & ENDING_MASK) >> PAIR_BITS]
    player_draws, banker_draws = hands[:, 0] == 3, hands[:, 1] == 3
    p1, p2, b1, b2 = (_texts(rows.cards[:, place]) for place in _PLACES_OF_FOUR)
    p3 = _texts(rows.cards[:, 4], missing=~player_draws)
    b3 = _texts(np.where(player_draws, rows.cards[:, 5], rows.cards[:, 4]), missing=~banker_draws)
    outcomes = pa.DictionaryArray.from_arrays(pa.array((rows.codes >> OUTCOME_SHIFT).astype(np.uint8)), _OUTCOMES)
    columns = [shoes, numbers.astype(np.uint16), p1, p2, p3, b1, b2, b3, hands[:, 2], hands[:, 3], outcomes]
    return pa.table(dict(zip(SCHEMA.names, columns, strict=True)), schema=SCHEMA)


def _texts(places: npt.NDArray[np.uint8], missing: npt.NDArray[np.bool_] | None = None) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(places, mask=missing), _CARDS)
