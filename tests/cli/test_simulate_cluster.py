"""``puntobanco simulate --cluster`` on a scheduler of Dask and its workers, processes started as users start them.

The figures and the file are those of threads, whatever the goal and whoever dies; and whatever is wrong with a cluster is one line.
"""

import contextlib
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

import puntobanco
from puntobanco import house_files
from puntobanco.analysis import cluster as cluster_module, cluster_check
from puntobanco.analysis.chunk import CHUNK_SHOES
from puntobanco.analysis.cluster import Cluster, cluster
from puntobanco.analysis.simulation import Goal, RunLost, simulate
from puntobanco.cli import main
from puntobanco.errors import BadSettings
from puntobanco.game.house import HouseRules, changed, to_toml
from tests.cli.commands import command, start
from tests.cli.dask_processes import DaskProcesses

TIMING = {"seconds", "rounds_per_second"}

OTHER_VERSION = "import distributed.versions as v; v._version_cached = lambda name: {}"
"""What makes a Dask process say that it has other versions, or none, where Dask asks for them."""


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskProcesses]:
    """The processes of `address`."""
    with DaskProcesses(tmp_path_factory.mktemp("dask")) as started:
        yield started


@pytest.fixture(scope="module")
def address(processes: DaskProcesses) -> str:
    """A scheduler with two workers. The last test that asks for it leaves one of them."""
    found = processes.scheduler()
    processes.worker()
    processes.worker()
    wait_for_workers(found, 2)
    return found


def wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=90)


