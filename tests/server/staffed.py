"""Those who work in a house of a test: a host by the one-time link, and whom the host names. Each is an HTTP client."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx

from tests.server.inside import House, opened
from tests.server.served import http_to

PASSWORD = "correct horse 9"


@contextlib.asynccontextmanager
async def desk(house: House, **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at the house's desk, in which nobody is signed in."""
    async with http_to(house, **headers) as http:
        yield http


async def became_host(house: House, http: httpx.AsyncClient, name: str = "Hilda") -> None:
    """Open the one-time link of the house's start, and choose name and password."""
    token = await house.casino.staff.host_link(anew=True)
    used = await http.post("/api/staff/link/use", json={"token": token, "name": name, "password": PASSWORD})
    assert used.status_code == 200, used.text


async def named(host: httpx.AsyncClient, http: httpx.AsyncClient, name: str, role: str) -> None:
    """Have the host name somebody, who opens the link, chooses a password and is signed in."""
    link = await host.post("/api/staff/members", json={"name": name, "role": role})
    assert link.status_code == 201, link.text
    used = await http.post("/api/staff/link/use", json={"token": link.json()["token"], "password": PASSWORD})
    assert used.status_code == 200, used.text


class Desks:
    """A house with a host, a supervisor and a dealer, each at a desk of their own, and a browser of nobody."""

    def __init__(
        self,
        house: House,
        host: httpx.AsyncClient,
        supervisor: httpx.AsyncClient,
        dealer: httpx.AsyncClient,
        nobody: httpx.AsyncClient,
    ) -> None:
        self.house = house
        self.host = host
        self.supervisor = supervisor
        self.dealer = dealer
        self.nobody = nobody

    async def acts(self, table: int | None = None) -> list[dict[str, Any]]:
        """What was done, oldest first."""
        asked = await self.host.get("/api/staff/acts", params={} if table is None else {"table": table})
        assert asked.status_code == 200, asked.text
        acts: list[dict[str, Any]] = asked.json()["acts"]
        return acts[::-1]


@contextlib.asynccontextmanager
async def staffed(folder: Path, *args: Any, **settings: Any) -> AsyncIterator[Desks]:
    """Open a house, and have Hilda (host), Sam (supervisor) and Dora (dealer) sign in."""
    async with contextlib.AsyncExitStack() as stack:
        house = await stack.enter_async_context(opened(folder, *args, **settings))
        host, supervisor, dealer, nobody = [await stack.enter_async_context(desk(house)) for _ in range(4)]
        await became_host(house, host)
        await named(host, supervisor, "Sam", "supervisor")
        await named(host, dealer, "Dora", "dealer")
        yield Desks(house, host, supervisor, dealer, nobody)
