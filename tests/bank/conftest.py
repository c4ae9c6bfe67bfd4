"""The stores that the contract is tested on. A new one joins here, and every test of the contract runs on it too."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from puntobanco.bank.database import store_for
from puntobanco.bank.store import Store
from tests.bank.audited import play

Databases = Callable[[], str]


@pytest.fixture(params=["sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind."""
    assert request.param == "sqlite"
    return f"sqlite:///{tmp_path}/bank/house.db"


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """An open store, closed in the end."""
    store = store_for(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    async with opened(url) as found:
        yield found


Reopen = Callable[[], Awaitable[Store]]


@pytest.fixture
async def reopen(url: str) -> AsyncIterator[Reopen]:
    """Open the database again, after closing it where it is open: what a restart does."""
    stores: list[Store] = []

    async def again() -> Store:
        if stores:
            await stores[-1].close()
        stores.append(store_for(url))
        await stores[-1].open()
        return stores[-1]

    yield again
    if stores:
        await stores[-1].close()


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a house that played. To be copied, not changed."""
    path = tmp_path_factory.mktemp("played") / "house.db"
    asyncio.run(play(path))
    return path
