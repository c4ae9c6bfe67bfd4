"""Which tables are opened, under which rules: the default set, or a host's tables file."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from puntobanco.errors import BadHouse, BadSettings
from puntobanco.game import house
from puntobanco.game.house import HouseRules
from puntobanco.house_files import load, read_toml, shipped

DEFAULT_HOUSES = ("chips", "live", "macau", "studio", "classic")
"""The houses whose tables are opened when no file says otherwise, as tables 1 to 5."""


class TableSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A table to open, under the rules of its house."""

    number: int
    rules: HouseRules


def default_tables() -> list[TableSetup]:
    """One table of every house that ships."""
    return [TableSetup(number=number, rules=load(name)) for number, name in enumerate(DEFAULT_HOUSES, 1)]


def read_tables(path: Path, *, most: int) -> list[TableSetup]:
    """The tables of a host's file. Raises `BadSettings` that names the file, the table and every fault."""
    document = _document(path)
    entries = document.pop("table", None)
    if document or not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BadSettings(f'{path}: must hold [[table]] entries only, each with number = 1 and house = "live"')
    if not 1 <= len(entries) <= most:
        raise BadSettings(f"{path}: has {len(entries)} tables; 1 to {most} can be opened")
    setups = [_setup(path, place, entry) for place, entry in enumerate(entries, 1)]
    numbers = [setup.number for setup in setups]
    for number in numbers:
        if numbers.count(number) > 1:
            raise BadSettings(f"{path}: table number {number} is given twice")
    return setups


def _document(path: Path) -> dict[str, Any]:
    try:
        text = read_toml(str(path))
    except BadHouse as error:
        raise BadSettings("; ".join(f"{path}: {reason}" for _, reason in error.faults)) from None
    try:
        return tomllib.loads(text)
    except ValueError as error:  # no TOML, or a number of thousands of digits
        raise BadSettings(f"{path}: is not TOML: {error}") from None
    except RecursionError:
        raise BadSettings(f"{path}: is not TOML of tables: its values are nested too deeply") from None


def _setup(path: Path, place: int, entry: Mapping[str, Any]) -> TableSetup:
    settings = dict(entry)
    number = settings.pop("number", None)
    if type(number) is not int or not 1 <= number <= 9999:
        given = "is missing" if number is None else f"is {number!r}"
        raise BadSettings(f"{path}: entry {place}: number {given}; write a whole number from 1 to 9999")
    where = f"{path}: table {number}"
    rules = _house(path, where, settings)
    try:
        return TableSetup(number=number, rules=house.changed(rules, settings))
    except BadHouse as error:
        raise BadSettings("; ".join(f"{where}: {key} {reason}" for key, reason in error.faults)) from None


def _house(path: Path, where: str, settings: dict[str, Any]) -> HouseRules:
    """The house an entry names, or the house file it names beside its own file."""
    name, file = settings.pop("house", None), settings.pop("house_file", None)
    if (name is None) == (file is None) or not isinstance(name or file, str):
        raise BadSettings(f'{where}: write either house = "live" or house_file = "mine.toml"')
    if name is not None and name not in shipped():
        hint = "; for a file of your own write house_file" if name.endswith(".toml") else ""
        raise BadSettings(f"{where}: there is no house {name!r}; there are {', '.join(shipped())}{hint}")
    try:
        return load(name if name is not None else str(path.parent / file))
    except (BadHouse, BadSettings) as error:
        raise BadSettings(f"{where}: {error}") from None
