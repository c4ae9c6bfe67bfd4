import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { GOOD_ROADS, type GoodRoad, lit, PATTERNS, standing } from "../src/roads/goodroads";
import { fromLetters } from "../src/roads/roads";

interface Vector {
  name: string;
  results: string;
  good_roads: GoodRoad[];
}
interface LampVector {
  name: string;
  results: string;
  lit: GoodRoad[];
}

const golden = JSON.parse(readFileSync(new URL("../../golden/roads.json", import.meta.url), "utf8")) as {
  good_roads: Vector[];
  lamps: LampVector[];
};
const outcomes = (results: string) => fromLetters(results).map(({ outcome }) => outcome);
const shoes = fc.array(fc.constantFrom("B", "P", "T"), { maxLength: 60 }).map((letters) => letters.join(""));
/** Shoes that keep to a pattern for a while. */
const regular = fc
  .array(fc.constantFrom("BP", "BPP", "PBB", "BBP", "PPB", "PPBB", "BBBB", "PPPP", "T", "B", "P"), { maxLength: 20 })
  .map((parts) => parts.join(""));

test.each(golden.good_roads)("the good roads of $name", ({ results, good_roads }) => {
  expect(standing(outcomes(results))).toEqual(good_roads);
});

test.each(golden.lamps)("the lamps of $name", (vector) => {
  expect(lit(outcomes(vector.results))).toEqual(vector.lit);
});

/** Every good road as an expression over the wins of a shoe, written out apart from the patterns. */
const STRICT: Record<GoodRoad, RegExp> = {
  long_banker: /B{4,}$/,
  long_player: /P{4,}$/,
  one_hall_two_rooms_banker: /(?<!B)BPPBPP$/,
  one_hall_two_rooms_player: /(?<!P)PBBPBB$/,
  single_jump: /(?<!B)BPBP$/,
  banker_sticks: /(?:B{2,}P+){3}$/,
  player_sticks: /(?:P{2,}B+){3}$/,
  pair_sticks: /P{2,}B{2,}$/,
};
/** What may stand from where a pattern begins until now, for its lamp to stay lit. */
const ONWARD: Record<GoodRoad, RegExp> = {
  long_banker: /^B+$/,
  long_player: /^P+$/,
  one_hall_two_rooms_banker: /^(?:BPP)*(?:B|BP)?$/,
  one_hall_two_rooms_player: /^(?:PBB)*(?:P|PB)?$/,
  single_jump: /^(?:BP)*B?$/,
  banker_sticks: /^(?:B{2,}P+)*B*$/,
  player_sticks: /^(?:P{2,}B+)*P*$/,
  pair_sticks: /^(?:P{2,}B{2,})*(?:P+|P{2,}B+)?$/,
};

function lampsByText(results: string): GoodRoad[] {
  const wins = results.replaceAll("T", "");
  return GOOD_ROADS.filter((road) => {
    let begins: number | null = null;
    for (let end = 1; end <= wins.length; end += 1) {
      const found = STRICT[road].exec(wins.slice(0, end));
      if (begins === null && found) begins = found.index;
      // A new beginning counts where the old one does not hold: both are the same pattern, in the same step.
      else if (begins !== null && !ONWARD[road].test(wins.slice(begins, end))) begins = found ? found.index : null;
    }
    return begins !== null;
  });
}

test("good roads and lamps are what a slow reading of the wins as text finds", () => {
  fc.assert(
    fc.property(fc.oneof(shoes, regular), (results) => {
      const wins = results.replaceAll("T", "");
      expect(standing(outcomes(results))).toEqual(GOOD_ROADS.filter((road) => STRICT[road].test(wins)));
      expect(lit(outcomes(results))).toEqual(lampsByText(results));
    }),
    { numRuns: 3_000 },
  );
});

test("a tie changes no lamp, and every good road that stands has its lamp lit", () => {
  fc.assert(
    fc.property(fc.oneof(shoes, regular), (results) => {
      expect(lit(outcomes(`${results}T`))).toEqual(lit(outcomes(results)));
      expect(lit(outcomes(results))).toEqual(expect.arrayContaining(standing(outcomes(results))));
    }),
  );
});

test("only the lamps of the house are lit", () => {
  expect(lit(outcomes("PPBBPPBBPPBBBB"), ["pair_sticks"])).toEqual(["pair_sticks"]);
  expect(lit(outcomes("PPBBPPBBPPBBBB"), [])).toEqual([]);
});

test("the patterns are those of the server", () => {
  const source = readFileSync(new URL("../../src/puntobanco/game/good_roads.py", import.meta.url), "utf8");
  const theirs = [...source.matchAll(/GoodRoad\.(\w+): "(.+)"/g)].map(([, name, pattern]) => [
    name?.toLowerCase(),
    pattern,
  ]);
  expect(Object.entries(PATTERNS)).toEqual(theirs);
});
