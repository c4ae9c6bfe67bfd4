"""The acts of staff in the audit: what they did at tables against the events there, both ways, and whom they muted or froze.

Events of a desk tell who did them; those of a round's suspension tell only why. What an event tells, its act must say too. Nothing
is asked of a time before anybody worked here. Not the rules by which an act was allowed: those are in ``audit_desk``.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from puntobanco.bank import schema as sc
from puntobanco.bank.audit_table import Difference, stream
from puntobanco.bank.limits import AUDIT_SLACK_MS
from puntobanco.bank.rows import AnyRow
from puntobanco.bank.sqlite_acts import act_of
from puntobanco.bank.staff_store import StaffAct, announced_key
from puntobanco.table import events as ev, reasons
from puntobanco.table.events import Event

_decode = msgspec.json.Decoder(Event).decode

_KINDS = {
    ev.RoundSuspended: "round_suspended",
    ev.RoundResumed: "round_resumed",
    ev.RoundVoided: "round_voided",
    ev.CardCorrected: "correct_card",
    ev.CardTakenBack: "take_card_back",
    ev.CutCardShown: "show_cut_card",
    ev.ErrorBurned: "burn_cards",
    ev.CardExposed: "note_exposed",
    ev.ShoeWithdrawn: "new_shoe",
    ev.ShuffleStarted: "new_shoe",
}
"""The events that staff cause, and what their acts are called."""

_AT_TABLES = frozenset(_KINDS.values())
_LOOKED_AT = [str(kind.__struct_config__.tag) for kind in (*_KINDS, ev.BettingOpened)]
_RESTRICTIONS = ("muted", "frozen")
_NEED_A_SUPERVISOR = ("round_voided", "burn_cards", "frozen", "unfrozen")


class _Deed(NamedTuple):
    """What an event tells of the act that caused it: ``says`` holds fields of the act, and those of its details."""

    version: int
    at_ms: int
    kind: str
    says: Mapping[str, object]


class StaffAudit:
    """The audit of the acts of staff."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._acts: list[StaffAct] = []
        self._since_ms: int | None = None

    def differences(self) -> Iterator[Difference]:
        """Every difference, as it is found."""
        yield from self._read()
        begun_ms = self._connection.execute(select(func.min(sc.staff.c.created_ms))).scalar()
        known = [act.at_ms for act in self._acts] + ([begun_ms] if isinstance(begun_ms, int) else [])
        self._since_ms = min(known, default=None)
        yield from self._at_tables()
        yield from self._announcements()
        yield from self._restrictions()

    def _read(self) -> Iterator[Difference]:
        last = 0
        for row in stream(self._connection, select(sc.staff_acts).order_by(sc.staff_acts.c.number)):
            if row.number != last + 1:
                yield Difference("staff_acts", f"act {row.number}", f"follows act {last}")
            last = row.number
            try:
                act = msgspec.convert(msgspec.structs.asdict(act_of(row)), StaffAct)
            except (msgspec.MsgspecError, RecursionError) as error:
                yield Difference("staff_acts", f"act {row.number}", f"cannot be read: {error}")
                continue
            self._acts.append(act)
            if act.kind in _NEED_A_SUPERVISOR and act.role == "dealer" and act.approved_by is None:
                yield Difference("staff_acts", f"act {act.number}", f"is {act.kind} by a dealer, and nobody approved it")

    def _at_tables(self) -> Iterator[Difference]:
        """What was done at tables, against what happened there."""
        acts = defaultdict(list)
        for act in self._acts:
            if act.kind in _AT_TABLES:
                acts[act.table].append(act)
        known = self._connection.execute(select(sc.tables.c.number).order_by(sc.tables.c.number)).scalars().all()
        for table in known:
            yield from _matched(table, self._deeds(table), acts.pop(table, []))
        for strays in acts.values():
            yield from map(_unexplained, strays)

    def _deeds(self, table: int) -> list[_Deed]:
        """What staff caused at a table since anybody worked here."""
        columns = sc.events.c
        query = select(sc.events).where(columns.table_number == table, columns.kind.in_(_LOOKED_AT)).order_by(columns.version)
        reader, deeds = _Reader(), []
        for row in stream(self._connection, query):
            deed = reader.deed(row)
            if deed is not None and self._since_ms is not None and deed.at_ms >= self._since_ms - AUDIT_SLACK_MS:
                deeds.append(deed)
        return deeds

    def _announcements(self) -> Iterator[Difference]:
        """Every line of the house in a chat was written down with who announced it."""
        announced = {announced_key(act): act for act in self._acts if act.kind == "announced"}
        lines = select(sc.chat).where(sc.chat.c.notice == "announcement").order_by(sc.chat.c.table_number, sc.chat.c.number)
        for line in stream(self._connection, lines):
            act = announced.get(line.command_id)
            if act is None or act.table not in (None, line.table_number) or act.reason != line.text:
                where = f"table {line.table_number}, line {line.number}"
                yield Difference("chat", where, "is an announcement, and no act of staff stands for it")

    def _restrictions(self) -> Iterator[Difference]:
        """Who is muted or frozen is so by the last act about them."""
        ought: dict[tuple[str, str], StaffAct] = {}
        for act in self._acts:
            about = str(act.details.get("account")), act.kind.removeprefix("un")
            ought.pop(about, None)
            if act.kind in _RESTRICTIONS:
                ought[about] = act
        for row in self._connection.execute(select(sc.restrictions).order_by(sc.restrictions.c.account, sc.restrictions.c.kind)):
            last = ought.pop((row.account, row.kind), None)
            held = row.by, row.at_ms, row.reason, row.until_ms
            if last is None or held != (last.name, last.at_ms, last.reason, _until(last)):
                yield Difference("restrictions", f"{row.account} {row.kind}", "is not so by the last act of staff about it")
        for (account, kind), act in ought.items():
            yield Difference("restrictions", f"{account} {kind}", f"is missing, though act {act.number} says so")


