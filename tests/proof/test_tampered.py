"""Whatever is changed in a record, both verifiers say so, and name the first card, round, entry or contribution that is wrong."""

import copy
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
    "finished": LIVE
    | {"ending": "finished", "settings": {"decks": 6, "cut_by": "player", "cut_card_least": 140, "cut_card_most": 150}},
    "ended_early": LIVE
    | {"ending": "ended_early", "steps": 80, "settings": {"decks": 6, "burn_each_round": 2, "demonstration_rounds": 1}},
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
    assert f"{other}:".startswith(starts), other


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


def round_with(document: Document, count: int, *, after: int = 0) -> Document:
    """The first round from a place on in which both hands together have so many cards."""
    found: Document = next(one for one in document["rounds"][after:] if len(one["player"]) + len(one["banker"]) == count)
    return found


def name_of(one: Document) -> str:
    """How a round is named."""
    return f"demonstration round {one['demonstration']}" if one["demonstration"] else f"round {one['round']}"


def swap_hashes(document: Document) -> str:
    hashes = document["hashes"]
    hashes[200], hashes[250] = hashes[250], hashes[200]
    return "card 201:"


def swap_texts(document: Document) -> str:
    first, second = round_with(document, 4)["player"]
    first["text"], second["text"] = second["text"], first["text"]
    return f"card {first['number']}:"


def swap_whole_cards(document: Document) -> tuple[str, ...]:
    one = round_with(document, 4)
    one["player"][0], one["banker"][0] = one["banker"][0], one["player"][0]
    return f"card {one['banker'][0]['number']}:", f"{name_of(one)}:"


def swap_rounds(document: Document) -> str:
    rounds = document["rounds"]
    rounds[2], rounds[3] = rounds[3], rounds[2]
    return "round 3:"


def no_burn(document: Document) -> str:
    document["burn"] = None
    return "burn of the shoe:"


def smaller_burn(document: Document) -> str:
    document["burn"]["face_down"] -= 1
    return "burn of the shoe:"


def no_third_card(document: Document) -> str:
    one = round_with(document, 5)
    (one["player"] if len(one["player"]) == 3 else one["banker"]).pop()
    return f"{name_of(one)}:"


def a_third_card_too_many(document: Document) -> str:
    one = round_with(document, 4)
    following = document["rounds"][document["rounds"].index(one) + 1]
    one["player"].append(following["player"][0])
    return f"{name_of(one)}:"


def another_winner(document: Document) -> str:
    one = round_with(document, 6)
    one["outcome"] = "player" if one["outcome"] == "banker" else "banker"
    return f"{name_of(one)}:"


def another_point(document: Document) -> str:
    one = round_with(document, 6)
    one["banker_points"] = (one["banker_points"] + 1) % 10
    return f"{name_of(one)}:"


def a_round_left_out(document: Document) -> str:
    return f"{name_of(document['rounds'].pop(4))}:"


def a_round_twice(document: Document) -> str:
    document["rounds"].insert(4, document["rounds"][3])
    return f"{name_of(document['rounds'][5])}:"


def voided_after_the_cards(document: Document) -> str:
    one = round_with(document, 4)
    one |= {"voided": "spilt coffee", "outcome": None, "player_points": None, "banker_points": None}
    return f"{name_of(one)}:"


def voided_without_cards(document: Document) -> tuple[str, ...]:
    one = round_with(document, 4)
    following = document["rounds"][document["rounds"].index(one) + 1]
    next_card = f"card {one['player'][0]['number']}:"
    one |= {"voided": "spilt coffee", "outcome": None, "player_points": None, "banker_points": None, "player": [], "banker": []}
    return next_card, f"{name_of(following)}:"


def entry_of(document: Document, kind: str) -> int:
    """The place of the last entry of a kind."""
    return max(place for place, one in enumerate(document["log"]) if one["text"].startswith(f"{kind}\n"))


def reordered_log(document: Document) -> str:
    log = document["log"]
    log[1], log[2] = log[2], log[1]
    return "log entry 2:"


def dropped_entry(document: Document) -> str:
    del document["log"][1]
    return "log entry 2:"


def added_entry(document: Document) -> str:
    document["log"].append(document["log"][-1])
    return f"log entry {len(document['log'])}:"


def another_shoes_entry(document: Document) -> str:
    place = entry_of(document, "published")
    document["log"][place] = record("finished", 8)["log"][place]
    return f"log entry {place + 1}:"


OPENLY: list[Callable[[Document], str | tuple[str, ...]]] = [
    swap_hashes,
    swap_texts,
    swap_whole_cards,
    swap_rounds,
    no_burn,
    smaller_burn,
    no_third_card,
    a_third_card_too_many,
    another_winner,
    another_point,
    a_round_left_out,
    a_round_twice,
    voided_after_the_cards,
    voided_without_cards,
    reordered_log,
    dropped_entry,
    added_entry,
    another_shoes_entry,
]
"""Changes of a finished shoe's record, each of which gives what must be named first."""


@pytest.mark.parametrize("change", OPENLY, ids=lambda change: change.__name__)
def test_what_is_changed_is_named(change: Callable[[Document], str | tuple[str, ...]]) -> None:
    document = record("finished")
    wrong = change(document)
    says(document, *([wrong] if isinstance(wrong, str) else wrong))
