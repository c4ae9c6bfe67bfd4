"""Double-entry bookkeeping as plain values: accounts, transfers, balances. Pure; knows nothing of tables or databases.

Every movement is one immutable transfer from a source to a target, so the sum of all balances is always zero. A player has two
accounts: what can be staked, and what is held because it lies on tables. Only the issue of play credits and a table's house
account may stand below zero.
"""

import enum
from collections import defaultdict
from collections.abc import Iterable

import msgspec

ISSUE = "issue"
"""The account that all play credits come from; its balance is minus what has been issued."""


class Kind(enum.StrEnum):
    """What a transfer is for."""

    GRANT = "grant"
    TOP_UP = "top_up"
    HOLD = "hold"
    RELEASE = "release"
    STAKE_BACK = "stake_back"
    STAKE_LOST = "stake_lost"
    WINNINGS = "winnings"
    COMMISSION = "commission"
    REFUND = "refund"


class Transfer(msgspec.Struct, frozen=True, kw_only=True):
    """One movement of ``amount_cents`` (always positive). ``key`` is unique for all time: the same movement cannot happen twice."""

    key: str
    source: str
    target: str
    amount_cents: int
    kind: Kind
    at_ms: int
    round_id: str | None = None
    bet: str | None = None


def player_account(player: str) -> str:
    """The account of what a player can stake."""
    return f"player:{player}"


def held_account(player: str) -> str:
    """The account of what a player has lying on tables."""
    return f"held:{player}"


def house_account(table: int) -> str:
    """The account that pays winnings at a table and takes lost stakes."""
    return f"house:{table}"


def commission_account(table: int) -> str:
    """The account that takes the commission at a table."""
    return f"commission:{table}"


def may_go_below_zero(account: str) -> bool:
    """Whether an account may stand below zero: the issue of credits, and houses."""
    return account == ISSUE or account.startswith("house:")


def changes(transfers: Iterable[Transfer]) -> dict[str, int]:
    """What transfers do to the balance of each account they touch, in cents. The values sum to zero."""
    found: defaultdict[str, int] = defaultdict(int)
    for transfer in transfers:
        assert transfer.amount_cents > 0, f"{transfer.key} moves {transfer.amount_cents}"
        found[transfer.source] -= transfer.amount_cents
        found[transfer.target] += transfer.amount_cents
    return dict(found)
