"""What a staking plan sees before a round: what has been, the house's rules, its own money. What will be is not in its reach."""

from collections.abc import Iterable, Mapping
from random import Random

import msgspec

from puntobanco.analysis.coup_table import OUTCOMES
from puntobanco.analysis.strategies.chance import Chance
from puntobanco.analysis.strategies.felt import Felt
from puntobanco.analysis.streaks import road_table
from puntobanco.game.bets import BANKER_KINDS, BankerBets, Bet, Result
from puntobanco.game.good_roads import GoodRoad
from puntobanco.game.house import HouseRules
from puntobanco.game.roads import Roads
from puntobanco.game.rules import Outcome

Stakes = dict[Bet, int]
"""What is laid: cents by bet."""


class Settled(msgspec.Struct, frozen=True, gc=False):
    """What came of all that a player laid in a round; ``result`` is by their sum, so PUSH where nothing was won or lost."""

    staked_cents: int
    net_cents: int
    result: Result


class Seat(msgspec.Struct, frozen=True):
    """What stays the same for a player from first to last."""

    felt: Felt
    start_cents: int
    base_cents: int
    bet: Bet
    player: int
    chance: Chance


class Board:
    """The results of a shoe so far, and what is read from them when somebody asks."""

    __slots__ = ("_roads", "_state", "_stated", "results", "winner")

    def __init__(self, results: Iterable[Outcome] = ()) -> None:
        self.results: list[Outcome] = []
        self.winner: Outcome | None = None
        self._roads = Roads()
        self._state = self._stated = 0
        for outcome in results:
            self.add(outcome)

    def add(self, outcome: Outcome) -> None:
        """Write down one more result."""
        self.results.append(outcome)
        if outcome is not _TIE:
            self.winner = outcome

    def roads(self) -> Roads:
        """All roads, for the asker to do with as it likes."""
        for outcome in self.results[len(self._roads.outcomes) :]:
            self._roads.add(outcome)
        return self._roads.copy()

    def standing(self) -> tuple[GoodRoad, ...]:
        """The good roads that stand, by one step on a table for each new result."""
        table = road_table()
        for outcome in self.results[self._stated :]:
            self._state = _STEPS[3 * self._state + _STEP_OF[outcome]]
        self._stated = len(self.results)
        return table.standing[self._state]


# Python looks up the members of an enum slowly, and these are asked for in every round.
_TIE, _BANKER = Outcome.TIE, Outcome.BANKER
_BANKER_KINDS = BANKER_KINDS[BankerBets.CHOICE]

_STEPS: list[int] = road_table().steps.tolist()
_STEP_OF = {outcome: step for step, outcome in enumerate(OUTCOMES)}


class View(msgspec.Struct, frozen=True, gc=False):
    """The table and the own money before a round. Money is whole cents.

    ``shoe``, ``shoe_round`` and ``round`` count from 1: the player's shoes, the rounds of this shoe, all rounds of the player.
    ``last`` is what came of the round before, None where nothing was laid in it: so a plan sees each of its results once.
    ``locked`` is what a tie left on the felt where that may only be added to (rule 8.1), mostly nothing.
    """

    _seat: Seat
    _board: Board
    bankroll_cents: int
    shoe: int
    shoe_round: int
    round: int
    last: Settled | None
    locked: Mapping[Bet, int]

    @property
    def rules(self) -> HouseRules:
        """The house."""
        return self._seat.felt.rules

    @property
    def start_cents(self) -> int:
        """The bankroll before the first round."""
        return self._seat.start_cents

    @property
    def base_cents(self) -> int:
        """The base stake that was asked for."""
        return self._seat.base_cents

    @property
    def bet(self) -> Bet:
        """The bet that was asked for, for plans that lay on one bet."""
        return self._seat.bet

    @property
    def player(self) -> int:
        """The player's number, from 1."""
        return self._seat.player

    @property
    def random(self) -> Random:
        """Random numbers of the player's own, from first to last: the same for a seed with any number of workers."""
        return self._seat.chance.generator()

    @property
    def results(self) -> tuple[Outcome, ...]:
        """Who won the rounds of this shoe so far, the oldest first."""
        return tuple(self._board.results[: self.shoe_round - 1])

    @property
    def winner(self) -> Outcome | None:
        """Who won last in this shoe, ties left out."""
        return self._then.winner

    @property
    def roads(self) -> Roads:
        """All roads of this shoe so far, the asker's own: what would be after a result may be tried out on them."""
        return self._then.roads()

    @property
    def good_roads(self) -> tuple[GoodRoad, ...]:
        """The good roads that stand, of those that the house tells."""
        told = self._seat.felt.rules.good_roads
        return tuple(road for road in self._then.standing() if road in told)

    @property
    def _then(self) -> Board:
        """The board before this view's round, which is mostly the one that is: it goes on, and a view may have been kept."""
        board = self._board
        return board if len(board.results) < self.shoe_round else Board(self.results)

    def side(self, winner: Outcome) -> Bet:
        """The bet on a winner. On Banker it is the kind that was asked for, or that the house takes."""
        if winner is _BANKER and self._seat.bet in _BANKER_KINDS:
            return self._seat.bet
        return self._seat.felt.sides[winner]

    def limits(self, bet: Bet) -> tuple[int, int]:
        """The least and the most that a bet takes in a round, from one who plays alone and lays on it alone (rules 4.1, 4.3)."""
        terms = self._seat.felt.terms[bet]
        return terms.minimum_cents, terms.maximum_cents

    def up_to(self, bet: Bet, cents: int) -> Stakes:
        """Stakes for this bet alone: so much, or the most below it that the bankroll and the table's limits allow.

        Nothing where that is under the minimum, or the bet is not taken (any more).
        """
        most = self._seat.felt.up_to(bet, min(cents, self.bankroll_cents), self.shoe_round)
        return {bet: most} if most else {}
