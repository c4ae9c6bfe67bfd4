"""Leaving a browser: the cookie goes, the books do not."""

from pathlib import Path

from tests.server.books import check_books
from tests.server.inside import opened
from tests.server.served import Client


async def test_who_signs_out_is_nobody_and_enters_as_somebody_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        first = (await http.post("/api/guest")).json()
        left = await http.post("/api/signout")
        assert (left.status_code, left.json()) == (200, {"status": "signed out"})
        assert "puntobanco=" in left.headers["set-cookie"]
        assert (await http.get("/api/me")).status_code == 401
        second = (await http.post("/api/guest")).json()
        assert second["account"] != first["account"]
    check_books(tmp_path / "house.db")


async def test_signing_out_twice_or_as_nobody_is_no_fault(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        for _ in range(2):
            assert (await http.post("/api/signout")).status_code == 200
