"""Whole shoes, played with the pure functions to the record that a server hands out. A number makes a shoe, the same every time."""

import random
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from puntobanco.game import proof
from puntobanco.game.cards import Card
from puntobanco.game.house import BurnRule, HouseRules, LastRound, changed
from puntobanco.game.proof import OpenedCard, RoundRecord, Share, Shared, StackedShoe
from puntobanco.game.rules import NEW_COUP, Side
from puntobanco.game.shoe import SESSION_ROUNDS, Burn, burn, shoe_cards
from puntobanco.house_files import load

HOUSES = ("chips", "live", "macau", "studio", "classic")

Ending = Literal["in_play", "finished", "ended_early", "never_opened"]

WORDS = ("", "", "lucky seven", "八八發", "  two blanks", 'naïve — “quoted” \\ "', "x" * 80, "🂡" * 80, "cut -", "words ")


class CutOff(Exception):
    """The step after which nothing more is in the record."""


class Playing:
    """One shoe on its way. ``steps`` are how many steps are in the record, None for all; ``ending`` is what happens then."""

    def __init__(
        self,
        chance: random.Random,
        rules: HouseRules,
        *,
        players: int = 2,
        failures: int = 0,
        voids: float = 0.0,
        steps: int | None = None,
        ending: Ending = "finished",
        table: int = 3,
        shoe: int = 12,
    ) -> None:
        self.chance, self.rules = chance, rules
        self.players = [chance.randbytes(8).hex() for _ in range(players)]
        self.failures, self.voids, self.steps, self.ending = failures, voids, steps, ending
        self.table, self.shoe = table, shoe
        self.previous = proof.BEGINNING if shoe == 1 else chance.randbytes(64).hex().upper()
        self.log: list[proof.Entry] = []
        self.hashes: tuple[str, ...] = ()
        self.burn: proof.BurnRecord | None = None
        self.rounds: list[RoundRecord] = []
        self.announced = proof.announce(table, shoe, rules)
        self.secret = b""
        self.seed = b""
        self.under_way = False
        self.taken = 0

    @property
    def head(self) -> str:
        """The hash that the next entry is made over."""
        return self.log[-1].hash if self.log else self.previous

    def record(self) -> proof.ShoeRecord:
        """Play, and end as was asked for."""
        try:
            self._announce()
            ending: Ending = "finished"
            self._ceremony()
            self._play()
        except CutOff:
            ending = self.ending
        if ending != "in_play":
            self._end(ending)
        return proof.ShoeRecord(
            table=self.table,
            shoe=self.shoe,
            rules=self.announced.rules,
            previous=self.previous,
            log=tuple(self.log),
            hashes=self.hashes,
            burn=self.burn,
            rounds=tuple(self.rounds),
        )

    def _step(self) -> None:
        """One more step is in the record, unless it was the last."""
        self.taken += 1
        if self.steps is not None and self.taken >= self.steps and (self.ending != "ended_early" or not self.under_way):
            raise CutOff

    def _announce(self) -> None:
        self.secret = self.chance.randbytes(proof.SECRET_BYTES)
        promised = proof.commitment(self.secret, self.announced)
        self.log.append(proof.announced_entry(self.head, self.announced, promised))
        self.announced_hash = self.head
        self._step()

    def _share(self) -> Share:
        cut = self.chance.choice((None, self.chance.randint(10, shoe_cards(self.rules.decks) - 10)))
        return Share(random=self.chance.randbytes(32).hex().upper(), words=self.chance.choice(WORDS), cut_place=cut)

    def _ceremony(self) -> None:
        sharing = list(self.players)
        for attempt in range(1, self.failures + 2):
            if attempt > 1:
                self.announced = proof.announce(self.table, self.shoe, self.rules, attempt=attempt, only=sharing)
                self._announce()
                sharing = [player for player in sharing if self.chance.random() < 0.8 or attempt <= self.failures]
            self.chance.shuffle(sharing)
            shares = {player: self._share() for player in sharing}
            seals = {player: proof.seal_of(self.announced_hash, player, share) for player, share in shares.items()}
            self.log.append(proof.closed_entry(self.head, self.announced, seals))
            self._step()
            if attempt <= self.failures and sharing:
                missing = [player for player in sharing if self.chance.random() < 0.3] or sharing[:1]
                self.log.append(proof.failed_entry(self.head, self.announced, missing))
                sharing = [player for player in sharing if player not in missing]
                self._step()
                continue
            shared = [Shared(player, share) for player, share in shares.items()]
            self.log.append(proof.opened_entry(self.head, self.announced, shared))
            self._step()
            self._publish(shared)
            return

    def _publish(self, shared: list[Shared]) -> None:
        self.seed = proof.seed_of(self.secret, self.head)
        if self.rules.shuffles_each_round:
            self.log.append(proof.published_entry(self.head, self.announced, (), 0, 0))
        else:
            self.stacked = proof.stack(self.seed, self.announced, shared)
            self.hashes = self.stacked.hashes
            places = self.stacked.cut_place, self.stacked.cut_card_behind
            self.log.append(proof.published_entry(self.head, self.announced, self.hashes, *places))
        self._step()

    def _play(self) -> None:
        if not self.rules.shuffles_each_round:
            self.next = 1
            self.burn = self._burned(self.stacked)
            self._step()
        self.last: int | None = SESSION_ROUNDS if self.rules.shuffles_each_round else None
        for number in range(1, self.rules.demonstration_rounds + 1):
            self._round(RoundRecord(round=0, demonstration=number))
        number = 1
        while self.last is None or number <= self.last:
            self._round(RoundRecord(round=number))
            number += 1

    def _burned(self, stacked: StackedShoe) -> proof.BurnRecord | None:
        due: Burn = burn(self.rules.burn, self.rules.decks, stacked.cards[0])
        if self.rules.burn is BurnRule.NONE:
            return None
        self.next += due.shown + due.face_down
        return proof.BurnRecord(shown=OpenedCard(1, stacked.text(1)) if due.shown else None, face_down=due.face_down)

    def _round(self, begun: RoundRecord) -> None:
        if self.rules.shuffles_each_round:
            deal = proof.deal_name(begun.round, begun.demonstration)
            self.stacked, self.next = proof.stack_round(self.seed, self.announced, deal), 1
            self.log.append(proof.round_entry(self.head, self.announced, deal, self.stacked.hashes))
            self.rounds.append(replace(begun, hashes=self.stacked.hashes))
            self._step()
            self.rounds[-1] = replace(self.rounds[-1], burn=self._burned(self.stacked))
        else:
            self.rounds.append(begun)
        self.under_way = True
        self._step()
        if begun.round and self.chance.random() < self.voids and self.last is None:
            self._put(voided=self.chance.choice(("wrong chips", "火警", "-")))
        else:
            self._deal()
        self.under_way = False
        self._step()

    def _put(self, **facts: Any) -> None:
        self.rounds[-1] = replace(self.rounds[-1], **facts)

    def _deal(self) -> None:
        start, first = self.next, self.next + self.rules.burn_each_round
        self._put(burned=self.rules.burn_each_round)
        self._step()
        coup, self.next = NEW_COUP, first
        while (side := coup.next_side) is not None:
            coup = coup.with_card(self.stacked.cards[self.next - 1])
            opened = OpenedCard(self.next, self.stacked.text(self.next))
            one = self.rounds[-1]
            self._put(**{side.value: (*(one.player if side is Side.PLAYER else one.banker), opened)})
            self.next += 1
            if not coup.complete:
                self._step()
        self._cut_card(start, first)
        self._put(outcome=coup.outcome, player_points=coup.player_points, banker_points=coup.banker_points)

    def _cut_card(self, start: int, first: int) -> None:
        if self.rules.shuffles_each_round:
            return
        place = shoe_cards(self.rules.decks) - self.stacked.cut_card_behind + 1
        if start <= place < self.next:
            number = self.rounds[-1].round
            self.last = number + 1 if self.rules.last_round is LastRound.ONE_MORE and place > first else number

    def _end(self, ending: Ending) -> None:
        never = ending == "never_opened"
        if self.under_way:
            self._put(voided="the shoe's secret was lost", outcome=None, player_points=None, banker_points=None)
        counted = [one for one in self.rounds if one.round and (one.voided or one.outcome)]
        voided = [proof.record.Voided(one.round, one.voided) for one in counted if one.voided]
        end = proof.ended_entry(
            self.head,
            self.announced,
            ending,
            reason="" if ending == "finished" else self.chance.choice(("closing time", "電力中斷")),
            rounds=len(counted),
            voided=voided,
            secret=None if never else self.secret,
        )
        self.log.append(end)


