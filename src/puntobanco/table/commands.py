"""What can be asked of a table, and how it refuses. Commands are imperatives; timers are commands too (`Tick`).

Players send those of `PlayerCommand`. All others come from the table's dealer: the software that holds the sealed shoe, or a
person at the desk. Imports ``game`` and the acts.
"""

import enum

import msgspec

from puntobanco.game.house import HouseRules
from puntobanco.game.proof import Announcement, OpenedCard, Share
from puntobanco.table.acts import Act


class Code(enum.StrEnum):
    """Why a command was refused. Those of a bet are listed in the order in which they are checked (rule 4.6)."""

    MALFORMED = "malformed"
    NOT_SIGNED_IN = "not_signed_in"
    FROZEN = "frozen"
    RATE_LIMITED = "rate_limited"
    NO_SUCH_TABLE = "no_such_table"
    SUSPENDED = "suspended"
    COMMAND_ID_REUSED = "command_id_reused"
    BAD_AMOUNT = "bad_amount"
    BETTING_CLOSED = "betting_closed"
    STAKE_LOCKED = "stake_locked"
    BET_NOT_OFFERED = "bet_not_offered"
    ROUND_CAP = "round_cap"
    OVER_MAXIMUM = "over_maximum"
    UNDER_MINIMUM = "under_minimum"
    NOT_A_MULTIPLE = "not_a_multiple"
    OVER_DIFFERENTIAL = "over_differential"
    INSUFFICIENT_FUNDS = "insufficient_funds"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    NOT_SEATED = "not_seated"
    WRONG_PHASE = "wrong_phase"
    BAD_SHARE = "bad_share"
    MAY_NOT_SHARE = "may_not_share"
    NOT_YOUR_CARD = "not_your_card"
    UNAVAILABLE = "unavailable"
    NOT_BROKE = "not_broke"
    NOT_FOUND = "not_found"
    FORBIDDEN = "forbidden"
    NO_CHAT = "no_chat"
    EMPTY = "empty"
    TOO_LONG = "too_long"
    UNWANTED_WORD = "unwanted_word"
    NOT_BY_HAND = "not_by_hand"
    TOO_LATE = "too_late"
    UNKNOWN_CARD = "unknown_card"
    IMPOSSIBLE_CARD = "impossible_card"
    ILLEGAL_DRAW = "illegal_draw"
    DRAW_CHANGES = "draw_changes"
    TOO_FEW_CARDS = "too_few_cards"
    SHOE_OVER = "shoe_over"
    MUTED = "muted"
    WRONG_PASSWORD = "wrong_password"
    BAD_PASSWORD = "bad_password"
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    LAST_HOST = "last_host"
    LINK_USED = "link_used"
    NEEDS_APPROVAL = "needs_approval"
    BAD_REASON = "bad_reason"
    FAULT = "fault"


