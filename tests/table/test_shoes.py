"""A shoe's way: announcement, burn, cut card, last round, close (rule 6)."""

import pytest
from msgspec.structs import replace

from puntobanco.errors import BadProof
from puntobanco.game import proof
from puntobanco.game.cards import Card
from puntobanco.table import commands as co, events as ev
from puntobanco.table.dealing import Need, awaits
from puntobanco.table.state import Phase
from tests.table.driven import SECRET, Driven, betting, rules

NATURAL = "9H 2S KD 4C "


@pytest.mark.parametrize("place", [1, 2, 3, 4])
@pytest.mark.parametrize("last_round", ["cut_card", "one_more"])
def test_the_round_of_the_cut_card_or_one_more_is_the_last(place: int, last_round: str) -> None:
    # Behind the cut card lie more cards than a house may say, so the shoe is made by hand.
    table = Driven(rules(burn="none", decks=6, last_round=last_round))
    with pytest.raises(AssertionError):
        table.open_shoe(NATURAL * 6, behind=table.state.rules.cut_card_most + 1)
    table.open_shoe(NATURAL * 6)
    shoe = table.state.shoe
    assert shoe is not None
    moved = replace(shoe, opened_by=replace(shoe.opened_by, cut_card_behind=shoe.size + 1 - (8 + place)))
    table._state = replace(table.state, shoe=moved)
    for number in (1, 2, 3):
        table.play_round()
        assert table.state.round == number
    cut = [card.number for card in table.events if isinstance(card, ev.CardDealt) and card.cut_card]
    assert cut == [8 + place]
    last = 4 if last_round == "one_more" and place > 1 else 3
    assert table.state.shoe is not None
    assert table.state.shoe.last_round == last
    if last == 4:
        assert not table.state.shoe_over
        assert awaits(table.state) is Need.TICK
        table.go_to(Phase.BETTING)
        table.play_round()
    assert table.state.shoe_over
    assert (table.state.round, awaits(table.state)) == (last, Need.SECRET)


@pytest.mark.parametrize("last_round", ["cut_card", "one_more"])
def test_a_fair_shoe_of_every_kind_of_last_round_never_runs_out(last_round: str) -> None:
    table = Driven(rules("macau", last_round=last_round, decks=6, cut_card_least=12, cut_card_most=12))
    table.play_shoe()
    cut_in = next(event for event in table.events if isinstance(event, ev.CardLaid) and event.cut_card)
    assert cut_in.number == 6 * 52 - 12 + 1
    closed = next(event for event in table.events if isinstance(event, ev.ShoeClosed))
    assert (closed.end, closed.secret) == (ev.ShoeEnd.FINISHED, SECRET.hex())
    assert table.state.shoe_number == 2


@pytest.mark.parametrize(
    ("burn", "first", "shown", "face_down"),
    [
        ("none", "9H", None, None),
        ("decks", "9H", None, 8),
        (6, "9H", None, 6),
        ("first_card", "AH", "AH", 1),
        ("first_card", "9H", "9H", 9),
        ("first_card", "TH", "TH", 10),
        ("first_card", "KS", "KS", 10),
    ],
)
def test_burns(burn: object, first: str, shown: str | None, face_down: int | None) -> None:
    table = Driven(rules(burn=burn))
    table.open_shoe(first)
    table.wait()
    if face_down is None:
        assert awaits(table.state) is Need.TICK
        assert isinstance(table.step()[-1], ev.BettingOpened)
        assert table.state.shoe is not None
        assert table.state.shoe.next_number == 1
        return
    assert awaits(table.state) is Need.BURN
    (burned,) = table.step()
    assert isinstance(burned, ev.CardsBurned)
    assert (burned.shown_card, burned.face_down) == (None if shown is None else Card(shown), face_down)
    shoe = table.state.shoe
    assert shoe is not None
    assert shoe.next_number == 1 + (shown is not None) + face_down
    assert [opened.number for opened in shoe.opened] == ([1] if shown else [])
    table.go_to(Phase.DEALING)
    (dealt,) = table.step()
    assert isinstance(dealt, ev.CardDealt)
    assert dealt.number == shoe.next_number


