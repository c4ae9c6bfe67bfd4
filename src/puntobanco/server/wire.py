"""Every message that crosses a WebSocket, once. JSON Schema, docs and the client's TypeScript are made from these types.

Clients send `FromClient`, the server sends `FromServer`; the ``type`` of a message is its name in snake_case. Times are server
milliseconds since 1970, amounts integer cents. Imports ``table`` for what a viewer may see.
"""

import enum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from puntobanco.game.cards import Card
from puntobanco.table.commands import Code
from puntobanco.table.events import snake_case
from puntobanco.table.public_events import PublicEvent
from puntobanco.table.state import Phase
from puntobanco.table.views import OwnView, TableView

PROTOCOL = 1

TableNumber = Annotated[int, Meta(ge=1, le=9_999)]
SeatNumber = Annotated[int, Meta(ge=1, le=99)]
CardNumber = Annotated[int, Meta(ge=1, le=999)]
RoundNumber = Annotated[int, Meta(ge=0, le=2**31)]
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)")]

# Checked by the table, not by the decoder: a bad amount or bet has its own place in the order of refusals.
AmountCents = Annotated[Any, Meta(extra_json_schema={"type": "integer", "minimum": 1})]
BetName = Annotated[str, Meta(max_length=64)]


class _Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    pass


class Watch(_Message, frozen=True, kw_only=True):
    """Watch a table. With ``version``, the last one seen, the gap comes back instead of a snapshot where that is possible."""

    table: TableNumber
    version: Annotated[int, Meta(ge=0)] | None = None


class Unwatch(_Message, frozen=True, kw_only=True):
    """Stop watching a table."""

    table: TableNumber


class WatchLobby(_Message, frozen=True, kw_only=True):
    """Get the list of tables, and its changes from now on."""


class UnwatchLobby(_Message, frozen=True, kw_only=True):
    """No more changes of the list of tables."""


class Ping(_Message, frozen=True, kw_only=True):
    """Ask for a `Pong`: is the line alive, and what time is it there."""


class PlaceBet(_Message, frozen=True, kw_only=True):
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


class ReduceBet(_Message, frozen=True, kw_only=True):
    """Take a confirmed stake back, in part or whole. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber
    bet: BetName
    amount_cents: AmountCents


class CutShoe(_Message, frozen=True, kw_only=True):
    """Cut the shoe that is being shuffled, ``place`` cards from its top: the first who asks. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    place: Annotated[Any, Meta(extra_json_schema={"type": "integer", "minimum": 10})]


class Sit(_Message, frozen=True, kw_only=True):
    """Take a free seat of a table, or move there from the own one. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    seat: SeatNumber


class LeaveSeat(_Message, frozen=True, kw_only=True):
    """Give the own seat back; bets stand. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber


class SitOut(_Message, frozen=True, kw_only=True):
    """Do not wait for me in this round, at a table whose betting closes early. A bet undoes it. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber


class BendCard(_Message, frozen=True, kw_only=True):
    """Begin to bend the card that is yours to squeeze. Answered like `PlaceBet`; its face comes to this socket as `CardFace`.

    Bent again, while it is still yours, its face is given again.
    """

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber
    number: CardNumber


class OpenCard(_Message, frozen=True, kw_only=True):
    """Turn the card over that is yours to squeeze, looked at or not. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber
    number: CardNumber


class PassSqueeze(_Message, frozen=True, kw_only=True):
    """Pass the right to squeeze a card on to the next in rank, else to the dealer. Answered like `PlaceBet`."""

    command_id: CommandId
    table: TableNumber
    shoe: RoundNumber
    round: RoundNumber
    number: CardNumber


class Chat(_Message, frozen=True, kw_only=True):
    """Say something to everyone at a table that you watch. Answered by `Answer` once it is stored."""

    command_id: CommandId
    table: TableNumber
    text: str


class ChatReport(_Message, frozen=True, kw_only=True):
    """Report what a player said, by its ``id``, to the house. Answered by `ChatReported` and `Answer`, or by a refusal."""

    command_id: CommandId
    table: TableNumber
    message: Annotated[int, Meta(ge=1, le=2**53 - 1)]


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """What a frame that cannot be taken is still read for: the command that waits for an answer."""

    command_id: CommandId


ForSqueeze = BendCard | OpenCard | PassSqueeze

ForTable = PlaceBet | ReduceBet | CutShoe | Sit | LeaveSeat | SitOut | ForSqueeze
"""What a player asks of a table under a command id."""

FromClient = Watch | Unwatch | WatchLobby | UnwatchLobby | Ping | ForTable | Chat | ChatReport


class Refusal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was refused: a stable code, a sentence in the player's language, and the figures that explain it.

    ``detail`` tells a programmer what was wrong with a frame or request, where, and what would be right.
    """

    code: Code
    message: str
    detail: str | None = None
    limit: int | None = None
    left: int | None = None
    closes_at: int | None = None


class Muted(msgspec.Struct, frozen=True, kw_only=True):
    """You may not write in any chat, until a time or until it is lifted, and why."""

    until_ms: int | None
    reason: str


class Frozen(msgspec.Struct, frozen=True, kw_only=True):
    """Your account is frozen, and why: no bets, no chat. What is confirmed stands. ``support``: whom to ask."""

    since_ms: int
    reason: str
    support: str | None


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How you stand with the house; usually neither."""

    muted: Muted | None = None
    frozen: Frozen | None = None


