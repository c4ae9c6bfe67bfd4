"""Was this shoe fair? Check it yourself:  python verify_shoe.py RECORD.json

A record is what GET /api/shoes/TABLE-SHOE/record hands out. This is docs/proof.md as one program, with Python's standard library only:
what must be there is made again, step by step, and compared. Exit 0: all holds; 1: the first that does not is named; 2: no record.
"""

import hashlib, hmac, itertools, json, re, struct, sys, unicodedata  # noqa: E401

KINDS = "(announced closed failed )*(announced (closed (opened (published (round )*)?)?)?)?(ended )?"
DRAWS = ("0123456789",) * 3 + ("012345679", "234567", "4567", "67", "")  # Banker of 0 to 7 points draws on these third cards of Player


class Wrong(Exception): ...


def need(holds, what):
    if not holds:
        raise Wrong(what)


def same(said, made, what):
    need(json.dumps(said) == json.dumps(made), f"{what}: it is {said}, and must be {made}")


def digest(kind, raw, *lines):  # a hash says what it is of, so that nothing of one kind passes for another
    return hashlib.sha512(f"puntobanco v2 {kind}\n".encode() + raw + "\n".join(lines).encode()).hexdigest().upper()


def mac(key, use):
    return hmac.digest(key, use, "sha512")


def root(hashes, what="card"):
    for number, one in enumerate(hashes, 1):
        need(re.fullmatch("[0-9A-Fa-f]{128}", one), f"{what} {number}: no hash of 128 hex digits")
    return digest("root", bytes.fromhex("".join(hashes)))


