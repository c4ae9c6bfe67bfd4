"""Check the record of a shoe, as anyone can who has it. Every point of docs/proof.md, "What a verifier checks".

Here a record is read, and its cards are made again from its secret; ``ceremony`` reads the log, ``play`` follows the rounds.
"""

import re
from typing import Any, Literal

import msgspec

from puntobanco.errors import BadProof, BadRecord
from puntobanco.game.proof.announcement import commitment
from puntobanco.game.proof.ceremony import Ceremony, Ending, difference, read_log
from puntobanco.game.proof.log import BEGINNING, Entry
from puntobanco.game.proof.play import Play, round_name
from puntobanco.game.proof.record import VERSION, RoundRecord, ShoeRecord, Voided, ended_entry
from puntobanco.game.proof.shares import FAILURES_MARKED, seed_of
from puntobanco.game.proof.stack import StackedShoe, deal_name, published_entry, round_entry, stack, stack_round
from puntobanco.game.proof.texts import is_hash
from puntobanco.game.shoe import shoe_cards

RECORD_BYTES_MOST = 16 << 20
"""The largest record that is read; one of twelve decks with 256 contributions has about 300 KiB."""

_NUMBER_MOST = 2**53 - 1

State = Literal["in_play"] | Ending


class Check(msgspec.Struct, frozen=True):
    """What was checked, and how many of it."""

    name: str
    count: int


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """A record that holds: in which ``state`` its shoe is, and what was checked.

    ``unchecked`` says what could not be checked yet, or never, and ``marks`` what else to know, both in whole sentences.
    """

    state: State
    checks: tuple[Check, ...]
    attempts_failed: int
    contributions: int
    unchecked: tuple[str, ...]
    marks: tuple[str, ...]


def read_record(data: bytes | str) -> ShoeRecord:
    """Read a record. Raises `BadRecord` where it is none, or of another version."""
    if len(data) > RECORD_BYTES_MOST:
        raise BadRecord(f"the record is longer than {RECORD_BYTES_MOST} bytes")
    try:
        record, document = msgspec.json.decode(data, type=ShoeRecord), msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRecord(f"no record of a shoe: {_with_round(str(error))}") from None
    missing = _missing(document)
    if missing is not None:
        raise BadRecord(f"no record of a shoe: {missing} is missing")
    if record.version != VERSION:
        raise BadRecord(f"version {str(record.version)[:20]} of the record is not known; this verifies version {VERSION}")
    return record


def _missing(document: dict[str, Any]) -> str | None:
    """A field that is not there; what is empty or null is written out too."""
    for field in ShoeRecord.__struct_fields__:
        if field not in document:
            return field
    for number, played in enumerate(document["rounds"], 1):
        for field in RoundRecord.__struct_fields__:
            if field not in played:
                return f"{field} of round {number} of the record"
    return None


def verify(record: ShoeRecord) -> Verdict:
    """Check a record. Raises `BadProof` that names the first wrong entry, contribution, card or round, and why."""
    if not (0 < record.table <= _NUMBER_MOST and 0 < record.shoe <= _NUMBER_MOST):
        raise BadProof("table and shoe: they are numbered from 1")
    told = read_log(record)
    made = _made_again(record, told)
    play = Play(record, told)
    play.follow()
    _check_entries(record, told)
    return _verdict(record, told, play, made)


def _with_round(message: str) -> str:
    """What msgspec says, with the round's place in the record counted from 1, as people do."""
    found = re.search(r" - at `\$\.rounds\[(\d+)\]", message)
    return message if found is None else f"round {int(found[1]) + 1} of the record: {message}"


def _made_again(record: ShoeRecord, told: Ceremony) -> int:
    """Make every published card from the secret, if it is open. How many. Raises `BadProof` that names the first wrong one."""
    if told.end is None or told.end.secret is None:
        return 0
    secret, announcement = told.end.secret, told.announcement
    if commitment(secret, announcement) != told.commitment:
        raise BadProof(f"log entry {told.ended}: the secret is not the one that was committed to")
    if told.opened is None or told.published is None:
        return 0
    seed = seed_of(secret, told.opened)
    if announcement.session_rounds:
        rounds = record.rounds
        if len(rounds) > announcement.session_rounds + told.rules.demonstration_rounds:
            raise BadProof(f"round {announcement.session_rounds + 1}: a session has {announcement.session_rounds} rounds")
        packs = [stack_round(seed, announcement, deal_name(played.round, played.demonstration)) for played in rounds]
        for played, pack in zip(rounds, packs, strict=True):
            _compare(pack, played.hashes, f"{round_name(played)}, ")
        return sum(len(pack.hashes) for pack in packs)
    shoe = stack(seed, announcement, told.shares)
    _compare(shoe, record.hashes, "")
    if (shoe.cut_place, shoe.cut_card_behind) != told.places:
        said = f"the cut at {shoe.cut_place} and {shoe.cut_card_behind} cards behind the cut card"
        raise BadProof(f"log entry {told.published}: the secret makes {said}")
    return len(shoe.hashes)


