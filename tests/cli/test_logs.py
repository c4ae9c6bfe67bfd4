"""A log that cannot be written stops nothing."""

import io

import pytest
import structlog

from puntobanco.cli.logs import Unfailing, log_to_stderr


class Full(io.StringIO):
    """A stream on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        raise BrokenPipeError


def test_what_cannot_be_written_is_lost_without_an_error() -> None:
    stream = Unfailing(Full())
    assert stream.write("line") == 0
    stream.flush()


def test_a_closed_stream_is_no_error_either() -> None:
    closed = io.StringIO()
    closed.close()
    assert Unfailing(closed).write("line") == 0


def test_logging_goes_on_when_stderr_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Full())
    log_to_stderr()
    try:
        structlog.get_logger().error("a line", exc_info=ValueError("wrong"))
    finally:
        structlog.reset_defaults()
