"""The architecture of the package holds, and each check of it finds what is planted.

A check that finds nothing proves nothing, so every one is shown violations of each kind, and what only looks like one.
"""

import pytest

from tests.architecture import import_cycles, impurities, layer_violations, oversized, package_sources, undocumented


def test_the_package_is_found() -> None:
    assert "__init__.py" in package_sources()


def test_each_layer_imports_only_those_before_it() -> None:
    assert layer_violations(package_sources()) == []


def test_there_are_no_import_cycles() -> None:
    assert import_cycles(package_sources()) == []


def test_the_core_is_pure() -> None:
    assert impurities(package_sources()) == []


def test_files_and_functions_are_short() -> None:
    assert oversized(package_sources()) == []


def test_modules_and_the_public_core_have_docstrings() -> None:
    assert undocumented(package_sources()) == []


EMPTY = dict.fromkeys(
    """
    __init__.py errors.py game/__init__.py game/cards.py table/__init__.py table/state.py bank/__init__.py
    bank/sqlite.py server/__init__.py server/app.py analysis/__init__.py cli/__init__.py cli/main.py
    """.split(),
    "",
)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("game/cards.py", "from puntobanco.table import state"),
        ("game/cards.py", "import puntobanco.table.state"),
        ("game/cards.py", "from puntobanco import table"),
        ("game/cards.py", "from ..table.state import State"),
        ("game/cards.py", "def f():\n    from puntobanco.server.app import app"),
        ("game/cards.py", "from puntobanco import __version__"),
        ("errors.py", "import puntobanco.game.cards"),
        ("table/state.py", "import puntobanco.analysis"),
        ("table/state.py", "import puntobanco.bank.sqlite"),
        ("analysis/__init__.py", "import puntobanco.table.state"),
        ("analysis/__init__.py", "from puntobanco.house_files import load"),
        ("game/cards.py", "import puntobanco.analysis"),
        ("bank/sqlite.py", "import puntobanco.server.app"),
        ("bank/sqlite.py", "import puntobanco.analysis"),
        ("server/app.py", "import puntobanco.analysis.randomness"),
        ("server/app.py", "from puntobanco.analysis import kernel"),
        ("server/app.py", "from puntobanco.cli.main import main"),
        ("__init__.py", "from puntobanco.game import cards"),
        ("helpers.py", ""),
    ],
)
def test_a_planted_breach_of_the_layers_is_found(path: str, line: str) -> None:
    found = layer_violations({**EMPTY, path: line})
    assert len(found) == 1
    assert found[0].startswith(path)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("game/cards.py", "import math\nfrom puntobanco.errors import BadCard\nfrom puntobanco.game import cards"),
        ("analysis/__init__.py", "import numpy\nimport puntobanco.game.cards"),
        ("analysis/__init__.py", "import secrets\nfrom concurrent.futures import ProcessPoolExecutor"),
        ("table/state.py", "from ..game.cards import Card"),
        ("bank/sqlite.py", "import puntobanco.table.state, puntobanco.game.cards"),
        (
            "server/app.py",
            "from puntobanco import __version__, bank, table\nimport puntobanco_else",
        ),
        ("server/app.py", "from puntobanco.analysis.odds import odds_of"),
        ("cli/main.py", "import puntobanco.server.app, puntobanco.analysis"),
    ],
)
def test_an_import_of_an_earlier_layer_is_allowed(path: str, line: str) -> None:
    assert layer_violations({**EMPTY, path: line}) == []


def test_planted_import_cycles_are_found_and_named() -> None:
    three = {"a.py": "import puntobanco.b", "b.py": "from puntobanco import c", "c.py": "from .a import x"}
    assert import_cycles(three) == ["import cycle: a → b → c → a"]
    package = {"g/__init__.py": "from puntobanco.g.x import y", "g/x.py": "from puntobanco.g import z"}
    assert import_cycles(package) == ["import cycle: g → g.x → g"]
    typing_only = {
        "a.py": "if TYPE_CHECKING:\n    import puntobanco.b",
        "b.py": "class B:\n    from puntobanco import a",
    }
    assert import_cycles(typing_only) == ["import cycle: a → b → a"]
    assert import_cycles({"__init__.py": "import puntobanco.a", "a.py": "from puntobanco import __version__"}) != []


