"""Simulated rounds in a Parquet file: every one as it was dealt, shoe by shoe."""

from pathlib import Path

import pytest
from pyarrow import parquet

from puntobanco import house_files
from puntobanco.analysis.chunk import CHUNK_SHOES, orders_of
from puntobanco.analysis.plan import plan_of
from puntobanco.analysis.round_file import HANDS, SCHEMA, round_file
from puntobanco.analysis.simulation import Goal, simulate
from puntobanco.game.house import changed
from tests.analysis.dealt_again import dealt


@pytest.mark.parametrize("settings", [{}, {"demonstration_rounds": 2}, {"shuffle_every_round": True}])
def test_rows_are_the_rounds_that_were_dealt(settings: dict[str, object], tmp_path: Path) -> None:
    rules = changed(house_files.load("live"), settings)
    with (tmp_path / "rounds.parquet").open("wb") as opened, round_file(opened) as file:
        figures = simulate(rules, Goal(shoes=6), 3, write=file.write)
    table = parquet.read_table(tmp_path / "rounds.parquet")
    assert table.schema.equals(SCHEMA)
    rows = table.to_pylist()
    again = [dealt(rules, orders) for orders in orders_of(plan_of(rules), 3, 0, 6)]
    places = [(shoe, number) for shoe, rounds in enumerate(again, 1) for number in range(1, len(rounds) + 1)]
    assert [(row["shoe"], row["round"]) for row in rows] == places
    assert len(rows) == file.rows == figures.rounds
    for row, coup in zip(rows, (found.coup for rounds in again for found in rounds), strict=True):
        hands = [*coup.player, *(None,) * (3 - len(coup.player)), *coup.banker, *(None,) * (3 - len(coup.banker))]
        assert [row[hand] for hand in HANDS] == hands
        assert (row["player_points"], row["banker_points"], row["outcome"]) == (
            coup.player_points,
            coup.banker_points,
            coup.outcome,
        )


def test_shoes_are_numbered_through_and_written_chunk_by_chunk(tmp_path: Path) -> None:
    with (tmp_path / "rounds.parquet").open("wb") as opened, round_file(opened) as file:
        figures = simulate(house_files.load("live"), Goal(shoes=CHUNK_SHOES + 5), 3, workers=2, write=file.write)
    table = parquet.read_table(tmp_path / "rounds.parquet", columns=["shoe", "round"])
    assert table.num_rows == figures.rounds
    assert table.column("shoe").unique().to_pylist() == list(range(1, CHUNK_SHOES + 6))
    lengths = table.group_by("shoe").aggregate([("round", "max")]).column("round_max").to_pylist()
    assert {rounds: lengths.count(rounds) for rounds in sorted(set(lengths))} == figures.lengths
    assert parquet.ParquetFile(tmp_path / "rounds.parquet").num_row_groups == 2
