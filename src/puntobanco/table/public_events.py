"""The public form of each event: what everyone at a table is told of what happened, without secrets and without names at bets.

With ``views`` the only door to the outside. Imports ``table`` and ``game``.
"""

from collections.abc import Sequence

import msgspec

from puntobanco.game.bets import Bet, spot_of
from puntobanco.table import events as ev
from puntobanco.table.events import RoundResult, snake_case
from puntobanco.table.seat_views import SeatView, on_spots, seat_views, standing
from puntobanco.table.squeeze_views import SqueezeView, squeeze_view
from puntobanco.table.state import ShoeInPlay, TableState
from puntobanco.table.views import RulesView, ShoeView, SpotTotal, rules_view, shoe_view, spot_totals, won_bets


class _PublicEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    at_ms: int


class ShuffleStarted(_PublicEvent, frozen=True, kw_only=True):
    """A new shoe is being shuffled."""

    shoe: int
    due_ms: int


class ShoeCut(_PublicEvent, frozen=True, kw_only=True):
    """A player cut the shoe, ``place`` cards from its top."""

    place: int


class ShoeArrived(_PublicEvent, frozen=True, kw_only=True):
    """The public form of ``ShoeOpened``: without what is sealed."""

    shoe: ShoeView
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
    | ShoeCut
    | ShoeArrived
    | SpotsChanged
    | RoundSettled
    | RulesChanged
    | BettingOpened
    | StakesReturned
    | SeatTaken
    | SeatFreed
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
        match event:
            case ev.BetConfirmed() | ev.BetReduced():
                if touched:
                    told.append(_spots_changed(event.at_ms, after, touched, frozenset(bet.account for bet in bets)))
                    touched = frozenset()
            case ev.ShuffleStarted():
                told.append(ShuffleStarted(at_ms=event.at_ms, shoe=event.shoe, due_ms=event.due_ms))
            case ev.ShoeCut():
                told.append(ShoeCut(at_ms=event.at_ms, place=event.place))
            case ev.ShoeOpened():
                shoe = shoe_view(ShoeInPlay(opened_by=event))
                told.append(ShoeArrived(at_ms=event.at_ms, shoe=shoe, due_ms=event.due_ms))
            case ev.RoundSettled():
                told.append(_settled(event, after))
            case ev.RulesChanged():
                told.append(RulesChanged(at_ms=event.at_ms, rules=rules_view(event.rules)))
            case ev.BettingOpened():
                told.append(_betting_opened(event, after))
            case ev.StakesReturned():
                told.append(StakesReturned(at_ms=event.at_ms))
            case ev.SeatTaken():
                told.append(_seat_taken(event, after))
            case ev.SeatFreed():
                told.append(SeatFreed(at_ms=event.at_ms, seat=event.seat, reason=event.reason, standing=standing(after)))
            case ev.SqueezeBegan() | ev.CardBent() | ev.SqueezeEnded():
                told += _of_squeeze(event, after)
            case ev.TableOpened() | ev.PresenceChanged() | ev.SeatLineChanged() | ev.SeatFundsChanged() | ev.SatOut():
                pass
            case _:
                told.append(event)
    return tuple(told)
