"""Table scripts: who asks what at which second, and what the rules make of it, in lines that a dealer could read.

The scripts are in ``golden/table_scripts``, whose README.md says how they are written. `play` runs one through the real machine
and the real cashier, at the pace of its house; the dealer's part (shoes, burns, cards) is done in the moment it is due.
"""

import functools
import re
import shlex
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from puntobanco.bank.cashier import post
from puntobanco.bank.ledger import changes
from puntobanco.game.bets import PARTS, Combination
from puntobanco.game.house import HouseRules
from puntobanco.game.proof import Share
from puntobanco.game.shoe import full_pack
from puntobanco.table import commands as co, dealing, events as ev, machine, seating
from puntobanco.table.commands import Command, Rejection
from puntobanco.table.events import Event, snake_case
from puntobanco.table.state import Phase, TableState
from tests.table.desk_lines import acts_of
from tests.table.driven import STARTED_MS, Driven, rules

FOLDER = Path(__file__).parents[2] / "golden" / "table_scripts"
COMBINATIONS = {str(name) for name in Combination}
PURSE_CENTS = 10_000_00
"""What everybody comes with, where a script does not say otherwise."""


Anchor = tuple[int, str]
"""A shoe, and ``s2`` (its shuffle), ``r1`` (a round of it) or ``d1`` (a demonstration round); ``t`` is the table's own opening."""


class Line(NamedTuple):
    """One line of the action: how long after what, and all the words behind the time."""

    number: int
    anchor: Anchor
    after_ms: int
    words: list[str]


class Script(NamedTuple):
    """A script as it was read."""

    name: str
    house: str
    settings: dict[str, Any]
    covers: frozenset[str]
    purses: dict[str, int]
    shoes: dict[int, tuple[str, int | None]]
    never: tuple[str, ...]
    lines: tuple[Line, ...]

    def rules(self, **more: object) -> HouseRules:
        """The rules its table plays by: those of the house, face up and without a squeeze, with what the script sets.

        A script that shows one of these three has them as in its house.
        """
        face_up = {"faces": "up", "squeeze": "none", "squeeze_seconds": "none"}
        return rules(self.house, **{**({} if self.covers & face_up.keys() else face_up), **self.settings, **more})


