"""A pack of its own for every round: shuffle_every_round and continuous_shuffler (rules 6.5, 8.1, 8.6)."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from puntobanco.errors import BadProof
from puntobanco.game import proof
from puntobanco.game.house import HouseRules
from puntobanco.game.shoe import SESSION_ROUNDS, cards_of_a_round as cards_ready
from puntobanco.table import commands as co, events as ev, machine
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.dealing import PAUSE_AFTER_MS, Need, awaits
from puntobanco.table.machine import fold
from puntobanco.table.public_events import public_events
from puntobanco.table.state import Phase
from puntobanco.table.views import table_view
from tests.table.driven import SECRET, Driven, rules

EACH = rules(shuffle_every_round=True, burn="first_card", burn_each_round=2)
CONTINUOUS = rules(continuous_shuffler=True, burn="none")
HOUSES = {"shuffle every round": EACH, "continuous shuffler": CONTINUOUS}


def cards_of_a_round(house: HouseRules) -> int:
    """How many cards a house has ready for a round."""
    return cards_ready(house.burn, house.decks, house.burn_each_round)


def of_kind(table: Driven, *kinds: type[ev.Event]) -> list[Any]:
    """The events of these kinds."""
    return [event for event in table.events if isinstance(event, kinds)]


@pytest.mark.parametrize("house", HOUSES)
def test_the_session_comes_with_a_commitment_and_no_card(house: str) -> None:
    table = Driven(HOUSES[house])
    table.go_to(Phase.BURNING)
    (opened,) = of_kind(table, ev.ShoeOpened)
    of_shoe = table.ceremony
    assert (opened.hashes, opened.cut_place, opened.cut_card_behind) == ((), 0, 0)
    assert of_shoe.commitment == proof.commitment(SECRET, of_shoe.announcement)
    assert of_shoe.announcement.session_rounds == SESSION_ROUNDS
    assert awaits(table.state) is Need.ROUND


@pytest.mark.parametrize("house", HOUSES)
def test_before_each_rounds_bets_the_hashes_of_all_cards_that_it_can_use_are_out(house: str) -> None:
    table = Driven(HOUSES[house])
    for _ in range(4):
        table.play_round()
    order = [(type(event).__name__, event.round) for event in of_kind(table, ev.RoundShuffled, ev.BettingOpened)]
    assert order == [(name, number) for number in range(1, 5) for name in ("RoundShuffled", "BettingOpened")]
    packs = of_kind(table, ev.RoundShuffled)
    assert {len(pack.hashes) for pack in packs} == {cards_of_a_round(HOUSES[house])}
    assert len({one for pack in packs for one in pack.hashes}) == 4 * cards_of_a_round(HOUSES[house])


def test_the_cards_that_a_round_can_use_are_its_burn_and_six() -> None:
    assert cards_of_a_round(CONTINUOUS) == 6
    assert cards_of_a_round(EACH) == 1 + 10 + 2 + 6
    assert cards_of_a_round(rules(shuffle_every_round=True, burn="decks")) == 8 + 6
    assert cards_of_a_round(rules(shuffle_every_round=True, burn=52, burn_each_round=7, cut_card_least=18)) == 65


def test_every_round_has_the_burn_of_the_house_and_cards_numbered_from_one() -> None:
    table = Driven(EACH)
    for _ in range(3):
        table.play_round()
    pack, number = of_kind(table, ev.RoundShuffled)[0], 1
    for event in of_kind(table, ev.RoundShuffled, ev.CardsBurned, ev.RoundBurned, ev.CardDealt):
        match event:
            case ev.RoundShuffled():
                pack, number = event, 1
            case ev.CardsBurned():
                assert event.shown is not None
                assert proof.check_opened(event.shown, pack.hashes) is event.shown_card
                number += 1 + event.face_down
            case ev.RoundBurned():
                assert (event.face_down, event.cut_card) == (2, False)
                number += 2
            case ev.CardDealt():
                assert (event.number, event.cut_card) == (number, False)
                assert proof.check_opened(proof.OpenedCard(number, event.text), pack.hashes) is event.card
                number += 1
            case _:
                pass
    assert len(of_kind(table, ev.CardsBurned)) == len(of_kind(table, ev.RoundBurned)) == 3


def test_a_continuous_shuffler_burns_nothing() -> None:
    table = Driven(CONTINUOUS)
    table.play_round()
    assert of_kind(table, ev.CardsBurned, ev.RoundBurned) == []
    assert of_kind(table, ev.CardDealt)[0].number == 1


@pytest.mark.parametrize("house", HOUSES)
def test_a_session_ends_after_80_rounds_and_its_secret_is_opened(house: str) -> None:
    table = Driven(HOUSES[house])
    table.play_shoe()
    assert [event.round for event in of_kind(table, ev.BettingOpened)] == list(range(1, 81))
    assert [pack.last for pack in of_kind(table, ev.RoundShuffled)] == [False] * 79 + [True]
    (closed,) = of_kind(table, ev.ShoeClosed)
    assert (closed.end, closed.secret) == (ev.ShoeEnd.FINISHED, SECRET.hex())
    table.play_round()
    assert (table.state.shoe_number, table.state.round, len(table.state.results)) == (2, 1, 1)
    assert fold(table.events) == table.state


def test_roads_and_round_numbers_run_through_a_session_and_a_voided_round_keeps_its_number() -> None:
    table = Driven(CONTINUOUS)
    table.play_round()
    table.go_to(Phase.BETTING)
    table.do(co.VoidRound(reason="a fault"))
    table.play_round()
    assert [result.round for result in table.state.results] == [1, 3]
    assert [pack.round for pack in of_kind(table, ev.RoundShuffled)] == [1, 2, 3]


def test_no_bet_is_taken_before_its_rounds_cards_are_published() -> None:
    table = Driven(CONTINUOUS)
    table.go_to(Phase.RESULT)
    with pytest.raises(AssertionError):
        machine.evolve(machine.evolve(table.state, ev.TablePaused(at_ms=1)), of_kind(table, ev.RoundShuffled)[0])
    for _ in range(2):
        assert table.bet("ann", "player", 500) == Rejection(code=Code.BETTING_CLOSED)
        table.step()
    assert table.phase is Phase.BETTING


@pytest.mark.parametrize("policy", ["carry", "carry_locked"])
def test_a_tie_pushes_and_no_stake_crosses_into_another_rounds_cards(policy: str) -> None:
    table = Driven(rules(continuous_shuffler=True, burn="none", tie_policy=policy))
    ties = 0
    while ties < 2:
        table.go_to(Phase.BETTING)
        table.bet("ann", "player", 500)
        table.go_to(Phase.RESULT)
        (settled,) = of_kind(table, ev.RoundSettled)[-1:]
        ties += settled.result.outcome.value == "tie"
        assert not settled.carries
        assert table.state.carried == {}


def test_demonstration_rounds_have_packs_of_their_own_and_no_number() -> None:
    table = Driven(replace(EACH, demonstration_rounds=2))
    table.play_round()
    packs = [(pack.round, pack.demonstration, pack.last) for pack in of_kind(table, ev.RoundShuffled)]
    assert packs == [(0, 1, False), (0, 2, False), (1, 0, False)]
    assert len(of_kind(table, ev.CardsBurned)) == 3


def test_with_nobody_there_the_table_pauses_with_the_next_rounds_cards_published_and_deals_those() -> None:
    table = Driven(EACH)
    table.play_round()
    table.do(co.Tick(present=False))
    table.now_ms += PAUSE_AFTER_MS
    table.go_to(Phase.PAUSED)
    shoe = table.state.shoe
    assert shoe is not None
    assert shoe.published[-1].deal == "round 2"
    came = table.do(co.Tick(present=True))
    assert [type(event) for event in came] == [ev.PresenceChanged, ev.BettingOpened]
    assert table.state.shoe is shoe


def test_a_card_of_another_rounds_pack_is_refused() -> None:
    table = Driven(CONTINUOUS)
    table.play_round()
    first = of_kind(table, ev.CardDealt)[0]
    table.go_to(Phase.BETTING)
    table.go_to(Phase.DEALING)
    table.wait()
    with pytest.raises(BadProof):
        table.ask(co.DealCard(card=proof.OpenedCard(1, first.text)))


def test_hashes_come_when_they_are_due_as_many_as_announced_and_each_once() -> None:
    table = Driven(CONTINUOUS)
    table.go_to(Phase.BURNING)
    shoe = table.state.shoe
    assert shoe is not None
    hashes = proof.stack_round(table.seed, table.ceremony.announcement, "round 1").hashes
    for wrong in (hashes[:-1], (*hashes, hashes[0]), (*hashes[:-1], hashes[0]), ()):
        with pytest.raises(AssertionError):
            table.ask(co.ShuffleRound(hashes=wrong))
    table.do(co.ShuffleRound(hashes=hashes))
    with pytest.raises(AssertionError):
        table.ask(co.ShuffleRound(hashes=hashes))
    usual = Driven(rules(burn="none"))
    usual.go_to(Phase.BURNING)
    with pytest.raises(AssertionError):
        usual.ask(co.ShuffleRound(hashes=hashes))


def test_a_session_whose_hashes_its_secret_does_not_make_is_not_closed_with_it() -> None:
    table = Driven(CONTINUOUS)
    table.go_to(Phase.BURNING)
    hashes = tuple(proof.hash_of(f"S-{number}-{number:040X}") for number in range(1, 7))
    table.do(co.ShuffleRound(hashes=hashes))
    with pytest.raises(BadProof, match="round 1: the hashes published for it are not those that the secret makes"):
        table.ask(co.CloseShoe(secret=SECRET))
    honest = Driven(CONTINUOUS)
    honest.play_round()
    with pytest.raises(BadProof, match="not the one that was promised"):
        honest.ask(co.CloseShoe(secret=bytes(32)))
    closed = honest.do(co.CloseShoe(secret=SECRET))[0]
    assert isinstance(closed, ev.ShoeClosed)
    assert closed.end is ev.ShoeEnd.ENDED_EARLY


def test_everyone_sees_the_rounds_hashes_and_root_and_no_cut_card() -> None:
    table = Driven(EACH)
    table.play_round()
    told = table.step()
    view = table_view(table.state)
    assert public_events(told, table.state) == tuple(told)
    (pack,) = told
    assert isinstance(pack, ev.RoundShuffled)
    assert view.shoe is not None
    assert (view.phase, view.round, view.result, view.player) == (Phase.BURNING, 1, None, ())
    assert (view.shoe.root, view.shoe.cards_left, view.shoe.cards) == (pack.root, 416, 416)
    assert (view.shoe.session_rounds, view.shoe.cut_card_behind, view.shoe.last_round) == (80, 0, None)


def test_the_view_says_which_round_is_the_last() -> None:
    table = Driven(CONTINUOUS)
    while table.state.round < SESSION_ROUNDS:
        table.step()
        shoe = table_view(table.state).shoe
        last = table.state.round == SESSION_ROUNDS or (table.state.round == SESSION_ROUNDS - 1 and table.phase is Phase.BURNING)
        assert shoe is None or shoe.last_round == (SESSION_ROUNDS if last else None)
        assert table.state.shoe_over is (table.state.round == SESSION_ROUNDS)


ANY = st.fixed_dictionaries(
    {
        "decks": st.integers(6, 12),
        "demonstration_rounds": st.integers(0, 3),
        "last_round": st.sampled_from(["cut_card", "one_more"]),
        "tie_policy": st.sampled_from(["push", "carry", "carry_locked"]),
    }
)
BURNS = st.fixed_dictionaries(
    {"burn": st.sampled_from(["none", "decks", "first_card", 1, 52]), "burn_each_round": st.integers(0, 10)}
)


@settings(max_examples=25)
@given(ANY, BURNS, st.booleans(), st.integers(1, 6))
def test_in_any_house_no_round_lacks_a_card_and_its_cards_add_up(
    chosen: dict[str, Any], burns: dict[str, Any], continuous: bool, rounds: int
) -> None:
    way = {"continuous_shuffler": True, "burn": "none"} if continuous else {"shuffle_every_round": True, **burns}
    table = Driven(rules(**chosen, **way, cut_card_least=21, cut_card_most=21))
    for _ in range(rounds):
        before = len(table.events)
        table.play_round()
        for event in table.events[before:]:
            gone = [card for card in (event,) if isinstance(card, ev.CardDealt)]
            assert all(card.number <= cards_of_a_round(table.state.rules) for card in gone)
        shoe = table.state.shoe
        assert shoe is not None
        assert shoe.cards_left + shoe.next_number - 1 == chosen["decks"] * 52
        assert len({card.text for card in shoe.opened}) == len(shoe.opened)
    closed = table.do(co.CloseShoe(secret=SECRET))[0]
    assert isinstance(closed, ev.ShoeClosed)
    assert fold(table.events) == table.state
