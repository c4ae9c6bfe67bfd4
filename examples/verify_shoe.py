"""Check a shoe of Puntobanco yourself:  python verify_shoe.py RECORD.json

A record is what GET /api/shoes/TABLE-SHOE/record hands out; docs/proof.md explains each step. The house promises a secret, players
seal random bytes; then all is opened, and the order of the cards follows from both: nobody chose it. Every hash is out before the
first bet, so all can be made again and compared. Exit 0: it holds; 1: what does not, first; 2: no record."""
import argparse, hashlib, hmac, json, pathlib, re, struct, sys, types
HASH, SEALED, SECRET = "[0-9A-F]{128}", "[0-9a-f]{16} [0-9A-F]{128}", "[0-9A-F]{64}"  # what such lines of the log look like
SHARE = f"player .+\nrandom {SECRET}\ncut (-|[1-9][0-9]{{1,2}})\nwords [^\x00-\x1f\x7f-\x9f\u2028\u2029]{{0,80}}"
END = f"end (finished|ended_early|never_opened)\nreason .+\nrounds .+(\nvoided .+)*\nsecret (-|{SECRET})"
KINDS = "(announced closed failed )*(announced (closed (opened (published (round )*)?)?)?)?(ended )?"  # how entries of a log follow
BANKER_DRAWS = [*["0123456789"] * 3, "012345679", "234567", "4567", "67", ""]  # on these third cards of Player, with 0 to 7 points
ROUND = ("round", "demonstration", "burned", "player", "banker", "outcome", "player_points", "banker_points")

def need(holds, what):  # every check is one of these: the first that does not hold ends the program, and says what is wrong
    if not holds: sys.exit(f"This shoe does NOT hold. Wrong is: {ascii(what)[1:-1]}")
def digest(kind, raw, *lines):  # a hash says of what kind it is, so that nothing can pass for something else
    return hashlib.sha512(f"puntobanco v2 {kind}\n".encode() + raw + "\n".join(lines).encode()).hexdigest().upper()

