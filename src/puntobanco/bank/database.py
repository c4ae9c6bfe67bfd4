"""Which database: where it lies when nobody says, and the store for a URL."""

import os
from pathlib import Path

from puntobanco.bank.sqlite import SqliteStore
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


def scheme_of(url: str) -> str:
    """The scheme of a database's URL. Raises `BadSettings` where it has none; the message names no passwords."""
    scheme, separator, _ = url.partition("://")
    if not separator:
        raise BadSettings("the database must be a URL such as sqlite:///puntobanco.db")
    return scheme


def store_for(url: str) -> Store:
    """The store of a database, not yet open. Raises `BadSettings` for a database that we do not know."""
    scheme = scheme_of(url)
    if scheme != "sqlite":
        raise BadSettings(
            f"databases of the kind {scheme!r} are not known: write sqlite:///relative/path or sqlite:////absolute/path"
        )
    return SqliteStore(url)
