"""``puntobanco audit`` from outside: what it prints where, and its exit status."""

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from puntobanco.bank.sqlite import SqliteStore
from puntobanco.cli import main
from puntobanco.server.settings import STARTING_CREDITS_CENTS
from tests.bank.kept import kept
from tests.table.driven import rules


async def play(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    table = await kept(store, "ann", house=rules("live"))
    table.play_rounds(3, "ann")
    await table.save()
    await store.close()


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The URL of a database in which some rounds were played."""
    asyncio.run(play(tmp_path / "house.db"))
    return f"sqlite:///{tmp_path}/house.db"


def spoil(url: str) -> None:
    with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE accounts SET balance_cents = balance_cents + 1 WHERE id = 'player:ann'")


def test_books_that_add_up_print_nothing_and_exit_0(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["audit", "--database", url]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "3 rounds" in printed.err
    assert printed.err.endswith("no difference\n")


def test_each_difference_is_a_line_and_the_exit_status_is_1(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(url)
    assert main.run(["audit", "--database", url]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == ["balance", "sum"]


def test_a_difference_is_one_line_of_plain_signs_whatever_stands_in_the_database(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
        name = "'a' || char(10, 13, 27, 91, 51, 49, 109, 8238, 0) || CAST(x'ff' AS TEXT)"
        connection.execute(f"INSERT INTO accounts VALUES ({name}, 5)")
    assert main.run(["audit", "--database", url]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        r"balance: a \x1b[31m\u202e\x00\xff: is 5, and its transfers sum up to 0",
        "sum: accounts: the balances sum up to 5 and not to 0",
    ]


def test_gifts_of_other_amounts_than_the_program_gives_are_differences(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE transfers SET amount_cents = amount_cents + 7 WHERE kind = 'grant'")
        connection.execute("UPDATE accounts SET balance_cents = balance_cents + 7 WHERE id = 'player:ann'")
        connection.execute("UPDATE accounts SET balance_cents = balance_cents - 7 WHERE id = 'issue'")
    assert main.run(["audit", "--database", url]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith(f"gives {STARTING_CREDITS_CENTS + 7}, a grant is {STARTING_CREDITS_CENTS}")


def test_json_is_one_document(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["audit", "--database", url, "--json"]) == 0
    clean = json.loads(capsys.readouterr().out)
    assert (clean["differences"], clean["count"]) == ([], 0)
    assert clean["checked"]["rounds"] == 3
    spoil(url)
    assert main.run(["audit", "--database", url, "--json"]) == 1
    spoiled = json.loads(capsys.readouterr().out)
    assert spoiled["count"] == len(spoiled["differences"]) == 2
    assert set(spoiled["differences"][0]) == {"kind", "subject", "message"}


def test_the_default_is_the_database_that_serve_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main.run(["audit"]) == 2
    assert str(tmp_path / "puntobanco/puntobanco.db") in capsys.readouterr().err
    asyncio.run(play(tmp_path / "puntobanco/puntobanco.db"))
    assert main.run(["audit"]) == 0


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite:///missing.db", "no such database"),
        ("sqlite:///words.txt", "not a database"),
        ("sqlite:///empty.db", "no puntobanco has served it yet"),
        ("sqlite:///songs.db", "no database of puntobanco"),
        ("sqlite:///folder", "folder cannot be used as the database: it is no file"),
        ("sqlite:///" + "long" * 2_000, "longlong cannot be used as the database: File name too long"),
        ("sqlite:///loop.db", "loop.db cannot be used as the database: Too many levels of symbolic links"),
        ("postgresql://u:secret@h/d", "not known"),
        ("house.db", "must be a URL"),
    ],
)
def test_what_cannot_be_audited_is_one_line_and_exit_2(
    url: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("no database, but quite some text " * 40)
    Path("empty.db").touch()
    Path("folder").mkdir()
    Path("loop.db").symlink_to("loop.db")
    with contextlib.closing(sqlite3.connect("songs.db")) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    for options in ([], ["--json"]):
        assert main.run(["audit", "--database", url, *options]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert why in printed.err
        assert "secret" not in printed.err
        assert len(printed.err.splitlines()) == 1
