"""The locked box of one table's shoe: the only place where unopened cards exist.

What it gives out may be told to everyone, but for `face`.
"""

import secrets

from puntobanco.game import proof
from puntobanco.game.cards import Card
from puntobanco.game.proof import OpenedCard, StackedShoe
from puntobanco.server.seal import Sealer
from puntobanco.table import ceremony
from puntobanco.table.commands import AnnounceShoe, OpenShoe, ShuffleRound
from puntobanco.table.state import Ceremony, TableState


class Shoebox:
    """Makes shoes from the operating system's randomness, seals their secrets, and hands out cards one at a time."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer
        self._secret = b""
        self._ceremony: Ceremony | None = None
        self._shoe: StackedShoe | None = None

    def announce(self, state: TableState) -> AnnounceShoe:
        """What the table announces now, with a new secret that is promised and sealed."""
        announcement, secret = ceremony.announcement_due(state), secrets.token_bytes(proof.SECRET_BYTES)
        return AnnounceShoe(
            announcement=announcement,
            commitment=proof.commitment(secret, announcement),
            sealed=self._sealer.seal(secret, announcement),
        )

    def follow(self, state: TableState) -> bool:
        """Hold the very secret and cards that a table's events stand for; False when its secret is lost. Real cards have none.

        Of a session the cards are those of the round whose hashes were published last.
        """
        shoe = state.shoe
        of_shoe = shoe.ceremony if shoe else state.ceremony
        if of_shoe is None:
            self._secret, self._ceremony, self._shoe = b"", None, None
            return True
        if self._ceremony is None or self._ceremony.announced != of_shoe.announced:
            secret = self._sealer.unseal(of_shoe.sealed, of_shoe.announcement)
            if secret is None:
                return False
            self._secret, self._shoe = secret, None
        self._ceremony = of_shoe
        if shoe is not None and self._shoe is None and (shoe.published or not shoe.session):
            self._shoe = self._stack(shoe.published[-1].deal if shoe.session else None)
        return True

    def open_shoe(self, state: TableState) -> OpenShoe:
        """The shuffled and cut shoe, as the command that brings it; of a session the rounds bring their cards themselves."""
        assert state.ceremony is not None
        if state.ceremony.announcement.session_rounds:
            return OpenShoe(hashes=(), cut_place=0, cut_card_behind=0)
        shoe = self._shoe = self._stack(None)
        return OpenShoe(hashes=shoe.hashes, cut_place=shoe.cut_place, cut_card_behind=shoe.cut_card_behind)

    def shuffle_round(self, state: TableState) -> ShuffleRound:
        """A pack for the next round of a session, as the command that publishes its hashes; asked again, the very same."""
        deal = proof.deal_name(state.round + 1, state.demonstration + 1 if state.demonstration_due else 0)
        self._shoe = self._stack(deal)
        return ShuffleRound(hashes=self._shoe.hashes)

    def open_card(self, number: int) -> OpenedCard:
        """A card with its text. Call it only for the card that is turned now."""
        assert self._shoe is not None, "no shoe has been loaded"
        return OpenedCard(number, self._shoe.text(number))

    def face(self, number: int) -> Card:
        """A card's face without its text. Only for the eyes of who bends that card, who has the right to."""
        assert self._shoe is not None, "no shoe has been loaded"
        return proof.card_of(self._shoe.text(number))

    @property
    def secret(self) -> bytes:
        """The secret of the shoe. Give it to the table only when the shoe has ended."""
        assert self._ceremony is not None, "no shoe has been announced"
        return self._secret

    def _stack(self, deal: str | None) -> StackedShoe:
        """The shoe of the secret and of all that was shared, or the pack of one round of a session."""
        of_shoe = self._ceremony
        assert of_shoe is not None, "no shoe has been announced"
        assert of_shoe.order is not None, "the order is not fixed yet"
        seed = proof.seed_of(self._secret, of_shoe.order)
        if deal is None:
            return proof.stack(seed, of_shoe.announcement, of_shoe.opened)
        return proof.stack_round(seed, of_shoe.announcement, deal)
