import fc from "fast-check";
import { expect, test } from "vitest";
import { CHIP_FACES, edgePath } from "../src/felt/chipfaces";
import { CHIPS, chipsFor, drawn, face, firstChip, stack } from "../src/felt/chips";
import { RULES } from "./fixtures";

test("the values are 1, 5, 25, 100, 500, 1,000 and 5,000", () => {
  expect(CHIPS.map((chip) => chip / 100)).toEqual([1, 5, 25, 100, 500, 1_000, 5_000]);
  expect(CHIPS.map(face)).toEqual(["1", "5", "25", "100", "500", "1K", "5K"]);
});

test("a table takes the chips that fit its stake unit and its highest maximum", () => {
  expect(chipsFor(RULES)).toEqual([...CHIPS]);
  expect(chipsFor({ ...RULES, stake_unit_cents: 500 })).not.toContain(100);
  const low = { ...RULES, offers: RULES.offers.map((offer) => ({ ...offer, maximum_cents: 40_000 })) };
  expect(chipsFor(low)).toEqual([100, 500, 2_500, 10_000]);
  expect(chipsFor({ ...RULES, offers: [] })).toEqual([]);
});

test("the first chip in hand may lie alone on a main spot", () => {
  expect(firstChip(RULES)).toBe(500);
  const high = { ...RULES, offers: RULES.offers.map((offer) => ({ ...offer, minimum_cents: 10_000 })) };
  expect(firstChip(high)).toBe(10_000);
});

test("a stack is worth its amount, largest chips at the bottom", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), (units) => {
      const chips = stack(units * 100);
      expect(chips.reduce((sum, chip) => sum + chip, 0)).toBe(units * 100);
      expect(chips).toEqual(chips.toSorted((a, b) => b - a));
    }),
  );
});

test("at most five chips are drawn, and an amount under the smallest chip ends too", () => {
  expect(drawn(1_688_800)).toHaveLength(5);
  expect(drawn(50)).toEqual([]);
});

test("every chip has as many edge spots as its look says, doubles split in two", () => {
  const segments = (chip: (typeof CHIPS)[number]) => edgePath(CHIP_FACES[chip]).split("Z").length - 1;
  expect(CHIPS.map(segments)).toEqual([4, 4, 6, 8, 8, 12, 16]);
});
