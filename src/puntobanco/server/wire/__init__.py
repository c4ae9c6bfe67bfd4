"""Every message that crosses a WebSocket, once. JSON Schema, docs and the client's TypeScript are made from these types.

Clients send `FromClient`, the server sends `FromServer`; the ``type`` of a message is its name in snake_case. Times are server
milliseconds since 1970, amounts integer cents.
"""

from puntobanco.server.wire.asked import (
    BendCard as BendCard,
    ForSqueeze as ForSqueeze,
    ForTable as ForTable,
    LeaveSeat as LeaveSeat,
    Named as Named,
    OpenCard as OpenCard,
    OpenShare as OpenShare,
    PassSqueeze as PassSqueeze,
    Ping as Ping,
    PlaceBet as PlaceBet,
    ReduceBet as ReduceBet,
    SealShare as SealShare,
    Sit as Sit,
    SitOut as SitOut,
    Unwatch as Unwatch,
    UnwatchLobby as UnwatchLobby,
    Watch as Watch,
    WatchLobby as WatchLobby,
)
from puntobanco.server.wire.base import (
    CommandId as CommandId,
    RoundNumber as RoundNumber,
    TableNumber as TableNumber,
)
from puntobanco.server.wire.chat import (
    Chat as Chat,
    ChatHistory as ChatHistory,
    ChatKind as ChatKind,
    ChatMessage as ChatMessage,
    ChatNotice as ChatNotice,
    ChatReport as ChatReport,
    ChatReported as ChatReported,
    ChatSaid as ChatSaid,
)
from puntobanco.server.wire.told import (
    Answer as Answer,
    Balance as Balance,
    CardFace as CardFace,
    Events as Events,
    Frozen as Frozen,
    Lobby as Lobby,
    LobbyChange as LobbyChange,
    LobbyChanged as LobbyChanged,
    LobbyTable as LobbyTable,
    Muted as Muted,
    Own as Own,
    Pong as Pong,
    Problem as Problem,
    Refusal as Refusal,
    Snapshot as Snapshot,
    Standing as Standing,
    StandingChanged as StandingChanged,
    Welcome as Welcome,
)

PROTOCOL = 2

FromClient = Watch | Unwatch | WatchLobby | UnwatchLobby | Ping | ForTable | Chat | ChatReport

FromLobby = Lobby | LobbyChanged

FromChat = ChatSaid | ChatHistory | ChatReported

FromServer = (
    Welcome | StandingChanged | Snapshot | Events | Own | CardFace | Balance | Answer | Problem | Pong | FromLobby | FromChat
)
