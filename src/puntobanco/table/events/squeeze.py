"""Cards that lie face down, and who opens them (rules 2.1 and 8.3). None of these events holds a face before the card is opened."""

import enum

from puntobanco.game.cards import Card
from puntobanco.game.rules import Side
from puntobanco.table.events.base import TableEvent


class SqueezeEnd(enum.StrEnum):
    """How a right to squeeze ended. ``opened``: its holder turns the card over; the dealer does after the last three."""

    OPENED = "opened"
    PASSED = "passed"
    TIME = "time"
    OFF_LINE = "off_line"
    LEFT_SEAT = "left_seat"


class CardLaid(TableEvent, frozen=True, kw_only=True):
    """A card was drawn and laid face down; ``cut_card`` when the cut card came out before it."""

    side: Side
    number: int
    cut_card: bool
    due_ms: int


class SqueezeBegan(TableEvent, frozen=True, kw_only=True):
    """A player may bend and open a card that lies face down, until ``due_ms``. Said again where a restart gave more time."""

    account: str
    number: int
    due_ms: int


class CardBent(TableEvent, frozen=True, kw_only=True):
    """The squeezer bent the card for the first time: its face is theirs to see, and nobody else's."""

    account: str
    number: int


class SqueezeEnded(TableEvent, frozen=True, kw_only=True):
    """A right ended; ``number`` is the card whose squeeze that ended, None where its holder still waited for the turn."""

    account: str
    number: int | None
    reason: SqueezeEnd


class CardOpened(TableEvent, frozen=True, kw_only=True):
    """A card that lay face down was turned over."""

    side: Side
    number: int
    card: Card
    text: str
    due_ms: int
