"""The chances that tests of randomness are judged by, against every order of a small pack counted one by one."""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from scipy import stats

from puntobanco.analysis import chances
from puntobanco.analysis.chances import Measured, PairMoments
from puntobanco.analysis.shoes import Numbers

EIGHT = np.array(list(itertools.permutations(range(8))))
"""All 40,320 orders of eight cards; modulo four they are four faces of two cards each."""

LINE = np.array([-7, -5, -3, -1, 1, 3, 5, 7])


def pair_counts(faces: Numbers) -> Numbers:
    """Return, for each order of four faces, how often each follows each, as 16 columns."""
    pairs = faces[:, :-1] * 4 + faces[:, 1:]
    return np.stack([(pairs == pair).sum(axis=1) for pair in range(16)], axis=1)


def mean_figure(measure: Callable[[Numbers], Measured], tables: Iterable[Numbers]) -> float:
    """Return the mean chi-square of a test over all orders, each taken for a whole run."""
    rows, times = np.unique(np.array(list(tables)), axis=0, return_counts=True)
    found = [float(measure(row).statistic.split()[1].replace(",", "")) for row in rows]
    return float(np.average(found, weights=times))


def test_covariances_of_neighbours_are_those_of_all_orders() -> None:
    counts, moments = pair_counts(EIGHT % 4), PairMoments(4, 2)
    covariances = np.cov(counts.T, ddof=0)
    pairs = [(first, then) for first in range(4) for then in range(4)]
    for one, other in itertools.product(pairs, repeat=2):
        exact = covariances[one[0] * 4 + one[1], other[0] * 4 + other[1]]
        assert moments.covariance(one, other) == pytest.approx(exact, abs=1e-12)


def test_the_mean_chi_square_over_all_orders_is_its_degrees_of_freedom() -> None:
    """So the scale of each is exact, whatever depends on what in a pack where each card comes once."""
    counts = pair_counts(EIGHT % 4)
    rounding = 0.05
    neighbours = mean_figure(lambda row: chances.neighbour_table(row.reshape(4, 4), 1, 2), counts)
    assert neighbours == pytest.approx(4 * 1 / 2 + 3 * 2 / 2, abs=rounding)
    steps = np.stack([((np.diff(EIGHT, axis=1) % 8) == step).sum(axis=1) for step in range(8)], axis=1)
    assert mean_figure(lambda row: chances.step_table(row, 1), steps) == pytest.approx(6, abs=rounding)
    lots = EIGHT // 2 + np.arange(8) // 2 * 4  # two places and two old places make a cell
    tables = np.stack([(lots == cell).sum(axis=1) for cell in range(16)], axis=1)
    assert mean_figure(lambda row: chances.permutation_table(row.reshape(4, 4), 8), tables) == pytest.approx(9, abs=rounding)
    values = LINE[EIGHT]
    sums = np.stack([(values * np.roll(values, -lag, axis=1)).sum(axis=1) for lag in (1, 2)], axis=1)
    assert mean_figure(lambda row: chances.serial_sums(row, LINE, 1), sums) == pytest.approx(2, abs=rounding)


def test_distances_over_all_orders_have_mean_zero_and_deviation_one() -> None:
    ascents = (EIGHT[:, 1:] > EIGHT[:, :-1]).sum(axis=1)
    red = EIGHT % 2
    colours = 1 + (red[:, 1:] != red[:, :-1]).sum(axis=1)
    same = pair_counts(EIGHT % 4)[:, ::5]
    both = 2 * 4 * 4
    found = {
        "ascents": [chances.sum_of(np.eye(8, dtype=np.int64)[count], 7 / 2, 9 / 12) for count in ascents],
        "colours": [
            chances.sum_of(np.eye(9, dtype=np.int64)[count], 1 + both / 8, both * (both - 8) / (64 * 7)) for count in colours
        ],
        "products": [chances.product_sum(int(total), LINE, 1) for total in LINE[EIGHT] @ LINE],
        "same": [chances.same_neighbours(np.diag(row), 1, 2) for row in same],
    }
    for name, measured in found.items():
        distances = np.array([float(each.statistic.split()[0]) for each in measured])
        assert distances.mean() == pytest.approx(0, abs=0.01), name
        assert distances.std() == pytest.approx(1, abs=0.01), name


def test_left_as_they_lay_and_matches_are_poisson() -> None:
    left = Counter(((np.diff(EIGHT, axis=1) % 8) == 1).sum(axis=1).tolist())
    matches = Counter((np.arange(8) == EIGHT).sum(axis=1).tolist())
    for count in range(4):  # as far as a pack of eight can tell: it ends there
        assert left[count] / len(EIGHT) == pytest.approx(chances.poisson_of_one(8)[count], abs=2e-3)
        assert matches[count] / len(EIGHT) == pytest.approx(chances.poisson_of_one(8)[count], abs=2e-3)
    assert chances.most_of_ones(5, 1).p == pytest.approx(stats.poisson.sf(4, 1))
    assert chances.most_of_ones(5, 1000).p == pytest.approx(1 - stats.poisson.cdf(4, 1) ** 1000)


def test_coupons_of_a_small_pack() -> None:
    faces = (EIGHT % 4).tolist()
    complete = Counter(max(row.index(face) for face in range(4)) + 1 for row in faces)
    exact = [complete[drawn] / len(EIGHT) for drawn in range(9)]
    assert chances.coupon_chances(8, 4) == pytest.approx(exact, abs=1e-15)
    assert chances.coupon_chances(416, 52).sum() == pytest.approx(1)


def test_the_excess_of_ascents_is_that_of_all_orders() -> None:
    ascents = (EIGHT[:, 1:] > EIGHT[:, :-1]).sum(axis=1)
    assert stats.kurtosis(ascents) == pytest.approx(-6 / (5 * 9))


@pytest.mark.parametrize(("value", "degrees"), [(3.2, 7), (21000.0, 21165), (700.0, 414), (90.0, 119)])
def test_p_values_of_chi_square_look_at_both_sides(value: float, degrees: int) -> None:
    both = 2 * min(stats.chi2.sf(value, degrees), stats.chi2.cdf(value, degrees))
    assert chances.chi_square(value, degrees).p == pytest.approx(both, rel=1e-9)


@pytest.mark.parametrize("distance", [-4.0, 0.0, 1.96])
def test_p_values_of_distances_look_at_both_sides(distance: float) -> None:
    assert chances.normal(distance).p == pytest.approx(2 * stats.norm.sf(abs(distance)))


def test_rare_values_are_put_together() -> None:
    counts = np.array([0, 70, 20, 8, 2, 0, 0])
    means = np.array([0.0, 0.6, 0.25, 0.08, 0.06, 0.01, 0.0])
    exact = (70 - 60) ** 2 / 60 + (20 - 25) ** 2 / 25 + (10 - 15) ** 2 / 15
    assert chances.goodness(counts, means) == chances.chi_square(exact, 2)


def test_one_shoe_that_comes_twice_is_strange() -> None:
    beginnings = np.arange(100_000, dtype=np.int64)
    assert chances.collisions(beginnings, 416, 7).p == 1
    beginnings[70_000] = beginnings[5]
    assert chances.collisions(beginnings, 416, 7).p < 1e-6
    assert math.perm(416, 7) < 2**63
