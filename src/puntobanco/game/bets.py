"""The fifteen bets, what they pay, and how a coup settles them. No limits (``table.limits``), no accounts (``bank``).

Money is integer cents. Every payout is a whole number of twentieths of the stake, so settling is one multiplication and one
exact division; a stake for which it would not be exact is refused, nothing is ever rounded. Imports ``cards`` and ``rules``.
"""

import enum
import functools
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from puntobanco.errors import BadStake, UnknownBet
from puntobanco.game.rules import NATURAL, Coup, Outcome, outcome_of


class Bet(enum.StrEnum):
    """One of the bets of rule 3.1. The two Banker bets are kinds of one spot: see `spot_of`."""

    PLAYER = "player"
    BANKER = "banker"
    BANKER_NO_COMMISSION = "banker_no_commission"
    TIE = "tie"
    PLAYER_PAIR = "player_pair"
    BANKER_PAIR = "banker_pair"
    EITHER_PAIR = "either_pair"
    PERFECT_PAIR = "perfect_pair"
    PLAYER_NATURAL = "player_natural"
    BANKER_NATURAL = "banker_natural"
    PLAYER_DRAGON = "player_dragon"
    BANKER_DRAGON = "banker_dragon"
    LUCKY_SIX = "lucky_six"
    LUCKY_SIX_TWO = "lucky_six_two"
    LUCKY_SIX_THREE = "lucky_six_three"


class Combination(enum.StrEnum):
    """A name for several bets laid at once, each of which then lives by itself (rule 3.4)."""

    TWIN = "twin"
    TRIPLE = "triple"


class BankerBets(enum.StrEnum):
    """Which kinds of Banker bet a house takes (rule 3.5)."""

    COMMISSION = "commission"
    NO_COMMISSION = "no_commission"
    CHOICE = "choice"


class Case(enum.StrEnum):
    """The ways in which a bet can win, where they pay differently."""

    WIN = "win"
    SIX = "six"
    NATURAL = "natural"
    MARGIN_4 = "margin_4"
    MARGIN_5 = "margin_5"
    MARGIN_6 = "margin_6"
    MARGIN_7 = "margin_7"
    MARGIN_8 = "margin_8"
    MARGIN_9 = "margin_9"
    TWO_CARDS = "two_cards"
    THREE_CARDS = "three_cards"


class Odds(NamedTuple):
    """``pays`` is won for every ``per`` staked; the stake comes back too."""

    pays: int
    per: int


COMMISSION = Odds(1, 20)
"""What a winning commission Banker bet gives back to the house: 5% of the stake (rule 3.1)."""

_DRAGON = {
    Case.NATURAL: Odds(1, 1),
    Case.MARGIN_4: Odds(1, 1),
    Case.MARGIN_5: Odds(2, 1),
    Case.MARGIN_6: Odds(4, 1),
    Case.MARGIN_7: Odds(6, 1),
    Case.MARGIN_8: Odds(10, 1),
    Case.MARGIN_9: Odds(30, 1),
}

PAYS: dict[Bet, dict[Case, Odds]] = {
    Bet.PLAYER: {Case.WIN: Odds(1, 1)},
    Bet.BANKER: {Case.WIN: Odds(1, 1)},
    Bet.BANKER_NO_COMMISSION: {Case.WIN: Odds(1, 1), Case.SIX: Odds(1, 2)},
    Bet.TIE: {Case.WIN: Odds(8, 1)},
    Bet.PLAYER_PAIR: {Case.WIN: Odds(11, 1)},
    Bet.BANKER_PAIR: {Case.WIN: Odds(11, 1)},
    Bet.EITHER_PAIR: {Case.WIN: Odds(5, 1)},
    Bet.PERFECT_PAIR: {Case.WIN: Odds(25, 1)},
    Bet.PLAYER_NATURAL: {Case.WIN: Odds(7, 2)},
    Bet.BANKER_NATURAL: {Case.WIN: Odds(7, 2)},
    Bet.PLAYER_DRAGON: _DRAGON,
    Bet.BANKER_DRAGON: _DRAGON,
    Bet.LUCKY_SIX: {Case.TWO_CARDS: Odds(12, 1), Case.THREE_CARDS: Odds(20, 1)},
    Bet.LUCKY_SIX_TWO: {Case.TWO_CARDS: Odds(22, 1)},
    Bet.LUCKY_SIX_THREE: {Case.THREE_CARDS: Odds(50, 1)},
}
"""The pay table of rule 3.1, before commission."""

ROUND_CAPS: dict[Bet, int] = {
    Bet.PLAYER_PAIR: 60,
    Bet.BANKER_PAIR: 60,
    Bet.EITHER_PAIR: 50,
    Bet.PERFECT_PAIR: 50,
    Bet.PLAYER_NATURAL: 50,
    Bet.BANKER_NATURAL: 50,
    Bet.LUCKY_SIX: 50,
    Bet.LUCKY_SIX_TWO: 50,
    Bet.LUCKY_SIX_THREE: 50,
}
"""The last round of a shoe in which a bet is taken; a bet not named here has none (rule 3.2)."""

