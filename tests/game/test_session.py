"""The packs of a session: one for each round, all from one secret, none telling anything of another (rules 6.5, 8.6)."""

import pytest
from msgspec.structs import replace

from puntobanco.errors import BadProof
from puntobanco.game.proof import (
    Announcement,
    announce,
    card_of,
    check_session,
    commitment,
    deal_name,
    hash_of,
    root_of,
    stack_round,
)
from puntobanco.game.shoe import SESSION_ROUNDS
from puntobanco.house_files import load
from tests.game.golden import golden

SECRET = bytes(range(32))
ANNOUNCED = Announcement(
    table=3, shoe=7, decks=8, cut_card_least=0, cut_card_most=0, session_rounds=SESSION_ROUNDS, session_cards=20
)
DEALS = [deal_name(0, 1), *(deal_name(number, 0) for number in range(1, 7))]


def roots(secret: bytes = SECRET) -> list[tuple[str, str]]:
    """What an honest house publishes."""
    return [(deal, root_of(stack_round(secret, ANNOUNCED, deal).hashes)) for deal in DEALS]


def test_the_packs_are_those_of_a_slow_maker_that_knows_nothing_of_this_one() -> None:
    document = golden("session_rounds.json")
    announced = Announcement(**document["announcement"])
    assert announced.text == document["text"]
    secret = bytes.fromhex(document["secret"])
    assert commitment(secret) == document["commitment"]
    for case in document["rounds"]:
        pack = stack_round(secret, announced, case["deal"])
        assert " ".join(f"{card.suit}-{card.rank}" for card in pack.cards) == case["cards"]
        assert list(pack.texts) == case["texts"]
        assert root_of(pack.hashes) == case["root"]


def test_every_round_has_an_order_texts_and_hashes_of_its_own() -> None:
    packs = [stack_round(SECRET, ANNOUNCED, deal) for deal in DEALS]
    assert len({pack.cards for pack in packs}) == len(DEALS)
    assert len({text.rsplit("-", 1)[1] for pack in packs for text in pack.texts}) == 20 * len(DEALS)
    for pack in packs:
        assert [card_of(text) for text in pack.texts] == list(pack.cards)
        assert list(pack.hashes) == [hash_of(text) for text in pack.texts]


def test_the_same_round_is_the_same_pack_again_and_another_announcement_another() -> None:
    again = stack_round(SECRET, ANNOUNCED, "round 1")
    assert again == stack_round(SECRET, ANNOUNCED, "round 1")
    for other in (replace(ANNOUNCED, shoe=8), replace(ANNOUNCED, table=4), replace(ANNOUNCED, session_cards=21)):
        assert stack_round(SECRET, other, "round 1").cards[:20] != again.cards


def test_the_first_card_of_a_round_may_be_any() -> None:
    firsts = {stack_round(SECRET, ANNOUNCED, deal_name(number, 0)).cards[0] for number in range(1, 401)}
    assert len(firsts) == 52


def test_a_house_announces_a_session_or_a_cut_card() -> None:
    each = announce(3, 7, replace(load("live"), shuffle_every_round=True))
    assert (each.session_rounds, each.session_cards, each.cut_card_least, each.cut_card_most) == (80, 17, 0, 0)
    assert each.text == "puntobanco shoe v1 table 3 shoe 7 decks 8 session of 80 rounds, 17 cards each"
    usual = announce(3, 7, load("live"))
    assert (usual.session_rounds, usual.session_cards) == (0, 0)
    assert usual.text == "puntobanco shoe v1 table 3 shoe 7 decks 8 cut card 14-20"


def test_a_session_is_checked_against_its_secret_round_by_round() -> None:
    promised = commitment(SECRET)
    check_session(SECRET, ANNOUNCED, promised, roots())
    check_session(SECRET, ANNOUNCED, promised.lower(), [(deal, root.lower()) for deal, root in roots()])
    with pytest.raises(BadProof, match="the secret is not the one that was promised"):
        check_session(bytes(32), ANNOUNCED, promised, roots())
    swapped = [("round 1", roots()[2][1])]
    with pytest.raises(BadProof, match="round 1: the hashes published for it are not those that the secret makes"):
        check_session(SECRET, ANNOUNCED, promised, swapped)
    for nonsense in (replace(ANNOUNCED, decks=13), replace(ANNOUNCED, session_cards=0), replace(ANNOUNCED, session_cards=417)):
        with pytest.raises(BadProof, match="no session can be made as it was announced"):
            check_session(SECRET, nonsense, promised, roots())
