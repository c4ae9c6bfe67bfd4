"""How often somebody may be wrong: tries are counted by what is guessed and by the address that guesses."""

import ipaddress

from puntobanco.server.rates import Rates, TokenBucket
from puntobanco.server.settings import Bounds


class Tries:
    """Counts wrong tries. A try is taken before it is looked at, and put back where it was right."""

    def __init__(self, bounds: Bounds) -> None:
        self._of_name = Rates(bounds.tries_per_second, bounds.tries_burst, most=bounds.tries_kept)
        self._of_address = Rates(bounds.tries_per_second_per_address, bounds.tries_burst_per_address, most=bounds.tries_kept)

    def take(self, name: str, address: str, *, trusted: bool = False) -> int:
        """Take a try at a name from an address: 0, or the seconds to wait where there is none left.

        Somebody ``trusted``, who has signed in there, is not held up by what others tried from the same address.
        """
        rates = self._rates(name, address, trusted)
        wait_s = max(rate.wait_s for rate in rates)
        if wait_s == 0:
            for rate in rates:
                rate.take()
        return wait_s

    def right(self, name: str, address: str, *, trusted: bool = False) -> None:
        """It was right: it does not count."""
        for rate in self._rates(name, address, trusted):
            rate.put_back()

    def _rates(self, name: str, address: str, trusted: bool) -> list[TokenBucket]:
        place = network_of(address)
        of_name = self._of_name.of((name, place, trusted))
        return [of_name] if trusted else [of_name, self._of_address.of(place)]


def network_of(address: str) -> str:
    """Whom an address stands for: a line of IPv6 has 2^64 of them, and is one all the same."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed.packed, 64), strict=False))
    return str(parsed)
