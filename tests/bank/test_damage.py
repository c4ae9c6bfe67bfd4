"""Databases that are damaged, and copies in places where nothing may be written."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puntobanco.bank.audit import Audit
from puntobanco.bank.database import engine_for
from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import StoreBroken
from puntobanco.errors import BadSettings
from tests.bank.conftest import opened
from tests.bank.kept import join, kept
from tests.table.driven import rules

Damage = Callable[[Path], None]


async def play(path: Path) -> None:
    async with opened(f"sqlite:///{path}") as store:
        table = await kept(store, "ann", "bob", house=rules("live"))
        table.play_rounds(40, "ann", "bob")
        await table.save()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of a house that played."""
    asyncio.run(play(tmp_path / "house.db"))
    return tmp_path / "house.db"


def cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def spoil_pages(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for place in range(4096, len(content), 3 * 4096):
        content[place : place + 8] = b"\xff" * 8
    path.write_bytes(content)


def spoil_head(path: Path) -> None:
    path.write_bytes(b"no database" + path.read_bytes()[11:])


@pytest.mark.parametrize("damage", [cut_in_half, spoil_pages, spoil_head])
def test_a_damaged_database_is_not_opened_and_left_as_it_is(path: Path, damage: Damage) -> None:
    damage(path)
    left = path.read_bytes()
    for _ in range(2):
        with pytest.raises(BadSettings, match=r"database disk image is malformed|file is not a database"):
            asyncio.run(SqliteStore(path).open())
    assert path.read_bytes() == left


async def test_damage_while_it_is_open_is_told_from_what_may_pass(path: Path) -> None:
    async with opened(f"sqlite:///{path}") as store:
        await asyncio.to_thread(cut_in_half, path)
        asked = [store.own_table(1), join(store, "eve"), store.record("ann", before=None, limit=99), store.shoe_events(1, 1)]
        for told in await asyncio.gather(*asked, return_exceptions=True):
            assert isinstance(told, StoreBroken), told
            assert str(told).endswith(": database disk image is malformed")


@pytest.fixture
def copy(path: Path) -> Iterator[Path]:
    """A copy that this test may read but not write, in a place that it may not write to; root takes another user for it."""
    place = Path(tempfile.mkdtemp())
    shutil.copy(path, place / "copy.db")
    (place / "copy.db").chmod(0o444)
    place.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield place / "copy.db"
    os.seteuid(user)
    place.chmod(0o755)
    shutil.rmtree(place)


def test_a_copy_in_a_place_that_is_only_for_reading_can_be_audited(copy: Path) -> None:
    with pytest.raises(PermissionError):
        (copy.parent / "copy.db-shm").touch()
    engine = engine_for(f"sqlite:///{copy}")
    with engine.connect() as connection:
        audit = Audit(connection, "copy")
        assert list(audit.differences()) == []
    engine.dispose()
    assert audit.checked.rounds == 40
    assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]
