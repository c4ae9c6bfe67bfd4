"""Brings a database's schema up to date, one numbered migration after the other. The migrations are in ``versions``."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect, text

from puntobanco.bank.schema import VERSION
from puntobanco.errors import BadSettings

_VERSION_TABLE = "alembic_version"


def upgrade(connection: Connection, name: str) -> None:
    """Bring the schema up to date inside the connection's transaction. A current one costs a single look.

    Raises `BadSettings`, with ``name``, for a database of something else or of a newer program.
    """
    found = set(inspect(connection).get_table_names())
    if found and _VERSION_TABLE not in found:
        raise BadSettings(f"{name} is no database of puntobanco: it holds other tables")
    version = connection.execute(text(f"SELECT version_num FROM {_VERSION_TABLE}")).scalar() if found else None
    if version == VERSION:
        return
    if version is not None and version > VERSION:
        raise BadSettings(f"{name} has schema {version}, made by a newer puntobanco; this one knows {VERSION}")
    config = Config()
    config.set_main_option("script_location", "puntobanco.bank:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
