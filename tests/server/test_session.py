"""Who somebody is: a guest's cookie, and what strangers and other sites may not do."""

import hashlib
import re
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner

from tests.server.books import rows
from tests.server.guests import guest, refused
from tests.server.inside import House, keys_of, opened
from tests.server.served import Client, http_to


async def test_a_guest_enters_once_and_is_known_again_by_a_cookie_that_scripts_cannot_read(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        entered = await http.post("/api/guest")
        assert entered.status_code == 201
        flags = {part.strip().lower() for part in entered.headers["set-cookie"].split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/", f"max-age={30 * 24 * 3600}"} <= flags
        assert "secure" not in flags
        me = (await http.get("/api/me")).json()
        assert me == entered.json()
        assert (me["balance_cents"], me["in_play_cents"]) == (1_000_000, 0)
        assert re.fullmatch("Guest [2-9A-Z]{4}", me["name"])
        again = await http.post("/api/guest")
        assert (again.status_code, again.json()) == (200, me)
        assert rows(tmp_path / "house.db", "SELECT count(*) FROM players") == [(1,)]


async def test_the_cookie_is_secure_where_the_page_is(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        entered = await http.post("/api/guest", headers={"X-Forwarded-Proto": "https"})
        assert "secure" in entered.headers["set-cookie"].lower()


async def test_forged_expired_and_foreign_cookies_are_not_signed_in(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        player = await guest(house)
        name, _, value = player.cookie.partition("=")
        account = player.account

        class Old(TimestampSigner):
            def get_timestamp(self) -> int:
                return super().get_timestamp() - 31 * 24 * 3600

        def signed(kind: type[TimestampSigner], key: bytes, who: str, salt: str = "puntobanco.session") -> str:
            return kind(key, salt=salt, digest_method=hashlib.sha256).sign(who).decode()

        key = keys_of(tmp_path).sessions
        assert await status_with(house, f"{name}={signed(TimestampSigner, key, account)}") == 200
        wrong = {
            "empty": "",
            "cut": value[:-1],
            "other account": value.replace(account, "A" * len(account)),
            "expired": signed(Old, key, account),
            "other key": signed(TimestampSigner, bytes(32), account),
            "other salt": signed(TimestampSigner, key, account, "other"),
            "nobody we know": signed(TimestampSigner, key, "NOBODYNOBODYNOBODYXX"),
            "no signature": account,
            "rubbish": "%00%ff..",
        }
        for what, cookie in wrong.items():
            assert await status_with(house, f"{name}={cookie}") == 401, what


async def status_with(house: House, cookie: str) -> int:
    async with http_to(house, Cookie=cookie) as http:
        answer = await http.get("/api/me")
        if answer.status_code != 200:
            refused(answer, 401, "not_signed_in")
        return answer.status_code


async def test_what_needs_a_player_is_refused_to_strangers(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        for method, path in (("GET", "/api/me"), ("GET", "/api/bets"), ("POST", "/api/topup")):
            refused(await http.request(method, path), 401, "not_signed_in")


async def test_a_page_of_another_site_cannot_act_for_a_player(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        player = await guest(house)
        async with player.http() as http:
            for origin in ("http://evil.example", "null", "http://[", f"http://{house.address}.evil.example"):
                for path in ("/api/guest", "/api/topup"):
                    refused(await http.post(path, headers={"Origin": origin}), 403, "forbidden")
            assert (await http.post("/api/guest", headers={"Origin": f"http://{house.address}"})).status_code == 200


@pytest.mark.parametrize("origin", ["null", "//HOST", "ftp://HOST", "http://", "http://elsewhere"])
async def test_only_our_own_page_over_http_counts_as_from_here(tmp_path: Path, origin: str) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        answer = await http.post("/api/guest", headers={"Origin": origin.replace("HOST", house.address)})
        refused(answer, 403, "forbidden")
        assert (await http.post("/api/guest", headers={"Origin": f"http://{house.address}"})).status_code == 201
