"""Staking plans that players believe in. Each takes up to twenty lines: write your own beside them (docs/strategies.md).

None changes what a bet returns. All lay through `View.up_to`: where the bankroll does not hold a stake, they lay what is left.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from puntobanco.analysis.strategies.view import Stakes, View
from puntobanco.game.bets import Bet, Result
from puntobanco.game.good_roads import GoodRoad
from puntobanco.game.rules import Outcome


class Player(Protocol):
    """One who plays by a plan. Asked before every round what to lay."""

    def bet(self, view: View) -> Mapping[Bet, int]:
        """What to lay, in cents by bet; nothing to sit out."""
        ...


Strategy = Callable[[], Player]
"""A plan: makes a fresh player each time it is called. A class is one. To run in several processes it has to be picklable."""


class Flat:
    """The base stake, always."""

    def bet(self, view: View) -> Stakes:
        """The same again."""
        return view.up_to(view.bet, view.base_cents)


class Martingale:
    """Doubles after each loss until a win. Where that would be over the table's maximum it takes the loss and begins again."""

    def __init__(self) -> None:
        self.stake_cents = 0

    def bet(self, view: View) -> Stakes:
        """Twice as much after a loss, the same after a push, else the base stake."""
        result = view.last.result if view.last else Result.WIN
        if result is Result.LOSE:
            self.stake_cents *= 2
        if result is Result.WIN or self.stake_cents > view.limits(view.bet)[1]:
            self.stake_cents = view.base_cents
        return view.up_to(view.bet, self.stake_cents)


class OneThreeTwoSix:
    """1, 3, 2 and 6 base stakes, a step further after each win; from the beginning after a loss, and after the fourth win."""

    def __init__(self) -> None:
        self.step = 0

    def bet(self, view: View) -> Stakes:
        """The stake of the step."""
        if view.last and view.last.result is Result.WIN:
            self.step = (self.step + 1) % 4
        elif view.last and view.last.result is Result.LOSE:
            self.step = 0
        return view.up_to(view.bet, view.base_cents * (1, 3, 2, 6)[self.step])


class FollowTheRoad:
    """The base stake on whoever won last, or with ``against`` on the other; sits out until somebody has won in the shoe."""

    def __init__(self, *, against: bool = False) -> None:
        self.against = against

    def bet(self, view: View) -> Stakes:
        """On the side of the last winner, or on the other."""
        if view.winner is None:
            return {}
        other = Outcome.PLAYER if view.winner is Outcome.BANKER else Outcome.BANKER
        return view.up_to(view.side(other if self.against else view.winner), view.base_cents)


GOES_ON_WITH: dict[GoodRoad, Outcome] = {
    GoodRoad.LONG_BANKER: Outcome.BANKER,
    GoodRoad.LONG_PLAYER: Outcome.PLAYER,
    GoodRoad.ONE_HALL_TWO_ROOMS_BANKER: Outcome.BANKER,
    GoodRoad.ONE_HALL_TWO_ROOMS_PLAYER: Outcome.PLAYER,
    GoodRoad.SINGLE_JUMP: Outcome.BANKER,
    GoodRoad.BANKER_STICKS: Outcome.BANKER,
    GoodRoad.PLAYER_STICKS: Outcome.PLAYER,
    GoodRoad.PAIR_STICKS: Outcome.BANKER,
}
"""What players expect of each good road: the side with which its pattern goes on, or the one that sticks."""


class GoodRoadChaser:
    """The base stake on what the first good road that stands goes on with; sits out while none does."""

    def bet(self, view: View) -> Stakes:
        """On the side that the road is said to call."""
        if not view.good_roads:
            return {}
        return view.up_to(view.side(GOES_ON_WITH[view.good_roads[0]]), view.base_cents)


READY: dict[str, Strategy] = {
    "flat": Flat,
    "martingale": Martingale,
    "1-3-2-6": OneThreeTwoSix,
    "follow": FollowTheRoad,
    "against": partial(FollowTheRoad, against=True),
    "good-roads": GoodRoadChaser,
}
"""The plans that ship, by name."""

SHOWN = ("flat", "martingale", "1-3-2-6", "follow", "good-roads")
"""Those that are played where none is named."""
