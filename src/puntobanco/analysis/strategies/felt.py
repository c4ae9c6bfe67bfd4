"""What a table takes of a staking plan and what it pays: the house's limits, and the pay table of ``game.bets`` by ending.

Stakes are checked as at a table (rule 4.6), by one player's own money. What would be refused is an error of the plan: nothing is
ever made to fit in silence.
"""

import functools
import reprlib
from collections.abc import Coroutine, Mapping
from typing import NamedTuple

from puntobanco.analysis.coup_table import ENDINGS, ending_of
from puntobanco.analysis.returns import WHOLE
from puntobanco.errors import BadStrategy
from puntobanco.game.bets import MAIN_SPOTS, PAYS, ROUND_CAPS, Bet, spot_of, verdicts_of
from puntobanco.game.house import HouseRules
from puntobanco.game.rules import Outcome

NO_CAP = 1 << 62
"""In place of the last round of a bet that has none."""

WRITTEN_MOST = 10**20
"""Whole numbers beyond it are not written out."""

SLIPS_KEPT = 10_000
"""Different stakes whose checks are remembered. Plans lay few; one that lays a new stake each round has them checked anew."""


class Terms(NamedTuple):
    """On what terms a bet is taken when it lies alone: least and most, in steps of so much, up to a round of the shoe."""

    minimum_cents: int
    maximum_cents: int
    step_cents: int
    last_round: int


class Part(NamedTuple):
    """A stake that was checked, and by ending what it gains, in twentieths of it."""

    bet: Bet
    cents: int
    gains_20: tuple[int, ...]


class Slip(NamedTuple):
    """Stakes that the table takes up to ``last_round`` of a shoe. ``minimum_cents`` is the least of the minima of its bets."""

    parts: tuple[Part, ...]
    total_cents: int
    last_round: int
    minimum_cents: int


@functools.cache
def gains_20(bet: Bet) -> tuple[int, ...]:
    """By the number of an ending: what a bet gains, or loses, in twentieths of its stake."""
    return tuple(verdicts_of(ending_of(number).facts)[bet].returned_20 - WHOLE for number in range(ENDINGS))


