"""The desk of a table with real cards over HTTP: its acts once each, approvals, errors, what players are told, restarts."""

import asyncio
import csv
import itertools
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from puntobanco.errors import BadSettings
from puntobanco.game.bets import Bet, settle
from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.roads import Roads
from puntobanco.game.roads_document import RoadsDocument, document
from puntobanco.game.rules import Coup, Outcome, check
from puntobanco.server.staff.scanner import read_codes
from tests.cli.commands import command
from tests.server.books import check_books, rows
from tests.server.evening import CountingStore
from tests.server.guests import guest, refused
from tests.server.inside import MovedClock, opened, setup
from tests.server.served import Client, Message, true_within
from tests.server.staffed import PASSWORD, Desks, desk, staffed

GOLDEN = Path(__file__).parents[2] / "golden"
BY_HAND: dict[str, Any] = {"dealt_by": "hand", "betting_seconds": 0.3}
NATURAL = ("9H", "2S", "KD", "4C")
SAM = {"name": "Sam", "password": PASSWORD}
ids = (f"desk-{number:06d}" for number in itertools.count())


class AtDesk:
    """One who deals at a desk. Every act carries what the desk showed last."""

    def __init__(self, http: httpx.AsyncClient, table: int = 1) -> None:
        self.http = http
        self.path = f"/api/desk/tables/{table}"

    async def view(self) -> Message:
        """The desk as it is now."""
        answer = await self.http.get(self.path)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def act(self, kind: str, *, command_id: str = "", approval: Message | None = None, **fields: Any) -> httpx.Response:
        """Ask for an act."""
        body = {"command_id": command_id or next(ids), "act": {"act": kind, **fields}}
        return await self.http.post(f"{self.path}/acts", json=body if approval is None else {**body, "approval": approval})

    async def must(self, kind: str, **fields: Any) -> Message:
        """An act that must not be refused; the desk after it."""
        answer = await self.act(kind, **fields)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def ready(self, shoe: int = 1, **fields: Any) -> Message:
        """A new shoe on the table."""
        await self.must("new_shoe", shoe=shoe, **fields)
        return await self.must("bring_shoe", shoe=shoe)

    async def enter(self, *cards: str) -> Message:
        """Enter cards."""
        view = await self.view()
        for card in cards:
            view = await self.must("enter_card", number=view["next_number"], card=card)
        return view

    async def open_round(self) -> Message:
        """Open the next round."""
        return await self.must("open_round", round=(await self.view())["round"] + 1)

    async def closed(self) -> Message:
        """Wait until betting has closed."""
        view = await self.view()
        if view["next"] == "betting":
            await asyncio.sleep(max(0, view["closes_ms"] / 1000 - time.time()) + 0.02)
        return await self.closed() if view["next"] == "betting" else view

    async def settle(self) -> Message:
        """Settle the round."""
        view = await self.view()
        return await self.must("settle_round", round=0 if view["demonstration"] else view["round"])


