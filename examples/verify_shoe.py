"""Check a shoe of Puntobanco yourself:  python verify_shoe.py RECORD.json

A record is what GET /api/shoes/TABLE-SHOE/record hands out. This is docs/proof.md as one program that needs nothing but Python:
what must be in the record is made again, step by step, and compared. Exit 0: it holds; 1: what does not, first; 2: no record.
"""

import hashlib, hmac, itertools, json, pathlib, re, struct, sys, unicodedata  # noqa: E401, I001

BURNS = ("none", "decks", "first_card")
HASH, KINDS = "[0-9A-Fa-f]{128}", "(announced closed failed )*(announced (closed (opened (published (round )*)?)?)?)?(ended )?"
DRAWS = "0123456789 0123456789 0123456789 012345679 234567 4567 67".split()  # Banker of 0 to 6 draws on these third cards of Player
sha512 = lambda data: hashlib.sha512(data).hexdigest().upper()  # noqa: E731


def need(holds, what):
    if not holds:
        sys.exit(f"This shoe does NOT hold. Wrong is: {what}")


def digest(kind, raw, *lines):  # a hash says what it is of, so that nothing of one kind passes for another
    return sha512(f"puntobanco v2 {kind}\n".encode() + raw + "\n".join(lines).encode())


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
    two, other = sum(player[:2]) % 10, sum(banker[:2]) % 10
    if place < 4:
        return ("player", "banker")[place % 2]
    if len(player + banker) < place or len(banker) > 2 or max(two, other) > 7:
        return None
    draws = other < 6 if len(player) == 2 else other < 7 and str(player[2]) in DRAWS[other]
    return "player" if len(player) == 2 and two < 6 else "banker" if draws else None


