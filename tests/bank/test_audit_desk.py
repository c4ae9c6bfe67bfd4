"""The audit accepts whatever a dealer can do with real cards, and names what somebody forged of it."""

import asyncio
import shutil
from pathlib import Path

import pytest

from puntobanco.bank.sqlite import SqliteStore
from puntobanco.table import acts, commands as co
from tests.bank.audited import changed, difference_lines
from tests.bank.kept import Kept, join
from tests.table.by_hand import ByHand, hand_rules
from tests.table.driven import rules

NATURAL = "9H 2S KD 4C"
LONG = "2S 2H 3D 2C 4D 4S"


class KeptByHand(Kept, ByHand):
    """A table with real cards whose events are kept."""


def errors(table: ByHand) -> None:
    """A round in which everything goes wrong that can."""
    table.open_round()
    table.bet("ann", "player", 1_000)
    table.close_betting()
    table.deal("2S 2H 3C")
    table.correct(-1, "3D")
    table.supervisor = "Sam"
    table.deal("2C")
    table.correct(0, "AS")
    table.correct(0, "2S")
    table.do(co.Suspend(reason="a card to the wrong hand"))
    table.burn(3)
    table.must(acts.NoteExposed(card="KS", reason="it lay face up"))
    table.do(co.Resume())
    table.deal("4D 4S")
    table.take_card_back()
    table.deal("4S")
    table.settle()
    table.supervisor = None


async def play(path: Path) -> None:
    """Shoes of every burn, all errors, a void, demonstrations, the cut card, damaged cards, a scoreboard, and software after it."""
    store = SqliteStore(path)
    await store.open()
    await join(store, "ann")
    for number, house in enumerate(("chips", "live", "macau", "classic"), 1):
        table = KeptByHand(store, hand_rules(house, burn_each_round=number % 2), number=number)
        table.ready()
        table.open_round(demonstration=True)
        table.deal(NATURAL if house != "macau" else "9H KD 2S 4C")
        table.settle()
        if house == "classic":
            errors(table)
        table.open_round()
        table.bet("ann", "player", 10_000)
        table.close_betting()
        table.deal("9H")
        table.do(co.VoidRound(reason="a card too many"))
        table.open_round()
        table.cut_card()
        table.close_betting()
        table.deal(NATURAL if house != "macau" else "9H KD 2S 4C")
        table.settle()
        table.new_shoe()
        table.bring_shoe()
        table.staff = "Emil"
        table.new_shoe(reason="a torn nine", replaced=True)
        await table.save()
    scoreboard = KeptByHand(store, hand_rules("studio", bets=[], combinations=[]), number=5).ready()
    assert isinstance(scoreboard, KeptByHand)
    scoreboard.round(LONG)
    await scoreboard.save()
    software = Kept(store, rules("live"), number=6)
    software.play_rounds(1, "ann")
    await software.save()
    await store.close()


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dealt") / "house.db"
    asyncio.run(play(path))
    return path


def test_what_a_dealer_can_do_is_in_order(dealt: Path) -> None:
    assert difference_lines(dealt) == []


CLASSIC = "table_number = 4 AND kind = "
FORGED = {
    "a correction without its approval": (
        (
            f"UPDATE events SET body = json_set(body, '$.approved_by', NULL) WHERE {CLASSIC}'card_corrected'"
            " AND json_extract(body, '$.approved_by') IS NOT NULL"
        ),
        "was corrected without a supervisor's approval",
    ),
    "a correction of another card": (
        f"UPDATE events SET body = json_set(body, '$.was', '8D') WHERE {CLASSIC}'card_corrected'",
        "was not entered as 8D",
    ),
    "a burn after an error without approval": (
        f"UPDATE events SET body = json_set(body, '$.approved_by', NULL) WHERE {CLASSIC}'error_burned'",
        "cards were burned after an error without a supervisor's approval",
    ),
    "an act without a reason": (
        f"UPDATE events SET body = json_set(body, '$.reason', '') WHERE {CLASSIC}'card_taken_back'",
        "the act has no reason",
    ),
    "a burn of another number": (
        "UPDATE events SET body = json_set(body, '$.face_down', 9) WHERE table_number = 1 AND kind = 'cards_burned'",
        "9 cards were burned face down",
    ),
    "another card shown in the burn": (
        "UPDATE events SET body = json_set(body, '$.shown_card', '3C') WHERE table_number = 2 AND kind = 'cards_burned'",
        "2 cards were burned face down",
    ),
    "a card to the other hand": (
        (
            "UPDATE events SET body = json_set(body, '$.side', 'banker') WHERE table_number = 3 AND kind = 'card_dealt'"
            " AND version = (SELECT min(version) FROM events WHERE table_number = 3 AND kind = 'card_dealt')"
        ),
        "the card went to banker, the rules say player",
    ),
    "a proof of real cards": (
        "UPDATE events SET body = json_set(body, '$.root', 'AB') WHERE table_number = 4 AND kind = 'shoe_opened'",
        "a shoe of real cards came with proofs",
    ),
    "a fourth demonstration round": (
        f"UPDATE events SET body = json_set(body, '$.number', 4) WHERE {CLASSIC}'demonstration_opened'",
        "demonstration round 4 follows 0",
    ),
    "a last round far from the cut card": (
        f"UPDATE events SET body = json_set(body, '$.last_round', 30) WHERE {CLASSIC}'cut_card_shown'",
        "the last round is 30",
    ),
    "a shoe that ended otherwise": (
        (
            f"UPDATE events SET body = json_set(body, '$.end', 'finished') WHERE {CLASSIC}'shoe_closed'"
            " AND json_extract(body, '$.end') = 'ended_early'"
        ),
        "the shoe is finished, after round 0",
    ),
    "an act where the software deals": (
        (
            "UPDATE events SET kind = 'dealer_came', body = json_object('type', 'dealer_came', 'at_ms', at_ms, 'staff', 'Eve')"
            " WHERE table_number = 6 AND kind = 'presence_changed'"
        ),
        "staff acted at a table that the software deals",
    ),
}


@pytest.mark.parametrize("forged", FORGED)
def test_what_was_forged_of_a_desk_is_named(dealt: Path, tmp_path: Path, forged: str) -> None:
    statement, expected = FORGED[forged]
    path = Path(shutil.copy(dealt, tmp_path / "house.db"))
    assert any(expected in line for line in changed(path, statement))
