import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { PublicEvent, TableView } from "../src/protocol.gen";
import { fold } from "../src/state/fold";
import { table } from "./fixtures";

interface Commit {
  version: number;
  events: PublicEvent[];
  digest: string;
  view?: Omit<TableView, "rules">;
}

/** A run of one table through the server's own machine, recorded by tools/generate.py. */
const RUN: { start: TableView; commits: Commit[] } = JSON.parse(
  readFileSync(fileURLToPath(new URL("table_run.gen.json", import.meta.url)), "utf8"),
);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

function digest({ rules: _, ...view }: TableView): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(view)))
    .digest("hex")
    .slice(0, 16);
}

test("events over a picture give the server's picture after each of them, over a whole shoe", () => {
  let folded = RUN.start;
  for (const { version, events, digest: expected, view } of RUN.commits) {
    folded = { ...events.reduce(fold, folded), version };
    if (view) expect(folded).toEqual({ ...view, rules: folded.rules });
    expect(digest(folded), `version ${version}`).toBe(expected);
  }
});

test("the recorded run has every kind of event that a table's round can have", () => {
  const kinds = new Set(RUN.commits.flatMap(({ events }) => events.map(({ type }) => type)));
  expect(kinds.size).toBeGreaterThanOrEqual(13);
  expect(RUN.commits.some(({ events }) => events.some((one) => one.type === "card_dealt" && one.cut_card))).toBe(true);
});

function after(view: TableView, ...events: PublicEvent[]): TableView {
  return events.reduce(fold, view);
}

const card = (side: "player" | "banker", number: number, cut_card = false): PublicEvent => {
  return { type: "card_dealt", side, number, card: "9H", text: "", cut_card, due_ms: 9, at_ms: 1 };
};

test("a card goes to its hand and leaves the shoe", () => {
  const view = after(table({ phase: "dealing" }), card("player", 17), card("banker", 18));
  expect(view.player).toEqual([{ number: 17, card: "9H" }]);
  expect(view.banker).toEqual([{ number: 18, card: "9H" }]);
  expect(view.shoe?.cards_left).toBe(416 - 18);
});

test("the round in which the cut card comes out is the last", () => {
  const view = after(table({ phase: "dealing" }), card("player", 17), card("banker", 18, true));
  expect(view.shoe?.last_round).toBe(5);
});

test("one more round follows where the house says so, but not after a cut card in place of the first card", () => {
  const { rules } = table();
  const oneMore = table({
    phase: "dealing",
    rules: { ...rules, settings: { ...rules.settings, last_round: "one_more" } },
  });
  expect(after(oneMore, card("player", 17), card("banker", 18, true)).shoe?.last_round).toBe(6);
  expect(after(oneMore, card("player", 17, true)).shoe?.last_round).toBe(5);
});

test("changed totals replace those of their spots, in the order of the bets, and empty spots leave", () => {
  const start = table({ totals: [{ spot: "tie", total_cents: 500, players: 1 }] });
  const changed: PublicEvent = {
    type: "spots_changed",
    seats: [],
    standing: 0,
    at_ms: 1,
    totals: [
      { spot: "banker_pair", total_cents: 100, players: 1 },
      { spot: "player", total_cents: 900, players: 2 },
      { spot: "tie", total_cents: 0, players: 0 },
    ],
  };
  expect(after(start, changed).totals.map((one) => one.spot)).toEqual(["player", "banker_pair"]);
});

test("a resumed round goes on in the phase that was suspended", () => {
  for (const phase of ["betting", "dealing"] as const) {
    const view = after(
      table({ phase }),
      { type: "round_suspended", at_ms: 1, reason: "fault" },
      { type: "round_resumed", at_ms: 2, due_ms: 77 },
    );
    expect(view).toEqual(table({ phase, due_ms: 77 }));
  }
});

test("a suspended round that is voided is not suspended any more, and keeps its number", () => {
  const view = after(
    table(),
    { type: "round_suspended", at_ms: 1, reason: "fault" },
    { type: "round_voided", at_ms: 2, reason: "fault", due_ms: 30 },
  );
  expect(view).toEqual(table({ phase: "result", voided: "fault", due_ms: 30 }));
});

test("a shoe that was announced but never came gives its number to the next", () => {
  const view = after(
    table({ phase: "result" }),
    { type: "shuffle_started", shoe: 4, due_ms: 9, at_ms: 1 },
    { type: "table_paused", at_ms: 2 },
  );
  expect([view.phase, view.shoe_number, view.round, view.shoe]).toEqual(["paused", 3, 0, null]);
});

test("a paused table with its shoe keeps its number", () => {
  const view = after(table({ phase: "result" }), { type: "table_paused", at_ms: 2 });
  expect([view.phase, view.shoe_number]).toEqual(["paused", 3]);
});
