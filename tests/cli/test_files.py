"""Every command that is given a file reads a regular one, of bounded size and depth, and names what is wrong with another."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from puntobanco import files, house_files
from puntobanco.cli import main
from puntobanco.errors import BadHouse

SECONDS = 20


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    """What hangs fails."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


COMMANDS = {"settle --house FILE": ".toml", "house check FILE": ".toml", "house show FILE": ".toml", "replay FILE": ".txt"}


@pytest.mark.parametrize(("line", "suffix"), COMMANDS.items(), ids=COMMANDS)
def test_a_pipe_or_device_is_no_file_to_read(line: str, suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe, device = tmp_path / f"pipe{suffix}", tmp_path / f"device{suffix}"
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    for path in (pipe, device):
        assert main.run(line.replace("FILE", str(path)).split()) == 2
        said = capsys.readouterr()
        assert said.err == f"puntobanco: {path}: cannot be read: it is no regular file\n"
        assert not said.out


class _Silent:
    """A regular file that has nothing to read now, as the kernel's log: a read without waiting answers None."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self.fileno = self._file.fileno

    def __enter__(self) -> "_Silent":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, _size: int) -> None:
        """Answer nothing."""


@pytest.mark.parametrize(("line", "suffix"), COMMANDS.items(), ids=COMMANDS)
def test_a_file_that_has_nothing_to_read_now(
    line: str, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"log{suffix}"
    path.touch()
    monkeypatch.setattr(files, "open", lambda *_, **__: _Silent(path), raising=False)
    assert main.run(line.replace("FILE", str(path)).split()) == 2
    assert capsys.readouterr().err == f"puntobanco: {path}: cannot be read: nothing can be read from it now\n"


@pytest.mark.parametrize(("line", "suffix"), COMMANDS.items(), ids=COMMANDS)
def test_what_acts_on_a_terminal_is_written_out(line: str, suffix: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"\x1b[31m\x07\u202e莊{suffix}"
    command, *options = line.split()
    assert main.run([command, *(name if word == "FILE" else word for word in options)]) == 2
    said = capsys.readouterr().err
    assert r"\x1b[31m\x07\u202e莊" in said
    assert said.removesuffix("\n").isprintable()


DEEP = {
    "dots": "a" + ".a" * 32_000 + " = 1",
    "dots in a header": "[a" + ".a" * 32_000 + "]",
    "blanks about the dots": "a" + " .\ta" * 10_000 + " = 1",
    "quoted parts": "a" + '."b"' * 10_000 + " = 1",
    "plain quotes": "a" + ".'b'" * 10_000 + " = 1",
    "in a table in a value": "a = {b" + ".b" * 30_000 + " = 1}",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_a_key_of_many_parts_is_refused_before_it_is_parsed(text: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f"decks = 8\n{text}\n")
    with pytest.raises(BadHouse, match="line 2: a key of more than 16 parts"):
        house_files.load(str(path))


@pytest.mark.parametrize("text", ["x" * 60_000, '"' * 60_000, "'x" * 30_000, "a." * 15, ". " * 30_000, "# " + "a-b_" * 15_000])
def test_what_is_long_and_not_deep_is_looked_through_at_once(text: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    signal.alarm(2)
    assert house_files.read_toml(str(path)) == text


def test_every_house_that_ships_can_be_read_as_a_file(tmp_path: Path) -> None:
    for name, text in house_files.shipped().items():
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        assert house_files.load(str(path)).decks == house_files.load(name).decks
