"""The rules of ``conftest.py``, seen from outside: each test runs pytest on three planted tests."""

import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
PLANTED = """
import pytest

@pytest.mark.long
def test_long(): pass

@pytest.mark.browser
def test_browser(): pass

def test_plain(): pass
"""
MARKERS = "[pytest]\nmarkers =\n    long: x\n    browser: x\n"


def run_planted(folder: Path, *, chromium: bool, ci: bool) -> subprocess.CompletedProcess[str]:
    """Run the planted tests in ``folder`` with a PATH that holds a chromium or nothing."""
    (folder / "conftest.py").write_text(CONFTEST.read_text())
    (folder / "test_planted.py").write_text(PLANTED)
    (folder / "pytest.ini").write_text(MARKERS)
    path = folder / "bin"
    path.mkdir()
    if chromium:
        (path / "chromium").write_text("#!/bin/sh\n")
        (path / "chromium").chmod(0o755)
    environment = {"PATH": str(path), "CI": "true" if ci else "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_plain_tests_run_before_browser_tests_before_long_tests(tmp_path: Path) -> None:
    run = run_planted(tmp_path, chromium=True, ci=True)
    names = [line.split("::")[1].split()[0] for line in run.stdout.splitlines() if "::" in line and "PASSED" in line]
    assert names == ["test_plain", "test_browser", "test_long"], run.stdout + run.stderr
    assert run.returncode == 0
    assert "BROWSER TESTS SKIPPED" not in run.stdout


def test_without_chromium_browser_tests_are_skipped_in_one_loud_line(tmp_path: Path) -> None:
    run = run_planted(tmp_path, chromium=False, ci=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 passed, 1 skipped" in run.stdout
    assert run.stdout.count("BROWSER TESTS SKIPPED: 1 of them") == 1


def test_without_chromium_a_ci_run_fails(tmp_path: Path) -> None:
    run = run_planted(tmp_path, chromium=False, ci=True)
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert "1 browser tests cannot run" in run.stderr
