"""Whole shoes in machine code by Numba: shuffled, dealt and counted, four side by side. Needs `puntobanco[analysis]`.

In stages over small flat workspaces: words of the generator; places to swap with; swaps; what would come of a coup that began at
each place; coups; counts. Four shoes side by side let
the processor go on with one while it waits for another. What a rule says is an argument: `coup_table`, `plan`, `streaks`.

Compiled code is kept until this file changes, so all of it is in this file.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.generator import Words
from puntobanco.analysis.kernel import compiled
from puntobanco.analysis.plan import Plan

Small = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.uint32]
Bytes = npt.NDArray[np.uint8]

SIDE_BY_SIDE = 4
"""Shoes that are shuffled and dealt together."""

HALVES = 4
"""Half words of 16 bits in a word."""

_SHIFT_17, _SHIFT_23, _SHIFT_45 = np.uint64(17), np.uint64(23), np.uint64(45)
_BACK_41, _BACK_19 = np.uint64(41), np.uint64(19)
_ONE, _TWO, _FOUR = np.uint64(1), np.uint64(2), np.uint64(4)
_NONE, _TEN, _HUNDRED, _THOUSAND = np.uint16(0), np.uint16(10), np.uint16(100), np.uint16(1000)
_POINTS, _RANK, _CARD = np.uint16(15), np.uint16(240), np.uint16(8)
_PAIR, _PERFECT, _PERFECT_PAIR = np.uint16(1), np.uint16(2), np.uint16(4)
_ENDING, _USED, _OUTCOME, _THREE = np.uint64(4095), np.uint64(12), np.uint64(14), np.uint64(3)


class Space(NamedTuple):
    """The workspace of a chunk. ``halves`` are the same bytes as ``words``, as are ``wrong`` and ``wrong_fours``; rows of
    four belong to the four shoes.

    ``codes`` is how each round goes, as in `coup_table.coups` and with its pairs, ``starts`` where its first card is, ``rounds``
    how many each shoe has, demonstrations left out.
    """

    states: Words
    words: Words
    halves: Small
    bounds: Small
    rejected: Small
    places: Small
    wrong: Small
    wrong_fours: Words
    packs: Small
    totals: Small
    same: Small
    looks: Small
    pairs: Small
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
def multiply(halves: Small, bounds: Small, rejected: Small, places: Small, wrong: Small) -> None:
    """Make places below the bounds of random half words, and mark those that would make a place too likely."""
    for at in range(len(places)):
        product = np.uint32(np.uint32(halves[at]) * np.uint32(bounds[at]))
        places[at] = np.uint16(product >> np.uint32(16))
        wrong[at] = np.uint16(product) < rejected[at]


@compiled
def fill_places(space: Space, lanes: int) -> None:
    """For each card from the top, four shoes side by side: how far below it is the card that it changes places with."""
    fill_words(space.states, space.words, lanes)
    multiply(space.halves, space.bounds, space.rejected, space.places, space.wrong)
    for four in range(len(space.wrong_fours)):
        if space.wrong_fours[four]:
            # Hardly three of all. What is rejected is drawn again, from the generator beside.
            for at in range(four * SIDE_BY_SIDE, (four + 1) * SIDE_BY_SIDE):
                if space.wrong[at]:
                    space.places[at] = below(space.states, lanes, space.bounds[at])


@compiled
def shuffle(packs: Small, places: Small, shuffled: int) -> None:
    """Fisher and Yates from the top, on four packs. What order they were in before is all one, so nothing is put back first."""
    first, second, third, fourth = packs[0], packs[1], packs[2], packs[3]
    for card in range(np.uint64(shuffled)):
        top, at = np.uint64(card), np.uint64(card) * _FOUR
        a = top + np.uint64(places[at])
        b = top + np.uint64(places[at + _ONE])
        c = top + np.uint64(places[at + _TWO])
        d = top + np.uint64(places[at + _THREE])
        first[top], first[a] = first[a], first[top]
        second[top], second[b] = second[b], second[top]
        third[top], third[c] = third[c], third[top]
        fourth[top], fourth[d] = fourth[d], fourth[top]


@compiled
def see_hands(pack: Small, totals: Small, same: Small) -> None:
    """For each card and the next but one, as they make a hand's first two: their total, and bits for a pair and a perfect pair."""
    for at in range(len(totals)):
        one, other = pack[at], pack[at + 2]
        total = np.uint16((one & _POINTS) + (other & _POINTS))
        totals[at] = total - _TEN if total >= _TEN else total
        unlike = np.uint16(one ^ other)
        same[at] = np.uint16(np.uint16(unlike & _RANK) == _NONE) | (np.uint16(unlike == _NONE) << _PERFECT)


