"""Runs every measurement of this folder, one after the other, and says on what machine."""

import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import bets, lobby, odds, page, roads, settle, simulate, strategies, verify

MEASUREMENTS = (settle, roads, odds, simulate, strategies, verify, bets, lobby, page)


def main() -> None:
    """Run them all."""
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}\n", flush=True)
    for measurement in MEASUREMENTS:
        measurement.main()
        print(flush=True)


if __name__ == "__main__":
    main()
