"""The limits that look at more than one spot: both differentials, and Banker in multiples (rules 4.3, 4.4)."""

from hypothesis import given, strategies as st

from puntobanco.game.bets import Bet
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.state import Sides
from tests.table.driven import Driven, betting, rules

LIMITS = {"main_minimum_cents": 1_000, "main_maximum_cents": 400_000, "burn": "none"}


def table(**settings: object) -> Driven:
    return betting(house=rules("live", **{**LIMITS, **settings}))


def refused(answer: object, code: Code, left: int | None = None) -> None:
    assert isinstance(answer, Rejection), answer
    assert answer.code is code
    assert left is None or answer.left == left


def taken(answer: object) -> None:
    assert not isinstance(answer, Rejection), answer


def test_money_on_one_side_of_the_table_widens_the_other_by_as_much() -> None:
    driven = table(differential_cents=100_000)
    taken(driven.bet("ann", "player", 80_000))
    taken(driven.bet("bob", "banker", 180_000))
    refused(driven.bet("bob", "banker_no_commission", 100), Code.OVER_DIFFERENTIAL, left=0)
    taken(driven.bet("ann", "player", 200_000))
    refused(driven.bet("cid", "player", 1_000), Code.OVER_DIFFERENTIAL, left=0)
    taken(driven.bet("bob", "banker_no_commission", 100))


def test_a_withdrawal_that_would_break_the_differential_is_refused_too() -> None:
    driven = table(differential_cents=100_000)
    taken(driven.bet("ann", "player", 50_000))
    taken(driven.bet("bob", "banker", 150_000))
    refused(driven.take_back("ann", "player", 1_000), Code.OVER_DIFFERENTIAL, left=0)
    taken(driven.take_back("bob", "banker", 50_000))
    taken(driven.take_back("ann", "player", 50_000))


def test_side_bets_and_tie_do_not_count_in_the_differential() -> None:
    driven = table(differential_cents=1_000, side_maximum_cents=400_000)
    for bet in ("tie", "player_pair", "banker_dragon", "lucky_six"):
        taken(driven.bet("ann", bet, 300_000))


def test_the_differential_of_one_player_looks_at_that_players_money_only() -> None:
    driven = table(differential_cents="none", differential_player_cents=10_000)
    taken(driven.bet("ann", "player", 10_000))
    refused(driven.bet("ann", "player", 1_000), Code.OVER_DIFFERENTIAL, left=0)
    taken(driven.bet("bob", "player", 10_000))
    taken(driven.bet("ann", "banker", 20_000))
    refused(driven.take_back("ann", "player", 1_000), Code.OVER_DIFFERENTIAL, left=0)


def test_the_differential_is_checked_after_the_multiple_and_before_the_funds() -> None:
    driven = table(differential_cents=1_000)
    refused(driven.bet("ann", "player", 2_050), Code.NOT_A_MULTIPLE)
    refused(driven.bet("ann", "player", 2_000, balance_cents=0), Code.OVER_DIFFERENTIAL, left=1_000)
    refused(driven.bet("ann", "player", 1_000, balance_cents=0), Code.INSUFFICIENT_FUNDS)


def test_banker_money_is_a_multiple_of_the_minimum_where_the_house_says_so() -> None:
    driven = table(banker_in_multiples=True)
    refused(driven.bet("ann", "banker", 1_500), Code.NOT_A_MULTIPLE)
    taken(driven.bet("ann", "banker", 2_000))
    refused(driven.bet("ann", "banker_no_commission", 500), Code.NOT_A_MULTIPLE)
    taken(driven.bet("ann", "banker_no_commission", 1_000))
    refused(driven.take_back("ann", "banker", 500), Code.NOT_A_MULTIPLE)
    taken(driven.take_back("ann", "banker", 2_000))
    taken(driven.bet("ann", "player", 1_500))


def test_without_that_rule_an_addition_may_be_any_multiple_of_the_unit() -> None:
    driven = table()
    taken(driven.bet("ann", "banker", 1_000))
    taken(driven.bet("ann", "banker", 100))


_ACTS = st.lists(
    st.tuples(
        st.sampled_from(["ann", "bob", "cid"]),
        st.sampled_from(["player", "banker", "banker_no_commission", "tie"]),
        st.integers(-60, 60).map(lambda units: units * 500),
    ),
    max_size=60,
)


@given(_ACTS, st.integers(1_000, 60_000), st.booleans())
def test_no_sequence_of_commands_breaks_a_differential(acts: list[tuple[str, str, int]], limit: int, own: bool) -> None:
    driven = table(differential_cents=limit, differential_player_cents=limit // 2 + 1_000 if own else "none")
    for account, bet, cents in acts:
        if cents > 0:
            driven.bet(account, bet, cents)
        elif cents < 0:
            driven.take_back(account, bet, -cents)
        stakes = driven.state.stakes
        assert driven.state.sides == Sides.of(stakes.values())
        assert abs(driven.state.sides.lead) <= limit
        if own:
            assert all(abs(Sides.of([mine]).lead) <= limit // 2 + 1_000 for mine in stakes.values())


def test_the_sides_of_a_table_count_both_kinds_of_banker() -> None:
    stakes = [{Bet.PLAYER: 5}, {Bet.BANKER: 7, Bet.BANKER_NO_COMMISSION: 11, Bet.TIE: 100}]
    assert Sides.of(stakes) == Sides(player=5, banker=18)
    assert Sides.of(stakes).lead == 13
