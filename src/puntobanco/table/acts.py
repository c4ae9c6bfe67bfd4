"""What a dealer can do at the desk of a table with real cards. Each act names the card, round or shoe that it is meant for.

So an act that comes late, or from a second desk, changes nothing that has moved on. Texts are as they came: not yet trusted.
Imports ``msgspec`` only.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from puntobanco.table.events.base import snake_case

REASON_CHARACTERS_MAX = 200
CARD_LETTERS_MAX = 40
"""Letters of a card as it is typed, or of the code that a scanner reads off it."""

BURNED_MAX = 10
DEMONSTRATIONS_MAX = 3
"""How many demonstration rounds a shoe may begin with (rule 6.5)."""

Reason = Annotated[str, Meta(max_length=REASON_CHARACTERS_MAX)]
CardText = Annotated[str, Meta(max_length=CARD_LETTERS_MAX)]
Number = Annotated[int, Meta(ge=0, le=10**9)]


class _Act(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="act", tag=snake_case):
    """An act of staff."""


class NewShoe(_Act, frozen=True, kw_only=True):
    """Shuffle for shoe number ``shoe``. The one in play ends; before its last round only with a reason.

    ``replaced``: its cards are damaged, and a new set comes (rule 6.1).
    """

    shoe: Number
    reason: Reason = ""
    replaced: bool = False


class BringShoe(_Act, frozen=True, kw_only=True):
    """The shuffled and cut cards of shoe ``shoe`` are in it, and it is on the table."""

    shoe: Number


class OpenRound(_Act, frozen=True, kw_only=True):
    """Open the betting of a round; on a scoreboard its cards follow at once.

    ``demonstration``: a round without bets, which has no number; ``round`` counts those then (rule 6.5).
    """

    round: Number
    demonstration: bool = False


class EnterCard(_Act, frozen=True, kw_only=True):
    """The shoe's next card, its ``number``, was turned face up: in the burn, or into the hand that the rules say."""

    number: Number
    card: CardText


class SettleRound(_Act, frozen=True, kw_only=True):
    """The cards on the felt are right: settle round ``round``, which is 0 for a demonstration."""

    round: Number


class CorrectCard(_Act, frozen=True, kw_only=True):
    """Card ``number`` was entered wrongly: the round's last card until it is settled, an earlier one with approval (rule 7.5)."""

    number: Number
    card: CardText
    reason: Reason


class TakeCardBack(_Act, frozen=True, kw_only=True):
    """Card ``number``, the last one, was entered but not dealt."""

    number: Number
    reason: Reason


class ShowCutCard(_Act, frozen=True, kw_only=True):
    """The cut card came out in place of card ``number``; with ``out`` false it did not, and was entered by mistake."""

    number: Number
    out: bool = True
    reason: Reason = ""


class BurnCards(_Act, frozen=True, kw_only=True):
    """Burn cards face down after an error, from card ``number`` on. A supervisor approves it (rule 7.5)."""

    number: Number
    count: Annotated[int, Meta(ge=1, le=BURNED_MAX)]
    reason: Reason


class NoteExposed(_Act, frozen=True, kw_only=True):
    """A card lies face up in the shoe (rule 7.6)."""

    card: CardText
    reason: Reason


Act = NewShoe | BringShoe | OpenRound | EnterCard | SettleRound | CorrectCard | TakeCardBack | ShowCutCard | BurnCards | NoteExposed
