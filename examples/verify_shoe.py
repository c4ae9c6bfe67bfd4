"""Check a shoe of Puntobanco yourself:  python verify_shoe.py RECORD.json

A record is what GET /api/shoes/TABLE-SHOE/record hands out. This is docs/proof.md as one program, with Python's standard library only:
what must be there is made again, step by step, and compared. Exit 0: all holds; 1: the first that does not is named; 2: no record.
"""

import collections
import hashlib
import hmac
import itertools
import json
import pathlib
import re
import struct
import sys
import unicodedata

HASH, KINDS = "[0-9A-Fa-f]{128}", "(announced closed failed )*(announced (closed (opened (published (round )*)?)?)?)?(ended )?"
DRAWS = ("0123456789",) * 3 + (
    "012345679",
    "234567",
    "4567",
    "67",
    "",
)  # Banker of 0 to 7 points draws on these third cards of Player


class Wrong(Exception): ...


def same(said, made, what):
    if json.dumps(said) != json.dumps(made):
        raise Wrong(f"{what}: it is {said}, and must be {made}")


def need(holds, what):
    same(bool(holds), True, what)


def digest(kind, raw, *lines):  # a hash says what it is of, so that nothing of one kind passes for another
    return hashlib.sha512(f"puntobanco v2 {kind}\n".encode() + raw + "\n".join(lines).encode()).hexdigest().upper()


