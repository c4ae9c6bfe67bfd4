"""Make ``session_rounds.json`` from the description of a session's rounds, with Python's standard library only.

Run it as ``python golden/make_session_rounds.py > golden/session_rounds.json``; a test holds the package to the file.
"""

import hashlib
import hmac
import json
import sys

SECRET = bytes(range(32))
ANNOUNCEMENT = {
    "table": 3,
    "shoe": 12,
    "decks": 6,
    "cut_card_least": 0,
    "cut_card_most": 0,
    "session_rounds": 80,
    "session_cards": 9,
}
TEXT = "puntobanco shoe v1 table 3 shoe 12 decks 6 session of 80 rounds, 9 cards each"


def key_of(use: str) -> bytes:
    """Return the key of one use."""
    return hmac.new(SECRET, f"{TEXT} {use}".encode(), hashlib.sha512).digest()


def order_of(deal: str) -> list[str]:
    """Return the whole pack of a round in its order, first card first."""
    pack = [f"{suit}-{rank}" for _ in range(6) for suit in "SHDC" for rank in range(1, 14)]
    key, counter = key_of(f"order {deal}"), 0
    waiting: list[int] = []
    for place in range(len(pack) - 1, 0, -1):
        bound = place + 1
        while True:
            if not waiting:
                block = hashlib.sha512(key + counter.to_bytes(8, "big")).digest()
                waiting = [int.from_bytes(block[at : at + 8], "big") for at in range(0, 64, 8)]
                counter += 1
            word = waiting.pop(0)
            if word < (2**64 // bound) * bound:
                break
        other = word % bound
        pack[place], pack[other] = pack[other], pack[place]
    return pack


def round_of(deal: str) -> dict[str, object]:
    """Return what is published and opened of a round."""
    cards, key = order_of(deal)[:9], key_of(f"texts {deal}")
    randoms = [hmac.new(key, str(number).encode(), hashlib.sha512).hexdigest()[:40].upper() for number in range(1, 10)]
    texts = [f"{card}-{random}" for card, random in zip(cards, randoms, strict=True)]
    digests = b"".join(hashlib.sha512(text.encode()).digest() for text in texts)
    root = hashlib.sha512(b"puntobanco shoe v1 root " + digests).hexdigest().upper()
    return {"deal": deal, "cards": " ".join(cards), "texts": texts, "root": root}


def document() -> dict[str, object]:
    """Return the golden rounds."""
    return {
        "source": "golden/make_session_rounds.py: an independent script that uses Python's standard library only",
        "secret": SECRET.hex().upper(),
        "announcement": ANNOUNCEMENT,
        "text": TEXT,
        "commitment": hashlib.sha512(b"puntobanco shoe v1 secret " + SECRET).hexdigest().upper(),
        "rounds": [round_of(deal) for deal in ("demonstration 1", "round 1", "round 2", "round 80")],
    }


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1)
    print()
