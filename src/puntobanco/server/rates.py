"""How often something may be done."""

import math
import time
from collections.abc import Hashable

FORGETS_EVERY_S = 1.0
"""How often it is looked for rates that can be let go of, however many new ones come."""


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


class Rates:
    """A rate of each of many. Over ``most`` of them those are let go of that have all their tokens again, once a second at most."""

    def __init__(self, per_second: float, burst: int, *, most: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._most = most
        self._of: dict[Hashable, TokenBucket] = {}
        self._forgot = -math.inf

    def of(self, key: Hashable) -> TokenBucket:
        """The rate of one. It outlives whom it is about: coming again gives nobody a new one."""
        found = self._of.get(key)
        if found is None:
            if len(self._of) >= self._most:
                self._forget()
            found = self._of[key] = TokenBucket(self._per_second, self._burst)
        return found

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._of)

    def _forget(self) -> None:
        now = time.monotonic()
        if now - self._forgot >= FORGETS_EVERY_S:
            self._forgot = now
            self._of = {key: rate for key, rate in self._of.items() if not rate.full}
