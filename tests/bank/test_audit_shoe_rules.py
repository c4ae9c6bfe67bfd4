"""What the audit says of forged events of a house's own shoe rules (rule 6.5)."""

from msgspec.structs import replace

from puntobanco.bank.audit_shoe import faults
from puntobanco.table import events as ev
from puntobanco.table.events import Event
from puntobanco.table.state import Phase, TableState
from tests.table.driven import Driven, betting, rules

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
