"""``puntobanco settle``: the contract, line by line."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from puntobanco import house_files
from puntobanco.cli.jsonlines import WrongLine
from puntobanco.cli.settle import CODES, Settler
from puntobanco.cli.streams import LINE_BYTES_MOST, batches
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK
from puntobanco.game.rules import deal
from tests.cli.commands import command, start

SETTLER = Settler(house_files.load("live"))
GOOD: dict[str, Any] = {"player": ["9H", "KD"], "banker": ["2S", "4C"], "bets": {"player": 10000, "lucky_six": 500}, "round": 12}
LARGEST = (2**63 - 1) // 100 * 100


def line(**changes: Any) -> bytes:
    """Return a good line with some fields changed, or left out where they are ``...``."""
    return json.dumps({key: value for key, value in (GOOD | changes).items() if value is not ...}).encode()


def code(given: bytes, settler: Settler = SETTLER) -> str:
    """Return the code a line is refused with, or "settled"."""
    answer = settler.answer(given, 3)
    if not isinstance(answer, WrongLine):
        return "settled"
    assert answer.line == 3
    assert "\n" not in answer.message
    assert 0 < len(answer.message) < 500
    return answer.error


def settle(lines: str | bytes, *options: str, house: str = "live") -> tuple[int, list[dict[str, Any]]]:
    """Run the command on lines; return its exit status and its documents."""
    done = command("settle", "--house", house, *options, stdin=lines)
    assert done.stderr == ""
    return done.returncode, [json.loads(answer) for answer in done.stdout.splitlines()]


def test_the_line_of_the_contract() -> None:
    done = command("settle", "--house", "live", stdin=line())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        '{"outcome":"player","player_points":9,"banker_points":6,"natural":true,"player_pair":false,"banker_pair":false,'
        '"perfect_pair":false,"margin":3,"bets":{'
        '"player":{"stake":10000,"result":"win","returned":20000,"net":10000,"commission":0},'
        '"lucky_six":{"stake":500,"result":"lose","returned":0,"net":-500,"commission":0}},'
        '"stake":10500,"returned":20000,"commission":0,"net":9500}\n'
    )


def test_commission_is_an_amount_of_its_own() -> None:
    _, (answer,) = settle(line(player=["2S", "4C"], banker=["9H", "KD"], bets={"banker": 10000, "player": 100}))
    assert answer["bets"]["banker"] == {"stake": 10000, "result": "win", "returned": 19500, "net": 9500, "commission": 500}
    assert (answer["stake"], answer["returned"], answer["commission"], answer["net"]) == (10100, 19500, 500, 9400)


def test_natural_and_perfect_pair_tell_of_either_hand_and_a_tie_pushes_in_every_house() -> None:
    bets = {"player": 10000, "banker": 10000, "tie": 10000}
    tie = line(player=["4S", "4S"], banker=["KD", "8C"], bets=bets, round=...)
    for house in house_files.shipped():
        status, (answer,) = settle(tie, house=house)
        assert status == 0
        assert (answer["outcome"], answer["margin"]) == ("tie", 0)
        assert (answer["natural"], answer["perfect_pair"], answer["player_pair"], answer["banker_pair"]) == (
            True,
            True,
            True,
            False,
        )
        assert [answer["bets"][bet]["result"] for bet in bets] == ["push", "push", "win"]


def test_combinations_lie_on_their_parts_and_add_up() -> None:
    _, (answer,) = settle(line(player=["4S", "4H"], banker=["4D", "4C"], bets={"triple": 500, "tie": 100, "twin": 200}))
    stakes = {bet: settled["stake"] for bet, settled in answer["bets"].items()}
    assert stakes == {"player_pair": 700, "banker_pair": 700, "tie": 600}
    assert answer["net"] == 11 * 1400 + 8 * 600
    status, (answer,) = settle(line(bets={"twin": 500}), house="macau")
    assert (status, list(answer["bets"])) == (0, ["player_pair", "banker_pair"])


def test_wrong_lines_are_answered_in_their_place_and_the_run_goes_on() -> None:
    status, answers = settle(b"\n".join([b"", line(), b"  \t\r", b"nope", line(bets={"zebra": 1}), b"", line()]) + b"\n")
    assert status == 1
    assert [(answer.get("error"), answer.get("line")) for answer in answers] == [
        (None, None),
        ("malformed", 4),
        ("unknown_bet", 5),
        (None, None),
    ]
    assert list(answers[1]) == ["error", "message", "line"]


@pytest.mark.parametrize("lines", [b"", b"\n", b"\r\n \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_nothing_in_is_nothing_out(lines: bytes) -> None:
    assert settle(lines) == (0, [])


@pytest.mark.parametrize("lines", [b"\xef\xbb\xbf" + line() + b"\r\n" + line() + b"\r\n", line() + b"\n" + line()])
def test_byte_order_mark_carriage_returns_and_no_last_line_feed_are_taken(lines: bytes) -> None:
    status, answers = settle(lines)
    assert (status, [answer["net"] for answer in answers]) == (0, [9500, 9500])


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (b"{", "malformed"),
        (b"[]", "malformed"),
        (b"null", "malformed"),
        (b'"x"', "malformed"),
        (b"{}", "malformed"),
        (line() + b" x", "malformed"),
        (line() + line(), "malformed"),
        (line()[:-1] + b",}", "malformed"),
        (line().replace(b"9H", b"\xff"), "malformed"),
        (line()[:-1] + b', "note": "\xff"}', "malformed"),
        (line()[:-1] + b', "note": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "malformed"),
        (line(bets={"player": 100}).replace(b"100}", b"[" * 100_000 + b"]" * 100_000 + b"}"), "malformed"),
        (line(bets={"player": 0}).replace(b": 0", b": NaN"), "malformed"),
        (line(bets={"player": 0}).replace(b": 0", b": Infinity"), "malformed"),
        (line(bets={"player": 0}).replace(b": 0", b": 0100"), "malformed"),
        (line(player=...), "malformed"),
        (line(banker=...), "malformed"),
        (line(bets=...), "malformed"),
        (line(player="9H KD"), "malformed"),
        (line(player=None), "malformed"),
        (line(player=[9, 10]), "malformed"),
        (line(player=[["9H"], "KD"]), "malformed"),
        (line(player={"9H": 1}), "malformed"),
        (line(bets=[]), "malformed"),
        (line(bets=None), "malformed"),
        (line(bets="player"), "malformed"),
        (line(round="12"), "malformed"),
        (line(round=12.0), "malformed"),
        (line(round=True), "malformed"),
        (line(round=None), "malformed"),
        (line(round=0), "malformed"),
        (line(round=-1), "malformed"),
        (line()[:-1] + b', "round": 13}', "malformed"),
        (line(bets={"player": 100}).replace(b'"player": 100', b'"player": 100, "player": 200'), "malformed"),
        (line(bets={"player": 100}).replace(b'"player": 100', b'"player": 1e999').replace(b"12", b'"x"'), "malformed"),
        (line()[:-1] + b', "' + b"k" * 9000 + b'": 1, "' + b"k" * 9000 + b'": 2}', "malformed"),
        (line()[:-1] + rb', "note": "\q"}', "malformed"),
        (line()[:-1] + rb', "note": "\ud800"}', "malformed"),
        (line(player=["ZZ", "KD"], bets={"player": 1}, round="x"), "malformed"),
        (line(player=["ZZ", "KD"], banker=["9H"] * 20), "unknown_card"),
        (line(player=["", "KD"]), "unknown_card"),
        (line(player=["9", "K"]), "unknown_card"),
        (line(player=["9H ", "KD"]), "unknown_card"),
        (line(player=["x" * 1000, "KD"]), "unknown_card"),
        (line(player=["莊", "KD"]), "unknown_card"),
        (line(player=["9H"] * 9, bets={"zebra": 1}), "impossible_card"),
        (line(player=["9H"] * 8), "illegal_draw"),
        (line(player=[]), "illegal_draw"),
        (line(player=["9H"]), "illegal_draw"),
        (line(player=["9H", "KD", "2S"]), "illegal_draw"),
        (line(banker=["2S", "4C", "5D"]), "illegal_draw"),
        (line(player=["2H", "KD"], bets={"zebra": 1}), "illegal_draw"),
        (line(bets={"zebra": 1, "player": 1}), "unknown_bet"),
        (line(bets={"Player": 100}), "unknown_bet"),
        (line(bets={"": 100}), "unknown_bet"),
        (line(bets={"\n" * 1000: 100}), "unknown_bet"),
        (line(bets={"player": 0}), "bad_stake"),
        (line(bets={"player": -100}), "bad_stake"),
        (line(bets={"player": 150}), "bad_stake"),
        (line(bets={"player": True}), "bad_stake"),
        (line(bets={"player": None}), "bad_stake"),
        (line(bets={"player": "100"}), "bad_stake"),
        (line(bets={"player": 100.0}), "bad_stake"),
        (line(bets={"player": [100]}), "bad_stake"),
        (line(bets={"player": {"stake": 100}}), "bad_stake"),
        (line(bets={"player": 0}).replace(b": 0", b": 1e2"), "bad_stake"),
        (line(bets={"player": 0}).replace(b": 0", b": 1e999"), "bad_stake"),
        (line(bets={"player": 0}).replace(b": 0", b": " + b"1" * 5000), "bad_stake"),
        (line(bets={"player": 2**63 - 1}), "bad_stake"),
        (line(bets={"player": LARGEST + 100}), "bad_stake"),
        (line(bets={"twin": LARGEST, "player_pair": 100}), "bad_stake"),
        (line(bets={"player": 150, "player_pair": 100}, round=99), "bad_stake"),
        (line(bets={"player": 100, "lucky_six": 100}, round=51), "round_cap"),
        (line(bets={"twin": 100}, round=61), "round_cap"),
        (line(bets={"twin": 100}, round=10**30), "round_cap"),
        (line(bets={"twin": 100}, round=60), "settled"),
        (line(bets={"player": 100, "player_dragon": 100}, round=10**30), "settled"),
        (line(bets={"lucky_six": 100}, round=...), "settled"),
        (line(bets={}), "settled"),
        (line(bets={"player": LARGEST}), "settled"),
        (line(player=["9h", "10♦"], banker=["2♠", "4c"]), "settled"),
        (line() + b"  \r", "settled"),
        (line()[:-1] + b', "note": ' + b'{"a":' * 900 + b"1" * 5000 + b"}" * 901, "settled"),
        (line(id="a:b", seat={"row": 1, "place": 2}), "settled"),
    ],
)
def test_the_first_code_that_fits(given: bytes, expected: str) -> None:
    assert code(given) == expected


HANDS = b'{"player": ["9H","KD"], "banker": ["2S","4C"], '
DEEP = {
    "a stake": HANDS + b'"bets": {"tie": %s}}',
    "a stake beside a number beyond all numbers": HANDS + b'"bets": {"player": 1e999, "tie": %s}}',
    "a field of somebody's own": HANDS + b'"bets": {}, "note": %s}',
    "a hand": b'{"player": %s, "banker": ["2S","4C"], "bets": {}}',
    "the line": b"%s",
}


@pytest.mark.parametrize("where", DEEP)
@pytest.mark.parametrize(("opens", "closes"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_no_depth_of_a_line_stops_the_run(where: str, opens: bytes, closes: bytes) -> None:
    given = [DEEP[where] % (opens * depth + b"1" + closes * depth) for depth in (*range(900, 1010), 5000)]
    status, answers = settle(b"\n".join(part for wrong in given for part in (wrong, line())))
    assert status in (0, 1)
    assert len(answers) == 2 * len(given)
    assert all(answer.get("net") == 9500 for answer in answers[1::2])
    assert {answer.get("error", "settled") for answer in answers[::2]} <= {"malformed", "bad_stake", "settled"}
    assert answers[-2].get("error") == "malformed"


def test_the_codes_are_those_of_the_contract_in_their_order() -> None:
    assert " ".join(CODES.values()) == (
        "malformed unknown_card impossible_card illegal_draw unknown_bet bet_not_offered bad_stake round_cap"
    )


def test_bets_that_the_house_does_not_offer() -> None:
    classic = Settler(house_files.load("classic"))
    assert code(line(bets={"player_pair": 1}), classic) == "bet_not_offered"
    assert code(line(bets={"twin": 100}), classic) == "bet_not_offered"
    assert code(line(bets={"banker_no_commission": 100}), classic) == "bet_not_offered"
    assert code(line(bets={"player_pair": 1, "zebra": 1}), classic) == "unknown_bet"


@pytest.mark.parametrize(
    ("mode", "taken"),
    [("commission", ["banker"]), ("no_commission", ["banker_no_commission"]), ("choice", ["banker", "banker_no_commission"])],
)
def test_banker_bets_overrides_the_house(mode: str, taken: list[str]) -> None:
    for house in ("live", "studio"):
        lines = b"\n".join(line(bets={bet: 100}) for bet in ("banker", "banker_no_commission"))
        _, answers = settle(lines, "--banker-bets", mode, house=house)
        assert [
            bet for bet, answer in zip(("banker", "banker_no_commission"), answers, strict=True) if "error" not in answer
        ] == taken


def test_a_banker_bet_that_the_stake_unit_cannot_pay_is_bad_usage(tmp_path: Path) -> None:
    text = house_files.shipped()["studio"].replace('banker_bets = "commission"', 'banker_bets = "no_commission"')
    (tmp_path / "mine.toml").write_text(text.replace("stake_unit_cents = 100", "stake_unit_cents = 2"))
    mine = str(tmp_path / "mine.toml")
    assert settle(line(bets={"banker_no_commission": 2}), house=mine)[0] == 0
    done = command("settle", "--house", mine, "--banker-bets", "commission", stdin=line())
    assert (done.returncode, done.stdout) == (2, "")
    assert "stake_unit_cents: 2 would need rounding" in done.stderr


@pytest.mark.parametrize(
    ("decks", "copies", "expected"), [(1, 1, "settled"), (1, 2, "impossible_card"), (2, 2, "settled"), (12, 4, "settled")]
)
def test_decks_bound_the_copies_of_a_card(decks: int, copies: int, expected: str) -> None:
    settler = Settler(house_files.load("live"), decks)
    hands = {1: (["9H", "KD"], ["2S", "4C"]), 2: (["9H", "KD"], ["9H", "KD"]), 4: (["4S", "4S"], ["4S", "4S"])}[copies]
    assert code(line(player=hands[0], banker=hands[1]), settler) == expected


def test_the_decks_of_the_house_hold_without_the_option() -> None:
    eight = line(player=["9H"] * 8)
    assert code(eight) == "illegal_draw"
    assert code(eight, Settler(house_files.load("live"), 7)) == "impossible_card"
    assert settle(line(player=["4S", "4S"], banker=["KD", "8C"]), "--decks", "1")[1][0]["error"] == "impossible_card"


def test_the_largest_stakes_are_exact() -> None:
    bets = {"lucky_six_three": LARGEST, "player": LARGEST}
    status, (answer,) = settle(line(player=["3S", "2D", "6S"], banker=["QH", "6C", "JH"], bets=bets))
    assert status == 0
    assert answer["bets"]["lucky_six_three"]["returned"] == 51 * LARGEST
    assert (answer["stake"], answer["net"]) == (2 * LARGEST, 49 * LARGEST)


def test_a_line_of_megabytes_is_refused_and_the_next_is_settled() -> None:
    long = line()[:-1] + b', "note": "' + b"x" * (3 * LINE_BYTES_MOST) + b'"}'
    within = line()[:-1] + b', "note": "' + b"x" * (LINE_BYTES_MOST // 2) + b'"}'
    status, answers = settle(b"\n".join([long, within, long, line(), long]))
    assert status == 1
    assert [answer.get("error") for answer in answers] == ["malformed", None, "malformed", None, "malformed"]
    assert "longer than" in answers[0]["message"]
    assert [answer.get("line") for answer in answers] == [1, None, 3, None, 5]


def test_an_answer_comes_before_the_next_line_is_sent() -> None:
    running = start("settle", "--house", "live")
    assert running.stdin is not None
    assert running.stdout is not None
    for _ in range(3):
        running.stdin.write(line() + b"\n")
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["net"] == 9500
    assert running.communicate(timeout=20) == (b"", b"")
    assert running.returncode == 0


class Trickle:
    """A source that gives its bytes in pieces of the given sizes, then all that is left."""

    def __init__(self, content: bytes, sizes: list[int]) -> None:
        self.content = content
        self.sizes = sizes

    def read1(self, most: int, /) -> bytes:
        """Return the next piece."""
        size = min(self.sizes.pop(0) if self.sizes else most, most)
        piece, self.content = self.content[:size], self.content[size:]
        return piece


@given(st.lists(st.binary(max_size=20).map(lambda one: one.replace(b"\n", b" "))), st.lists(st.integers(1, 30)))
def test_lines_are_the_same_in_whatever_pieces_they_come(lines: list[bytes], sizes: list[int]) -> None:
    source = Trickle(b"\n".join(lines), sizes)
    got = [one for batch in batches(source) for one in batch]
    assert got == (lines[:-1] if lines and not lines[-1] else lines)


@given(
    st.binary(max_size=200)
    | st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists).map(lambda one: json.dumps(one).encode())
)
def test_any_bytes_are_answered(content: bytes) -> None:
    assert code(content) == "malformed"


JUNK = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.lists(st.text())


@given(
    st.fixed_dictionaries(
        {
            "player": st.lists(st.sampled_from([*DECK, "ZZ"]), max_size=4) | JUNK,
            "banker": st.lists(st.sampled_from([*DECK, "10h"]), max_size=4) | JUNK,
            "bets": st.dictionaries(st.sampled_from([*Bet, "twin", "zebra"]), st.integers(-1, 10).map(lambda n: n * 100) | JUNK)
            | JUNK,
        },
        optional={"round": st.integers(-1, 99) | JUNK, "note": JUNK},
    )
)
def test_any_document_is_answered(document: dict[str, Any]) -> None:
    assert code(json.dumps(document).encode()) in {"settled", *CODES.values()}


def test_many_lines_come_out_in_the_order_they_went_in() -> None:
    chance = random.Random(5)
    stakes = [100 * chance.randrange(1, 10**6) for _ in range(5000)]
    lines = []
    for stake in stakes:
        coup = deal(chance.choices(DECK, k=6))
        lines.append(json.dumps({"player": coup.player, "banker": coup.banker, "bets": {"tie": stake}}))
    status, answers = settle("\n".join(lines))
    assert (status, [answer["stake"] for answer in answers]) == (0, stakes)


def test_a_file_of_a_hundred_megabytes_does_not_have_to_fit_in_memory() -> None:
    """A single endless line is read in pieces and forgotten."""
    running = start("settle", "--house", "live", stderr=subprocess.PIPE)
    assert running.stdin is not None
    for _ in range(100):
        running.stdin.write(b"x" * (1 << 20))
    running.stdin.flush()
    status = Path(f"/proc/{running.pid}/status")
    if status.exists():
        peak = next(one for one in status.read_text().splitlines() if one.startswith("VmHWM"))
        assert int(peak.split()[1]) < 90_000
    out, _ = running.communicate(b"\n" + line() + b"\n", timeout=30)
    assert [json.loads(one).get("error") for one in out.splitlines()] == ["malformed", None]
