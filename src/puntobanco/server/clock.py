"""The server's time: milliseconds since 1970 that never go back, even when somebody sets the machine's clock."""

import time


class Clock:
    """Wall time at the start, carried on by the monotonic clock."""

    def __init__(self) -> None:
        self._offset_ns = time.time_ns() - time.monotonic_ns()

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return (self._offset_ns + time.monotonic_ns()) // 1_000_000

    def not_before(self, ms: int) -> None:
        """Go on from at least ``ms``: what was stored before a restart is never in the future, whatever was done to the clock."""
        self._offset_ns += max(0, ms - self.now_ms()) * 1_000_000
