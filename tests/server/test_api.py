"""The HTTP side: every page and its refusals, cookies, headers, paging, top-ups, and the documents that describe it."""

import asyncio
import hashlib
import itertools
import re
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import msgspec
import pytest
from itsdangerous import TimestampSigner

from puntobanco.bank.ledger import Kind, house_account, player_account
from puntobanco.bank.sqlite import SqliteStore
from puntobanco.bank.store import StoreFailed
from puntobanco.server.settings import Bounds
from tests.server.books import check_books, rows
from tests.server.inside import House, keys_of, opened, setup
from tests.server.served import Client, Message

QUICK = setup(betting_seconds=0.08, card_seconds=0.005, result_seconds=0.02)
HEADERS = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


async def guest(house: House) -> Client:
    player = Client(house)
    await player.enter()
    return player


def refused(answer: httpx.Response, status: int, code: str) -> Message:
    """Check a refusal, and that it tells no more than it should."""
    body: Message = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), answer.text
    assert body["message"]
    assert "Traceback" not in answer.text
    return body


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
    async with httpx.AsyncClient(base_url=f"http://{house.address}", headers={"Cookie": cookie}) as http:
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


async def test_every_answer_carries_the_headers_that_protect_the_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        answers = [
            await http.get(path)
            for path in ("/", "/api/lobby", "/healthz", "/api/tables/9", "/nothing", "/api/me", "/api/openapi.json")
        ]
        answers.append(await http.post("/api/guest", headers={"Origin": "null"}))
        for answer in answers:
            for header, beginning in HEADERS.items():
                assert answer.headers.get(header, "").startswith(beginning), (answer.url, header)
            assert "unsafe" not in answer.headers["content-security-policy"]
            assert "server" not in answer.headers


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


async def test_health_and_readiness_are_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        for path in ("/healthz", "/readyz"):
            answer = await http.get(path)
            assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        await house.casino.store.close()
        assert (await http.get("/healthz")).status_code == 200
        answer = await http.get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "the database does not answer"})
        player = Client(house)
        refused(await http.post("/api/guest"), 503, "unavailable")
        player.cookie = f"puntobanco={house.casino.accounts._signer.sign('A' * 20).decode()}"
        await player.open_socket()
        assert await player.closed_with() == 1013


async def in_play(house: House, count: int) -> Client:
    """A player with settled bets in so many rounds."""
    player = await guest(house)
    await player.open_socket()
    await player.watch()
    settled = 0
    while settled < count:
        event = await player.event("betting_opened", "round_settled")
        if event["type"] == "round_settled":
            settled += 1
            continue
        state = house.dealer().state
        assert state is not None
        for bet in ("player", "tie"):
            await player.send(
                type="place_bet", command_id=player.command_id(), table=1, shoe=1, round=event["round"], bet=bet, amount_cents=500
            )
    return player


async def test_pages_of_the_record_neither_skip_nor_repeat_while_rounds_come_in(tmp_path: Path) -> None:
    async with opened(tmp_path, [QUICK]) as house:
        player = await in_play(house, 9)
        betting = asyncio.create_task(in_play_more(player))
        seen: list[Message] = []
        cursor: str | None = None
        for _ in itertools.count():
            page = await player.get("/api/bets?limit=2" + (f"&before={cursor}" if cursor else ""))
            seen += page["rounds"]
            cursor = page["next"]
            await asyncio.sleep(0.1)
            if cursor is None:
                break
        betting.cancel()
        await asyncio.gather(betting, return_exceptions=True)
        numbers = [line["round"] for line in seen]
        assert numbers == list(range(numbers[0], 0, -1))
        assert numbers[0] >= 8
        whole = await player.get("/api/bets?limit=100")
        assert [line for line in whole["rounds"] if line["round"] <= numbers[0]] == seen
        assert whole["rounds"][0]["round"] > numbers[0]
        for line in seen:
            assert [bet["bet"] for bet in line["bets"]] == ["player", "tie"]
            for total in ("stake", "returned", "net", "commission"):
                assert line[total] == sum(bet[total] for bet in line["bets"])
            assert line["net"] == line["returned"] - line["stake"]
        stranger = await guest(house)
        assert await stranger.get("/api/bets") == {"rounds": [], "next": None}


async def in_play_more(player: Client) -> None:
    while True:
        event = await player.event("betting_opened")
        for bet in ("player", "tie"):
            await player.send(
                type="place_bet", command_id=player.command_id(), table=1, shoe=1, round=event["round"], bet=bet, amount_cents=500
            )


async def make_broke(house: House, player: Client, left_cents: int) -> None:
    """Take a player's credits away, as a bet would that lost."""
    store = house.casino.store
    assert isinstance(store, SqliteStore)
    cents = 1_000_000 - left_cents

    def lose(connection: Any) -> None:
        account = player_account(player.account)
        values = ("test", account, house_account(1), cents, str(Kind.STAKE_LOST), None, None, 1)
        connection.execute("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        for name, change in ((account, -cents), (house_account(1), cents)):
            connection.execute("UPDATE accounts SET balance_cents = balance_cents + ? WHERE id = ?", (change, name))

    await store._write(lose)


async def test_credits_are_topped_up_only_for_who_is_broke_and_once_when_asked_twice_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(1, "macau"), setup(2, "live")]) as house:
        player = await guest(house)
        async with player.http() as http:
            refusal = refused(await http.post("/api/topup"), 409, "not_broke")
            assert (refusal["limit"], "below 1." in refusal["message"]) == (100, True)
            await make_broke(house, player, 99)
            await player.open_socket()
            answers = await asyncio.gather(*(http.post("/api/topup") for _ in range(6)))
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
            (granted,) = [answer.json() for answer in answers if answer.status_code == 200]
            assert granted["balance_cents"] == 1_000_099
            assert await player.get("/api/me") == granted
        balance = await player.until(lambda message: message["type"] == "balance")
        assert balance["balance_cents"] == 1_000_099


