"""``puntobanco house``, and where house files come from."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from puntobanco import house_files
from puntobanco.cli import main
from puntobanco.errors import BadHouse, BadSettings
from puntobanco.game.house import HouseRules, parse, to_settings
from tests.cli.commands import COMMAND

NAMES = ["chips", "classic", "live", "macau", "studio"]
CLASSIC = house_files.shipped()["classic"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run a house command that has nothing to say on stderr; return status and stdout."""
    status = main.run(["house", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    return status, out


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder."""
    monkeypatch.chdir(tmp_path)


def test_five_houses_ship_and_load_by_name() -> None:
    assert list(house_files.shipped()) == NAMES
    assert [house_files.load(name).name for name in NAMES] == NAMES


def test_list_has_a_line_a_house(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "list")
    assert (status, [line.split()[0] for line in out.splitlines()]) == (0, NAMES)
    assert "100.00-10,000.00" in out


def test_list_as_json_has_every_setting_of_every_house(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "list", "--json")
    houses = json.loads(out)["houses"]
    assert (status, [house["name"] for house in houses]) == (0, NAMES)
    keys = list(HouseRules.__struct_fields__)
    assert all(list(house) == keys for house in houses)


@pytest.mark.parametrize("name", NAMES)
def test_show_prints_what_check_accepts(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, text = run(capsys, "show", name)
    assert status == 0
    assert parse(text) == house_files.load(name)
    Path("mine.toml").write_text(text)
    assert run(capsys, "check", "mine.toml") == (0, "mine.toml: valid\n")
    assert run(capsys, "show", "mine.toml") == (0, text)


@pytest.mark.parametrize("name", NAMES)
def test_show_as_json_has_null_for_none(capsys: pytest.CaptureFixture[str], name: str) -> None:
    document = json.loads(run(capsys, "show", name, "--json")[1])
    settings = to_settings(house_files.load(name))
    may_be_none = {"differential_cents", "differential_player_cents", "squeeze_seconds"}
    assert {key: "none" if key in may_be_none and value is None else value for key, value in document.items()} == {
        key: list(value) if isinstance(value, tuple) else value for key, value in settings.items()
    }


def test_check_names_every_fault_with_key_and_reason(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text(CLASSIC.replace("decks = 8", "decks = 5").replace("chat = true", "chatt = true"))
    status, out = run(capsys, "check", "mine.toml")
    assert (status, out.count("\n")) == (1, 3)
    assert out.startswith("mine.toml: chatt: is no setting of a house; did you mean chat?\n")
    assert "mine.toml: decks: is 5; write a whole number from 6 to 12" in out
    assert "mine.toml: chat: is missing" in out


def test_check_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text(CLASSIC)
    assert json.loads(run(capsys, "check", "mine.toml", "--json")[1]) == {"file": "mine.toml", "valid": True, "faults": []}
    Path("mine.toml").write_text(CLASSIC.replace("seats = 7", ""))
    status, out = run(capsys, "check", "mine.toml", "--json")
    faults = [{"key": "seats", "reason": "is missing"}]
    assert (status, json.loads(out)) == (1, {"file": "mine.toml", "valid": False, "faults": faults})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "name: is missing"),
        (b"decks = ", "file: is not TOML"),
        (b"\xff", "file: is not UTF-8: byte 0xff at 0"),
        (b"x" * 70_000, "file: is longer than 65536 bytes"),
        (b"a = " + b"[" * 20_000, "file: is not TOML"),
        (b'"a\\nb" = 1', "a b: is no setting of a house"),
        (b"decks = " + b"1" * 5_000, "file: is not TOML"),
        (CLASSIC.replace("decks = 8", "decks = 0x" + "f" * 5_000).encode(), "decks: is a number too long to show"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_file_that_is_no_house_fails_the_check_and_is_bad_usage_elsewhere(
    capsys: pytest.CaptureFixture[str], content: bytes, said: str
) -> None:
    Path("mine.toml").write_bytes(content)
    status, out = run(capsys, "check", "mine.toml")
    assert status == 1
    assert out.startswith(f"mine.toml: {said}")
    for arguments in (["house", "show", "mine.toml"], ["settle", "--house", "mine.toml"]):
        assert main.run(arguments) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith(f"puntobanco: mine.toml: {said}")


def test_a_byte_order_mark_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text("\ufeff" + CLASSIC)
    assert run(capsys, "check", "mine.toml")[0] == 0


@pytest.mark.parametrize("name", ["", "Live", "live ", "classic.tml", "../classic", "houses/classic"])
def test_what_names_no_house(name: str) -> None:
    with pytest.raises(BadSettings, match="is no house: the houses are chips, classic, live, macau, studio"):
        house_files.load(name)


@pytest.mark.parametrize("path", ["nowhere.toml", "no/where.toml", "a\0b.toml", ".toml"])
def test_a_path_that_cannot_be_read(path: str) -> None:
    with pytest.raises(BadSettings, match="cannot be read"):
        house_files.load(path)


def test_a_folder_is_no_house() -> None:
    Path("mine.toml").mkdir()
    with pytest.raises(BadSettings, match=r"mine.toml: cannot be read: Is a directory"):
        house_files.load("mine.toml")


def test_a_name_that_ships_comes_before_a_file_and_a_path_says_which() -> None:
    Path("live").write_text("nothing")
    assert house_files.load("live").name == "live"
    Path("live.toml").write_text(CLASSIC)
    assert house_files.load("live.toml").name == "classic"
    Path("live.toml").write_text("")
    with pytest.raises(BadHouse, match=r"^live\.toml: "):
        house_files.load("live.toml")


@pytest.mark.parametrize("arguments", [["house", "list"], ["house", "list", "--json"], ["replay", "x.txt"]])
def test_where_a_person_looks_it_is_drawn(arguments: list[str]) -> None:
    Path("x.txt").write_text("9H 2S KD 4C | 3S | QH 2D 6C 6S JH AC")
    primary, secondary = os.openpty()
    environment: dict[str, Any] = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120"}
    running = subprocess.Popen([*COMMAND, *arguments], stdout=secondary, stderr=subprocess.PIPE, env=environment)
    os.close(secondary)
    drawn = b""
    try:
        while piece := os.read(primary, 4096):
            drawn += piece
    except OSError:  # Linux says so when the other end has been closed
        pass
    os.close(primary)
    assert running.communicate()[1] == b""
    assert b"\r\n" in drawn
    if "--json" in arguments:
        assert json.loads(drawn.replace(b"\r\n", b"\n"))["houses"]
        assert b'  "houses"' in drawn
    else:
        assert b"\x1b[" in drawn
