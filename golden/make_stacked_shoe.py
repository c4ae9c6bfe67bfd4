"""Make ``stacked_shoe.json`` from the description of the shoe, with Python's standard library and nothing of the package.

Run it as ``python golden/make_stacked_shoe.py > golden/stacked_shoe.json``; a test holds the two together.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Generator

SECRET = bytes(range(32))
ANNOUNCEMENT = {"table": 3, "shoe": 12, "decks": 8, "cut_card_least": 14, "cut_card_most": 20}


def numbers(key: bytes) -> Generator[int, int, None]:
    """Yield the stream's numbers as ``below(bound)`` wants them: send a bound, get a number under it."""
    counter, answer = 0, 0
    waiting: list[int] = []
    while True:
        bound = yield answer
        while True:
            if not waiting:
                block = hashlib.sha512(key + counter.to_bytes(8, "big")).digest()
                waiting = [int.from_bytes(block[place : place + 8], "big") for place in range(0, 64, 8)]
                counter += 1
            word = waiting.pop(0)
            if word < (2**64 // bound) * bound:
                answer = word % bound
                break


def document() -> dict[str, object]:
    """Return the golden shoe."""
    said = "puntobanco shoe v1 table {table} shoe {shoe} decks {decks} cut card {cut_card_least}-{cut_card_most}"
    text = said.format(**ANNOUNCEMENT)
    stream = numbers(hmac.new(SECRET, f"{text} order".encode(), hashlib.sha512).digest())
    next(stream)
    pack = [f"{suit}-{rank}" for _ in range(8) for suit in "SHDC" for rank in range(1, 14)]
    for place in range(415, 0, -1):
        other = stream.send(place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    cut_place = 10 + stream.send(416 - 20 + 1)
    behind = 14 + stream.send(7)
    pack = pack[cut_place:] + pack[:cut_place]
    key = hmac.new(SECRET, f"{text} texts".encode(), hashlib.sha512).digest()
    randoms = [hmac.new(key, str(number).encode(), hashlib.sha512).hexdigest()[:40].upper() for number in range(1, 417)]
    texts = [f"{card}-{random}" for card, random in zip(pack, randoms, strict=True)]
    digests = [hashlib.sha512(card.encode()).digest() for card in texts]
    root = hashlib.sha512(b"puntobanco shoe v1 root " + b"".join(digests)).hexdigest().upper()
    return {
        "source": "golden/make_stacked_shoe.py: an independent script that uses Python's standard library only",
        "secret": SECRET.hex().upper(),
        "announcement": ANNOUNCEMENT,
        "commitment": hashlib.sha512(b"puntobanco shoe v1 secret " + SECRET).hexdigest().upper(),
        "cut_place": cut_place,
        "cut_card_behind": behind,
        "cards": " ".join(pack),
        "first_texts": texts[:6],
        "last_text": texts[-1],
        "first_hashes": [digest.hex().upper() for digest in digests[:6]],
        "root": root,
    }


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1)
    print()
