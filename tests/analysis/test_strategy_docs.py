"""What docs/strategies.md says of plans is so: its examples run, its names are there."""

import inspect
import re
from pathlib import Path

import pytest

from puntobanco.analysis.strategies import READY, View
from puntobanco.analysis.strategies.ready import Flat, FollowTheRoad, GoodRoadChaser, Martingale, OneThreeTwoSix
from puntobanco.analysis.strategies.source import Source
from tests.analysis.sat import letters, stakes

TEXT = (Path(__file__).parents[2] / "docs" / "strategies.md").read_text()
PLAN, PROGRAM, COIN = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_plan_written_there_plays() -> None:
    source = Source("docs/strategies.md", PLAN, "Paroli")
    source.check()
    assert stakes(source, "PPPPBPTP") == [1000, 2000, 4000, 1000, 2000, 1000, 2000, 1000]


def test_the_coin_written_there_is_thrown() -> None:
    source = Source("docs/strategies.md", COIN, "Coin")
    source.check()
    thrown = letters(source, "PB" * 30)
    assert set(thrown) == set("PB")
    assert letters(source, "PB" * 30) == thrown


def test_the_program_written_there_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PROGRAM.replace("processes(2)", "processes(1)"), {"__name__": "__main__"})
    flat, martingale = capsys.readouterr().out.splitlines()
    assert flat.startswith("flat 0.9")
    assert martingale.startswith("martingale 0.9")


def test_all_names_are_there() -> None:
    plans = TEXT[TEXT.index("## The plans that ship") : TEXT.index("## A plan of your own")]
    assert re.findall(r"^\| `([^`]+)` ", plans, re.MULTILINE) == list(READY)
    seen = TEXT[TEXT.index("### What a plan sees") : TEXT.index("### What the table takes")]
    cells = re.findall(r"^\| (`.+?) \|", seen, re.MULTILINE)
    named = {name for cell in cells for name in re.findall(r"`(\w+)", cell)}
    public = {name for name in (*View.__struct_fields__, *vars(View)) if not name.startswith("_")}
    assert named == public


def test_each_plan_is_as_short_as_is_said() -> None:
    for plan in (Flat, Martingale, OneThreeTwoSix, FollowTheRoad, GoodRoadChaser):
        assert 4 <= len(inspect.getsource(plan).strip().splitlines()) <= 20
