"""The machine code counts the same whole numbers as plain Python; compiled code is kept where it can be."""

import builtins
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numba
import pytest

from puntobanco.analysis import coups, engine, kernel, kernel_bets
from puntobanco.analysis.composition import Composition, full_shoe
from puntobanco.analysis.engine import Engine
from puntobanco.analysis.kernel_bets import COLUMNS, returned, returns_of
from puntobanco.analysis.odds import odds_of
from puntobanco.game.bets import Bet
from tests.analysis.shoes_left import FULL, depleted

SHOES = [*FULL, *(full_shoe(decks) for decks in (1, 7, 11)), *depleted(200)]


def test_endings_are_those_of_plain_python() -> None:
    for shoe in SHOES:
        assert kernel_bets.count_coups(shoe.points) == coups.count_coups(shoe.points), shoe


def test_bets_give_back_what_they_do_in_plain_python() -> None:
    for shoe, row in zip(SHOES, returned(SHOES), strict=True):
        odds = odds_of(shoe)
        found = returns_of(row, odds.total)
        assert list(found) == list(Bet)
        for bet, figures in found.items():
            wanted = odds.returns(bet)
            assert {back: ways for back, ways in figures.returned.items() if ways} == {
                back: ways for back, ways in wanted.returned.items() if ways
            }
            assert (figures.rtp, figures.total) == (wanted.rtp, odds.total)


def test_twelve_decks_of_one_value_come_nearest_to_the_bound_and_keep_it() -> None:
    # All cards courts or tens: everything ends 0-0 with six cards, in one cell.
    most = Composition(tuple(12 if place % 13 >= 9 else 0 for place in range(52)))
    assert kernel_bets.count_coups(most.points) == coups.count_coups(most.points)
    assert 8 * full_shoe(12).size ** 6 < 2**63
    assert full_shoe(12).size ** 3 < 2**28


def test_no_shoes_have_no_rows() -> None:
    assert returned([]).shape == (0, len(COLUMNS))


def test_what_was_compiled_is_kept(tmp_path: Path) -> None:
    # A part of it that is given all kinds of tables, and is compiled in a second.
    script = (
        "import numpy as np\n"
        "from puntobanco.analysis import kernel, kernel_tables\n"
        "kernel._stands_on(np.array([128] + [32] * 9, np.int32), kernel.new_space(), kernel_tables.RULES)\n"
        "print(sum(kernel._stands_on.stats.cache_hits.values()))"
    )
    environment = {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": ":".join(sys.path)}
    hits = [
        subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True).stdout.strip()
        for _ in range(2)
    ]
    assert hits == ["0", "1"]


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    real = numba.njit

    def without_a_place(**options: Any) -> Any:
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return real(**options)

    monkeypatch.setattr(numba, "njit", without_a_place)
    assert kernel.compiled(lambda number: number + 1)(41) == 42


def test_the_engine_changes_to_machine_code_after_some_shoes(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counting(name: str) -> Any:
        def count(n: Sequence[int]) -> list[int]:
            calls.append(name)
            return coups.count_coups(n)

        return count

    monkeypatch.setattr(engine, "count_coups", counting("plain"))
    monkeypatch.setattr(kernel_bets, "count_coups", counting("compiled"))
    both = Engine(before=2)
    for _ in range(4):
        assert both(FULL[0].points) == coups.count_coups(FULL[0].points)
    assert calls == ["plain", "plain", "compiled", "compiled"]


def test_without_numba_the_engine_stays_with_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_numba(name: str, *rest: Any) -> Any:
        if name.startswith("numba"):
            raise ModuleNotFoundError(name)
        return real(name, *rest)

    monkeypatch.delitem(sys.modules, "puntobanco.analysis.kernel_bets")
    monkeypatch.delattr("puntobanco.analysis.kernel_bets")
    monkeypatch.setattr(builtins, "__import__", without_numba)
    plain = Engine(before=0)
    assert plain(FULL[1].points) == coups.count_coups(FULL[1].points)
