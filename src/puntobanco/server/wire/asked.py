"""What a client asks for, but for the chat."""

from typing import Annotated

import msgspec
from msgspec import Meta

from puntobanco.server.wire.base import AmountCents, BetName, CardNumber, CommandId, Message, RoundNumber, SeatNumber, TableNumber


class Watch(Message, frozen=True, kw_only=True):
    """Watch a table. With ``version``, the last one seen, the gap comes back instead of a snapshot where that is possible."""

    table: TableNumber
    version: Annotated[int, Meta(ge=0)] | None = None


class Unwatch(Message, frozen=True, kw_only=True):
    """Stop watching a table."""

    table: TableNumber


class WatchLobby(Message, frozen=True, kw_only=True):
    """Get the list of tables, and its changes from now on."""


class UnwatchLobby(Message, frozen=True, kw_only=True):
    """No more changes of the list of tables."""


class Ping(Message, frozen=True, kw_only=True):
    """Ask for a `Pong`: is the line alive, and what time is it there."""


class PlaceBet(Message, frozen=True, kw_only=True):
    """Confirm a stake on a bet, in addition to what lies there. Answered by `Answer` once it is safely stored.

    ``command_id`` is of the client's making; sent again with the same body it gets the first answer again.
    ``shoe`` and ``round`` name the round it is meant for: it can never slip into another one.
    """

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber
    bet: BetName
    amount_cents: AmountCents


class ReduceBet(Message, frozen=True, kw_only=True):
    """Take a confirmed stake back, in part or whole. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber
    bet: BetName
    amount_cents: AmountCents


class SealShare(Message, frozen=True, kw_only=True):
    """Share in the order of the shoe that is being shuffled: ``seal`` as docs/proof.md says. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    attempt: RoundNumber
    seal: Annotated[str, Meta(max_length=128)]


class OpenShare(Message, frozen=True, kw_only=True):
    """Open what was sealed, once the list is closed: ``random`` bytes in upper-case hex, words, where to cut.

    Answered like `PlaceBet`.
    """

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    attempt: RoundNumber
    random: Annotated[str, Meta(max_length=64)]
    words: Annotated[str, Meta(max_length=80)] = ""
    cut_place: Annotated[int, Meta(ge=0, le=1000)] | None = None


class Sit(Message, frozen=True, kw_only=True):
    """Take a free seat of a table, or move there from the own one. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    seat: SeatNumber


class LeaveSeat(Message, frozen=True, kw_only=True):
    """Give the own seat back; bets stand. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber


class SitOut(Message, frozen=True, kw_only=True):
    """Do not wait for me in this round, at a table whose betting closes early. A bet undoes it. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber


class BendCard(Message, frozen=True, kw_only=True):
    """Begin to bend the card that is yours to squeeze. Answered like `PlaceBet`; its face comes to this socket as `CardFace`.

    Bent again, while it is still yours, its face is given again.
    """

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber
    number: CardNumber


class OpenCard(Message, frozen=True, kw_only=True):
    """Turn the card over that is yours to squeeze, looked at or not. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber
    number: CardNumber


class PassSqueeze(Message, frozen=True, kw_only=True):
    """Pass the right to squeeze a card on to the next in rank, else to the dealer. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber
    number: CardNumber


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """What a frame that cannot be taken is still read for: the command that waits for an answer."""

    command_id: CommandId


ForSqueeze = BendCard | OpenCard | PassSqueeze

ForTable = PlaceBet | ReduceBet | SealShare | OpenShare | Sit | LeaveSeat | SitOut | ForSqueeze
"""What a player asks of a table under a command id."""