async def test_stakes_on_tables_count_against_being_broke(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(betting_seconds=30)]) as house:
        player = await guest(house)
        await player.open_socket()
        await player.watch()
        number = (await player.event("betting_opened"))["round"]
        for bet in ("player", "banker"):
            assert (await player.bet(1, number, bet, 500_000))["refusal"] is None
        me = await player.get("/api/me")
        assert (me["balance_cents"], me["in_play_cents"]) == (0, 1_000_000)
        async with player.http() as http:
            refused(await http.post("/api/topup"), 409, "not_broke")
        check_books(tmp_path / "house.db")


async def test_lobby_table_and_shoe_tell_the_same_as_the_socket(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(betting_seconds=30), setup(2, "classic")]) as house:
        player = await guest(house)
        await player.open_socket()
        await player.watch()
        await player.event("betting_opened")
        other = await guest(house)
        await other.open_socket()
        snapshot = await other.watch()
        assert await player.get("/api/tables/1") == snapshot["table"]
        lobby = await player.get("/api/lobby")
        assert [(table["table"], table["house"]) for table in lobby["tables"]] == [(1, "live"), (2, "classic")]
        record = await player.get("/api/shoes/1-1")
        assert (record["root"], record["commitment"]) == (
            snapshot["table"]["shoe"]["root"],
            snapshot["table"]["shoe"]["commitment"],
        )
        assert len(record["hashes"]) == 416
        assert record["secret"] is None
        assert await player.get("/api/shoes/1-1/record") == record


async def test_the_openapi_document_is_whole_and_names_every_path(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        document = (await http.get("/api/openapi.json")).json()
        assert document["openapi"].startswith("3.1")
        paths = set(document["paths"])
        assert {"/api/me", "/api/lobby", "/api/tables/{number}", "/api/shoes/{shoe_id}/record", "/api/bets"} <= paths
        assert {"/api/guest", "/api/topup", "/healthz", "/readyz"} <= paths
        operations = [operation for item in document["paths"].values() for operation in item.values()]
        names = [operation["operationId"] for operation in operations]
        assert len(set(names)) == len(names)
        for operation in operations:
            assert operation["description"]
        for name in set(re.findall(r'"#/components/schemas/([^"]+)"', msgspec.json.encode(document).decode())):
            assert name in document["components"]["schemas"]
        for schema in document["components"]["schemas"].values():
            jsonschema.Draft202012Validator.check_schema(schema)
        me = document["components"]["schemas"]["Me"]
        assert set(me["required"]) == {"account", "name", "balance_cents", "in_play_cents"}


async def test_what_the_server_sends_follows_the_schema_that_it_publishes(tmp_path: Path) -> None:
    async with opened(tmp_path, [QUICK], bounds=Bounds(lobby_every_ms=20)) as house, Client(house).http() as http:
        schema = (await http.get("/api/protocol.json")).json()
        jsonschema.Draft202012Validator.check_schema(schema)
        player = await in_play(house, 1)
        for frame in ('{"type":"watch_lobby"}', "rubbish", '{"type":"ping"}'):
            await player.send_raw(frame)
        await player.until(lambda message: message["type"] == "pong")
        validator = jsonschema.Draft202012Validator({"$defs": schema["$defs"], **schema["properties"]["FromServer"]})
        kinds = set()
        for message in player.frames:
            validator.validate(message)
            kinds.add(message["type"])
        assert kinds == {"welcome", "snapshot", "events", "own", "balance", "answer", "problem", "pong", "lobby"}


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


@pytest.mark.parametrize("path", ["/%00", "/assets/%00", "/index.html%00.png", "/" + "a" * 5_000, "/assets/" + "ä" * 300])
async def test_a_path_that_no_file_system_holds_is_not_found(tmp_path: Path, path: str) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        refused(await http.get(path), 404, "not_found")


async def test_answers_about_players_are_not_kept_on_the_way_and_shoes_have_a_rate(tmp_path: Path) -> None:
    async with opened(tmp_path, bounds=Bounds(shoes_per_minute_per_address=3)) as house:
        player = await guest(house)
        async with player.http() as http:
            for path in ("/api/me", "/api/bets", "/api/lobby"):
                assert (await http.get(path)).headers["cache-control"] == "no-store"
            statuses = [(await http.get("/api/shoes/1-1")).status_code for _ in range(5)]
        assert statuses == [404, 404, 404, 429, 429]


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


@pytest.mark.parametrize("origin", ["null", "//HOST", "ftp://HOST", "http://", "http://elsewhere"])
async def test_only_our_own_page_over_http_counts_as_from_here(tmp_path: Path, origin: str) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        answer = await http.post("/api/guest", headers={"Origin": origin.replace("HOST", house.address)})
        refused(answer, 403, "forbidden")
        assert (await http.post("/api/guest", headers={"Origin": f"http://{house.address}"})).status_code == 201


async def test_the_page_travels_compressed_and_answers_about_players_do_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        player = await guest(house)
        async with player.http() as http:
            page = await http.get("/")
            for script in re.findall(r'(?:src|href)="\.?(/assets/[^"]+\.(?:js|css))"', page.text):
                assert (await http.get(script)).headers["content-encoding"] == "gzip"
            assert "content-encoding" not in (await http.get("/api/protocol.json")).headers
            assert "content-encoding" not in (await http.get("/api/me")).headers
