"""What may be laid on the felt of a house, by name: offered bets, combinations, stake unit, round caps. No limits.

Minimum, maximum and differential need to know what else lies on the table: see ``table.limits``. Imports ``bets`` and ``house``.
"""

from collections.abc import Mapping, Set

from puntobanco.errors import BadStake, BetNotOffered, RoundCapPassed, UnknownBet
from puntobanco.game.bets import MAX_STAKE_CENTS, PARTS, ROUND_CAPS, Bet, Combination
from puntobanco.game.cards import quoted
from puntobanco.game.house import HouseRules

_PARTS: dict[str, tuple[Bet, ...]] = {
    **{bet.value: (bet,) for bet in Bet},
    **{combination.value: PARTS[combination] for combination in Combination},
}
"""By the name of every bet and combination: the bets on which its stake is laid."""


class Felt:
    """The felt of one house, on which stakes are laid by name.

    ``{"twin": 500, "player_pair": 100}`` lays 600 cents on Player Pair and 500 on Banker Pair.
    """

    def __init__(self, rules: HouseRules) -> None:
        self._house = rules.name
        self._unit = rules.stake_unit_cents
        offered = set(rules.offered)
        # Every house that offers the parts takes the combination, whether or not its screen has a spot for it.
        self._taken = {name: parts for name, parts in _PARTS.items() if offered.issuperset(parts)}

    def lay(self, stakes: Mapping[str, object], *, round_number: int | None = None) -> dict[Bet, int]:
        """The stake in cents on each bet: combinations are laid on their parts, added to what lies there (rule 3.4).

        Raises, and in this order, looking at every stake each time: `UnknownBet`, `BetNotOffered`, `BadStake` for anything but
        a positive whole multiple of the stake unit, 2^63-1 at most after adding (rule 3.6), and `RoundCapPassed` for
        a ``round_number`` after the bet's last round (rule 3.2).
        """
        self.check_names(stakes.keys())
        laid: dict[Bet, int] = {}
        for name, stake in stakes.items():
            if type(stake) is not int or stake <= 0 or stake % self._unit:
                raise BadStake(self._stake_fault(name, stake))
            for bet in self._taken[name]:
                laid[bet] = laid.get(bet, 0) + stake
        for bet, total in laid.items():
            if total > MAX_STAKE_CENTS:
                raise BadStake(f"{bet}: the stake is over {MAX_STAKE_CENTS} cents, the most that can be laid")
        if round_number is not None:
            _check_caps(laid, round_number)
        return laid

    def check_names(self, names: Set[str]) -> None:
        """Raise `UnknownBet`, or else `BetNotOffered`, for names of bets and combinations that cannot be laid here."""
        if not names <= self._taken.keys():
            self._refuse_names(names)

    def _refuse_names(self, names: Set[str]) -> None:
        for name in names:
            if name not in _PARTS:
                raise UnknownBet(f"{quoted(name)} is no bet: the bets are {', '.join(_PARTS)}")
        for name in names:
            if name not in self._taken:
                raise BetNotOffered(f"{name} is not offered by {self._house}, which takes {', '.join(self._taken)}")

    def _stake_fault(self, name: str, stake: object) -> str:
        return f"{name}: {_shown(stake)} is no stake: it must be a positive whole multiple of {self._unit} cents"


def _shown(value: object) -> str:
    if isinstance(value, int) and abs(value) > MAX_STAKE_CENTS:
        return "a number so large"  # Python writes out no integer of more than 4,300 digits
    return quoted(value) if isinstance(value, str) else quoted(repr(value))[1:-1]


def _check_caps(laid: Mapping[Bet, int], round_number: int) -> None:
    for bet in laid:
        cap = ROUND_CAPS.get(bet)
        if cap is not None and round_number > cap:
            raise RoundCapPassed(f"{bet} is taken up to round {cap} of a shoe, and this is round {_shown(round_number)}")
