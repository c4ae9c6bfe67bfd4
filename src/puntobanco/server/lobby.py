"""A table as one tile of the lobby."""

from puntobanco.game.bets import Bet
from puntobanco.server.wire import LobbyTable
from puntobanco.table.dealing import betting_ms
from puntobanco.table.state import TableState


def lobby_table(state: TableState, watching: int) -> LobbyTable:
    """The tile of a table that ``watching`` sockets watch."""
    main_minimum, main_maximum = state.rules.limits(Bet.PLAYER)
    side_minimum, side_maximum = state.rules.limits(Bet.TIE)
    return LobbyTable(
        table=state.number,
        house=state.rules.name,
        phase=state.phase,
        due_ms=state.due_ms,
        shoe=state.shoe_number,
        round=state.round,
        betting_ms=betting_ms(state),
        last_round=state.shoe_over,
        watching=watching,
        main_minimum_cents=main_minimum,
        main_maximum_cents=main_maximum,
        side_minimum_cents=side_minimum,
        side_maximum_cents=side_maximum,
        bets=len(state.rules.offered),
        by_hand=state.rules.by_hand,
        results="".join(result.outcome.letter for result in state.results),
    )
