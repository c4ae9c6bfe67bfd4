"""The tests of randomness pass true randomness and the tables' shuffle, and reject each of four wrong shuffles."""

import functools

import numpy as np
import pytest
from scipy import stats

from puntobanco import house_files
from puntobanco.analysis.randomness import FAMILY_LEVEL, SHOES_LEAST, holm, measure
from puntobanco.analysis.run import BATCH_SHOES, Outcome, run
from puntobanco.analysis.shoes import Shuffle
from puntobanco.analysis.tally import Tally, tally
from tests.analysis.shuffles import (
    DEFECTS,
    modulo_of_ten_bits,
    one_in_a_thousand_left,
    sort_by_keys_of_six_bits,
    swap_with_any,
    true_shoes,
)

RULES = house_files.load("live")
COARSE = {"left as they lay, most in a shoe", "same card at a place, most", "shoes that begin alike"}
"""Tests of few possible values: their p-values are no lower than they should be, but not uniform."""


def failed(outcome: Outcome) -> set[str]:
    """Return the names of the tests that failed."""
    return {test.name for test in outcome.verdict.tests if test.failed}


def test_the_tables_shuffle_passes() -> None:
    outcome = run(RULES, 2000, seed=1)
    assert (failed(outcome), outcome.verdict.passed) == (set(), True)
    assert (outcome.verdict.shoes, outcome.verdict.decks, outcome.verdict.seed) == (2000, 8, 1)
    assert len({test.name for test in outcome.verdict.tests}) == len(outcome.verdict.tests)


@pytest.mark.parametrize(
    ("shuffle", "by"),
    [
        (
            sort_by_keys_of_six_bits,
            {"runs up", "left as they lay", "card after card", "order of five in a row"},
        ),
        (swap_with_any, {"place × old place", "old order remains"}),
        (modulo_of_ten_bits, {"place × old place", "old order remains"}),
        (one_in_a_thousand_left, {"left as they lay, most in a shoe", "runs up, spread over shoes", "steps in the old pack"}),
    ],
)
def test_a_wrong_shuffle_is_rejected_by_few_shoes(shuffle: Shuffle, by: set[str]) -> None:
    # One pack in a thousand is not in every thousand: of five thousand one run in 150 has none.
    shoes = 5 * SHOES_LEAST if shuffle is one_in_a_thousand_left else SHOES_LEAST
    outcome = run(RULES, shoes, seed=1, shuffle=shuffle)
    assert not outcome.verdict.passed
    assert by <= failed(outcome)


@pytest.mark.long
@pytest.mark.parametrize("shuffle", DEFECTS)
@pytest.mark.parametrize("seed", range(2, 7))
def test_a_wrong_shuffle_is_rejected_whatever_the_seed(shuffle: Shuffle, seed: int) -> None:
    """One pack in a thousand is not in every thousand: 10,000 shoes have one but for 45 runs in a million."""
    shoes = 10_000 if shuffle is one_in_a_thousand_left else SHOES_LEAST
    assert not run(RULES, shoes, seed=seed, shuffle=shuffle, workers=2).verdict.passed


@pytest.mark.long
def test_the_tables_shuffle_passes_over_a_hundred_thousand_shoes() -> None:
    assert failed(run(RULES, 100_000, seed=1, workers=2)) == set()


def true_p_values(seed: int, shoes: int = SHOES_LEAST) -> dict[str, float]:
    """Return the p-values of a run over true randomness that is none of the package's."""
    random = np.random.default_rng(seed)
    batches = [tally(true_shoes(RULES, BATCH_SHOES, random)) for _ in range(shoes // BATCH_SHOES)]
    found = functools.reduce(Tally.__add__, batches)
    return {name: measured.p for _, name, measured in measure(found, RULES)}


def test_true_randomness_passes() -> None:
    assert min(holm(list(true_p_values(1).values()))) > FAMILY_LEVEL


@pytest.mark.long
def test_p_values_of_true_randomness_are_uniform() -> None:
    """400 runs: each test's p-values against the uniform distribution, as a family again; coarse ones must not be too low."""
    runs = [true_p_values(seed) for seed in range(400)]
    by_name = {name: np.array([found[name] for found in runs]) for name in runs[0]}
    fits = {name: float(stats.kstest(values, "uniform").pvalue) for name, values in by_name.items() if name not in COARSE}
    assert min(holm(list(fits.values()))) > 0.01, fits
    for name in COARSE:
        assert stats.binomtest(int((by_name[name] <= 0.1).sum()), 400, 0.1, "greater").pvalue > 0.01, name
    rejected = sum(min(holm(list(found.values()))) <= 0.1 for found in runs)
    assert stats.binomtest(rejected, 400, 0.1, "greater").pvalue > 0.01  # a family-wise level is kept


def test_the_figures_do_not_depend_on_workers() -> None:
    shoes = 1001  # the last batch is one shoe
    words: list[list[bytes]] = [[], []]
    alone = run(RULES, shoes, seed=9, write=words[0].append)
    together = run(RULES, shoes, seed=9, workers=3, write=words[1].append)
    assert alone.verdict == together.verdict
    assert words[0] == words[1]
    assert all((alone.found.counts[name] == count).all() for name, count in together.found.counts.items())


def test_it_is_said_how_far_a_run_is() -> None:
    said: list[int] = []
    run(RULES, 600, seed=1, made=said.append)
    assert said == [250, 500, 600]


def by_definition(p_values: list[float]) -> list[float]:
    """Return Holm's adjusted p-values: the level at which each is the last to be rejected, going up from the lowest."""
    order = sorted(p_values)
    steps = [(len(order) - rank) * p for rank, p in enumerate(order)]
    return [min(1.0, max(steps[: order.index(p) + 1])) for p in p_values]


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])  # the example of R's p.adjust
    random = np.random.default_rng(1)
    for _ in range(50):
        values = random.random(12).tolist()
        assert holm(values) == pytest.approx(by_definition(values))
    assert holm([0.0, 1.0]) == [0.0, 1.0]
