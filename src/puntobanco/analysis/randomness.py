"""Whether shoes come out as chance alone would have them: every test, and the verdict over all of them. See docs/randomness.md."""

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from puntobanco.analysis import chances
from puntobanco.analysis.chances import Measured
from puntobanco.analysis.shoes import SMALL_DECKS
from puntobanco.analysis.tally import RED, Tally, beginning_cards, centred_places, centred_points
from puntobanco.game.cards import DECK_CARDS, RANKS
from puntobanco.game.house import HouseRules
from puntobanco.game.shoe import CUT_FROM_END, shoe_cards

FAMILY_LEVEL = 0.001
"""The chance that true randomness fails anything in a run, by Holm's method over all its tests."""

SHOES_LEAST = 1_000
"""With fewer the figures do not follow the distributions yet that their p-values are worked out from."""


class Test(msgspec.Struct, frozen=True, kw_only=True):
    """A test and what came of it. ``adjusted`` is Holm's p-value: the lowest family-wise level at which the test fails."""

    __test__ = False  # no test of pytest's

    group: str
    name: str
    statistic: str
    p: float
    adjusted: float
    failed: bool


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """All tests of a run. ``seed`` is None where the secrets were the operating system's."""

    shoes: int
    decks: int
    seed: int | None
    method: str = "Holm"
    family_level: float = FAMILY_LEVEL
    passed: bool
    tests: tuple[Test, ...]


def verdict(found: Tally, rules: HouseRules, seed: int | None) -> Verdict:
    """Do all tests, and judge them together."""
    named = list(measure(found, rules))
    adjusted = holm([measured.p for _, _, measured in named])
    tests = tuple(
        Test(group=group, name=name, statistic=said, p=p, adjusted=whole, failed=whole <= FAMILY_LEVEL)
        for (group, name, (said, p)), whole in zip(named, adjusted, strict=True)
    )
    passed = not any(test.failed for test in tests)
    return Verdict(shoes=found.shoes, decks=rules.decks, seed=seed, passed=passed, tests=tests)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values: the lowest times how many there are, the next times one less, and none below one before it."""
    adjusted, least = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = least
    return adjusted


def measure(found: Tally, rules: HouseRules) -> Iterator[tuple[str, str, Measured]]:
    """Every test: its group, its name and its figure."""
    for group, tests in (
        ("places", _places(found, rules.decks)),
        ("neighbours", _neighbours(found, rules.decks)),
        ("runs", _runs(found, rules.decks)),
        ("serial correlation", _serial(found, rules.decks)),
        ("coupon collector", _coupons(found, rules.decks)),
        ("small decks", _small(found)),
        ("across shoes", _across(found, rules.decks)),
        ("cut and stream", _cut(found, rules)),
    ):
        yield from ((group, name, measured) for name, measured in tests)


def _places(found: Tally, decks: int) -> Iterator[tuple[str, Measured]]:
    size, counts = shoe_cards(decks), found.counts
    yield "place × card, shuffled", chances.permutation_table(counts["mixed_faces"].reshape(size, DECK_CARDS), size)
    yield "place × card, cut", chances.permutation_table(counts["dealt_faces"].reshape(size, DECK_CARDS), size)
    yield "place × old place", chances.permutation_table(counts["blocks"].reshape(DECK_CARDS, DECK_CARDS), size)
    yield "old order remains", chances.product_sum(int(counts["drift"][0]), centred_places(size), found.shoes)


def _neighbours(found: Tally, decks: int) -> Iterator[tuple[str, Measured]]:
    pairs = found.counts["neighbours"].reshape(DECK_CARDS, DECK_CARDS)
    left, size = found.counts["left"], shoe_cards(decks)
    yield "card after card", chances.neighbour_table(pairs, found.shoes, decks)
    yield "card after itself", chances.same_neighbours(pairs, found.shoes, decks)
    yield "steps in the old pack", chances.step_table(found.counts["steps"], found.shoes)
    yield "left as they lay", chances.goodness(left, chances.poisson_of_one(size))
    yield "left as they lay, most in a shoe", chances.most_of_ones(int(np.flatnonzero(left).max()), found.shoes)


def _runs(found: Tally, decks: int) -> Iterator[tuple[str, Measured]]:
    size, counts = shoe_cards(decks), found.counts
    mean, variance = (size - 1) / 2, (size + 1) / 12  # of ascents: Eulerian numbers
    yield "runs up", chances.sum_of(counts["ascents"], mean, variance)
    yield "runs up, spread over shoes", chances.spread_of(counts["ascents"], mean, variance, -6 / (5 * (size + 1)))
    red = int(RED.sum()) * decks
    both = 2 * red * (size - red)  # Wald and Wolfowitz 1940
    yield (
        "runs of red and black",
        chances.sum_of(counts["colour_runs"], 1 + both / size, both * (both - size) / (size**2 * (size - 1))),
    )
    yield "order of five in a row", chances.goodness(counts["windows"], _even(len(counts["windows"])))


def _serial(found: Tally, decks: int) -> Iterator[tuple[str, Measured]]:
    size, counts = shoe_cards(decks), found.counts
    yield "old places, 1 to 13 apart", chances.serial_sums(counts["serial_places"], centred_places(size), found.shoes)
    yield "points, 1 to 13 apart", chances.serial_sums(counts["serial_points"], centred_points(size), found.shoes)


def _coupons(found: Tally, decks: int) -> Iterator[tuple[str, Measured]]:
    size = shoe_cards(decks)
    yield "until all 13 ranks came", chances.goodness(found.counts["coupon_ranks"], chances.coupon_chances(size, len(RANKS)))
    yield "until all 52 cards came", chances.goodness(found.counts["coupon_cards"], chances.coupon_chances(size, DECK_CARDS))


def _small(found: Tally) -> Iterator[tuple[str, Measured]]:
    for few in SMALL_DECKS:
        orders = found.counts[f"small_{few}"]
        yield f"orders of {few} cards", chances.goodness(orders, _even(len(orders)))


def _across(found: Tally, decks: int) -> Iterator[tuple[str, Measured]]:
    size, counts, matches = shoe_cards(decks), found.counts, found.counts["matches"]
    faces = counts["across_faces"].reshape(DECK_CARDS, DECK_CARDS)
    yield "card × next shoe's card", chances.permutation_table(faces, size)
    yield "old place × next shoe's", chances.product_sum(int(counts["across_places"][0]), centred_places(size), found.pairs)
    yield "same card at a place", chances.goodness(matches, chances.poisson_of_one(len(matches)))
    yield "same card at a place, most", chances.most_of_ones(int(np.flatnonzero(matches).max()), found.pairs)
    yield "shoes that begin alike", chances.collisions(np.concatenate(found.beginnings), size, beginning_cards(size))


def _cut(found: Tally, rules: HouseRules) -> Iterator[tuple[str, Measured]]:
    size, counts = shoe_cards(rules.decks), found.counts
    cuts = counts["cut_places"][CUT_FROM_END : size - CUT_FROM_END + 1]
    behind = counts["behind"][rules.cut_card_least : rules.cut_card_most + 1]
    yield "cut", chances.goodness(cuts, _even(len(cuts)))
    yield "cut × next shoe's", chances.uniform_products(int(counts["across_cuts"][0]), len(cuts), found.pairs)
    yield "cut card", chances.goodness(behind, _even(len(behind)))
    yield "bytes of the stream", chances.goodness(counts["bytes"], _even(256))


def _even(cells: int) -> chances.Floats:
    return np.full(cells, 1 / cells)