@pytest.fixture
def short_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranges of two chunks, so that few shoes are several of them."""
    monkeypatch.setattr(Cluster, "chunks", 2)


def document(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert main.run(["simulate", *arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return {key: value for key, value in found.items() if key not in TIMING}


@pytest.mark.usefixtures("short_ranges")
@pytest.mark.parametrize(
    "goal", [("--shoes", str(7 * CHUNK_SHOES + 17)), ("--shoes", "3"), ("--rounds", "2500001"), ("--rounds", "1")], ids=" ".join
)
@pytest.mark.parametrize("shuffled_each_round", [False, True])
def test_a_seed_has_the_same_document_as_with_threads(
    goal: tuple[str, ...], shuffled_each_round: bool, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = changed(house_files.load("live"), {"shuffle_every_round": shuffled_each_round})
    (tmp_path / "mine.toml").write_text(to_toml(rules))
    run = ["--house", f"{tmp_path}/mine.toml", "--seed", "5", *goal]
    assert document(*run, "--cluster", address, capsys=capsys) == document(*run, "--workers", "2", capsys=capsys)


def test_whole_ranges_through_the_command_alone(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["simulate", "--house", "macau", "--shoes", str(65 * CHUNK_SHOES), "--seed", "6", "--json"]
    there = command(*run, "--cluster", address)
    assert there.returncode == 0
    found = {key: value for key, value in json.loads(there.stdout).items() if key not in TIMING}
    assert found == document(*run[1:-1], capsys=capsys)
    assert found["shoes"] == 65 * CHUNK_SHOES
    assert there.stderr.splitlines()[-1].endswith("; seed 6")
    assert len(there.stderr.splitlines()) <= 2, there.stderr


@pytest.mark.parametrize("goal", [("--shoes", str(2 * CHUNK_SHOES + 9)), ("--rounds", "400000")], ids=" ".join)
def test_every_round_in_a_file_is_the_same_row(
    goal: tuple[str, ...], address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["--house", "classic", "--seed", "8", *goal]
    there = document(*run, "--cluster", address, "--out", f"{tmp_path}/there.parquet", capsys=capsys)
    here = document(*run, "--out", f"{tmp_path}/here.parquet", capsys=capsys)
    assert there == here
    one, other = (parquet.read_table(tmp_path / f"{name}.parquet") for name in ("there", "here"))
    assert one.equals(other)
    assert one.num_rows == there["rounds"]


def assert_same(figures: Any, rules: HouseRules, goal: Goal, seed: int) -> None:
    here = simulate(rules, goal, seed, workers=2)
    assert figures.endings == here.endings
    assert figures.first_endings == here.first_endings
    assert figures.lengths == here.lengths
    assert figures.streaks == here.streaks
    assert figures.good_roads == here.good_roads


@pytest.mark.long
@pytest.mark.usefixtures("short_ranges")
def test_a_scheduler_that_is_lost_leaves_the_figures_of_what_was_done(tmp_path: Path) -> None:
    rules = house_files.load("studio")
    with DaskProcesses(tmp_path) as processes:
        own = processes.scheduler()
        processes.worker()
        wait_for_workers(own, 1)
        done: list[int] = []

        def made(shoes: int) -> None:
            done.append(shoes)
            if len(done) == 3:
                processes.end(0)

        with cluster(own) as crew, pytest.raises(RunLost, match=f"the scheduler at {own} was lost") as lost:
            simulate(rules, Goal(shoes=10**9), 4, crew=crew, made=made)
    assert lost.value.figures.shoes == done[-1]
    assert_same(lost.value.figures, rules, Goal(shoes=done[-1]), 4)


def test_the_command_says_how_far_it_came_when_the_scheduler_is_lost(tmp_path: Path) -> None:
    out = tmp_path / "rounds.parquet"
    with DaskProcesses(tmp_path) as processes:
        address = processes.scheduler()
        processes.worker()
        arguments = ["simulate", "--house", "live", "--shoes", "1000000000", "--seed", "1", "--json", "--cluster", address]
        with start(*arguments, "--out", str(out)) as running:
            while not (out.exists() and out.stat().st_size > 1_000_000):  # a chunk has been written
                assert running.poll() is None
                time.sleep(0.05)
            processes.end(0)
            printed, said = running.communicate(timeout=100)
    found = json.loads(printed)
    assert running.returncode == 2
    told = f"puntobanco: the scheduler at {address} was lost; the figures are those of the {found['shoes']:,} shoes that were done"
    assert said.decode().splitlines()[-1] == told
    assert b"Traceback" not in said
    assert len(said.splitlines()) <= 5, said
    assert parquet.ParquetFile(out).metadata.num_rows == found["rounds"]


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_with_what_was_done_and_takes_back_what_waits(address: str) -> None:
    from distributed import Client

    arguments = ["simulate", "--house", "live", "--shoes", "1000000000", "--seed", "1", "--json", "--cluster", address]
    with start(*arguments) as running, Client(address, set_as_default=False) as client:

        def played() -> int:
            tasks: dict[str, int] = client.run_on_scheduler(lambda dask_scheduler: dict.fromkeys(dask_scheduler.tasks, 1))
            return sum(key.startswith("play_range") for key in tasks)

        while not played():
            assert running.poll() is None
            time.sleep(0.05)
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        printed, said = running.communicate(timeout=100)
        deadline = time.monotonic() + 60
        while played():
            assert time.monotonic() < deadline, "ranges are left on the cluster"
            time.sleep(0.1)
    shoes = json.loads(printed)["shoes"] if printed else 0
    told = f"the figures are those of the {shoes:,} shoes that were done" if shoes else "no shoe was done"
    assert running.returncode == 130
    assert said.decode().splitlines()[-1] == f"interrupted: {told}"
    assert b"Traceback" not in said


@pytest.mark.long
@pytest.mark.usefixtures("short_ranges")
def test_a_cluster_whose_workers_are_all_gone_is_waited_for_and_then_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "ALONE_SECONDS", 3)
    rules = house_files.load("live")
    with DaskProcesses(tmp_path) as processes:
        address = processes.scheduler()
        worker = processes.worker()
        wait_for_workers(address, 1)
        done: list[int] = []

        def made(shoes: int) -> None:
            done.append(shoes)
            if len(done) == 3:
                worker.kill()

        with cluster(address) as crew:
            with pytest.raises(RunLost, match="has had no worker for 3 seconds") as lost:
                simulate(rules, Goal(shoes=10**9), 4, crew=crew, made=made)
            assert lost.value.figures.shoes == done[-1]
            processes.worker()
            wait_for_workers(address, 1)
            assert_same(simulate(rules, Goal(shoes=9), 4, crew=crew), rules, Goal(shoes=9), 4)


@pytest.mark.long
@pytest.mark.usefixtures("short_ranges")
def test_a_scheduler_that_stands_still_is_lost_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "ALONE_SECONDS", 3)
    monkeypatch.setattr(cluster_module, "LOOK_SECONDS", 1)
    monkeypatch.setattr(cluster_module, "ANSWER_SECONDS", 2)
    with DaskProcesses(tmp_path) as processes:
        address = processes.scheduler()
        processes.worker()
        wait_for_workers(address, 1)
        done: list[int] = []

        def made(shoes: int) -> None:
            done.append(shoes)
            if len(done) == 3:
                processes.stop(0)

        with cluster(address) as crew, pytest.raises(RunLost, match="or does not answer") as lost:
            simulate(house_files.load("live"), Goal(shoes=10**9), 4, crew=crew, made=made)
    assert lost.value.figures.shoes == done[-1]


@pytest.mark.long
@pytest.mark.usefixtures("short_ranges")
def test_a_worker_that_joins_without_the_package_is_of_no_use_and_does_no_harm(tmp_path: Path) -> None:
    rules = house_files.load("live")
    with DaskProcesses(tmp_path) as processes:
        address = processes.scheduler()
        processes.worker()
        wait_for_workers(address, 1)
        with cluster(address) as crew:
            useless = processes.worker(preload="import sys; sys.modules['puntobanco'] = None")

            done: list[int] = []

            def ended() -> bool:
                return useless.poll() is not None and len(done) > 3

            figures = simulate(rules, Goal(shoes=10**9), 4, crew=crew, made=done.append, stopped=ended)
    assert_same(figures, rules, Goal(shoes=figures.shoes), 4)


def test_a_run_that_is_stopped_at_once_has_no_figures(address: str) -> None:
    with cluster(address) as crew:
        assert simulate(house_files.load("live"), Goal(shoes=10**9), 1, crew=crew, stopped=lambda: True).shoes % CHUNK_SHOES == 0


@pytest.mark.usefixtures("short_ranges")
def test_a_worker_that_dies_in_the_middle_changes_no_figure(processes: DaskProcesses, address: str) -> None:
    rules, goal = house_files.load("studio"), Goal(shoes=50 * CHUNK_SHOES)
    done: list[int] = []

    def made(shoes: int) -> None:
        done.append(shoes)
        if len(done) == 6:
            processes.end(1)

    with cluster(address) as crew:
        figures = simulate(rules, goal, 4, crew=crew, made=made)
    assert_same(figures, rules, goal, 4)


def refused(address: str, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main.run(["simulate", "--house", "live", "--shoes", "5", "--cluster", address, *more]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    said = err.splitlines()
    assert "Traceback" not in err
    assert said[-1].startswith("puntobanco: ")
    return str(said[-1].removeprefix("puntobanco: "))


@pytest.mark.parametrize(
    "bad",
    ["", "nonsense", "host:8786", "tcp://host", "tcp://:8786", "tcp://host:0", "tcp://host:99999", "tcp://host:x", "http://host:80",
     "tcp://[::1", "tcp://host:8786/x", "inproc://1/2/3"],
)  # fmt: skip
def test_what_is_no_address_is_told(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(bad, capsys) == f"--cluster {bad!r} is no address of a scheduler, such as tcp://192.168.1.5:8786"


def test_workers_beside_a_cluster_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    told = "--workers are threads of this machine, --cluster plays on others: give one of them"
    assert refused("tcp://127.0.0.1:1", capsys, "--workers", "2") == told


@contextlib.contextmanager
def port(answer: bytes | None) -> Iterator[int]:
    """A port where nobody listens, or where somebody takes connections and says this, or nothing."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        if answer is not None:
            listening.listen(50)
            threading.Thread(target=_answer_all, args=(listening, answer), daemon=True).start()
        yield listening.getsockname()[1]


