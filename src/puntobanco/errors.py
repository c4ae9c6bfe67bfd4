"""The one tree of errors for bad input.

Three kinds of wrong are never mixed: an expected refusal is a value (``table.commands.Rejection``), bad input raises one of these,
a bug of ours is an ``AssertionError``. This module imports nothing.
"""


class PuntobancoError(ValueError):
    """Something given to us is wrong; the message says what, where, and what would be right."""


class BadCard(PuntobancoError):
    """A card, hand or run of cards is not what the rules and decks allow."""


class UnknownCard(BadCard):
    """A text that names none of the 52 cards."""


class ImpossibleCard(BadCard):
    """More copies of a card than the decks hold."""


class TooFewCards(BadCard):
    """Fewer cards than a coup may need."""


class IllegalDraw(BadCard):
    """A hand that the tableau does not allow: a third card too many, or one missing."""


class BadBet(PuntobancoError):
    """A bet, or the stake on it, cannot be taken."""


class UnknownBet(BadBet):
    """A name that is none of the bets."""


class BetNotOffered(BadBet):
    """A bet that exists, but not in this house."""


class BadStake(BadBet):
    """A stake that is no positive whole multiple of the stake unit."""


class RoundCapPassed(BadBet):
    """A bet that is no longer taken this late in the shoe."""


class BadRecord(PuntobancoError):
    """A file of recorded rounds cannot be read."""


class BadProof(PuntobancoError):
    """A card text, hash or shoe record does not hold."""


class BadHouse(PuntobancoError):
    """A house's rules are not valid; ``faults`` names every fault as ``(key, reason)``."""

    def __init__(self, name: str, faults: list[tuple[str, str]]) -> None:
        self.name = name
        self.faults = faults
        super().__init__(f"{name}: " + "; ".join(f"{key}: {reason}" for key, reason in faults))


class BadSettings(PuntobancoError):
    """A setting of the program, its tables file or its key file cannot be used."""


class BadStrategy(PuntobancoError):
    """A staking plan cannot be read, fails, or lays what the table would refuse."""
