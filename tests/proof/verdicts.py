"""Both verifiers on one record: the package's, and the one file that was written from docs/proof.md for who learns."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from puntobanco.errors import BadProof, BadRecord
from puntobanco.game import proof

EXAMPLE = Path(__file__).parents[2] / "examples" / "verify_shoe.py"

NO_RECORD = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)
"""What the example takes for no record of a shoe."""


def _load() -> Any:
    specification = importlib.util.spec_from_file_location("verify_shoe", EXAMPLE)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


example = _load()


class Verdicts(NamedTuple):
    """What each verifier says is wrong first; None where all holds for it."""

    ours: str | None
    example: str | None

    @property
    def hold(self) -> bool:
        """Whether both find nothing wrong. They must agree."""
        assert (self.ours is None) is (self.example is None), f"the verifiers differ: {self}"
        return self.ours is None


def verdicts(document: Any) -> Verdicts:
    """Ask both about a record, given as plain values or as its JSON. Anything but a verdict goes up."""
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    return Verdicts(_ours(text), _examples(text))


def _ours(text: str) -> str | None:
    try:
        proof.verify(proof.read_record(text.encode()))
    except (BadProof, BadRecord) as error:
        return str(error)
    return None


def _examples(text: str) -> str | None:
    try:
        example.verify(json.loads(text))
    except SystemExit as found:
        return str(found.code).removeprefix("This shoe does NOT hold. Wrong is: ")
    except NO_RECORD as error:
        return f"no record of a shoe: {error!r}"
    return None


def run_example(path: str) -> subprocess.CompletedProcess[str]:
    """Run the example as its readers do, with nothing of the package in reach."""
    return subprocess.run([sys.executable, "-I", str(EXAMPLE), path], capture_output=True, text=True, check=False, timeout=60)
