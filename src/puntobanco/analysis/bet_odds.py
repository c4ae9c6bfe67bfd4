"""The figures of one bet as they are handed out: to the command line and, over HTTP, to the page. Needs no extra."""

import functools

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
    """The figures of one bet."""
    rtp = returns.rtp
    return BetOdds(
        rtp=float(rtp),
        house_edge=float(1 - rtp),
        rtp_exact=f"{rtp.numerator}/{rtp.denominator}",
        win=float(returns.win),
        push=float(returns.push),
        lose=float(returns.lose),
        standard_deviation=returns.standard_deviation,
    )


@functools.cache
def full_shoe_odds(decks: int) -> dict[Bet, BetOdds]:
    """The figures of every bet over a full shoe, before its first card. ``decks`` from 1 to 12."""
    odds = odds_of(full_shoe(decks))
    return {bet: bet_odds(odds.returns(bet)) for bet in Bet}