class _Reader:
    """Reads the events of one table, in order, as what staff did."""

    def __init__(self) -> None:
        self._round = 0
        self._withdrawn: ev.ShoeWithdrawn | None = None

    def deed(self, row: AnyRow) -> _Deed | None:
        """What staff did with an event, if it was they; what cannot be read is named by the audit of the table."""
        try:
            event = _decode(row.body)
        except (msgspec.MsgspecError, RecursionError):
            return None
        says = self._says(event, row.shoe)
        return None if says is None else _Deed(row.version, event.at_ms, _KINDS[type(event)], says)

    def _says(self, event: Event, shoe: int) -> Mapping[str, object] | None:
        match event:
            case ev.BettingOpened():
                self._round = event.round
            case ev.RoundSuspended() | ev.RoundVoided() if event.reason not in reasons.OF_A_ROUND:
                return {"reason": event.reason, "shoe": shoe, "round": self._round}
            case ev.RoundResumed() if event.reason not in reasons.OF_A_ROUND:
                return {"reason": "", "shoe": shoe, "round": self._round}
            case ev.ShoeWithdrawn():
                self._withdrawn = event
            case ev.ShuffleStarted():
                return self._shuffled(event)
            case ev.DeskEvent():
                return {**_signed(event), **_at_cards(event), "shoe": shoe, "round": self._round}
            case _:
                pass
        return None

    def _shuffled(self, event: ev.ShuffleStarted) -> Mapping[str, object] | None:
        """A shuffle of real cards is an act; with a shoe that was taken away for it, its reason stands there."""
        withdrawn, self._withdrawn, self._round = self._withdrawn, None, 0
        if not event.opening.rules.by_hand or not event.opening.dealer:
            return None
        if withdrawn is None:
            return {"name": event.opening.dealer, "shoe": event.shoe, "replaced": False, "early": None}
        return {**_signed(withdrawn), "shoe": event.shoe, "replaced": withdrawn.replaced, "early": True}


def _at_cards(event: ev.DeskEvent) -> dict[str, object]:
    """What was done to the cards."""
    match event:
        case ev.CardCorrected():
            return {"number": event.number, "side": event.side, "was": event.was, "card": event.card}
        case ev.CardTakenBack():
            return {"number": event.number, "side": event.side, "card": event.card}
        case ev.CutCardShown():
            return {"out": event.last_round is not None}
        case ev.ErrorBurned():
            return {"count": event.face_down}
        case ev.CardExposed():
            return {"card": event.card}
        case _:
            return {}


def _signed(event: ev.DeskEvent) -> dict[str, object]:
    """Who did it, why, and who else approved it: one's own word is no approval of an act."""
    approved_by = event.approved_by if event.approved_by != event.staff else None
    return {"name": event.staff, "approved_by": approved_by, "reason": event.reason}


def _matched(table: int, deeds: list[_Deed], acts: list[StaffAct]) -> Iterator[Difference]:
    """Pair deeds with acts of about the same time: first those that agree, then what is left."""
    left = sorted(acts, key=lambda act: act.at_ms)
    disagreeing = []
    for deed in deeds:
        found = next((act for act in _near(left, deed) if not _disagreements(deed, act)), None)
        if found is None:
            disagreeing.append(deed)
        else:
            left.remove(found)
    for deed in disagreeing:
        near = next(_near(left, deed), None)
        if near is None:
            where = f"table {table}, event {deed.version}"
            yield Difference("events", where, f"is {deed.kind} by staff, and no act of staff stands for it")
        else:
            left.remove(near)
            wrong = "; ".join(_disagreements(deed, near))
            yield Difference("staff_acts", f"act {near.number}", f"{wrong} in event {deed.version} of table {table}")
    yield from map(_unexplained, left)


def _near(acts: list[StaffAct], deed: _Deed) -> Iterator[StaffAct]:
    """The acts of a deed's kind of about its time."""
    first = bisect_left(acts, deed.at_ms - AUDIT_SLACK_MS, key=lambda act: act.at_ms)
    for act in acts[first:]:
        if act.at_ms > deed.at_ms + AUDIT_SLACK_MS:
            return
        if act.kind == deed.kind:
            yield act


def _disagreements(deed: _Deed, act: StaffAct) -> list[str]:
    kept = {**act.details, "name": act.name, "approved_by": act.approved_by, "reason": act.reason.strip()}
    return [f"{key} is {kept.get(key)!r}, and {told!r}" for key, told in deed.says.items() if kept.get(key) != told]


def _unexplained(act: StaffAct) -> Difference:
    return Difference("staff_acts", f"act {act.number}", f"is {act.kind} at table {act.table}, and no event there stands for it")


def _until(act: StaffAct) -> int | None:
    minutes = act.details.get("minutes")
    return act.at_ms + minutes * 60_000 if isinstance(minutes, int) else None
