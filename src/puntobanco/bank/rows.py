"""What is stored, as rows in the order of the columns of ``schema``, and back. The one place that knows both forms."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Row, Table

from puntobanco.bank.cashier import BetLine, RoundLine
from puntobanco.bank.ledger import Transfer
from puntobanco.bank.store import ChatLine, ChatReport
from puntobanco.game.bets import Bet, Result
from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.rules import Outcome
from puntobanco.table.events import Event

Values: TypeAlias = tuple[str | int | None, ...]
AnyRow: TypeAlias = Row[*tuple[Any, ...]]

_encode = msgspec.json.Encoder().encode
_decode_lines = msgspec.json.Decoder(tuple[ChatLine, ...]).decode


def columns(table: Table) -> tuple[str, ...]:
    """The names of a table's columns, in their order."""
    return tuple(column.name for column in table.columns)


def kind_of(event: Event) -> str:
    """The name of an event's kind, as its body says it too."""
    return str(event.__struct_config__.tag)


def event_row(table: int, version: int, shoe: int, event: Event) -> Values:
    """An event as a row of ``events``; ``shoe`` is the number of the last shoe that was announced, this event included."""
    return table, version, shoe, kind_of(event), _encode(event).decode(), event.at_ms


def transfer_row(transfer: Transfer) -> Values:
    """A transfer as a row of ``transfers``."""
    t = transfer
    bet = None if t.bet is None else str(t.bet)  # a plain text: sqlite3 takes those much faster than members of an enum
    return t.key, t.source, t.target, t.amount_cents, str(t.kind), t.round_id, bet, t.at_ms


def round_row(line: RoundLine) -> Values:
    """A round as a row of ``rounds``."""
    outcome = None if line.outcome is None else str(line.outcome)
    hands = _hand(line.player), _hand(line.banker)
    place = line.round_id, line.table, line.house, line.shoe, line.round, line.at_ms
    return *place, outcome, line.void_reason, *hands, line.player_points, line.banker_points


def bet_row(line: BetLine, at_ms: int) -> Values:
    """A bet as a row of ``bets``; ``at_ms`` is the time of its round."""
    b = line
    return b.round_id, b.account, str(b.bet), b.stake, str(b.result), b.returned, b.net, b.commission, at_ms


def chat_row(line: ChatLine) -> Values:
    """A line of a chat as a row of ``chat``."""
    c = line
    return c.table, c.number, c.at_ms, c.account, c.name, c.command_id, c.notice, c.about, c.text


def chat_line(row: AnyRow) -> ChatLine:
    """A line of a chat as it was stored."""
    return ChatLine(
        table=row.table_number,
        number=row.number,
        at_ms=row.at_ms,
        account=row.account,
        name=row.name,
        command_id=row.command_id,
        notice=row.notice,
        about=row.about,
        text=row.text,
    )


def chat_report_row(report: ChatReport) -> Values:
    """A report as a row of ``chat_reports``."""
    return report.table, report.line, report.account, report.at_ms, _encode(report.lines).decode()


def chat_report(row: AnyRow) -> ChatReport:
    """A report as it was stored. Raises `msgspec.DecodeError` where it is none."""
    lines = _decode_lines(row.lines)
    return ChatReport(table=row.table_number, line=row.line, account=row.account, at_ms=row.at_ms, lines=lines)


def _hand(cards: Sequence[Card]) -> str:
    return " ".join(cards)


def round_line(row: AnyRow) -> RoundLine:
    """A round as it was stored. Raises ValueError where it is none."""
    return RoundLine(
        round_id=row.round_id,
        table=row.table_number,
        house=row.house,
        shoe=row.shoe,
        round=row.round,
        at_ms=row.at_ms,
        outcome=None if row.outcome is None else Outcome(row.outcome),
        void_reason=row.void_reason,
        player=tuple(parse_cards(row.player_cards)),
        banker=tuple(parse_cards(row.banker_cards)),
        player_points=row.player_points,
        banker_points=row.banker_points,
    )


def bet_line(row: AnyRow) -> BetLine:
    """A bet as it was stored. Raises ValueError where it is none."""
    return BetLine(
        round_id=row.round_id,
        account=row.account,
        bet=Bet(row.bet),
        stake=row.stake_cents,
        result=Result(row.result),
        returned=row.returned_cents,
        net=row.net_cents,
        commission=row.commission_cents,
    )