def shuffled(key, decks):  # a full pack in the order of a key, and what draws more numbers of the key's endless stream
    blocks = (hashlib.sha512(key + counter.to_bytes(8, "big")).digest() for counter in itertools.count())
    words = (word for block in blocks for word in struct.unpack(">8Q", block))
    below = lambda bound: next(word for word in words if word < 2**64 - 2**64 % bound) % bound  # noqa: E731
    pack = [f"{suit}-{rank}" for _ in range(decks) for suit in "SHDC" for rank in range(1, 14)]
    for place in range(len(pack) - 1, 0, -1):
        other = below(place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return pack, below


def next_hand(player, banker, place):  # whose is the card at this place of a round, from 0, by the points of those before
    if place < 4:
        return ("player", "banker")[place % 2]
    two, other = sum(player[:2]) % 10, sum(banker[:2]) % 10
    if len(player) + len(banker) < place or len(banker) > 2 or max(two, other) > 7:
        return None
    if len(player) == 2:
        return "player" if two < 6 else "banker" if other < 6 else None
    return "banker" if str(player[2]) in DRAWS[other] else None


def read_log(record, rules, session):  # each entry's hash holds the one before; only what was sealed is opened
    root([record["previous"], *(entry["hash"] for entry in record["log"])], "hash of the log")
    told, hashed, may, sealed, kinds = {"wishes": [], "rounds": []}, record["previous"], None, {}, ""
    for place, entry in enumerate(record["log"], 1):
        at, before, hashed = f"log entry {place}", bytes.fromhex(hashed), entry["hash"]
        same(hashed.upper(), digest("log", before, entry["text"]), at)
        kind, shoe, *lines = (entry["text"] if "\n" in entry["text"] else entry["text"] + "\n").split("\n")
        kinds += kind + " "
        need(re.fullmatch(KINDS, kinds) and kinds != "ended ", f"{at}: {kind!r} comes too soon")
        if kind == "announced":
            attempt, announced, sealed = kinds.count("announced "), bytes.fromhex(hashed), {}
            name = f"table {record['table']} shoe {record['shoe']} attempt {attempt}"
            players = "all" if may is None else " ".join(may) or "nobody"
            facts = [f"decks {rules['decks']}", session, f"rules {digest('rules', b'', record['rules'])}", f"players {players}"]
            same(lines[:-1], facts, at)
            need(re.fullmatch("commitment [0-9A-F]{128}", lines[-1]), f"{at}: no commitment")
            told |= {"facts": [name, *facts], "commitment": lines[-1][11:], "failed": attempt - 1}
        elif kind == "closed":
            need(all(re.fullmatch("[0-9a-f]{16} [0-9A-F]{128}", line) for line in lines), f"{at}: not players and seals")
            sealed = dict(line.split() for line in lines)
            need(len(sealed) == len(lines) <= 256 and (may is None or sealed.keys() <= set(may)), f"{at}: not who may share, or twice")
        elif kind == "failed":
            need(lines and lines == [player for player in sealed if player in lines], f"{at}: not some of those who sealed")
            may = [player for player in sealed if player not in lines]
        elif kind == "opened":
            same([line[7:] for line in lines[::4]], list(sealed), f"{at}: who opened")
            for player, share in zip(sealed, zip(*[iter(lines)] * 4, strict=True)):
                form = f"player {player}\nrandom ([0-9A-F]{{64}})\ncut (-|[1-9][0-9]{{1,2}})\nwords [^\n]{{0,80}}"
                said, who = re.fullmatch(form, "\n".join(share)), f"contribution of {player}"
                need(said and not {unicodedata.category(sign) for sign in share[3]} & {"Cc", "Cs", "Zl", "Zp"}, f"{who}: not in its form")
                need(said[2] == "-" or int(said[2]) <= 52 * rules["decks"] - 10, f"{who}: it cuts too near the end")
                same(sealed[player], digest("share", announced + bytes.fromhex(said[1]), share[0], *share[2:]), f"{who}: its seal")
                told["wishes"] += [int(said[2])] if said[2] != "-" and rules["cut_by"] == "player" else []
            told["order"] = bytes.fromhex(hashed)
        same(shoe, name, at)
        told |= {kind: (at, lines)} if kind != "round" else {"rounds": [*told["rounds"], (at, lines)]}
    need(kinds, "log entry 1: there is none")
    return told


def turned(cards, hashes, decks):  # the texts that were opened, by number: each has its published hash, and names a card
    texts = {card["number"]: card["text"] for card in cards if card}
    for number, text in texts.items():
        need(0 < number <= len(hashes), f"card {number}: no hash was published for it")
        same(hashes[number - 1].upper(), hashlib.sha512(text.encode()).hexdigest().upper(), f"card {number}: its hash")
        need(re.fullmatch("[SHDC]-([1-9]|1[0-3])-.+", text, re.DOTALL), f"card {number}: no card")
        alike = [one for one in texts.values() if one.split("-")[:2] == text.split("-")[:2]]
        need(len(alike) <= decks, f"card {number}: one of {len(alike)} alike")
    ranks = {number: int(text.split("-")[1]) for number, text in texts.items()}
    return {number: (text, ranks[number] if ranks[number] < 10 else 0) for number, text in texts.items()}


def burned(said, rules, texts, name, begun):  # the burn that the house must make; gives the number of the card after it
    if rules["burn"] == "none" or (said is None and not begun):
        same(said, None, f"burn of {name}")
        return 1
    shown = {"number": 1, "text": texts[1][0]} if rules["burn"] == "first_card" and 1 in texts else None
    down = (texts[1][1] or 10) if shown else rules["decks"] if rules["burn"] == "decks" else rules["burn"]
    same(said, {"shown": shown, "face_down": down}, f"burn of {name}")
    return 1 + down + bool(shown)


def play(record, rules, session, end, behind):  # every round is dealt again from the opened cards
    rounds, last, after = record["rounds"], 80 if session else None, 1
    cards = [[(one["burn"] or {}).get("shown"), *one.get("player", []), *one.get("banker", [])] for one in (record, *rounds)]
    if session:
        same([record["burn"], record["hashes"]], [None, []], "burn and hashes, which are its rounds'")
    else:
        texts = turned(sum(cards, []), record["hashes"], rules["decks"])
        after = burned(record["burn"], rules, texts, "the shoe", rounds)
    for place, one in enumerate(rounds):
        number, lies = place + 1 - rules["demonstration_rounds"], bool(one["burned"] or one["player"] or one["banker"])
        name = f"round {number}" if number > 0 else f"demonstration round {place + 1}"
        need(last is None or number <= last, f"{name}: round {last} was the last")
        if session:
            texts = turned(cards[place + 1], one["hashes"], rules["decks"])
            after = burned(one["burn"], rules, texts, name, lies or one["voided"] is not None)
        whole, final, void = one["outcome"] is not None, place == len(rounds) - 1, one["voided"]
        never = final and end == "never_opened"
        if void is not None:
            need(not whole and "\n" not in void and (never or (number > 0 and not lies)), f"{name}: it cannot have been voided so")
        elif not whole:
            need(final and (not end or (never and number < 1) or (session and not lies)), f"{name}: it came to no end")
        first, hands, points = after + rules["burn_each_round"], {"player": [], "banker": []}, {"player": [], "banker": []}
        for number_in in range(first, first + 6) if lies or whole else ():
            side = next_hand(*points.values(), number_in - first)
            if side is not None and number_in in texts:
                hands[side].append({"number": number_in, "text": texts[number_in][0]})
                points[side].append(texts[number_in][1])
        dealt, (two, other) = sum(map(len, hands.values())), (sum(some) % 10 for some in points.values())
        made = {"round": max(number, 0), "demonstration": 0 if number > 0 else place + 1, **hands}
        made |= {"burned": rules["burn_each_round"] if lies or whole else 0, "outcome": None, "player_points": None, "banker_points": None}
        made |= {} if session else {"hashes": [], "burn": None}
        if whole:
            outcome = "player" if two > other else "banker" if two < other else "tie"
            made |= {"outcome": outcome, "player_points": two, "banker_points": other}
        for key in made:
            same(one[key], made[key], f"{name}: {key}")
        if whole:
            need(next_hand(*points.values(), dealt) is None, f"{name}: card {first + dealt} is missing")
            cut, start, after = 52 * rules["decks"] - behind + 1, after, first + dealt
            if not session and start <= cut < after:
                last = number + (rules["last_round"] == "one_more" and cut > first)
    need(end != "finished" or (rounds and number == last), f"round {last}: it must be there, and the last")


def verify(record):
    need(record["version"] == 2 and all(type(record[name]) is int for name in ("version", "table", "shoe")), "version, table or shoe")
    rules, hashes, rounds = json.loads(record["rules"]), record["hashes"], record["rounds"]
    session, decks, burn = rules["continuous_shuffler"] or rules["shuffle_every_round"], rules["decks"], rules["burn"]
    each, size, least, most = rules["burn_each_round"], 52 * decks, rules["cut_card_least"], rules["cut_card_most"]
    need(6 <= decks <= 12 and 0 <= each <= 10 and 0 <= rules["demonstration_rounds"] <= 3, "rules: no house can have them")
    need(burn in ("none", "decks", "first_card") or 1 <= burn <= 52, "rules: no house can have this burn")
    need(session or max(12, 11 + each) <= least <= most <= size // 2, "rules: no house can have this cut card")
    ready = each + 6 + {"none": 0, "decks": decks, "first_card": 11}.get(burn, burn) if session else 0
    told = read_log(record, rules, f"session {80 if session else 0} rounds of {ready} cards")
    at, ended = told.get("ended", ("", ["end ", "", "secret -"]))
    end, secret, cut, behind = ended[0][4:], ended[-1][7:], 0, 0
    need("published" in told or not (rounds or hashes or record["burn"] or end == "finished"), "card 1: nothing was published")
    if "published" in told and not session:
        cut, behind = (int(line.split(" ")[-1]) for line in told["published"][1][:2])
        need(cut in told["wishes"] if told["wishes"] else 10 <= cut <= size - 10, f"{told['published'][0]}: cut at {cut}")
        need(least <= behind <= most, f"{told['published'][0]}: cut card {behind} from the end")
    packs = [(f"round {one['round']}, ", f" {'round' if one['round'] else 'demonstration'} {one['round'] or one['demonstration']}", one["hashes"])
             for one in rounds] if session else [("", "", hashes)]
    for name, deal, published in packs if "published" in told else ():
        need(len(published) == (ready or size), f"{name}card {len(published)}: the last of them")
        if secret == "-":
            continue
        seed = mac(bytes.fromhex(secret), b"puntobanco v2 seed\n" + told["order"])
        pack, below = shuffled(mac(seed, f"puntobanco v2 order{deal}".encode()), decks)
        if not session:
            place = told["wishes"][below(len(told["wishes"]))] if told["wishes"] else 10 + below(size - 19)
            same([cut, behind], [place, least + below(most - least + 1)], "the cut, and the place of the cut card")
            pack = pack[place:] + pack[:place]
        key = mac(seed, f"puntobanco v2 texts{deal}".encode())
        for number, (card, hashed) in enumerate(zip(pack, published), 1):
            text = f"{card}-{mac(key, str(number).encode())[:20].hex().upper()}"
            same(hashed.upper(), hashlib.sha512(text.encode()).hexdigest().upper(), f"{name}card {number}: its hash")
    play(record, rules, session, end, behind)
    if "published" in told:
        facts = [f"cut {cut}", f"cut card behind {behind}", f"cards {size}", f"root {root(hashes)}"]
        same(told["published"][1], ["session"] if session else facts, told["published"][0])
    same([lines for _, lines in told["rounds"]], [[deal.strip(), f"cards {ready}", f"root {root(published)}"] for _, deal, published in packs if session], "rounds of the log")
    if end:
        counted = [one for one in rounds if one["round"] and (one["voided"] or one["outcome"])]
        voided = [f"voided {one['round']} {one['voided']}" for one in counted if one["voided"] is not None]
        same(ended, [f"end {end}", ended[1], f"rounds {len(counted)}", *voided, f"secret {secret}"], at)
        need(end in ("finished", "ended_early", "never_opened") and ended[1].startswith("reason "), f"{at}: no end")
        need((end == "never_opened") == (secret == "-") and re.fullmatch("-|[0-9A-F]{64}", secret), f"{at}: secret")
        need(secret == "-" or digest("commitment", bytes.fromhex(secret), *told["facts"]) == told["commitment"], f"{at}: another secret")
    return told, end


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            told, end = verify(json.load(file))
    except Wrong as error:
        sys.exit(print(f"This shoe does NOT hold. {error}") or 1)
    except (AttributeError, IndexError, KeyError, OSError, RecursionError, TypeError, ValueError) as error:
        sys.exit(print(f"This is no record of a shoe: {error!r}", file=sys.stderr) or 2)
    print(f"Everything holds. {end or 'in play: to be opened when it ends'}; failed attempts: {told['failed']}")


if __name__ == "__main__":
    main()