PARTS: dict[Combination, tuple[Bet, ...]] = {
    Combination.TWIN: (Bet.PLAYER_PAIR, Bet.BANKER_PAIR),
    Combination.TRIPLE: (Bet.PLAYER_PAIR, Bet.BANKER_PAIR, Bet.TIE),
}
"""The bets on which a combination lays its stake, the same on each (rule 3.4)."""

BANKER_KINDS: dict[BankerBets, frozenset[Bet]] = {
    BankerBets.COMMISSION: frozenset({Bet.BANKER}),
    BankerBets.NO_COMMISSION: frozenset({Bet.BANKER_NO_COMMISSION}),
    BankerBets.CHOICE: frozenset({Bet.BANKER, Bet.BANKER_NO_COMMISSION}),
}
"""The Banker bets that each mode takes (rule 3.5)."""

MAIN_SPOTS = frozenset({Bet.PLAYER, Bet.BANKER})
"""The spots that stand under the main limits; all others stand under the side limits (rule 4.1)."""

MAX_STAKE_CENTS = 2**63 - 1


def spot_of(bet: Bet) -> Bet:
    """The spot on which a bet lies: both Banker bets share one, with one limit and one sum (rule 3.5)."""
    return Bet.BANKER if bet is Bet.BANKER_NO_COMMISSION else bet


def unit_of(bet: Bet) -> int:
    """The smallest stake in cents of which every multiple is paid in whole cents."""
    payments = [*PAYS[bet].values(), COMMISSION] if bet is Bet.BANKER else PAYS[bet].values()
    return max(odds.per for odds in payments)


