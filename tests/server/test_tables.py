"""Which tables are opened: the default set, and a host's file with every fault named."""

from pathlib import Path

import pytest

from puntobanco.errors import BadSettings
from puntobanco.house_files import load, shipped
from puntobanco.server.tables import default_tables, read_tables

MOST = 3


def read(folder: Path, text: str | bytes) -> str:
    """The fault that a file is refused with."""
    file = folder / "tables.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadSettings) as fault:
        read_tables(file, most=MOST)
    message = str(fault.value)
    assert message.startswith(str(file))
    return message.removeprefix(str(file))


def test_one_table_of_every_house_is_open_by_default() -> None:
    tables = default_tables()
    assert [table.number for table in tables] == [1, 2, 3, 4, 5]
    assert {table.rules.name for table in tables} == set(shipped())


def test_every_table_plays_its_house_with_all_its_settings() -> None:
    for table in default_tables():
        assert table.rules == load(table.rules.name)


def test_a_file_names_houses_house_files_and_any_setting(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(shipped()["classic"].replace('name = "classic"', 'name = "mine"'))
    (tmp_path / "tables.toml").write_text(
        '[[table]]\nnumber = 7\nhouse = "live"\nbetting_seconds = 2\nmain_maximum_cents = 1_000_000\n'
        '[[table]]\nnumber = 2\nhouse_file = "mine.toml"\nchat = false\n'
    )
    first, second = read_tables(tmp_path / "tables.toml", most=MOST)
    assert (first.number, first.rules.name, first.rules.betting_seconds, first.rules.main_maximum_cents) == (
        7,
        "live",
        2,
        1_000_000,
    )
    assert (second.number, second.rules.name, second.rules.chat) == (2, "mine", False)


ENTRY = "[[table]]\nnumber = 1\n"
LIVE = f'{ENTRY}house = "live"\n'

FAULTS: dict[str, tuple[str | bytes, str]] = {
    "not TOML": ("[[table]", ": is not TOML"),
    "not UTF-8": (b"\xff\xfe", ": is not UTF-8: byte 0xff at 0"),
    "nested too deeply": ("x = " + "[" * 5_000 + "]" * 5_000, ": is not TOML of tables"),
    "a number too long": (f"{LIVE}betting_seconds = {'9' * 5_000}\n", ": is not TOML"),
    "a key given twice": (LIVE + 'house = "live"\n', ": is not TOML"),
    "empty": ("", ": must hold [[table]] entries only"),
    "one table and no list": ('[table]\nnumber = 1\nhouse = "live"\n', ": must hold [[table]] entries only"),
    "a list of numbers": ("table = [1]\n", ": must hold [[table]] entries only"),
    "another key": (f"colour = 1\n{LIVE}", ": must hold [[table]] entries only"),
    "no entries": ("table = []\n", ": has 0 tables; 1 to 3 can be opened"),
    "too many": ("".join(LIVE.replace("1", str(number)) for number in range(1, 5)), ": has 4 tables; 1 to 3 can be opened"),
    "no number": ('[[table]]\nhouse = "live"\n', ": entry 1: number is missing"),
    "number zero": (LIVE.replace("1", "0"), ": entry 1: number is 0"),
    "number too large": (LIVE.replace("1", "10000"), ": entry 1: number is 10000"),
    "number as a text": (LIVE.replace("1", '"1"'), ": entry 1: number is '1'"),
    "number true": (LIVE.replace("1", "true"), ": entry 1: number is True"),
    "number as a fraction": (LIVE.replace("1", "1.0"), ": entry 1: number is 1.0"),
    "a number twice": (LIVE * 2, ": table number 1 is given twice"),
    "no house": (ENTRY, ": table 1: write either house"),
    "house and house file": (f'{LIVE}house_file = "mine.toml"\n', ": table 1: write either house"),
    "house as a number": (f"{ENTRY}house = 1\n", ": table 1: write either house"),
    "house empty": (f'{ENTRY}house = ""\n', ": table 1: write either house"),
    "unknown house": (f'{ENTRY}house = "casino"\n', ": table 1: there is no house 'casino'; there are chips, classic"),
    "house as a path": (f'{ENTRY}house = "../live.toml"\n', ": table 1: there is no house"),
    "house file not there": (f'{ENTRY}house_file = "none.toml"\n', ": table 1: "),
    "house file of another ending": (f'{ENTRY}house_file = "none.txt"\n', ": table 1: "),
    "house file empty": (f'{ENTRY}house_file = ""\n', ": table 1: "),
    "unknown setting": (f"{LIVE}colour = 1\n", ": table 1: colour is no setting of a house"),
    "setting of a wrong type": (
        f'{LIVE}betting_seconds = "long"\n',
        ": table 1: betting_seconds is 'long'; write a number above 0, at most 600",
    ),
    "seconds not a number": (
        f"{LIVE}betting_seconds = nan\n",
        ": table 1: betting_seconds is nan; write a number above 0, at most 600",
    ),
    "seconds without end": (
        f"{LIVE}betting_seconds = inf\n",
        ": table 1: betting_seconds is inf; write a number above 0, at most 600",
    ),
    "no seconds": (f"{LIVE}betting_seconds = 0\n", ": table 1: betting_seconds is 0; write a number above 0, at most 600"),
    "limits that cross": (
        f"{LIVE}main_minimum_cents = 600_000\n",
        ": table 1: main_minimum_cents 600000 is over main_maximum_cents",
    ),
    "a unit that rounds": (f"{LIVE}stake_unit_cents = 5\n", ": table 1: stake_unit_cents 5 would need rounding"),
    "too few cards behind": (f"{LIVE}cut_card_least = 3\n", ": table 1: cut_card_least 3 is too few"),
    "a squeeze of open cards": (f'{LIVE}squeeze = "highest_bettor"\n', ": table 1: squeeze_seconds is none"),
    "too many seats": (f"{LIVE}seats = 15\n", ": table 1: seats is 15"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_of_a_tables_file_is_named(tmp_path: Path, fault: str) -> None:
    text, beginning = FAULTS[fault]
    message = read(tmp_path, text)
    assert message.startswith(beginning)
    assert "\n" not in message


def test_every_fault_of_a_house_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("decks = 8\n")
    message = read(tmp_path, f'{ENTRY}house_file = "mine.toml"\n')
    assert message.startswith(": table 1: ")
    assert "stake_unit_cents: is missing" in message


def test_a_tables_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="cannot be read: No such file"):
        read_tables(tmp_path / "none.toml", most=MOST)
    with pytest.raises(BadSettings, match="cannot be read: Is a directory"):
        read_tables(tmp_path, most=MOST)
