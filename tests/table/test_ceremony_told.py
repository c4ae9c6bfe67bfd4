"""What is told of a ceremony, to whom and when; the log over many shoes; and any interleaving of all that can happen in it."""

import base64
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from puntobanco.game.proof import BEGINNING, SHARES_MOST, Share
from puntobanco.game.proof.log import broken_at
from puntobanco.table import commands as co, events as ev, machine
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.players import public_name
from puntobanco.table.public_events import public_events
from puntobanco.table.state import Phase, Stage
from puntobanco.table.views import ShareView, own_view, table_view
from tests.table.by_hand import ByHand
from tests.table.driven import SECRET, Driven, rules
from tests.table.test_ceremony import close_with, entries, opening, opens, sealed, sealing

STRANGER = "eve"


class Told(Driven):
    """A driven table, with all that was ever told of it: to everyone, and in pictures to whoever comes."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.told = ""
        super().__init__(*given, **named)

    def ask(self, command: Any, *, balance_cents: int = 10**15) -> Any:
        answer = super().ask(command, balance_cents=balance_cents)
        if isinstance(answer, list):
            pictures = [public_events(answer, self.state), table_view(self.state), own_view(self.state, STRANGER)]
            self.told += msgspec.json.encode(pictures).decode()
        return answer


def told_table(house: str = "live", **settings: object) -> Told:
    table = Told(rules(house, **settings))
    table.step()
    return table


def tells(table: Told, share: Share) -> bool:
    """Whether anything of a share is out."""
    return share.random in table.told or (bool(share.words) and share.words in table.told)


def test_no_share_is_told_before_all_are_open_and_then_all_are() -> None:
    table = told_table()
    shares = {account: sealed(table, account, f"words of {account}") for account in ("ann", "bob")}
    table.step()
    opens(table, "ann", shares["ann"])
    table.do(co.Recover())
    assert not any(tells(table, share) for share in shares.values())
    opens(table, "bob", shares["bob"])
    assert all(share.random in table.told and share.words in table.told for share in shares.values())


def test_the_shares_of_a_failed_attempt_are_never_told() -> None:
    table = told_table()
    share, missing = sealed(table, "ann", "words of ann"), sealed(table, "bob", "words of bob")
    table.step()
    opens(table, "ann", share)
    table.step()
    assert table.state.ceremony is not None
    assert table.state.ceremony.stage is Stage.FAILED
    table.step()
    again = sealed(table, "ann", "words anew")
    table.step()
    opens(table, "ann", again)
    table.play_round()
    table.do(co.CloseShoe(secret=SECRET))
    assert again.words in table.told
    assert "words of" not in table.told
    assert public_name("bob") in table.told
    assert missing.words not in table.told


def test_accounts_secrets_and_what_is_sealed_stay_inside() -> None:
    table = told_table()
    share = sealed(table, "an-account-id")
    table.step()
    opens(table, "an-account-id", share)
    table.play_round()
    assert "an-account-id" not in table.told
    assert base64.b64encode(b"sealed").decode() not in table.told
    assert SECRET.hex() not in table.told.lower()
    table.do(co.CloseShoe(secret=SECRET))
    assert SECRET.hex() in table.told.lower()
    assert "an-account-id" not in table.told


def test_everyone_sees_how_far_it_is_and_a_player_their_own_part() -> None:
    table = sealing()
    first = sealed(table, "ann")
    sealed(table, "bob")
    view = table_view(table.state).ceremony
    assert view is not None
    assert (view.attempt, view.stage, view.shared, len(view.entries)) == (1, Stage.SEALING, 2, 1)
    assert own_view(table.state, "ann").share == ShareView(player=public_name("ann"), sealed=True, opened=False)
    assert own_view(table.state, STRANGER).share == ShareView(player=public_name(STRANGER), sealed=False, opened=False)
    table.step()
    opens(table, "ann", first)
    view = table_view(table.state).ceremony
    assert view is not None
    assert (view.stage, view.shared, [entry.text.split()[0] for entry in view.entries]) == (
        Stage.OPENING,
        2,
        ["announced", "closed"],
    )
    assert own_view(table.state, "ann").share == ShareView(player=public_name("ann"), sealed=True, opened=True)
    assert table_view(table.state).log_head == view.entries[-1].hash
    table.step()
    table.go_to(Phase.BETTING)
    assert table_view(table.state).ceremony is None
    assert own_view(table.state, "ann").share is None


@pytest.mark.parametrize("chosen", [{}, {"continuous_shuffler": True}, {"shuffle_every_round": True}])
def test_the_shoe_says_how_many_shared(chosen: dict[str, Any]) -> None:
    table, shares = opening("ann", "bob", burn="none", **chosen)
    for account, share in shares.items():
        opens(table, account, share)
    table.play_round()
    shoe = table_view(table.state).shoe
    assert shoe is not None
    assert (shoe.shared, shoe.failed) == (2, 0)
    table.do(co.CloseShoe(secret=SECRET))


def test_real_cards_have_no_ceremony_and_no_log() -> None:
    table = ByHand()
    table.new_shoe()
    assert table.phase is Phase.SHUFFLING
    assert table.seal("ann") == Rejection(code=Code.WRONG_PHASE)
    with pytest.raises(AssertionError):
        table.announce()
    table.bring_shoe()
    view = table_view(table.state)
    assert (view.ceremony, view.log_head, entries(table)) == (None, BEGINNING, [])


# The log.


@pytest.mark.parametrize("chosen", [{}, {"shuffle_every_round": True, "demonstration_rounds": 2}])
def test_the_log_is_one_chain_over_many_shoes_and_a_fold_may_begin_at_any(chosen: dict[str, Any]) -> None:
    table = Driven(rules(burn="none", **chosen))
    for number in range(4):
        table.go_to(Phase.SHUFFLING)
        table.step()
        shares = close_with(table, *("ann", "bob")[:number])
        for account, share in list(shares.items())[: number % 2]:
            opens(table, account, share)
        table.play_round()
        table.do(co.CloseShoe(secret=None if number == 2 else SECRET))
    table.play_round()
    log = entries(table)
    kinds = [entry.text.split("\n")[0] for entry in log]
    assert broken_at(log, BEGINNING) is None
    assert table.state.log_head == log[-1].hash
    assert {"announced", "closed", "opened", "failed", "published", "ended"} <= set(kinds)
    assert kinds.count("ended") == 4
    starts = [place for place, event in enumerate(table.events) if isinstance(event, ev.ShuffleStarted)]
    for start in starts:
        folded = machine.fold(table.events[start:], first_version=start + 1)
        assert folded == table.state
    for place in range(len(log) - 1):
        assert broken_at([*log[:place], *log[place + 1 :]], BEGINNING) == place + 1


# Anything at any time.


ACTS = st.one_of(
    st.tuples(st.just("seal"), st.sampled_from(["ann", "bob", "carl"])),
    st.tuples(st.just("open"), st.sampled_from(["ann", "bob", "carl"])),
    st.tuples(st.just("open another's"), st.sampled_from(["ann", "bob", STRANGER])),
    st.tuples(st.just("wait"), st.integers(0, 12_000)),
    st.tuples(st.just("step"), st.none()),
    st.tuples(st.just("restart"), st.none()),
    st.tuples(st.just("lose"), st.none()),
    st.tuples(st.just("close"), st.none()),
)


def act(table: Told, shares: dict[str, Share], name: str, value: Any) -> None:
    """One act; ``shares`` are what each player sealed last."""
    match name:
        case "seal":
            share = table.seal(value, f"words {len(table.events)} of {value}")
            if isinstance(share, Share):
                shares[value] = share
        case "open" if value in shares:
            table.ask(table.opening(value, shares[value]))
        case "open another's":
            for share in list(shares.values()):
                table.ask(table.opening(value, share))
        case "wait":
            table.now_ms += value
            table.ask(co.Tick(present=True))
        case "step":
            table.step()
        case "restart":
            table._state = machine.fold(table.events)
            table.do(co.Recover())
            table.do(co.Tick(present=True))
        case "lose" | "close" if closes(table):
            table.do(co.CloseShoe(secret=SECRET if name == "close" else None))


def closes(table: Told) -> bool:
    """Whether the dealer may end the shoe now."""
    state = table.state
    announced = state.ceremony is not None or state.shoe is not None
    return announced and state.phase in (Phase.SHUFFLING, Phase.BURNING, Phase.RESULT, Phase.PAUSED)


@settings(max_examples=150, deadline=None)
@given(st.lists(ACTS, max_size=60))
def test_whatever_happens_in_it_a_ceremony_keeps_its_promises(acts: list[tuple[str, Any]]) -> None:
    table = Told(rules(burn="none", shuffle_seconds=20))
    shares: dict[str, Share] = {}
    for name, value in acts:
        act(table, shares, name, value)
        assert machine.fold(table.events) == table.state
    assert broken_at(entries(table), BEGINNING) is None
    shares_are_told_only_when_all_are_open(table)
    attempts = [event.announcement.name for event in table.events if isinstance(event, ev.ShoeAnnounced)]
    assert len(set(attempts)) == len(attempts)
    table.play_round()
    assert table.state.shoe is not None


def shares_are_told_only_when_all_are_open(table: Told) -> None:
    """Walk through what happened, and hold against it what was ever told."""
    seals: set[str] = set()
    shares: dict[str, Share] = {}
    fixed: list[Share] = []
    hidden: list[Share] = []
    for event in table.events:
        match event:
            case ev.ShoeAnnounced() | ev.ShoeClosed() | ev.SharesFailed():
                hidden += shares.values()
                seals, shares = set(), {}
            case ev.ShareSealed():
                assert event.account not in seals
                assert len(seals) < SHARES_MOST
                seals.add(event.account)
            case ev.ShareOpened():
                assert event.account in seals - shares.keys()
                shares[event.account] = event.share
            case ev.SharesOpened():
                assert shares.keys() == seals, "the order was fixed before all were open"
                fixed += shares.values()
                seals, shares = set(), {}
            case _:
                pass
    assert all(tells(table, share) for share in fixed)
    assert not any(share.words in table.told for share in [*hidden, *shares.values()] if share not in fixed)
