"""What chance alone would give: p-values, and the exact moments and distributions of a pack in which every order is equally likely.

Cards of a pack are no independent draws: each comes once. So every figure here is that of a permutation, not of throws of dice.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from puntobanco.analysis.shoes import Numbers

Floats = npt.NDArray[np.float64]

EXPECTED_LEAST = 10
"""Cells that are expected less often are put together with their neighbours."""


class Measured(NamedTuple):
    """A test's figure: what was worked out, in words, and how likely one as strange is by chance alone."""

    statistic: str
    p: float


def chi_square(value: float, degrees: int) -> Measured:
    """A chi-square value; too even is as strange as too uneven."""
    above = float(special.gammaincc(degrees / 2, value / 2))
    below = float(special.gammainc(degrees / 2, value / 2))
    return Measured(f"χ² {value:,.1f} of {degrees:,}", min(1.0, 2 * min(above, below)))


def normal(distance: float) -> Measured:
    """A distance from what is expected, in standard deviations; either direction is strange."""
    return Measured(f"{distance:+.2f} σ", float(special.erfc(abs(distance) / math.sqrt(2))))


def most_of_ones(most: int, times: int) -> Measured:
    """The most of ``times`` counts, each Poisson with mean 1; only a high one is strange, and few values are possible."""
    above = float(special.gammainc(most, 1.0)) if most else 1.0  # Poisson's chance of so many or more
    return Measured(f"most {most}", -math.expm1(times * math.log1p(-above)) if above < 1 else 1.0)


def goodness(observed: Numbers, chances: Floats) -> Measured:
    """Chi-square of counts against their chances; rare values are put together from either end."""
    seen, expected = _pooled(observed, chances * observed.sum())
    return chi_square(float(((seen - expected) ** 2 / expected).sum()), len(seen) - 1)


def _pooled(observed: Numbers, expected: Floats) -> tuple[Floats, Floats]:
    """Counts and expectations in cells of `EXPECTED_LEAST` at least: each cell takes the next ones until it has enough."""
    cells: list[tuple[float, float]] = []
    seen = wanted = 0.0
    for count, mean in zip(observed.tolist(), expected.tolist(), strict=True):
        seen, wanted = seen + count, wanted + mean
        if wanted >= EXPECTED_LEAST:
            cells.append((seen, wanted))
            seen = wanted = 0.0
    assert cells, "too few shoes to test"
    cells[-1] = (cells[-1][0] + seen, cells[-1][1] + wanted)
    together = np.array(cells)
    return together[:, 0], together[:, 1]


def permutation_table(table: Numbers, size: int) -> Measured:
    """Chi-square of a table in which permutations of ``size`` things were added up, rows and columns being equal groups of them.

    Both margins are fixed in every single permutation. The entries' covariance is 1/(size-1) times the projection onto tables
    whose rows and columns sum to zero, so that Pearson's sum is size/(size-1) times a chi-square of (rows-1)(columns-1).
    """
    rows, columns = table.shape
    expected = table.sum() / (rows * columns)
    pearson = float(((table - expected) ** 2).sum() / expected)
    return chi_square(pearson * (size - 1) / size, (rows - 1) * (columns - 1))


def step_table(counts: Numbers, shoes: int) -> Measured:
    """Chi-square of the steps from card to next card, modulo size: each but 0 is expected once a shoe, with a variance of one."""
    size = len(counts)
    value = float(((counts[1:] - shoes) ** 2).sum() / shoes)
    return chi_square(value * (size - 1) / size, size - 2)


class PairMoments(NamedTuple):
    """Covariances of how often a face follows a face, in one pack of ``faces`` faces with ``copies`` cards each."""

    faces: int
    copies: int

    @property
    def size(self) -> int:
        """How many cards the pack has."""
        return self.faces * self.copies

    def chance(self, *faces: int) -> float:
        """The chance of these faces, in this order, at so many given places."""
        found, seen = 1.0, dict.fromkeys(faces, 0)
        for drawn, face in enumerate(faces):
            found *= (self.copies - seen[face]) / (self.size - drawn)
            seen[face] += 1
        return found

    def covariance(self, one: tuple[int, int], other: tuple[int, int]) -> float:
        """Of the counts of two pairs of faces: the same place, pairs that share a card, pairs apart."""
        (a, b), (c, d), pairs = one, other, self.size - 1
        same = pairs * self.chance(a, b) if one == other else 0.0
        chained = (self.chance(a, b, d) if b == c else 0.0) + (self.chance(c, d, b) if d == a else 0.0)
        apart = (pairs - 1) * (pairs - 2) * self.chance(a, b, c, d)
        return same + (pairs - 1) * chained + apart - pairs * pairs * self.chance(a, b) * self.chance(c, d)

    def variance(self, weights: dict[tuple[int, int], int]) -> float:
        """Of a weighted sum of counts of pairs."""
        return sum(v * w * self.covariance(one, other) for one, v in weights.items() for other, w in weights.items())

    @property
    def same_variance(self) -> float:
        """Of how many pairs are of one face."""
        return self.faces * (self.covariance((0, 0), (0, 0)) + (self.faces - 1) * self.covariance((0, 0), (1, 1)))

    @property
    def symmetric_variance(self) -> float:
        """Along each direction in which two faces attract each other, whichever comes first."""
        square = {(0, 1): 1, (1, 0): 1, (2, 3): 1, (3, 2): 1, (0, 2): -1, (2, 0): -1, (1, 3): -1, (3, 1): -1}
        return self.variance(square) / len(square)

    @property
    def antisymmetric_variance(self) -> float:
        """Along each direction in which a face comes rather after another than before it."""
        circle = {(0, 1): 1, (1, 0): -1, (1, 2): 1, (2, 1): -1, (2, 0): 1, (0, 2): -1}
        return self.variance(circle) / len(circle)


