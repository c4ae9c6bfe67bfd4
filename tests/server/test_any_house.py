"""Any house that can be set up, over the real dealer and a real SQLite file: its limits hold, and no stake is lost or doubled."""

import asyncio
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase as Phase_, given, settings, strategies as st

from puntobanco.game.cards import DECK
from puntobanco.server.casino import open_store
from puntobanco.table import commands as co
from puntobanco.table.state import Phase
from tests.server.any_house import SQUEEZES, Acts, AnyEvening, AtDesk, Interrupt, Rehouse, Step, Until, any_table
from tests.server.books import check_books, rows
from tests.server.evening import PLAYERS, TABLES, Again, Asked, Burst, Evening, Pass, Reconnect, Restart
from tests.server.inside import casino_in

CRASHES = st.sampled_from([False] * 7 + [True])
HOUSES = ("chips", "live", "macau", "studio", "classic")
players, tables = st.integers(0, PLAYERS - 1), st.sampled_from(TABLES)
asked = st.builds(
    Asked,
    player=players,
    table=tables,
    kind=st.sampled_from([co.PlaceBet, co.PlaceBet, co.ReduceBet]),
    bet=st.sampled_from(["player"] * 3 + ["banker"] * 3 + ["banker_no_commission", "tie", "player_pair"]),
    cents=st.sampled_from([500, 1_000, 1_000, 2_000, 2_000, 3_000, 7_000, 39_000, 1_550, 0]),
    rounds_off=st.sampled_from([0, 0, 0, 0, 0, 0, -1, 1]),
)
again = st.builds(Again, earlier=st.integers(0, 30), changed=st.sampled_from([False, False, True]))
asks = ["sit", "sit", "leave", "sit_out", "share", "share", "open_share", "open_share", *SQUEEZES, *SQUEEZES]
acts = st.builds(Acts, player=players, table=tables, what=st.sampled_from(asks), number=st.integers(0, 16))

LIMITS = {"main_minimum_cents": 1_000, "main_maximum_cents": 40_000, "side_minimum_cents": 500, "side_maximum_cents": 5_000}
"""The same at every house: else what is asked would hardly ever come near the limits of both tables."""

SHORT = {"decks": 6, "cut_card_least": 150, "cut_card_most": 156, "burn": 52, "burn_each_round": 10}
"""A shoe of about seven rounds."""

NOTHING: dict[str, object] = {}
ways = st.sampled_from(
    [
        *[NOTHING] * 4,
        {"shuffle_every_round": True},
        {"continuous_shuffler": True, "burn": "none", "burn_each_round": 0},
        {"dealt_by": "hand"},
        {"dealt_by": "hand", "burn": "first_card"},
    ]
)
SQUEEZED = {"squeeze_seconds": 15, "seats": 7}
falls = st.sampled_from(
    [
        {"faces": "up", "squeeze": "none"},
        {"faces": "down", "squeeze": "none"},
        {"faces": "down", "squeeze": "highest_seated", **SQUEEZED},
        {"faces": "down_where_squeezed", "squeeze": "highest_bettor", **SQUEEZED},
    ]
)
free = st.fixed_dictionaries(
    {"tie_policy": st.sampled_from(["push", "carry", "carry", "carry_locked"])},
    optional={
        "banker_bets": st.sampled_from(["commission", "no_commission", "choice"]),
        "differential_cents": st.sampled_from(["none", 2_000, 2_000, 6_000]),
        "differential_player_cents": st.sampled_from(["none", 1_000, 3_000]),
        "banker_in_multiples": st.booleans(),
        "last_round": st.sampled_from(["cut_card", "one_more"]),
        "demonstration_rounds": st.sampled_from([0, 0, 1, 3]),
        "closes_early": st.booleans(),
        "cut_by": st.sampled_from(["dealer", "player"]),
        "seats": st.sampled_from([0, 3, 14]),
        "betting_seconds": st.sampled_from([2, 20]),
    },
)


def together(chosen: dict[str, object], fall: dict[str, object], way: dict[str, object]) -> Mapping[str, object]:
    """Settings that a house can have at once: a continuous shuffler deals face up."""
    fall = {"faces": "up", "squeeze": "none"} if "continuous_shuffler" in way else fall
    return {**SHORT, **LIMITS, **chosen, **fall, **way}


house_settings = st.builds(together, free, falls, ways)
interrupts = st.builds(
    Interrupt,
    table=tables,
    command=st.sampled_from(
        [co.Suspend(reason="a fault"), co.Resume(), co.VoidRound(reason="a fault"), co.VoidRound(reason="a fault")]
    ),
)
bursts = st.builds(
    Burst,
    commands=st.lists(asked | asked | acts | again, min_size=1, max_size=10).map(tuple),
    crash=CRASHES,
)
at_desk = st.builds(
    AtDesk,
    table=tables,
    what=st.sampled_from(["correct", "correct_earlier", "take_back", "cut_card", "burn", "demonstrate", "new_shoe"]),
    card=st.sampled_from(sorted(map(str, DECK))),
)
passes = st.builds(Pass, table=tables, steps=st.sampled_from([1, 1, 2, 8, 30]))
rehouses = st.builds(Rehouse, table=tables, house=st.sampled_from(HOUSES), settings=house_settings)
untils = st.builds(Until, table=tables, phase=st.sampled_from([Phase.BETTING, Phase.RESULT]), tie=st.booleans())
rarely = st.one_of(st.builds(Reconnect, player=players), st.builds(Restart), interrupts, at_desk, rehouses)
steps = st.one_of(bursts, bursts, bursts, untils, untils, passes, rarely)
openings = st.tuples(*(st.tuples(st.sampled_from(HOUSES), house_settings) for _ in TABLES))

