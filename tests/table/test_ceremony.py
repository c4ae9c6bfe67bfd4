"""How a shoe's order comes about, as the table's players and its dealer see it (see docs/proof.md)."""

import pytest
from msgspec.structs import replace

from puntobanco.errors import BadProof
from puntobanco.game import proof
from puntobanco.game.proof import BEGINNING, Share
from puntobanco.game.proof.log import broken_at
from puntobanco.table import commands as co, events as ev
from puntobanco.table.ceremony import REOPENED_MS
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.dealing import Need, awaits, next_ms
from puntobanco.table.players import public_name
from puntobanco.table.state import Ceremony, Phase, Stage
from puntobanco.table.views import table_view
from tests.table.driven import SECRET, STARTED_MS, Driven, rules

SHUFFLE_MS = 20_000
CLOSES_MS = STARTED_MS + 10_000
FAILS_MS = CLOSES_MS + 8_000
COMES_MS = STARTED_MS + SHUFFLE_MS
WRONG_PHASE, MAY_NOT_SHARE, BAD_SHARE = (Rejection(code=code) for code in (Code.WRONG_PHASE, Code.MAY_NOT_SHARE, Code.BAD_SHARE))


def sealing(house: str = "live", **settings: object) -> Driven:
    """A table that takes contributions."""
    table = Driven(rules(house, shuffle_seconds=SHUFFLE_MS / 1000, **settings))
    table.step()
    assert stage(table) is Stage.SEALING
    return table


def opening(*accounts: str, **settings: object) -> tuple[Driven, dict[str, Share]]:
    """A table whose list of contributions is closed, and what those players have to open."""
    table = sealing("live", **settings)
    return table, close_with(table, *accounts)


def close_with(table: Driven, *accounts: str) -> dict[str, Share]:
    shares = {account: sealed(table, account) for account in accounts}
    table.step()
    return shares


def sealed(table: Driven, account: str, words: str = "", cut_place: int | None = None) -> Share:
    share = table.seal(account, words, cut_place)
    assert isinstance(share, Share)
    return share


def opens(table: Driven, account: str, share: Share) -> list[ev.Event] | Rejection:
    return table.ask(table.opening(account, share))


def underway(table: Driven) -> Ceremony:
    assert table.state.ceremony is not None
    return table.state.ceremony


def stage(table: Driven) -> Stage:
    return underway(table).stage


# Its steps and their times.


def test_a_ceremony_takes_no_longer_than_the_shuffle() -> None:
    table = Driven(rules(shuffle_seconds=SHUFFLE_MS / 1000))
    assert (awaits(table.state), next_ms(table.state)) == (Need.ANNOUNCEMENT, 0)
    table.step()
    assert (table.now_ms, awaits(table.state), next_ms(table.state)) == (STARTED_MS, Need.TICK, CLOSES_MS)
    share = sealed(table, "ann")
    table.step()
    assert (table.now_ms, stage(table), next_ms(table.state)) == (CLOSES_MS, Stage.OPENING, FAILS_MS)
    table.now_ms = FAILS_MS - 1
    opened, fixed = table.do(table.opening("ann", share))
    assert isinstance(opened, ev.ShareOpened)
    assert isinstance(fixed, ev.SharesOpened)
    assert (awaits(table.state), next_ms(table.state)) == (Need.SHOE, COMES_MS)
    (shoe,) = table.step()
    assert isinstance(shoe, ev.ShoeOpened)
    assert shoe.at_ms == COMES_MS


def test_where_nobody_shares_the_order_is_fixed_as_soon_as_the_list_is_closed() -> None:
    table = sealing()
    closed, fixed = table.step()
    assert isinstance(closed, ev.SharesClosed)
    assert isinstance(fixed, ev.SharesOpened)
    assert [entry.text.splitlines()[2:] for entry in underway(table).entries[1:]] == [[], []]
    (shoe,) = table.step()
    assert shoe.at_ms == COMES_MS


@pytest.mark.parametrize(("at_ms", "taken"), [(STARTED_MS, True), (CLOSES_MS - 1, True), (CLOSES_MS, False), (COMES_MS, False)])
def test_contributions_are_sealed_in_the_first_half_of_the_shuffle(at_ms: int, taken: bool) -> None:
    table = sealing()
    table.now_ms = at_ms
    assert (table.seal("ann") != WRONG_PHASE) is taken


