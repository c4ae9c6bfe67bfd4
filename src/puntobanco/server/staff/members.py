"""Who works in the house: their names, roles, passwords and sessions. Knows nothing of HTTP.

A staff sign-in is apart from a player's account: another cookie, another store. Tokens are random and kept as digests only.
"""

import enum
import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog

from puntobanco.bank.staff_store import Kept, StaffAct, StaffLink, StaffRow, StaffSession, StaffStore
from puntobanco.server.chat.text import plain, plain_name
from puntobanco.server.clock import Clock
from puntobanco.server.settings import Bounds
from puntobanco.server.staff.passwords import Busy, Passwords
from puntobanco.server.staff.tries import Tries
from puntobanco.table.commands import Code, Rejection

log = structlog.get_logger()

STAFF_COOKIE = "puntobanco_staff"
NAME_LETTERS_MAX = 40
_TOKEN_BYTES = 32


class Role(enum.StrEnum):
    """What somebody may do here; each may do what those before may."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    HOST = "host"

    def covers(self, other: "Role") -> bool:
        """Whether this one may do what the other may."""
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(other)


class StaffMember(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who works here."""

    name: str
    role: Role

    @property
    def key(self) -> str:
        """The name as it is compared."""
        return key_of(self.name)


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """A session that has just begun: the token for its cookie, and whose it is."""

    token: str
    member: StaffMember


