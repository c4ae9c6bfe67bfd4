"""The attacks that a proved shoe answers, each a story: it fails, and succeeds once the one thing that answers it is taken out.

The attacker is the house, which knows every secret, or a player who is its helper. What it wants is a nine on top of the shoe.
"""

import hashlib
import hmac
import importlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.errors import BadProof
from puntobanco.game import proof
from puntobanco.game.cards import DECK, Card
from puntobanco.game.proof import BEGINNING, Announcement, Entry, Share, Shared, StackedShoe, log as logs
from puntobanco.game.proof.texts import digest
from puntobanco.game.shoe import inspect
from puntobanco.table import ceremony, changes, commands as co, events as ev, machine
from puntobanco.table.commands import Rejection
from puntobanco.table.dealing import Need, awaits
from puntobanco.table.events import Event
from puntobanco.table.players import public_name
from puntobanco.table.state import Phase, Stage, TableState
from tests.table.driven import SECRET, Driven, rules, stacked

shares_module = importlib.import_module("puntobanco.game.proof.shares")
stack_module = importlib.import_module("puntobanco.game.proof.stack")
announcement_module = importlib.import_module("puntobanco.game.proof.announcement")

RULES = rules(decks=6, burn="none")
ANN = Shared(public_name("ann"), Share(random="A1" * 32, words="never on a Sunday"))


def wanted(card: Card) -> bool:
    return card.rank == 9


def holds(check: Callable[..., object], *facts: object) -> bool:
    """Whether a check that a player makes finds nothing."""
    try:
        check(*facts)
    except BadProof:
        return False
    return True


def secrets_of(start: int) -> Iterator[bytes]:
    """Secrets that a house may try."""
    return (hashlib.sha256(f"{start} {number}".encode()).digest() for number in itertools.count())


def logged(secret: bytes, announced: Announcement, shares: Sequence[Shared]) -> list[Entry]:
    """The log of a ceremony, up to the opened contributions."""
    log = [proof.announced_entry(BEGINNING, announced, proof.commitment(secret, announced))]
    seals = {player: proof.seal_of(log[0].hash, player, share) for player, share in shares}
    log.append(proof.closed_entry(log[-1].hash, announced, seals))
    return [*log, proof.opened_entry(log[-1].hash, announced, shares)]


def shoe_of(secret: bytes, announced: Announcement, shares: Sequence[Shared] = ()) -> StackedShoe:
    seed = proof.seed_of(secret, logged(secret, announced, shares)[-1].hash)
    return proof.stack(seed, announced, shares)


def opening(*accounts: str, house: str = "live") -> tuple[Driven, dict[str, Share]]:
    """A table whose list is closed; every one wishes a cut."""
    table = Driven(rules(house, decks=6, burn="none"))
    table.step()
    shares = {account: table.seal(account, cut_place=100) for account in accounts}
    table.step()
    return table, {account: share for account, share in shares.items() if isinstance(share, Share)}


def top_if(table: Driven, opened: dict[str, Share]) -> Card:
    """The card that is on top if these are opened now: only who knows the secret can tell."""
    of_shoe = table.ceremony
    shares = replace(of_shoe, shares={**of_shoe.shares, **opened}).opened
    order = proof.opened_entry(table.state.log_head, of_shoe.announcement, shares).hash
    return proof.stack(proof.seed_of(SECRET, order), of_shoe.announcement, shares).cards[0]


def top(table: Driven) -> Card | None:
    """The card that is on top of the shoe whose order is fixed; None while none is."""
    if table.ceremony.order is None:
        return None
    return proof.stack(table.seed, table.ceremony.announcement, table.ceremony.opened).cards[0]


