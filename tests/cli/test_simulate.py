"""``puntobanco simulate`` from outside: what it prints where, its file, its exit status, and what it says without its extra."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from pyarrow import parquet

from puntobanco import house_files
from puntobanco.analysis import generator
from puntobanco.analysis.ranges import Played, Range, Threads
from puntobanco.analysis.simulation import Goal, simulate as simulated
from puntobanco.cli import interrupts, main, simulate, streams
from puntobanco.game.house import changed
from tests.cli.commands import command, start

RUN = ["simulate", "--house", "live", "--shoes", "500", "--seed", "1"]


def document(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert main.run(["simulate", *arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_json_is_one_document_of_what_was_promised() -> None:
    done = command(*RUN, "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, done.stdout.count("\n")) == (0, 1)
    assert (found["seed"], found["shoes"], found["house"], found["decks"]) == (1, 500, "live", 8)
    assert sum(found["outcomes"].values()) == found["rounds"]
    assert list(found["outcomes"]) == ["player", "banker", "tie"]
    assert list(found["bets"]) == [bet.value for bet in house_files.load("live").offered]
    banker = found["bets"]["banker"]
    assert banker["rtp_exact_full_shoe"] == pytest.approx(0.98942094, abs=1e-8)
    assert abs(banker["rtp"] - banker["rtp_exact_full_shoe"]) < 5 * banker["standard_error"]
    assert banker["win"] + banker["push"] + banker["lose"] == pytest.approx(1)
    each = found["rounds_per_shoe"]
    assert each["mean"] == pytest.approx(found["rounds"] / 500)
    assert each["min"] <= each["mean"] <= each["max"]
    assert found["first_rounds"]["rounds"] == 60 * 500
    assert found["rounds_per_second"] == pytest.approx(found["rounds"] / found["seconds"])
    assert done.stderr.endswith("; seed 1\n")


def test_a_seed_gives_the_same_figures_whoever_works(capsys: pytest.CaptureFixture[str]) -> None:
    timing = {"seconds", "rounds_per_second"}
    runs = [document(*RUN[1:], "--workers", workers, capsys=capsys) for workers in ("1", "2", "3")]
    first, *others = [{key: value for key, value in run.items() if key not in timing} for run in runs]
    assert others == [first, first]


def test_without_a_seed_runs_differ_and_say_theirs(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (document("--house", "live", "--shoes", "9", capsys=capsys) for _ in range(2))
    assert one["seed"] != other["seed"]
    again = document("--house", "live", "--shoes", "9", "--seed", str(one["seed"]), capsys=capsys)
    assert again["outcomes"] == one["outcomes"]


def test_rounds_stop_within_one_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    found = document("--house", "macau", "--rounds", "500000", "--seed", "2", "--decks", "6", capsys=capsys)
    each = found["rounds_per_shoe"]
    assert isinstance(each, dict)
    assert isinstance(found["rounds"], int)
    assert 500_000 <= found["rounds"] < 500_000 + each["max"]
    assert found["decks"] == 6


def test_a_person_gets_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(RUN) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].endswith(" rounds of 500 shoes of 8 decks, house live, seed 1")
    heads = [line.split()[0] for line in lines if line and line[0].islower()]
    assert heads[1 : 2 + len(house_files.load("live").offered)][0] == "bet"
    assert {"banker", "lucky_six_three", "streaks", "long_banker", "pair_sticks"} <= set(heads)
    assert err.count("\n") == 1


def test_an_error_of_nothing_is_not_shown_as_certain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["simulate", "--house", "live", "--shoes", "1", "--seed", "4"]) == 0
    rows = {line.split()[0]: line.split()[1:3] for line in capsys.readouterr().out.splitlines() if line and line[0].islower()}
    assert rows["lucky_six_three"] == ["0.0000", "-"]
    assert float(rows["lucky_six_two"][1]) > 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "puntobanco simulate: Missing option '--house'"),
        ("--house live", "puntobanco: simulate needs --rounds N or --shoes N, one of them"),
        ("--house live --rounds 5 --shoes 5", "puntobanco: simulate needs --rounds N or --shoes N, one of them"),
        ("--house nowhere --rounds 5", "puntobanco: 'nowhere' is no house"),
        ("--house /nowhere.toml --rounds 5", "puntobanco: /nowhere.toml: cannot be read: No such file or directory"),
        ("--house live --rounds 0", "puntobanco simulate: Invalid value for '--rounds'"),
        ("--house live --rounds many", "puntobanco simulate: Invalid value for '--rounds'"),
        ("--house live --shoes -1", "puntobanco simulate: Invalid value for '--shoes'"),
        ("--house live --shoes 1e6", "puntobanco simulate: Invalid value for '--shoes'"),
        ("--house live --shoes 99999999999999", "puntobanco simulate: Invalid value for '--shoes'"),
        ("--house live --shoes 5 --decks 5", "puntobanco simulate: Invalid value for '--decks'"),
        ("--house live --shoes 5 --seed -1", "puntobanco simulate: Invalid value for '--seed'"),
        ("--house live --shoes 5 --seed 18446744073709551616", "puntobanco simulate: Invalid value for '--seed'"),
        ("--house live --shoes 5 --workers 0", "puntobanco simulate: Invalid value for '--workers'"),
        ("--house live --shoes 5 --out rounds.csv", "puntobanco: --out rounds.csv: its name does not end in .parquet"),
        ("--house live --shoes 5 --out rounds", "puntobanco: --out rounds: its name does not end in .parquet"),
        ("--house live --shoes 5 --out /nowhere/r.parquet", "puntobanco: /nowhere/r.parquet: No such file or directory"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["simulate", *line.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_decks_that_the_houses_cut_card_does_not_fit_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from puntobanco.game.house import to_toml

    rules = changed(house_files.load("live"), {"cut_card_most": 200})
    (tmp_path / "deep.toml").write_text(to_toml(rules))
    assert main.run(["simulate", "--house", f"{tmp_path}/deep.toml", "--shoes", "5", "--decks", "6"]) == 2
    err = capsys.readouterr().err
    assert "cut_card_most" in err
    assert err.count("\n") == 1


def test_the_greatest_seed_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.SEED_MOST == generator.SEED_MOST
    assert document("--house", "live", "--shoes", "2", "--seed", str(2**64 - 1), capsys=capsys)["seed"] == 2**64 - 1


@pytest.mark.parametrize("missing", ["numpy", "numba", "pyarrow"])
def test_without_the_extra_one_line_says_what_to_install(missing: str, tmp_path: Path) -> None:
    arguments = [*RUN, "--out", f"{tmp_path}/rounds.parquet"]
    code = f"import sys; sys.modules[{missing!r}] = None; from puntobanco.cli.main import run; sys.exit(run({arguments!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    said = f"puntobanco: simulate needs {missing}, which is not installed: pip install 'puntobanco[analysis]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
    assert not list(tmp_path.iterdir())


def test_pyarrow_is_not_needed_for_figures_alone() -> None:
    code = f"import sys; sys.modules['pyarrow'] = None; from puntobanco.cli.main import run; sys.exit(run({RUN!r}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60).returncode == 0


def test_a_disk_that_is_full_is_one_line_with_the_name_of_the_file(tmp_path: Path) -> None:
    script = """import resource, sys
