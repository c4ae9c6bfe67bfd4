"""Whole shoes in machine code by Numba: shuffled, dealt and counted, four side by side. Needs `puntobanco[analysis]`.

In stages over small flat workspaces: words of the generator; places to swap with; swaps; coups; counts. Four shoes side by side let
the processor go on with one while it waits for another. What a rule says is an argument: `coup_table`, `plan`, `streaks`.

Compiled code is kept until this file changes, so all of it is in this file.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.generator import Words
from puntobanco.analysis.kernel import compiled
from puntobanco.analysis.plan import Plan

Cards = npt.NDArray[np.uint32]
Small = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.uint32]
Bytes = npt.NDArray[np.uint8]

SIDE_BY_SIDE = 4
"""Shoes that are shuffled and dealt together."""

_SHIFT_17, _SHIFT_23, _SHIFT_45 = np.uint64(17), np.uint64(23), np.uint64(45)
_BACK_41, _BACK_19 = np.uint64(41), np.uint64(19)
_ONE, _FOUR, _SIX = np.uint64(1), np.uint64(4), np.uint64(6)
_TEN, _HUNDRED, _THOUSAND = np.uint32(10), np.uint32(100), np.uint32(1000)
_POINTS, _RANK, _CARD = np.uint32(15), np.uint32(4), np.uint32(8)
_ENDING, _USED, _OUTCOME, _THREE = np.uint64(4095), np.uint64(12), np.uint64(14), np.uint64(3)


class Space(NamedTuple):
    """The workspace of a chunk. ``halves`` are the same bytes as ``words``; rows of four belong to the four shoes.

    ``codes`` is how each round goes, as in `coup_table.coups` and with its pairs, ``starts`` where its first card is, ``rounds``
    how many each shoe has, demonstrations left out.
    """

    states: Words
    words: Words
    halves: Small
    bounds: Cards
    rejected: Cards
    places: Cards
    packs: Cards
    behind: Counts
    codes: Small
    starts: Counts
    rounds: Counts


class Tables(NamedTuple):
    """What the kernel looks up: how coups go, and what a result makes of the streaks and the good roads."""

    coups: Small
    streaks: Small
    roads: Small


class Tally(NamedTuple):
    """What is counted: endings of the ``first`` rounds and of all ``later`` ones, and steps on the tables of streaks and roads."""

    first: Counts
    later: Counts
    streaks: Counts
    roads: Counts


@compiled
def fill_words(states: Words, words: Words, lanes: int) -> None:
    """Give out words of the lanes in turn. ``lanes`` is given from outside so that the compiler makes a loop of vectors of it."""
    for start in range(0, len(words), lanes):
        for lane in range(lanes):
            s0, s1, s2, s3 = states[0, lane], states[1, lane], states[2, lane], states[3, lane]
            both = s0 + s3
            words[start + lane] = ((both << _SHIFT_23) | (both >> _BACK_41)) + s0
            t = s1 << _SHIFT_17
            s2 ^= s0
            s3 ^= s1
            states[1, lane] = s1 ^ s2
            states[0, lane] = s0 ^ s3
            states[2, lane] = s2 ^ t
            states[3, lane] = (s3 << _SHIFT_45) | (s3 >> _BACK_19)


@compiled
def one_word(states: Words, lane: int) -> np.uint64:
    """One word of one generator."""
    s0, s1, s2, s3 = states[0, lane], states[1, lane], states[2, lane], states[3, lane]
    both = s0 + s3
    word: np.uint64 = ((both << _SHIFT_23) | (both >> _BACK_41)) + s0
    t = s1 << _SHIFT_17
    s2 ^= s0
    s3 ^= s1
    states[1, lane] = s1 ^ s2
    states[0, lane] = s0 ^ s3
    states[2, lane] = s2 ^ t
    states[3, lane] = (s3 << _SHIFT_45) | (s3 >> _BACK_19)
    return word


@compiled
def below(states: Words, lane: int, bound: int) -> np.uint32:
    """A number below a bound of 16 bits, each as likely as any other: by Lemire, from the upper half word, with rejection."""
    rejected = np.uint32(65536) % np.uint32(bound)
    while True:
        product = np.uint32(one_word(states, lane) >> np.uint64(48)) * np.uint32(bound)
        if (product & np.uint32(65535)) >= rejected:
            return product >> np.uint32(16)


@compiled
def fill_places(space: Space, lanes: int) -> None:
    """For each card from the top, four shoes side by side: how far below it is the card that it changes places with."""
    fill_words(space.states, space.words, lanes)
    halves, bounds, rejected, places = space.halves, space.bounds, space.rejected, space.places
    wrong = np.uint32(0)
    for at in range(len(places)):
        product = np.uint32(halves[at]) * bounds[at]
        wrong += np.uint32((product & np.uint32(65535)) < rejected[at])
        places[at] = product >> np.uint32(16)
    if wrong:
        # Seldom: twice in three shoes. Those that would make a place too likely are drawn again, from the generator beside.
        for at in range(len(places)):
            if (np.uint32(halves[at]) * bounds[at] & np.uint32(65535)) < rejected[at]:
                places[at] = below(space.states, lanes, bounds[at])


@compiled
def shuffle(packs: Cards, places: Cards) -> None:
    """Fisher and Yates from the top, on four packs. What order they were in before is all one, so nothing is put back first."""
    first, second, third, fourth = packs[0], packs[1], packs[2], packs[3]
    for card in range(np.uint64(len(places) // SIDE_BY_SIDE)):
        top, at = np.uint64(card), np.uint64(card) * _FOUR
        a = top + np.uint64(places[at])
        b = top + np.uint64(places[at + _ONE])
        c = top + np.uint64(places[at + np.uint64(2)])
        d = top + np.uint64(places[at + _THREE])
        first[top], first[a] = first[a], first[top]
        second[top], second[b] = second[b], second[top]
        third[top], third[c] = third[c], third[top]
        fourth[top], fourth[d] = fourth[d], fourth[top]


@compiled
def coup(pack: Cards, at: np.uint64, coups: Small) -> np.uint64:
    """How the coup goes that begins with this card."""
    p1, b1 = pack[at], pack[at + _ONE]
    p2, b2 = pack[at + np.uint64(2)], pack[at + _THREE]
    player, banker = (p1 & _POINTS) + (p2 & _POINTS), (b1 & _POINTS) + (b2 & _POINTS)
    player = player - _TEN if player >= _TEN else player
    banker = banker - _TEN if banker >= _TEN else banker
    drawn = (pack[at + _FOUR] & _POINTS) * _TEN + (pack[at + np.uint64(5)] & _POINTS)
    player_same, banker_same = p1 ^ p2, b1 ^ b2
    pairs = np.uint32((player_same & np.uint32(240)) == 0) + np.uint32((banker_same & np.uint32(240)) == 0) * np.uint32(2)
    perfect = np.uint32((player_same == 0) | (banker_same == 0)) * np.uint32(4)
    return np.uint64(np.uint32(coups[np.uint64(player * _THOUSAND + banker * _HUNDRED + drawn)]) + pairs + perfect)


@compiled
def first_round_at(plan: Plan, pack: Cards) -> np.uint64:
    """How many cards are burned at the start of a shoe."""
    if not plan.first_card:
        return np.uint64(plan.burned)
    points = np.uint64(pack[0] & _POINTS)
    return _ONE + (points or np.uint64(plan.ten_burns))


@compiled
def deal_sure(space: Space, plan: Plan, coups: Small, ats: Words) -> None:
    """Deal the rounds that every shoe has, the four in step."""
    burned, codes, starts = np.uint64(plan.burn_each_round), space.codes, space.starts
    first, second, third, fourth = space.packs[0], space.packs[1], space.packs[2], space.packs[3]
    a, b, c, d = ats[0] + burned, ats[1] + burned, ats[2] + burned, ats[3] + burned
    for number in range(np.uint64(plan.sure)):
        at = np.uint64(number) * _FOUR
        w, x, y, z = coup(first, a, coups), coup(second, b, coups), coup(third, c, coups), coup(fourth, d, coups)
        codes[at], codes[at + _ONE], codes[at + np.uint64(2)], codes[at + _THREE] = w, x, y, z
        starts[at], starts[at + _ONE], starts[at + np.uint64(2)], starts[at + _THREE] = a, b, c, d
        a += burned + _FOUR + ((w >> _USED) & _THREE)
        b += burned + _FOUR + ((x >> _USED) & _THREE)
        c += burned + _FOUR + ((y >> _USED) & _THREE)
        d += burned + _FOUR + ((z >> _USED) & _THREE)
    ats[0], ats[1], ats[2], ats[3] = a - burned, b - burned, c - burned, d - burned


@compiled
def deal_rest(space: Space, plan: Plan, coups: Small, ats: Words, shoe: int) -> None:
    """Deal one shoe to its end: the round in which the cut card comes out is the last, or the next (rule 6.6)."""
    pack, burned, lane = space.packs[shoe], np.uint64(plan.burn_each_round), np.uint64(shoe)
    cut_card = np.uint64(plan.cards) - np.uint64(space.behind[shoe])
    number, at, last = np.uint64(plan.sure), ats[shoe], False
    start = np.uint64(space.starts[(number - _ONE) * _FOUR + lane])
    while True:
        if at > cut_card:
            if last or not plan.one_more or start >= cut_card:
                break
            last = True
        start = at + burned
        code = coup(pack, start, coups)
        space.codes[number * _FOUR + lane] = code
        space.starts[number * _FOUR + lane] = start
        number += _ONE
        at = start + _FOUR + ((code >> _USED) & _THREE)
    space.rounds[shoe] = number - np.uint64(plan.demonstrations)


@compiled
def play_shoes(space: Space, plan: Plan, coups: Small, ats: Words, lanes: int) -> None:
    """Shuffle four shoes and deal each from its burn to its last round."""
    fill_places(space, lanes)
    shuffle(space.packs, space.places)
    for shoe in range(SIDE_BY_SIDE):
        ats[shoe] = first_round_at(plan, space.packs[shoe])
        space.behind[shoe] = plan.behind_least + below(space.states, lanes, plan.behind_most - plan.behind_least + 1)
    deal_sure(space, plan, coups, ats)
    for shoe in range(SIDE_BY_SIDE):
        deal_rest(space, plan, coups, ats, shoe)


@compiled
def play_round(space: Space, plan: Plan, coups: Small, number: int, lanes: int) -> None:
    """Play a round of four sessions from packs that are shuffled for it alone, as far as they are needed (rule 6.5)."""
    fill_places(space, lanes)
    shuffle(space.packs, space.places)
    for shoe in range(SIDE_BY_SIDE):
        start = first_round_at(plan, space.packs[shoe]) + np.uint64(plan.burn_each_round)
        space.starts[number * SIDE_BY_SIDE + shoe] = start
        space.codes[number * SIDE_BY_SIDE + shoe] = coup(space.packs[shoe], start, coups)
        space.rounds[shoe] = plan.session


@compiled
def count(space: Space, plan: Plan, tables: Tables, tally: Tally, shoe: int) -> None:
    """Count the rounds of one of the four shoes."""
    streak = road = np.uint64(0)
    lane, skipped = np.uint64(shoe), np.uint64(plan.demonstrations)
    rounds, first = np.uint64(space.rounds[shoe]), np.uint64(plan.first)
    for number in range(rounds):
        code = np.uint64(space.codes[(np.uint64(number) + skipped) * _FOUR + lane])
        if np.uint64(number) < first:
            tally.first[code & _ENDING] += np.uint32(1)
        else:
            tally.later[code & _ENDING] += np.uint32(1)
        outcome = code >> _OUTCOME
        step = streak * _THREE + outcome
        tally.streaks[step] += np.uint32(1)
        streak = np.uint64(tables.streaks[step])
        step = road * _THREE + outcome
        tally.roads[step] += np.uint32(1)
        road = np.uint64(tables.roads[step])


@compiled
def play_chunk(space: Space, plan: Plan, tables: Tables, tally: Tally, rounds: Small, lanes: int) -> None:
    """Play and count as many shoes as there is room for in ``rounds``, which gets how many each has."""
    ats = np.zeros(SIDE_BY_SIDE, np.uint64)
    for begin in range(0, len(rounds), SIDE_BY_SIDE):
        if plan.session:
            for number in range(plan.session):
                play_round(space, plan, tables.coups, number, lanes)
        else:
            play_shoes(space, plan, tables.coups, ats, lanes)
        for shoe in range(min(SIDE_BY_SIDE, len(rounds) - begin)):
            count(space, plan, tables, tally, shoe)
            rounds[begin + shoe] = space.rounds[shoe]


@compiled
def keep_round(space: Space, shoe: int, number: int, dealt: Bytes, codes: Small, row: int) -> None:
    """Keep how a round went, and six cards from its first on."""
    at = number * SIDE_BY_SIDE + shoe
    codes[row] = space.codes[at]
    for card in range(dealt.shape[1]):
        dealt[row, card] = space.packs[shoe, space.starts[at] + card] >> _CARD


@compiled
def keep_chunk(space: Space, plan: Plan, coups: Small, rounds: Small, dealt: Bytes, codes: Small, lanes: int) -> None:
    """Play the same shoes again, of which ``rounds`` are known, and keep every round in a row."""
    ats = np.zeros(SIDE_BY_SIDE, np.uint64)
    row = 0
    for begin in range(0, len(rounds), SIDE_BY_SIDE):
        shoes = min(SIDE_BY_SIDE, len(rounds) - begin)
        for number in range(plan.session):
            play_round(space, plan, coups, number, lanes)
            for shoe in range(shoes):
                keep_round(space, shoe, number, dealt, codes, row + shoe * plan.session + number)
        if not plan.session:
            play_shoes(space, plan, coups, ats, lanes)
        for shoe in range(shoes):
            for number in range(0 if plan.session else np.int64(rounds[begin + shoe])):
                keep_round(space, shoe, number + plan.demonstrations, dealt, codes, row + number)
            row += rounds[begin + shoe]
