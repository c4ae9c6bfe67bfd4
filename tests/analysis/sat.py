"""Players of staking plans over results that a test writes down, and what they laid."""

from collections.abc import Mapping
from typing import Any

from puntobanco import house_files
from puntobanco.analysis.coup_table import OUTCOME_SHIFT, OUTCOMES, coups
from puntobanco.analysis.strategies import Player, Strategy, View
from puntobanco.analysis.strategies.chance import Chance
from puntobanco.analysis.strategies.felt import Felt
from puntobanco.analysis.strategies.sitting import Sitting
from puntobanco.analysis.strategies.view import Seat
from puntobanco.game.bets import Bet
from puntobanco.game.house import HouseRules, changed

CODES = {OUTCOMES[code >> OUTCOME_SHIFT].letter: code for code in coups().tolist()}
"""A round in which each side wins, and a tie, as the kernel writes them; without pairs."""

LIVE = house_files.load("live")


def house(name: str = "live", **settings: Any) -> HouseRules:
    return changed(house_files.load(name), settings, name=name)


class Noted:
    """A player who notes what another lays, what came of it, and the views."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.views: list[View] = []
        self.laid: list[dict[Bet, int]] = []

    def bet(self, view: View) -> Mapping[Bet, int]:
        laid = self.player.bet(view)
        self.views.append(view)
        self.laid.append(dict(laid) if type(laid) is dict else {})
        return laid


def seat(rules: HouseRules = LIVE, bankroll: int = 100_000, base: int = 1000, bet: Bet = Bet.PLAYER, player: int = 1) -> Seat:
    return Seat(Felt(rules), bankroll, base, bet, player, Chance(5, player))


def sit(
    strategy: Strategy,
    *shoes: str,
    rules: HouseRules = LIVE,
    bankroll: int = 100_000,
    base: int = 1000,
    bet: Bet = Bet.PLAYER,
    rounds: int | None = None,
) -> tuple[Sitting, Noted]:
    """Let a player of a plan sit through shoes of these results."""
    noted = Noted(strategy())
    points = (0, sum(map(len, shoes)) if rounds is None else rounds)
    sitting = Sitting("plan", lambda: noted, seat(rules, bankroll, base, bet), points)
    for shoe in shoes:
        sitting.play([CODES[letter] for letter in shoe])
    return sitting, noted


def stakes(strategy: Strategy, *shoes: str, **settings: Any) -> list[int]:
    """What was laid in each round in all, 0 where the player sat out."""
    return [sum(laid.values()) for laid in sit(strategy, *shoes, **settings)[1].laid]


def letters(strategy: Strategy, *shoes: str, **settings: Any) -> str:
    """On which side a player laid, ``-`` where on none."""
    found = sit(strategy, *shoes, **settings)[1].laid
    return "".join("".join(bet.value[0].upper() for bet in laid) or "-" for laid in found)
