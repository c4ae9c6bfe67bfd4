"""Whole shoes of every house and setting hold, for both verifiers; what is no record is refused, and no more comes of it."""

import contextlib
import copy
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from puntobanco.errors import BadProof, BadRecord
from puntobanco.game import proof
from puntobanco.game.proof import Verdict
from tests.proof.played import as_json, played
from tests.proof.test_tampered import KINDS, rechained, record
from tests.proof.verdicts import NO_RECORD, example, run_example, verdicts


def verdict(shoe: proof.ShoeRecord) -> Verdict:
    """What the package says of a record that went over the wire."""
    return proof.verify(proof.read_record(msgspec.json.encode(shoe)))


@pytest.mark.parametrize("number", range(60))
def test_a_shoe_holds(number: int) -> None:
    assert verdicts(as_json(played(number))).hold


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_shoes_hold(hundred: int) -> None:
    for number in range(100 * hundred, 100 * hundred + 100):
        assert verdicts(as_json(played(number))).hold, number


def test_the_shoes_are_of_every_kind() -> None:
    shoes = [played(number) for number in range(60)]
    rules = [proof.announcement.shoe_rules(shoe.rules) for shoe in shoes]
    assert {str(one.burn) for one in rules} >= {"none", "decks", "first_card", "6"}
    assert {one.last_round for one in rules} == {"cut_card", "one_more"}
    assert {one.cut_by for one in rules} == {"dealer", "player"}
    assert {one.demonstration_rounds for one in rules} == {0, 1, 2, 3}
    assert {one.decks for one in rules} == set(range(6, 13))
    assert {one.session for one in rules} == {True, False}
    found = [verdict(shoe) for shoe in shoes]
    assert {one.state for one in found} == {"finished", "ended_early", "never_opened", "in_play"}
    assert {one.attempts_failed for one in found} == {0, 1, 2}
    assert min(one.contributions for one in found) == 0
    assert any(played_round.voided and played_round.player for shoe in shoes for played_round in shoe.rounds)


def counts(kind: str) -> dict[str, int]:
    """What was checked of a record of a kind, by name."""
    return {check.name: check.count for check in proof.verify(msgspec.convert(record(kind), proof.ShoeRecord)).checks}


def test_what_was_checked_is_counted() -> None:
    document = record("finished")
    rounds = document["rounds"]
    texts = sum(len(one["player"]) + len(one["banker"]) for one in rounds) + 1
    voided = sum(one["voided"] is not None for one in rounds)
    assert voided
    assert counts("finished") == {
        "log entries": 8,
        "contributions": 2,
        "card hashes": 312,
        "card texts": texts,
        "rounds": len(rounds) - voided,
        "voided rounds": voided,
        "cards from the secret": 312,
        "full decks": 6,
    }


def test_what_cannot_be_checked_is_said() -> None:
    def of(kind: str) -> Verdict:
        return proof.verify(msgspec.convert(record(kind), proof.ShoeRecord))

    assert of("finished").unchecked == ()
    assert "still in play" in of("in_play").unchecked[0]
    assert "never opened" in of("never_opened").unchecked[0]
    assert counts("in_play")["full decks"] == counts("never_opened")["full decks"] == 0
    assert of("finished").marks == ("1 attempt at its order failed: somebody did not open.",)
    assert "No player shared" in of("nobody_shared").marks[0]
    twice = verdict(played(7, "live", {}, ending="finished", failures=2, players=4))
    assert (twice.attempts_failed, len(twice.marks)) == (2, 2)


@pytest.mark.parametrize("steps", range(1, 40))
@pytest.mark.parametrize("ending", ["in_play", "never_opened", "ended_early"])
def test_a_shoe_holds_wherever_it_is_cut_off(steps: int, ending: str) -> None:
    settings = {"decks": 6, "burn_each_round": 1, "demonstration_rounds": 1}
    assert verdicts(as_json(played(3, "live", settings, steps=steps, ending=ending, failures=1, players=3))).hold


@pytest.mark.parametrize("steps", range(1, 30))
@pytest.mark.parametrize("ending", ["in_play", "never_opened", "ended_early"])
def test_a_session_holds_wherever_it_is_cut_off(steps: int, ending: str) -> None:
    settings = {"shuffle_every_round": True, "burn_each_round": 1, "demonstration_rounds": 1}
    assert verdicts(as_json(played(3, "live", settings, steps=steps, ending=ending, failures=0, players=2))).hold


def test_cards_that_lie_face_down_are_not_asked_for() -> None:
    shoes = (played(3, "live", {"decks": 6}, steps=steps, ending="in_play") for steps in range(20, 60))
    dealt = (shoe for shoe in shoes if shoe.rounds and len(shoe.rounds[-1].player) == 2 and shoe.rounds[-1].outcome is None)
    document = as_json(next(dealt))
    for hand, place in (("player", 0), ("player", 1), ("banker", 0)):
        face_down = copy.deepcopy(document)
        del face_down["rounds"][-1][hand][place]
        assert verdicts(face_down).hold


GARBAGE = [
    "",
    "{",
    "null",
    "[]",
    "{}",
    '"record"',
    "12",
    "[" * 100_000,
    '{"version": 2}',
    '{"version": NaN}',
    '{"version": "2"}',
    '"\\ud800"',
]


