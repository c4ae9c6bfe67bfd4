"""``puntobanco randomness`` from outside: what it prints where, its files, its exit status, and what it says without its extra."""

import functools
import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from puntobanco import house_files
from puntobanco.analysis import run as running
from puntobanco.analysis.randomness import SHOES_LEAST
from puntobanco.analysis.shoes import make_shoes
from puntobanco.cli import main, randomness, streams
from tests.analysis.shuffles import modulo_of_ten_bits
from tests.cli.commands import start

RUN = ["randomness", "--shoes", "1000", "--seed", "1", "--workers", "1"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """All files of one run."""
    folder = tmp_path_factory.mktemp("run")
    files = {"plot": folder / "run.png", "raw": folder / "words.bin", "out": folder / "out", "err": folder / "err"}
    with files["out"].open("wb") as out, files["err"].open("wb") as err:
        command = [sys.executable, "-m", "puntobanco.cli.main", *RUN, "--json", "--plot", files["plot"], "--raw", files["raw"]]
        assert subprocess.run([str(part) for part in command], stdout=out, stderr=err, check=False, timeout=110).returncode == 0
    return files


def test_json_is_one_document(whole: dict[str, Path]) -> None:
    document = json.loads(whole["out"].read_text())
    assert list(document) == ["shoes", "decks", "seed", "method", "family_level", "passed", "tests"]
    assert (document["shoes"], document["seed"], document["passed"]) == (1000, 1, True)
    assert set(document["tests"][0]) == {"group", "name", "statistic", "p", "adjusted", "failed"}
    assert {test["group"] for test in document["tests"]} == {
        "places", "neighbours", "runs", "serial correlation", "coupon collector", "small decks", "across shoes", "cut and stream",
    }  # fmt: skip


def test_what_a_person_wants_to_know_goes_to_stderr(whole: dict[str, Path]) -> None:
    said, raw = whole["err"].read_text().splitlines()
    assert said.startswith("1,000 shoes of 8 decks, secrets from seed 1, to be made again; all 29 tests passed (Holm, family-wise")
    assert raw == f"{whole['raw']}: 3,336,000 bytes of 64-bit big-endian words"


def test_raw_words_are_those_that_made_the_orders(whole: dict[str, Path]) -> None:
    written = np.frombuffer(whole["raw"].read_bytes(), ">u8")
    assert len(written) == 1000 * 417
    for number in (1, 250, 251, 1000):
        words = make_shoes(house_files.load("live"), [number], 1).words
        assert written[(number - 1) * 417 : number * 417].tolist() == words.tolist()


def test_the_plot_is_a_picture(whole: dict[str, Path]) -> None:
    assert whole["plot"].read_bytes().startswith(b"\x89PNG")
    assert whole["plot"].stat().st_size > 50_000


def test_a_wrong_shuffle_is_told_and_the_exit_status_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(running, "run", functools.partial(running.run, shuffle=modulo_of_ten_bits))
    assert main.run([*RUN, "--plot", f"{tmp_path}/run.SVG"]) == 1
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert len(lines) == 29
    (line,) = [line for line in lines if "place × old place" in line]
    assert line.startswith("FAILED  places  place × old place  χ² ")
    assert all(line.startswith(("passed  ", "FAILED  ")) for line in lines)
    failed = sum(line.startswith("FAILED") for line in lines)
    assert f"{failed} of 29 tests FAILED (Holm, family-wise level 0.001)" in err
    picture = (tmp_path / "run.SVG").read_text()
    assert "<svg" in picture


def test_the_least_number_of_shoes_is_that_of_the_tests() -> None:
    """The command does not import them before its usage is right."""
    assert randomness.SHOES_LEAST == SHOES_LEAST


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "puntobanco randomness: Missing option '--shoes'"),
        ("--shoes 999", "puntobanco randomness: Invalid value for '--shoes'"),
        ("--shoes many", "puntobanco randomness: Invalid value for '--shoes'"),
        ("--shoes 1000 --seed -1", "puntobanco randomness: Invalid value for '--seed'"),
        ("--shoes 1000 --workers 0", "puntobanco randomness: Invalid value for '--workers'"),
        ("--shoes 1000 --plot run.pdf", "puntobanco: --plot run.pdf: '.pdf' is neither .png nor .svg"),
        ("--shoes 1000 --plot run", "puntobanco: --plot run: 'no ending' is neither .png nor .svg"),
        ("--shoes 1000 --plot /nowhere/run.png", "puntobanco: /nowhere/run.png: No such file or directory"),
        ("--shoes 1000 --raw /nowhere/words", "puntobanco: /nowhere/words: No such file or directory"),
        ("--shoes 1000 --raw /", "puntobanco: /: Is a directory"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["randomness", *line.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(said)
    assert err.count("\n") == 1


@pytest.mark.parametrize("missing", ["numpy", "scipy", "matplotlib"])
def test_without_the_extra_one_line_says_what_to_install(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from puntobanco.cli.main import run; sys.exit(run({RUN!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    said = f"puntobanco: randomness needs {missing}, which is not installed: pip install 'puntobanco[analysis]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_run_ends_its_workers_and_says_nothing(tmp_path: Path) -> None:
    raw = tmp_path / "words.bin"
    with start("randomness", "--shoes", "10000000", "--workers", "2", "--raw", str(raw)) as running_command:
        while not (raw.exists() and raw.stat().st_size):  # the first batch of a worker has come
            assert running_command.poll() is None
            time.sleep(0.05)
        running_command.send_signal(signal.SIGINT)
        out, err = running_command.communicate(timeout=100)  # a worker that lived on would hold these pipes open
    assert (running_command.returncode, out, err) == (130, b"", b"")


def test_a_run_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(streams, "PROGRESS_EVERY_SECONDS", 0)
    progress = streams.Progress("shoes", of=4000)
    progress.at(1000)
    progress.at(4000)
    progress.end()
    shown = terminal.getvalue().split("\r")
    assert shown[1:3] == ["[#######.......................] 1,000 of 4,000 shoes", f"[{'#' * 30}] 4,000 of 4,000 shoes"]
