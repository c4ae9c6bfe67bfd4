"""The rules of ``conftest.py``, seen from outside: each test runs pytest on planted tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
ROOT = CONFTEST.parent.parent
PLANTED = """
import pytest

@pytest.mark.long
def test_long(): pass

@pytest.mark.browser
def test_browser(): pass

def test_plain(): pass
"""
PLANTED_CHILD = """
import signal, subprocess

def test_child(interruptible):
    child = subprocess.Popen(["sleep", "30"])
    child.send_signal(signal.SIGINT)
    assert child.wait() == -signal.SIGINT

def test_ignored_again():
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
"""
WITH_AND_WITHOUT_WORKERS = pytest.mark.parametrize("options", [[], ["-p", "xdist", "-n", "2"]], ids=["alone", "workers"])
MARKERS = "[pytest]\nmarkers =\n    long: x\n    browser: x\n"


def plant(folder: Path, tests: str) -> list[str]:
    """Plant tests in ``folder`` beside our ``conftest.py``; the command that runs them."""
    (folder / "conftest.py").write_text(CONFTEST.read_text())
    (folder / "test_planted.py").write_text(tests)
    (folder / "pytest.ini").write_text(MARKERS)
    return [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]


def run_planted(folder: Path, *options: str, chromium: bool, ci: bool) -> subprocess.CompletedProcess[str]:
    """Run the planted tests in ``folder`` with a PATH that holds a chromium or nothing."""
    command = plant(folder, PLANTED)
    path = folder / "bin"
    path.mkdir()
    if chromium:
        (path / "chromium").write_text("#!/bin/sh\n")
        (path / "chromium").chmod(0o755)
    environment = {"PATH": str(path), "CI": "true" if ci else "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run([*command, *options], cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_plain_tests_run_before_browser_tests_before_long_tests(tmp_path: Path) -> None:
    run = run_planted(tmp_path, chromium=True, ci=True)
    names = [line.split("::")[1].split()[0] for line in run.stdout.splitlines() if "::" in line and "PASSED" in line]
    assert names == ["test_plain", "test_browser", "test_long"], run.stdout + run.stderr
    assert run.returncode == 0
    assert "BROWSER TESTS SKIPPED" not in run.stdout


@WITH_AND_WITHOUT_WORKERS
def test_without_chromium_browser_tests_are_skipped_in_one_loud_line(tmp_path: Path, options: list[str]) -> None:
    run = run_planted(tmp_path, *options, chromium=False, ci=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 passed, 1 skipped" in run.stdout
    assert run.stdout.count("BROWSER TESTS SKIPPED: 1 of them") == 1


@WITH_AND_WITHOUT_WORKERS
def test_without_chromium_a_ci_run_fails(tmp_path: Path, options: list[str]) -> None:
    run = run_planted(tmp_path, *options, chromium=False, ci=True)
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert "2 passed, 1 error" in run.stdout
    assert "no chromium on PATH" in run.stdout


def test_a_child_can_be_interrupted_where_pytest_runs_in_the_background_of_a_script(tmp_path: Path) -> None:
    command = plant(tmp_path, PLANTED_CHILD)
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    in_background = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *command]
    run = subprocess.run(in_background, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "2 passed" in run.stdout, run.stdout + run.stderr
