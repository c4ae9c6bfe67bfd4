"""``puntobanco strategies`` from outside: what it prints where, its picture, its exit status, and what it says of bad plans."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from puntobanco import house_files
from puntobanco.analysis.strategies.ready import READY, SHOWN
from puntobanco.cli import interrupts, main
from puntobanco.game.house import changed, to_toml
from tests.cli.commands import command, start

SMALL = ["strategies", "--house", "live", "--seed", "1", "--players", "30", "--rounds", "90"]

OWN = '''
from __future__ import annotations
import os
from dataclasses import dataclass
from pathlib import Path

from puntobanco.game.bets import Bet, Result


@dataclass
class Paroli:
    """Lets two wins lie."""

    wins: int = 0

    def bet(self, view):
        won = view.last and view.last.result is Result.WIN
        self.wins = (self.wins + 1) % 3 if won else 0
        return view.up_to(Bet.PLAYER, view.base_cents * 2**self.wins)


class Breaks:
    def bet(self, view):
        return {Bet.PLAYER: 1000 // (4 - view.round)}


class Lazy:
    def bet(self, view):
        if view.round == 9:
            return 7
        return {}


class Marks:
    """Says that it was asked."""

    def bet(self, view):
        if view.round == 1:
            Path(__file__).with_suffix(".asked").touch()
        return view.up_to(Bet.PLAYER, view.base_cents)


class Forever(Marks):
    def bet(self, view):
        super().bet(view)
        while True:
            pass


class Stops(BaseException):
    pass


class Mute(Exception):
    def __str__(self):
        raise ValueError("no words")


class Raises:
    """Raises what a plan made of it has."""

    def bet(self, view):
        raise self.what


class Own(Raises):
    what = Stops("mine")


class Generator(Raises):
    what = GeneratorExit()


class Speechless(Raises):
    what = Mute()


class LikeCtrlC(Raises):
    what = KeyboardInterrupt()


class Huge:
    def bet(self, view):
        return {Bet.PLAYER: 10**5000}


class Async:
    async def bet(self, view):
        return {}


class Leaves:
    def bet(self, view):
        os._exit(0)


class CannotBegin:
    def __init__(self):
        raise KeyboardInterrupt


THREE = 3


def nobody():
    return 5


def fails():
    return 1 // 0
'''


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(OWN)
    return path


def document(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main.run([*arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_json_is_one_document_of_five_plans(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(*SMALL, "--workers", "1", capsys=capsys)
    assert list(found["strategies"]) == list(SHOWN)
    assert (found["seed"], found["house"], found["decks"], found["players"], found["rounds"]) == (1, "live", 8, 30, 90)
    assert (found["bankroll_cents"], found["stake_cents"], found["bet"]) == (50_000, 500, "banker")
    flat = found["strategies"]["flat"]
    assert flat["rounds_bet"] == 30 * 90
    assert flat["staked_cents"] == 30 * 90 * 500
    assert flat["staked_by_bet"] == {"banker": flat["staked_cents"]}
    assert flat["rtp"] == pytest.approx(1 + flat["net_cents"] / flat["staked_cents"])
    assert flat["rtp_exact_full_shoe"] == pytest.approx(0.98942094, abs=1e-8)
    assert flat["ruined"] == {"share": 0.0, "low": 0.0, "high": pytest.approx(0.1135, abs=1e-4)}
    assert list(flat["final_quantiles_cents"]) == list(flat["curves"]["bands"]) == ["5", "25", "50", "75", "95"]
    assert flat["curves"]["rounds"] == list(range(91))
    assert len(flat["curves"]["paths"]) == 6


def test_a_seed_has_the_same_figures_in_processes(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also those of a plan out of a file, which the processes never see."""
    plans = ["--strategy", "follow", "--strategy", f"{own}:Paroli", "--rounds", "5000", "--players", "11"]
    one, two = (document(*SMALL, *plans, "--workers", workers, capsys=capsys) for workers in ("1", "2"))
    assert one["strategies"] == two["strategies"]
    assert list(one["strategies"]) == ["follow", f"{own}:Paroli"]
    assert set(one["strategies"][f"{own}:Paroli"]["staked_by_bet"]) == {"player"}


def test_plans_play_the_same_shoes_side_by_side_and_alone(capsys: pytest.CaptureFixture[str]) -> None:
    both = document(*SMALL, "--strategy", "against", "--strategy", "follow", capsys=capsys)
    alone = document(*SMALL, "--strategy", "follow", capsys=capsys)
    assert alone["strategies"]["follow"] == both["strategies"]["follow"]


