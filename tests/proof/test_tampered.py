"""Whatever is changed in a record, both verifiers say so, and name the first card, round, entry or contribution that is wrong."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from puntobanco.game import proof
from tests.proof.played import as_json, played
from tests.proof.verdicts import verdicts

Document = dict[str, Any]
Path = tuple[str | int, ...]

LIVE = {"name": "live", "failures": 1, "players": 4, "table": 3, "shoe": 12}

KINDS: dict[str, dict[str, Any]] = {
    "finished": LIVE | {"ending": "finished", "settings": {"decks": 6, "cut_by": "player", "cut_card_least": 140, "cut_card_most": 150}},
    "ended_early": LIVE | {"ending": "ended_early", "steps": 80, "settings": {"decks": 6, "burn_each_round": 2, "demonstration_rounds": 1}},
    "in_play": LIVE | {"ending": "in_play", "steps": 60, "settings": {"decks": 7, "burn": "decks"}},
    "never_opened": LIVE | {"ending": "never_opened", "steps": 61, "settings": {"decks": 6, "burn": 3}},
    "session": LIVE | {"ending": "ended_early", "steps": 60, "settings": {"shuffle_every_round": True, "demonstration_rounds": 1}},
    "nobody_shared": LIVE | {"ending": "ended_early", "steps": 50, "players": 0, "failures": 0, "settings": {"decks": 6}},
}
"""Records of every kind: what `played` makes them of."""


def record(kind: str, seed: int = 7) -> Document:
    """A true record of a kind, as plain values. Some rounds in it are voided, but where their reasons are nowhere hashed."""
    document: Document = as_json(played(seed, **(KINDS[kind] | {"voids": 0.0 if kind == "in_play" else 0.15})))
    return document


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every string, number and null, with where it is."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path, value


def flips(value: Any, path: Path) -> Iterator[Any]:
    """Values that differ in a bit. Of a text: one bit of one character of each class, first, last, and in the middle."""
    if isinstance(value, str):
        classes = {_class_of(sign): place for place, sign in enumerate(value)} if value else {}
        for place in sorted({*classes.values(), 0, len(value) // 2, len(value) - 1} if value else ()):
            for bit in (0, 4, 5):
                flipped = value[:place] + chr(ord(value[place]) ^ 1 << bit) + value[place + 1 :]
                if not (path[-1] in ("hash", "previous") or "hashes" in path) or flipped.upper() != value.upper():
                    yield flipped
        yield value + "0"
        yield value[:-1]
    elif isinstance(value, int):
        yield from (value ^ 1, value ^ 1 << 40, -value - 1, str(value), value == 1, None)
    else:
        yield from (0, "", False, "player", {}, [], {"shown": None, "face_down": 0}, {"number": 1, "text": "S-1-00"})


def _class_of(sign: str) -> str:
    return "0" if sign.isdigit() else "A" if sign.isupper() else "a" if sign.islower() else sign


def changed(document: Document, path: Path, value: Any) -> Document:
    """The record with one value changed."""
    other = copy.deepcopy(document)
    inner: Any = other
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return other


def rechained(document: Document) -> Document:
    """The record of a tamperer who makes the log's hashes again after the change."""
    previous = document["previous"]
    for entry in document["log"]:
        entry["hash"] = previous = proof.log.entry(previous, *entry["text"].split("\n", 1)).hash
    return document


def says(document: Document, *starts: str) -> None:
    """Both verifiers refuse, and each names first what is wrong, in one of these ways."""
    ours, other = verdicts(document)
    assert ours is not None, "the package's verifier finds nothing"
    assert other is not None, "the example finds nothing"
    assert ours.startswith(starts), ours
    assert other.startswith(starts), other


@pytest.mark.parametrize("kind", KINDS)
def test_the_records_hold_before_anything_is_changed(kind: str) -> None:
    document = record(kind)
    assert verdicts(document).hold
    ended = document["log"][-1]["text"]
    assert document["rounds"]
    assert (f"end {kind}" in ended) is (kind in ("finished", "ended_early", "never_opened"))


def tried(kind: str, document: Document) -> Iterator[tuple[Path, Any]]:
    """Every change of every value."""
    for path, value in leaves(document):
        for flipped in flips(value, path):
            yield path, flipped


def check_all(kind: str, some: Callable[[list[tuple[Path, Any]]], list[tuple[Path, Any]]]) -> None:
    """Both verifiers refuse each of the changes, and name what is wrong."""
    document = record(kind)
    for path, value in some(list(tried(kind, document))):
        found = verdicts(changed(document, path, value))
        assert not found.hold, (path, value)


@pytest.mark.parametrize("kind", KINDS)
def test_a_bit_in_any_field_is_found(kind: str) -> None:
    chance = random.Random(kind)

    def some(changes: list[tuple[Path, Any]]) -> list[tuple[Path, Any]]:
        by_field: dict[tuple[str, ...], list[tuple[Path, Any]]] = {}
        for path, value in changes:
            by_field.setdefault(tuple(step for step in path if isinstance(step, str)), []).append((path, value))
        return [change for of_field in by_field.values() for change in chance.sample(of_field, min(8, len(of_field)))]

    check_all(kind, some)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_bit_of_every_kind_in_every_field_is_found(kind: str) -> None:
    check_all(kind, lambda changes: changes)


@pytest.mark.parametrize("kind", KINDS)
def test_the_case_of_a_hash_is_no_tampering(kind: str) -> None:
    document = record(kind)
    document["previous"] = document["previous"].lower()
    for holder in (document, *document["rounds"]):
        holder["hashes"] = [one.lower() for one in holder["hashes"]]
    for entry in document["log"]:
        entry["hash"] = entry["hash"].lower()
    assert verdicts(document).hold
