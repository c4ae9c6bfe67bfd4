"""Staking plans over simulated shoes: those of `simulate`, settled as by ``game.bets``, the same whoever works, and fair."""

import math
import signal
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.stats import binomtest

from puntobanco.analysis.chunk import CHUNK_SHOES, orders_of
from puntobanco.analysis.coup_table import ENDING_MASK, ending_of
from puntobanco.analysis.plan import plan_of
from puntobanco.analysis.simulation import Goal, simulate
from puntobanco.analysis.strategies import READY, Flat, Player, Stakes, View, run
from puntobanco.analysis.strategies.felt import gains_20
from puntobanco.analysis.strategies.figures import figures_of, quantiles, wilson
from puntobanco.analysis.strategies.paths import Paths
from puntobanco.analysis.strategies.run import CURVES_MOST, Job, check, play, play_range, processes
from puntobanco.analysis.strategies.shoes import shoes, shoes_each
from puntobanco.errors import BadSettings, BadStrategy
from puntobanco.game.bets import Bet, Result, settle, verdicts
from puntobanco.game.house import HouseRules
from puntobanco.game.rules import Outcome
from tests.analysis.dealt_again import dealt
from tests.analysis.sat import LIVE, house
from tests.analysis.test_simulation import ODD, house as any_house


def job(rules: HouseRules = LIVE, strategies: Mapping[str, Any] = READY, **settings: Any) -> Job:
    """A job with small settings, but for those that are given."""
    small = Job(rules, strategies, 200, 50_000, rules.main_minimum_cents, Bet.BANKER, 5)
    return small._replace(**settings)


def same(one: Mapping[str, Paths], other: Mapping[str, Paths]) -> bool:
    return one.keys() == other.keys() and all(
        np.array_equal(one[name].tracks, other[name].tracks)
        and np.array_equal(one[name].curves, other[name].curves)
        and one[name].staked == other[name].staked
        for name in one
    )


class TestShoes:
    def test_are_those_of_simulate(self) -> None:
        count = CHUNK_SHOES + 30
        figures = simulate(LIVE, Goal(shoes=count), 11)
        endings, rounds = Counter[int](), 0
        for codes in shoes(plan_of(LIVE), 11, range(count)):
            endings.update(code & ENDING_MASK for code in codes)
            rounds += len(codes)
        assert rounds == figures.rounds
        assert Counter({ending_of(number): times for number, times in endings.items()}) == Counter(figures.endings)

    @pytest.mark.parametrize("numbers", [range(7), range(3, 9), range(5, 6), range(CHUNK_SHOES - 2, CHUNK_SHOES + 3), range(4, 4)])
    def test_a_range_of_them_is_a_part_of_all(self, numbers: range) -> None:
        plan = plan_of(LIVE)
        everything = list(shoes(plan, 3, range(numbers.stop)))
        assert list(shoes(plan, 3, numbers)) == everything[numbers.start :]

    @pytest.mark.parametrize("name", [*ODD, "live", "macau"])
    def test_each_player_has_enough_of_them(self, name: str) -> None:
        plan = plan_of(any_house(name))
        for rounds in (1, 60, 333):
            each = shoes_each(plan, rounds)
            found = list(shoes(plan, 1, range(3 * each)))
            for player in range(3):
                assert sum(map(len, found[player * each : (player + 1) * each])) >= rounds


class Mixed:
    """Lays on every bet that is offered, now and then, by what it has seen."""

    def __init__(self) -> None:
        self.seen = 0

    def bet(self, view: View) -> Stakes:
        self.seen += 1 + (view.last is not None and view.last.result is Result.WIN) + view.results.count(Outcome.TIE)
        laid: Stakes = {}
        for place, bet in enumerate(view.rules.offered):
            if (self.seen + place) % 4 == 0:
                laid.update(view.up_to(bet, view.limits(bet)[0] * (1 + (self.seen + place) % 3)))
        return laid if sum(laid.values()) <= view.bankroll_cents else {}