def house(chance: random.Random, name: str | None = None) -> HouseRules:
    """One of the houses, most often with settings of the shoe changed."""
    rules = load(name or chance.choice(HOUSES))
    if chance.random() < 0.2:
        return rules
    each = chance.choice((0, 0, 0, 1, 3, 10))
    least = max(12, 11 + each) + chance.randint(0, 8)
    settings: dict[str, Any] = {
        "decks": chance.randint(6, 12),
        "burn": chance.choice((1, 6, 52, "none", "decks", "first_card", "first_card")),
        "burn_each_round": each,
        "cut_by": chance.choice(("dealer", "player", "player")),
        "cut_card_least": least,
        "cut_card_most": least + chance.choice((0, 6, 100)),
        "last_round": chance.choice(("cut_card", "one_more")),
        "demonstration_rounds": chance.randint(0, 3),
    }
    kind = chance.random()
    if kind < 0.1:
        settings |= {"shuffle_every_round": True}
    elif kind < 0.2:
        plain = {"squeeze": "none", "squeeze_seconds": "none", "faces": "up", "burn": "none", "burn_each_round": 0}
        settings |= plain | {"continuous_shuffler": True}
    return changed(rules, settings)


def played(number: int, name: str | None = None, settings: Mapping[str, Any] | None = None, **options: Any) -> proof.ShoeRecord:
    """The shoe of a number: any house, players, failures, voids and ending, but for what is given."""
    chance = random.Random(number)
    rules = house(chance, name) if settings is None else changed(load(name or "live"), settings)
    ending: Ending = chance.choice(("finished", "finished", "in_play", "ended_early", "never_opened"))
    steps = chance.choice((chance.randint(1, 12), chance.randint(1, 60), chance.randint(1, 700)))
    chosen: dict[str, Any] = {
        "players": chance.choice((0, 1, 2, 3, 8)),
        "failures": chance.choice((0, 0, 0, 1, 2)),
        "voids": chance.choice((0.0, 0.0, 0.1)),
        "steps": steps,
        "ending": ending,
        "table": chance.choice((1, 3, 2**53 - 1)),
        "shoe": chance.choice((1, 12, 2**53 - 1)),
    }
    chosen |= options
    if chosen["ending"] == "finished":
        chosen["steps"] = None
    return Playing(chance, rules, **chosen).record()


def as_json(record: proof.ShoeRecord) -> Any:
    """The record as the plain values of its JSON."""
    return msgspec.json.decode(msgspec.json.encode(record))


def face(opened: OpenedCard) -> Card:
    """The face of an opened card."""
    return proof.card_of(opened.text)
