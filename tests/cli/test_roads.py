"""``puntobanco roads``: what it reads and prints; the roads themselves are tested in ``tests/game/test_roads.py``."""

import json
import os
import struct
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest

from puntobanco.cli import main, roads_picture
from puntobanco.cli.roads_strokes import STROKES
from puntobanco.errors import BadRecord
from puntobanco.game.good_roads import PATTERNS, GoodRoad, standing
from puntobanco.game.roads import RESULTS_MOST, ROWS_MOST, Roads, parse_results
from puntobanco.game.roads_document import document as document_of
from puntobanco.game.rules import Outcome
from tests.cli.commands import COMMAND, command, start
from tests.game.golden import GOLDEN, golden

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
        ([], "puntobanco: give one of these: the results of a shoe, - for stdin, or --from FILE"),
        (["-", "--from", "x.csv"], "puntobanco: give one of these: the results of a shoe, - for stdin, or --from FILE"),
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


@pytest.mark.parametrize("rows", [1, 5, ROWS_MOST])
def test_rows_move_the_cells_and_change_no_mark(rows: int, capsys: pytest.CaptureFixture[str]) -> None:
    results = "TBBBBBBBBPPBTPBPPPPPPPPPBB"
    six = json.loads(run(capsys, results, "--json")[1])
    document = json.loads(run(capsys, results, "--json", "--rows", str(rows))[1])
    assert max(cell["row"] for cell in document["bead"]) == min(rows, len(results)) - 1
    for road in ("bead", "big", "big_eye", "small", "cockroach"):
        for cell, other in zip(document[road], six[road], strict=True):
            assert 0 <= cell["row"] < rows
            assert {key: cell[key] for key in cell if key not in ("col", "row")} == {
                key: other[key] for key in other if key not in ("col", "row")
            }
    assert [document[key] for key in ("ask", "good_roads")] == [six[key] for key in ("ask", "good_roads")]
    boards = run(capsys, results, "--rows", str(rows))[1].split("\n\n")
    assert boards[1].count("\n") == rows


def test_rows_of_stdin_and_of_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = command("roads", "-", "--rows", "2", stdin="BBB\nPPP\n")
    assert [json.loads(line)["big"][2] for line in done.stdout.splitlines()] == [
        {"col": 1, "row": 1, "outcome": winner, "ties": 0} for winner in "BP"
    ]
    for rows in ("1", str(ROWS_MOST)):
        picture = tmp_path / f"{rows}.svg"
        assert run(capsys, "BBB", "--rows", rows, "--svg", str(picture))[0] == 0
        assert picture.read_text() == roads_picture.svg(Roads(parse_results("BBB"), rows=int(rows)))


@pytest.mark.parametrize("rows", ["0", "31", "-1", "x", "1_0", "１０", " 10", "1.0", "9" * 5000])
def test_rows_that_no_board_has(rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "BBB", "--rows", rows)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "--rows" in err


