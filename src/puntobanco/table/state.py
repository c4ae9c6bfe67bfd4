"""What a table is at one moment: the fold of its events. Holds nothing secret. Changed only by ``machine.evolve``."""

import enum
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from puntobanco.game.bets import Bet, Settlement, spot_of
from puntobanco.game.cards import Card
from puntobanco.game.house import HouseRules, TiePolicy
from puntobanco.game.proof import BEGINNING, Announcement, Entry, OpenedCard, Share, Shared, Voided
from puntobanco.game.rules import NEW_COUP, Coup, Side
from puntobanco.game.shoe import CutCard, shoe_cards
from puntobanco.table.events import CardDealt, CardLaid, CardOpened, RoundResult, Seat, ShoeOpened

Stakes = dict[Bet, int]

_ON_SPOT = {spot: tuple(bet for bet in Bet if spot_of(bet) is spot) for spot in map(spot_of, Bet)}


class Phase(enum.StrEnum):
    """Where a table stands. The ways from one to another are in ``machine.TRANSITIONS``."""

    PAUSED = "paused"
    SHUFFLING = "shuffling"
    BURNING = "burning"
    BETTING = "betting"
    DEALING = "dealing"
    RESULT = "result"
    SUSPENDED = "suspended"


class Published(NamedTuple):
    """A round of a session whose cards are out: its `proof.deal_name`, and the root of their hashes."""

    deal: str
    root: str


class Stage(enum.StrEnum):
    """How far the ceremony of a shoe's order has come."""

    SEALING = "sealing"
    OPENING = "opening"
    OPENED = "opened"
    FAILED = "failed"


class Sealed(NamedTuple):
    """A sealed contribution, and what its player is known by."""

    player: str
    seal: str


class Ceremony(msgspec.Struct, frozen=True, kw_only=True):
    """How the order of a shoe comes about (see ``ceremony``). ``seals`` and ``shares`` are by account, in the order of the list.

    ``announced`` is the hash of its first entry in the log, ``order`` that of its last: with the secret it makes the order.
    ``entries`` are those of this attempt. ``due_ms`` is when its stage ends.
    """

    announcement: Announcement
    commitment: str
    sealed: bytes
    announced: str
    due_ms: int
    stage: Stage = Stage.SEALING
    seals: dict[str, Sealed] = {}
    shares: dict[str, Share] = {}
    order: str | None = None
    entries: tuple[Entry, ...] = ()

    @property
    def opened(self) -> tuple[Shared, ...]:
        """The contributions that are open, in the order of the closed list."""
        return tuple(Shared(self.seals[account].player, self.shares[account]) for account in self.seals if account in self.shares)

    @property
    def missing(self) -> tuple[str, ...]:
        """The players on the list who have not opened theirs."""
        return tuple(sealed.player for account, sealed in self.seals.items() if account not in self.shares)

    @property
    def failures(self) -> int:
        """How many attempts at this shoe failed before this one."""
        return self.announcement.attempt - 1


