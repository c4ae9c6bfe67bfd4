"""What a viewer may see of a table: the public picture and a player's own part.

With ``public_events`` the only door to the outside: sealed secrets and other players' bets stop here.
Imports ``table`` and ``game``.
"""

from collections.abc import Mapping

import msgspec

from puntobanco.game.bets import COMMISSION, PAYS, ROUND_CAPS, Bet, BetSettlement, Case, Odds, Result, settle, spot_of
from puntobanco.game.cards import Card
from puntobanco.game.house import HouseRules, to_settings
from puntobanco.game.proof import Entry
from puntobanco.game.rules import Side
from puntobanco.table import seating
from puntobanco.table.events import RoundResult
from puntobanco.table.players import public_name
from puntobanco.table.seat_views import SeatView, seat_views, standing
from puntobanco.table.squeeze_views import LaidView, SqueezeView, laid_views, squeeze_view
from puntobanco.table.state import Phase, Stage, Stakes, TableState


class BetOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A bet on offer: its spot, what it pays in each case, the commission on a win, and when it is taken.

    Limits are in cents; ``round_cap`` is the last round in which it is taken, None where it has none.
    """

    bet: Bet
    spot: Bet
    pays: dict[Case, Odds]
    commission: Odds | None
    minimum_cents: int
    maximum_cents: int
    round_cap: int | None


class RulesView(msgspec.Struct, frozen=True, kw_only=True):
    """A table's own rules: every setting by name, and the offers that follow from them."""

    house: str
    stake_unit_cents: int
    offers: tuple[BetOffer, ...]
    settings: dict[str, str | int | float | bool | list[str]]


class CardView(msgspec.Struct, frozen=True, kw_only=True):
    """An opened card with its number in the shoe."""

    number: int
    card: Card