@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_picture_is_drawn_into_no_pipe_or_device(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe, device = tmp_path / "pipe", tmp_path / "device"
    os.mkfifo(pipe)
    device.symlink_to("/dev/null")
    said = "it is no regular file\n"
    for path in (pipe, device):
        assert run(capsys, "BPT", option, str(path)) == (2, "", f"puntobanco: {path}: {said}")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run(capsys, "BPT", option, str(pipe)) == (2, "", f"puntobanco: {pipe}: {said}")
    finally:
        os.close(reader)


def test_two_pictures_are_not_written_into_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "a.svg"
    said = f"puntobanco: --svg and --png {picture}: two pictures need two files\n"
    assert run(capsys, "BP", "--svg", str(picture), "--png", str(tmp_path / "." / "a.svg")) == (2, "", said)
    assert not picture.exists()


def test_a_picture_takes_the_place_of_a_longer_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "a.svg"
    picture.write_bytes(b"x" * 1_000_000)
    assert run(capsys, "BPT", "--svg", str(picture))[0] == 0
    assert picture.read_text() == roads_picture.svg(Roads(parse_results("BPT")))


def test_a_shoe_has_no_more_results_than_any_has_and_the_longest_line_is_refused_at_its_beginning() -> None:
    most = command("roads", "-", stdin="BP" * (RESULTS_MOST // 2))
    assert (most.returncode, len(json.loads(most.stdout)["bead"])) == (0, RESULTS_MOST)
    longest = "B" * (1 << 20)
    done = command("roads", "-", stdin=longest)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "puntobanco: stdin:1: more than 10000 results of one shoe\n")
    began = time.process_time()
    with pytest.raises(BadRecord):
        parse_results(longest)
    assert time.process_time() - began < 0.1, "reading all of it takes longer than that"


FILES = {
    "txt.txt": "BPT\n",
    "bom.txt": "\ufeffB P 和",
    "outcome.csv": "round,outcome\n1,banker\n2,P\n3,t\n",
    "hands.csv": "player,banker\n2H 3S 3D,KD 9H\n9H KD,2S 4C\n9H KD,9S TC\n",
    "some.csv": "player,banker,outcome\n,,B\n9H KD,2S 4C,\n,,tie\n",
    "exported.csv": "round,player,banker,outcome,voided\n,,,player,\n1,,,banker,\n2,9H,,,a fault\n3,,,player,\n4,,,tie,\n",
    "shoe.csv": "table,shoe,outcome\n1,1,B\n1,1,P\n1,1,T\n",
    "exported.json": json.dumps(
        {
            "results": "PPP",
            "rounds": [
                {"round": None, "demonstration": 1, "player": [], "banker": [], "outcome": "player"},
                {"round": 1, "player": ["2H", "3S", "4D"], "banker": ["KD", "9H"], "outcome": "banker", "voided": None},
                {"round": 2, "player": ["9H"], "banker": [], "outcome": None, "voided": "a fault"},
                {"round": 3, "player": ["9H", "KD"], "banker": ["2S", "4C"]},
                {"round": 4, "player": ["9H", "KD"], "banker": ["9S", "TC"], "outcome": "tie"},
            ],
        }
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_a_shoe_from_a_file_is_drawn_like_its_results(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / name
    file.write_text(FILES[name], encoding="utf-8")
    svg = tmp_path / "a.svg"
    assert run(capsys, "--from", str(file), "--rows", "4", "--svg", str(svg)) == run(capsys, "BPT", "--rows", "4")
    assert run(capsys, "--from", str(file), "--json") == run(capsys, "BPT", "--json")
    assert svg.read_text() == roads_picture.svg(Roads(parse_results("BPT"), rows=4))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("several.txt", "# an evening\nBPT\n\nPP\n"),
        ("several.csv", "shoe,outcome\n1,B\n1,P\n1,T\n2,P\n2,P\n"),
        ("blanks.csv", "shoe,outcome\n1,B\n 1,P\n1 ,T\n2,P\n2\t,P\n"),
        ("in turn.csv", "table,shoe,outcome\n1,7,B\n2,7,P\n1,7,P\n2,7,P\n1,7,T\n"),
        ("back.csv", "shoe,outcome\n1,B\n1,P\n2,P\n2,P\n1,T\n"),
        ("tables.csv", "table,shoe,outcome\n1,7,B\n1,7,P\n1,7,T\n2,7,P\n2,7,P\n"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_several_shoes_of_a_file_are_a_document_a_line(
    name: str, content: str, options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_text(content)
    shoes = ["BPT", "", "PP"] if name.endswith(".txt") else ["BPT", "PP"]
    encoded = b"".join(msgspec.json.encode(document_of(Roads(parse_results(shoe)))) + b"\n" for shoe in shoes)
    assert command("roads", "--from", str(file), *options).stdout.encode() == encoded
    status, out, err = run(capsys, "--from", str(file), "--svg", str(tmp_path / "x.svg"))
    assert (status, out) == (2, "")
    assert err == f"puntobanco: --svg and --png draw one shoe: give its results in place of {file}, which has {len(shoes)} shoes\n"


def test_the_recorded_results_are_read_as_stdin_reads_them() -> None:
    file = GOLDEN / "recorded_results.txt"
    lines = [line for line in file.read_text().splitlines(keepends=True) if not line.startswith("#")]
    drawn = command("roads", "--from", str(file))
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert drawn.stdout == command("roads", "-", stdin="".join(lines)).stdout
    assert drawn.stdout.count("\n") == len(lines) == 150


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.txt", b"BP\nBX\n", "x.txt:2: 'X', character 2, is no result"),
        ("x.txt", b"BP\nB\xff\n", "x.txt:2: not UTF-8: byte 0xff"),
        ("x.txt", b"P\n" + b"B" * 10_001, "x.txt:2: more than 10000 results of one shoe"),
        ("x.txt", b"\n" * 100_001, "x.txt:100001: more than 100000 shoes in one file"),
        (
            "x.csv",
            b"shoe,outcome\n" + b"".join(b"%d,B\n" % shoe for shoe in range(100_001)),
            "x.csv: more than 100000 shoes in one file",
        ),
        ("x.csv", b"", "x.csv:1: neither outcome nor player and banker is a column of ''"),
        ("x.csv", b"player,result\n", "x.csv:1: neither outcome nor player and banker is a column of 'player,result'"),
        ("x.csv", b"outcome,outcome\n", "x.csv:1: the column outcome is there twice"),
        ("x.csv", b"shoe,outcome,Shoe\n1,B,2\n", "x.csv:1: the column shoe is there twice"),
        ("x.csv", b"table,table,outcome\n1,1,B\n", "x.csv:1: the column table is there twice"),
        ("x.csv", b"outcome\nB\nwon\n", "x.csv:3: 'won' is no outcome"),
        ("x.csv", b"round,outcome\n1,B\n2,\n", "x.csv:3: a round without an outcome, and not both of its hands to tell it by"),
        ("x.csv", b"player,banker\n9H KX,2S 4C\n", "x.csv:2: 'KX' is not a card"),
        ("x.csv", b"outcome\n" + b"B\n" * 10_001, "x.csv:10002: more than 10000 results of one shoe"),
        ("x.csv", b'outcome\n"B\n', "x.csv:2: not CSV"),
        ("x.json", b"[]", "x.json: Expected `object`, got `array`"),
        ("x.json", b'{"rounds": [{"player": [], "banker": []}]}', "x.json: round 1: a round without an outcome"),
        ("x.md", b"B", "x.md: '.md' is neither .txt nor .csv nor .json"),
        ("x", b"B", "x: 'no ending' is neither .txt nor .csv nor .json"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_with_file_line_and_value(
    name: str, content: bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(content)
    status, out, err = run(capsys, "--from", name)
    assert (status, out) == (2, "")
    assert err.startswith(f"puntobanco: {said}")
    assert err.count("\n") == 1


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--from", "no/where.csv") == (2, "", "puntobanco: no/where.csv: cannot be read: No such file or directory\n")


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
    roads = Roads(parse_results(results))
    places = shapes(roads_picture.svg(roads))
    marks = sum(len(vector[road]) for road in KEYS[3:6])
    counts_and_ask_marks = 6 + 8
    assert len(places) == len(results) + len(results.replace("T", "")) + marks + counts_and_ask_marks + len(standing(roads))
    assert len(set(places)) == len(places)


def test_a_picture_says_what_it_is_and_of_too_many_rounds_shows_the_newest() -> None:
    picture = roads_picture.svg(Roads(parse_results("BP" * 300 + "BBBB")))
    assert ET.fromstring(picture).findtext(f"{SVG}title") == (
        "Roads of 604 rounds: Banker 304, Player 300, Tie 0. Good roads: long banker"
    )
    assert len(set(shapes(picture))) == len(shapes(picture))
    assert picture.count(f'fill="{roads_picture.NEWEST}"') == 5


@pytest.mark.parametrize("rows", [1, 2, 3, 7, 12, 30])
def test_a_picture_of_any_rows_has_every_cell_once(rows: int) -> None:
    results = "BBPPPTBPBBBBBBBPPBPTTBPBPPPBBBBBPPPPP" * 3
    roads = Roads(parse_results(results), rows=rows)
    places = shapes(roads_picture.svg(roads))
    marks = sum(len(line.marks) for line in roads.derived.values())
    assert len(places) == len(results) + len(results.replace("T", "")) + marks + 6 + 8 + len(standing(roads))
    assert len(set(places)) == len(places)


def test_every_count_and_every_good_road_can_be_drawn() -> None:
    names = "".join(GoodRoad).replace("_", " ").upper() + "".join(PATTERNS.values())
    assert set(STROKES) >= set("0123456789") | {outcome.letter for outcome in Outcome} | set(names)


def test_good_roads_stand_on_the_picture_each_with_its_name_and_pattern_and_beside_the_counts() -> None:
    roads = Roads(parse_results("T" * 111 + "PPB" * 111 + "BBB"))
    good = standing(roads)
    assert good == ["long_banker", "player_sticks", "pair_sticks"], "no more stand at once, and none is longer"
    picture = ET.fromstring(roads_picture.svg(roads))
    found = [shape for shape in picture.findall(f"{SVG}g") if shape.find(f"{SVG}rect[@rx='11']") is not None]
    lefts, rights = [], []
    for shape, road in zip(found, good, strict=True):
        box = shape.find(f"{SVG}rect")
        assert box is not None
        x = float(shape.attrib["transform"].removeprefix("translate(").split()[0])
        lefts.append(x + float(box.attrib["x"]))
        rights.append(lefts[-1] + float(box.attrib["width"]))
        drawn = [path.attrib["d"] for path in shape.iter(f"{SVG}path")]
        assert drawn == [STROKES[sign] for sign in road.replace("_", " ").upper() + PATTERNS[road] if sign != " "]
    counts = max(x for x, y in shapes(roads_picture.svg(roads))[:6]) + 30
    assert counts < lefts[0] < rights[0] < lefts[1] < rights[1] < lefts[2] < rights[2] < float(picture.attrib["width"])
    assert roads_picture.svg(Roads(parse_results("BPPPB"))).count('rx="11"') == 0


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
