"""Cards dealt face down and the squeeze, by rule: who has the right (8.3), the order of opening (2.1), and how a right ends."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st

from puntobanco.game.cards import Card
from puntobanco.game.house import HouseRules
from puntobanco.game.rules import Side, deal
from puntobanco.table import commands as co, events as ev, squeeze
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.events import SqueezeEnd
from puntobanco.table.machine import fold
from puntobanco.table.public_events import public_events
from puntobanco.table.state import Phase
from puntobanco.table.views import own_view, table_view
from tests.table.by_hand import ByHand, hand_rules
from tests.table.driven import Driven, betting, rules

NATURAL = "2H 2S 7D 4C"
SIX_CARDS = "2H 3S KD KC 6H 5D"
PLAYER_DRAWS = "2H 3S KD 4C KH"  # Player 2, Banker 7
TIE = "2H 2S 7D 7C"

MACAU = rules("macau", burn="none", cut_by="dealer")
STUDIO = rules("studio", burn="none")
DOWN = rules("live", burn="none", faces="down")


def table_of(front: str, house: HouseRules, *bets: tuple[str, str, int], seats: str = "") -> Driven:
    """A table whose betting is just closed: ``seats`` sit on 1, 2, …, then the bets are made in their order."""
    table = betting(front, house)
    for number, account in enumerate(seats.split(), 1):
        table.do(co.Sit(account=account, name=account.title(), seat=number))
    stake(table, *bets)
    table.go_to(Phase.DEALING)
    return table


def stake(table: Driven, *bets: tuple[str, str, int]) -> None:
    for account, bet, cents in bets:
        taken = table.bet(account, bet, cents) if cents > 0 else table.take_back(account, bet, -cents)
        assert not isinstance(taken, Rejection), taken


def ask(
    table: Driven, kind: type[co.BendCard] | type[co.OpenCard] | type[co.PassSqueeze], account: str, number: int | None = None
) -> list[ev.Event] | Rejection:
    """Ask for the card that is squeezed now, or another."""
    state = table.state
    number = state.squeezing.number or 0 if number is None else number
    return table.ask(kind(account=account, shoe=state.shoe_number, round=state.round, number=number))


def until_squeeze(table: Driven) -> tuple[str, int]:
    """Step until somebody squeezes: who, and which card."""
    for _ in range(20):
        squeezing = table.state.squeezing
        if squeezing.account is not None and squeezing.number is not None:
            return squeezing.account, squeezing.number
        assert table.phase is Phase.DEALING
        table.step()
    raise AssertionError("nobody squeezes")


def open_own(table: Driven) -> tuple[str, int]:
    """The next squeezer turns the card over; it is open after the dealer's step."""
    account, number = until_squeeze(table)
    assert not isinstance(ask(table, co.OpenCard, account), Rejection)
    table.step()
    assert number in {card.number for card in table.state.dealt}
    return account, number


def squeezes(table: Driven) -> list[tuple[str, int]]:
    """Play the round to its end, every right used: who opened which card."""
    opened = []
    while table.phase is Phase.DEALING:
        if table.state.squeezing.account:
            opened.append(open_own(table))
        else:
            table.step()
    return opened


def kinds(table: Driven, *wanted: type[ev.Event]) -> list[tuple[str, str, int]]:
    """What fell, was laid and was opened in the round under way: kind, side, number."""
    return [
        (type(event).__name__, event.side.value, event.number)
        for event in table.events
        if isinstance(event, ev.CardDealt | ev.CardLaid | ev.CardOpened)
    ]


# The order of laying and opening (rule 2.1)


def test_dealt_face_down_all_four_are_laid_then_the_players_are_opened_then_the_bankers() -> None:
    table = table_of(NATURAL, DOWN, ("ann", "player", 500))
    table.go_to(Phase.RESULT)
    assert kinds(table) == [
        ("CardLaid", "player", 1),
        ("CardLaid", "banker", 2),
        ("CardLaid", "player", 3),
        ("CardLaid", "banker", 4),
        ("CardOpened", "player", 1),
        ("CardOpened", "player", 3),
        ("CardOpened", "banker", 2),
        ("CardOpened", "banker", 4),
    ]


