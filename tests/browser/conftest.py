"""What holds for every browser test: one Chromium and one gallery a process, no page outlives its test, none throws anything."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.browser.gallery import served_gallery
from tests.browser.seen import THROWN, chromium


@pytest.fixture(autouse=True)
def _nothing_is_thrown() -> Iterator[None]:
    THROWN.clear()
    yield
    assert THROWN == []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_browser() -> AsyncIterator[Browser]:
    """The one Chromium of the process."""
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(one_browser: Browser) -> AsyncIterator[Browser]:
    """The one Chromium; what a test left open in it is closed, and takes no time of those that follow."""
    kept = set(one_browser.contexts)
    yield one_browser
    for context in set(one_browser.contexts) - kept:
        await context.close()


@pytest.fixture(scope="session")
def gallery() -> Iterator[str]:
    """Where the gallery of all parts and states is served."""
    with served_gallery() as address:
        yield address
