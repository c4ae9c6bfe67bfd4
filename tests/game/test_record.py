"""Recorded rounds dealt again: the contract of ``puntobanco replay``, sentence by sentence."""

import csv
from collections import Counter
from itertools import chain, repeat

import msgspec
import pytest
from hypothesis import given, strategies as st

from puntobanco.errors import BadRecord, UnknownCard
from puntobanco.game import record
from puntobanco.game.cards import DECK, Card
from puntobanco.game.record import read_card, read_hands, read_run
from puntobanco.game.replay import Mismatch, Replay, TooMany, replay_hands, replay_run
from puntobanco.game.rules import deal
from tests.game.golden import GOLDEN

NATURAL = "9H 2S KD 4C"  # four cards: 9 against 6
SIX_CARDS = "3S QH 2D 6C 6S JH"  # 1 against 6


def run(text: str, decks: int | None = None) -> Replay:
    """Replay the text of a ``.txt`` record."""
    return replay_run(read_run(text, name="x.txt"), one_shoe_decks=decks)


def table(text: str, decks: int | None = None) -> Replay:
    """Replay the text of a ``.csv`` record."""
    reader = csv.reader(text.splitlines(keepends=True))
    return replay_hands(read_hands(((reader.line_num, row) for row in reader), name="x.csv"), one_shoe_decks=decks)


def hands(player: str, banker: str, outcome: str = "") -> Replay:
    """Replay one recorded round."""
    return table(f"player,banker,outcome\n{player},{banker},{outcome}")


def found(replay: Replay) -> list[tuple[int, str, object, object]]:
    """Return the mismatches as plain values."""
    return [(one.round, one.field, one.recorded, one.expected) for one in replay.mismatches]


def test_a_run_is_dealt_round_after_round() -> None:
    replay = run(f"{NATURAL} {SIX_CARDS}")
    assert msgspec.json.decode(msgspec.json.encode(replay)) == {
        "rounds": [
            {
                "round": 1,
                "player": ["9H", "KD"],
                "banker": ["2S", "4C"],
                "outcome": "player",
                "player_points": 9,
                "banker_points": 6,
            },
            {
                "round": 2,
                "player": ["3S", "2D", "6S"],
                "banker": ["QH", "6C", "JH"],
                "outcome": "banker",
                "player_points": 1,
                "banker_points": 6,
            },
        ],
        "left_over": [],
        "mismatches": [],
        "results": "PB",
    }
    assert replay.agrees


def test_the_json_is_that_of_the_contract() -> None:
    assert msgspec.json.encode(run("9H 2S KD 4C AC |")) == (
        b'{"rounds":[{"round":1,"player":["9H","KD"],"banker":["2S","4C"],"outcome":"player",'
        b'"player_points":9,"banker_points":6}],"left_over":["AC"],"mismatches":[],"results":"P"}'
    )
    assert msgspec.json.encode(Mismatch(round=3, field="outcome", recorded=1, expected=2)) == (
        b'{"round":3,"field":"outcome","recorded":1,"expected":2}'
    )


@pytest.mark.parametrize(
    "text",
    [
        "9H,2S,KD,4C",
        "9H, 2S ,\tKD\n4C\n",
        "9H\r\n2S\r\nKD\r\n4C\r\n",
        "9H\r2S\rKD\r4C",
        "# one round\n9H 2S # the first two\nKD 4C#end",
        "|9H 2S KD 4C|",
        "| | 9h 2♠ kd 4c\n|\n|",
        ",,9H,,2S,,KD,,4C,,",
        "9H\u00a02S\u3000KD 4C",
    ],
)
def test_ways_to_write_a_run(text: str) -> None:
    replay = run(text)
    assert [(one.player, one.banker) for one in replay.rounds] == [(("9H", "KD"), ("2S", "4C"))]
    assert replay.agrees


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "|", " , "])
def test_an_empty_run_has_no_rounds_and_nothing_wrong(text: str) -> None:
    replay = run(text)
    assert (replay.rounds, replay.left_over, replay.results, replay.agrees) == ((), (), "", True)


