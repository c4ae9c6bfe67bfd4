"""Exact odds are those of every coup counted one by one, for full shoes and what is left of them."""

import doctest
import math
from collections import Counter
from fractions import Fraction
from types import ModuleType

import pytest
from hypothesis import given, strategies as st

from puntobanco.analysis import composition, odds as odds_module
from puntobanco.analysis.composition import Composition, full_shoe
from puntobanco.analysis.coups import CELLS, NATURALS, THREE, TWO, count_coups
from puntobanco.analysis.odds import odds_of
from puntobanco.analysis.pairs import count_pairs
from puntobanco.analysis.removal import effects_of_removal
from puntobanco.errors import ImpossibleCard, TooFewCards
from puntobanco.game.bets import PARTS, Bet, Combination
from puntobanco.game.cards import DECK, RANKS, Card, parse_cards
from puntobanco.game.rules import Outcome
from tests.analysis import odds_oracle
from tests.analysis.shoes_left import FULL, depleted
from tests.game.golden import golden

GOLDEN = golden("odds.json")

KINDS = parse_cards("TH TS JH KS 5C 5D 9D 4S 8C AH 2D 6H 7C 3S")
"""Cards of every value, with pairs and perfect pairs among those of none."""


def cells_of(endings: Counter[odds_oracle.Ending]) -> list[int]:
    cells = [0] * CELLS
    for (player, banker, banker_cards, *naturals), ways in endings.items():
        kind = NATURALS if any(naturals) else TWO if banker_cards == 2 else THREE
        cells[kind + 10 * player + banker] += ways
    return cells


@pytest.mark.parametrize("shoe", FULL, ids=lambda shoe: f"{shoe.size} cards")
def test_endings_of_full_shoes_are_those_of_all_coups(shoe: Composition) -> None:
    assert count_coups(shoe.points) == cells_of(odds_oracle.endings(shoe.points))


def test_endings_of_depleted_shoes_are_those_of_all_coups() -> None:
    for shoe in depleted(200):
        assert count_coups(shoe.points) == cells_of(odds_oracle.endings(shoe.points)), shoe


def test_pairs_are_those_of_all_hands() -> None:
    for shoe in (*FULL, *depleted(12)):
        rest = math.perm(shoe.size - 4, 2)
        counted = {shown: ways * rest for shown, ways in odds_oracle.pair_counts(shoe.counts).items() if ways}
        assert {shown: ways for shown, ways in count_pairs(shoe).shown.items() if ways} == counted


def few_kinds() -> st.SearchStrategy[Composition]:
    counts = st.dictionaries(st.sampled_from(KINDS), st.integers(1, 12), min_size=1, max_size=5)
    enough = counts.filter(lambda cards: sum(cards.values()) >= 6)
    return enough.map(lambda cards: Composition(tuple(cards.get(card, 0) for card in DECK)))


@given(few_kinds())
def test_every_bet_gives_back_what_the_table_would(shoe: Composition) -> None:
    slow = odds_oracle.returned({card: left for card, left in zip(DECK, shoe.counts, strict=True) if left})
    odds = odds_of(shoe)
    for bet in (*Bet, *Combination):
        found = {back: ways for back, ways in odds.returns(bet).returned.items() if ways}
        assert found == {back: ways for back, ways in slow[bet].items() if ways}, bet


@pytest.mark.parametrize("shoe", [*FULL, *depleted(9)], ids=lambda shoe: f"{shoe.size} cards")
def test_a_combination_returns_the_mean_of_its_parts_and_loses_no_sequence(shoe: Composition) -> None:
    odds = odds_of(shoe)
    for combination, parts in PARTS.items():
        together = odds.returns(combination)
        assert together.rtp == sum(odds.returns(part).rtp for part in parts) / len(parts)
        assert together.total == odds.total
        assert min(together.returned.values()) >= 0


