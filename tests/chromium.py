"""The browser of the browser tests: Debian's Chromium, best its build without windows, which takes half the processor's time."""

import shutil

PACKAGES = ("chromium-headless-shell", "chromium")


def executable() -> str | None:
    """Where it is installed; None where it is not."""
    return next(filter(None, map(shutil.which, PACKAGES)), None)
