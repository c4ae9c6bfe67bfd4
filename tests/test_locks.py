"""The locks can be trusted: every package has a hash and an exact version, no machine's address or path is in them."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def faults(lock: str) -> list[str]:
    """Return what is wrong with the text of a lock, one line a fault."""
    text = re.sub(r"(?m)^#.*\n", "", lock)
    found = [line for line in text.splitlines() if re.search(r"://|^\s*--(?!hash=sha256:[0-9a-f]{64}\b)|/", line)]
    for entry in re.split(r"\n(?=\S)", text.strip()):
        if not re.match(r"[A-Za-z0-9._-]+==\S+", entry):
            found.append(f"no exact version: {entry}")
        if "--hash=sha256:" not in entry:
            found.append(f"no hash: {entry}")
    return found


def missing(lock: str, requirements: list[str]) -> list[str]:
    """Return the requirements that no pin in the lock satisfies."""
    pins = {canonicalize_name(name): version for name, version in re.findall(r"(?m)^([\w.-]+)==([^\s;]+)", lock)}

    def met(requirement: Requirement) -> bool:
        pin = pins.get(canonicalize_name(requirement.name))
        return pin is not None and requirement.specifier.contains(pin)

    return [text for text in requirements if not met(Requirement(text))]


def test_there_are_five_locks() -> None:
    assert [lock.name for lock in LOCKS] == ["analysis.lock", "cluster.lock", "dev.lock", "node.lock", "run.lock"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_has_hashes_and_no_addresses(lock: Path) -> None:
    assert faults(lock.read_text()) == []


def test_the_locks_satisfy_pyproject() -> None:
    """When this fails, run ``make lock``."""
    run, extras = PROJECT["dependencies"], PROJECT["optional-dependencies"]
    cluster = [text for text in extras["cluster"] if not text.startswith("puntobanco[")] + extras["analysis"]
    assert missing((ROOT / "requirements/run.lock").read_text(), run) == []
    assert missing((ROOT / "requirements/analysis.lock").read_text(), run + extras["analysis"]) == []
    assert missing((ROOT / "requirements/cluster.lock").read_text(), run + cluster) == []
    assert missing((ROOT / "requirements/dev.lock").read_text(), run + extras["dev"] + cluster) == []


GOOD = "# made by\n#    make lock\nrich==15.0.0 ; os_name == 'nt' \\\n    --hash=sha256:" + "0" * 64 + "\n"


def test_a_good_lock_has_no_faults() -> None:
    assert faults(GOOD) == []
    assert missing(GOOD, ["rich>=15"]) == []


@pytest.mark.parametrize(
    "lock",
    [
        "--index-url https://example.org/simple\n" + GOOD,
        "--find-links wheels\n" + GOOD,
        GOOD + "rich @ file:///wheels/rich.whl\n",
        GOOD + "click==8.5.1\n",
        GOOD.replace("==", ">="),
        GOOD.replace("sha256", "md5"),
    ],
)
def test_a_planted_fault_in_a_lock_is_found(lock: str) -> None:
    assert faults(lock) != []


def test_a_requirement_that_the_lock_does_not_meet_is_found() -> None:
    assert missing(GOOD, ["rich>=16", "click"]) == ["rich>=16", "click"]