def test_the_players_third_card_is_open_before_the_banker_s_is_drawn() -> None:
    table = table_of(SIX_CARDS, DOWN)
    table.go_to(Phase.RESULT)
    assert kinds(table)[8:] == [
        ("CardLaid", "player", 5),
        ("CardOpened", "player", 5),
        ("CardLaid", "banker", 6),
        ("CardOpened", "banker", 6),
    ]


def test_a_banker_whose_draw_the_players_third_card_forbids_gets_no_card() -> None:
    table = table_of(PLAYER_DRAWS, DOWN)
    table.go_to(Phase.RESULT)
    assert table.state.coup == deal([Card(text) for text in PLAYER_DRAWS.split()])
    assert table.state.cards_out == 5


def test_face_up_nothing_is_laid() -> None:
    table = table_of(SIX_CARDS, rules("live", burn="none"), ("ann", "player", 500))
    table.go_to(Phase.RESULT)
    assert {kind for kind, _, _ in kinds(table)} == {"CardDealt"}


def test_face_down_where_squeezed_only_cards_that_somebody_squeezes_are_laid() -> None:
    table = table_of(SIX_CARDS, STUDIO, ("ann", "banker", 500))
    assert squeezes(table) == [("ann", 4), ("ann", 6)]
    assert kinds(table) == [
        ("CardDealt", "player", 1),
        ("CardDealt", "banker", 2),
        ("CardDealt", "player", 3),
        ("CardLaid", "banker", 4),
        ("CardOpened", "banker", 4),
        ("CardDealt", "player", 5),
        ("CardLaid", "banker", 6),
        ("CardOpened", "banker", 6),
    ]


def test_with_no_money_on_either_side_a_studio_s_cards_all_fall_open() -> None:
    table = table_of(SIX_CARDS, STUDIO, ("ann", "tie", 100))
    assert squeezes(table) == []
    assert {kind for kind, _, _ in kinds(table)} == {"CardDealt"}


def test_a_demonstration_round_is_opened_by_the_dealer() -> None:
    table = Driven(rules("macau", burn="none", cut_by="dealer", demonstration_rounds=1))
    table.go_to(Phase.RESULT)
    assert table.state.demonstration == 1
    assert not any(isinstance(event, ev.SqueezeBegan) for event in table.events)
    assert any(isinstance(event, ev.CardOpened) for event in table.events)


# Who has the right (rule 8.3)


def test_in_a_studio_the_highest_bettor_opens_the_second_and_third_card_of_the_side() -> None:
    bets = ("ann", "player", 500), ("bob", "player", 600), ("cyd", "banker", 500), ("dan", "banker", 500)
    assert squeezes(table_of(SIX_CARDS, STUDIO, *bets)) == [("bob", 3), ("cyd", 4), ("bob", 5), ("cyd", 6)]


def test_at_macau_the_highest_seated_bettor_opens_both_first_cards_and_the_third() -> None:
    bets = ("ann", "player", 10_000), ("bob", "player", 20_000), ("cyd", "banker", 10_000)
    table = table_of(SIX_CARDS, MACAU, *bets, seats="ann cyd")
    assert squeezes(table) == [("ann", 1), ("ann", 3), ("cyd", 2), ("cyd", 4), ("ann", 5), ("cyd", 6)]


def test_where_nobody_seated_has_money_on_a_side_the_dealer_opens_it() -> None:
    table = table_of(SIX_CARDS, MACAU, ("ann", "player", 10_000), ("bob", "banker", 20_000), seats="ann")
    assert squeezes(table) == [("ann", 1), ("ann", 3), ("ann", 5)]


def test_both_kinds_of_banker_bet_count_together() -> None:
    house = rules("studio", burn="none", banker_bets="choice")
    bets = ("ann", "banker", 900), ("bob", "banker", 500), ("bob", "banker_no_commission", 500)
    assert squeezes(table_of(NATURAL, house, *bets)) == [("bob", 4)]


