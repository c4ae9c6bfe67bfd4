"""Confirmed bets a second at one table: whatever waits is one transaction, against one transaction a bet in the same file.

256 players bet as fast as they are answered. Commands are decided by the real table and booked by the real cashier, inside the
real store: write-ahead log, synchronous FULL, each answer after its commit. The two ways take turns, the medians count.
"""

import asyncio
import statistics
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import NamedTuple

from bench.table import Table
from puntobanco import house_files
from puntobanco.bank.ledger import ISSUE, Kind, Transfer, player_account
from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import Batch, CommandKey, Player, Recall
from puntobanco.cli.columns import Row
from puntobanco.game import proof
from puntobanco.game.house import HouseRules, changed
from puntobanco.server.batch import Decided, Waiting, decide, digest_of
from puntobanco.table import commands as co
from puntobanco.table.ceremony import announcement_due
from puntobanco.table.commands import Rejection
from puntobanco.table.dealing import next_ms
from puntobanco.table.state import TableState

PLAYERS = 256
TURNS = 5
TURN_SECONDS = 1.5
BATCH_MOST = 1_000
RICH_CENTS = 10**14
STAKE_CENTS = 500
MUST, AIM = 5, 10

PROJECT = Path(__file__).resolve().parent.parent


class Turn(NamedTuple):
    """One measurement: confirmed bets, how many commits they took, and seconds."""

    bets: int
    commits: int
    seconds: float

    @property
    def rate(self) -> float:
        """Bets a second."""
        return self.bets / self.seconds


class Dealer:
    """The dealer's loop without sockets: takes what waits, has it decided and stored, then answers."""

    def __init__(self, store: SqliteStore, rules: HouseRules) -> None:
        self.state: TableState | None = None
        self.inbox: deque[Waiting] = deque()
        self.wake = asyncio.Event()
        self.commits = 0
        self.now_ms = 1_700_000_000_000
        self._store = store
        self._rules = rules
        self._epoch = 0

    async def open_betting(self) -> None:
        """Bring the table to a first round whose betting lasts as long as the measurement."""
        self._epoch = (await self._store.own_table(1)).epoch
        await self.commit([self._own(co.Open(number=1, rules=self._rules))])
        await self.commit([self._own(co.Tick(present=True))])
        state = self._due()
        secret = bytes(range(proof.SECRET_BYTES))
        announced = announcement_due(state)
        promised = proof.commitment(secret, announced)
        await self.commit([self._own(co.AnnounceShoe(announcement=announced, commitment=promised, sealed=b""))])
        self._due()
        await self.commit([self._own(co.Tick(present=True))])
        ceremony = self._due().ceremony
        assert ceremony is not None
        assert ceremony.order is not None
        shoe = proof.stack(proof.seed_of(secret, ceremony.order), announced)
        command = co.OpenShoe(hashes=shoe.hashes, cut_place=shoe.cut_place, cut_card_behind=shoe.cut_card_behind)
        await self.commit([self._own(command)])
        self._due()
        await self.commit([self._own(co.Tick(present=True))])

    async def deal(self, most: int, until: float) -> None:
        """Commit what waits, at most so many commands together, until the clock says so."""
        while time.perf_counter() < until:
            if not self.inbox:
                self.wake.clear()
                await asyncio.wait_for(self.wake.wait(), 5)
            await self.commit([self.inbox.popleft() for _ in range(min(most, len(self.inbox)))])

    async def commit(self, waiting: list[Waiting]) -> None:
        """One transaction, as the server's dealer does it."""
        before = self.state
        decided: list[Decided] = []

        def decide_now(recall: Recall) -> Batch:
            decided.append(decide(before, waiting, recall, self.now_ms))
            return decided[0].batch

        keys = [item.key for item in waiting if item.key is not None]
        version = before.version if before else 0
        await self._store.transact(1, self._epoch, version, {key.account for key in keys}, keys, decide_now)
        self.state = decided[0].state
        self.commits += 1
        for item, answer in zip(waiting, decided[0].answers, strict=True):
            if item.reply is not None:
                item.reply(answer)

    def submit(self, command: co.PlaceBet, command_id: str, answered: "asyncio.Future[Rejection | None]") -> None:
        """Put a bet in the queue."""
        key = CommandKey(command.account, command_id)
        self.inbox.append(Waiting(command, self.now_ms, key, digest_of(1, command), answered.set_result))
        self.wake.set()

    def _own(self, command: co.Command) -> Waiting:
        return Waiting(command, self.now_ms)

    def _due(self) -> TableState:
        assert self.state is not None
        self.now_ms = max(self.now_ms, next_ms(self.state) or 0)
        return self.state


