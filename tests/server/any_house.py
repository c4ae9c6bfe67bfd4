"""An evening at two tables of any houses: as `Evening`, with seats, shares, squeezes, acts of staff, a change of house."""

import itertools
import random
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from puntobanco.bank.store import CommandKey
from puntobanco.game.bets import Bet, spot_of
from puntobanco.game.cards import DECK, Card
from puntobanco.game.house import HouseRules, changed
from puntobanco.game.proof import SECRET_BYTES
from puntobanco.game.rules import Outcome, Side, deal
from puntobanco.game.shoe import burn
from puntobanco.house_files import load
from puntobanco.server.shoebox import Shoebox
from puntobanco.server.tables import TableSetup
from puntobanco.table import acts, commands as co, desk, events as ev, felt
from puntobanco.table.ceremony import announcement_due
from puntobanco.table.commands import Rejection
from puntobanco.table.state import Ceremony, Phase, Sides, TableState
from tests.server.books import check_sums
from tests.server.chosen import seal_of_share, share_of, shoe_alone
from tests.server.evening import TABLES, Again, Asked, Body, Burst, Evening, Pass, Reconnect, Restart
from tests.server.served import true_within

WHOLE_EVERY = 6
"""The audit and the fold of all events take most of a step's time."""


SHOES_TRIED, ROUNDS_AHEAD = 12, 4


class Acts(NamedTuple):
    """Something a player asks besides bets: ``number`` is the seat, or says where to cut, or whose name it comes under."""

    player: int
    table: int
    what: str
    number: int


class Interrupt(NamedTuple):
    """The house suspends, resumes or voids a round."""

    table: int
    command: co.Suspend | co.Resume | co.VoidRound


class AtDesk(NamedTuple):
    """A dealer with real cards does something besides the next step of a round."""

    table: int
    what: str
    card: str


class Until(NamedTuple):
    """A table goes on until it takes bets, or until a round has its result: with ``tie`` real cards bring one if they can."""

    table: int
    phase: Phase
    tie: bool


class Rehouse(NamedTuple):
    """The house closes, and opens again with other rules for a table; they hold from its next shoe on."""

    table: int
    house: str
    settings: Mapping[str, object]


Step = Burst | Pass | Until | Reconnect | Restart | Interrupt | AtDesk | Rehouse


def any_table(number: int, house: str, settings: Mapping[str, object]) -> TableSetup:
    """A table of a house with some of its settings changed."""
    return TableSetup(number=number, rules=changed(load(house), settings))


class TyingShoebox(Shoebox):
    """A locked box that takes of a few random shoes the one whose first rounds bring most ties."""

    def announce(self, state: TableState) -> co.AnnounceShoe:
        announced = announcement_due(state)
        if announced.session_rounds:
            return super().announce(state)
        drawn = [secrets.token_bytes(SECRET_BYTES) for _ in range(SHOES_TRIED)]
        best = max(drawn, key=lambda secret: ties_ahead(shoe_alone(secret, announced, state.log_head).cards, state.rules))
        with mock.patch("puntobanco.server.shoebox.secrets", mock.Mock(token_bytes=lambda _: best)):
            return super().announce(state)


def ties_ahead(cards: Sequence[Card], rules: HouseRules) -> int:
    """How many of a shoe's first rounds are ties."""
    burned = burn(rules.burn, rules.decks, cards[0])
    at, ties = burned.face_down + burned.shown, 0
    for _ in range(ROUNDS_AHEAD):
        at += rules.burn_each_round
        coup = deal(cards[at : at + 6])
        at += coup.card_count
        ties += coup.outcome is Outcome.TIE
    return ties


