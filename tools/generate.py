"""Makes ``web/src/protocol.gen.ts`` from the server's message types; ``--check`` only says whether it is up to date.

Run with ``.venv/bin/python tools/generate.py [--check]``. Node and the packages in ``web/node_modules`` do the printing;
they are installed first where they are missing. Exits 1 with one line when the check fails, 2 when it could not be made.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from puntobanco.server.protocol import protocol_schema
from puntobanco.server.wire import PROTOCOL

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "web" / "src" / "protocol.gen.ts"
STAMP = Path("web/node_modules/.installed")


class GenerateError(Exception):
    """The file could not be made; the message is one line that says why."""


def typescript() -> str:
    """The client's types, as they should stand in the file."""
    if not (ROOT / "web/node_modules/json-schema-to-typescript").is_dir():
        _run(["make", str(STAMP)], None)
    source = json.dumps({"schema": protocol_schema(), "constants": {"PROTOCOL": PROTOCOL}})
    return _run(["tools/with_node.sh", "node", "web/scripts/protocol.mjs"], source)


def _run(command: list[str], stdin: str | None) -> str:
    done = subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise GenerateError(f"{' '.join(command)} failed: {last}")
    return done.stdout


def main() -> int:
    """Write the file, or with ``--check`` compare it. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when the file is not up to date")
    check: bool = parser.parse_args().check
    try:
        made = typescript()
    except GenerateError as error:
        print(error, file=sys.stderr)
        return 2
    there = TARGET.read_text(encoding="utf-8") if TARGET.is_file() else None
    name = TARGET.relative_to(ROOT)
    if there == made:
        return 0
    if check:
        print(f"{name} does not match the server's messages: run .venv/bin/python tools/generate.py", file=sys.stderr)
        return 1
    TARGET.write_text(made, encoding="utf-8")
    print(f"{name} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
