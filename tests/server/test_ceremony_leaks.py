"""What an attacker would look for while a shoe's order comes about: the promised secret, and contributions before all are open."""

from pathlib import Path

import pytest

from puntobanco.server.seal import Sealer
from puntobanco.table.state import Stage
from tests.server.inside import House, MovedClock, keys_of, opened, setup
from tests.server.test_ceremony import PACE, Sharer, sharers
from tests.server.test_leaks import all_pages, database_bytes

TABLES = [setup(1, "macau", **PACE)]


async def told(house: House, sharer: Sharer) -> bytes:
    """Every frame and page that somebody could get hold of, who has not opened anything."""
    return "".join(sharer.client.raw).encode() + b"".join(await all_pages(house, sharer.client))


@pytest.mark.parametrize("stage", [Stage.SEALING, Stage.OPENING, Stage.OPENED])
async def test_no_frame_page_or_byte_of_the_database_has_the_promised_secret(tmp_path: Path, stage: Stage) -> None:
    clock = MovedClock()
    async with opened(tmp_path, TABLES, clock=clock) as house:
        ann, bob = await sharers(house, 2, clock)
        assert await ann.seal() is None
        await ann.until(Stage.OPENING if stage is Stage.OPENED else stage)
        if stage is Stage.OPENED:
            assert await ann.open_() is None
        assert ann.ceremony.stage is stage
        secret = Sealer(keys_of(tmp_path)).unseal(ann.ceremony.sealed, ann.ceremony.announcement)
        assert secret is not None
        forms = [secret, secret.hex().encode(), secret.hex().upper().encode()]
        places = [await told(house, bob), *database_bytes(tmp_path / "house.db")]
        assert not any(form in place for form in forms for place in places)


async def test_what_one_player_opened_is_told_to_nobody_before_all_have_opened(tmp_path: Path) -> None:
    clock = MovedClock()
    async with opened(tmp_path, TABLES, clock=clock) as house:
        ann, bob, eve = await sharers(house, 3, clock)
        assert [await ann.seal(), await bob.seal()] == [None, None]
        await ann.until(Stage.OPENING)
        assert await ann.open_() is None
        before = await told(house, eve)
        assert ann.share.random.encode() not in before
        assert await bob.open_() is None
        await eve.client.event("shares_opened")
        after = await told(house, eve)
        assert ann.share.random.encode() in after
        assert bob.share.random.encode() in after
