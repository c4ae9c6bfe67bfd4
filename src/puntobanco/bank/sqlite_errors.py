"""What SQLite's errors mean for a store: whether trying again can help, and what to say. Knows nothing of what was asked."""

import sqlite3

from sqlalchemy.exc import DatabaseError

from puntobanco.bank.store import StoreBroken, StoreFailed

_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def code_of(error: BaseException | None) -> int | None:
    """SQLite's own number for an error, without what the extended numbers add; None where it has none."""
    if isinstance(error, DatabaseError):
        error = error.orig
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def is_broken(error: BaseException | None) -> bool:
    """Whether the file is no whole database any more: the error itself says so, or the one that it came from."""
    while error is not None:
        if code_of(error) in _BROKEN:
            return True
        error = error.__cause__
    return False


def reason(error: BaseException) -> str:
    """What went wrong, in the words of the system or of SQLite, without what SQLAlchemy adds."""
    if isinstance(error, DatabaseError):
        error = error.orig or error
    return (isinstance(error, OSError) and error.strerror) or str(error)


def store_error(error: BaseException, failed: str) -> StoreFailed | StoreBroken:
    """The error as the contract of a store names it; ``failed`` says what could not be done."""
    kind = StoreBroken if is_broken(error) else StoreFailed
    return kind(f"{failed}: {reason(error)}")
