"""Make the files of ``golden/proof/`` from docs/proof.md, slowly, with Python's standard library and nothing of the package.

Run it as ``python golden/make_proof.py``. Tests hold the package, the example and the page to what it writes, and it to its files.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "proof"
SOURCE = "golden/make_proof.py: an independent script, written from docs/proof.md, that uses Python's standard library only"

RULES: dict[str, Any] = {
    "burn": "first_card",
    "burn_each_round": 0,
    "continuous_shuffler": False,
    "cut_by": "dealer",
    "cut_card_least": 14,
    "cut_card_most": 20,
    "decks": 6,
    "demonstration_rounds": 0,
    "last_round": "cut_card",
    "name": "golden",
    "shuffle_every_round": False,
}
"""The rules that a shoe's cards follow, and one setting that they do not."""

THIRD_CARDS = ["YYYYYYYYYY", "YYYYYYYYYY", "YYYYYYYYYY", "YYYYYYYYNY", "NNYYYYYYNN", "NNNNYYYYNN", "NNNNNNYYNN", "NNNNNNNNNN"]
"""By the Banker's points 0 to 7: whether it draws, by the points 0 to 9 of the Player's third card."""


def secret_of(what: str) -> bytes:
    """Bytes that stand for a secret, or for the random bytes of a player."""
    return hashlib.sha256(f"golden {what}".encode()).digest()


def digest(kind: str, raw: bytes, lines: list[str]) -> str:
    """Return the digest of a kind."""
    hashed = hashlib.sha512()
    hashed.update(b"puntobanco v2 " + kind.encode() + b"\n")
    hashed.update(raw)
    hashed.update("\n".join(lines).encode())
    return hashed.hexdigest().upper()


def hmac_of(key: bytes, text: bytes) -> bytes:
    """Return HMAC-SHA-512, by RFC 2104."""
    assert len(key) <= 128
    block = key.ljust(128, b"\0")
    inner = hashlib.sha512(bytes(byte ^ 0x36 for byte in block) + text).digest()
    result = hashlib.sha512(bytes(byte ^ 0x5C for byte in block) + inner).digest()
    assert result == hmac.new(key, text, hashlib.sha512).digest()
    return result


def words_of(key: bytes) -> Iterator[int]:
    """Yield the 64-bit words of a key's stream."""
    counter = 0
    while True:
        block = hashlib.sha512(key + counter.to_bytes(8, "big")).digest()
        for place in range(8):
            yield int.from_bytes(block[8 * place : 8 * place + 8], "big")
        counter += 1


def below(words: Iterator[int], bound: int) -> int:
    """Return the next number under a bound; words from the last multiple of it on are thrown away."""
    fair = 2**64 // bound * bound
    while (word := next(words)) >= fair:
        pass
    return word % bound


def shuffled(items: list[str], words: Iterator[int]) -> list[str]:
    """Return the items in the order that a stream gives."""
    order = list(items)
    place = len(order) - 1
    while place > 0:
        other = below(words, place + 1)
        here, there = order[place], order[other]
        order[place], order[other] = there, here
        place -= 1
    return order


def pack_of(decks: int) -> list[str]:
    """Return a full pack."""
    return [f"{suit}-{rank}" for _ in range(decks) for suit in "SHDC" for rank in range(1, 14)]


def texts_of(order: list[str], key: bytes) -> list[str]:
    """Return the texts of cards in their order."""
    return [f"{card}-{hmac_of(key, str(number).encode())[:20].hex().upper()}" for number, card in enumerate(order, 1)]


def hash_of(text: str) -> str:
    """Return the published hash of a text."""
    return hashlib.sha512(text.encode()).hexdigest().upper()


def root_of(hashes: list[str]) -> str:
    """Return the root of hashes."""
    return digest("root", b"".join(bytes.fromhex(one) for one in hashes), [])


def points_of(text: str) -> int:
    """Return the points of a card."""
    rank = int(text.split("-")[1])
    return rank if rank <= 9 else 0