class Rejection(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An expected refusal, with the figures that explain it. Amounts in cents, times in server milliseconds.

    ``limit`` is the rule that stood in the way, ``left`` what would still have fitted, ``closes_at`` when betting closed.
    """

    code: Code
    limit: int | None = None
    left: int | None = None
    closes_at: int | None = None


class PlaceBet(msgspec.Struct, frozen=True, kw_only=True):
    """Confirm a stake on a bet, in addition to what lies there. ``amount_cents`` and ``bet`` are as they came: not yet trusted.

    ``name`` is what the table is told of who squeezes.
    """

    account: str
    shoe: int
    round: int
    bet: str
    amount_cents: object
    name: str = ""


class ReduceBet(msgspec.Struct, frozen=True, kw_only=True):
    """Take a part of a confirmed stake back, or all of it."""

    account: str
    shoe: int
    round: int
    bet: str
    amount_cents: object


class SealShare(msgspec.Struct, frozen=True, kw_only=True):
    """Share in the order of the shoe that is being shuffled: the hash of what is opened once the list is closed.

    ``seal`` is as it came: not yet trusted.
    """

    account: str
    shoe: int
    attempt: int
    seal: object


class OpenShare(msgspec.Struct, frozen=True, kw_only=True):
    """Open what was sealed."""

    account: str
    shoe: int
    attempt: int
    share: Share


class Sit(msgspec.Struct, frozen=True, kw_only=True):
    """Take a free seat; who has another one moves there in one step. ``name`` is what the table is told of its holder."""

    account: str
    name: str
    seat: int


class LeaveSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Give the own seat back. Confirmed bets stand."""

    account: str


class SitOut(msgspec.Struct, frozen=True, kw_only=True):
    """Do not be waited for in this round, where betting closes early (rule 5.5). A bet undoes it."""

    account: str
    shoe: int
    round: int


class BendCard(msgspec.Struct, frozen=True, kw_only=True):
    """Begin to bend the card that is one's own to squeeze: its face may then be shown to who bends it (rule 8.3)."""

    account: str
    shoe: int
    round: int
    number: int


class OpenCard(msgspec.Struct, frozen=True, kw_only=True):
    """Turn the card over that is one's own to squeeze."""

    account: str
    shoe: int
    round: int
    number: int


class PassSqueeze(msgspec.Struct, frozen=True, kw_only=True):
    """Give the right to squeeze a card, and what else it is for, to the next in rank."""

    account: str
    shoe: int
    round: int
    number: int


class Open(msgspec.Struct, frozen=True, kw_only=True):
    """Set up a table under a house's rules, or change its rules while no shoe is in play."""

    number: int
    rules: HouseRules


class Recover(msgspec.Struct, frozen=True, kw_only=True):
    """Go on after the process was gone: nobody is there yet, and betting gets a few seconds more (rule 5.6)."""


class GiveTime(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing could be stored for a while: who shares in the order of a shoe gets time again."""


class Tick(msgspec.Struct, frozen=True, kw_only=True):
    """Time has passed; ``present`` says whether anybody watches or plays."""

    present: bool


class NoteSeated(msgspec.Struct, frozen=True, kw_only=True):
    """What only the shell knows of those who sit: which of them are connected, and what they could stake, in cents.

    A player whose credits are not known is left out of ``free_cents``.
    """

    connected: frozenset[str]
    free_cents: dict[str, int]


class NoteAway(msgspec.Struct, frozen=True, kw_only=True):
    """These players hold a right to squeeze, and have been gone from the table for too long."""

    accounts: frozenset[str]


class AnnounceShoe(msgspec.Struct, frozen=True, kw_only=True):
    """Announce the shoe that comes next, and promise its secret, which is sealed."""

    announcement: Announcement
    commitment: str
    sealed: bytes


class OpenShoe(msgspec.Struct, frozen=True, kw_only=True):
    """Bring the shuffled and cut shoe to the table: its hashes."""

    hashes: tuple[str, ...]
    cut_place: int
    cut_card_behind: int


class ShuffleRound(msgspec.Struct, frozen=True, kw_only=True):
    """Bring the hashes of the cards that the next round of a session can use (rule 6.5)."""

    hashes: tuple[str, ...]


class Burn(msgspec.Struct, frozen=True, kw_only=True):
    """Burn as the house does, given the shoe's first card where the house shows it."""

    shown: OpenedCard | None


class DealCard(msgspec.Struct, frozen=True, kw_only=True):
    """Bring the card that is turned now: the shoe's next, which falls face up, or the one face down that is to be opened."""

    card: OpenedCard


class CloseShoe(msgspec.Struct, frozen=True, kw_only=True):
    """Open everything that a shoe kept secret. ``secret`` is None only where it was lost.

    ``reason`` is why it ends before its last round; with ``stay`` no other shoe is shuffled.
    """

    secret: bytes | None
    reason: str = ""
    stay: bool = False


class ReturnStakes(msgspec.Struct, frozen=True, kw_only=True):
    """Give back what a tie left on the felt: the table is closed (rule 8.1)."""


class Suspend(msgspec.Struct, frozen=True, kw_only=True):
    """Stop the round where it stands, because of a fault (rule 7.3)."""

    reason: str
    shoe: int | None = None
    round: int | None = None


class Resume(msgspec.Struct, frozen=True, kw_only=True):
    """Go on with a suspended round. The house's own have a ``reason``, a word that its pages know."""

    shoe: int | None = None
    round: int | None = None
    reason: str = ""


class VoidRound(msgspec.Struct, frozen=True, kw_only=True):
    """Give every bet of the round back. After the close only of real cards, or where the shoe's secret is lost (rule 7.4)."""

    reason: str
    shoe_lost: bool = False
    shoe: int | None = None
    round: int | None = None


class AtDesk(msgspec.Struct, frozen=True, kw_only=True):
    """An act of a member of staff at a table with real cards, and the supervisor who approved it, if one did."""

    staff: str
    act: Act
    approved_by: str | None = None


Command = (
    PlaceBet
    | ReduceBet
    | SealShare
    | OpenShare
    | Sit
    | LeaveSeat
    | SitOut
    | BendCard
    | OpenCard
    | PassSqueeze
    | NoteSeated
    | NoteAway
    | Open
    | Recover
    | GiveTime
    | Tick
    | AnnounceShoe
    | OpenShoe
    | ShuffleRound
    | Burn
    | DealCard
    | CloseShoe
    | ReturnStakes
    | Suspend
    | Resume
    | VoidRound
    | AtDesk
)

SqueezeCommand = BendCard | OpenCard | PassSqueeze

PlayerCommand = PlaceBet | ReduceBet | SealShare | OpenShare | Sit | LeaveSeat | SitOut | SqueezeCommand
"""What a player may ask for, under a command id."""

StaffCommand = Suspend | Resume | VoidRound | AtDesk
"""What staff may ask for, under a command id. With ``shoe`` and ``round`` it is about that round, and never about a later one."""
