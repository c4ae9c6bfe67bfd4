"""Makes what the web client takes from the server's code; ``--check`` only says whether it is up to date.

``web/src/protocol.gen.ts`` are the messages as types. ``web/tests/table_run.gen.json`` is a recorded run of one table: the client's
fold of the events must give the server's picture after each of them. ``web/tests/houses.gen.json`` are the rules of the houses,
from which the rules page is made, ``web/tests/odds.gen.json`` exact odds.
Run with ``.venv/bin/python tools/generate.py [--check]``.
Node and the packages in ``web/node_modules`` do the printing; they are installed first where they are missing. Exits 1 with one
line for each file that does not match, 2 when one could not be made.
"""

import argparse
import functools
import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from puntobanco import house_files
from puntobanco.analysis.bet_odds import full_shoe_odds
from puntobanco.errors import BadHouse
from puntobanco.game import proof
from puntobanco.game.house import BurnRule, HouseRules, Squeeze, changed
from puntobanco.server.api import ShoeOdds
from puntobanco.server.protocol import protocol_schema
from puntobanco.server.wire import PROTOCOL
from puntobanco.table import ceremony, commands as co, felt, machine
from puntobanco.table.dealing import Need, awaits, next_ms
from puntobanco.table.events import Event
from puntobanco.table.players import public_name
from puntobanco.table.public_events import public_events
from puntobanco.table.state import Ceremony, Phase, Stage, TableState
from puntobanco.table.views import rules_view, table_view

ROOT = Path(__file__).resolve().parent.parent
STAMP = "web/node_modules/.installed"

SECRET = bytes([5]) * 32
WHOLE_EVERY = 30


class GenerateError(Exception):
    """A file could not be made; the message is one line that says why."""


def typescript() -> str:
    """The messages as TypeScript."""
    if not (ROOT / "web/node_modules/json-schema-to-typescript").is_dir():
        _run(["make", STAMP], None)
    source = json.dumps({"schema": protocol_schema(), "constants": {"PROTOCOL": PROTOCOL}})
    return _run(["tools/with_node.sh", "node", "web/scripts/protocol.mjs"], source)


def _run(command: list[str], stdin: str | None) -> str:
    done = subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise GenerateError(f"{' '.join(command)} failed: {last}")
    return done.stdout


