"""The chat of a table: one conversation, to everyone who watches it (rule 8.4). Its text rules are in `text` and `unwanted`.

A line is told after it is stored, in the order of the store. The last lines stay in memory, for who comes and for what a report
names. Notices of the house about shoe and round stand among them. The chat waits for nobody: what cannot be stored is refused.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Protocol

import msgspec

from puntobanco.bank.store import ChatLine, ChatReport, Player, Store
from puntobanco.server import wire
from puntobanco.server.chat.room import Reply, Reported, Room, Said, Tell, message_of
from puntobanco.server.chat.text import CHARACTERS_MAX, CODE_POINTS_MAX, characters, plain, plain_name
from puntobanco.server.chat.unwanted import UnwantedWords
from puntobanco.server.clock import Clock
from puntobanco.server.rates import Rates
from puntobanco.server.settings import Bounds
from puntobanco.server.standings import Standings
from puntobanco.server.wire import ChatNotice
from puntobanco.table import events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.players import public_name
from puntobanco.table.state import TableState

_encode = msgspec.json.Encoder().encode


class HouseTalk(msgspec.Struct, frozen=True, kw_only=True):
    """What a host says about talking: where a report goes, and the words that are not wanted."""

    support: str | None = None
    unwanted: UnwantedWords = UnwantedWords()


class Watcher(Protocol):
    """One socket, as the chat sees it."""

    account: str
    watching: set[int]

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""


def may_speak(standings: Standings, watcher: Watcher, table: int) -> Rejection | None:
    """Whether a player may speak at a table now, asked before every message; None when they may. The one place that knows."""
    return standings.silenced(watcher.account) or (None if table in watcher.watching else Rejection(code=Code.FORBIDDEN))


class Chat:
    """The conversations of all tables that have one."""

    def __init__(
        self,
        store: Store,
        tell: Tell,
        tables: Iterable[int],
        *,
        standings: Standings,
        talk: HouseTalk,
        clock: Clock,
        bounds: Bounds,
    ) -> None:
        self._rooms = {table: Room(table, store, tell, clock=clock, bounds=bounds) for table in tables}
        self._standings = standings
        self._talk = talk
        self._clock = clock
        kept = bounds.chat_rates_kept
        self._rates = Rates(bounds.chat_per_second, bounds.chat_burst, most=kept)
        self._report_rates = Rates(bounds.chat_reports_per_second, bounds.chat_reports_burst, most=kept)
        self._announce_rates = Rates(bounds.announcements_per_second, bounds.announcements_burst, most=kept)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Take up what was said before, then keep what is said until the end."""
        for room in self._rooms.values():
            await room.load()
        tasks = [asyncio.create_task(room.run()) for room in self._rooms.values()]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def show(self, watcher: Watcher, table: int) -> None:
        """Tell a socket what was said at a table that it begins to watch; nothing where there is no chat."""
        room = self._rooms.get(table)
        if room is not None:
            history = wire.ChatHistory(
                table=table,
                messages=tuple(map(message_of, room.lines)),
                you=public_name(watcher.account),
                support=self._talk.support,
                characters=CHARACTERS_MAX,
            )
            watcher.send(_encode(history))

    def say(self, player: Player, watcher: Watcher, message: wire.Chat, reply: Reply) -> None:
        """A player's message: refused at once, or answered once it is stored."""
        room = self._rooms.get(message.table)
        if room is None:
            reply(Rejection(code=Code.NO_CHAT))
            return
        text = plain(message.text)
        line = self._line(room, text, player, message.command_id)
        if (first := room.first_answer(line)) is not None:
            reply(first.refusal)
            return
        refusal = may_speak(self._standings, watcher, message.table) or _too_fast(self._rates, player.account)
        refusal = refusal or self._unfit(text) or room.too_fast()
        if refusal is not None:
            reply(refusal)
        else:
            room.take(Said(line, reply))

    def report(self, player: Player, watcher: Watcher, message: wire.ChatReport, reply: Reply) -> None:
        """A player's report of a message: stored with what was said around it."""
        room = self._rooms.get(message.table)
        if room is None:
            reply(Rejection(code=Code.NO_CHAT))
        elif (refusal := self._standings.frozen(player.account)) is not None:
            reply(refusal)
        elif message.table not in watcher.watching:
            reply(Rejection(code=Code.FORBIDDEN))
        elif (refusal := _too_fast(self._report_rates, player.account)) is not None:
            reply(refusal)
        elif not (lines := room.around(message.message)):
            reply(Rejection(code=Code.NOT_FOUND))
        else:
            reported = ChatReport(
                table=message.table, line=message.message, account=player.account, at_ms=self._clock.now_ms(), lines=lines
            )

            def told(refusal: Rejection | None) -> None:
                if refusal is None:
                    about = wire.ChatReported(table=message.table, message=message.message, support=self._talk.support)
                    watcher.send(_encode(about))
                reply(refusal)

            room.take(Reported(reported, told))

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables that have a chat."""
        return tuple(self._rooms)

    def announces_too_fast(self, key: str) -> Rejection | None:
        """Count one more announcement of one of the staff."""
        return _too_fast(self._announce_rates, key)

    async def announce(self, table: int, text: str, key: str, *, again: bool) -> Rejection | None:
        """Say something as the house, known by ``key``. One that comes ``again`` is said only where it was not."""
        room = self._rooms.get(table)
        if room is None:
            return Rejection(code=Code.NO_CHAT)
        notice = ChatNotice.ANNOUNCEMENT
        line = ChatLine(table=table, number=0, at_ms=self._clock.now_ms(), notice=notice, text=text, command_id=key)
        if again and await room.was_said(line):
            return None
        done: asyncio.Future[Rejection | None] = asyncio.get_running_loop().create_future()
        room.take(Said(line, lambda refusal: None if done.done() else done.set_result(refusal)))
        return await done

    def heard(self, before: TableState | None, after: TableState, events: Sequence[ev.Event]) -> None:
        """What happened at a table, of which some is said in its chat."""
        room = self._rooms.get(after.number)
        if room is None:
            return
        for notice, about, reason in _notices(before, after, events):
            line = ChatLine(
                table=after.number, number=0, at_ms=self._clock.now_ms(), notice=notice, about=about, text=plain(reason)
            )
            room.take(Said(line))

    def _line(self, room: "Room", text: str, player: Player, command_id: str) -> ChatLine:
        return ChatLine(
            table=room.table,
            number=0,
            at_ms=self._clock.now_ms(),
            account=player.account,
            name=plain_name(player.name),
            command_id=command_id,
            text=text,
        )

    def _unfit(self, text: str) -> Rejection | None:
        if not text:
            return Rejection(code=Code.EMPTY)
        if len(text) > CODE_POINTS_MAX or characters(text) > CHARACTERS_MAX:
            return Rejection(code=Code.TOO_LONG, limit=CHARACTERS_MAX)
        return Rejection(code=Code.UNWANTED_WORD) if self._talk.unwanted.found_in(text) else None


def _too_fast(rates: Rates, key: str) -> Rejection | None:
    """Count one more of somebody."""
    rate = rates.of(key)
    return None if rate.take() else Rejection(code=Code.RATE_LIMITED, left=rate.wait_s)


def _notices(before: TableState | None, after: TableState, events: Sequence[ev.Event]) -> list[tuple[ChatNotice, int, str]]:
    """What the house says of events that were stored together: the notice, the shoe or round it is about, and the reason."""
    told = []
    for event in events:
        match event:
            case ev.ShoeOpened():
                told.append((ChatNotice.SHOE_CHANGED, after.shoe_number, ""))
            case ev.RoundVoided():
                told.append((ChatNotice.ROUND_VOIDED, after.round, event.reason))
            case ev.RoundSuspended():
                told.append((ChatNotice.ROUND_SUSPENDED, after.round, event.reason))
            case _:
                pass
    was = before.shoe.last_round if before and before.shoe else None
    last = after.shoe.last_round if after.shoe else None
    if last is not None and was is None:
        told.append((ChatNotice.LAST_ROUND, last, ""))
    return told
