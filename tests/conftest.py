"""What holds for all tests: quick ones come first, browser tests need Debian's Chromium, children can be interrupted.

A missing browser is never quiet: one loud line here, a failed run where ``CI=true``. No property has a time limit of its own:
how fast a busy machine is proves nothing.
"""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.chromium import PACKAGES, executable

settings.register_profile("puntobanco", deadline=None)
settings.load_profile("puntobanco")

NO_CHROMIUM = f"no chromium on PATH (Debian package: {PACKAGES[0]})"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put plain tests before browser tests before long tests."""
    items.sort(key=_slowness)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave browser tests out where there is no browser."""
    if not item.get_closest_marker("browser") or executable():
        return
    if os.environ.get("CI") == "true":
        pytest.fail(NO_CHROMIUM, pytrace=False)
    pytest.skip(NO_CHROMIUM)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line how many browser tests were left out, if any. Told by the reports: the tests may run in other processes."""
    count = sum(NO_CHROMIUM in str(report.longrepr) for report in terminalreporter.getreports("skipped"))
    if count:
        terminalreporter.write_line(f"BROWSER TESTS SKIPPED: {count} of them, {NO_CHROMIUM}", red=True, bold=True)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Children started by the test end on SIGINT, also where pytest runs in the background of a script.

    There SIGINT is ignored, and a child inherits that; a handler it does not inherit: what had one starts with the default.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def _slowness(item: pytest.Item) -> tuple[bool, bool]:
    return item.get_closest_marker("long") is not None, item.get_closest_marker("browser") is not None
