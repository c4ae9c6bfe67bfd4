// Makes whole shoe records from docs/proof.md with Node's own hashing, apart from the code that verifies them.
import { createHash, createHmac } from "node:crypto";
import type { Burn, Entry, NumberedCard, RecordRound, ShoeRecord } from "../src/proof/record";

export interface Wish {
  rules?: Record<string, unknown>;
  /** How many players share, and where the first would cut. */
  players?: number;
  cut?: number | null;
  words?: string;
  /** Attempts that fail before the one that holds. */
  failed?: number;
  /** Stop after so many rounds with bets, still in play, or with this end. */
  rounds?: number;
  end?: "finished" | "ended_early" | "never_opened" | null;
  /** This round with bets is voided. */
  voided?: number;
  shoe?: number;
}

export const RULES = {
  decks: 8,
  burn: "first_card",
  burn_each_round: 0,
  cut_by: "dealer",
  cut_card_least: 14,
  cut_card_most: 20,
  last_round: "cut_card",
  demonstration_rounds: 0,
  continuous_shuffler: false,
  shuffle_every_round: false,
};

const LF = "\n";
const hex = (bytes: Buffer) => bytes.toString("hex").toUpperCase();
const sha = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, one) => hash.update(one), createHash("sha512")).digest();
const mac = (key: Buffer, ...parts: (Buffer | string)[]) =>
  parts.reduce((one, part) => one.update(part), createHmac("sha512", key)).digest();
const kind = (name: string, raw: Buffer[], lines: string[]) =>
  sha(`puntobanco v2 ${name}${LF}`, ...raw, lines.join(LF));

function* stream(key: Buffer): Generator<bigint, never> {
  for (let counter = 0n; ; counter++) {
    const at = Buffer.alloc(8);
    at.writeBigUInt64BE(counter);
    const block = sha(key, at);
    for (let word = 0; word < 64; word += 8) yield block.readBigUInt64BE(word);
  }
}

function below(words: Generator<bigint, never>, bound: number): number {
  for (;;) {
    const word = words.next().value as bigint;
    if (word < 2n ** 64n - (2n ** 64n % BigInt(bound))) return Number(word % BigInt(bound));
  }
}

function shuffle(words: Generator<bigint, never>, decks: number): string[] {
  const pack: string[] = [];
  for (let deck = 0; deck < decks; deck++)
    for (const suit of "SHDC") for (let rank = 1; rank <= 13; rank++) pack.push(`${suit}-${rank}`);
  for (let place = pack.length - 1; place > 0; place--) {
    const other = below(words, place + 1);
    [pack[place], pack[other]] = [pack[other] as string, pack[place] as string];
  }
  return pack;
}

const rank = (text: string) => Number(text.split("-")[1]);
const points = (cards: NumberedCard[]) =>
  cards.reduce((sum, { text }) => sum + (rank(text) < 10 ? rank(text) : 0), 0) % 10;

/** The third-card rule as docs/rules.md has it, for the Banker against a Player's third card. */
function bankerTakes(mine: number, third: number): boolean {
  if (mine <= 2) return true;
  if (mine === 3) return third !== 8;
  if (mine === 4) return third >= 2 && third <= 7;
  if (mine === 5) return third >= 4 && third <= 7;
  return mine === 6 && (third === 6 || third === 7);
}

/** One shoe while it is made. */
class Maker {
  readonly log: Entry[] = [];
  readonly rules: typeof RULES;
  readonly rulesText: string;
  readonly table = 7;
  readonly shoe: number;
  readonly previous = Buffer.alloc(64, 0);
  readonly wish: Wish;
  secret = Buffer.alloc(32);
  seed = Buffer.alloc(64);
  attempt = 0;
  places: number[] = [];
  #head = this.previous;

  constructor(wish: Wish) {
    this.wish = wish;
    this.shoe = wish.shoe ?? 12;
    this.rules = { ...RULES, ...wish.rules } as typeof RULES;
    this.rulesText = JSON.stringify(this.rules);
  }