class ShoeView(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe as anyone sees it. All its hashes are at ``/api/shoes/{table}-{shoe}``.

    ``shared`` is how many players shared in its order, ``failed`` how many attempts at that failed, ``cut_place`` where it was cut.
    ``session_rounds`` is 0, or for how many rounds its secret is where each has a pack of its own (rule 6.5); cards, root and
    shown card are then those of the round's pack, and there is no cut card. ``exposed`` are the faces that lie open in a shoe of
    real cards, as everybody at the table saw them, until they are drawn or cards are burned.
    """

    shoe: int
    cards: int
    cards_left: int
    cut_card_behind: int
    commitment: str
    root: str
    shown: Card | None
    last_round: int | None
    session_rounds: int
    shared: int
    failed: int
    cut_place: int
    exposed: tuple[Card, ...]


class CeremonyView(msgspec.Struct, frozen=True, kw_only=True):
    """How the order of the next shoe comes about: which attempt, how far it is, and its entries in the log so far.

    Its stage ends at ``due_ms``; ``shared`` is how many contributions are in.
    """

    attempt: int
    stage: Stage
    due_ms: int
    shared: int
    entries: tuple[Entry, ...]


class ShareView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's own part in the order of the next shoe: what they are known by, and whether their contribution is in, and open."""

    player: str
    sealed: bool
    opened: bool


class SpotTotal(msgspec.Struct, frozen=True, kw_only=True):
    """All confirmed money on a spot, in cents, and from how many players."""

    spot: Bet
    total_cents: int
    players: int


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole public picture of a table at one version. ``log_head`` is the hash of its log's last entry.

    ``won`` names the bets on offer that the result wins.

    ``player`` and ``banker`` are the open cards of the hands, ``laid`` those that lie face down behind them.
    ``seats`` are those that are taken; the money of who stands is the spots' ``totals`` less theirs. ``standing`` counts the
    players without a seat who have a bet. ``burned`` is how many cards were burned face down before the round's first card.
    ``demonstration`` is the number of the demonstration round on the felt, whose ``result`` has round 0; 0 once rounds count.
    """

    table: int
    version: int
    rules: RulesView
    phase: Phase
    due_ms: int | None
    shoe_number: int
    ceremony: CeremonyView | None
    log_head: str
    shoe: ShoeView | None
    round: int
    demonstration: int
    burned: int
    player: tuple[CardView, ...]
    banker: tuple[CardView, ...]
    laid: tuple[LaidView, ...]
    squeeze: SqueezeView | None
    totals: tuple[SpotTotal, ...]
    result: RoundResult | None
    won: tuple[Bet, ...]
    voided: str | None
    results: tuple[RoundResult, ...]
    suspended_for: str | None
    suspended_phase: Phase | None
    carries: bool
    seats: tuple[SeatView, ...]
    standing: int


class OwnView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's own part of a round: confirmed stakes by bet in cents and, once settled, what became of each.

    ``left`` is the part of the stakes that a tie left, ``locked`` what of it may only be added to (rule 8.1).
    ``seat_rounds_left``: after so many more rounds without a bet the own seat is freed (rule 8.2). ``sat_out``: this round is
    not waited for. ``share`` is one's part in the order of the next shoe.
    ``squeezes`` is the card that is one's own to bend, to open or to pass on now, by its number.
    """

    shoe: int
    round: int
    stakes: dict[Bet, int]
    settled: dict[Bet, BetSettlement] | None
    left: dict[Bet, int]
    locked: dict[Bet, int]
    seat: int | None
    seat_rounds_left: int | None
    sat_out: bool
    squeezes: int | None
    share: ShareView | None


def rules_view(rules: HouseRules) -> RulesView:
    """A house's rules as a client needs them."""
    offers = []
    for bet in rules.offered:
        minimum, maximum = rules.limits(spot_of(bet))
        offers.append(
            BetOffer(
                bet=bet,
                spot=spot_of(bet),
                pays=PAYS[bet],
                commission=COMMISSION if bet is Bet.BANKER else None,
                minimum_cents=minimum,
                maximum_cents=maximum,
                round_cap=ROUND_CAPS.get(bet),
            )
        )
    return RulesView(
        house=rules.name,
        stake_unit_cents=rules.stake_unit_cents,
        offers=tuple(offers),
        settings=to_settings(rules),
    )


def shoe_view(state: TableState) -> ShoeView | None:
    """The shoe in play without what it hides."""
    shoe = state.shoe
    if shoe is None:
        return None
    ceremony = shoe.ceremony
    return ShoeView(
        shoe=state.shoe_number,
        cards=shoe.size,
        cards_left=shoe.cards_left,
        cut_card_behind=shoe.opened_by.cut_card_behind,
        commitment=ceremony.commitment if ceremony else "",
        root=shoe.root,
        shown=shoe.shown,
        last_round=shoe.last_round,
        session_rounds=ceremony.announcement.session_rounds if ceremony else 0,
        shared=len(ceremony.shares) if ceremony else 0,
        failed=ceremony.failures if ceremony else 0,
        cut_place=shoe.opened_by.cut_place,
        exposed=shoe.exposed,
    )


def ceremony_view(state: TableState) -> CeremonyView | None:
    """How far the order of the next shoe is. What was opened is told only once all is."""
    ceremony = state.ceremony
    if ceremony is None:
        return None
    return CeremonyView(
        attempt=ceremony.announcement.attempt,
        stage=ceremony.stage,
        due_ms=ceremony.due_ms,
        shared=len(ceremony.seals),
        entries=ceremony.entries,
    )


def share_view(state: TableState, account: str) -> ShareView | None:
    """A player's own part in it."""
    ceremony = state.ceremony
    if ceremony is None:
        return None
    return ShareView(player=public_name(account), sealed=account in ceremony.seals, opened=account in ceremony.shares)


def spot_totals(state: TableState, spots: frozenset[Bet] | None = None) -> tuple[SpotTotal, ...]:
    """Confirmed money on each spot that holds any, or on each of the given spots even when it holds none."""
    return _totals(state.stakes, spots)


def _totals(all_stakes: Mapping[str, Stakes], spots: frozenset[Bet] | None = None) -> tuple[SpotTotal, ...]:
    money: dict[Bet, int] = dict.fromkeys(spots or (), 0)
    players: dict[Bet, int] = dict.fromkeys(spots or (), 0)
    for stakes in all_stakes.values():
        for spot in {spot_of(bet) for bet in stakes}:
            if spots is None or spot in spots:
                money[spot] = money.get(spot, 0) + sum(s for bet, s in stakes.items() if spot_of(bet) is spot)
                players[spot] = players.get(spot, 0) + 1
    return tuple(SpotTotal(spot=s, total_cents=money[s], players=players[s]) for s in Bet if s in money)


def table_view(state: TableState) -> TableView:
    """The public picture of a table."""
    on_felt = hands(state)
    return TableView(
        table=state.number,
        version=state.version,
        rules=rules_view(state.rules),
        phase=state.phase,
        due_ms=state.due_ms,
        shoe_number=state.shoe_number,
        ceremony=ceremony_view(state),
        log_head=state.log_head,
        shoe=shoe_view(state),
        round=state.round,
        demonstration=state.demonstration,
        burned=state.burned,
        player=on_felt[Side.PLAYER],
        banker=on_felt[Side.BANKER],
        laid=laid_views(state),
        squeeze=squeeze_view(state),
        totals=spot_totals(state),
        result=state.result,
        won=won_bets(state) if state.result and not state.demonstration else (),
        voided=state.voided,
        results=state.results,
        suspended_for=state.suspension.reason if state.suspension else None,
        suspended_phase=state.suspension.phase if state.suspension else None,
        carries=bool(state.carried),
        seats=seat_views(state),
        standing=standing(state),
    )


def won_bets(state: TableState) -> tuple[Bet, ...]:
    """The bets on offer that win with the cards on the felt, whether anybody staked on them or not."""
    unit = state.rules.stake_unit_cents
    settled = settle(state.coup, dict.fromkeys(state.rules.offered, unit))
    return tuple(bet for bet, one in settled.bets.items() if one.result is Result.WIN)


def hands(state: TableState) -> dict[Side, tuple[CardView, ...]]:
    """The cards of both hands, in the order in which they came."""
    return {
        side: tuple(CardView(number=dealt.number, card=dealt.card) for dealt in state.dealt if dealt.side is side) for side in Side
    }


def own_view(state: TableState, account: str) -> OwnView:
    """A player's own part of the round under way, or just settled."""
    settled = state.settled.get(account)
    return OwnView(
        shoe=state.shoe_number,
        round=state.round,
        stakes=state.stakes.get(account, {}),
        settled=settled.bets if settled else None,
        left=state.left.get(account, {}),
        locked=state.locked.get(account, {}),
        seat=seating.seat_of(state, account),
        seat_rounds_left=seating.rounds_left(state, account),
        sat_out=account in state.seating.sat_out,
        squeezes=state.squeezing.number if state.squeezing.account == account else None,
        share=share_view(state, account),
    )
