"""The dealer of one table: a single task, the only writer of its events.

It takes the commands that are waiting, has them decided and stored together in one transaction, and only then answers and
publishes. It also brings what the table waits for: time, a shoe, cards.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Protocol

import structlog

from puntobanco.bank.staff_store import StaffAct
from puntobanco.bank.store import Balance, Batch, CommandKey, Fenced, Ownership, Recall, Store, StoreBroken, StoreFailed
from puntobanco.game.cards import Card
from puntobanco.game.house import BurnRule, HouseRules
from puntobanco.server.batch import Decided, Reply, Waiting, decide, digest_of
from puntobanco.server.clock import Clock
from puntobanco.server.settings import Bounds
from puntobanco.server.shoebox import Shoebox
from puntobanco.server.squeezers import Squeezers
from puntobanco.server.witness import TableWitness, Witness, promised
from puntobanco.table import commands as co, machine, reasons, seating
from puntobanco.table.acts import NewShoe
from puntobanco.table.commands import Code, Command, Rejection
from puntobanco.table.dealing import Need, awaits, next_ms
from puntobanco.table.events import Event
from puntobanco.table.felt import card_number
from puntobanco.table.state import Phase, TableState

log = structlog.get_logger()

STAFF_SENDER = "staff:"
"""Before a name of staff, as the sender of a command. No player's account begins with it."""


_BETWEEN_ROUNDS = (Phase.SHUFFLING, Phase.BURNING, Phase.RESULT, Phase.PAUSED)
"""When a shoe may be ended."""


class Publisher(Protocol):
    """Who is told of what was stored: the floor."""

    def present(self, table: int) -> bool:
        """Whether anybody watches or plays at the table."""

    def connected(self, table: int, account: str) -> bool:
        """Whether a player has a page that watches the table."""

    def free_cents(self, account: str) -> int | None:
        """What a player could stake, as last told; None where that is not known here."""

    def publish(
        self, before: TableState | None, after: TableState, events: Sequence[Event], balances: Mapping[str, Balance]
    ) -> None:
        """Tell everyone whom it concerns what happened."""

    def tell_player(self, account: str, state: TableState) -> None:
        """Tell a player's pages their own part of the table."""


