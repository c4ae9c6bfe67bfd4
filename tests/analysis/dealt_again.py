"""Simulated shoes dealt again, card by card, by ``game.rules`` and ``game.shoe`` alone: what the kernel must have played."""

from collections.abc import Sequence
from typing import NamedTuple

from puntobanco.analysis.chunk import Order
from puntobanco.game.cards import DECK, Card
from puntobanco.game.house import HouseRules
from puntobanco.game.rules import Coup, deal
from puntobanco.game.shoe import CutCard, burn, may_start_round


class Again(NamedTuple):
    """A round: its coup, and the six cards from its first on."""

    coup: Coup
    six: tuple[Card, ...]


class Shoe:
    """A shoe on its way out, as a table sees it."""

    def __init__(self, rules: HouseRules, order: Order) -> None:
        self.rules, self.at = rules, 0
        self.cards = [DECK[place] for place in order.cards]
        self.cut_card = CutCard.with_behind(len(self.cards), order.behind)
        self.last_round: int | None = None
        rule = burn(rules.burn, rules.decks, self.cards[0])
        self.at += rule.shown + rule.face_down

    def round(self, number: int) -> Again:
        """Burn what is burned before a round, and deal it."""
        burned = self.rules.burn_each_round
        if burned and self.cut_card.met(self.at + 1, self.at + burned):
            self._met(number, at_first=True)
        self.at += burned
        coup = deal(self.cards[self.at :])
        for place in range(coup.card_count):
            if self.cut_card.met(self.at + place + 1, self.at + place + 1):
                self._met(number, at_first=place == 0)
        six = tuple(self.cards[self.at : self.at + 6])
        self.at += coup.card_count
        return Again(coup, six)

    def _met(self, number: int, *, at_first: bool) -> None:
        self.last_round = self.cut_card.last_round(self.rules.last_round, met_in_round=number, met_at_first_card=at_first)

    def over(self, number: int) -> bool:
        """Whether this round was the last."""
        left = len(self.cards) - self.at
        ended = self.last_round is not None and number >= self.last_round
        return ended or not may_start_round(left, burn_each_round=self.rules.burn_each_round)


def dealt(rules: HouseRules, orders: Sequence[Order]) -> list[Again]:
    """The rounds that count of a shoe, or of a session."""
    if rules.shuffles_each_round:
        return [Shoe(rules, order).round(1) for order in orders]
    (order,) = orders
    shoe = Shoe(rules, order)
    for _ in range(rules.demonstration_rounds):
        shoe.round(0)
    found = [shoe.round(1)]
    while not shoe.over(len(found)):
        found.append(shoe.round(len(found) + 1))
    return found
