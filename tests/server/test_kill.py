"""SIGKILL at any moment: the table goes on with the same cards, and bets are settled once, or were never there."""

import asyncio
import os
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from puntobanco.bank import queries
from puntobanco.bank.sqlite import reading_engine
from puntobanco.game.proof import seed_of, stack
from puntobanco.server.seal import Sealer, load_keys
from puntobanco.table.events import SharesOpened, ShoeAnnounced, ShoeClosed
from tests.server.bettor import Bettor
from tests.server.books import accepted_commands, check_books, rows, stakes
from tests.server.served import Served, table, true_within

GOES_ON_S = 5.0
GOES_ON_IN_A_CROWD_S = 30.0
"""Where three houses start at a time on a machine of two cores."""

MOMENT_S = 15.0
"""How long to wait for a moment to kill at: more than a round, so that one that a busy machine misses comes again."""

ATTEMPTS = 4
"""How many houses to kill in all phases before the moments count as impossible to meet."""

SHORT_SHOE = {"decks": 6, "cut_card_least": 150, "cut_card_most": 156}
SLOW_SHOE = table(betting_seconds=0.8, card_seconds=0.8, result_seconds=1.3, shuffle_seconds=1.2, **SHORT_SHOE)
SLOW_CARDS = table(betting_seconds=0.8, card_seconds=1.2, result_seconds=1.2, shuffle_seconds=0.1, **SHORT_SHOE)
"""Steps that take longer than a restart, so that the players see the next one."""

REOPEN_SOON = """import puntobanco.table.ceremony, puntobanco.table.dealing
puntobanco.table.ceremony.REOPENED_MS = puntobanco.table.dealing.REOPENED_MS = 400"""
"""Betting reopens for 0.4 s after a restart and not for 5, so that many kills do not all find the tables in betting."""


class Missed(Exception):
    """The kill came at another moment than it was meant for: a busy machine tells the players late, which is no fault."""


def true_texts(database: Path, number: int, shoe: int) -> tuple[str, ...]:
    """The texts of all cards of a shoe, from its sealed secret and the key file."""
    engine = reading_engine(database)
    with engine.connect() as connection:
        events = queries.shoe_events(connection, number, shoe)
    engine.dispose()
    announced = [event for event in events if isinstance(event, ShoeAnnounced)][-1]
    order = next(event for event in events if isinstance(event, SharesOpened)).entry.hash
    secret = Sealer(load_keys(database.with_name(f"{database.name}.key"))).unseal(announced.sealed, announced.announcement)
    assert secret is not None
    for event in events:
        assert not isinstance(event, ShoeClosed) or event.secret == secret.hex()
    return stack(seed_of(secret, order), announced.announcement).texts


def check_cards(database: Path, players: Sequence[Bettor]) -> int:
    """Every card that anyone saw has one face and one text, those of the order that the secret makes; gives how many there were."""
    texts: dict[tuple[int, int], tuple[str, ...]] = {}
    seen: defaultdict[tuple[int, int, int], set[str]] = defaultdict(set)
    faces: defaultdict[tuple[int, int, int], set[str]] = defaultdict(set)
    for player in players:
        for card, found in player.opened.items():
            seen[card] |= found
        for card, found in player.faces.items():
            faces[card] |= found
    for (number, shoe, place), found in seen.items():
        if (number, shoe) not in texts:
            texts[number, shoe] = true_texts(database, number, shoe)
        assert found == {texts[number, shoe][place - 1]}, f"table {number} shoe {shoe} card {place}"
    assert all(len(found) == 1 for found in faces.values())
    return len(seen)


def check_commands(database: Path, players: Sequence[Bettor]) -> None:
    """What was answered with yes is stored; what was not answered is stored whole or not at all."""
    stored = accepted_commands(database)
    expected: defaultdict[tuple[str, str, str], int] = defaultdict(int)
    for player in players:
        for name, sent in player.sent.items():
            is_stored = (player.client.account, name) in stored
            assert is_stored == sent.accepted or not sent.answered, f"{name} was answered {sent.accepted}, stored {is_stored}"
            expected[sent.bet] += sent.cents * is_stored
    assert stakes(database) == {bet: cents for bet, cents in expected.items() if cents}


class Chain:
    """One database through many lives of its process, with players who come back after each."""

    def __init__(
        self, folder: Path, tables: Sequence[str], seed: int, *, players: int, burst: int, program: str | None, goes_on_s: float
    ) -> None:
        folder.mkdir()
        self.goes_on_s = goes_on_s
        self.slowest_s = 0.0
        self.luck = random.Random(seed)
        self.served = Served(folder, "\n".join(tables), program=program)
        self.players = [Bettor(self.served, len(tables), self.luck, burst=burst) for _ in range(players)]

    async def live(self, seconds: float, *, kill_at: str | None = None) -> None:
        """Start, see every table go on, play for a while or until a moment of table 1, kill, and look at what is left."""
        began = time.monotonic()
        await asyncio.to_thread(self.served.start)
        if not self.slowest_s:
            # A busy machine starts everything late: the bound holds where an empty house opens within a second and a half.
            self.goes_on_s *= max(1.0, (time.monotonic() - began) / 1.5)
        for player in self.players:
            if not player.client.account:
                await player.client.enter()
            player.moments.clear()
        tasks = [asyncio.create_task(player.play()) for player in self.players]
        try:
            await asyncio.sleep(0)
            await asyncio.wait_for(self._tables_go_on(kill_at), self.goes_on_s - (time.monotonic() - began))
            self.slowest_s = max(self.slowest_s, time.monotonic() - began)
            if kill_at is None:
                await asyncio.sleep(seconds)
            else:
                await self._moment(kill_at, seconds)
        finally:
            self.served.kill()
            await asyncio.gather(*tasks)
        await asyncio.to_thread(check_books, self.served.database)
        check_commands(self.served.database, self.players)

    async def _tables_go_on(self, kill_at: str | None) -> None:
        """Something has happened at every table since the start, or the moment to kill has come already."""
        player = self.players[0]
        await true_within(lambda: all(news.is_set() for news in player.news.values()) or player.moments.get(1) == kill_at)

    async def _moment(self, kill_at: str, seconds: float) -> None:
        try:
            await true_within(lambda: self.players[0].moments.get(1) == kill_at, seconds)
        except TimeoutError:
            raise Missed(kill_at) from None

    async def run(self, lives: int) -> int:
        """Many lives, most of them short. Gives how many cards were seen in them."""
        for _ in range(lives):
            await self.live(self.luck.uniform(0.0, 0.2) if self.luck.random() < 0.5 else self.luck.uniform(0.2, 1.0))
        self.served.start()
        assert self.served.stop() == 0
        check_books(self.served.database)
        check_commands(self.served.database, self.players)
        return check_cards(self.served.database, self.players)


