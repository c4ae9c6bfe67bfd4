"""The messages of the chat, both ways."""

import enum
from typing import Annotated

import msgspec
from msgspec import Meta

from puntobanco.server.wire.base import CommandId, Message, TableNumber


class Chat(Message, frozen=True, kw_only=True):
    """Say something to everyone at a table that you watch. Answered by `Answer` once it is stored."""

    command_id: CommandId
    table: TableNumber
    text: str


class ChatReport(Message, frozen=True, kw_only=True):
    """Report what a player said, by its ``id``, to the house. Answered by `ChatReported` and `Answer`, or by a refusal."""

    command_id: CommandId
    table: TableNumber
    message: Annotated[int, Meta(ge=1, le=2**53 - 1)]


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


class ChatSaid(Message, frozen=True, kw_only=True, tag="chat"):
    """A new line of the chat of a table that you watch."""

    table: int
    message: ChatMessage


class ChatHistory(Message, frozen=True, kw_only=True):
    """After `Watch`, where the table has a chat: its last lines, oldest first; it replaces what you had of them.

    ``you`` is your own ``speaker``, ``support`` the house's address for reports where it gave one, and ``characters`` the length of
    the longest message.
    """

    table: int
    messages: tuple[ChatMessage, ...]
    you: str
    support: str | None
    characters: int


class ChatReported(Message, frozen=True, kw_only=True):
    """Your report of a message is stored. ``support`` is the house's address for whatever else is to be said about it."""

    table: int
    message: int
    support: str | None
