"""The conversation of one table: what is said is stored, then told, in one order; the last lines stay in memory.

What happens at the table is said here too. It waits for nobody: what cannot be stored is refused.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
import structlog

from puntobanco.bank.limits import CHAT_LINES_KEPT
from puntobanco.bank.store import ChatLine, ChatReport, Store, StoreBroken, StoreFailed
from puntobanco.server import wire
from puntobanco.server.clock import Clock
from puntobanco.server.rates import TokenBucket
from puntobanco.server.settings import Bounds
from puntobanco.server.wire import ChatKind, ChatNotice
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.players import public_name

log = structlog.get_logger()

_encode = msgspec.json.Encoder().encode

Reply = Callable[[Rejection | None], None]


class Tell(Protocol):
    """The way to everyone who watches a table."""

    def tell_table(self, table: int, data: bytes) -> None:
        """Send a frame to all who watch a table."""


class Said(msgspec.Struct, frozen=True):
    """A line that is to be stored, without its number, and who waits for the answer."""

    line: ChatLine
    reply: Reply | None = None


class Reported(msgspec.Struct, frozen=True):
    """A report that is to be stored, and who waits for the answer."""

    report: ChatReport
    reply: Reply


class FirstAnswer(msgspec.Struct, frozen=True):
    """What a command was answered when it came first; no refusal where it was taken."""

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
        self._inbox: deque[Said | Reported] = deque()
        self._wake = asyncio.Event()
        self._halted = False

    async def load(self) -> None:
        """Take up the last lines that were stored."""
        self.lines.extend(await self._store.chat(self.table, last=self._bounds.chat_lines_shown))
        if self.lines:
            self._last = self.lines[-1].number
            self._clock.not_before(self.lines[-1].at_ms)

    def first_answer(self, line: ChatLine) -> FirstAnswer | None:
        """What the same command was answered, as long as its line is in memory; None for a new one."""
        for kept in self.lines:
            if (kept.account, kept.command_id) == (line.account, line.command_id):
                return FirstAnswer(None if kept.text == line.text else Rejection(code=Code.COMMAND_ID_REUSED))
        return None

    async def was_said(self, line: ChatLine) -> bool:
        """Whether the same command's line is among those that are kept, in memory or not."""
        kept = await self._store.chat(self.table, last=CHAT_LINES_KEPT)
        return any((one.account, one.command_id) == (line.account, line.command_id) for one in kept)

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

    def take(self, what: Said | Reported) -> None:
        """Put something in the queue to be stored; refused at once when there is no room."""
        if self._halted or len(self._inbox) >= self._bounds.chat_inbox:
            refuse(what)
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
                await self._keep([what for what in waiting if isinstance(what, Said)])
                for what in waiting:
                    if isinstance(what, Reported):
                        await self._keep_report(what)
        except Exception:
            log.exception("the chat of a table is stopped by a fault of the program", table=self.table)
        finally:
            self._halted = True
            while self._inbox:
                refuse(self._inbox.popleft())

    async def _keep(self, said: Sequence[Said]) -> None:
        fresh: dict[object, Said] = {}
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
                refuse(one)
            return
        except BaseException:
            for one in said:
                refuse(one)
            raise
        for one in again:
            first = self.first_answer(one.line)
            if one.reply is not None:
                one.reply(first.refusal if first else Rejection(code=Code.UNAVAILABLE))

    async def _store_and_tell(self, said: Sequence[Said]) -> None:
        lines = [msgspec.structs.replace(one.line, number=number) for number, one in enumerate(said, self._last + 1)]
        if not lines:
            return
        await self._store.add_chat(lines)
        self._last = lines[-1].number
        for one, line in zip(said, lines, strict=True):
            self.lines.append(line)
            self._tell.tell_table(self.table, _encode(wire.ChatSaid(table=self.table, message=message_of(line))))
            if one.reply is not None:
                one.reply(None)

    async def _keep_report(self, reported: Reported) -> None:
        try:
            await self._store.report_chat(reported.report)
        except (StoreFailed, StoreBroken):
            log.exception("the store failed; a report is refused", table=self.table)
            refuse(reported)
        else:
            log.info("a chat message was reported", table=self.table, line=reported.report.line)
            reported.reply(None)


def refuse(what: Said | Reported) -> None:
    """Say that it was not stored."""
    if what.reply is not None:
        what.reply(Rejection(code=Code.UNAVAILABLE))


def message_of(line: ChatLine) -> wire.ChatMessage:
    """A line as everyone at the table sees it."""
    return wire.ChatMessage(
        id=line.number,
        kind=ChatKind.SYSTEM if line.account is None else ChatKind.PLAYER,
        at_ms=line.at_ms,
        who=line.name,
        speaker=None if line.account is None else public_name(line.account),
        notice=None if line.notice is None else ChatNotice(line.notice),
        about=line.about,
        text=line.text,
    )