TABLES = (
    table(1, betting_seconds=0.3, card_seconds=0.02, result_seconds=0.04, shuffle_seconds=0.1, **SHORT_SHOE),
    table(2, betting_seconds=0.15, card_seconds=0.12, result_seconds=0.2, shuffle_seconds=0.3),
    table(3, "studio", betting_seconds=0.2, card_seconds=0.05, result_seconds=0.4, shuffle_seconds=0.6, squeeze_seconds=0.3),
)


def last_event(database: Path) -> str:
    ((kind,),) = rows(
        database, "SELECT kind FROM events WHERE table_number = 1 AND kind <> 'presence_changed' ORDER BY version DESC LIMIT 1"
    )
    return str(kind)


BEFORE_THE_CLOSE = {
    "shoe_announced": "shoe_announced",
    "shares_opened": "shares_opened",
    "shoe_arrived": "shoe_opened",
    "betting with a confirmed bet": "bet_confirmed",
    "round_settled": "round_settled",
}
AFTER_THE_CLOSE = {
    "cards_burned": "cards_burned",
    "betting_closed": "betting_closed",
    "between cards": "card_dealt",
    "last card": "card_dealt",
    "round_settled": "round_settled",
}
"""Where table 1 is killed, and the event that is then its last in the database."""


async def killed_at(folder: Path, pace: str, moments: dict[str, str]) -> None:
    chain = Chain(folder, [pace], 1, players=2, burst=4, program=None, goes_on_s=GOES_ON_S)
    for moment, kind in moments.items():
        await chain.live(MOMENT_S, kill_at=moment)
        if last_event(chain.served.database) != kind:
            raise Missed(moment)
    rounds = rows(chain.served.database, "SELECT round_id, outcome FROM rounds ORDER BY round")
    assert [name for name, _ in rounds] == [f"1-1-{number}" for number in range(1, len(rounds) + 1)]
    assert all(outcome is not None for _, outcome in rounds)
    # A card that was stored as the process died was seen by nobody, and lies on the felt all the same.
    ((dealt,),) = rows(chain.served.database, "SELECT count(*) FROM events WHERE kind = 'card_dealt'")
    assert dealt >= 4 * len(rounds) > 0
    assert check_cards(chain.served.database, chain.players) > 0
    assert "error" not in chain.served.log.read_text()
    await asyncio.to_thread(chain.served.audit)


async def killed_at_each(folder: Path, pace: str, moments: dict[str, str]) -> None:
    """Kill a house at all moments, each met exactly; where one was missed, begin again with another house."""
    missed = []
    for attempt in range(ATTEMPTS):
        try:
            await killed_at(folder.with_name(f"{folder.name}-{attempt}"), pace, moments)
        except Missed as moment:
            missed.append(str(moment))
        else:
            return
    pytest.fail(f"missed in {ATTEMPTS} attempts: {', '.join(missed)}")


@pytest.mark.timeout(400)
async def test_killed_in_each_phase_the_round_goes_on_with_its_bets_and_cards_within_5_s(tmp_path: Path) -> None:
    await asyncio.gather(
        killed_at_each(tmp_path / "before", SLOW_SHOE, BEFORE_THE_CLOSE),
        killed_at_each(tmp_path / "after", SLOW_CARDS, AFTER_THE_CLOSE),
    )


async def kill_at_random(folder: Path, lives: int, program: str) -> None:
    seed = int(os.environ.get("PUNTOBANCO_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"PUNTOBANCO_SEED={seed}")
    chains = [
        Chain(folder / str(n), TABLES, seed + n, players=3, burst=12, program=program, goes_on_s=GOES_ON_IN_A_CROWD_S)
        for n in range(3)
    ]
    assert sum(await asyncio.gather(*(chain.run(-(-lives // 3)) for chain in chains))) > 0
    assert any(sent.answered for chain in chains for player in chain.players for sent in player.sent.values())
    print(f"The slowest start took {max(chain.slowest_s for chain in chains):.1f} s.")


async def test_killed_at_6_random_moments_nothing_is_lost_or_doubled_and_the_cards_stay(tmp_path: Path) -> None:
    await kill_at_random(tmp_path, 6, REOPEN_SOON)


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_killed_at_100_random_moments_nothing_is_lost_or_doubled_and_the_cards_stay(tmp_path: Path) -> None:
    await kill_at_random(tmp_path, 100, REOPEN_SOON)
