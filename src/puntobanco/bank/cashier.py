"""What the events of a table move: transfers, and the lines of the bet record. Pure; the same events give the same keys.

A stake is held when its bet is confirmed and settled exactly once: the key of that transfer is (round, player, bet), the same
whether the bet is settled or refunded, so that no bet can have both. What a tie carries into the next round comes back and is held
again in one posting. Imports ``table``, ``game`` and ``ledger``.
"""

from collections.abc import Iterator

import msgspec

from puntobanco.bank.ledger import (
    Kind,
    Transfer,
    commission_account,
    held_account,
    house_account,
    player_account,
)
from puntobanco.game.bets import Bet, BetSettlement, Result
from puntobanco.game.cards import Card
from puntobanco.game.rules import Outcome
from puntobanco.table.events import BetConfirmed, BetReduced, Event, RoundSettled, RoundVoided, StakesReturned
from puntobanco.table.state import TableState


class RoundLine(msgspec.Struct, frozen=True, kw_only=True):
    """One finished round in the record. ``outcome`` is None when it was voided, for ``void_reason``."""

    round_id: str
    table: int
    house: str
    shoe: int
    round: int
    at_ms: int
    outcome: Outcome | None
    void_reason: str | None
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_points: int
    banker_points: int


class BetLine(msgspec.Struct, frozen=True, kw_only=True):
    """One settled or refunded bet in the record, in cents."""

    round_id: str
    account: str
    bet: Bet
    stake: int
    result: Result
    returned: int
    net: int
    commission: int


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """All that one event writes into the books."""

    transfers: tuple[Transfer, ...] = ()
    round: RoundLine | None = None
    bets: tuple[BetLine, ...] = ()


def post(event: Event, after: TableState) -> Posting:
    """What an event moves and records; ``after`` is the state it led to. Most events move nothing."""
    match event:
        case BetConfirmed():
            return Posting(transfers=(_hold(event, after),))
        case BetReduced():
            return Posting(transfers=(_release(event, after),))
        case RoundSettled():
            lines = _settled(after)
            transfers = [move for line in lines for move in _pay(line, after.number, event.at_ms)]
            transfers += _held_over(after, event.at_ms)
            return Posting(transfers=tuple(transfers), round=_round(event, after), bets=lines)
        case StakesReturned():
            return Posting(transfers=tuple(_returned(event, after)))
        case RoundVoided() if not after.demonstration:
            lines = _voided(after)
            return Posting(
                transfers=tuple(_back(line, Kind.REFUND, event.at_ms) for line in lines),
                round=_round(event, after),
                bets=lines,
            )
        case _:
            return Posting()


def _held_over(after: TableState, at_ms: int) -> Iterator[Transfer]:
    """What a tie leaves on the felt is staked on the next round in the same moment in which it comes back (rule 8.1)."""
    for account, stakes in after.carried.items():
        for bet, cents in stakes.items():
            yield Transfer(
                key=f"carry:{after.next_round_id}:{account}:{bet}",
                source=player_account(account),
                target=held_account(account),
                amount_cents=cents,
                kind=Kind.HOLD,
                at_ms=at_ms,
                round_id=after.next_round_id,
                bet=bet,
            )


def _returned(event: StakesReturned, after: TableState) -> Iterator[Transfer]:
    """As if its player had taken the stake back: the round may yet be played, with other stakes."""
    for account, stakes in event.stakes.items():
        for bet, cents in stakes.items():
            yield Transfer(
                key=f"return:{after.next_round_id}:{account}:{bet}",
                source=held_account(account),
                target=player_account(account),
                amount_cents=cents,
                kind=Kind.RELEASE,
                at_ms=event.at_ms,
                round_id=after.next_round_id,
                bet=bet,
            )


def _hold(event: BetConfirmed, after: TableState) -> Transfer:
    return Transfer(
        key=f"hold:{after.number}:{after.version}",
        source=player_account(event.account),
        target=held_account(event.account),
        amount_cents=event.amount_cents,
        kind=Kind.HOLD,
        at_ms=event.at_ms,
        round_id=after.round_id,
        bet=event.bet,
    )


def _release(event: BetReduced, after: TableState) -> Transfer:
    return Transfer(
        key=f"hold:{after.number}:{after.version}",
        source=held_account(event.account),
        target=player_account(event.account),
        amount_cents=event.amount_cents,
        kind=Kind.RELEASE,
        at_ms=event.at_ms,
        round_id=after.round_id,
        bet=event.bet,
    )


def _settled(after: TableState) -> tuple[BetLine, ...]:
    return tuple(
        _line(after, account, bet, settled)
        for account, settlement in after.settled.items()
        for bet, settled in settlement.bets.items()
    )


def _voided(after: TableState) -> tuple[BetLine, ...]:
    return tuple(
        _line(after, account, bet, BetSettlement(stake, Result.PUSH, stake, 0, 0))
        for account, stakes in after.stakes.items()
        for bet, stake in stakes.items()
    )


def _line(after: TableState, account: str, bet: Bet, settled: BetSettlement) -> BetLine:
    return BetLine(
        round_id=after.round_id,
        account=account,
        bet=bet,
        stake=settled.stake,
        result=settled.result,
        returned=settled.returned,
        net=settled.net,
        commission=settled.commission,
    )


def _pay(line: BetLine, table: int, at_ms: int) -> Iterator[Transfer]:
    """The transfers that settle one bet: its stake back or lost, then winnings, then commission as an amount of its own."""
    if line.result is Result.LOSE:
        yield _move(line, "settle", Kind.STAKE_LOST, held_account(line.account), house_account(table), line.stake, at_ms)
        return
    yield _back(line, Kind.STAKE_BACK, at_ms)
    player = player_account(line.account)
    if line.result is Result.WIN:
        won = line.net + line.commission
        yield _move(line, "win", Kind.WINNINGS, house_account(table), player, won, at_ms)
    if line.commission:
        yield _move(line, "commission", Kind.COMMISSION, player, commission_account(table), line.commission, at_ms)


def _back(line: BetLine, kind: Kind, at_ms: int) -> Transfer:
    return _move(line, "settle", kind, held_account(line.account), player_account(line.account), line.stake, at_ms)


def _move(line: BetLine, name: str, kind: Kind, source: str, target: str, amount_cents: int, at_ms: int) -> Transfer:
    return Transfer(
        key=f"{name}:{line.round_id}:{line.account}:{line.bet}",
        source=source,
        target=target,
        amount_cents=amount_cents,
        kind=kind,
        at_ms=at_ms,
        round_id=line.round_id,
        bet=line.bet,
    )


def _round(event: RoundSettled | RoundVoided, after: TableState) -> RoundLine:
    voided = isinstance(event, RoundVoided)
    return RoundLine(
        round_id=after.round_id,
        table=after.number,
        house=after.rules.name,
        shoe=after.shoe_number,
        round=after.round,
        at_ms=event.at_ms,
        outcome=None if voided else after.coup.outcome,
        void_reason=after.voided,
        player=after.coup.player,
        banker=after.coup.banker,
        player_points=after.coup.player_points,
        banker_points=after.coup.banker_points,
    )
