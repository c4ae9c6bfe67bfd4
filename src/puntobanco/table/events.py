"""What has happened at a table, in past participles. A table is the fold of its events; they are stored as they stand here.

No event holds the face of a card that has not been opened, or a secret that is not sealed, before the shoe has ended.
Times are server milliseconds; ``due_ms`` is when the next step follows. Imports ``game`` only.
"""

import enum
import re

import msgspec

from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card
from puntobanco.game.house import HouseRules
from puntobanco.game.proof import Announcement, OpenedCard
from puntobanco.game.rules import Outcome, Side


def snake_case(name: str) -> str:
    """``BetConfirmed`` is ``bet_confirmed`` on the wire and in the store."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    at_ms: int


class ShoeEnd(enum.StrEnum):
    """How a shoe ended."""

    FINISHED = "finished"
    ENDED_EARLY = "ended_early"
    NEVER_OPENED = "never_opened"


class RoundResult(msgspec.Struct, frozen=True, kw_only=True):
    """One finished round, as a bead plate needs it."""

    round: int
    outcome: Outcome
    player_points: int
    banker_points: int
    natural: bool
    player_pair: bool
    banker_pair: bool


class TableOpened(_Event, frozen=True, kw_only=True):
    """A table was set up. Always its first event."""

    number: int
    rules: HouseRules


class RulesChanged(_Event, frozen=True, kw_only=True):
    """Other rules hold from now on; only while no shoe is in play."""

    rules: HouseRules


class PresenceChanged(_Event, frozen=True, kw_only=True):
    """The first viewer came, or the last one went."""

    present: bool


class SeatEnd(enum.StrEnum):
    """Why a seat was freed. ``removed``: the table has fewer seats now."""

    LEFT = "left"
    OFF_LINE = "off_line"
    NO_BETS = "no_bets"
    REMOVED = "removed"


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a seat. ``line_changed_ms`` is when ``connected`` became what it is.

    ``idle_rounds`` counts the rounds since the holder's last bet, ``joined_late`` leaves out the one under way: it could not be
    bet on any more. ``able``: could stake the lowest minimum when that was last of importance (rule 5.5).
    """

    account: str
    name: str
    connected: bool = True
    line_changed_ms: int = 0
    idle_rounds: int = 0
    joined_late: bool = False
    able: bool = True


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """All that a table carries from one shoe into the next."""

    table: int
    rules: HouseRules
    present: bool
    present_changed_ms: int
    seats: dict[int, Seat] = {}


class ShuffleStarted(_Event, frozen=True, kw_only=True):
    """A new shoe is being shuffled. Holds the table's whole state at that moment: a fold may begin here."""

    shoe: int
    due_ms: int
    opening: Opening


class ShoeCut(_Event, frozen=True, kw_only=True):
    """A player cut the shoe, ``place`` cards from its top, before anybody could know its order."""

    account: str
    place: int


class ShoeOpened(_Event, frozen=True, kw_only=True):
    """A shoe came to the table: every card's hash is out, its secret is sealed. A session's hashes come round by round."""

    announcement: Announcement
    commitment: str
    hashes: tuple[str, ...]
    root: str
    cut_card_behind: int
    sealed: bytes
    due_ms: int


class RoundShuffled(_Event, frozen=True, kw_only=True):
    """A pack was shuffled for the next round of a session: the hashes of all cards that the round can use are out (rule 6.5).

    ``demonstration`` is its number where it is a demonstration round, and ``round`` is 0 then; ``last``: the session's last.
    """

    round: int
    demonstration: int
    hashes: tuple[str, ...]
    root: str
    last: bool
    due_ms: int


class CardsBurned(_Event, frozen=True, kw_only=True):
    """The burn: the shown card, if the house shows one, then cards face down."""

    shown: OpenedCard | None
    shown_card: Card | None
    face_down: int
    due_ms: int


class DemonstrationOpened(_Event, frozen=True, kw_only=True):
    """A demonstration round began: no bets, no round number, its cards follow at once. ``number`` counts from 1 (rule 6.5)."""

    number: int
    due_ms: int


class DemonstrationEnded(_Event, frozen=True, kw_only=True):
    """A demonstration round is over. ``result`` has round 0 and stands in no road, count or record."""

    result: RoundResult
    due_ms: int


