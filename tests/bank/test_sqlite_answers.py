"""Which answers to commands are kept: what was accepted as long as its round lasts, refusals as far as there is room for them."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine

from puntobanco.bank import schema, sqlite_answers
from puntobanco.bank.limits import ANSWERS_KEPT_MS, REFUSALS_KEPT_PER_PLAYER
from puntobanco.bank.sqlite_answers import Answers
from puntobanco.bank.store import CommandKey, StoredAnswer, StoreFailed
from puntobanco.game.house import HouseRules
from tests.table.driven import STARTED_MS

YES, NO = StoredAnswer(b"d", b"null"), StoredAnswer(b"d", b"no", refused=True)
BETTING_MS_MOST = 600_000


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A connection as the writer has it."""
    engine = create_engine(f"sqlite:///{tmp_path}/house.db")
    schema.metadata.create_all(engine)
    engine.dispose()
    with contextlib.closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as found:
        found.execute("PRAGMA synchronous = OFF")
        yield found


def keys(account: str, numbers: Iterable[int]) -> list[CommandKey]:
    return [CommandKey(account, f"command-{number}") for number in numbers]


def keep(
    connection: sqlite3.Connection, answers: Answers, given: Mapping[CommandKey, StoredAnswer], at_ms: int = STARTED_MS
) -> None:
    connection.execute("BEGIN")
    try:
        answers.keep(connection, given, at_ms)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def stored(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM answers").fetchone()[0])


def test_betting_is_never_open_for_longer_than_answers_are_kept() -> None:
    seconds = next(field.type for field in msgspec.structs.fields(HouseRules) if field.name == "betting_seconds")
    kind = msgspec.inspect.type_info(seconds)
    assert isinstance(kind, msgspec.inspect.FloatType)
    assert kind.le is not None
    assert kind.le * 1000 == BETTING_MS_MOST
    assert ANSWERS_KEPT_MS >= 1.5 * BETTING_MS_MOST


def test_a_flood_of_refused_commands_makes_nobody_elses_answers_forgotten(connection: sqlite3.Connection) -> None:
    answers = Answers(connection)
    (accepted, refused), flooders, later = keys("ann", range(2)), 10, STARTED_MS + BETTING_MS_MOST
    keep(connection, answers, {accepted: YES, refused: NO})
    connection.execute("PRAGMA cache_size = -65536")
    for number in range(0, 150_000, 1_000):
        flood = keys(f"flooder-{number // 1_000 % flooders}", range(number, number + 1_000))
        keep(connection, answers, dict.fromkeys(flood, NO), STARTED_MS + BETTING_MS_MOST * number // 150_000)
    assert answers.find(connection, [accepted, refused]) == {accepted: YES, refused: NO}
    assert stored(connection) == 2 + flooders * REFUSALS_KEPT_PER_PLAYER
    again = Answers(connection)
    assert {key: kept.answer for key, kept in again.find(connection, [accepted, refused]).items()} == {
        accepted: b"null",
        refused: b"no",
    }
    keep(connection, answers, dict.fromkeys(keys("bob", range(2_000)), NO), later + ANSWERS_KEPT_MS)
    assert answers.find(connection, [accepted, refused]) == {}


def test_a_flood_of_accepted_commands_makes_no_answer_forgotten(connection: sqlite3.Connection) -> None:
    answers, asked = Answers(connection), keys("ann", range(30_000))
    for number in range(0, len(asked), 1_000):
        keep(connection, answers, dict.fromkeys(asked[number : number + 1_000], YES), STARTED_MS + number)
    assert len(answers.find(connection, asked)) == stored(connection) == len(asked)


def test_of_a_players_refusals_the_latest_are_kept(connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_answers, "REFUSALS_KEPT_PER_PLAYER", 3)
    answers, asked = Answers(connection), keys("ann", range(10))
    for place, key in enumerate(asked):
        keep(connection, answers, {key: YES if place % 2 else NO})
    assert list(answers.find(connection, asked)) == [asked[place] for place in (1, 3, 4, 5, 6, 7, 8, 9)]


def test_a_refusal_that_was_rolled_back_and_given_again_counts_once(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_answers, "REFUSALS_KEPT_PER_PLAYER", 2)
    answers, (first, second, third) = Answers(connection), keys("ann", range(3))
    connection.execute("BEGIN")
    answers.keep(connection, {first: NO}, STARTED_MS)
    connection.execute("ROLLBACK")
    assert answers.find(connection, [first]) == {}
    for key in (first, second):
        keep(connection, answers, {key: NO})
    assert set(answers.find(connection, [first, second])) == {first, second}
    keep(connection, answers, {third: NO})
    assert set(answers.find(connection, [first, second, third])) == {second, third}


def test_where_there_is_no_room_no_more_commands_are_taken_and_none_is_forgotten(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_answers, "ANSWERS_KEPT_MAX", 10)
    answers, asked = Answers(connection), keys("ann", range(20))
    for key in asked[:10]:
        keep(connection, answers, {key: YES})
    for known in (answers, Answers(connection)):  # also across a restart
        with pytest.raises(StoreFailed, match="no room for more"):
            keep(connection, known, {asked[10]: YES}, STARTED_MS + ANSWERS_KEPT_MS)
        assert set(known.find(connection, asked)) == set(asked[:10])
    keep(connection, answers, {asked[11]: YES}, STARTED_MS + ANSWERS_KEPT_MS + 1)
    assert asked[11] in answers.find(connection, asked)
