"""A table with real cards, and the dealer who enters them."""

from puntobanco.game.cards import parse_cards
from puntobanco.game.house import HouseRules
from puntobanco.table import acts, commands as co, desk
from puntobanco.table.commands import Rejection
from puntobanco.table.events import Event
from puntobanco.table.state import Phase
from tests.table.driven import Driven, rules

Answer = list[Event] | Rejection


def hand_rules(house: str = "classic", **settings: object) -> HouseRules:
    """The rules of a house that ships, dealt by hand."""
    return rules(house, dealt_by="hand", **settings)


class ByHand(Driven):
    """A table that is dealt at the desk. Every act goes through `act`; the others name it as its moment asks."""

    def __init__(self, house: HouseRules | None = None, *, number: int = 1, present: bool = True) -> None:
        self.staff = "Dora"
        self.supervisor: str | None = None
        super().__init__(house or hand_rules(), number=number, present=present)

    def act(self, act: acts.Act) -> Answer:
        """Ask for an act, by the staff at the desk and with the approval they have."""
        self.now_ms += 100
        return self.ask(co.AtDesk(staff=self.staff, act=act, approved_by=self.supervisor))

    def must(self, act: acts.Act) -> list[Event]:
        """An act that must not be refused."""
        answer = self.act(act)
        assert not isinstance(answer, Rejection), answer
        return answer

    def new_shoe(self, *, reason: str = "", replaced: bool = False) -> Answer:
        """Begin to shuffle for the next shoe."""
        return self.act(acts.NewShoe(shoe=self.state.shoe_number + 1, reason=reason, replaced=replaced))

    def bring_shoe(self) -> Answer:
        """Put the shoe on the table."""
        return self.act(acts.BringShoe(shoe=self.state.shoe_number))

    def open_round(self, *, demonstration: bool = False) -> Answer:
        """Open the next round."""
        done = self.state.demonstration if demonstration else self.state.round
        return self.act(acts.OpenRound(round=done + 1, demonstration=demonstration))

    def enter(self, card: str) -> Answer:
        """Enter the shoe's next card."""
        return self.act(acts.EnterCard(number=desk.next_number(self.state), card=card))

    def settle(self) -> Answer:
        """Settle the round."""
        return self.act(acts.SettleRound(round=0 if self.state.demonstration else self.state.round))

    def correct(self, place: int, card: str, reason: str = "misread") -> Answer:
        """Correct a card of the round, counted from 0; -1 is the last."""
        return self.act(acts.CorrectCard(number=self.state.dealt[place].number, card=card, reason=reason))

    def take_card_back(self, reason: str = "scanned twice") -> Answer:
        """Take the last card back."""
        return self.act(acts.TakeCardBack(number=self.state.dealt[-1].number, reason=reason))

    def cut_card(self, *, out: bool = True, reason: str = "") -> Answer:
        """The cut card came out in place of the next card, or did not."""
        return self.act(acts.ShowCutCard(number=desk.next_number(self.state), out=out, reason=reason))

    def burn(self, count: int = 3, reason: str = "a card to the wrong hand") -> Answer:
        """Burn cards after an error."""
        return self.act(acts.BurnCards(number=desk.next_number(self.state), count=count, reason=reason))

    def ready(self) -> "ByHand":
        """Bring a shoe, and burn as the house does; the first card is a two where one is shown."""
        for answer in (self.new_shoe(), self.bring_shoe()):
            assert not isinstance(answer, Rejection), answer
        assert self.state.shoe is not None
        if not self.state.shoe.burned:
            self.enter("2C")
        return self

    def deal(self, cards: str) -> None:
        """Enter cards, none of which may be refused."""
        for card in parse_cards(cards):
            answer = self.enter(card)
            assert not isinstance(answer, Rejection), (card, answer)

    def close_betting(self) -> None:
        """Let the betting time pass."""
        self.go_to(Phase.DEALING)

    def round(self, cards: str) -> None:
        """Play a round of these cards."""
        assert not isinstance(self.open_round(), Rejection)
        self.close_betting()
        self.deal(cards)
        assert not isinstance(self.settle(), Rejection)


def dealing(cards: str = "", house: HouseRules | None = None) -> ByHand:
    """A table in the dealing of its first round, with these cards entered."""
    table = ByHand(house).ready()
    table.open_round()
    table.close_betting()
    table.deal(cards)
    return table
