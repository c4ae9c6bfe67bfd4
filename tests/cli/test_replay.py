"""``puntobanco replay``: files, options and exit status; what a record means is tested in ``tests/game/test_record.py``."""

import json
from pathlib import Path
from typing import Any

import pytest

from puntobanco.cli import main, record_files
from puntobanco.game import record
from tests.cli.commands import command
from tests.game.golden import GOLDEN

Run = tuple[int, str, str]

EXPORTED = "round,player,banker,outcome,player_points,banker_points,natural,voided\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that writes a file, runs replay on it and returns status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run_on(name: str, content: str | bytes, *options: str) -> Run:
        Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
        status = main.run(["replay", name, *options])
        out, err = capsys.readouterr()
        return status, out, err

    return run_on


def test_the_recorded_hands_agree() -> None:
    done = command("replay", str(GOLDEN / "recorded_hands.csv"), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert list(document) == ["rounds", "left_over", "mismatches", "results"]
    assert (len(document["rounds"]), len(document["results"]), document["mismatches"]) == (200, 200, [])


def test_a_run_as_json(run: Any) -> None:
    status, out, err = run("x.txt", "10h 2S KD 4C | 3S QH 2D | 6C # left", "--json")
    assert (status, err) == (1, "")
    assert out.count("\n") == 1
    assert json.loads(out) == {
        "rounds": [
            {
                "round": 1,
                "player": ["TH", "KD", "3S"],
                "banker": ["2S", "4C"],
                "outcome": "banker",
                "player_points": 3,
                "banker_points": 6,
            }
        ],
        "left_over": ["QH", "2D", "6C"],
        "mismatches": [{"round": 1, "field": "boundary", "recorded": 4, "expected": 5}],
        "results": "B",
    }


def test_a_run_for_people(run: Any) -> None:
    status, out, err = run("x.txt", "9 2 K 4 | 3S QH 2D 6C | 6S 0 A")
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "   1  Player 9 K      = 9   Banker 2 4      = 6   player",
        "   2  Player 3S 2D 6S = 1   Banker QH 6C 0  = 6   banker",
        "2 rounds: PB",
        "left over: A",
        "round 2: a bar after 4 cards, but the round takes 6",
    ]


def test_a_table_for_people(run: Any) -> None:
    status, out, _ = run("x.csv", "player,banker,outcome\n5 4 6,3 9 Q,B\n2 3,J 5,T\n")
    assert status == 1
    assert out.splitlines()[2:] == [
        "2 rounds: PT",
        "round 1: player recorded with 3 cards, expected 2",
        "round 1: banker recorded with 3 cards, expected 2",
        "round 1: outcome recorded banker, expected player",
        "round 2: player recorded with 2 cards, expected 3",
    ]


