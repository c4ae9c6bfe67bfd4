"""Who works in the house, over real HTTP: links, passwords, roles, sessions, cookies; and what an attacker may try."""

import asyncio
import sqlite3
from pathlib import Path

import httpx
import pytest

from puntobanco.server.settings import Bounds
from puntobanco.server.staff.members import Role, digest
from puntobanco.server.staff.tries import network_of
from tests.server.guests import guest, refused
from tests.server.inside import MovedClock, opened, setup
from tests.server.staffed import PASSWORD, became_host, desk, staffed

PATIENT = Bounds(staff_links_per_minute_per_address=1_000, sign_ins_per_minute_per_address=1_000)


async def sign_in(http: httpx.AsyncClient, name: str, password: str = PASSWORD) -> httpx.Response:
    return await http.post("/api/staff/signin", json={"name": name, "password": password})


async def name_of(http: httpx.AsyncClient) -> str | None:
    asked = await http.get("/api/staff/me")
    return asked.json()["name"] if asked.status_code == 200 else None


async def test_a_one_time_link_makes_its_opener_the_host_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, desk(house) as first, desk(house) as second:
        token = await house.casino.staff.host_link(anew=False)
        assert token is not None
        assert len(token) >= 43  # 256 bits
        looked = await first.post("/api/staff/link", json={"token": token})
        assert looked.json() == {"name": "", "role": "host"}
        used = await first.post("/api/staff/link/use", json={"token": token, "name": " Hilda ", "password": PASSWORD})
        assert used.json() == {"name": "Hilda", "role": "host"}
        assert await name_of(first) == "Hilda"
        again = await second.post("/api/staff/link/use", json={"token": token, "name": "Eve", "password": PASSWORD})
        refused(again, 404, "link_used")
        refused(await second.post("/api/staff/link", json={"token": token}), 404, "link_used")
        assert await name_of(second) is None
        assert await house.casino.staff.host_link(anew=False) is None


