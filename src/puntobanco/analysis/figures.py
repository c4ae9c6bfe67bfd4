"""What the counts of a simulation say: of every bet, of streaks, of good roads. What bets pay comes from ``game.bets`` alone."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.chunk import Chunk, new_tally
from puntobanco.analysis.coup_table import OUTCOMES, Ending, ending_of
from puntobanco.analysis.plan import plan_of
from puntobanco.analysis.returns import Returns
from puntobanco.analysis.streaks import LONGEST, road_table
from puntobanco.game.bets import Bet, verdicts_of
from puntobanco.game.good_roads import GoodRoad
from puntobanco.game.house import HouseRules
from puntobanco.game.rules import Outcome

Sum = npt.NDArray[np.int64]


class Sums:
    """The counts of all chunks so far, in 64 bits. ``lengths`` are shoes by how many rounds they have."""

    def __init__(self) -> None:
        empty = new_tally()
        self.first: Sum = empty.first.astype(np.int64)
        self.later: Sum = empty.later.astype(np.int64)
        self.streaks: Sum = empty.streaks.astype(np.int64)
        self.roads: Sum = empty.roads.astype(np.int64)
        self.lengths: Counter[int] = Counter()
        self.shoes = self.rounds = 0

    def add(self, chunk: Chunk) -> None:
        """Add a chunk."""
        self.first += chunk.tally.first
        self.later += chunk.tally.later
        self.streaks += chunk.tally.streaks
        self.roads += chunk.tally.roads
        shoes = np.bincount(chunk.rounds)
        self.lengths.update({rounds: int(shoes[rounds]) for rounds in np.nonzero(shoes)[0].tolist()})
        self.shoes += len(chunk.rounds)
        self.rounds += int(chunk.rounds.sum())

    def join(self, others: "Sums") -> None:
        """Add what others have."""
        self.first += others.first
        self.later += others.later
        self.streaks += others.streaks
        self.roads += others.roads
        self.lengths.update(others.lengths)
        self.shoes += others.shoes
        self.rounds += others.rounds


class RoadFrequency(NamedTuple):
    """After how many rounds a good road stood, and how often one came to stand that did not before."""

    rounds: int
    times: int


class Figures:
    """The figures of a run, over every round of every shoe, or over the rounds that each shoe has: ``first`` ones."""

    def __init__(self, sums: Sums, rules: HouseRules) -> None:
        self._sums = sums
        self.rules = rules
        self.shoes, self.rounds = sums.shoes, sums.rounds
        self.first_per_shoe = plan_of(rules).first
        """How many rounds of each shoe the first ones are."""
        self.lengths: Mapping[int, int] = dict(sorted(sums.lengths.items()))
        """Shoes by how many rounds they have."""

    @cached_property
    def endings(self) -> Mapping[Ending, int]:
        """Rounds by how they ended."""
        return _endings(self._sums.first + self._sums.later)

    @cached_property
    def first_endings(self) -> Mapping[Ending, int]:
        """The same of the first rounds of each shoe alone."""
        return _endings(self._sums.first)

    @property
    def outcomes(self) -> Mapping[Outcome, int]:
        """Rounds by who won."""
        found = dict.fromkeys(Outcome, 0)
        for ending, rounds in self.endings.items():
            found[ending.facts.outcome] += rounds
        return found

    def returns(self, bet: Bet) -> Returns:
        """What a bet gave back that was laid in every round, in rounds."""
        return returns_of(self.endings, bet)

    def first_returns(self, bet: Bet) -> Returns:
        """The same of the first rounds of each shoe alone."""
        return returns_of(self.first_endings, bet)

    @property
    def streaks(self) -> Mapping[Outcome, Mapping[int, int]]:
        """Streaks by winner and length, ties left out; the last of a shoe as long as it got. `LONGEST` stands for longer too."""
        steps = self._sums.streaks.reshape(-1, len(OUTCOMES))
        return {winner: _lengths(steps, side) for side, winner in enumerate((Outcome.PLAYER, Outcome.BANKER))}

    @property
    def good_roads(self) -> Mapping[GoodRoad, RoadFrequency]:
        """How often each good road was seen."""
        table, counts = road_table(), self._sums.roads
        rounds, times = Counter[GoodRoad](), Counter[GoodRoad]()
        for step in np.nonzero(counts)[0].tolist():
            before, after = table.standing[step // len(OUTCOMES)], table.standing[table.steps[step]]
            for road in after:
                rounds[road] += int(counts[step])
                times[road] += 0 if road in before else int(counts[step])
        return {road: RoadFrequency(rounds[road], times[road]) for road in GoodRoad}


def _endings(counts: Sum) -> Mapping[Ending, int]:
    return {ending_of(number): int(counts[number]) for number in np.nonzero(counts)[0].tolist()}


def returns_of(endings: Mapping[Ending, int], bet: Bet) -> Returns:
    """What a bet gives back, by rounds that ended so."""
    returned: Counter[int] = Counter()
    for ending, rounds in endings.items():
        returned[verdicts_of(ending.facts)[bet].returned_20] += rounds
    return Returns(returned=returned)


def _lengths(steps: Sum, side: int) -> dict[int, int]:
    """A streak that has come to a length has or has not come to the next; each of its wins is a step, counted where it began."""
    own = 1 + LONGEST * side
    going_on = steps[own : own + LONGEST, side]
    begun = int(steps[:, side].sum() - going_on.sum())
    reached = [begun, *going_on[:-1].tolist(), 0]
    ended = [here - further for here, further in pairwise(reached)]
    return {length: streaks for length, streaks in enumerate(ended, 1) if streaks}