@pytest.mark.parametrize("content", ["", "# nothing\n", b"\xef\xbb\xbf"])
def test_an_empty_run(run: Any, content: str | bytes) -> None:
    assert run("x.txt", content) == (0, "no whole round\n", "")
    assert run("x.txt", content, "--json")[1] == '{"rounds":[],"left_over":[],"mismatches":[],"results":""}\n'


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.txt", b"\xef\xbb\xbf9H 2S\r\nKD 4C\r\n"),
        ("X.TXT", "9H 2S KD 4C"),
        ("x.csv", b"\xef\xbb\xbfplayer,banker\r\n9H KD,2S 4C\r\n"),
        ("x.CSV", '"player","banker"\n"9H,KD","2S 4C"'),
        ("x.csv", "player,banker\r9H KD,2S 4C\r"),
    ],
)
def test_marks_line_ends_and_endings(run: Any, name: str, content: str | bytes) -> None:
    status, out, err = run(name, content)
    assert (status, err) == (0, "")
    assert out.startswith("   1  Player 9H KD ")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.txt", "9H 2S\nKD XX 4C", "x.txt:2: 'XX' is not a card"),
        ("x.txt", b"9H 2S\nKD \xff", "x.txt:2: not UTF-8: byte 0xff"),
        ("x.txt", "9H\x00", r"x.txt:1: '9H\x00' is not a card"),
        ("x.csv", "", "x.csv:1: there is no column player"),
        ("x.csv", "player;banker\n", "x.csv:1: there is no column player, only 'player;banker'"),
        ("x.csv", "player,banker,outcome\n9H KD,2S 4C,P\n9H KD,2S 4C,wins\n", "x.csv:3: 'wins' is no outcome"),
        ("x.csv", "player,banker\n9H,KD,2S,4C\n", "x.csv:2: 4 cells in 2 columns"),
        ("x.csv", 'player,banker\n"9H KD,2S 4C\n', "x.csv:2: not CSV: unexpected end of data"),
        ("x.csv", 'player,banker\n"9H"x,2S 4C\n', "x.csv:2: not CSV: "),
        ("x.csv", "player,banker\n" + "9" * 200_000 + ",2S\n", "x.csv:2: not CSV: field larger than field limit"),
        ("x.json", "[]", "x.json: Expected `object`, got `array`"),
        ("x.json", "{", "x.json:1: not JSON: Input data was truncated"),
        ("x.json", '{\n"rounds": [\n{"player": ["9H" "KD"]}', "x.json:3: not JSON: JSON is malformed: expected ',' or ']' (byte "),
        ("x.json", "[" * 200_000, "x.json: "),
        ("x.json", '{"a": ' + "[" * 200_000, "x.json: not JSON of a shoe: nested too deep"),
        ("x.json", " " * (8 << 20) + "{}", "x.json: is longer than 8388608 bytes"),
        ("x.json", '{"rounds": [{"player": ["9H"]}]}', "x.json: Object missing required field `banker` - at `$.rounds[0]`"),
        ("x.json", '{"rounds": [{"player": ["9H", "XX"], "banker": []}]}', "x.json: $.rounds[0]: 'XX' is not a card"),
        ("x.json", '{"rounds": [{"player": [], "banker": [], "outcome": "won"}]}', "x.json: $.rounds[0]: 'won' is no outcome"),
        ("x.csv", f"{EXPORTED}1,9H KD,2S 4C,player,10,6,true,\n", "x.csv:2: '10' is no player_points: write 0 to 9"),
        ("x.csv", f"{EXPORTED}1,9H KD,2S 4C,player,true,6,true,\n", "x.csv:2: 'true' is no player_points: write 0 to 9"),
        ("x.csv", f"{EXPORTED}1,9H KD,2S 4C,player,9,6,1,\n", "x.csv:2: '1' is no natural: write true or false"),
        ("x.csv", f"{EXPORTED}2,9H XX,,,,,false,a fault\n", "x.csv:2: 'XX' is not a card"),
        ("x.csv", f"{EXPORTED}x,9H KD,2S 4C,player,9,6,true,\n", "x.csv:2: 'x' is no round: write its number"),
        ("x.csv", f"{EXPORTED}-1,9H KD,2S 4C,player,9,6,true,\n", "x.csv:2: '-1' is no round: write its number"),
        ("x.csv", f"{EXPORTED}{'9' * 10},9H KD,2S 4C,player,9,6,true,\n", "x.csv:2: '9999999999' is no round: write its number"),
        ("x.csv", "player,banker,voided\n", "x.csv:1: there is no column round, only 'player,banker,voided'"),
        (
            "x.json",
            '{"rounds": [{"player": [], "banker": [], "round": -1}]}',
            "x.json: Expected `int` >= 0",
        ),
        ("x.json", '{"rounds": [{"player": [], "banker": [], "round": 1e400}]}', "x.json: "),
        ("x.json", '{"rounds": [{"player": [], "banker": [], "banker_points": 10}]}', "x.json: Expected `int` <= 9"),
        ("x.json", '{"rounds": [], "results": "BX"}', "x.json: Expected `str` matching regex"),
        (
            "x.json",
            '{"rounds": [{"player": [], "banker": [], "round": 1, "demonstration": 1}]}',
            "x.json: $.rounds[0]: both a round and a demonstration",
        ),
        ("x.csv", "player,banker,voided,voided\n", "x.csv:1: the column voided is there twice"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_with_file_line_and_value(
    run: Any, name: str, content: str | bytes, said: str
) -> None:
    status, out, err = run(name, content)
    assert (status, out) == (2, "")
    assert err.startswith(f"puntobanco: {said}")
    assert err.count("\n") == 1
    assert len(err) < 300


def test_a_folder_and_a_name_that_no_file_can_have(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder.txt").mkdir()
    for name in (str(tmp_path / "folder.txt"), "a\0b.txt"):
        assert main.run(["replay", name]) == 2
        err = capsys.readouterr().err
        assert "cannot be read" in err
        assert err.count("\n") == 1


def test_a_file_that_is_too_long(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_files, "FILE_BYTES_MOST", 10)
    assert run("x.txt", "9H 2S KD 4C") == (2, "", "puntobanco: x.txt: is longer than 10 bytes\n")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.txt", "9 2\nK 4 9 2 K 4 9", "x.txt:2: more than 8 cards in one file"),
        ("x.csv", "player,banker\n" + "9 K,2 4\n" * 3, "x.csv: more than 8 cards in one file"),
        ("x.csv", "player,banker\n" + "9,2\n" * 4, "x.csv: more than 3 rounds in one file"),
        ("x.json", json.dumps({"rounds": [{"player": ["9"], "banker": []}] * 4}), "x.json: more than 3 rounds in one file"),
        ("x.json", json.dumps({"rounds": [{"player": ["9"] * 9, "banker": []}]}), "x.json: more than 8 cards in one file"),
        ("x.json", json.dumps({"rounds": [], "voided": [1, 2, 3, 4]}), "x.json: more than 3 rounds in one file"),
    ],
)
def test_more_rounds_or_cards_than_any_record_has(
    name: str, content: str, said: str, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "CARDS_MOST", 8)
    monkeypatch.setattr(record, "ROUNDS_MOST", 3)
    assert run(name, content) == (2, "", f"puntobanco: {said}\n")


