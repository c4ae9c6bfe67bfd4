"""What holds for every browser test: one Chromium and one gallery a file, and the page throws nothing."""

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
async def browser() -> AsyncIterator[Browser]:
    """A Chromium for the tests of a file."""
    async with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def gallery() -> Iterator[str]:
    """Where the gallery of all parts and states is served."""
    with served_gallery() as address:
        yield address