def _compare(made: StackedShoe, hashes: tuple[str, ...], where: str) -> None:
    if len(hashes) != len(made.hashes):
        raise BadProof(f"{where}card {min(len(hashes), len(made.hashes)) + 1}: {len(hashes)} hashes for {len(made.hashes)} cards")
    for number, (published, ours) in enumerate(zip(hashes, made.hashes, strict=True), 1):
        if not is_hash(published) or published.upper() != ours:
            raise BadProof(f"{where}card {number}: the hash published for it is not the one that the secret makes")


def _check_entries(record: ShoeRecord, told: Ceremony) -> None:
    """The entries that say what the cards must show: roots, and how many rounds there were."""
    announced, rounds = told.announcement, record.rounds
    if told.published is None and record.hashes:
        raise BadProof("card 1: a hash stands for it, but none were published")
    if told.published is not None:
        cards = 0 if announced.session_rounds else shoe_cards(announced.decks)
        if len(record.hashes) != cards:
            raise BadProof(f"card {min(len(record.hashes), cards) + 1}: {len(record.hashes)} hashes for {cards} cards")
        cut_place, behind = told.places or (0, 0)
        _same(record, told.published, published_entry(BEGINNING, announced, record.hashes, cut_place, behind))
    if announced.session_rounds and len(told.rounds) != len(rounds):
        raise BadProof(f"{len(told.rounds)} rounds have an entry in the log, but {len(rounds)} are in the record")
    for place, played in zip(told.rounds, rounds, strict=False):
        deal = deal_name(played.round, played.demonstration)
        _same(record, place, round_entry(BEGINNING, announced, deal, played.hashes))
    if told.ended is not None and told.end is not None:
        counted = sum(played.round > 0 and (played.voided is not None or played.outcome is not None) for played in rounds)
        voided = [Voided(played.round, played.voided) for played in rounds if played.round and played.voided is not None]
        end, reason, secret = told.end
        _same(
            record, told.ended, ended_entry(BEGINNING, announced, end, reason=reason, rounds=counted, voided=voided, secret=secret)
        )


def _same(record: ShoeRecord, place: int, made: Entry) -> None:
    said = record.log[place - 1].text
    if made.text != said:
        raise BadProof(f"log entry {place}: {difference(made.text, said)}")


def _verdict(record: ShoeRecord, told: Ceremony, play: Play, made: int) -> Verdict:
    rounds = record.rounds
    state: State = "in_play" if told.end is None else told.end.end
    hashes = len(record.hashes) + sum(len(played.hashes) for played in rounds)
    session = told.announcement.session_rounds > 0
    checks = (
        Check("log entries", len(record.log)),
        Check("contributions", len(told.shares)),
        Check("card hashes", hashes),
        Check("card texts", play.texts),
        Check("rounds", sum(played.outcome is not None for played in rounds)),
        Check("voided rounds", sum(played.voided is not None for played in rounds)),
        Check("cards from the secret", made),
        Check("full decks", told.announcement.decks * (len(rounds) if session else 1) if made else 0),
    )
    return Verdict(
        state=state,
        checks=checks,
        attempts_failed=told.failed,
        contributions=len(told.shares),
        unchecked=_unchecked(state, made),
        marks=_marks(told),
    )


def _unchecked(state: State, made: int) -> tuple[str, ...]:
    match state:
        case "in_play":
            return ("The shoe is still in play: its secret, the whole order and its full decks can be checked when it has ended.",)
        case "never_opened":
            return ("The shoe was never opened: that its order follows from the secret, and its full decks, cannot be checked.",)
        case _:
            return () if made else ("The shoe ended before its cards were published: there was no order to check.",)


def _marks(told: Ceremony) -> tuple[str, ...]:
    marks = []
    if told.failed:
        marks.append(f"{told.failed} {'attempt' if told.failed == 1 else 'attempts'} at its order failed: somebody did not open.")
    if told.failed >= FAILURES_MARKED:
        marks.append("So many failed attempts mark a shoe for good: somebody may have thrown away orders that they did not like.")
    if told.opened is not None and not told.shares:
        marks.append("No player shared in this shoe: its order follows from the secret of the house alone.")
    return tuple(marks)
