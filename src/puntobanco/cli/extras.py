"""Whether what an extra of the package brings is installed."""

import importlib
from collections.abc import Iterable

from puntobanco.errors import BadSettings


def check_installed(command: str, names: Iterable[str], extra: str = "analysis") -> None:
    """Import the modules. Raises `BadSettings` that says how to get the first that is missing."""
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError:
            raise BadSettings(f"{command} needs {name}, which is not installed: pip install 'puntobanco[{extra}]'") from None
