"""Rule 8.2: who sits where, how long a seat is theirs, and what everyone is told of it."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from puntobanco.bank.audit_seats import seat_faults
from puntobanco.game.bets import Bet
from puntobanco.game.house import HouseRules
from puntobanco.table import commands as co, events as ev, public_events as public, seating, views
from puntobanco.table.commands import Code, Command, Rejection
from puntobanco.table.dealing import PAUSE_AFTER_MS
from puntobanco.table.events import Event, Seat, SeatEnd
from puntobanco.table.machine import evolve, fold
from puntobanco.table.seat_views import SeatView
from puntobanco.table.seating import IDLE_ROUNDS, OFF_LINE_MS
from puntobanco.table.state import Phase
from tests.table.driven import RICH, Driven, betting, rules

NATURAL = "9H 2S KD 4C"
SEATED = rules("chips", burn="none", tie_policy="carry")


def sit(table: Driven, account: str, seat: int) -> list[Event] | Rejection:
    return table.ask(co.Sit(account=account, name=account.title(), seat=seat))


def note(table: Driven, *connected: str, free_cents: dict[str, int] | None = None) -> list[Event]:
    return table.do(co.NoteSeated(connected=frozenset(connected), free_cents=free_cents or {}))


def holders(table: Driven) -> dict[int, str]:
    return {number: seat.account for number, seat in table.state.seating.seats.items()}


def freed(events: list[Event]) -> list[tuple[int, SeatEnd]]:
    return [(event.seat, event.reason) for event in events if isinstance(event, ev.SeatFreed)]


@pytest.mark.parametrize("phase", [Phase.SHUFFLING, Phase.BURNING, Phase.BETTING, Phase.DEALING, Phase.RESULT])
def test_a_free_seat_is_taken_in_every_phase(phase: Phase) -> None:
    table = Driven(rules("chips"))
    table.go_to(phase)
    assert isinstance(sit(table, "ann", 7), list)
    assert holders(table) == {7: "ann"}
    assert table.phase is phase


def test_a_seat_can_be_taken_at_a_table_that_is_paused_or_suspended() -> None:
    paused = Driven(SEATED, present=False)
    sit(paused, "ann", 1)
    suspended = betting(NATURAL, SEATED)
    suspended.do(co.Suspend(reason="a fault"))
    sit(suspended, "ann", 1)
    assert holders(paused) == holders(suspended) == {1: "ann"}


def test_a_taken_seat_is_refused_to_others() -> None:
    table = betting(NATURAL, SEATED)
    sit(table, "ann", 3)
    assert sit(table, "bob", 3) == Rejection(code=Code.SEAT_TAKEN, limit=3)
    assert holders(table) == {3: "ann"}


def test_the_own_seat_taken_again_changes_nothing() -> None:
    table = betting(NATURAL, SEATED)
    sit(table, "ann", 3)
    before = table.state
    assert sit(table, "ann", 3) == []
    assert table.state is before


def test_there_is_no_seat_below_one_or_above_those_of_the_house() -> None:
    table = betting(NATURAL, SEATED)
    for seat in (-1, 0, 8, 99):
        assert sit(table, "ann", seat) == Rejection(code=Code.NO_SUCH_SEAT, limit=7)
    assert sit(betting(), "ann", 1) == Rejection(code=Code.NO_SUCH_SEAT, limit=0)


def test_who_sits_moves_to_another_free_seat_in_one_step() -> None:
    table = betting(NATURAL, SEATED)
    sit(table, "ann", 3)
    moved = sit(table, "ann", 5)
    assert isinstance(moved, list)
    assert len(moved) == 1
    assert holders(table) == {5: "ann"}
    sit(table, "bob", 3)
    assert sit(table, "ann", 3) == Rejection(code=Code.SEAT_TAKEN, limit=3)
    assert holders(table) == {5: "ann", 3: "bob"}


def test_a_seat_is_freed_on_leaving_and_its_bets_stand() -> None:
    table = betting(NATURAL, SEATED)
    sit(table, "ann", 3)
    table.bet("ann", "player", 1_000)
    assert freed(table.do(co.LeaveSeat(account="ann"))) == [(3, SeatEnd.LEFT)]
    assert table.state.stakes == {"ann": {Bet.PLAYER: 1_000}}
    assert table.ask(co.LeaveSeat(account="ann")) == Rejection(code=Code.NOT_SEATED)


def test_a_seat_is_freed_after_60_s_off_line_and_its_bets_stand() -> None:
    table = betting(NATURAL, SEATED)
    sit(table, "ann", 3)
    sit(table, "bob", 4)
    table.bet("ann", "player", 1_000)
    note(table, "bob")
    table.now_ms += OFF_LINE_MS - 1
    assert seating.next_ms(table.state) == table.now_ms + 1
    assert freed(table.do(co.Tick(present=True))) == []
    table.now_ms += 1
    assert freed(table.do(co.Tick(present=True))) == [(3, SeatEnd.OFF_LINE)]
    assert holders(table) == {4: "bob"}
    assert table.state.stakes["ann"] == {Bet.PLAYER: 1_000}
    assert seating.next_ms(table.state) is None


def test_who_is_back_before_60_s_keeps_the_seat() -> None:
    table = betting(NATURAL, SEATED)
    sit(table, "ann", 3)
    note(table)
    table.now_ms += OFF_LINE_MS - 1
    note(table, "ann")
    table.now_ms += OFF_LINE_MS
    assert freed(table.do(co.Tick(present=True))) == []
    assert note(table, "ann") == []


def test_an_off_line_seat_is_freed_while_the_table_is_paused() -> None:
    table = betting(NATURAL, SEATED)
    sit(table, "ann", 3)
    note(table)
    table.do(co.Tick(present=False))
    table.go_to(Phase.RESULT)
    table.now_ms += OFF_LINE_MS + PAUSE_AFTER_MS
    assert freed(table.do(co.Tick(present=False))) == [(3, SeatEnd.OFF_LINE)]


def test_a_seat_is_freed_after_5_rounds_without_a_bet_with_a_warning_in_the_round_before() -> None:
    table = betting("", SEATED)
    sit(table, "ann", 3)
    left, told = [], 0
    for _ in range(IDLE_ROUNDS):
        left.append(views.own_view(table.state, "ann").seat_rounds_left)
        told = len(table.events)
        table.play_round()
    assert left == [5, 4, 3, 2, 1]
    assert freed(table.events[told:]) == [(3, SeatEnd.NO_BETS)]
    assert views.own_view(table.state, "ann").seat is None


def test_a_bet_gives_a_seat_5_rounds_again_and_one_that_was_taken_back_does_not() -> None:
    table = betting("", SEATED)
    sit(table, "ann", 3)
    for _ in range(IDLE_ROUNDS - 1):
        table.play_round()
    table.go_to(Phase.BETTING)
    table.bet("ann", "player", 1_000)
    table.play_round()
    assert seating.rounds_left(table.state, "ann") == IDLE_ROUNDS
    table.go_to(Phase.BETTING)
    table.bet("ann", "player", 1_000)
    table.take_back("ann", "player", 1_000)
    table.play_round()
    assert seating.rounds_left(table.state, "ann") == IDLE_ROUNDS - 1 + (Bet.PLAYER in table.state.carried.get("ann", {}))


def test_moving_does_not_give_a_seat_more_rounds() -> None:
    table = betting("", SEATED)
    sit(table, "ann", 3)
    table.play_round()
    sit(table, "ann", 4)
    assert seating.rounds_left(table.state, "ann") == IDLE_ROUNDS - 1


def test_a_round_that_could_not_be_bet_on_any_more_and_a_voided_one_do_not_count() -> None:
    table = betting("", SEATED)
    table.go_to(Phase.DEALING)
    sit(table, "ann", 3)
    table.go_to(Phase.RESULT)
    assert seating.rounds_left(table.state, "ann") == IDLE_ROUNDS
    table.go_to(Phase.BETTING)
    table.do(co.VoidRound(reason="a fault"))
    assert seating.rounds_left(table.state, "ann") == IDLE_ROUNDS
    table.go_to(Phase.BETTING)
    table.play_round()
    assert seating.rounds_left(table.state, "ann") == IDLE_ROUNDS - 1


def test_seats_are_kept_through_shoes_and_a_fold_may_begin_at_the_shuffle() -> None:
    table = Driven(rules("chips", cut_card_least=206, cut_card_most=208))
    sit(table, "ann", 3)
    table.play_round()
    while table.state.shoe_number < 2:
        if table.phase is Phase.BETTING and not table.state.stakes:
            table.bet("ann", "tie", 500)
        table.step()
    assert holders(table) == {3: "ann"}
    table.play_round()
    start = next(n for n, event in enumerate(table.events) if isinstance(event, ev.ShuffleStarted) and event.shoe == 2)
    stored = [msgspec.json.decode(msgspec.json.encode(event), type=Event) for event in table.events[start:]]
    assert fold(stored, first_version=start + 1) == table.state


def test_events_of_a_shoe_that_began_before_there_were_seats_can_still_be_read() -> None:
    table = Driven(SEATED)
    shuffle = next(event for event in table.events if isinstance(event, ev.ShuffleStarted))
    body: dict[str, Any] = msgspec.to_builtins(shuffle)
    del body["opening"]["seats"]
    assert msgspec.convert(body, type=Event) == shuffle


def test_after_a_restart_everyone_has_60_s_again() -> None:
    table = betting(NATURAL, SEATED)
    sit(table, "ann", 3)
    sit(table, "bob", 4)
    note(table, "bob")
    table.now_ms += OFF_LINE_MS - 1
    table.do(co.Recover())
    assert holders(table) == {3: "ann", 4: "bob"}
    note(table, "bob")
    table.now_ms += OFF_LINE_MS - 1
    assert freed(table.do(co.Tick(present=False))) == []
    table.now_ms += 1
    assert freed(table.do(co.Tick(present=False))) == [(3, SeatEnd.OFF_LINE)]


def test_seats_that_a_table_has_no_more_are_freed_when_its_rules_change() -> None:
    table = Driven(rules("chips"), present=False)
    sit(table, "ann", 3)
    sit(table, "bob", 7)
    assert freed(table.do(co.Open(number=1, rules=rules("chips", seats=5)))) == [(7, SeatEnd.REMOVED)]
    assert holders(table) == {3: "ann"}


def test_the_picture_shows_who_sits_with_their_money_and_how_many_stand_with_a_bet() -> None:
    table = betting(NATURAL, rules("live", burn="none", seats=9))
    sit(table, "ann", 3)
    sit(table, "bob", 1)
    table.bet("ann", "banker", 1_000)
    table.bet("ann", "banker_no_commission", 500)
    table.bet("eve", "banker", 2_000)
    view = views.table_view(table.state)
    assert view.seats == (
        SeatView(seat=1, name="Bob", stakes={}),
        SeatView(seat=3, name="Ann", stakes={Bet.BANKER: 1_500}),
    )
    assert view.standing == 1
    (banker,) = view.totals
    assert banker.total_cents - sum(seat.stakes.get(Bet.BANKER, 0) for seat in view.seats) == 2_000


def test_nobody_is_told_an_account_or_the_name_of_who_stands() -> None:
    table = Driven(rules("chips"))
    told = []
    for step in range(60):
        at = len(table.events)
        if table.phase is Phase.BETTING:
            for account in ("acc-ann", "acc-bob", "acc-eve"):
                table.bet(account, "player", 1_000)
            table.ask(co.Sit(account="acc-ann", name="Ann", seat=1 + step % 7))
            if step % 3 == 0:
                table.ask(co.LeaveSeat(account="acc-ann"))
        table.step()
        told += [public.public_events(table.events[at:], table.state), views.table_view(table.state)]
    text = msgspec.json.encode(told).decode()
    assert "acc-" not in text
    assert "Ann" in text


ACCOUNTS = st.sampled_from(["ann", "bob", "eve"])
ASKED = st.one_of(
    st.tuples(st.just("sit"), ACCOUNTS, st.integers(-1, 9)),
    st.tuples(st.just("sit"), ACCOUNTS, st.integers(1, 3)),
    st.tuples(st.just("leave"), ACCOUNTS),
    st.tuples(st.just("out"), ACCOUNTS, st.sampled_from([0, 0, 0, -1, 1])),
    st.tuples(st.just("note"), st.frozensets(ACCOUNTS), st.dictionaries(ACCOUNTS, st.sampled_from([0, 499, 500, RICH]))),
    st.tuples(st.just("bet"), ACCOUNTS, st.sampled_from(["player", "banker", "tie"]), st.sampled_from([500, 1_000, 2_000])),
    st.tuples(st.just("back"), ACCOUNTS, st.sampled_from(["player", "banker", "tie"])),
    st.tuples(st.just("wait"), st.sampled_from([1, 1_000, 5_000, 30_000, OFF_LINE_MS])),
    st.tuples(st.just("step"), st.integers(1, 8)),
    st.tuples(st.sampled_from(["recover", "suspend", "resume", "void", "close"])),
)


def act(table: Driven, asked: tuple[Any, ...]) -> None:
    match asked:
        case ("sit", account, seat):
            sit(table, account, seat)
        case ("leave", account):
            table.ask(co.LeaveSeat(account=account))
        case ("out", account, off):
            table.ask(co.SitOut(account=account, shoe=table.state.shoe_number, round=table.state.round + off))
        case ("note", connected, cents):
            note(table, *connected, free_cents=cents)
        case ("bet", account, bet, cents):
            table.bet(account, bet, cents)
        case ("back", account, bet):
            table.take_back(account, bet, table.state.stakes.get(account, {}).get(bet, 0))
        case ("wait", ms):
            table.now_ms += ms
            table.do(co.Tick(present=table.state.present))
        case ("step", count):
            for _ in range(count):
                table.step()
        case ("close",) if table.state.shoe is not None and table.phase is Phase.RESULT:
            table.do(co.CloseShoe(secret=None))
        case ("recover",):
            table.do(co.Recover())
            table.do(co.Tick(present=True))
        case ("suspend",):
            table.ask(co.Suspend(reason="a fault"))
        case ("resume",):
            table.ask(co.Resume())
        case ("void",):
            table.ask(co.VoidRound(reason="a fault"))
        case _:
            pass


class Followed(Driven):
    """A table whose public picture is folded from what is told of each commit, as a client does it."""

    def __init__(self, house: HouseRules) -> None:
        self.seats: dict[int, SeatView] = {}
        self.standing = 0
        super().__init__(house)

    def ask(self, command: Command, *, balance_cents: int = RICH) -> list[Event] | Rejection:
        events = super().ask(command, balance_cents=balance_cents)
        for event in () if isinstance(events, Rejection) else public.public_events(events, self.state):
            self._follow(event)
        view = views.table_view(self.state)
        assert (tuple(seat for _, seat in sorted(self.seats.items())), self.standing) == (view.seats, view.standing)
        return events

    def _follow(self, event: public.PublicEvent) -> None:
        match event:
            case public.SeatTaken():
                self.seats.pop(event.left or 0, None)
                self.seats[event.seat.seat], self.standing = event.seat, event.standing
            case public.SeatFreed():
                del self.seats[event.seat]
                self.standing = event.standing
            case public.SpotsChanged():
                self._money(event.seats, event.standing)
            case public.BettingOpened():
                self._clear()
                self._money(event.seats, event.standing)
            case public.ShuffleStarted():
                self._clear()
                self.standing = 0
            case _:
                pass

    def _clear(self) -> None:
        self.seats = {number: replace(seat, stakes={}) for number, seat in self.seats.items()}

    def _money(self, seats: tuple[SeatView, ...], standing: int) -> None:
        self.seats |= {seat.seat: seat for seat in seats}
        self.standing = standing


HOUSES = st.sampled_from([SEATED, rules("classic", seats=2), rules("live")])


@settings(max_examples=150)
@given(st.lists(ASKED, max_size=40), HOUSES)
def test_whatever_is_asked_nobody_has_two_seats_no_seat_two_holders_and_the_folds_are_the_table(
    script: list[tuple[Any, ...]], house: HouseRules
) -> None:
    table = Followed(house)
    if house is SEATED:
        table.go_to(Phase.BETTING)
    for asked in script:
        act(table, asked)
        accounts = list(holders(table).values())
        assert len(accounts) == len(set(accounts))
        assert all(1 <= number <= house.seats for number in holders(table))
        assert table.state.seating.sat_out <= set(accounts)
        assert fold(table.events) == table.state
    stored = [msgspec.json.decode(msgspec.json.encode(event), type=Event) for event in table.events]
    for place, event in enumerate(stored):
        if isinstance(event, ev.ShuffleStarted):
            assert fold(stored[place:], first_version=place + 1) == table.state


@settings(max_examples=60)
@given(st.lists(ASKED, max_size=40), HOUSES)
def test_whatever_is_asked_the_audit_has_nothing_against_it(script: list[tuple[Any, ...]], house: HouseRules) -> None:
    table = Driven(house)
    table.go_to(Phase.BETTING)
    for asked in script:
        act(table, asked)
    state = evolve(None, table.events[0])
    for event in table.events[1:]:
        assert list(seat_faults(state, event)) == []
        state = evolve(state, event)


def test_a_seat_knows_its_holder_from_the_moment_it_is_taken() -> None:
    table = betting(NATURAL, SEATED)
    sit(table, "ann", 3)
    expected = Seat(account="ann", name="Ann", line_changed_ms=table.now_ms)
    assert table.state.seating.seats == {3: expected}
