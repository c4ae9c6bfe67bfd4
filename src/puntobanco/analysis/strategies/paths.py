"""What is kept of the players of one plan: a row of numbers each, and the noted bankrolls of the first of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.strategies.sitting import Sitting, Track
from puntobanco.game.bets import Bet

Numbers = npt.NDArray[np.int64]


class Paths(NamedTuple):
    """``tracks`` has a row a player as in `Track`, ``curves`` a row of bankrolls; ``staked`` is what all laid on each bet."""

    tracks: Numbers
    staked: dict[Bet, int]
    curves: Numbers

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.tracks)

    def column(self, name: str) -> Numbers:
        """One number of each player, by its name in `Track`."""
        column: Numbers = self.tracks[:, Track._fields.index(name)]
        return column

    @classmethod
    def joined(cls, parts: "Sequence[Paths]") -> "Paths":
        """Those of players that follow each other."""
        staked: dict[Bet, int] = {}
        for part in parts:
            for bet, cents in part.staked.items():
                staked[bet] = staked.get(bet, 0) + cents
        tracks = [part.tracks for part in parts]
        curves = [part.curves for part in parts]
        return cls(np.concatenate(tracks), staked, np.concatenate(curves))


def paths_of(sittings: Sequence[Sitting], bets: Sequence[Bet], curves: int) -> Paths:
    """Those of players that have ended, with the bankrolls of so many of them at most."""
    tracks = np.array([sitting.track() for sitting in sittings], np.int64)
    staked = {bet: sum(sitting.staked.get(bet, 0) for sitting in sittings) for bet in bets}
    noted = np.array([sitting.curve for sitting in sittings[:curves]], np.int64).reshape(-1, len(sittings[0].points))
    return Paths(tracks, staked, noted)