from puntobanco.cli.main import run
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
sys.exit(run(sys.argv[1:]))"""
    path = tmp_path / "rounds.parquet"
    done = subprocess.run([sys.executable, "-c", script, *RUN, "--out", str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == f"puntobanco: {path}: File too large"


def test_rounds_are_written_into_no_pipe_or_device(tmp_path: Path) -> None:
    pipe, device = tmp_path / "pipe.parquet", tmp_path / "device.parquet"
    os.mkfifo(pipe)
    device.symlink_to("/dev/null")
    for path in (pipe, device):
        done = command(*RUN, "--out", str(path))
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"puntobanco: {path}: it is no regular file\n")


@pytest.mark.parametrize(("option", "value"), [("--rounds", "1e6"), ("--seed", "-1"), ("--workers", "0")])
def test_a_wrong_number_is_named(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    for given in ([option, value], [f"{option}={value}"]):
        assert main.run(["simulate", "--house", "live", *given]) == 2
        assert capsys.readouterr().err.endswith(f" (given: '{value}')\n")


def test_figures_are_not_lost_where_stdout_has_no_plus_minus_sign() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-m", "puntobanco", *RUN], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "+- %" in done.stdout


def test_no_more_shoes_are_played_than_the_rounds_may_take() -> None:
    played: list[Range] = []

    class Crew(Threads):
        def submit(self, job: Range) -> Future[Played]:
            played.append(job)
            return super().submit(job)

    rules = house_files.load("live")
    with ThreadPoolExecutor(1) as pool:
        figures = simulated(rules, Goal(rounds=10), 1, crew=Crew(pool, 64))
    assert (figures.shoes, [job.shoes for job in played]) == (1, [1, 1])


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_cleanly_with_the_figures_of_what_was_done(tmp_path: Path) -> None:
    out = tmp_path / "rounds.parquet"
    arguments = ["simulate", "--house", "live", "--shoes", "1000000000", "--seed", "1", "--json", "--out", str(out)]
    with start(*arguments) as running:
        while not (out.exists() and out.stat().st_size > 1_000_000):  # a chunk has been written
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        printed, said = running.communicate(timeout=100)
    found = json.loads(printed)
    assert running.returncode == 130
    assert interrupts.SAID.encode() in said
    assert f"interrupted: the figures are those of the {found['shoes']:,} shoes that were done" in said.decode()
    assert 0 < found["shoes"] < 10**9
    assert parquet.ParquetFile(out).metadata.num_rows == found["rounds"]
    assert b"Traceback" not in said


def test_a_run_shows_its_rate_and_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, clock = Terminal(), iter([100.0, 100.0, 110.0, 110.0, 110.0])
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(streams, "PROGRESS_EVERY_SECONDS", 0)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    streams.Progress("rounds", of=4000, timed=True).at(500)
    assert terminal.getvalue().startswith("\r[###...........................] 500 of 4,000 rounds, 50 a second, 1:10 left")
