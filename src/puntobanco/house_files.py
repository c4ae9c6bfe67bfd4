"""Where houses come from: the files that ship with the package, and files that someone wrote. What they mean: ``game.house``."""

from importlib import resources
from pathlib import Path

from puntobanco.errors import BadHouse, BadSettings
from puntobanco.game.house import HouseRules, parse

SUFFIX = ".toml"
MOST_BYTES = 64 * 1024
"""The largest file that is read as a house."""


def shipped() -> dict[str, str]:
    """The TOML text of every house that ships, by name, in the order of their names."""
    files = resources.files("puntobanco.game").joinpath("houses").iterdir()
    found = {file.name.removesuffix(SUFFIX): file for file in files if file.name.endswith(SUFFIX)}
    return {name: found[name].read_text(encoding="utf-8") for name in sorted(found)}


def load(name_or_path: str) -> HouseRules:
    """The house of a name that ships, or of a path to a ``.toml`` file.

    Raises `BadSettings` when there is no such house or the file cannot be read, `BadHouse` with every fault of its rules.
    """
    houses = shipped()
    if name_or_path in houses:
        return parse(houses[name_or_path], name=name_or_path)
    if not name_or_path.endswith(SUFFIX):
        known = ", ".join(houses)
        raise BadSettings(f"{name_or_path!r} is no house: the houses are {known}, or give the path of a {SUFFIX} file")
    return parse(read_text(name_or_path), name=name_or_path)


def read_text(path: str) -> str:
    """The text of a file of bounded size. Raises `BadSettings` where it cannot be read, `BadHouse` where it is no text."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadSettings(f"{path}: cannot be read: {reason}") from None
    if len(content) > MOST_BYTES:
        raise BadHouse(path, [("file", f"is longer than {MOST_BYTES} bytes")])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadHouse(path, [("file", f"is not UTF-8: byte {content[error.start]:#04x} at {error.start}")]) from None
