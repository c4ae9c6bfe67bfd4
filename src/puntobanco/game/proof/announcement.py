"""What a table announces of a shoe before anybody can know its order, and the promise of a secret. See docs/proof.md."""

import functools
from collections.abc import Iterable

import msgspec

from puntobanco.errors import BadProof
from puntobanco.game.house import BurnRule, CutBy, HouseRules, LastRound
from puntobanco.game.proof.log import Entry, entry
from puntobanco.game.proof.texts import digest
from puntobanco.game.shoe import SESSION_ROUNDS, cards_of_a_round

SECRET_BYTES = 32

ONLY_SHOWN = frozenset({"good_roads"})
"""Settings of a house that are no rules of play: they are not announced."""


class ShoeRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a house that a shoe's cards follow, as they stand among all others in the announced text."""

    decks: int
    burn: int | BurnRule
    burn_each_round: int
    cut_by: CutBy
    cut_card_least: int
    cut_card_most: int
    last_round: LastRound
    demonstration_rounds: int
    continuous_shuffler: bool
    shuffle_every_round: bool

    @property
    def session(self) -> bool:
        """Whether every round has a pack of its own (rule 6.5)."""
        return self.continuous_shuffler or self.shuffle_every_round


@functools.lru_cache(maxsize=256)
def shoe_rules(text: str) -> ShoeRules:
    """The rules of a shoe from the text of all rules. Raises `BadProof` where it says none."""
    try:
        return msgspec.json.decode(text, type=ShoeRules)
    except msgspec.DecodeError as error:
        raise BadProof(f"rules: no rules of a shoe: {error}") from None


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """What is fixed before anybody can know a shoe's order: which shoe it is, and every rule that its cards follow.

    ``attempt`` counts from 1. ``only`` are those who may share in a later attempt: who opened in the one that failed; None: all.
    ``rules`` are all rules of the house, as one JSON text.
    """

    table: int
    shoe: int
    attempt: int = 1
    rules: str
    only: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """Which shoe, and which attempt at it, as it stands in every entry."""
        return f"table {self.table} shoe {self.shoe} attempt {self.attempt}"

    @property
    def of_shoe(self) -> ShoeRules:
        """The rules that the shoe's cards follow."""
        return shoe_rules(self.rules)

    @property
    def decks(self) -> int:
        """How many decks the shoe is of."""
        return self.of_shoe.decks

    @property
    def session_rounds(self) -> int:
        """For how many rounds its secret is, where each has a pack of its own (rule 6.5); 0 for a shoe dealt to its cut card."""
        return SESSION_ROUNDS if self.of_shoe.session else 0

    @property
    def session_cards(self) -> int:
        """How many cards are ready for each of those rounds."""
        rules = self.of_shoe
        return cards_of_a_round(rules.burn, rules.decks, rules.burn_each_round) if rules.session else 0

    @property
    def text(self) -> str:
        """All that is announced, as one text."""
        return "\n".join((self.name, *self.lines))

    @property
    def lines(self) -> tuple[str, ...]:
        """What is announced, a fact a line."""
        return (
            f"decks {self.decks}",
            f"session {self.session_rounds} rounds of {self.session_cards} cards",
            f"rules {digest('rules', self.rules)}",
            f"players {'all' if self.only is None else ' '.join(self.only) or 'nobody'}",
        )


def announce(table: int, shoe: int, rules: HouseRules, *, attempt: int = 1, only: Iterable[str] | None = None) -> Announcement:
    """What a house announces of its next shoe."""
    settings = {key: value for key, value in msgspec.to_builtins(rules).items() if key not in ONLY_SHOWN}
    text = msgspec.json.encode(settings, order="sorted").decode()
    return Announcement(table=table, shoe=shoe, attempt=attempt, rules=text, only=None if only is None else tuple(only))


def commitment(secret: bytes, announcement: Announcement) -> str:
    """The published promise of a secret, for this announcement and no other."""
    assert len(secret) == SECRET_BYTES
    return digest("commitment", announcement.name, *announcement.lines, raw=secret)


def check_promise(secret: bytes, announcement: Announcement, promised: str) -> None:
    """Raise `BadProof` unless a secret is the one that was promised for an announcement."""
    if len(secret) != SECRET_BYTES or commitment(secret, announcement) != promised.upper():
        raise BadProof("the secret is not the one that was promised")


def announced_entry(previous: str, announcement: Announcement, promised: str) -> Entry:
    """The first entry of an attempt: from here on nothing is the table's choice."""
    return entry(previous, "announced", announcement.name, *announcement.lines, f"commitment {promised}")
