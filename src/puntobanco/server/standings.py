"""Who is muted in the chat, and whose account is frozen (rule 8.4). Kept in the database; what holds is also in memory.

A frozen player makes no bet and says nothing; confirmed bets stand and are settled. It holds at once, on open sockets too.
"""

import enum
from collections.abc import Sequence
from typing import Protocol

import msgspec
import structlog

from puntobanco.bank.staff_store import Kept, Restriction, StaffAct, StaffStore
from puntobanco.server import wire
from puntobanco.server.clock import Clock
from puntobanco.table.commands import Code, Rejection

log = structlog.get_logger()

_encode = msgspec.json.Encoder().encode


class Kind(enum.StrEnum):
    """How a player can be restricted."""

    MUTED = "muted"
    FROZEN = "frozen"


class TellPlayer(Protocol):
    """The way to all pages of a player."""

    def tell_pages(self, account: str, data: bytes) -> None:
        """Send a frame to all pages of a player."""


class Standings:
    """The restrictions of all players."""

    def __init__(self, store: StaffStore, tell: TellPlayer, *, clock: Clock, support: str | None) -> None:
        self._store = store
        self._tell = tell
        self._clock = clock
        self._support = support
        self._held: dict[tuple[str, Kind], Restriction] = {}

    async def load(self) -> None:
        """Take up what held before a restart."""
        held = await self._store.restrictions()
        self._held = {(restriction.account, Kind(restriction.kind)): restriction for restriction in held}

    def held(self, account: str, kind: Kind) -> Restriction | None:
        """The restriction of a player that holds now."""
        found = self._held.get((account, kind))
        over = found is not None and found.until_ms is not None and found.until_ms <= self._clock.now_ms()
        return None if over else found

    def all_held(self) -> Sequence[Restriction]:
        """All that hold now, the latest first."""
        holding = [one for account, kind in self._held if (one := self.held(account, kind)) is not None]
        return sorted(holding, key=lambda restriction: -restriction.at_ms)

    def frozen(self, account: str) -> Rejection | None:
        """What a frozen player is refused with."""
        return None if self.held(account, Kind.FROZEN) is None else Rejection(code=Code.FROZEN)

    def silenced(self, account: str) -> Rejection | None:
        """What a player who may not speak is refused with; ``closes_at`` is until when."""
        if (refusal := self.frozen(account)) is not None:
            return refusal
        muted = self.held(account, Kind.MUTED)
        return None if muted is None else Rejection(code=Code.MUTED, closes_at=muted.until_ms)

    def standing(self, account: str) -> wire.Standing:
        """What a player is told of it."""
        muted, frozen = self.held(account, Kind.MUTED), self.held(account, Kind.FROZEN)
        return wire.Standing(
            muted=None if muted is None else wire.Muted(until_ms=muted.until_ms, reason=muted.reason),
            frozen=None if frozen is None else wire.Frozen(since_ms=frozen.at_ms, reason=frozen.reason, support=self._support),
        )

    async def restrict(self, restriction: Restriction, act: StaffAct) -> Rejection | None:
        """Mute or freeze a player; they are told once it is stored. The same command again does nothing, another is refused."""
        kept = await self._store.restrict(restriction, act)
        if kept is Kept.DONE:
            self._held[restriction.account, Kind(restriction.kind)] = restriction
            self._told(restriction.account, act)
        return reused(kept)

    async def lift(self, account: str, kind: Kind, act: StaffAct) -> Rejection | None:
        """Lift a restriction; the player is told once that is stored. Where there is none, nothing is done."""
        kept = await self._store.lift(account, kind, act)
        if kept is Kept.DONE:
            self._held.pop((account, kind), None)
            self._told(account, act)
        return reused(kept)

    def _told(self, account: str, act: StaffAct) -> None:
        log.info("a player's standing changed", kind=act.kind, by=act.name)
        self._tell.tell_pages(account, _encode(wire.StandingChanged(standing=self.standing(account))))


def reused(kept: Kept) -> Rejection | None:
    """What an act is refused with whose command id its sender has used for another one."""
    return Rejection(code=Code.COMMAND_ID_REUSED) if kept is Kept.OTHER else None
