"""What comes of millions of simulated rounds is what the exact odds say, over the rounds that every shoe has."""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from scipy import stats

from puntobanco import house_files
from puntobanco.analysis.composition import full_shoe
from puntobanco.analysis.coup_table import Ending
from puntobanco.analysis.coups import NATURALS, THREE, TWO
from puntobanco.analysis.figures import Figures
from puntobanco.analysis.odds import Odds, odds_of
from puntobanco.analysis.pairs import Shown
from puntobanco.analysis.simulation import Goal, simulate
from puntobanco.game.bets import Bet
from puntobanco.game.house import changed

ROUNDS = 12_000_000

SETTINGS: dict[str, dict[str, Any]] = {
    "live": {},
    "six decks, burned, one more": {"decks": 6, "burn": 6, "burn_each_round": 1, "last_round": "one_more"},
    "shuffled every round": {"shuffle_every_round": True},
}


@pytest.fixture(scope="module", params=SETTINGS)
def figures(request: pytest.FixtureRequest) -> Figures:
    rules = changed(house_files.load("live"), SETTINGS[request.param])
    return simulate(rules, Goal(rounds=ROUNDS), 20_260_729, workers=2)


def cells_of(endings: Mapping[Ending, int]) -> Counter[int]:
    """Rounds by the cells of `coups.count_coups`."""
    found: Counter[int] = Counter()
    for ending, rounds in endings.items():
        seen = ending.facts
        natural = seen.player_natural or seen.banker_natural
        kind = NATURALS if natural else TWO if seen.banker_cards == 2 else THREE
        found[kind + 10 * seen.player_points + seen.banker_points] += rounds
    return found


def shown_of(endings: Mapping[Ending, int]) -> Counter[Shown]:
    found: Counter[Shown] = Counter()
    for ending, rounds in endings.items():
        found[Shown(*ending.facts[-3:])] += rounds
    return found


def p_value(found: Counter[Any], ways: Mapping[Any, int]) -> float:
    """Of a chi-square test against exact chances. What cannot happen did not."""
    total, all_ways = found.total(), sum(ways.values())
    assert not {kind for kind in found if not ways[kind]}
    kinds = [kind for kind, count in ways.items() if count]
    observed = [found[kind] for kind in kinds]
    expected = [total * (ways[kind] / all_ways) for kind in kinds]
    assert min(expected) > 5
    return float(stats.chisquare(observed, expected).pvalue)


def exact(figures: Figures) -> Odds:
    return odds_of(full_shoe(figures.rules.decks))


def test_joint_endings_fit_the_exact_counts(figures: Figures) -> None:
    assert p_value(cells_of(figures.first_endings), dict(enumerate(exact(figures).cells))) > 0.001


def test_pairs_fit_the_exact_counts(figures: Figures) -> None:
    assert p_value(shown_of(figures.first_endings), exact(figures).pairs.shown) > 0.001


def test_the_tests_tell_six_decks_from_eight(figures: Figures) -> None:
    other = odds_of(full_shoe(14 - figures.rules.decks))
    assert p_value(shown_of(figures.first_endings), other.pairs.shown) < 1e-6


@pytest.mark.parametrize("bet", Bet)
def test_every_bet_returns_what_it_must(figures: Figures, bet: Bet) -> None:
    found, wanted = figures.first_returns(bet), exact(figures).returns(bet)
    assert abs(float(found.rtp - wanted.rtp)) < 4 * wanted.standard_deviation / math.sqrt(found.total)
    assert found.standard_error == pytest.approx(wanted.standard_deviation / math.sqrt(found.total), rel=0.02)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_thousand_million_rounds_fit_the_exact_odds() -> None:
    figures = simulate(house_files.load("live"), Goal(rounds=10**9), 1, workers=2)
    test_joint_endings_fit_the_exact_counts(figures)
    test_pairs_fit_the_exact_counts(figures)
    for bet in Bet:
        test_every_bet_returns_what_it_must(figures, bet)
