"""The floor: all tables of this process, who watches them, and what they are told. Keeps the last frames for who comes back.

A frame is encoded once and handed to every socket that watches. A player's own part goes to all of their sockets, to nobody else.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from puntobanco.bank.store import Balance
from puntobanco.server import wire
from puntobanco.server.clock import Clock
from puntobanco.server.dealer import Dealer
from puntobanco.server.lobby import LobbyBoard, lobby_table
from puntobanco.server.rates import TokenBucket
from puntobanco.server.settings import Bounds
from puntobanco.table.events import Event, ShoeAnnounced
from puntobanco.table.public_events import public_events
from puntobanco.table.state import TableState
from puntobanco.table.views import own_view, table_view

_encode = msgspec.json.Encoder().encode


class Watcher(Protocol):
    """One socket, as the floor sees it."""

    account: str
    watching: set[int]

    @property
    def room(self) -> int:
        """How many frames may still be queued."""

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""


class Announcer(Protocol):
    """Who else wants to know what happened at a table."""

    def heard(self, before: TableState | None, after: TableState, events: Sequence[Event]) -> None:
        """Events that were stored and told."""


class Frame(msgspec.Struct, frozen=True):
    """A published frame: the versions before and after it, and its bytes."""

    before: int
    after: int
    data: bytes


class Floor:
    """Who watches what, and the way from a stored event to every page."""

    def __init__(self, clock: Clock, bounds: Bounds) -> None:
        self.dealers: dict[int, Dealer] = {}
        self.announcer: Announcer | None = None
        self._clock = clock
        self._bounds = bounds
        self._watchers: defaultdict[int, set[Watcher]] = defaultdict(set)
        self._players: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._lobby: set[Watcher] = set()
        self._frames: defaultdict[int, deque[Frame]] = defaultdict(lambda: deque(maxlen=bounds.kept_frames_per_table))
        self._lobby_changed: set[int] = set()
        self._board = LobbyBoard()
        self._board_frame: bytes | None = None
        self._rates: dict[str, TokenBucket] = {}
        self._free_cents: dict[str, int] = {}

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return sum(map(len, self._players.values()))

    def sockets_of(self, account: str) -> int:
        """How many sockets a player has open."""
        return len(self._players.get(account, ()))

    def rate_of(self, account: str) -> TokenBucket:
        """The rate of a player's frames, one for all sockets of theirs together."""
        rate = self._rates.get(account)
        if rate is None:
            rate = self._rates[account] = TokenBucket(self._bounds.frames_per_second, self._bounds.frames_burst)
        return rate

    def state(self, table: int) -> TableState | None:
        """The state of a table as last stored; None when there is no such table here."""
        dealer = self.dealers.get(table)
        return dealer.state if dealer else None

    def present(self, table: int) -> bool:
        """Whether anybody watches or plays at the table; the lobby does not count (rule 5.8)."""
        return bool(self._watchers.get(table))

    def watching(self, table: int) -> int:
        """How many sockets watch the table."""
        return len(self._watchers.get(table, ()))

    def accounts_at(self, table: int) -> set[str]:
        """Who watches the table."""
        return {watcher.account for watcher in self._watchers.get(table, ())}

    def connected(self, table: int, account: str) -> bool:
        """Whether a player has a page that watches the table."""
        return any(table in watcher.watching for watcher in self._players.get(account, ()))

    def free_cents(self, account: str) -> int | None:
        """What a player with a socket here can stake, as they were last told; None for everyone else."""
        return self._free_cents.get(account)

    def learn(self, account: str, balance: Balance) -> None:
        """Note what a player has. Tables that they sit at look whether they have to wait for them (rule 5.5)."""
        if account in self._players and self._free_cents.get(account) != balance.free_cents:
            self._free_cents[account] = balance.free_cents
            for table in {table for watcher in self._players[account] for table in watcher.watching}:
                state = self.state(table)
                if state and state.seating.seats:
                    self.dealers[table].wake()

    def enter(self, watcher: Watcher) -> None:
        """A socket has come."""
        self._players[watcher.account].add(watcher)

    def leave(self, watcher: Watcher) -> None:
        """A socket has gone."""
        for table in tuple(watcher.watching):
            self.unwatch(watcher, table)
        self._lobby.discard(watcher)
        self._players[watcher.account].discard(watcher)
        if not self._players[watcher.account]:
            del self._players[watcher.account]
            self._rates.pop(watcher.account, None)
            self._free_cents.pop(watcher.account, None)

    def watch(self, watcher: Watcher, table: int, version: int | None) -> None:
        """Show a table to a socket: the frames since ``version`` where they are still kept, else the whole picture."""
        state = self.state(table)
        assert state is not None
        gap = self._gap(table, version, state.version)
        if gap is None or len(gap) >= watcher.room:
            snapshot = wire.Snapshot(table=table_view(state), own=own_view(state, watcher.account), server_ms=self._clock.now_ms())
            watcher.send(_encode(snapshot))
        else:
            for frame in gap:
                watcher.send(frame.data)
            watcher.send(_own_frame(state, watcher.account))
        watcher.watching.add(table)
        self._watchers[table].add(watcher)
        self._changed_presence(table)

    def unwatch(self, watcher: Watcher, table: int) -> None:
        """Stop showing a table to a socket."""
        watcher.watching.discard(table)
        self._watchers[table].discard(watcher)
        self._changed_presence(table)

    def watch_lobby(self, watcher: Watcher) -> None:
        """Show the list of tables to a socket, and its changes. Who has it already is told no more."""
        if watcher in self._lobby:
            return
        if not self._lobby:
            self._board, self._board_frame = LobbyBoard(self._tiles(self.dealers)), None
        # As it was last told to all others, so that all go on from the same picture.
        if self._board_frame is None:
            self._board_frame = _encode(self._board.told(self._clock.now_ms()))
        self._lobby.add(watcher)
        watcher.send(self._board_frame)

    def unwatch_lobby(self, watcher: Watcher) -> None:
        """No more changes of the list."""
        self._lobby.discard(watcher)

    def lobby(self) -> wire.Lobby:
        """All tables as the lobby lists them."""
        return LobbyBoard(self._tiles(self.dealers)).told(self._clock.now_ms())

    def flush_lobby(self) -> None:
        """Send what changed since the last time to all who watch the lobby."""
        if self._lobby_changed and self._lobby:
            changed = self._board.take(self._tiles(sorted(self._lobby_changed)), self._clock.now_ms())
            if changed is not None:
                self._board_frame = None
                data = _encode(changed)
                for watcher in self._lobby:
                    watcher.send(data)
        self._lobby_changed.clear()

    def _tiles(self, tables: Iterable[int]) -> Iterator[wire.LobbyTable]:
        states = [(state, self.watching(number)) for number in tables if (state := self.state(number))]
        return (lobby_table(state, watching) for state, watching in states)

    def publish(
        self, before: TableState | None, after: TableState, events: Sequence[Event], balances: Mapping[str, Balance]
    ) -> None:
        """Tell everyone what was stored: the table's watchers, the players whose part changed, and the lobby."""
        told = public_events(events, after)
        frame = wire.Events(table=after.number, version=after.version, events=told, server_ms=self._clock.now_ms())
        data = _encode(frame)
        self._frames[after.number].append(Frame(before.version if before else 0, after.version, data))
        self.tell_table(after.number, data)
        for account in _changed_parts(before, after) | self._asked_to_share(after, events):
            self.tell_player(account, after)
        for account, balance in balances.items():
            self.tell_balance(account, balance)
        self._lobby_changed.add(after.number)
        if self.announcer is not None:
            self.announcer.heard(before, after, events)

    def tell_table(self, table: int, data: bytes) -> None:
        """Send a frame to all who watch a table."""
        for watcher in self._watchers.get(table, ()):
            watcher.send(data)

    def tell_balance(self, account: str, balance: Balance) -> None:
        """Tell all pages of a player what they have."""
        self.learn(account, balance)
        if account in self._players:
            told = wire.Balance(balance_cents=balance.free_cents, in_play_cents=balance.held_cents)
            self.tell_pages(account, _encode(told))

    def tell_pages(self, account: str, data: bytes) -> None:
        """Send a frame to all pages of a player."""
        for watcher in self._players.get(account, ()):
            watcher.send(data)

    def tell_player(self, account: str, state: TableState) -> None:
        """Tell a player's pages that watch a table their own part of it."""
        here = [watcher for watcher in self._players.get(account, ()) if state.number in watcher.watching]
        if here:
            data = _own_frame(state, account)
            for watcher in here:
                watcher.send(data)

    def _gap(self, table: int, version: int | None, now: int) -> list[Frame] | None:
        """The frames after ``version``, None when they do not join up with it."""
        if version is None or version > now:
            return None
        missed = [frame for frame in self._frames[table] if frame.after > version]
        joins = missed[0].before == version if missed else version == now
        return missed if joins else None

    def _asked_to_share(self, after: TableState, events: Sequence[Event]) -> set[str]:
        """Everyone who is there when a shoe is announced: they learn the name under which they share in its order."""
        if not any(isinstance(event, ShoeAnnounced) for event in events):
            return set()
        return {watcher.account for watcher in self._watchers.get(after.number, ())}

    def _changed_presence(self, table: int) -> None:
        self._lobby_changed.add(table)
        self.dealers[table].wake()


