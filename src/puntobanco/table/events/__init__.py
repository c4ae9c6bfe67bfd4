"""What has happened at a table, in past participles. A table is the fold of its events; they are stored as they stand here.

No event holds the face of a card that has not been opened, or a secret that is not sealed, before the shoe has ended.
Times are server milliseconds; ``due_ms`` is when the next step follows.
"""

from puntobanco.table.events.base import TableEvent as TableEvent, snake_case as snake_case
from puntobanco.table.events.ceremony import (
    LoggedEvent as LoggedEvent,
    ShareOpened as ShareOpened,
    SharesClosed as SharesClosed,
    ShareSealed as ShareSealed,
    SharesFailed as SharesFailed,
    SharesOpened as SharesOpened,
    ShoeAnnounced as ShoeAnnounced,
    ShuffleExtended as ShuffleExtended,
)
from puntobanco.table.events.desk import (
    CardCorrected as CardCorrected,
    CardExposed as CardExposed,
    CardTakenBack as CardTakenBack,
    CutCardShown as CutCardShown,
    DealerCame as DealerCame,
    DeskEvent as DeskEvent,
    ErrorBurned as ErrorBurned,
    ShoeWithdrawn as ShoeWithdrawn,
)
from puntobanco.table.events.rounds import (
    BetConfirmed as BetConfirmed,
    BetReduced as BetReduced,
    BettingClosed as BettingClosed,
    BettingExtended as BettingExtended,
    BettingOpened as BettingOpened,
    CardDealt as CardDealt,
    DemonstrationEnded as DemonstrationEnded,
    DemonstrationOpened as DemonstrationOpened,
    RoundResult as RoundResult,
    RoundSettled as RoundSettled,
    RoundVoided as RoundVoided,
    StakesReturned as StakesReturned,
)
from puntobanco.table.events.seats import (
    SatOut as SatOut,
    Seat as Seat,
    SeatEnd as SeatEnd,
    SeatFreed as SeatFreed,
    SeatFundsChanged as SeatFundsChanged,
    SeatLineChanged as SeatLineChanged,
    SeatTaken as SeatTaken,
)
from puntobanco.table.events.shoe import (
    CardsBurned as CardsBurned,
    Opening as Opening,
    RoundBurned as RoundBurned,
    RoundShuffled as RoundShuffled,
    ShoeClosed as ShoeClosed,
    ShoeEnd as ShoeEnd,
    ShoeOpened as ShoeOpened,
    ShuffleStarted as ShuffleStarted,
)
from puntobanco.table.events.squeeze import (
    CardBent as CardBent,
    CardLaid as CardLaid,
    CardOpened as CardOpened,
    SqueezeBegan as SqueezeBegan,
    SqueezeEnd as SqueezeEnd,
    SqueezeEnded as SqueezeEnded,
)
from puntobanco.table.events.table import (
    PresenceChanged as PresenceChanged,
    RoundResumed as RoundResumed,
    RoundSuspended as RoundSuspended,
    RulesChanged as RulesChanged,
    TableOpened as TableOpened,
    TablePaused as TablePaused,
)

Event = (
    TableOpened
    | RulesChanged
    | PresenceChanged
    | ShuffleStarted
    | ShoeAnnounced
    | ShareSealed
    | SharesClosed
    | ShareOpened
    | SharesOpened
    | SharesFailed
    | ShuffleExtended
    | ShoeOpened
    | RoundShuffled
    | CardsBurned
    | DemonstrationOpened
    | DemonstrationEnded
    | BettingOpened
    | BettingExtended
    | BetConfirmed
    | BetReduced
    | BettingClosed
    | RoundBurned
    | CardDealt
    | CardLaid
    | SqueezeBegan
    | CardBent
    | SqueezeEnded
    | CardOpened
    | RoundSettled
    | StakesReturned
    | RoundVoided
    | TablePaused
    | RoundSuspended
    | RoundResumed
    | ShoeClosed
    | SeatTaken
    | SeatFreed
    | SeatLineChanged
    | SeatFundsChanged
    | SatOut
    | DealerCame
    | ShoeWithdrawn
    | CutCardShown
    | CardCorrected
    | CardTakenBack
    | ErrorBurned
    | CardExposed
)

Logged = LoggedEvent | ShoeOpened | ShoeClosed
"""The events that may be entries of the table's log: those of real cards are none."""
