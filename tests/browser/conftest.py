"""What holds for every browser test: the page throws nothing."""

from collections.abc import Iterator

import pytest

from tests.browser.seen import THROWN


@pytest.fixture(autouse=True)
def _nothing_is_thrown() -> Iterator[None]:
    THROWN.clear()
    yield
    assert THROWN == []
