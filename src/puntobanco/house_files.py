"""Where houses come from: the files that ship with the package, and files that someone wrote. What they mean: ``game.house``."""

import re
from importlib import resources

from puntobanco.errors import BadHouse, BadSettings
from puntobanco.files import read_regular
from puntobanco.game.house import HouseRules, parse

SUFFIX = ".toml"
MOST_BYTES = 64 * 1024
"""The largest file that is read as a house."""

KEY_PARTS_MAX = 16
"""Parts of a dotted key, of which a house needs two. The parser's memory grows with the square of them: 64 KiB could take 4 GB."""

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{KEY_PARTS_MAX}}}")


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
    return parse(read_toml(name_or_path), name=name_or_path)


def read_toml(path: str) -> str:
    """The text of a TOML file that can be parsed without much memory. Raises as `read_text`."""
    text = read_text(path)
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise BadHouse(path, [("file", f"line {line}: a key of more than {KEY_PARTS_MAX} parts, {deep[0][:20]!r}…")])
    return text


def read_text(path: str) -> str:
    """The text of a file of bounded size. Raises `BadSettings` where it cannot be read, `BadHouse` where it is no text."""
    try:
        content = read_regular(path, MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadSettings(f"{path}: cannot be read: {reason}") from None
    if len(content) > MOST_BYTES:
        raise BadHouse(path, [("file", f"is longer than {MOST_BYTES} bytes")])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadHouse(path, [("file", f"is not UTF-8: byte {content[error.start]:#04x} at {error.start}")]) from None
