"""A table driven by hand whose events are kept in a store, as a dealer keeps them."""

from collections.abc import Mapping

from puntobanco.bank.cashier import Posting, post
from puntobanco.bank.ledger import ISSUE, Kind, Transfer, player_account
from puntobanco.bank.store import Balance, Batch, CommandKey, Player, Recall, Store, StoredAnswer
from puntobanco.game.house import HouseRules
from puntobanco.table.events import Event, PresenceChanged
from puntobanco.table.machine import evolve
from puntobanco.table.state import TableState
from tests.table.driven import STARTED_MS, Driven, rules

GRANT_CENTS = 1_000_000


def grant(account: str, cents: int = GRANT_CENTS, *, kind: Kind = Kind.GRANT, at_ms: int = STARTED_MS) -> Transfer:
    """Credits out of nothing for a player."""
    key = f"{kind}:{account}:{at_ms}"
    return Transfer(key=key, source=ISSUE, target=player_account(account), amount_cents=cents, kind=kind, at_ms=at_ms)


async def join(store: Store, account: str, cents: int = GRANT_CENTS) -> None:
    """A new player with some credits."""
    player = Player(account=account, name=account.title(), created_ms=STARTED_MS)
    await store.add_player(player, grant(account, cents))


def batch(*moves: Transfer, answers: Mapping[CommandKey, StoredAnswer] | None = None, at_ms: int = STARTED_MS) -> Batch:
    """A batch with an event of its own for each transfer, which no table would decide like that."""
    events = tuple(PresenceChanged(at_ms=at_ms, present=True) for _ in moves)
    postings = tuple(Posting(transfers=(move,)) for move in moves)
    return Batch(events=events, postings=postings, answers=dict(answers or {}), at_ms=at_ms)


async def write(store: Store, what: Batch, *, version: int = 0, epoch: int | None = None) -> dict[str, Balance]:
    """Store a batch at table 1, which is taken over where no epoch is given."""
    if epoch is None:
        epoch = (await store.own_table(1)).epoch
    return await store.transact(1, epoch, version, (), (), lambda _: what)


class Kept(Driven):
    """A driven table; `save` stores in one batch all that has happened since the last time."""

    def __init__(self, store: Store, house: HouseRules | None = None, *, number: int = 1, present: bool = True) -> None:
        super().__init__(house or rules(burn="none"), number=number, present=present)
        self.store = store
        self.epoch = 0
        self._saved: TableState | None = None

    async def save(self, answers: Mapping[CommandKey, StoredAnswer] | None = None) -> dict[str, Balance]:
        """Store the events since the last time, and what they post; own the table first where that has not been done."""
        if not self.epoch:
            self.epoch = (await self.store.own_table(self.state.number)).epoch
        version = self._saved.version if self._saved else 0
        events = tuple(self.events[version:])

        def decide(recall: Recall) -> Batch:
            return Batch(events=events, postings=self._postings(events), answers=dict(answers or {}), at_ms=self.now_ms)

        balances = await self.store.transact(self.state.number, self.epoch, version, (), (), decide)
        self._saved = self.state
        return balances

    def _postings(self, events: tuple[Event, ...]) -> tuple[Posting, ...]:
        state, found = self._saved, []
        for event in events:
            state = evolve(state, event)
            found.append(post(event, state))
        return tuple(found)

    def play_rounds(self, count: int, *accounts: str) -> None:
        """Play rounds in which each of these players has 10 on Player, 20 on Banker and 5 on Tie."""
        for _ in range(count):
            self.play_on()
            for account in accounts:
                for bet, cents in (("player", 1_000), ("banker", 2_000), ("tie", 500)):
                    answer = self.bet(account, bet, cents)
                    assert isinstance(answer, list), answer
            self.play_round()


async def kept(store: Store, *accounts: str, number: int = 1, house: HouseRules | None = None) -> Kept:
    """A table in the betting of its first round, stored, and players with credits."""
    for account in accounts:
        await join(store, account)
    table = Kept(store, house, number=number)
    table.play_on()
    await table.save()
    return table