def neighbour_table(table: Numbers, shoes: int, copies: int) -> Measured:
    """Chi-square of which face follows which other face, with what each face does alone taken out.

    Naming the faces anew changes no chance, so what is left has one variance for all its symmetric directions, and one for all
    antisymmetric ones.
    """
    faces = len(table)
    moments = PairMoments(faces, copies)
    symmetric = (table + table.T) / 2
    np.fill_diagonal(symmetric, 0)
    sums = symmetric.sum(axis=1)
    symmetric -= (sums[:, None] + sums) / (faces - 2) - sums.sum() / ((faces - 1) * (faces - 2))
    np.fill_diagonal(symmetric, 0)
    antisymmetric = (table - table.T) / 2
    sums = antisymmetric.sum(axis=1)
    antisymmetric -= (sums[:, None] - sums) / faces
    value = (symmetric**2).sum() / moments.symmetric_variance + (antisymmetric**2).sum() / moments.antisymmetric_variance
    return chi_square(float(value) / shoes, faces * (faces - 3) // 2 + (faces - 1) * (faces - 2) // 2)


def same_neighbours(table: Numbers, shoes: int, copies: int) -> Measured:
    """How often a face follows itself."""
    moments = PairMoments(len(table), copies)
    mean = len(table) * (moments.size - 1) * moments.chance(0, 0)
    return normal((float(np.trace(table)) - shoes * mean) / math.sqrt(shoes * moments.same_variance))


def serial_sums(sums: Numbers, values: Numbers, shoes: int) -> Measured:
    """Chi-square of sums of products of cards some way apart, the shoe a ring, the values' sum zero (Wald, Wolfowitz 1943)."""
    size, squares, fourths = len(values), float((values**2).sum()), float((values.astype(float) ** 4).sum())
    mean = -squares / (size - 1)
    second = (squares**2 - fourths) / (size - 1) + (squares**2 - 2 * fourths) / ((size - 1) * (size - 2))
    distances = (sums - shoes * mean) / math.sqrt(shoes * (second - mean**2))
    return chi_square(float((distances**2).sum()), len(sums))


def product_sum(total: int, values: Numbers, times: int) -> Measured:
    """How far a sum of products of two independent orders of ``values``, whose sum is zero, is from zero."""
    deviation = float((values**2).sum()) / math.sqrt(len(values) - 1)
    return normal(total / (deviation * math.sqrt(times)))


def sum_of(counts: Numbers, mean: float, variance: float) -> Measured:
    """How far the sum of the values of a histogram is from what is expected."""
    times = int(counts.sum())
    total = int((counts * np.arange(len(counts))).sum())
    return normal((total - times * mean) / math.sqrt(times * variance))


def spread_of(counts: Numbers, mean: float, variance: float, excess: float) -> Measured:
    """Chi-square of the spread of the values of a histogram; their excess kurtosis makes it worth some degrees more or fewer."""
    squares = float((counts * (np.arange(len(counts)) - mean) ** 2).sum()) / variance
    scale = (2 + excess) / 2
    return chi_square(squares / scale, round(counts.sum() / scale))


def poisson_of_one(length: int) -> Floats:
    """The chances of 0, 1, 2, … where 1 is expected: matches of two orders, or cards left as they lay."""
    return np.asarray(np.exp(-1 - special.gammaln(np.arange(length) + 1.0)), np.float64)


def coupon_chances(size: int, kinds: int) -> Floats:
    """The chances that every one of ``kinds`` equal kinds has come with card number 0, 1, …, size, and not before. Exact."""
    each = size // kinds
    complete = []
    for drawn in range(size + 1):
        missing = range(kinds + 1)
        ways = sum((-1) ** gone * math.comb(kinds, gone) * math.comb(size - each * gone, drawn) for gone in missing)
        complete.append(ways / math.comb(size, drawn))
    return np.diff(np.array(complete), prepend=0.0).clip(min=0)


def collisions(beginnings: Numbers, size: int, cards: int) -> Measured:
    """How many shoes begin with the same cards as another one. Where none is expected, one is strange."""
    same = len(beginnings) - len(np.unique(beginnings))
    mean = len(beginnings) * (len(beginnings) - 1) / 2 / math.perm(size, cards)
    return Measured(f"{same} twice", float(special.gammainc(same, mean)) if same else 1.0)


def uniform_products(total: int, values: int, times: int) -> Measured:
    """How far a sum of products of independent whole numbers is from zero: each one of ``values``, two apart, around zero."""
    return normal(total / ((values**2 - 1) / 3 * math.sqrt(times)))