@pytest.mark.parametrize("cards", range(1, 6))
def test_the_beginning_of_a_round_is_left_over(cards: int) -> None:
    rest = SIX_CARDS.split()[:cards]
    replay = run(f"{NATURAL} {' '.join(rest)}")
    assert (replay.results, list(replay.left_over), replay.agrees) == ("P", rest, True)


def test_a_bar_between_rounds_is_right_and_may_be_missing() -> None:
    assert run(f"{NATURAL} | {SIX_CARDS} | {NATURAL}").agrees
    assert run(f"{NATURAL} {SIX_CARDS} | {NATURAL}").agrees
    assert run(f"{NATURAL}|{SIX_CARDS}\n|\n|{NATURAL}|").agrees


def test_a_bar_inside_a_round_is_a_boundary_of_that_round_and_does_not_change_the_dealing() -> None:
    replay = run("9H 2S KD 4C | 3S QH 2D 6C 6S | JH 9H 2S KD 4C")
    assert replay.results == "PBP"
    assert found(replay) == [(2, "boundary", 5, 6)]
    assert not replay.agrees


def test_every_bar_inside_a_round_is_told_once() -> None:
    replay = run("9H | 2S KD || 4C 3S QH 2D | 6C 6S JH")
    assert found(replay) == [(1, "boundary", 1, 4), (1, "boundary", 3, 4), (2, "boundary", 3, 6)]


def test_a_bar_among_the_cards_left_over_is_inside_no_round() -> None:
    assert run(f"{NATURAL} | 3S QH | 2D").agrees


@pytest.mark.parametrize(
    ("text", "printed", "points"),
    [
        ("9", "9", 9),
        ("K", "K", 0),
        ("a", "A", 1),
        ("10", "T", 0),
        ("t", "T", 0),
        ("0", "0", 0),
        ("1", "1", 1),
        ("10H", "TH", 0),
        ("10♥", "TH", 0),
        ("ad", "AD", 1),
    ],
)
def test_ranks_and_values_are_printed_as_read_with_ten_as_t(text: str, printed: str, points: int) -> None:
    assert read_card(text) == (printed, points)


@pytest.mark.parametrize("text", ["11", "00", "01", "1H", "0H", "-1", "9.0", "X", ""])
def test_other_texts_are_no_recorded_cards(text: str) -> None:
    with pytest.raises(UnknownCard):
        read_card(text)


def test_suits_ranks_and_values_may_be_mixed() -> None:
    replay = run("9H 2 0 4C 10 k 0 7 1 8")
    assert [(*one.player, *one.banker) for one in replay.rounds] == [("9H", "0", "2", "4C"), ("T", "0", "1", "K", "7")]
    assert (replay.results, replay.left_over) == ("PB", ("8",))


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [("9H 2S\nKD XX", 2, "'XX'"), ("\n\n9H;2S", 3, "'9H;2S'"), ("9H\r\n♠", 2, "'♠'"), ("9H/2S", 1, "'9H/2S'")],
)
def test_a_run_with_something_else_in_it_names_file_line_and_value(text: str, line: int, word: str) -> None:
    with pytest.raises(BadRecord) as caught:
        run(text)
    assert str(caught.value).startswith(f"x.txt:{line}: {word} is not a card")


@given(st.lists(st.sampled_from(DECK), max_size=60), st.data())
def test_replaying_is_dealing(cards: list[Card], data: st.DataObject) -> None:
    separators = st.sampled_from([" ", ",", "\n", "\r\n", " # a comment | 9H\n"])
    replay = run("".join(f"{card}{data.draw(separators)}" for card in cards))
    left = list(cards)
    for played in replay.rounds:
        coup = deal(left)
        left = left[coup.card_count :]
        assert (played.player, played.banker) == (coup.player, coup.banker)
        assert (played.outcome, played.player_points, played.banker_points) == (
            coup.outcome,
            coup.player_points,
            coup.banker_points,
        )
    assert list(replay.left_over) == left
    assert len(left) < 6
    assert replay.results == "".join(played.outcome.letter for played in replay.rounds)
    assert replay.agrees


