"""Since when players who may squeeze are gone from their table: losing the line ends their right (rule 8.3).

A page that is loaded anew, or a line that jumps from one network to another, is given a moment.
"""

from collections.abc import Callable

from puntobanco.table import squeeze
from puntobanco.table.state import Phase, TableState


class Squeezers:
    """Those of one table. Known to its process alone: after a restart the moment begins again for everyone."""

    def __init__(self, away_ms: int) -> None:
        self._away_ms = away_ms
        self._since: dict[str, int] = {}

    @property
    def next_ms(self) -> int | None:
        """When the next of them has been gone for too long."""
        return min(self._since.values()) + self._away_ms if self._since else None

    def gone(self, state: TableState, connected: Callable[[str], bool], now_ms: int) -> frozenset[str]:
        """Who has a right and has been gone for too long. Call it whenever something may have changed."""
        holders = squeeze.holders(state) if state.phase is Phase.DEALING else frozenset()
        away = [account for account in holders if not connected(account)]
        self._since = {account: self._since.get(account, now_ms) for account in away}
        return frozenset(account for account, since_ms in self._since.items() if now_ms >= since_ms + self._away_ms)
