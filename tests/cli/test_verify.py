"""``puntobanco verify``: files, options and exit status; what a record must show is tested in ``tests/proof``."""

import json
from pathlib import Path
from typing import Any

import pytest

from puntobanco.cli import main
from tests.cli.commands import command
from tests.game.golden import GOLDEN

SHARED = GOLDEN / "proof" / "shared.json"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that writes a file, verifies it and returns status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run_on(content: str | bytes, *options: str) -> tuple[int, str, str]:
        Path("record.json").write_bytes(content.encode() if isinstance(content, str) else content)
        status = main.run(["verify", "record.json", *options])
        return status, *capsys.readouterr()

    return run_on


def test_a_record_that_holds() -> None:
    done = command("verify", str(SHARED))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "table 3, shoe 12, finished: everything holds",
        "      8  log entries",
        "      3  contributions",
        "    312  card hashes",
        "    169  card texts",
        "     34  rounds",
        "      1  voided rounds",
        "    312  cards from the secret",
        "      6  full decks",
        "1 attempt at its order failed: somebody did not open.",
    ]


def test_a_record_that_holds_as_json(run: Any) -> None:
    status, out, err = run(SHARED.read_bytes(), "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == {
        "verified": True,
        "table": 3,
        "shoe": 12,
        "failure": None,
        "state": "finished",
        "checks": {
            "log_entries": 8,
            "contributions": 3,
            "card_hashes": 312,
            "card_texts": 169,
            "rounds": 34,
            "voided_rounds": 1,
            "cards_from_the_secret": 312,
            "full_decks": 6,
        },
        "attempts_failed": 1,
        "unchecked": [],
        "marks": ["1 attempt at its order failed: somebody did not open."],
    }


@pytest.mark.parametrize(
    ("name", "said"),
    [("in_play", "still in play"), ("never_opened", "was never opened"), ("first_card", "No player shared in this shoe")],
)
def test_what_could_not_be_checked_is_said(run: Any, name: str, said: str) -> None:
    status, out, err = run((GOLDEN / "proof" / f"{name}.json").read_bytes())
    assert (status, err) == (0, "")
    assert said in out


def tampered() -> tuple[str, int]:
    """The record with another face for a card, and that card's number."""
    document = json.loads(SHARED.read_text())
    card = document["rounds"][0]["player"][0]
    card["text"] = f"S-1-{card['text'].split('-')[2]}"
    return json.dumps(document), card["number"]


def test_what_is_wrong_is_named(run: Any) -> None:
    content, number = tampered()
    status, out, err = run(content)
    assert (status, err) == (1, "")
    failure = f"card {number}: the text does not belong to the hash published for it"
    assert out.splitlines() == ["table 3, shoe 12: does NOT hold", failure]
    status, out, err = run(content, "--json")
    assert (status, err) == (1, "")
    document = json.loads(out)
    assert (document["verified"], document["failure"], document["checks"]) == (False, failure, {})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no record of a shoe"),
        ("{}", "missing required field"),
        (b"\xff", "no record of a shoe"),
        (SHARED.read_text().replace('"version": 2', '"version": 9'), "version 9 of the record is not known"),
        (SHARED.read_text().replace('"outcome": "tie"', '"outcome": "draw"', 1), "of the record: Invalid enum value"),
    ],
    ids=["nothing", "no fields", "no text", "another version", "no outcome"],
)
def test_what_is_no_record_is_one_line_on_stderr(run: Any, content: str | bytes, said: str) -> None:
    status, out, err = run(content)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("puntobanco: record.json: ")
    assert said in err


@pytest.mark.parametrize("path", ["none.json", ".", "a\0b", "/dev/zero"])
def test_a_file_that_cannot_be_read(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["verify", path]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "cannot be read" in err
