"""Every kind of mistake in a house file, as a host meets it: ``house check`` and ``serve --tables``, by the command line itself."""

import re
from pathlib import Path

import pytest

from puntobanco import house_files
from puntobanco.cli import main
from tests.cli.commands import command

LIVE, MACAU = house_files.shipped()["live"], house_files.shipped()["macau"]


def edited(*changes: tuple[str, str], text: str = LIVE) -> str:
    """A house that ships, with lines of it changed: key, and what stands behind its =."""
    for key, value in changes:
        text, found = re.subn(rf"(?m)^{key} = (\[[^\]]*\]|.*)$", f"{key} = {value}", text)
        assert found == 1
    return text


def without(key: str) -> str:
    """The live house without one of its settings."""
    return "\n".join(line for line in LIVE.splitlines() if not line.startswith(f"{key} = "))


SHUFFLER = ("continuous_shuffler", "true")
MISTAKES: dict[str, tuple[str | bytes, str, str]] = {
    "unknown key": (LIVE + "colour = 1\n", "colour", "is no setting of a house"),
    "mistyped key": (LIVE + "betting_second = 1\n", "betting_second", "did you mean betting_seconds?"),
    "missing key": (without("burn"), "burn", "is missing"),
    "a text for a number": (edited(("decks", '"8"')), "decks", "is '8'; write a whole number from 6 to 12"),
    "a fraction of cents": (edited(("main_minimum_cents", "500.5")), "main_minimum_cents", "write a whole number"),
    "a number for yes or no": (edited(("chat", "1")), "chat", "write true or false"),
    "a number for a list": (edited(("combinations", "3")), "combinations", "write a list"),
    "a table for a number": (edited(("seats", "{ most = 7 }")), "seats", "write a whole number"),
    "a date for seconds": (edited(("card_seconds", "2026-01-01")), "card_seconds", "write a number above 0"),
    "not enough decks": (edited(("decks", "5")), "decks", "write a whole number from 6 to 12"),
    "too many decks": (edited(("decks", "13")), "decks", "write a whole number from 6 to 12"),
    "payouts in parts of cents": (
        edited(("stake_unit_cents", "10")),
        "stake_unit_cents",
        "10 would need rounding: a multiple of",
    ),
    "halves of cents": (
        edited(("banker_bets", '"no_commission"'), ("stake_unit_cents", "1")),
        "stake_unit_cents",
        "1 would need rounding: a multiple of 2",
    ),
    "a minimum between units": (
        edited(("main_minimum_cents", "550")),
        "main_minimum_cents",
        "is no multiple of the stake unit",
    ),
    "eleven behind the cut card": (
        edited(("cut_card_least", "11")),
        "cut_card_least",
        "11 is too few: the last rounds may",
    ),
    "too few for the burn of a round": (
        edited(("burn_each_round", "4"), ("cut_card_least", "14")),
        "cut_card_least",
        "14 is too few: the last rounds may need 15 cards",
    ),
    "a crossed range of the cut card": (edited(("cut_card_least", "21")), "cut_card_least", "21 is over cut_card_most, 20"),
    "a cut card before the middle": (edited(("cut_card_most", "209")), "cut_card_most", "209 is more than half the shoe, 208"),
    "crossed main limits": (edited(("main_maximum_cents", "400")), "main_minimum_cents", "500 is over main_maximum_cents, 400"),
    "crossed side limits": (edited(("side_minimum_cents", "20100")), "side_minimum_cents", "is over side_maximum_cents, 20000"),
    "an unknown bet": (edited(("bets", '["player", "dragon_seven"]'), ("combinations", "[]")), "bets", "write a list, each one of"),
    "a bet twice": (edited(("bets", '["player", "player"]'), ("combinations", "[]")), "bets", "names a bet twice"),
    "no bets": (edited(("bets", "[]"), ("combinations", "[]")), "bets", "is empty: without bets a table is a scoreboard"),
    "a kind of Banker as a bet": (
        edited(("bets", '["banker", "banker_no_commission"]'), ("combinations", "[]")),
        "bets",
        "names banker_no_commission",
    ),
    "a combination twice": (edited(("combinations", '["twin", "twin"]')), "combinations", "names a combination twice"),
    "an unknown combination": (edited(("combinations", '["double"]')), "combinations", "write a list, each one of"),
    "a combination without its parts": (
        edited(("bets", '["player", "player_pair", "tie"]')),
        "combinations",
        "twin needs banker_pair among the bets",
    ),
    "a continuous shuffler that burns": (edited(SHUFFLER), "burn", "goes with no continuous shuffler"),
    "a continuous shuffler that burns before rounds": (
        edited(SHUFFLER, ("burn", '"none"'), ("burn_each_round", "1")),
        "burn_each_round",
        "goes with no continuous shuffler",
    ),
    "a continuous shuffler and a shuffle": (
        edited(SHUFFLER, ("burn", '"none"'), ("shuffle_every_round", "true")),
        "shuffle_every_round",
        "goes with no continuous shuffler",
    ),
    "a continuous shuffler face down": (
        edited(SHUFFLER, ("burn", '"none"'), ("faces", '"down"')),
        "faces",
        "goes with no continuous shuffler",
    ),
    "a squeeze without time": (
        edited(("squeeze_seconds", '"none"'), text=MACAU),
        "squeeze_seconds",
        "is none, but the cards are squeezed",
    ),
    "a squeeze of open cards": (edited(("faces", '"up"'), text=MACAU), "faces", "is up, but the cards are squeezed"),
    "a seated squeezer without seats": (edited(("seats", "0"), text=MACAU), "seats", "is 0, but a seated bettor squeezes"),
    "a differential below the minimum": (edited(("differential_cents", "400")), "differential_cents", "no first bet would fit"),
    "a player's differential below the minimum": (
        edited(("differential_player_cents", "499")),
        "differential_player_cents",
        "no first bet would fit",
    ),
    "seconds without end": (edited(("result_seconds", "inf")), "result_seconds", "write a number above 0, at most 600"),
    "not TOML": ("decks: 8\n", "file", "is not TOML"),
    "a key twice": (LIVE + "decks = 8\n", "file", "is not TOML"),
    "empty": ("", "name", "is missing"),
    "only comments": ("# a house\n", "name", "is missing"),
    "binary": (b"\x7fELF\x02\x01\x01\x00\xff\xfe", "file", "is not UTF-8: byte 0xff at 8"),
    "of zeros": (bytes(100), "file", "is not TOML"),
    "huge": (LIVE.encode() + b"# \n" * 40_000, "file", "is longer than 65536 bytes"),
    "nested deeply": ("decks = " + "[" * 30_000, "file", "is not TOML"),
    "a number of thousands of digits": (edited(("decks", "9" * 5_000)), "file", "is not TOML"),
}
BY_SUBPROCESS = ["missing key", "binary", "huge", "nested deeply", "a number of thousands of digits"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder."""
    monkeypatch.chdir(tmp_path)


def write(mistake: str) -> tuple[str, str]:
    """Write the house with a mistake, and a tables file that opens a table of it; give its key and reason."""
    text, key, reason = MISTAKES[mistake]
    Path("mine.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    Path("tables.toml").write_text('[[table]]\nnumber = 3\nhouse_file = "mine.toml"\n')
    return key, reason


@pytest.mark.parametrize("mistake", MISTAKES)
def test_house_check_names_file_key_and_reason(capsys: pytest.CaptureFixture[str], mistake: str) -> None:
    key, reason = write(mistake)
    status = main.run(["house", "check", "mine.toml"])
    out, err = capsys.readouterr()
    assert (status, err) == (1, "")
    told = [line.removeprefix("mine.toml: ").split(": ", 1) for line in out.splitlines()]
    assert all(line.startswith("mine.toml: ") for line in out.splitlines())
    assert any(named == key and reason in said for named, said in told), out


@pytest.mark.timeout(20)  # a house that is taken would be served
@pytest.mark.parametrize("mistake", MISTAKES)
def test_serve_opens_no_table_of_it_and_says_why_in_one_line(capsys: pytest.CaptureFixture[str], mistake: str) -> None:
    key, reason = write(mistake)
    status = main.run(["serve", "--port", "0", "--database", "sqlite:///house.db", "--tables", "tables.toml"])
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("puntobanco: tables.toml: table 3: mine.toml: ")
    assert f"{key}: " in err
    assert reason in err
    assert not Path("house.db").exists()


@pytest.mark.parametrize("mistake", BY_SUBPROCESS)
def test_the_command_itself_ends_with_the_status_and_no_traceback(mistake: str) -> None:
    key, reason = write(mistake)
    checked = command("house", "check", "mine.toml")
    assert (checked.returncode, checked.stderr) == (1, "")
    served = command("serve", "--port", "0", "--database", "sqlite:///house.db", "--tables", "tables.toml")
    assert (served.returncode, served.stdout, served.stderr.count("\n")) == (2, "", 1)
    for said in (checked.stdout, served.stderr):
        assert f"{key}: " in said
        assert reason in said
        assert "Traceback" not in said


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("decks = 5", "table 3: decks is 5; write a whole number from 6 to 12"),
        ("colour = 1", "table 3: colour is no setting of a house"),
        ("cut_card_least = 11", "table 3: cut_card_least 11 is too few"),
        ("continuous_shuffler = true", "table 3: burn goes with no continuous shuffler"),
        ("differential_cents = 1", "table 3: differential_cents 1 is under main_minimum_cents"),
        ("betting_seconds = 0", "table 3: betting_seconds is 0; write a number above 0, at most 600"),
    ],
)
def test_a_setting_beside_the_house_is_checked_in_the_same_way(
    capsys: pytest.CaptureFixture[str], setting: str, reason: str
) -> None:
    Path("tables.toml").write_text(f'[[table]]\nnumber = 3\nhouse = "live"\n{setting}\n')
    assert main.run(["serve", "--port", "0", "--database", "sqlite:///house.db", "--tables", "tables.toml"]) == 2
    assert capsys.readouterr().err.startswith(f"puntobanco: tables.toml: {reason}")
