"""The figures of one bet as they are handed out: to the command line and, over HTTP, to the page. Needs no extra."""

import functools
import math

import msgspec

from puntobanco.analysis.composition import full_shoe
from puntobanco.analysis.odds import odds_of
from puntobanco.analysis.returns import Returns
from puntobanco.game.bets import Bet


class BetOdds(msgspec.Struct, frozen=True):
    """One bet, per unit staked. All but ``rtp_exact`` are the nearest floats to the exact figures."""

    rtp: float
    house_edge: float
    rtp_exact: str
    win: float
    push: float
    lose: float
    standard_deviation: float


def bet_odds(returns: Returns) -> BetOdds:
    """The figures of one bet. Dividing whole numbers gives the nearest float, so no fraction is needed on the way."""
    counted = returns.counted()
    total, win, push, back, _, laid = counted
    whole = laid * total
    common = math.gcd(back, whole)
    return BetOdds(
        rtp=back / whole,
        house_edge=(whole - back) / whole,
        rtp_exact=f"{back // common}/{whole // common}",
        win=win / total,
        push=push / total,
        lose=(total - win - push) / total,
        standard_deviation=counted.deviation,
    )


@functools.cache
def full_shoe_odds(decks: int) -> dict[Bet, BetOdds]:
    """The figures of every bet over a full shoe, before its first card. ``decks`` from 1 to 12."""
    odds = odds_of(full_shoe(decks))
    return {bet: bet_odds(odds.returns(bet)) for bet in Bet}