def names() -> list[str]:
    """All scripts there are."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def read(name: str) -> Script:
    """A script of `FOLDER`, by its name."""
    house, settings, covers, never = "", {}, set(), []  # type: ignore[var-annotated]
    purses: dict[str, int] = {}
    shoes: dict[int, tuple[str, int | None]] = {}
    lines: list[Line] = []
    in_shoe = 1
    for number, text in enumerate((FOLDER / f"{name}.txt").read_text().splitlines(), 1):
        words = shlex.split(text, comments=True)
        match words:
            case []:
                continue
            case ["house", house]:
                pass
            case ["set", *_]:
                settings |= tomllib.loads(text.removeprefix("set").split("  #")[0])
            case ["covers", *keys]:
                covers |= set(keys)
            case ["purse", who, amount]:
                purses[who] = cents(amount)
            case ["never", *kinds]:
                never += kinds
            case ["shoe", shoe, *_]:
                laid, _, behind = text.split("#")[0].partition("behind")
                shoes[int(shoe)] = (laid.partition("cards")[2], int(behind) if behind else None)
            case [anchor, after, *rest]:
                assert anchor[0] in "tsrd", f"{name}.txt:{number}: {anchor} is no anchor"
                assert after[0] == "+", f"{name}.txt:{number}: {after} is no time"
                in_shoe = int(anchor[1:]) if anchor[0] == "s" else in_shoe
                lines.append(Line(number, (in_shoe, anchor), round(float(after) * 1000), rest))
            case _:
                raise AssertionError(f"{name}.txt:{number}: cannot be read")
    return Script(name, house, settings, frozenset(covers), purses, shoes, tuple(never), tuple(lines))


def cents(amount: str) -> int:
    """``12.50`` in cents."""
    whole, _, part = amount.partition(".")
    assert len(part) == 2, f"{amount} is no amount: write {amount}.00"
    return int(whole) * 100 + int(part)


def dealable(front: str, decks: int) -> str:
    """Cards as a script lays them, each one named: ``9`` is any nine, ``?`` any card, ``3x(9 K)`` the same three times."""
    times = re.compile(r"(\d+)x\(([^()]*)\)")
    while times.search(front):
        front = times.sub(lambda found: f" {found[2]} " * int(found[1]), front)
    wanted = [card for card in front.split() if card != "|"]
    rest = [str(card) for card in full_pack(decks)]
    for card in wanted:
        if len(card) == 2:
            rest.remove(card)
    for place, rank in enumerate(wanted):
        if len(rank) == 1 and rank != "?":
            wanted[place] = next(card for card in rest if card[0] == rank)
            rest.remove(wanted[place])
    for place, card in enumerate(wanted):
        if card == "?":
            wanted[place] = rest.pop()
    return " ".join(wanted)


class ScriptedTable(Driven):
    """A table that goes on by itself, in the moment each step is due, with purses kept by the cashier."""

    def __init__(self, script: Script, house: HouseRules) -> None:
        self.script = script
        self.house = house
        self.purses: defaultdict[str, int] = defaultdict(lambda: PURSE_CENTS, script.purses)
        self.held: defaultdict[str, int] = defaultdict(int)
        self.off_line: set[str] = set()
        self.there = True
        self.anchors: dict[Anchor, int] = {(1, "t"): STARTED_MS}
        self.heard = 0
        self.wanted = house
        self.shares: dict[str, Share] = {}
        super().__init__(house)

    def ask(self, command: Command, *, balance_cents: int = 0) -> list[Event] | Rejection:
        """Have a command decided; what it moves is moved."""
        account = getattr(command, "account", "")
        state = self._state
        decision = super().ask(command, balance_cents=self.purses[account] if account else 0)
        for event in [] if isinstance(decision, Rejection) else decision:
            state = machine.evolve(state, event)
            for name, change in changes(post(event, state).transfers).items():
                kind, _, who = name.partition(":")
                if kind in ("player", "held"):
                    book = self.purses if kind == "player" else self.held
                    book[who] += change
                    assert book[who] >= 0, f"{who} is overdrawn"
            self._anchor(event)
        return decision

    def _anchor(self, event: Event) -> None:
        match event:
            case ev.ShuffleStarted():
                self.anchors[event.shoe, f"s{event.shoe}"] = event.at_ms
            case ev.BettingOpened():
                self.anchors[self.state.shoe_number, f"r{event.round}"] = event.at_ms
            case ev.DemonstrationOpened():
                self.anchors[self.state.shoe_number, f"d{event.number}"] = event.at_ms
            case _:
                pass

    def open_fair_shoe(self) -> list[Event]:
        """The shoe that the script lays, or a fair one."""
        laid = self.script.shoes.get(self.state.shoe_number)
        if laid is None:
            return super().open_fair_shoe()
        front, behind = laid
        return self.open_shoe(dealable(front, self.house.decks), behind=behind)

    def share(self, who: str, place: int | None) -> list[Event] | Rejection:
        """Seal a contribution to the order of the shoe."""
        answer = self.seal(who, cut_place=place)
        if isinstance(answer, Rejection):
            return answer
        self.shares[who] = answer
        return []

    def step(self) -> list[Event]:
        """Do what the table waits for; as soon as no shoe is in play or announced, other rules come that were refused before."""
        state = self.state
        if state.shoe is None and state.ceremony is None and state.rules != self.wanted:
            return self.do(co.Open(number=state.number, rules=self.wanted))
        return super().step()

    def fix_order(self) -> None:
        """The ceremony goes its own way, in `go_on`."""

    def wait(self) -> None:
        """Time passes in `go_on` only."""

    def note(self) -> None:
        """Tell the table what only the shell knows of those who sit."""
        seated = {seat.account for seat in self.state.seating.seats.values()}
        if seated:
            free = {name: self.purses[name] for name in seated}
            self.do(co.NoteSeated(connected=frozenset(seated - self.off_line), free_cents=free))

    def due_ms(self) -> int | None:
        """When the next thing happens by itself."""
        state = self.state
        if state.phase is Phase.PAUSED:
            return self.now_ms if self.there and not state.rules.by_hand else None
        moments = [dealing.next_ms(state), seating.next_ms(state)]
        return min((moment for moment in moments if moment is not None), default=None)

    def go_on(self, until_ms: int) -> None:
        """Let time pass; everything that is due by then happens in its moment."""
        for _ in range(10_000):
            self.note()
            due = self.due_ms()
            if due is None or due > until_ms:
                self.now_ms = until_ms
                return
            self.now_ms = max(self.now_ms, due)
            self.step()
        raise AssertionError("the table never comes to rest")

    def go_to_anchor(self, anchor: Anchor) -> int:
        """The moment a shoe, a round or a demonstration round began, after going on until it has."""
        for _ in range(10_000):
            if anchor in self.anchors:
                return self.anchors[anchor]
            self.note()
            due = self.due_ms()
            assert due is not None, f"{anchor[1]} of shoe {anchor[0]} never begins"
            self.now_ms = max(self.now_ms, due)
            self.step()
        raise AssertionError(f"{anchor[1]} of shoe {anchor[0]} never begins")


def play(script: Script, **more: object) -> ScriptedTable:
    """Play a script to its end; an `AssertionError` names the line that does not come true. ``more`` are settings to change."""
    table = ScriptedTable(script, script.rules(**more))
    for line in script.lines:
        try:
            moment = table.go_to_anchor(line.anchor) + line.after_ms
            assert moment >= table.now_ms, f"it is later already, by {(table.now_ms - moment) / 1000} s"
            table.go_on(moment)
            _happen(table, line)
        except AssertionError as fault:
            raise AssertionError(f"{script.name}.txt:{line.number}: {line.anchor[1]} {' '.join(line.words)}: {fault}") from fault
    for event in table.events:
        assert snake_case(type(event).__name__) not in script.never, f"{script.name}.txt: never {type(event).__name__}"
    assert machine.fold(table.events) == table.state
    return table


def _happen(table: ScriptedTable, line: Line) -> None:
    """One line: something asked and how it is answered, something that happened, or how things stand."""
    words = line.words
    if "->" in words:
        at = words.index("->")
        _check_answer(_asked(table, words[:at]), words[at + 1 :])
        table.note()
        return
    match words:
        case [who, "has", amount]:
            assert table.purses[who] == cents(amount), f"{who} has {table.purses[who] / 100:.2f}"
        case [who, "lies", *pairs]:
            lying = {str(bet): stake for bet, stake in table.state.stakes.get(who, {}).items()}
            expected = {bet: cents(amount) for bet, amount in zip(pairs[::2], pairs[1::2], strict=True)}
            assert lying == expected, f"{who} has {lying} lying"
        case [who, "off", "line"]:
            table.off_line.add(who)
        case [who, "on", "line"]:
            table.off_line.discard(who)
        case ["nobody", "there"]:
            table.there = False
            table.do(co.Tick(present=False))
        case ["somebody", "there"]:
            table.there = True
            table.do(co.Tick(present=True))
        case ["phase", phase]:
            assert table.phase == phase, f"the phase is {table.phase}"
        case ["left", left]:
            assert table.state.shoe is not None
            assert table.state.shoe.cards_left == int(left), f"{table.state.shoe.cards_left} cards are left"
        case [kind, *figures]:
            _check_event(table, kind, figures)
        case _:
            raise AssertionError("says nothing")


def _asked(table: ScriptedTable, words: list[str]) -> list[list[Event] | Rejection]:
    state = table.state
    shoe, number = state.shoe_number, state.round
    match words:
        case ["desk", *act]:
            sam = "Sam" if act[0] == "approved" else None
            done = acts_of(state, act[1:] if sam else act)
            return [table.ask(co.AtDesk(staff="Dora", act=one, approved_by=sam)) for one in done]
        case [who, "bets" | "takes" as way, bet, amount]:
            kind = functools.partial(co.PlaceBet, name=who.title()) if way == "bets" else co.ReduceBet
            parts = [str(part) for part in PARTS[Combination(bet)]] if bet in COMBINATIONS else [bet]
            assert len(parts) == 1 or bet in state.rules.combinations, f"{bet} has no spot here"
            return [table.ask(kind(account=who, shoe=shoe, round=number, bet=part, amount_cents=cents(amount))) for part in parts]
        case [who, "opens", "share"]:
            return [table.ask(table.opening(who, table.shares[who]))]
        case [who, "bends" | "opens" | "passes" as way, card]:
            ways: dict[str, type[co.SqueezeCommand]] = {"bends": co.BendCard, "opens": co.OpenCard, "passes": co.PassSqueeze}
            squeezed = ways[way]
            return [table.ask(squeezed(account=who, shoe=shoe, round=number, number=int(card)))]
        case [who, "is", "gone"]:
            return [table.ask(co.NoteAway(accounts=frozenset({who})))]
        case [who, "shares", *place]:
            return [table.share(who, int(place[0]) if place else None)]
        case ["house", *ordered]:
            return _ordered(table, ordered)
        case [who, *seat]:
            return [table.ask(_of_seats(table.state, who, seat))]
        case _:
            raise AssertionError("nobody can ask that")


def _of_seats(state: TableState, who: str, words: list[str]) -> Command:
    match words:
        case ["sits", "out"]:
            return co.SitOut(account=who, shoe=state.shoe_number, round=state.round)
        case ["sits", seat]:
            return co.Sit(account=who, name=who.title(), seat=int(seat))
        case ["leaves"]:
            return co.LeaveSeat(account=who)
        case _:
            raise AssertionError("nobody can ask that")


def _ordered(table: ScriptedTable, words: list[str]) -> list[list[Event] | Rejection]:
    match words:
        case ["suspends", reason]:
            return [table.ask(co.Suspend(reason=reason))]
        case ["resumes"]:
            return [table.ask(co.Resume())]
        case ["voids", reason, *lost]:
            return [table.ask(co.VoidRound(reason=reason, shoe_lost=lost == ["shoe", "lost"]))]
        case ["closes", "shoe"]:
            return [table.ask(co.CloseShoe(secret=table._secret))]
        case ["closes", "table"]:
            return [table.ask(co.ReturnStakes())]
        case ["restarts"]:
            answer = table.ask(co.Recover())
            return [answer, table.ask(co.Tick(present=table.there))]
        case ["plays", setting]:
            table.wanted = table.script.rules(**tomllib.loads(setting))
            return [table.ask(co.Open(number=table.state.number, rules=table.wanted))]
        case _:
            raise AssertionError("the house does no such thing")


def _check_answer(answers: list[list[Event] | Rejection], expected: list[str]) -> None:
    for answer in answers:
        if expected == ["ok"]:
            assert not isinstance(answer, Rejection), f"refused: {answer}"
            continue
        assert isinstance(answer, Rejection), f"taken: {answer}"
        given = [str(answer.code)]
        for name in ("limit", "left"):
            figure = getattr(answer, name)
            if figure is not None:
                given += [name, f"{figure / 100:.2f}" if "." in "".join(expected) else str(figure)]
        assert given == expected, f"refused with {' '.join(given)}"


def _check_event(table: ScriptedTable, kind: str, figures: list[str]) -> None:
    """An event of this kind happened just now, after those of the lines before, with these figures."""
    kinds = [(snake_case(type(event).__name__), event.at_ms - table.now_ms) for event in table.events]
    at = next((at for at, told in enumerate(kinds) if at >= table.heard and told == (kind, 0)), None)
    assert at is not None, f"happened {[f'{after_ms / 1000:+} s' for told, after_ms in kinds if told == kind][-3:]} from here"
    event = table.events[at]
    table.heard = at + 1
    for name, expected in zip(figures[::2], figures[1::2], strict=True):
        given = _figure(event, name)
        assert given == expected, f"{name} {given}"


def _figure(event: Event, name: str) -> str:
    source: Any = event if hasattr(event, name) or hasattr(event, f"{name}_cents") else getattr(event, "result", event)
    value = getattr(source, f"{name}_cents", None)
    if value is not None:
        return f"{value / 100:.2f}"
    plain = msgspec.to_builtins(getattr(source, name))
    return {True: "yes", False: "no"}[plain] if isinstance(plain, bool) else "none" if plain is None else str(plain)