async def test_a_link_opened_twice_at_the_same_moment_makes_one_host(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, desk(house) as http:
        token = await house.casino.staff.host_link(anew=False)
        names = ["Ann", "Bob", "Cay"]
        bodies = [{"token": token, "name": name, "password": PASSWORD} for name in names]
        answers = await asyncio.gather(*(http.post("/api/staff/link/use", json=body) for body in bodies))
        assert sorted(answer.status_code for answer in answers) == [200, 404, 404]
        assert len(await house.casino.staff.members()) == 1


async def test_a_new_link_makes_the_one_before_it_worthless(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, desk(house) as http:
        old = await house.casino.staff.host_link(anew=False)
        assert await house.casino.staff.host_link(anew=False) != old
        refused(await http.post("/api/staff/link/use", json={"token": old, "name": "Eve", "password": PASSWORD}), 404, "link_used")


async def test_who_lost_the_password_takes_the_account_over_with_a_link_of_the_machine(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, desk(house) as old, desk(house) as new:
        await became_host(house, old)
        token = await house.casino.staff.host_link(anew=True)
        body = {"token": token, "name": "hilda", "password": "another one 12"}
        assert (await new.post("/api/staff/link/use", json=body)).status_code == 200
        assert await name_of(old) is None
        assert len(await house.casino.staff.members()) == 1
        assert (await sign_in(old, "HILDA", "another one 12")).status_code == 200


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("", PASSWORD, "bad_name"),
        ("\u200b \t", PASSWORD, "bad_name"),
        ("x" * 41, PASSWORD, "bad_name"),
        ("Hilda", "x" * 9, "bad_password"),
        ("Hilda", "x" * 257, "bad_password"),
        ("Hilda", "", "bad_password"),
    ],
)
async def test_a_name_or_password_that_does_not_do_is_refused_and_the_link_stays(
    tmp_path: Path, name: str, password: str, code: str
) -> None:
    async with opened(tmp_path) as house, desk(house) as http:
        token = await house.casino.staff.host_link(anew=False)
        answer = await http.post("/api/staff/link/use", json={"token": token, "name": name, "password": password})
        refused(answer, 400, code)
        assert "{" not in answer.json()["message"]
        used = await http.post("/api/staff/link/use", json={"token": token, "name": "Hilda", "password": "密" * 128})
        assert used.status_code == 200


async def test_a_session_cookie_is_for_this_house_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, desk(house) as http, desk(house) as other:
        await became_host(house, http)
        cookie = (await sign_in(other, "Hilda")).headers["set-cookie"]
        assert {part.strip().lower() for part in cookie.split(";")[1:]} == {
            "httponly",
            "path=/",
            "samesite=strict",
            "max-age=43200",
        }
        assert cookie.startswith("puntobanco_staff=")
        assert other.cookies["puntobanco_staff"] != http.cookies["puntobanco_staff"]


async def test_a_staff_session_is_no_player_and_a_player_is_no_staff(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        refused(await desks.host.get("/api/me"), 401, "not_signed_in")
        player = await guest(desks.house)
        async with player.http() as http:
            refused(await http.get("/api/staff/tables"), 401, "not_signed_in")


async def test_wrong_name_and_wrong_password_get_one_answer_and_then_have_to_wait(tmp_path: Path) -> None:
    async with staffed(tmp_path, bounds=PATIENT) as desks:
        answers = [await sign_in(desks.nobody, name, "wrong password") for name in ["Hilda"] * 6 + ["Nobody"] * 6]
        known, unknown = answers[:6], answers[6:]
        assert [answer.json() for answer in known[:5]] == [answer.json() for answer in unknown[:5]]
        refused(known[0], 401, "wrong_password")
        for late in (known[5], unknown[5]):
            assert 50 <= refused(late, 429, "rate_limited")["left"] <= 60
        refused(await sign_in(desks.nobody, "Hilda"), 429, "rate_limited")
        assert (await sign_in(desks.nobody, "Sam")).status_code == 200


async def test_an_address_cannot_try_all_names(tmp_path: Path) -> None:
    bounds = Bounds(tries_burst_per_address=3, sign_ins_per_minute_per_address=100)
    async with opened(tmp_path, bounds=bounds) as house, desk(house) as http:
        codes = [(await sign_in(http, f"name {at}")).json()["code"] for at in range(5)]
        assert codes == ["wrong_password"] * 3 + ["rate_limited"] * 2


async def test_who_guesses_at_an_address_holds_up_no_desk_that_is_signed_in_there(tmp_path: Path) -> None:
    bounds = Bounds(tries_burst_per_address=3, sign_ins_per_minute_per_address=100)
    async with staffed(tmp_path, bounds=bounds) as desks:
        for at in range(5):
            await sign_in(desks.nobody, f"name {at}")
        refused(await sign_in(desks.nobody, "Sam"), 429, "rate_limited")
        about = {"command_id": "freeze-0001", "reason": "rude", "approval": {"name": "Sam", "password": PASSWORD}}
        unknown = await desks.dealer.post("/api/staff/players/NOBODY/freeze", json=about)
        refused(unknown, 404, "not_found")
        change = {"current": PASSWORD, "new": f"{PASSWORD} and more"}
        assert (await desks.dealer.post("/api/staff/password", json=change)).status_code == 200
        guess = {**about, "approval": {"name": "Sam", "password": "a wrong guess"}}
        codes = [(await desks.dealer.post("/api/staff/players/NOBODY/freeze", json=guess)).json()["code"] for _ in range(6)]
        assert codes == ["wrong_password"] * 5 + ["rate_limited"], "a name is still not to be guessed at"


async def test_right_passwords_do_not_count_as_tries(tmp_path: Path) -> None:
    async with staffed(tmp_path, bounds=PATIENT) as desks:
        for _ in range(7):
            assert (await sign_in(desks.nobody, "Dora")).status_code == 200


def test_a_line_of_ipv6_is_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1:2:3") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") != network_of("10.0.0.2")
    assert network_of("") == ""


HOSTS_ONLY = [
    ("GET", "/api/staff/members", None),
    ("POST", "/api/staff/members", {"name": "Eve", "role": "host"}),
    ("POST", "/api/staff/members/link", {"name": "Hilda"}),
    ("POST", "/api/staff/members/role", {"name": "Dora", "role": "host"}),
    ("POST", "/api/staff/members/sessions", {"name": "Hilda"}),
    ("POST", "/api/staff/members/remove", {"name": "Hilda"}),
]


async def test_nobody_but_the_host_says_who_works_here(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        before = await desks.acts()
        for method, path, body in HOSTS_ONLY:
            for http, status, code in (
                (desks.dealer, 403, "forbidden"),
                (desks.supervisor, 403, "forbidden"),
                (desks.nobody, 401, "not_signed_in"),
            ):
                refused(await http.request(method, path, json=body), status, code)
        assert await desks.acts() == before
        assert [row.name for row in await desks.house.casino.staff.members()] == ["Dora", "Hilda", "Sam"]
        refused(await desks.dealer.get("/api/staff/acts"), 403, "forbidden")
        assert (await desks.dealer.get("/api/staff/acts?table=1")).status_code == 200


async def test_who_is_removed_is_out_at_once_and_cannot_come_back(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        link = (await desks.host.post("/api/staff/members/link", json={"name": "dora"})).json()["token"]
        assert (await desks.host.post("/api/staff/members/remove", json={"name": "Dora"})).status_code == 200
        assert await name_of(desks.dealer) is None
        refused(await sign_in(desks.dealer, "Dora"), 401, "wrong_password")
        refused(await desks.dealer.post("/api/staff/link/use", json={"token": link, "password": PASSWORD}), 404, "link_used")
        refused(await desks.host.post("/api/staff/members/remove", json={"name": "Dora"}), 404, "not_found")
        kinds = [(act["kind"], act["details"].get("name")) for act in await desks.acts()]
        assert kinds[-2:] == [("link_made", "dora"), ("staff_removed", "Dora")]


async def test_another_role_holds_at_once_and_the_house_keeps_a_host(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        for path, body in (("role", {"name": "Hilda", "role": "dealer"}), ("remove", {"name": "Hilda"})):
            refused(await desks.host.post(f"/api/staff/members/{path}", json=body), 409, "last_host")
        change = {"name": "Sam", "role": "host"}
        assert (await desks.host.post("/api/staff/members/role", json=change)).status_code == 200
        assert (await desks.supervisor.get("/api/staff/members")).status_code == 200
        assert (await desks.supervisor.post("/api/staff/members/remove", json={"name": "Hilda"})).status_code == 200
        refused(await desks.host.get("/api/staff/members"), 401, "not_signed_in")


async def test_a_host_who_has_never_come_is_no_host_that_the_house_keeps(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        ghost = await desks.host.post("/api/staff/members", json={"name": "Ghost", "role": "host"})
        for path, body in (("role", {"name": "Hilda", "role": "dealer"}), ("remove", {"name": "Hilda"})):
            refused(await desks.host.post(f"/api/staff/members/{path}", json=body), 409, "last_host")
        assert (await desks.host.post("/api/staff/members/remove", json={"name": "Ghost"})).status_code == 200
        ghost = await desks.host.post("/api/staff/members", json={"name": "Ghost", "role": "host"})
        use = {"token": ghost.json()["token"], "password": PASSWORD}
        assert (await desks.nobody.post("/api/staff/link/use", json=use)).status_code == 200
        assert (await desks.host.post("/api/staff/members/remove", json={"name": "Hilda"})).status_code == 200


async def test_the_host_ends_the_sessions_of_one_and_the_password_still_holds(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        assert (await desks.host.post("/api/staff/members/sessions", json={"name": "Sam"})).status_code == 200
        assert await name_of(desks.supervisor) is None
        assert (await sign_in(desks.supervisor, "Sam")).status_code == 200
        refused(await desks.host.post("/api/staff/members/sessions", json={"name": "Eve"}), 404, "not_found")


async def test_a_name_is_given_once_and_a_waiting_one_cannot_sign_in(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        refused(await desks.host.post("/api/staff/members", json={"name": "DORA\u200b", "role": "host"}), 409, "name_taken")
        refused(await desks.host.post("/api/staff/members", json={"name": "Eve", "role": "owner"}), 400, "malformed")
        assert (await desks.host.post("/api/staff/members", json={"name": "New", "role": "dealer"})).status_code == 201
        listed = (await desks.host.get("/api/staff/members")).json()
        assert [(one["name"], one["waiting"]) for one in listed] == [
            ("Dora", False),
            ("Hilda", False),
            ("New", True),
            ("Sam", False),
        ]
        for password in ("", PASSWORD, "nobody has this one"):
            refused(await sign_in(desks.nobody, "New", password), 401, "wrong_password")


async def test_a_password_is_changed_by_who_knows_it_and_ends_the_other_sessions(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        assert (await sign_in(desks.nobody, "Dora")).status_code == 200
        wrong = {"current": "wrong password", "new": "a longer secret"}
        refused(await desks.dealer.post("/api/staff/password", json=wrong), 401, "wrong_password")
        refused(await desks.dealer.post("/api/staff/password", json={"current": PASSWORD, "new": "short"}), 400, "bad_password")
        changed = await desks.dealer.post("/api/staff/password", json={"current": PASSWORD, "new": "a longer secret"})
        assert changed.status_code == 200
        assert (await name_of(desks.dealer), await name_of(desks.nobody)) == ("Dora", None)
        refused(await sign_in(desks.nobody, "Dora"), 401, "wrong_password")
        assert (await sign_in(desks.nobody, "Dora", "a longer secret")).status_code == 200


async def test_who_signs_out_is_out_also_with_the_old_cookie(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        cookie = desks.dealer.cookies["puntobanco_staff"]
        assert (await desks.dealer.post("/api/staff/signout")).status_code == 200
        assert "puntobanco_staff" not in desks.dealer.cookies
        desks.nobody.cookies.set("puntobanco_staff", cookie)
        assert await name_of(desks.nobody) is None
        assert (await desks.dealer.post("/api/staff/signout")).status_code == 200


async def test_sessions_and_links_run_out(tmp_path: Path) -> None:
    clock = MovedClock()
    async with staffed(tmp_path, clock=clock) as desks:
        link = (await desks.host.post("/api/staff/members", json={"name": "New", "role": "dealer"})).json()["token"]
        clock.forward(12 * 3600 * 1000 + 1)
        assert [await name_of(http) for http in (desks.host, desks.supervisor, desks.dealer)] == [None] * 3
        clock.forward(7 * 24 * 3600 * 1000)
        body = {"token": link, "password": PASSWORD}
        refused(await desks.nobody.post("/api/staff/link/use", json=body), 404, "link_used")


async def test_a_page_of_another_origin_can_do_nothing_with_a_staff_session(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        foreign = {"Origin": "http://evil.example"}
        for path in ("signout", "members/remove", "password", "signin", "link/use"):
            answer = await desks.host.post(f"/api/staff/{path}", json={"name": "Dora"}, headers=foreign)
            refused(answer, 403, "forbidden")
        assert await name_of(desks.host) == "Hilda"


async def test_a_forged_or_foreign_cookie_is_nobody(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        token = desks.host.cookies["puntobanco_staff"]
        for forged in (token[:-1], token.swapcase(), digest(token), "", "x" * 3000, "é"):
            sent = {b"Cookie": b"puntobanco_staff=" + forged.encode()}
            answer = await desks.nobody.get("/api/staff/me", headers=httpx.Headers(sent))
            refused(answer, 401, "not_signed_in")


async def test_the_database_holds_no_token_and_no_password(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        link = (await desks.host.post("/api/staff/members", json={"name": "New", "role": "dealer"})).json()["token"]
        secrets = [PASSWORD, link, *(http.cookies["puntobanco_staff"] for http in (desks.host, desks.dealer))]
    with sqlite3.connect(tmp_path / "house.db") as connection:
        kept = "\n".join(connection.iterdump())
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in kept
    assert not [secret for secret in secrets if secret in kept]


async def test_bad_bodies_get_one_clear_refusal(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        for body in (
            b"",
            b"{",
            b"[]",
            b"null",
            b'{"name": 1, "password": "x"}',
            b'{"name": "x"}',
            b'{"name":"\\ud800","password":"\\udfff"}',
        ):
            answer = await desks.nobody.post("/api/staff/signin", content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code in (400, 401), (body, answer.text)
            assert answer.json()["code"] in ("malformed", "wrong_password")


async def test_many_who_guess_at_once_do_not_hold_the_house_up(tmp_path: Path) -> None:
    bounds = Bounds(passwords_waiting=2, tries_burst=100, tries_burst_per_address=100, sign_ins_per_minute_per_address=1_000)
    async with opened(tmp_path, [setup(betting_seconds=60)], bounds=bounds) as house, desk(house) as http:
        answers = await asyncio.gather(*(sign_in(http, "Hilda") for _ in range(20)))
        codes = {answer.json()["code"] for answer in answers}
        assert codes == {"wrong_password", "rate_limited"}
        assert (await http.get("/healthz")).status_code == 200


def test_a_role_covers_those_before_it() -> None:
    assert [[one.covers(other) for other in Role] for one in Role] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


async def test_staff_and_their_sessions_outlive_a_restart(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        cookie = desks.supervisor.cookies["puntobanco_staff"]
    async with opened(tmp_path) as house, desk(house) as http:
        http.cookies.set("puntobanco_staff", cookie)
        assert await name_of(http) == "Sam"
        assert await house.casino.staff.host_link(anew=False) is None


async def test_a_supervisor_approves_with_name_and_password_and_a_dealer_cannot(tmp_path: Path) -> None:
    async with staffed(tmp_path) as desks:
        staff = desks.house.casino.staff
        approved = await staff.approve("sam", PASSWORD, "10.0.0.1")
        assert getattr(approved, "name", None) == "Sam"
        for name, password, code in (
            ("Dora", PASSWORD, "forbidden"),
            ("Sam", "wrong", "wrong_password"),
            ("Eve", "x", "wrong_password"),
        ):
            assert getattr(await staff.approve(name, password, "10.0.0.1"), "code", None) == code
        codes = [getattr(await staff.approve("Sam", "wrong", "10.0.0.2"), "code", None) for _ in range(6)]
        assert codes == ["wrong_password"] * 5 + ["rate_limited"]


def test_nothing_of_a_password_shows_in_a_representation() -> None:
    from puntobanco.server.staff.accounts import Credentials, LinkUse, NewPassword
    from puntobanco.server.staff.door import Approval

    shown = repr(
        [
            Credentials(name="Ann", password=PASSWORD),
            LinkUse(token="t" * 40, password=PASSWORD),
            NewPassword(current=PASSWORD, new=PASSWORD),
            Approval(name="Ann", password=PASSWORD),
        ]
    )
    assert PASSWORD not in shown
    assert "t" * 40 not in shown
