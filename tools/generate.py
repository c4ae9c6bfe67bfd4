"""Makes the files that are written by the code; ``--check`` only says whether they are up to date.

``web/src/protocol.gen.ts`` comes from the server's message types, the diagram in ``docs/architecture.md`` from the table's
transitions. Run with ``.venv/bin/python tools/generate.py [--check]``. Node and the packages in ``web/node_modules`` print the
TypeScript; they are installed first where they are missing. Exits 1 with a line a file when the check fails, 2 when one could not
be made.
"""

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from puntobanco.server.protocol import protocol_schema
from puntobanco.server.wire import PROTOCOL
from puntobanco.table.events import snake_case
from puntobanco.table.machine import TRANSITIONS

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "web" / "src" / "protocol.gen.ts"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
STAMP = Path("web/node_modules/.installed")
DIAGRAM_BEGINS, DIAGRAM_ENDS = "<!-- transitions -->\n", "<!-- /transitions -->"


class GenerateError(Exception):
    """A file could not be made; the message is one line that says why."""


def typescript() -> str:
    """The client's types, as they should stand in their file."""
    if not (ROOT / "web/node_modules/json-schema-to-typescript").is_dir():
        _run(["make", str(STAMP)], None)
    source = json.dumps({"schema": protocol_schema(), "constants": {"PROTOCOL": PROTOCOL}})
    return _run(["tools/with_node.sh", "node", "web/scripts/protocol.mjs"], source)


def architecture() -> str:
    """The page on architecture with the diagram as it should stand there."""
    before, begins, rest = ARCHITECTURE.read_text(encoding="utf-8").partition(DIAGRAM_BEGINS)
    _, ends, after = rest.partition(DIAGRAM_ENDS)
    if not (begins and ends):
        raise GenerateError(f"{ARCHITECTURE.relative_to(ROOT)} has no place for the diagram: {DIAGRAM_BEGINS.strip()}")
    return before + begins + diagram() + ends + after


def diagram() -> str:
    """The phases of a table and the events between them, as a Mermaid diagram."""
    ways: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for origin, events in TRANSITIONS.items():
        for event, target in events.items():
            ways[origin, target].append(snake_case(event.__name__).replace("_", " "))
    arrows = [f"    {origin} --> {target}: {', '.join(names)}" for (origin, target), names in ways.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", "    [*] --> paused: table opened", *arrows, "```", ""])


FILES = {TYPES: typescript, ARCHITECTURE: architecture}


def _run(command: list[str], stdin: str | None) -> str:
    done = subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise GenerateError(f"{' '.join(command)} failed: {last}")
    return done.stdout


def main() -> int:
    """Write the files, or with ``--check`` compare them. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when a file is not up to date")
    check: bool = parser.parse_args().check
    try:
        made = {path: make() for path, make in FILES.items()}
    except GenerateError as error:
        print(error, file=sys.stderr)
        return 2
    stale = [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        name = path.relative_to(ROOT)
        if check:
            print(f"{name} does not match the code: run .venv/bin/python tools/generate.py", file=sys.stderr)
        else:
            path.write_text(made[path], encoding="utf-8")
            print(f"{name} written")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
