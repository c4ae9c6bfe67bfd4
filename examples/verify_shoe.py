"""Check a shoe of Puntobanco yourself:  python verify_shoe.py RECORD.json

A record is what GET /api/shoes/TABLE-SHOE/record hands out; docs/proof.md explains each step. The house promises a secret, players seal
random bytes; then all is opened, and the cards' order follows from both: nobody chose it. The hash of every card is out before the first
bet. Once the secret is opened everything can be made again and compared. Exit 0: it holds; 1: what does not, first; 2: no record.
"""

import hashlib, hmac, json, pathlib, re, struct, sys, types  # noqa: E401, I001 - all of them are Python's own

PLAYER, RANDOM, HASH, WORDS = "[0-9a-f]{16}", "[0-9A-F]{64}", "[0-9A-F]{128}", "[^\x00-\x1f\x7f-\x9f\u2028\u2029]{0,80}"
ENTRIES = {  # of each kind of entry in the log: after which kinds it may come, and what its lines look like
    "announced": ("nothing failed", rf"(\n.+){{4}}\ncommitment {HASH}"),
    "closed": ("announced", rf"(\n{PLAYER} {HASH}){{0,256}}"),
    "failed": ("closed", rf"(\n{PLAYER})+"),
    "opened": ("closed", rf"(\nplayer {PLAYER}\nrandom {RANDOM}\ncut (-|[1-9][0-9]{{1,2}})\nwords {WORDS})*"),
    "published": ("opened", r"\n(session|cut [1-9][0-9]*\ncut card behind [1-9][0-9]*\ncards .+\nroot .+)"),
    "round": ("published round", r"\n.+\ncards .+\nroot .+"),
    "ended": ("announced closed failed opened published round", rf"\nend .+\nreason .+\nrounds .+(\nvoided .+)*\nsecret (-|{RANDOM})"),
}
DECK = [f"{suit}-{rank}" for suit in "SHDC" for rank in range(1, 14)]
BANKER_DRAWS = [*["0123456789"] * 3, "012345679", "234567", "4567", "67", ""]  # on these third cards of Player, with 0 to 7 points

def need(holds, what):
    if not holds:
        sys.exit(f"This shoe does NOT hold. Wrong is: {what}")

def digest(kind, raw, *lines):  # a hash says of what kind it is, so that nothing can pass for something else
    return hashlib.sha512(f"puntobanco v2 {kind}\n".encode() + raw + "\n".join(lines).encode()).hexdigest().upper()

def read_log(record):  # each entry is hashed over the one before: who knows the last hash knows that nothing was changed or left out
    hashed, last, attempt = record["previous"], "nothing", 0
    need(record["log"], "log entry 1: it is not there")
    for number, entry in enumerate(record["log"], 1):
        at, before, hashed, text = f"log entry {number}", hashed, entry["hash"], entry["text"]
        fair = re.fullmatch(HASH, before, re.IGNORECASE) and hashed.upper() == digest("log", bytes.fromhex(before), text)
        need(fair, f"{at}: its hash, or the one before it")
        kind, name, *lines = text.split("\n")
        need(kind in ENTRIES and last in ENTRIES[kind][0].split(), f"{at}: its kind")
        attempt, last = attempt + (kind == "announced"), kind
        form = f"table {record['table']} shoe {record['shoe']} attempt {attempt}{ENTRIES[kind][1]}"
        need(re.fullmatch(form, "\n".join([name, *lines])), f"{at}: its lines")
        yield at, kind, name, lines, bytes.fromhex(hashed)

