"""What holds for all tests: quick ones come first, browser tests need Debian's Chromium, children can be interrupted.

A missing browser is never quiet: one loud line here, a failed run where ``CI=true``.
"""

import os
import shutil
import signal
from collections.abc import Iterator

import pytest

NO_CHROMIUM = "no chromium on PATH (Debian package: chromium)"
_skipped_browser_tests = pytest.StashKey[int]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put plain tests before browser tests before long tests; leave browser tests out where there is no browser."""
    items.sort(key=_slowness)
    browser_tests = [item for item in items if item.get_closest_marker("browser")]
    if not browser_tests or shutil.which("chromium"):
        return
    if os.environ.get("CI") == "true":
        raise pytest.UsageError(f"{len(browser_tests)} browser tests cannot run: {NO_CHROMIUM}")
    config.stash[_skipped_browser_tests] = len(browser_tests)
    for item in browser_tests:
        item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say in one line how many browser tests were left out, if any."""
    count = config.stash.get(_skipped_browser_tests, 0)
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