class Shoe:
    """One shoe and its record, written step by step."""

    def __init__(self, what: str, table: int, shoe: int, rules: dict[str, Any], previous: str = "0" * 128) -> None:
        self.what, self.table, self.shoe, self.rules = what, table, shoe, RULES | rules
        self.text = json.dumps(self.rules, sort_keys=True, separators=(",", ":"))
        self.previous = previous
        self.log: list[dict[str, str]] = []
        self.hashes: list[str] = []
        self.burn: dict[str, Any] | None = None
        self.rounds: list[dict[str, Any]] = []
        self.attempt = 0
        self.session = bool(self.rules["continuous_shuffler"] or self.rules["shuffle_every_round"])
        burned = {"none": 0, "decks": self.rules["decks"], "first_card": 11}.get(self.rules["burn"], self.rules["burn"])
        self.ready = burned + self.rules["burn_each_round"] + 6

    def enter(self, kind: str, lines: list[str]) -> str:
        """Add an entry to the log; return its hash."""
        text = "\n".join([kind, f"table {self.table} shoe {self.shoe} attempt {self.attempt}", *lines])
        before = self.log[-1]["hash"] if self.log else self.previous
        self.log.append({"text": text, "hash": digest("log", bytes.fromhex(before), [text])})
        return self.log[-1]["hash"]

    def announce(self, players: str = "all") -> None:
        """Begin an attempt."""
        self.attempt += 1
        self.secret = secret_of(f"{self.what} secret {self.attempt}")
        rounds, cards = (80, self.ready) if self.session else (0, 0)
        facts = [f"decks {self.rules['decks']}", f"session {rounds} rounds of {cards} cards"]
        facts += [f"rules {digest('rules', b'', [self.text])}", f"players {players}"]
        which = f"table {self.table} shoe {self.shoe} attempt {self.attempt}"
        self.announced = self.enter("announced", [*facts, f"commitment {digest('commitment', self.secret, [which, *facts])}"])

    def close(self, shares: list[tuple[str, int | None, str]]) -> None:
        """Close the list of contributions: player, cut, words."""
        self.shares = []
        seals = []
        for player, cut, words in shares:
            random = secret_of(f"{self.what} {self.attempt} {player}")
            said = [f"player {player}", f"cut {'-' if cut is None else cut}", f"words {words}"]
            seals.append(f"{player} {digest('share', bytes.fromhex(self.announced) + random, said)}")
            self.shares.append((said[0], f"random {random.hex().upper()}", said[1], said[2]))
        self.cuts = [cut for _, cut, _ in shares if cut is not None and self.rules["cut_by"] == "player"]
        self.enter("closed", seals)

    def open(self) -> None:
        """Open all contributions, and publish the shoe."""
        opened = self.enter("opened", [line for share in self.shares for line in share])
        self.seed = hmac_of(self.secret, b"puntobanco v2 seed\n" + bytes.fromhex(opened))
        if self.session:
            self.enter("published", ["session"])
            return
        words = words_of(hmac_of(self.seed, b"puntobanco v2 order"))
        order = shuffled(pack_of(self.rules["decks"]), words)
        cut = self.cuts[below(words, len(self.cuts))] if self.cuts else 10 + below(words, len(order) - 19)
        least, most = self.rules["cut_card_least"], self.rules["cut_card_most"]
        self.behind = least + below(words, most - least + 1)
        self.texts = texts_of(order[cut:] + order[:cut], hmac_of(self.seed, b"puntobanco v2 texts"))
        self.hashes = [hash_of(text) for text in self.texts]
        said = [f"cut {cut}", f"cut card behind {self.behind}", f"cards {len(order)}", f"root {root_of(self.hashes)}"]
        self.enter("published", said)
        self.burn = self.burned()

    def burned(self) -> dict[str, Any] | None:
        """Burn from the top, as the house does."""
        rule, shown = self.rules["burn"], None
        if rule == "none":
            face_down = 0
        elif rule == "first_card":
            shown = {"number": 1, "text": self.texts[0]}
            face_down = points_of(self.texts[0]) or 10
        else:
            face_down = self.rules["decks"] if rule == "decks" else rule
        self.next = 1 + (0 if shown is None else 1) + face_down
        return None if rule == "none" else {"shown": shown, "face_down": face_down}

    def play(self, *, demonstration: bool = False, voided: str | None = None, cards: int | None = None) -> bool:
        """Play a round, of which so many ``cards`` are open; say whether the cut card came out in it."""
        begun = [one for one in self.rounds if bool(one["demonstration"]) is demonstration]
        number, trial = (0, len(begun) + 1) if demonstration else (len(begun) + 1, 0)
        one: dict[str, Any] = {"round": number, "demonstration": trial, "hashes": [], "burn": None}
        if self.session:
            deal = f"demonstration {trial}" if demonstration else f"round {number}"
            words = words_of(hmac_of(self.seed, f"puntobanco v2 order {deal}".encode()))
            order = shuffled(pack_of(self.rules["decks"]), words)[: self.ready]
            self.texts = texts_of(order, hmac_of(self.seed, f"puntobanco v2 texts {deal}".encode()))
            one["hashes"] = [hash_of(text) for text in self.texts]
            self.enter("round", [deal, f"cards {self.ready}", f"root {root_of(one['hashes'])}"])
            one["burn"] = self.burned()
        one |= {
            "burned": 0,
            "player": [],
            "banker": [],
            "outcome": None,
            "player_points": None,
            "banker_points": None,
            "voided": voided,
        }
        self.rounds.append(one)
        return self.deal(one, cards) if voided is None or cards is not None else False

    def deal(self, one: dict[str, Any], cards: int | None) -> bool:
        """Deal a round by the rules."""
        start = self.next
        one["burned"] = self.rules["burn_each_round"]
        self.next += one["burned"]
        first = self.next
        while cards is None or self.next < first + cards:
            hand = self.due(one)
            if hand is None:
                break
            one[hand].append({"number": self.next, "text": self.texts[self.next - 1]})
            self.next += 1
        if cards is None:
            player, banker = (sum(points_of(card["text"]) for card in one[hand]) % 10 for hand in ("player", "banker"))
            winner = "tie" if player == banker else "player" if player > banker else "banker"
            one |= {"outcome": winner, "player_points": player, "banker_points": banker}
        return not self.session and start <= len(self.texts) - self.behind + 1 < self.next

    def due(self, one: dict[str, Any]) -> str | None:
        """Whose the next card is."""
        player, banker = ([points_of(card["text"]) for card in one[hand]] for hand in ("player", "banker"))
        if len(player) + len(banker) < 4:
            return "player" if len(player) == len(banker) else "banker"
        two, other = (player[0] + player[1]) % 10, (banker[0] + banker[1]) % 10
        if two >= 8 or other >= 8 or len(banker) == 3:
            return None
        if len(player) == 2 and two <= 5:
            return "player"
        if len(player) == 2:
            return "banker" if other <= 5 else None
        return "banker" if THIRD_CARDS[other][player[2]] == "Y" else None

    def end(self, how: str, reason: str = "-") -> None:
        """End the shoe."""
        counted = [one for one in self.rounds if one["round"] and (one["outcome"] or one["voided"])]
        voided = [f"voided {one['round']} {one['voided']}" for one in counted if one["voided"]]
        secret = "-" if how == "never_opened" else self.secret.hex().upper()
        self.enter("ended", [f"end {how}", f"reason {reason}", f"rounds {len(counted)}", *voided, f"secret {secret}"])

    def record(self) -> dict[str, Any]:
        """Return the record."""
        shoe = {
            "version": 2,
            "table": self.table,
            "shoe": self.shoe,
            "rules": self.text,
            "previous": self.previous,
            "log": self.log,
        }
        return shoe | {"hashes": self.hashes, "burn": self.burn, "rounds": self.rounds}


