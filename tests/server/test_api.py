"""The pages of the HTTP side: what they tell, their headers, paging, and the documents that describe them."""

import asyncio
import itertools
import re
from pathlib import Path

import jsonschema
import msgspec

from puntobanco.analysis.composition import full_shoe
from puntobanco.analysis.odds import odds_of
from puntobanco.game.bets import Bet
from puntobanco.server.app import COMPRESSED_FROM_BYTES
from puntobanco.server.settings import Bounds
from tests.server.guests import QUICK, guest, in_play, refused
from tests.server.inside import opened, setup
from tests.server.served import Client, Message

HEADERS = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


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


async def test_the_page_may_be_framed_by_itself_and_nothing_else_by_anyone(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        for path in ("/", "/?lang=en", "/index.html"):
            policy = (await http.get(path)).headers["content-security-policy"]
            assert "frame-ancestors 'self'" in policy, path
            assert "frame-src 'self'" in policy, path
        for path in ("/api/lobby", "/api/me", "/healthz", "/nothing", "/desk", "/assets/nothing.js"):
            policy = (await http.get(path)).headers["content-security-policy"]
            assert "frame-ancestors 'none'" in policy, path


async def test_addresses_that_a_host_types_in_lead_to_their_places_on_the_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        for path, place in (("/display/2", "/#/display/2"), ("/desk", "/#/desk"), ("/desk/7", "/#/desk/7")):
            assert (await http.get(path)).headers["location"] == place
        assert (await http.get("/desk/seven")).status_code == 404


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
        said = "\n".join(one["text"] for one in record["log"]).split("\n")
        assert f"root {snapshot['table']['shoe']['root']}" in said
        assert f"commitment {snapshot['table']['shoe']['commitment']}" in said
        assert record["log"][-1]["hash"] == snapshot["table"]["log_head"]
        assert len(record["hashes"]) == 416
        assert not any(line.startswith("secret ") for line in said)
        assert await player.get("/api/shoes/1-1/record") == record


async def test_the_exact_odds_of_every_bet_are_those_of_a_full_shoe(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, Client(house).http() as http:
        told = (await http.get("/api/odds/6")).json()
        exact = odds_of(full_shoe(6))
        assert told["decks"] == 6
        for bet in Bet:
            rtp = exact.returns(bet).rtp
            assert told["bets"][bet]["rtp_exact"] == f"{rtp.numerator}/{rtp.denominator}"
            assert told["bets"][bet]["rtp"] == float(rtp)
        assert set(told["bets"]) == set(Bet)
        for decks in ("0", "13", "-1", "x", "8.5", "999999999999999999999"):
            refused = await http.get(f"/api/odds/{decks}")
            assert refused.status_code in (400, 404), decks
            assert refused.json()["code"] in ("malformed", "not_found"), decks


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
        await player.send(type="chat", command_id="say-hello", table=1, text="hello")
        said = await player.until(lambda message: message["type"] == "chat" and message["message"]["kind"] == "player")
        await player.send(type="chat_report", command_id="report-it", table=1, message=said["message"]["id"])
        for frame in ('{"type":"watch_lobby"}', "rubbish", '{"type":"ping"}'):
            await player.send_raw(frame)
        for kind in ("pong", "chat_reported", "lobby_changed"):
            await player.until(lambda message, kind=kind: message["type"] == kind)  # type: ignore[misc]
        validator = jsonschema.Draft202012Validator({"$defs": schema["$defs"], **schema["properties"]["FromServer"]})
        kinds = set()
        for message in player.frames:
            validator.validate(message)
            kinds.add(message["type"])
        others = {"chat", "chat_history", "chat_reported", "lobby", "lobby_changed"}
        assert kinds == {"welcome", "snapshot", "events", "own", "balance", "answer", "problem", "pong"} | others


async def test_answers_about_players_are_not_kept_on_the_way_and_shoes_have_a_rate(tmp_path: Path) -> None:
    async with opened(tmp_path, bounds=Bounds(shoes_per_minute_per_address=3)) as house:
        player = await guest(house)
        async with player.http() as http:
            for path in ("/api/me", "/api/bets", "/api/lobby"):
                assert (await http.get(path)).headers["cache-control"] == "no-store"
            statuses = [(await http.get("/api/shoes/1-1")).status_code for _ in range(5)]
        assert statuses == [404, 404, 404, 429, 429]


async def test_the_page_travels_compressed_and_answers_about_players_do_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        player = await guest(house)
        async with player.http() as http:
            page = await http.get("/")
            for script in re.findall(r'(?:src|href)="\.?(/assets/[^"]+\.(?:js|css))"', page.text):
                answer = await http.get(script)
                assert len(answer.content) < COMPRESSED_FROM_BYTES or answer.headers["content-encoding"] == "gzip", script
            assert "content-encoding" not in (await http.get("/api/protocol.json")).headers
            assert "content-encoding" not in (await http.get("/api/me")).headers