def test_a_burn_that_the_house_does_not_do_fails() -> None:
    shows = Driven(rules(burn="first_card"))
    shows.open_shoe("9H")
    with pytest.raises(AssertionError):
        shows.ask(co.Burn(shown=None))
    hides = Driven(rules(burn=6))
    hides.open_shoe("9H")
    with pytest.raises(AssertionError):
        hides.ask(co.Burn(shown=hides.next_card()))
    hides.do(co.Burn(shown=None))
    with pytest.raises(AssertionError):
        hides.ask(co.Burn(shown=None))


def test_a_card_must_be_the_next_one_with_the_text_of_its_hash() -> None:
    table = betting(NATURAL)
    table.go_to(Phase.DEALING)
    true = table.next_card()
    for false in (
        proof.OpenedCard(true.number, true.text.replace("H-9", "S-9")),
        proof.OpenedCard(true.number, table.texts[1]),
        proof.OpenedCard(true.number, true.text.lower()),
    ):
        with pytest.raises(BadProof):
            table.ask(co.DealCard(card=false))
    with pytest.raises(AssertionError):
        table.ask(co.DealCard(card=proof.OpenedCard(2, table.texts[1])))
    assert table.state.dealt == ()
    table.do(co.DealCard(card=true))


def test_a_shoe_with_a_hash_too_few_or_twice_fails() -> None:
    table = Driven()
    table.fix_order()
    of_shoe = table.ceremony
    shoe = proof.stack(table.seed, of_shoe.announcement, of_shoe.opened)
    place, behind = shoe.cut_place, shoe.cut_card_behind
    for wrong in (shoe.hashes[:-1], (*shoe.hashes[:-1], shoe.hashes[0])):
        with pytest.raises(AssertionError):
            table.ask(co.OpenShoe(hashes=wrong, cut_place=place, cut_card_behind=behind))
    table.do(co.OpenShoe(hashes=shoe.hashes, cut_place=place, cut_card_behind=behind))


def test_a_shoe_comes_only_once_its_order_is_fixed() -> None:
    table = Driven()
    command = co.OpenShoe(hashes=(), cut_place=100, cut_card_behind=14)
    for _ in range(2):
        with pytest.raises(AssertionError):
            table.ask(command)
        table.step()


def test_a_finished_shoe_is_opened_by_its_own_secret_only() -> None:
    table = Driven()
    while not (table.phase is Phase.RESULT and table.state.shoe_over):
        table.step()
    with pytest.raises(BadProof):
        table.ask(co.CloseShoe(secret=bytes(32)))
    closed, shuffling = table.do(co.CloseShoe(secret=SECRET))
    assert isinstance(closed, ev.ShoeClosed)
    assert isinstance(shuffling, ev.ShuffleStarted)
    assert (table.state.shoe_number, table.state.round, table.state.results) == (2, 0, ())


def test_a_shoe_given_up_between_rounds_says_so() -> None:
    table = Driven()
    table.go_to(Phase.RESULT)
    closed, _ = table.do(co.CloseShoe(secret=SECRET))
    assert isinstance(closed, ev.ShoeClosed)
    assert (closed.end, closed.secret) == (ev.ShoeEnd.ENDED_EARLY, SECRET.hex())
    table.go_to(Phase.RESULT)
    closed, _ = table.do(co.CloseShoe(secret=None))
    assert isinstance(closed, ev.ShoeClosed)
    assert (closed.end, closed.secret) == (ev.ShoeEnd.NEVER_OPENED, None)


@pytest.mark.parametrize("phase", [Phase.SHUFFLING, Phase.BETTING, Phase.DEALING])
def test_a_shoe_is_not_closed_during_a_round_or_before_it_came(phase: Phase) -> None:
    table = Driven()
    table.go_to(phase)
    with pytest.raises(AssertionError):
        table.ask(co.CloseShoe(secret=SECRET))


def test_no_round_begins_once_the_last_was_played() -> None:
    table = Driven()
    while not (table.phase is Phase.RESULT and table.state.shoe_over):
        table.step()
    table.wait()
    assert table.do(co.Tick(present=True)) == []
    assert awaits(table.state) is Need.SECRET