class ShoeInPlay(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe on the table, of ``decks`` decks. ``next_number`` is the number of the card that leaves it next.

    ``ceremony`` is how its order came about; real cards have none. ``voided`` are its rounds that do not count.
    Of a session ``round_hashes`` and all counts are those of the round's own pack, ``published`` all its rounds so far.
    ``seen`` holds all cards of a shoe of real cards that were turned face up, in their order; ``exposed`` the faces that were
    noted to lie face up in it and did not leave it since, as far as anybody can know.
    """

    opened_by: ShoeOpened
    decks: int
    ceremony: Ceremony | None
    voided: tuple[Voided, ...] = ()
    next_number: int = 1
    burned: bool = False
    shown: Card | None = None
    opened: tuple[OpenedCard, ...] = ()
    last_round: int | None = None
    round_hashes: tuple[str, ...] = ()
    published: tuple[Published, ...] = ()
    seen: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Whether it holds real cards: nothing is known of those that were not turned yet."""
        return self.ceremony is None

    @property
    def session(self) -> bool:
        """Whether every round has a pack of its own (rule 6.5)."""
        return self.ceremony is not None and self.ceremony.announcement.session_rounds > 0

    @property
    def hashes(self) -> tuple[str, ...]:
        """The published hashes of the cards that may be drawn, in their order; none while a session waits for its round's."""
        return self.round_hashes if self.session else self.opened_by.hashes

    @property
    def root(self) -> str:
        """The root of those hashes."""
        return self.published[-1].root if self.published else self.opened_by.root

    @property
    def cards_ready(self) -> int:
        """How many cards are in it that may be drawn: their hashes are out, or they are real ones."""
        return self.cards_left if self.by_hand else len(self.hashes) - self.next_number + 1

    @property
    def size(self) -> int:
        """How many cards the shoe held when it came, or the round's pack."""
        whole = self.session or self.by_hand
        return shoe_cards(self.decks) if whole else len(self.opened_by.hashes)

    @property
    def cards_left(self) -> int:
        """How many cards are still in it."""
        return self.size - self.next_number + 1

    @property
    def cut_card(self) -> CutCard:
        """Where its cut card lies. In a shoe of real cards nobody knows before it comes out: here behind all of them."""
        return CutCard.with_behind(self.size, self.opened_by.cut_card_behind)


class Sides(NamedTuple):
    """All money on Player and on Banker, in cents, both kinds of Banker together (rules 3.5, 4.3)."""

    player: int = 0
    banker: int = 0

    @property
    def lead(self) -> int:
        """By how much Banker money is more than Player money; negative where it is less."""
        return self.banker - self.player

    @classmethod
    def of(cls, all_stakes: Iterable[Stakes]) -> "Sides":
        """The money of these stakes."""
        player = banker = 0
        for stakes in all_stakes:
            for bet, cents in stakes.items():
                player += cents if bet is Bet.PLAYER else 0
                banker += cents if spot_of(bet) is Bet.BANKER else 0
        return cls(player, banker)

    def changed(self, bet: Bet, cents: int) -> "Sides":
        """The money after a bet was added to, or reduced where ``cents`` is negative."""
        if bet is Bet.PLAYER:
            return Sides(self.player + cents, self.banker)
        return Sides(self.player, self.banker + cents) if spot_of(bet) is Bet.BANKER else self


class Suspension(msgspec.Struct, frozen=True, kw_only=True):
    """What a suspended table goes back to: its phase, and how much of its time was left."""

    phase: Phase
    left_ms: int | None
    reason: str


class Seating(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where, and for whom an early close of betting waits (rules 5.5 and 8.2).

    ``sat_out`` are the accounts that sit out this round, ``untouched`` those whose stakes a tie left on the felt and who have not
    changed them yet, ``betting_since_ms`` is when betting was opened, or opened again.
    """

    seats: dict[int, Seat] = {}
    sat_out: frozenset[str] = frozenset()
    untouched: frozenset[str] = frozenset()
    betting_since_ms: int = 0


NOBODY_SEATED = Seating()


class Part(NamedTuple):
    """The cards of a hand that one right to squeeze is for: the third apart, where a house says so, or all of them."""

    side: Side
    third: bool = False


class Squeezing(msgspec.Struct, frozen=True, kw_only=True):
    """Who squeezes, and who may yet (rule 8.3).

    ``stood`` gives by side and account at which version of the table the player came to stand at their present amount, ``names``
    their names. From the close of betting on ``queues`` are those who may still squeeze a part, the holder of the right first;
    a part that nobody may squeeze (any more) has none. ``account`` squeezes card ``number`` now, and has seen its face where
    ``looked``; ``bent`` are the cards that were bent. ``released`` is a card that its squeezer turns over: the dealer shows it.
    ``left_ms`` is what was left of a card's time when the right to it was passed on.
    """

    stood: dict[Side, dict[str, int]] = {}
    names: dict[str, str] = {}
    queues: dict[Part, tuple[str, ...]] = {}
    account: str | None = None
    number: int | None = None
    looked: bool = False
    bent: frozenset[int] = frozenset()
    released: int | None = None
    left_ms: int | None = None


NOBODY_SQUEEZES = Squeezing()


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """One table. ``version`` counts its events; ``due_ms`` is when the next step follows, None when nothing does by itself.

    After a tie ``carried`` holds what stays on the felt for the next round, in which ``left`` is what of it was not taken back
    since, and ``locked`` the part that may only be added to (rule 8.1). ``sides`` sums up ``stakes``. ``burned`` is how many cards
    were burned before the round's first card.
    ``ceremony`` is that of the shoe that is being shuffled, ``log_head`` the hash of the last entry of the table's log.
    ``demonstration`` is the number of the demonstration round under way or just shown; 0 once rounds count.
    ``dealer`` is the member of staff who acted last at the desk of a table with real cards; ``taken_back``: the last card of the
    round was taken back there, and none was entered since.
    ``laid`` are the cards that lie face down, ``dealt`` those that are open, in the order in which they were opened.
    """

    number: int
    rules: HouseRules
    version: int = 1
    phase: Phase = Phase.PAUSED
    due_ms: int | None = None
    present: bool = False
    present_changed_ms: int = 0
    shoe_number: int = 0
    ceremony: Ceremony | None = None
    log_head: str = BEGINNING
    shoe: ShoeInPlay | None = None
    round: int = 0
    demonstration: int = 0
    burned: int = 0
    coup: Coup = NEW_COUP
    dealt: tuple[CardDealt | CardOpened, ...] = ()
    laid: tuple[CardLaid, ...] = ()
    stakes: dict[str, Stakes] = {}
    sides: Sides = Sides()
    carried: dict[str, Stakes] = {}
    left: dict[str, Stakes] = {}
    settled: dict[str, Settlement] = {}
    result: RoundResult | None = None
    voided: str | None = None
    results: tuple[RoundResult, ...] = ()
    suspension: Suspension | None = None
    seating: Seating = NOBODY_SEATED
    dealer: str = ""
    taken_back: bool = False
    squeezing: Squeezing = NOBODY_SQUEEZES

    @property
    def round_id(self) -> str:
        """How a round is named everywhere: table, shoe and round number."""
        return f"{self.number}-{self.shoe_number}-{self.round}"

    @property
    def next_round_id(self) -> str:
        """How the round that follows in this shoe will be named."""
        return f"{self.number}-{self.shoe_number}-{self.round + 1}"

    @property
    def locked(self) -> dict[str, Stakes]:
        """What a tie left and nobody may take back."""
        return self.left if self.rules.tie_policy is TiePolicy.CARRY_LOCKED else {}

    @property
    def shoe_over(self) -> bool:
        """Whether the round under way, or just finished, is the shoe's last."""
        shoe = self.shoe
        return shoe is not None and shoe.last_round is not None and self.round >= shoe.last_round

    @property
    def demonstration_due(self) -> bool:
        """Whether the next round is one without bets and without a number (rule 6.5)."""
        return self.round == 0 and self.demonstration < self.rules.demonstration_rounds

    @property
    def cards_out(self) -> int:
        """How many cards of the round are on the felt, open or face down."""
        return len(self.dealt) + len(self.laid)

    @property
    def burn_due(self) -> bool:
        """Whether cards must still be burned before the round's first card (rule 6.5)."""
        return not self.cards_out and self.burned < self.rules.burn_each_round

    def stake_on_spot(self, account: str, spot: Bet) -> int:
        """A player's total on a spot this round, in cents; both Banker kinds count together (rule 3.5)."""
        own = self.stakes.get(account)
        return sum([own.get(bet, 0) for bet in _ON_SPOT[spot]]) if own else 0


def coup_of(dealt: Iterable[CardDealt | CardOpened]) -> Coup:
    """The hands that cards lie in, whatever order they came in."""
    hands: dict[Side, list[Card]] = {side: [] for side in Side}
    for one in dealt:
        hands[one.side].append(one.card)
    return Coup(tuple(hands[Side.PLAYER]), tuple(hands[Side.BANKER]))
