"""The cards of a record against the rules: burn, rounds in their order, draws, results, cut card, last round. For ``verify``.

Knows only what was opened. See docs/proof.md, "What a verifier checks", 4 to 6.
"""

import re
from collections import Counter, deque
from collections.abc import Sequence

from puntobanco.errors import BadProof
from puntobanco.game.cards import Card
from puntobanco.game.house import BurnRule
from puntobanco.game.proof.ceremony import Ceremony
from puntobanco.game.proof.record import BurnRecord, RoundRecord, ShoeRecord
from puntobanco.game.proof.texts import RANDOM_BYTES, OpenedCard, check_opened
from puntobanco.game.rules import COUP_CARDS_MAX, COUP_CARDS_MIN, Coup, Side, next_side
from puntobanco.game.shoe import SESSION_ROUNDS, CutCard, burn, shoe_cards

_RANDOM = re.compile(f"[0-9A-F]{{{2 * RANDOM_BYTES}}}")


def round_name(played: RoundRecord) -> str:
    """How a round is named in what is found: one without bets has no number of its own."""
    return f"demonstration round {played.demonstration}" if played.demonstration else f"round {played.round}"


class Play:
    """A shoe as it was played, followed card by card. ``texts`` counts the opened texts that were checked."""

    def __init__(self, record: ShoeRecord, told: Ceremony) -> None:
        self.texts = 0
        self._told, self._record = told, record
        self._rules, self._session = told.rules, told.announcement.session_rounds > 0
        self._hashes: Sequence[str] = record.hashes
        self._next = 1
        self._faces: Counter[Card] = Counter()
        self._last: int | None = None

    def follow(self) -> None:
        """Check burn and rounds. Raises `BadProof` that names the first wrong card or round."""
        record = self._record
        if self._session and (record.burn is not None or record.hashes):
            raise BadProof("burn: in a session every round has hashes and a burn of its own")
        if not self._session:
            self._burn("the shoe", record.burn, needed=bool(record.rounds))
        for place, played in enumerate(record.rounds):
            self._round(place, played, last=place == len(record.rounds) - 1)
        if self._told.end is not None and self._told.end.end == "finished":
            self._finished()

    def _round(self, place: int, played: RoundRecord, *, last: bool) -> None:
        name, demonstrations = round_name(played), self._rules.demonstration_rounds
        due = (0, place + 1) if place < demonstrations else (place - demonstrations + 1, 0)
        if (played.round, played.demonstration) != due:
            wanted = f"demonstration round {due[1]}" if due[1] else f"round {due[0]}"
            raise BadProof(f"{wanted}: {name} stands in its place")
        if self._told.published is None:
            raise BadProof(f"{name}: nothing was published before it")
        if self._last is not None and played.round > self._last:
            raise BadProof(f"{name}: round {self._last} was the shoe's last")
        if self._session:
            self._pack(name, played)
        elif played.hashes or played.burn is not None:
            raise BadProof(f"{name}: only in a session has a round hashes and a burn of its own")
        if played.voided is not None:
            self._voided(name, played, last=last)
        elif played.outcome is None:
            self._under_way(name, played, last=last)
        else:
            self._complete(name, played)

    def _pack(self, name: str, played: RoundRecord) -> None:
        """A session's round begins with card 1 of a pack of its own."""
        if played.round > SESSION_ROUNDS:
            raise BadProof(f"{name}: a session has {SESSION_ROUNDS} rounds")
        if len(played.hashes) != self._told.announcement.session_cards:
            raise BadProof(f"{name}: {len(played.hashes)} hashes, but {self._told.announcement.session_cards} cards are ready")
        self._hashes, self._next, self._faces = played.hashes, 1, Counter()
        self._burn(name, played.burn, needed=_begun(played))

    def _burn(self, name: str, recorded: BurnRecord | None, *, needed: bool) -> None:
        rules = self._rules
        if recorded is None:
            if needed and rules.burn is not BurnRule.NONE:
                raise BadProof(f"burn of {name}: it is missing")
            return
        if rules.burn is BurnRule.NONE or self._told.published is None:
            raise BadProof(f"burn of {name}: there is none before this")
        if (recorded.shown is not None) is not (rules.burn is BurnRule.FIRST_CARD):
            raise BadProof(f"burn of {name}: a first card is {'not ' if recorded.shown else ''}shown in this house")
        shown = None if recorded.shown is None else self._open(recorded.shown, 1)
        due = burn(rules.burn, rules.decks, shown).face_down
        if recorded.face_down != due:
            raise BadProof(f"burn of {name}: {recorded.face_down} cards face down, but the house burns {due}")
        self._next = 1 + (shown is not None) + due

    def _open(self, opened: OpenedCard, number: int) -> Card:
        """The face of an opened card that must have this number."""
        if opened.number != number:
            raise BadProof(f"card {number}: card {opened.number} stands in its place")
        card = check_opened(opened, self._hashes)
        if _RANDOM.fullmatch(opened.text.split("-", 2)[2]) is None:
            raise BadProof(f"card {number}: the random part of its text is no {RANDOM_BYTES} bytes in upper-case hex")
        self.texts += 1
        self._faces[card] += 1
        if self._faces[card] > self._rules.decks:
            raise BadProof(f"card {number}: {card} comes {self._faces[card]} times, but {self._rules.decks} decks hold fewer")
        return card

    def _complete(self, name: str, played: RoundRecord) -> None:
        first = self._burn_before(name, played)
        coup = self._deal(name, played, first, face_down=False)
        for what, said, follows in (
            ("Player's points", played.player_points, coup.player_points),
            ("Banker's points", played.banker_points, coup.banker_points),
            ("the outcome", played.outcome, coup.outcome),
        ):
            if said != follows:
                raise BadProof(f"{name}: {what} is recorded as {said}, but follows from the cards as {follows}")
        self._pass(played, first, first + coup.card_count)

    def _under_way(self, name: str, played: RoundRecord, *, last: bool) -> None:
        """The last round may be under way. When a shoe ended it was voided, but for a session's pack that was not dealt from."""
        if not last or (self._told.end is not None and not (self._session and not _begun(played))):
            raise BadProof(f"{name}: it did not come to a result and was not voided")
        self._without_result(name, played)

    def _voided(self, name: str, played: RoundRecord, *, last: bool) -> None:
        end = self._told.end
        never_opened = last and end is not None and end.end == "never_opened"
        if "\n" in (played.voided or ""):
            raise BadProof(f"{name}: the reason why it was voided is more than one line")
        if (played.demonstration or played.burned or played.player or played.banker) and not never_opened:
            raise BadProof(f"{name}: it was voided, but it has {'no bets' if played.demonstration else 'cards'}")
        self._without_result(name, played)

    def _without_result(self, name: str, played: RoundRecord) -> None:
        """A round of which no more is known than the cards that are open."""
        if (played.outcome, played.player_points, played.banker_points) != (None, None, None):
            raise BadProof(f"{name}: it has a result, but did not come to one")
        if played.burned or played.player or played.banker:
            self._deal(name, played, self._burn_before(name, played), face_down=True)

    def _burn_before(self, name: str, played: RoundRecord) -> int:
        """The number of a round's first card."""
        if played.burned != self._rules.burn_each_round:
            raise BadProof(f"{name}: {played.burned} cards burned before it, but the house burns {self._rules.burn_each_round}")
        return self._next + played.burned

    def _deal(self, name: str, played: RoundRecord, first: int, *, face_down: bool) -> Coup:
        """Deal a round's recorded cards by the tableau. Where cards may lie ``face_down``, as far as those that are open go."""
        rest = {Side.PLAYER: deque(played.player), Side.BANKER: deque(played.banker)}
        hands: dict[Side, list[Card]] = {side: [] for side in Side}
        for number in range(first, first + COUP_CARDS_MAX):
            side = _side_of(number - first, hands)
            if side is None:
                break
            if rest[side] and not (face_down and rest[side][0].number != number):
                hands[side].append(self._open(rest[side].popleft(), number))
            elif not face_down:
                raise BadProof(f"{name}: card {number} is missing, which is {side.capitalize()}'s")
        for side, cards in rest.items():
            if cards:
                raise BadProof(f"{name}: card {cards[0].number} is one that {side.capitalize()} does not get")
        return Coup(tuple(hands[Side.PLAYER]), tuple(hands[Side.BANKER]))

    def _pass(self, played: RoundRecord, first: int, after: int) -> None:
        """Go on behind a round, and see whether the cut card came out in it."""
        if self._told.places is not None:
            cut_card = CutCard.with_behind(shoe_cards(self._rules.decks), self._told.places[1])
            if cut_card.met(self._next, after - 1):
                self._last = cut_card.last_round(
                    self._rules.last_round, met_in_round=played.round, met_at_first_card=cut_card.number <= first
                )
        self._next = after

    def _finished(self) -> None:
        last = SESSION_ROUNDS if self._session else self._last
        ended = [one.round for one in self._record.rounds if one.outcome is not None or one.voided is not None]
        played = ended[-1] if ended else 0
        if last is None:
            raise BadProof(f"round {played + 1}: the shoe finished without it, though the cut card did not come out")
        if played != last:
            raise BadProof(f"round {last}: the shoe finished without it")


def _begun(played: RoundRecord) -> bool:
    """Whether a round went further than that its pack was ready: its bets were taken, or its cards dealt."""
    return bool(played.burned or played.player or played.banker or played.outcome is not None or played.voided is not None)


def _side_of(place: int, hands: dict[Side, list[Card]]) -> Side | None:
    """Whose card lies at a place of a round, from 0; None where none does, or where an unopened card keeps it from being known."""
    if place < COUP_CARDS_MIN:
        return (Side.PLAYER, Side.BANKER)[place % 2]
    if sum(map(len, hands.values())) < place:
        return None
    return next_side([card.points for card in hands[Side.PLAYER]], [card.points for card in hands[Side.BANKER]])