class _Run:
    """One table over a short shoe, into the next, a session after it, and shoes dealt face down and squeezed in both ways.

    With bets, seats, a pause, a suspension and a void.
    """

    def __init__(self) -> None:
        settings = {"decks": 6, "cut_card_least": 150, "cut_card_most": 156, "last_round": "one_more", "seats": 7}
        own = {"burn_each_round": 2, "demonstration_rounds": 2}
        self._rules = changed(house_files.load("live"), {**settings, **own})
        self._random, self._seats = random.Random(3), random.Random(4)
        self._now_ms = 1_700_000_000_000
        self._texts: tuple[str, ...] = ()
        self.commits: list[dict[str, Any]] = []
        opened = machine.decide(None, co.Open(number=1, rules=self._rules), self._now_ms)
        assert isinstance(opened, list)
        self.state: TableState = machine.fold(opened)
        self._do(co.Tick(present=True))

    def _do(self, command: co.Command) -> None:
        events = machine.decide(self.state, command, self._now_ms, balance_cents=10**12)
        if not isinstance(events, co.Rejection) and events:
            self._record(events)

    def _record(self, events: list[Event]) -> None:
        self.state = functools.reduce(machine.evolve, events, self.state)
        told = msgspec.to_builtins(public_events(events, self.state))
        view = {key: value for key, value in msgspec.to_builtins(table_view(self.state)).items() if key != "rules"}
        commit: dict[str, Any] = {"version": self.state.version, "events": told, "digest": _digest(view)}
        if len(self.commits) % WHOLE_EVERY == 0:
            commit["view"] = view
        self.commits.append(commit)

    def step(self) -> None:
        """Let the next step come, now and then with something in between."""
        state = self.state
        self._sit()
        if state.phase is Phase.BETTING:
            self._bet()
        often = {Phase.BETTING: 0.15, Phase.DEALING: 0.02}.get(state.phase, 0)
        if self._random.random() < often:
            self._do(co.Suspend(reason="a fault"))
            self._do(co.VoidRound(reason="a fault") if self._random.random() < 0.5 else co.Resume())
            self._do(co.Resume())
            return
        if self.state.squeezing.account is not None and self._squeeze():
            return
        if self._random.random() < 0.01:
            self._do(co.Tick(present=False))
            self._now_ms += 61_000
            self._do(co.Tick(present=False))
            self._do(co.Recover())
            self._do(co.Tick(present=True))
        if state.phase is Phase.SHUFFLING:
            self._share()
        self._now_ms = max(self._now_ms, next_ms(self.state) or 0)
        self._next()

    def _share(self) -> None:
        """Some share in the order of the shoe, and now and then one of them does not open."""
        of_shoe = self.state.ceremony
        if of_shoe is None or of_shoe.stage not in (Stage.SEALING, Stage.OPENING):
            return
        shoe, attempt = self.state.shoe_number, of_shoe.announcement.attempt
        for account in self._seats.sample("abc", self._seats.randrange(4)) if of_shoe.stage is Stage.SEALING else of_shoe.seals:
            share = proof.Share(random=account.encode().hex().upper() * 32, words=f"I am {account}")
            if of_shoe.stage is Stage.SEALING:
                seal = proof.seal_of(of_shoe.announced, public_name(account), share)
                self._do(co.SealShare(account=account, shoe=shoe, attempt=attempt, seal=seal))
            elif self._seats.random() < 0.8:
                self._do(co.OpenShare(account=account, shoe=shoe, attempt=attempt, share=share))

    def _bet(self) -> None:
        for _ in range(self._random.randrange(4)):
            kind = self._random.choice((co.PlaceBet, co.PlaceBet, co.ReduceBet))
            bet = self._random.choice(self.state.rules.offered)
            account, amount = self._random.choice("abc"), self._random.choice((500, 2_500))
            shoe, number = self.state.shoe_number, self.state.round
            if kind is co.PlaceBet:
                name = f"Guest {account.upper()}"
                self._do(co.PlaceBet(account=account, shoe=shoe, round=number, bet=bet, amount_cents=amount, name=name))
            else:
                self._do(co.ReduceBet(account=account, shoe=shoe, round=number, bet=bet, amount_cents=amount))

    def _squeeze(self) -> bool:
        """Let the squeezer do something, or nothing: then the time ends it."""
        squeezing, state = self.state.squeezing, self.state
        assert squeezing.account is not None
        assert squeezing.number is not None
        account, shoe, number = squeezing.account, state.shoe_number, state.round
        match self._random.choice(("bend", "bend", "open", "open", "pass", "away", "wait")):
            case "bend":
                self._do(co.BendCard(account=account, shoe=shoe, round=number, number=squeezing.number))
            case "open":
                self._do(co.OpenCard(account=account, shoe=shoe, round=number, number=squeezing.number))
            case "pass":
                self._do(co.PassSqueeze(account=account, shoe=shoe, round=number, number=squeezing.number))
            case "away":
                self._do(co.NoteAway(accounts=frozenset({account})))
            case _:
                return False
        return True

    def _sit(self) -> None:
        """Now and then somebody sits down, moves, or leaves; who does not bet for long loses the seat by itself."""
        account = self._seats.choice("abcd")
        if self._seats.random() < 0.12:
            self._do(co.Sit(account=account, name=f"Guest {account.upper()}", seat=self._seats.randint(1, 7)))
        elif self._seats.random() < 0.03:
            self._do(co.LeaveSeat(account=account))

    def _next(self) -> None:
        match awaits(self.state):
            case Need.ANNOUNCEMENT:
                self._announce()
            case Need.SHOE:
                self._open_shoe()
            case Need.ROUND:
                self._shuffle_round()
            case Need.BURN:
                shown = self._card() if self.state.rules.burn is BurnRule.FIRST_CARD else None
                self._do(co.Burn(shown=shown))
            case Need.CARD:
                self._do(co.DealCard(card=self._card()))
            case Need.SECRET:
                self._do(co.CloseShoe(secret=SECRET))
            case Need.TICK | None:
                self._do(co.Tick(present=True))

    def _card(self) -> proof.OpenedCard:
        assert self.state.shoe is not None
        number = felt.card_number(self.state) if self.state.phase is Phase.DEALING else self.state.shoe.next_number
        return proof.OpenedCard(number, self._texts[number - 1])

    def change_house(self, **settings: object) -> None:
        """End the shoe after this round, and go on under other rules."""
        while self.state.phase is not Phase.RESULT:
            self.step()
        self._do(co.CloseShoe(secret=SECRET))
        self._do(co.Open(number=1, rules=changed(self._rules, settings)))

    def _shuffle_round(self) -> None:
        assert self.state.shoe is not None
        deal = proof.deal_name(self.state.round + 1, self.state.demonstration + 1 if self.state.demonstration_due else 0)
        pack = proof.stack_round(*self._made_of(self.state.shoe.ceremony), deal)
        self._texts = pack.texts
        self._do(co.ShuffleRound(hashes=pack.hashes))

    def _open_shoe(self) -> None:
        of_shoe = self.state.ceremony
        seed, announced = self._made_of(of_shoe)
        assert of_shoe is not None
        shoe = None if announced.session_rounds else proof.stack(seed, announced, of_shoe.opened)
        self._texts = shoe.texts if shoe else ()
        hashes = tuple(map(proof.hash_of, self._texts))
        place, behind = (shoe.cut_place, shoe.cut_card_behind) if shoe else (0, 0)
        self._do(co.OpenShoe(hashes=hashes, cut_place=place, cut_card_behind=behind))

    def _announce(self) -> None:
        announced = ceremony.announcement_due(self.state)
        promised = proof.commitment(SECRET, announced)
        self._do(co.AnnounceShoe(announcement=announced, commitment=promised, sealed=b"sealed"))

    @staticmethod
    def _made_of(of_shoe: Ceremony | None) -> tuple[bytes, proof.Announcement]:
        """The seed of a shoe and what was announced of it."""
        assert of_shoe is not None
        assert of_shoe.order is not None
        return proof.seed_of(SECRET, of_shoe.order), of_shoe.announcement