@pytest.mark.parametrize("name", ["live", "chips", "macau", "six decks, half of them behind", "shuffled every round"])
def test_every_round_is_settled_as_game_bets_settles_the_coup_that_game_rules_deals(name: str) -> None:
    """The oracle deals the orders of the shoes again, and asks a plan of its own with views that it takes from the run."""
    rules, rounds, players = any_house(name), 150, 3
    views: list[View] = []

    class Noting(Mixed):
        def bet(self, view: View) -> Stakes:
            views.append(view)
            return super().bet(view)

    played = play_range(job(rules, {"plan": Noting}, rounds=rounds, bankroll_cents=10**6), range(players), players)["plan"]
    plan = plan_of(rules)
    each, at = shoes_each(plan, rounds), 0
    orders = orders_of(plan, 5, 0, players * each)
    for player in range(players):
        again, bankroll, round_number = Mixed(), 10**6, 0
        for shoe in range(each):
            for number, found in enumerate(dealt(rules, orders[player * each + shoe]), 1):
                if round_number == rounds:
                    break
                round_number += 1
                view = views[at]
                at += 1
                assert (view.shoe, view.shoe_round, view.round, view.bankroll_cents) == (shoe + 1, number, round_number, bankroll)
                laid = again.bet(view)
                settled = settle(found.coup, laid)
                bankroll += settled.net
                if round_number < rounds and laid:
                    last = views[at].last
                    assert last is not None
                    assert (last.staked_cents, last.net_cents) == (settled.stake, settled.net)
        assert played.column("final_cents")[player] == bankroll
    assert at == len(views) == players * rounds


def test_gains_are_those_of_the_pay_table() -> None:
    plan = plan_of(LIVE)
    coups = [found.coup for orders in orders_of(plan, 8, 0, 40) for found in dealt(LIVE, orders)]
    codes = [code for codes in shoes(plan, 8, range(40)) for code in codes]
    for coup, code in zip(coups, codes, strict=True):
        for bet, verdict in verdicts(coup).items():
            assert gains_20(bet)[code & ENDING_MASK] == verdict.returned_20 - 20


@pytest.fixture(scope="module")
def alone() -> dict[str, Paths]:
    return play(job(rounds=300), 100)


class TestWorkers:
    @pytest.fixture(autouse=True)
    def many_small_ranges(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run, "RANGE_ROUNDS", 4_000)

    def test_processes_have_the_same_figures(self, alone: dict[str, Paths]) -> None:
        with processes(3) as executor:
            assert executor is not None
            assert same(play(job(rounds=300), 100, executor=executor, ahead=5), alone)

    def test_a_plan_that_throws_coins_has_the_same_luck_with_any_number_of_them(self) -> None:
        coins = job(strategies={"coin": Coin, "other": Coin}, rounds=300)
        found = play(coins, 60)
        for workers in (2, 3):
            with processes(workers) as executor:
                assert same(play(coins, 60, executor=executor), found)
        assert same({"other": found["coin"]}, {"other": found["other"]})
        assert len(np.unique(found["coin"].column("staked_cents"))) > 30
        assert not same(play(coins._replace(seed=6), 60), found)

    def test_ctrl_c_never_reaches_processes(self) -> None:
        """Not even those that are just beginning: it waits for them from the moment that they are there. Ours it reaches."""
        with processes(2) as executor:
            assert executor is not None
            held = executor.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
        assert signal.SIGINT in held
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())

    def test_any_executor_does(self, alone: dict[str, Paths]) -> None:
        with ThreadPoolExecutor(2) as executor:
            assert same(play(job(rounds=300), 100, executor=executor, ahead=1), alone)

    def test_ranges_of_players_are_parts_of_all(self, alone: dict[str, Paths]) -> None:
        found = play_range(job(rounds=300), range(15, 20), 5)
        for name, paths in found.items():
            assert paths.tracks.tolist() == alone[name].tracks[15:20].tolist()
            assert paths.curves.tolist() == alone[name].curves[15:20].tolist()

    def test_what_a_plan_does_has_nothing_to_do_with_the_plans_beside_it(self, alone: dict[str, Paths]) -> None:
        assert same(play(job(strategies={"follow": READY["follow"]}, rounds=300), 100), {"follow": alone["follow"]})

    def test_another_seed_has_others(self, alone: dict[str, Paths]) -> None:
        assert not same(play(job(rounds=300, seed=6), 100), alone)

    def test_a_run_that_is_stopped_has_the_players_that_were_done(self, alone: dict[str, Paths]) -> None:
        counts: list[int] = []
        found = play(job(rounds=300), 100, made=counts.append, stopped=lambda: len(counts) == 2)
        assert 0 < counts[-1] < 100
        for name, paths in found.items():
            assert paths.tracks.tolist() == alone[name].tracks[: counts[-1]].tolist()

    def test_a_plan_that_goes_wrong_elsewhere_is_told_here(self) -> None:
        with ThreadPoolExecutor(2) as executor, pytest.raises(BadStrategy, match="strategy wrong, player 1, round 3: lays 7 cents"):
            play(job(strategies={"wrong": Wrong}), 2000, executor=executor)


