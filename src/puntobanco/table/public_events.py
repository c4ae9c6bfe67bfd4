"""The public form of each event: what everyone at a table is told of what happened, without secrets and without names at bets.

With ``views`` the only door to the outside. Imports ``table`` and ``game``.
"""

from collections.abc import Sequence

import msgspec

from puntobanco.game.bets import Bet, spot_of
from puntobanco.game.cards import Card
from puntobanco.game.proof import Entry
from puntobanco.game.rules import Side
from puntobanco.table import events as ev
from puntobanco.table.events import RoundResult, snake_case
from puntobanco.table.seat_views import SeatView, on_spots, seat_views, standing
from puntobanco.table.squeeze_views import SqueezeView, squeeze_view
from puntobanco.table.state import TableState
from puntobanco.table.views import RulesView, ShoeView, SpotTotal, rules_view, shoe_view, spot_totals, won_bets


class _PublicEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    at_ms: int


class ShuffleStarted(_PublicEvent, frozen=True, kw_only=True):
    """A new shoe is being shuffled."""

    shoe: int
    due_ms: int


class ShoeAnnounced(_PublicEvent, frozen=True, kw_only=True):
    """The next shoe was announced, for the first time or again: contributions to its order are taken until ``closes_ms``."""

    attempt: int
    entry: Entry
    closes_ms: int


class ShareSealed(_PublicEvent, frozen=True, kw_only=True):
    """A player's contribution is in: ``shared`` in all."""

    shared: int


class ShoeArrived(_PublicEvent, frozen=True, kw_only=True):
    """The public form of ``ShoeOpened``. A shoe of real cards has no ``entry`` in the log."""

    shoe: ShoeView
    entry: Entry | None
    due_ms: int


class SpotsChanged(_PublicEvent, frozen=True, kw_only=True):
    """The public form of bets confirmed or reduced: new totals of the spots they touched, nobody's name.

    ``seats`` are the seats whose money changed, whole.
    """

    totals: tuple[SpotTotal, ...]
    seats: tuple[SeatView, ...]
    standing: int


class BettingOpened(_PublicEvent, frozen=True, kw_only=True):
    """A round began; bets are taken until ``closes_ms``. ``totals`` lie there already: a tie left them (rule 8.1).

    ``seats`` are the seats that hold any of them.
    """

    round: int
    closes_ms: int
    totals: tuple[SpotTotal, ...]
    seats: tuple[SeatView, ...]
    standing: int


class StakesReturned(_PublicEvent, frozen=True, kw_only=True):
    """What a tie had left on the felt went back to its players."""


class RoundSettled(_PublicEvent, frozen=True, kw_only=True):
    """The round ended. ``won`` names the bets on offer that it wins; ``carries``: Player and Banker money stays (rule 8.1)."""

    result: RoundResult
    won: tuple[Bet, ...]
    carries: bool
    due_ms: int


class RulesChanged(_PublicEvent, frozen=True, kw_only=True):
    """Other rules hold from now on."""

    rules: RulesView


class SeatTaken(_PublicEvent, frozen=True, kw_only=True):
    """Somebody sat down; ``left`` is the seat that was theirs before."""

    seat: SeatView
    left: int | None
    standing: int


class ShoeWithdrawn(_PublicEvent, frozen=True, kw_only=True):
    """The shoe of a table with real cards leaves it early, and why; ``replaced``: a new set of cards comes."""

    reason: str
    replaced: bool


class CutCardShown(_PublicEvent, frozen=True, kw_only=True):
    """The cut card of real cards came out; ``last_round`` is None where it was entered by mistake."""

    last_round: int | None


class CardCorrected(_PublicEvent, frozen=True, kw_only=True):
    """A real card had been entered wrongly. ``side`` is None for the burn's first card."""

    number: int
    side: Side | None
    was: Card
    card: Card
    reason: str


class CardTakenBack(_PublicEvent, frozen=True, kw_only=True):
    """The last card had been entered without having been dealt. ``side`` is None for the burn's first card."""

    number: int
    side: Side | None
    reason: str