class Welcome(_Message, frozen=True, kw_only=True):
    """The first message on a socket: who you are, what you have, what time it is.

    Who has less than ``least_bet_cents`` and nothing in play can make no bet at any table, and is given new credits on demand.
    """

    protocol: int
    account: str
    name: str
    balance_cents: int
    in_play_cents: int
    least_bet_cents: int
    server_ms: int
    standing: Standing


class StandingChanged(_Message, frozen=True, kw_only=True, tag="standing"):
    """You were muted or frozen, or are not any more; to every page you have open."""

    standing: Standing


class Snapshot(_Message, frozen=True, kw_only=True):
    """The whole picture of a table at ``table.version``, and your own part of it."""

    table: TableView
    own: OwnView
    server_ms: int


class Events(_Message, frozen=True, kw_only=True):
    """What happened at a table since the last message about it; ``version`` is the table's version after them."""

    table: int
    version: int
    events: tuple[PublicEvent, ...]
    server_ms: int


class Own(_Message, frozen=True, kw_only=True):
    """Your own part of a table's round, whenever it changes, to every page you have open."""

    table: int
    version: int
    own: OwnView


class CardFace(_Message, frozen=True, kw_only=True):
    """The face of a card that you bend and that is not open yet: to the one socket that bent it, and to no other."""

    table: int
    shoe: int
    round: int
    number: int
    card: Card


class Balance(_Message, frozen=True, kw_only=True):
    """Your credits, whenever they change: what you can stake, and what lies on tables."""

    balance_cents: int
    in_play_cents: int


class Answer(_Message, frozen=True, kw_only=True):
    """The answer to one command. ``refusal`` is null when it was accepted and stored."""

    command_id: str
    refusal: Refusal | None


class Problem(_Message, frozen=True, kw_only=True):
    """A frame that could not be taken, where it names no command to answer."""

    refusal: Refusal


class Pong(_Message, frozen=True, kw_only=True):
    """The answer to `Ping`."""

    server_ms: int


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby lists it. ``results`` are the outcomes of the shoe so far, one letter a round.

    ``betting_ms``: how long betting is open, ``last_round``: the one under way is the shoe's, ``by_hand``: with real cards.
    """

    table: int
    house: str
    phase: Phase
    due_ms: int | None
    shoe: int
    round: int
    betting_ms: int
    last_round: bool
    watching: int
    main_minimum_cents: int
    main_maximum_cents: int
    side_minimum_cents: int
    side_maximum_cents: int
    bets: int
    by_hand: bool
    results: str


class Lobby(_Message, frozen=True, kw_only=True):
    """Tables of the lobby: all of them at first, then those that changed."""

    tables: tuple[LobbyTable, ...]
    server_ms: int


class ChatKind(enum.StrEnum):
    """Who says a line of the chat: a player, or the house."""

    PLAYER = "player"
    SYSTEM = "system"


class ChatNotice(enum.StrEnum):
    """What the house says in the chat."""

    SHOE_CHANGED = "shoe_changed"
    LAST_ROUND = "last_round"
    ROUND_VOIDED = "round_voided"
    ROUND_SUSPENDED = "round_suspended"
    ANNOUNCEMENT = "announcement"


class ChatMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a table's chat. ``text`` is plain text, of 1 to 200 characters where a player says it; nothing in it is markup.

    A player's line has ``who``, the name to show, and ``speaker``, which stays the same for all that this player ever says.
    A line of the house has a ``notice``, the shoe or round it is ``about``, and in ``text`` the reason where there is one, or what
    is announced.
    """

    id: int
    kind: ChatKind
    at_ms: int
    who: str | None
    speaker: str | None
    notice: ChatNotice | None
    about: int | None
    text: str


class ChatSaid(_Message, frozen=True, kw_only=True, tag="chat"):
    """A new line of the chat of a table that you watch."""

    table: int
    message: ChatMessage


class ChatHistory(_Message, frozen=True, kw_only=True):
    """After `Watch`, where the table has a chat: its last lines, oldest first; it replaces what you had of them.

    ``you`` is your own ``speaker``, ``support`` the house's address for reports where it gave one, and ``characters`` the length of
    the longest message.
    """

    table: int
    messages: tuple[ChatMessage, ...]
    you: str
    support: str | None
    characters: int


class ChatReported(_Message, frozen=True, kw_only=True):
    """Your report of a message is stored. ``support`` is the house's address for whatever else is to be said about it."""

    table: int
    message: int
    support: str | None


FromChat = ChatSaid | ChatHistory | ChatReported

FromServer = Welcome | StandingChanged | Snapshot | Events | Own | CardFace | Balance | Answer | Problem | Pong | Lobby | FromChat
