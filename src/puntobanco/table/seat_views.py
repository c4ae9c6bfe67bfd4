"""The seats of a table as everyone sees them: who sits there, and what they have on each spot. Part of ``views``."""

from collections.abc import Collection

import msgspec

from puntobanco.game.bets import Bet, spot_of
from puntobanco.table.state import Stakes, TableState


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A taken seat: its holder's name, and the holder's confirmed money on each spot, in cents."""

    seat: int
    name: str
    stakes: dict[Bet, int]


def seat_views(state: TableState, accounts: Collection[str] | None = None) -> tuple[SeatView, ...]:
    """The taken seats with their money, in their order; of these accounts alone where some are given."""
    return tuple(
        SeatView(seat=number, name=seat.name, stakes=on_spots(state.stakes.get(seat.account, {})))
        for number, seat in sorted(state.seating.seats.items())
        if accounts is None or seat.account in accounts
    )


def on_spots(stakes: Stakes) -> dict[Bet, int]:
    """A player's stakes by spot, in the order of the bets; both kinds of Banker together (rule 3.5)."""
    sums: dict[Bet, int] = {}
    for bet in Bet:
        if bet in stakes:
            sums[spot_of(bet)] = sums.get(spot_of(bet), 0) + stakes[bet]
    return sums


def standing(state: TableState) -> int:
    """How many players without a seat have a bet."""
    return len(state.stakes) - sum(seat.account in state.stakes for seat in state.seating.seats.values())