class Result(enum.StrEnum):
    """How a single bet ends."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


class Verdict(NamedTuple):
    """What a coup makes of a bet: the part of the stake that comes back and the commission, in twentieths of the stake."""

    result: Result
    returned_20: int
    commission_20: int


class BetSettlement(msgspec.Struct, frozen=True, gc=False):
    """One settled bet, in cents. ``returned`` holds the stake that comes back; ``net`` is what the player gains or loses."""

    stake: int
    result: Result
    returned: int
    net: int
    commission: int


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """All bets of one player on one coup, each settled, and their sums, in cents."""

    bets: dict[Bet, BetSettlement]
    stake: int
    returned: int
    commission: int
    net: int


_LOSE = Verdict(Result.LOSE, 0, 0)
_PUSH = Verdict(Result.PUSH, 20, 0)


def _win(bet: Bet, case: Case = Case.WIN) -> Verdict:
    odds = PAYS[bet][case]
    commission = 20 * COMMISSION.pays // COMMISSION.per if bet is Bet.BANKER else 0
    return Verdict(Result.WIN, 20 + 20 * odds.pays // odds.per - commission, commission)


class Facts(NamedTuple):
    """All that any bet looks at in a complete coup; its outcome, naturals, pairs and margin follow from it."""

    player_points: int
    banker_points: int
    banker_cards: int
    player_natural: bool
    banker_natural: bool
    player_pair: bool
    banker_pair: bool
    perfect_pair: bool

    @property
    def outcome(self) -> Outcome:
        """Who wins."""
        return outcome_of(self.player_points, self.banker_points)


def facts_of(coup: Coup) -> Facts:
    """What bets look at in a complete coup."""
    # Spelled out rather than through the properties of Coup: this is the hot path of every settlement.
    player, banker = coup
    p1, p2, b1, b2 = player[0], player[1], banker[0], banker[1]
    player_two, banker_two = (p1.points + p2.points) % 10, (b1.points + b2.points) % 10
    player_points = player_two if len(player) == 2 else (player_two + player[2].points) % 10
    banker_points = banker_two if len(banker) == 2 else (banker_two + banker[2].points) % 10
    return Facts(
        player_points,
        banker_points,
        len(banker),
        player_two >= NATURAL,
        banker_two >= NATURAL,
        p1.rank == p2.rank,
        b1.rank == b2.rank,
        p1 is p2 or b1 is b2,
    )


def _dragon(bet: Bet, margin: int, natural: bool, natural_tie: bool) -> Verdict:
    """Dragon Bonus by the margin of its own side, negative when it lost (rule 3.3)."""
    if natural_tie:
        return _PUSH
    if margin > 0 and natural:
        return _win(bet, Case.NATURAL)
    return _win(bet, Case(f"margin_{margin}")) if margin >= 4 else _LOSE


def _main_verdicts(outcome: Outcome, banker_points: int) -> dict[Bet, Verdict]:
    """Player, both kinds of Banker, and Tie."""
    if outcome is Outcome.TIE:
        return {
            Bet.PLAYER: _PUSH,
            Bet.BANKER: _PUSH,
            Bet.BANKER_NO_COMMISSION: _PUSH,
            Bet.TIE: _win(Bet.TIE),
        }
    banker = outcome is Outcome.BANKER
    half = Case.SIX if banker_points == 6 else Case.WIN
    return {
        Bet.PLAYER: _LOSE if banker else _win(Bet.PLAYER),
        Bet.BANKER: _win(Bet.BANKER) if banker else _LOSE,
        Bet.BANKER_NO_COMMISSION: _win(Bet.BANKER_NO_COMMISSION, half) if banker else _LOSE,
        Bet.TIE: _LOSE,
    }


def _six_verdicts(won_with_six: bool, banker_cards: int) -> dict[Bet, Verdict]:
    """The three Lucky Six bets: which of their cases, if any, came."""
    came = (Case.TWO_CARDS if banker_cards == 2 else Case.THREE_CARDS) if won_with_six else None
    sixes = (Bet.LUCKY_SIX, Bet.LUCKY_SIX_TWO, Bet.LUCKY_SIX_THREE)
    return {bet: _win(bet, came) if came in PAYS[bet] else _LOSE for bet in sixes}


@functools.cache
def verdicts_of(seen: Facts) -> Mapping[Bet, Verdict]:
    """What each of the fifteen bets makes of these facts. Source: rules 3.1 and 3.3."""
    outcome = seen.outcome
    lead = seen.player_points - seen.banker_points
    natural_tie = lead == 0 and seen.player_natural and seen.banker_natural
    plain = {
        Bet.PLAYER_PAIR: seen.player_pair,
        Bet.BANKER_PAIR: seen.banker_pair,
        Bet.EITHER_PAIR: seen.player_pair or seen.banker_pair,
        Bet.PERFECT_PAIR: seen.perfect_pair,
        Bet.PLAYER_NATURAL: seen.player_natural,
        Bet.BANKER_NATURAL: seen.banker_natural,
    }
    return {
        **_main_verdicts(outcome, seen.banker_points),
        **{bet: _win(bet) if came else _LOSE for bet, came in plain.items()},
        Bet.PLAYER_DRAGON: _dragon(Bet.PLAYER_DRAGON, lead, seen.player_natural, natural_tie),
        Bet.BANKER_DRAGON: _dragon(Bet.BANKER_DRAGON, -lead, seen.banker_natural, natural_tie),
        **_six_verdicts(outcome is Outcome.BANKER and seen.banker_points == 6, seen.banker_cards),
    }


def verdicts(coup: Coup) -> Mapping[Bet, Verdict]:
    """What a complete coup makes of each of the fifteen bets. Source: rules 3.1 and 3.3."""
    return verdicts_of(facts_of(coup))


def settle(coup: Coup, stakes: Mapping[Bet, int]) -> Settlement:
    """Settle stakes in cents on a complete coup. A tie pushes Player and Banker money, under every house (rule 3.1).

    Raises `BadStake` for a stake that some result would not pay in whole cents, `UnknownBet` for what is no `Bet`. Amounts of any
    size are exact. Limits and round caps are a table's matter.

    >>> from puntobanco.game.rules import deal
    >>> from puntobanco.game.cards import parse_cards
    >>> settle(deal(parse_cards("2S 9H 4C KD")), {Bet.BANKER: 10_000}).net
    9500
    """
    found = verdicts_of(facts_of(coup))
    bets: dict[Bet, BetSettlement] = {}
    staked = returned_sum = commission_sum = 0
    for bet, stake in stakes.items():
        if stake % 20 or stake <= 0:
            _check_stake(bet, stake)
        staked += stake
        try:
            result, returned_20, commission_20 = found[bet]
        except KeyError:
            raise _unknown(bet) from None
        if not returned_20:
            bets[bet] = BetSettlement(stake, result, 0, -stake, 0)
            continue
        returned, commission = stake * returned_20 // 20, stake * commission_20 // 20
        bets[bet] = BetSettlement(stake, result, returned, returned - stake, commission)
        returned_sum += returned
        commission_sum += commission
    return Settlement(bets=bets, stake=staked, returned=returned_sum, commission=commission_sum, net=returned_sum - staked)


def _check_stake(bet: Bet, stake: int) -> None:
    if bet not in PAYS:
        raise _unknown(bet)
    unit = unit_of(bet)
    if stake <= 0:
        raise BadStake(f"{bet}: a stake of {stake} cents: it must be above zero")
    if stake % unit:
        raise BadStake(f"{bet}: {stake} cents cannot be paid exactly: a whole multiple of {unit} cents can")


def _unknown(bet: object) -> UnknownBet:
    return UnknownBet(f"{bet!r} is no bet: the bets are {', '.join(PAYS)}")