@compiled
def see_coups(pack: Small, totals: Small, same: Small, looks: Small, pairs: Small) -> None:
    """For each card, as if a coup began with it: where its course is looked up, and its pairs."""
    for at in range(len(looks)):
        drawn = np.uint16((pack[at + 4] & _POINTS) * _TEN) + (pack[at + 5] & _POINTS)
        looks[at] = np.uint16(totals[at] * _THOUSAND) + np.uint16(totals[at + 1] * _HUNDRED) + np.uint16(drawn)
        pairs[at] = same[at] | ((same[at + 1] & _PAIR) << _PAIR) | (same[at + 1] & _PERFECT_PAIR)


@compiled
def see(space: Space) -> None:
    """Look at every place where a coup could begin: vectors do it faster than it takes to go from coup to coup."""
    for shoe in range(SIDE_BY_SIDE):
        see_hands(space.packs[shoe], space.totals, space.same)
        see_coups(space.packs[shoe], space.totals, space.same, space.looks[shoe], space.pairs[shoe])


@compiled
def coup(looks: Small, pairs: Small, at: np.uint64, coups: Small) -> np.uint64:
    """How the coup goes that begins with this card."""
    return np.uint64(coups[np.uint64(looks[at])]) + np.uint64(pairs[at])


@compiled
def first_round_at(plan: Plan, pack: Small) -> np.uint64:
    """How many cards are burned at the start of a shoe."""
    if not plan.first_card:
        return np.uint64(plan.burned)
    points = np.uint64(pack[0] & _POINTS)
    return _ONE + (points or np.uint64(plan.ten_burns))


@compiled
def deal_sure(space: Space, plan: Plan, coups: Small, ats: Words) -> None:
    """Deal the rounds that every shoe has, the four in step."""
    burned, codes, starts = np.uint64(plan.burn_each_round), space.codes, space.starts
    looks, pairs = space.looks, space.pairs
    looks_a, looks_b, looks_c, looks_d = looks[0], looks[1], looks[2], looks[3]
    pairs_a, pairs_b, pairs_c, pairs_d = pairs[0], pairs[1], pairs[2], pairs[3]
    a, b, c, d = ats[0] + burned, ats[1] + burned, ats[2] + burned, ats[3] + burned
    for number in range(np.uint64(plan.sure)):
        at = np.uint64(number) * _FOUR
        w, x = coup(looks_a, pairs_a, a, coups), coup(looks_b, pairs_b, b, coups)
        y, z = coup(looks_c, pairs_c, c, coups), coup(looks_d, pairs_d, d, coups)
        codes[at], codes[at + _ONE], codes[at + _TWO], codes[at + _THREE] = w, x, y, z
        starts[at], starts[at + _ONE], starts[at + _TWO], starts[at + _THREE] = a, b, c, d
        a += burned + _FOUR + ((w >> _USED) & _THREE)
        b += burned + _FOUR + ((x >> _USED) & _THREE)
        c += burned + _FOUR + ((y >> _USED) & _THREE)
        d += burned + _FOUR + ((z >> _USED) & _THREE)
    ats[0], ats[1], ats[2], ats[3] = a - burned, b - burned, c - burned, d - burned


@compiled
def deal_rest(space: Space, plan: Plan, coups: Small, ats: Words, shoe: int) -> None:
    """Deal one shoe to its end: the round in which the cut card comes out is the last, or the next (rule 6.6)."""
    looks, pairs, lane = space.looks[shoe], space.pairs[shoe], np.uint64(shoe)
    burned = np.uint64(plan.burn_each_round)
    cut_card = np.uint64(plan.cards) - np.uint64(space.behind[shoe])
    number, at, last = np.uint64(plan.sure), ats[shoe], False
    start = np.uint64(space.starts[(number - _ONE) * _FOUR + lane])
    while True:
        if at > cut_card:
            if last or not plan.one_more or start >= cut_card:
                break
            last = True
        start = at + burned
        code = coup(looks, pairs, start, coups)
        space.codes[number * _FOUR + lane] = code
        space.starts[number * _FOUR + lane] = start
        number += _ONE
        at = start + _FOUR + ((code >> _USED) & _THREE)
    space.rounds[shoe] = number - np.uint64(plan.demonstrations)


@compiled
def play_shoes(space: Space, plan: Plan, coups: Small, ats: Words, lanes: int) -> None:
    """Shuffle four shoes and deal each from its burn to its last round."""
    fill_places(space, lanes)
    shuffle(space.packs, space.places, plan.shuffled)
    see(space)
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
    shuffle(space.packs, space.places, plan.shuffled)
    see(space)
    for shoe in range(SIDE_BY_SIDE):
        start = first_round_at(plan, space.packs[shoe]) + np.uint64(plan.burn_each_round)
        space.starts[number * SIDE_BY_SIDE + shoe] = start
        space.codes[number * SIDE_BY_SIDE + shoe] = coup(space.looks[shoe], space.pairs[shoe], start, coups)
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
