"""What staff do at a table that is dealt by hand, besides the cards themselves. Each stands there with who did it and why."""

from puntobanco.game.cards import Card
from puntobanco.game.rules import Side
from puntobanco.table.events.base import TableEvent


class DeskEvent(TableEvent, frozen=True, kw_only=True):
    """An act of staff: by whom, why, and which supervisor approved it where one must."""

    staff: str
    reason: str = ""
    approved_by: str | None = None


class DealerCame(TableEvent, frozen=True, kw_only=True):
    """Another member of staff acts at the desk from here on: all cards and rounds that follow are theirs."""

    staff: str


class ShoeWithdrawn(DeskEvent, frozen=True, kw_only=True):
    """The shoe leaves the table before its last round; ``replaced``: its cards are damaged, and a new set comes (rule 6.1)."""

    replaced: bool


class CutCardShown(DeskEvent, frozen=True, kw_only=True):
    """The cut card came out, and ``last_round`` is the shoe's last (rule 6.6); None where it was entered by mistake."""

    last_round: int | None


class CardCorrected(DeskEvent, frozen=True, kw_only=True):
    """A card had been entered as ``was`` and is ``card`` (rule 7.5). ``side`` is None for the burn's first card."""

    number: int
    side: Side | None
    was: Card
    card: Card


class CardTakenBack(DeskEvent, frozen=True, kw_only=True):
    """The last card had been entered without having been dealt. ``side`` is None for the burn's first card."""

    number: int
    side: Side | None
    card: Card


class ErrorBurned(DeskEvent, frozen=True, kw_only=True):
    """Cards were burned face down after a dealing error (rule 7.5)."""

    face_down: int


class CardExposed(DeskEvent, frozen=True, kw_only=True):
    """A card lay face up in the shoe. It stays valid, and so do the bets (rule 7.6)."""

    card: Card