ANN, BEN, CAT, DAN = "00a1b2c3d4e5f607", "1111111111111111", "2222222222222222", "fedcba9876543210"


def shared() -> Shoe:
    """Make a whole shoe that a player cut: three contributions, after an attempt that one did not open."""
    shoe = Shoe(
        "shared", 3, 12, {"cut_by": "player", "burn": "decks", "cut_card_least": 140, "cut_card_most": 150}, hash_of("earlier")
    )
    shoe.announce()
    shoe.close([(ANN, 100, "good luck"), (DAN, None, ""), (BEN, 40, "八八發"), (CAT, None, "")])
    shoe.enter("failed", [DAN])
    shoe.announce(f"{ANN} {BEN} {CAT}")
    shoe.close([(BEN, 41, "八八發 “again”"), (ANN, 302, ""), (CAT, None, "x" * 80)])
    shoe.open()
    shoe.play()
    shoe.play(voided="wrong chips")
    while not shoe.play():
        pass
    shoe.end("finished")
    return shoe


def session() -> Shoe:
    """Make a session that ended early: a demonstration round, a voided one, and a last whose pack was ready but not dealt from."""
    shoe = Shoe("session", 5, 1, {"shuffle_every_round": True, "demonstration_rounds": 1, "burn_each_round": 1})
    shoe.announce()
    shoe.close([(ANN, 50, "")])
    shoe.open()
    shoe.play(demonstration=True)
    for number in range(1, 5):
        shoe.play(voided="fire alarm" if number == 3 else None)
    shoe.play(cards=0)
    shoe.rounds[-1] |= {"burned": 0, "burn": None}
    shoe.end("ended_early", "closing time")
    return shoe


