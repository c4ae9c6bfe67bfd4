"""The codes that a host's card scanner types, and the card that each stands for."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from puntobanco.errors import BadHouse, BadSettings, UnknownCard
from puntobanco.game.cards import Card, parse_card
from puntobanco.house_files import read_toml
from puntobanco.table.acts import CARD_LETTERS_MAX

CODES_MAX = 2_000
"""Codes of a file: a shoe of twelve decks whose every card has its own needs 624."""

ScannerCodes = Mapping[str, Card]


def read_codes(path: Path) -> ScannerCodes:
    """The codes of a TOML file: ``"0417" = "9H"``, one a card. Raises `BadSettings` that names file, code and reason."""
    try:
        document = tomllib.loads(read_toml(str(path)))
    except BadHouse as error:
        raise BadSettings("; ".join(f"{path}: {reason}" for _, reason in error.faults)) from None
    except (ValueError, RecursionError) as error:
        raise BadSettings(f'{path}: is no TOML of codes and cards, such as "0417" = "9H": {error}') from None
    if len(document) > CODES_MAX:
        raise BadSettings(f"{path}: has {len(document)} codes; at most {CODES_MAX} can be read")
    return {code.strip(): _card(path, code, value) for code, value in document.items()}


def _card(path: Path, code: str, value: object) -> Card:
    if not code.strip() or len(code.strip()) > CARD_LETTERS_MAX:
        raise BadSettings(f"{path}: {code[:60]!r} is no code: write 1 to {CARD_LETTERS_MAX} characters")
    try:
        return parse_card(value if isinstance(value, str) else str(type(value)))
    except UnknownCard:
        shown = value if isinstance(value, str | int | float | bool) else type(value).__name__
        raise BadSettings(f"{path}: code {code!r} is {str(shown)[:40]!r}: write the card that it stands for, such as 9H") from None
