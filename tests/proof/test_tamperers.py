"""Who changes a record and makes the log's hashes again: what catches them, and what only the head that players hold does."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from puntobanco.game import proof
from puntobanco.game.proof import Share
from tests.proof.played import as_json, played
from tests.proof.test_tampered import KINDS, Document, entry_of, rechained, record, says
from tests.proof.verdicts import verdicts

Wrong = str | tuple[str, ...]


def lines_of(document: Document, kind: str) -> list[str]:
    """The lines of the last entry of a kind."""
    lines: list[str] = document["log"][entry_of(document, kind)]["text"].split("\n")
    return lines


def put(document: Document, kind: str, lines: list[str]) -> None:
    """Write an entry anew, and make the hashes of the log again."""
    document["log"][entry_of(document, kind)]["text"] = "\n".join(lines)
    rechained(document)


def reseal(document: Document) -> None:
    """Make the closed list again from what is opened: the tamperer stands in for the players."""
    opened, sealed = lines_of(document, "opened")[2:], []
    announced = document["log"][entry_of(document, "announced")]["hash"]
    for first in range(0, len(opened), 4):
        player, random, cut, words = (line.partition(" ")[2] for line in opened[first : first + 4])
        share = Share(random=random, words=words, cut_place=None if cut == "-" else int(cut))
        sealed.append(f"{player} {proof.seal_of(announced, player, share)}")
    put(document, "closed", [*lines_of(document, "closed")[:2], *sealed])


def republish(document: Document) -> None:
    """Make the published root again."""
    root = proof.root_of(document["hashes"])
    put(document, "published", [*lines_of(document, "published")[:-1], f"root {root}"])


def another_hash(document: Document) -> Wrong:
    text = "S-1-" + "0" * 40
    document["hashes"][-1] = proof.hash_of(text)
    republish(document)
    return f"card {len(document['hashes'])}:"


def a_ninth_ace(document: Document) -> Wrong:
    one = next(one for one in document["rounds"] if one["player"] and not one["player"][0]["text"].startswith("S-1-"))
    card = one["player"][0]
    card["text"] = "S-1-" + "0" * 40
    document["hashes"][card["number"] - 1] = proof.hash_of(card["text"])
    republish(document)
    return f"card {card['number']}:"


def moved_cut(document: Document) -> Wrong:
    lines = lines_of(document, "published")
    lines[2] = f"cut {int(lines[2].split(' ')[1]) + 1}"
    put(document, "published", lines)
    return f"log entry {entry_of(document, 'published') + 1}:"


def moved_cut_card(document: Document) -> Wrong:
    lines = lines_of(document, "published")
    behind = int(lines[3].split(" ")[-1])
    lines[3] = f"cut card behind {behind + 1 if behind < 150 else behind - 1}"
    put(document, "published", lines)
    return f"log entry {entry_of(document, 'published') + 1}:"


def another_secret(document: Document) -> Wrong:
    lines = lines_of(document, "ended")
    put(document, "ended", [*lines[:-1], f"secret {'5A' * 32}"])
    return f"log entry {len(document['log'])}:"


def another_secret_with_its_commitment(document: Document) -> Wrong:
    lines = lines_of(document, "announced")
    secret = bytes([0x5A]) * 32
    put(document, "announced", [*lines[:-1], f"commitment {proof.texts.digest('commitment', *lines[1:-1], raw=secret)}"])
    another_secret(document)
    return f"contribution of {lines_of(document, 'closed')[2].split(' ')[0]}:"


def another_secret_and_all_seals(document: Document) -> Wrong:
    another_secret_with_its_commitment(document)
    reseal(document)
    return "card 1:"


def other_words(document: Document) -> Wrong:
    lines = lines_of(document, "opened")
    lines[5] += "!"
    put(document, "opened", lines)
    return f"contribution of {lines[2].split(' ')[1]}:"


def other_words_and_their_seal(document: Document) -> Wrong:
    other_words(document)
    reseal(document)
    return "card 1:"


def a_contribution_dropped(document: Document) -> Wrong:
    put(document, "opened", [*lines_of(document, "opened")[:2], *lines_of(document, "opened")[6:]])
    closed = lines_of(document, "closed")
    put(document, "closed", [*closed[:2], *closed[3:]])
    return "card 1:"


def a_contribution_not_opened(document: Document) -> Wrong:
    put(document, "opened", lines_of(document, "opened")[:-4])
    last = lines_of(document, "closed")[-1].split(" ")[0]
    return (
        f"contribution of {last}:",
        f"log entry {entry_of(document, 'opened') + 1}:",
        f"log entry {entry_of(document, 'opened') + 1}",
    )


def a_contribution_of_somebody_who_may_not_share(document: Document) -> Wrong:
    opened = [*lines_of(document, "opened"), "player 00000000deadbeef", f"random {'0' * 64}", "cut -", "words "]
    put(document, "opened", opened)
    reseal(document)
    return "contribution of 00000000deadbeef:", f"log entry {entry_of(document, 'closed') + 1}:"


def contributions_in_another_order(document: Document) -> Wrong:
    opened = lines_of(document, "opened")
    put(document, "opened", [*opened[:2], *opened[6:10], *opened[2:6], *opened[10:]])
    reseal(document)
    return "card 1:"


def a_failed_attempt_kept_silent(document: Document) -> Wrong:
    del document["log"][:3]
    for entry in document["log"]:
        entry["text"] = entry["text"].replace("attempt 2", "attempt 1")
    announced = document["log"][0]["text"].split("\n")
    announced[5] = "players all"
    document["log"][0]["text"] = "\n".join(announced)
    rechained(document)
    reseal(document)
    return f"log entry {len(document['log'])}:"


def other_rules(document: Document) -> Wrong:
    document["rules"] = document["rules"].replace('"last_round":"cut_card"', '"last_round":"one_more"')
    lines = lines_of(document, "announced")
    lines[4] = f"rules {proof.texts.digest('rules', document['rules'])}"
    for entry in document["log"]:
        if entry["text"].startswith("announced"):
            entry["text"] = "\n".join([*entry["text"].split("\n")[:4], lines[4], *entry["text"].split("\n")[5:]])
    rechained(document)
    reseal(document)
    return f"log entry {len(document['log'])}:"


def fewer_rounds_counted(document: Document) -> Wrong:
    lines = lines_of(document, "ended")
    lines[4] = f"rounds {int(lines[4].split(' ')[1]) - 1}"
    put(document, "ended", lines)
    return f"log entry {len(document['log'])}:"


def a_voided_round_not_counted(document: Document) -> Wrong:
    lines = lines_of(document, "ended")
    assert lines[5].startswith("voided ")
    put(document, "ended", [*lines[:5], *lines[6:]])
    return f"log entry {len(document['log'])}:"


def the_last_round_left_out(document: Document) -> Wrong:
    last = document["rounds"].pop()["round"]
    lines = lines_of(document, "ended")
    lines[4] = f"rounds {last - 1}"
    put(document, "ended", lines)
    return f"round {last}:"


CAUGHT: list[Callable[[Document], Wrong]] = [
    another_hash,
    a_ninth_ace,
    moved_cut,
    moved_cut_card,
    another_secret,
    another_secret_with_its_commitment,
    another_secret_and_all_seals,
    other_words,
    other_words_and_their_seal,
    a_contribution_dropped,
    a_contribution_not_opened,
    a_contribution_of_somebody_who_may_not_share,
    contributions_in_another_order,
    a_failed_attempt_kept_silent,
    other_rules,
    fewer_rounds_counted,
    a_voided_round_not_counted,
    the_last_round_left_out,
]
"""Changes of a finished shoe that no new hashes of the log can hide, each with what is named first."""


@pytest.mark.parametrize("change", CAUGHT, ids=lambda change: change.__name__)
def test_new_hashes_of_the_log_hide_nothing_of_a_finished_shoe(change: Callable[[Document], Wrong]) -> None:
    document = record("finished")
    wrong = change(document)
    says(document, *([wrong] if isinstance(wrong, str) else wrong))


def test_a_ninth_copy_is_found_before_the_secret_is_open() -> None:
    document: Document = as_json(played(7, **(KINDS["in_play"] | {"voids": 0.0, "steps": 250})))
    opened = [card for one in document["rounds"] for card in one["player"] + one["banker"]]
    ranks = Counter(card["text"].split("-")[1] for card in opened)
    rank, copies = ranks.most_common(1)[0]
    decks = 7
    assert copies > decks
    for card in opened:  # all of one suit: points and draws stay as they were
        if card["text"].split("-")[1] == rank:
            card["text"] = "S" + card["text"][1:]
            document["hashes"][card["number"] - 1] = proof.hash_of(card["text"])
    republish(document)
    numbers = [card["number"] for card in opened if card["text"].split("-")[1] == rank]
    says(document, *(f"card {number}:" for number in numbers[decks - 2 : decks + 2]))


def test_what_only_the_head_that_players_hold_can_guard() -> None:
    """The reasons why a shoe ended and a round was voided follow from nothing else. The log's hash is another one then."""
    document = record("ended_early")
    head = document["log"][-1]["hash"]
    lines = lines_of(document, "ended")
    put(document, "ended", [*lines[:3], "reason it rained", *lines[4:]])
    assert verdicts(document).hold
    assert document["log"][-1]["hash"] != head


def test_another_shoes_secret_is_refused() -> None:
    document: Any = record("finished")
    other = as_json(played(8, "live", {"decks": 6}, ending="finished"))
    lines = lines_of(document, "ended")
    put(document, "ended", [*lines[:-1], other["log"][-1]["text"].split("\n")[-1]])
    says(document, f"log entry {len(document['log'])}:")
