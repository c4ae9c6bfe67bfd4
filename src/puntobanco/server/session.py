"""One WebSocket: checks each frame, its rate and who sends it, and hands commands to the table's dealer. Decides nothing.

A socket never waits for another: its frames go through a bounded outbox of its own, and a socket that cannot keep up is closed; it
comes back and gets the gap or a snapshot.
"""

import asyncio
import contextlib
from typing import Any

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from puntobanco.bank.store import Balance, Player, Store
from puntobanco.game.proof import Share
from puntobanco.server import wire
from puntobanco.server.chat.conversations import Chat
from puntobanco.server.clock import Clock
from puntobanco.server.dealer import Dealer
from puntobanco.server.floor import Floor
from puntobanco.server.settings import Bounds
from puntobanco.server.standings import Standings
from puntobanco.server.words import Language, sentence
from puntobanco.table import commands as co
from puntobanco.table.commands import Code, Rejection

log = structlog.get_logger()

CLOSE_NOT_SIGNED_IN = 4401
CLOSE_WRONG_ORIGIN = 4403
CLOSE_TOO_MANY = 4429
CLOSE_TOO_SLOW = CLOSE_TRY_AGAIN = 1013
CLOSE_POLICY = 1008
CLOSE_FAULT = 1011

_UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)

_SQUEEZE_COMMANDS: dict[type[wire.ForSqueeze], type[co.SqueezeCommand]] = {
    wire.BendCard: co.BendCard,
    wire.OpenCard: co.OpenCard,
    wire.PassSqueeze: co.PassSqueeze,
}

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(wire.FromClient).decode
_decode_id = msgspec.json.Decoder(wire.Named).decode