def test_so_many_rounds_as_are_read_are_read(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "CARDS_MOST", 12)
    monkeypatch.setattr(record, "ROUNDS_MOST", 3)
    assert run("x.csv", "player,banker\n" + "9 K,2 4\n" * 3)[0] == 0
    assert run("x.txt", "9 2 K 4 " * 3)[0] == 0


def test_a_line_that_is_too_long(run: Any) -> None:
    said = "puntobanco: x.csv:2: the line is longer than 1048576 characters\n"
    assert run("x.csv", "player,banker\n" + "," * (1 << 20) + "\n") == (2, "", said)


def test_a_table_of_a_house_is_checked_whole_and_what_does_not_count_is_passed_over(run: Any) -> None:
    rounds = (
        ",9H KD,2S 4C,player,9,6,true,",
        "1,9H KD,2S 4C,player,8,6,FALSE,",
        '2,9H,,,,,false,"the camera, dark"',
        "3,9H KD,2S 4C,player,9,6,true,",
    )
    status, out, err = run("x.csv", EXPORTED + "\n".join(rounds), "--json")
    assert (status, err) == (1, "")
    document = json.loads(out)
    assert [one["round"] for one in document["rounds"]] == [1, 3]
    assert (document["results"], document["voided"], document["demonstrations"]) == ("PP", [2], 1)
    assert document["mismatches"] == [
        {"round": 1, "field": "player_points", "recorded": 8, "expected": 9},
        {"round": 1, "field": "natural", "recorded": False, "expected": True},
    ]
    assert run("x.csv", EXPORTED + "\n".join(rounds))[1].splitlines()[2:] == [
        "2 rounds: PP",
        "voided, not dealt again: 2",
        "demonstration rounds, passed over: 1",
        "round 1: player points recorded 8, expected 9",
        "round 1: natural recorded false, expected true",
    ]


ROWS = (
    "1,9H KD,2S 4C,player,9,6,true,",
    "2,KH KD,9S KC,banker,0,9,true,",
    "3,9D KD,9S KC,tie,9,9,true,",
    "4,9D KD,8S KC,player,9,8,true,",
)
HONEST = "PBTP"
ONE, TWO, THREE, FOUR = ROWS