class Dealer:
    """One table's only writer. `run` is its task; everything else may be called from the same event loop.

    Without ``rules`` the table keeps those it has: it is one that is not opened any more, and finishes its round.
    """

    def __init__(
        self,
        number: int,
        rules: HouseRules | None,
        *,
        store: Store,
        shoebox: Shoebox,
        publisher: Publisher,
        clock: Clock,
        bounds: Bounds,
        witness: Witness,
    ) -> None:
        self.number = number
        self.state: TableState | None = None
        self.halted = False
        self.broken = False
        self.taken_over = asyncio.Event()
        self._rules = rules
        self._store = store
        self._shoebox = shoebox
        self._publisher = publisher
        self._clock = clock
        self._bounds = bounds
        self._seen = TableWitness(number, witness, retry_s=bounds.retry_after_ms / 1000)
        self._epoch = 0
        self._lost = False
        self._stalled = False
        self._inbox: deque[Waiting] = deque()
        self._squeezers = Squeezers(bounds.squeezer_away_ms)
        self._wake = asyncio.Event()

    def submit(self, command: co.PlayerCommand, command_id: str, reply: Reply, *, barred: Rejection | None = None) -> None:
        """Put a player's command in the queue; ``reply`` is called once it is stored, or at once when it cannot be taken.

        Who is ``barred`` is refused with it, but for commands that were answered before: what was accepted stays so.
        """
        key = CommandKey(command.account, command_id)
        digest = digest_of(self.number, command)
        self._queue(Waiting(command, self._clock.now_ms(), key, digest, reply, barred=barred))

    async def order(self, command: co.StaffCommand, command_id: str, by: str, act: StaffAct | None) -> Rejection | None:
        """Have a command of staff decided as a player's is, and once however often it comes; its act is stored with its events."""
        done: asyncio.Future[Rejection | None] = asyncio.get_running_loop().create_future()

        def reply(answer: Rejection | None) -> None:
            if not done.done():
                done.set_result(answer)

        key = CommandKey(f"{STAFF_SENDER}{by}", command_id)
        digest = digest_of(self.number, command)
        self._queue(Waiting(command, self._clock.now_ms(), key, digest, reply, act=act))
        return await done

    def _queue(self, waiting: Waiting) -> None:
        if self.halted or len(self._inbox) >= self._bounds.inbox_commands:
            _refuse([waiting], Code.UNAVAILABLE)
            return
        self._inbox.append(waiting)
        self._wake.set()

    def wake(self) -> None:
        """Look again at who is present."""
        self._wake.set()

    def face_for(self, account: str, number: int) -> Card | None:
        """The face of a card for who squeezes it now and has bent it; None for everyone else, and once it is over."""
        squeezing = self.state.squeezing if self.state else None
        if self.halted or squeezing is None or not squeezing.looked or (squeezing.account, squeezing.number) != (account, number):
            return None
        return self._shoebox.face(number)

    async def run(self) -> None:
        """Take the table over, then deal until cancelled. A bug or a lost table stops this table, never pays wrongly."""
        try:
            await self._take_over()
            self.taken_over.set()
            while True:
                await self._commit(await self._next())
        except Fenced:
            log.error("table lost to another process", table=self.number)
        except StoreBroken:
            self.broken = True
            log.exception("the database is damaged; the table stops", table=self.number)
        except Exception:
            log.exception("table stopped by a fault of the program", table=self.number)
        finally:
            self._halt()

    async def _take_over(self) -> None:
        owned = await self._own_table()
        self._epoch = owned.epoch
        if owned.events:
            self._clock.not_before(owned.events[-1].at_ms)
            self.state = machine.fold(owned.events, first_version=owned.first_version)
            self._lost = not self._shoebox.follow(self.state)
            await self._seen.look(owned, self.state, self._store)
            if self._lost:
                await self._give_up_shoe()
            await self._insist(co.Recover())
            if self._seen.restored:
                await self._end_restored_betting()
        else:
            assert self._rules is not None
            await self._insist(co.Open(number=self.number, rules=self._rules))

    async def _end_restored_betting(self) -> None:
        """Betting on cards that players have seen ends at once, and every bet goes back (rule 7.4)."""
        log.error("the database was restored from a backup: the shoe in play is ended and opened", table=self.number)
        assert self.state is not None
        suspended = self.state.suspension.phase if self.state.suspension else None
        if Phase.BETTING in (self.state.phase, suspended):
            await self._insist(co.VoidRound(reason=reasons.RESTORED))

    async def _own_table(self) -> Ownership:
        while True:
            try:
                return await self._store.own_table(self.number)
            except StoreFailed:
                log.exception("the store failed; trying again", table=self.number)
                await asyncio.sleep(self._bounds.retry_after_ms / 1000)

    async def _insist(self, command: Command) -> None:
        """Have a command of the table's own stored, however often the store fails before."""
        while not await self._commit([self._own(command)]):
            pass

    async def _give_up_shoe(self) -> None:
        """The secret of the shoe in play is lost: its round is voided, every bet goes back, the shoe is never opened.

        A round whose last card lies on the felt needs no secret any more: it is settled (rule 7.4).
        """
        log.error("the shoe's secret cannot be unsealed: its round is voided, the shoe ends", table=self.number)
        assert self.state is not None
        while self.state.phase is Phase.DEALING and self.state.coup.complete:
            await asyncio.sleep(self._seconds_to_wait() or 0)
            await self._insist(co.Tick(present=self.state.present))
        if self.state.phase in (Phase.BETTING, Phase.DEALING, Phase.SUSPENDED):
            await self._insist(co.VoidRound(reason=reasons.SHOE_LOST, shoe_lost=True))
        await self._insist(co.CloseShoe(secret=None, reason=reasons.SHOE_LOST))

    async def _next(self) -> list[Waiting]:
        """Wait until there is something to decide: commands in the order they came, then what time brings."""
        while True:
            self._wake.clear()
            count = min(len(self._inbox), self._bounds.batch_commands)
            waiting = [self._inbox.popleft() for _ in range(count)]
            step = self._step()
            if isinstance(step, co.GiveTime):
                waiting.insert(0, self._own(step))  # before those who come in the time that it gives
            elif step is not None and not self._waits_in_time():
                waiting.append(self._own(step))
            if waiting:
                return waiting
            # Not wait_for: in Python 3.11 it forgets a cancellation that comes together with what it waits for.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._seconds_to_wait()):
                    await self._wake.wait()

    def _waits_in_time(self) -> bool:
        """Whether a command that did not fit into the batch came before the table's time was up: it goes first."""
        state = self.state
        shuffling = state is not None and state.phase is Phase.SHUFFLING
        due_ms = (next_ms(state) if shuffling else state.due_ms) if state else None
        return due_ms is not None and bool(self._inbox) and self._inbox[0].at_ms < due_ms

    def _seconds_to_wait(self) -> float | None:
        assert self.state is not None
        known = (next_ms(self.state), seating.next_ms(self.state), self._squeezers.next_ms)
        times = [at_ms for at_ms in known if at_ms is not None]
        return max(0.0, (min(times) - self._clock.now_ms()) / 1000) if times else None

    def _step(self) -> Command | None:
        """What the table needs now of its dealer, as a command; None when its time has not come."""
        state, now_ms = self.state, self._clock.now_ms()
        assert state is not None
        if self._rules is not None and state.shoe is None and state.ceremony is None and state.rules != self._rules:
            return co.Open(number=self.number, rules=self._rules)
        if self._rules is None and (ending := self._end_of_closed(state)):
            return ending
        if self._seen.restored and promised(state) and state.phase in _BETWEEN_ROUNDS:
            return co.CloseShoe(secret=self._shoebox.secret, reason=reasons.RESTORED)
        if self._dealt_otherwise(state):
            return co.AtDesk(staff="", act=NewShoe(shoe=state.shoe_number + 1, reason=reasons.DEALT_BY_SOFTWARE))
        if self._stalled and state.ceremony is not None:
            return co.GiveTime()
        present = self._publisher.present(self.number)
        due_ms, seat_ms = next_ms(state), seating.next_ms(state)
        due = due_ms is not None and now_ms >= due_ms
        if seated := self._news_of_seated(state, now_ms):
            return seated
        if gone := self._squeezers.gone(state, lambda account: self._publisher.connected(self.number, account), now_ms):
            return co.NoteAway(accounts=gone)
        starts = state.phase is Phase.PAUSED and present and not state.rules.by_hand
        if present != state.present or starts:
            return co.Tick(present=present)
        need = awaits(state) if due else None
        match need:
            case None:
                return co.Tick(present=present) if seat_ms is not None and now_ms >= seat_ms else None
            case Need.TICK:
                return co.Tick(present=present)
            case Need.ANNOUNCEMENT:
                return self._shoebox.announce(state)
            case Need.SHOE:
                return self._shoebox.open_shoe(state)
            case Need.ROUND:
                return self._shoebox.shuffle_round(state)
            case Need.SECRET:
                return co.CloseShoe(secret=self._shoebox.secret)
            case Need.BURN | Need.CARD:
                return self._card(state, need)

    def _end_of_closed(self, state: TableState) -> Command | None:
        """What ends a round at a table that is not opened any more, where nobody of the staff can reach it, and then its shoe.

        A shoe that was promised is opened all the same: none is left behind in silence.
        """
        if state.carried:
            return co.ReturnStakes()
        if state.rules.by_hand and (state.suspension or state.phase in (Phase.BETTING, Phase.DEALING)):
            return co.VoidRound(reason=reasons.TABLE_CLOSED)
        if state.suspension:
            return co.Resume(reason=reasons.TABLE_CLOSED)
        if promised(state) and state.phase in _BETWEEN_ROUNDS:
            return co.CloseShoe(secret=self._shoebox.secret, reason=reasons.TABLE_CLOSED, stay=True)
        return None

    def _dealt_otherwise(self, state: TableState) -> bool:
        """Whether a shoe of real cards is in the way: the table is opened again, and the software is to deal it."""
        wanted = self._rules is not None and not self._rules.by_hand
        return wanted and state.rules.by_hand and state.shoe is not None and state.phase in (Phase.BURNING, Phase.RESULT)

    def _news_of_seated(self, state: TableState, now_ms: int) -> co.NoteSeated | None:
        """What has changed of the lines and credits of those who sit, as far as it is of importance."""
        accounts = [seat.account for seat in state.seating.seats.values()]
        if not accounts:
            return None
        connected = frozenset(account for account in accounts if self._publisher.connected(self.number, account))
        known = {account: self._publisher.free_cents(account) for account in accounts}
        free_cents = {account: cents for account, cents in known.items() if cents is not None}
        noted = co.NoteSeated(connected=connected, free_cents=free_cents)
        return noted if seating.note(state, noted, now_ms) else None

    def _card(self, state: TableState, need: Need) -> Command:
        assert state.shoe is not None
        if need is Need.BURN and state.rules.burn is not BurnRule.FIRST_CARD:
            return co.Burn(shown=None)
        if need is Need.BURN:
            return co.Burn(shown=self._shoebox.open_card(state.shoe.next_number))
        return co.DealCard(card=self._shoebox.open_card(card_number(state)))

    def _own(self, command: Command) -> Waiting:
        return Waiting(command, self._clock.now_ms())

    async def _commit(self, waiting: list[Waiting]) -> bool:
        """Decide and store, then answer and publish. False, after a while, when the store failed and nothing was done."""
        before, decided = self.state, None

        def decide_now(recall: Recall) -> Batch:
            nonlocal decided
            decided = decide(before, waiting, recall, self._clock.now_ms())
            return decided.batch

        keys = [item.key for item in waiting if item.key is not None]
        version = before.version if before else 0
        try:
            balances = await self._store.transact(
                self.number, self._epoch, version, {key.account for key in keys}, keys, decide_now
            )
        except StoreFailed:
            _refuse(waiting, Code.UNAVAILABLE)
            self._stalled = True
            log.exception("the store failed; trying again", table=self.number)
            await asyncio.sleep(self._bounds.retry_after_ms / 1000)
            return False
        except Exception:
            # Nothing was written, and this table stops.
            _refuse(waiting, Code.UNAVAILABLE)
            raise
        assert decided is not None
        self._stalled = False
        self._told(before, decided, waiting, balances)
        await self._seen.note(version, decided.batch.events)
        return True

    def _told(self, before: TableState | None, decided: Decided, waiting: list[Waiting], balances: Mapping[str, Balance]) -> None:
        after = decided.state
        assert after is not None
        self.state = after
        held = self._shoebox.follow(after)
        assert held or self._lost, "a secret that was just sealed must open"
        self._lost = not held
        for item, answer in zip(waiting, decided.answers, strict=True):
            if item.reply is not None:
                item.reply(answer)
        if decided.batch.events:
            self._publisher.publish(before, after, decided.batch.events, balances)
        for account in decided.repeated:
            self._publisher.tell_player(account, after)

    def _halt(self) -> None:
        self.halted = True
        self.taken_over.set()
        _refuse(self._inbox, Code.UNAVAILABLE)
        self._inbox.clear()


def _refuse(waiting: Sequence[Waiting] | deque[Waiting], code: Code) -> None:
    for item in waiting:
        if item.reply is not None:
            item.reply(Rejection(code=code))
