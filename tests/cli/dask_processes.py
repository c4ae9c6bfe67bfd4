"""A scheduler of Dask and its workers, each a process of its own, started by the commands with which a user starts them."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

DASK = [sys.executable, "-m", "dask"]
READY_SECONDS = 90


class DaskProcesses:
    """Processes that end with the block. A ``preload`` is a Python program that such a process runs first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._running: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> "DaskProcesses":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for process in self._running:
            process.kill()
        for process in self._running:
            process.wait()

    def scheduler(self, preload: str = "") -> str:
        """Start the scheduler on a free port and return its address."""
        self._start("scheduler", preload, "--host", "127.0.0.1", "--port", "0", "--no-show")
        deadline = time.monotonic() + READY_SECONDS
        while not self._file.exists():
            assert time.monotonic() < deadline, "no scheduler"
            time.sleep(0.05)
        address: str = json.loads(self._file.read_text())["address"]
        return address

    def worker(self, preload: str = "") -> "subprocess.Popen[bytes]":
        """Start a worker of one thread."""
        folder = ["--local-directory", str(self._folder)]
        return self._start("worker", preload, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", *folder)

    def end(self, place: int) -> None:
        """Kill the process that was started as number ``place``, 0 being the first."""
        self._running[place].kill()
        self._running[place].wait()

    def stop(self, place: int) -> None:
        """Let it stand still: its connections stay, and nothing is answered."""
        self._running[place].send_signal(signal.SIGSTOP)

    def _start(self, what: str, preload: str, *options: str) -> "subprocess.Popen[bytes]":
        if preload:
            program = self._folder / f"preload_{len(self._running)}.py"
            program.write_text(preload)
            options = (*options, "--preload", str(program))
        arguments = [*DASK, what, "--scheduler-file", str(self._file), "--no-dashboard", *options]
        with (self._folder / f"{what}-{len(self._running)}.log").open("wb") as log:
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._running.append(process)
        return process