def test_settings_are_those_that_were_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["--bankroll", "12.5", "--stake", "2.00", "--bet", "tie", "--decks", "6", "--strategy", "flat"]
    found = document(*SMALL, *settings, capsys=capsys)
    assert (found["bankroll_cents"], found["stake_cents"], found["bet"], found["decks"]) == (1250, 200, "tie", 6)
    assert found["strategies"]["flat"]["rtp_exact_full_shoe"] == pytest.approx(1 - 0.14438160, abs=1e-8)
    assert found["strategies"]["flat"]["ruined"]["share"] > 0.5


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_a_plan_prints_is_not_among_the_figures(workers: str, tmp_path: Path) -> None:
    plan = tmp_path / "talks.py"
    plan.write_text(
        "print('file')\nclass Talks:\n    def bet(self, view):\n"
        "        print('asked', flush=True) if view.round == 90 else None\n        return view.up_to(view.bet, view.base_cents)\n"
    )
    done = command(*SMALL, "--players", "1200", "--strategy", f"{plan}:Talks", "--workers", workers, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["players"] == 1200
    assert done.stderr.count("asked") == 1200  # ends of lines may be of two processes
    assert "file" in done.stderr


def test_a_side_bet_has_its_own_minimum(capsys: pytest.CaptureFixture[str]) -> None:
    assert document(*SMALL, "--bet", "tie", "--strategy", "flat", capsys=capsys)["stake_cents"] == 100


@pytest.mark.parametrize("house", list(house_files.shipped()))
def test_every_house_has_a_bet_and_a_stake_where_none_is_named(house: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = house_files.load(house)
    found = document(*SMALL, "--house", house, "--workers", "1", capsys=capsys)
    assert (found["bet"], found["stake_cents"]) == ("banker", rules.main_minimum_cents)


def test_without_a_seed_runs_differ_and_say_theirs(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["strategies", "--house", "live", "--players", "3", "--rounds", "50"]
    one, other = (document(*arguments, capsys=capsys) for _ in range(2))
    assert one["seed"] != other["seed"]
    assert document(*arguments, "--seed", str(one["seed"]), capsys=capsys)["strategies"] == one["strategies"]


def test_a_person_gets_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run([*SMALL, "--workers", "1"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "30 players of each plan, 90 rounds each, shoes of 8 decks, house live, seed 1"
    assert lines[1] == "bankroll 500.00, base stake 5.00, bet banker"
    heads = [line.split()[0] for line in lines[5:] if line]
    assert heads == ["plan", *SHOWN] * 3
    assert err.startswith("30 players of each plan in ")
    assert err.endswith("; seed 1\n")


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("SVG", b"<?xml")])
def test_the_plot_is_a_picture(ending: str, begins: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plans = [argument for name in READY for argument in ("--strategy", name)]  # six: a second row of panels
    picture = tmp_path / f"plans.{ending}"
    assert main.run([*SMALL, *plans, "--workers", "1", "--plot", str(picture)]) == 0
    assert picture.read_bytes().startswith(begins)
    assert picture.stat().st_size > 30_000


def test_one_player_who_lays_nothing_is_shown_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "out.py"
    plan.write_text("class Out:\n    def bet(self, view):\n        return {}\n")
    alone = ["--strategy", f"{plan}:Out", "--players", "1", "--rounds", "1"]
    assert main.run([*SMALL, *alone, "--plot", f"{tmp_path}/out.png"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("1 player of each plan, 1 round each, ")
    assert err.startswith("1 player of each plan in ")
    assert f"{plan}:Out           0" in out


@pytest.mark.parametrize("made", ["fifo", "device", "folder"])
def test_a_picture_is_a_regular_file_and_that_is_said_before_the_work(
    made: str, own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "plans.png"
    match made:
        case "fifo":
            os.mkfifo(picture)
        case "device":
            picture.symlink_to(os.devnull)
        case _:
            picture.mkdir()
    assert main.run([*SMALL, "--strategy", f"{own}:Marks", "--workers", "1", "--plot", str(picture)]) == 2
    out, err = capsys.readouterr()
    why = "Is a directory" if made == "folder" else "it is no regular file"
    assert (out, err) == ("", f"puntobanco: {picture}: {why}\n")
    assert not own.with_suffix(".asked").exists()


@pytest.mark.parametrize("before", [None, b"a picture of yesterday"])
def test_a_plan_that_fails_leaves_pictures_as_they_were(before: bytes | None, own: Path, tmp_path: Path) -> None:
    picture = tmp_path / "plans.png"
    if before is not None:
        picture.write_bytes(before)
    assert main.run([*SMALL, "--strategy", f"{own}:Lazy", "--workers", "1", "--plot", str(picture)]) == 2
    assert (picture.read_bytes() if picture.exists() else None) == before


def test_figures_are_out_before_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    """No file may grow over 1,000 bytes there, as on a disk that is full."""
    picture = tmp_path / "plans.png"
    arguments = [*SMALL, "--strategy", "flat", "--workers", "1", "--json", "--plot", str(picture)]
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
    code = f"import sys; from puntobanco.cli.main import run; {limit}; sys.exit(run({arguments!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert json.loads(done.stdout)["players"] == 30
    assert done.stderr.endswith(f"puntobanco: {picture}: File too large\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--players 0", "puntobanco strategies: Invalid value for '--players'"),
        ("--players 1000001", "puntobanco strategies: Invalid value for '--players'"),
        ("--rounds 0", "puntobanco strategies: Invalid value for '--rounds'"),
        ("--rounds 1e3", "puntobanco strategies: Invalid value for '--rounds'"),
        ("--seed -1", "puntobanco strategies: Invalid value for '--seed'"),
        ("--workers 0", "puntobanco strategies: Invalid value for '--workers'"),
        ("--decks 13", "puntobanco strategies: Invalid value for '--decks'"),
        ("--bet blackjack", "puntobanco strategies: Invalid value for '--bet'"),
        ("--house nowhere", "puntobanco: 'nowhere' is no house"),
        ("--house classic --bet lucky_six", "puntobanco: house classic does not offer lucky_six: it offers player, banker, tie"),
        (
            "--strategy sure-win",
            "puntobanco: 'sure-win' is no plan: the plans are flat, martingale, 1-3-2-6, follow, against",
        ),
        ("--strategy flat --strategy flat", "puntobanco: --strategy flat: is named twice"),
        ("--strategy /nowhere.py:Plan", "puntobanco: /nowhere.py: cannot be read: No such file or directory"),
        ("--strategy nowhere.txt:Plan", "puntobanco: 'nowhere.txt:Plan' is no plan"),
        ("--stake five", "puntobanco: --stake 'five': write an amount such as 500 or 12.50"),
        ("--stake -5", "puntobanco: --stake '-5': write an amount such as 500 or 12.50"),
        ("--stake 5.005", "puntobanco: --stake '5.005': write an amount such as 500 or 12.50"),
        ("--stake ٥", "puntobanco: --stake '٥': write an amount such as 500 or 12.50"),
        ("--stake 0", "puntobanco: a base stake of 0.00: house live takes banker from 5.00 to 5000.00 in steps of 1.00"),
        ("--stake 7.50", "puntobanco: a base stake of 7.50: house live takes banker from 5.00 to 5000.00 in steps of 1.00"),
        ("--bankroll 4.99", "puntobanco: a bankroll of 4.99 does not hold a base stake of 5.00"),
        ("--bankroll 1" + "0" * 16, "puntobanco: --bankroll '10000000000000000': write an amount such as 500 or 12.50"),
        ("--plot plans.pdf", "puntobanco: --plot plans.pdf: its name does not end in .png or .svg"),
        ("--plot /tmp", "puntobanco: --plot /tmp: its name does not end in .png or .svg"),
        ("--strategy w.py:", "puntobanco: 'w.py:' names no plan in the file: give FILE.py:NAME"),
        ("--plot /nowhere/plans.png", "puntobanco: /nowhere/plans.png: No such file or directory"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["strategies", "--house", "live", *line.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_a_scoreboard_has_nothing_to_lay_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = {"dealt_by": "hand", "bets": [], "combinations": [], "card_proof": False}
    (tmp_path / "board.toml").write_text(to_toml(changed(house_files.load("live"), settings)))
    assert main.run(["strategies", "--house", f"{tmp_path}/board.toml"]) == 2
    assert "offers no bets: there is nothing to lay" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Missing", "{own}:Missing: the file defines no Missing"),
        ("THREE", "{own}:THREE: is no class, and nothing else that can be called"),
        ("nobody", "{own}:nobody: makes a player that has no method bet(view)"),
        ("fails", "{own}:fails: makes no player: ZeroDivisionError: integer division or modulo by zero ({own}, line {last})"),
        ("CannotBegin", "{own}:CannotBegin: makes no player: KeyboardInterrupt ({own}, line {begin})"),
        ("Own", "strategy {own}:Own, player 1, round 1: Stops: mine ({own}, line {raises})"),
        ("Generator", "strategy {own}:Generator, player 1, round 1: GeneratorExit ({own}, line {raises})"),
        (
            "Speechless",
            "strategy {own}:Speechless, player 1, round 1: Mute: its own words cannot be read, ValueError ({own}, line {raises})",
        ),
        ("LikeCtrlC", "strategy {own}:LikeCtrlC, player 1, round 1: KeyboardInterrupt ({own}, line {raises})"),
        (
            "Huge",
            f"strategy {{own}}:Huge, player 1, round 1: lays more than {10**20} cents on player, over its maximum of 500000",
        ),
        ("Async", "strategy {own}:Async, player 1, round 1: lays a coroutine: bet(view) must not be async"),
        ("Breaks", "strategy {own}:Breaks, player 1, round 1: lays 333 cents on player, under its minimum of 500"),
        (
            "Lazy",
            "strategy {own}:Lazy, player 1, round 9: lays 7 instead of a mapping from bets to cents; an empty one sits out",
        ),
    ],
)
@pytest.mark.filterwarnings("error")
def test_what_is_wrong_with_a_plan_is_one_line(name: str, said: str, own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run([*SMALL, "--workers", "1", "--strategy", f"{own}:{name}"]) == 2
    out, err = capsys.readouterr()
    places = {"begin": line("raise KeyboardInterrupt"), "raises": line("raise self.what"), "last": line("return 1 // 0")}
    assert (out, err) == ("", f"puntobanco: {said.format(own=own, **places)}\n")


def line(holds: str) -> int:
    """The line of the plans' file that holds this."""
    return OWN[: OWN.index(holds)].count("\n") + 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("LikeCtrlC", "puntobanco: strategy {own}:LikeCtrlC, player 1, round 1: KeyboardInterrupt ({own}, line "),
        ("Speechless", "puntobanco: strategy {own}:Speechless, player 1, round 1: Mute: its own words cannot be read, "),
        ("Leaves", "puntobanco: a worker process is gone in the middle of its work: a plan ended it, or the system did, "),
    ],
)
def test_what_is_wrong_in_a_worker_is_one_line(name: str, said: str, own: Path) -> None:
    done = command(*SMALL, "--players", "1200", "--workers", "2", "--strategy", f"{own}:{name}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(said.format(own=own))
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class Plan(", "cannot be run: SyntaxError: '(' was never closed"),
        ("import nothing_like_it", "cannot be run: ModuleNotFoundError: No module named 'nothing_like_it' ({path}, line 1)"),
        ("\nraise SystemExit(0)", "cannot be run: SystemExit: 0 ({path}, line 2)"),
        ("\n\nraise KeyboardInterrupt", "cannot be run: KeyboardInterrupt ({path}, line 3)"),
        ("\0", "cannot be run: SyntaxError: source code string cannot contain null bytes"),
    ],
)
def test_a_file_that_cannot_be_run_is_one_line(text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plan.py"
    path.write_text(text)
    assert main.run([*SMALL, "--strategy", f"{path}:Plan"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"puntobanco: {path}: {said.format(path=path)}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("missing", ["numpy", "numba", "matplotlib"])
def test_without_the_extra_one_line_says_what_to_install(missing: str, tmp_path: Path) -> None:
    arguments = [*SMALL, "--plot", f"{tmp_path}/plans.png"]
    code = f"import sys; sys.modules[{missing!r}] = None; from puntobanco.cli.main import run; sys.exit(run({arguments!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    said = f"puntobanco: strategies needs {missing}, which is not installed: pip install 'puntobanco[analysis]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
    assert not list(tmp_path.iterdir())


def asked(own: Path, running: "subprocess.Popen[bytes]") -> None:
    """Wait until a plan was asked what to lay."""
    while not own.with_suffix(".asked").exists():
        assert running.poll() is None
        time.sleep(0.05)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_cleanly_with_the_figures_of_what_was_done(own: Path) -> None:
    plan = f"{own}:Marks"
    with start(*SMALL, "--players", "1000000", "--strategy", plan, "--json", "--workers", "1") as running:
        asked(own, running)
        running.send_signal(signal.SIGINT)
        printed, said = running.communicate(timeout=100)
    found = json.loads(printed)
    assert running.returncode == 130
    assert interrupts.SAID.encode() in said
    assert said.decode().endswith("interrupted: the figures are those of the players that were done\n")
    assert 0 < found["players"] < 1_000_000
    assert found["strategies"][plan]["rounds_bet"] == 90 * found["players"]
    assert b"Traceback" not in said


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.usefixtures("interruptible")
def test_a_second_ctrl_c_ends_a_plan_that_never_answers(workers: str, own: Path) -> None:
    with start(*SMALL, "--players", "5000", "--strategy", f"{own}:Forever", "--workers", workers) as running:
        asked(own, running)
        running.send_signal(signal.SIGINT)
        assert running.stderr is not None
        assert f"{interrupts.SAID}\n".encode() in iter(running.stderr.readline, b"")  # said while the plan is still at it
        running.send_signal(signal.SIGINT)
        printed, said = running.communicate(timeout=60)
    assert (running.returncode, printed) == (130, b"")
    assert b"Traceback" not in said


def test_help_names_the_plans() -> None:
    said = command("strategies", "--help").stdout
    assert all(name in said for name in READY)
