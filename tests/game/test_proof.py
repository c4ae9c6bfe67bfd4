"""Rule 8.6 and the making of a shoe: texts, hashes, shuffle, stream, secret."""

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.errors import BadProof
from puntobanco.game import proof
from puntobanco.game.cards import DECK, Card
from puntobanco.game.house import changed
from puntobanco.game.proof import (
    Announcement,
    OpenedCard,
    Share,
    Shared,
    StackedShoe,
    Stream,
    announce,
    card_of,
    check_opened,
    check_share,
    commitment,
    deal_name,
    fault_of,
    hash_of,
    root_of,
    seal_of,
    shuffle,
    stack,
    stack_round,
    verify_text,
)
from puntobanco.game.shoe import inspect
from puntobanco.house_files import load
from tests.game.golden import golden

TEXTS = golden("card_texts.json")
SECRET = bytes(range(32))
SEED = bytes(range(64))
LIVE = load("live")
ANNOUNCED = announce(3, 12, LIVE)


@pytest.fixture(scope="module")
def shoe() -> StackedShoe:
    """A shoe of eight decks."""
    return stack(SEED, ANNOUNCED)


def with_words(monkeypatch: pytest.MonkeyPatch, *words: int) -> Stream:
    """Return a stream that gives these words."""
    given = iter(words)
    monkeypatch.setattr(Stream, "_word", lambda _: next(given))
    return Stream(b"")


def test_the_printed_example_text() -> None:
    case = TEXTS["digest"]
    assert len(case["text"]) == case["length"]
    assert hash_of(case["text"]) == case["sha512"]
    card = card_of(case["text"])
    assert (card.suit, card.rank) == (case["suit"], case["rank"])
    assert case["text"] == f"{case['suit']}-{case['rank']}-{case['random']}"


@pytest.mark.parametrize("case", TEXTS["verify"], ids=lambda case: case["id"])
def test_text_against_published_hash(case: dict[str, Any]) -> None:
    assert verify_text(case["text"], case["published"]) is case["verifies"]


@pytest.mark.parametrize("published", ["", "é" * 128, hash_of("S-1-x")[:-1], hash_of("S-1-x") + "0", hash_of("S-1-x") + "\n"])
def test_nothing_but_the_whole_hash_will_do(published: str) -> None:
    assert not verify_text("S-1-x", published)
    assert verify_text("S-1-x", hash_of("S-1-x").lower())


@pytest.mark.parametrize("case", TEXTS["read"], ids=lambda case: case["text"])
def test_the_card_that_a_text_names(case: dict[str, Any]) -> None:
    if case["card"] is None:
        with pytest.raises(BadProof, match="is no card text"):
            card_of(case["text"])
    else:
        assert card_of(case["text"]) == case["card"]


@pytest.mark.parametrize("text", ["", "-", "--", "S-01-x", "s-1-x", "S-1.0-x", "S-1-", "S- 1-x", "S-١-x", "H–3-x"])
def test_texts_that_name_no_card(text: str) -> None:
    with pytest.raises(BadProof):
        card_of(text)


def test_without_a_random_part_every_card_could_be_found() -> None:
    published = TEXTS["without_random"]["published"]
    found = [f"{card.suit}-{card.rank}" for card in DECK if verify_text(f"{card.suit}-{card.rank}-", published)]
    assert found == [TEXTS["without_random"]["card"]]
    with pytest.raises(BadProof):
        card_of(f"{found[0]}-")


def test_a_text_shown_at_another_number_fails_and_the_others_hold() -> None:
    case = TEXTS["whole_shoe"]
    randoms = [hashlib.sha256(f"case-salt-{place}".encode()).hexdigest()[:40] for place in range(416)]
    texts = [f"{card.suit}-{card.rank}-{random}" for card, random in zip(DECK * 8, randoms, strict=True)]
    hashes = [hashlib.sha512(text.encode()).hexdigest() for text in texts]
    first, second = case["swapped"]
    texts[first], texts[second] = texts[second], texts[first]
    wrong = []
    for number, text in enumerate(texts, 1):
        try:
            assert check_opened(OpenedCard(number, text), hashes) == (DECK * 8)[number - 1]
        except BadProof as error:
            assert f"card {number}:" in str(error)  # noqa: PT017
            wrong.append(number - 1)
    assert wrong == [first, second]


@pytest.mark.parametrize("number", [-1, 0, 2, 10**30])
def test_a_number_outside_the_shoe_fails(number: int) -> None:
    with pytest.raises(BadProof, match=f"card {number}"):
        check_opened(OpenedCard(number, "S-1-x"), [hash_of("S-1-x")])


def test_a_shoe_is_full_decks_with_a_text_and_a_hash_a_card(shoe: StackedShoe) -> None:
    inspect(shoe.cards, 8)
    assert tuple(map(card_of, shoe.texts)) == shoe.cards
    assert tuple(map(hash_of, shoe.texts)) == shoe.hashes
    assert len(set(shoe.hashes)) == 416
    assert all(len(text.split("-", 2)[2]) * 4 >= 128 for text in shoe.texts)