@pytest.mark.parametrize(("at_ms", "taken"), [(CLOSES_MS, True), (FAILS_MS - 1, True), (FAILS_MS, False)])
def test_they_are_opened_until_nine_tenths_of_it(at_ms: int, taken: bool) -> None:
    table, shares = opening("ann")
    table.now_ms = at_ms
    assert (opens(table, "ann", shares["ann"]) != WRONG_PHASE) is taken


def test_before_the_announcement_and_after_the_order_nobody_seals_or_opens() -> None:
    table = Driven()
    assert table.seal("ann") == WRONG_PHASE
    share = Share(random="0" * 64)
    assert opens(table, "ann", share) == WRONG_PHASE
    table.step()
    assert opens(table, "ann", share) == WRONG_PHASE
    table.fix_order()
    for phase in (Phase.SHUFFLING, Phase.BETTING, Phase.RESULT):
        table.go_to(phase)
        assert table.seal("ann") == WRONG_PHASE
        assert opens(table, "ann", share) == WRONG_PHASE


# Who shares, and with what.


def test_a_player_shares_once_and_without_being_there() -> None:
    table = sealing()
    share = sealed(table, "ann", "for luck")
    assert table.seal("ann", "other words") == WRONG_PHASE
    sealed(table, "bob")
    assert [one.player for one in underway(table).seals.values()] == [public_name("ann"), public_name("bob")]
    table.step()
    assert opens(table, "eve", share) == WRONG_PHASE
    assert opens(table, "bob", share) == BAD_SHARE
    assert isinstance(opens(table, "ann", share), list)
    assert opens(table, "ann", share) == WRONG_PHASE


@pytest.mark.parametrize("seal", [None, 7, "", "AB", "X" * 128, "A" * 129, ["A" * 128], "٣" * 128])
def test_a_seal_that_is_no_hash_is_refused(seal: object) -> None:
    table = sealing()
    assert table.ask(co.SealShare(account="ann", shoe=1, attempt=1, seal=seal)) == BAD_SHARE


def test_a_seal_in_lower_case_opens_too() -> None:
    table = sealing()
    share = Share(random="AB" * 32)
    seal = proof.seal_of(underway(table).announced, public_name("ann"), share).lower()
    table.do(co.SealShare(account="ann", shoe=1, attempt=1, seal=seal))
    table.step()
    assert len(table.do(table.opening("ann", share))) == 2


@pytest.mark.parametrize(("shoe", "attempt"), [(0, 1), (2, 1), (1, 0), (1, 2)])
def test_what_is_meant_for_another_shoe_or_attempt_comes_too_late(shoe: int, attempt: int) -> None:
    table = sealing()
    assert table.ask(co.SealShare(account="ann", shoe=shoe, attempt=attempt, seal="A" * 128)) == WRONG_PHASE
    share = sealed(table, "ann")
    table.step()
    assert table.ask(co.OpenShare(account="ann", shoe=shoe, attempt=attempt, share=share)) == WRONG_PHASE


FAULTY = [
    {"random": "ab" * 32},
    {"random": "AB" * 31},
    {"random": ""},
    {"words": "x" * 81},
    {"words": "two\nlines"},
    {"words": "\u2028"},
    {"words": "\x00"},
    {"cut_place": 9},
    {"cut_place": 407},
    {"cut_place": -1},
]


@pytest.mark.parametrize("fault", FAULTY)
def test_a_share_with_a_fault_cannot_be_opened_even_where_it_was_sealed(fault: dict[str, object]) -> None:
    table = sealing()
    share = replace(Share(random="AB" * 32), **fault)
    seal = proof.seal_of(underway(table).announced, public_name("ann"), share)
    table.do(co.SealShare(account="ann", shoe=1, attempt=1, seal=seal))
    table.step()
    assert opens(table, "ann", share) == BAD_SHARE
    (failed,) = table.step()
    assert isinstance(failed, ev.SharesFailed)


def test_the_longest_words_and_the_outermost_cuts_are_taken() -> None:
    table = sealing("macau")
    shares = {"ann": sealed(table, "ann", "賭" * 80, 10), "bob": sealed(table, "bob", "", 406)}
    table.step()
    for account, share in shares.items():
        assert isinstance(opens(table, account, share), list)
    assert stage(table) is Stage.OPENED
    (shoe,) = table.step()
    assert isinstance(shoe, ev.ShoeOpened)
    assert shoe.cut_place in (10, 406)