class ErrorBurned(_PublicEvent, frozen=True, kw_only=True):
    """Cards were burned face down after a dealing error."""

    face_down: int
    reason: str


class CardExposed(_PublicEvent, frozen=True, kw_only=True):
    """A card lay face up in the shoe; it stays valid, and so do the bets."""

    card: Card
    reason: str


class SeatFreed(_PublicEvent, frozen=True, kw_only=True):
    """A seat became free; its holder's bets stand with those of the standing players."""

    seat: int
    reason: ev.SeatEnd
    standing: int


class SqueezeBegan(_PublicEvent, frozen=True, kw_only=True):
    """A player may bend and open a card that lies face down, until ``due_ms``. Said again where there is more time for it."""

    squeeze: SqueezeView
    due_ms: int


class CardBent(_PublicEvent, frozen=True, kw_only=True):
    """The squeezer has begun to bend the card; what they see is theirs alone."""

    number: int


class SqueezeEnded(_PublicEvent, frozen=True, kw_only=True):
    """The squeeze of a card ended: its squeezer turns it over, passed it on, or leaves it to the dealer."""

    number: int
    reason: ev.SqueezeEnd


PublicEvent = (
    ShuffleStarted
    | ShoeAnnounced
    | ShareSealed
    | ev.SharesClosed
    | ev.SharesOpened
    | ev.SharesFailed
    | ev.ShuffleExtended
    | ShoeArrived
    | SpotsChanged
    | RoundSettled
    | RulesChanged
    | BettingOpened
    | StakesReturned
    | SeatTaken
    | SeatFreed
    | ShoeWithdrawn
    | CutCardShown
    | CardCorrected
    | CardTakenBack
    | ErrorBurned
    | CardExposed
    | ev.RoundShuffled
    | ev.CardsBurned
    | ev.DemonstrationOpened
    | ev.DemonstrationEnded
    | ev.BettingExtended
    | ev.BettingClosed
    | ev.RoundBurned
    | ev.CardDealt
    | ev.CardLaid
    | SqueezeBegan
    | CardBent
    | SqueezeEnded
    | ev.CardOpened
    | ev.RoundVoided
    | ev.TablePaused
    | ev.RoundSuspended
    | ev.RoundResumed
    | ev.ShoeClosed
)


_OfDesk = ShoeWithdrawn | CutCardShown | CardCorrected | CardTakenBack | ErrorBurned | CardExposed


def _of_desk(event: ev.DeskEvent) -> _OfDesk:
    """An act of staff as everyone is told of it: what and why, not by whom."""
    kind: type[_OfDesk] = _TOLD[type(event)]
    return kind(**{name: getattr(event, name) for name in kind.__struct_fields__})


_TOLD: dict[type[ev.DeskEvent], type[_OfDesk]] = {
    ev.ShoeWithdrawn: ShoeWithdrawn,
    ev.CutCardShown: CutCardShown,
    ev.CardCorrected: CardCorrected,
    ev.CardTakenBack: CardTakenBack,
    ev.ErrorBurned: ErrorBurned,
    ev.CardExposed: CardExposed,
}


def _of_ceremony(event: ev.ShoeAnnounced | ev.ShareSealed | ev.ShareOpened | ev.ShoeOpened, after: TableState) -> list[PublicEvent]:
    """What is sealed stays so, and an opened contribution is told with all others alone."""
    match event:
        case ev.ShoeAnnounced():
            attempt = event.announcement.attempt
            return [ShoeAnnounced(at_ms=event.at_ms, attempt=attempt, entry=event.entry, closes_ms=event.closes_ms)]
        case ev.ShareSealed():
            return [ShareSealed(at_ms=event.at_ms, shared=len(after.ceremony.seals) if after.ceremony else 0)]
        case ev.ShareOpened():
            return []
        case ev.ShoeOpened():
            shoe = shoe_view(after)
            assert shoe is not None
            return [ShoeArrived(at_ms=event.at_ms, shoe=shoe, entry=event.entry, due_ms=event.due_ms)]


def _settled(event: ev.RoundSettled, after: TableState) -> RoundSettled:
    return RoundSettled(at_ms=event.at_ms, result=event.result, won=won_bets(after), carries=event.carries, due_ms=event.due_ms)


