"""The package against vectors and whole records of an independent script that was written from docs/proof.md alone."""

import importlib.util
import json
from collections.abc import Iterator
from typing import Any

import pytest

from puntobanco.game import proof
from puntobanco.game.cards import parse_card
from puntobanco.game.proof import Stream
from puntobanco.game.proof.stack import key_of
from tests.game.golden import GOLDEN
from tests.proof.verdicts import verdicts

STEPS = json.loads((GOLDEN / "proof" / "steps.json").read_text())
RECORDS = ("shared", "session", "first_card", "in_play", "never_opened")


def document(name: str) -> Any:
    """A record of the golden files."""
    return json.loads((GOLDEN / "proof" / f"{name}.json").read_text())


def test_the_files_are_what_the_independent_script_makes() -> None:
    specification = importlib.util.spec_from_file_location("make_proof", GOLDEN / "make_proof.py")
    assert specification is not None
    assert specification.loader is not None
    script = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(script)
    assert "import puntobanco" not in (GOLDEN / "make_proof.py").read_text()
    assert "from puntobanco" not in (GOLDEN / "make_proof.py").read_text()
    assert json.loads(json.dumps(script.documents())) == {"steps": STEPS} | {name: document(name) for name in RECORDS}


@pytest.mark.parametrize("name", RECORDS)
def test_the_golden_records_hold(name: str) -> None:
    assert verdicts(document(name)).hold
    verdict = proof.verify(proof.read_record(json.dumps(document(name))))
    states = {"session": "ended_early", "in_play": "in_play", "never_opened": "never_opened"}
    assert verdict.state == states.get(name, "finished")
    assert verdict.attempts_failed == (1 if name == "shared" else 0)
    assert verdict.contributions == {"shared": 3, "session": 1, "in_play": 1, "never_opened": 2}.get(name, 0)


@pytest.mark.parametrize("case", STEPS["digests"], ids=lambda case: case["kind"])
def test_digests(case: dict[str, Any]) -> None:
    assert proof.digest(case["kind"], *case["lines"], raw=bytes.fromhex(case["raw"])) == case["digest"]


def test_seed_and_keys() -> None:
    seed = proof.seed_of(bytes.fromhex(STEPS["seed"]["secret"]), STEPS["seed"]["opened"])
    assert seed.hex().upper() == STEPS["seed"]["seed"]
    for use, key in STEPS["keys"].items():
        assert key_of(seed, use).hex().upper() == key


def test_the_stream() -> None:
    key, most = bytes.fromhex(STEPS["stream"]["key"]), 1 << 32
    stream = Stream(key)
    assert [stream.below(most) for _ in STEPS["stream"]["words"]] == [int(word) % most for word in STEPS["stream"]["words"]]
    stream = Stream(key)
    assert [stream.below(bound) for bound in STEPS["below"]["bounds"]] == STEPS["below"]["numbers"]


@pytest.mark.parametrize("case", STEPS["rejected"], ids=lambda case: str(case["bound"]))
def test_words_that_are_thrown_away(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    words: Iterator[int] = map(int, case["words"])
    monkeypatch.setattr(Stream, "_word", lambda _: next(words))
    assert Stream(b"").below(case["bound"]) == case["number"]
    assert next(words, None) is None


def test_shuffle_text_and_root() -> None:
    case = STEPS["shuffle"]
    assert "".join(proof.shuffle(case["items"], Stream(bytes.fromhex(case["key"])))) == case["order"]
    case = STEPS["text"]
    assert proof.texts.text_of(bytes.fromhex(case["key"]), case["number"], parse_card("3H")) == case["text"]
    assert proof.hash_of(case["text"]) == case["hash"]
    assert proof.root_of(STEPS["root"]["hashes"]) == STEPS["root"]["root"]
