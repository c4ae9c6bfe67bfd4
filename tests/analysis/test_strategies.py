"""Staking plans lay what their names say, see what has been and nothing else, and are told clearly what the table would refuse."""

import gc
import random
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from hypothesis import given, strategies as st

from puntobanco import house_files
from puntobanco.analysis.strategies import (
    READY,
    Flat,
    FollowTheRoad,
    GoodRoadChaser,
    Martingale,
    OneThreeTwoSix,
    Settled,
    Stakes,
    View,
)
from puntobanco.analysis.strategies.felt import SLIPS_KEPT, Felt
from puntobanco.analysis.strategies.ready import GOES_ON_WITH, SHOWN
from puntobanco.analysis.strategies.sitting import Sitting
from puntobanco.errors import BadStrategy
from puntobanco.game.bets import Bet, Result, spot_of
from puntobanco.game.good_roads import GoodRoad, standing
from puntobanco.game.house import HouseRules
from puntobanco.game.roads import Roads
from puntobanco.game.rules import Outcome
from tests.analysis.sat import house, letters, seat, sit, stakes

HOUSES = list(house_files.shipped())


class TestReadyPlans:
    def test_flat_lays_the_same_whatever_comes(self) -> None:
        assert stakes(Flat, "PBTPB", "B") == [1000] * 6

    def test_flat_lays_what_is_left_and_then_is_ruined(self) -> None:
        sitting, noted = sit(Flat, "BBBBB", bankroll=2600)
        assert [sum(laid.values()) for laid in noted.laid] == [1000, 1000, 600]
        assert (sitting.bankroll, sitting.ruin_round, sitting.over) == (0, 3, True)

    def test_martingale_doubles_after_losses_and_waits_through_ties(self) -> None:
        assert stakes(Martingale, "PBBTBPB") == [1000, 1000, 2000, 4000, 4000, 8000, 1000]

    def test_martingale_goes_on_in_the_next_shoe(self) -> None:
        assert stakes(Martingale, "BB", "BP") == [1000, 2000, 4000, 8000]

    def test_martingale_takes_its_loss_at_the_maximum_and_begins_again(self) -> None:
        rules = house(main_maximum_cents=5000)
        assert stakes(Martingale, "BBBBP", rules=rules) == [1000, 2000, 4000, 1000, 2000]
        rules = house(differential_cents=5000)
        assert stakes(Martingale, "BBBBP", rules=rules) == [1000, 2000, 4000, 1000, 2000]

    def test_martingale_lays_the_rest_where_the_bankroll_is_short(self) -> None:
        assert stakes(Martingale, "BBBB", bankroll=4500) == [1000, 2000, 1500]
        assert stakes(Martingale, "BBPB", bankroll=4500) == [1000, 2000, 1500, 1000]

    def test_1_3_2_6_goes_a_step_further_after_each_win(self) -> None:
        assert stakes(OneThreeTwoSix, "PPPPB") == [1000, 3000, 2000, 6000, 1000]

    def test_1_3_2_6_begins_again_after_a_loss_and_stays_after_a_tie(self) -> None:
        assert stakes(OneThreeTwoSix, "PPBPTPP") == [1000, 3000, 2000, 1000, 3000, 3000, 2000]

    def test_follow_is_on_the_last_winner_and_sits_out_until_there_is_one(self) -> None:
        assert letters(FollowTheRoad, "TPTBBP", "BP") == "--PPBB-B"

    def test_against_is_on_the_other(self) -> None:
        assert letters(partial(FollowTheRoad, against=True), "TPTBBP", "BP") == "--BBPP-P"
        assert letters(READY["against"], "PB") == "-B"

    def test_a_chaser_waits_for_a_good_road(self) -> None:
        assert letters(GoodRoadChaser, "BBBBTBP") == "----BBB"
        assert letters(GoodRoadChaser, "PPPPB") == "----P"
        assert letters(GoodRoadChaser, "BPBPB") == "----B"

    def test_a_chaser_chases_what_the_house_tells(self) -> None:
        assert letters(GoodRoadChaser, "BBBBB", rules=house(good_roads=["long_player"])) == "-----"

    def test_every_good_road_has_a_side(self) -> None:
        assert set(GOES_ON_WITH) == set(GoodRoad)

    def test_banker_is_of_the_kind_that_was_asked_for_or_the_house_takes(self) -> None:
        for rules, bet, wanted in (
            (house(), Bet.PLAYER, Bet.BANKER),
            (house(), Bet.BANKER_NO_COMMISSION, Bet.BANKER_NO_COMMISSION),
            (house(banker_bets="no_commission"), Bet.PLAYER, Bet.BANKER_NO_COMMISSION),
        ):
            assert sit(FollowTheRoad, "BB", rules=rules, bet=bet)[1].laid[1] == {wanted: 1000}

    def test_a_plan_of_a_side_bet_sits_out_after_its_last_round_of_the_shoe(self) -> None:
        laid = stakes(Flat, "P" * 62, "P", bet=Bet.PLAYER_PAIR)
        assert laid == [1000] * 60 + [0, 0, 1000]

    def test_a_player_makes_nothing_of_others_of_the_plan(self) -> None:
        assert stakes(Martingale, "BB") == stakes(Martingale, "BB")

    def test_those_shown_are_five_that_are_ready(self) -> None:
        assert len(set(SHOWN) & set(READY)) == 5

    @given(
        st.text("PBT", min_size=1, max_size=90),
        st.sampled_from(sorted(READY)),
        st.sampled_from(HOUSES),
        st.data(),
    )
    def test_no_ready_plan_is_ever_refused(self, shoe: str, name: str, house_name: str, data: Any) -> None:
        rules = house_files.load(house_name)
        bet = data.draw(st.sampled_from(rules.offered))
        minimum, maximum = rules.limits(spot_of(bet))
        base = minimum * data.draw(st.integers(1, maximum // minimum))
        bankroll = base + data.draw(st.integers(0, 20 * maximum))
        sitting, _ = sit(READY[name], shoe, shoe, rules=rules, bet=bet, base=base, bankroll=bankroll)
        assert sitting.bankroll >= 0


class Seen:
    """Lays on Player, and keeps what it saw."""

    def __init__(self) -> None:
        self.found: list[tuple[Any, ...]] = []

    def bet(self, view: View) -> Stakes:
        self.found.append((view.shoe, view.shoe_round, view.round, view.bankroll_cents, view.results, view.winner, view.last))
        return view.up_to(Bet.PLAYER, 1000) if view.shoe_round != 2 else {}


class TestView:
    def test_it_says_what_has_been(self) -> None:
        seen = Seen()
        sit(lambda: seen, "PBTB", "P")
        player, banker, tie = Outcome.PLAYER, Outcome.BANKER, Outcome.TIE
        won, pushed, lost = Settled(1000, 1000, Result.WIN), Settled(1000, 0, Result.PUSH), Settled(1000, -1000, Result.LOSE)
        assert seen.found == [
            (1, 1, 1, 100_000, (), None, None),
            (1, 2, 2, 101_000, (player,), player, won),
            (1, 3, 3, 101_000, (player, banker), banker, None),
            (1, 4, 4, 101_000, (player, banker, tie), banker, pushed),
            (2, 1, 5, 100_000, (), None, lost),
        ]

    def test_roads_and_good_roads_are_those_of_the_game(self) -> None:
        class Reads:
            def bet(self, view: View) -> Stakes:
                wanted = Roads(view.results)
                assert view.roads.lengths == wanted.lengths
                assert {road: line.marks for road, line in view.roads.derived.items()} == {
                    road: line.marks for road, line in wanted.derived.items()
                }
                if view.shoe_round % 3 == 0:  # also where nobody asked for a while
                    assert list(view.good_roads) == standing(wanted)
                    seen.update(view.good_roads)
                return {}

        seen, chance = set[GoodRoad](), random.Random(1)
        for _ in range(60):
            sit(Reads, "".join(chance.choices("PBT", (45, 46, 9), k=80)))
        assert seen == set(GoodRoad)

    def test_what_a_plan_tries_out_on_roads_has_not_been(self) -> None:
        class Imagines:
            def bet(self, view: View) -> Stakes:
                assert view.roads.outcomes == list(view.results)
                for outcome in Outcome:
                    roads = view.roads
                    roads.add(outcome)
                    assert roads.outcomes == [*view.results, outcome]
                assert list(view.good_roads) == standing(Roads(view.results))
                found.append(len(view.roads.lengths))
                return {}

        found: list[int] = []
        sit(Imagines, "BBPTPBPBPP", "PP")
        assert found == [0, 1, 1, 2, 2, 2, 3, 4, 5, 6, 0, 1]

    def test_what_a_tie_locked_cannot_be_unlocked_by_the_view(self) -> None:
        view = sit(lambda: Lays({Bet.PLAYER: 1000}), "TP", rules=house(tie_policy="carry_locked"))[1].views[1]
        assert view.locked == {Bet.PLAYER: 1000}
        with pytest.raises(AttributeError):
            view.locked.clear()  # type: ignore[attr-defined]

    def test_one_that_was_kept_says_what_it_said(self) -> None:
        views = sit(GoodRoadChaser, "BBBBPP")[1].views
        assert [(len(view.results), view.winner, view.good_roads) for view in views] == [
            (0, None, ()),
            *((wins, Outcome.BANKER, ()) for wins in (1, 2, 3)),
            (4, Outcome.BANKER, (GoodRoad.LONG_BANKER,)),
            (5, Outcome.PLAYER, ()),
        ]
        assert [view.roads.lengths for view in views] == [[], [1], [2], [3], [4], [4, 1]]

    def test_it_says_the_settings(self) -> None:
        view = sit(Flat, "P", bet=Bet.TIE, base=500)[1].views[0]
        assert (view.rules.name, view.start_cents, view.base_cents, view.bet) == ("live", 100_000, 500, Bet.TIE)
        assert view.limits(Bet.TIE) == (100, 20_000)
        assert view.limits(Bet.BANKER_NO_COMMISSION) == (500, 500_000)

    def test_random_numbers_are_the_players_own_and_go_on(self) -> None:
        views = sit(Flat, "PP", "P")[1].views
        numbers = [view.random.random() for view in views]
        again = sit(Flat, "P")[1].views[0].random
        assert [again.random() for _ in range(3)] == numbers
        other = Sitting("plan", Flat, seat(player=2), (0, 1)).seat.chance.generator()
        assert other.random() not in numbers
        assert [view.player for view in views] == [1, 1, 1]

    def test_nothing_of_it_can_be_set(self) -> None:
        view = sit(Flat, "P")[1].views[0]
        for name in ("bankroll_cents", "last", "results", "shoe_round"):
            with pytest.raises(AttributeError):
                setattr(view, name, 1)

    def test_up_to_is_the_most_that_the_table_takes(self) -> None:
        view = sit(Flat, "P", bankroll=123_450)[1].views[0]
        assert view.up_to(Bet.PLAYER, 2000) == {Bet.PLAYER: 2000}
        assert view.up_to(Bet.PLAYER, 2099) == {Bet.PLAYER: 2000}
        assert view.up_to(Bet.PLAYER, 10**9) == {Bet.PLAYER: 123_400}
        assert view.up_to(Bet.TIE, 10**9) == {Bet.TIE: 20_000}
        assert view.up_to(Bet.PLAYER, 499) == {}
        assert view.up_to(Bet.PLAYER, -5) == {}

    def test_up_to_keeps_to_the_differential_multiples_and_what_is_offered(self) -> None:
        rules = house("macau", differential_player_cents=35_000)
        view = sit(Flat, "P", rules=rules, bankroll=10**6, base=10_000)[1].views[0]
        assert view.up_to(Bet.BANKER, 10**9) == {Bet.BANKER: 30_000}
        assert view.up_to(Bet.PLAYER, 10**9) == {Bet.PLAYER: 35_000}
        assert view.up_to(Bet.LUCKY_SIX, 10**9) == {}

    def test_the_future_is_nowhere_in_reach(self) -> None:
        """What a plan may do with a view is follow its references: two shoes that are alike so far give it the same."""

        class Searches:
            def __init__(self) -> None:
                self.found: list[list[str]] = []

            def bet(self, view: View) -> Stakes:
                self.found.append(sorted(_reached(view)))
                return {Bet.PLAYER: 1000}

        one, other = Searches(), Searches()
        sit(lambda: one, "PBTPB" + "PPPPP")
        sit(lambda: other, "PBTPB" + "BBTTB")
        assert one.found[:6] == other.found[:6]
        assert one.found[6] != other.found[6]  # the search finds a difference where there is one


def _reached(view: View) -> list[str]:
    """All plain values that can be reached from a view, without the code of the package."""
    waiting: list[Any] = [view]
    known: set[int] = set()
    plain: list[str] = []
    for found in waiting:
        if id(found) in known or isinstance(found, type) or callable(found):
            continue
        known.add(id(found))
        if isinstance(found, int | str):
            plain.append(repr(found))
        elif isinstance(found, HouseRules):
            continue
        else:
            names = [name for kind in type(found).__mro__ for name in getattr(kind, "__slots__", ())]
            waiting += [getattr(found, name) for name in names if hasattr(found, name)]
            waiting += gc.get_referents(found)
            waiting += [getattr(found, name) for name in getattr(found, "__struct_fields__", ())]
    return plain


class Lays:
    """Lays whatever it was told to."""

    def __init__(self, laid: Any) -> None:
        self.laid = laid

    def bet(self, view: View) -> Any:
        return self.laid(view) if callable(self.laid) else self.laid


def refused(laid: Any, *shoes: str, **settings: Any) -> str:
    with pytest.raises(BadStrategy) as caught:
        sit(lambda: Lays(laid), *(shoes or ("PPP",)), **settings)
    return str(caught.value)


class Evil(Mapping[Any, Any]):
    """A mapping that fails."""

    def __getitem__(self, key: Any) -> Any:
        raise LookupError("evil")

    def __iter__(self) -> Any:
        raise LookupError("evil")

    def __len__(self) -> int:
        return 1


class TestErrors:
    @pytest.mark.parametrize(
        ("laid", "said"),
        [
            (None, "lays None instead of a mapping from bets to cents; an empty one sits out"),
            (1000, "lays 1000 instead of a mapping from bets to cents; an empty one sits out"),
            ([(Bet.PLAYER, 1000)], "lays [(<Bet.PLAYER: 'player'>, 1000)] instead of a mapping"),
            ({"blackjack": 1000}, "lays 1000 cents on 'blackjack', which is no bet"),
            ({None: 1000}, "lays 1000 cents on None, which is no bet"),
            ({Bet.PLAYER: 1000.0}, "lays 1000.0 on player: a stake is a whole number of cents above 0"),
            ({Bet.PLAYER: True}, "lays True on player: a stake is a whole number of cents above 0"),
            ({Bet.PLAYER: "1000"}, "lays '1000' on player: a stake is a whole number of cents above 0"),
            ({Bet.PLAYER: None}, "lays None on player: a stake is a whole number of cents above 0"),
            ({Bet.PLAYER: [1000]}, "lays [1000] on player: a stake is a whole number of cents above 0"),
            ({Bet.PLAYER: 0}, "lays 0 on player: a stake is a whole number of cents above 0"),
            ({Bet.PLAYER: -1000}, "lays -1000 on player: a stake is a whole number of cents above 0"),
            ({Bet.PLAYER: 500_100}, "lays 500100 cents on player, over its maximum of 500000"),
            ({Bet.PLAYER: 10**40}, "over its maximum of 500000"),
            ({Bet.PLAYER: 400}, "lays 400 cents on player, under its minimum of 500"),
            ({Bet.PLAYER: 550}, "lays 550 cents on player, no multiple of the stake unit of 100"),
            ({Bet.TIE: 20_100}, "lays 20100 cents on tie, over its maximum of 20000"),
            ({Bet.PLAYER: 100_100}, "lays 100100 cents of the 100000 that it has"),
            ({Bet.PLAYER: 90_000, Bet.TIE: 20_000}, "lays 110000 cents of the 100000 that it has"),
            ({Bet.BANKER: 300_000, Bet.BANKER_NO_COMMISSION: 300_000}, "lays 600000 cents on banker, over its maximum of 500000"),
        ],
    )  # fmt: skip
    def test_what_the_table_would_refuse_is_told(self, laid: Any, said: str) -> None:
        told = refused(laid)
        assert told.startswith("strategy plan, player 1, round 1: ")
        assert said in told

    @pytest.mark.parametrize(
        ("house_name", "settings", "laid", "said"),
        [
            ("classic", {}, {Bet.LUCKY_SIX: 1000}, "lays 1000 cents on lucky_six, which house classic does not offer"),
            ("classic", {}, {Bet.BANKER_NO_COMMISSION: 1000}, "which house classic does not offer"),
            ("macau", {}, {Bet.BANKER: 15_000}, "lays 15000 cents on banker, no multiple of its minimum of 10000"),
            ("live", {"differential_cents": 2000}, {Bet.PLAYER: 3000}, "Banker and Player money that differ by 3000 cents, over"),
            ("live", {"differential_player_cents": 2000}, {Bet.BANKER: 1000, Bet.PLAYER: 3100}, "differ by 2100 cents, over"),
        ],
    )
    def test_a_houses_own_rules_are_told(self, house_name: str, settings: Any, laid: Any, said: str) -> None:
        assert said in refused(laid, rules=house(house_name, **settings))

    def test_money_on_one_side_widens_the_other(self) -> None:
        rules = house(differential_player_cents=2000)
        sitting, _ = sit(lambda: Lays({Bet.BANKER: 3000, Bet.PLAYER: 5000}), "P", rules=rules)
        assert sitting.bankroll == 102_000

    def test_a_bet_after_its_last_round_is_told_with_the_round(self) -> None:
        told = refused({Bet.PLAYER: 1000, Bet.EITHER_PAIR: 100}, "T" * 60)
        assert told == "strategy plan, player 1, round 51: lays on either_pair, which is taken up to round 50 of a shoe"

    def test_a_float_is_told_also_where_the_same_whole_number_was_laid_before(self) -> None:
        told = refused(lambda view: {Bet.PLAYER: 1000 if view.round == 1 else 1000.0})
        assert told.startswith("strategy plan, player 1, round 2: lays 1000.0 on player")

    def test_a_plan_that_raises_is_told_with_the_place(self) -> None:
        told = refused(lambda view: {} if view.round == 1 else 1 // 0)
        assert told.startswith("strategy plan, player 1, round 2: ZeroDivisionError: ")
        assert "test_strategies.py, line " in told

    def test_a_plan_that_ends_the_program_is_told(self) -> None:
        def leave(view: View) -> None:
            raise SystemExit(3)

        assert "SystemExit: 3" in refused(leave)

    def test_a_mapping_that_fails_is_told(self) -> None:
        assert "LookupError: evil" in refused(Evil())

    def test_a_plan_that_makes_no_player_is_told(self) -> None:
        makers: list[Any] = [lambda: 1 // 0, lambda: 5]
        for strategy in makers:
            with pytest.raises(BadStrategy, match=r"strategy plan, player 7, round 0: (ZeroDivisionError|AttributeError)"):
                Sitting("plan", strategy, seat(player=7), (0, 1))

    def test_names_may_be_written_as_text(self) -> None:
        assert sit(lambda: Lays({"player": 1000}), "P")[0].bankroll == 101_000

    def test_more_different_stakes_than_are_remembered_are_all_checked(self) -> None:
        felt = Felt(house())
        for cents in range(500, 500 + 100 * (SLIPS_KEPT // 2), 100):
            for bet in (Bet.PLAYER, Bet.BANKER, Bet.BANKER_NO_COMMISSION):
                if cents <= 500_000:
                    assert felt.slip({bet: cents})
        with pytest.raises(BadStrategy):
            felt.slip({Bet.PLAYER: 550})


class TestTies:
    def test_what_is_locked_by_a_tie_may_only_be_added_to(self) -> None:
        rules = house("macau", tie_policy="carry_locked")
        told = refused(lambda view: {Bet.BANKER: 20_000 if view.round == 1 else 10_000}, "TP", rules=rules)
        assert told == "strategy plan, player 1, round 2: takes back of the 20000 cents on banker that a tie left there, locked"
        assert "a tie left there" in refused(lambda view: {Bet.BANKER: 10_000} if view.round == 1 else {}, "TP", rules=rules)

    def test_more_may_be_laid_and_what_is_locked_is_seen(self) -> None:
        rules = house("macau", tie_policy="carry_locked")
        sitting, noted = sit(lambda: Lays(lambda view: {Bet.BANKER: 10_000 * view.round, Bet.TIE: 5000}), "TTB", rules=rules)
        assert [dict(view.locked) for view in noted.views] == [{}, {Bet.BANKER: 10_000}, {Bet.BANKER: 20_000}]
        assert sitting.bankroll == 100_000 + 2 * 40_000 + 28_500 - 5000

    @pytest.mark.parametrize(
        ("settings", "shoes"),
        [
            ({"tie_policy": "carry"}, ("TP",)),
            ({"tie_policy": "push"}, ("TP",)),
            ({"tie_policy": "carry_locked"}, ("T", "P")),  # the shoe ended: pushed
            ({"tie_policy": "carry_locked", "shuffle_every_round": True}, ("TP",)),
        ],
    )
    def test_elsewhere_a_player_is_free_after_a_tie(self, settings: Any, shoes: tuple[str, ...]) -> None:
        sitting, _ = sit(lambda: Lays(lambda view: {Bet.BANKER: 20_000 // view.round}), *shoes, rules=house("macau", **settings))
        assert sitting.bankroll == 90_000

    def test_side_bets_are_never_locked(self) -> None:
        rules = house("macau", tie_policy="carry_locked")
        _, noted = sit(lambda: Lays(lambda view: {Bet.TIE: 5000} if view.round == 1 else {}), "TP", rules=rules)
        assert noted.views[1].locked == {}

    def test_ready_plans_keep_what_is_locked(self) -> None:
        rules, chance = house("macau", tie_policy="carry_locked"), random.Random(3)
        for strategy in READY.values():
            for _ in range(30):
                shoe = "".join(chance.choices("PBT", (3, 3, 2), k=80))
                sit(strategy, shoe, shoe, rules=rules, base=10_000, bankroll=150_000)


class TestRuin:
    def test_is_where_no_bet_that_was_laid_can_be_laid_any_more(self) -> None:
        sitting, _ = sit(Flat, "BBB", bankroll=1499)
        assert (sitting.bankroll, sitting.ruin_round) == (499, 1)
        sitting, noted = sit(Flat, "BBB", bankroll=1500)
        assert (sitting.bankroll, sitting.ruin_round, len(noted.laid)) == (0, 2, 2)

    def test_has_the_minimum_of_the_bets_that_were_laid(self) -> None:
        sitting, _ = sit(lambda: Lays(lambda view: view.up_to(Bet.TIE, 1000)), "PPP", bankroll=1299)
        assert (sitting.bankroll, sitting.ruin_round) == (99, 2)
        both = Lays(lambda view: view.up_to(Bet.PLAYER if view.bankroll_cents >= 500 else Bet.TIE, 1000))
        sitting, noted = sit(lambda: both, "BBB", bankroll=1300)
        assert (sitting.ruin_round, len(noted.laid)) == (1, 1)

    def test_ends_it_for_good(self) -> None:
        sitting, noted = sit(Flat, "BP", "PPP", bankroll=1000, rounds=50)
        assert (len(noted.laid), sitting.round) == (1, 1)
        assert sitting.track().final_cents == 0
        assert sitting.curve == [1000, 0]

    def test_who_sits_out_is_never_ruined(self) -> None:
        assert sit(lambda: Lays({}), "PBT", bankroll=1)[0].ruin_round == 0


def test_what_is_kept_of_a_player() -> None:
    sitting, _ = sit(Martingale, "PTBBTBPB", bet=Bet.PLAYER)
    track = sitting.track()
    # stakes 1000 1000 1000 2000 4000 4000 8000 1000; the bankroll goes 101 101 100 98 98 94 102 101 thousand
    assert track._asdict() == {
        "final_cents": 101_000,
        "staked_cents": 22_000,
        "bets": 8,
        "wins": 2,
        "pushes": 2,
        "drawdown_cents": 7000,
        "longest_losing": 3,
        "largest_stake_cents": 8000,
        "ruin_round": 0,
    }
    assert sitting.staked == {Bet.PLAYER: 22_000}
