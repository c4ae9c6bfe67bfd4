"""How often something may be done."""

import time


class TokenBucket:
    """Lets ``burst`` things through at once and ``per_second`` on the long run."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = float(burst)
        self._tokens = float(burst)
        self._filled = time.monotonic()

    def take(self) -> bool:
        """Whether one more may be done now; if so it counts."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._per_second)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