async def signed_in(http: httpx.AsyncClient) -> AtDesk:
    """Dora, at a house that was started again."""
    answer = await http.post("/api/staff/signin", json={"name": "Dora", "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return AtDesk(http)


async def watching(desks: Desks) -> Client:
    player = await guest(desks.house)
    await player.open_socket()
    await player.watch()
    return player


async def test_a_round_of_real_cards_from_the_shoe_to_the_players_money(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        player, dora = await watching(desks), AtDesk(desks.dealer)
        assert (await dora.view())["next"] == "new_shoe"
        assert (await dora.ready())["next"] == "open_round"
        assert (await dora.open_round())["next"] == "betting"
        opened = await player.event("betting_opened")
        assert (await player.bet(1, opened["round"], "player", 1_000))["refusal"] is None
        view = await dora.closed()
        places = [(view["next"], view["place"])]
        for card in NATURAL:
            view = await dora.enter(card)
            places.append((view["next"], view["place"]))
        assert places == [("player_card", 1), ("banker_card", 1), ("player_card", 2), ("banker_card", 2), ("settle", None)]
        assert (view["player_points"], view["banker_points"], view["outcome"]) == (9, 6, "player")
        assert (await player.event("card_dealt"))["card"] == "9H"
        await dora.settle()
        await player.event("round_settled")
        assert (await player.get("/api/me"))["balance_cents"] == 1_001_000
    check_books(tmp_path / "house.db")


async def test_a_shoe_of_real_cards_has_no_record_of_hashes(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        await AtDesk(desks.dealer).ready()
        refused(await desks.nobody.get("/api/shoes/1-1"), 404, "not_found")


async def test_what_the_decks_still_hold_is_counted(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        dora = AtDesk(desks.dealer)
        await dora.ready()
        await dora.open_round()
        await dora.closed()
        view = await dora.enter("9H", "9H")
        assert (view["left"]["9H"], view["left"]["9S"], view["cards_left"]) == (6, 8, 414)


async def test_an_act_that_comes_again_is_done_once(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        dora = AtDesk(desks.dealer)
        await dora.ready()
        await dora.open_round()
        view = await dora.closed()
        again = {"command_id": "the-same-card", "number": view["next_number"], "card": "9H"}
        answers = await asyncio.gather(*(dora.act("enter_card", **again) for _ in range(5)))
        assert [answer.status_code for answer in answers] == [200] * 5
        assert len((await dora.view())["player"]) == 1
        refused(await dora.act("enter_card", **{**again, "card": "8H"}), 409, "command_id_reused")


async def test_an_act_that_changes_nothing_leaves_no_line(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        dora = AtDesk(desks.dealer)
        await dora.ready()
        await dora.open_round()
        await dora.closed()
        view = await dora.enter("9H")
        before = (await desks.dealer.get("/api/staff/acts?table=1")).json()["acts"]
        await dora.must("correct_card", number=view["next_number"] - 1, card="9H", reason="")
        await dora.must("show_cut_card", number=view["next_number"], out=False, reason="")
        assert (await desks.dealer.get("/api/staff/acts?table=1")).json()["acts"] == before


async def test_two_desks_that_enter_the_same_card_enter_it_once(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        dora, sam = AtDesk(desks.dealer), AtDesk(desks.supervisor)
        await dora.ready()
        await dora.open_round()
        number = (await dora.closed())["next_number"]
        answers = await asyncio.gather(*(one.act("enter_card", number=number, card="9H") for one in (dora, sam)))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert len((await dora.view())["player"]) == 1


async def test_nobody_acts_without_being_staff_and_no_player_sees_the_desk(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND), setup(2, "classic")]) as desks:
        player = await guest(desks.house)
        async with player.http() as http:
            for browser in (desks.nobody, http):
                refused(await browser.get("/api/desk/tables/1"), 401, "not_signed_in")
                refused(await AtDesk(browser).act("new_shoe", shoe=1), 401, "not_signed_in")
        refused(await desks.dealer.get("/api/desk/tables/2"), 400, "not_by_hand")
        refused(await AtDesk(desks.dealer, 2).act("new_shoe", shoe=1), 400, "not_by_hand")
        refused(await desks.dealer.get("/api/desk/tables/9"), 404, "no_such_table")
        assert (await AtDesk(desks.dealer).view())["shoe"] == 0


async def test_a_dealer_needs_a_supervisor_for_an_earlier_card_and_a_burn(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "chips", **BY_HAND)]) as desks:
        dora = AtDesk(desks.dealer)
        await dora.ready()
        await dora.open_round()
        await dora.closed()
        view = await dora.enter(*NATURAL[:3])
        first = view["player"][0]["number"]
        wrong = {"number": first, "card": "8H", "reason": "misread"}
        refused(await dora.act("correct_card", **wrong), 403, "needs_approval")
        nine = {"name": "Sam", "password": "not the password"}
        refused(await dora.act("correct_card", **wrong, approval=nine), 401, "wrong_password")
        view = (await dora.act("correct_card", **wrong, approval=SAM)).json()
        assert view["player"][0]["card"] == "8H"
        burn = {"number": view["next_number"], "count": 3, "reason": "a card to the wrong hand"}
        refused(await dora.act("burn_cards", **burn), 403, "needs_approval")
        assert (await AtDesk(desks.supervisor).act("burn_cards", **burn)).status_code == 200
        kept = [(one["name"], one["kind"], one["approved_by"], one["reason"]) for one in await desks.acts(1)]
        assert kept[-2:] == [
            ("Dora", "correct_card", "Sam", "misread"),
            ("Sam", "burn_cards", None, "a card to the wrong hand"),
        ]
        about = {"shoe": 1, "round": 1}
        details = {one["kind"]: one["details"] for one in await desks.acts(1)}
        assert details["correct_card"] == {"number": first, "card": "8H", "was": "9H", "side": "player", **about}
        assert details["burn_cards"] == {"number": view["next_number"], "count": 3, **about}
        assert details["new_shoe"] == {"shoe": 1, "replaced": False}


async def test_players_are_told_of_every_error_and_why_but_not_by_whom(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        player, sam = await watching(desks), AtDesk(desks.supervisor)
        await sam.ready()
        await sam.open_round()
        await sam.closed()
        view = await sam.enter("9H", "2S")
        last = view["banker"][0]["number"]
        await sam.must("correct_card", number=last, card="3S", reason="misread")
        corrected = await player.event("card_corrected")
        assert (corrected["was"], corrected["card"], corrected["reason"]) == ("2S", "3S", "misread")
        await sam.must("take_card_back", number=last, reason="scanned twice")
        assert (await player.event("card_taken_back"))["number"] == last
        await sam.must("burn_cards", number=last, count=3, reason="a card too many")
        assert (await player.event("error_burned"))["face_down"] == 3
        await sam.must("note_exposed", card="KS", reason="it lay face up")
        assert (await player.event("card_exposed"))["card"] == "KS"
        await sam.must("show_cut_card", number=(await sam.view())["next_number"])
        assert (await player.event("cut_card_shown"))["last_round"] == 1
        assert "Sam" not in "".join(player.raw)


async def test_a_round_of_real_cards_is_voided_after_the_close_with_approval_and_every_bet_comes_back(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        player, dora = await watching(desks), AtDesk(desks.dealer)
        await dora.ready()
        await dora.open_round()
        opened = await player.event("betting_opened")
        await player.bet(1, opened["round"], "player", 1_000)
        await dora.closed()
        await dora.enter("9H", "2S")
        void = {"command_id": next(ids), "shoe": 1, "round": opened["round"], "reason": "a card too few"}
        path = "/api/staff/tables/1/void"
        refused(await desks.dealer.post(path, json=void), 403, "needs_approval")
        done = await desks.dealer.post(path, json={**void, "command_id": next(ids), "approval": SAM})
        assert done.status_code == 200, done.text
        assert (await player.event("round_voided"))["reason"] == "a card too few"
        assert (await player.get("/api/me"))["balance_cents"] == 1_000_000
        assert (await dora.view())["next"] == "open_round"
    check_books(tmp_path / "house.db")


async def test_a_restart_finds_the_desk_in_the_middle_of_the_round(tmp_path: Path) -> None:
    tables = [setup(1, "live", **BY_HAND)]
    async with staffed(tmp_path, tables) as desks:
        dora = AtDesk(desks.dealer)
        await dora.ready()
        await dora.enter("2C")
        await dora.open_round()
        await dora.closed()
        before = await dora.enter("9H", "2S")
    async with opened(tmp_path, tables) as house, desk(house) as http:
        dora = await signed_in(http)
        after = await dora.view()
        told = ("next", "place", "player", "banker", "cards_left", "left", "shown", "round", "shoe", "dealer")
        assert {key: after[key] for key in told} == {key: before[key] for key in told}
        await dora.enter("KD", "4C")
        await dora.settle()
    check_books(tmp_path / "house.db")


async def test_a_table_that_the_software_is_to_deal_from_now_on_ends_the_shoe_of_real_cards(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        await AtDesk(desks.dealer).ready()
    async with opened(tmp_path, [setup(1, "classic")]) as house, desk(house) as http:
        dora, player = await signed_in(http), await guest(house)
        await player.open_socket()
        await player.watch()
        await player.event("betting_opened")
        state = house.casino.floor.state(1)
        assert state is not None
        assert (state.shoe_number, state.rules.by_hand) == (2, False)
        refused(await http.get(dora.path), 400, "not_by_hand")
    check_books(tmp_path / "house.db")


async def test_a_table_that_waits_for_its_dealer_rests(tmp_path: Path) -> None:
    store = CountingStore(tmp_path / "house.db")
    async with opened(tmp_path, [setup(1, "classic", **BY_HAND)], store=store) as house:
        player = await guest(house)
        await player.open_socket()
        await player.watch()
        await true_within(lambda: (state := house.casino.floor.state(1)) and state.present)
        asked = store.asked
        await asyncio.sleep(0.3)
        assert store.asked <= asked + 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"command_id": "long-enough", "act": {"act": "no such act"}},
        {"command_id": "long-enough", "act": {"act": "enter_card", "number": -1, "card": "9H"}},
        {"command_id": "long-enough", "act": {"act": "enter_card", "number": 1, "card": "9H", "side": "banker"}},
        {"command_id": "long-enough", "act": {"act": "enter_card", "number": 1, "card": "9" * 500}},
        {"command_id": "long-enough", "act": {"act": "burn_cards", "number": 1, "count": 11, "reason": "x"}},
        {"command_id": "long-enough", "act": {"act": "correct_card", "number": 1, "card": "9H", "reason": "x" * 201}},
        {"command_id": "short", "act": {"act": "settle_round", "round": 1}},
        [],
        "text",
    ],
)
async def test_an_act_that_cannot_be_read_is_one_clear_refusal(tmp_path: Path, body: object) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        refused(await desks.dealer.post("/api/desk/tables/1/acts", json=body), 400, "malformed")


async def test_a_scanners_code_is_the_card_it_stands_for(tmp_path: Path) -> None:
    path = tmp_path / "codes.toml"
    path.write_text('"0417" = "9H"\n"PB;KD" = "10♦"\n')
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        desks.house.casino.scanner = read_codes(path)
        dora = AtDesk(desks.dealer)
        await dora.ready()
        await dora.open_round()
        await dora.closed()
        view = await dora.enter(" 0417 ", "PB;KD", "as")
        assert [card["card"] for card in (*view["player"], *view["banker"])] == ["9H", "AS", "TD"]
        refused(await dora.act("enter_card", number=view["next_number"], card="0418"), 400, "unknown_card")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"0417" = "1H"', "code '0417' is '1H': write the card that it stands for, such as 9H"),
        ('"0417" = 9', "code '0417' is '9'"),
        ('"0417" = ["9H"]', "code '0417' is 'list'"),
        ('" " = "9H"', "' ' is no code: write 1 to 40 characters"),
        (f'"{"4" * 41}" = "9H"', "is no code"),
        ("0417", "is no TOML of codes and cards"),
        ("\x00", "is no TOML of codes and cards"),
        ("".join(f'"{number}" = "9H"\n' for number in range(2_001)), "has 2001 codes; at most 2000 can be read"),
    ],
)
def test_a_file_of_codes_with_a_fault_is_refused_with_file_and_reason(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "codes.toml"
    path.write_text(text)
    with pytest.raises(BadSettings) as caught:
        read_codes(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


# An evening.


def recorded(most: int) -> Iterator[tuple[Coup, str]]:
    """Real rounds with their outcomes, in the order in which they were dealt."""
    with (GOLDEN / "recorded_hands.csv").open(encoding="utf-8") as file:
        for row in itertools.islice(csv.DictReader(line for line in file if not line.startswith("#")), most):
            yield check(parse_cards(row["player"]), parse_cards(row["banker"])), row["outcome"]


def in_order(coup: Coup) -> list[Card]:
    """The cards of a round as they left the shoe."""
    firsts = [card for pair in zip(coup.player[:2], coup.banker[:2], strict=True) for card in pair]
    return [*firsts, *coup.player[2:], *coup.banker[2:]]


BETTING_MS = 30_000
STAKES = {Bet.PLAYER: 1_000, Bet.BANKER: 2_000, Bet.TIE: 500, Bet.EITHER_PAIR: 300, Bet.LUCKY_SIX: 100}


class Shoe(NamedTuple):
    """The outcomes of one shoe of an evening: as they were recorded, and as the page has them, which draws its roads of them."""

    recorded: list[str]
    seen: list[str]


async def history(player: Client) -> list[str]:
    """The outcomes that a snapshot carries."""
    await player.send(type="watch", table=1)
    snapshot = await player.until(lambda message: message["type"] == "snapshot")
    return [result["outcome"] for result in snapshot["table"]["results"]]


async def play_evening(desks: Desks, clock: MovedClock, rounds: int) -> list[Shoe]:
    """Type recorded rounds at the desk, with a player who bets; a new shoe whenever the next would not fit the decks."""
    player, dora = await watching(desks), AtDesk(desks.dealer)
    await dora.ready()
    shoe, seen, net = 1, Counter[Card](), 0
    shoes, typed = list[Shoe](), list[str]()
    for coup, outcome in recorded(rounds):
        cards = in_order(coup)
        view = await dora.view()
        fits = all(count <= 8 for count in (seen + Counter(cards)).values())
        if view["shoe_done"] or not fits:
            shoes.append(Shoe(typed, await history(player)))
            shoe, seen, typed = shoe + 1, Counter(), []
            await dora.ready(shoe, reason="the recorded cards fit no more")
        seen += Counter(cards)
        number = (await dora.open_round())["round"]
        taken = {bet: stake for bet, stake in STAKES.items() if number <= 50 or bet in (Bet.PLAYER, Bet.BANKER, Bet.TIE)}
        for bet, stake in taken.items():
            assert (await player.bet(shoe, number, bet, stake))["refusal"] is None
        clock.forward(BETTING_MS)
        desks.house.dealer().wake()
        await player.event("betting_closed")
        view = await dora.enter(*cards)
        assert view["outcome"] == outcome
        await dora.settle()
        settled = await player.event("round_settled")
        assert (settled["result"]["round"], settled["result"]["outcome"]) == (number, outcome)
        net += sum(one.net for one in settle(coup, taken).bets.values())
        typed.append(outcome)
    assert (await player.get("/api/me"))["balance_cents"] == 1_000_000 + net
    return [*shoes, Shoe(typed, await history(player))]


def check_roads(shoes: list[Shoe]) -> None:
    """The roads of the outcomes that the page was sent are those that ``puntobanco roads`` draws of the recorded ones."""
    recorded = "".join("".join(outcome[0] for outcome in shoe.recorded) + "\n" for shoe in shoes)
    lines = command("roads", "-", stdin=recorded).stdout.splitlines()
    for shoe, line in zip(shoes, lines, strict=True):
        roads = Roads(Outcome(outcome) for outcome in shoe.seen)
        assert msgspec.json.decode(line, type=RoadsDocument) == document(roads)


async def _evening(tmp_path: Path, rounds: int) -> None:
    house = setup(1, "live", dealt_by="hand", betting_seconds=BETTING_MS / 1000, burn="none", banker_bets="commission")
    clock = MovedClock()
    async with staffed(tmp_path, [house], clock=clock) as desks:
        shoes = await play_evening(desks, clock, rounds)
    check_roads(shoes)
    check_books(tmp_path / "house.db")
    found = rows(tmp_path / "house.db", "SELECT outcome FROM rounds ORDER BY at_ms")
    assert [outcome for (outcome,) in found] == [outcome for _, outcome in recorded(rounds)]


async def test_an_evening_typed_from_recorded_rounds_gives_their_results_and_settlements(tmp_path: Path) -> None:
    await _evening(tmp_path, 15)


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_a_long_evening_typed_from_all_recorded_rounds(tmp_path: Path) -> None:
    await _evening(tmp_path, 2_000)