def test_a_stacked_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house publishes full decks with nines on top. Every text has its hash, and nothing is missing."""
    announced = proof.announce(1, 1, RULES)
    fair = shoe_of(SECRET, announced)
    order = logged(SECRET, announced, ())[-1].hash
    texts = stacked([Card("9S"), Card("9H")], 6)
    hashes = tuple(map(proof.hash_of, texts))

    def attack() -> bool:
        opened = [proof.OpenedCard(number, text) for number, text in enumerate(texts, 1)]
        cards = tuple(proof.check_opened(one, hashes) for one in opened)
        inspect(cards, 6)
        facts = (proof.seed_of(SECRET, order), announced, (), hashes, fair.cut_place, fair.cut_card_behind)
        return wanted(cards[0]) and holds(proof.check_shoe, *facts)

    assert not attack()
    monkeypatch.setattr(proof, "check_shoe", lambda *_: None)
    assert attack()


def test_choosing_among_shoes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house tries secrets in private, and promises those whose shoes it likes."""

    def attack() -> int:
        hits = 0
        for number in range(1, 7):
            announced = proof.announce(1, number, RULES)
            secret = next(one for one in secrets_of(number) if wanted(shoe_of(one, announced).cards[0]))
            hits += wanted(shoe_of(secret, announced, [ANN]).cards[0])
        return hits

    assert attack() <= 2
    monkeypatch.setattr(proof, "seed_of", lambda secret, _opened: hmac.digest(secret, b"alone", "sha512"))
    assert attack() == 6


def test_the_last_contributor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper waits until all others are open, and then opens what makes a shoe to their liking."""

    def attack() -> bool:
        table, shares = opening("ann", "hal")
        table.do(table.opening("ann", shares["ann"]))
        tries = (replace(shares["hal"], random=secret.hex().upper()) for secret in secrets_of(0))
        chosen = next(share for share in tries if wanted(top_if(table, {"hal": share})))
        table.ask(table.opening("hal", chosen))
        card = top(table)
        return card is not None and wanted(card)

    assert not attack()
    monkeypatch.setattr(proof, "check_share", lambda *_: None)
    assert attack()


def test_a_withheld_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper opens only where they like the order that comes of it, and hopes for another one where not."""

    def attack() -> int:
        table, shares = opening("ann", "hal")
        for thrown_away in itertools.count():
            if thrown_away == 10 or isinstance(shares.get("hal"), Rejection | None):
                return thrown_away
            table.do(table.opening("ann", shares["ann"]))
            table.step()
            table.step()
            again = {account: table.seal(account) for account in ("ann", "hal")}
            shares = {account: share for account, share in again.items() if isinstance(share, Share)}
            table.step()
        raise AssertionError

    assert attack() == 1
    due = ceremony.announcement_due
    monkeypatch.setattr(ceremony, "announcement_due", lambda state: replace(due(state), only=None))
    assert attack() == 10


def test_a_helper_who_is_let_in_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house announces that only Ann may share after a failure, and lets its helper in all the same."""
    hal = Shared(public_name("hal"), ANN.share)
    announced = proof.announce(1, 1, RULES, attempt=2, only=[ANN.player])
    (first, *_) = logged(SECRET, announced, [ANN, hal])

    def attack() -> bool:
        opened = ((player, proof.seal_of(first.hash, player, share), share) for player, share in (ANN, hal))
        return all(holds(proof.check_share, first.hash, announced, *one) for one in opened)

    assert not attack()
    whole = proof.check_share
    monkeypatch.setattr(proof, "check_share", lambda first, said, *one: whole(first, replace(said, only=None), *one))
    assert attack()


def test_sybil_contributions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six helpers seal, and open only those of theirs that together make a shoe to their liking: 64 orders to choose from."""
    helpers = [f"helper {number}" for number in range(6)]

    def attack() -> bool:
        table, shares = opening("ann", *helpers)
        table.do(table.opening("ann", shares["ann"]))
        groups = itertools.chain.from_iterable(itertools.combinations(helpers, size) for size in range(6))
        chosen = next(group for group in groups if wanted(top_if(table, {one: shares[one] for one in group})))
        for one in chosen:
            table.do(table.opening(one, shares[one]))
        table.step()
        card = top(table)
        return card is not None and wanted(card)

    assert not attack()
    strict = ceremony.next_step

    def lenient(state: TableState, now_ms: int) -> list[Event]:
        of_shoe = state.ceremony
        if of_shoe is None or of_shoe.stage is not Stage.OPENING:
            return strict(state, now_ms)
        return [ev.SharesOpened(at_ms=now_ms, entry=proof.opened_entry(state.log_head, of_shoe.announcement, of_shoe.opened))]

    monkeypatch.setattr(ceremony, "next_step", lenient)
    assert attack()