@pytest.mark.parametrize("text", GARBAGE, ids=lambda text: text[:20])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="no record of a shoe"):
        proof.read_record(text)
    with pytest.raises(NO_RECORD):
        example.verify(json.loads(text))


def test_another_version_is_refused() -> None:
    document = record("in_play")
    with pytest.raises(BadRecord, match="version 3 of the record is not known"):
        proof.read_record(json.dumps(document | {"version": 3}))


@pytest.mark.parametrize("data", [b"\xff\xfe", b'{"rules": "\xed\xa0\x80"}', b" " * ((16 << 20) + 1)], ids=len)
def test_bytes_that_are_no_record_are_refused(data: bytes) -> None:
    with pytest.raises(BadRecord):
        proof.read_record(data)


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_has_to_be_there(kind: str) -> None:
    document = record(kind)
    for field in document:
        with pytest.raises(BadRecord, match=field):
            proof.read_record(json.dumps({key: value for key, value in document.items() if key != field}))
    for field in document["rounds"][0]:
        other = copy.deepcopy(document)
        del other["rounds"][0][field]
        assert not verdicts(other).hold


STRANGE: list[Any] = [None, True, False, 0, -1, 1, 2**63, 10**30, 1.5, 1e300, [], [[]], {}, [None], {"": 0}]
STRANGE += ["", "x", "\n", "0", "é", "\ud83c", "ﬀ" * 64, "0" * 128, "²"]


def mutated(chance: random.Random, value: Any) -> Any:
    """The value with something in it put in place of something else."""
    if isinstance(value, dict | list) and value and chance.random() < 0.93:
        other = copy.copy(value)
        key = chance.choice(list(value)) if isinstance(value, dict) else chance.randrange(len(value))
        other[key] = mutated(chance, value[key])
        return other
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        return chance.choice((value[:place], value[place:], value + value[:1], value[::-1], value[:place] + value[place + 1 :]))
    if isinstance(value, str) and value and chance.random() < 0.7:
        lines = value.split("\n")
        place = chance.randrange(len(lines))
        lines[place] = chance.choice(("", lines[place] + " ", lines[place] * 2, chance.choice(lines), lines[place].swapcase(), "-"))
        return "\n".join(lines)
    return chance.choice(STRANGE)


def judge(document: Any) -> None:
    """Have a record judged: it holds, or is refused with a word of why. Nothing else may come of it."""
    with contextlib.suppress(BadProof, BadRecord):
        proof.verify(proof.read_record(json.dumps(document)))


def fuzz(kind: str, count: int) -> None:
    """Have records judged with something strange in them; each again with the log's hashes made anew."""
    chance = random.Random(kind)
    for _ in range(count):
        document: Any = record(kind)
        for _ in range(chance.choice((1, 1, 2, 4))):
            document = mutated(chance, document)
        judge(document)
        try:
            again = rechained(copy.deepcopy(document))
        except (AttributeError, KeyError, TypeError, ValueError):
            continue  # there is no log in it any more
        judge(again)


@pytest.mark.parametrize("kind", KINDS)
def test_strange_records_are_judged_and_nothing_else(kind: str) -> None:
    fuzz(kind, 150)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_strange_records_are_judged_and_nothing_else(kind: str) -> None:
    fuzz(kind, 10_000)


@pytest.mark.parametrize("strange", ["1e999", "1" * 5000, "[" * 900 + "]" * 900])
def test_whatever_stands_in_a_field_that_nobody_reads_comes_to_a_verdict(strange: str) -> None:
    text = json.dumps(as_json(played(5)))[:-1] + f', "x": {strange}}}'
    with contextlib.suppress(BadRecord):
        proof.verify(proof.read_record(text))


def test_the_example_writes_nothing_raw_that_a_record_says(tmp_path: Path) -> None:
    document = as_json(played(5, "live", {"decks": 6, "shuffle_every_round": True}, ending="in_play", steps=40))
    document["rounds"][0]["hashes"][0], document["rounds"][0]["round"] = "x", "\x1b[2K\rEverything holds: finished"
    path = tmp_path / "record.json"
    path.write_text(json.dumps(document))
    done = run_example(str(path))
    assert done.returncode == 1
    assert "\x1b" not in done.stdout + done.stderr


def test_the_example_runs_by_itself(tmp_path: Path) -> None:
    document = record("finished")
    path = tmp_path / "record.json"
    path.write_text(json.dumps(document))
    done = run_example(str(path))
    assert (done.returncode, done.stderr) == (0, "")
    *steps, last = done.stdout.splitlines()
    rounds = f"{len(document['rounds'])} rounds"
    assert steps == ["8 log entries", "1 failed attempts", "2 contributions", "312 cards", rounds]
    assert last == "Everything holds: finished"
    document["rounds"][0]["player"][0]["text"] = "S-1-0"
    path.write_text(json.dumps(document))
    done = run_example(str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("This shoe does NOT hold. Wrong is: card ")
    path.write_text("{")
    assert run_example(str(path)).returncode == run_example(str(tmp_path / "none")).returncode == 2