class Coin:
    """Throws a coin for each bet, and another for how much."""

    def bet(self, view: View) -> Stakes:
        bet = view.random.choice([Bet.PLAYER, Bet.BANKER])
        return view.up_to(bet, view.base_cents * view.random.randint(1, 9))


class Wrong:
    def bet(self, view: View) -> Stakes:
        return {Bet.PLAYER: 7} if view.round == 3 else {}


@given(st.integers(0, 1000), st.sampled_from(sorted(READY)), st.integers(1, 400), st.integers(1000, 60_000))
def test_what_a_player_wins_in_all_is_what_the_bankroll_grew(seed: int, name: str, rounds: int, bankroll: int) -> None:
    nets: list[int] = []

    class Summing:
        def __init__(self) -> None:
            self.player: Player = READY[name]()

        def bet(self, view: View) -> Mapping[Bet, int]:
            nets.append(view.last.net_cents if view.last else 0)
            assert view.bankroll_cents == bankroll + sum(nets)
            return self.player.bet(view)

    found = play(job(strategies={"plan": Summing}, seed=seed, rounds=rounds + 1, bankroll_cents=bankroll), 1)["plan"]
    (track,) = found.tracks.tolist()
    final, staked, bets, wins, pushes, drawdown, losing, largest, ruin = track
    assert final >= 0
    assert staked == sum(found.staked.values()) >= largest
    assert bets >= wins + pushes + losing
    assert drawdown <= bankroll + staked
    assert len(nets) == (ruin or rounds + 1)
    assert (final < 500) == (ruin > 0)
    assert found.curves[0, -1] == final


class TestSettings:
    def test_points_are_spread_and_end_with_the_last_round(self) -> None:
        assert job(rounds=3).points == (0, 1, 2, 3)
        points = job(rounds=1_000_003).points
        assert (len(points), points[0], points[-1]) == (121, 0, 1_000_003)
        assert sorted(set(points)) == list(points)

    @pytest.mark.parametrize(
        ("settings", "said"),
        [
            ({"base_cents": 400}, "a base stake of 4.00: house live takes banker from 5.00 to 5000.00 in steps of 1.00"),
            ({"base_cents": 550}, "a base stake of 5.50:"),
            ({"base_cents": 600_000}, "a base stake of 6000.00:"),
            ({"base_cents": -5}, "a base stake of -0.05:"),
            ({"bankroll_cents": 499}, "a bankroll of 4.99 does not hold a base stake of 5.00"),
            ({"bankroll_cents": 10**19}, "would not fit 64 bits"),
            ({"rounds": 10**13}, "would not fit 64 bits"),
        ],
    )
    def test_what_cannot_be_played_is_told(self, settings: dict[str, Any], said: str) -> None:
        with pytest.raises(BadSettings, match=said):
            check(job(**settings))

    def test_a_bet_that_is_not_offered_is_told(self) -> None:
        with pytest.raises(BadSettings, match="house classic does not offer lucky_six: it offers player, banker, tie"):
            play(job(house("classic"), bet=Bet.LUCKY_SIX), 1)

    def test_curves_are_kept_of_so_many_players(self) -> None:
        found = play(job(strategies={"flat": Flat}, rounds=1), CURVES_MOST + 500)["flat"]
        assert (len(found.tracks), len(found.curves)) == (CURVES_MOST + 500, CURVES_MOST)


