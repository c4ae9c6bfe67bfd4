"""The cards of a shoe from its seed: shuffle, cut, cut card, texts and hashes (rules 6.1 to 6.3). See docs/proof.md."""

import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puntobanco.errors import BadProof
from puntobanco.game.cards import Card
from puntobanco.game.house import CutBy
from puntobanco.game.proof.announcement import Announcement
from puntobanco.game.proof.log import Entry, entry
from puntobanco.game.proof.shares import Shared
from puntobanco.game.proof.stream import Stream, shuffle
from puntobanco.game.proof.texts import TAG, hash_of, root_of, text_of
from puntobanco.game.shoe import CUT_FROM_END, cut, full_pack, inspect, shoe_cards


class StackedShoe(NamedTuple):
    """A shuffled and cut shoe with all it keeps secret. ``cards[0]`` is card number 1. Never logged, never sent."""

    cards: tuple[Card, ...]
    texts: tuple[str, ...]
    hashes: tuple[str, ...]
    cut_place: int
    cut_card_behind: int

    def __repr__(self) -> str:
        return f"StackedShoe(of {len(self.cards)} cards)"

    def text(self, number: int) -> str:
        """The text of card ``number``, from 1."""
        return self.texts[number - 1]


def stack(seed: bytes, announcement: Announcement, shares: Sequence[Shared] = ()) -> StackedShoe:
    """The shoe of a seed. Where a player cuts, the stream picks whose sealed place it is; else the place is the stream's own."""
    stream, rules = Stream(key_of(seed, "order")), announcement.of_shoe
    shuffled = shuffle(full_pack(rules.decks), stream)
    places = [share.cut_place for _, share in shares if share.cut_place is not None and rules.cut_by is CutBy.PLAYER]
    free = shoe_cards(rules.decks) - 2 * CUT_FROM_END + 1
    cut_place = places[stream.below(len(places))] if places else CUT_FROM_END + stream.below(free)
    cut_card_behind = rules.cut_card_least + stream.below(rules.cut_card_most - rules.cut_card_least + 1)
    order = cut(shuffled, cut_place)
    inspect(order, rules.decks)
    return _ready(order, key_of(seed, "texts"), cut_place, cut_card_behind)


def stack_round(seed: bytes, announcement: Announcement, deal: str) -> StackedShoe:
    """The cards that are ready for one round of a session, by its `deal_name`: the front of a pack shuffled for it alone, uncut."""
    order = shuffle(full_pack(announcement.decks), Stream(key_of(seed, f"order {deal}")))
    inspect(order, announcement.decks)
    return _ready(order[: announcement.session_cards], key_of(seed, f"texts {deal}"))


def deal_name(round_number: int, demonstration: int) -> str:
    """How a round of a session is named in its keys: a demonstration round has no number of its own (rule 6.5)."""
    return f"demonstration {demonstration}" if demonstration else f"round {round_number}"


def key_of(seed: bytes, use: str) -> bytes:
    """A key for one use alone: the order of a shoe tells nothing of its texts."""
    return hmac.digest(seed, f"{TAG}{use}".encode(), "sha512")


def _ready(cards: tuple[Card, ...], key: bytes, cut_place: int = 0, cut_card_behind: int = 0) -> StackedShoe:
    texts = tuple(text_of(key, number, card) for number, card in enumerate(cards, 1))
    return StackedShoe(cards, texts, tuple(map(hash_of, texts)), cut_place, cut_card_behind)


def published_entry(previous: str, announcement: Announcement, hashes: Sequence[str], cut_place: int, behind: int) -> Entry:
    """What is out before a shoe's first bet; of a session only that its rounds will follow."""
    if announcement.session_rounds:
        return entry(previous, "published", announcement.name, "session")
    facts = (f"cut {cut_place}", f"cut card behind {behind}", f"cards {len(hashes)}", f"root {root_of(hashes)}")
    return entry(previous, "published", announcement.name, *facts)


def round_entry(previous: str, announcement: Announcement, deal: str, hashes: Sequence[str]) -> Entry:
    """What is out before the bets of a round that has a pack of its own."""
    return entry(previous, "round", announcement.name, deal, f"cards {len(hashes)}", f"root {root_of(hashes)}")


def check_shoe(
    seed: bytes, announcement: Announcement, shares: Sequence[Shared], hashes: Sequence[str], cut_place: int, cut_card_behind: int
) -> None:
    """Check a shoe: make it again from its seed. Raises `BadProof` that names the first card that is not what was published."""
    shoe = stack(seed, announcement, shares)
    if len(hashes) != len(shoe.hashes):
        raise BadProof(f"{len(hashes)} hashes are published for a shoe of {len(shoe.hashes)} cards")
    for number, (made, published) in enumerate(zip(shoe.hashes, hashes, strict=True), 1):
        if made != published.upper():
            raise BadProof(f"card {number}: the hash published for it is not the one that the secret makes")
    if (shoe.cut_place, shoe.cut_card_behind) != (cut_place, cut_card_behind):
        cut_at = f"{shoe.cut_place} cards from the top and puts the cut card in front of the last {shoe.cut_card_behind}"
        raise BadProof(f"the secret cuts {cut_at}, published were {cut_place} and {cut_card_behind}")


def check_session(seed: bytes, announcement: Announcement, published: Iterable[tuple[str, str]]) -> None:
    """Check a session: ``published`` gives each round's `deal_name` and the root of its hashes. Raises `BadProof`."""
    for deal, root in published:
        if root_of(stack_round(seed, announcement, deal).hashes) != root.upper():
            raise BadProof(f"{deal}: the hashes published for it are not those that the secret makes")
