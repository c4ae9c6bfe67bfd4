"""The good roads: patterns that players look for in the streaks of a shoe. They describe what has been and forecast nothing.

Imports ``roads`` and ``rules``.
"""

import enum
from collections.abc import Sequence
from typing import NamedTuple

from puntobanco.game.roads import Roads
from puntobanco.game.rules import Outcome


class GoodRoad(enum.StrEnum):
    """The good roads, in the order in which they are told."""

    LONG_BANKER = "long_banker"
    LONG_PLAYER = "long_player"
    ONE_HALL_TWO_ROOMS_BANKER = "one_hall_two_rooms_banker"
    ONE_HALL_TWO_ROOMS_PLAYER = "one_hall_two_rooms_player"
    SINGLE_JUMP = "single_jump"
    BANKER_STICKS = "banker_sticks"
    PLAYER_STICKS = "player_sticks"
    PAIR_STICKS = "pair_sticks"


PATTERNS: dict[GoodRoad, str] = {
    GoodRoad.LONG_BANKER: "B4+",
    GoodRoad.LONG_PLAYER: "P4+",
    GoodRoad.ONE_HALL_TWO_ROOMS_BANKER: "B1 P2 B1 P2",
    GoodRoad.ONE_HALL_TWO_ROOMS_PLAYER: "P1 B2 P1 B2",
    GoodRoad.SINGLE_JUMP: "B1 P1 B1 P1",
    GoodRoad.BANKER_STICKS: "B2+ P1+ B2+ P1+ B2+ P1+",
    GoodRoad.PLAYER_STICKS: "P2+ B1+ P2+ B1+ P2+ B1+",
    GoodRoad.PAIR_STICKS: "P2+ B2+",
}
"""The newest streaks that make each of them, oldest first: who wins, and how often; + is so often or more."""


class _Streak(NamedTuple):
    winner: Outcome
    least: int
    or_more: bool

    def fits(self, length: int) -> bool:
        return length >= self.least if self.or_more else length == self.least


def _read(pattern: str) -> tuple[_Streak, ...]:
    winners = {"B": Outcome.BANKER, "P": Outcome.PLAYER}
    return tuple(_Streak(winners[text[0]], int(text[1:].rstrip("+")), text.endswith("+")) for text in pattern.split())


_STREAKS = {road: _read(PATTERNS[road]) for road in GoodRoad}


STREAKS_MOST = max(map(len, _STREAKS.values()))
"""How many of the newest streaks a good road looks at, at most."""


def standing(roads: Roads) -> list[GoodRoad]:
    """The good roads that end at the newest win; the newest streak counts as it stands, an older one from its first win on."""
    return ending(roads.big.newest, roads.lengths)


def ending(newest: Outcome | None, lengths: Sequence[int]) -> list[GoodRoad]:
    """The same for who won last, and the lengths of all streaks."""
    return [road for road, streaks in _STREAKS.items() if _ends(newest, lengths, streaks)]


def _ends(winner: Outcome | None, lengths: Sequence[int], streaks: tuple[_Streak, ...]) -> bool:
    # Winners take turns from streak to streak: where the last one's fits, all do.
    newest = lengths[-len(streaks) :]
    return (
        winner is streaks[-1].winner
        and len(newest) == len(streaks)
        and all(streak.fits(length) for streak, length in zip(streaks, newest, strict=True))
    )
