import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  contribution,
  cutMost,
  doubtOf,
  entriesIn,
  follows,
  type Held,
  heldFrom,
  isFor,
  mayShare,
  sharesAt,
  stepOf,
  tidied,
} from "../src/proof/share";
import type { CeremonyView, Entry, OwnView, PublicEvent, TableView } from "../src/protocol.gen";
import { own, table } from "./fixtures";

const ANN = "a".repeat(16);
const BOB = "b".repeat(16);
const H = "0123456789ABCDEF".repeat(8);
const OF = "table 7 shoe 3 attempt 1";

function entry(before: string, ...lines: string[]): Entry {
  const text = lines.join("\n");
  const hash = createHash("sha512").update("puntobanco v2 log\n").update(Buffer.from(before, "hex")).update(text);
  return { text, hash: hash.digest("hex").toUpperCase() };
}

const announced = (players = "all") =>
  entry(
    H,
    "announced",
    OF,
    "decks 8",
    "session 0 rounds of 0 cards",
    `rules ${H}`,
    `players ${players}`,
    `commitment ${H}`,
  );

const ceremony = (changes: Partial<CeremonyView> = {}): CeremonyView => ({
  attempt: 1,
  stage: "sealing",
  due_ms: 10_000,
  shared: 0,
  entries: [announced()],
  ...changes,
});
const at = (changes: Partial<CeremonyView> = {}): TableView & { ceremony: CeremonyView } =>
  ({ ...table({ phase: "shuffling" }), ceremony: ceremony(changes) }) as never;
const mine = (sealed = false, opened = false): OwnView => own({ share: { player: ANN, sealed, opened } });

let ids = 0;
const made = (wish = { words: "", cut: null as number | null }) => contribution(at(), ANN, wish, () => `id${++ids}`);

/** The lists after it, as an honest house makes them. */
function lists({ share, seal }: Held) {
  const first = announced();
  const closed = entry(first.hash, "closed", OF, `${BOB} ${H}`, `${ANN} ${seal}`);
  const own = [`player ${ANN}`, `random ${share.random}`, `cut ${share.cut ?? "-"}`, `words ${share.words}`];
  const other = [`player ${BOB}`, `random ${"0".repeat(64)}`, "cut -", "words "];
  const opened = entry(closed.hash, "opened", OF, ...other, ...own);
  const failed = entry(closed.hash, "failed", OF, BOB);
  return { first, closed, opened, failed };
}

describe("a contribution", () => {
  test("is sealed as docs/proof.md says, with its own random bytes each time", async () => {
    const held = await made({ words: " lucky\nnight ", cut: 100 });
    const { random } = held.share;
    const digest = createHash("sha512").update("puntobanco v2 share\n");
    digest.update(Buffer.from(announced().hash, "hex")).update(Buffer.from(random, "hex"));
    digest.update(`player ${ANN}\ncut 100\nwords lucky night`);
    expect(held.seal).toBe(digest.digest("hex").toUpperCase());
    expect(random).toMatch(/^[0-9A-F]{64}$/);
    expect((await made()).share.random).not.toBe(random);
    expect(held.seal_id).not.toBe(held.open_id);
  });

  test("words are one line of at most 80 characters, whatever was typed", () => {
    expect(tidied("a\tb\u2028c\u0007")).toBe("a b c");
    expect([...tidied("🂡".repeat(99))]).toHaveLength(80);
    expect(tidied("\ud800x")).toBe("x");
    expect(tidied("   ")).toBe("");
  });

  test("is sealed at once in a short window, else after three fifths of it", () => {
    expect(sharesAt(ceremony({ due_ms: 2_900 }), 0)).toBe(0);
    expect(sharesAt(ceremony({ due_ms: 10_000 }), 0)).toBe(6_000);
    expect(sharesAt(ceremony({ due_ms: 10_000 }), 5_000)).toBe(8_000);
  });

  test("of a later attempt is taken from those alone who opened in the one before", () => {
    expect(mayShare(ceremony(), ANN)).toBe(true);
    expect(mayShare(ceremony({ entries: [announced(`${BOB} ${ANN}`)] }), ANN)).toBe(true);
    expect(mayShare(ceremony({ entries: [announced(BOB)] }), ANN)).toBe(false);
    expect(mayShare(ceremony({ entries: [announced("nobody")] }), ANN)).toBe(false);
    expect(mayShare(ceremony({ entries: [{ text: "announced\nnonsense", hash: H }] }), ANN)).toBe(false);
  });

  test("names a place to cut only where the house lets players cut", () => {
    expect(cutMost(table())).toBeNull();
    const { rules } = table();
    expect(cutMost({ rules: { ...rules, settings: { ...rules.settings, cut_by: "player", decks: 6 } } })).toBe(302);
  });
});

