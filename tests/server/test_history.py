"""The history of a shoe over HTTP: the rounds of every kind of shoe, as JSON and as CSV, and nothing that nobody has seen yet."""

import asyncio
import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from puntobanco.bank.shoe_log import ShoeState
from puntobanco.game.cards import DECK
from puntobanco.game.record import read_hands
from puntobanco.game.record_json import read_shoe
from puntobanco.game.record_results import results_of_hands, results_of_rows
from puntobanco.game.replay import replay_hands
from puntobanco.game.rules import Coup, deal
from puntobanco.server.history import COLUMNS, PlayedRound, ShoeHistory, as_csv
from puntobanco.table.state import Phase
from tests.cli.commands import command
from tests.server.books import check_books, rows
from tests.server.guests import guest, refused
from tests.server.inside import SHORT_SHOE, House, StandingClock, opened, setup
from tests.server.served import Client, Message
from tests.server.staffed import Desks, staffed
from tests.server.test_desk import BY_HAND, NATURAL, SAM, AtDesk, watching
from tests.server.test_resume import go_to, state_of
from tests.server.test_staff_tables import act, betting

DEMONSTRATED = {**SHORT_SHOE, "demonstration_rounds": 2}


async def at_table(house: House) -> Client:
    """A guest who watches table 1."""
    player = await guest(house)
    await player.open_socket()
    await player.watch()
    return player


async def text_of(player: Client, path: str) -> str:
    """A file of the house, after what it is called was looked at."""
    async with player.http() as http:
        answer = await http.get(path)
    assert answer.status_code == 200, answer.text
    table, shoe = path.split("/")[3].split("-")
    ending = path.rpartition(".")[2]
    assert answer.headers["content-disposition"] == f'attachment; filename="puntobanco-shoe-{table}-{shoe}.{ending}"'
    assert answer.headers["content-type"] == {"csv": "text/csv; charset=utf-8", "json": "application/json"}[ending]
    assert answer.headers["cache-control"] == "no-store"
    return answer.text


def read(text: str) -> list[dict[str, str]]:
    """The rows of an exported CSV."""
    assert text.endswith("\r\n")
    assert text.count("\n") == text.count("\r\n")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def check_files(folder: Path, history: Message, as_csv: str, as_json: str) -> None:
    """Both files say what the history says, and the commands that read them agree with it."""
    counted = [one for one in history["rounds"] if one["round"] and not one["voided"]]
    assert json.loads(as_json) == history
    assert [row["round"] for row in read(as_csv)] == [str(one["round"] or "") for one in history["rounds"]]
    for name, text in (("shoe.csv", as_csv), ("shoe.json", as_json)):
        (folder / name).write_bytes(text.encode())
        done = command("replay", str(folder / name), "--decks", str(history["decks"]), "--one-shoe", "--json")
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        replay = json.loads(done.stdout)
        assert replay["results"] == history["results"] == "".join(one["outcome"][0].upper() for one in counted)
        assert [one["round"] for one in replay["rounds"]] == [one["round"] for one in counted]
        drawn = command("roads", "--from", str(folder / name), "--json")
        assert (drawn.returncode, drawn.stderr) == (0, "")
        assert drawn.stdout == command("roads", history["results"], "--json").stdout


async def test_an_evening_is_exported_replayed_and_drawn(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [setup(1, "classic", **DEMONSTRATED)], clock=clock) as house:
        player = await at_table(house)
        await go_to(house, clock, lambda state: state.shoe_number == 2 and state.round == 2 and state.phase is Phase.BETTING)
        first, second = [await player.get(f"/api/shoes/1-{shoe}/rounds") for shoe in (1, 2)]
        files = [await text_of(player, f"/api/shoes/1-{shoe}/rounds.{ending}") for shoe in (1, 2) for ending in ("csv", "json")]
        listed = await player.get("/api/tables/1/shoes")
    check_files(tmp_path, first, *files[:2])
    check_files(tmp_path, second, *files[2:])
    assert [one["demonstration"] for one in first["rounds"]][:3] == [1, 2, None]
    assert [one["round"] for one in second["rounds"]] == [None, None, 1], "the round that is bet on is not told"
    assert (first["previous"], first["next"], second["previous"], second["next"]) == (None, 2, 1, None)
    assert (first["house"], first["decks"], first["by_hand"], first["state"]) == ("classic", 6, False, "finished")
    assert (second["state"], second["ended_ms"]) == ("in_play", None)
    assert [one["results"] for one in listed["shoes"]] == [second["results"], first["results"]]
    assert [one["by_hand"] for one in listed["shoes"]] == [False, False]
    check_books(tmp_path / "house.db")


