"""What holds for every browser test: one Chromium and one gallery a file, no page outlives its test, and none throws anything."""

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


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def one_browser() -> AsyncIterator[Browser]:
    """A Chromium for the tests of a file."""
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def browser(one_browser: Browser) -> AsyncIterator[Browser]:
    """The file's Chromium; what a test left open in it is closed, and takes no time of those that follow."""
    kept = set(one_browser.contexts)
    yield one_browser
    for context in set(one_browser.contexts) - kept:
        await context.close()


@pytest.fixture(scope="module")
def gallery() -> Iterator[str]:
    """Where the gallery of all parts and states is served."""
    with served_gallery() as address:
        yield address
