// A record that was changed anywhere is rejected, and the first wrong card or round is named.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FaultCode } from "../src/proof/fault";
import type { NumberedCard, RecordRound, ShoeRecord } from "../src/proof/record";
import { verifyText } from "../src/proof/verify";
import { makeRecord, type Wish } from "./proofmaker";

const WISH: Wish = { players: 3, cut: 100, rules: { cut_by: "player", burn: "first_card" }, failed: 1, voided: 5 };
const GOOD = JSON.stringify(makeRecord(WISH));
const good = () => JSON.parse(GOOD) as ShoeRecord;
const check = (record: unknown) => verifyText(JSON.stringify(record));

/** Every value of a record by the way to it. */
function* leaves(value: unknown, way: (string | number)[] = []): Generator<(string | number)[]> {
  if (typeof value === "object" && value !== null)
    for (const key of Object.keys(value))
      yield* leaves((value as never)[key], [...way, Array.isArray(value) ? Number(key) : key]);
  else yield way;
}

function holder(record: unknown, way: (string | number)[]): Record<string | number, unknown> {
  return way.slice(0, -1).reduce((one, key) => (one as Record<string | number, unknown>)[key], record) as never;
}

/** One bit of a value, somewhere in it, other than the case of a hex digit. */
function bent(value: unknown, at: number): unknown {
  if (value === null) return 1;
  if (typeof value === "number") return value ^ 1;
  const text = value as string;
  const place = at % text.length;
  const bit = /[A-Fa-f]/.test(text[place] ?? "") ? 2 : 1;
  return text.slice(0, place) + String.fromCharCode(text.charCodeAt(place) ^ bit) + text.slice(place + 1);
}

describe("a bit in any field", () => {
  const ways = [...leaves(good())];
  const whole: [string, typeof ways][] = [
    ["not a card", ways.filter(([key]) => key !== "hashes" && key !== "rounds")],
    ["hashes", ways.filter(([key, at]) => key === "hashes" && Number(at) % 9 === 0)],
    ["rounds", ways.filter(([key, at]) => key === "rounds" && [0, 4, 30].includes(Number(at)))],
  ];
  for (const [name, some] of whole) {
    test(name, async () => {
      expect(some.length).toBeGreaterThan(9);
      for (const [at, way] of some.entries()) {
        const record = good();
        const last = way.at(-1) as string | number;
        const within = holder(record, way);
        within[last] = bent(within[last], 7 * at + 3);
        const { fault } = await check(record);
        expect(fault, `${way.join(".")} ${JSON.stringify(within[last])}`).not.toBeNull();
      }
    });
  }

  test("every character of every entry of the log", async () => {
    for (const [entry, { text }] of good().log.entries()) {
      for (let at = 0; at < text.length; at += 3) {
        const record = good();
        (record.log[entry] as { text: string }).text = bent(text, at) as string;
        expect((await check(record)).fault).toMatchObject({ code: "log_hash", entry: entry + 1 });
      }
    }
  });
});

/** What a house would do that makes all later hashes of its log again. */
function rechained(record: ShoeRecord): ShoeRecord {
  let head = Buffer.from(record.previous, "hex");
  for (const one of record.log) {
    head = createHash("sha512").update("puntobanco v2 log\n").update(head).update(one.text).digest();
    one.hash = head.toString("hex").toUpperCase();
  }
  return record;
}

const round = (record: ShoeRecord, at: number) => record.rounds[at] as RecordRound;
const entry = (record: ShoeRecord, kind: string) =>
  record.log.findLast(({ text }) => text.startsWith(kind)) as ShoeRecord["log"][number];
const rewrite = (record: ShoeRecord, kind: string, from: string | RegExp, to: string) => {
  entry(record, kind).text = entry(record, kind).text.replace(from, to);
  return rechained(record);
};
const line = (record: ShoeRecord, kind: string, at: number) => entry(record, kind).text.split("\n")[at] ?? "";
const swap = <T>(list: T[], one: number, other: number) => {
  [list[one], list[other]] = [list[other] as T, list[one] as T];
};

