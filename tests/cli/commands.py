"""The command, run as another process, as its users run it."""

import subprocess
import sys
from typing import IO, Any

COMMAND = [sys.executable, "-m", "puntobanco.cli.main"]


def command(*arguments: str, stdin: str | bytes = "", stdout: IO[Any] | int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """Run the command to its end; what it prints is read as UTF-8."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([*COMMAND, *arguments], input=given, stdout=stdout, stderr=subprocess.PIPE, check=False, timeout=60)
    out = (done.stdout or b"").decode()
    return subprocess.CompletedProcess(done.args, done.returncode, out, done.stderr.decode())


def start(*arguments: str, stdin: int = subprocess.PIPE, stderr: int = subprocess.PIPE) -> "subprocess.Popen[bytes]":
    """Start the command with pipes to it and from it."""
    return subprocess.Popen([*COMMAND, *arguments], stdin=stdin, stdout=subprocess.PIPE, stderr=stderr)
