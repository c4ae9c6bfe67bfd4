import { describe, expect, test } from "vitest";
import { CHECKS, verifyText } from "../src/proof/verify";
import { makeRecord, type Wish } from "./proofmaker";

const verified = (wish: Wish) => verifyText(JSON.stringify(makeRecord(wish)));

const WHOLE: Record<string, Wish> = {
  plain: { cut: 100 },
  "nobody shared": { players: 0 },
  "a player cuts": { rules: { cut_by: "player" }, cut: 77, players: 3 },
  "nobody cut": { rules: { cut_by: "player" }, players: 3 },
  "two failed attempts": { failed: 2, players: 4, words: "好運 · sept" },
  "all but nobody may share": { failed: 1, players: 1 },
  "burn by decks, one more round": { rules: { burn: "decks", last_round: "one_more", decks: 6 } },
  "six burned, one before each round": { rules: { burn: 6, burn_each_round: 1 } },
  "one before each round, one more": { rules: { burn: "none", burn_each_round: 2, last_round: "one_more" } },
  "no burn, demonstration rounds": { rules: { burn: "none", demonstration_rounds: 3, decks: 12 } },
  "a voided round": { voided: 4 },
  "ended early": { end: "ended_early", rounds: 9 },
  "a continuous shuffler": { rules: { continuous_shuffler: true, burn: "none", demonstration_rounds: 1 } },
  "shuffled every round": { rules: { shuffle_every_round: true } },
};

describe("whole records", () => {
  for (const [name, wish] of Object.entries(WHOLE)) {
    for (const shoe of [1, 2, 3]) {
      test(`${name}, shoe ${shoe}: every check holds`, async () => {
        const { fault, checks, cards } = await verified({ ...wish, shoe });
        expect(fault).toBeNull();
        const open = checks.filter(({ state }) => state !== "holds").map((check) => check.name);
        expect(open).toEqual(wish.players === 0 || (wish.failed === 1 && wish.players === 1) ? ["shares"] : []);
        if (wish.rules?.burn === "none") expect(checks.find(({ name }) => name === "burn")?.count).toBe(0);
        expect(cards.every((card) => card.holds)).toBe(true);
      });
    }
  }
});

test("a shoe in play is checked as far as it is open", async () => {
  const { fault, checks, facts, cards } = await verified({ end: null, rounds: 7 });
  expect(fault).toBeNull();
  expect(facts?.state).toBe("in_play");
  expect(checks.filter(({ state }) => state === "open").map(({ name }) => name)).toEqual([
    "end",
    "secret",
    "order",
    "decks",
  ]);
  expect(checks.map(({ name }) => name)).toEqual([...CHECKS]);
  expect(cards.filter(({ holds }) => holds).length).toBe(checks.find(({ name }) => name === "texts")?.count);
});
