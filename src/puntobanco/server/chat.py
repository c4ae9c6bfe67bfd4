"""The chat of a table: one conversation, to everyone who watches it (rule 8.4). Its text rules are in `chat_text` and `chat_words`.

A line is told after it is stored, in the order of the store. The last lines stay in memory, for who comes and for what a report
names. Notices of the house about shoe and round stand among them. The chat waits for nobody: what cannot be stored is refused.
"""

import asyncio
import contextlib
import hashlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Protocol

import msgspec
import structlog

from puntobanco.bank.store import ChatLine, ChatReport, Player, Store, StoreBroken, StoreFailed
from puntobanco.server import wire
from puntobanco.server.chat_text import CHARACTERS_MAX, CODE_POINTS_MAX, characters, plain, plain_name
from puntobanco.server.chat_words import UnwantedWords
from puntobanco.server.clock import Clock
from puntobanco.server.rates import TokenBucket
from puntobanco.server.settings import Bounds
from puntobanco.server.wire import ChatKind, ChatNotice
from puntobanco.table import events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.state import TableState

log = structlog.get_logger()

_encode = msgspec.json.Encoder().encode

Reply = Callable[[Rejection | None], None]


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


class Tell(Protocol):
    """The way to everyone who watches a table."""

    def tell_table(self, table: int, data: bytes) -> None:
        """Send a frame to all who watch a table."""


class _Said(msgspec.Struct, frozen=True):
    """A line that is to be stored, without its number, and who waits for the answer."""

    line: ChatLine
    reply: Reply | None = None


class _Reported(msgspec.Struct, frozen=True):
    """A report that is to be stored, and who waits for the answer."""

    report: ChatReport
    reply: Reply


def may_speak(player: Player, watcher: Watcher, table: int) -> Rejection | None:
    """Whether a player may speak at a table now, asked before every message; None when they may. The one place that knows."""
    del player  # who is muted or frozen will be asked here
    return None if table in watcher.watching else Rejection(code=Code.FORBIDDEN)


def speaker_of(account: str) -> str:
    """What a player's messages are known by, at all tables and for good. It gives nothing away of the account."""
    return hashlib.sha256(b"puntobanco.chat:" + account.encode()).hexdigest()[:16]


class Chat:
    """The conversations of all tables that have one."""

    def __init__(self, store: Store, tell: Tell, tables: Iterable[int], *, talk: HouseTalk, clock: Clock, bounds: Bounds) -> None:
        self._rooms = {table: Room(table, store, tell, clock=clock, bounds=bounds) for table in tables}
        self._talk = talk
        self._clock = clock
        self._bounds = bounds
        self._rates: dict[str, TokenBucket] = {}
        self._report_rates: dict[str, TokenBucket] = {}

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
                messages=tuple(map(_message, room.lines)),
                you=speaker_of(watcher.account),
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
        refusal = may_speak(player, watcher, message.table) or self._too_fast(self._rates, player, self._bucket)
        refusal = refusal or self._unfit(text) or room.too_fast()
        if refusal is not None:
            reply(refusal)
        else:
            room.take(_Said(line, reply))

    def report(self, player: Player, watcher: Watcher, message: wire.ChatReport, reply: Reply) -> None:
        """A player's report of a message: stored with what was said around it."""
        room = self._rooms.get(message.table)
        if room is None:
            reply(Rejection(code=Code.NO_CHAT))
        elif message.table not in watcher.watching:
            reply(Rejection(code=Code.FORBIDDEN))
        elif (refusal := self._too_fast(self._report_rates, player, self._report_bucket)) is not None:
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

            room.take(_Reported(reported, told))

    def heard(self, before: TableState | None, after: TableState, events: Sequence[ev.Event]) -> None:
        """What happened at a table, of which some is said in its chat."""
        room = self._rooms.get(after.number)
        if room is None:
            return
        for notice, about, reason in _notices(before, after, events):
            line = ChatLine(
                table=after.number, number=0, at_ms=self._clock.now_ms(), notice=notice, about=about, text=plain(reason)
            )
            room.take(_Said(line))

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

    def _too_fast(self, rates: dict[str, TokenBucket], player: Player, fresh: Callable[[], TokenBucket]) -> Rejection | None:
        """Count one more of a player. Their rate outlives their sockets: coming again gives nobody a new one."""
        rate = rates.get(player.account)
        if rate is None:
            if len(rates) >= self._bounds.chat_rates_kept:
                for account in [account for account, kept in rates.items() if kept.full]:
                    del rates[account]
            rate = rates[player.account] = fresh()
        return None if rate.take() else Rejection(code=Code.RATE_LIMITED, left=rate.wait_s)

    def _bucket(self) -> TokenBucket:
        return TokenBucket(self._bounds.chat_per_second, self._bounds.chat_burst)

    def _report_bucket(self) -> TokenBucket:
        return TokenBucket(self._bounds.chat_reports_per_second, self._bounds.chat_reports_burst)


class _FirstAnswer(msgspec.Struct, frozen=True):
    refusal: Rejection | None