def verify(record):  # noqa: C901
    # 1. The rules of the house, of which a few matter here. In a session each round has a pack of its own.
    rules, rounds, hashed, may = json.loads(record["rules"]), record["rounds"], record["previous"], "all"
    decks, burn, each, least, most = (rules[name] for name in "decks burn burn_each_round cut_card_least cut_card_most".split())
    session, size, trials = rules["continuous_shuffler"] or rules["shuffle_every_round"], 52 * decks, rules["demonstration_rounds"]
    house = 6 <= decks <= 12 and 0 <= each <= 10 and 0 <= trials <= 3 and (burn in BURNS or 1 <= burn <= 52)
    need(house and (session or max(12, 11 + each) <= least <= most <= size // 2), "rules")
    whole_numbers = [type(record[name]) is int for name in ("version", "table", "shoe")]
    need(record["version"] == 2 and all(whole_numbers) and re.fullmatch(HASH, hashed), "version, table, shoe or previous")
    ready = each + 6 + {"none": 0, "decks": decks, "first_card": 11}.get(burn, burn) if session else size
    # 2. The log: each entry is hashed over the one before. Who seals a share opens it; who does not shares no more in this shoe.
    kinds, wishes, entries, published, end, secret = "", [], [], None, "", "-"
    for number, entry in enumerate(record["log"], 1):
        at, before, hashed = f"log entry {number}", bytes.fromhex(hashed), entry["hash"]
        need(re.fullmatch(HASH, hashed) and hashed.upper() == digest("log", before, entry["text"]), f"{at}: its hash")
        kind, shoe, *lines = entry["text"].split("\n")
        kinds += kind + " "
        need(re.fullmatch(KINDS, kinds) and kinds != "ended ", f"{at}: its kind")
        if kind == "announced":
            facts = [f"table {record['table']} shoe {record['shoe']} attempt {kinds.count('announced')}", f"decks {decks}"]
            facts.append(f"session {80 if session else 0} rounds of {ready if session else 0} cards")
            facts += ["rules " + digest("rules", b"", record["rules"]), f"players {may}"]
            need([shoe, *lines[:-1]] == facts and re.fullmatch("commitment [0-9A-F]{128}", lines[-1]), f"{at}: the announcement")
            announced, promised, sealed = bytes.fromhex(hashed), lines[-1][11:], {}
        elif kind == "closed":
            sealed = dict(line.split(" ") for line in lines)
            need(all(re.fullmatch("[0-9a-f]{16} [0-9A-F]{128}", line) for line in lines), f"{at}: a player or seal")
            need(len(sealed) == len(lines) <= 256 and (may == "all" or set(sealed) <= set(may.split())), f"{at}: who shares")
        elif kind == "failed":
            need(lines and lines == [player for player in sealed if player in lines], f"{at}: who did not open")
            may = " ".join(player for player in sealed if player not in lines) or "nobody"
        elif kind == "opened":
            need([line[7:] for line in lines[::4]] == list(sealed), f"{at}: who opened")
            for player, (who, random, cut, words) in zip(sealed, zip(*[iter(lines)] * 4, strict=True), strict=True):
                form = rf"player {player}\nrandom ([0-9A-F]{{64}})\ncut (-|[1-9][0-9]{{1,2}})\nwords [^\n]{{0,80}}"
                said = re.fullmatch(form, f"{who}\n{random}\n{cut}\n{words}")
                fair = said and not {unicodedata.category(sign) for sign in words} & {"Cc", "Cs", "Zl", "Zp"}
                need(fair and (said[2] == "-" or int(said[2]) <= size - 10), f"contribution of {player}: its form")
                seal = digest("share", announced + bytes.fromhex(said[1]), who, cut, words)
                need(sealed[player] == seal, f"contribution of {player}: its seal")
                wishes += [int(said[2])] if said[2] != "-" and rules["cut_by"] == "player" else []
            order = bytes.fromhex(hashed)
        elif kind == "published":
            published, (cut, behind) = at, (0, 0) if session else (int(line.split(" ")[-1]) for line in lines[:2])
            fair = session or (least <= behind <= most and (cut in wishes if wishes else 10 <= cut <= size - 10))
            need(fair, f"{at}: the cut, or the place of the cut card")
        elif kind == "ended":
            end, secret = lines[0][4:], lines[-1][7:]
            need((end == "never_opened") == (secret == "-") and re.fullmatch("-|[0-9A-F]{64}", secret), f"{at}: the secret")
            need(secret == "-" or digest("commitment", bytes.fromhex(secret), *facts) == promised, f"{at}: the secret")
        need(shoe == facts[0], f"{at}: its shoe")
        entries.append((at, kind, lines))
    need(kinds and (published or not (rounds or record["hashes"] or record["burn"] or end == "finished")), "round 1: too early")
    # 3. The cards. A session is many packs of one round each; another shoe is one pack of many rounds.
    names = [f"round {one['round']}" if one["round"] else f"demonstration {one['demonstration']}" for one in rounds]
    packs = list(zip(names, rounds, ([one] for one in rounds), strict=True)) if session else [("", record, rounds)]
    count, last, roots = 0, 80 if session else None, []
    for deal, holder, played in packs if published else ():
        hashes, where, texts, faces = [one.upper() for one in holder["hashes"]], f"{deal}, " * session, {}, []
        need(all(re.fullmatch(HASH, one) for one in holder["hashes"]), f"{where}hash of a card")
        need(len(hashes) == ready, f"{where}card {min(len(hashes), ready) + 1}: the number of hashes")
        roots.append(f"root {digest('root', bytes.fromhex(''.join(hashes)))}")
        if secret != "-":  # the order follows from the secret and from what was opened, and nobody chose it
            seed = hmac.digest(bytes.fromhex(secret), b"puntobanco v2 seed\n" + order, "sha512")
            keys = [hmac.digest(seed, f"puntobanco v2 {use} {deal}".strip().encode(), "sha512") for use in ("order", "texts")]
            pack, below = shuffled(keys[0], decks)
            place = 0 if session else wishes[below(len(wishes))] if wishes else 10 + below(size - 19)
            for number, card in enumerate((pack[place:] + pack[:place])[:ready], 1):
                text = f"{card}-{hmac.digest(keys[1], str(number).encode(), 'sha512')[:20].hex().upper()}"
                need(hashes[number - 1] == sha512(text.encode()), f"{where}card {number}: its hash")
            need(session or [cut, behind] == [place, least + below(most - least + 1)], f"{published}: cut, or cut card")
        # 4. What was opened: each text has its published hash, and no face comes oftener than the decks hold it.
        opened = [(holder["burn"] or {}).get("shown"), *(card for one in played for card in one["player"] + one["banker"])]
        for number, text in [(card["number"], card["text"]) for card in opened if card]:
            need(1 <= number <= ready and hashes[number - 1] == sha512(text.encode()), f"card {number}: its text")
            face = re.fullmatch("([SHDC])-([1-9]|1[0-3])-.+", text, re.DOTALL)
            faces += [face and face.groups()] if number not in texts else []
            need(face and faces.count(face.groups()) <= decks, f"card {number}: its face")
            texts[number] = text, int(face[2]) if int(face[2]) < 10 else 0
        # 5. The burn of the house, then every round dealt again. Those that were voided, or are under way, show what is open.
        lie = [bool(one["burned"] or one["player"] or one["banker"] or one["outcome"]) for one in played]
        made, after = None, 1
        if burn != "none" and (holder["burn"] or (any(lie) or played[0]["voided"] is not None if session else played)):
            first = texts.get(1, ("", 0)) if burn == "first_card" else None
            down = (first[1] or 10) if first else decks if burn == "decks" else burn
            made, after = {"shown": {"number": 1, "text": first[0]} if first else None, "face_down": down}, 1 + bool(first) + down
        need(json.dumps(holder["burn"]) == json.dumps(made), f"burn of {deal or 'the shoe'}: what was burned")
        for one, lies in zip(played, lie, strict=True):
            count, whole, void, final = count + 1, one["outcome"] is not None, one["voided"], count + 1 == len(rounds)
            number, name = count - trials, f"round {count - trials}" if count > trials else f"demonstration round {count}"
            never, first, cut_at = final and end == "never_opened", after + each, size - behind + 1
            unfinished = final and (not end or (session and not lies))
            ended = "\n" not in void and not whole and (never or (number > 0 and not lies)) if void is not None else whole
            need((ended or (void is None and unfinished)) and (last is None or number <= last), f"{name}: its end, or its place")
            hands, points = {"player": [], "banker": []}, ([], [])
            for card in range(first, first + 6) if lies else ():
                side = next_hand(card - first, *points)
                if side and card in texts:
                    hands[side].append({"number": card, "text": texts[card][0]})
                    points[side == "banker"].append(texts[card][1])
            two, other, dealt = sum(points[0]) % 10, sum(points[1]) % 10, len(points[0] + points[1])
            result = ("player" if two > other else "banker" if two < other else "tie", two, other) if whole else (None, None, None)
            made = hands | dict(zip(("outcome", "player_points", "banker_points"), result, strict=True)) | {"burned": each * lies}
            made |= {"round": max(number, 0), "demonstration": 0 if number > 0 else count}
            for key, value in (made if session else made | {"hashes": [], "burn": None}).items():
                need(json.dumps(one[key]) == json.dumps(value), f"{name}: {key}")
            need(not whole or next_hand(dealt, *points) is None, f"{name}: card {first + dealt}")
            if whole and not session and after <= cut_at < first + dealt:
                last = number + (rules["last_round"] == "one_more" and cut_at > first)
            after = first + dealt if whole else after
    # 6. The rest of the log, which says what the cards must show.
    counted = [one for one in rounds if one["round"] and (one["voided"] or one["outcome"]) is not None]
    voided = [f"voided {one['round']} {one['voided']}" for one in counted if one["voided"] is not None]
    due = [["session"] if session else [f"cut {cut}", f"cut card behind {behind}", f"cards {size}", *roots]] if published else []
    due += [[name, f"cards {ready}", root] for name, root in zip(names, roots, strict=True)] if session and published else []
    due += [[f"end {end}", lines[1], f"rounds {len(counted)}", *voided, f"secret {secret}"]] if end else []
    rest = [(at, lines) for at, kind, lines in entries if kind in ("published", "round", "ended")]
    for (at, said), made in itertools.zip_longest(rest, due, fillvalue=("rounds in the log", None)):
        need(said == made, at)
    need(not end or (end in ("finished", "ended_early", "never_opened") and lines[1].startswith("reason ")), f"{at}: how it ended")
    need(not session or (record["burn"], record["hashes"]) == (None, []), "burn or hashes, which are the rounds'")
    need(end != "finished" or count - trials == last, f"round {count - trials + 1}: that it is not there")
    return f"{end or 'still in play'}, {len(rounds)} rounds, {len(sealed)} contributions, {kinds.count('failed')} failed attempts"


if __name__ == "__main__":
    try:
        print("Everything holds:", verify(json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8"))))
    except Exception as error:
        sys.exit(print(f"This is no record of a shoe: {error!r}", file=sys.stderr) or 2)
