"""One player from the first round to the last, or to ruin: asked, checked, settled, and what is kept of it."""

import sys
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from puntobanco.analysis.coup_table import ENDING_MASK, OUTCOME_SHIFT, OUTCOMES
from puntobanco.analysis.returns import WHOLE
from puntobanco.analysis.strategies.felt import Slip
from puntobanco.analysis.strategies.raised import is_ctrl_c, said_of
from puntobanco.analysis.strategies.ready import Strategy
from puntobanco.analysis.strategies.view import Board, Seat, Settled, View
from puntobanco.errors import BadStrategy
from puntobanco.game.bets import MAIN_SPOTS, Bet, Result, spot_of
from puntobanco.game.house import TiePolicy
from puntobanco.game.rules import Outcome

NOTHING: Mapping[Bet, int] = MappingProxyType({})

# Python looks up the members of an enum slowly, and these are asked for in every round.
_WIN, _PUSH, _LOSE = Result.WIN, Result.PUSH, Result.LOSE


class Track(NamedTuple):
    """What is kept of a player. Money in cents; ``ruin_round`` is 0 for who was not ruined.

    ``longest_losing`` is in rounds bet; one that pushed neither ends nor lengthens it. ``drawdown_cents`` is the most by which a
    bankroll was under a former one.
    """

    final_cents: int
    staked_cents: int
    bets: int
    wins: int
    pushes: int
    drawdown_cents: int
    longest_losing: int
    largest_stake_cents: int
    ruin_round: int


class Sitting:
    """A player at the table, shoe after shoe."""

    def __init__(self, name: str, strategy: Strategy, seat: Seat, points: Sequence[int]) -> None:
        """``points`` are rounds after which the bankroll is noted in ``curve``, the last of them the last of all."""
        self.name, self.seat = name, seat
        self.points, self.curve = points, list[int]()
        self.staked: dict[Bet, int] = {}
        self.bankroll = self.peak = seat.start_cents
        self.round = self.shoe = self.total = self.bets = self.wins = self.pushes = 0
        self.drawdown = self.losing = self.longest = self.largest = self.ruin_round = 0
        self.line = sys.maxsize
        """The least minimum of all bets laid so far. Who has less can lay none of them any more: ruined."""
        self.last: Settled | None = None
        self.locked = NOTHING
        rules = seat.felt.rules
        self.locks = rules.tie_policy is TiePolicy.CARRY_LOCKED and not rules.shuffles_each_round
        try:
            self.ask: Callable[[View], object] = strategy().bet
        except BaseException as error:
            raise self._raised(error) from None
        self.note()

    @property
    def over(self) -> bool:
        """Whether nothing more comes: all rounds have been, or the player is ruined."""
        return self.ruin_round > 0 or self.round >= self.points[-1]

    def play(self, codes: Sequence[int]) -> None:
        """Play a shoe, until it ends or the player's time does."""
        board, seat, self.locked = Board(), self.seat, NOTHING
        self.shoe += 1
        for number, code in enumerate(codes, 1):
            if self.over:
                break
            self.round += 1
            view = View(seat, board, self.bankroll, self.shoe, number, self.round, self.last, self.locked)
            slip, outcome = self._slip(view), OUTCOMES[code >> OUTCOME_SHIFT]
            self.last = None if slip is None else self._settled(slip, code & ENDING_MASK)
            if self.locks:
                self.locked = _main_money(slip) if slip and outcome is Outcome.TIE else NOTHING
            board.add(outcome)
            if self.round == self.points[len(self.curve)]:
                self.note()

    def note(self) -> None:
        """Note the bankroll."""
        self.curve.append(self.bankroll)

    def track(self) -> Track:
        """What is kept."""
        self.curve += [self.bankroll] * (len(self.points) - len(self.curve))
        counts = self.total, self.bets, self.wins, self.pushes, self.drawdown, self.longest, self.largest, self.ruin_round
        return Track(self.bankroll, *counts)

    def _slip(self, view: View) -> Slip | None:
        """Ask the player, and check the answer as the table would."""
        try:
            slip = self.seat.felt.slip(self.ask(view))
        except BadStrategy as error:
            raise self._wrong(f"lays {error}") from None
        except BaseException as error:
            raise self._raised(error) from None
        if self.locked:
            self._check_locked(slip)
        if slip is None:
            return None
        if view.shoe_round > slip.last_round:
            late = [part.bet for part in slip.parts if view.shoe_round > self.seat.felt.terms[part.bet].last_round]
            raise self._wrong(f"lays on {late[0]}, which is taken up to round {slip.last_round} of a shoe")
        if slip.total_cents > self.bankroll:
            raise self._wrong(f"lays {slip.total_cents} cents of the {self.bankroll} that it has")
        return slip

    def _check_locked(self, slip: Slip | None) -> None:
        laid = {} if slip is None else {part.bet: part.cents for part in slip.parts}
        for bet, cents in self.locked.items():
            if laid.get(bet, 0) < cents:
                raise self._wrong(f"takes back of the {cents} cents on {bet} that a tie left there, locked")

    def _settled(self, slip: Slip, ending: int) -> Settled:
        net = 0
        for bet, cents, gains_20 in slip.parts:
            net += cents * gains_20[ending] // WHOLE
            self.staked[bet] = self.staked.get(bet, 0) + cents
        self.bets += 1
        self.total += slip.total_cents
        self.bankroll += net
        # Compared by hand: min and max take twice as long, and this is done in every round.
        if slip.minimum_cents < self.line:
            self.line = slip.minimum_cents
        if slip.total_cents > self.largest:
            self.largest = slip.total_cents
        if net < 0:
            self._lost()
            return Settled(slip.total_cents, net, _LOSE)
        if net == 0:
            self.pushes += 1
            return Settled(slip.total_cents, net, _PUSH)
        self.wins += 1
        self.losing = 0
        if self.bankroll > self.peak:
            self.peak = self.bankroll
        return Settled(slip.total_cents, net, _WIN)

    def _lost(self) -> None:
        self.losing += 1
        self.longest = max(self.longest, self.losing)
        self.drawdown = max(self.drawdown, self.peak - self.bankroll)
        if self.bankroll < self.line:
            self.ruin_round = self.round

    def _raised(self, error: BaseException) -> BaseException:
        """What is to be raised instead of what a plan raised: an error of the plan, but Ctrl-C is nobody's."""
        return error if is_ctrl_c(error) else self._wrong(said_of(error))

    def _wrong(self, what: str) -> BadStrategy:
        return BadStrategy(f"strategy {self.name}, player {self.seat.player}, round {self.round}: {what}")


def _main_money(slip: Slip) -> Mapping[Bet, int]:
    return MappingProxyType({part.bet: part.cents for part in slip.parts if spot_of(part.bet) in MAIN_SPOTS})
