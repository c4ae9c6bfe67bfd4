"""Rule 8.6 and the making of a shoe: texts, hashes, shuffle, stream, secret."""

import hashlib
import importlib.util
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from puntobanco.errors import BadProof
from puntobanco.game import proof
from puntobanco.game.cards import DECK, Card
from puntobanco.game.proof import (
    Announcement,
    OpenedCard,
    StackedShoe,
    Stream,
    card_of,
    check_opened,
    check_secret,
    commitment,
    hash_of,
    root_of,
    shuffle,
    stack,
    verify_text,
)
from puntobanco.game.shoe import inspect
from tests.game.golden import GOLDEN, golden

TEXTS = golden("card_texts.json")
STACKED = golden("stacked_shoe.json")
SECRET = bytes.fromhex(STACKED["secret"])
ANNOUNCEMENT = Announcement(**STACKED["announcement"])


@pytest.fixture(scope="module")
def shoe() -> StackedShoe:
    """The golden shoe, made by the package."""
    return stack(SECRET, ANNOUNCEMENT)


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


def test_the_golden_shoe(shoe: StackedShoe) -> None:
    assert commitment(SECRET) == STACKED["commitment"]
    assert (shoe.cut_place, shoe.cut_card_behind) == (STACKED["cut_place"], STACKED["cut_card_behind"])
    assert " ".join(f"{card.suit}-{card.rank}" for card in shoe.cards) == STACKED["cards"]
    assert [shoe.text(number) for number in range(1, 7)] == STACKED["first_texts"]
    assert shoe.text(416) == STACKED["last_text"]
    assert list(shoe.hashes[:6]) == STACKED["first_hashes"]
    assert root_of(shoe.hashes) == root_of([one.lower() for one in shoe.hashes]) == STACKED["root"]


def test_the_golden_shoe_is_what_the_independent_script_makes() -> None:
    specification = importlib.util.spec_from_file_location("make_stacked_shoe", GOLDEN / "make_stacked_shoe.py")
    assert specification is not None
    assert specification.loader is not None
    script = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(script)
    assert "puntobanco" not in {name for name in vars(script) if not name.startswith("_")}
    assert script.document() == STACKED


def test_a_shoe_is_full_decks_with_a_text_and_a_hash_a_card(shoe: StackedShoe) -> None:
    inspect(shoe.cards, 8)
    assert tuple(map(card_of, shoe.texts)) == shoe.cards
    assert tuple(map(hash_of, shoe.texts)) == shoe.hashes
    assert len(set(shoe.hashes)) == 416
    assert all(len(text.split("-", 2)[2]) * 4 >= 128 for text in shoe.texts)


def test_a_shoe_does_not_show_itself_in_a_log(shoe: StackedShoe) -> None:
    assert repr(shoe) == str(shoe) == "StackedShoe(of 416 cards)"


@pytest.mark.parametrize(
    "change", [{"table": 4}, {"shoe": 13}, {"decks": 7}, {"cut_card_least": 13}, {"cut_card_most": 21}], ids=str
)
def test_another_announcement_is_another_shoe(shoe: StackedShoe, change: dict[str, int]) -> None:
    other = stack(SECRET, Announcement(**(STACKED["announcement"] | change)))
    assert other.cards != shoe.cards
    assert not set(other.texts) & set(shoe.texts)


def test_the_cut_card_stays_in_its_range_and_reaches_all_of_it() -> None:
    behind = {stack(bytes([seed] * 32), ANNOUNCEMENT).cut_card_behind for seed in range(60)}
    assert behind == set(range(14, 21))


def test_an_opened_secret_makes_the_published_shoe(shoe: StackedShoe) -> None:
    made = check_secret(SECRET, ANNOUNCEMENT, commitment(SECRET), shoe.hashes)
    assert made == shoe
    lower = [one.lower() for one in shoe.hashes]
    assert check_secret(SECRET, ANNOUNCEMENT, commitment(SECRET).lower(), lower) == shoe


@pytest.mark.parametrize("secret", [b"", SECRET[1:], SECRET + b"0", bytes(32)], ids=len)
def test_another_secret_is_refused(shoe: StackedShoe, secret: bytes) -> None:
    with pytest.raises(BadProof, match="not the one that was promised"):
        check_secret(secret, ANNOUNCEMENT, commitment(SECRET), shoe.hashes)


def test_a_hash_that_the_secret_does_not_make_is_named(shoe: StackedShoe) -> None:
    swapped = [*shoe.hashes[:9], shoe.hashes[10], shoe.hashes[9], *shoe.hashes[11:]]
    with pytest.raises(BadProof, match="card 10:"):
        check_secret(SECRET, ANNOUNCEMENT, commitment(SECRET), swapped)


@pytest.mark.parametrize("count", [0, 1, 415, 417])
def test_a_wrong_number_of_hashes_is_refused(shoe: StackedShoe, count: int) -> None:
    hashes = (shoe.hashes + shoe.hashes)[:count]
    with pytest.raises(BadProof):
        check_secret(SECRET, ANNOUNCEMENT, commitment(SECRET), hashes)


@pytest.mark.parametrize(
    "change", [{"decks": 0}, {"decks": 10**9}, {"cut_card_least": 30}, {"cut_card_most": 10**9}, {"cut_card_least": -1}], ids=str
)
def test_an_announcement_of_no_possible_shoe_is_refused(shoe: StackedShoe, change: dict[str, int]) -> None:
    announcement = Announcement(**(STACKED["announcement"] | change))
    with pytest.raises(BadProof, match="no shoe can be made"):
        check_secret(SECRET, announcement, commitment(SECRET), shoe.hashes)


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
        announcement = Announcement(table=1, shoe=1, decks=decks, cut_card_least=12, cut_card_most=12)
        made = stack(bytes(32), announcement)
        inspect(made.cards, decks)
        assert made.cut_card_behind == 12
        assert isinstance(made.cards[0], Card)
        assert proof.VERSION == 1