def _answer_all(listening: socket.socket, answer: bytes) -> None:
    taken = []
    with contextlib.suppress(OSError):
        while True:
            taken.append(listening.accept()[0])
            taken[-1].sendall(answer)


@pytest.mark.parametrize(
    "answer", [None, b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0" * 64], ids=["nobody", "silent", "http", "zeros"]
)
def test_who_is_no_scheduler_is_told_within_bounds(
    answer: bytes | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster_check, "ANSWER_SECONDS", 1)
    with port(answer) as number:
        began = time.monotonic()
        assert refused(f"tcp://127.0.0.1:{number}", capsys).startswith(f"no scheduler of Dask answers at tcp://127.0.0.1:{number}")
        assert time.monotonic() - began < 60


def test_tls_without_certificates_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused("tls://127.0.0.1:1", capsys).startswith("no scheduler of Dask answers at tls://127.0.0.1:1: TLS expects")


def test_a_scheduler_without_workers_is_waited_for_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster_check, "WORKERS_SECONDS", 1)
    with DaskProcesses(tmp_path) as processes:
        address = processes.scheduler()
        assert refused(address, capsys) == f"the scheduler at {address} has no workers: start some with dask worker {address}"
        processes.worker(preload=OTHER_VERSION.format("None if name == 'puntobanco' else '1'"))
        wait_for_workers(address, 1)
        told = refused(address, capsys)
    assert told.startswith("the worker tcp://127.0.0.1:")
    assert told.endswith(f" has no puntobanco: pip install 'puntobanco[cluster]=={puntobanco.__version__}' there")