@pytest.mark.parametrize(
    "settings",
    [
        {"continuous_shuffler": True, "burn": "none"},
        {"shuffle_every_round": True},
        {"faces": "down", "squeeze": "highest_bettor", "squeeze_seconds": 5},
    ],
)
async def test_sessions_and_squeezed_shoes_have_a_history_too(tmp_path: Path, settings: dict[str, object]) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [setup(1, "live", **settings)], clock=clock) as house:
        player = await at_table(house)
        await go_to(house, clock, lambda state: state.round == 4 and state.phase is Phase.BETTING)
        history = await player.get("/api/shoes/1-1/rounds")
        files = [await text_of(player, f"/api/shoes/1-1/rounds.{ending}") for ending in ("csv", "json")]
    assert len(history["results"]) == 3
    # A session's packs hold every card again.
    history["decks"] = 12
    files[1] = files[1].replace('"decks":8', '"decks":12')
    check_files(tmp_path, history, *files)
    check_books(tmp_path / "house.db")


async def test_nothing_of_the_round_under_way_is_told_at_any_step(tmp_path: Path) -> None:
    """Cards that lie face down, and open ones of a round that has not ended, are in no answer about the shoe's rounds."""
    clock = StandingClock()
    settings = {"faces": "down", "squeeze": "none", "demonstration_rounds": 1}
    async with opened(tmp_path, [setup(1, "live", **settings)], clock=clock) as house:
        player = await at_table(house)
        steps = set[tuple[Phase, int]]()
        while state_of(house).round < 2:
            version = state_of(house).version
            state = await go_to(house, clock, lambda state, seen=version: state.version > seen)  # type: ignore[misc]
            steps.add((state.phase, state.cards_out))
            if state.shoe is None:
                continue
            begun = state.demonstration or (1 + state.round if state.round else 0)
            under_way = state.phase in (Phase.BETTING, Phase.DEALING)
            history = await player.get("/api/shoes/1-1/rounds")
            listed = await player.get("/api/tables/1/shoes")
            assert len(history["rounds"]) == begun - under_way
            assert listed["shoes"][0]["results"] == history["results"] == "".join(one.outcome.letter for one in state.results)
    assert {(Phase.DEALING, cards) for cards in range(1, 5)} < steps


async def test_real_cards_corrected_and_taken_back_and_a_voided_round(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(1, "classic", **BY_HAND)]) as desks:
        player, dora = await watching(desks), AtDesk(desks.dealer)
        await dora.ready()
        history = await played_by_hand(desks, dora, player)
        listed = await player.get("/api/tables/1/shoes")
        files = [await text_of(player, f"/api/shoes/1-1/rounds.{ending}") for ending in ("csv", "json")]
        async with player.http() as http:
            refused(await http.get("/api/shoes/1-1/record"), 404, "not_found")
    assert [(one["round"], one["player"], one["banker"], one["outcome"], one["voided"]) for one in history["rounds"]] == [
        (1, ["9H", "KD"], ["2S", "4C"], "player", None),
        (2, ["9H"], [], None, "=HYPERLINK(1)"),
        (3, ["9H", "KD"], ["3S", "4C"], "player", None),
    ]
    assert (history["by_hand"], history["state"], history["results"], history["decks"]) == (True, "in_play", "PP", 8)
    told = listed["shoes"][0]
    assert [told[key] for key in ("shoe", "by_hand", "state", "rounds", "voided", "results")] == [1, True, "in_play", 3, 1, "PP"]
    assert read(files[0])[1]["voided"] == "'=HYPERLINK(1)", "a spreadsheet must not compute it"
    check_files(tmp_path, history, *files)
    check_books(tmp_path / "house.db")