LIES: dict[str, tuple[tuple[str, ...], list[tuple[int, str, object, object]]]] = {
    "none": (ROWS, []),
    "none, of a shoe in play": ((ONE, TWO), []),
    "none, a voided demonstration before": ((",9H,,,,,false,a fault", ",9H KD,2S 4C,player,9,6,true,", *ROWS), []),
    "a round taken out": ((ONE, THREE, FOUR), [(2, "round", 3, 2)]),
    "the first taken out": ((TWO, THREE, FOUR), [(1, "round", 2, 1)]),
    "two taken out, apart": ((TWO, FOUR), [(1, "round", 2, 1), (2, "round", 4, 2)]),
    "rounds exchanged": ((ONE, THREE, TWO, FOUR), [(2, "round", 3, 2), (3, "round", 2, 3)]),
    "a round twice": ((*ROWS, FOUR), [(5, "round", 4, 5)]),
    "the first again": ((*ROWS, ONE), [(5, "round", 1, 5)]),
    "another number": ((ONE, f"7{TWO[1:]}", THREE, FOUR), [(2, "round", 7, 2)]),
    "the number 0": ((f"0{ONE[1:]}", TWO, THREE, FOUR), [(1, "round", 0, 1)]),
    "a number wiped": ((ONE, TWO[1:], THREE, FOUR), [(2, "round", None, 2)]),
    "the first number wiped": ((ONE[1:], TWO, THREE, FOUR), [(1, "round", 2, 1)]),
    "the last number wiped": ((ONE, TWO, THREE, FOUR[1:]), [(4, "round", None, 4)]),
    "a result voided": ((ONE, f"{TWO}oops", THREE, FOUR), [(2, "voided", True, False)]),
    "the outcome wiped and voided": ((ONE, "2,KH KD,9S KC,,0,9,false,oops", THREE, FOUR), [(2, "voided", True, False)]),
    "a natural voided": ((ONE, "2,KH KD,9S KC,,,,true,oops", THREE, FOUR), [(2, "voided", True, False)]),
    "voided without its number": ((ONE, ",KH KD,9S KC,,,,false,oops", THREE, FOUR), [(2, "round", None, 2)]),
    "a row that ends too soon": ((ONE, "2,KH KD,9S KC,tie", THREE, FOUR), [(2, "outcome", "tie", "banker")]),
    "a short row without a number": ((ONE, ",KH KD,9S KC", THREE, FOUR), [(2, "round", None, 2)]),
}


@pytest.mark.parametrize(("rows", "mismatches"), LIES.values(), ids=LIES)
def test_an_export_that_somebody_edited_is_told(
    rows: tuple[str, ...], mismatches: list[tuple[int, str, object, object]], run: Any
) -> None:
    status, out, err = run("x.csv", EXPORTED + "\n".join(rows), "--json")
    told = [tuple(one.values()) for one in json.loads(out)["mismatches"]]
    assert (status, err, told) == (1 if mismatches else 0, "", mismatches)


def as_json(rows: tuple[str, ...], results: str | None) -> dict[str, Any]:
    """The same rows as a house writes them in JSON."""
    rounds = []
    for row in rows:
        number, player, banker, outcome = row.split(",")[:4]
        rounds.append({"round": int(number), "player": player.split(), "banker": banker.split(), "outcome": outcome})
    return {"rounds": rounds} | ({"results": results} if results is not None else {})


@pytest.mark.parametrize(
    ("rows", "results", "mismatches"),
    [
        (ROWS, HONEST, []),
        (ROWS, None, []),
        ((ONE, THREE, FOUR), None, [(2, "round", 3, 2)]),
        ((ONE, THREE, FOUR), HONEST, [(2, "round", 3, 2), (2, "results", "B", "T")]),
        (ROWS, "PPTP", [(2, "results", "P", "B")]),
        (ROWS, "PBT", [(4, "results", None, "P")]),
        (ROWS, "PBTPB", [(5, "results", "B", None)]),
        ((), "B", [(1, "results", "B", None)]),
        (ROWS, "", [(1, "results", None, "P")]),
    ],
)
def test_numbers_and_results_of_json_are_compared(
    rows: tuple[str, ...], results: str | None, mismatches: list[tuple[int, str, object, object]], run: Any
) -> None:
    status, out, err = run("x.json", json.dumps(as_json(rows, results)), "--json")
    told = [tuple(one.values()) for one in json.loads(out)["mismatches"]]
    assert (status, err, told) == (1 if mismatches else 0, "", mismatches)


@pytest.mark.parametrize(
    ("edit", "mismatches"),
    [
        ({"round": None}, [(2, "round", None, 2)]),
        ({"round": None, "demonstration": 1}, [(2, "round", None, 2)]),
        ({"voided": "oops"}, [(2, "voided", True, False)]),
        ({"voided": "oops", "outcome": None}, [(3, "results", "B", "T")]),
    ],
)
def test_a_round_of_json_cannot_be_hidden(
    edit: dict[str, object], mismatches: list[tuple[int, str, object, object]], run: Any
) -> None:
    document = as_json(ROWS, HONEST)
    document["rounds"][1].update(edit)
    status, out, _ = run("x.json", json.dumps(document), "--json")
    told = [tuple(one.values()) for one in json.loads(out)["mismatches"]]
    assert (status, told) == (1, mismatches)


