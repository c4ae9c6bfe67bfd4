"""The locked box of one table's shoe: the only place where unopened cards exist. What it gives out may be told to everyone."""

import secrets

from puntobanco.game.proof import SECRET_BYTES, Announcement, OpenedCard, StackedShoe, commitment, stack
from puntobanco.server.seal import Sealer
from puntobanco.table.commands import OpenShoe
from puntobanco.table.state import ShoeInPlay, TableState


class Shoebox:
    """Makes shoes from the operating system's randomness, seals their secrets, and hands out cards one at a time."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer
        self._secret = b""
        self._shoe: StackedShoe | None = None

    def fresh(self, state: TableState) -> OpenShoe:
        """A new shoe for a table, as the command that brings it: hashes open, secret sealed."""
        announcement = Announcement(
            table=state.number,
            shoe=state.shoe_number,
            decks=state.rules.decks,
            cut_card_least=state.rules.cut_card_least,
            cut_card_most=state.rules.cut_card_most,
            cut_place=state.cut_place,
        )
        secret = secrets.token_bytes(SECRET_BYTES)
        shoe = stack(secret, announcement)
        return OpenShoe(
            announcement=announcement,
            commitment=commitment(secret),
            hashes=shoe.hashes,
            cut_card_behind=shoe.cut_card_behind,
            sealed=self._sealer.seal(secret, announcement),
        )

    def load(self, shoe: ShoeInPlay) -> bool:
        """Unseal a shoe that is in play, with the very same cards; False when its secret is lost."""
        opened_by = shoe.opened_by
        secret = self._sealer.unseal(opened_by.sealed, opened_by.announcement)
        if secret is None:
            return False
        self._secret, self._shoe = secret, stack(secret, opened_by.announcement)
        return True

    def open_card(self, number: int) -> OpenedCard:
        """The next card to leave the shoe, opened. Call it only for the card that is turned now."""
        assert self._shoe is not None, "no shoe has been loaded"
        return OpenedCard(number, self._shoe.text(number))

    @property
    def secret(self) -> bytes:
        """The secret of the shoe. Give it to the table only when the shoe has ended."""
        assert self._shoe is not None, "no shoe has been loaded"
        return self._secret

    def empty(self) -> None:
        """Forget the shoe."""
        self._secret, self._shoe = b"", None
