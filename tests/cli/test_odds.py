"""``puntobanco odds``: the contract, option by option, and every bad input one clear line."""

import json
import os
import pty
import shlex
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from puntobanco import house_files
from puntobanco.analysis.composition import full_shoe
from puntobanco.analysis.engine import SHOES_BEFORE
from puntobanco.analysis.odds import odds_of
from puntobanco.cli.jsonlines import WrongLine
from puntobanco.cli.odds import CODES, Answerer
from puntobanco.cli.streams import LINE_BYTES_MOST
from puntobanco.game.bets import Bet, Combination
from puntobanco.game.cards import parse_cards
from tests.cli.commands import COMMAND, command

ANSWERER = Answerer(8, [Bet.BANKER])


def odds(*options: str, house: str = "live", stdin: str = "") -> Any:
    """Return the document that the command prints for a house."""
    done = command("odds", "--house", house, "--json", *options, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def code(given: bytes) -> str:
    """Return the code that a line is refused with, or "answered"."""
    answer = ANSWERER.line(given, 3)
    if not isinstance(answer, WrongLine):
        return "answered"
    assert answer.line == 3
    assert "\n" not in answer.message
    assert 0 < len(answer.message) < 500
    return answer.error


def test_the_document_of_the_contract() -> None:
    document = odds()
    assert (document["decks"], document["cards"]) == (8, 416)
    assert document["combinations"] == {
        "player": 2230518282592256,
        "banker": 2292252566437888,
        "tie": 475627426473216,
        "total": 4998398275503360,
    }
    assert list(document["bets"]) == [bet.value for bet in Bet]
    banker = document["bets"]["banker"]
    assert banker == {
        "rtp": 0.989420942157528,
        "house_edge": 0.010579057842472012,
        "rtp_exact": "10732465128097/10847218479825",
        "win": 0.458597422632763,
        "push": 0.0951559680236402,
        "lose": 0.44624660934359683,
        "standard_deviation": 0.9273720217932128,
    }
    assert float(Fraction(banker["rtp_exact"])) == banker["rtp"]
    assert sum(document["ties"]) == document["margins"]["0"] == document["combinations"]["tie"]
    assert "removal" not in document


@pytest.mark.parametrize("house", ["chips", "classic", "live", "macau", "studio"])
def test_the_bets_of_each_house_are_told(house: str) -> None:
    assert list(odds(house=house)["bets"]) == [bet.value for bet in house_files.load(house).offered]


def test_decks_and_bets_are_chosen() -> None:
    document = odds("--decks", "6", "--bets", "tie, twin,triple,tie")
    assert document["cards"] == 312
    assert list(document["bets"]) == ["tie", "twin", "triple"]
    six = odds_of(full_shoe(6))
    assert document["bets"]["triple"]["standard_deviation"] == six.returns(Combination.TRIPLE).standard_deviation


def test_removed_cards_come_from_the_line_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    file.write_text("# burned\n9H | 10♥,\r\nkd # and one more: 2C\n", encoding="utf-8")
    given = odds("--removed", "9H TH,KD")
    assert odds("--removed-file", str(file)) == given
    assert given["cards"] == 413
    expected = odds_of(full_shoe(8).without(parse_cards("9H TH KD"))).returns(Bet.TIE).rtp
    assert Fraction(given["bets"]["tie"]["rtp_exact"]) == expected


def test_the_effect_of_removal_is_told_where_it_is_wanted() -> None:
    effects = odds("--removal", "--bets", "player,twin")["removal"]
    assert list(effects) == ["player", "twin"]
    assert "".join(effects["player"]) == "A23456789TJQK"
    shoe = full_shoe(8)
    change = odds_of(shoe.without(parse_cards("5C"))).returns(Bet.PLAYER).rtp - odds_of(shoe).returns(Bet.PLAYER).rtp
    assert effects["player"]["5"] == float(change)


def test_a_person_gets_a_table() -> None:
    done = command("odds", "--house", "classic", "--removal")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "416 cards of 8 decks; every figure is exact before it is rounded here."
    assert lines[1] == "Player 44.6247 %, Banker 45.8597 %, tie 9.5156 %"
    at = next(number for number, line in enumerate(lines) if line.startswith("bet "))
    assert lines[at].split("  ")[0] == "bet"
    assert lines[at + 2].split() == "banker 98.942094 1.057906 45.859742 9.515597 44.624661 0.927372".split()
    assert lines[-3].split()[:5] == ["player", "-0.45", "-0.54", "-0.67", "-1.20"]


def test_a_terminal_gets_the_same_table_uncut() -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "40", "TERM": "xterm", "NO_COLOR": "1"}
    with subprocess.Popen([*COMMAND, "odds", "--house", "classic"], stdout=theirs, env=environment) as running:
        os.close(theirs)
        seen = b""
        try:
            while chunk := os.read(ours, 4096):
                seen += chunk
        except OSError:  # Linux's way to say that nobody writes any more
            pass
        os.close(ours)
    assert running.returncode == 0
    assert b"98.942094" in seen
    assert b"0.927372" in seen
    assert "…".encode() not in seen


def test_batch_answers_line_by_line_in_their_order() -> None:
    lines = '{"decks": 8, "removed": ["9H", "KD"]}\n\nfoo\n{"decks": 6}\n{"removed": ["9h"]}\n{}\n'
    done = command("odds", "--house", "live", "--bets", "banker", "--batch", stdin="\ufeff" + lines)
    assert (done.returncode, done.stderr) == (1, "")
    first, wrong, *others = [json.loads(line) for line in done.stdout.splitlines()]
    assert first == odds("--bets", "banker", "--removed", "9H KD")
    assert (wrong["error"], wrong["line"]) == ("malformed", 3)
    assert [answer["cards"] for answer in others] == [312, 415, 416]


