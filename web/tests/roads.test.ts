import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { beadPlate, fromLetters, tally } from "../src/roads/roads";

const { bead_plate: vectors } = JSON.parse(
  readFileSync(new URL("../../golden/roads.json", import.meta.url), "utf8"),
) as {
  bead_plate: { name: string; results: string; cells: string }[];
};

test.each(vectors)("the bead plate: $name", ({ results, cells }) => {
  const beads = beadPlate(fromLetters(results), 10);
  expect(beads.map(({ column, row }) => `${column},${row}`).join(" ")).toBe(cells);
  expect(beads.map(({ outcome }) => outcome.charAt(0).toUpperCase()).join("")).toBe(results);
});

test("a column fills from top to bottom before the next begins", () => {
  const beads = beadPlate(fromLetters("BPTBPTB"), 10);
  expect(beads.map(({ column, row }) => [column, row])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [0, 5],
    [1, 0],
  ]);
  expect(beads.map((one) => one.newest)).toEqual([false, false, false, false, false, false, true]);
  expect(beads[2]?.outcome).toBe("tie");
});

test("when it is full the oldest columns leave at the left and two stay free at the right", () => {
  const full = beadPlate(fromLetters("B".repeat(60)), 10);
  expect(full).toHaveLength(60);
  const over = beadPlate(fromLetters(`${"B".repeat(60)}P`), 10);
  expect(over).toHaveLength(43);
  expect(over.at(-1)).toMatchObject({ column: 7, row: 0, outcome: "player" });
});

test("letters that are no outcome are left out, and the tally counts the rest", () => {
  expect(tally(fromLetters("BBP?T"))).toEqual({ banker: 2, player: 1, tie: 1 });
});
