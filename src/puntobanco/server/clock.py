"""The server's time: milliseconds since 1970 that never go back, even when somebody sets the machine's clock."""

import time


class Clock:
    """Wall time at the start, carried on by the monotonic clock."""

    def __init__(self) -> None:
        self._offset_ns = time.time_ns() - time.monotonic_ns()

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return (self._offset_ns + time.monotonic_ns()) // 1_000_000