def _own_frame(state: TableState, account: str) -> bytes:
    return _encode(wire.Own(table=state.number, version=state.version, own=own_view(state, account)))


def _changed_parts(before: TableState | None, after: TableState) -> set[str]:
    """The players whose own part of the table is another one now."""
    if before is None:
        return set()
    seated = _changed_seats(before, after) | _changed_squeezers(before, after) | _changed_shares(before, after)
    if before.stakes is after.stakes and before.settled is after.settled:
        return seated
    accounts = before.stakes.keys() | after.stakes.keys()
    return seated | {
        account
        for account in accounts
        if before.stakes.get(account) is not after.stakes.get(account)
        or before.settled.get(account) is not after.settled.get(account)
    }


def _changed_seats(before: TableState, after: TableState) -> set[str]:
    """The players whose seat, or whose time on it, is another one now, and who sit out or do not any more."""
    was, now = before.seating, after.seating
    if was is now:
        return set()
    told = [
        {(seat.account, number, seat.idle_rounds, seat.account in seating.sat_out) for number, seat in seating.seats.items()}
        for seating in (was, now)
    ]
    return {account for account, *_ in told[0] ^ told[1]}


def _changed_squeezers(before: TableState, after: TableState) -> set[str]:
    """Who squeezes a card now and did not before, or the other way round."""
    was, now = ((state.squeezing.account, state.squeezing.number) for state in (before, after))
    return set() if was == now else {account for account, _ in (was, now) if account is not None}


def _changed_shares(before: TableState, after: TableState) -> set[str]:
    """Who sealed a contribution, or opened one."""
    was, now = before.ceremony, after.ceremony
    if was is now or now is None:
        return set()
    sealed = now.seals.keys() - (was.seals.keys() if was else set())
    return sealed | (now.shares.keys() - (was.shares.keys() if was else set()))