def test_one_player_may_squeeze_both_sides() -> None:
    bets = ("ann", "banker", 500), ("ann", "player", 500)
    assert squeezes(table_of(NATURAL, STUDIO, *bets)) == [("ann", 3), ("ann", 4)]


EQUAL_STAKES: dict[str, tuple[list[tuple[str, str, int]], str]] = {
    "who came first": ([("ann", "player", 600), ("bob", "player", 600)], "ann"),
    "an addition counts from when it was made": (
        [("ann", "player", 500), ("bob", "player", 600), ("ann", "player", 100)],
        "bob",
    ),
    "a reduction too": ([("ann", "player", 900), ("bob", "player", 600), ("ann", "player", -300)], "bob"),
    "who leaves an amount and comes back stands there anew": (
        [("ann", "player", 600), ("bob", "player", 600), ("ann", "player", 100), ("ann", "player", -100)],
        "bob",
    ),
    "who takes all back and bets again is new": (
        [("ann", "player", 600), ("bob", "player", 600), ("ann", "player", -600), ("ann", "player", 600)],
        "bob",
    ),
    "other bets change nothing": (
        [("ann", "player", 600), ("bob", "player", 600), ("ann", "tie", 100), ("ann", "banker", 500)],
        "ann",
    ),
}


@pytest.mark.parametrize("case", EQUAL_STAKES)
def test_of_equal_stakes_who_first_stood_at_the_amount_squeezes(case: str) -> None:
    bets, first = EQUAL_STAKES[case]
    assert until_squeeze(table_of(NATURAL, STUDIO, *bets))[0] == first


def test_a_change_from_one_kind_of_banker_bet_to_the_other_is_a_new_amount() -> None:
    house = rules("studio", burn="none", banker_bets="choice")
    bets = ("ann", "banker", 600), ("bob", "banker", 600), ("ann", "banker", -600), ("ann", "banker_no_commission", 600)
    assert until_squeeze(table_of(NATURAL, house, *bets))[0] == "bob"


def carried(*later: tuple[str, str, int]) -> Driven:
    table = table_of(f"{TIE} {NATURAL}", MACAU, ("ann", "player", 10_000), ("bob", "player", 10_000), seats="ann bob")
    squeezes(table)
    table.go_to(Phase.BETTING)
    assert table.state.stakes["ann"]
    stake(table, *later)
    table.go_to(Phase.DEALING)
    return table


def test_a_stake_that_a_tie_left_keeps_its_place_in_time() -> None:
    assert until_squeeze(carried())[0] == "ann"
    assert until_squeeze(carried(("ann", "player", 10_000), ("ann", "player", -10_000)))[0] == "bob"
    assert until_squeeze(carried(("ann", "player", -10_000)))[0] == "bob"


def test_stakes_of_a_settled_round_give_no_rank_in_the_next() -> None:
    table = table_of(f"{NATURAL} {NATURAL}", STUDIO, ("ann", "player", 600))
    squeezes(table)
    table.go_to(Phase.BETTING)
    assert not any(table.state.squeezing.stood.values())
    stake(table, ("bob", "player", 600))
    table.go_to(Phase.DEALING)
    assert until_squeeze(table)[0] == "bob"


def test_who_sits_down_after_the_close_does_not_squeeze() -> None:
    table = table_of(NATURAL, MACAU, ("ann", "player", 10_000), ("bob", "player", 20_000), seats="ann")
    table.do(co.Sit(account="bob", name="Bob", seat=5))
    assert until_squeeze(table)[0] == "ann"


# Asking


def test_a_bend_is_an_event_without_a_face_and_a_second_changes_nothing() -> None:
    table = table_of(NATURAL, STUDIO, ("ann", "player", 500))
    account, number = until_squeeze(table)
    events = ask(table, co.BendCard, account)
    assert events == [ev.CardBent(at_ms=table.now_ms, account="ann", number=3)]
    assert (table.state.squeezing.looked, table_view(table.state).laid[0].bent) == (True, True)
    assert ask(table, co.BendCard, account) == []
    assert table.state.laid[0].number == number