def test_batch_without_a_wrong_line_is_done() -> None:
    done = command("odds", "--house", "live", "--batch", "--json", "--decks", "12", stdin='{"removed": []}')
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["cards"] == 624


def test_a_long_batch_says_the_same_before_and_after_it_changes_to_machine_code() -> None:
    first, last = '{"decks": 8, "removed": ["5S", "6D"]}\n', '{"decks": 7}\n'
    done = command("odds", "--house", "live", "--batch", "--bets", "tie", stdin=first + last * SHOES_BEFORE + first)
    assert (done.returncode, done.stderr) == (0, "")
    answers = done.stdout.splitlines()
    assert len(answers) == SHOES_BEFORE + 2
    assert answers[0] == answers[-1]
    assert len(set(answers)) == 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{}", "answered"),
        ('{"decks": 1, "removed": [], "note": {"a": 1}}', "answered"),
        ("[]", "malformed"),
        ("nothing", "malformed"),
        ('{"decks": 0}', "malformed"),
        ('{"decks": 13}', "malformed"),
        ('{"decks": 8.0}', "malformed"),
        ('{"decks": true}', "malformed"),
        ('{"decks": null}', "malformed"),
        (f'{{"decks": {"9" * 5000}}}', "malformed"),
        ('{"removed": "9H"}', "malformed"),
        ('{"removed": [9]}', "malformed"),
        ('{"decks": 1, "decks": 2}', "malformed"),
        ('{"removed": [], "removed": ["1X"]}', "malformed"),
        ("[" * 100_000, "malformed"),
        ('{"a": ' + "[" * 100_000, "malformed"),
        (" " * LINE_BYTES_MOST + "{}", "malformed"),
        ('{"removed": ["1X", "9H", "9H"], "decks": 1}', "unknown_card"),
        ('{"removed": [""]}', "unknown_card"),
        ('{"removed": ["9H", "9H"], "decks": 1}', "impossible_card"),
        (
            json.dumps(
                {"removed": parse_cards(" ".join(f"{rank}{suit}" for rank in "A23456789TJQ" for suit in "SHDC")), "decks": 1}
            ),
            "too_few_cards",
        ),
    ],
)
def test_a_wrong_line_has_its_code(line: str, expected: str) -> None:
    assert code(line.encode()) == expected


def test_a_line_that_is_no_text_is_malformed() -> None:
    assert code(b'{"removed": ["9\xff"]}') == "malformed"


def test_six_cards_have_odds_but_none_after_a_removal() -> None:
    gone = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC"][6:]
    line = json.dumps({"decks": 1, "removed": gone}).encode()
    assert code(line) == "answered"
    answer = Answerer(8, [Bet.TIE], removal=True).line(line, 1)
    assert isinstance(answer, WrongLine)
    assert answer.error == "too_few_cards"


@given(
    st.binary(max_size=60)
    | st.text(max_size=60).map(str.encode)
    | st.recursive(
        st.none() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["decks", "removed", "x"]), inner),
    ).map(lambda value: json.dumps(value).encode())
)
def test_any_line_is_answered(line: bytes) -> None:
    assert code(line) in {"answered", *CODES.values()}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "puntobanco odds: Missing option '--house'"),
        ("--house nowhere", "puntobanco: 'nowhere' is no house"),
        ("--house live --decks 0", "puntobanco odds: Invalid value for '--decks'"),
        ("--house live --decks 13", "puntobanco odds: Invalid value for '--decks'"),
        ("--house live --removed 9X", "puntobanco: --removed: '9X' is not a card"),
        ("--house live --decks 1 --removed '9H 9H'", "puntobanco: --removed: 9H: 2 are removed, but the shoe holds 1"),
        ("--house live --removed-file nowhere.txt", "puntobanco: nowhere.txt: cannot be read: No such file or directory"),
        ("--house live --removed-file /dev/zero", "puntobanco: /dev/zero: cannot be read: it is no regular file"),
        ("--house live --removed-file a.txt --removed 9H", "puntobanco: --removed and --removed-file are two ways"),
        ("--house live --bets banker,foo", "puntobanco: --bets: 'foo' is no bet: the bets are player, "),
        ("--house live --bets ''", "puntobanco: --bets: '' is no bet"),
        ("--house classic --bets player,twin", "puntobanco: --bets: twin is not offered by classic, which takes player, "),
        ("--house chips --bets banker_no_commission", "puntobanco: --bets: banker_no_commission is not offered by chips"),
        ("--house live --batch --removed 9H", "puntobanco: --batch reads from stdin"),
        ("--house live --batch --removed-file a.txt", "puntobanco: --batch reads from stdin"),
    ],
)
def test_wrong_usage_is_one_line(arguments: str, message: str) -> None:
    done = command("odds", *shlex.split(arguments))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


def test_too_few_cards_are_one_line(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    file.write_text(" ".join(f"{rank}{suit}" for rank in "A23456789TJQ" for suit in "SHDC"), encoding="utf-8")
    done = command("odds", "--house", "live", "--decks", "1", "--removed-file", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"puntobanco: {file}: 4 cards are left: a coup may need 6\n"


def test_a_file_that_is_wrong_is_named_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    for content, told in (
        (b"9H\nKD 1S\n", f"{file}:2: '1S' is not a card"),
        (b"9H\nKD\xff\n", f"{file}:2: not UTF-8: byte 0xff"),
        (b"9H " * 400_000, f"{file}: is longer than 1048576 bytes"),
    ):
        file.write_bytes(content)
        done = command("odds", "--house", "live", "--removed-file", str(file))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"puntobanco: {told}")
