"""The audit accepts whatever squeezers do, and names a forged right, a forged end of one, and a card opened out of turn."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from puntobanco.bank.audit_shoe import faults
from puntobanco.bank.sqlite import SqliteStore
from puntobanco.game.cards import Card
from puntobanco.game.proof import card_of
from puntobanco.game.rules import Side
from puntobanco.table import commands as co, events as ev
from puntobanco.table.events import Event, SqueezeEnd
from puntobanco.table.state import Phase, TableState
from tests.bank.audited import changed, difference_lines
from tests.bank.kept import Kept, join
from tests.table.driven import Driven, betting, rules

SIX_CARDS = "2H 3S KD KC 6H 5D"
MACAU = rules("macau", burn="none", cut_by="dealer")
STUDIO = rules("studio", burn="none")


def said(before: TableState, event: Event) -> list[str]:
    return list(faults(before, event, None))


def act(table: Driven, kind: type[co.BendCard] | type[co.OpenCard] | type[co.PassSqueeze]) -> None:
    state, squeezing = table.state, table.state.squeezing
    assert squeezing.account is not None
    assert squeezing.number is not None
    table.do(kind(account=squeezing.account, shoe=state.shoe_number, round=state.round, number=squeezing.number))


def squeezed_rounds(table: Driven, count: int) -> None:
    """Rounds in which rights are used, passed, timed out and lost, a restart and a suspension among them."""
    ways = 0
    for _ in range(count):
        table.go_to(Phase.BETTING)
        for account, bet in (("ann", "player"), ("bob", "player"), ("bob", "banker")):
            table.bet(account, bet, 10_000)
        table.go_to(Phase.DEALING)
        while table.phase is Phase.DEALING:
            if table.state.squeezing.account is not None:
                ways += 1
                _use(table, ways % 7)
            else:
                table.step()


def _use(table: Driven, way: int) -> None:
    match way:
        case 0 | 1:
            act(table, co.BendCard)
            act(table, co.OpenCard)
        case 2:
            act(table, co.PassSqueeze)
        case 3:
            table.step()
        case 4:
            table.do(co.NoteAway(accounts=frozenset({str(table.state.squeezing.account)})))
        case 5:
            table.now_ms += 60_000
            table.do(co.Recover())
            table.do(co.Tick(present=True))
            act(table, co.OpenCard)
        case _:
            table.do(co.Suspend(reason="a fault"))
            table.do(co.Resume())
            act(table, co.OpenCard)


async def play(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    for account in ("ann", "bob"):
        await join(store, account)
    macau, studio = Kept(store, MACAU), Kept(store, STUDIO, number=2)
    macau.go_to(Phase.BETTING)
    for seat, account in enumerate(("ann", "bob"), 1):
        macau.do(co.Sit(account=account, name=account.title(), seat=seat))
    for table in (macau, studio):
        squeezed_rounds(table, 12)
        await table.save()
    await store.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("squeeze") / "house.db"
    asyncio.run(play(path))
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "house.db"))


def test_the_audit_has_nothing_against_squeezes(path: Path) -> None:
    assert difference_lines(path) == []


def test_a_face_changed_in_the_database_is_named(path: Path) -> None:
    which = "(SELECT max(version) FROM events WHERE kind = 'card_opened' AND table_number = 1)"
    statement = f"UPDATE events SET body = json_set(body, '$.card', '2C') WHERE table_number = 1 AND version = {which}"
    assert any("the card is 2C, its text says" in line for line in changed(path, statement))


def at_squeeze(house: str = "studio") -> tuple[Driven, ev.SqueezeBegan, TableState]:
    """A table whose first squeeze has just begun, that event, and the state before it. Ann is first, Bob second, on both sides."""
    table = betting(SIX_CARDS, STUDIO if house == "studio" else MACAU)
    if house == "macau":
        for seat, account in enumerate(("ann", "bob"), 1):
            table.do(co.Sit(account=account, name=account, seat=seat))
    for account, bet in (("ann", "player"), ("bob", "player"), ("cyd", "player"), ("bob", "banker")):
        table.bet(account, bet, 10_000)
    table.go_to(Phase.DEALING)
    before = table.state
    while table.state.squeezing.account is None:
        before = table.state
        table.step()
    begun = table.events[-1]
    assert isinstance(begun, ev.SqueezeBegan)
    return table, begun, before


@pytest.mark.parametrize("house", ["studio", "macau"])
def test_a_forged_right_is_named(house: str) -> None:
    _, begun, before = at_squeeze(house)
    number = begun.number
    assert said(before, begun) == []
    right = "the right is ann's"
    assert said(before, replace(begun, account="bob")) == [f"bob squeezes card {number}, {right}"]
    assert said(before, replace(begun, account="cyd")) == [f"cyd squeezes card {number}, {right}"]
    assert said(before, replace(begun, number=4)) == [f"card 4 is squeezed, {number} was next"]
    assert said(before, replace(begun, due_ms=begun.at_ms + 15_001)) == ["a squeeze has 15001 ms, the house gives 15000"]


def test_a_rank_that_does_not_follow_from_the_stakes_is_named() -> None:
    _, begun, before = at_squeeze()
    queues = {part: queue[::-1] for part, queue in before.squeezing.queues.items()}
    wrong = replace(before, squeezing=replace(before.squeezing, queues=queues))
    assert said(wrong, replace(begun, account="cyd")) == ["cyd squeezes card 3, the right is ann's"]


def touches(table: Driven) -> Iterator[Event]:
    at_ms = table.now_ms
    yield ev.CardBent(at_ms=at_ms, account="ann", number=3)
    yield ev.SqueezeEnded(at_ms=at_ms, account="ann", number=3, reason=SqueezeEnd.OPENED)
    yield ev.SqueezeEnded(at_ms=at_ms, account="ann", number=3, reason=SqueezeEnd.PASSED)


def test_a_touch_by_another_or_too_late_is_named() -> None:
    table, begun, _ = at_squeeze()
    for true in touches(table):
        assert said(table.state, true) == []
        assert said(table.state, replace(true, account="bob")) == ["card 3 was not bob's to squeeze"]
        assert said(table.state, replace(true, number=4)) == ["card 4 was not ann's to squeeze"]
        late = replace(true, at_ms=begun.due_ms)
        assert said(table.state, late) == [f"ann touched card 3 at {begun.due_ms}, the time ended at {begun.due_ms}"]


def test_a_forged_end_is_named() -> None:
    table, begun, _ = at_squeeze()
    true = ev.SqueezeEnded(at_ms=begun.due_ms, account="ann", number=3, reason=SqueezeEnd.TIME)
    assert said(table.state, true) == []
    early = replace(true, at_ms=table.now_ms)
    assert said(table.state, early) == [f"the time of card 3 ended at {table.now_ms}, it had until {begun.due_ms}"]
    away = replace(early, reason=SqueezeEnd.OFF_LINE)
    assert said(table.state, away) == []
    assert said(table.state, replace(away, number=None)) == ["the squeeze of card 3 is ann's"]
    assert "eve had no right to squeeze" in said(table.state, replace(away, account="eve", number=None))
    assert said(table.state, replace(away, reason=SqueezeEnd.LEFT_SEAT)) == ["ann lost a right with a seat that it did not hang on"]


def test_a_card_opened_while_it_is_another_s_or_out_of_turn_is_named() -> None:
    table, _, before = at_squeeze("macau")
    card = table.next_card()
    opened = ev.CardOpened(
        at_ms=table.now_ms, side=Side.PLAYER, number=1, card=_face(table, 1), text=card.text, due_ms=table.now_ms
    )
    named = ["card 1 was opened while it was ann's to squeeze"]
    assert said(table.state, opened) == named
    assert said(before, opened) == named
    act(table, co.OpenCard)
    assert said(table.state, opened) == []
    other = replace(opened, number=3, text=table.texts[2])
    assert said(table.state, other) == ["card 3 of player was opened, 1 was next"]
    assert said(table.state, replace(opened, card=_face(table, 2))) == ["the card is 3S, its text says 2H"]


def _face(table: Driven, number: int) -> Card:
    return card_of(table.texts[number - 1])


def test_a_card_that_falls_as_the_house_does_not_deal_is_named() -> None:
    table = betting(SIX_CARDS, MACAU)
    table.go_to(Phase.DEALING)
    before = table.state
    (laid,) = table.step()
    assert isinstance(laid, ev.CardLaid)
    assert said(before, laid) == []
    assert said(before, replace(laid, side=Side.BANKER)) == ["the card went to banker, the tableau says player"]
    assert said(before, replace(laid, number=2)) == ["card 2 was dealt, 1 was next"]
    assert said(before, replace(laid, cut_card=True)) == ["the cut card is in front of card 393"]
    up = ev.CardDealt(at_ms=1, side=Side.PLAYER, number=1, card=_face(table, 1), text=table.texts[0], cut_card=False, due_ms=2)
    assert said(before, up) == ["card 1 fell face up, the house deals down"]
    for _ in range(3):
        table.step()
    assert said(table.state, replace(laid, number=5)) == ["card 5 came while 4 cards lay face down"]


def test_a_round_settled_over_closed_cards_is_named() -> None:
    table = betting("9H 2S KD 4C", rules("live", burn="none", faces="down"))
    table.go_to(Phase.RESULT)
    settled = table.events[-1]
    laid = next(event for event in table.events if isinstance(event, ev.CardLaid))
    before = replace(table.state, laid=(laid,), results=())
    assert "1 cards still lie face down" in said(before, settled)