def test_a_card_may_be_opened_without_a_look() -> None:
    table = table_of(NATURAL, STUDIO, ("ann", "player", 500))
    assert open_own(table) == ("ann", 3)


@pytest.mark.parametrize("kind", [co.BendCard, co.OpenCard, co.PassSqueeze])
@pytest.mark.parametrize(
    ("account", "number", "moment"),
    [
        ("bob", 3, "in time"),
        ("eve", 3, "in time"),
        ("ann", 4, "in time"),
        ("ann", 1, "in time"),
        ("ann", 400, "in time"),
        ("ann", 3, "late"),
        ("ann", 3, "early"),
        ("bob", 4, "in time"),
    ],
)
def test_whatever_is_wrong_the_refusal_is_the_same(
    kind: type[co.BendCard] | type[co.OpenCard] | type[co.PassSqueeze], account: str, number: int, moment: str
) -> None:
    table = table_of(NATURAL, STUDIO, ("ann", "player", 500), ("bob", "banker", 500))
    if moment != "early":
        until_squeeze(table)
    if moment == "late":
        table.wait()
    before = table.state
    assert ask(table, kind, account, number) == Rejection(code=Code.NOT_YOUR_CARD)
    assert table.state is before


def test_a_command_for_another_round_is_refused() -> None:
    table = table_of(NATURAL, STUDIO, ("ann", "player", 500))
    _, number = until_squeeze(table)
    for shoe, round_number in ((1, 2), (2, 1)):
        answer = table.ask(co.OpenCard(account="ann", shoe=shoe, round=round_number, number=number))
        assert answer == Rejection(code=Code.NOT_YOUR_CARD)


def test_a_banker_squeezer_waits_until_the_players_cards_are_open() -> None:
    table = table_of(NATURAL, MACAU, ("ann", "player", 10_000), ("bob", "banker", 10_000), seats="ann bob")
    until_squeeze(table)
    assert ask(table, co.BendCard, "bob", 2) == Rejection(code=Code.NOT_YOUR_CARD)
    assert [open_own(table), open_own(table), open_own(table)] == [("ann", 1), ("ann", 3), ("bob", 2)]


# How a right ends


def test_a_right_is_passed_to_the_next_in_rank_and_then_to_the_dealer() -> None:
    table = table_of(SIX_CARDS, STUDIO, ("ann", "player", 700), ("bob", "player", 600), ("cyd", "player", 500))
    passed = []
    for _ in range(2):
        account, number = until_squeeze(table)
        assert not isinstance(ask(table, co.PassSqueeze, account), Rejection)
        passed.append((account, number))
    assert passed == [("ann", 3), ("bob", 3)]
    assert squeezes(table) == [("cyd", 3), ("cyd", 5)]


def test_passed_by_the_last_the_dealer_opens_at_once() -> None:
    table = table_of(SIX_CARDS, STUDIO, ("ann", "player", 700))
    until_squeeze(table)
    ask(table, co.PassSqueeze, "ann")
    assert table.state.due_ms == table.now_ms
    table.step()
    assert isinstance(table.events[-1], ev.CardOpened)
    assert squeezes(table) == []


def test_who_gets_a_passed_card_has_what_is_left_of_its_time_and_sees_it_only_by_bending_it_too() -> None:
    table = table_of(NATURAL, STUDIO, ("ann", "player", 700), ("bob", "player", 600))
    until_squeeze(table)
    ask(table, co.BendCard, "ann")
    table.now_ms += 9_000
    ask(table, co.PassSqueeze, "ann")
    until_squeeze(table)
    assert (table.state.squeezing.account, table.state.squeezing.looked) == ("bob", False)
    assert table.state.due_ms == table.now_ms + 6_000
    assert table_view(table.state).laid[0].bent
    assert ask(table, co.BendCard, "ann") == Rejection(code=Code.NOT_YOUR_CARD)


