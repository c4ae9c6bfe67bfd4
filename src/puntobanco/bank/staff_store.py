"""What is kept of those who work in the house, and of what they did: the part of a store's contract that concerns staff. No SQL.

Of a password only its slow hash is kept, of a session's or link's token only its digest: who reads the database can become nobody.
"""

import enum
from collections.abc import Mapping
from typing import Any, Protocol

import msgspec


class StaffRow(msgspec.Struct, frozen=True, kw_only=True):
    """One who works here. ``key`` is the name as it is compared, ``name`` as it is shown. No ``password``: no way in yet."""

    key: str
    name: str
    role: str
    created_ms: int
    password: str | None = None

    def __repr__(self) -> str:
        return f"StaffRow({self.key!r}, {self.role!r})"


class StaffSession(msgspec.Struct, frozen=True, kw_only=True):
    """A signed-in desk, by the digest of its token."""

    token: str
    staff: str
    created_ms: int
    expires_ms: int


class StaffLink(msgspec.Struct, frozen=True, kw_only=True):
    """A link that is used once, by the digest of its token: for ``staff`` to choose a password, or, without, to become the host."""

    token: str
    staff: str | None
    made_ms: int
    expires_ms: int | None = None


class StaffAct(msgspec.Struct, frozen=True, kw_only=True):
    """What one of the staff did: who, as what, by whose approval, at which table, what, why. ``number`` rises by one.

    An act with a ``command_id`` is done once, however often it comes; those at tables are known by the answers of the dealer.
    """

    at_ms: int
    name: str
    role: str
    kind: str
    approved_by: str | None = None
    table: int | None = None
    reason: str = ""
    details: Mapping[str, Any] = {}
    command_id: str | None = None
    number: int = 0


class Restriction(msgspec.Struct, frozen=True, kw_only=True):
    """A player who is muted or frozen: since when, until when (None: until it is lifted), why, and by whom."""

    account: str
    kind: str
    at_ms: int
    reason: str
    by: str
    until_ms: int | None = None


class Kept(enum.Enum):
    """What became of an act. One whose command id its sender has used before is the very same ``AGAIN``, or ``OTHER``."""

    DONE = "done"
    AGAIN = "again"
    OTHER = "other"
    NOTHING = "nothing"


def announced_key(act: StaffAct) -> str:
    """What an announcement's lines in the chats are known by: two of the staff may use the same id."""
    return f"{act.command_id}:{act.name}"


class StaffStore(Protocol):
    """What a database keeps for the staff. Every write that is an act takes its `StaffAct` along, in the same transaction."""

    async def staff(self) -> tuple[StaffRow, ...]:
        """All who work here, by name."""

    async def one(self, key: str) -> StaffRow | None:
        """One of them."""

    async def add(self, row: StaffRow, link: StaffLink, act: StaffAct) -> bool:
        """Name a new one, with the link to come in by; False when the name is taken."""

    async def change_role(self, key: str, role: str, act: StaffAct) -> bool:
        """Another role; False where there is nobody of that name, or where the house would be without a host."""

    async def remove(self, key: str, act: StaffAct) -> bool:
        """Remove one with sessions and links; False where there is nobody, or where the house would be without a host."""

    async def set_password(self, key: str, password: str, session: StaffSession, act: StaffAct) -> bool:
        """Another password. All sessions end but ``session``, which is new; False where there is nobody of that name."""

    async def end_sessions(self, key: str, act: StaffAct) -> bool:
        """End all sessions of one; False where there is nobody of that name."""

    async def add_link(self, link: StaffLink, act: StaffAct | None = None) -> bool:
        """A new link instead of those made before for the same; False where there is nobody of that name."""

    async def link(self, token: str, now_ms: int) -> StaffLink | None:
        """A link that can be used now."""

    async def use_link(self, token: str, row: StaffRow, session: StaffSession, act: StaffAct) -> bool:
        """Use a link up: ``row`` holds with its password, its other sessions end, ``session`` begins. False when it was used.

        A link of somebody named before changes the password alone: the role may have become another one meanwhile.
        """

    async def add_session(self, session: StaffSession, *, most: int) -> bool:
        """A session begins; expired ones go, and the oldest over ``most`` of one. False where there is nobody any more."""

    async def session(self, token: str, now_ms: int) -> tuple[StaffRow, StaffSession] | None:
        """Whose session a token is, as long as it lasts."""

    async def end_session(self, token: str) -> None:
        """One session ends."""

    async def record(self, act: StaffAct) -> Kept:
        """Keep an act that has no other place to be kept with, unless its command was done before."""

    async def acts(self, *, table: int | None, before: int | None, limit: int) -> tuple[StaffAct, ...]:
        """The latest acts, newest first: all, or those of one table; before a number."""

    async def restrict(self, restriction: Restriction, act: StaffAct) -> Kept:
        """Mute or freeze a player, unless the command was done before; what held of that kind before is replaced."""

    async def lift(self, account: str, kind: str, act: StaffAct) -> Kept:
        """Lift a restriction, unless the command was done before; ``NOTHING``, and no act, where there was none."""

    async def restrictions(self) -> tuple[Restriction, ...]:
        """All who are muted or frozen, the latest first."""
