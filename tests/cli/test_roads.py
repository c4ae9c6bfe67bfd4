"""``puntobanco roads``: what it reads and prints; the roads themselves are tested in ``tests/game/test_roads.py``."""

import json
import os
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from puntobanco.cli import main, roads_picture
from puntobanco.game.roads import Roads, parse_results
from puntobanco.game.rules import Outcome
from tests.cli.commands import COMMAND, command, start
from tests.game.golden import golden

KEYS = ["bead", "big", "waiting_ties", "big_eye", "small", "cockroach", "ask", "good_roads"]
VECTORS: list[dict[str, Any]] = golden("roads.json")["derived"]
SVG = "{http://www.w3.org/2000/svg}"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command in this process."""
    status = main.run(["roads", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def marks(cells: list[dict[str, Any]]) -> str:
    """The marks of a derived road as the golden file writes them."""
    return "".join(cell["mark"][0].upper() for cell in cells)


def test_json_of_one_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "b P莊 閑t", "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    document = json.loads(out)
    assert list(document) == KEYS
    assert [bead["outcome"] for bead in document["bead"]] == ["B", "P", "B", "P", "T"]
    assert document["big"][3] == {"col": 3, "row": 0, "outcome": "P", "ties": 1}
    assert document["ask"]["player"] == {"big_eye": "blue", "small": "blue", "cockroach": "blue"}
    assert document["good_roads"] == ["single_jump"]


def test_stdin_is_one_shoe_a_line_and_a_document_each() -> None:
    shoes = [vector["results"] for vector in VECTORS]
    assert "" in shoes
    done = command("roads", "-", stdin="\n".join(shoes))
    assert (done.returncode, done.stderr) == (0, "")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(documents) == len(VECTORS)
    for document, vector in zip(documents, VECTORS, strict=True):
        assert [marks(document[road]) for road in KEYS[3:6]] == [vector[road] for road in KEYS[3:6]]


def test_the_same_shoe_as_argument_and_as_line(capsys: pytest.CaptureFixture[str]) -> None:
    done = command("roads", "-", "--json", stdin=b"\xef\xbb\xbfBPPT\r\n\n")
    one, empty = done.stdout.splitlines(keepends=True)
    assert one == run(capsys, "BPPT", "--json")[1]
    assert empty == run(capsys, "", "--json")[1]


def test_an_answer_does_not_wait_for_the_next_line() -> None:
    with start("roads", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"BPT\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["big"][1]["ties"] == 1
        process.stdin.close()
        assert process.wait(20) == 0


def test_a_wrong_line_ends_the_run_after_the_answers_before_it() -> None:
    done = command("roads", "-", stdin="BP\n\nPQ\nT\n")
    assert (done.returncode, done.stdout.count("\n")) == (2, 2)
    assert done.stderr.startswith("puntobanco: stdin:3: 'Q', character 2, is no result: B, P and T are")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"B\n\xff", "stdin:2: not UTF-8: byte 0xff at 0"),
        (b"B" * (1 << 20) + b"B", "stdin:1: the line is longer than 1048576 bytes"),
    ],
)
def test_a_line_that_is_no_text(line: bytes, said: str) -> None:
    done = command("roads", "-", stdin=line)
    assert (done.returncode, done.stderr) == (2, f"puntobanco: {said}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["BXP"], "puntobanco: RESULTS: 'X', character 2, is no result: B, P and T are (or 莊 閑 和, 庄 闲 和)"),
        (["B,P", "--json"], "puntobanco: RESULTS: ',', character 2, is no result"),
        ([], "puntobanco roads: Missing argument 'RESULTS'"),
        (["B", "P"], "puntobanco roads: Got unexpected extra argument(s) (P)"),
        (["-", "--svg", "x.svg"], "puntobanco: --svg and --png draw one shoe: give its results in place of -"),
        (["-", "--png", "x.png"], "puntobanco: --svg and --png draw one shoe: give its results in place of -"),
        (["B", "--svg", "no/where.svg"], "puntobanco: no/where.svg: No such file or directory"),
        (["B", "--png", "."], "puntobanco: .: Is a directory"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_boards_as_letters(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "TBBBBBBBTPPBPTTTTTTTTTT")
    assert (status, err) == (0, "")
    assert out.split("\n\n")[:4] == [
        "23 rounds: Banker 8, Player 3, Tie 12",
        "Bead plate\nT B P T\nB B T T\nB T T T\nB P T T\nB P T T\nB B T .",
        "Big road\nB1P B P+\nB P . .\nB . . .\nB . . .\nB . . .\nB B1. .",
        "Big eye boy\nr b\n. b\n. .\n. .\n. .\n. .",
    ]
    assert "\nAsk Banker: big eye boy r, small road b, cockroach pig b\nAsk Player: " in out
    assert "Good roads: none\n" in out


def test_an_empty_shoe_and_one_of_ties(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "")[1].count("nothing yet") == 5
    out = run(capsys, "TT")[1]
    assert "Ties that wait for the first win: 2\n" in out
    assert out.count("nothing yet") == 4


def test_good_roads_are_named_and_promise_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "PPPPBBBB")[1]
    assert "Good roads: long banker, pair sticks\n" in out
    assert out.endswith("Roads record the past. They say nothing about the next round.\n")


def on_terminal(results: str, **environment: str) -> str:
    """What the command prints where a person looks."""
    primary, secondary = os.openpty()
    given = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    given |= {"TERM": "xterm-256color", "COLUMNS": "40", **environment}
    with subprocess.Popen([*COMMAND, "roads", results], stdout=secondary, env=given) as process:
        os.close(secondary)
        said = b""
        while True:
            try:
                said += os.read(primary, 1 << 16)
            except OSError:  # nobody writes any more
                break
        assert process.wait(20) == 0
    os.close(primary)
    return said.decode().replace("\r\n", "\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_has_colours_unless_it_says_no() -> None:
    coloured, plain = on_terminal("BPT"), on_terminal("BPT", NO_COLOR="1")
    for colour in ("31mB ", "34mP ", "32mT "):
        assert f"\x1b[{colour}" in coloured
        assert f"\x1b[{colour}" not in plain
    assert "\nBig road\nB " in plain


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_on_a_narrow_terminal_the_oldest_columns_leave() -> None:
    said = on_terminal("BP" * 25 + "TT", NO_COLOR="1")
    assert "Bead plate\nB " in said
    assert "Big road (columns 30 to 49 of 50)\n" + "B P " * 9 + "B P2\n" in said


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_the_newest_mark_left_of_a_long_tail_does_not_leave() -> None:
    said = on_terminal("B" * 40 + "P", NO_COLOR="1")
    assert "Big road (columns 1 to 20 of 35)\nP \x1b[2m. " in said


def shapes(picture: str) -> list[tuple[float, float]]:
    """Where the shapes of a picture have their middle; what is drawn has to lie within it."""
    root = ET.fromstring(picture)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    places = []
    for shape in root.findall(f"{SVG}g"):
        x, y = map(float, shape.attrib["transform"].removeprefix("translate(").split(")")[0].split())
        assert 0 < x < width
        assert 0 < y < height
        places.append((x, y))
    return places


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_a_picture_has_every_cell_once(vector: dict[str, Any]) -> None:
    results = vector["results"]
    places = shapes(roads_picture.svg(Roads(parse_results(results))))
    marks = sum(len(vector[road]) for road in KEYS[3:6])
    counts_and_ask_marks = 6 + 8
    assert len(places) == len(results) + len(results.replace("T", "")) + marks + counts_and_ask_marks
    assert len(set(places)) == len(places)


def test_a_picture_says_what_it_is_and_of_too_many_rounds_shows_the_newest() -> None:
    picture = roads_picture.svg(Roads(parse_results("BP" * 300 + "BBBB")))
    assert ET.fromstring(picture).findtext(f"{SVG}title") == (
        "Roads of 604 rounds: Banker 304, Player 300, Tie 0. Good roads: long banker"
    )
    assert len(set(shapes(picture))) == len(shapes(picture))
    assert picture.count(f'fill="{roads_picture.NEWEST}"') == 5


def test_every_count_can_be_drawn() -> None:
    assert set(roads_picture.STROKES) >= set("0123456789") | {outcome.letter for outcome in Outcome}


def test_svg_and_png_are_the_same_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, png, other = tmp_path / "a.svg", tmp_path / "a.png", tmp_path / "b.png"
    status, out, err = run(capsys, "TBPPBBTT", "--json", "--svg", str(svg), "--png", str(png))
    assert (status, err) == (0, "")
    assert list(json.loads(out)) == KEYS
    picture = svg.read_text(encoding="utf-8")
    size = [int(ET.fromstring(picture).attrib[side]) * roads_picture.PNG_ZOOM for side in ("width", "height")]
    written = png.read_bytes()
    assert written[:8] == b"\x89PNG\r\n\x1a\n"
    assert list(struct.unpack(">II", written[16:24])) == size
    assert written == roads_picture.png(picture)
    run(capsys, "TBPPBBTP", "--png", str(other))
    assert other.read_bytes() != written
