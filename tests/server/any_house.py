"""An evening at two tables of any houses: as `Evening`, with seats, cuts, voids and a change of house besides."""

from pathlib import Path
from typing import NamedTuple

from puntobanco.bank.store import CommandKey
from puntobanco.game.bets import Bet, spot_of
from puntobanco.game.house import changed
from puntobanco.house_files import load
from puntobanco.server.batch import Waiting
from puntobanco.server.tables import TableSetup
from puntobanco.table import commands as co
from puntobanco.table.state import Phase, Sides, TableState
from tests.server.evening import TABLES, Again, Asked, Body, Burst, Evening, Pass, Reconnect, Restart
from tests.server.served import true_within

SHORT = {"decks": 6, "cut_card_least": 150, "cut_card_most": 156, "burn": 52, "burn_each_round": 10}
"""A shoe of about seven rounds."""


class Acts(NamedTuple):
    """Something a player asks besides bets: `sit`, `leave`, `sit_out` or `cut`; ``number`` is the seat, or the place."""

    player: int
    table: int
    what: str
    number: int


class Interrupt(NamedTuple):
    """The house suspends, resumes or voids a round."""

    table: int
    command: co.Suspend | co.Resume | co.VoidRound


class Rehouse(NamedTuple):
    """The house closes, and opens again with other rules for a table; they hold from its next shoe on."""

    table: int
    house: str
    settings: dict[str, object]


Step = Burst | Pass | Reconnect | Restart | Interrupt | Rehouse


def any_table(number: int, house: str, settings: dict[str, object]) -> TableSetup:
    """A table of a house with some of its settings changed."""
    return TableSetup(number=number, rules=changed(load(house), settings))


class AnyEvening(Evening):
    """The players know more commands, and every limit of the houses is looked at after each step."""

    def __init__(self, folder: Path, setups: tuple[TableSetup, TableSetup]) -> None:
        super().__init__(folder, setups)

    async def begin(self) -> None:
        """Open, and wait until the first table takes bets."""
        await self.open()
        await true_within(lambda: all(self.state(table).phase is not Phase.PAUSED for table in TABLES))
        while self.state(1).phase is not Phase.BETTING:
            await self.go(1)

    async def take_any(self, step: Step) -> None:
        """One step, and all that must hold after it."""
        match step:
            case Interrupt():
                dealer = self.casino.floor.dealers[step.table]
                dealer._inbox.append(Waiting(step.command, self.clock.now_ms()))
                dealer.wake()
                await true_within(lambda: not dealer._inbox)
                await self.take(Pass(step.table, 0))
            case Rehouse():
                await self.close()
                setup = any_table(step.table, step.house, step.settings)
                self.setups = tuple(setup if one.number == step.table else one for one in self.setups)
                await self.open()
                await self.take(Pass(step.table, 0))
            case Pass() if self.state(step.table).phase is Phase.SUSPENDED:
                await self.take_any(Interrupt(step.table, co.Resume()))
            case _:
                await self.take(step)

    def _command(self, command: Asked | Again | Acts) -> tuple[CommandKey, Body]:
        if not isinstance(command, Acts):
            return super()._command(command)
        account, state = self.ears[command.player].account, self.state(command.table)
        body: co.PlayerCommand
        match command.what:
            case "sit":
                body = co.Sit(account=account, name="Guest", seat=command.number)
            case "leave":
                body = co.LeaveSeat(account=account)
            case "sit_out":
                body = co.SitOut(account=account, shoe=state.shoe_number, round=state.round)
            case _:
                body = co.CutShoe(account=account, shoe=state.shoe_number, place=command.number)
        return CommandKey(account, f"act-{next(self._ids)}"), (command.table, body)

    def check(self) -> None:
        """The books as on any evening, and every limit of each table's own house."""
        super().check()
        for table in TABLES:
            check_limits(self.state(table))


def check_limits(state: TableState) -> None:
    """What lies on a table is within the limits of its house, whatever was asked in whatever order."""
    rules, stakes = state.rules, state.stakes
    assert state.sides == Sides.of(stakes.values())
    assert rules.differential_cents is None or abs(state.sides.lead) <= rules.differential_cents
    for account, own in stakes.items():
        lead = Sides.of([own]).lead
        assert rules.differential_player_cents is None or abs(lead) <= rules.differential_player_cents
        assert own.keys() <= set(rules.offered)
        for spot in {spot_of(bet) for bet in own}:
            total, (least, most) = state.stake_on_spot(account, spot), rules.limits(spot)
            assert least <= total <= most
            assert total % (least if spot is Bet.BANKER and rules.banker_in_multiples else rules.stake_unit_cents) == 0
    seated = [seat.account for seat in state.seating.seats.values()]
    assert len(seated) == len(set(seated))
    assert all(1 <= number <= rules.seats for number in state.seating.seats)