def test_a_shoe_does_not_show_itself_in_a_log(shoe: StackedShoe) -> None:
    assert repr(shoe) == str(shoe) == "StackedShoe(of 416 cards)"


@pytest.mark.parametrize(
    "other",
    [
        announce(4, 12, LIVE),
        announce(3, 13, LIVE),
        announce(3, 12, changed(LIVE, {"decks": 7})),
        announce(3, 12, changed(LIVE, {"betting_seconds": 16})),
        announce(3, 12, LIVE, attempt=2, only=()),
        announce(3, 12, LIVE, only=("00a1b2c3d4e5f607",)),
    ],
    ids=lambda other: other.name,
)
def test_a_secret_is_promised_for_one_announcement_only(other: Announcement) -> None:
    assert commitment(SECRET, other) != commitment(SECRET, ANNOUNCED)


def test_another_seed_is_another_shoe(shoe: StackedShoe) -> None:
    other = stack(bytes(64), ANNOUNCED)
    assert other.cards != shoe.cards
    assert not set(other.texts) & set(shoe.texts)
    assert stack(SEED, ANNOUNCED) == shoe


def test_the_cut_card_stays_in_its_range_and_reaches_all_of_it() -> None:
    behind = {stack(bytes([seed] * 64), ANNOUNCED).cut_card_behind for seed in range(60)}
    assert behind == set(range(14, 21))


def share(cut_place: int | None, words: str = "") -> Share:
    """A contribution that would cut there."""
    return Share(random="AB" * 32, words=words, cut_place=cut_place)


def test_a_player_cuts_where_the_house_lets_one() -> None:
    shares = [Shared("a" * 16, share(77)), Shared("b" * 16, share(None)), Shared("c" * 16, share(300))]
    by_player = announce(3, 12, changed(LIVE, {"cut_by": "player"}))
    assert {stack(bytes([seed] * 64), by_player, shares).cut_place for seed in range(30)} == {77, 300}
    assert len({stack(bytes([seed] * 64), by_player, shares[1:2]).cut_place for seed in range(30)}) > 20
    assert {stack(bytes([seed] * 64), ANNOUNCED, shares).cut_place for seed in range(30)} - {77, 300}


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        (Share(random="AB" * 31), "32 bytes"),
        (Share(random="ab" * 32), "upper-case hex"),
        (share(9), "fewer than ten"),
        (share(407), "fewer than ten"),
        (share(None, "x" * 81), "80 characters"),
        (share(None, "two\nlines"), "no line"),
        (share(None, "two\u2028lines"), "no line"),
        (share(None, "\x00"), "no line"),
    ],
)
def test_a_contribution_with_a_fault_is_none(bad: Share, fault: str) -> None:
    assert fault in str(fault_of(bad, 8))


def test_a_sealed_contribution_is_that_players_for_that_announcement() -> None:
    announced = hash_of("announced")
    sealed = seal_of(announced, "a" * 16, share(77, "word"))
    check_share(announced, ANNOUNCED, "a" * 16, sealed, share(77, "word"))
    for other in (
        (hash_of("another"), "a" * 16, share(77, "word")),
        (announced, "b" * 16, share(77, "word")),
        (announced, "a" * 16, share(78, "word")),
    ):
        with pytest.raises(BadProof, match="not the one that was sealed"):
            check_share(other[0], ANNOUNCED, other[1], sealed, other[2])
    later = announce(3, 12, LIVE, attempt=2, only=("b" * 16,))
    with pytest.raises(BadProof, match="only those who opened before"):
        check_share(announced, later, "a" * 16, sealed, share(77, "word"))


SESSION = announce(3, 7, replace(LIVE, shuffle_every_round=True))
DEALS = [deal_name(0, 1), *(deal_name(number, 0) for number in range(1, 7))]


def test_every_round_of_a_session_has_an_order_texts_and_hashes_of_its_own() -> None:
    packs = [stack_round(SEED, SESSION, deal) for deal in DEALS]
    assert len({pack.cards for pack in packs}) == len(DEALS)
    assert len({text.rsplit("-", 1)[1] for pack in packs for text in pack.texts}) == 17 * len(DEALS)
    for pack in packs:
        assert [card_of(text) for text in pack.texts] == list(pack.cards)
        assert list(pack.hashes) == [hash_of(text) for text in pack.texts]


def test_the_same_round_is_the_same_pack_again_and_of_another_seed_another() -> None:
    again = stack_round(SEED, SESSION, "round 1")
    assert again == stack_round(SEED, SESSION, "round 1")
    assert stack_round(bytes(64), SESSION, "round 1").cards != again.cards


