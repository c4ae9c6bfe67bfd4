"""The Python of docs/odds.md and docs/simulation.md runs as it stands there, each piece by itself."""

import re
from contextlib import contextmanager
from pathlib import Path

import pytest

from puntobanco.analysis import cluster, ranges

DOCS = Path(__file__).parents[2] / "docs"


def pieces(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)


def test_the_odds_of_two_shoes(capsys: pytest.CaptureFixture[str]) -> None:
    (piece,) = pieces("odds.md")
    exec(piece, {})
    assert capsys.readouterr().out == "43518538792009/43984874934675\n507685723566619/513156874237875\n"


def test_ten_million_rounds_here_and_on_a_cluster(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = pieces("simulation.md")
    exec(here, {})
    rtp, error = map(float, capsys.readouterr().out.split())
    assert abs(rtp - 0.98942094) < 5 * error < 0.002

    @contextmanager
    def threads(address: str):  # type: ignore[no-untyped-def]
        assert address.startswith("tcp://")
        with ranges.threads(1) as crew:
            yield crew

    monkeypatch.setattr(cluster, "cluster", threads)
    found: dict[str, object] = {}
    exec(there.replace("10_000_000_000", "1_000"), found)
    assert "figures" in found