  add(name: string, ...lines: string[]): Buffer {
    const text = [name, `table ${this.table} shoe ${this.shoe} attempt ${this.attempt}`, ...lines].join(LF);
    this.#head = kind("log", [this.#head], [text]);
    this.log.push({ text, hash: hex(this.#head) });
    return this.#head;
  }

  get session(): boolean {
    return this.rules.continuous_shuffler || this.rules.shuffle_every_round;
  }

  get ready(): number {
    const { burn, decks, burn_each_round } = this.rules as { burn: unknown; decks: number; burn_each_round: number };
    const fixed = burn === "first_card" ? 11 : burn === "none" ? 0 : burn === "decks" ? decks : (burn as number);
    return fixed + burn_each_round + 6;
  }

  ceremony(who: string[] | null, fails: boolean): string[] {
    this.attempt += 1;
    this.secret = sha(`secret ${this.shoe} ${this.attempt}`).subarray(0, 32);
    const body = [
      `decks ${this.rules.decks}`,
      this.session ? `session 80 rounds of ${this.ready} cards` : "session 0 rounds of 0 cards",
      `rules ${hex(kind("rules", [], [this.rulesText]))}`,
      `players ${who === null ? "all" : who.length === 0 ? "nobody" : who.join(" ")}`,
    ];
    const committed = [`table ${this.table} shoe ${this.shoe} attempt ${this.attempt}`, ...body];
    const announced = this.add("announced", ...body, `commitment ${hex(kind("commitment", [this.secret], committed))}`);
    const names = Array.from({ length: this.wish.players ?? 2 }, (_, at) => `${at + 1}`.padStart(16, "a"));
    const players = names.filter((one) => who === null || who.includes(one));
    const shares = players.map((player, at) => {
      const random = sha(`random ${player} ${this.attempt}`).subarray(0, 32);
      const cut = at === 0 ? (this.wish.cut ?? null) : null;
      const lines = [`player ${player}`, `cut ${cut ?? "-"}`, `words ${at === 0 ? (this.wish.words ?? "") : ""}`];
      return { player, random, cut, lines, seal: hex(kind("share", [announced, random], lines)) };
    });
    this.add("closed", ...shares.map(({ player, seal }) => `${player} ${seal}`));
    if (fails) {
      this.add("failed", players[0] as string);
      return players.slice(1);
    }
    this.places = shares.flatMap(({ cut }) => cut ?? []);
    const lines = shares.flatMap(({ lines: [player = "", ...rest], random }) => [
      player,
      `random ${hex(random)}`,
      ...rest,
    ]);
    this.seed = mac(this.secret, `puntobanco v2 seed${LF}`, this.add("opened", ...lines));
    return players;
  }

  key(use: string): Buffer {
    return mac(this.seed, `puntobanco v2 ${use}`);
  }

  texts(use: string, faces: string[]): string[] {
    const key = this.key(use);
    return faces.map((face, at) => `${face}-${hex(mac(key, String(at + 1)).subarray(0, 20))}`);
  }
}

const hashes = (texts: string[]) => texts.map((text) => hex(sha(text)));
const root = (list: string[]) =>
  hex(
    kind(
      "root",
      list.map((one) => Buffer.from(one, "hex")),
      [],
    ),
  );

function burnOf(rules: typeof RULES, card: (number: number) => NumberedCard): [Burn | null, number] {
  const burn = rules.burn as unknown;
  if (burn === "none") return [null, 0];
  if (burn !== "first_card") {
    const face_down = burn === "decks" ? rules.decks : (burn as number);
    return [{ shown: null, face_down }, face_down];
  }
  const shown = card(1);
  const face_down = Math.min(rank(shown.text), 10);
  return [{ shown, face_down }, 1 + face_down];
}

function dealt(
  next: number,
  card: (number: number) => NumberedCard,
): Pick<RecordRound, "player" | "banker" | "outcome" | "player_points" | "banker_points"> {
  const player = [card(next), card(next + 2)];
  const banker = [card(next + 1), card(next + 3)];
  let at = next + 4;
  const [mine, theirs] = [points(player), points(banker)];
  if (mine < 8 && theirs < 8) {
    if (mine <= 5) player.push(card(at++));
    const third = player[2];
    if (third ? bankerTakes(theirs, points([third])) : theirs <= 5) banker.push(card(at++));
  }
  const [a, b] = [points(player), points(banker)];
  const outcome = a === b ? "tie" : a > b ? "player" : "banker";
  return { player, banker, outcome, player_points: a, banker_points: b };
}

const EMPTY = { player: [], banker: [], outcome: null, player_points: null, banker_points: null };

export function makeRecord(wish: Wish = {}): ShoeRecord {
  const made = new Maker(wish);
  let who: string[] | null = null;
  for (let fails = 0; fails < (wish.failed ?? 0); fails++) who = made.ceremony(who, true);
  made.ceremony(who, false);
  const record: ShoeRecord = {
    version: 2,
    table: made.table,
    shoe: made.shoe,
    rules: made.rulesText,
    previous: hex(made.previous),
    log: made.log,
    hashes: [],
    burn: null,
    rounds: [],
  };
  const end = wish.end === undefined ? "finished" : wish.end;
  if (made.session) session(made, record, end === "finished" ? 80 : (wish.rounds ?? 3));
  else shoe(made, record, wish.rounds ?? (end === "finished" ? 1000 : 5));
  if (end !== null) {
    const played = record.rounds.filter((one) => one.demonstration === 0);
    const voided = played.flatMap((one) => (one.voided === null ? [] : [`voided ${one.round} ${one.voided}`]));
    const secret = end === "never_opened" ? "-" : hex(made.secret);
    const reason = end === "finished" ? "-" : "a pipe burst";
    made.add("ended", `end ${end}`, `reason ${reason}`, `rounds ${played.length}`, ...voided, `secret ${secret}`);
  }
  return record;
}

function nameAt(rules: typeof RULES, at: number): { round: number; demonstration: number } {
  const shown = rules.demonstration_rounds;
  return at < shown ? { round: 0, demonstration: at + 1 } : { round: at - shown + 1, demonstration: 0 };
}

function shoe(made: Maker, record: ShoeRecord, most: number): void {
  const { rules } = made;
  const words = stream(made.key("order"));
  const pack = shuffle(words, rules.decks);
  const size = pack.length;
  const chosen = rules.cut_by === "player" && made.places.length > 0;
  const cut = chosen ? (made.places[below(words, made.places.length)] as number) : 10 + below(words, size - 19);
  const behind = rules.cut_card_least + below(words, rules.cut_card_most - rules.cut_card_least + 1);
  const texts = made.texts("texts", [...pack.slice(cut), ...pack.slice(0, cut)]);
  record.hashes = hashes(texts);
  made.add("published", `cut ${cut}`, `cut card behind ${behind}`, `cards ${size}`, `root ${root(record.hashes)}`);
  const card = (number: number) => ({ number, text: texts[number - 1] as string });
  const [burn, gone] = burnOf(rules, card);
  record.burn = burn;
  const cutCard = size - behind + 1;
  let next = 1 + gone;
  let last = Number.POSITIVE_INFINITY;
  for (let at = 0; at <= last && at < rules.demonstration_rounds + most; at++) {
    const name = nameAt(rules, at);
    if (name.round > 0 && name.round === made.wish.voided) {
      record.rounds.push({ ...name, ...EMPTY, hashes: [], burn: null, burned: 0, voided: "a fault" });
      continue;
    }
    const first = next + rules.burn_each_round;
    const cards = dealt(first, card);
    record.rounds.push({ ...name, ...cards, hashes: [], burn: null, burned: rules.burn_each_round, voided: null });
    next = first + cards.player.length + cards.banker.length;
    if (last === Number.POSITIVE_INFINITY && cutCard < next)
      last = cutCard <= first || rules.last_round === "cut_card" ? at : at + 1;
  }
}

function session(made: Maker, record: ShoeRecord, most: number): void {
  const { rules, ready } = made;
  made.add("published", "session");
  for (let at = 0; at < rules.demonstration_rounds + most; at++) {
    const name = nameAt(rules, at);
    const use = name.demonstration > 0 ? `demonstration ${name.demonstration}` : `round ${name.round}`;
    const pack = shuffle(stream(made.key(`order ${use}`)), rules.decks);
    const texts = made.texts(`texts ${use}`, pack.slice(0, ready));
    const list = hashes(texts);
    made.add("round", use, `cards ${ready}`, `root ${root(list)}`);
    const card = (number: number) => ({ number, text: texts[number - 1] as string });
    const [burn, gone] = burnOf(rules, card);
    const cards = dealt(1 + gone + rules.burn_each_round, card);
    record.rounds.push({ ...name, ...cards, hashes: list, burn, burned: rules.burn_each_round, voided: null });
  }
}
