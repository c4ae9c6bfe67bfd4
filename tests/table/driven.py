"""A table driven by hand: shoes with chosen cards on top, time that jumps to the next step, and everything that happened kept."""

from collections.abc import Iterable

from puntobanco import house_files
from puntobanco.game import proof
from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.house import BurnRule, HouseRules, changed
from puntobanco.game.shoe import full_pack
from puntobanco.table import ceremony, commands as co, felt, machine
from puntobanco.table.commands import Command, Rejection
from puntobanco.table.dealing import Need, awaits
from puntobanco.table.events import Event
from puntobanco.table.players import public_name
from puntobanco.table.state import Ceremony, Phase, Stage, TableState

SECRET = bytes(range(32))
RICH = 10**15
STARTED_MS = 1_700_000_000_000


def rules(house: str = "live", **settings: object) -> HouseRules:
    """The rules of a house that ships, with some settings changed."""
    return changed(house_files.load(house), settings)


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
        self.fix_order()
        rules = self.state.rules
        self.texts, self._secret = stacked(parse_cards(front), rules.decks), None
        cut_place = proof.stack(self.seed, self.ceremony.announcement, self.ceremony.opened).cut_place
        return self._bring(cut_place, behind or rules.cut_card_most)

    def open_fair_shoe(self) -> list[Event]:
        """Bring the shoe of a fixed secret."""
        self.fix_order()
        of_shoe = self.ceremony
        self.texts, self._secret = (), SECRET
        if of_shoe.announcement.session_rounds:
            return self._bring(0, 0)
        shoe = proof.stack(self.seed, of_shoe.announcement, of_shoe.opened)
        self.texts = shoe.texts
        return self._bring(shoe.cut_place, shoe.cut_card_behind)

    def shuffle_round(self) -> list[Event]:
        """Bring the cards of the next round of a session, as its secret has them."""
        state = self.state
        deal = proof.deal_name(state.round + 1, state.demonstration + 1 if state.demonstration_due else 0)
        pack = proof.stack_round(self.seed, self.ceremony.announcement, deal)
        self.texts = pack.texts
        return self.do(co.ShuffleRound(hashes=pack.hashes))

    def announce(self) -> list[Event]:
        """Announce the next shoe, or the next attempt at it, with the fixed secret."""
        announcement = ceremony.announcement_due(self.state)
        promised = proof.commitment(SECRET, announcement)
        return self.do(co.AnnounceShoe(announcement=announcement, commitment=promised, sealed=b"sealed"))

    def fix_order(self) -> None:
        """Let the ceremony of the shoe come to its end; nobody shares who has not yet."""
        while self.state.ceremony is None or self.state.ceremony.stage is not Stage.OPENED:
            self.step()
        self.wait()

    def seal(self, account: str, words: str = "", cut_place: int | None = None) -> proof.Share | Rejection:
        """Seal a contribution, whose random bytes are the player's name; the share that `opening` opens."""
        state = self.state
        share = proof.Share(random=account.encode().hex().upper().ljust(64, "0"), words=words, cut_place=cut_place)
        announced, attempt = (state.ceremony.announced, self.attempt) if state.ceremony else ("0" * 128, 1)
        seal = proof.seal_of(announced, public_name(account), share)
        answer = self.ask(co.SealShare(account=account, shoe=state.shoe_number, attempt=attempt, seal=seal))
        return answer if isinstance(answer, Rejection) else share

    def opening(self, account: str, share: proof.Share) -> co.OpenShare:
        """The command that opens a share."""
        return co.OpenShare(account=account, shoe=self.state.shoe_number, attempt=self.attempt, share=share)

    @property
    def attempt(self) -> int:
        """Which attempt at the order of the shoe is under way, or came to its end."""
        of_shoe = self.state.ceremony
        return of_shoe.announcement.attempt if of_shoe else 1

    @property
    def ceremony(self) -> Ceremony:
        """How the order of the shoe that is shuffled, or in play, came about."""
        shoe = self.state.shoe
        of_shoe = shoe.ceremony if shoe else self.state.ceremony
        assert of_shoe is not None
        return of_shoe

    @property
    def seed(self) -> bytes:
        """What every number of the shoe follows from."""
        assert self.ceremony.order is not None
        return proof.seed_of(SECRET, self.ceremony.order)

    def _bring(self, cut_place: int, behind: int) -> list[Event]:
        hashes = tuple(map(proof.hash_of, self.texts))
        return self.do(co.OpenShoe(hashes=hashes, cut_place=cut_place, cut_card_behind=behind))

    def next_card(self) -> proof.OpenedCard:
        """The shoe's next card, opened."""
        assert self.state.shoe is not None
        number = felt.card_number(self.state) if self.phase is Phase.DEALING else self.state.shoe.next_number
        return proof.OpenedCard(number, self.texts[number - 1])

    def wait(self) -> None:
        """Let time pass until the next step is due."""
        due_ms = ceremony.due_ms(self.state) if self._waits_for_order else self.state.due_ms
        if due_ms is not None:
            self.now_ms = max(self.now_ms, due_ms)

    @property
    def _waits_for_order(self) -> bool:
        return self.phase is Phase.SHUFFLING and not self.state.rules.by_hand

    def step(self) -> list[Event]:
        """Let time pass and do what the table waits for."""
        self.wait()
        state = self.state
        match awaits(state):
            case Need.ANNOUNCEMENT:
                return self.announce()
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
    table.open_shoe(front, behind=behind)
    table.go_to(Phase.BETTING)
    return table
