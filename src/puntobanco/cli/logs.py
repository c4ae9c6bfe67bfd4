"""Where the log of ``serve`` goes: stderr, and a log that cannot be written stops nothing."""

import logging
import sys
from typing import TextIO

import structlog


class Unfailing:
    """A stream for logs: what cannot be written, because the disk is full or the pipe is broken, is lost and harms nobody."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write if it can be."""
        try:
            return self._stream.write(text)
        except (OSError, ValueError):
            return 0

    def flush(self) -> None:
        """Flush if it can be."""
        try:
            self._stream.flush()
        except (OSError, ValueError):
            return


def log_to_stderr() -> None:
    """A line for what a host may want to know, as JSON where no person reads it; no frames, no cards."""
    stream = Unfailing(sys.stderr)
    logging.basicConfig(level=logging.WARNING, stream=stream, format="%(message)s")
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(stream),  # type: ignore[arg-type]
    )
