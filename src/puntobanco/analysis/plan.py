"""What a house's rules make of a shoe, in numbers: when it is burned, how long it is dealt. The kernel knows no more of a house."""

from typing import NamedTuple

from puntobanco.game.house import BurnRule, HouseRules, LastRound
from puntobanco.game.rules import COUP_CARDS_MAX
from puntobanco.game.shoe import SESSION_ROUNDS, TEN_BURNS, burn, cards_of_a_round, shoe_cards

FIRST_ROUNDS = 60
"""Rounds of a shoe that are counted apart at most: those that every shoe has, whatever its cards."""


class Plan(NamedTuple):
    """How a shoe is played.

    ``shuffled`` are the cards from the top that are put in order, which are all where a shoe is dealt out. ``burned`` go before the
    first round, or where the ``first_card`` is shown as many as it says; in a pack that is shuffled for one round too. ``sure`` is
    how many rounds every shoe has, demonstrations among them, and ``first`` how many of those that count are counted apart.
    ``session`` is how many rounds are played from packs of their own, or 0.
    """

    cards: int
    shuffled: int
    burned: int
    first_card: bool
    ten_burns: int
    burn_each_round: int
    behind_least: int
    behind_most: int
    one_more: bool
    demonstrations: int
    sure: int
    first: int
    session: int

    @property
    def rounds_most(self) -> int:
        """More rounds than a shoe can have, demonstrations among them."""
        return self.session or self.cards // 4 + 1


def plan_of(rules: HouseRules) -> Plan:
    """The plan of a house. Where each round has a pack of its own, demonstrations are left out: they change no other round."""
    cards, of_its_own, shown = shoe_cards(rules.decks), rules.shuffles_each_round, rules.burn is BurnRule.FIRST_CARD
    demonstrations = 0 if of_its_own else rules.demonstration_rounds
    sure = SESSION_ROUNDS if of_its_own else _sure(rules, cards)
    return Plan(
        cards=cards,
        shuffled=cards_of_a_round(rules.burn, rules.decks, rules.burn_each_round) if of_its_own else cards,
        burned=0 if shown else burn(rules.burn, rules.decks).face_down,
        first_card=shown,
        ten_burns=TEN_BURNS,
        burn_each_round=rules.burn_each_round,
        behind_least=0 if of_its_own else rules.cut_card_least,
        behind_most=0 if of_its_own else rules.cut_card_most,
        one_more=rules.last_round is LastRound.ONE_MORE,
        demonstrations=demonstrations,
        sure=sure,
        first=min(FIRST_ROUNDS, sure - demonstrations),
        session=SESSION_ROUNDS if of_its_own else 0,
    )


def _sure(rules: HouseRules, cards: int) -> int:
    """Rounds that begin before the cut card can be met, though most is burned, all take six cards, and it lies deepest."""
    each = COUP_CARDS_MAX + rules.burn_each_round
    burned = cards_of_a_round(rules.burn, rules.decks, rules.burn_each_round) - each
    return (cards - rules.cut_card_most - burned) // each + 1
