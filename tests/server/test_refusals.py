"""What the HTTP side refuses: each wrong request with its code, what comes too often, and faults without details."""

from pathlib import Path

import pytest

from puntobanco.bank.store import StoreFailed
from puntobanco.server.settings import Bounds
from tests.server.guests import guest, refused
from tests.server.inside import opened
from tests.server.served import Client

REFUSALS = [
    ("GET", "/api/tables/9", 404, "no_such_table"),
    ("GET", "/api/tables/-1", 404, "no_such_table"),
    ("GET", "/api/tables/" + "9" * 5_000, 404, "not_found"),
    ("GET", "/api/tables/x", 404, "not_found"),
    ("GET", "/api/shoes/1-1", 404, "not_found"),
    ("GET", "/api/shoes/1", 404, "not_found"),
    ("GET", "/api/shoes/x-y", 404, "not_found"),
    ("GET", "/api/shoes/1-", 404, "not_found"),
    ("GET", "/api/shoes/-1-1", 404, "not_found"),
    ("GET", "/api/shoes/1-9999999999", 404, "not_found"),
    ("GET", "/api/shoes/1-%D9%A1", 404, "not_found"),
    ("GET", "/api/bets?limit=0", 400, "malformed"),
    ("GET", "/api/bets?limit=101", 400, "malformed"),
    ("GET", "/api/bets?limit=x", 400, "malformed"),
    ("GET", "/api/bets?before=x", 400, "malformed"),
    ("GET", "/api/bets?before=" + "9" * 65, 400, "malformed"),
    ("GET", "/api/bets?before=%00", 400, "malformed"),
    ("GET", "/api/nothing", 404, "not_found"),
    ("GET", "/assets/../../cards.py", 404, "not_found"),
    ("GET", "/assets/%2e%2e/%2e%2e/app.py", 404, "not_found"),
    ("DELETE", "/api/me", 405, "malformed"),
    ("GET", "/api/guest", 405, "malformed"),
    ("PUT", "/api/topup", 405, "malformed"),
]


async def test_every_wrong_request_is_refused_with_a_code_and_no_traceback(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        player = await guest(house)
        async with player.http() as http:
            for method, path, status, code in REFUSALS:
                answer = await http.request(method, path)
                assert (answer.status_code, answer.json()["code"]) == (status, code), (method, path, answer.text)
                refused(answer, status, code)
            chinese = await http.get("/api/tables/9", headers={"Accept-Language": "fr,zh-TW;q=0.9"})
            assert chinese.json()["message"] == "沒有這張枱。"


@pytest.mark.parametrize("path", ["/%00", "/assets/%00", "/index.html%00.png", "/" + "a" * 5_000, "/assets/" + "ä" * 300])
async def test_a_path_that_no_file_system_holds_is_not_found(tmp_path: Path, path: str) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        refused(await http.get(path), 404, "not_found")


async def test_a_body_too_large_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        answer = await http.post("/api/guest", content=b"x" * 1_000_000, headers={"Content-Type": "application/json"})
        assert answer.status_code in (201, 413)
        assert (await http.get("/healthz")).json() == {"status": "ok"}


async def test_guests_and_top_ups_have_a_rate(tmp_path: Path) -> None:
    bounds = Bounds(guests_per_minute_per_address=3, top_ups_per_minute_per_address=2)
    async with opened(tmp_path, bounds=bounds) as house:
        player = await guest(house)
        async with Client(house).http() as http:
            answers = [await http.post("/api/guest") for _ in range(3)]
            assert [answer.status_code for answer in answers[:2]] == [201, 200]
            refused(answers[2], 429, "rate_limited")
        async with player.http() as http:
            for _ in range(2):
                refused(await http.post("/api/topup"), 409, "not_broke")
            refused(await http.post("/api/topup"), 429, "rate_limited")


async def test_all_sockets_of_one_player_share_one_rate(tmp_path: Path) -> None:
    async with opened(tmp_path, bounds=Bounds(frames_per_second=0.01, frames_burst=10)) as house:
        player = await guest(house)
        pages = []
        for _ in range(3):
            page = Client(house)
            page.cookie = player.cookie
            await page.open_socket()
            pages.append(page)
        answers = []
        for number in range(15):
            await pages[number % 3].send(type="ping")
            answers.append((await pages[number % 3].until(lambda message: message["type"] in ("pong", "problem")))["type"])
        assert answers == ["pong"] * 10 + ["problem"] * 5


@pytest.mark.parametrize("path", ["/api/me", "/api/bets"])
async def test_a_store_that_fails_is_unavailable_and_not_a_fault(
    tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as house:
        player = await guest(house)

        async def fail(*_: object, **__: object) -> None:
            raise StoreFailed("the disk is gone: /secret/path")

        monkeypatch.setattr(house.casino.store, "balance", fail)
        monkeypatch.setattr(house.casino.store, "record", fail)
        async with player.http() as http:
            answer = await http.get(path)
        refused(answer, 503, "unavailable")
        assert "secret" not in answer.text


async def test_a_bug_is_a_fault_without_details(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as house:
        player = await guest(house)

        async def fail(*_: object, **__: object) -> None:
            raise KeyError("a secret")

        monkeypatch.setattr(house.casino.store, "balance", fail)
        async with player.http() as http:
            answer = await http.get("/api/me")
        refused(answer, 500, "fault")
        assert "secret" not in answer.text