def _digest(view: dict[str, Any]) -> str:
    plain = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def table_run() -> str:
    """The recorded run, one commit a line. A commit without its whole picture has the digest of it."""
    run = _Run()
    start = msgspec.to_builtins(table_view(run.state))
    run.commits.clear()
    while (run.state.shoe_number, run.state.round) < (2, 2):
        run.step()
    run.change_house(shuffle_every_round=True, demonstration_rounds=1)
    while (run.state.shoe_number, run.state.round) < (3, 4):
        run.step()
    squeezed = {"squeeze_seconds": 15, "bets": ["player", "banker"], "combinations": []}
    run.change_house(faces="down", squeeze="highest_seated", **squeezed)
    while (run.state.shoe_number, run.state.round) < (4, 8):
        run.step()
    run.change_house(faces="down_where_squeezed", squeeze="highest_bettor", **squeezed)
    while (run.state.shoe_number, run.state.round) < (5, 8):
        run.step()
    lines = ",\n".join(json.dumps(commit, separators=(",", ":")) for commit in run.commits)
    return f'{{"start":{json.dumps(start, separators=(",", ":"))},\n"commits":[\n{lines}\n]}}\n'


OTHER_SETTINGS: dict[str, tuple[object, ...]] = {
    "decks": (7,),
    "bets": (("banker", "tie"), ("player", "banker", "lucky_six")),
    "combinations": ((), ("twin",)),
    "banker_bets": ("commission", "no_commission", "choice"),
    "stake_unit_cents": (500,),
    "main_minimum_cents": (2_000,),
    "main_maximum_cents": (20_000_00,),
    "side_minimum_cents": (2_00,),
    "side_maximum_cents": (3_000_00,),
    "differential_cents": ("none", 30_000_00),
    "differential_player_cents": (30_000_00,),
    "banker_in_multiples": (True, False),
    "burn": ("none", "decks", "first_card", 5),
    "burn_after_error": (2,),
    "burn_each_round": (1,),
    "cut_by": ("dealer", "player"),
    "cut_card_least": (15,),
    "cut_card_most": (30,),
    "faces": ("up", "down", "down_where_squeezed"),
    "last_round": ("one_more",),
    "demonstration_rounds": (2,),
    "continuous_shuffler": (True,),
    "shuffle_every_round": (True,),
    "closes_early": (True, False),
    "tie_policy": ("push", "carry", "carry_locked"),
    "squeeze": ("none", "highest_bettor", "highest_seated"),
    "squeeze_seconds": (9,),
    "seats": (0, 9),
    "betting_seconds": (33,),
    "card_seconds": (1.5,),
    "result_seconds": (7,),
    "shuffle_seconds": (44,),
    "card_proof": (False,),
    "chat": (False,),
    "good_roads": ((), ("pair_sticks",)),
    "dealt_by": ("hand",),
}
"""What a host may set instead, of every setting."""

