"""Compiles what Numba compiles of the package, once for all processes of the tests: each would do it for itself otherwise."""

from puntobanco import house_files
from puntobanco.analysis import ranges
from puntobanco.analysis.composition import full_shoe
from puntobanco.analysis.kernel_bets import returned
from puntobanco.analysis.plan import plan_of


def main() -> None:
    """Call the machine code for odds and for simulation; both are kept where they are compiled."""
    returned([full_shoe(8)])
    ranges.prepare(plan_of(house_files.load("live")), keep=True)


if __name__ == "__main__":
    main()
