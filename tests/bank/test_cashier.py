"""What each event of a table writes into the books."""

from typing import Any

import pytest

from puntobanco.bank.cashier import Posting, post
from puntobanco.bank.ledger import changes
from puntobanco.game.rules import Outcome
from puntobanco.table import commands as co, events as ev
from puntobanco.table.machine import evolve
from puntobanco.table.state import TableState
from tests.table.driven import Driven, betting, rules

# Player 9 by a natural against 6; Banker 7 against 6; Banker 6 against 5; a tie of 7.
PLAYER, BANKER, BANKER_SIX, TIE = "9H 2S KD 4C", "6H 2S KD 5C", "2S 2H 3S 4H KS", "7H 7S KD KC"


def postings(table: Driven) -> list[tuple[ev.Event, Posting]]:
    """Each event with what it posts."""
    state: TableState | None = None
    found = []
    for event in table.events:
        state = evolve(state, event)
        found.append((event, post(event, state)))
    return found


def last(table: Driven) -> Posting:
    return postings(table)[-1][1]


def moves(posting: Posting) -> list[tuple[str, str, str, int]]:
    return [(str(move.kind), move.source, move.target, move.amount_cents) for move in posting.transfers]


def settled(cards: str, **stakes: int) -> Posting:
    table = betting(cards, rules(burn="none", banker_bets="choice"))
    for bet, cents in stakes.items():
        assert isinstance(table.bet("ann", bet, cents), list)
    table.play_round()
    return last(table)


def test_a_confirmed_bet_is_held_and_a_reduced_one_released() -> None:
    table = betting()
    table.bet("ann", "player", 1_000)
    held = last(table)
    assert moves(held) == [("hold", "player:ann", "held:ann", 1_000)]
    (hold,) = held.transfers
    assert (hold.key, hold.round_id, hold.bet, hold.at_ms) == (f"hold:1:{table.state.version}", "1-1-1", "player", table.now_ms)
    table.take_back("ann", "player", 500)
    released = last(table)
    assert moves(released) == [("release", "held:ann", "player:ann", 500)]
    assert released.transfers[0].key != hold.key


# What comes back of each bet, and what the house and the commission account are left with, in cents.
GOLDEN: list[tuple[str, dict[str, int], list[tuple[str, str, str, int]]]] = [
    (
        PLAYER,
        {"player": 1_000},
        [("stake_back", "held:ann", "player:ann", 1_000), ("winnings", "house:1", "player:ann", 1_000)],
    ),
    (PLAYER, {"banker": 1_000}, [("stake_lost", "held:ann", "house:1", 1_000)]),
    (
        BANKER,
        {"banker": 1_000},
        [
            ("stake_back", "held:ann", "player:ann", 1_000),
            ("winnings", "house:1", "player:ann", 1_000),
            ("commission", "player:ann", "commission:1", 50),
        ],
    ),
    (
        BANKER,
        {"banker_no_commission": 1_000},
        [("stake_back", "held:ann", "player:ann", 1_000), ("winnings", "house:1", "player:ann", 1_000)],
    ),
    (
        BANKER_SIX,
        {"banker_no_commission": 1_000},
        [("stake_back", "held:ann", "player:ann", 1_000), ("winnings", "house:1", "player:ann", 500)],
    ),
    (TIE, {"player": 1_000}, [("stake_back", "held:ann", "player:ann", 1_000)]),
    (
        TIE,
        {"tie": 500},
        [("stake_back", "held:ann", "player:ann", 500), ("winnings", "house:1", "player:ann", 4_000)],
    ),
    (
        PLAYER,
        {"player_natural": 200},
        [("stake_back", "held:ann", "player:ann", 200), ("winnings", "house:1", "player:ann", 700)],
    ),
]


@pytest.mark.parametrize(("cards", "stakes", "expected"), GOLDEN)
def test_a_settled_bet_moves_its_stake_its_winnings_and_its_commission_each_by_itself(
    cards: str, stakes: dict[str, int], expected: list[tuple[str, str, str, int]]
) -> None:
    posting = settled(cards, **stakes)
    assert moves(posting) == expected
    (line,) = posting.bets
    assert sum(change for account, change in changes(posting.transfers).items() if account == "player:ann") == line.returned
    assert changes(posting.transfers)["held:ann"] == -line.stake


def test_every_bet_of_a_round_is_settled_under_the_key_of_round_player_and_bet() -> None:
    posting = settled(BANKER, player=1_000, banker=1_000, tie=500)
    assert [move.key for move in posting.transfers] == [
        "settle:1-1-1:ann:player",
        "settle:1-1-1:ann:banker",
        "win:1-1-1:ann:banker",
        "commission:1-1-1:ann:banker",
        "settle:1-1-1:ann:tie",
    ]


def test_a_settled_round_is_recorded_with_its_cards_and_bets() -> None:
    posting = settled(BANKER_SIX, player=1_000, banker=2_000)
    line = posting.round
    assert line is not None
    shown: dict[str, Any] = {name: getattr(line, name) for name in ("round_id", "table", "house", "shoe", "round", "outcome")}
    assert shown == {"round_id": "1-1-1", "table": 1, "house": "live", "shoe": 1, "round": 1, "outcome": Outcome.BANKER}
    assert (line.player, line.banker) == (("2S", "3S", "KS"), ("2H", "4H"))
    assert (line.player_points, line.banker_points, line.void_reason) == (5, 6, None)
    assert [(bet.bet, bet.result, bet.stake, bet.returned, bet.net, bet.commission) for bet in posting.bets] == [
        ("player", "lose", 1_000, 0, -1_000, 0),
        ("banker", "win", 2_000, 3_900, 1_900, 100),
    ]


def test_a_round_without_bets_is_recorded_too() -> None:
    posting = settled(TIE)
    assert (posting.transfers, posting.bets) == ((), ())
    assert posting.round is not None
    assert posting.round.outcome is Outcome.TIE


def test_a_voided_round_gives_back_under_the_key_of_the_settling() -> None:
    table = betting(PLAYER)
    table.bet("ann", "player", 1_000)
    table.bet("bob", "tie", 500)
    table.do(co.VoidRound(reason="a fault"))
    posting = last(table)
    assert moves(posting) == [("refund", "held:ann", "player:ann", 1_000), ("refund", "held:bob", "player:bob", 500)]
    assert [move.key for move in posting.transfers] == ["settle:1-1-1:ann:player", "settle:1-1-1:bob:tie"]
    assert posting.round is not None
    assert (posting.round.outcome, posting.round.void_reason, posting.round.player) == (None, "a fault", ())


def test_all_other_events_post_nothing() -> None:
    table = Driven()
    table.play_shoe()
    paying = (ev.BetConfirmed, ev.BetReduced, ev.RoundSettled, ev.RoundVoided)
    assert all(posting == Posting() for event, posting in postings(table) if not isinstance(event, paying))