def test_the_choice_of_a_cut_after_the_order_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper who may cut says where only once it is known what lies there."""

    def attack() -> bool:
        table, shares = opening("ann", "hal", house="macau")
        table.do(table.opening("ann", shares["ann"]))
        tries = (replace(shares["hal"], cut_place=place) for place in range(10, 303))
        chosen = next(share for share in tries if wanted(top_if(table, {"hal": share})))
        table.ask(table.opening("hal", chosen))
        card = top(table)
        return card is not None and wanted(card)

    assert not attack()
    whole = proof.seal_of

    def without_cut(announced: str, player: str, share: Share) -> str:
        return whole(announced, player, replace(share, cut_place=None))

    monkeypatch.setattr(proof, "seal_of", without_cut)
    monkeypatch.setattr(shares_module, "seal_of", without_cut)
    assert attack()


def test_the_choice_of_a_shoe_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house promises a secret, and uses it for the shoe number in whose shoe it makes a nine."""

    def attack() -> bool:
        numbers = (proof.announce(1, number, RULES) for number in itertools.count(2))
        chosen = next(announced for announced in numbers if wanted(shoe_of(SECRET, announced).cards[0]))
        return holds(proof.check_promise, SECRET, chosen, proof.commitment(SECRET, proof.announce(1, 1, RULES)))

    assert not attack()

    def of_secret_alone(secret: bytes, _announced: Announcement) -> str:
        return digest("commitment", raw=secret)

    monkeypatch.setattr(proof, "commitment", of_secret_alone)
    monkeypatch.setattr(announcement_module, "commitment", of_secret_alone)
    assert attack()


