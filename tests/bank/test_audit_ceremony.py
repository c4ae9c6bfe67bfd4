"""What the audit says of a forged ceremony: each step of how a shoe's order came about, changed alone and in the database."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from puntobanco.bank.audit_shoe import faults
from puntobanco.bank.sqlite import SqliteStore
from puntobanco.game import proof
from puntobanco.game.proof import Entry, Share, Voided
from puntobanco.table import commands as co, events as ev
from puntobanco.table.events import Event
from puntobanco.table.machine import evolve
from puntobanco.table.players import public_name
from puntobanco.table.state import TableState
from tests.bank.audited import changed, difference_lines, one
from tests.bank.kept import Kept, join
from tests.table.driven import Driven, rules

FAULTY_LOG = "the log's entry {} of table 1 shoe {} attempt {} is not the one that follows from what was stored"


def play(table: Driven) -> None:
    """Ann, Bob and Eve share in shoe 1; Eve does not open, so it is announced again; then a void, and an early end."""
    table.step()
    shares = {account: table.seal(account, "words", 100) for account in ("ann", "bob", "eve")}
    table.step()
    open_all(table, {account: shares[account] for account in ("ann", "bob")})
    table.step()
    table.step()
    shares = {account: table.seal(account) for account in ("bob", "ann")}
    table.step()
    open_all(table, shares)
    table.play_round()
    table.play_on()
    table.do(co.VoidRound(reason="a fault"))
    table.step()
    table.play_round()
    table.do(co.CloseShoe(secret=table._secret, reason="a spilled drink"))
    table.play_round()


def open_all(table: Driven, shares: Mapping[str, object]) -> None:
    for account, share in shares.items():
        assert isinstance(share, Share)
        table.do(table.opening(account, share))


Pair = tuple[TableState, Event]


def pairs(events: list[Event]) -> Iterator[Pair]:
    """Each event with the state before it."""
    state = evolve(None, events[0])
    for event in events[1:]:
        yield state, event
        state = evolve(state, event)


@pytest.fixture(scope="module")
def story() -> list[Pair]:
    table = Driven(rules("macau", burn="none"))
    play(table)
    return list(pairs(table.events))


def said(pair: Pair, **forged: object) -> list[str]:
    """What the audit says of an event, with some fields forged."""
    before, event = pair
    return list(faults(before, replace(event, **forged), None))


def of_kind(story: list[Pair], kind: type[Event]) -> list[Pair]:
    return [pair for pair in story if isinstance(pair[1], kind)]


def test_of_a_true_ceremony_nothing_is_said(story: list[Pair]) -> None:
    assert [said(pair) for pair in story] == [[]] * len(story)
    counts = {kind: len(of_kind(story, kind)) for kind in (ev.ShoeAnnounced, ev.ShareSealed, ev.ShareOpened, ev.SharesFailed)}
    assert list(counts.values()) == [3, 5, 4, 1]


def test_another_secret_promised_while_one_was_under_way_is_named(story: list[Pair]) -> None:
    first, again, _ = of_kind(story, ev.ShoeAnnounced)
    for before, stage in ((of_kind(story, ev.ShareSealed)[0][0], "sealing"), (of_kind(story, ev.ShareOpened)[0][0], "opening")):
        found = list(faults(before, again[1], None))
        assert f"a second secret was promised while attempt 1 was {stage}" in found
    found = list(faults(again[0], first[1], None))
    assert found[0] == "what was announced is not attempt 2 at shoe 1 under the rules that hold"


@pytest.mark.parametrize(
    "forged", [{"shoe": 2}, {"table": 2}, {"attempt": 1}, {"only": None}, {"only": (public_name("eve"),)}, {"rules": "{}"}]
)
def test_an_announcement_of_something_else_is_named(story: list[Pair], forged: dict[str, object]) -> None:
    again = of_kind(story, ev.ShoeAnnounced)[1]
    assert isinstance(again[1], ev.ShoeAnnounced)
    found = said(again, announcement=replace(again[1].announcement, **forged))
    assert any("what was announced is not" in line or "no rules of a shoe" in line for line in found)


def test_a_promise_that_was_exchanged_is_named(story: list[Pair]) -> None:
    first = of_kind(story, ev.ShoeAnnounced)[0]
    assert said(first, commitment="0" * 128) == [FAULTY_LOG.format("announced", 1, 1)]


def test_a_seal_under_another_name_or_a_second_or_late_one_is_named(story: list[Pair]) -> None:
    sealed = of_kind(story, ev.ShareSealed)
    assert said(sealed[0], player=public_name("bob")) == ["a contribution stands under another player's name"]
    refused = "a contribution came when none was taken, or a second one of the same player"
    assert list(faults(sealed[1][0], sealed[0][1], None)) == [refused]
    for kind in (ev.ShareOpened, ev.SharesFailed, ev.ShoeOpened):
        late = of_kind(story, kind)[0][0], sealed[0][1]
        assert said(late, account="carl", player=public_name("carl"))[0] == refused


def test_a_seal_of_who_may_not_share_or_that_is_no_hash_is_named(story: list[Pair]) -> None:
    again = of_kind(story, ev.ShareSealed)[3]
    assert said(again, account="eve", player=public_name("eve")) == ["a contribution came of a player who may not share"]
    assert said(again, seal="AB") == ["a contribution is no hash"]


def test_a_list_closed_with_one_dropped_added_or_moved_is_named(story: list[Pair]) -> None:
    pair = before, _ = of_kind(story, ev.SharesClosed)[0]
    assert before.ceremony is not None
    seals = dict(before.ceremony.seals.values())
    *some, (player, seal) = seals.items()
    for forged in (dict(some), {**seals, "0" * 16: seal}, {player: seal, **dict(some)}):
        entry = proof.closed_entry(before.log_head, before.ceremony.announcement, forged)
        assert said(pair, entry=entry) == [FAULTY_LOG.format("closed", 1, 1)]
    closed = of_kind(story, ev.SharesOpened)[0]
    assert list(faults(closed[0], pair[1], None)) == ["a list was closed that was not open"]


def test_a_share_that_was_not_the_sealed_one_is_named(story: list[Pair]) -> None:
    pair = of_kind(story, ev.ShareOpened)[0]
    assert isinstance(pair[1], ev.ShareOpened)
    name, share = public_name("ann"), pair[1].share
    for forged in ({"random": "0" * 64}, {"words": "other words"}, {"cut_place": 101}, {"cut_place": None}):
        found = said(pair, share=replace(share, **forged))
        assert found == [f"contribution of {name}: it is not the one that was sealed"]
    assert "random is no 32 bytes" in said(pair, share=replace(share, random="AB"))[0]
    assert said(pair, player=public_name("bob")) == [f"contribution of {public_name('bob')}: it is not the one that was sealed"]


def test_a_share_opened_that_was_never_sealed_or_not_to_be_opened_is_named(story: list[Pair]) -> None:
    opened = of_kind(story, ev.ShareOpened)
    refused = "a contribution was opened that was not sealed, or not to be opened"
    assert said(opened[0], account="carl") == [refused]
    early = of_kind(story, ev.SharesClosed)[0][0]
    for before in (early, opened[1][0], of_kind(story, ev.ShoeOpened)[0][0]):
        assert list(faults(before, opened[0][1], None)) == [refused]


def test_an_order_fixed_before_all_were_open_or_over_other_shares_is_named(story: list[Pair]) -> None:
    fixed = before, _ = of_kind(story, ev.SharesOpened)[0]
    for pair in of_kind(story, ev.ShareOpened):
        assert list(faults(pair[0], fixed[1], None)) == ["the order was fixed before all contributions were open"]
    assert before.ceremony is not None
    for forged in (before.ceremony.opened[:-1], before.ceremony.opened[::-1], ()):
        entry = proof.opened_entry(before.log_head, before.ceremony.announcement, forged)
        assert said(fixed, entry=entry) == [FAULTY_LOG.format("opened", 1, 2)]


def test_an_attempt_that_failed_otherwise_is_named(story: list[Pair]) -> None:
    failed = before, _ = of_kind(story, ev.SharesFailed)[0]
    assert before.ceremony is not None
    assert said(failed, missing=()) == ["0 contributions are called missing, 1 are"]
    assert said(failed, missing=(public_name("bob"),)) == ["1 contributions are called missing, 1 are"]
    entry = proof.failed_entry(before.log_head, before.ceremony.announcement, ())
    assert said(failed, entry=entry) == [FAULTY_LOG.format("failed", 1, 1)]
    complete = of_kind(story, ev.SharesOpened)[0][0]
    assert "1 contributions are called missing, 0 are" in list(faults(complete, failed[1], None))
    assert "0 contributions are called missing, 0 are" in said((complete, failed[1]), missing=())
    sealing = of_kind(story, ev.ShareSealed)[0][0]
    assert list(faults(sealing, failed[1], None)) == ["an attempt failed that was not under way"]


LOGGED = (ev.ShoeAnnounced, ev.SharesClosed, ev.SharesOpened, ev.SharesFailed, ev.ShoeOpened, ev.ShoeClosed)


@pytest.mark.parametrize("kind", LOGGED)
def test_an_entry_whose_text_or_hash_was_altered_is_named(story: list[Pair], kind: type[Event]) -> None:
    pair = of_kind(story, kind)[0]
    entry = getattr(pair[1], "entry", None)
    assert isinstance(entry, Entry)
    for forged in (Entry(entry.text + " ", entry.hash), Entry(entry.text, "0" * 128), Entry("", "")):
        (line,) = said(pair, entry=forged)
        assert line.startswith(f"the log's entry {entry.text.split()[0]} of table 1 shoe 1")


def test_a_shoe_or_an_end_without_its_entry_is_named(story: list[Pair]) -> None:
    shoe, closed = of_kind(story, ev.ShoeOpened)[0], of_kind(story, ev.ShoeClosed)[0]
    assert "a shoe came whose order was not fixed" in said(shoe, entry=None)
    assert said(closed, entry=None) == [FAULTY_LOG.format("ended", 1, 2)]


def test_a_shoe_that_came_before_its_order_was_fixed_is_named(story: list[Pair]) -> None:
    shoe = of_kind(story, ev.ShoeOpened)[0]
    for kind in (ev.ShareSealed, ev.ShareOpened, ev.SharesFailed):
        assert "a shoe came whose order was not fixed" in list(faults(of_kind(story, kind)[0][0], shoe[1], None))


def test_another_end_than_the_shoe_had_is_named(story: list[Pair]) -> None:
    pair = before, closed = of_kind(story, ev.ShoeClosed)[0]
    assert isinstance(closed, ev.ShoeClosed)
    assert closed.secret is not None
    assert before.shoe is not None
    assert before.shoe.ceremony is not None
    assert before.shoe.voided == (Voided(2, "a fault"),)
    true: dict[str, object] = {
        "end": closed.end,
        "reason": closed.reason,
        "rounds": 3,
        "voided": before.shoe.voided,
        "secret": bytes.fromhex(closed.secret),
    }
    assert entry_of(before, true) == closed.entry
    wrong = FAULTY_LOG.format("ended", 1, 2)
    for forged in ({"reason": ""}, {"rounds": 2}, {"voided": ()}, {"voided": (Voided(1, "a fault"),)}, {"secret": bytes(32)}):
        assert said(pair, entry=entry_of(before, true | forged)) == [wrong]
    assert said(pair, reason="another") == [wrong]


def entry_of(before: TableState, facts: dict[str, object]) -> Entry:
    shoe = before.shoe
    assert shoe is not None
    assert shoe.ceremony is not None
    ended: Callable[..., Entry] = proof.ended_entry
    return ended(before.log_head, shoe.ceremony.announcement, **facts)


def test_a_shoe_that_begins_with_another_head_of_the_log_is_named(story: list[Pair]) -> None:
    pair = of_kind(story, ev.ShuffleStarted)[-1]
    assert isinstance(pair[1], ev.ShuffleStarted)
    forged = replace(pair[1].opening, log_head="0" * 128)
    assert said(pair, opening=forged) == ["the state it opens with is not the one the events lead to"]


# In the database, where an audit begins.


async def keep(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    for account in ("ann", "bob", "eve"):
        await join(store, account)
    table = Kept(store, rules("macau", burn="none"))
    play(table)
    await table.save()
    await store.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shared") / "house.db"
    asyncio.run(keep(path))
    return path


@pytest.fixture
def path(shared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(shared, tmp_path / "house.db"))


def test_a_house_in_which_players_shared_is_in_order(shared: Path) -> None:
    assert difference_lines(shared) == []


def versions(path: Path, kind: str, count: int) -> list[int]:
    """The versions of the first events of a kind."""
    query = f"SELECT version FROM events WHERE kind = '{kind}' ORDER BY version LIMIT 1 OFFSET "
    return [int(one(path, query + str(place))) for place in range(count)]


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("share_sealed", ("account", "player", "seal"), FAULTY_LOG.format("closed", 1, 1)),
        ("share_opened", ("share",), f"contribution of {public_name('ann')}: it is not the one that was sealed"),
    ],
)
def test_two_contributions_that_changed_places_are_found(path: Path, kind: str, fields: tuple[str, ...], expected: str) -> None:
    first, second = versions(path, kind, 2)
    bodies = {version: json.loads(one(path, f"SELECT body FROM events WHERE version = {version}")) for version in (first, second)}
    statements = []
    for version, other in ((first, second), (second, first)):
        body = bodies[version] | {field: bodies[other][field] for field in fields}
        statements.append(f"UPDATE events SET body = '{json.dumps(body)}' WHERE version = {version}")
    lines = changed(path, *statements)
    assert any(line.endswith(expected) for line in lines), lines


def test_an_entry_forged_in_the_database_is_named_and_so_is_the_next_that_hangs_on_it(path: Path) -> None:
    version = versions(path, "shares_closed", 1)[0]
    lines = changed(path, f"UPDATE events SET body = json_set(body, '$.entry.hash', '{'0' * 128}') WHERE version = {version}")
    assert [line.split(": ", 2)[2] for line in lines] == [FAULTY_LOG.format("closed", 1, 1), FAULTY_LOG.format("failed", 1, 1)]


def test_a_promise_exchanged_in_the_database_is_found_again_at_the_end(path: Path) -> None:
    version = versions(path, "shoe_announced", 2)[1]
    lines = changed(path, f"UPDATE events SET body = json_set(body, '$.commitment', '{'0' * 128}') WHERE version = {version}")
    assert [line.split(": ", 2)[2] for line in lines] == [
        FAULTY_LOG.format("announced", 1, 2),
        "the secret is not the one that was promised",
    ]


def test_one_contribution_more_than_an_attempt_takes_is_named(story: list[Pair], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "SHARES_MOST", 1)
    first, second, _, *_ = of_kind(story, ev.ShareSealed)
    assert said(first) == []
    assert said(second) == ["more than 1 contributions were taken"]
