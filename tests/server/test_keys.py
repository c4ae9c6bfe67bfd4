"""The keys of a house: in a file that its owner alone may read or in the environment, and rotated while shoes are in play."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from puntobanco.errors import BadSettings
from puntobanco.game.proof import announce
from puntobanco.house_files import load
from puntobanco.server.seal import Sealer, load_keys, make_keys, read_keys, rotate_keys
from puntobanco.table.state import Phase
from tests.server.books import check_books
from tests.server.guests import guest
from tests.server.inside import StandingClock, opened, setup
from tests.server.test_resume import go_to, state_of

SECRET = bytes(range(32))
ANNOUNCED = announce(1, 1, load("live"))


def test_what_an_older_key_sealed_is_opened_after_one_rotation_and_not_after_two(tmp_path: Path) -> None:
    path = tmp_path / "house.db.key"
    sealed = Sealer(make_keys(path)).seal(SECRET, ANNOUNCED)
    sessions = load_keys(path).sessions
    rotate_keys(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert Sealer(load_keys(path)).unseal(sealed, ANNOUNCED) == SECRET
    assert load_keys(path).sessions == sessions, "nobody has to enter anew"
    fresh = Sealer(load_keys(path)).seal(SECRET, ANNOUNCED)
    rotate_keys(path)
    assert Sealer(load_keys(path)).unseal(sealed, ANNOUNCED) is None
    assert Sealer(load_keys(path)).unseal(fresh, ANNOUNCED) == SECRET
    assert [file.name for file in tmp_path.iterdir()] == ["house.db.key"]


def test_a_sealed_secret_opens_for_its_own_announcement_alone(tmp_path: Path) -> None:
    sealer = Sealer(make_keys(tmp_path / "key"))
    sealed = sealer.seal(SECRET, ANNOUNCED)
    for other in (announce(2, 1, load("live")), announce(1, 2, load("live")), announce(1, 1, load("live"), attempt=2)):
        assert sealer.unseal(sealed, other) is None
    assert sealer.unseal(sealed[:-1] + bytes([sealed[-1] ^ 1]), ANNOUNCED) is None


async def test_a_shoe_in_play_goes_on_with_the_very_same_cards_after_a_rotation(tmp_path: Path) -> None:
    clock, tables = StandingClock(), [setup(1, "live")]
    async with opened(tmp_path, tables, clock=clock) as house:
        player = await guest(house)
        await player.open_socket()
        await player.watch()
        await go_to(house, clock, lambda state: state.phase is Phase.DEALING)
        hashes = state_of(house).shoe
        assert hashes is not None
    rotate_keys(tmp_path / "house.db.key")
    async with opened(tmp_path, tables, clock=clock) as house:
        player.move_to(house)
        await player.open_socket()
        await player.watch()
        await go_to(house, clock, lambda state: state.round == 2 and state.phase is Phase.RESULT)
        shoe = state_of(house).shoe
        assert shoe is not None
        assert shoe.hashes == hashes.hashes
    check_books(tmp_path / "house.db")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "is no key file"),
        (b"{}", "is no key file"),
        (b'{"sealing":"AA==","sessions":"AA=="}', "are not 32 bytes long"),
        (b'{"sealing":"%b","sessions":"%b","retired":["AA=="]}' % ((b"A" * 43 + b"=",) * 2), "are not 32 bytes long"),
    ],
)
def test_what_is_no_key_is_told_with_where_it_stood(text: bytes, why: str) -> None:
    with pytest.raises(BadSettings, match=f"HERE: .*{why}"):
        read_keys(text, "HERE")


def served(folder: Path, keys: str, *options: str) -> tuple[int, str]:
    """Serve with keys in the environment until the house is open, or refuses; the status and what it said."""
    environment = {**os.environ, "PUNTOBANCO_KEY": keys}
    command = [sys.executable, "-m", "puntobanco", "serve", "--port", "0", "--database", f"sqlite:///{folder}/house.db", *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    said = ""
    for line in process.stderr:
        said += line
        if line.startswith("Ctrl-C"):
            break
    process.terminate()
    process.communicate(timeout=20)
    return process.returncode, said


def test_the_keys_may_come_from_the_environment_and_no_file_is_made(tmp_path: Path) -> None:
    keys = msgspec.json.encode(make_keys(tmp_path / "made")).decode()
    status, said = served(tmp_path, keys)
    assert "its key in PUNTOBANCO_KEY" in said
    assert status == 0
    assert not (tmp_path / "house.db.key").exists()
    assert keys not in said
    status, said = served(tmp_path, keys, "--rotate-key")
    assert (status, "--rotate-key: the keys are in PUNTOBANCO_KEY" in said) == (2, True)
    status, said = served(tmp_path, "no keys")
    assert (status, "PUNTOBANCO_KEY: is no key file of puntobanco" in said) == (2, True)
    assert "Traceback" not in said
