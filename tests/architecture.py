"""The checks of the architecture: layers, no cycles, a pure core, short files and functions, docstrings.

Each check is a function on source texts that returns its violations, one line each. ``test_architecture.py`` runs them
on the package and on planted violations. Standard library only; nothing of the package is imported.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

PACKAGE = "puntobanco"
SOURCE = Path(__file__).parent.parent / "src" / PACKAGE

Sources: TypeAlias = Mapping[str, str]
"""Path under the package ("game/cards.py") → text."""

# What a layer may import besides itself. "" is the package's own __init__, which holds the version.
# Of analysis the server has what needs no extra: the pure part.
LAYERS: dict[str, set[str]] = {
    "": set(),
    "errors": set(),
    "game": {"errors"},
    "analysis": {"", "errors", "game"},
    "table": {"errors", "game"},
    "bank": {"errors", "game", "table"},
    "files": set(),
    "house_files": {"errors", "game", "files"},
    "server": {"", "errors", "game", "analysis", "table", "bank", "files", "house_files"},
    "cli": {"", "errors", "game", "analysis", "table", "bank", "server", "files", "house_files"},
    "__main__": {"cli"},
}

# The __init__ modules are here because importing a pure module runs those above it.
PURE_FILES = {
    *("__init__.py", "errors.py", "bank/__init__.py", "bank/ledger.py", "bank/cashier.py", "analysis/__init__.py"),
    *(f"analysis/{name}.py" for name in ("bet_odds", "composition", "coups", "odds", "pairs", "removal", "returns", "ties")),
}
PURE_FOLDERS = ("game/", "table/")
PURE_IMPORTS = frozenset(
    """
    __future__ abc base64 binascii bisect collections copy dataclasses difflib enum fractions functools hashlib heapq
    hmac itertools math msgspec operator re string struct textwrap tomllib types typing unicodedata
    """.split()
)
IMPURE_NAMES = {"open", "print", "input", "breakpoint", "eval", "exec", "compile", "__import__"}

MOST_LINES_IN_A_FILE = 400
MOST_LINES_IN_A_FUNCTION = 40
DOCUMENTED = ("game/", "table/", "bank/")

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def package_sources() -> dict[str, str]:
    """Return the texts of the package."""
    return {path.relative_to(SOURCE).as_posix(): path.read_text() for path in sorted(SOURCE.rglob("*.py"))}


def module_name(path: str) -> str:
    """Return the dotted name under the package: "game/cards.py" is "game.cards", "game/__init__.py" is "game"."""
    parts = path.removesuffix(".py").split("/")
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_pure(path: str) -> bool:
    """Say whether the file has to be pure."""
    return path in PURE_FILES or path.startswith(PURE_FOLDERS)


def imports_of(path: str, nodes: Iterator[ast.AST], modules: set[str]) -> Iterator[tuple[int, str]]:
    """Yield line and absolute dotted name of each import, a module of ours rather than the package it is in."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                folder = [PACKAGE, *path.split("/")[:-1]]
                origin = ".".join([*folder[: len(folder) - node.level + 1], *filter(None, [node.module])])
            for alias in node.names:
                whole = f"{origin}.{alias.name}"
                yield node.lineno, whole if ours(whole) in modules else origin


def ours(name: str) -> str | None:
    """Return the dotted name under the package, "" for the package itself, None for somebody else's module."""
    if name == PACKAGE:
        return ""
    return name.removeprefix(f"{PACKAGE}.") if name.startswith(f"{PACKAGE}.") else None


def run_at_import(tree: ast.Module) -> Iterator[ast.AST]:
    """Walk what runs when the module is imported: everything but the bodies of functions."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


def layer_violations(sources: Sources) -> list[str]:
    """Find imports, anywhere in a file, of a layer that does not stand before the file's own; and files in no layer."""
    modules = {module_name(path) for path in sources}
    found = []
    for path, text in sources.items():
        layer = module_name(path).split(".")[0]
        if layer not in LAYERS:
            found.append(f"{path}: is in no layer; the layers are {', '.join(filter(None, LAYERS))}")
            continue
        for line, name in imports_of(path, ast.walk(ast.parse(text)), modules):
            inner = ours(name)
            other = layer if inner is None else inner.split(".")[0]
            if other != layer and other not in LAYERS[layer]:
                found.append(f"{path}:{line}: {layer or PACKAGE} must not import {other or PACKAGE} ({name})")
            elif (layer, other) == ("server", "analysis") and not is_pure(f"{(inner or '').replace('.', '/')}.py"):
                found.append(f"{path}:{line}: server must not import {name}, which is not pure")
    return found