async def played_by_hand(desks: Desks, dora: AtDesk, player: Client) -> Message:
    """A round, a voided one, and one in which a card was wrong and another one too many; the history while a fourth is dealt."""
    await dora.open_round()
    await dora.closed()
    await dora.enter(*NATURAL)
    await dora.settle()
    await dora.open_round()
    await dora.closed()
    await dora.enter("9H")
    about = {"shoe": 1, "round": 2, "reason": "=HYPERLINK(1)", "approval": SAM}
    answer = await act(desks.dealer, "void", about)
    assert answer.status_code == 200, answer.text
    await player.event("round_voided")
    await dora.open_round()
    await dora.closed()
    view = await dora.enter("9H", "2S", "KD")
    await dora.must("correct_card", number=view["next_number"] - 2, card="3S", reason="misread", approval=SAM)
    view = await dora.enter("8D")
    await dora.must("take_card_back", number=view["next_number"] - 1, reason="not dealt", approval=SAM)
    await dora.enter("4C")
    await dora.settle()
    await dora.open_round()
    await dora.closed()
    await dora.enter("5H", "5S")
    history: Message = await player.get("/api/shoes/1-1/rounds")
    return history


async def test_a_round_voided_before_its_first_card_is_told_with_why(tmp_path: Path) -> None:
    async with staffed(tmp_path, [setup(betting_seconds=60)]) as desks:
        player, about = await betting(desks)
        assert (await act(desks.supervisor, "void", about, reason='the camera, "dark"')).status_code == 200
        await player.event("round_voided")
        history = await player.get("/api/shoes/1-1/rounds")
        files = [await text_of(player, f"/api/shoes/1-1/rounds.{ending}") for ending in ("csv", "json")]
    assert [history["rounds"][0][key] for key in ("round", "player", "outcome", "player_points")] == [1, [], None, None]
    assert read(files[0])[0]["voided"] == history["rounds"][0]["voided"] == 'the camera, "dark"'
    check_files(tmp_path, history, *files)


@st.composite
def histories(draw: st.DrawFn) -> ShoeHistory:
    """Shoes of any rounds, voided ones with any cards and reason, demonstrations before them, which may be voided too."""
    rounds: list[PlayedRound] = []
    number = demonstrations = 0
    shown = draw(st.lists(st.sampled_from(["demonstration", "voided demonstration"]), max_size=3))
    for kind in shown + draw(st.lists(st.sampled_from(["counts", "counts", "voided"]), max_size=20)):
        coup = deal(draw(st.lists(st.sampled_from(DECK), min_size=6, max_size=6)))
        facts = result_of(coup)
        if "voided" in kind:
            facts |= {"outcome": None, "player_points": None, "banker_points": None, "player": coup.player[:1], "banker": ()}
            facts |= {"natural": False, "player_pair": False, "banker_pair": False}
        if "demonstration" in kind:
            demonstrations += 1
            reason = draw(REASONS) if "voided" in kind else None
            rounds.append(PlayedRound(round=None, demonstration=demonstrations, voided=reason, **facts))
            continue
        number += 1
        rounds.append(PlayedRound(round=number, demonstration=None, voided=draw(REASONS) if kind == "voided" else None, **facts))
    letters = "".join(one.outcome.letter for one in rounds if one.round and one.outcome)
    ends: dict[str, Any] = {"started_ms": 1, "ended_ms": 2, "reason": None, "previous": None, "next": None}
    return ShoeHistory(
        table=1,
        shoe=1,
        house="live",
        decks=8,
        by_hand=False,
        state=ShoeState.FINISHED,
        results=letters,
        rounds=tuple(rounds),
        **ends,
    )


REASONS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"], include_characters="\n"), max_size=30) | st.text(
    '=+-@＝＋－＠;\n "a', max_size=12
)


@pytest.mark.parametrize(
    ("reason", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("＝1＋1", "'＝1＋1"),
        ("＋1", "'＋1"),
        ("－1", "'－1"),
        ("＠SUM(A1)", "'＠SUM(A1)"),
        ("dark;=1+1", "dark;'=1+1"),
        ('dark; "=1+1', "dark;' \"=1+1"),
        ("dark\n@a", "dark\n'@a"),
        ("dark\t-1", "dark\t'-1"),
        ("a-b; 1+1 = 2", "a-b; 1+1 = 2"),
        ("鏡頭；黑", "鏡頭；黑"),
        ("a; b", "a; b"),
    ],
)
def test_no_cell_of_a_spreadsheet_is_computed(reason: str, cell: str) -> None:
    facts: dict[str, Any] = dict.fromkeys(("player_points", "banker_points", "outcome", "demonstration"))
    facts |= dict.fromkeys(("natural", "player_pair", "banker_pair"), False)
    voided = PlayedRound(round=1, at_ms=1, player=(), banker=(), voided=reason, **facts)
    ends: dict[str, Any] = {"started_ms": 1, "ended_ms": 2, "reason": None, "previous": None, "next": None, "results": ""}
    history = ShoeHistory(table=1, shoe=1, house="live", decks=8, by_hand=True, state=ShoeState.FINISHED, rounds=(voided,), **ends)
    [told] = csv.DictReader(io.StringIO(as_csv(history), newline=""), strict=True)
    assert told["voided"] == cell