def test_however_many_pass_a_card_on_it_has_its_time_once_and_the_next_card_has_its_own() -> None:
    table = table_of(SIX_CARDS, STUDIO, *((f"guest{place}", "player", 1_500 - 100 * place) for place in range(8)))
    until_squeeze(table)
    begun_ms = table.now_ms
    for place in range(7):
        table.now_ms += 2_000
        assert ask(table, co.PassSqueeze, f"guest{place}") != Rejection(code=Code.NOT_YOUR_CARD)
        assert until_squeeze(table) == (f"guest{place + 1}", 3)
        assert table.state.due_ms == begun_ms + 15_000
    table = table_of(SIX_CARDS, MACAU, ("ann", "player", 20_000), ("bob", "player", 10_000), seats="ann bob")
    until_squeeze(table)
    table.now_ms += 14_000
    ask(table, co.PassSqueeze, "ann")
    open_own(table)
    assert until_squeeze(table) == ("bob", 3)
    assert table.state.due_ms == table.now_ms + 15_000


def test_a_pass_while_the_table_is_about_to_stand_still_keeps_what_is_left() -> None:
    table = table_of(NATURAL, STUDIO, ("ann", "player", 700), ("bob", "player", 600))
    until_squeeze(table)
    table.now_ms += 5_000
    ask(table, co.PassSqueeze, "ann")
    table.do(co.Suspend(reason="a fault"))
    table.now_ms += 60_000
    table.do(co.Resume())
    assert until_squeeze(table) == ("bob", 3)
    assert table.state.due_ms == table.now_ms + 10_000


def test_at_macau_a_passed_first_card_takes_the_second_with_it_and_the_third_is_apart() -> None:
    bets = ("ann", "player", 20_000), ("bob", "player", 10_000)
    table = table_of(SIX_CARDS, MACAU, *bets, seats="ann bob")
    until_squeeze(table)
    ask(table, co.PassSqueeze, "ann")
    assert squeezes(table) == [("bob", 1), ("bob", 3), ("ann", 5)]


def test_the_end_of_the_time_leaves_the_rest_of_the_part_to_the_dealer() -> None:
    table = table_of(SIX_CARDS, MACAU, ("ann", "player", 20_000), ("bob", "player", 10_000), seats="ann bob")
    until_squeeze(table)
    begun_ms = table.now_ms
    table.step()
    assert table.now_ms == begun_ms + 15_000
    assert table.events[-1] == ev.SqueezeEnded(at_ms=table.now_ms, account="ann", number=1, reason=SqueezeEnd.TIME)
    assert squeezes(table) == [("ann", 5)]


def test_each_card_has_the_whole_time() -> None:
    table = table_of(NATURAL, MACAU, ("ann", "player", 20_000), seats="ann")
    until_squeeze(table)
    table.now_ms += 14_999
    open_own(table)
    until_squeeze(table)
    assert table.state.due_ms == table.now_ms + 15_000


def test_who_is_gone_from_the_table_leaves_it_to_the_dealer() -> None:
    table = table_of(SIX_CARDS, STUDIO, ("ann", "player", 700), ("bob", "player", 600), ("cyd", "banker", 500))
    until_squeeze(table)
    table.do(co.NoteAway(accounts=frozenset({"ann", "bob", "eve"})))
    assert table.events[-1] == ev.SqueezeEnded(at_ms=table.now_ms, account="ann", number=3, reason=SqueezeEnd.OFF_LINE)
    assert squeezes(table) == [("cyd", 4), ("cyd", 6)]


def test_who_is_gone_before_the_turn_loses_it_too() -> None:
    table = table_of(SIX_CARDS, STUDIO, ("ann", "player", 700), ("cyd", "banker", 500))
    until_squeeze(table)
    table.do(co.NoteAway(accounts=frozenset({"cyd"})))
    assert squeezes(table) == [("ann", 3), ("ann", 5)]
    table = table_of(SIX_CARDS, STUDIO, ("ann", "player", 700))
    table.do(co.NoteAway(accounts=frozenset({"ann"})))
    table.go_to(Phase.RESULT)
    assert {kind for kind, _, _ in kinds(table)} == {"CardDealt"}


