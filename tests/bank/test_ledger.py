"""The arithmetic of transfers."""

import pytest

from puntobanco.bank.ledger import (
    Kind,
    Transfer,
    changes,
    commission_account,
    held_account,
    house_account,
    may_go_below_zero,
    player_account,
)


def move(source: str, target: str, cents: int) -> Transfer:
    return Transfer(key="k", source=source, target=target, amount_cents=cents, kind=Kind.HOLD, at_ms=0)


def test_changes_sum_to_zero_and_name_every_account() -> None:
    found = changes([move("a", "b", 5), move("b", "c", 5), move("a", "c", 2**70)])
    assert found == {"a": -5 - 2**70, "b": 0, "c": 5 + 2**70}
    assert sum(found.values()) == 0


@pytest.mark.parametrize("cents", [0, -1])
def test_a_transfer_moves_something(cents: int) -> None:
    with pytest.raises(AssertionError):
        changes([move("a", "b", cents)])


def test_only_the_issue_and_houses_may_go_below_zero() -> None:
    assert may_go_below_zero("issue")
    assert may_go_below_zero(house_account(3))
    for account in (player_account("x"), held_account("x"), commission_account(3), player_account("house:1"), "issuer"):
        assert not may_go_below_zero(account)