class AnyEvening(Evening):
    """The players know more commands, real cards are dealt, and every limit of the houses is looked at after each step."""

    def __init__(self, folder: Path, setups: tuple[TableSetup, TableSetup]) -> None:
        super().__init__(folder, setups)
        self._orders = itertools.count()
        self._checks = itertools.count(1)
        self._cards = random.Random(len(setups[0].rules.name))
        self._tie = False

    async def open(self) -> None:
        with mock.patch("puntobanco.server.casino.Shoebox", TyingShoebox):
            await super().open()

    async def take_any(self, step: Step) -> None:
        """One step, and all that must hold after it."""
        match step:
            case Interrupt():
                await self.order(step.table, step.command)
            case AtDesk():
                await self.order(step.table, co.AtDesk(staff="Dora", act=self._act(step), approved_by="Sam"))
            case Until():
                self._tie = step.tie
                await self.go_to(step.table, step.phase)
                self._tie = False
            case Rehouse():
                await self.close()
                setup = any_table(step.table, step.house, step.settings)
                self.setups = tuple(setup if one.number == step.table else one for one in self.setups)
                await self.open()
            case _:
                await self.take(step)
                return
        await self.take(Pass(TABLES[0], 0))

    async def order(self, table: int, command: co.StaffCommand) -> Rejection | None:
        """A command of staff, and its answer."""
        return await self.casino.floor.dealers[table].order(command, f"order-{next(self._orders)}", "Dora", None)

    async def go(self, table: int, count: int = 1) -> None:
        """Let a table go on, step by step: by time, or by what its dealer does next with real cards."""
        for _ in range(count):
            await true_within(self._quiet)
            state = self.state(table)
            if state.phase is Phase.SUSPENDED:
                await self.order(table, co.Resume())
            elif state.rules.by_hand and state.phase is not Phase.BETTING:
                await self.order(table, co.AtDesk(staff="Dora", act=self._next_act(state)))
            else:
                await super().go(table)

    async def go_to(self, table: int, phase: Phase) -> None:
        """Let a table go on at least a step, and until it is in a phase."""
        for _ in range(200):
            await self.go(table)
            if self.state(table).phase is phase:
                return
        raise AssertionError(f"table {table} never comes to {phase}")

    def _next_act(self, state: TableState) -> acts.Act:
        match state.phase:
            case Phase.SHUFFLING:
                return acts.BringShoe(shoe=state.shoe_number)
            case Phase.DEALING if desk.side_due(state) is None:
                return acts.SettleRound(round=0 if state.demonstration else state.round)
            case Phase.PAUSED:
                return acts.NewShoe(shoe=state.shoe_number + 1)
            case _:
                pass
        if state.phase is not Phase.DEALING and state.shoe and state.shoe.burned:
            if desk.shoe_done(state):
                return acts.NewShoe(shoe=state.shoe_number + 1)
            return acts.OpenRound(round=state.round + 1)
        card = tying_card(state) if self._tie and state.phase is Phase.DEALING else None
        return acts.EnterCard(number=desk.next_number(state), card=str(card or self._cards.choice(DECK)))

    def _act(self, step: AtDesk) -> acts.Act:
        state = self.state(step.table)
        number = desk.next_number(state) if state.shoe else 0
        match step.what:
            case "correct":
                return acts.CorrectCard(number=number - 1, card=step.card, reason="misread")
            case "correct_earlier":
                return acts.CorrectCard(number=number - 3, card=step.card, reason="misread")
            case "take_back":
                return acts.TakeCardBack(number=number - 1, reason="scanned twice")
            case "cut_card":
                return acts.ShowCutCard(number=number)
            case "burn":
                return acts.BurnCards(number=number, count=3, reason="an error")
            case "demonstrate":
                return acts.OpenRound(round=state.demonstration + 1, demonstration=True)
            case _:
                return acts.NewShoe(shoe=state.shoe_number + 1, reason="torn", replaced=True)

    def _command(self, command: Asked | Again | Acts) -> tuple[CommandKey, Body]:
        if not isinstance(command, Acts):
            return super()._command(command)
        account, state = self.ears[command.player].account, self.state(command.table)
        squeezing, moment = state.squeezing, (state.shoe_number, state.round)
        if command.what in SQUEEZES and squeezing.account and command.number % 4:
            account = squeezing.account
        if command.what in ("share", "open_share") and state.ceremony is not None:
            body = _shared(command, account, state.ceremony)
        else:
            body = _body(command, account, moment, squeezing.number or 0)
        return CommandKey(account, f"act-{next(self._ids)}"), (command.table, body)

    def check(self) -> None:
        """Every limit of each table's own house and the sums of the books; now and then all of the books, as on any evening."""
        check_sums(self.database)
        for table in TABLES:
            check_limits(self.state(table))
        if next(self._checks) % WHOLE_EVERY == 0:
            super().check()


SQUEEZES: dict[str, type[co.SqueezeCommand]] = {"bend": co.BendCard, "open": co.OpenCard, "pass": co.PassSqueeze}


def _body(command: Acts, account: str, moment: tuple[int, int], card: int) -> co.PlayerCommand:
    shoe, number = moment
    match command.what:
        case "sit":
            return co.Sit(account=account, name="Guest", seat=command.number)
        case "leave":
            return co.LeaveSeat(account=account)
        case "sit_out":
            return co.SitOut(account=account, shoe=shoe, round=number)
        case "share" | "open_share":
            return co.SealShare(account=account, shoe=shoe, attempt=1, seal="no seal")
        case what:
            return SQUEEZES[what](account=account, shoe=shoe, round=number, number=card)


def _shared(command: Acts, account: str, ceremony: Ceremony) -> co.PlayerCommand:
    """A contribution to the order of the shoe that is shuffled, sealed or opened; now and then another one than was sealed."""
    announced = ceremony.announcement
    share = share_of(account, cut_place=command.number * 20 if command.number else None)
    if command.what == "open_share":
        return co.OpenShare(account=account, shoe=announced.shoe, attempt=announced.attempt, share=share)
    seal = seal_of_share(ceremony, account, share)
    return co.SealShare(account=account, shoe=announced.shoe, attempt=announced.attempt, seal=seal)


def tying_card(state: TableState) -> Card | None:
    """A card that brings a tie nearer: one that completes it, or for the Banker's first two what the Player has in that place."""
    side = desk.side_due(state)
    assert side is not None
    for card in DECK[::4]:
        coup = felt.with_open(state.coup, ev.CardDealt(at_ms=0, side=side, number=0, card=card, text="", cut_card=False, due_ms=0))
        if coup.complete and coup.outcome is Outcome.TIE:
            return card
    place = len(state.coup.banker)
    return state.coup.player[place] if side is Side.BANKER and place < len(state.coup.player) else None


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