describe("what is to be done", () => {
  test("seal, until it is in; open, once the list with the own seal is closed; nothing for another shoe", async () => {
    const held = await made();
    const { first, closed } = lists(held);
    expect(stepOf(at(), mine(), held)).toBe("seal");
    expect(stepOf(at(), mine(true), held)).toBeNull();
    expect(stepOf(at(), mine(), { ...held, taken: true })).toBeNull();
    const opening = at({ stage: "opening", entries: [first, closed] });
    expect(stepOf(opening, mine(true), held)).toBe("open");
    expect(stepOf(opening, mine(true, true), held)).toBeNull();
    for (const other of [{ shoe: 4 }, { attempt: 2 }, { table: 8 }]) {
      expect(isFor({ ...held, ...other }, at())).toBe(false);
      expect(stepOf(opening, mine(true), { ...held, ...other })).toBeNull();
    }
    expect(stepOf(at(), own(), held)).toBeNull();
    expect(stepOf(at(), mine(), null)).toBeNull();
    const another = own({ share: { player: "b".repeat(16), sealed: true, opened: false } });
    expect(stepOf(opening, another, held)).toBeNull();
  });

  test("is never to open what does not stand in the closed list", async () => {
    const held = await made();
    const closed = entry(announced().hash, "closed", OF, `${ANN} ${H}`);
    expect(stepOf(at({ stage: "opening", entries: [announced(), closed] }), mine(true), held)).toBeNull();
  });
});

test("what was opened for one closed list is opened for no other, and another list is warned of", async () => {
  const made_ = await made();
  const { first, closed } = lists(made_);
  const held = { ...made_, taken: true, opened: true, list: closed.hash };
  const other = entry(first.hash, "closed", OF, `${ANN} ${made_.seal}`, `${BOB} ${H}`);
  const again = at({ stage: "opening", entries: [first, other] });
  expect(stepOf(at({ stage: "opening", entries: [first, closed] }), mine(true), held)).toBe("open");
  expect(stepOf(again, mine(true), held)).toBeNull();
  expect(doubtOf(again, held)).toBe("two_logs");
  expect(stepOf(again, mine(true), { ...held, list: null })).toBe("open");
});

describe("a warning", () => {
  test("comes where an accepted share is not in the closed list", async () => {
    const held = { ...(await made()), taken: true };
    const { first, closed } = lists(held);
    const without = entry(first.hash, "closed", OF, `${BOB} ${H}`);
    expect(doubtOf(at(), held)).toBeNull();
    expect(doubtOf(at({ stage: "opening", entries: [first, closed] }), held)).toBeNull();
    expect(doubtOf(at({ stage: "opening", entries: [first, without] }), held)).toBe("not_listed");
    expect(doubtOf(at({ stage: "opening", entries: [first, without] }), { ...held, taken: false })).toBeNull();
  });

  test("comes where the order is fixed without it, or with another in its place", async () => {
    const held = { ...(await made()), taken: true, opened: true };
    const { first, closed, opened } = lists(held);
    const other = lists({ ...held, share: { ...held.share, random: "0".repeat(64) } }).opened;
    expect(doubtOf(at({ stage: "opened", entries: [first, closed, opened] }), held)).toBeNull();
    expect(doubtOf(at({ stage: "opened", entries: [first, closed, other] }), held)).toBe("not_opened");
  });

  test("comes where one is named among those who did not open, and did", async () => {
    const held = { ...(await made()), taken: true, opened: true };
    const { first, closed, failed } = lists(held);
    const named = entry(closed.hash, "failed", OF, ANN);
    const ended = (last: Entry) => at({ stage: "failed", entries: [first, closed, last] });
    expect(doubtOf(ended(failed), held)).toBeNull();
    expect(doubtOf(ended(named), held)).toBe("named_missing");
    expect(doubtOf(ended(named), { ...held, opened: false })).toBeNull();
  });

  test("comes where an entry does not follow from the head that was held", async () => {
    const { first, closed, opened } = lists(await made());
    const events: PublicEvent[] = [
      { type: "shares_closed", at_ms: 1, entry: closed, due_ms: 2 },
      { type: "table_paused", at_ms: 1 },
      { type: "shares_opened", at_ms: 1, entry: opened },
    ];
    expect(entriesIn(events)).toEqual([closed, opened]);
    expect(await follows(H, [first, closed, opened])).toBe(true);
    expect(await follows(H, [first, opened])).toBe(false);
    expect(await follows(first.hash, [first])).toBe(false);
    expect(await follows(H, [{ ...first, text: first.text.replace("decks 8", "decks 6") }])).toBe(false);
  });
});

test("what was kept for a page that is loaded again is read, and nothing strange is", async () => {
  const held = await made();
  expect(heldFrom(JSON.stringify(held))).toEqual(held);
  for (const strange of [null, "", "null", "{}", "[]", '{"share":{}}']) expect(heldFrom(strange)).toBeNull();
});