class Staff:
    """The accounts of those who work here."""

    def __init__(self, store: StaffStore, *, clock: Clock, bounds: Bounds) -> None:
        self.passwords = Passwords(bounds)
        self._store = store
        self._tries = Tries(bounds)
        self._clock = clock
        self._bounds = bounds

    async def sign_in(self, name: str, password: str, address: str) -> SignedIn | Rejection:
        """Begin a session. One answer for a wrong name and a wrong password."""
        member = await self._checked(name, password, address)
        if isinstance(member, Rejection):
            return member
        token, session = self._session(member.key)
        if not await self._store.add_session(session, most=self._bounds.staff_sessions_each):
            return Rejection(code=Code.WRONG_PASSWORD)
        log.info("staff signed in", name=member.name, role=str(member.role))
        return SignedIn(token=token, member=member)

    async def approve(self, name: str, password: str, address: str, least: Role = Role.SUPERVISOR) -> StaffMember | Rejection:
        """One who steps to another's desk, where somebody is signed in, and confirms an act there. No session begins."""
        member = await self._checked(name, password, address, trusted=True)
        if isinstance(member, Rejection) or member.role.covers(least):
            return member
        return Rejection(code=Code.FORBIDDEN)

    async def member_of(self, token: str | None) -> StaffMember | None:
        """Whose session a cookie is, None where it has ended, is forged or of somebody who was removed."""
        if token is None:
            return None
        found = await self._store.session(digest(token), self._clock.now_ms())
        return None if found is None else _member(found[0])

    async def sign_out(self, token: str | None) -> None:
        """End the session of a cookie."""
        if token is not None:
            await self._store.end_session(digest(token))

    async def change_password(self, member: StaffMember, current: str, new: str, address: str) -> SignedIn | Rejection:
        """Another password, for who knows the one that holds. All other sessions of theirs end; this one goes on as a new one."""
        if (unfit := self.passwords.unfit(new)) is not None:
            return unfit
        checked = await self._checked(member.name, current, address, trusted=True)
        if isinstance(checked, Rejection):
            return checked
        token, session = self._session(member.key)
        try:
            hashed = await self.passwords.hashed(new)
        except Busy:
            return Rejection(code=Code.RATE_LIMITED, left=1)
        act = self.act(member, "password_changed")
        if not await self._store.set_password(member.key, hashed, session, act):
            return Rejection(code=Code.NOT_FOUND)
        return SignedIn(token=token, member=member)

    async def host_link(self, *, anew: bool) -> str | None:
        """A new one-time token that makes its opener the host: where there is no host who could sign in, or ``anew``.

        The one before it is worth nothing any more: only digests are kept, so that none can be printed twice.
        """
        hosts = [row for row in await self._store.staff() if row.role == Role.HOST and row.password is not None]
        if hosts and not anew:
            return None
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        await self._store.add_link(StaffLink(token=digest(token), staff=None, made_ms=self._clock.now_ms()))
        return token

    async def whose_link(self, token: str) -> StaffMember | Rejection:
        """Whom a link is for. The name is empty for one that makes a host: the opener chooses it."""
        link = await self._store.link(digest(token), self._clock.now_ms())
        if link is not None and link.staff is None:
            return StaffMember(name="", role=Role.HOST)
        row = None if link is None or link.staff is None else await self._store.one(link.staff)
        return Rejection(code=Code.LINK_USED) if row is None else _member(row)

    async def use_link(self, token: str, name: str, password: str) -> SignedIn | Rejection:
        """Use a link up: choose the password, and where it makes a host the name. Its opener is signed in.

        A host's link is the power over the house's machine: under a name that is known it takes that account over.
        """
        known = await self.whose_link(token)
        if isinstance(known, Rejection):
            return known
        chosen = known.name or plain_name(name)
        refusal = _unfit_name(known.name or name) or self.passwords.unfit(password)
        if refusal is not None:
            return refusal
        member = StaffMember(name=chosen, role=known.role)
        try:
            hashed = await self.passwords.hashed(password)
        except Busy:
            return Rejection(code=Code.RATE_LIMITED, left=1)
        now_ms = self._clock.now_ms()
        row = StaffRow(key=member.key, name=chosen, role=member.role, created_ms=now_ms, password=hashed)
        fresh, session = self._session(member.key)
        act = self.act(member, "link_used" if known.name else "became_host")
        if not await self._store.use_link(digest(token), row, session, act):
            return Rejection(code=Code.LINK_USED)
        return SignedIn(token=fresh, member=member)

    async def name_one(self, by: StaffMember, name: str, role: Role) -> str | Rejection:
        """Name a new one; give the token of the link by which they choose their password."""
        chosen = plain_name(name)
        if (refusal := _unfit_name(name)) is not None:
            return refusal
        member = StaffMember(name=chosen, role=role)
        row = StaffRow(key=member.key, name=chosen, role=role, created_ms=self._clock.now_ms())
        token, link = self._link(member.key)
        act = self.act(by, "staff_named", details={"name": chosen, "role": str(role)})
        return token if await self._store.add(row, link, act) else Rejection(code=Code.NAME_TAKEN)

    async def new_link(self, by: StaffMember, name: str) -> str | Rejection:
        """Another link for one who lost the password or let the first link expire; the password holds until it is used."""
        token, link = self._link(key_of(name))
        made = await self._store.add_link(link, self.act(by, "link_made", details={"name": plain_name(name)}))
        return token if made else Rejection(code=Code.NOT_FOUND)

    async def change_role(self, by: StaffMember, name: str, role: Role) -> Rejection | None:
        """Another role for one; the house keeps a host."""
        act = self.act(by, "role_changed", details={"name": plain_name(name), "role": str(role)})
        return await self._kept(await self._store.change_role(key_of(name), role, act), name)

    async def remove(self, by: StaffMember, name: str) -> Rejection | None:
        """Remove one: their sessions end at once; the house keeps a host."""
        act = self.act(by, "staff_removed", details={"name": plain_name(name)})
        return await self._kept(await self._store.remove(key_of(name), act), name)

    async def end_sessions(self, by: StaffMember, name: str) -> Rejection | None:
        """End all sessions of one."""
        act = self.act(by, "sessions_ended", details={"name": plain_name(name)})
        return None if await self._store.end_sessions(key_of(name), act) else Rejection(code=Code.NOT_FOUND)

    async def members(self) -> tuple[StaffRow, ...]:
        """All who work here, by name."""
        return await self._store.staff()

    def act(
        self,
        by: StaffMember,
        kind: str,
        *,
        approved_by: str | None = None,
        table: int | None = None,
        reason: str = "",
        details: Mapping[str, Any] | None = None,
        command_id: str | None = None,
    ) -> StaffAct:
        """An act of now, to be stored with what it does."""
        return StaffAct(
            at_ms=self._clock.now_ms(),
            name=by.name,
            role=by.role,
            kind=kind,
            approved_by=approved_by,
            table=table,
            reason=reason,
            details=details or {},
            command_id=command_id,
        )

    async def record_act(self, act: StaffAct) -> Kept:
        """Keep an act that changes nothing else in the database, unless its command was kept before."""
        return await self._store.record(act)

    async def acts(self, *, table: int | None, before: int | None, limit: int) -> tuple[StaffAct, ...]:
        """The latest acts, newest first."""
        return await self._store.acts(table=table, before=before, limit=limit)

    async def _checked(self, name: str, password: str, address: str, *, trusted: bool = False) -> StaffMember | Rejection:
        """Who this is, by name and password. Tries are counted, whether there is such a name or not."""
        key = key_of(name)
        if wait_s := self._tries.take(key, address, trusted=trusted):
            log.warning("too many wrong tries to sign in as staff", address=address)
            return Rejection(code=Code.RATE_LIMITED, left=wait_s)
        row = await self._store.one(key)
        try:
            right = await self.passwords.is_right(None if row is None else row.password, password)
        except Busy:
            return Rejection(code=Code.RATE_LIMITED, left=1)
        if row is None or not right:
            return Rejection(code=Code.WRONG_PASSWORD)
        self._tries.right(key, address, trusted=trusted)
        return _member(row)

    async def _kept(self, done: bool, name: str) -> Rejection | None:
        if done:
            return None
        there = await self._store.one(key_of(name)) is not None
        return Rejection(code=Code.LAST_HOST if there else Code.NOT_FOUND)

    def _session(self, key: str) -> tuple[str, StaffSession]:
        token, now_ms = secrets.token_urlsafe(_TOKEN_BYTES), self._clock.now_ms()
        expires_ms = now_ms + self._bounds.staff_session_s * 1000
        return token, StaffSession(token=digest(token), staff=key, created_ms=now_ms, expires_ms=expires_ms)

    def _link(self, key: str) -> tuple[str, StaffLink]:
        token, now_ms = secrets.token_urlsafe(_TOKEN_BYTES), self._clock.now_ms()
        expires_ms = now_ms + self._bounds.staff_link_s * 1000
        return token, StaffLink(token=digest(token), staff=key, made_ms=now_ms, expires_ms=expires_ms)


def digest(token: str) -> str:
    """What is kept of a token. It is random and long, so that a quick hash hides it as well as a slow one."""
    return hashlib.sha256(b"puntobanco.staff:" + token.encode("utf-8", "surrogatepass")).hexdigest()


def key_of(name: str) -> str:
    """A name as it is compared: no two that look the same but for their capitals."""
    return plain_name(name).casefold()


def _member(row: StaffRow) -> StaffMember:
    return StaffMember(name=row.name, role=Role(row.role))


def _unfit_name(name: str) -> Rejection | None:
    # What is longer than a name may be is refused rather than cut: it would be somebody else's.
    fits = 1 <= len(plain(name)) <= NAME_LETTERS_MAX and plain_name(name)
    return None if fits else Rejection(code=Code.BAD_NAME, limit=NAME_LETTERS_MAX)
