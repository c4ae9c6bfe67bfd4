"""``puntobanco serve`` as a host meets it: one clear line and status 2 for whatever is wrong, and a clean end on SIGTERM."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.bank.sqlite import SqliteStore
from puntobanco.server.casino import open_store
from tests.server.books import check_books
from tests.server.served import Client, Served, table, true_within

Prepare = Callable[[Path], list[str]]


def taken_port(folder: Path) -> list[str]:
    listener = socket.create_server(("127.0.0.1", 0))
    _open_listeners.append(listener)
    return ["--port", str(listener.getsockname()[1]), "--database", f"sqlite:///{folder}/house.db"]


_open_listeners: list[socket.socket] = []


def database(url: str) -> Prepare:
    return lambda folder: ["--port", "0", "--database", url.replace("FOLDER", str(folder))]


def file_as_database(content: bytes) -> Prepare:
    def prepare(folder: Path) -> list[str]:
        (folder / "house.db").write_bytes(content)
        return database("sqlite:///FOLDER/house.db")(folder)

    return prepare


def other_database(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "house.db")) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    return database("sqlite:///FOLDER/house.db")(folder)


def keys(content: bytes, mode: int = 0o600) -> Prepare:
    def prepare(folder: Path) -> list[str]:
        file = folder / "house.db.key"
        file.write_bytes(content)
        file.chmod(mode)
        return database("sqlite:///FOLDER/house.db")(folder)

    return prepare


def lost_keys(folder: Path) -> list[str]:
    async def make() -> None:
        async with open_store(SqliteStore(folder / "house.db")):
            pass

    asyncio.run(make())
    return database("sqlite:///FOLDER/house.db")(folder)


def tables(text: str) -> Prepare:
    def prepare(folder: Path) -> list[str]:
        (folder / "tables.toml").write_text(text)
        return [*database("sqlite:///FOLDER/house.db")(folder), "--tables", str(folder / "tables.toml")]

    return prepare


def pipe(name: str, *options: str, beside: str = "") -> Prepare:
    """A pipe in place of a file: nobody ever writes to it. ``beside`` is a tables file that names it."""

    def prepare(folder: Path) -> list[str]:
        os.mkfifo(folder / name, 0o600)
        (folder / "tables.toml").write_text(beside)
        return [*database("sqlite:///FOLDER/house.db")(folder), *(option.replace("FOLDER", str(folder)) for option in options)]

    return prepare


WRONG: dict[str, tuple[Prepare, str]] = {
    "port in use": (taken_port, "cannot listen on 127.0.0.1 port"),
    "port too large": (lambda _: ["--port", "70000"], "'--port'"),
    "no such address": (lambda _: ["--host", "203.0.113.1", "--port", "0"], "cannot listen on 203.0.113.1"),
    "no such host": (lambda _: ["--host", "no host", "--port", "0"], "cannot listen on no host"),
    "unknown option": (lambda _: ["--colour"], "--colour"),
    "no URL": (database("house.db"), "must be a URL"),
    "unknown database": (database("mysql://me:secret@host/db"), "'mysql' are not known"),
    "database without a file": (database("sqlite://"), "names no file"),
    "database in memory": (database("sqlite:///:memory:"), "names no file"),
    "database is a folder": (database("sqlite:///FOLDER"), "cannot be used as the database"),
    "folder is a file": (database(f"sqlite:///{__file__}/house.db"), "cannot be"),
    "database is a text": (file_as_database(b"no database at all, and longer than a header" * 100), "house.db"),
    "database of something else": (other_database, "is no database of puntobanco"),
    "key file open to others": (keys(b"{}", 0o644), "others may read it (mode 0644): run chmod 600"),
    "key file is rubbish": (keys(b"rubbish"), "is no key file of puntobanco"),
    "key file is empty": (keys(b""), "is no key file of puntobanco"),
    "keys too short": (keys(b'{"sealing":"AAAA","sessions":"AAAA"}'), "not 32 bytes long"),
    "key file lost": (lost_keys, "house.db.key: is missing; restore it from your backup. With --new-key"),
    "tables file not there": (
        lambda folder: [*database("sqlite:///FOLDER/x.db")(folder), "--tables", "none.toml"],
        "none.toml: cannot be read",
    ),
    "support address that is none": (lambda _: ["--support", " \u200b "], "--support: write an address of 1 to 200"),
    "word list that is not there": (lambda _: ["--chat-words", "no-words.txt"], "no-words.txt: cannot be read"),
    "tables file is a pipe": (pipe("a.toml", "--tables", "FOLDER/a.toml"), "a.toml: cannot be read: it is no regular file"),
    "house file is a pipe": (
        pipe("a.toml", "--tables", "FOLDER/tables.toml", beside='[[table]]\nnumber = 1\nhouse_file = "a.toml"\n'),
        "a.toml: cannot be read: it is no regular file",
    ),
    "word list is a pipe": (pipe("a", "--chat-words", "FOLDER/a"), "a: cannot be read: it is no regular file"),
    "scanner codes are a pipe": (pipe("a", "--scanner-codes", "FOLDER/a"), "a: cannot be read: it is no regular file"),
    "word list is a device": (lambda _: ["--chat-words", "/dev/zero"], "/dev/zero: cannot be read: it is no regular file"),
    "key file is a pipe": (pipe("house.db.key"), "house.db.key: cannot be read: it is no regular file"),
    "database is a pipe": (pipe("house.db"), "house.db"),
    "key of a thousand parts": (tables("a" + ".a" * 1_000 + " = 1"), "line 1: a key of more than 16 parts"),
    "tables file not TOML": (tables("[[table"), "is not TOML"),
    "tables file with an unknown house": (tables('[[table]]\nnumber = 1\nhouse = "casino"\n'), "there is no house 'casino'"),
    "tables file with two faults": (tables('[[table]]\nnumber = 1\nhouse = "live"\ndecks = 99\nbets = 1\n'), "decks"),
}


def run(options: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "puntobanco", "serve", *options]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, timeout=20, check=False)


RUN_ALL = """
import contextlib, io, json, sys
from puntobanco.cli.main import run
for line in sys.stdin:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["serve", *json.loads(line)])
    print(json.dumps([status, out.getvalue(), err.getvalue()]))