@pytest.mark.parametrize("change", [{"random": "CD" * 32}, {"words": "other"}, {"cut_place": 51}, {"cut_place": None}])
def test_another_share_than_the_sealed_one_is_refused_and_the_true_one_still_taken(change: dict[str, object]) -> None:
    table = sealing("macau")
    share = sealed(table, "ann", "words", 50)
    table.step()
    assert opens(table, "ann", replace(share, **change)) == BAD_SHARE
    assert isinstance(opens(table, "ann", share), list)


def test_an_attempt_takes_so_many_contributions_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "SHARES_MOST", 2)
    table = sealing()
    sealed(table, "ann")
    sealed(table, "bob")
    assert table.seal("eve") == MAY_NOT_SHARE


# What was not opened.


def test_a_missing_opening_fails_the_attempt_names_who_and_only_openers_share_in_the_next() -> None:
    table, shares = opening("ann", "bob", "eve")
    opens(table, "eve", shares["eve"])
    opens(table, "ann", shares["ann"])
    first = underway(table)
    (failed,) = table.step()
    assert isinstance(failed, ev.SharesFailed)
    assert (failed.at_ms, failed.missing, failed.due_ms) == (FAILS_MS, (public_name("bob"),), FAILS_MS + SHUFFLE_MS)
    assert failed.entry.text.splitlines()[2:] == [public_name("bob")]
    assert (awaits(table.state), next_ms(table.state)) == (Need.ANNOUNCEMENT, 0)
    table.step()
    again = underway(table)
    assert (again.announcement.attempt, again.announcement.only) == (2, (public_name("ann"), public_name("eve")))
    assert again.commitment != first.commitment
    assert (again.seals, again.shares) == ({}, {})
    assert table.seal("bob") == MAY_NOT_SHARE
    assert table.seal("carl") == MAY_NOT_SHARE
    shares = close_with(table, "ann")
    opens(table, "ann", shares["ann"])
    (shoe,) = table.step()
    assert isinstance(shoe, ev.ShoeOpened)
    assert shoe.at_ms == failed.due_ms


def test_an_opening_of_a_failed_attempt_opens_nothing_in_the_next() -> None:
    table, shares = opening("ann", "bob")
    old = table.opening("ann", shares["ann"])
    table.do(old)
    table.step()
    table.step()
    seal = proof.seal_of(underway(table).announced, public_name("ann"), shares["ann"])
    assert seal not in underway(table).entries[0].text
    close_with(table, "ann")
    assert table.ask(old) == WRONG_PHASE


def test_where_nobody_opened_nobody_may_share_in_the_next_attempt_and_it_succeeds() -> None:
    table, _ = opening("ann", "bob")
    table.step()
    table.step()
    assert underway(table).announcement.only == ()
    assert "players nobody" in underway(table).entries[0].text
    assert table.seal("ann") == MAY_NOT_SHARE
    table.fix_order()
    table.open_fair_shoe()
    shoe = table_view(table.state).shoe
    assert shoe is not None
    assert (shoe.shared, shoe.failed) == (0, 1)


def test_the_next_shoe_is_open_to_all_again() -> None:
    table, _ = opening("ann")
    table.fix_order()
    table.go_to(Phase.RESULT)
    table.do(co.CloseShoe(secret=SECRET))
    table.step()
    assert (underway(table).announcement.attempt, underway(table).announcement.only) == (1, None)
    sealed(table, "ann")


# A restart re-rolls nothing.


@pytest.mark.parametrize("left_ms", [1, REOPENED_MS - 1, REOPENED_MS])
@pytest.mark.parametrize("stages", [1, 2])
def test_a_restart_gives_five_seconds_and_keeps_all(stages: int, left_ms: int) -> None:
    table = sealing()
    share = sealed(table, "ann")
    if stages == 2:
        table.step()
    before = underway(table)
    table.now_ms = before.due_ms - left_ms
    extended = [event for event in table.do(co.Recover()) if isinstance(event, ev.ShuffleExtended)]
    assert len(extended) == (left_ms < REOPENED_MS)
    after = underway(table)
    assert after.due_ms >= table.now_ms + REOPENED_MS
    assert replace(after, due_ms=before.due_ms) == before
    table.now_ms = after.due_ms - 1
    if stages == 1:
        sealed(table, "bob")
        assert table.seal("ann") == WRONG_PHASE
    else:
        assert isinstance(opens(table, "ann", share), list)
        assert table.state.due_ms is not None
        assert table.state.due_ms >= after.due_ms


