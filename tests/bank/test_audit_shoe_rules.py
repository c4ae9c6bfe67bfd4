"""What the audit says of forged events of a house's own shoe rules (rule 6.5)."""

from msgspec.structs import replace

from puntobanco.bank.audit_shoe import faults
from puntobanco.game import proof
from puntobanco.game.rules import Outcome
from puntobanco.table import commands as co, events as ev, machine
from puntobanco.table.events import Event
from puntobanco.table.state import Phase, Published, TableState
from tests.table.driven import SECRET, Driven, betting, rules

NATURAL = "9H 2S KD 4C "


def said(before: TableState, event: Event) -> list[str]:
    """What the audit says of an event."""
    return list(faults(before, event, None))


def closed(front: str = "2C 2D 2H " + NATURAL) -> Driven:
    """A table whose betting is closed, in a house that burns three before a round."""
    table = betting(front, rules(burn="none", burn_each_round=3))
    table.go_to(Phase.DEALING)
    return table


def test_a_forged_burn_before_a_round_is_named() -> None:
    table = closed()
    before = table.state
    (true,) = table.step()
    assert isinstance(true, ev.RoundBurned)
    assert said(before, true) == []
    assert said(before, replace(true, face_down=2)) == ["2 cards were burned before the round, the house burns 3"]
    assert said(before, replace(true, cut_card=True)) == ["the cut card is in front of card 397"]
    again = "cards are burned once before a round, and before its first card"
    assert said(table.state, true) == [again]
    table.step()
    assert said(table.state, true) == [again]


def test_a_burn_in_a_house_that_burns_none_is_named() -> None:
    table = betting(NATURAL)
    table.go_to(Phase.DEALING)
    forged = ev.RoundBurned(at_ms=1, face_down=1, cut_card=False, due_ms=2)
    assert said(table.state, forged) == ["1 cards were burned before the round, the house burns 0"]


def test_a_burn_that_was_left_out_is_named_at_the_first_card() -> None:
    table = closed(NATURAL)
    card = table.next_card()
    dealt = betting(NATURAL)
    dealt.go_to(Phase.DEALING)
    (true,) = dealt.step()
    assert isinstance(true, ev.CardDealt)
    assert said(table.state, replace(true, text=card.text)) == ["0 cards were burned before the round, the house burns 3"]


def test_a_round_opened_with_too_few_cards_for_its_burn_is_named() -> None:
    table = betting(NATURAL, rules(burn="none", burn_each_round=3))
    table.go_to(Phase.RESULT)
    opened = ev.BettingOpened(at_ms=1, round=2, closes_ms=2)
    for left, fits in ((9, True), (8, False)):
        shoe = table.state.shoe
        assert shoe is not None
        few = replace(table.state, shoe=replace(shoe, next_number=shoe.size - left + 1))
        assert said(few, opened) == ([] if fits else ["there is no shoe from which a round can be dealt"])


def demonstrating(front: str = NATURAL * 3) -> Driven:
    """A table in the dealing of the first of two demonstration rounds."""
    table = Driven(rules(burn="none", demonstration_rounds=2))
    table.open_shoe(front)
    table.go_to(Phase.DEALING)
    return table


def test_a_forged_beginning_of_a_demonstration_round_is_named() -> None:
    table = demonstrating()
    true = table.events[-1]
    assert isinstance(true, ev.DemonstrationOpened)
    table.go_to(Phase.RESULT)
    assert said(table.state, replace(true, number=2)) == []
    follows = "the house shows 2 before round 1"
    assert said(table.state, true) == [f"demonstration round 1 follows 1, {follows}"]
    assert said(table.state, replace(true, number=3)) == [f"demonstration round 3 follows 1, {follows}"]
    table.play_round()
    assert said(table.state, true) == [f"demonstration round 1 follows 0, {follows}"]


def test_a_demonstration_round_that_was_left_out_is_named() -> None:
    table = demonstrating()
    table.go_to(Phase.RESULT)
    opened = ev.BettingOpened(at_ms=1, round=1, closes_ms=2)
    assert said(table.state, opened) == ["1 demonstration rounds were shown, the house shows 2"]


def ending(table: Driven) -> tuple[TableState, Event]:
    """The event that ends the round under way, and the state before it."""
    before = table.state
    while table.phase is not Phase.RESULT:
        before = table.state
        table.step()
    return before, table.events[-1]


def test_a_forged_end_of_a_demonstration_round_is_named() -> None:
    before, true = ending(demonstrating())
    assert isinstance(true, ev.DemonstrationEnded)
    assert said(before, true) == []
    (line,) = said(before, replace(true, result=replace(true.result, banker_points=9)))
    assert line.startswith("the result is player, its cards say player: ")


