"""A chunk of a simulation: so many whole shoes, from the seed of the run and the chunk's number, counted. One thread does one."""

import functools
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.coup_table import CARD_SHIFT, ENDING_MASK, cards_of_kernel, coups
from puntobanco.analysis.generator import LANES, states_of
from puntobanco.analysis.plan import Plan
from puntobanco.analysis.shoe_kernel import (
    HALVES,
    SIDE_BY_SIDE,
    Space,
    Tables,
    Tally,
    keep_chunk,
    play_chunk,
    play_round,
    play_shoes,
)
from puntobanco.analysis.streaks import road_table, streak_steps
from puntobanco.game.rules import COUP_CARDS_MAX

CHUNK_SHOES = 4096
"""Shoes of a chunk. Part of what a seed means: another number gives other figures."""


ShoeRounds: TypeAlias = npt.NDArray[np.uint16]
"""How many rounds each shoe has."""


class Chunk(NamedTuple):
    """What was counted, and the rounds of each shoe."""

    tally: Tally
    rounds: ShoeRounds


@functools.cache
def tables() -> Tables:
    """The tables of the rules."""
    return Tables(coups(), streak_steps(), road_table().steps)


def new_tally() -> Tally:
    """Nothing counted yet."""
    known = tables()
    sizes = (ENDING_MASK + 1, ENDING_MASK + 1, len(known.streaks), len(known.roads))
    return Tally(*(np.zeros(size, np.uint32) for size in sizes))


def new_space(plan: Plan, seed: int, number: int) -> Space:
    """The workspace with which a chunk begins: packs in their fixed order, the generators at their start."""
    swaps, seen = plan.shuffled * SIDE_BY_SIDE, plan.shuffled - COUP_CARDS_MAX + 1
    word_count = -(-swaps // (HALVES * LANES)) * LANES
    words, wrong_fours = np.zeros(word_count, np.uint64), np.zeros(word_count, np.uint64)
    bounds = np.ones(HALVES * word_count, np.uint16)  # the last words may be more than are needed
    bounds[:swaps] = np.repeat(np.arange(plan.cards, plan.cards - plan.shuffled, -1), SIDE_BY_SIDE)
    pack = np.tile(cards_of_kernel(), plan.cards // len(cards_of_kernel()))
    return Space(
        states=states_of(seed, number),
        words=words,
        halves=words.view(np.uint16),
        bounds=bounds,
        rejected=((1 << 16) % bounds.astype(np.uint32)).astype(np.uint16),
        places=np.zeros(len(bounds), np.uint16),
        wrong=wrong_fours.view(np.uint16),
        wrong_fours=wrong_fours,
        packs=np.tile(pack, (SIDE_BY_SIDE, 1)),
        totals=np.zeros(plan.shuffled - 2, np.uint16),
        same=np.zeros(plan.shuffled - 2, np.uint16),
        looks=np.zeros((SIDE_BY_SIDE, seen), np.uint16),
        pairs=np.zeros((SIDE_BY_SIDE, seen), np.uint16),
        behind=np.zeros(SIDE_BY_SIDE, np.uint32),
        codes=np.zeros(plan.rounds_most * SIDE_BY_SIDE, np.uint16),
        starts=np.zeros(plan.rounds_most * SIDE_BY_SIDE, np.uint32),
        rounds=np.zeros(SIDE_BY_SIDE, np.uint32),
    )


def play(plan: Plan, seed: int, number: int, shoes: int = CHUNK_SHOES) -> Chunk:
    """Play the first ``shoes`` shoes of a chunk. How many they are does not change what each is."""
    tally, rounds = new_tally(), np.zeros(shoes, np.uint16)
    play_chunk(new_space(plan, seed, number), plan, tables(), tally, rounds, LANES)
    return Chunk(tally, rounds)


class Rows(NamedTuple):
    """The rounds of a chunk: six cards from the first of each on, by place in the deck; and how it goes, as in `coup_table`."""

    cards: npt.NDArray[np.uint8]
    codes: npt.NDArray[np.uint16]


def rows_of(plan: Plan, seed: int, number: int, rounds: ShoeRounds) -> Rows:
    """Every round of a chunk's shoes, which are played again; ``rounds`` is what `play` found."""
    total = int(rounds.sum())
    rows = Rows(np.zeros((total, COUP_CARDS_MAX), np.uint8), np.zeros(total, np.uint16))
    keep_chunk(new_space(plan, seed, number), plan, tables().coups, rounds, rows.cards, rows.codes, LANES)
    return rows


class Order(NamedTuple):
    """The order of a shoe, or of a round's own pack: places in the deck, from the top; how many cards lie behind the cut card."""

    cards: tuple[int, ...]
    behind: int


def orders_of(plan: Plan, seed: int, number: int, shoes: int) -> list[list[Order]]:
    """The orders of a chunk's first shoes, one for each shoe, or one for each round of it: for who wants to deal them again."""
    space, found, ats = new_space(plan, seed, number), list[list[Order]](), np.zeros(SIDE_BY_SIDE, np.uint64)
    while len(found) < shoes:
        four: list[list[Order]] = [[] for _ in range(SIDE_BY_SIDE)]
        for place in range(plan.session or 1):
            if plan.session:
                play_round(space, plan, tables().coups, place, LANES)
            else:
                play_shoes(space, plan, tables().coups, ats, LANES)
            for orders, pack, behind in zip(four, space.packs, space.behind, strict=True):
                cards = (pack[: plan.shuffled] >> CARD_SHIFT).tolist()
                orders.append(Order(tuple(cards), int(behind)))
        found += four
    return found[:shoes]
