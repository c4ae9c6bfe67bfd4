"""What a dealer does at the desk, in the lines of a table script (``golden/table_scripts`` says how they are written)."""

from puntobanco.table import acts, desk
from puntobanco.table.state import TableState


def acts_of(state: TableState, words: list[str]) -> list[acts.Act]:
    """The acts that the words behind ``desk`` mean at this moment: one, or as many as cards are entered."""
    match words:
        case ["shuffles" | "replaces" as way, shoe, *reason]:
            return [acts.NewShoe(shoe=int(shoe), reason="".join(reason), replaced=way == "replaces")]
        case ["brings", shoe]:
            return [acts.BringShoe(shoe=int(shoe))]
        case ["opens", number]:
            return [acts.OpenRound(round=int(number))]
        case ["demonstrates", number]:
            return [acts.OpenRound(round=int(number), demonstration=True)]
        case ["enters", *cards]:
            first = desk.next_number(state) if state.shoe else 1
            return [acts.EnterCard(number=number, card=card) for number, card in enumerate(cards, first)]
        case ["settles", number]:
            return [acts.SettleRound(round=int(number))]
        case ["corrects", number, card, reason]:
            return [acts.CorrectCard(number=int(number), card=card, reason=reason)]
        case ["takes", "back", number, reason]:
            return [acts.TakeCardBack(number=int(number), reason=reason)]
        case ["shows", "cut", "card"]:
            return [acts.ShowCutCard(number=desk.next_number(state))]
        case ["hides", "cut", "card", reason]:
            return [acts.ShowCutCard(number=desk.next_number(state), out=False, reason=reason)]
        case ["burns", count, reason]:
            return [acts.BurnCards(number=desk.next_number(state), count=int(count), reason=reason)]
        case ["exposes", card, reason]:
            return [acts.NoteExposed(card=card, reason=reason)]
        case _:
            raise AssertionError("nobody can do that at the desk")
