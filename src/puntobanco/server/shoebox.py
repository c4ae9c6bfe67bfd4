"""The locked box of one table's shoe: the only place where unopened cards exist.

What it gives out may be told to everyone, but for `face`.
"""

import secrets

from puntobanco.game.cards import Card
from puntobanco.game.proof import (
    SECRET_BYTES,
    Announcement,
    OpenedCard,
    StackedShoe,
    announce,
    card_of,
    commitment,
    deal_name,
    stack,
    stack_round,
)
from puntobanco.server.seal import Sealer
from puntobanco.table.commands import OpenShoe, ShuffleRound
from puntobanco.table.state import ShoeInPlay, TableState


class Shoebox:
    """Makes shoes from the operating system's randomness, seals their secrets, and hands out cards one at a time."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer
        self._secret = b""
        self._announcement: Announcement | None = None
        self._shoe: StackedShoe | None = None

    def fresh(self, state: TableState) -> OpenShoe:
        """A new shoe for a table, as the command that brings it: hashes open, secret sealed."""
        announcement = announce(state.number, state.shoe_number, state.rules, cut_place=state.cut_place)
        secret = secrets.token_bytes(SECRET_BYTES)
        shoe = None if announcement.session_rounds else stack(secret, announcement)
        return OpenShoe(
            announcement=announcement,
            commitment=commitment(secret),
            hashes=shoe.hashes if shoe else (),
            cut_card_behind=shoe.cut_card_behind if shoe else 0,
            sealed=self._sealer.seal(secret, announcement),
        )

    def load(self, shoe: ShoeInPlay) -> bool:
        """Unseal a shoe that is in play, with the very same cards; False when its secret is lost. Real cards have none.

        Of a session the cards are those of the round whose hashes were published last.
        """
        if shoe.by_hand:
            return True
        opened_by = shoe.opened_by
        secret = self._sealer.unseal(opened_by.sealed, opened_by.announcement)
        if secret is None:
            return False
        self._secret, self._announcement = secret, opened_by.announcement
        if not shoe.session:
            self._shoe = stack(secret, opened_by.announcement)
        elif shoe.published:
            self._shoe = stack_round(secret, opened_by.announcement, shoe.published[-1].deal)
        return True

    def shuffle_round(self, state: TableState) -> ShuffleRound:
        """A pack for the next round of a session, as the command that publishes its hashes; asked again, the very same."""
        assert self._announcement is not None, "no shoe has been loaded"
        deal = deal_name(state.round + 1, state.demonstration + 1 if state.demonstration_due else 0)
        self._shoe = stack_round(self._secret, self._announcement, deal)
        return ShuffleRound(hashes=self._shoe.hashes)

    def open_card(self, number: int) -> OpenedCard:
        """A card with its text. Call it only for the card that is turned now."""
        assert self._shoe is not None, "no shoe has been loaded"
        return OpenedCard(number, self._shoe.text(number))

    def face(self, number: int) -> Card:
        """A card's face without its text. Only for the eyes of who bends that card, who has the right to."""
        assert self._shoe is not None, "no shoe has been loaded"
        return card_of(self._shoe.text(number))

    @property
    def secret(self) -> bytes:
        """The secret of the shoe. Give it to the table only when the shoe has ended."""
        assert self._announcement is not None, "no shoe has been loaded"
        return self._secret

    def empty(self) -> None:
        """Forget the shoe."""
        self._secret, self._announcement, self._shoe = b"", None, None
