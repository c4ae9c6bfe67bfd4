"""The outward form that all commands share: one line on stderr, exit status, no traceback, lazy imports."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import puntobanco
from puntobanco.cli import main
from puntobanco.cli.streams import PROGRESS_EVERY_SECONDS
from tests.cli.commands import COMMAND, command, start

ROUND = '{"player": ["9H","KD"], "banker": ["2S","4C"], "bets": {"player": 10000}}\n'


def test_the_version() -> None:
    done = command("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"puntobanco {puntobanco.__version__}\n", "")


def test_help_names_every_command_without_importing_it() -> None:
    done = command("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for name, line in main.COMMANDS.items():
        assert name in done.stdout
        assert line.split()[0] in done.stdout


@pytest.mark.parametrize("name", ["settle", "replay", "house", "odds", "randomness", "simulate"])
def test_every_command_has_help(name: str) -> None:
    done = command(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"puntobanco {name}" in done.stdout
    assert "--install-completion" not in done.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "puntobanco: name a command: settle, replay, house"),
        ("setle", "puntobanco: No such command 'setle'. Did you mean 'se"),
        ("--verbose", "puntobanco: No such option: --verbose"),
        ("settle", "puntobanco settle: Missing option '--house'"),
        ("settle --hose live", "puntobanco settle: No such option: --hose"),
        ("settle --house live extra", "puntobanco settle: Got unexpected extra argument"),
        ("settle --house live --decks 0", "puntobanco settle: Invalid value for '--decks'"),
        ("settle --house live --decks 13", "puntobanco settle: Invalid value for '--decks'"),
        ("settle --house live --decks eight", "puntobanco settle: Invalid value for '--decks'"),
        ("settle --house live --banker-bets none", "puntobanco settle: Invalid value for '--banker-bets'"),
        ("settle --house nowhere", "puntobanco: 'nowhere' is no house: the houses are chips, classic, live, macau, studio"),
        ("settle --house nowhere.toml", "puntobanco: nowhere.toml: cannot be read: No such file or directory"),
        ("replay", "puntobanco replay: Missing argument 'FILE'"),
        ("replay nowhere.txt", "puntobanco: nowhere.txt: cannot be read: No such file or directory"),
        ("replay nowhere.pdf", "puntobanco: nowhere.pdf: '.pdf' is neither .txt nor .csv"),
        ("replay nowhere", "puntobanco: nowhere: 'no ending' is neither .txt nor .csv"),
        ("replay --decks 13 x.txt", "puntobanco replay: Invalid value for '--decks'"),
        ("house", "puntobanco house: Missing command"),
        ("house lst", "puntobanco house: No such command 'lst'"),
        ("house show", "puntobanco house show: Missing argument 'NAME'"),
        ("house show nowhere", "puntobanco: 'nowhere' is no house"),
        ("house check", "puntobanco house check: Missing argument 'FILE'"),
        ("house check nowhere.toml", "puntobanco: nowhere.toml: cannot be read"),
    ],
)
def test_bad_usage_is_one_line_on_stderr_and_exit_2(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main.run(line.split())
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert err.startswith(said)
    assert err.count("\n") == 1
    assert err.endswith("\n")


def test_the_installed_command_refuses_bad_usage_as_well() -> None:
    done = command("settle", "--house", "no\nwhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("puntobanco: ")


def test_settle_imports_no_server_and_no_database() -> None:
    program = (
        "import sys; from puntobanco.cli.main import run; run(['settle', '--house', 'live'])\n"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'litestar', 'sqlalchemy', 'uvicorn', 'cryptography'}"
        " | {name for name in sys.modules if name.startswith(('puntobanco.server', 'puntobanco.bank'))}))"
    )
    done = subprocess.run([sys.executable, "-c", program], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    running = start("settle", "--house", "live")
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdout.close()
    try:
        running.stdin.write(ROUND.encode() * 20_000)
        running.stdin.close()
    except BrokenPipeError:
        pass
    assert running.stderr is not None
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait() == main.BROKEN_PIPE


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_is_quiet_and_exits_130() -> None:
    running = start("settle", "--house", "live")
    assert running.stdin is not None
    running.stdin.write(ROUND.encode())
    running.stdin.flush()
    assert running.stdout is not None
    assert running.stdout.readline().startswith(b'{"outcome":"player"')
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (main.INTERRUPTED, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("line", ["settle --house live", "house list", "house list --json", "--version"])
def test_a_full_disk_is_one_line_and_exit_2(line: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = command(*line.split(), stdin=ROUND, stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith("puntobanco: the output cannot be written: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "closed", "said"),
    [
        ("house list", "1", "puntobanco: stdout is closed: there is nowhere to write\n"),
        ("settle --house live", "0", "puntobanco: stdin is closed: there is nothing to read\n"),
    ],
)
def test_a_closed_stream_is_one_line_and_exit_2(line: str, closed: str, said: str) -> None:
    shell = ["sh", "-c", f'exec "$@" {closed}>&-', "sh", *COMMAND, *line.split()]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_a_terminal_gets_a_hint_and_only_a_terminal() -> None:
    primary, secondary = os.openpty()
    running = start("settle", "--house", "live", stdin=secondary)
    os.close(secondary)
    assert running.stderr is not None
    assert b"Ctrl-D" in running.stderr.readline()
    os.write(primary, b"\x04")
    assert running.wait(timeout=20) == 0
    running.communicate()
    os.close(primary)
    assert command("settle", "--house", "live", stdin=ROUND).stderr == ""


def test_progress_is_shown_on_a_terminal_only_and_taken_away() -> None:
    primary, secondary = os.openpty()
    running = start("settle", "--house", "live", stdin=subprocess.PIPE, stderr=secondary)
    os.close(secondary)
    assert running.stdin is not None
    assert running.stdout is not None
    for pause_s in (PROGRESS_EVERY_SECONDS + 0.1, 0):
        running.stdin.write(ROUND.encode())
        running.stdin.flush()
        running.stdout.readline()
        time.sleep(pause_s)
    running.stdin.close()
    assert running.wait(timeout=20) == 0
    shown = os.read(primary, 4096)
    os.close(primary)
    assert shown == b"\r2 lines\r\x1b[K"
    running.stdout.close()
