"""Which database: where it lies when nobody says, and the store for a URL."""

import os
import sqlite3
from pathlib import Path

from sqlalchemy import Engine, event

from puntobanco.bank.sqlite import SqliteStore, path_of, reading_engine
from puntobanco.bank.store import Store
from puntobanco.errors import BadSettings


def default_path() -> Path:
    """The database in the user's data directory: ``$XDG_DATA_HOME``, or ``~/.local/share``. Raises `BadSettings`."""
    named = os.environ.get("XDG_DATA_HOME", "")
    try:
        # A relative XDG_DATA_HOME is to be ignored, says the specification.
        data = Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"
    except RuntimeError:
        raise BadSettings("no home directory is known: say where the database is with --database") from None
    return data / "puntobanco" / "puntobanco.db"


def default_url() -> str:
    """`default_path` as a URL."""
    return f"sqlite:///{default_path()}"


def store_for(url: str) -> Store:
    """The store of a database, not yet open. Raises `BadSettings` for a database that we do not know."""
    _check_scheme(url)
    return SqliteStore(url)


def engine_for(url: str) -> Engine:
    """Connections to an existing database that only read, beside whoever serves it. Raises `BadSettings`.

    They are for an auditor: a text that is none is read all the same, with what is wrong in it written out.
    """
    _check_scheme(url)
    engine = reading_engine(path_of(url))
    event.listen(engine, "connect", _read_any_text)
    return engine


def _read_any_text(connection: sqlite3.Connection, _record: object) -> None:
    connection.text_factory = lambda text: text.decode(errors="backslashreplace")


def _check_scheme(url: str) -> None:
    # The messages name the scheme only: what follows may hold a password.
    scheme, separator, _ = url.partition("://")
    if not separator:
        raise BadSettings("the database must be a URL: write sqlite:///relative/path or sqlite:////absolute/path")
    if scheme != "sqlite":
        raise BadSettings(
            f"databases of the kind {scheme!r} are not known: write sqlite:///relative/path or sqlite:////absolute/path"
        )
