"""A shoe's log, read and checked: what was announced, who shared, what was published, how it ended. For ``verify``.

Each text is made again from what it says, and must come out the same: no two texts may say one thing. See docs/proof.md.
"""

import re
from itertools import zip_longest
from typing import Literal, NamedTuple, cast

from puntobanco.errors import BadProof
from puntobanco.game.cards import quoted
from puntobanco.game.house import CUT_CARD_LEAST, LAST_ROUND_CARDS, CutBy
from puntobanco.game.proof.announcement import Announcement, ShoeRules, announced_entry, shoe_rules
from puntobanco.game.proof.log import Entry, broken_at
from puntobanco.game.proof.record import ShoeRecord
from puntobanco.game.proof.shares import SHARES_MOST, Share, Shared, check_share, closed_entry, failed_entry, opened_entry
from puntobanco.game.proof.texts import is_hash
from puntobanco.game.shoe import may_cut, shoe_cards

_COMMITMENT = re.compile(r"commitment ([0-9A-F]{128})")
_SEALED = re.compile(r"([0-9a-f]{16}) ([0-9A-F]{128})")
_OPENED = re.compile(r"player ([0-9a-f]{16})\nrandom ([^\n]*)\ncut (-|[1-9][0-9]{0,2})\nwords ([^\n]*)")
_PLACES = re.compile(r"cut ([1-9][0-9]{0,2})\ncut card behind ([1-9][0-9]{0,2})\ncards [^\n]*\nroot [^\n]*")
_END = re.compile(r"end (finished|ended_early|never_opened)\nreason ([^\n]*)\n(?:[^\n]*\n)+secret (-|[0-9A-F]{64})")

_FOLLOWERS = {
    "": ("announced",),
    "announced": ("closed", "ended"),
    "closed": ("opened", "failed", "ended"),
    "failed": ("announced", "ended"),
    "opened": ("published", "ended"),
    "published": ("round", "ended"),
    "round": ("round", "ended"),
    "ended": (),
}
"""Which kinds of entry may come after each. Before ``published`` a shoe ends early, or was never opened."""


Ending = Literal["finished", "ended_early", "never_opened"]


class End(NamedTuple):
    """How a shoe ended, why, and the secret, where it could be opened."""

    end: Ending
    reason: str
    secret: bytes | None