def test_who_leaves_the_seat_leaves_the_squeeze_where_only_who_sits_has_it() -> None:
    table = table_of(NATURAL, MACAU, ("ann", "player", 20_000), ("bob", "player", 10_000), seats="ann bob")
    until_squeeze(table)
    table.do(co.LeaveSeat(account="ann"))
    assert table.state.due_ms == table.now_ms
    assert squeezes(table) == []
    table = table_of(NATURAL, MACAU, ("ann", "player", 20_000), ("bob", "player", 10_000), seats="ann bob")
    until_squeeze(table)
    table.do(co.LeaveSeat(account="bob"))
    ask(table, co.PassSqueeze, "ann")
    assert squeezes(table) == []


def test_who_moves_to_another_seat_keeps_the_squeeze() -> None:
    table = table_of(NATURAL, MACAU, ("ann", "player", 20_000), seats="ann")
    until_squeeze(table)
    table.do(co.Sit(account="ann", name="Ann", seat=7))
    assert squeezes(table) == [("ann", 1), ("ann", 3)]


def test_a_standing_squeezer_of_a_studio_may_leave_a_seat() -> None:
    table = table_of(NATURAL, rules("studio", burn="none", seats=7), ("ann", "player", 700), seats="ann")
    until_squeeze(table)
    table.do(co.LeaveSeat(account="ann"))
    assert squeezes(table) == [("ann", 3)]


# Suspension, restart, void


def test_a_suspension_stops_the_clock_and_every_command() -> None:
    table = table_of(NATURAL, STUDIO, ("ann", "player", 500))
    until_squeeze(table)
    table.now_ms += 5_000
    table.do(co.Suspend(reason="a fault"))
    table.now_ms += 60_000
    for kind in (co.BendCard, co.OpenCard, co.PassSqueeze):
        assert ask(table, kind, "ann", 3) == Rejection(code=Code.SUSPENDED)
    assert table.do(co.NoteAway(accounts=frozenset({"ann"}))) == []
    table.do(co.Resume())
    assert table.state.due_ms == table.now_ms + 10_000
    assert open_own(table) == ("ann", 3)


def test_a_seat_left_while_the_table_stands_still_ends_the_squeeze() -> None:
    table = table_of(NATURAL, MACAU, ("ann", "player", 20_000), seats="ann")
    until_squeeze(table)
    table.do(co.Suspend(reason="a fault"))
    table.do(co.LeaveSeat(account="ann"))
    assert table.phase is Phase.SUSPENDED
    table.do(co.Resume())
    assert table.state.due_ms == table.now_ms
    assert squeezes(table) == []


def test_a_seat_that_is_freed_by_rule_ends_the_squeeze_of_who_sat_there() -> None:
    table = table_of(NATURAL, MACAU, ("ann", "player", 20_000), seats="ann")
    table.do(co.NoteSeated(connected=frozenset({"ann"}), free_cents={}))
    until_squeeze(table)
    table.do(co.Suspend(reason="a fault"))
    table.do(co.NoteSeated(connected=frozenset(), free_cents={}))
    table.now_ms += 60_000
    table.do(co.Tick(present=True))
    assert table.state.seating.seats == {}
    assert table.events[-1] == ev.SqueezeEnded(at_ms=table.now_ms, account="ann", number=1, reason=SqueezeEnd.LEFT_SEAT)
    table.do(co.Resume())
    assert squeezes(table) == []


def test_real_cards_are_squeezed_at_the_table_and_nobody_has_a_right_here() -> None:
    for house in ("macau", "studio"):
        table = ByHand(hand_rules(house)).ready()
        table.do(co.Sit(account="ann", name="Ann", seat=1)) if table.state.rules.seats else None
        table.open_round()
        stake(table, ("ann", "player", 20_000))
        table.close_betting()
        assert squeeze.holders(table.state) == frozenset()
        assert table.do(co.NoteAway(accounts=frozenset({"ann"}))) == []
        table.do(co.LeaveSeat(account="ann")) if table.state.rules.seats else None
        assert not any(isinstance(event, ev.SqueezeEnded) for event in table.events)


