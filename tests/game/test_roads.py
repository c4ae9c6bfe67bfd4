"""The roads: golden vectors, the slow oracle, and what holds of every shoe."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from puntobanco.errors import BadRecord
from puntobanco.game.good_roads import PATTERNS, GoodRoad, standing
from puntobanco.game.roads import Derived, Line, Mark, Roads, parse_results
from puntobanco.game.roads_document import document
from puntobanco.game.rules import Outcome
from tests.game import roads_oracle
from tests.game.golden import golden

VECTORS = golden("roads.json")
LETTERS = {Mark.RED: "R", Mark.BLUE: "B", None: "-", Outcome.BANKER: "B", Outcome.PLAYER: "P"}
SIDES = (Outcome.BANKER, Outcome.PLAYER)

# Long streaks and storms of ties come seldom where every result is drawn alone.
shoes = st.lists(st.tuples(st.sampled_from("BPT"), st.integers(1, 14)), max_size=30).map(
    lambda runs: "".join(letter * length for letter, length in runs)[:120]
)


def vectors(key: str) -> pytest.MarkDecorator:
    """Parametrize with the vectors of one kind."""
    return pytest.mark.parametrize("vector", VECTORS[key], ids=lambda vector: vector["name"])


def roads_of(results: str, rows: int = 6) -> Roads:
    """The roads of results written as letters."""
    return Roads(parse_results(results), rows=rows)


def drawn(roads: Roads, line: Line[Any]) -> str:
    """The cells of a road as the vectors write them."""
    return " ".join(f"{column},{row}" for column, row in (divmod(place, roads.rows) for place in line.places))


def letters(line: Line[Any]) -> str:
    """The marks of a road as the vectors write them."""
    return "".join(LETTERS[mark] for mark in line.marks)


def asked(roads: Roads, winner: Outcome) -> str:
    """The ask marks as the vectors write them."""
    return "".join(LETTERS[mark] for mark in roads.asked(winner).values())


@vectors("bead_plate")
def test_a_bead_plate(vector: dict[str, Any]) -> None:
    beads = document(roads_of(vector["results"])).bead
    assert " ".join(f"{bead.col},{bead.row}" for bead in beads) == vector["cells"]
    assert "".join(bead.outcome for bead in beads) == vector["results"]


@vectors("big_road")
def test_a_big_road(vector: dict[str, Any]) -> None:
    roads = roads_of(vector["results"])
    assert letters(roads.big) == "".join(streak[0] * int(streak[1:]) for streak in vector["streaks"])
    assert roads.lengths == [int(streak[1:]) for streak in vector["streaks"]]
    assert (roads.leading_ties, len(roads.ties)) == (vector["leading_ties"], len(roads.big.marks))
    found = [(sum(roads.lengths[:streak]) + wins, ties) for streak, wins, ties in vector["ties"]]
    assert [(cell, ties) for cell, ties in enumerate(roads.ties) if ties] == found
    assert drawn(roads, roads.big) == " ".join(vector.get("cells", [drawn(roads, roads.big)]))


@vectors("derived")
def test_derived_roads_and_ask_marks(vector: dict[str, Any]) -> None:
    roads = roads_of(vector["results"])
    for road in Derived:
        line = roads.derived[road]
        assert letters(line) == vector[road.value]
        assert drawn(roads, line) == vector.get(f"{road}_cells", drawn(roads, line))
    assert asked(roads, Outcome.BANKER) == vector["ask_banker"]
    assert asked(roads, Outcome.PLAYER) == vector["ask_banker"].translate(str.maketrans("RB", "BR"))


@vectors("good_roads")
def test_good_roads(vector: dict[str, Any]) -> None:
    assert [road.value for road in standing(roads_of(vector["results"]))] == vector["good_roads"]


def test_every_good_road_has_a_pattern_and_a_vector() -> None:
    assert list(PATTERNS) == list(GoodRoad)
    assert {name for vector in VECTORS["good_roads"] for name in vector["good_roads"]} == {road.value for road in GoodRoad}


@given(shoes, st.integers(1, 8))
def test_the_oracle_draws_the_same(results: str, rows: int) -> None:
    roads = roads_of(results, rows)
    wins = results.replace("T", "")
    assert letters(roads.big) == wins
    assert [divmod(place, rows) for place in roads.big.places] == roads_oracle.drawn(wins, rows)
    assert roads.ties == roads_oracle.ties(results)
    for back, line in enumerate(roads.derived.values(), 1):
        assert letters(line) == roads_oracle.derived(results, back)
        assert [divmod(place, rows) for place in line.places] == roads_oracle.drawn(letters(line), rows)
    assert asked(roads, Outcome.BANKER) == roads_oracle.asked(results, "B")
    assert asked(roads, Outcome.PLAYER) == roads_oracle.asked(results, "P")


@given(shoes, st.integers(0, 120))
def test_one_result_more_at_a_time_gives_the_roads_of_the_whole(results: str, early: int) -> None:
    roads = roads_of(results[:early])
    before = document(roads)
    for outcome in parse_results(results[early:]):
        roads.add(outcome)
    after = document(roads)
    assert after == document(roads_of(results))
    for road in ("bead", "big_eye", "small", "cockroach"):
        old = getattr(before, road)
        assert getattr(after, road)[: len(old)] == old, f"what {road} had drawn was moved"


@given(shoes, shoes, shoes, st.integers(1, 8))
def test_a_copy_goes_its_own_way(results: str, one: str, other: str, rows: int) -> None:
    roads = roads_of(results, rows)
    copy = roads.copy()
    for drawn_on, more in ((copy, one), (roads, other)):
        for outcome in parse_results(more):
            drawn_on.add(outcome)
    assert document(copy) == document(roads_of(results + one, rows))
    assert document(roads) == document(roads_of(results + other, rows))


@given(shoes)
def test_ask_marks_are_blank_together_or_opposite_and_come_true(results: str) -> None:
    roads = roads_of(results)
    banker, player = (roads.asked(side) for side in SIDES)
    for road in Derived:
        assert {banker[road], player[road]} in ({None}, {Mark.RED, Mark.BLUE})
    for letter, promised in (("B", banker), ("P", player)):
        then = roads_of(results + letter)
        for road in Derived:
            new = then.derived[road].marks[len(roads.derived[road].marks) :]
            assert new == [mark for mark in [promised[road]] if mark is not None]


@given(shoes, st.integers(1, 8))
def test_no_two_cells_share_a_place_and_none_leaves_the_board(results: str, rows: int) -> None:
    shown = document(roads_of(results, rows))
    for cells in (shown.bead, shown.big, shown.big_eye, shown.small, shown.cockroach):
        places = {(cell.col, cell.row) for cell in cells}
        assert len(places) == len(cells)
        assert all(column >= 0 and 0 <= row < rows for column, row in places)
    assert len(shown.bead) == len(results)
    assert len(shown.big) + sum(cell.ties for cell in shown.big) + shown.waiting_ties == len(results)


@given(shoes, st.integers(1, 12))
def test_derived_marks_do_not_know_how_many_rows_are_drawn(results: str, rows: int) -> None:
    six, other = roads_of(results), roads_of(results, rows)
    assert [line.marks for line in six.derived.values()] == [line.marks for line in other.derived.values()]
    assert six.asked(Outcome.BANKER) == other.asked(Outcome.BANKER)
    assert standing(six) == standing(other)


@given(shoes)
def test_ties_change_no_derived_road_and_no_good_road(results: str) -> None:
    with_ties, without = roads_of(results), roads_of(results.replace("T", ""))
    assert [line.places for line in with_ties.derived.values()] == [line.places for line in without.derived.values()]
    assert standing(with_ties) == standing(without)


def test_the_document_is_the_one_that_is_promised() -> None:
    assert msgspec.json.decode(msgspec.json.encode(document(roads_of("TBPTP")))) == {
        "bead": [{"col": 0, "row": row, "outcome": letter} for row, letter in enumerate("TBPTP")],
        "big": [
            {"col": 0, "row": 0, "outcome": "B", "ties": 1},
            {"col": 1, "row": 0, "outcome": "P", "ties": 1},
            {"col": 1, "row": 1, "outcome": "P", "ties": 0},
        ],
        "waiting_ties": 0,
        "big_eye": [{"col": 0, "row": 0, "mark": "blue"}],
        "small": [],
        "cockroach": [],
        "ask": {
            "banker": {"big_eye": "blue", "small": None, "cockroach": None},
            "player": {"big_eye": "red", "small": None, "cockroach": None},
        },
        "good_roads": [],
    }
    assert document(roads_of("TT")).waiting_ties == 2


def test_results_are_read_in_any_case_and_in_chinese() -> None:
    assert parse_results("Bb莊庄 Pp閑闲\t\u3000Tt和") == [Outcome.BANKER] * 4 + [Outcome.PLAYER] * 4 + [Outcome.TIE] * 3
    assert parse_results(" ") == []


@pytest.mark.parametrize(("text", "said"), [("BPX", "'X', character 3,"), ("B,P", "','"), ("B\0", r"'\x00'"), ("１", "'１'")])
def test_what_is_no_result_is_named_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadRecord, match="B, P and T") as caught:
        parse_results(text)
    assert said in str(caught.value)


def test_a_board_has_a_row() -> None:
    with pytest.raises(ValueError, match="one row or more"):
        Roads(rows=0)