class Ceremony:
    """What a log says so far. What did not happen yet is None or empty; of failed attempts only their number is kept.

    ``places`` are where the shoe was cut and how many cards lie behind the cut card. ``published``, ``rounds`` (of a session) and
    ``ended`` are places in the log, from 1: those entries are made again where the cards are known, by ``verify``.
    """

    def __init__(self, record: ShoeRecord) -> None:
        self.rules: ShoeRules = shoe_rules(record.rules)
        self.announcement = Announcement(table=record.table, shoe=record.shoe, rules=record.rules)
        self.commitment = ""
        self.shares: tuple[Shared, ...] = ()
        self.opened: str | None = None
        self.failed = 0
        self.published: int | None = None
        self.places: tuple[int, int] | None = None
        self.rounds: list[int] = []
        self.ended: int | None = None
        self.end: End | None = None
        self._announced = ""
        self._only: tuple[str, ...] | None = None
        self._sealed: dict[str, str] = {}
        self._before, self._kind = record.previous, ""

    def read(self, place: int, entry: Entry) -> None:
        """Take in the next entry, at this place of the log. Raises `BadProof` that names it, or a contribution in it."""
        kind, *lines = entry.text.split("\n")
        if kind not in _FOLLOWERS[self._kind]:
            raise BadProof(f"log entry {place}: {quoted(kind)} cannot follow {self._kind or 'the beginning of a shoe'}")
        if kind != "announced" and lines[:1] != [self.announcement.name]:
            raise BadProof(f"log entry {place}: it is not of {self.announcement.name}")
        made = self._read(place, entry, kind, lines[1:])
        if made is not None and made.text != entry.text:
            raise BadProof(f"log entry {place}: {difference(made.text, entry.text)}")
        self._before, self._kind = entry.hash, kind

    def _read(self, place: int, entry: Entry, kind: str, lines: list[str]) -> Entry | None:
        """Read an entry by its kind, and make it again from what it says; None where it takes the cards to do so."""
        match kind:
            case "announced":
                return self._announce(place, entry, lines)
            case "closed":
                return self._close(place, lines)
            case "failed":
                return self._fail(place, lines)
            case "opened":
                return self._open(place, entry, lines)
            case "published":
                self._publish(place, lines)
            case "round":
                self._round(place)
            case _:
                self._finish(place, lines)
        return None

    def _announce(self, place: int, entry: Entry, lines: list[str]) -> Entry:
        last = self.announcement
        promised = _COMMITMENT.fullmatch(lines[-1] if lines else "")
        if promised is None:
            raise BadProof(f"log entry {place}: no commitment to a secret ends it")
        self.announcement = Announcement(
            table=last.table, shoe=last.shoe, attempt=self.failed + 1, rules=last.rules, only=self._only
        )
        self._announced, self.commitment = entry.hash, promised[1]
        return announced_entry(self._before, self.announcement, self.commitment)

    def _close(self, place: int, lines: list[str]) -> Entry:
        self._sealed = {}
        for number, line in enumerate(lines, 1):
            pair = _SEALED.fullmatch(line)
            if pair is None or pair[1] in self._sealed:
                raise BadProof(f"log entry {place}: contribution {number} is no seal of another player")
            if self._only is not None and pair[1] not in self._only:
                raise BadProof(f"contribution of {pair[1]}: only those who opened before may share in this attempt")
            self._sealed[pair[1]] = pair[2]
        if len(lines) > SHARES_MOST:
            raise BadProof(f"log entry {place}: {len(lines)} contributions, but an attempt takes at most {SHARES_MOST}")
        return closed_entry(self._before, self.announcement, self._sealed)

    def _fail(self, place: int, lines: list[str]) -> Entry:
        named = set(lines)
        if not named or not named <= self._sealed.keys():
            raise BadProof(f"log entry {place}: it must name who of the closed list did not open")
        self.failed += 1
        self._only = tuple(player for player in self._sealed if player not in named)
        return failed_entry(self._before, self.announcement, (player for player in self._sealed if player in named))

    def _open(self, place: int, entry: Entry, lines: list[str]) -> Entry:
        shares = []
        for first, (player, seal) in zip(range(0, len(lines), 4), self._sealed.items(), strict=False):
            said = _OPENED.fullmatch("\n".join(lines[first : first + 4]))
            if said is None or said[1] != player:
                raise BadProof(f"contribution of {player}: it is not opened in its place of the closed list")
            share = Share(random=said[2], words=said[4], cut_place=None if said[3] == "-" else int(said[3]))
            check_share(self._announced, self.announcement, player, seal, share)
            shares.append(Shared(player, share))
        if len(lines) != 4 * len(self._sealed):
            raise BadProof(f"log entry {place}: {len(self._sealed)} contributions were sealed, and it opens others")
        self.shares, self.opened = tuple(shares), entry.hash
        return opened_entry(self._before, self.announcement, self.shares)

    def _publish(self, place: int, lines: list[str]) -> None:
        self.published = place
        if self.announcement.session_rounds:
            if lines != ["session"]:
                raise BadProof(f"log entry {place}: of a session nothing else is published here")
            return
        said, rules = _PLACES.fullmatch("\n".join(lines)), self.rules
        if said is None:
            raise BadProof(f"log entry {place}: it does not say cut, cut card, cards and root")
        cut, behind = int(said[1]), int(said[2])
        wished = [share.cut_place for _, share in self.shares if share.cut_place is not None and rules.cut_by is CutBy.PLAYER]
        if cut not in wished if wished else not may_cut(cut, rules.decks):
            why = "no player sealed that place" if wished else "fewer than ten cards are left on a side"
            raise BadProof(f"log entry {place}: the cut is at {cut}, but {why}")
        if not rules.cut_card_least <= behind <= rules.cut_card_most:
            raise BadProof(f"log entry {place}: {behind} cards behind the cut card is not in the house's range")
        self.places = cut, behind

    def _round(self, place: int) -> None:
        if not self.announcement.session_rounds:
            raise BadProof(f"log entry {place}: only a session's rounds have entries of their own")
        self.rounds.append(place)

    def _finish(self, place: int, lines: list[str]) -> None:
        said = _END.fullmatch("\n".join(lines))
        if said is None:
            raise BadProof(f"log entry {place}: it does not say how a shoe ended")
        secret = None if said[3] == "-" else bytes.fromhex(said[3])
        if (said[1] == "never_opened") is not (secret is None):
            raise BadProof(f"log entry {place}: {said[1]}, but with {'no' if secret is None else 'a'} secret")
        if said[1] == "finished" and self.published is None:
            raise BadProof(f"log entry {place}: finished, but nothing was published")
        self.ended, self.end = place, End(cast(Ending, said[1]), said[2], secret)


def read_log(record: ShoeRecord) -> Ceremony:
    """Check a record's log as far as it goes without the cards. Raises `BadProof` that names the first wrong entry or share."""
    told = Ceremony(record)
    _check_rules(told.rules)
    if not is_hash(record.previous):
        raise BadProof("previous: it is no hash of 128 hex digits")
    if (broken := broken_at(record.log, record.previous)) is not None:
        raise BadProof(f"log entry {broken}: its hash is not the one of its text after the entry before")
    for place, entry in enumerate(record.log, 1):
        told.read(place, entry)
    if not record.log:
        raise BadProof("log entry 1: a shoe begins with its announcement, but the log is empty")
    return told


def _check_rules(rules: ShoeRules) -> None:
    """Only rules that a house can have: others are no shoe, or one too large to make."""
    burned = rules.burn if isinstance(rules.burn, int) else 1
    possible = 6 <= rules.decks <= 12 and 1 <= burned <= 52 and 0 <= rules.burn_each_round <= 10
    if not possible or not 0 <= rules.demonstration_rounds <= 3:
        raise BadProof("rules: no house can have these decks, burns or demonstration rounds")
    least = max(CUT_CARD_LEAST, LAST_ROUND_CARDS + rules.burn_each_round)
    if not rules.session and not least <= rules.cut_card_least <= rules.cut_card_most <= shoe_cards(rules.decks) // 2:
        raise BadProof("rules: no house can have this range of the cut card")


def difference(made: str, said: str) -> str:
    """Where an entry differs from what it must say: the first line that does."""
    for wanted, found in zip_longest(made.split("\n"), said.split("\n")):
        if wanted != found:
            return f"it says {'nothing' if found is None else quoted(found)}, not {'nothing' if wanted is None else quoted(wanted)}"
    return "it is as it must be"
