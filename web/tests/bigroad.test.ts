import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bigRoad } from "../src/roads/bigroad";
import { firstColumn } from "../src/roads/line";
import { fromLetters, sights } from "../src/roads/roads";

interface Vector {
  name: string;
  results: string;
  leading_ties: number;
  streaks: string[];
  ties: [number, number, number][];
  cells?: string[];
}

const { big_road: vectors } = JSON.parse(readFileSync(new URL("../../golden/roads.json", import.meta.url), "utf8")) as {
  big_road: Vector[];
};

/** The cells of each streak, as the vectors write them. */
function drawn(results: string): string[] {
  const streaks: string[] = [];
  for (const { streak, column, row } of bigRoad(fromLetters(results)).cells) {
    streaks[streak] = [...(streaks[streak]?.split(" ") ?? []), `${column},${row}`].join(" ");
  }
  return streaks;
}

test.each(vectors)("the big road of $name", ({ results, leading_ties, streaks, ties, cells }) => {
  const road = bigRoad(fromLetters(results));
  const lengths = new Map<number, number>();
  const onCell: [number, number, number][] = [];
  for (const cell of road.cells) {
    const place = lengths.get(cell.streak) ?? 0;
    lengths.set(cell.streak, place + 1);
    if (cell.ties > 0) onCell.push([cell.streak, place, cell.ties]);
  }
  const letters = new Map(road.cells.map(({ streak, mark }) => [streak, mark === "banker" ? "B" : "P"]));
  expect([...lengths].map(([streak, length]) => `${letters.get(streak)}${length}`)).toEqual(streaks);
  expect(road.leadingTies).toBe(leading_ties);
  expect(onCell).toEqual(ties);
  if (cells) expect(drawn(results)).toEqual(cells);
});

const shoes = fc.array(fc.constantFrom("B", "P", "T"), { maxLength: 90 }).map((letters) => letters.join(""));

test("no two wins share a cell, none leaves the six rows, and every round is counted once", () => {
  fc.assert(
    fc.property(shoes, (results) => {
      const { cells, leadingTies } = bigRoad(fromLetters(results));
      const places = cells.map(({ column, row }) => `${column},${row}`);
      expect(new Set(places).size).toBe(places.length);
      expect(cells.every(({ row, column }) => row >= 0 && row < 6 && column >= 0)).toBe(true);
      const ties = cells.reduce((sum, cell) => sum + cell.ties, cells.length === 0 ? leadingTies : 0);
      expect(cells.length + ties).toBe(results.length);
    }),
  );
});

test("a new result moves nothing that was drawn before", () => {
  fc.assert(
    fc.property(shoes, fc.constantFrom("B", "P", "T"), (results, next) => {
      const before = bigRoad(fromLetters(results)).cells.map(({ column, row, mark }) => [column, row, mark]);
      const after = bigRoad(fromLetters(results + next)).cells.map(({ column, row, mark }) => [column, row, mark]);
      expect(after.slice(0, before.length)).toEqual(before);
    }),
  );
});

test("when it is full the oldest columns leave at the left and two stay free at the right", () => {
  expect(firstColumn(bigRoad(fromLetters("BP".repeat(10))).cells, 20)).toBe(0);
  expect(firstColumn(bigRoad(fromLetters(`${"BP".repeat(10)}B`)).cells, 20)).toBe(3);
  expect(firstColumn([], 20)).toBe(0);
});

test("the newest cell stays, also left of where a long tail ends", () => {
  const { cells } = bigRoad(fromLetters(`${"B".repeat(40)}P`));
  expect(firstColumn(cells, 20)).toBe(cells.at(-1)?.column);
});

test("naturals and pairs are counted from the results", () => {
  const result = { round: 1, outcome: "tie", player_points: 8, banker_points: 8 } as const;
  const all = [
    { ...result, natural: true, player_pair: true, banker_pair: false },
    { ...result, natural: true, player_pair: true, banker_pair: true },
  ];
  expect(sights(all)).toEqual({ naturals: 2, playerPairs: 2, bankerPairs: 1 });
});