@pytest.mark.long
def test_a_scheduler_of_another_version_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with DaskProcesses(tmp_path) as processes:
        address = processes.scheduler(preload=OTHER_VERSION.format("'2001.1'"))
        assert refused(address, capsys).startswith(f"the scheduler at {address} has distributed 2001.1, and here is ")


HERE = {"puntobanco": "0.1.0", "numpy": "2.4.6", "numba": "0.68.1", "distributed": "2026.8.0"}


@pytest.mark.parametrize("name", HERE)
def test_a_worker_has_to_have_what_is_here(name: str) -> None:
    cluster_check.check_workers({"a": HERE, "b": {**HERE, "dask": None}}, HERE)
    with pytest.raises(BadSettings, match=rf"the worker b has {name} 1\.2, and here is {HERE[name]}: they must be the same"):
        cluster_check.check_workers({"a": HERE, "b": {**HERE, name: "1.2"}}, HERE)
    with pytest.raises(BadSettings, match=rf"the worker b has no {name}: pip install 'puntobanco\[cluster\]==0\.1\.0' there"):
        cluster_check.check_workers({"a": HERE, "b": {**HERE, name: None}}, HERE)


def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path) -> None:
    arguments = ["simulate", "--house", "live", "--shoes", "5", "--cluster", "tcp://127.0.0.1:1", "--out", f"{tmp_path}/r.parquet"]
    code = f"import sys; sys.modules['distributed'] = None; from puntobanco.cli.main import run; sys.exit(run({arguments!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    said = "puntobanco: simulate needs distributed, which is not installed: pip install 'puntobanco[cluster]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_a_cluster_that_cannot_be_had_leaves_the_old_file_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "rounds.parquet"
    out.write_bytes(b"from yesterday")
    refused("nonsense", capsys, "--out", str(out))
    assert out.read_bytes() == b"from yesterday"