const other = (() => JSON.parse(JSON.stringify(makeRecord({ ...WISH, shoe: 13 }))) as ShoeRecord)();
const secretOf = (record: ShoeRecord) => /secret (\w+)$/.exec(entry(record, "ended").text)?.[1] ?? "";

/** An act that changes the record in place. */
const edit = (act: (record: ShoeRecord) => unknown) => (record: ShoeRecord) => {
  act(record);
  return record;
};

const UNDECIDED = { outcome: null, player_points: null, banker_points: null };

const ACTS: Record<string, [FaultCode, (record: ShoeRecord) => ShoeRecord]> = {
  "two hashes swapped": ["root", edit((one) => swap(one.hashes, 40, 41))],
  "two cards of a round swapped": [
    "card_hash",
    (one) => {
      const { player, banker } = round(one, 3);
      const [a, b] = [player[0] as NumberedCard, banker[0] as NumberedCard];
      [a.text, b.text] = [b.text, a.text];
      return one;
    },
  ],
  "two cards of a round swapped with their numbers": [
    "card_number",
    (one) => {
      const { player, banker } = round(one, 3);
      [player[0], banker[0]] = [banker[0] as NumberedCard, player[0] as NumberedCard];
      return one;
    },
  ],
  "another card's text": [
    "card_hash",
    (one) => {
      (round(one, 2).player[0] as NumberedCard).text = (round(one, 0).player[0] as NumberedCard).text;
      return one;
    },
  ],
  "a text that is none": [
    "card_text",
    (one) => {
      (round(one, 2).player[0] as NumberedCard).text = "S-14-00";
      return one;
    },
  ],
  "a missing burn": ["burn", (one) => ({ ...one, burn: null })],
  "one card burned too many": ["burn", edit((one) => ((one.burn as { face_down: number }).face_down += 1))],
  "cards burned before a round": ["burned", edit((one) => (round(one, 6).burned = 1))],
  "a third card left out": ["draw", edit((one) => one.rounds.find(({ player }) => player.length === 3)?.player.pop())],
  "a round left out": ["round_number", edit((one) => one.rounds.splice(8, 1))],
  "two rounds swapped": ["round_number", edit((one) => swap(one.rounds, 8, 9))],
  "the last round left out": ["before_last", edit((one) => one.rounds.pop())],
  "another outcome": [
    "result",
    edit((one) => (round(one, 1).outcome = round(one, 1).outcome === "tie" ? "player" : "tie")),
  ],
  "a disliked round voided, its cards kept": [
    "voided_cards",
    edit((one) => Object.assign(round(one, 7), { ...UNDECIDED, voided: "no" })),
  ],
  "a disliked round voided, its cards taken away": [
    "card_number",
    edit((one) => Object.assign(round(one, 7), { ...UNDECIDED, voided: "no", player: [], banker: [] })),
  ],
  "a void that nobody counted": ["voided_counted", (one) => rewrite(one, "ended", /voided 5 .*\n/, "")],
  "a void with another reason": ["voided_counted", edit((one) => (round(one, 4).voided = "another"))],
  "rounds miscounted": ["rounds_counted", (one) => rewrite(one, "ended", /rounds (\d)/, "rounds 1$1")],
  "another shoe's secret": ["commitment", (one) => rewrite(one, "ended", secretOf(one), secretOf(other))],
  "no secret": ["end_secret", (one) => rewrite(one, "ended", /secret .*/, "secret -")],
  "a shoe called never opened that was": [
    "unfinished",
    (one) => {
      Object.assign(round(one, 2), UNDECIDED);
      return rewrite(one, "ended", "end finished", "end never_opened");
    },
  ],
  "another announcement": ["log_order", (one) => rechained(edit(({ log }) => log.splice(0, 1))(one))],
  "the log reordered": ["log_order", (one) => rechained(edit(({ log }) => swap(log, 4, 5))(one))],
  "the log reordered as it stands": ["log_hash", edit((one) => swap(one.log, 4, 5))],
  "the failed attempt left out": ["other_shoe", (one) => rechained(edit(({ log }) => log.splice(0, 3))(one))],
  "who withheld may share again": ["who_may_share", (one) => rewrite(one, "announced", /players .*/, "players all")],
  "a contribution dropped": ["opened_list", (one) => rewrite(one, "opened", /\nplayer(?:[^\n]*\n){4}/, "\n")],
  "a contribution added": [
    "opened_list",
    (one) => rewrite(one, "opened", /$/, `\nplayer ${"b".repeat(16)}\nrandom ${"AB".repeat(32)}\ncut -\nwords `),
  ],
  "a contribution changed": ["seal", (one) => rewrite(one, "opened", /random ../, "random 00")],
  "words changed": ["seal", (one) => rewrite(one, "opened", "words ", "words x")],
  "a closed list changed": [
    "seal",
    (one) => rewrite(one, "closed", /.$/, line(one, "closed", 2).endsWith("0") ? "1" : "0"),
  ],
  "a share twice": ["who_may_share", (one) => rewrite(one, "closed", /$/, `\n${line(one, "closed", 2)}`)],
  "a moved cut": ["cut", (one) => rewrite(one, "published", /cut \d+/, "cut 101")],
  "a moved cut card": ["cut_card_range", (one) => rewrite(one, "published", /behind \d+/, "behind 30")],
  "another root": ["root", (one) => rewrite(one, "published", /root .*/, `root ${"0".repeat(128)}`)],
  "other rules": ["other_rules", (one) => ({ ...one, rules: one.rules.replace('"decks":8', '"decks":6') })],
  "rules that are none": [
    "unreadable_rules",
    (one) => {
      const rules = "[]";
      const hash = createHash("sha512").update(`puntobanco v2 rules\n${rules}`).digest("hex").toUpperCase();
      for (const each of one.log) each.text = each.text.replace(/rules .*/, `rules ${hash}`);
      return rechained({ ...one, rules });
    },
  ],
  "another table": ["other_shoe", (one) => ({ ...one, table: 8 })],
  "an entry with a line too many": ["log_text", (one) => rewrite(one, "published", /$/, "\nroot 00")],
  "an entry of an unknown kind": ["log_text", (one) => rewrite(one, "published", "published", "printed")],
  "an entry after the end": [
    "log_order",
    (one) => rechained(edit(({ log }) => log.push({ ...(log[0] as { text: string; hash: string }) }))(one)),
  ],
};