"""
"""Many runs of the command in one process."""


def test_whatever_is_wrong_is_one_line_and_status_2(tmp_path: Path) -> None:
    options = []
    for name, (prepare, _) in WRONG.items():
        folder = tmp_path / name.replace(" ", "-")
        folder.mkdir()
        options.append(json.dumps(prepare(folder)))
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL],
        input="\n".join(options),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=tmp_path,
    )
    assert done.stderr == ""
    for (name, (_, wanted)), answer in zip(WRONG.items(), done.stdout.splitlines(), strict=True):
        status, out, err = json.loads(answer)
        assert (status, out) == (2, ""), (name, err)
        (line,) = err.splitlines()
        assert line.startswith("puntobanco"), name
        assert wanted in line, (name, line)
        assert "secret" not in line
    while _open_listeners:
        _open_listeners.pop().close()


def test_a_database_that_another_process_serves_is_refused_and_left_alone(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        done = run(["--port", "0", "--database", served.url], tmp_path)
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert "is in use: another puntobanco serves it" in line
        assert served.stop() == 0


async def test_sigterm_closes_every_socket_stores_what_was_answered_and_ends_with_status_0(tmp_path: Path) -> None:
    with Served(tmp_path, table(betting_seconds=1.5)) as served:
        players = [Client(served) for _ in range(3)]
        for player in players:
            await player.enter()
            await player.open_socket()
            await player.watch()
        number = (await players[0].event("betting_opened"))["round"]
        assert (await players[0].bet(1, number, "player", 500))["refusal"] is None
        for _ in range(40):
            await players[1].send(
                type="place_bet", command_id=players[1].command_id(), table=1, shoe=1, round=number, bet="player", amount_cents=500
            )
        assert served._process is not None
        served._process.send_signal(signal.SIGTERM)
        assert [await player.closed_with() for player in players] == [1012, 1012, 1012]
        process = served._process
        await true_within(lambda: process.poll() is not None)
        assert process.returncode == 0
        assert "error" not in served.log.read_text()
        assert "Traceback" not in served.log.read_text()
        check_books(served.database)
        served.start()
        assert (await players[0].get("/api/me"))["account"] == players[0].account


@pytest.mark.usefixtures("interruptible")
def test_sigint_ends_it_like_any_interrupted_command(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        assert served._process is not None
        served._process.send_signal(signal.SIGINT)
        served._process.communicate(timeout=10)
        assert served._process.returncode == 130
        assert "Traceback" not in served.log.read_text()


def test_a_stop_while_it_starts_is_no_failure(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        served.kill()
        for delay in (0.45, 0.65):
            command = [sys.executable, "-m", "puntobanco", "serve", "--port", "0", "--database", served.url]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                time.sleep(delay)
                process.terminate()
                _, said = process.communicate(timeout=10)
                assert process.returncode in (0, -signal.SIGTERM), said
                assert "Traceback" not in said


def test_without_options_the_database_lies_in_the_data_directory(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "puntobanco", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.terminate()
    assert line.startswith("Puntobanco is open: http://127.0.0.1:")
    assert process.returncode == 0
    folder = tmp_path / "puntobanco"
    assert (folder / "puntobanco.db").is_file()
    assert (folder / "puntobanco.db.key").stat().st_mode & 0o777 == 0o600


def test_a_house_whose_key_file_is_lost_goes_on_with_a_new_one_on_demand_only(tmp_path: Path) -> None:
    options = lost_keys(tmp_path)
    assert run(options, tmp_path).returncode == 2
    assert not (tmp_path / "house.db.key").exists()
    command = [sys.executable, "-m", "puntobanco", "serve", *options, "--new-key"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as served:
        assert served.stdout is not None
        assert "http://" in served.stdout.readline()
        served.terminate()
    assert (tmp_path / "house.db.key").stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_used_as_a_database_leaves_no_files_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert run(database("sqlite:///FOLDER/folder")(tmp_path), tmp_path).returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_damaged_database_is_told_and_not_opened(tmp_path: Path) -> None:
    async def play() -> None:
        player = Client(served)
        await player.enter()
        await player.open_socket()
        await player.watch()
        for _ in range(3):
            await player.event("round_settled")

    with Served(tmp_path, table(betting_seconds=0.1, card_seconds=0.01)) as served:
        asyncio.run(play())
        assert served.stop() == 0
    content = served.database.read_bytes()
    told = []
    for part in (len(content) // 2, len(content) // 4):
        served.database.write_bytes(content[:part])
        done = run(database("sqlite:///FOLDER/house.db")(tmp_path), tmp_path)
        assert done.returncode == 2
        assert "Traceback" not in done.stdout
        told.append(done.stderr.splitlines()[-1])
    assert all("damaged" in line or "cannot be used as the database" in line for line in told), told


def first_lines(folder: Path, *options: str) -> list[str]:
    """What `serve` prints until it serves."""
    command = [sys.executable, "-m", "puntobanco", "serve", "--port", "0", "--database", f"sqlite:///{folder}/house.db", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("Ctrl-C"):
            break
    process.terminate()
    out, _ = process.communicate(timeout=20)
    return out.splitlines()


def test_a_house_without_a_host_prints_a_link_at_every_start_and_on_demand(tmp_path: Path) -> None:
    first, second, asked = first_lines(tmp_path), first_lines(tmp_path), first_lines(tmp_path, "--host-link")
    for lines in (first, second, asked):
        address, link = lines
        assert address.startswith("Puntobanco is open: http://127.0.0.1:")
        assert link.startswith(f"Whoever opens this link, once, becomes the host: {address.split(': ')[1]}#/desk/link/")
    tokens = {lines[1].rsplit("/", 1)[1] for lines in (first, second, asked)}
    assert len(tokens) == 3
    kept = (tmp_path / "house.db").read_bytes()
    assert not [token for token in tokens if token.encode() in kept]