class Felt:
    """The spots of a house."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.terms: Mapping[Bet, Terms] = {bet: _terms(rules, bet) for bet in rules.offered}
        banker = next((bet for bet in rules.offered if spot_of(bet) is Bet.BANKER), Bet.BANKER)
        self.sides = {Outcome.PLAYER: Bet.PLAYER, Outcome.BANKER: banker, Outcome.TIE: Bet.TIE}
        """The bet on each winner; of Banker bets the first that the house takes."""
        self._slips: dict[object, Slip] = {}

    def up_to(self, bet: Bet, cents: int, shoe_round: int) -> int:
        """The most that is taken on a bet laid alone and is no more than so much; 0 where that is under the minimum."""
        terms = self.terms.get(bet)
        if terms is None or shoe_round > terms.last_round:
            return 0
        most = min(terms.maximum_cents, cents)
        most -= most % terms.step_cents
        return most if most >= terms.minimum_cents else 0

    def slip(self, stakes: object) -> Slip | None:
        """Check what a plan gave back, but for what changes from round to round; None where it lays nothing."""
        if type(stakes) is not dict:
            stakes = _read(stakes)
        if not stakes:
            return None
        try:
            # With the types: 1000.0 and True equal whole numbers, and are none.
            key = *stakes.items(), *map(type, stakes.values())
            slip = self._slips.get(key)
        except TypeError:  # what cannot be looked up is no stake
            key, slip = None, None
        if slip is None:
            slip = self._new_slip(stakes)
            if len(self._slips) >= SLIPS_KEPT:
                self._slips.clear()
            self._slips[key] = slip
        return slip

    def _new_slip(self, stakes: Mapping[Bet, int]) -> Slip:
        for bet, cents in stakes.items():
            self._check_bet(bet, cents)
        self._check_spots(stakes)
        terms = [self.terms[bet] for bet in stakes]
        return Slip(
            tuple(Part(Bet(bet), cents, gains_20(bet)) for bet, cents in stakes.items()),
            sum(stakes.values()),
            min(each.last_round for each in terms),
            min(each.minimum_cents for each in terms),
        )

    def _check_bet(self, bet: Bet, cents: int) -> None:
        if type(cents) is not int or cents <= 0:
            raise BadStrategy(f"{_written(cents)} on {_name(bet)}: a stake is a whole number of cents above 0")
        if bet not in PAYS:
            raise BadStrategy(f"{_written(cents)} cents on {_name(bet)}, which is no bet")
        if bet not in self.terms:
            raise BadStrategy(f"{_written(cents)} cents on {bet}, which house {self.rules.name} does not offer")

    def _check_spots(self, stakes: Mapping[Bet, int]) -> None:
        """Limits are of spots, on which both kinds of Banker bet lie together (rule 3.5)."""
        spots: dict[Bet, int] = {}
        for bet, cents in stakes.items():
            spots[spot_of(bet)] = spots.get(spot_of(bet), 0) + cents
        for spot, cents in spots.items():
            minimum, maximum = self.rules.limits(spot)
            if cents > maximum:
                raise BadStrategy(f"{_written(cents)} cents on {spot}, over its maximum of {maximum}")
            if cents < minimum:
                raise BadStrategy(f"{cents} cents on {spot}, under its minimum of {minimum}")
        for bet, cents in stakes.items():
            if cents % self.rules.stake_unit_cents:
                raise BadStrategy(f"{cents} cents on {bet}, no multiple of the stake unit of {self.rules.stake_unit_cents}")
        banker = spots.get(Bet.BANKER, 0)
        if self.rules.banker_in_multiples and banker % self.rules.main_minimum_cents:
            raise BadStrategy(f"{banker} cents on banker, no multiple of its minimum of {self.rules.main_minimum_cents}")
        lead, limit = abs(banker - spots.get(Bet.PLAYER, 0)), _differential(self.rules)
        if limit is not None and lead > limit:
            raise BadStrategy(f"Banker and Player money that differ by {lead} cents, over the differential of {limit}")


def _read(stakes: object) -> Mapping[Bet, int]:
    if isinstance(stakes, Mapping):
        return dict(stakes)
    if isinstance(stakes, Coroutine):
        stakes.close()  # else Python says that it was never awaited
        raise BadStrategy("a coroutine: bet(view) must not be async")
    raise BadStrategy(f"{_written(stakes)} instead of a mapping from bets to cents; an empty one sits out")


def _written(value: object) -> str:
    """A value of anybody's making. Python refuses to write thousands of digits."""
    if type(value) is int and abs(value) > WRITTEN_MOST:
        return f"{'less than -' if value < 0 else 'more than '}{WRITTEN_MOST}"
    try:
        return reprlib.repr(value)
    except Exception:
        return f"{type(value).__name__} that cannot be written"


def _name(bet: object) -> str:
    return str(bet) if isinstance(bet, Bet) else _written(bet)


def _differential(rules: HouseRules) -> int | None:
    """By how much the money of one who plays alone may differ (rule 4.3)."""
    return min((limit for limit in (rules.differential_cents, rules.differential_player_cents) if limit is not None), default=None)


def _terms(rules: HouseRules, bet: Bet) -> Terms:
    spot = spot_of(bet)
    minimum, maximum = rules.limits(spot)
    differential = _differential(rules) if spot in MAIN_SPOTS else None
    most = maximum if differential is None else min(maximum, differential)
    multiples = spot is Bet.BANKER and rules.banker_in_multiples
    return Terms(minimum, most, minimum if multiples else rules.stake_unit_cents, ROUND_CAPS.get(bet, NO_CAP))