def import_cycles(sources: Sources) -> list[str]:
    """Find modules that need each other when they are imported (imports for type checking count); one line a cycle."""
    modules = {module_name(path) for path in sources}
    needs: dict[str, list[str]] = {}
    for path, text in sources.items():
        names = (ours(name) for _, name in imports_of(path, run_at_import(ast.parse(text)), modules))
        needs[module_name(path)] = sorted({name for name in names if name in modules})
    found: list[str] = []
    done: set[str] = set()

    def visit(module: str, trail: list[str]) -> None:
        if module in trail:
            cycle = [*trail[trail.index(module) :], module]
            found.append("import cycle: " + " → ".join(name or PACKAGE for name in cycle))
        elif module not in done:
            for other in needs[module]:
                visit(other, [*trail, module])
            done.add(module)

    for module in sorted(needs):
        visit(module, [])
    return found


def impurities(sources: Sources) -> list[str]:
    """Find what a pure file must not have: imports off the list, impure modules of ours, names that do I/O."""
    modules = {module_name(path) for path in sources}
    pure = {module_name(path) for path in sources if is_pure(path)}
    found = []
    for path, text in sources.items():
        if not is_pure(path):
            continue
        tree = ast.parse(text)
        for line, name in imports_of(path, ast.walk(tree), modules):
            inner = ours(name)
            if inner is None and name.split(".")[0] not in PURE_IMPORTS:
                found.append(f"{path}:{line}: a pure module must not import {name}")
            if inner is not None and inner not in pure:
                found.append(f"{path}:{line}: a pure module must not import {name}, which is not pure")
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in IMPURE_NAMES:
                found.append(f"{path}:{node.lineno}: a pure module must not use {node.id}")
    return found


def oversized(sources: Sources) -> list[str]:
    """Find files and functions that are too long; a function's decorators and docstring do not count."""
    found = []
    for path, text in sources.items():
        lines = len(text.splitlines())
        if lines > MOST_LINES_IN_A_FILE:
            found.append(f"{path}: {lines} lines, at most {MOST_LINES_IN_A_FILE}")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, Function) and (length := function_length(node)) > MOST_LINES_IN_A_FUNCTION:
                found.append(f"{path}:{node.lineno}: {node.name} has {length} lines, at most {MOST_LINES_IN_A_FUNCTION}")
    return found


def function_length(function: Function) -> int:
    """Return the lines from ``def`` to the end, less those of the docstring."""
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function) is not None:
        docstring = function.body[0]
        length -= (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1
    return length


def undocumented(sources: Sources) -> list[str]:
    """Find modules without a docstring; in game, table and bank also public classes, functions and methods."""
    found = []
    for path, text in sources.items():
        tree = ast.parse(text)
        if not ast.get_docstring(tree):
            found.append(f"{path}: has no module docstring")
        if path.startswith(DOCUMENTED):
            found += [f"{path}:{line}: {name} has no docstring" for line, name in undocumented_in(tree)]
    return found


def undocumented_in(scope: ast.Module | ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Yield line and name of each public definition in the scope that has no docstring."""
    for node in scope.body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        if not ast.get_docstring(node) and not says_the_same_as_another(node):
            yield node.lineno, node.name
        if isinstance(node, ast.ClassDef):
            yield from undocumented_in(node)


def says_the_same_as_another(node: Function | ast.ClassDef) -> bool:
    """Say whether the definition is documented elsewhere: an overload, an override or the setter of a property."""
    names = [one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in node.decorator_list]
    return bool({"overload", "override", "setter"} & set(names))