class Session:
    """A signed-in player's socket."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        player: Player,
        language: Language,
        *,
        floor: Floor,
        chat: Chat,
        standings: Standings,
        clock: Clock,
        bounds: Bounds,
        least_bet_cents: int,
    ) -> None:
        self.account = player.account
        self.watching: set[int] = set()
        self._socket = socket
        self._player = player
        self._language = language
        self._floor = floor
        self._chat = chat
        self._standings = standings
        self._clock = clock
        self._bounds = bounds
        self._least_bet_cents = least_bet_cents
        self._rate = floor.rate_of(player.account)
        self._faults = 0
        self._outbox: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._queued_bytes = 0
        self._closing = False
        self._reader: asyncio.Task[None] | None = None

    async def run(self, store: Store) -> None:
        """Serve the socket until it ends."""
        # Before anything is waited for: so that it counts at once, and that no change falls between the welcome and what follows.
        self._floor.enter(self)
        try:
            balance = await store.balance(self.account)
            self._floor.learn(self.account, balance)
            await self._talk(self._welcome(balance))
        except WebSocketDisconnect:
            pass
        finally:
            self._floor.leave(self)

    async def _talk(self, first: bytes) -> None:
        """Read and write until either ends. A close code still gets its turn, but a socket that takes nothing is not waited for."""
        writer, reader = asyncio.create_task(self._write(first)), asyncio.create_task(self._read())
        self._reader = reader
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if self._closing:
                await asyncio.wait((writer,), timeout=self._bounds.close_s)
        finally:
            writer.cancel()
            reader.cancel()
            ends = await asyncio.gather(writer, reader, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end

    def send(self, frame: bytes) -> None:
        """Queue a frame. A socket that is too far behind is closed instead."""
        if self._closing:
            return
        self._queued_bytes += len(frame)
        if self._outbox.qsize() >= self._bounds.outbox_frames or self._queued_bytes > self._bounds.outbox_bytes:
            while not self._outbox.empty():
                self._outbox.get_nowait()
            self._close(CLOSE_TOO_SLOW)
            return
        self._outbox.put_nowait(frame)

    @property
    def room(self) -> int:
        """How many frames may still be queued."""
        return self._bounds.outbox_frames - self._outbox.qsize()

    def _close(self, code: int) -> None:
        self._closing = True
        self._outbox.put_nowait(code)
        if self._reader is not None:
            self._reader.cancel()

    async def _write(self, first: bytes) -> None:
        """Send the first frame, then what is queued, in order, until a close code comes or the line is gone."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self._socket.send_text(first.decode())
            while True:
                item = await self._outbox.get()
                if isinstance(item, int):
                    await self._socket.close(item)
                    return
                self._queued_bytes -= len(item)
                await self._socket.send_text(item.decode())

    async def _read(self) -> None:
        while not self._closing:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            self._take(text if isinstance(text, str) else b"")

    def _take(self, frame: str | bytes) -> None:
        """One frame: too many are refused, and so is one that cannot be read; a socket that goes on sending such is closed."""
        if not self._rate.take():
            self._fault(frame, Rejection(code=Code.RATE_LIMITED))
            return
        try:
            message = _decode(frame)
        except _UNREADABLE as error:
            self._fault(frame, Rejection(code=Code.MALFORMED), str(error))
            return
        self._obey(message)

    def _obey(self, message: wire.FromClient) -> None:
        match message:
            case wire.Chat():
                self._say(message)
            case wire.ChatReport():
                self._report(message)
            case wire.PlaceBet() | wire.ReduceBet() | wire.Sit() | wire.LeaveSeat() | wire.SitOut():
                self._ask(message)
            case wire.BendCard() | wire.OpenCard() | wire.PassSqueeze() | wire.SealShare() | wire.OpenShare():
                self._ask(message)
            case wire.Watch():
                self._watch(message)
            case wire.Unwatch():
                if message.table in self.watching:
                    self._floor.unwatch(self, message.table)
            case wire.WatchLobby():
                self._floor.watch_lobby(self)
            case wire.UnwatchLobby():
                self._floor.unwatch_lobby(self)
            case wire.Ping():
                self.send(_encode(wire.Pong(server_ms=self._clock.now_ms())))

    def _watch(self, message: wire.Watch) -> None:
        if self._floor.state(message.table) is None:
            self._problem(Rejection(code=Code.NO_SUCH_TABLE))
        elif message.table not in self.watching and len(self.watching) >= self._bounds.watched_tables_per_socket:
            self._problem(Rejection(code=Code.RATE_LIMITED, limit=self._bounds.watched_tables_per_socket))
        else:
            self._floor.watch(self, message.table, message.version)
            self._chat.show(self, message.table)

    def _say(self, message: wire.Chat) -> None:
        if self._floor.state(message.table) is None:
            self._answer(message.command_id, Rejection(code=Code.NO_SUCH_TABLE))
        else:
            self._chat.say(self._player, self, message, lambda refusal: self._answer(message.command_id, refusal))

    def _report(self, message: wire.ChatReport) -> None:
        if self._floor.state(message.table) is None:
            self._answer(message.command_id, Rejection(code=Code.NO_SUCH_TABLE))
        else:
            self._chat.report(self._player, self, message, lambda refusal: self._answer(message.command_id, refusal))

    def _ask(self, message: wire.ForTable) -> None:
        dealer = self._floor.dealers.get(message.table)
        if dealer is None or dealer.state is None:
            self._answer(message.command_id, Rejection(code=Code.NO_SUCH_TABLE))
            return
        command = self._command(message)
        # Who is frozen may still get up, and open what they had sealed: else the shoe would be shuffled again.
        barred = None if isinstance(message, wire.LeaveSeat | wire.OpenShare) else self._standings.frozen(self.account)
        dealer.submit(command, message.command_id, lambda refusal: self._answered(message, dealer, refusal), barred=barred)

    def _answered(self, message: wire.ForTable, dealer: Dealer, refusal: Rejection | None) -> None:
        """Pass an answer on. With one to a bend goes the card's face, to this socket alone, if its right still holds."""
        self._answer(message.command_id, refusal)
        if refusal is None and isinstance(message, wire.BendCard):
            card = dealer.face_for(self.account, message.number)
            if card is not None:
                face = wire.CardFace(table=message.table, shoe=message.shoe, round=message.round, number=message.number, card=card)
                self.send(_encode(face))

    def _command(self, message: wire.ForTable) -> co.PlayerCommand:
        match message:
            case wire.Sit():
                return co.Sit(account=self.account, name=self._player.name, seat=message.seat)
            case wire.LeaveSeat():
                return co.LeaveSeat(account=self.account)
            case wire.SitOut():
                return co.SitOut(account=self.account, shoe=message.shoe, round=message.round)
            case wire.SealShare():
                return co.SealShare(account=self.account, shoe=message.shoe, attempt=message.attempt, seal=message.seal)
            case wire.OpenShare():
                share = Share(random=message.random, words=message.words, cut_place=message.cut_place)
                return co.OpenShare(account=self.account, shoe=message.shoe, attempt=message.attempt, share=share)
            case wire.BendCard() | wire.OpenCard() | wire.PassSqueeze():
                return self._squeeze(message)
            case wire.PlaceBet() | wire.ReduceBet():
                return self._bet(message)

    def _squeeze(self, message: wire.ForSqueeze) -> co.SqueezeCommand:
        kind = _SQUEEZE_COMMANDS[type(message)]
        return kind(account=self.account, shoe=message.shoe, round=message.round, number=message.number)

    def _bet(self, message: wire.PlaceBet | wire.ReduceBet) -> co.PlayerCommand:
        # What is no whole number is told as such by the table; its value is of no use to anyone, however deep it is.
        amount = message.amount_cents if type(message.amount_cents) is int else None
        account, shoe, number = self.account, message.shoe, message.round
        if isinstance(message, wire.ReduceBet):
            return co.ReduceBet(account=account, shoe=shoe, round=number, bet=message.bet, amount_cents=amount)
        name = self._player.name
        return co.PlaceBet(account=account, shoe=shoe, round=number, bet=message.bet, amount_cents=amount, name=name)

    def _answer(self, command_id: str, refusal: Rejection | None, detail: str | None = None) -> None:
        told = None if refusal is None else self._told(refusal, detail)
        self.send(_encode(wire.Answer(command_id=command_id, refusal=told)))

    def _problem(self, refusal: Rejection, detail: str | None = None) -> None:
        self.send(_encode(wire.Problem(refusal=self._told(refusal, detail))))

    def _told(self, refusal: Rejection, detail: str | None) -> wire.Refusal:
        return wire.Refusal(
            code=refusal.code,
            message=sentence(refusal, self._language),
            detail=detail,
            limit=refusal.limit,
            left=refusal.left,
            closes_at=refusal.closes_at,
        )

    def _fault(self, frame: str | bytes, refusal: Rejection, detail: str | None = None) -> None:
        """Refuse a frame: as the answer to its command where it names one."""
        self._faults += 1
        try:
            self._answer(_decode_id(frame).command_id, refusal, detail)
        except _UNREADABLE:
            self._problem(refusal, detail)
        if self._faults > self._bounds.faults_per_socket:
            self._close(CLOSE_POLICY)
            log.info("socket closed after too many faults", account=self.account)

    def _welcome(self, balance: Balance) -> bytes:
        welcome = wire.Welcome(
            protocol=wire.PROTOCOL,
            account=self.account,
            name=self._player.name,
            balance_cents=balance.free_cents,
            in_play_cents=balance.held_cents,
            least_bet_cents=self._least_bet_cents,
            server_ms=self._clock.now_ms(),
            standing=self._standings.standing(self.account),
        )
        return _encode(welcome)