def test_a_guessable_contribution(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house guesses what is sealed before it is opened, from the words that people type."""
    words = ["", "good luck", "banker", "never on a Sunday"]

    def attack() -> str | None:
        seal = proof.seal_of(BEGINNING, *ANN)
        guesses = (Share(random=random * 32, words=typed) for random in ("00", "FF") for typed in words)
        return next((share.words for share in guesses if proof.seal_of(BEGINNING, ANN.player, share) == seal), None)

    assert attack() is None
    monkeypatch.setattr(proof, "seal_of", lambda _announced, player, share: digest("share", f"player {player}", *share.lines))
    assert attack() == ANN.share.words


def guessed(published: str, randoms: Sequence[str]) -> Card | None:
    """The card whose text has a hash, by trying all 52 with some random parts."""
    tries = ((card, f"{card.suit}-{card.rank}-{random}") for card in DECK for random in randoms)
    return next((card for card, text in tries if proof.hash_of(text) == published), None)


def test_a_hash_of_52_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player finds the next card from its published hash."""

    def attack() -> bool:
        shoe = shoe_of(SECRET, proof.announce(1, 1, RULES))
        return guessed(shoe.hashes[0], ["", "1", "0" * 40]) is shoe.cards[0]

    assert not attack()
    monkeypatch.setattr(stack_module, "text_of", lambda _key, number, card: f"{card.suit}-{card.rank}-{number}")
    assert attack()


def test_a_leak_from_another_cards_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player finds the next card from its published hash, and the random part of the card that was opened before it."""

    def attack() -> bool:
        shoe = shoe_of(SECRET, proof.announce(1, 1, RULES))
        random = shoe.text(1).split("-")[2]
        following = hashlib.sha512(random.encode()).hexdigest().upper()
        return guessed(shoe.hashes[1], [random, following, following[:40]]) is shoe.cards[1]

    assert not attack()
    monkeypatch.setattr(stack_module, "text_of", lambda key, _number, card: f"{card.suit}-{card.rank}-{key.hex().upper()[:40]}")
    assert attack()


def test_a_swapped_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house hands out a record of another shoe that it likes better, under the hashes that players were told."""
    announced = proof.announce(1, 1, RULES)
    told = [entry.hash for entry in logged(SECRET, announced, [ANN])]

    def attack() -> bool:
        other = next(one for one in secrets_of(1) if wanted(shoe_of(one, announced, [ANN]).cards[0]))
        texts = [entry.text for entry in logged(other, announced, [ANN])]
        record = [Entry(text, kept) for text, kept in zip(texts, told, strict=True)]
        return logs.broken_at(record, BEGINNING) is None

    assert not attack()
    monkeypatch.setattr(logs, "broken_at", lambda *_: None)
    assert attack()


def test_two_logs_for_two_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house tells Ann of one promise and Bob of another. Each log holds by itself; Ann and Bob compare its head."""
    announced = proof.announce(1, 1, RULES)

    def attack() -> bool:
        told = [logged(secret, announced, [ANN]) for secret in (SECRET, bytes(32))]
        assert all(logs.broken_at(log, BEGINNING) is None for log in told)
        of_ann, of_bob = told
        return of_ann != of_bob and of_ann[-1].hash == of_bob[-1].hash

    assert not attack()
    monkeypatch.setattr(logs, "_hash", lambda previous, text: digest("log", str(len(text)), raw=bytes.fromhex(previous)))
    assert attack()


def entries(events: Sequence[Event]) -> list[Entry]:
    return [event.entry for event in events if isinstance(event, ev.Logged) and event.entry]


def test_the_void_of_a_disliked_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house voids a round as soon as it dislikes the cards. Not after the close; and before it nobody forgets it."""

    def attack() -> bool:
        table = Driven(RULES)
        table.go_to(Phase.BETTING)
        table.do(co.VoidRound(reason="a fault"))
        table.go_to(Phase.DEALING)
        assert isinstance(table.ask(co.VoidRound(reason="a fault")), Rejection)
        table.go_to(Phase.RESULT)
        closed, _ = table.do(co.CloseShoe(secret=SECRET))
        (ended,) = entries([closed])
        return "voided 1 a fault" not in ended.text.splitlines()

    assert not attack()
    monkeypatch.setattr(changes, "_with_voided", lambda state, _event: state.shoe)
    assert attack()


def test_the_early_end_of_a_disliked_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house ends a shoe that it dislikes, and says that it was finished. It is opened, and counted as what it was."""

    def attack() -> bool:
        table = Driven(RULES)
        table.go_to(Phase.RESULT)
        closed, _ = table.do(co.CloseShoe(secret=SECRET))
        (ended,) = entries([closed])
        assert f"secret {SECRET.hex().upper()}" in ended.text.splitlines()
        return "end ended_early" not in ended.text.splitlines()

    assert not attack()
    whole = proof.ended_entry

    def finished(previous: str, announced: Announcement, _end: str, **facts: Any) -> Entry:
        return whole(previous, announced, "finished", **facts)

    monkeypatch.setattr(proof, "ended_entry", finished)
    assert attack()


@pytest.mark.parametrize("seconds", [0, 11, 19])
def test_a_new_roll_by_a_crash(seconds: int) -> None:
    """The house dislikes what it announced, or what was sealed since, lets the process die, and announces another secret."""

    def attack(*, stored_first: bool) -> bool:
        table = Driven(RULES)
        table.step()
        table.seal("ann")
        table.now_ms += 1_000 * seconds
        table.do(co.Tick(present=True))
        steps = (ev.ShoeAnnounced, ev.ShareSealed, ev.SharesClosed, ev.SharesFailed)
        kept = [event for event in table.events if stored_first or not isinstance(event, steps)]
        table._state = machine.fold(kept)
        table.do(co.Recover())
        if awaits(table.state) is not Need.ANNOUNCEMENT or ceremony.announcement_due(table.state).attempt > 1:
            return False
        return bool(table.announce())

    assert not attack(stored_first=True)
    assert attack(stored_first=False)


def test_silent_abandonment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house drops a whole shoe that it disliked, and shows the log of the next as if it were the first."""

    def attack() -> bool:
        table = Driven(RULES)
        table.go_to(Phase.RESULT)
        table.do(co.CloseShoe(secret=None))
        table.go_to(Phase.RESULT)
        shown = [entry for entry in entries(table.events) if " shoe 2 " in entry.text.splitlines()[1]]
        return logs.broken_at(shown, BEGINNING) is None

    assert not attack()
    monkeypatch.setattr(logs, "_hash", lambda _previous, text: digest("log", text))
    assert attack()
