"""The list of a table's shoes and how their rounds were played, as a store gives them; and that no bet is read for it."""

from pathlib import Path
from typing import Any

from sqlalchemy import event

from puntobanco.bank import queries, shoe_log
from puntobanco.bank.shoe_log import ShoeState
from puntobanco.bank.sqlite import reading_engine
from puntobanco.bank.store import Store
from puntobanco.table import events as ev
from tests.bank.kept import Kept, join
from tests.table.driven import rules

SHORT: dict[str, Any] = {"decks": 6, "burn": "none", "cut_card_least": 156, "cut_card_most": 156}
OF_PLAY = (ev.ShuffleStarted, ev.BettingOpened, ev.CardDealt, ev.RoundSettled)


async def three_shoes(store: Store) -> Kept:
    """Two finished shoes with bets, and one in play."""
    await join(store, "ann", 10**9)
    table = Kept(store, rules(**SHORT))
    while table.state.shoe_number < 3 or table.state.round < 2:
        table.play_rounds(1, "ann")
    await table.save()
    return table


async def test_a_shoe_comes_with_its_neighbours_and_what_was_played_and_no_bet(store: Store) -> None:
    table = await three_shoes(store)
    starts = [at for at, one in enumerate(table.events) if isinstance(one, ev.ShuffleStarted)]
    for shoe, (start, end) in enumerate(zip(starts, [*starts[1:], len(table.events)], strict=True), 1):
        play = await store.shoe_play(1, shoe)
        assert play is not None
        assert play.events == tuple(one for one in table.events[start:end] if isinstance(one, OF_PLAY))
        assert (play.line.shoe, play.previous, play.next) == (shoe, shoe - 1 or None, shoe + 1 if shoe < 3 else None)
        assert play.line == (await store.shoes(1, before=shoe + 1, limit=1))[0]
        letters = [one.result.outcome.letter for one in play.events if isinstance(one, ev.RoundSettled)]
        assert play.line.results == "".join(letters)
    for number, shoe in ((1, 0), (1, 4), (2, 1)):
        assert await store.shoe_play(number, shoe) is None


async def test_the_list_tells_results_by_shoe_and_stops_where_it_is_told(store: Store) -> None:
    table = await three_shoes(store)
    lines = await store.shoes(1, before=None, limit=100)
    assert [(line.shoe, line.state, line.by_hand) for line in lines] == [
        (3, ShoeState.IN_PLAY, False),
        (2, ShoeState.FINISHED, False),
        (1, ShoeState.FINISHED, False),
    ]
    settled = "".join(one.result.outcome.letter for one in table.events if isinstance(one, ev.RoundSettled))
    assert "".join(line.results for line in reversed(lines)) == settled
    assert [len(line.results) for line in lines[1:]] == [line.rounds for line in lines[1:]]
    assert await store.shoes(1, before=3, limit=1) == lines[1:2]
    assert await store.shoes(1, before=1, limit=1) == await store.shoes(7, before=None, limit=1) == ()


async def test_a_shoe_that_is_shuffled_has_no_rounds_yet(store: Store) -> None:
    table = Kept(store, rules(burn="none"))
    while table.state.ceremony is None:
        table.step()
    await table.save()
    play = await store.shoe_play(1, 1)
    assert play is not None
    assert (play.line.state, play.line.results, len(play.events)) == (ShoeState.SHUFFLING, "", 1)


async def test_no_list_passes_over_the_bets_of_a_table(store: Store, tmp_path: Path) -> None:
    """What is asked of a table's shoes is found by index, so that an evening of many bets costs a list nothing."""
    await three_shoes(store)
    engine = reading_engine(tmp_path / "bank/house.db")
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    with engine.connect() as connection:
        event.listen(engine, "before_cursor_execute", note)
        shoe_log.shoes(connection, 1, None, 100)
        shoe_log.shoes(connection, 1, 2, 1)
        shoe_log.neighbours(connection, 1, 2)
        shoe_log.counts(connection, 1)
        queries.shoe_play(connection, 1, 1)
        event.remove(engine, "before_cursor_execute", note)
        plans = [
            row[3] for statement, values in asked for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    engine.dispose()
    reads = {plan for plan in plans if "events" in plan or "rounds" in plan}
    assert {plan.split(" (")[0] for plan in reads} == {
        "SEARCH events USING INDEX events_logged",
        "SEARCH events USING INDEX events_starts",
        "SEARCH events USING PRIMARY KEY",
        "SEARCH rounds USING PRIMARY KEY",
    }
    assert {plan for plan in reads if "KEY" in plan} == {
        "SEARCH events USING PRIMARY KEY (table_number=? AND version>? AND version<?)",
        "SEARCH rounds USING PRIMARY KEY (round_id>? AND round_id<?)",
    }
