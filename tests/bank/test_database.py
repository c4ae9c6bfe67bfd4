"""Which database: names, places, and files that cannot be one."""

import asyncio
import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.exc import DatabaseError

from puntobanco.bank import migrations, schema, sqlite as sqlite_store
from puntobanco.bank.database import default_path, default_url, engine_for, store_for
from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import Balance, StoreFailed
from puntobanco.errors import BadSettings
from tests.bank.conftest import opened
from tests.bank.kept import GRANT_CENTS, join


def test_the_default_lies_in_the_users_data_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path}/puntobanco/puntobanco.db"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for ignored in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", ignored)
        assert default_path() == tmp_path / "home/.local/share/puntobanco/puntobanco.db"


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("postgresql://user:secret@host/db", "'postgresql'"),
        ("mysql://x", "'mysql'"),
        ("house.db", "sqlite:///"),
        ("", "sqlite:///"),
        ("sqlite://", "sqlite:///"),
        ("sqlite:///", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///file:x?mode=memory", "names no file"),
        ("sqlite:///house.db?mode=ro", "none are known"),
        ("sqlite:///a\0b", "names no file"),
        ("sqlite+aiosqlite:///x", "'sqlite+aiosqlite'"),
    ],
)
def test_urls_that_name_no_database_of_ours_are_refused_in_one_line_without_passwords(url: str, named: str) -> None:
    for ask in (store_for, engine_for):
        with pytest.raises(BadSettings) as refused:
            ask(url)
        assert named in str(refused.value)
        assert "secret" not in str(refused.value)
        assert "\n" not in str(refused.value)


async def test_a_relative_path_is_one_from_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened("sqlite:///sub/house.db"):
        assert (tmp_path / "sub/house.db").is_file()


async def test_all_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    umask = os.umask(0)
    try:
        async with opened(f"sqlite:///{tmp_path}/new/deep/house.db") as store:
            await join(store, "ann")
            files = sorted((tmp_path / "new/deep").iterdir())
            assert [file.name for file in files] == ["house.db", "house.db-shm", "house.db-wal"]
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
            assert stat.S_IMODE((tmp_path / "new/deep").stat().st_mode) == 0o700
    finally:
        os.umask(umask)
    assert not (tmp_path / "new/deep/house.db-wal").exists()


def said_by_another_process(path: Path) -> str:
    """What a process says that opens the database."""
    script = f"import asyncio; from puntobanco.bank.sqlite import SqliteStore; asyncio.run(SqliteStore({str(path)!r}).open())"
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False).stderr


async def test_one_process_serves_a_database_by_whatever_name(tmp_path: Path) -> None:
    path, link, hard = tmp_path / "house.db", tmp_path / "link.db", tmp_path / "hard.db"
    async with opened(f"sqlite:///{path}") as store:
        link.symlink_to(path)
        hard.hardlink_to(path)
        for name in (path, link, hard):
            with pytest.raises(BadSettings, match="in use: another puntobanco serves it"):
                await SqliteStore(name).open()
            assert "in use: another puntobanco serves it" in await asyncio.to_thread(said_by_another_process, name)
        await join(store, "ann")
    async with opened(f"sqlite:///{hard}") as store:
        assert await store.player("ann") is not None


async def test_sqlite_keeps_its_own_locks_while_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    async with opened(f"sqlite:///{path}") as store:
        await join(store, "ann")
        before = locks_on(path)
        assert {kind for kind, _ in before} == {"FLOCK", "POSIX"}
        with pytest.raises(BadSettings):
            await SqliteStore(path).open()
        assert locks_on(path) == before
    assert locks_on(path) == []


def locks_on(path: Path) -> list[tuple[str, str]]:
    """Which locks are on a file, as the system lists them: kind and place."""
    found = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    return sorted((kind, end) for _, kind, _, _, _, file, _, end in found if int(file.rsplit(":", 1)[1]) == path.stat().st_ino)


@pytest.mark.parametrize("content", [b"no database, but quite some text" * 40, b"SQLite format 3\0" + b"\xff" * 5000])
async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "house.db"
    path.write_bytes(content)
    for _ in range(2):
        with pytest.raises(BadSettings, match="cannot be used as the database"):
            await SqliteStore(path).open()
    assert path.read_bytes() == content


