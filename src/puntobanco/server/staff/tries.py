"""How often somebody may be wrong: tries are counted by what is guessed and by the address that guesses."""

import ipaddress

from puntobanco.server.rates import TokenBucket
from puntobanco.server.settings import Bounds


class Tries:
    """Counts wrong tries. A try is taken before it is looked at, and put back where it was right."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._of_name: dict[tuple[str, str], TokenBucket] = {}
        self._of_address: dict[str, TokenBucket] = {}

    def take(self, name: str, address: str) -> int:
        """Take a try at a name from an address: 0, or the seconds to wait where there is none left."""
        place = network_of(address)
        rates = self._rate_of(name, place)
        wait_s = max(rate.wait_s for rate in rates)
        if wait_s == 0:
            for rate in rates:
                rate.take()
        return wait_s

    def right(self, name: str, address: str) -> None:
        """It was right: it does not count."""
        for rate in self._rate_of(name, network_of(address)):
            rate.put_back()

    def _rate_of(self, name: str, place: str) -> tuple[TokenBucket, TokenBucket]:
        bounds = self._bounds
        if len(self._of_name) + len(self._of_address) >= bounds.tries_kept:
            self._forget()
        of_name = self._of_name.get((name, place))
        if of_name is None:
            of_name = self._of_name[name, place] = TokenBucket(bounds.tries_per_second, bounds.tries_burst)
        of_address = self._of_address.get(place)
        if of_address is None:
            of_address = TokenBucket(bounds.tries_per_second_per_address, bounds.tries_burst_per_address)
            self._of_address[place] = of_address
        return of_name, of_address

    def _forget(self) -> None:
        """Let go of those who have all their tries again."""
        self._of_name = {key: rate for key, rate in self._of_name.items() if not rate.full}
        self._of_address = {place: rate for place, rate in self._of_address.items() if not rate.full}


def network_of(address: str) -> str:
    """Whom an address stands for: a line of IPv6 has 2^64 of them, and is one all the same."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed.packed, 64), strict=False))
    return str(parsed)
