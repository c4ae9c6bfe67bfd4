"""What viewers see, and above all what they do not."""

import re

import msgspec
from msgspec.structs import replace

from puntobanco.game.bets import Bet, Result, settle
from puntobanco.table import commands as co, events as ev, public_events as public, views
from puntobanco.table.events import Event
from puntobanco.table.machine import evolve
from puntobanco.table.state import Phase, TableState
from tests.table.driven import SECRET, Driven, betting, rules

NAMES = ("ann-7f3a", "bob-91c2")
_TEXT = re.compile(r"[SHDC]-[0-9]{1,2}-[0-9A-F]{40}")


def told(events: list[Event], after: TableState, before: TableState | None) -> list[str]:
    """All that goes out when events are published, and all that a newcomer gets, as the JSON that is sent."""
    seen = [*public.public_events(events, after), views.table_view(after), views.own_view(after, "nobody")]
    return [msgspec.json.encode(one).decode() for one in seen]


def whole_shoe_with_bets() -> Driven:
    table = Driven(rules("live"))
    shoe = table.state.shoe_number
    while table.state.shoe_number == shoe:
        if table.phase is Phase.BETTING and not table.state.stakes:
            for name in NAMES:
                table.bet(name, "player", 1_000)
                table.bet(name, "banker", 2_000)
                table.take_back(name, "player", 500)
        table.step()
    return table


def test_nobody_is_told_an_unopened_card_a_sealed_secret_or_somebody_elses_name() -> None:
    table = whole_shoe_with_bets()
    sealed = msgspec.json.encode(b"sealed").decode()
    opened: set[str] = set()
    state: TableState | None = None
    for event in table.events:
        before, state = state, evolve(state, event)
        if isinstance(event, ev.CardDealt):
            opened.add(event.text)
        if isinstance(event, ev.CardsBurned) and event.shown:
            opened.add(event.shown.text)
        for frame in told([event], state, before):
            assert set(_TEXT.findall(frame)) <= opened
            assert not any(name in frame for name in NAMES)
            assert sealed not in frame
            assert '"sealed":"' not in frame
            assert isinstance(event, ev.ShoeClosed) or SECRET.hex() not in frame.lower()
    assert len(opened) > 300
    assert set(table.texts) - opened, "the burned cards stay closed"


def test_a_face_is_in_no_frame_before_its_card_is_turned() -> None:
    # All cards are the same but for those that the round is dealt: any trace of a face would be one of theirs.
    table = betting("9H 2S KD 4C")
    table.go_to(Phase.DEALING)
    for face in ("9H", "2S", "KD", "4C"):
        frames = "".join(told(table.events[-1:], table.state, None))
        assert f'"{face}"' not in frames
        table.step()
        frames = "".join(told(table.events[-1:], table.state, None))
        assert f'"{face}"' in frames


def test_the_public_picture_has_the_sums_of_spots_and_how_many_stand_there() -> None:
    table = betting()
    table.bet("ann", "banker", 1_000)
    table.bet("ann", "banker_no_commission", 500)
    table.bet("bob", "banker", 2_000)
    table.bet("bob", "tie", 700)
    totals = {total.spot: (total.total_cents, total.players) for total in views.table_view(table.state).totals}
    assert totals == {Bet.BANKER: (3_500, 2), Bet.TIE: (700, 1)}


def test_changes_of_bets_are_told_together_with_the_spots_they_touched() -> None:
    table = betting()
    before = len(table.events)
    table.bet("ann", "player", 1_000)
    table.bet("bob", "tie", 500)
    table.take_back("ann", "player", 1_000)
    (changed,) = public.public_events(table.events[before:], table.state)
    assert isinstance(changed, public.SpotsChanged)
    sums = {total.spot: (total.total_cents, total.players) for total in changed.totals}
    assert sums == {Bet.PLAYER: (0, 0), Bet.TIE: (500, 1)}


def test_all_bets_that_a_result_wins_are_named_staked_on_or_not() -> None:
    table = betting("2S 3H 2D 3C KD JD")
    table.go_to(Phase.RESULT)
    (settled,) = [event for event in public.public_events(table.events, table.state) if isinstance(event, public.RoundSettled)]
    assert settled.won == views.table_view(table.state).won
    won = set(settled.won)
    for bet in table.state.rules.offered:
        settlement = settle(table.state.coup, {bet: 2_000}).bets[bet]
        assert (bet in won) is (settlement.result is Result.WIN)
    assert {Bet.PLAYER_PAIR, Bet.BANKER_PAIR, Bet.EITHER_PAIR} <= won
    table.go_to(Phase.BETTING)
    assert views.table_view(table.state).won == ()


def test_a_player_sees_the_own_part_only() -> None:
    table = betting("9H 2S KD 4C")
    table.bet("ann", "player", 1_000)
    table.bet("bob", "tie", 500)
    assert views.own_view(table.state, "ann").stakes == {Bet.PLAYER: 1_000}
    assert views.own_view(table.state, "eve").stakes == {}
    table.go_to(Phase.RESULT)
    own = views.own_view(table.state, "ann").settled
    assert own is not None
    assert own[Bet.PLAYER].net == 1_000
    assert views.own_view(table.state, "eve").settled is None


def test_presence_and_the_opening_of_a_table_are_told_to_nobody() -> None:
    table = Driven(present=False)
    assert public.public_events(table.events, table.state) == ()
    table.do(co.Tick(present=True))
    (shuffle,) = public.public_events(table.events[-2:], table.state)
    assert isinstance(shuffle, public.ShuffleStarted)


def test_the_picture_of_every_phase_can_be_sent() -> None:
    table = betting("9H 2S KD 4C")
    for phase in Phase:
        msgspec.json.encode(views.table_view(replace(table.state, phase=phase)))
    table.do(co.Suspend(reason="a fault"))
    assert views.table_view(table.state).suspended_for == "a fault"