def test_the_first_card_of_a_round_may_be_any() -> None:
    assert len({stack_round(SEED, SESSION, deal_name(number, 0)).cards[0] for number in range(1, 401)}) == 52


def test_a_house_announces_a_session_or_a_cut_card() -> None:
    assert (SESSION.session_rounds, SESSION.session_cards) == (80, 17)
    assert "session 80 rounds of 17 cards" in SESSION.lines
    assert (ANNOUNCED.session_rounds, ANNOUNCED.session_cards) == (0, 0)
    assert "session 0 rounds of 0 cards" in ANNOUNCED.lines
    assert ANNOUNCED.lines[-1] == "players all"
    assert announce(3, 12, LIVE, attempt=2, only=()).lines[-1] == "players nobody"


@pytest.mark.parametrize("published", ["", "12", "Z" * 128, hash_of("x")[:-1], " " + hash_of("x"), hash_of("x") + "\n"])
def test_the_root_is_made_of_whole_hashes_only(published: str) -> None:
    with pytest.raises(BadProof, match=r"card 2: .* is no hash"):
        root_of([hash_of("x"), published])


def test_words_that_would_favour_some_numbers_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = 2**64 - 2**64 % 416
    assert with_words(monkeypatch, fair, 2**64 - 1, fair - 1).below(416) == (fair - 1) % 416 == 415
    assert with_words(monkeypatch, 0).below(416) == 0
    assert with_words(monkeypatch, 417).below(416) == 1


def test_no_word_is_thrown_away_where_all_numbers_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert with_words(monkeypatch, 2**64 - 1).below(2**32) == 2**32 - 1
    assert with_words(monkeypatch, 2**64 - 1).below(1) == 0


@pytest.mark.parametrize("bound", [0, -1, 2**64])
def test_a_bound_has_to_be_reachable(bound: int) -> None:
    with pytest.raises(AssertionError):
        Stream(b"").below(bound)


def test_the_stream_is_sha_512_of_key_and_counter_in_order() -> None:
    blocks = b"".join(hashlib.sha512(b"key" + counter.to_bytes(8, "big")).digest() for counter in range(3))
    words = [int.from_bytes(blocks[place : place + 8], "big") for place in range(0, len(blocks), 8)]
    stream = Stream(b"key")
    assert [stream.below(2**32) for _ in words] == [word % 2**32 for word in words]


def test_every_choice_of_the_shuffle_leads_to_another_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact: the 4! equally likely choices reach each of the 4! orders once."""
    cards = DECK[:4]
    choices = itertools.product(range(4), range(3), range(2))
    orders = Counter(shuffle(cards, with_words(monkeypatch, *words)) for words in choices)
    assert orders == Counter(itertools.permutations(cards))


def test_the_shuffle_is_none_of_the_faulty_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    case = golden("shuffle.json")
    cards = dict(zip("abc", DECK, strict=False))
    letters = {card: letter for letter, card in cards.items()}
    orders: Counter[str] = Counter()
    for words in itertools.product(range(3), range(2)):
        order = shuffle(tuple(cards[letter] for letter in case["fair"]["items"]), with_words(monkeypatch, *words))
        orders["".join(letters[card] for card in order)] += 1
    assert orders == case["fair"]["orders"]
    assert all(orders != faulty["orders"] for faulty in case["faulty"])


def chi_square(counts: Counter[Any], cells: int) -> float:
    """Return the chi-square statistic against equally likely cells."""
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + (cells - len(counts)) * expected


def streams(count: int) -> Iterator[Stream]:
    """Yield streams of fixed keys."""
    return (Stream(f"fixed key {number}".encode()) for number in range(count))


def test_orders_of_four_cards_are_equally_frequent() -> None:
    orders = Counter(shuffle(DECK[:4], stream) for stream in streams(12_000))
    assert chi_square(orders, 24) < 49.7  # 23 degrees of freedom, one in a thousand


def test_every_card_is_as_often_at_every_place() -> None:
    shuffled = [shuffle(DECK[:6], stream) for stream in streams(6_000)]
    for place in range(6):
        assert chi_square(Counter(order[place] for order in shuffled), 6) < 20.5  # 5 degrees, one in a thousand


def test_numbers_under_416_are_equally_frequent() -> None:
    stream = Stream(b"fixed")
    counts = Counter(stream.below(416) for _ in range(100_000))
    assert chi_square(counts, 416) < 509  # 415 degrees, one in a thousand


def test_decks_are_shuffled_into_one_another(shoe: StackedShoe) -> None:
    assert len(set(shoe.cards[:52])) < 52


def test_a_shoe_of_every_size_can_be_made() -> None:
    for decks in range(6, 13):
        made = stack(bytes(64), announce(1, 1, changed(LIVE, {"decks": decks, "cut_card_least": 12, "cut_card_most": 12})))
        inspect(made.cards, decks)
        assert made.cut_card_behind == 12
        assert isinstance(made.cards[0], Card)
        assert proof.VERSION == 2
