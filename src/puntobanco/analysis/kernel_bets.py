"""What all bets give back for many shoes at once, in machine code: whole numbers as everywhere. Needs `puntobanco[analysis]`.

For who goes through thousands of shoes. `odds.Odds` says more about one; both come from the same counts and pay tables.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.coups import CELLS
from puntobanco.analysis.kernel import Ints, count_into, new_space, returned_into
from puntobanco.analysis.kernel_tables import RULES
from puntobanco.analysis.pairs import SHOWN
from puntobanco.analysis.returns import PAIR_BETS, Returns, groups_of_coups, groups_of_pairs
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK_CARDS

_GROUPS = [
    (bet, back, [CELLS + place for place in places] if bet in PAIR_BETS else places)
    for bet in Bet
    for back, places in (groups_of_pairs(bet) if bet in PAIR_BETS else groups_of_coups(bet)).items()
]

COLUMNS: tuple[tuple[Bet, int], ...] = tuple((bet, back) for bet, back, _ in _GROUPS)
"""What the columns of `returned` count: sequences in which a bet gives back so many twentieths of its stake."""

MEMBERS = np.array([cell for _, _, cells in _GROUPS for cell in cells], np.uint64)
STARTS = np.cumsum([0, *(len(cells) for _, _, cells in _GROUPS)], dtype=np.int64)


def returned(shoes: Sequence[Composition]) -> Ints:
    """For each shoe a row of ordered six-card sequences, by `COLUMNS`. What is missing to all of them gives back nothing."""
    # A card is left twelve times at most, so that its count is a byte: quicker read than numbers one by one.
    counts = np.frombuffer(b"".join(bytes(shoe.counts) for shoe in shoes), np.uint8).astype(np.int32).reshape(-1, DECK_CARDS)
    rows = np.zeros((len(shoes), len(COLUMNS)), np.int64)
    returned_into(counts, RULES, STARTS, MEMBERS, np.zeros(CELLS + len(SHOWN), np.int64), rows)
    return rows


def returns_of(row: Ints, total: int) -> Mapping[Bet, Returns]:
    """The figures of each bet, from a row of `returned` and the number of all sequences."""
    found: dict[Bet, dict[int, int]] = {bet: {} for bet in Bet}
    for (bet, back), ways in zip(COLUMNS, row.tolist(), strict=True):
        found[bet][back] = ways
    return {bet: Returns(returned={0: total - sum(backs.values()), **backs}) for bet, backs in found.items()}


def count_coups(n: Sequence[int]) -> list[int]:
    """The same as `coups.count_coups`."""
    cells = np.empty(CELLS, np.int64)
    count_into(np.array(n, np.int32), RULES, new_space(), cells)
    return cells.tolist()