class Bettor:
    """One player, who bets again as soon as the last bet was confirmed."""

    def __init__(self, account: str, dealer: Dealer) -> None:
        self.account = account
        self.confirmed = 0
        self._dealer = dealer
        self._asked = 0

    async def bet(self) -> None:
        """Bet until cancelled, one bet of the house after the other."""
        loop, state = asyncio.get_running_loop(), self._dealer.state
        assert state is not None
        offered = state.rules.offered
        while True:
            self._asked += 1
            command = co.PlaceBet(
                account=self.account,
                shoe=state.shoe_number,
                round=state.round,
                bet=offered[self._asked % len(offered)],
                amount_cents=STAKE_CENTS,
            )
            answered: asyncio.Future[Rejection | None] = loop.create_future()
            self._dealer.submit(command, f"command-{self._asked}", answered)
            refusal = await answered
            assert refusal is None, refusal
            self.confirmed += 1


async def measure(folder: Path) -> tuple[list[Turn], list[Turn]]:
    """Turns with group commit, and turns with one transaction a bet."""
    store = SqliteStore(folder / "bets.db")
    await store.open()
    try:
        rules = changed(house_files.load("live"), {"betting_seconds": 600, "burn": "none", **_no_limits()})
        dealer = Dealer(store, rules)
        await dealer.open_betting()
        players = [Bettor(f"player-{number:04}", dealer) for number in range(PLAYERS)]
        await asyncio.gather(*(_join(store, player.account) for player in players))
        betting = [asyncio.ensure_future(player.bet()) for player in players]
        grouped, single = [], []
        await _turn(dealer, players, BATCH_MOST, seconds=0.5)  # warms caches and the log file
        for _ in range(TURNS):
            grouped.append(await _turn(dealer, players, BATCH_MOST))
            single.append(await _turn(dealer, players, 1))
        for task in betting:
            task.cancel()
        return grouped, single
    finally:
        await store.close()


async def _turn(dealer: Dealer, players: list[Bettor], most: int, seconds: float = TURN_SECONDS) -> Turn:
    before, commits, started = sum(player.confirmed for player in players), dealer.commits, time.perf_counter()
    await dealer.deal(most, started + seconds)
    await asyncio.sleep(0)  # the answers of the last commit
    confirmed = sum(player.confirmed for player in players) - before
    return Turn(confirmed, dealer.commits - commits, time.perf_counter() - started)


async def _join(store: SqliteStore, account: str) -> None:
    grant = Transfer(
        key=f"grant:{account}",
        source=ISSUE,
        target=player_account(account),
        amount_cents=RICH_CENTS,
        kind=Kind.GRANT,
        at_ms=0,
    )
    await store.add_player(Player(account=account, name=account, created_ms=0), grant)


def _no_limits() -> dict[str, int]:
    most = 10**15
    return {"main_maximum_cents": most, "side_maximum_cents": most, "differential_cents": most}


def filesystem_of(folder: Path) -> str:
    """The kind of filesystem that a folder lies on, as the system names it."""
    mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    inside = [(point, kind) for point, kind in mounts if folder.is_relative_to(point)]
    return max(inside, key=lambda mount: len(mount[0]))[1] if inside else "unknown"


def table() -> Table:
    """Measure both ways and their ratio."""
    build = PROJECT / "build"
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build, prefix="bench-bets-") as name:
        filesystem = filesystem_of(Path(name))
        grouped, single = asyncio.run(measure(Path(name)))
    ratio = statistics.median(group.rate / one.rate for group, one in zip(grouped, single, strict=True))
    rows = [_row("what waits is one commit", grouped, f"{ratio:.1f}"), _row("one commit a bet", single, "1")]
    against = f"Against one commit a bet in the same file. {PLAYERS} players, SQLite synchronous FULL on {filesystem};"
    note = f"{against} the ratio must be {MUST} and aims at {AIM}."
    return Table(("confirmed bets at one table", "bets/s", "bets/commit", "ms/commit", "× single"), rows, (note,))


def _row(title: str, turns: list[Turn], ratio: str) -> Row:
    rate = statistics.median(turn.rate for turn in turns)
    size = statistics.median(turn.bets / turn.commits for turn in turns)
    pace = statistics.median(1000 * turn.seconds / turn.commits for turn in turns)
    return title, f"{rate:,.0f}", f"{size:.1f}", f"{pace:.2f}", ratio