describe("acts of a cheat", () => {
  for (const [name, [code, act]] of Object.entries(ACTS)) {
    test(`${name}: ${code}`, async () => {
      expect((await check(act(good()))).fault?.code).toBe(code);
    });
  }

  test("another shoe's record in its place", async () => {
    expect((await check({ ...good(), hashes: other.hashes })).fault?.code).toBe("root");
    expect((await check({ ...other, shoe: 12 })).fault?.code).toBe("other_shoe");
  });

  test("the first wrong card is named with its round", async () => {
    const record = good();
    const card = round(record, 9).banker[1] as NumberedCard;
    card.text = card.text.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect((await check(record)).fault).toEqual({ code: "card_hash", card: card.number, round: "10" });
  });
});

describe("what is no record", () => {
  const BAD: [FaultCode, string][] = [
    ["not_json", ""],
    ["not_json", "{"],
    ["not_a_record", "null"],
    ["not_a_record", "[]"],
    ["not_a_record", "{}"],
    ["other_version", GOOD.replace('"version":2', '"version":1')],
    ["not_a_record", GOOD.replace('"table":7', '"table":7.5')],
    ["not_a_record", GOOD.replace('"table":7', '"table":1e300')],
    ["not_a_record", GOOD.replace('"burned":0', '"burned":-1')],
    ["not_a_record", GOOD.replace('"rounds":[', '"rounds":[[],')],
    ["not_a_record", GOOD.replace('"outcome":"', '"outcome":"\\ud800')],
    ["not_a_record", GOOD.replace('"voided":null', '"voided":"\\ud800"')],
    ["not_a_record", GOOD.replace('"hashes":["', '"hashes":["0')],
    ["too_large", " ".repeat(16_000_001)],
  ];
  for (const [at, [code, text]] of BAD.entries()) {
    test(`${at}: ${code}`, async () => {
      expect((await verifyText(text)).fault?.code).toBe(code);
    });
  }
});
