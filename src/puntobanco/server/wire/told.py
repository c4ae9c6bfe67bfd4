"""What the server tells, but for the chat. Imports ``table`` for what a viewer may see."""

import msgspec
from msgspec import UNSET, UnsetType

from puntobanco.game.cards import Card
from puntobanco.game.good_roads import GoodRoad
from puntobanco.server.wire.base import Message
from puntobanco.table.commands import Code
from puntobanco.table.public_events import PublicEvent
from puntobanco.table.state import Phase
from puntobanco.table.views import OwnView, TableView


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


class Welcome(Message, frozen=True, kw_only=True):
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


class StandingChanged(Message, frozen=True, kw_only=True, tag="standing"):
    """You were muted or frozen, or are not any more; to every page you have open."""

    standing: Standing


class Snapshot(Message, frozen=True, kw_only=True):
    """The whole picture of a table at ``table.version``, and your own part of it."""

    table: TableView
    own: OwnView
    server_ms: int


class Events(Message, frozen=True, kw_only=True):
    """What happened at a table since the last message about it; ``version`` is the table's version after them."""

    table: int
    version: int
    events: tuple[PublicEvent, ...]
    server_ms: int


class Own(Message, frozen=True, kw_only=True):
    """Your own part of a table's round, whenever it changes, to every page you have open."""

    table: int
    version: int
    own: OwnView


class CardFace(Message, frozen=True, kw_only=True):
    """The face of a card that you bend and that is not open yet: to the one socket that bent it, and to no other."""

    table: int
    shoe: int
    round: int
    number: int
    card: Card


class Balance(Message, frozen=True, kw_only=True):
    """Your credits, whenever they change: what you can stake, and what lies on tables."""

    balance_cents: int
    in_play_cents: int


class Answer(Message, frozen=True, kw_only=True):
    """The answer to one command. ``refusal`` is null when it was accepted and stored."""

    command_id: str
    refusal: Refusal | None


class Problem(Message, frozen=True, kw_only=True):
    """A frame that could not be taken, where it names no command to answer."""

    refusal: Refusal


class Pong(Message, frozen=True, kw_only=True):
    """The answer to `Ping`."""

    server_ms: int


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby lists it. ``results`` are the outcomes of the shoe so far, one letter a round.

    ``due_ms`` is when the time for bets ends, or that for a squeeze; null where nobody is waited for. ``betting_ms`` is how long
    betting is open in a round, ``squeeze_ms`` how long a card may be squeezed, ``last_round`` whether the round under way is the
    shoe's last, ``seated`` how many of its ``seats`` are taken, ``watching`` how many pages show it. ``no_commission``: Banker is
    taken without commission too, or only so. ``by_hand``: its cards are real; with 0 ``bets`` it is a scoreboard.
    ``good_roads`` are those that the house tells.
    """

    table: int
    house: str
    phase: Phase
    due_ms: int | None
    shoe: int
    round: int
    betting_ms: int
    squeeze_ms: int | None
    last_round: bool
    squeezing: bool
    watching: int
    seats: int
    seated: int
    main_minimum_cents: int
    main_maximum_cents: int
    side_minimum_cents: int
    side_maximum_cents: int
    differential_cents: int | None
    bets: int
    no_commission: bool
    ties_carry: bool
    by_hand: bool
    good_roads: tuple[GoodRoad, ...]
    results: str


class LobbyChange(msgspec.Struct, frozen=True, kw_only=True):
    """What has changed at a table of the lobby; what is left out has not.

    ``results`` replaces those there were, ``added`` follows them. All else is as in `LobbyTable`.
    """

    table: int
    phase: Phase | UnsetType = UNSET
    due_ms: int | UnsetType | None = UNSET
    shoe: int | UnsetType = UNSET
    round: int | UnsetType = UNSET
    last_round: bool | UnsetType = UNSET
    squeezing: bool | UnsetType = UNSET
    watching: int | UnsetType = UNSET
    seated: int | UnsetType = UNSET
    results: str | UnsetType = UNSET
    added: str | UnsetType = UNSET


class Lobby(Message, frozen=True, kw_only=True):
    """The lobby, in answer to `WatchLobby`: all tables."""

    tables: tuple[LobbyTable, ...]
    server_ms: int


class LobbyChanged(Message, frozen=True, kw_only=True):
    """What has changed in the lobby since you were last told. ``tables`` are there whole, with other rules than before."""

    changes: tuple[LobbyChange, ...]
    tables: tuple[LobbyTable, ...]
    server_ms: int
