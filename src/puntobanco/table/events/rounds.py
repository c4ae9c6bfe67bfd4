"""A round from its first bet to its end."""

import msgspec

from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card
from puntobanco.game.rules import Outcome, Side
from puntobanco.table.events.base import TableEvent


class RoundResult(msgspec.Struct, frozen=True, kw_only=True):
    """One finished round, as a bead plate needs it."""

    round: int
    outcome: Outcome
    player_points: int
    banker_points: int
    natural: bool
    player_pair: bool
    banker_pair: bool


class DemonstrationOpened(TableEvent, frozen=True, kw_only=True):
    """A demonstration round began: no bets, no round number, its cards follow at once. ``number`` counts from 1 (rule 6.5)."""

    number: int
    due_ms: int


class DemonstrationEnded(TableEvent, frozen=True, kw_only=True):
    """A demonstration round is over. ``result`` has round 0 and stands in no road, count or record."""

    result: RoundResult
    due_ms: int


class BettingOpened(TableEvent, frozen=True, kw_only=True):
    """A round began; bets are taken until ``closes_ms``."""

    round: int
    closes_ms: int


class BettingExtended(TableEvent, frozen=True, kw_only=True):
    """Betting got more time, after a restart."""

    closes_ms: int


class BetConfirmed(TableEvent, frozen=True, kw_only=True):
    """A stake was added; ``total_cents`` is the player's stake on the bet after it.

    ``name`` is the player's, empty where the table has no use for it: who squeezes is told by name.
    """

    account: str
    bet: Bet
    amount_cents: int
    total_cents: int
    name: str = ""


class BetReduced(TableEvent, frozen=True, kw_only=True):
    """A stake was taken back in part or whole; ``total_cents`` is what is left on the bet."""

    account: str
    bet: Bet
    amount_cents: int
    total_cents: int


class BettingClosed(TableEvent, frozen=True, kw_only=True):
    """No more bets."""

    due_ms: int


class CardDealt(TableEvent, frozen=True, kw_only=True):
    """A card was drawn and fell face up; ``cut_card`` when the cut card came out before it."""

    side: Side
    number: int
    card: Card
    text: str
    cut_card: bool
    due_ms: int


class RoundSettled(TableEvent, frozen=True, kw_only=True):
    """The round ended and every bet on it was settled. ``carries``: a tie, and Player and Banker money stays on the felt."""

    result: RoundResult
    due_ms: int
    carries: bool = False


class StakesReturned(TableEvent, frozen=True, kw_only=True):
    """What a tie had left on the felt went back: no round of this shoe follows any more (rule 8.1). Cents by player and bet."""

    stakes: dict[str, dict[Bet, int]]


class RoundVoided(TableEvent, frozen=True, kw_only=True):
    """The round does not count; every bet on it was given back."""

    reason: str
    due_ms: int
