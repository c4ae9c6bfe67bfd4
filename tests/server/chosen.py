"""Shoes that a test may choose, in which no player shares: what a secret makes of an announcement when the list stays empty."""

import contextlib
import functools
from collections.abc import Iterator
from unittest import mock

from puntobanco.game import proof
from puntobanco.game.proof import Announcement, Share, StackedShoe
from puntobanco.game.rules import Outcome, deal
from puntobanco.game.shoe import burn
from puntobanco.server.shoebox import Shoebox
from puntobanco.table.ceremony import announcement_due
from puntobanco.table.commands import AnnounceShoe
from puntobanco.table.players import public_name
from puntobanco.table.state import Ceremony, TableState


def seed_alone(secret: bytes, announcement: Announcement, log_head: str = proof.BEGINNING) -> bytes:
    """The seed of a shoe in whose order nobody shares."""
    announced = proof.announced_entry(log_head, announcement, proof.commitment(secret, announcement))
    closed = proof.closed_entry(announced.hash, announcement, {})
    return proof.seed_of(secret, proof.opened_entry(closed.hash, announcement, ()).hash)


def shoe_alone(secret: bytes, announcement: Announcement, log_head: str = proof.BEGINNING) -> StackedShoe:
    """The shoe of it."""
    return proof.stack(seed_alone(secret, announcement, log_head), announcement)


def share_of(account: str, cut_place: int | None = None, words: str = "") -> Share:
    """A contribution whose random bytes are its player's name."""
    return Share(random=account.encode().hex().upper()[:64].ljust(64, "0"), words=words, cut_place=cut_place)


def seal_of_share(ceremony: Ceremony, account: str, share: Share) -> str:
    """What seals it, in the attempt that is under way."""
    return proof.seal_of(ceremony.announced, public_name(account), share)


@functools.cache
def secret_of_ties(announced: Announcement, rounds: tuple[Outcome, ...]) -> bytes:
    """A secret whose shoe begins with these outcomes where nobody shares; any other round is no tie."""
    rules = announced.of_shoe
    for number in range(100_000):
        secret = number.to_bytes(proof.SECRET_BYTES)
        cards = list(shoe_alone(secret, announced).cards)
        del cards[: burn(rules.burn, rules.decks, cards[0]).face_down]
        for outcome in rounds:
            coup = deal(cards[:6])
            del cards[: coup.card_count]
            if (coup.outcome is Outcome.TIE) is not (outcome is Outcome.TIE):
                break
        else:
            return secret
    raise AssertionError("no such shoe was found")


@contextlib.contextmanager
def first_shoe(*outcomes: Outcome) -> Iterator[None]:
    """While this lasts, a table's first shoe begins with these outcomes, as `secret_of_ties` has it."""

    class ChosenShoebox(Shoebox):
        def announce(self, state: TableState) -> AnnounceShoe:
            announced = announcement_due(state)
            if announced.shoe > 1 or announced.attempt > 1:
                return super().announce(state)
            secret = secret_of_ties(announced, outcomes)
            # The shoebox's own name for the module: the sockets go on with real randomness.
            with mock.patch("puntobanco.server.shoebox.secrets", mock.Mock(token_bytes=lambda _: secret)):
                return super().announce(state)

    with mock.patch("puntobanco.server.casino.Shoebox", ChosenShoebox):
        yield
