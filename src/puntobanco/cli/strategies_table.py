"""Staking plans as a person reads them: what came back for what was laid, beside what had to; and what became of the players."""

from collections.abc import Iterator

from puntobanco.analysis.strategies.figures import PlanFigures, Share
from puntobanco.cli.columns import print_columns, printable
from puntobanco.cli.strategies_document import StrategiesDocument

RETURN_COLUMNS = ("plan", "rounds bet", "staked", "returns %", "± %", "exact %", "wins %", "pushes %")
END_COLUMNS = ("plan", "ruined %", "95 % interval", "ahead %", "95 % interval", "mean end", "5 %", "25 %", "median", "75 %", "95 %")
WAY_COLUMNS = ("plan", "drawdown", "the most", "losing run", "the most", "largest stake", "the most")


def show(document: StrategiesDocument) -> None:
    """Print it."""
    for line in _heading(document):
        print(line)
    found = document.strategies.items()
    print_columns(RETURN_COLUMNS, [(name, *_returns(plan)) for name, plan in found])
    print()
    print_columns(END_COLUMNS, [(name, *_end(plan)) for name, plan in found])
    print()
    print_columns(WAY_COLUMNS, [(name, *_way(plan)) for name, plan in found])


def players(document: StrategiesDocument) -> str:
    """How many there were."""
    return f"{document.players:,} {'player' if document.players == 1 else 'players'} of each plan"


def _heading(document: StrategiesDocument) -> Iterator[str]:
    rounds = f"{document.rounds:,} {'round' if document.rounds == 1 else 'rounds'} each"
    yield f"{players(document)}, {rounds}, shoes of {document.decks} decks, house {document.house}, seed {document.seed}"
    yield f"bankroll {_money(document.bankroll_cents)}, base stake {_money(document.stake_cents)}, bet {document.bet}"
    yield printable("± is one standard error, by players; exact is what the bets that were laid return from a full shoe.")
    yield "ruined: cannot lay the minimum any more; the way is of the median player, and the most of any."
    yield ""


def _returns(plan: PlanFigures) -> tuple[str, ...]:
    shares = (plan.rtp, plan.standard_error, plan.rtp_exact_full_shoe)
    hits = (plan.hit_rate, plan.push_rate)
    return f"{plan.rounds_bet:,}", _money(plan.staked_cents), *(_percent(share, 4) for share in shares), *map(_percent, hits)


def _end(plan: PlanFigures) -> tuple[str, ...]:
    quantiles = map(_money, plan.final_quantiles_cents.values())
    shares = (*_share(plan.ruined), *_share(plan.ahead))
    return *shares, _money(plan.final_mean_cents), *quantiles


def _way(plan: PlanFigures) -> tuple[str, ...]:
    drawdown, losing, stake = plan.drawdown_cents, plan.longest_losing, plan.largest_stake_cents
    return (
        *(_money(drawdown.median), _money(drawdown.most)),
        *(str(losing.median), str(losing.most)),
        *(_money(stake.median), _money(stake.most)),
    )


def _share(share: Share) -> tuple[str, str]:
    return _percent(share.share), f"{100 * share.low:.2f}-{100 * share.high:.2f}"


def _percent(share: float | None, places: int = 2) -> str:
    return "-" if share is None else f"{100 * share:.{places}f}"


def _money(cents: float) -> str:
    return f"{cents / 100:,.2f}"