def _betting_opened(event: ev.BettingOpened, after: TableState) -> BettingOpened:
    return BettingOpened(
        at_ms=event.at_ms,
        round=event.round,
        closes_ms=event.closes_ms,
        totals=spot_totals(after),
        seats=seat_views(after, after.stakes.keys()),
        standing=standing(after),
    )


def _spots_changed(at_ms: int, after: TableState, spots: frozenset[Bet], accounts: frozenset[str]) -> SpotsChanged:
    seats = seat_views(after, accounts)
    return SpotsChanged(at_ms=at_ms, totals=spot_totals(after, spots), seats=seats, standing=standing(after))


def _seat_taken(event: ev.SeatTaken, after: TableState) -> SeatTaken:
    stakes = on_spots(after.stakes.get(event.account, {}))
    seat = SeatView(seat=event.seat, name=event.name, stakes=stakes)
    return SeatTaken(at_ms=event.at_ms, seat=seat, left=event.left, standing=standing(after))


def _of_squeeze(event: ev.SqueezeBegan | ev.CardBent | ev.SqueezeEnded, after: TableState) -> list[PublicEvent]:
    match event:
        case ev.SqueezeBegan():
            squeeze = squeeze_view(after)
            return [] if squeeze is None else [SqueezeBegan(at_ms=event.at_ms, squeeze=squeeze, due_ms=event.due_ms)]
        case ev.CardBent():
            return [CardBent(at_ms=event.at_ms, number=event.number)]
        case ev.SqueezeEnded():
            number = event.number
            return [] if number is None else [SqueezeEnded(at_ms=event.at_ms, number=number, reason=event.reason)]


def public_events(events: Sequence[ev.Event], after: TableState) -> tuple[PublicEvent, ...]:
    """What everyone is told of events that were committed together; ``after`` is the state they led to.

    Changes of bets come as one event, in the place of the first, with the totals of the spots they touched.
    """
    told: list[PublicEvent] = []
    bets = [event for event in events if isinstance(event, ev.BetConfirmed | ev.BetReduced)]
    touched = frozenset(spot_of(event.bet) for event in bets)
    for event in events:
        if not isinstance(event, ev.BetConfirmed | ev.BetReduced):
            told += _told(event, after)
        elif touched:
            told.append(_spots_changed(event.at_ms, after, touched, frozenset(bet.account for bet in bets)))
            touched = frozenset()
    return tuple(told)


def _told(event: ev.Event, after: TableState) -> Sequence[PublicEvent]:
    """An event in its public form; nothing of what concerns nobody but the table itself."""
    match event:
        case ev.ShuffleStarted():
            return [ShuffleStarted(at_ms=event.at_ms, shoe=event.shoe, due_ms=event.due_ms)]
        case ev.ShoeAnnounced() | ev.ShareSealed() | ev.ShareOpened() | ev.ShoeOpened():
            return _of_ceremony(event, after)
        case ev.RoundSettled():
            return [_settled(event, after)]
        case ev.RulesChanged():
            return [RulesChanged(at_ms=event.at_ms, rules=rules_view(event.rules))]
        case ev.BettingOpened():
            return [_betting_opened(event, after)]
        case ev.StakesReturned():
            return [StakesReturned(at_ms=event.at_ms)]
        case ev.SeatTaken():
            return [_seat_taken(event, after)]
        case ev.SeatFreed():
            return [SeatFreed(at_ms=event.at_ms, seat=event.seat, reason=event.reason, standing=standing(after))]
        case ev.DeskEvent():
            return [_of_desk(event)]
        case ev.SqueezeBegan() | ev.CardBent() | ev.SqueezeEnded():
            return _of_squeeze(event, after)
        case ev.TableOpened() | ev.PresenceChanged() | ev.DealerCame():
            return ()
        case ev.SeatLineChanged() | ev.SeatFundsChanged() | ev.SatOut():
            return ()
        case ev.BetConfirmed() | ev.BetReduced():
            raise AssertionError("changes of bets are told together")
        case _:
            return [event]