def result_of(coup: Coup) -> dict[str, Any]:
    """What a round of these cards comes to."""
    return {
        "at_ms": 1_796_000_000_123,
        "player": coup.player,
        "banker": coup.banker,
        "outcome": coup.outcome,
        "player_points": coup.player_points,
        "banker_points": coup.banker_points,
        "natural": coup.player_natural or coup.banker_natural,
        "player_pair": coup.player_pair,
        "banker_pair": coup.banker_pair,
    }


@given(histories())
def test_whatever_is_exported_is_read_again_and_agrees(history: ShoeHistory) -> None:
    reader = csv.reader(io.StringIO(as_csv(history), newline=""), strict=True)
    rows = [(reader.line_num, row) for row in reader]
    as_json = msgspec.json.encode(history).decode()
    shoe = read_shoe(as_json)
    assert shoe.results == history.results
    for hands in (read_hands(rows), shoe.rounds):
        replay = replay_hands(hands, results=shoe.results)
        assert replay.agrees
        assert (replay.results, replay.voided) == (
            history.results,
            tuple(one.round for one in history.rounds if one.round and one.voided is not None),
        )
        assert replay.demonstrations == sum(one.round is None for one in history.rounds)
        assert "".join(outcome.letter for outcome in results_of_hands(hands)) == history.results
    [drawn] = results_of_rows(rows)
    assert "".join(outcome.letter for outcome in drawn) == history.results
    for one, (_, row) in zip(history.rounds, rows[1:], strict=True):
        told = dict(zip(COLUMNS, row, strict=True))
        assert told["at"] == "2026-11-30T00:53:20.123Z"
        for cell in re.split(r"[;\n]", told["voided"]):
            assert not cell.lstrip(' "').startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))
        if one.voided is not None and one.voided.strip():
            assert told["voided"].replace("'", "") == one.voided.strip().replace("'", "")


def test_the_columns_of_the_table() -> None:
    told = "round,at,player,banker,outcome,player_points,banker_points,natural,player_pair,banker_pair,voided"
    assert ",".join(COLUMNS) == told


NO_NAMES = ("1-9", "9-1", "1-0", "1", "1-x", "1-1-1", "-", "1-99999999999", "%00", "1-1%0d%0aX: 1", "１-1")


async def test_a_shoe_that_is_not_there_or_no_name_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(1, "live")]) as house, (await guest(house)).http() as http:
        for name in NO_NAMES:
            for ending in ("", ".csv", ".json"):
                refused(await http.get(f"/api/shoes/{name}/rounds{ending}"), 404, "not_found")


async def test_reading_histories_has_a_rate(tmp_path: Path) -> None:
    async with opened(tmp_path, [setup(1, "live")]) as house, (await guest(house)).http() as http:
        answers: list[Any] = await asyncio.gather(*(http.get("/api/shoes/1-9/rounds.csv") for _ in range(130)))
    assert {answer.status_code for answer in answers} == {404, 429}


async def test_a_shoe_of_a_table_that_is_not_opened_any_more_keeps_its_history(tmp_path: Path) -> None:
    clock = StandingClock()
    async with opened(tmp_path, [setup(1, "live", **SHORT_SHOE)], clock=clock) as house:
        await at_table(house)
        await go_to(house, clock, lambda state: state.shoe_number == 2)
    async with opened(tmp_path, [setup(2, "live")], clock=clock) as house:
        history = await (await guest(house)).get("/api/shoes/1-1/rounds")
    assert len(history["rounds"]) == rows(tmp_path / "house.db", "SELECT count(*) FROM rounds WHERE shoe = 1")[0][0]