def test_a_demonstration_round_that_is_settled_and_a_round_that_is_not_are_named() -> None:
    table = demonstrating()
    before, shown = ending(table)
    assert isinstance(shown, ev.DemonstrationEnded)
    settled = ev.RoundSettled(at_ms=shown.at_ms, result=shown.result, due_ms=shown.due_ms)
    assert said(before, settled) == ["round 0 of the shoe, demonstration 1, did not end as what it was"]
    table.go_to(Phase.BETTING)
    before, true = ending(table)
    assert isinstance(true, ev.RoundSettled)
    forged = ev.DemonstrationEnded(at_ms=true.at_ms, result=true.result, due_ms=true.due_ms)
    assert said(before, forged) == ["round 1 of the shoe, demonstration 0, did not end as what it was"]


NOT_LOGGED = "the log's entry round of table 1 shoe 1 attempt 1 is not the one that follows from what was stored"


def between(**chosen: object) -> Driven:
    """A table that waits for the cards of the second round of a session."""
    table = Driven(rules(**{"shuffle_every_round": True, "burn": "none", **chosen}))  # type: ignore[arg-type]
    table.play_round()
    return table


def test_forged_cards_of_a_sessions_round_are_named() -> None:
    table = between()
    before = table.state
    (true,) = table.step()
    assert isinstance(true, ev.RoundShuffled)
    assert said(before, true) == []
    assert said(before, replace(true, round=3)) == ["cards are published for round 3, round 2 follows", NOT_LOGGED]
    shown = said(before, replace(true, demonstration=1))
    assert shown == ["cards are published for demonstration 1, round 2 follows", NOT_LOGGED]
    assert said(before, replace(true, last=True)) == ["a session has 80 rounds"]
    assert said(before, replace(true, root="0" * 128)) == ["the root is not that of the hashes"]
    short = said(before, replace(true, hashes=true.hashes[:-1]))
    assert short == ["5 hashes, 5 different ones: 6 are needed", NOT_LOGGED, "the root is not that of the hashes"]


def test_cards_that_are_published_again_for_the_same_round_are_named() -> None:
    table = between()
    (true,) = table.step()
    assert said(table.state, true) == ["the cards of round 2 were published before", NOT_LOGGED]


def test_a_round_of_a_session_whose_cards_are_not_out_is_named() -> None:
    table = Driven(rules(shuffle_every_round=True, burn="none"))
    table.go_to(Phase.BURNING)
    opened = ev.BettingOpened(at_ms=1, round=1, closes_ms=2)
    assert "there is no shoe from which a round can be dealt" in said(table.state, opened)


def test_cards_published_for_a_round_of_a_usual_shoe_are_named() -> None:
    table = between()
    (true,) = table.step()
    assert said(betting(NATURAL).state, true) == ["cards are published for a round in a house that does not shuffle for each"]


def test_a_card_that_is_not_of_its_own_rounds_hashes_is_named() -> None:
    table = between()
    other = next(event for event in table.events if isinstance(event, ev.CardDealt))
    table.go_to(Phase.DEALING)
    assert said(table.state, replace(other, number=1)) == ["card 1: the text does not belong to the hash published for it"]


def test_a_session_announced_as_another_or_with_hashes_of_a_shoe_is_named() -> None:
    table = Driven(rules(continuous_shuffler=True, burn="none"))
    (announced,) = table.step()
    assert isinstance(announced, ev.ShoeAnnounced)
    usual = replace(announced, announcement=proof.announce(1, 1, rules(burn="none")))
    fresh = Driven(table.state.rules).state
    assert said(fresh, announced) == []
    assert said(fresh, usual)[0] == "what was announced is not attempt 1 at shoe 1 under the rules that hold"
    table.fix_order()
    before = table.state
    (true,) = table.open_fair_shoe()
    assert isinstance(true, ev.ShoeOpened)
    assert said(before, true) == []
    shoe = next(event for event in betting(NATURAL).events if isinstance(event, ev.ShoeOpened))
    found = said(before, shoe)
    assert found[0] == f"{shoe.cut_card_behind} cards behind the cut card are outside the announced range"
    assert "416 hashes, 416 different ones: 0 are needed" in found


def test_a_round_that_the_opened_secret_does_not_make_is_named() -> None:
    table = between()
    table.step()
    before = table.state
    decided = machine.decide(before, co.CloseShoe(secret=SECRET, reason="a fault"), 1)
    assert isinstance(decided, list)
    true = decided[0]
    assert said(before, true) == []
    shoe = before.shoe
    assert shoe is not None
    first, second = shoe.published
    swapped = replace(before, shoe=replace(shoe, published=(first, Published(second.deal, first.root))))
    assert said(swapped, true) == ["round 2: the hashes published for it are not those that the secret makes"]


def test_a_tie_that_would_carry_into_unpublished_cards_is_named() -> None:
    table = between(tie_policy="carry")
    while True:
        table.go_to(Phase.BETTING)
        table.bet("ann", "player", 500)
        before, settled = ending(table)
        assert isinstance(settled, ev.RoundSettled)
        assert said(before, settled) == []
        if settled.result.outcome is Outcome.TIE:
            break
    (line,) = said(before, replace(settled, carries=True))
    assert line == "Player and Banker money stays, which the house's carry does not say"