def read_rules(record):  # they were announced before anyone could know a card. In a session each round has a pack of its own
    shoe = types.SimpleNamespace(**json.loads(record["rules"]))
    each, least, most, size = shoe.burn_each_round, shoe.cut_card_least, shoe.cut_card_most, 52 * shoe.decks
    session = shoe.continuous_shuffler or shoe.shuffle_every_round
    burned = {"none": 0, "decks": shoe.decks, "first_card": 11}.get(shoe.burn, shoe.burn)
    fair = 6 <= shoe.decks <= 12 and 0 <= each <= 10 and 0 <= shoe.demonstration_rounds <= 3
    fair = fair and (shoe.burn == "none" or 1 <= burned <= 52)
    need(fair and (session or max(12, 11 + each) <= least <= most <= size // 2), "rules")
    shoe.session, shoe.size, shoe.burned, shoe.ready = session, size, burned, burned + each + 6 if session else size
    return shoe

def check_shares(shoe, log):  # nobody chooses the order: secret and shares are promised by their hashes before any is opened
    may, shoe.cuts, shoe.order, shoe.end, secret = "all", [], b"", None, b""
    shoe.entries = {kind: [] for kind in ENTRIES}
    for at, kind, name, lines, hashed in log:
        shoe.entries[kind].append((at, lines))
        if kind == "announced":
            session = f"session 80 rounds of {shoe.ready} cards" if shoe.session else "session 0 rounds of 0 cards"
            facts = [name, f"decks {shoe.decks}", session, f"rules {digest('rules', b'', shoe.record['rules'])}", f"players {may}"]
            promise, announced, sealed = lines[-1], hashed, {}
            need([name, *lines[:-1]] == facts, f"{at}: the announcement")
        elif kind == "closed":
            sealed = dict(line.split(" ") for line in lines)
            need(len(sealed) == len(lines) and (may == "all" or set(sealed) <= set(may.split())), f"{at}: who shares")
        elif kind == "failed":  # who did not open shares no more in this shoe
            need(lines == [player for player in sealed if player in lines], f"{at}: who did not open")
            may = " ".join(player for player in sealed if player not in lines) or "nobody"
        elif kind == "opened":
            shoe.order, cuts = hashed, [int(cut[4:]) for cut in lines[2::4] if cut != "cut -"]
            shoe.cuts = cuts if shoe.cut_by == "player" else []
            fair = lines[::4] == [f"player {player}" for player in sealed] and max(cuts, default=10) <= shoe.size - 10
            need(fair, f"{at}: who opened, or a cut")
            for who, random, cut, words in zip(lines[::4], lines[1::4], lines[2::4], lines[3::4], strict=True):
                seal = digest("share", announced + bytes.fromhex(random[7:]), who, cut, words)
                need(sealed[who[7:]] == seal, f"contribution of {who[7:]}: its seal")
        elif kind == "ended":
            shoe.end, secret = lines[0][4:], bytes.fromhex(lines[-1][7:].strip("-"))
            need(shoe.end in ("finished", "ended_early") if secret else shoe.end == "never_opened", f"{at}: how it ended")
            need(not secret or promise == f"commitment {digest('commitment', secret, *facts)}", f"{at}: the secret")
    shoe.seed = hmac.digest(secret, b"puntobanco v2 seed\n" + shoe.order, "sha512") if secret else None
    return sealed

def below(bound, numbers):  # without the last few of all possible numbers, with which small remainders were more likely
    return next(number % bound for number in numbers if number < 2**64 - 2**64 % bound)

def make_cards(shoe, deal):  # from secret and shares follows one order, the same for everyone who makes it
    keys = [hmac.digest(shoe.seed, f"puntobanco v2 {use} {deal}".strip().encode(), "sha512") for use in ("order", "texts")]
    blocks = [hashlib.sha512(keys[0] + counter.to_bytes(8, "big")).digest() for counter in range(100)]
    numbers, pack, cut, places = iter(struct.unpack(">800Q", b"".join(blocks))), DECK * shoe.decks, 0, [deal]
    for place in range(shoe.size - 1, 0, -1):
        other = below(place + 1, numbers)
        pack[place], pack[other] = pack[other], pack[place]
    if not shoe.session:
        cut = shoe.cuts[below(len(shoe.cuts), numbers)] if shoe.cuts else 10 + below(shoe.size - 19, numbers)
        behind = shoe.cut_card_least + below(shoe.cut_card_most - shoe.cut_card_least + 1, numbers)
        places = [f"cut {cut}", f"cut card behind {behind}"]
    random = [hmac.digest(keys[1], str(number).encode(), "sha512")[:20].hex().upper() for number in range(1, shoe.ready + 1)]
    texts = [f"{card}-{secret}" for card, secret in zip(pack[cut:] + pack[:cut], random)]
    return [{"number": number, "text": text} for number, text in enumerate(texts, 1)], places

def check_cards(shoe, at, lines, deal, holder, rounds):  # all hashes were out before the first bet, and what is turned has its hash
    where, hashes = f"{deal}, " * shoe.session, [one.upper() for one in holder["hashes"]]
    made, places = make_cards(shoe, deal) if shoe.seed else ([], [deal] if shoe.session else lines[:2])
    opened = [(holder["burn"] or {}).get("shown"), *(card for one in rounds for card in one["player"] + one["banker"])]
    cards, faces = {}, []
    for card in made + [card for card in opened if card]:
        number, text = card["number"], card["text"]
        fair = type(number) is int and hashes[number - 1 : number] == [hashlib.sha512(text.encode()).hexdigest().upper()]
        need(fair, f"{where}card {number}: its hash, or its text")
        faces += ["-".join(text.split("-")[:2])] if number not in cards else []
        need(set(faces) <= set(DECK) and faces.count(faces[-1]) <= shoe.decks, f"{where}card {number}: its face")
        cards[number] = card
    fair = all(re.fullmatch(HASH, one, re.IGNORECASE) for one in holder["hashes"])
    need(fair and len(hashes) == shoe.ready, f"{where}card hashes")
    root = digest("root", bytes.fromhex("".join(hashes)))
    need(lines == [*places, f"cards {shoe.ready}", f"root {root}"], f"{at}: the cut, the cut card, or the root")
    return cards

def points(numbers, cards):
    return sum(min(int(cards[number]["text"].split("-")[1]), 10) for number in numbers if number in cards) % 10

def deal_again(first, cards):  # which cards the rules give to Player and Banker, as far as that is known from those that are open
    player, banker = [first, first + 2], [first + 1, first + 3]
    two, other = points(player, cards), points(banker, cards)
    if all(card in cards for card in player + banker) and two < 8 and other < 8:
        if two < 6:
            player.append(first + 4)
            if first + 4 in cards and str(points([first + 4], cards)) in BANKER_DRAWS[other]:
                banker.append(first + 5)
        elif other < 6:
            banker.append(first + 4)
    return player, banker

def is_dealt(one):
    return bool(one["burned"] or one["player"] or one["banker"] or one["outcome"])

def play(shoe, deal, holder, rounds, number, cards):  # every round again by the rules, from the shoe's next card on
    begun = [one for one in rounds if not shoe.session or one["voided"] is not None or is_dealt(one)]
    shown = cards.get(1) if shoe.burn == "first_card" else None
    down = points([1], cards) or 10 if shoe.burn == "first_card" else shoe.burned
    burn = {"shown": shown, "face_down": down} if shoe.burn != "none" and (begun or holder["burn"] is not None) else None
    need(json.dumps(holder["burn"]) == json.dumps(burn), f"burn of {deal or 'the shoe'}: what was burned")
    after, each = 1 + down + (shoe.burn == "first_card"), shoe.burn_each_round
    for number, one in enumerate(rounds, number):
        name = f"round {number}" if number > 0 else f"demonstration {number + shoe.demonstration_rounds}"
        dealt, void = is_dealt(one), one["voided"] is not None
        ended, first = one["outcome"] is not None and not void, after + each
        fair = number > 0 and not dealt if void else ended
        last = one is shoe.rounds[-1] and (shoe.end == "never_opened" if void else not shoe.end or (shoe.session and not dealt))
        need((fair or last) and number <= shoe.final, f"{name}: its place, or how it ended")
        need(not void or re.fullmatch(".*", one["voided"]), f"{name}: why it is void")
        player, banker = deal_again(first, cards) if dealt else ([], [])
        two, other = points(player, cards), points(banker, cards)
        winner = "player" if two > other else "banker" if other > two else "tie"
        made = {"round": max(number, 0), "demonstration": 0 if number > 0 else number + shoe.demonstration_rounds}
        made |= {"burned": each * dealt, "player": [cards[card] for card in player if card in cards]}
        made |= {"banker": [cards[card] for card in banker if card in cards], "outcome": winner if ended else None}
        made |= {"player_points": two if ended else None, "banker_points": other if ended else None}
        for key, value in (made if shoe.session else made | {"hashes": [], "burn": None}).items():
            need(json.dumps(one[key]) == json.dumps(value), f"{name}: {key}")
        if ended:
            following, cut_card = first + len(player + banker), shoe.size - shoe.behind + 1
            need(all(card in cards for card in player + banker), f"{name}: a card is missing")
            if after <= cut_card < following:
                shoe.final = number + (shoe.last_round == "one_more" and cut_card > first)
            after = following

def verify(record):
    table, number, rounds = record["table"], record["shoe"], record["rounds"]
    need(record["version"] == 2 and 0 < min(table, number) <= max(table, number) < 2**53, "version, table or shoe")
    shoe = read_rules(record)
    shoe.record = record
    sealed = check_shares(shoe, read_log(record))
    shoe.rounds, shoe.cut, shoe.behind, shoe.final = rounds, 0, 0, 80 if shoe.session else 999
    published, begun = shoe.entries["published"], shoe.entries["round"]
    need(published or not (rounds or record["hashes"] or record["burn"]), "round 1: nothing was published before it")
    need(len(begun) == len(rounds) * shoe.session, "rounds in the log")
    packs = [(*entry, "", record, rounds) for entry in published]
    first = 1 - shoe.demonstration_rounds
    if shoe.session:
        need(record["hashes"] == [] and record["burn"] is None, "burn or hashes, which are the rounds'")
        need(not published or published[0][1] == ["session"], "published")
        names = [f"round {one['round']}" if one["round"] else f"demonstration {one['demonstration']}" for one in rounds]
        packs = [(*entry, name, one, [one]) for entry, name, one in zip(begun, names, rounds, strict=True)]
    elif published:
        shoe.cut, shoe.behind = (int(line.split(" ")[-1]) for line in published[0][1][:2])
        fair = shoe.cut in shoe.cuts if shoe.cuts else 10 <= shoe.cut <= shoe.size - 10
        need(fair and shoe.cut_card_least <= shoe.behind <= shoe.cut_card_most, f"{published[0][0]}: the cut, or the cut card")
    for place, (at, lines, deal, holder, played) in enumerate(packs):
        cards = check_cards(shoe, at, lines, deal, holder, played)
        play(shoe, deal, holder, played, first + place, cards)
    counted = [one for one in rounds if one["round"] and (one["voided"], one["outcome"]) != (None, None)]
    voided = [f"voided {one['round']} {one['voided']}" for one in counted if one["voided"] is not None]
    for at, lines in shoe.entries["ended"]:
        need(lines[2:-1] == [f"rounds {len(counted)}", *voided], f"{at}: its rounds")
    count = len(rounds) - shoe.demonstration_rounds
    need(shoe.end != "finished" or count == shoe.final, f"round {count + 1}: that it is not there")
    print("Everything holds:", shoe.end or "still in play")

if __name__ == "__main__":
    try:
        verify(json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8")))
    except Exception as error:
        print(f"This is no record of a shoe: {error!r}", file=sys.stderr)
        sys.exit(2)