@pytest.mark.parametrize("shuffle_ms", [5_000, SHUFFLE_MS])
@pytest.mark.parametrize("stages", [1, 2])
def test_after_a_restart_the_shoe_comes_no_earlier_and_leaves_both_stages_their_time(stages: int, shuffle_ms: int) -> None:
    table = Driven(rules(shuffle_seconds=shuffle_ms / 1000))
    table.step()
    sealed(table, "ann")
    if stages == 2:
        table.step()
    table.now_ms = underway(table).due_ms - 1
    table.do(co.Recover())
    stages_left_ms = REOPENED_MS * (3 - stages)
    assert table.state.due_ms == max(STARTED_MS + shuffle_ms, table.now_ms + stages_left_ms)


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_a_second_announcement_of_one_attempt_cannot_be_made(steps: int) -> None:
    """The dealer that comes back asks what is awaited; a new secret for what was announced is a bug, and stops the table."""
    table = Driven()
    for _ in range(steps):
        table.step()
    announcement = proof.announce(1, 1, table.state.rules)
    command = co.AnnounceShoe(announcement=announcement, commitment="0" * 128, sealed=b"")
    if steps == 0:
        assert len(table.do(command)) == 1
    else:
        with pytest.raises(AssertionError):
            table.ask(command)


def test_rules_cannot_change_once_a_shoe_is_announced() -> None:
    table = Driven()
    other = co.Open(number=1, rules=rules(main_maximum_cents=10**7))
    assert isinstance(table.ask(other), list)
    for phase in (Phase.SHUFFLING, Phase.BETTING, Phase.RESULT):
        table.step()
        table.go_to(phase)
        assert table.ask(co.Open(number=1, rules=rules())) == WRONG_PHASE
    assert '"main_maximum_cents":10000000' in proof.announce(1, 1, table.state.rules).rules


# Its end before it came.


STAGES = [Stage.SEALING, Stage.OPENING, Stage.FAILED, Stage.OPENED]


def in_stage(wanted: Stage) -> Driven:
    table, shares = opening("ann", "bob") if wanted is not Stage.SEALING else (sealing(), {})
    if wanted is Stage.FAILED:
        table.step()
    if wanted is Stage.OPENED:
        for account, share in shares.items():
            opens(table, account, share)
    assert stage(table) is wanted
    return table


@pytest.mark.parametrize("wanted", STAGES)
@pytest.mark.parametrize("lost", [True, False])
def test_a_shoe_that_ends_before_it_came_is_opened_or_counted_as_never_opened(wanted: Stage, lost: bool) -> None:
    table = in_stage(wanted)
    attempt = table.attempt
    closed, shuffled = table.do(co.CloseShoe(secret=None if lost else SECRET, reason="a fault"))
    assert isinstance(closed, ev.ShoeClosed)
    assert isinstance(shuffled, ev.ShuffleStarted)
    end = ev.ShoeEnd.NEVER_OPENED if lost else ev.ShoeEnd.ENDED_EARLY
    assert (closed.end, closed.secret) == (end, None if lost else SECRET.hex())
    assert closed.entry is not None
    assert closed.entry.text.splitlines()[:5] == [
        "ended",
        f"table 1 shoe 1 attempt {attempt}",
        f"end {end}",
        "reason a fault",
        "rounds 0",
    ]
    assert (shuffled.shoe, shuffled.opening.log_head, table.state.ceremony) == (2, closed.entry.hash, None)
    table.play_round()
    assert broken_at(entries(table), BEGINNING) is None


@pytest.mark.parametrize("wanted", STAGES)
def test_another_secret_than_the_promised_one_closes_no_shoe(wanted: Stage) -> None:
    table = in_stage(wanted)
    with pytest.raises(BadProof):
        table.ask(co.CloseShoe(secret=bytes(32)))


def entries(table: Driven) -> list[proof.Entry]:
    """All entries of the table's log."""
    return [event.entry for event in table.events if isinstance(event, ev.Logged) and event.entry]