def test_what_was_edited_is_told_to_people(run: Any) -> None:
    rows = (ONE, TWO[1:], f"7{THREE[1:]}", f"{FOUR}oops")
    assert run("x.csv", EXPORTED + "\n".join(rows))[1].splitlines()[5:] == [
        "round 2: its number recorded none, expected 2",
        "round 3: its number recorded 7, expected 3",
        "round 4: recorded as voided, but with a result",
    ]
    assert run("x.json", json.dumps(as_json(ROWS, "PBB")))[1].splitlines()[5:] == ["round 3: results recorded B, expected T"]


def test_json_without_numbers_and_results_comes_from_elsewhere(run: Any) -> None:
    hands = {"player": ["9H", "KD"], "banker": ["2S", "4C"]}
    status, out, _ = run("x.json", json.dumps({"rounds": [hands, hands]}), "--json")
    assert (status, json.loads(out)["results"]) == (0, "PP")
    assert run("x.json", json.dumps({"rounds": [hands, hands], "results": "PP"}))[0] == 1


def test_a_replay_of_voided_rounds_that_was_printed_is_read_again(run: Any) -> None:
    rows = (ONE, "2,9H,,,,,false,a fault", THREE, "4,,,,,,false,dark", "5,,,,,,false,dark")
    printed = run("x.csv", EXPORTED + "\n".join(rows), "--json")[1]
    assert json.loads(printed)["voided"] == [2, 4, 5]
    assert run("x.json", printed, "--json") == (0, printed, "")
    forged = printed.replace('"voided":[2,4,5]', '"voided":[4,2,5]')
    assert run("x.json", forged)[0] == 1


def test_columns_of_other_tables_mean_nothing(run: Any) -> None:
    """Only a house's own table has the column ``voided``; in others a round without a number counts like any other."""
    status, out, _ = run("x.csv", "round,player,banker,player_points,natural\n,9H KD,2S 4C,many,perhaps\n", "--json")
    assert (status, json.loads(out)["results"]) == (0, "P")


def test_a_replay_that_was_printed_is_read_again(run: Any) -> None:
    printed = run("x.txt", "9H 2S KD 4C 3S QH 2D 6C 6S JH", "--json")[1]
    assert run("x.json", printed, "--json") == (0, printed, "")
    changed = printed.replace('"outcome":"player"', '"outcome":"tie"').replace('"banker_points":6', '"banker_points":5', 1)
    status, out, _ = run("x.json", changed)
    assert (status, out.splitlines()[3:]) == (
        1,
        ["round 1: outcome recorded tie, expected player", "round 1: banker points recorded 5, expected 6"],
    )


def test_a_pair_is_known_by_its_ranks_and_else_not_judged(run: Any) -> None:
    head = "round,player,banker,player_pair,banker_pair,voided\n"
    assert run("x.csv", head + "1,9 9,2 5,false,true,\n")[1].splitlines()[2:] == [
        "round 1: player pair recorded false, expected true",
        "round 1: banker pair recorded true, expected false",
    ]
    assert run("x.csv", head + "1,0 0 8,K 0 9,false,true,\n")[0] == 0


def test_one_shoe(run: Any) -> None:
    twice = "9H 2S KD 4C 9H 2S KD 4C"
    assert run("x.txt", twice, "--decks", "1")[0] == 0
    status, out, _ = run("x.txt", twice, "--one-shoe", "--decks", "1")
    assert status == 1
    assert "round 2: 9H comes 2 times, but the decks of one shoe hold it 1 times" in out.splitlines()
    document = json.loads(run("x.txt", twice, "--one-shoe", "--decks", "1", "--json")[1])
    assert document["impossible"][0] == {"card": "9H", "copies": 2, "most": 1, "round": 2}
    assert json.loads(run("x.txt", twice, "--one-shoe", "--json")[1])["impossible"] == []


def test_the_decks_are_the_options_else_those_of_the_house_else_eight(run: Any) -> None:
    def copies_taken(*options: str) -> int:
        return next(count for count in range(20) if run("x.txt", "9H " * (count + 1), "--one-shoe", *options)[0] == 1)

    assert copies_taken() == 8
    assert copies_taken("--house", "classic") == 8
    assert copies_taken("--house", "classic", "--decks", "12") == 12
    Path("six.toml").write_text(command("house", "show", "classic").stdout.replace("decks = 8", "decks = 6"))
    assert copies_taken("--house", "six.toml") == 6


def test_an_unknown_house_is_bad_usage(run: Any) -> None:
    status, out, err = run("x.txt", "", "--house", "nowhere")
    assert (status, out) == (2, "")
    assert err.startswith("puntobanco: 'nowhere' is no house")
