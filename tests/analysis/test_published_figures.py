"""The example that works out the published figures again does, and would say if it did not."""

import importlib
from typing import Any

import pytest

from puntobanco.game.bets import Bet

published_figures: Any = importlib.import_module("examples.published_figures")
"""To be read by those who learn: without types."""


def test_all_published_figures_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert published_figures.main() == 0
    said = capsys.readouterr().out
    assert "DIFFER" not in said
    assert "2 for 1: the bet gives back 106.6215 %" in said
    assert "1 for 2: the bet gives back 98.5419 %" in said
    assert set(published_figures.PUBLISHED) == {bet.value for bet in Bet}


def test_a_figure_that_differs_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(published_figures.PUBLISHED, "tie", ("14.359629", "14.438161"))
    assert published_figures.main() == 1
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told if line.endswith("  DIFFERS")] == ["tie"]
    assert told[-1] == "1 DIFFER"


def test_another_highest_return_would_not_explain_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published_figures, "HIGHEST_RETURN", "98.95")
    assert published_figures.main() == 1