@given(st.lists(st.integers(0, 12), min_size=52, max_size=52).filter(lambda counts: sum(counts) >= 6))
def test_probabilities_are_whole(counts: list[int]) -> None:
    odds = odds_of(Composition(tuple(counts)))
    assert odds.total == math.perm(sum(counts), 6) == sum(odds.cells) == sum(odds.outcomes.values()) == sum(odds.margins.values())
    assert min(odds.cells) >= 0
    assert sum(odds.ties) == odds.margins[0] == odds.outcomes[Outcome.TIE]
    for bet in Bet:
        returns = odds.returns(bet)
        assert returns.win + returns.push + returns.lose == 1
        assert returns.total == odds.total
        assert returns.variance >= 0


@pytest.mark.parametrize("module", [composition, odds_module], ids=lambda module: str(module.__name__))
def test_the_examples_of_the_docstrings_hold(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


def test_naturals_ties_and_margins_are_those_of_all_coups() -> None:
    shoe = depleted(5)[-1]
    odds, slow = odds_of(shoe), odds_oracle.endings(shoe.points)
    assert odds.naturals.player == sum(ways for ending, ways in slow.items() if ending[3])
    assert odds.naturals.banker == sum(ways for ending, ways in slow.items() if ending[4])
    assert odds.naturals.both == sum(ways for ending, ways in slow.items() if ending[3] and ending[4])
    assert odds.ties == tuple(sum(ways for ending, ways in slow.items() if ending[:2] == (p, p)) for p in range(10))
    assert odds.margins == {m: sum(ways for ending, ways in slow.items() if ending[0] - ending[1] == m) for m in range(-9, 10)}


EDGES_OF_EIGHT_DECKS = {
    Bet.PLAYER: "1.235081",
    Bet.BANKER: "1.057906",
    Bet.BANKER_NO_COMMISSION: "1.458104",
    Bet.TIE: "14.359629",
    Bet.PLAYER_PAIR: "10.361446",
    Bet.BANKER_PAIR: "10.361446",
    Bet.EITHER_PAIR: "13.709877",
    Bet.PERFECT_PAIR: "13.029391",
    Bet.PLAYER_NATURAL: "14.754402",
    Bet.BANKER_NATURAL: "14.754402",
    Bet.PLAYER_DRAGON: "2.651675",
    Bet.BANKER_DRAGON: "9.373074",
    Bet.LUCKY_SIX: "16.683572",
    Bet.LUCKY_SIX_TWO: "14.332546",
    Bet.LUCKY_SIX_THREE: "15.253317",
}
"""Published figures, in percent."""


def test_the_edges_of_eight_decks_are_the_published_ones() -> None:
    odds = odds_of(full_shoe(8))
    assert {bet: f"{float(100 * odds.returns(bet).house_edge):.6f}" for bet in Bet} == EDGES_OF_EIGHT_DECKS
    assert f"{float(100 * max(odds.returns(bet).rtp for bet in Bet)):.6f}" == "98.942094"


def test_six_decks_have_the_golden_probabilities() -> None:
    odds, probability = odds_of(full_shoe(6)), GOLDEN["six_decks"]["probability"]
    by_points = odds.by_points
    found = {
        "player_win": odds.outcomes[Outcome.PLAYER],
        "banker_win": odds.outcomes[Outcome.BANKER],
        "tie": odds.outcomes[Outcome.TIE],
        "banker_win_with_6": sum(by_points[player, 6] for player in range(6)),
        "banker_6_two_cards": sum(odds.cells[TWO + 10 * player + 6] for player in range(6)),
        "banker_6_three_cards": sum(odds.cells[THREE + 10 * player + 6] for player in range(6)),
        "player_natural": odds.naturals.player,
        "banker_natural": odds.naturals.banker,
        "pair_one_side": odds.pairs.one,
        "either_pair": odds.pairs.either,
        "both_pairs": odds.pairs.both,
        "perfect_one_side": odds.pairs.perfect_one,
        "either_perfect": odds.pairs.perfect_either,
        "both_perfect": odds.pairs.perfect_both,
    }
    assert {name: Fraction(ways, odds.total) for name, ways in found.items()} == {n: Fraction(p) for n, p in probability.items()}


@pytest.mark.parametrize(("decks", "key"), [(6, "six_decks"), (8, "eight_decks")])
def test_bets_have_the_golden_value(decks: int, key: str) -> None:
    odds = odds_of(full_shoe(decks))
    for bet, value in GOLDEN[key]["value"].items():
        assert f"{float(-odds.returns(Bet(bet)).house_edge):.{len(value.split('.')[1])}f}" == value


def test_recorded_counts_are_as_far_off_as_the_golden_file_says() -> None:
    # A simulator of somebody's whose tableau is wrong: its ties tell.
    recorded, odds = GOLDEN["recorded"], odds_of(full_shoe(8))
    rounds = sum(recorded["counts"].values())
    for outcome, ways in odds.outcomes.items():
        chance = ways / odds.total
        distance = (recorded["counts"][outcome] - rounds * chance) / math.sqrt(rounds * chance * (1 - chance))
        assert round(distance, 2) == recorded["distance"][outcome]


def test_removing_a_card_changes_what_counting_both_shoes_says() -> None:
    odds = odds_of(full_shoe(8))
    effects = effects_of_removal(odds, [Bet.BANKER, Bet.TIE, Bet.PERFECT_PAIR, Combination.TRIPLE])
    for bet, by_rank in effects.items():
        assert list(by_rank) == [*RANKS]
        for rank, effect in by_rank.items():
            # All suits are left alike, so any card of the rank will do.
            without = odds_of(odds.composition.without([Card(rank + "H")]))
            assert effect == without.returns(bet).rtp - odds.returns(bet).rtp


def test_the_suits_of_a_removed_rank_are_weighed_by_how_many_are_left() -> None:
    shoe = full_shoe(1).without(parse_cards("9H KD 5S 5C"))
    shoe = Composition(tuple(left + (card == Card("9S")) for card, left in zip(DECK, shoe.counts, strict=True)))  # 9S twice
    odds = odds_of(shoe)
    rtp = odds.returns(Bet.PERFECT_PAIR).rtp
    changes = [odds_of(shoe.without([card])).returns(Bet.PERFECT_PAIR).rtp - rtp for card in parse_cards("9S 9S 9D 9C")]
    assert effects_of_removal(odds, [Bet.PERFECT_PAIR])[Bet.PERFECT_PAIR]["9"] == sum(changes) / 4
    assert len(set(changes)) == 2


def test_a_rank_that_has_gone_has_no_effect_to_tell() -> None:
    odds = odds_of(full_shoe(1).without(parse_cards("9H 9S 9D 9C")))
    assert "9" not in effects_of_removal(odds, [Bet.TIE])[Bet.TIE]


def test_the_mean_effect_of_a_card_is_nothing() -> None:
    # The next card leaves the shoe unseen, and the odds of a coup after it are the same.
    odds = odds_of(depleted(2)[1])
    effects, ranks = effects_of_removal(odds, [*Bet]), dict(zip(RANKS, odds.composition.ranks, strict=True))
    for bet in Bet:
        assert sum(ranks[rank] * effect for rank, effect in effects[bet].items()) == 0


def test_six_cards_are_enough_and_five_are_not() -> None:
    six = Composition((1,) * 6 + (0,) * 46)
    assert sum(odds_of(six).cells) == math.factorial(6)
    with pytest.raises(TooFewCards, match="5 cards are left: a coup may need 6"):
        six.without([Card("AS")])
    with pytest.raises(TooFewCards, match="6 cards are left: with one less"):
        effects_of_removal(odds_of(six), [Bet.TIE])


def test_a_composition_holds_no_card_oftener_than_twelve_decks_or_fewer_than_no_times() -> None:
    for wrong in (13, -1):
        with pytest.raises(ImpossibleCard, match=rf"AS is left {wrong} times"):
            Composition((wrong,) + (8,) * 51)
    with pytest.raises(ImpossibleCard, match="9H: 2 are removed, but the shoe holds 1"):
        full_shoe(1).without([Card("9H"), Card("9H")])


def test_points_and_ranks_of_a_composition_are_those_of_its_cards() -> None:
    shoe = full_shoe(2).without(parse_cards("TH KD 9S AS AS"))
    assert shoe.size == 99
    assert shoe.points == (30, 6, 8, 8, 8, 8, 8, 8, 8, 7)
    assert shoe.ranks == (6, 8, 8, 8, 8, 8, 8, 8, 7, 7, 8, 8, 7)
