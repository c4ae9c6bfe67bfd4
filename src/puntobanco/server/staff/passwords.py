"""Passwords: only their argon2 hash is kept. Each takes about 60 ms of a processor, off the event loop and few at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from puntobanco.server.settings import Bounds
from puntobanco.table.commands import Code, Rejection

T = TypeVar("T")

MEMORY_KIB, ROUNDS, LANES = 19 * 1024, 2, 1
"""What one hash costs (OWASP's least for argon2id)."""


class Busy(Exception):
    """As many passwords wait as may: asked again in a while."""


class Passwords:
    """Hashes and compares passwords. Raises `Busy` instead of letting more wait than it has room for."""

    def __init__(self, bounds: Bounds) -> None:
        self._hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY_KIB, parallelism=LANES)
        self._threads = ThreadPoolExecutor(bounds.passwords_at_once, thread_name_prefix="passwords")
        self._bounds = bounds
        self._waiting = 0
        self._nobody: str | None = None

    def unfit(self, password: str) -> Rejection | None:
        """Why a text cannot be a password: it is too short or too long."""
        least, most = self._bounds.password_letters_least, self._bounds.password_letters_most
        return None if least <= len(password) <= most else Rejection(code=Code.BAD_PASSWORD, limit=least)

    async def hashed(self, password: str) -> str:
        """The hash to keep of a password."""
        return await self._run(lambda: self._hasher.hash(_bytes(password)))

    async def is_right(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one of a hash. Without a hash, because there is nobody of that name, it takes as long."""
        if len(password) > self._bounds.password_letters_most:
            password = ""
        return await self._run(lambda: self._compare(kept, password))

    def _compare(self, kept: str | None, password: str) -> bool:
        if self._nobody is None:
            self._nobody = self._hasher.hash(b"nobody has this one")
        try:
            self._hasher.verify(kept or self._nobody, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= self._bounds.passwords_waiting:
            raise Busy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _bytes(password: str) -> bytes:
    # A lone surrogate, which JSON can carry, is no text; it is hashed all the same.
    return password.encode("utf-8", "surrogatepass")
