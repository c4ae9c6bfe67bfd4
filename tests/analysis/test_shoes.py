"""The shoes that are tested are the tables' shoes: the same order as ``proof.stack`` makes, the same words behind it."""

import itertools

import numpy as np
import pytest

from puntobanco import house_files
from puntobanco.analysis.shoes import SMALL_DECKS, Shoes, make_shoes, secret_of, seed_of_shoe
from puntobanco.analysis.tally import order_number, tally
from puntobanco.game import proof
from puntobanco.game.proof import Stream
from puntobanco.game.proof.stack import key_of
from puntobanco.game.shoe import full_pack

RULES = house_files.load("live")


@pytest.fixture(scope="module")
def shoes() -> Shoes:
    """Five shoes of a seed."""
    return make_shoes(RULES, range(3, 8), seed=5)


def test_orders_cuts_and_cut_cards_are_those_of_the_tables(shoes: Shoes) -> None:
    pack = full_pack(RULES.decks)
    for row, number in enumerate(range(3, 8)):
        announcement = proof.announce(1, number, RULES)
        stacked = proof.stack(seed_of_shoe(secret_of(5, number), announcement), announcement)
        assert tuple(pack[place] for place in shoes.dealt[row]) == stacked.cards
        assert (shoes.cut_places[row], shoes.behind[row]) == (stacked.cut_place, stacked.cut_card_behind)


def test_words_are_those_of_the_order_streams(shoes: Shoes) -> None:
    announcement = proof.announce(1, 3, RULES)
    stream = Stream(key_of(seed_of_shoe(secret_of(5, 3), announcement), "order"))
    a_shoe = 415 + 2  # swaps, the cut, the cut card
    assert len(shoes.words) == 5 * a_shoe
    lowest = [stream.below(1 << 32) for _ in range(a_shoe)]
    assert [int(word) % (1 << 32) for word in shoes.words[:a_shoe]] == lowest


def test_every_order_is_a_whole_pack_and_cards_above_the_cut_go_to_the_bottom(shoes: Shoes) -> None:
    for mixed, dealt, place in zip(shoes.mixed, shoes.dealt, shoes.cut_places, strict=True):
        assert sorted(mixed.tolist()) == list(range(416))
        assert dealt.tolist() == [*mixed[place:].tolist(), *mixed[:place].tolist()]
    assert {few: decks.shape for few, decks in shoes.small.items()} == {few: (5, few) for few in SMALL_DECKS}


def test_shoes_of_a_seed_come_again_and_those_of_the_system_do_not() -> None:
    again = [make_shoes(RULES, [4], seed).dealt.tolist() for seed in (5, 5, 6, None, None)]
    assert again[0] == again[1]
    assert len({str(order) for order in again}) == 4


def test_each_order_of_few_cards_has_a_number_of_its_own() -> None:
    orders = np.array(list(itertools.permutations(range(5))))
    assert sorted(order_number(orders).tolist()) == list(range(120))
    assert order_number(np.array([[10, 70, 300], [300, 70, 10]])).tolist() == [0, 5]


def test_what_is_counted_in_a_pack_that_was_not_shuffled() -> None:
    left = tally(make_shoes(RULES, [1, 2], 5, shuffle=lambda cards, _: tuple(cards)))
    assert left.counts["left"].nonzero()[0].tolist() == [415]  # at the cut top follows bottom, as in a ring
    assert left.counts["steps"].tolist() == [0, 830] + [0] * 414
    assert left.counts["ascents"].nonzero()[0].tolist() == [414]
    assert left.counts["windows"][0] >= 2 * 82
    assert left.counts["blocks"].reshape(52, 52).tolist() == (np.eye(52, dtype=int) * 16).tolist()
    assert left.counts["neighbours"].sum() == 830
    assert left.counts["coupon_cards"].nonzero()[0].tolist() == [52]
    assert left.counts["coupon_ranks"].nonzero()[0].tolist() == [13]
    assert left.counts["bytes"].sum() == 8 * 2 * 2  # two words a shoe: cut and cut card
    assert (left.shoes, left.pairs) == (2, 1)
