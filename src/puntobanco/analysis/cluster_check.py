"""Before a run on a cluster: does a scheduler answer, has it workers, and have they the versions that give the same figures?

Dask itself waits without an end for a server that takes a connection and says nothing, and only warns of other versions. So its
scheduler is asked here, by its own protocol and with a limit for each answer, before anything is begun.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

import distributed
from distributed import Security, rpc
from distributed.versions import get_versions

from puntobanco.errors import BadSettings

ANSWER_SECONDS = 10
"""How long an answer is waited for."""

WORKERS_SECONDS = 20
"""How long a first worker is waited for, where a scheduler has none yet."""

ALIKE = ("puntobanco", "numpy", "numba", "distributed")
"""What workers have to have in the version that is here."""

T = TypeVar("T")
Versions = Mapping[str, str | None]


def check(address: str, told: Callable[[str], object]) -> None:
    """Ask the scheduler; ``told`` of waiting. Raises `BadSettings`."""
    check_address(address)
    asyncio.run(_check(address, told))


def check_address(address: str) -> None:
    """Check the form of an address. Raises `BadSettings`."""
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("tcp", "tls") and parts.hostname and parts.port and parts.path + parts.query + parts.fragment == ""
    except ValueError:
        good = False
    if not good:
        raise BadSettings(f"--cluster {address!r} is no address of a scheduler, such as tcp://192.168.1.5:8786")


async def _check(address: str, told: Callable[[str], object]) -> None:
    here: Versions = get_versions(packages=ALIKE)["packages"]
    try:
        async with rpc(address, connection_args=Security().get_connection_args("client")) as scheduler:
            found = await _answer(address, scheduler.versions(packages=()))
            theirs = found["packages"]["distributed"]
            if theirs != distributed.__version__:
                raise BadSettings(f"the scheduler at {address} has distributed {theirs}, and here is {distributed.__version__}")
            await _some_worker(address, scheduler, told)
            asked = {"op": "versions", "packages": ALIKE}
            workers = await _answer(address, scheduler.broadcast(msg=asked, on_error="ignore"))
    except BadSettings:
        raise
    except Exception as error:  # whatever may come of a server that is none, or of certificates that do not fit
        raise BadSettings(f"no scheduler of Dask answers at {address}: {str(error) or type(error).__name__}") from None
    check_workers({worker: versions["packages"] for worker, versions in workers.items()}, here)


async def _answer(address: str, asked: Awaitable[Any]) -> Any:
    try:
        return await asyncio.wait_for(asked, ANSWER_SECONDS)
    except TimeoutError:
        raise BadSettings(f"no scheduler of Dask answers at {address} within {ANSWER_SECONDS} seconds") from None


async def _some_worker(address: str, scheduler: Any, told: Callable[[str], object]) -> None:
    for second in range(WORKERS_SECONDS):
        if await _answer(address, scheduler.ncores()):
            return
        if second == 0:
            told(f"the scheduler at {address} has no worker yet: waiting up to {WORKERS_SECONDS} seconds for one")
        await asyncio.sleep(1)
    raise BadSettings(f"the scheduler at {address} has no workers: start some with dask worker {address}")


def check_workers(workers: Mapping[str, Versions], here: Versions) -> None:
    """Check that all workers have what is here. Raises `BadSettings` that names the first of those that have not."""
    for worker, versions in sorted(workers.items()):
        for name in ALIKE:
            if versions.get(name) is None:
                raise BadSettings(
                    f"the worker {worker} has no {name}: pip install 'puntobanco[cluster]=={here['puntobanco']}' there"
                )
            if versions[name] != here[name]:
                raise BadSettings(
                    f"the worker {worker} has {name} {versions[name]}, and here is {here[name]}: they must be the same"
                )