# Ties as often as can be: real cards that are entered as they fit, and shoes that begin with some.
main_bets = st.builds(
    Asked,
    player=players,
    table=tables,
    kind=st.sampled_from([co.PlaceBet, co.PlaceBet, co.ReduceBet]),
    bet=st.sampled_from(["player", "banker", "banker", "banker_no_commission"]),
    cents=st.sampled_from([1_000, 1_000, 2_000, 5_000]),
    rounds_off=st.just(0),
)
carrying = st.builds(
    lambda *chosen: ("chips", {**SHORT, **LIMITS, "betting_seconds": 2, **chosen[0], **chosen[1], "tie_policy": chosen[2]}),
    st.sampled_from([NOTHING, {"banker_bets": "choice"}, {"differential_cents": 3_000}, {"last_round": "one_more"}]),
    st.sampled_from([NOTHING, {"dealt_by": "hand"}]),
    st.sampled_from(["carry", "carry", "carry_locked"]),
)
carries = st.one_of(
    st.builds(Burst, commands=st.lists(main_bets, min_size=3, max_size=8).map(tuple), crash=CRASHES),
    st.builds(Until, table=tables, phase=st.sampled_from([Phase.BETTING, Phase.RESULT]), tie=st.sampled_from([True, True, False])),
    st.builds(Until, table=tables, phase=st.just(Phase.RESULT), tie=st.just(True)),
    st.one_of(
        interrupts,
        st.builds(Restart),
        st.builds(AtDesk, table=tables, what=st.sampled_from(["new_shoe", "cut_card"]), card=st.just("9H")),
        carrying.flatmap(lambda house: st.builds(Rehouse, table=tables, house=st.just(house[0]), settings=st.just(house[1]))),
        rehouses,
    ),
)


@pytest.fixture(scope="session")
def empty_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that has its schema, and the keys."""
    folder = tmp_path_factory.mktemp("empty")

    async def make() -> None:
        casino = casino_in(folder)
        async with open_store(casino.store):
            pass

    asyncio.run(make())
    return folder


def play(empty_house: Path, opening: Any, script: list[Step]) -> None:
    """Play a script from an empty house on; at the end nothing is left on any felt, and the audit finds nothing."""

    async def through() -> None:
        first, second = (any_table(table, *house) for table, house in zip(TABLES, opening, strict=True))
        evening = AnyEvening(folder, (first, second))
        await evening.open()
        for table in TABLES:
            await evening.take_any(Until(table, Phase.BETTING, tie=False))
        for step in script:
            await evening.take_any(step)
        for table in TABLES:
            await evening.go_to(table, Phase.RESULT)
            while evening.state(table).carried:
                await evening.go_to(table, Phase.RESULT)
        await evening.take_any(Pass(TABLES[0], 0))
        Evening.check(evening)
        await evening.close()
        check_books(evening.database)
        assert rows(evening.database, "SELECT sum(balance_cents) FROM accounts WHERE id LIKE 'held:%'") in ([(0,)], [(None,)])
        granted = rows(evening.database, "SELECT -balance_cents FROM accounts WHERE id = 'issue'")
        others = rows(evening.database, "SELECT sum(balance_cents) FROM accounts WHERE id <> 'issue'")
        assert others == granted == [(PLAYERS * 1_000_000,)]

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in empty_house.iterdir():
            shutil.copy(file, folder / file.name)
        asyncio.run(through())


FAST = settings(max_examples=10, suppress_health_check=list(HealthCheck), phases=[Phase_.explicit, Phase_.generate])
LONG = settings(FAST, max_examples=250)
long = pytest.mark.long
night = pytest.mark.timeout(3_600)


@FAST
@given(opening=openings, script=st.lists(steps, min_size=12, max_size=30))
def test_in_any_house_the_limits_hold_and_no_stake_is_lost_or_doubled(empty_house: Path, opening: Any, script: list[Step]) -> None:
    play(empty_house, opening, script)


@FAST
@given(opening=st.tuples(carrying, carrying), script=st.lists(carries, min_size=12, max_size=30))
def test_no_stake_that_a_tie_left_is_lost_or_doubled(empty_house: Path, opening: Any, script: list[Step]) -> None:
    play(empty_house, opening, script)


@long
@night
@LONG
@given(opening=openings, script=st.lists(steps, min_size=10, max_size=60))
def test_in_any_house_through_a_long_night(empty_house: Path, opening: Any, script: list[Step]) -> None:
    play(empty_house, opening, script)


@long
@night
@LONG
@given(opening=st.tuples(carrying, carrying), script=st.lists(carries, min_size=10, max_size=60))
def test_no_stake_that_a_tie_left_is_lost_or_doubled_in_a_long_night(empty_house: Path, opening: Any, script: list[Step]) -> None:
    play(empty_house, opening, script)
