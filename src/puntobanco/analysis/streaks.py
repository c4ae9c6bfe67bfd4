"""Streaks and good roads as tables that take one result at a time: in which state a result leaves a shoe.

A state is a number; the first is that of a new shoe. A row has three steps, by who wins as in `coup_table.OUTCOMES`; a tie leaves
everything as it is. The good roads are those of ``game.good_roads``: every state that they can tell apart is one.
"""

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.game.good_roads import STREAKS_MOST, GoodRoad, ending
from puntobanco.game.rules import Outcome

Small = npt.NDArray[np.uint16]

LONGEST = 60
"""Streaks of so many wins or more are counted together."""

LENGTH_SEEN = 4
"""No good road tells a longer streak from one of this length."""

_WINNERS = (Outcome.PLAYER, Outcome.BANKER)


def streak_steps() -> Small:
    """Steps between states: 0 before the first win, then the Player's lengths 1 to `LONGEST`, then the Banker's."""

    def after(state: int, side: int) -> int:
        owner, length = divmod(state - 1, LONGEST) if state else (side, -1)
        return 1 + LONGEST * side + (min(length + 1, LONGEST - 1) if owner == side else 0)

    rows = [(after(state, 0), after(state, 1), state) for state in range(1 + 2 * LONGEST)]
    return np.array(rows, np.uint16).reshape(-1)


class RoadTable(NamedTuple):
    """The steps, and which good roads stand in each state."""

    steps: Small
    standing: tuple[tuple[GoodRoad, ...], ...]


_State = tuple[Outcome | None, tuple[int, ...]]


def _after(state: _State, winner: Outcome) -> _State:
    newest, lengths = state
    if winner is newest:
        return newest, (*lengths[:-1], min(lengths[-1] + 1, LENGTH_SEEN))
    return winner, (*lengths, 1)[-STREAKS_MOST:]


@functools.cache
def road_table() -> RoadTable:
    """Follow every run of results, then make one of all states that nothing which may follow tells apart (Moore)."""
    numbers: dict[_State, int] = {(None, ()): 0}
    found: list[_State] = [(None, ())]
    steps: list[tuple[int, int]] = []
    for state in found:
        nexts = [_after(state, winner) for winner in _WINNERS]
        for reached in nexts:
            if reached not in numbers:
                numbers[reached] = len(found)
                found.append(reached)
        steps.append((numbers[nexts[0]], numbers[nexts[1]]))
    standing = [tuple(ending(newest, lengths)) for newest, lengths in found]
    groups = _groups(standing, np.array(steps))
    members = np.unique(groups, return_index=True)[1]
    rows = [(groups[steps[member][0]], groups[steps[member][1]], group) for group, member in enumerate(members)]
    return RoadTable(np.array(rows, np.uint16).reshape(-1), tuple(standing[member] for member in members))


def _groups(standing: Sequence[tuple[GoodRoad, ...]], steps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A group for each state, numbered in the order in which they are first seen."""
    kinds = {roads: kind for kind, roads in enumerate(dict.fromkeys(standing))}
    groups = np.array([kinds[roads] for roads in standing])
    many = 0
    while len(np.unique(groups)) > many:
        many = len(np.unique(groups))
        signs = np.column_stack([groups, groups[steps[:, 0]], groups[steps[:, 1]]])
        groups = np.unique(signs, axis=0, return_inverse=True)[1].reshape(-1)
    _, seen, numbered = np.unique(groups, return_index=True, return_inverse=True)
    order = np.argsort(np.argsort(seen))
    return np.asarray(order[numbered.reshape(-1)], np.int64)
