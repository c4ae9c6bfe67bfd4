"""What a round of a staking plan costs: each plan that ships, beside a loop that deals and settles by ``game`` alone.

All take turns in one run, by the time of the process. Bankrolls are so large that nobody is ruined.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bench.table import Table
from puntobanco import house_files
from puntobanco.analysis.chunk import orders_of
from puntobanco.analysis.plan import plan_of
from puntobanco.analysis.strategies.ready import READY
from puntobanco.analysis.strategies.run import Job, play
from puntobanco.analysis.strategies.shoes import shoes_each
from puntobanco.game.bets import Bet, settle
from puntobanco.game.cards import DECK
from puntobanco.game.rules import deal
from puntobanco.game.shoe import burn

RULES = house_files.load("live")
PLAYERS, ROUNDS = 20, 1_000
REPEATS = 7
BASELINE = "dealt and settled by game.rules and game.bets"

Timed = Callable[[], object]


class Figure(NamedTuple):
    """One line of the table: microseconds a round of a player, and how many times as fast as the loop."""

    name: str
    micros: float
    ratio: float


def loop() -> int:
    """Deal the shoes of the same players and settle a flat bet in each round, without any plan, view or figures."""
    plan, net = plan_of(RULES), 0
    each = shoes_each(plan, ROUNDS)
    orders = orders_of(plan, 1, 0, PLAYERS * each)
    for player in range(PLAYERS):
        rounds = 0
        for (order,) in orders[player * each : (player + 1) * each]:
            cards = [DECK[place] for place in order.cards]
            burned = burn(RULES.burn, RULES.decks, cards[0])
            at = burned.shown + burned.face_down
            while at <= len(cards) - order.behind and rounds < ROUNDS:
                coup = deal(cards[at : at + 6])
                net += settle(coup, {Bet.BANKER: RULES.main_minimum_cents}).net
                at += coup.card_count
                rounds += 1
    return net


def measured() -> list[Figure]:
    """Return the median of each; they take turns."""
    minimum = RULES.main_minimum_cents
    whole = Job(RULES, {}, ROUNDS, 10_000_000 * minimum, minimum, Bet.BANKER, 1)
    jobs: dict[str, Timed] = {BASELINE: loop}
    for name, strategy in READY.items():
        jobs[name] = partial(play, whole._replace(strategies={name: strategy}), PLAYERS)
    flat = play(whole._replace(strategies={"flat": READY["flat"]}), PLAYERS)["flat"]
    assert int((flat.column("final_cents") - whole.bankroll_cents).sum()) == loop(), "the plan and the loop differ"
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(REPEATS):
        for name, job in jobs.items():
            started = time.process_time()
            job()
            taken[name].append((time.process_time() - started) / (PLAYERS * ROUNDS) * 1e6)
    micros = {name: statistics.median(times) for name, times in taken.items()}
    return [Figure(name, each, micros[BASELINE] / each) for name, each in micros.items()]


def table() -> Table:
    """Measure."""
    rows = [(name, f"{micros:.2f}", f"{ratio:.2f}") for name, micros, ratio in measured()]
    return Table(
        ("a round of a staking plan, µs of one process", "measured", "times as fast"),
        rows,
        ("Times as fast as the loop of the first line, which has no plan, view or figures.",),
    )