def shuffled(key, decks):  # a full pack in the order of a key, and what draws more numbers of the key's endless stream
    blocks = (hashlib.sha512(key + counter.to_bytes(8, "big")).digest() for counter in itertools.count())
    words = (word for block in blocks for word in struct.unpack(">8Q", block))
    below = lambda bound: next(word for word in words if word < 2**64 - 2**64 % bound) % bound  # noqa: E731
    pack = [f"{suit}-{rank}" for _ in range(decks) for suit in "SHDC" for rank in range(1, 14)]
    for place in range(len(pack) - 1, 0, -1):
        other = below(place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return pack, below


def next_hand(place, player, banker):  # whose is the card at a place of a round, from 0, by the points of the cards before it
    two, other, dealt = sum(player[:2]) % 10, sum(banker[:2]) % 10, len(player) + len(banker)
    if place < 4:
        return ("player", "banker")[place % 2]
    if dealt < place or len(banker) > 2 or max(two, other) > 7:
        return None
    draws = str(player[2]) in DRAWS[other] if len(player) > 2 else other < 6
    return "player" if len(player) < 3 and two < 6 else "banker" if draws else None


def verify(record):
    # The rules of the house, of which a few matter here. In a session each round has a pack of its own.
    rules, rounds, log = json.loads(record["rules"]), record["rounds"], record["log"]
    decks, burn, each, least, most = (rules[name] for name in "decks burn burn_each_round cut_card_least cut_card_most".split())
    session, size, trials = rules["continuous_shuffler"] or rules["shuffle_every_round"], 52 * decks, rules["demonstration_rounds"]
    need(
        record["version"] == 2 and all(type(record[name]) is int for name in ("version", "table", "shoe")),
        "version, table and shoe",
    )
    possible = (
        6 <= decks <= 12 and 0 <= each <= 10 and 0 <= trials <= 3 and (burn in ("none", "decks", "first_card") or 1 <= burn <= 52)
    )
    need(possible and (session or max(12, 11 + each) <= least <= most <= size // 2), "rules that a house can have")
    ready = each + 6 + {"none": 0, "decks": decks, "first_card": 11}.get(burn, burn) if session else size

    # The log: each entry is hashed over the one before. Who seals a share opens it; who does not shares no more in this shoe.
    hashed, may, kinds, wishes, sealed, deals, published = record["previous"], None, "", [], {}, [], None
    need(log and all(re.fullmatch(HASH, one) for one in (hashed, *(entry["hash"] for entry in log))), "hashes of the log")
    for number, entry in enumerate(log, 1):
        at, before, hashed = f"log entry {number}", bytes.fromhex(hashed), entry["hash"]
        same(hashed.upper(), digest("log", before, entry["text"]), at)
        kind, shoe, *lines = (entry["text"] if "\n" in entry["text"] else entry["text"] + "\n").split("\n")
        kinds += kind + " "
        need(re.fullmatch(KINDS, kinds) and kinds != "ended ", f"{at}: {kind} in its place")
        if kind == "announced":
            attempt, announced, sealed = kinds.count("announced "), bytes.fromhex(hashed), {}
            name, may_share = f"table {record['table']} shoe {record['shoe']} attempt {attempt}", " ".join(may or ["nobody"])
            facts = [f"decks {decks}", f"session {80 if session else 0} rounds of {ready if session else 0} cards"]
            facts += ["rules " + digest("rules", b"", record["rules"]), f"players {'all' if may is None else may_share}"]
            same(lines[:-1], facts, at)
            need(re.fullmatch("commitment [0-9A-F]{128}", lines[-1]), f"{at}: commitment")
            promised, facts = lines[-1][11:], [name, *facts]
        elif kind == "closed":
            need(all(re.fullmatch("[0-9a-f]{16} [0-9A-F]{128}", line) for line in lines), f"{at}: players and seals")
            sealed = dict(line.split() for line in lines)
            need(
                len(sealed) == len(lines) <= 256 and (may is None or sealed.keys() <= set(may)),
                f"{at}: those who may share, once each",
            )
        elif kind == "failed":
            may = [player for player in sealed if player not in lines]
            need(lines and lines == [player for player in sealed if player in lines], f"{at}: some of those who sealed")
        elif kind == "opened":
            same([line[7:] for line in lines[::4]], list(sealed), f"{at}: who opened")
            for player, (who, random, cut, words) in zip(sealed, zip(*[iter(lines)] * 4, strict=True)):
                form = rf"player {player}\nrandom ([0-9A-F]{{64}})\ncut (-|[1-9][0-9]{{1,2}})\nwords [^\n]{{0,80}}"
                said, of = re.fullmatch(form, f"{who}\n{random}\n{cut}\n{words}"), f"contribution of {player}"
                need(said and not {unicodedata.category(sign) for sign in words} & {"Cc", "Cs", "Zl", "Zp"}, f"{of}: its form")
                need(said[2] == "-" or int(said[2]) <= size - 10, f"{of}: its cut")
                same(sealed[player], digest("share", announced + bytes.fromhex(said[1]), who, cut, words), f"{of}: its seal")
                wishes += [int(said[2])] if said[2] != "-" and rules["cut_by"] == "player" else []
            order = bytes.fromhex(hashed)
        elif kind == "published":
            published, (cut, behind) = (at, lines), (0, 0) if session else (int(line.split(" ")[-1]) for line in lines[:2])
            need(
                session or (least <= behind <= most and (cut in wishes if wishes else 10 <= cut <= size - 10)),
                f"{at}: cut and cut card",
            )
        deals += [(at, lines)] if kind == "round" else []
        same(shoe, name, at)
    end, secret = (lines[0][4:], lines[-1][7:]) if kind == "ended" else ("", "-")
    if end:
        need((end == "never_opened") == (secret == "-") and re.fullmatch("-|[0-9A-F]{64}", secret), f"{at}: secret")
        need(
            secret == "-" or digest("commitment", bytes.fromhex(secret), *facts) == promised,
            f"{at}: the secret that was committed to",
        )
    need(published or not (rounds or record["hashes"] or record["burn"] or end == "finished"), "round 1: published before it")

    # The cards. A session is many packs of one round each; another shoe is one pack of many rounds.
    names = [f"round {one['round']}" if one["round"] else f"demonstration {one['demonstration']}" for one in rounds]
    packs = list(zip(names, rounds, ([one] for one in rounds))) if session else [("", record, rounds)]
    count, last = 0, 80 if session else None
    for deal, holder, played in packs if published else ():
        hashes, where = holder["hashes"], f"{deal}, " * session
        need(all(re.fullmatch(HASH, one) for one in hashes), f"{where}hashes of 128 hex digits")
        same(len(hashes), ready, f"{where}card {min(len(hashes), ready) + 1}: the number of hashes")
        if secret != "-":  # the order follows from the secret and from what was opened, and nobody chose it
            seed = hmac.digest(bytes.fromhex(secret), b"puntobanco v2 seed\n" + order, "sha512")
            keys = [hmac.digest(seed, f"puntobanco v2 {use} {deal}".strip().encode(), "sha512") for use in ("order", "texts")]
            pack, below = shuffled(keys[0], decks)
            place = 0 if session else wishes[below(len(wishes))] if wishes else 10 + below(size - 19)
            for at, card in enumerate((pack[place:] + pack[:place])[:ready]):
                text = f"{card}-{hmac.digest(keys[1], str(at + 1).encode(), 'sha512')[:20].hex().upper()}"
                same(hashes[at].upper(), hashlib.sha512(text.encode()).hexdigest().upper(), f"{where}card {at + 1}: its hash")
            same([cut, behind], [place, 0 if session else least + below(most - least + 1)], f"{published[0]}: cut and cut card")

        # What was opened: each text has its published hash, and no face comes oftener than the decks hold it.
        shown, texts, faces = (holder["burn"] or {}).get("shown"), {}, collections.Counter()
        for card in ([shown] if shown else []) + [card for one in played for card in one["player"] + one["banker"]]:
            number, text = card["number"], card["text"]
            need(1 <= number <= ready, f"card {number}: a card of this shoe")
            same(hashes[number - 1].upper(), hashlib.sha512(text.encode()).hexdigest().upper(), f"card {number}: its hash")
            face = re.fullmatch("([SHDC])-([1-9]|1[0-3])-.+", text, re.DOTALL)
            faces[face and face.groups()] += number not in texts
            need(face and faces[face.groups()] <= decks, f"card {number}: a card, and no more of it than there are decks")
            texts[number] = text, int(face[2]) if int(face[2]) < 10 else 0

        # The burn, then every round dealt again.
        begun = [
            one
            for one in played
            if one["burned"] or one["player"] or one["banker"] or (one["outcome"] or one["voided"]) is not None
        ]
        if burn == "none" or (holder["burn"] is None and not (begun if session else played)):
            same(holder["burn"], None, f"burn of {deal or 'the shoe'}")
            after = 1
        else:
            value = texts.get(1, ("", 0)) if burn == "first_card" else None
            down = (value[1] or 10) if value else decks if burn == "decks" else burn
            same(
                holder["burn"],
                {"shown": {"number": 1, "text": value[0]} if value else None, "face_down": down},
                f"burn of {deal or 'the shoe'}",
            )
            after = 1 + down + (value is not None)
        for one in played:
            count += 1
            number, final, void, whole = count - trials, count == len(rounds), one["voided"], one["outcome"] is not None
            name = f"round {number}" if number > 0 else f"demonstration round {count}"
            need(last is None or number <= last, f"{name}: a shoe of {last} rounds")
            lies, never = bool(one["burned"] or one["player"] or one["banker"]), final and end == "never_opened"
            if void is not None:
                need(not whole and "\n" not in void and (never or (number > 0 and not lies)), f"{name}: voided")
            else:
                need(whole or (final and (not end or (never and number < 1) or (session and not lies))), f"{name}: its end")
            first, hands, points = after + each, {"player": [], "banker": []}, {"player": [], "banker": []}
            for card in range(first, first + 6) if lies or whole else ():
                side = next_hand(card - first, *points.values())
                if side and card in texts:
                    hands[side].append({"number": card, "text": texts[card][0]})
                    points[side].append(texts[card][1])
            dealt, two, other = sum(map(len, hands.values())), sum(points["player"]) % 10, sum(points["banker"]) % 10
            made = {
                "round": max(number, 0),
                "demonstration": 0 if number > 0 else count,
                "burned": each if lies or whole else 0,
                **hands,
            }
            winner = "player" if two > other else "banker" if two < other else "tie"
            made |= zip(("outcome", "player_points", "banker_points"), (winner, two, other) if whole else (None, None, None))
            for key, value in (made if session else made | {"hashes": [], "burn": None}).items():
                same(one[key], value, f"{name}: {key}")
            need(not whole or next_hand(dealt, *points.values()) is None, f"{name}: card {first + dealt}")
            if whole and not session and after <= size - behind + 1 < first + dealt:
                last = number + (rules["last_round"] == "one_more" and size - behind + 1 > first)
            after = first + dealt if whole else after

    # The rest of the log, which says what the cards must show.
    root = [digest("root", bytes.fromhex("".join(holder["hashes"]))) for _, holder, _ in packs]
    if published:
        same(
            published[1],
            ["session"] if session else [f"cut {cut}", f"cut card behind {behind}", f"cards {size}", f"root {root[0]}"],
            published[0],
        )
    for place, (at, said) in enumerate(deals):
        same(said, [names[place], f"cards {ready}", f"root {root[place]}"], at)
    same(len(deals), len(rounds) if session else 0, "rounds in the log")
    if session:
        same([record["burn"], record["hashes"]], [None, []], "burn and hashes, which are the rounds'")
    if end:
        counted = [one for one in rounds if one["round"] and (one["voided"] or one["outcome"]) is not None]
        facts = [
            f"end {end}",
            lines[1],
            f"rounds {len(counted)}",
            *(f"voided {one['round']} {one['voided']}" for one in counted if one["voided"] is not None),
        ]
        same(lines, [*facts, f"secret {secret}"], f"log entry {len(log)}")
        need(end in ("finished", "ended_early", "never_opened") and lines[1].startswith("reason "), f"log entry {len(log)}: an end")
    if end == "finished":
        same(count - trials, last, f"round {count - trials + 1}: the number of rounds")
    return f"{end or 'still in play'}, {len(rounds)} rounds, {len(sealed)} contributions, {attempt - 1} failed attempts"


if __name__ == "__main__":
    try:
        print("Everything holds:", verify(json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8"))))
    except Wrong as error:
        sys.exit(print(f"This shoe does NOT hold. {error}") or 1)
    except Exception as error:
        sys.exit(print(f"This is no record of a shoe: {error!r}", file=sys.stderr) or 2)