def test_the_recorded_hands_follow_the_rules() -> None:
    replay = table((GOLDEN / "recorded_hands.csv").read_text(), decks=None)
    assert len(replay.rounds) == 200
    assert replay.mismatches == ()


def test_the_recorded_results_are_as_frequent_as_the_exact_odds() -> None:
    lines = (GOLDEN / "recorded_results.txt").read_text().splitlines()
    assert len(lines) == 150
    counts = Counter("".join(lines))
    exact = {"P": 2_230_518_282_592_256, "B": 2_292_252_566_437_888, "T": 475_627_426_473_216}
    assert set(counts) == set(exact)
    for letter, ways in exact.items():
        share = ways / sum(exact.values())
        assert abs(counts[letter] - counts.total() * share) < 4 * (counts.total() * share * (1 - share)) ** 0.5


@pytest.mark.parametrize("outcome", ["player", "PLAYER", "P", "p", " Player ", ""])
def test_outcomes_are_words_or_letters_in_any_case_or_none(outcome: str) -> None:
    assert hands("9H KD", "2S 4C", outcome).agrees


def test_another_outcome_than_the_cards_make_is_a_mismatch() -> None:
    assert found(hands("9H KD", "2S 4C", "T")) == [(1, "outcome", "tie", "player")]
    assert found(hands("9 K", "2 4", "banker")) == [(1, "outcome", "banker", "player")]


@pytest.mark.parametrize(
    ("player", "banker", "expected"),
    [
        ("5 4 6", "3 9 Q", [("player", 3, 2), ("banker", 3, 2)]),
        ("2 3 J", "J Q", [("banker", 2, 3)]),
        ("10 7 J", "7 3 K", [("player", 3, 2)]),
        ("2 3", "J Q", [("player", 2, 3), ("banker", 2, 3)]),
        ("2 3", "3 4 9", [("player", 2, 3), ("banker", 3, 2)]),
        ("2 3", "J 5", [("player", 2, 3)]),
        ("2 3", "J 5 9", [("player", 2, 3)]),
        ("2 3 8 9", "J 3", [("player", 4, 3)]),
        ("9 K", "2 4 5 6", [("banker", 4, 2)]),
        ("9", "2 4", [("player", 1, 2)]),
        ("", "2 4", [("player", 0, 2)]),
        ("9", "2 4 5 6", [("player", 1, 2), ("banker", 4, 3)]),
        ("", "2", [("player", 0, 2), ("banker", 1, 2)]),
    ],
)
def test_an_illegal_hand_is_told_by_card_counts(player: str, banker: str, expected: list[tuple[str, int, int]]) -> None:
    assert found(hands(player, banker)) == [(1, *one) for one in expected]


def test_points_and_outcome_follow_the_cards_as_recorded() -> None:
    replay = hands("5 4 6", "3 9 4", "banker")
    played = replay.rounds[0]
    assert (played.player_points, played.banker_points, played.outcome) == (5, 6, "banker")
    assert found(replay) == [(1, "player", 3, 2), (1, "banker", 3, 2)]
    assert replay.results == "B"


@pytest.mark.parametrize(
    "text",
    [
        "player,banker\n9H KD,2S 4C",
        "player,banker\r\n9H KD,2S 4C\r\n\r\n",
        "banker,player\n2S 4C,9H KD\n",
        "Player, Banker ,OUTCOME\n9H KD,2S 4C,P\n",
        "table,player,banker,outcome,dealer\n7,9H KD,2S 4C,player,Ann\n",
        '"player","banker"\n"9H, KD","2S,4C"\n',
        "# recorded by hand\nplayer,banker,outcome\n\n# first shoe\n9H KD,2S 4C,player\n,,\n",
        "player,banker,outcome\n9H KD,2S 4C\n",
    ],
)
def test_ways_to_write_a_table(text: str) -> None:
    replay = table(text)
    assert [(one.player, one.banker) for one in replay.rounds] == [(("9H", "KD"), ("2S", "4C"))]
    assert replay.agrees