class TestFigures:
    @pytest.mark.parametrize(("hits", "of"), [(0, 1), (1, 1), (0, 50), (3, 50), (50, 50), (777, 10_000)])
    def test_intervals_are_wilsons(self, hits: int, of: int) -> None:
        found = wilson(hits, of)
        wanted = binomtest(hits, of).proportion_ci(0.95, "wilson")
        assert (found.share, found.low, found.high) == pytest.approx((hits / of, wanted.low, wanted.high), abs=1e-12)

    @given(st.lists(st.integers(-50, 50), min_size=1, max_size=200))
    def test_quantiles_are_the_least_that_enough_do_not_exceed(self, numbers: list[int]) -> None:
        for level, found in zip((5, 25, 50, 75, 95), quantiles(np.array(numbers)), strict=True):
            wanted = min(number for number in numbers if 100 * sum(other <= number for other in numbers) >= level * len(numbers))
            assert found == wanted

    def test_they_are_those_of_the_players(self) -> None:
        small = job(strategies={"plan": READY["martingale"]}, bankroll_cents=10_000, rounds=120)
        found = play(small, 40)["plan"]
        figures = figures_of(small, found)
        nets, staked = found.column("final_cents") - 10_000, found.column("staked_cents")
        assert (figures.net_cents, figures.staked_cents) == (nets.sum(), staked.sum())
        assert figures.rtp == pytest.approx(1 + nets.sum() / staked.sum())
        assert figures.rounds_bet == found.column("bets").sum()
        assert figures.rtp_exact_full_shoe == pytest.approx(0.98942094, abs=1e-8)
        ruined = found.column("final_cents") < 500
        assert figures.ruined.share == ruined.mean()
        assert figures.ahead.share == (nets > 0).mean()
        assert figures.final_mean_cents == pytest.approx(nets.mean() + 10_000)
        assert figures.curves.ruined[-1] == ruined.mean()
        assert figures.curves.ruined[0] == 0
        assert figures.curves.bands[50][-1] == figures.final_quantiles_cents[50]
        assert figures.drawdown_cents.most == found.column("drawdown_cents").max()
        assert len(figures.curves.paths) == 6

    def test_the_exact_return_is_weighed_by_stakes(self) -> None:
        class Two:
            def bet(self, view: View) -> Stakes:
                return {Bet.PLAYER: 3000, Bet.TIE: 1000}

        small = job(strategies={"plan": Two}, rounds=2)
        figures = figures_of(small, play(small, 3)["plan"])
        assert figures.rtp_exact_full_shoe == pytest.approx((3 * (1 - 0.01235081) + 1 - 0.14359629) / 4, abs=1e-8)
        assert figures.staked_by_bet == {Bet.PLAYER: 18_000, Bet.TIE: 6000}

    def test_who_lays_nothing_has_no_return(self) -> None:
        class Out:
            def bet(self, view: View) -> Stakes:
                return {}

        small = job(strategies={"plan": Out}, rounds=5)
        figures = figures_of(small, play(small, 3)["plan"])
        assert (figures.rtp, figures.standard_error, figures.rtp_exact_full_shoe, figures.hit_rate) == (None,) * 4
        assert (figures.ruined.share, figures.net_cents, figures.final_mean_cents) == (0, 0, 50_000)

    def test_one_player_has_no_standard_error(self) -> None:
        small = job(strategies={"plan": Flat}, rounds=5)
        figures = figures_of(small, play(small, 1)["plan"])
        assert figures.standard_error is None
        assert figures.rtp is not None

    def test_where_nothing_came_back_is_no_standard_error(self) -> None:
        """It would be 0, as if the return of nothing were certain."""
        small = job(strategies={"plan": Flat}, bankroll_cents=10_000)
        rows = [(10_000 - staked, staked, 1, 0, 0, 0, 0, 0, 0) for staked in (1000, 2000, 1000)]
        figures = figures_of(small, Paths(np.array(rows), {Bet.TIE: 4000}, np.zeros((3, len(small.points)), np.int64)))
        assert (figures.rtp, figures.standard_error) == (0, None)
        rows[0] = (10_001 - 1000, 1000, 1, 0, 0, 0, 0, 0, 0)
        figures = figures_of(small, Paths(np.array(rows), {Bet.TIE: 4000}, np.zeros((3, len(small.points)), np.int64)))
        assert figures.standard_error == pytest.approx(math.sqrt(3 / 2 * (0.75**2 + 0.5**2 + 0.25**2)) / 4000)

    def test_the_standard_error_by_hand(self) -> None:
        """Three players laid 1000, 2000, 3000 and won 500, -100, -1000: -0.1 a unit. What is left of each: 600, 100, -700."""
        small = job(strategies={"plan": Flat}, bankroll_cents=10_000)
        rows = [(10_000 + net, staked, 1, 0, 0, 0, 0, 0, 0) for net, staked in ((500, 1000), (-100, 2000), (-1000, 3000))]
        figures = figures_of(small, Paths(np.array(rows), {Bet.BANKER: 6000}, np.zeros((3, len(small.points)), np.int64)))
        assert figures.rtp == pytest.approx(0.9)
        assert figures.standard_error == pytest.approx(math.sqrt(3 / 2 * (600**2 + 100**2 + 700**2)) / 6000)

    def test_the_standard_error_is_how_far_runs_lie_apart(self) -> None:
        """Also for a plan whose rounds hang together, for which rounds taken one by one would promise too much."""
        small = job(strategies={"plan": READY["martingale"]}, rounds=60, bankroll_cents=40_000)
        runs = [figures_of(each, play(each, 150)["plan"]) for each in (small._replace(seed=seed) for seed in range(40))]
        returns = np.array([run.rtp for run in runs])
        errors = np.array([run.standard_error for run in runs])
        assert returns.std(ddof=1) == pytest.approx(math.sqrt((errors**2).mean()), rel=0.35)


def fair(rules: HouseRules, players: int, rounds: int, seed: int) -> None:
    """Every plan gives back what its bets do, within four of its standard errors."""
    base = rules.main_minimum_cents
    bet = next(bet for bet in (Bet.BANKER, Bet.BANKER_NO_COMMISSION) if bet in rules.offered)
    whole = Job(rules, READY, rounds, 200 * base, base, bet, seed)
    for name, paths in play(whole, players).items():
        figures = figures_of(whole, paths)
        assert figures.rtp is not None, name
        assert figures.standard_error is not None
        assert figures.rtp_exact_full_shoe is not None
        assert abs(figures.rtp - figures.rtp_exact_full_shoe) < 4 * figures.standard_error, name


def test_no_plan_changes_what_comes_back() -> None:
    fair(LIVE, 300, 500, 20_261_130)


@pytest.mark.long
@pytest.mark.parametrize("rules", [LIVE, house("macau"), house("studio", banker_bets="no_commission", decks=6)])
def test_no_plan_changes_it_over_many_rounds(rules: HouseRules) -> None:
    fair(rules, 4000, 500, 7)