class Room:
    """The conversation of one table."""

    def __init__(self, table: int, store: Store, tell: Tell, *, clock: Clock, bounds: Bounds) -> None:
        self.table = table
        self.lines: deque[ChatLine] = deque(maxlen=bounds.chat_lines_shown)
        self._store = store
        self._tell = tell
        self._clock = clock
        self._bounds = bounds
        self._last = 0
        self._rate = TokenBucket(bounds.chat_per_second_per_table, bounds.chat_burst_per_table)
        self._inbox: deque[_Said | _Reported] = deque()
        self._wake = asyncio.Event()
        self._halted = False

    async def load(self) -> None:
        """Take up the last lines that were stored."""
        self.lines.extend(await self._store.chat(self.table, last=self._bounds.chat_lines_shown))
        if self.lines:
            self._last = self.lines[-1].number
            self._clock.not_before(self.lines[-1].at_ms)

    def first_answer(self, line: ChatLine) -> _FirstAnswer | None:
        """What the same command was answered, as long as its line is in memory; None for a new one."""
        for kept in self.lines:
            if (kept.account, kept.command_id) == (line.account, line.command_id):
                return _FirstAnswer(None if kept.text == line.text else Rejection(code=Code.COMMAND_ID_REUSED))
        return None

    def too_fast(self) -> Rejection | None:
        """Count one more message of the table, whoever sent it."""
        return None if self._rate.take() else Rejection(code=Code.RATE_LIMITED, left=self._rate.wait_s)

    def around(self, number: int) -> tuple[ChatLine, ...]:
        """What a player said in a line that is still in memory, with the lines around it; nothing where there is no such line."""
        lines = list(self.lines)
        at = next((at for at, line in enumerate(lines) if line.number == number and line.account is not None), None)
        if at is None:
            return ()
        width = self._bounds.chat_lines_around_report
        return tuple(lines[max(0, at - width) : at + width + 1])

    def take(self, what: _Said | _Reported) -> None:
        """Put something in the queue to be stored; refused at once when there is no room."""
        if self._halted or len(self._inbox) >= self._bounds.chat_inbox:
            _refuse(what)
            return
        self._inbox.append(what)
        self._wake.set()

    async def run(self) -> None:
        """Store and tell what comes, until cancelled. A bug or a foreign writer stops this chat alone."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                waiting = [self._inbox.popleft() for _ in range(len(self._inbox))]
                await self._keep([what for what in waiting if isinstance(what, _Said)])
                for what in waiting:
                    if isinstance(what, _Reported):
                        await self._keep_report(what)
        except Exception:
            log.exception("the chat of a table is stopped by a fault of the program", table=self.table)
        finally:
            self._halted = True
            while self._inbox:
                _refuse(self._inbox.popleft())

    async def _keep(self, said: Sequence[_Said]) -> None:
        fresh: dict[object, _Said] = {}
        again = []
        for one in said:
            key = (one.line.account, one.line.command_id) if one.reply else id(one)
            if key in fresh or (one.reply is not None and self.first_answer(one.line)):
                again.append(one)
            else:
                fresh[key] = one
        try:
            await self._store_and_tell(list(fresh.values()))
        except (StoreFailed, StoreBroken):
            log.exception("the store failed; what was said is refused", table=self.table)
            for one in said:
                _refuse(one)
            return
        except BaseException:
            for one in said:
                _refuse(one)
            raise
        for one in again:
            first = self.first_answer(one.line)
            if one.reply is not None:
                one.reply(first.refusal if first else Rejection(code=Code.UNAVAILABLE))

    async def _store_and_tell(self, said: Sequence[_Said]) -> None:
        lines = [msgspec.structs.replace(one.line, number=number) for number, one in enumerate(said, self._last + 1)]
        if not lines:
            return
        await self._store.add_chat(lines)
        self._last = lines[-1].number
        for one, line in zip(said, lines, strict=True):
            self.lines.append(line)
            self._tell.tell_table(self.table, _encode(wire.ChatSaid(table=self.table, message=_message(line))))
            if one.reply is not None:
                one.reply(None)

    async def _keep_report(self, reported: _Reported) -> None:
        try:
            await self._store.report_chat(reported.report)
        except (StoreFailed, StoreBroken):
            log.exception("the store failed; a report is refused", table=self.table)
            _refuse(reported)
        else:
            log.info("a chat message was reported", table=self.table, line=reported.report.line)
            reported.reply(None)


def _refuse(what: _Said | _Reported) -> None:
    if what.reply is not None:
        what.reply(Rejection(code=Code.UNAVAILABLE))


def _message(line: ChatLine) -> wire.ChatMessage:
    return wire.ChatMessage(
        id=line.number,
        kind=ChatKind.SYSTEM if line.account is None else ChatKind.PLAYER,
        at_ms=line.at_ms,
        who=line.name,
        speaker=None if line.account is None else speaker_of(line.account),
        notice=None if line.notice is None else ChatNotice(line.notice),
        about=line.about,
        text=line.text,
    )


def _notices(before: TableState | None, after: TableState, events: Sequence[ev.Event]) -> list[tuple[ChatNotice, int, str]]:
    """What the house says of events that were stored together: the notice, the shoe or round it is about, and the reason."""
    told = []
    for event in events:
        match event:
            case ev.ShoeOpened():
                told.append((ChatNotice.SHOE_CHANGED, event.announcement.shoe, ""))
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
