"""Runs the measurements of this folder, one after the other: all of them, or those that are named (``bench/run.py odds simulate``).

With all of them the tables are also written to ``bench/results.md``, with the machine and the versions.
"""

import datetime
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import bets, cluster, lobby, odds, page, roads, settle, simulate, strategies, verify
from bench.table import Table

TABLES = {
    "settle": settle.table,
    "roads": roads.table,
    "odds": odds.table,
    "simulate": simulate.table,
    "cluster": cluster.table,
    "strategies": strategies.table,
    "verify": verify.table,
    "bets": bets.table,
}
PRINTED = {"lobby": lobby.main, "page": page.main}
"""What prints as it goes on: pages in a browser."""

RESULTS = Path(__file__).with_name("results.md")
HEAD = """# Results

Written by `make bench` (`bench/run.py`). The lines of a table are of one run, so that their ratios hold on a busy machine too;
what is measured by the clock, and not by the time of the process, also measures who else works there.
"""
PACKAGES = ("numpy", "numba", "distributed")


def machine() -> list[str]:
    """Return lines that say on what this is measured, and how busy it is."""
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    return [
        f"Date: {datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC",
        f"Machine: {processor()}, {os.cpu_count()} processors, {platform.system()} {platform.machine()}",
        f"Load when it began (1, 5, 15 minutes): {load}",
        f"Python {platform.python_version()}, {versions}; C: {compiler()}",
    ]


def processor() -> str:
    """Return the processor's name, as far as the system tells it."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def compiler() -> str:
    """Return the compiler of the C kernels and its flags."""
    found = next(filter(None, map(shutil.which, simulate.COMPILERS)), None)
    if found is None:
        return "none here"
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return f"{version}, {' '.join(simulate.FLAGS)}"


def document(on: list[str], tables: list[Table]) -> str:
    """Return the results as they are written."""
    return "\n".join([HEAD, *(f"- {line}" for line in on), *(f"\n{table.markdown()}" for table in tables), ""])


def main(names: list[str]) -> None:
    """Run what is named, or all."""
    unknown = set(names) - {*TABLES, *PRINTED}
    if unknown:
        sys.exit(f"no measurement: {', '.join(sorted(unknown))}; there are {', '.join([*TABLES, *PRINTED])}")
    on, tables = machine(), []
    print("\n".join(on), end="\n\n", flush=True)
    for name in [name for name in TABLES if name in names or not names]:
        tables.append(TABLES[name]())
        tables[-1].show()
    if not names:
        RESULTS.write_text(document(on, tables))
        print(f"written to {RESULTS}\n", flush=True)
    for name in [name for name in PRINTED if name in names or not names]:
        PRINTED[name]()
        print(flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
