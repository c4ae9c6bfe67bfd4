"""How often something may be done."""

import math
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
        if self._fill() < 1:
            return False
        self._tokens -= 1
        return True

    def put_back(self) -> None:
        """What was taken last does not count."""
        self._tokens = min(self._burst, self._fill() + 1)

    @property
    def wait_s(self) -> int:
        """Whole seconds until one more may be done; 0 when it may be done now."""
        return max(0, math.ceil((1 - self._fill()) / self._per_second))

    @property
    def full(self) -> bool:
        """Whether as much may be done as at the start: a new bucket would do as well."""
        return self._fill() >= self._burst

    def _fill(self) -> float:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._per_second)
        self._filled = now
        return self._tokens
