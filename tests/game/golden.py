"""The golden files, read."""

import json
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parents[2] / "golden"


def golden(name: str) -> Any:
    """Return the document of a golden JSON file, which has to name its source."""
    document = json.loads((GOLDEN / name).read_text())
    assert document["source"]
    return document