def first_card() -> Shoe:
    """Make a whole shoe that nobody shared in: first card burned, a burn before each round, one more after the cut card."""
    rules = {"burn_each_round": 1, "last_round": "one_more", "demonstration_rounds": 2, "cut_card_least": 150, "cut_card_most": 156}
    shoe = Shoe("first card", 1, 1, rules)
    shoe.announce()
    shoe.close([])
    shoe.open()
    shoe.play(demonstration=True)
    shoe.play(demonstration=True)
    while not shoe.play():
        pass
    cut_card = len(shoe.texts) - shoe.behind + 1
    assert cut_card > shoe.rounds[-1]["player"][0]["number"], "it came out as a first card"
    shoe.play()
    shoe.end("finished")
    return shoe


def in_play() -> Shoe:
    """Make a shoe in play, with a round under way."""
    shoe = Shoe("in play", 2, 9007199254740991, {"burn": 3}, hash_of("earlier"))
    shoe.announce()
    shoe.close([(CAT, None, "")])
    shoe.open()
    for _ in range(3):
        shoe.play()
    shoe.play(cards=3)
    return shoe


def never_opened() -> Shoe:
    """Make a shoe whose secret was lost: its last round is voided with the cards that were open."""
    shoe = Shoe("never opened", 4, 2, {"burn": "none"}, hash_of("earlier"))
    shoe.announce()
    shoe.close([(ANN, None, ""), (BEN, None, "")])
    shoe.open()
    shoe.play()
    shoe.play(voided="the secret was lost", cards=4)
    shoe.end("never_opened", "the key was lost")
    return shoe


def digested(kind: str, raw: str, *lines: str) -> dict[str, Any]:
    """Return a digest with what it is of."""
    return {"kind": kind, "raw": raw, "lines": lines, "digest": digest(kind, bytes.fromhex(raw), list(lines))}


def rejected(bound: int, *words: int) -> dict[str, Any]:
    """Return a number below a bound with the words that it takes."""
    return {"bound": bound, "words": [str(word) for word in words], "number": below(iter(words), bound)}


def steps() -> dict[str, Any]:
    """Return every single step with what goes in and what comes out."""
    shoe, fair = shared(), 2**64 // 416 * 416
    seed, order = shoe.seed, hmac_of(shoe.seed, b"puntobanco v2 order")
    words, bounds = words_of(order), [416, 415, 2, 1, 3, 52, 2**32, 7, 1000, 10]
    texts = hmac_of(seed, b"puntobanco v2 texts")
    text, hashes = texts_of(["H-3"], texts)[0], [hash_of("S-1-x"), hash_of("D-13-y")]
    opened = next(entry["hash"] for entry in shoe.log if entry["text"].startswith("opened"))
    uses = ("order", "texts", "order round 7", "texts demonstration 1")
    return {
        "source": SOURCE,
        "digests": [
            digested("log", "00" * 64, "closed", "table 1 shoe 1 attempt 1"),
            digested("rules", "", "{}"),
            digested("root", ""),
            digested("share", "FF", "words 莊", ""),
        ],
        "seed": {"secret": shoe.secret.hex().upper(), "opened": opened, "seed": seed.hex().upper()},
        "keys": {use: hmac_of(seed, f"puntobanco v2 {use}".encode()).hex().upper() for use in uses},
        "stream": {"key": order.hex().upper(), "words": [str(next(words)) for _ in range(20)]},
        "below": {"key": order.hex().upper(), "bounds": bounds, "numbers": numbers_of(order, bounds)},
        "rejected": [rejected(416, 2**64 - 1, fair, 417), rejected(416, fair - 1), rejected(2**32, 2**64 - 1)],
        "shuffle": {
            "key": order.hex().upper(),
            "items": "abcdefghij",
            "order": "".join(shuffled(list("abcdefghij"), words_of(order))),
        },
        "text": {"key": texts.hex().upper(), "number": 1, "card": "H-3", "text": text, "hash": hash_of(text)},
        "root": {"hashes": hashes, "root": root_of(hashes)},
    }


def numbers_of(key: bytes, bounds: list[int]) -> list[int]:
    """Return the numbers below some bounds, from the beginning of a key's stream."""
    words = words_of(key)
    return [below(words, bound) for bound in bounds]


def documents() -> dict[str, Any]:
    """Return every file by its name."""
    shoes = {"shared": shared, "session": session, "first_card": first_card, "in_play": in_play, "never_opened": never_opened}
    return {"steps": steps()} | {name: make().record() for name, make in shoes.items()}


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, document in documents().items():
        (FOLDER / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