async def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    with pytest.raises(BadSettings, match="no database of puntobanco"):
        await SqliteStore(path).open()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('3f2a')")
    connection.close()
    with pytest.raises(BadSettings, match="no database of puntobanco"):
        await SqliteStore(path).open()


async def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    async with opened(f"sqlite:///{path}"):
        pass
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(BadSettings, match="newer puntobanco"):
        await SqliteStore(path).open()


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("a_file", "file is not a database"),
        ("a_file/house.db", "Not a directory"),
        ("a_folder", "it is no file"),
        ("a_pipe", "it is no file"),
        ("a_loop", "Too many levels of symbolic links"),
        ("a_link_to_nowhere/house.db", "File exists"),
        ("long" * 100, "File name too long"),
        ("/dev/null", "it is no file"),
        ("/proc/house.db", ""),
    ],
)
async def test_a_path_that_cannot_be_used_is_refused_in_one_line_and_nothing_is_left_there(
    tmp_path: Path, place: str, why: str
) -> None:
    (tmp_path / "a_file").write_text("no database" * 100)
    (tmp_path / "a_folder").mkdir()
    os.mkfifo(tmp_path / "a_pipe")
    (tmp_path / "a_loop").symlink_to("a_loop")
    (tmp_path / "a_link_to_nowhere").symlink_to("nowhere")
    before = lying_in(tmp_path)
    for ask in (lambda path: store_for(f"sqlite:///{path}"), SqliteStore):
        with pytest.raises(BadSettings, match=f"cannot be used as the database: .*{why}") as refused:
            await ask(tmp_path / place).open()
        assert "\n" not in str(refused.value)
    with pytest.raises((BadSettings, DatabaseError)), engine_for(f"sqlite:///{tmp_path / place}").connect() as connection:
        migrations.check(connection, place)
    assert lying_in(tmp_path) == before


def lying_in(place: Path) -> list[Path]:
    """All that lies in a place."""
    return sorted(place.rglob("*"))


async def test_a_start_that_fails_takes_away_what_it_made_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    path = tmp_path / "house.db"
    for there in ([], [path]):
        with monkeypatch.context() as patch:
            patch.setattr(sqlite_store, "_look_at", fails)
            with pytest.raises(BadSettings, match="disk is full"):
                await SqliteStore(path).open()
        assert lying_in(tmp_path) == there
        async with opened(f"sqlite:///{path}"):
            pass


async def test_a_path_with_odd_characters_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "hôuse #1 100%.db"
    async with opened(f"sqlite:///{path}") as store:
        await join(store, "ann")
        assert await store.balance("ann") == Balance(GRANT_CENTS, 0)
    assert path.is_file()


def definitions(path: Path) -> dict[str, str]:
    """What makes each table and index of a database, without the blanks."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'alembic_version'").fetchall()
    connection.close()
    return {name: "".join(sql.split()) for name, sql in rows}


async def test_the_migrations_make_the_schema(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/migrated.db"):
        pass
    engine = create_engine(f"sqlite:///{tmp_path}/made.db")
    schema.metadata.create_all(engine)
    engine.dispose()
    assert definitions(tmp_path / "migrated.db") == definitions(tmp_path / "made.db")


def test_the_version_of_the_schema_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", "puntobanco.bank:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == schema.VERSION


async def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic import op

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    path = tmp_path / "house.db"
    with monkeypatch.context() as patch:
        patch.setattr(op, "execute", full)
        with pytest.raises(BadSettings, match="disk is full"):
            await SqliteStore(path).open()
    assert definitions(path) == {}
    async with opened(f"sqlite:///{path}"):
        pass


async def test_a_database_that_somebody_else_keeps_locked_fails_for_now_and_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_store, "BUSY_MS", 20)
    async with opened(f"sqlite:///{tmp_path}/house.db") as store:
        with contextlib.closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreFailed, match="locked"):
                await join(store, "ann")
            assert await store.player("ann") is None  # reading goes on
            assert await store.ready()
        await join(store, "ann")
