"""The lobby: each table as one tile, and what of it has changed since it was last told. Only changes travel."""

from collections.abc import Iterable

from puntobanco.game.bets import Bet
from puntobanco.game.house import TiePolicy
from puntobanco.server.wire import Lobby, LobbyChange, LobbyChanged, LobbyTable
from puntobanco.table.dealing import betting_ms
from puntobanco.table.state import Phase, TableState

MOVING = tuple(name for name in LobbyChange.__struct_fields__ if name not in ("table", "results", "added"))
"""What of a tile changes from round to round, besides the results."""

FIXED = tuple(name for name in LobbyTable.__struct_fields__ if name not in (*MOVING, "results"))
"""What changes only with the rules of the house."""


def lobby_table(state: TableState, watching: int) -> LobbyTable:
    """The tile of a table that ``watching`` sockets watch."""
    rules = state.rules
    main_minimum, main_maximum = rules.limits(Bet.PLAYER)
    side_minimum, side_maximum = rules.limits(Bet.TIE)
    return LobbyTable(
        table=state.number,
        house=rules.name,
        phase=state.phase,
        due_ms=_awaited_until(state),
        shoe=state.shoe_number,
        round=state.round,
        betting_ms=betting_ms(state),
        squeeze_ms=None if rules.squeeze_seconds is None else round(rules.squeeze_seconds * 1000),
        last_round=state.shoe_over,
        squeezing=_squeezing(state),
        watching=watching,
        seats=rules.seats,
        seated=len(state.seating.seats),
        main_minimum_cents=main_minimum,
        main_maximum_cents=main_maximum,
        side_minimum_cents=side_minimum,
        side_maximum_cents=side_maximum,
        differential_cents=rules.differential_cents,
        bets=len(rules.offered),
        no_commission=Bet.BANKER_NO_COMMISSION in rules.offered,
        ties_carry=rules.tie_policy is not TiePolicy.PUSH,
        by_hand=rules.by_hand,
        good_roads=rules.good_roads,
        results="".join(result.outcome.letter for result in state.results),
    )


def _squeezing(state: TableState) -> bool:
    return state.phase is Phase.DEALING and state.squeezing.account is not None


def _awaited_until(state: TableState) -> int | None:
    """Until when the table waits for a player. When the next card falls is no news to the lobby."""
    return state.due_ms if state.phase is Phase.BETTING or _squeezing(state) else None


class LobbyBoard:
    """The tiles as those who watch the lobby were told them."""

    def __init__(self, tables: Iterable[LobbyTable] = ()) -> None:
        self._told = {tile.table: tile for tile in tables}

    def told(self, server_ms: int) -> Lobby:
        """All of it, for who comes."""
        return Lobby(tables=tuple(self._told[number] for number in sorted(self._told)), server_ms=server_ms)

    def take(self, tables: Iterable[LobbyTable], server_ms: int) -> LobbyChanged | None:
        """Tell these tiles from now on: what that changes, None where it changes nothing."""
        changes: list[LobbyChange] = []
        whole: list[LobbyTable] = []
        for tile in tables:
            was, self._told[tile.table] = self._told.get(tile.table), tile
            if was is None or not _same_rules(was, tile):
                whole.append(tile)
            elif was != tile:
                changes.append(_change(was, tile))
        return LobbyChanged(changes=tuple(changes), tables=tuple(whole), server_ms=server_ms) if changes or whole else None


def _same_rules(was: LobbyTable, now: LobbyTable) -> bool:
    return all(getattr(was, name) == getattr(now, name) for name in FIXED)


def _change(was: LobbyTable, now: LobbyTable) -> LobbyChange:
    moved = {name: getattr(now, name) for name in MOVING if getattr(now, name) != getattr(was, name)}
    if now.results == was.results:
        return LobbyChange(table=now.table, **moved)
    if now.results.startswith(was.results):
        return LobbyChange(table=now.table, added=now.results.removeprefix(was.results), **moved)
    return LobbyChange(table=now.table, results=now.results, **moved)