def test_after_a_restart_the_same_right_goes_on_with_five_seconds_at_least() -> None:
    table = table_of(NATURAL, STUDIO, ("ann", "player", 500))
    until_squeeze(table)
    ask(table, co.BendCard, "ann")
    table.now_ms += 2_000
    table.do(co.Recover())
    assert table.state.due_ms == table.now_ms + 13_000
    table.now_ms += 60_000
    table.do(co.Recover())
    assert table.state.due_ms == table.now_ms + 5_000
    assert table.state.squeezing.looked
    assert open_own(table) == ("ann", 3)


def test_a_round_whose_shoe_is_lost_is_voided_with_its_cards_face_down() -> None:
    table = table_of(NATURAL, MACAU, ("ann", "player", 20_000), seats="ann")
    until_squeeze(table)
    table.do(co.VoidRound(reason="shoe_lost", shoe_lost=True))
    view = table_view(table.state)
    assert (view.squeeze, len(view.laid), view.player) == (None, 4, ())
    assert own_view(table.state, "ann").squeezes is None


def test_a_software_dealt_round_is_not_voided_after_the_close() -> None:
    table = table_of(NATURAL, MACAU, ("ann", "player", 20_000), seats="ann")
    until_squeeze(table)
    assert table.ask(co.VoidRound(reason="a fault")) == Rejection(code=Code.WRONG_PHASE)


def test_the_cut_card_before_a_card_face_down_makes_the_round_the_last() -> None:
    house = rules("macau", burn="none", cut_by="dealer", cut_card_least=12, cut_card_most=208)
    table = betting("", house, behind=207)
    while table.state.round < 60 and not table.state.shoe_over:
        table.play_round()
        if not table.state.shoe_over:
            table.go_to(Phase.BETTING)
    met = [event for event in table.events if isinstance(event, ev.CardLaid) and event.cut_card]
    assert [event.number for event in met] == [416 - 207 + 1]
    assert table.state.shoe_over


# What everyone sees


def test_everyone_sees_who_squeezes_which_card_and_only_the_squeezer_that_it_is_theirs() -> None:
    table = betting(NATURAL, STUDIO)
    bet = co.PlaceBet(account="id-of-ann", shoe=1, round=1, bet="banker", amount_cents=500, name="Ann")
    table.do(bet)
    table.go_to(Phase.DEALING)
    _, number = until_squeeze(table)
    view = table_view(table.state)
    assert view.squeeze is not None
    assert (view.squeeze.name, view.squeeze.side, view.squeeze.number) == ("Ann", Side.BANKER, number)
    assert [card.number for card in view.laid] == [4]
    assert own_view(table.state, "id-of-ann").squeezes == number
    assert own_view(table.state, "bob").squeezes is None
    told = public_events(table.events[-1:], table.state)
    assert "id-of-ann" not in repr(told) + repr(view)
    assert "Ann" in repr(told)


def test_no_name_is_kept_where_nobody_squeezes() -> None:
    table = betting(NATURAL, DOWN)
    table.do(co.PlaceBet(account="ann", shoe=1, round=1, bet="banker", amount_cents=500, name="Ann"))
    confirmed = table.events[-1]
    assert isinstance(confirmed, ev.BetConfirmed)
    assert confirmed.name == ""


# Any sequence of commands

_HOUSES: dict[str, Callable[[], HouseRules]] = {
    "macau": lambda: rules("macau", burn="none", cut_by="dealer"),
    "studio": lambda: rules("studio", burn="none", banker_bets="choice"),
    "down": lambda: rules("live", burn="none", faces="down"),
    "studio with seats": lambda: rules("macau", burn="none", cut_by="dealer", squeeze="highest_bettor", tie_policy="push"),
}
_PEOPLE = ("ann", "bob", "cyd")
_ACTS = st.tuples(
    st.sampled_from(
        ["bet", "bet", "back", "sit", "leave", "bend", "open", "pass", "away", "late", "step", "step", "step", "suspend", "recover"]
    ),
    st.sampled_from(_PEOPLE),
    st.integers(0, 9),
)


