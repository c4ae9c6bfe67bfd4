"""The page: script bytes, first visits on a slow phone, and a round with 200 players' chips. See ``tools/measure_page.py``."""

import shutil

from tools import measure_page


def main() -> None:
    """Measure, or say that there is no browser to measure with."""
    if shutil.which("chromium"):
        measure_page.main()
    else:
        print("The page: no chromium on PATH (Debian package: chromium), not measured")