NOT_SQUEEZED: dict[str, object] = {"squeeze": "none", "squeeze_seconds": "none"}
FACE_DOWN: dict[str, object] = {"faces": "down", "squeeze_seconds": 15}
COMPANIONS: dict[tuple[str, object], dict[str, object]] = {
    ("continuous_shuffler", True): {"burn": "none", "faces": "up", **NOT_SQUEEZED},
    ("faces", "up"): NOT_SQUEEZED,
    ("squeeze", "highest_bettor"): FACE_DOWN,
    ("squeeze", "highest_seated"): {**FACE_DOWN, "seats": 7},
    ("seats", 0): NOT_SQUEEZED,
}
"""What has to be set besides, for a value that excludes some that a house may have."""


def house_rules() -> str:
    """The rules of every house that ships as a table tells them, and for each setting what another value of it changes in them."""
    lines = []
    for name in house_files.shipped():
        rules = house_files.load(name)
        told = msgspec.to_builtins(rules_view(rules))
        others = [_change(rules, key, value) for key, values in OTHER_SETTINGS.items() for value in values]
        document = {"rules": told, "others": [other for other in others if other is not None]}
        lines.append(f'"{name}":{json.dumps(document, separators=(",", ":"))}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _change(rules: HouseRules, key: str, value: object) -> dict[str, Any] | None:
    """What a view of the rules differs in with another value of a setting; None where a house cannot have it, or has it already."""
    if key == "squeeze_seconds" and rules.squeeze is Squeeze.NONE:
        return None
    also: dict[str, object] = {"combinations": ()} if key == "bets" else COMPANIONS.get((key, value), {})
    try:
        other = changed(rules, {**also, key: value})
    except BadHouse:
        return None
    before, after = msgspec.to_builtins(rules_view(rules)), msgspec.to_builtins(rules_view(other))
    differs = {name: after[name] for name in after if name != "settings" and after[name] != before[name]}
    settings = {name: now for name, now in after["settings"].items() if now != before["settings"][name]}
    return {"key": key, "settings": settings, **differs} if key in settings else None


def exact_odds() -> str:
    """The exact odds of eight decks as the server hands them out."""
    return msgspec.json.format(msgspec.json.encode(ShoeOdds(decks=8, bets=full_shoe_odds(8))), indent=2).decode() + "\n"


FILES: dict[str, Callable[[], str]] = {
    "web/src/protocol.gen.ts": typescript,
    "web/tests/table_run.gen.json": table_run,
    "web/tests/houses.gen.json": house_rules,
    "web/tests/odds.gen.json": exact_odds,
}


def main() -> int:
    """Write the files, or with ``--check`` compare them. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when a file is not up to date")
    check: bool = parser.parse_args().check
    status = 0
    for name, make in FILES.items():
        target = ROOT / name
        try:
            made = make()
        except GenerateError as error:
            print(error, file=sys.stderr)
            return 2
        if target.is_file() and target.read_text(encoding="utf-8") == made:
            continue
        if check:
            print(f"{name} does not match the server: run .venv/bin/python tools/generate.py", file=sys.stderr)
            status = 1
        else:
            target.write_text(made, encoding="utf-8")
            print(f"{name} written")
    return status


if __name__ == "__main__":
    sys.exit(main())