def _act(table: Driven, act: str, account: str, figure: int) -> None:
    bet = ("player", "banker", "banker_no_commission", "tie")[figure % 4]
    kinds_of = {"bend": co.BendCard, "open": co.OpenCard, "pass": co.PassSqueeze}
    match act:
        case "bet":
            table.bet(account, bet, 10_000 * (1 + figure % 2))
        case "back":
            table.take_back(account, bet, 10_000)
        case "sit":
            table.ask(co.Sit(account=account, name=account, seat=1 + figure % 7))
        case "leave":
            table.ask(co.LeaveSeat(account=account))
        case "bend" | "open" | "pass":
            ask(table, kinds_of[act], account, None if figure < 8 else figure)  # type: ignore[arg-type]
        case "away":
            table.do(co.NoteAway(accounts=frozenset({account})))
        case "late":
            table.now_ms += 1_000 * figure
        case "suspend":
            table.ask(co.Suspend(reason="a fault"))
            table.ask(co.Resume())
        case "recover":
            table.do(co.Recover())
            table.do(co.Tick(present=True))
        case _:
            table.step()


def _check_public(table: Driven, seen: int) -> None:
    """No face is anywhere public before its card was opened."""
    state = table.state
    told = repr(public_events(table.events[seen:], state)) + repr(table_view(state)) + repr(table.events[seen:])
    for card in state.laid:
        assert table.texts[card.number - 1] not in told
        assert all(shown.number != card.number for shown in (*table_view(state).player, *table_view(state).banker))


@settings(max_examples=150)
@given(house=st.sampled_from(sorted(_HOUSES)), acts=st.lists(_ACTS, min_size=10, max_size=90))
def test_whatever_is_asked_faces_stay_hidden_and_the_coup_is_that_of_the_same_shoe_dealt_open(
    house: str, acts: list[tuple[str, str, int]]
) -> None:
    table = Driven(_HOUSES[house]())
    table.go_to(Phase.BETTING)
    for act, account, figure in acts:
        seen = len(table.events)
        _act(table, act, account, figure)
        _check_public(table, seen)
    table.go_to(Phase.RESULT)
    first = min(card.number for card in table.state.dealt)
    cards = [Card(text_card(table.texts[number - 1])) for number in range(first, first + table.state.cards_out)]
    assert table.state.coup == deal(cards)
    assert fold(table.events) == table.state
    _check_order(table)


def text_card(text: str) -> str:
    suit, rank, _ = text.split("-", 2)
    return "A23456789TJQK"[int(rank) - 1] + suit


def _check_order(table: Driven) -> None:
    """In each round the cards are opened hand by hand, the thirds last, and never another's while one is squeezed."""
    opened: list[tuple[int, Side, int]] = []
    out: dict[Side, int] = {}
    places: dict[int, int] = {}
    squeezed: int | None = None
    for event in table.events:
        match event:
            case ev.BettingClosed():
                opened, out, places, squeezed = [], dict.fromkeys(Side, 0), {}, None
            case ev.CardLaid() | ev.CardDealt():
                out[event.side] += 1
                places[event.number] = out[event.side]
            case ev.SqueezeBegan():
                squeezed = event.number
            case ev.SqueezeEnded(number=int()):
                squeezed = None
            case ev.CardOpened():
                assert squeezed is None
                opened.append((places[event.number] // 3, event.side, places[event.number]))
                assert opened == sorted(opened, key=lambda card: (card[0], list(Side).index(card[1]), card[2]))
            case _:
                pass


def test_the_helpers_of_the_rank_name_all_holders() -> None:
    table = table_of(NATURAL, STUDIO, ("ann", "player", 500), ("bob", "banker", 500))
    assert squeeze.holders(table.state) == {"ann", "bob"}
    assert squeeze.ranked(table.state, Side.PLAYER) == ("ann",)
