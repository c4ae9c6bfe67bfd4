"""No number or text in an address brings the house down: every route of the published document is asked with all of them."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.guests import guest
from tests.server.inside import setup
from tests.server.staffed import Desks, staffed
from tests.server.test_desk import BY_HAND

ODD = [
    *(str(number) for number in (0, -1, 2**31, 2**63 - 1, 2**63, -(2**63) - 1, 10**30)),
    "1e3",
    "1.0",
    "null",
    "",
    "%00",
    "%D9%A1",
]


def asked(path: str, operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """A route with each odd value at each of its parameters, the others being in order."""
    named = [(one["in"], one["name"]) for one in operation.get("parameters", []) if one["in"] in ("path", "query")]
    for (place, name), odd in itertools.product(named, ODD):
        values = {other: "1" for where, other in named if where == "path"}
        if place == "path":
            values[name] = odd
        yield path.format(**values), {name: odd} if place == "query" else {}


@pytest.mark.parametrize("method", ["get", "post"])
async def test_every_odd_number_in_every_address_gets_one_clear_answer(tmp_path: Path, method: str) -> None:
    async with staffed(tmp_path, [setup(1), setup(2, "classic", **BY_HAND)]) as desks:
        await as_player_too(desks)
        document = (await desks.nobody.get("/api/openapi.json")).json()
        count = 0
        for path, operations in document["paths"].items():
            for url, query in asked(path, operations.get(method, {})):
                answer = await desks.host.request(method, url, params=query, json=None if method == "get" else {})
                assert answer.status_code < 500, (url, query, answer.text)
                assert answer.status_code < 400 or answer.json()["code"] != "fault"
                count += 1
        assert count >= 5 * len(ODD)


async def as_player_too(desks: Desks) -> None:
    """The host's browser is a player's as well, so that no route says only that nobody is signed in."""
    player = await guest(desks.house)
    desks.host.cookies.set(*player.cookie.split("=", 1))