class BettingOpened(_Event, frozen=True, kw_only=True):
    """A round began; bets are taken until ``closes_ms``."""

    round: int
    closes_ms: int


class BettingExtended(_Event, frozen=True, kw_only=True):
    """Betting got more time, after a restart."""

    closes_ms: int


class BetConfirmed(_Event, frozen=True, kw_only=True):
    """A stake was added; ``total_cents`` is the player's stake on the bet after it."""

    account: str
    bet: Bet
    amount_cents: int
    total_cents: int


class BetReduced(_Event, frozen=True, kw_only=True):
    """A stake was taken back in part or whole; ``total_cents`` is what is left on the bet."""

    account: str
    bet: Bet
    amount_cents: int
    total_cents: int


class BettingClosed(_Event, frozen=True, kw_only=True):
    """No more bets."""

    due_ms: int


class RoundBurned(_Event, frozen=True, kw_only=True):
    """Cards were burned face down before the round's first card (rule 6.5); ``cut_card`` when the cut card came out with them."""

    face_down: int
    cut_card: bool
    due_ms: int


class CardDealt(_Event, frozen=True, kw_only=True):
    """A card was drawn and opened; ``cut_card`` when the cut card came out before it."""

    side: Side
    number: int
    card: Card
    text: str
    cut_card: bool
    due_ms: int


class RoundSettled(_Event, frozen=True, kw_only=True):
    """The round ended and every bet on it was settled. ``carries``: a tie, and Player and Banker money stays on the felt."""

    result: RoundResult
    due_ms: int
    carries: bool = False


class StakesReturned(_Event, frozen=True, kw_only=True):
    """What a tie had left on the felt went back: no round of this shoe follows any more (rule 8.1). Cents by player and bet."""

    stakes: dict[str, dict[Bet, int]]


class RoundVoided(_Event, frozen=True, kw_only=True):
    """The round does not count; every bet on it was given back."""

    reason: str
    due_ms: int


class TablePaused(_Event, frozen=True, kw_only=True):
    """Nobody was there for a while: the table waits between rounds."""


class RoundSuspended(_Event, frozen=True, kw_only=True):
    """The table stands still because of a fault."""

    reason: str


class RoundResumed(_Event, frozen=True, kw_only=True):
    """The table goes on where it stood."""

    due_ms: int | None


class ShoeClosed(_Event, frozen=True, kw_only=True):
    """The shoe ended and everything in it was opened by giving its secret away, in hex."""

    shoe: int
    end: ShoeEnd
    secret: str | None


class SeatTaken(_Event, frozen=True, kw_only=True):
    """A player sat down; ``left`` is the seat that was theirs before. ``able``: they could stake the lowest minimum."""

    seat: int
    account: str
    name: str
    left: int | None
    able: bool


class SeatFreed(_Event, frozen=True, kw_only=True):
    """A seat became free. What its holder had confirmed stands."""

    seat: int
    account: str
    reason: SeatEnd


class SeatLineChanged(_Event, frozen=True, kw_only=True):
    """Who sits there went off line or came back. After a restart also for who was off line before it: time counts from there."""

    seat: int
    connected: bool


class SeatFundsChanged(_Event, frozen=True, kw_only=True):
    """Whether who sits there can stake the lowest minimum of the table."""

    seat: int
    able: bool


class SatOut(_Event, frozen=True, kw_only=True):
    """A seated player is not to be waited for in this round."""

    account: str


Event = (
    TableOpened
    | RulesChanged
    | PresenceChanged
    | ShuffleStarted
    | ShoeCut
    | ShoeOpened
    | RoundShuffled
    | CardsBurned
    | DemonstrationOpened
    | DemonstrationEnded
    | BettingOpened
    | BettingExtended
    | BetConfirmed
    | BetReduced
    | BettingClosed
    | RoundBurned
    | CardDealt
    | RoundSettled
    | StakesReturned
    | RoundVoided
    | TablePaused
    | RoundSuspended
    | RoundResumed
    | ShoeClosed
    | SeatTaken
    | SeatFreed
    | SeatLineChanged
    | SeatFundsChanged
    | SatOut
)
