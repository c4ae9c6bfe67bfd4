"""Who waits for Numba is told so, once, and nobody else is."""

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

from puntobanco.analysis.coups import count_coups
from puntobanco.analysis.engine import Engine
from puntobanco.cli import compiling
from puntobanco.cli.compiling import SAID, told_of_compiling
from tests.cli.commands import COMMAND


def jit(function: Callable[..., Any]) -> Any:
    """Compiled when it is called, and not kept."""
    return numba.njit(function)


def test_only_what_is_compiled_is_told_and_once(capsys: pytest.CaptureFixture[str]) -> None:
    @jit
    def inner(x: int) -> int:
        return x + 1

    @jit
    def outer(x: int) -> int:
        return 2 * int(inner(x))

    with told_of_compiling():
        assert outer(4) == 10
        assert outer(4.0) == 10
    assert capsys.readouterr().err == f"{SAID}\n"
    with told_of_compiling():
        assert outer(4) == 10
    assert capsys.readouterr().err == ""
    assert outer(True) == 4  # compiled outside: nobody is told
    assert capsys.readouterr().err == ""


def test_on_a_terminal_a_sign_turns_and_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")

    @jit
    def one(x: int) -> int:
        return x + 1

    with told_of_compiling():
        assert one(1) == 2
        while SAID not in terminal.getvalue():  # drawn by a thread of its own
            time.sleep(0.01)
    assert terminal.getvalue().endswith("\x1b[2K")  # the line is empty again


def test_the_odds_change_to_machine_code_within_the_word(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(compiling, "say", told.append)
    engine = Engine(before=1, compiling=told_of_compiling)
    shoes = [[128, *[32] * 9], [100, *[30] * 9]]
    assert [list(engine(shoe)) for shoe in shoes] == [list(count_coups(shoe)) for shoe in shoes]
    assert told in ([], [SAID])  # as this machine has it compiled or not


@pytest.mark.long
def test_the_first_run_of_a_machine_says_that_it_compiles_and_the_second_does_not(tmp_path: Path) -> None:
    run = [*COMMAND, "simulate", "--house", "live", "--shoes", "5", "--seed", "1", "--json"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    said = [subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stderr.splitlines() for _ in range(2)]
    assert [lines[0] == SAID for lines in said] == [True, False]
    assert [len(lines) for lines in said] == [2, 1]
