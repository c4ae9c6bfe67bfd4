"""Many players of each plan over the shoes of a seed, cut in ranges of players that any executor may work on.

A player's shoes follow from the seed and the player's number, and what is kept of players is put together in their order. So the
figures are the same with any number of workers, wherever they are. All plans play the same shoes, no two players the same.
"""

import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import get_context
from typing import NamedTuple

from puntobanco.analysis.chunk import CHUNK_SHOES
from puntobanco.analysis.plan import plan_of
from puntobanco.analysis.strategies.chance import Chance
from puntobanco.analysis.strategies.felt import Felt
from puntobanco.analysis.strategies.paths import Paths, paths_of
from puntobanco.analysis.strategies.ready import Strategy
from puntobanco.analysis.strategies.shoes import shoes, shoes_each
from puntobanco.analysis.strategies.sitting import Sitting
from puntobanco.analysis.strategies.view import Seat
from puntobanco.errors import BadSettings
from puntobanco.game.bets import PAYS, Bet
from puntobanco.game.house import HouseRules

RANGE_ROUNDS = 50_000
"""About so many rounds of each plan are a piece of work: a second or less, so that a run that is stopped ends soon."""

POINTS = 120
"""After so many rounds, evenly spread, bankrolls are noted; after each where there are fewer."""

CURVES_MOST = 10_000
"""Of so many players of each plan, the first ones, all noted bankrolls are kept. Memory does not grow with the rounds."""

MONEY_MOST = 2**62


class Job(NamedTuple):
    """What is played: so many rounds by each player of each plan, over the shoes of a seed. Money in cents."""

    rules: HouseRules
    strategies: Mapping[str, Strategy]
    rounds: int
    bankroll_cents: int
    base_cents: int
    bet: Bet
    seed: int

    @property
    def points(self) -> tuple[int, ...]:
        """The rounds after which bankrolls are noted, from 0 for the beginning to the last."""
        many = min(POINTS, self.rounds)
        return tuple(self.rounds * point // many for point in range(many + 1))


def check(job: Job) -> None:
    """Raise `BadSettings` for a base stake that the table would not take, or a bankroll that does not hold it."""
    felt, rules, bet = Felt(job.rules), job.rules, job.bet
    if bet not in felt.terms:
        raise BadSettings(f"house {rules.name} does not offer {bet}: it offers {', '.join(felt.terms)}")
    terms = felt.terms[bet]
    if job.base_cents <= 0 or felt.up_to(bet, job.base_cents, 1) != job.base_cents:
        span = f"from {_money(terms.minimum_cents)} to {_money(terms.maximum_cents)} in steps of {_money(terms.step_cents)}"
        raise BadSettings(f"a base stake of {_money(job.base_cents)}: house {rules.name} takes {bet} {span}")
    if job.bankroll_cents < job.base_cents:
        raise BadSettings(f"a bankroll of {_money(job.bankroll_cents)} does not hold a base stake of {_money(job.base_cents)}")
    most = sum(felt.terms[bet].maximum_cents * max(odds.pays for odds in PAYS[bet].values()) for bet in felt.terms)
    if job.bankroll_cents + most * job.rounds > MONEY_MOST:
        raise BadSettings("limits and rounds so high that sums would not fit 64 bits: play fewer rounds")


def _money(cents: int) -> str:
    """An amount as it is written, and typed: 12.50."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def prepare(job: Job) -> None:
    """Have everything compiled that a run needs, which takes seconds the first time: once here, not in each process."""
    next(shoes(plan_of(job.rules), job.seed, range(1)))


def play_range(job: Job, players: range, curves: int) -> dict[str, Paths]:
    """Play all plans for these players, counted from 0. Bankrolls are kept of the first so many of them."""
    felt, plan = Felt(job.rules), plan_of(job.rules)
    points, each = job.points, shoes_each(plan, job.rounds)
    found: dict[str, list[Sitting]] = {name: [] for name in job.strategies}
    dealt = shoes(plan, job.seed, range(players.start * each, players.stop * each))
    for player in players:
        sittings = [Sitting(name, strategy, _seat(job, felt, player + 1), points) for name, strategy in job.strategies.items()]
        for _ in range(each):
            codes = next(dealt)
            for sitting in sittings:
                sitting.play(codes)
        for sitting in sittings:
            found[sitting.name].append(sitting)
    return {name: paths_of(sittings, job.rules.offered, curves) for name, sittings in found.items()}


def _seat(job: Job, felt: Felt, player: int) -> Seat:
    return Seat(felt, job.bankroll_cents, job.base_cents, job.bet, player, Chance(job.seed, player))


def play(
    job: Job,
    players: int,
    *,
    executor: Executor | None = None,
    ahead: int = 4,
    made: Callable[[int], object] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> dict[str, Paths]:
    """Play all plans for so many players, or as many as are done when it is ``stopped``: here, or by an executor.

    So many ranges are ``ahead``, in work or waiting; ``made`` gets how many players are done. Raises `BadSettings`, and
    `BadStrategy` for the first player whose plan goes wrong.
    """
    check(job)
    sums: dict[str, list[Paths]] = {name: [] for name in job.strategies}
    done = 0
    with closing(_played(job, players, executor, ahead)) as all_played:
        for found in all_played:
            for name, paths in found.items():
                sums[name].append(paths)
            done += next(iter(found.values())).players
            made(done)
            if stopped():
                break
    return {name: Paths.joined(parts) for name, parts in sums.items()}


def ranges(job: Job, players: int) -> list[range]:
    """The pieces of work that a run is cut in."""
    together = max(1, min(RANGE_ROUNDS // job.rounds, CHUNK_SHOES // shoes_each(plan_of(job.rules), job.rounds)))
    return [range(start, min(start + together, players)) for start in range(0, players, together)]


def _played(job: Job, players: int, executor: Executor | None, ahead: int) -> Generator[dict[str, Paths], None, None]:
    """The ranges in their order, a few of them ahead. Those that nobody waits for any more are not begun."""
    waiting: deque[Future[dict[str, Paths]]] = deque()
    try:
        for numbers in ranges(job, players):
            curves = max(0, CURVES_MOST - numbers.start)
            if executor is None:
                yield play_range(job, numbers, curves)
                continue
            waiting.append(executor.submit(play_range, job, numbers, curves))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def processes(workers: int) -> Iterator[Executor | None]:
    """An executor of so many processes of this machine, None for one: then the work is done here.

    New interpreters, not forks. A second Ctrl-C ends them, whatever a plan is at. What a plan prints there goes to stderr.
    """
    if workers <= 1:
        yield None
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_keep_stdout_clean)
    _begin(pool, workers)
    try:
        yield pool
    finally:
        if isinstance(sys.exception(), KeyboardInterrupt):
            for process in list(pool._processes.values()):
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _keep_stdout_clean() -> None:
    """In a worker process: stdout is that of the program that asked, where figures go."""
    sys.stdout = sys.stderr


def _begin(pool: Executor, workers: int) -> None:
    """Have the processes begun while Ctrl-C waits, as for them it then waits for ever, from before any code of ours."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(workers):
            pool.submit(int)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