def test_what_is_too_much_is_refused_before_it_is_all_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "ROUNDS_MOST", 1000)
    endless = chain([(1, ["player", "banker"])], repeat((2, ["9H KD", "2S 4C"])))
    with pytest.raises(BadRecord, match=r"^x\.csv: more than 1000 rounds in one file$"):
        read_hands(endless, name="x.csv")


def test_a_table_without_rows_has_no_rounds() -> None:
    assert table("player,banker\n").rounds == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.csv:1: there is no column player, only ''"),
        ("9H KD,2S 4C\n", "x.csv:1: there is no column player, only '9h kd,2s 4c'"),
        ("\nplayer,outcome\n", "x.csv:2: there is no column banker, only 'player,outcome'"),
        ("player,banker,player\n", "x.csv:1: the column player is there twice"),
        ("player,banker,outcome,Outcome\n", "x.csv:1: the column outcome is there twice"),
        ("player,banker\n9H KD,2S 4C\n9H XX,2S 4C\n", "x.csv:3: 'XX' is not a card"),
        ("player,banker\n9H|KD,2S 4C\n", "x.csv:2: '9H|KD' is not a card"),
        ("player,banker,outcome\n9H KD,2S 4C,won\n", "x.csv:2: 'won' is no outcome"),
        ("player,banker,outcome\n9H KD,2S 4C,莊\n", "x.csv:2: '莊' is no outcome"),
        ("player,banker\n9H,KD,2S,4C\n", "x.csv:2: 4 cells in 2 columns, from '2S' on"),
        ("player,banker\n9H KD\n", "x.csv:2: only 1 cells, '9H KD': one of the hands is missing"),
        ('player,banker\n"9H\nKD",2S 4C\n9X,2S\n', "x.csv:4: '9X' is not a card"),
    ],
)
def test_a_table_that_cannot_be_read_names_file_line_and_value(text: str, message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        table(text)
    assert str(caught.value).startswith(message)


def test_cards_of_one_shoe_are_counted_only_when_asked() -> None:
    assert run(f"{NATURAL} {NATURAL}").impossible is None
    assert run(f"{NATURAL} {NATURAL}", 2).impossible == ()
    assert run(f"{NATURAL} {NATURAL}", 2).agrees


def test_a_card_too_many_is_told_with_the_round_in_which_it_came() -> None:
    replay = run(f"{NATURAL} {SIX_CARDS} {NATURAL} 9H", 1)
    assert not replay.agrees
    assert replay.mismatches == ()
    assert replay.impossible == tuple(
        TooMany(card=card, copies=3 if card == "9H" else 2, most=1, round=3) for card in ("9H", "KD", "2S", "4C")
    )
    assert run(f"{NATURAL} 9H", 1).impossible == (TooMany(card="9H", copies=2, most=1, round=None),)
    assert b'"impossible":[{"card":"9H","copies":2,"most":1,"round":null}]' in msgspec.json.encode(run(f"{NATURAL} 9H", 1))


def test_ranks_and_values_are_counted_too() -> None:
    assert run("9 9 9 9", 1).agrees
    assert run("9 9 9 9 9", 1).impossible == (TooMany(card="9", copies=5, most=4, round=None),)
    assert run("9H 9S 9 9 9", 1).impossible == (TooMany(card="9", copies=5, most=4, round=None),)
    assert run("A 1 A 1 1", 1).impossible == (TooMany(card="A", copies=5, most=4, round=None),)
    assert run("T J Q K " * 4, 1).agrees
    assert run("T J Q K " * 4 + "0", 1).impossible == (TooMany(card="0", copies=17, most=16, round=None),)
    assert run("KS " * 5, 1).impossible == (
        TooMany(card="KS", copies=5, most=1, round=None),
        TooMany(card="K", copies=5, most=4, round=None),
    )


def test_tables_are_counted_as_one_shoe_too() -> None:
    text = "player,banker\n9H KD,2S 4C\n9H KD,2D 4D\n"
    assert [(one.card, one.round) for one in table(text, 1).impossible or ()] == [("9H", 2), ("KD", 2)]
    assert table(text, 2).agrees
