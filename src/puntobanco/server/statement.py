"""A player's statement over HTTP: rounds with their bets and balances, one round to link to, and sums."""

import enum
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter

from puntobanco.bank.store import RecordedRound, RecordFilter, Totals
from puntobanco.game.bets import Bet, Result
from puntobanco.game.cards import Card
from puntobanco.game.rules import Outcome
from puntobanco.server.refusals import Refused
from puntobanco.server.settings import Bounds
from puntobanco.server.visitors import AnyRequest, OfCasino, player_of, signed_in
from puntobanco.table.commands import Code

MS_MOST = 2**53


class BetOnRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One settled bet, in cents; ``returned`` holds the stake that came back."""

    bet: Bet
    stake: int
    result: Result
    returned: int
    net: int
    commission: int


class RoundOnRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One finished round, with your bets on it and their sums, in cents.

    ``outcome`` is null when the round was voided and every bet given back. The balances are all that you had before and after it
    was settled, free and on tables together; null where you had no bet.
    """

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
    bets: tuple[BetOnRecord, ...]
    stake: int
    returned: int
    commission: int
    net: int
    balance_before_cents: int | None
    balance_after_cents: int | None


class BetRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A page of your bet record, newest round first. Ask for ``before=next`` to go on; ``next`` is null at the end."""

    rounds: tuple[RoundOnRecord, ...]
    next: str | None


class Shown(enum.StrEnum):
    """Which rounds a statement shows, by how they ended."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    VOID = "void"


def _on_record(recorded: RecordedRound) -> RoundOnRecord:
    line, bets = recorded.line, recorded.bets
    net, after = sum(bet.net for bet in bets), recorded.balance_after_cents
    return RoundOnRecord(
        **{name: getattr(line, name) for name in line.__struct_fields__},
        bets=tuple(msgspec.convert(bet, BetOnRecord, from_attributes=True) for bet in bets),
        stake=sum(bet.stake for bet in bets),
        returned=sum(bet.returned for bet in bets),
        commission=sum(bet.commission for bet in bets),
        net=net,
        balance_before_cents=None if after is None else after - net,
        balance_after_cents=after,
    )


@get("/api/bets")
async def bets(
    request: AnyRequest,
    casino: OfCasino,
    limit: Annotated[int, QueryParameter(ge=1, le=Bounds().record_page_rounds)] = 20,
    before: Annotated[str | None, QueryParameter(max_length=64)] = None,
    table: Annotated[int | None, QueryParameter(ge=1, le=9_999)] = None,
    house: Annotated[str | None, QueryParameter(max_length=32)] = None,
    outcome: FromQuery[Shown | None] = None,
    from_ms: Annotated[int | None, QueryParameter(ge=0, le=MS_MOST)] = None,
    to_ms: Annotated[int | None, QueryParameter(ge=0, le=MS_MOST)] = None,
) -> BetRecord:
    """Your bet record, newest round first, ``limit`` rounds a page; of one table, house, outcome or time where you say so."""
    player = await signed_in(request, casino)
    wanted = RecordFilter(
        table=table,
        house=house,
        outcome=None if outcome in (None, Shown.VOID) else Outcome(outcome),
        voided=outcome is Shown.VOID,
        from_ms=from_ms,
        to_ms=to_ms,
    )
    page = await casino.store.record(player.account, before=before, limit=limit, wanted=wanted)
    return BetRecord(rounds=tuple(map(_on_record, page.rounds)), next=page.next)


@get("/api/rounds/{round_id:str}")
async def one_round(request: AnyRequest, round_id: FromPath[str], casino: OfCasino) -> RoundOnRecord:
    """One finished round, named table-shoe-round, with your own bets on it if you had any."""
    player = await player_of(request, casino)
    found = await casino.store.round(round_id, player.account if player else None)
    if found is None:
        raise Refused(Code.NOT_FOUND)
    return _on_record(found)


@get("/api/totals")
async def totals(request: AnyRequest, casino: OfCasino, since_ms: Annotated[int, QueryParameter(ge=0, le=MS_MOST)] = 0) -> Totals:
    """The sums of your settled rounds, since a moment if you name one."""
    player = await signed_in(request, casino)
    return await casino.store.totals(player.account, since_ms=since_ms)


handlers = (bets, one_round, totals)
