"""Brings a database's schema up to date, one numbered migration after the other. The migrations are in ``versions``."""

import re

from sqlalchemy import Connection, inspect, text

from puntobanco.bank.schema import VERSION
from puntobanco.errors import BadSettings

_VERSION_TABLE = "alembic_version"
_NUMBER = re.compile("[0-9]{4}")


def upgrade(connection: Connection, name: str) -> None:
    """Bring the schema up to date inside the connection's transaction. A current one costs a single look.

    Raises `BadSettings`, with ``name``, for a database of something else or of a newer program.
    """
    if version_of(connection, name) == VERSION:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "puntobanco.bank:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def check(connection: Connection, name: str) -> None:
    """Raise `BadSettings`, with ``name``, unless the schema is up to date."""
    version = version_of(connection, name)
    if version is None:
        raise BadSettings(f"{name} is empty: no puntobanco has served it yet")
    if version != VERSION:
        raise BadSettings(f"{name} has the older schema {version}: serve it once, which brings it to {VERSION}")


def version_of(connection: Connection, name: str) -> str | None:
    """The version of a schema that this program knows, None in an empty database. Raises `BadSettings` for any other."""
    found = set(inspect(connection).get_table_names())
    if not found:
        return None
    if _VERSION_TABLE not in found:
        raise BadSettings(f"{name} is no database of puntobanco: it holds other tables")
    version = connection.execute(text(f"SELECT version_num FROM {_VERSION_TABLE}")).scalar()
    if version is None or not _NUMBER.fullmatch(str(version)):
        raise BadSettings(f"{name} is no database of puntobanco: its schema is {version}")
    if version > VERSION:
        raise BadSettings(f"{name} has schema {version}, made by a newer puntobanco; this one knows {VERSION}")
    return str(version)
