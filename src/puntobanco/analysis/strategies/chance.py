"""Random numbers for plans that want some: the same for a seed whoever plays, and of no use to know a card by."""

from hashlib import sha256
from random import Random


class Chance:
    """The random numbers of one player. The generator is made when it is first asked for: most plans never do."""

    __slots__ = ("_generator", "_key")

    def __init__(self, seed: int, player: int) -> None:
        # Not the seed itself, out of which the cards of the shoes are made, and which a plan might ask for.
        self._key = sha256(f"puntobanco strategies: seed {seed}, player {player}".encode()).digest()
        self._generator: Random | None = None

    def generator(self) -> Random:
        """The player's generator, always the same object: it goes on from round to round."""
        if self._generator is None:
            self._generator = Random(self._key)
        return self._generator
