"""A table driven by hand: shoes with chosen cards on top, time that jumps to the next step, and everything that happened kept."""

from collections.abc import Iterable

from puntobanco import house_files
from puntobanco.game import proof
from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.house import BurnRule, HouseRules, changed
from puntobanco.game.shoe import full_pack
from puntobanco.table import commands as co, felt, machine
from puntobanco.table.commands import Command, Rejection
from puntobanco.table.dealing import Need, awaits
from puntobanco.table.events import Event
from puntobanco.table.state import Phase, TableState

SECRET = bytes(range(32))
RICH = 10**15
STARTED_MS = 1_700_000_000_000


def rules(house: str = "live", **settings: object) -> HouseRules:
    """The rules of a house that ships, with some settings changed."""
    return changed(house_files.load(house), settings)


def announcement(state: TableState) -> proof.Announcement:
    """The announcement of the shoe that a table waits for."""
    return proof.announce(state.number, state.shoe_number, state.rules, cut_place=state.cut_place)


def stacked(front: Iterable[Card], decks: int = 8) -> tuple[str, ...]:
    """The texts of a shoe with some cards on top and all others of its decks behind them, in their fixed order."""
    rest = list(full_pack(decks))
    top = list(front)
    for card in top:
        rest.remove(card)
    return tuple(f"{card.suit}-{card.rank}-{number:040X}" for number, card in enumerate([*top, *rest], 1))


class Driven:
    """One table, its clock and its events. Its shoes are fair unless a test brings one with `open_shoe`."""

    def __init__(self, house: HouseRules | None = None, *, number: int = 1, present: bool = True) -> None:
        self.now_ms = STARTED_MS
        self.events: list[Event] = []
        self.texts: tuple[str, ...] = ()
        self._state: TableState | None = None
        self._secret: bytes | None = None
        self.do(co.Open(number=number, rules=house or rules()))
        if present:
            self.do(co.Tick(present=True))

    @property
    def state(self) -> TableState:
        """Where the table stands."""
        assert self._state is not None
        return self._state

    @property
    def phase(self) -> Phase:
        """The phase it is in."""
        return self.state.phase

    def ask(self, command: Command, *, balance_cents: int = RICH) -> list[Event] | Rejection:
        """Have a command decided, and take in what it causes."""
        decision = machine.decide(self._state, command, self.now_ms, balance_cents=balance_cents)
        for event in [] if isinstance(decision, Rejection) else decision:
            self._state = machine.evolve(self._state, event)
            self.events.append(event)
        return decision

    def do(self, command: Command) -> list[Event]:
        """A command that must not be refused."""
        decision = self.ask(command)
        assert not isinstance(decision, Rejection), decision
        return decision

    def bet(self, account: str, bet: str, amount_cents: object, *, balance_cents: int = RICH) -> list[Event] | Rejection:
        """Ask for a bet on the round under way."""
        state = self.state
        command = co.PlaceBet(account=account, shoe=state.shoe_number, round=state.round, bet=bet, amount_cents=amount_cents)
        return self.ask(command, balance_cents=balance_cents)

    def take_back(self, account: str, bet: str, amount_cents: object) -> list[Event] | Rejection:
        """Ask for a part of a bet back."""
        state = self.state
        command = co.ReduceBet(account=account, shoe=state.shoe_number, round=state.round, bet=bet, amount_cents=amount_cents)
        return self.ask(command)

    def open_shoe(self, front: str = "", *, behind: int | None = None) -> list[Event]:
        """Bring a shoe with these cards on top, whose secret nobody will be able to open."""
        announced = announcement(self.state)
        self.texts, self._secret = stacked(parse_cards(front), announced.decks), None
        return self._bring(announced, behind or announced.cut_card_most)

    def open_fair_shoe(self) -> list[Event]:
        """Bring the shoe of a fixed secret."""
        announced = announcement(self.state)
        self.texts, self._secret = (), SECRET
        if announced.session_rounds:
            return self._bring(announced, 0)
        shoe = proof.stack(SECRET, announced)
        self.texts = shoe.texts
        return self._bring(announced, shoe.cut_card_behind)

    def shuffle_round(self) -> list[Event]:
        """Bring the cards of the next round of a session, as its secret has them."""
        state = self.state
        assert state.shoe is not None
        deal = proof.deal_name(state.round + 1, state.demonstration + 1 if state.demonstration_due else 0)
        pack = proof.stack_round(SECRET, state.shoe.opened_by.announcement, deal)
        self.texts = pack.texts
        return self.do(co.ShuffleRound(hashes=pack.hashes))

    def _bring(self, announced: proof.Announcement, behind: int) -> list[Event]:
        command = co.OpenShoe(
            announcement=announced,
            commitment=proof.commitment(SECRET),
            hashes=tuple(map(proof.hash_of, self.texts)),
            cut_card_behind=behind,
            sealed=b"sealed",
        )
        return self.do(command)

    def next_card(self) -> proof.OpenedCard:
        """The shoe's next card, opened."""
        assert self.state.shoe is not None
        number = felt.card_number(self.state) if self.phase is Phase.DEALING else self.state.shoe.next_number
        return proof.OpenedCard(number, self.texts[number - 1])

    def wait(self) -> None:
        """Let time pass until the next step is due."""
        if self.state.due_ms is not None:
            self.now_ms = max(self.now_ms, self.state.due_ms)

    def step(self) -> list[Event]:
        """Let time pass and do what the table waits for."""
        self.wait()
        state = self.state
        match awaits(state, self.now_ms):
            case Need.SHOE:
                return self.open_fair_shoe()
            case Need.ROUND:
                return self.shuffle_round()
            case Need.BURN:
                shows = state.rules.burn is BurnRule.FIRST_CARD
                return self.do(co.Burn(shown=self.next_card() if shows else None))
            case Need.CARD:
                return self.do(co.DealCard(card=self.next_card()))
            case Need.SECRET:
                return self.do(co.CloseShoe(secret=self._secret))
            case Need.TICK | None:
                return self.do(co.Tick(present=state.present))

    def go_to(self, phase: Phase) -> TableState:
        """Step until the table is in a phase; it stays there where it is in it."""
        for _ in range(100):
            if self.phase is phase:
                return self.state
            self.step()
        raise AssertionError(f"{phase} is not reached from {self.phase}")

    def play_on(self) -> None:
        """Step until betting is open, or until nothing goes on by itself."""
        while self.phase not in (Phase.BETTING, Phase.PAUSED, Phase.SUSPENDED):
            self.step()

    def play_round(self) -> TableState:
        """Play the next round, or the one under way, to its result."""
        self.go_to(Phase.BETTING)
        return self.go_to(Phase.RESULT)

    def play_shoe(self) -> None:
        """Play until the next shoe is being shuffled."""
        shoe = self.state.shoe_number
        while self.state.shoe_number == shoe:
            self.step()


def betting(front: str = "", house: HouseRules | None = None, *, behind: int | None = None) -> Driven:
    """A table in the betting of its first round, with these cards next."""
    house = house or rules(burn="none")
    table = Driven(house)
    table.go_to(Phase.SHUFFLING)
    table.wait()
    table.open_shoe(front, behind=behind)
    table.go_to(Phase.BETTING)
    return table
