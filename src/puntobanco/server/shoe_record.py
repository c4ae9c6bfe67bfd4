"""The record of a shoe as the server hands it out, folded from the shoe's stored events. See docs/proof.md."""

from collections.abc import Iterable

from msgspec.structs import replace

from puntobanco.game.proof import BurnRecord, OpenedCard, RoundRecord, ShoeRecord
from puntobanco.game.rules import Side
from puntobanco.table import events as ev
from puntobanco.table.events import Event


def shoe_record(events: Iterable[Event]) -> ShoeRecord | None:
    """What anyone may know of a shoe; None before it was announced, and of real cards."""
    started: ev.ShuffleStarted | None = None
    record: ShoeRecord | None = None
    for event in events:
        if isinstance(event, ev.ShuffleStarted):
            started = event
        elif isinstance(event, ev.ShoeAnnounced) and started is not None and record is None:
            announced = event.announcement
            previous, rules = started.opening.log_head, announced.rules
            record = ShoeRecord(table=announced.table, shoe=announced.shoe, rules=rules, previous=previous, log=())
        if record is not None:
            record = _with(record, event)
    return record


def _with(record: ShoeRecord, event: Event) -> ShoeRecord:
    if isinstance(event, ev.Logged) and event.entry is not None:
        record = replace(record, log=(*record.log, event.entry))
    match event:
        case ev.ShoeOpened():
            return replace(record, hashes=event.hashes)
        case ev.RoundShuffled():
            begun = RoundRecord(round=event.round, demonstration=event.demonstration, hashes=event.hashes)
            return replace(record, rounds=(*record.rounds, begun))
        case ev.BettingOpened():
            return _begun(record, RoundRecord(round=event.round))
        case ev.DemonstrationOpened():
            return _begun(record, RoundRecord(round=0, demonstration=event.number))
        case ev.CardsBurned():
            burn = BurnRecord(shown=event.shown, face_down=event.face_down)
            if record.rounds and record.rounds[-1].hashes:
                return _changed(record, replace(record.rounds[-1], burn=burn))
            return replace(record, burn=burn)
        case _:
            return _changed(record, _in_round(record.rounds[-1], event)) if record.rounds else record


def _begun(record: ShoeRecord, begun: RoundRecord) -> ShoeRecord:
    """With a round that begins; in a session it began with its pack."""
    if record.rounds and record.rounds[-1].hashes:
        return record
    return replace(record, rounds=(*record.rounds, begun))


def _changed(record: ShoeRecord, last: RoundRecord) -> ShoeRecord:
    return replace(record, rounds=(*record.rounds[:-1], last))


def _in_round(one: RoundRecord, event: Event) -> RoundRecord:
    match event:
        case ev.RoundBurned():
            return replace(one, burned=event.face_down)
        case ev.CardDealt() | ev.CardOpened():
            opened = OpenedCard(event.number, event.text)
            if event.side is Side.PLAYER:
                return replace(one, player=_in_order(one.player, opened))
            return replace(one, banker=_in_order(one.banker, opened))
        case ev.RoundSettled() | ev.DemonstrationEnded():
            result = event.result
            points = {"player_points": result.player_points, "banker_points": result.banker_points}
            return replace(one, outcome=result.outcome, **points)
        case ev.RoundVoided():
            return replace(one, voided=event.reason)
        case _:
            return one


def _in_order(hand: tuple[OpenedCard, ...], opened: OpenedCard) -> tuple[OpenedCard, ...]:
    """A hand in the order in which its cards left the shoe: a squeezer may open them in another one."""
    return tuple(sorted((*hand, opened), key=lambda card: card.number))
