"""The third verifier, the page's, judges records as the two in Python do: generated ones, and those that were tampered with."""

import json
import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.proof.played import as_json, played
from tests.proof.test_tampered import KINDS, OPENLY, changed, rechained, record, tried
from tests.proof.test_tamperers import CAUGHT
from tests.proof.verdicts import verdicts

PROJECT = Path(__file__).parents[2]
VITEST = ("sh", "../tools/with_node.sh", "npx", "vitest", "run", "tests/proofagree.test.ts")


def tampered() -> Iterator[Any]:
    """Records of every kind with a bit changed, some with new hashes of the log, and those of a finished shoe by name."""
    for kind in KINDS:
        changes = list(tried(kind, record(kind)))
        for number, (path, value) in enumerate(random.Random(kind).sample(changes, 60)):
            document = changed(record(kind), path, value)
            yield rechained(document) if number % 2 and path[:1] == ("rounds",) else document
    for change in (*OPENLY, *CAUGHT):
        document = record("finished")
        change(document)
        yield document


def judged(folder: Path, documents: Iterator[Any]) -> int:
    """Write the records into a folder, each with Python's verdict; how many hold."""
    held = 0
    for number, document in enumerate(documents):
        text, holds = json.dumps(document), verdicts(document).hold
        (folder / f"{number}.json").write_text(json.dumps({"holds": holds, "text": text}))
        held += holds
    return held


def browser_agrees(folder: Path) -> None:
    """Have the page's verifier judge a folder of records."""
    environment = os.environ | {"PUNTOBANCO_RECORDS": str(folder)}
    done = subprocess.run(VITEST, cwd=PROJECT / "web", env=environment, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "1 passed" in done.stdout


@pytest.mark.long
def test_the_page_judges_a_thousand_shoes_alike(tmp_path: Path) -> None:
    assert judged(tmp_path, (as_json(played(number)) for number in range(1000))) == 1000
    browser_agrees(tmp_path)


@pytest.mark.long
def test_the_page_judges_tampered_records_alike(tmp_path: Path) -> None:
    assert judged(tmp_path, tampered()) == 0
    browser_agrees(tmp_path)