def read_rules(record):  # they were announced before anyone could know a card. In a session each round has a pack of its own
    shoe = types.SimpleNamespace(**json.loads(record["rules"]))
    shoe.size, shoe.session, shoe.rounds = 52 * shoe.decks, shoe.continuous_shuffler or shoe.shuffle_every_round, record["rounds"]
    each, trials, least, most = shoe.burn_each_round, shoe.demonstration_rounds, shoe.cut_card_least, shoe.cut_card_most
    shoe.burned = {"none": 0, "decks": shoe.decks, "first_card": 11}.get(shoe.burn, shoe.burn)
    shoe.players_cut, shoe.end, shoe.cut, shoe.behind = shoe.cut_by == "player" and not shoe.session, None, 0, 0
    fair = 6 <= shoe.decks <= 12 and 0 <= each <= 10 and 0 <= trials <= 3 and (shoe.burn == "none" or 1 <= shoe.burned <= 52)
    need(fair and (shoe.session or max(12, 11 + each) <= least <= most <= shoe.size // 2), "rules")
    shoe.ready, shoe.last = (shoe.burned + each + 6, 80) if shoe.session else (shoe.size, 999)
    shoe.cuts, shoe.cut_cards = ([0], [0]) if shoe.session else (range(10, shoe.size - 9), range(least, most + 1))
    return shoe

def read_log(record, shoe):  # each entry is hashed over the one before; secret and shares are promised before any is opened
    hashed, kinds, may, order, players, secret, log = record["previous"], "", "all", "", [], b"", []
    need(record["log"] and re.fullmatch(HASH, hashed, re.IGNORECASE), "previous, or log entry 1")
    for number, entry in enumerate(record["log"], 1):
        at, before, hashed, (kind, name, *lines) = f"log entry {number}", hashed, entry["hash"], entry["text"].split("\n")
        need(hashed.isascii() and hashed.upper() == digest("log", bytes.fromhex(before), entry["text"]), f"{at}: its hash")
        kinds += kind + " "  # of all entries up to this one
        fair = name == f"table {record['table']} shoe {record['shoe']} attempt {kinds.count('announced')}"
        need(fair and re.fullmatch(KINDS, kinds) and kinds != "ended ", f"{at}: its kind, or its shoe")
        log.append((kind, at, lines))
        if kind == "announced":
            facts = [name, f"decks {shoe.decks}", f"session {80 * shoe.session} rounds of {shoe.ready * shoe.session} cards"]
            facts += [f"rules {digest('rules', b'', record['rules'])}", f"players {may}"]
            players, (*told, promise), announced = [], lines, bytes.fromhex(hashed)
            need([name, *told] == facts and re.fullmatch(f"commitment {HASH}", promise), f"{at}: the announcement")
        elif kind == "closed":
            sealed, players = lines, [line[:16] for line in lines]
            fair = all(re.fullmatch(SEALED, line) for line in lines) and (may == "all" or set(players) <= set(may.split()))
            need(fair and len(set(players)) == len(lines) <= 256, f"{at}: who shares")
        elif kind == "failed":  # who did not open shares no more in this shoe
            need(lines and lines == [player for player in players if player in lines], f"{at}: who did not open")
            may = " ".join(player for player in players if player not in lines) or "nobody"
        elif kind == "opened":
            need(len(lines) == 4 * len(sealed), f"{at}: who opened")
            for seal, who, random, cut, words in zip(sealed, lines[::4], lines[1::4], lines[2::4], lines[3::4], strict=True):
                share = f"{who[7:]} {digest('share', announced + bytes.fromhex(random[7:]), who, cut, words)}"
                fair = re.fullmatch(SHARE, f"{who}\n{random}\n{cut}\n{words}") and int(cut[4:].replace("-", "10")) <= shoe.size - 10
                need(fair and share == seal, f"contribution of {seal[:16]}: its form, or its seal")
            order, shoe.cuts = hashed, [int(cut[4:]) for cut in lines[2::4] if cut != "cut -" and shoe.players_cut] or shoe.cuts
        elif kind == "published":
            shoe.cut, shoe.behind = (0, 0) if lines == ["session"] else (int(line.split(" ")[-1]) for line in lines[:2])
            need(shoe.cut in shoe.cuts and shoe.behind in shoe.cut_cards, f"{at}: the cut, or the place of the cut card")
        elif kind == "ended":
            shoe.end, secret = lines[0][4:], bytes.fromhex(lines[-1][7:].strip("-"))
            need(re.fullmatch(END, "\n".join(lines)) and bool(secret) == (shoe.end != "never_opened"), f"{at}: how it ended")
            need(not secret or promise == f"commitment {digest('commitment', secret, *facts)}", f"{at}: the secret")
    shoe.seed = hmac.digest(secret, b"puntobanco v2 seed\n" + bytes.fromhex(order), "sha512") if secret else None
    return log, len(players)

def pick(choices, numbers):  # without the last few of all possible numbers, with which the first choices were more likely
    return choices[next(number % len(choices) for number in numbers if number < 2**64 - 2**64 % len(choices))]
def make_cards(shoe, deal):  # from secret and shares follows one order, the same for everyone who makes it
    order, texts = (hmac.digest(shoe.seed, f"puntobanco v2 {use} {deal}".strip().encode(), "sha512") for use in ("order", "texts"))
    stream = b"".join(hashlib.sha512(order + counter.to_bytes(8, "big")).digest() for counter in range(100))
    words, pack = iter(struct.unpack(">800Q", stream)), [f"{suit}-{rank}" for suit in "SHDC" for rank in range(1, 14)] * shoe.decks
    for place in range(shoe.size - 1, 0, -1):
        other = pick(range(place + 1), words)
        pack[place], pack[other] = pack[other], pack[place]
    cut, behind = pick(shoe.cuts, words), pick(shoe.cut_cards, words)  # one of the sealed places, where players cut
    random = [hmac.digest(texts, str(number).encode(), "sha512")[:20].hex().upper() for number in range(1, shoe.ready + 1)]
    return [f"{face}-{secret}" for face, secret in zip(pack[cut:] + pack[:cut], random, strict=False)], cut, behind
def check_cards(shoe, at, lines, holder, rounds):  # all hashes were out before the first bet, and what is turned has its hash
    deal, hashes, texts, faces = lines[0] if shoe.session else "", [one.lower() for one in holder["hashes"]], {}, []
    made, cut, behind = make_cards(shoe, deal) if shoe.seed else ([], shoe.cut, shoe.behind)
    opened = [(holder["burn"] or {}).get("shown"), *(card for _, one in rounds for card in one["player"] + one["banker"])]
    for number, text in [*enumerate(made, 1), *((card["number"], card["text"]) for card in opened if card)]:
        where, face = f"{deal}, card {number}".removeprefix(", "), re.match(r"[SHDC]-([1-9]|1[0-3])(?=-[0-9A-F]{40}\Z)", text)
        need(hashes[number - 1 : number] == [hashlib.sha512(text.encode()).hexdigest()], f"{where}: its hash, or its text")
        faces += [face and face[0]] if number not in texts else []
        need(face and (made or faces.count(face[0]) <= shoe.decks), f"{where}: its face")
        texts[number] = text  # all cards where the secret is open, else those that were turned
    fair = len(hashes) == shoe.ready and all(re.fullmatch(HASH, one, re.IGNORECASE) for one in hashes)
    places, root = [deal] if deal else [f"cut {cut}", f"cut card behind {behind}"], digest("root", bytes.fromhex("".join(hashes)))
    need(fair and lines == [*places, f"cards {shoe.ready}", f"root {root}"], f"{at}: the cut, the cut card, hashes or their root")
    return texts

def points(hand, texts):  # ten and pictures may count 10 here, since only the last digit of the sum counts
    return sum(min(int(texts[number].split("-")[1]), 10) for number in hand if number in texts) % 10
def deal_again(first, texts):  # which cards the rules give to Player and Banker, as far as that is known from those that are open
    player, banker = [first, first + 2], [first + 1, first + 3]
    two, other = points(player, texts), points(banker, texts)
    if max(two, other) < 8 and all(card in texts for card in player + banker):
        if two < 6: player.append(first + 4)
        draws = other < 6 if two > 5 else first + 4 in texts and str(points(player[2:], texts)) in BANKER_DRAWS[other]
        if draws: banker.append(max(player + banker) + 1)
    return player, banker
def play(shoe, lines, holder, rounds, texts):  # every round again by the rules, from the shoe's next card on
    used = any(one["burned"] or one["player"] + one["banker"] or one["voided"] is not None or not shoe.session for _, one in rounds)
    shown = {"number": 1, "text": texts.get(1)} if shoe.burn == "first_card" else None
    down = points([1], texts) or 10 if shown else shoe.burned
    burn = {"shown": shown, "face_down": down} if shoe.burn != "none" and (used or holder["burn"]) else None
    need(json.dumps(holder["burn"]) == json.dumps(burn), f"burn of {lines[0] if shoe.session else 'the shoe'}: what was burned")
    after, each, cut_card = 1 + bool(shown) + down, shoe.burn_each_round, shoe.size - shoe.behind + 1
    for number, one in rounds:
        name = f"round {number}" if number > 0 else f"demonstration round {number + shoe.demonstration_rounds}"
        dealt, last, void = bool(one["burned"] or one["player"] or one["banker"]), one is shoe.rounds[-1], one["voided"]
        hands = deal_again(after + each, texts) if dealt else ([], [])
        opened = [[{"number": card, "text": texts[card]} for card in hand if card in texts] for hand in hands]
        ended = dealt and one["outcome"] and void is None and len(opened[0] + opened[1]) == len(hands[0] + hands[1])
        unfinished = last and (not shoe.end or (shoe.session and not dealt) if void is None else shoe.end == "never_opened")
        fair = ended or unfinished or (void is not None and number > 0 and not dealt)
        need(fair and number <= shoe.last and (void is None or re.fullmatch(".*", void)), f"{name}: its place, or how it ended")
        two, other = (points(hand, texts) for hand in hands)
        result = ["player" if two > other else "banker" if other > two else "tie", two, other] if ended else [None, None, None]
        made = [max(number, 0), 0 if number > 0 else number + shoe.demonstration_rounds, each * dealt, *opened, *result]
        need(json.dumps([one[key] for key in ROUND]) == json.dumps(made), f"{name}: its numbers, cards, points or outcome")
        first, after = after, after + each + len(opened[0] + opened[1]) if ended else after  # the cut card may lie between them
        if first <= cut_card < after: shoe.last = number + (shoe.last_round == "one_more" and cut_card > first + each)

def verify(record):  # the whole story in its order; what is said of the end must be what the rounds show
    need(all(0 < record[name] < 2**53 for name in ("table", "shoe")) and record["version"] == 2, "version, table or shoe")
    shoe, rounds = read_rules(record), record["rounds"]
    (log, seals), last, bare = read_log(record, shoe), len(rounds) - shoe.demonstration_rounds, [record] if shoe.session else rounds
    published, begun, ended = ([(at, lines) for one, at, lines in log if one == kind] for kind in ("published", "round", "ended"))
    fair = len(begun) == len(rounds) * shoe.session and all((one["hashes"], one["burn"]) == ([], None) for one in bare)
    need(fair and (published or not (rounds or record["hashes"] or record["burn"])), "round 1: its entry, or hashes or burn")
    turns = list(enumerate(rounds, 1 - shoe.demonstration_rounds))
    packs = zip(begun, rounds, [[one] for one in turns], strict=True) if shoe.session else [(at, record, turns) for at in published]
    for (at, lines), holder, some in packs: play(shoe, lines, holder, some, check_cards(shoe, at, lines, holder, some))
    counted = [one for one in rounds if one["round"] and (one["voided"], one["outcome"]) != (None, None)]
    voided = [f"voided {one['round']} {one['voided']}" for one in counted if one["voided"] is not None]
    for at, lines in ended: need(lines[2:-1] == [f"rounds {len(counted)}", *voided], f"{at}: its rounds")
    need(shoe.end != "finished" or (last, counted[-1:]) == (shoe.last, rounds[-1:]), f"round {last + 1}: that it is not there")
    cards, lost = sum(len(holder["hashes"]) for holder in [record, *rounds]), sum(kind == "failed" for kind, *_ in log)
    said = f"{len(log)} log entries, {lost} failed attempts, {seals} contributions, {cards} cards, {len(rounds)} rounds".split(", ")
    print(*said, f"Everything holds: {shoe.end or 'still in play'}", sep="\n")
if __name__ == "__main__":
    try: verify(json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8")))
    except Exception as error: argparse.ArgumentParser(usage="verify_shoe.py RECORD.json").error(f"no record of a shoe: {error!r}")
