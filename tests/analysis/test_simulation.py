"""Simulated shoes are dealt as the rules say, in whatever house; and a seed has its figures, whoever plays it."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from puntobanco import house_files
from puntobanco.analysis.chunk import CHUNK_SHOES, orders_of, play, rows_of
from puntobanco.analysis.coup_table import BANKER_PAIR, ENDING_MASK, PERFECT_PAIR, PLAYER_PAIR, coups, ending_of
from puntobanco.analysis.figures import Figures, Sums
from puntobanco.analysis.generator import LANES, split_mix, states_of
from puntobanco.analysis.plan import plan_of
from puntobanco.analysis.shoe_kernel import fill_words, one_word
from puntobanco.analysis.simulation import Goal, simulate
from puntobanco.analysis.streaks import road_table
from puntobanco.game.bets import Bet, facts_of, verdicts
from puntobanco.game.cards import DECK
from puntobanco.game.good_roads import GoodRoad, standing
from puntobanco.game.house import HouseRules, changed
from puntobanco.game.roads import Roads
from puntobanco.game.rules import Outcome
from tests.analysis.dealt_again import dealt

HOUSES = list(house_files.shipped())
ODD: dict[str, dict[str, Any]] = {
    "burned before rounds": {"burn_each_round": 1, "cut_card_least": 12},
    "ten burned before rounds": {"burn_each_round": 10, "cut_card_least": 21, "cut_card_most": 25},
    "one more": {"last_round": "one_more", "cut_card_least": 12, "cut_card_most": 12},
    "one more, burned": {"last_round": "one_more", "burn_each_round": 3, "cut_card_least": 14, "cut_card_most": 40},
    "six decks, half of them behind": {"decks": 6, "cut_card_least": 12, "cut_card_most": 156},
    "seven decks, 52 burned": {"decks": 7, "burn": 52},
    "twelve decks": {"decks": 12, "burn": "decks"},
    "demonstrations": {"demonstration_rounds": 3, "burn_each_round": 2, "cut_card_least": 14},
    "shuffled every round": {"shuffle_every_round": True, "burn_each_round": 3},
    "shuffled every round, 52 burned": {"shuffle_every_round": True, "burn": 52, "burn_each_round": 10, "cut_card_least": 21,
                                        "cut_card_most": 30},
    "continuous shuffler": {"continuous_shuffler": True, "burn": "none", "burn_each_round": 0, "faces": "up", "squeeze": "none",
                           "decks": 9},
    "continuous shuffler, demonstrations": {"continuous_shuffler": True, "burn": "none", "faces": "up", "squeeze": "none",
                                            "demonstration_rounds": 2},
}  # fmt: skip


def house(name: str) -> HouseRules:
    return house_files.load(name) if name in HOUSES else changed(house_files.load("live"), ODD[name])


@pytest.mark.parametrize("name", [*HOUSES, *ODD])
def test_every_round_is_dealt_as_the_rules_deal_the_same_order(name: str) -> None:
    rules, shoes = house(name), 203
    plan = plan_of(rules)
    chunk = play(plan, 7, 3, shoes)
    rows = rows_of(plan, 7, 3, chunk.rounds)
    again = [dealt(rules, orders) for orders in orders_of(plan, 7, 3, shoes)]
    assert chunk.rounds.tolist() == [len(rounds) for rounds in again]
    flat = [found for rounds in again for found in rounds]
    assert [[DECK[place] for place in row] for row in rows.cards.tolist()] == [list(found.six) for found in flat]
    for code, found in zip(rows.codes.tolist(), flat, strict=True):
        ending = ending_of(code & ENDING_MASK)
        assert (ending.facts, ending.player_cards) == (facts_of(found.coup), len(found.coup.player))
    first, later = (
        Counter({number: int(times) for number, times in enumerate(counts) if times})
        for counts in (chunk.tally.first, chunk.tally.later)
    )
    assert first + later == Counter(code & ENDING_MASK for code in rows.codes.tolist())
    assert first.total() == plan.first * shoes


@pytest.mark.parametrize("name", ["live", "one more, burned", "continuous shuffler"])
def test_bets_streaks_and_good_roads_are_those_of_the_rounds(name: str) -> None:
    rules, shoes = house(name), 120
    plan = plan_of(rules)
    sums = Sums()
    sums.add(play(plan, 5, 0, shoes))
    figures = Figures(sums, rules)
    again = [dealt(rules, orders) for orders in orders_of(plan, 5, 0, shoes)]
    for bet in Bet:
        wanted = Counter(verdicts(found.coup)[bet].returned_20 for rounds in again for found in rounds)
        assert figures.returns(bet).returned == wanted
        first = Counter(verdicts(found.coup)[bet].returned_20 for rounds in again for found in rounds[: plan.first])
        assert figures.first_returns(bet).returned == first
    lengths = {winner: Counter[int]() for winner in (Outcome.PLAYER, Outcome.BANKER)}
    stood, times = Counter[GoodRoad](), Counter[GoodRoad]()
    for rounds in again:
        roads, before = Roads(), set[GoodRoad]()
        for found in rounds:
            roads.add(found.coup.outcome)
            now = set(standing(roads))
            stood.update(now)
            times.update(now - before)
            before = now
        wins = [outcome for outcome in roads.outcomes if outcome is not Outcome.TIE]
        at = 0
        for length in roads.lengths:
            lengths[wins[at]][length] += 1
            at += length
    assert figures.streaks == lengths
    assert {road: (seen.rounds, seen.times) for road, seen in figures.good_roads.items()} == {
        road: (stood[road], times[road]) for road in GoodRoad
    }


def test_every_ending_has_its_own_number() -> None:
    assert PLAYER_PAIR | BANKER_PAIR | PERFECT_PAIR == 7
    numbers = {code & ENDING_MASK | pairs for code in coups().tolist() for pairs in range(8)}
    endings = {ending_of(number) for number in numbers}
    assert len(endings) == len(numbers)
    assert {ending.cards for ending in endings} == {4, 5, 6}


def test_states_of_good_roads_are_few_and_begin_with_an_empty_board() -> None:
    table = road_table()
    assert table.standing[0] == ()
    assert len(table.steps) == 3 * len(table.standing) < 1000
    assert {road for roads in table.standing for road in roads} == set(GoodRoad)


@pytest.mark.parametrize("goal", [Goal(shoes=3 * CHUNK_SHOES + 17), Goal(rounds=700_001), Goal(shoes=3), Goal(rounds=1)])
def test_a_seed_has_the_same_figures_with_any_number_of_workers(goal: Goal) -> None:
    rules = house("studio")
    runs = [simulate(rules, goal, 11, workers=workers) for workers in (1, 2, 3)]
    assert runs[0].endings == runs[1].endings == runs[2].endings
    assert runs[0].lengths == runs[1].lengths == runs[2].lengths
    assert runs[0].streaks == runs[1].streaks == runs[2].streaks
    assert runs[0].good_roads == runs[1].good_roads == runs[2].good_roads
    if goal.shoes:
        assert runs[0].shoes == goal.shoes
    else:
        assert goal.rounds is not None
        assert goal.rounds <= runs[0].rounds < goal.rounds + max(runs[0].lengths)
    assert simulate(rules, goal, 12).endings != runs[0].endings


def test_a_run_that_is_stopped_has_the_figures_of_what_was_done() -> None:
    done: list[int] = []
    figures = simulate(house("live"), Goal(shoes=10**9), 1, workers=2, made=done.append, stopped=lambda: len(done) == 2)
    assert done == [CHUNK_SHOES, 2 * CHUNK_SHOES]
    assert figures.endings == simulate(house("live"), Goal(shoes=2 * CHUNK_SHOES), 1).endings


def test_rounds_are_written_in_their_order_and_no_more_than_are_counted() -> None:
    rules, written = house("live"), list[tuple[int, int, int]]()
    figures = simulate(
        rules, Goal(rounds=400_000), 2, workers=3,
        write=lambda shoe, kept: written.append((shoe, len(kept.rows.codes), int(kept.rounds.sum()))),
    )  # fmt: skip
    assert [shoe for shoe, _, _ in written] == [1, 1 + CHUNK_SHOES]
    assert [rows for _, rows, _ in written] == [rounds for _, _, rounds in written]
    assert sum(rows for _, rows, _ in written) == figures.rounds


MASK = 2**64 - 1


def slow_mix(start: int) -> Any:
    while True:
        start = (start + 0x9E3779B97F4A7C15) & MASK
        z = start
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def slow_words(state: list[int]) -> Any:
    def turned(word: int, bits: int) -> int:
        return ((word << bits) | (word >> (64 - bits))) & MASK

    while True:
        yield (turned((state[0] + state[3]) & MASK, 23) + state[0]) & MASK
        t = (state[1] << 17) & MASK
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= t
        state[3] = turned(state[3], 45)


def test_split_mix_gives_its_published_words() -> None:
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert split_mix(1234567, 5).tolist() == known
    slow = slow_mix(MASK)
    assert split_mix(MASK, 100).tolist() == [next(slow) for _ in range(100)]


def test_the_generator_gives_its_published_words_and_those_of_a_slow_one() -> None:
    published = np.array([[1], [2], [3], [4]], np.uint64)
    wanted = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]
    assert [int(one_word(published, 0)) for _ in range(5)] == wanted
    states = states_of(9, 4)
    slow = [slow_words(states[:, lane].tolist()) for lane in range(LANES)]
    words = np.zeros(20 * LANES, np.uint64)
    fill_words(states, words, LANES)
    assert words.tolist() == [next(slow[place % LANES]) for place in range(20 * LANES)]


def test_no_two_chunks_or_seeds_begin_alike() -> None:
    columns = [tuple(column) for seed in (0, 1, MASK) for chunk in range(50) for column in states_of(seed, chunk).T.tolist()]
    assert len(set(columns)) == 3 * 50 * (LANES + 1)
    assert all(any(column) for column in columns)


def slow_below(words: Any, bound: int) -> int:
    while True:
        product = (next(words) >> 48) * bound
        if product % 65536 >= 65536 % bound:
            return int(product >> 16)


def test_orders_are_those_of_a_slow_shuffle_by_the_same_generator() -> None:
    plan = plan_of(house("live"))
    states = states_of(21, 2)
    lanes = [slow_words(states[:, lane].tolist()) for lane in range(LANES)]
    beside = slow_words(states[:, LANES].tolist())
    packs = [[place % 52 for place in range(plan.cards)] for _ in range(4)]
    wanted, redrawn = [], 0
    for _ in range(3):
        words = [next(lanes[place % LANES]) for place in range(plan.cards)]
        for card in range(plan.cards):
            bound = plan.cards - card
            for shoe, pack in enumerate(packs):
                product = (words[card] >> 16 * shoe & 65535) * bound
                rejected = product % 65536 < 65536 % bound
                redrawn += rejected
                other = card + (slow_below(beside, bound) if rejected else product >> 16)
                pack[card], pack[other] = pack[other], pack[card]
        least, span = plan.behind_least, plan.behind_most - plan.behind_least + 1
        wanted += [[(tuple(pack), least + slow_below(beside, span))] for pack in packs]
    assert redrawn
    assert orders_of(plan, 21, 2, 12) == wanted