def test_what_is_no_import_cycle_is_not_reported() -> None:
    later = {"a.py": "import puntobanco.b", "b.py": "def f():\n    import puntobanco.a"}
    assert import_cycles(later) == []
    reexport = {"g/__init__.py": "from puntobanco.g.x import y", "g/x.py": "from puntobanco.g import z", "g/z.py": ""}
    assert import_cycles(reexport) == []
    diamond = {
        "a.py": "from puntobanco import b, c",
        "b.py": "from puntobanco import d",
        "c.py": "from . import d",
        "d.py": "",
    }
    assert import_cycles(diamond) == []


@pytest.mark.parametrize("path", ["game/cards.py", "table/state.py", "bank/ledger.py", "bank/cashier.py", "bank/__init__.py"])
@pytest.mark.parametrize(
    "line",
    [
        *(f"import {name}" for name in ["time", "random", "secrets", "os", "asyncio", "socket", "logging", "numpy", "os.path"]),
        "from datetime import datetime",
        "from pathlib import Path",
        "from importlib import resources",
        "from importlib.resources import files",
        "def f():\n    import time",
        "from puntobanco.bank import sqlite",
        "text = open('shoe')",
        "print(1)",
        "answer = input()",
        "read = open",
        "def f():\n    return eval('1')",
    ],
)
def test_a_planted_impurity_is_found(path: str, line: str) -> None:
    found = impurities({**EMPTY, path: line})
    assert len(found) == 1
    assert found[0].startswith(path)


def test_pure_code_is_let_through() -> None:
    pure = "from __future__ import annotations\nimport hashlib\nfrom collections.abc import Iterator\nimport msgspec\n"
    ledger = pure + "from puntobanco.table import state\nfrom puntobanco.errors import BadBet\nshoe.open(hmac.new)"
    table = pure + "import puntobanco.game.cards"
    assert impurities({**EMPTY, "bank/ledger.py": ledger, "table/state.py": table}) == []


def test_the_shell_may_be_impure() -> None:
    store = "import sqlite3\nprint(open('x'))"
    assert impurities({**EMPTY, "bank/sqlite.py": store, "server/app.py": "import time", "cli/main.py": store}) == []


def function(lines: int, docstring_lines: int = 0, decorators: int = 0) -> str:
    """Return a function with so many lines, its docstring and decorators not counted."""
    docstring = ['    """A' + "\n" * (docstring_lines - 1) + '"""'] if docstring_lines else []
    return "\n".join([*["@cache"] * decorators, "async def long_one():", *docstring, *["    x = 1"] * (lines - 1)])


def test_planted_lengths_are_found_with_file_function_and_length() -> None:
    assert oversized({"game/cards.py": "\n" * 401}) == ["game/cards.py: 401 lines, at most 400"]
    assert oversized({"cli/main.py": function(41)}) == ["cli/main.py:1: long_one has 41 lines, at most 40"]
    assert oversized({"a.py": function(41, docstring_lines=3, decorators=1)}) == ["a.py:2: long_one has 41 lines, at most 40"]
    method = "class A:\n" + "\n".join("    " + line for line in function(41).splitlines())
    assert oversized({"a.py": method}) == ["a.py:2: long_one has 41 lines, at most 40"]


def test_what_is_just_short_enough_is_not_reported() -> None:
    assert oversized({"game/cards.py": "\n" * 400}) == []
    assert oversized({"a.py": function(40), "b.py": function(40, 20, 3)}) == []


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("cli/main.py", "", "module"),
        ("game/__init__.py", "x = 1", "module"),
        ("game/cards.py", '"""Cards."""\ndef draw(): ...', "draw"),
        ("table/state.py", '"""State."""\nasync def fold(): ...', "fold"),
        ("bank/sqlite.py", '"""Store."""\nclass Store: ...', "Store"),
        ("bank/sqlite.py", '"""Store."""\nclass Store:\n    """S."""\n    def commit(self): ...', "commit"),
        ("game/cards.py", '"""Cards."""\n@property\ndef draw(): ...', "draw"),
    ],
)
def test_a_planted_lack_of_a_docstring_is_found(path: str, text: str, name: str) -> None:
    found = undocumented({path: text})
    assert len(found) == 1
    assert name in found[0]


def test_private_names_and_second_forms_need_no_docstring() -> None:
    text = '"""M."""\ndef _f(): ...\nclass _A:\n    def g(self): ...\n'
    text += 'def outer():\n    """O."""\n    def inner(): ...\n'
    text += 'class B:\n    """B."""\n    def __init__(self): ...\n    @x.setter\n    def x(self, y): ...\n'
    text += "    @typing.overload\n    def h(self): ...\n    @override\n    def k(self): ...\n"
    assert undocumented({"game/cards.py": text, "server/app.py": '"""App."""\ndef run(): ...'}) == []
