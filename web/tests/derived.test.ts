import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Winner } from "../src/roads/bigroad";
import { asked, DERIVED, derivedRoad, type Mark } from "../src/roads/derived";

interface Vector {
  name: string;
  results: string;
  big_eye: string;
  small: string;
  cockroach: string;
  ask_banker: string;
  big_eye_cells?: string;
  small_cells?: string;
  cockroach_cells?: string;
}

const { derived: vectors } = JSON.parse(readFileSync(new URL("../../golden/roads.json", import.meta.url), "utf8")) as {
  derived: Vector[];
};
const LETTERS = { red: "R", blue: "B" };
const OTHER: Record<string, string> = { R: "B", B: "R", "-": "-" };

function wins(results: string): Winner[] {
  return [...results].flatMap((letter) => (letter === "B" ? "banker" : letter === "P" ? "player" : []));
}

const written = (marks: readonly (Mark | null)[]) => marks.map((mark) => (mark ? LETTERS[mark] : "-")).join("");

test.each(vectors)("the derived roads of $name", (vector) => {
  const roads = DERIVED.map((road) => derivedRoad(wins(vector.results), road));
  expect(roads.map((cells) => written(cells.map(({ mark }) => mark)))).toEqual([
    vector.big_eye,
    vector.small,
    vector.cockroach,
  ]);
  const drawn = roads.map((cells) => cells.map(({ column, row }) => `${column},${row}`).join(" "));
  const wanted = [vector.big_eye_cells, vector.small_cells, vector.cockroach_cells];
  expect(drawn).toEqual(wanted.map((cells, at) => cells ?? drawn[at]));
});

test.each(vectors)("the ask marks of $name", ({ results, ask_banker }) => {
  expect(written(Object.values(asked(wins(results), "banker")))).toBe(ask_banker);
  const opposite = [...ask_banker].map((letter) => OTHER[letter]).join("");
  expect(written(Object.values(asked(wins(results), "player")))).toBe(opposite);
});

test("an ask mark is what the road then gets, and nothing that was drawn moves", () => {
  const shoes = fc.array(fc.constantFrom<Winner>("banker", "player"), { maxLength: 90 });
  fc.assert(
    fc.property(shoes, fc.constantFrom<Winner>("banker", "player"), (before, winner) => {
      for (const road of DERIVED) {
        const old = derivedRoad(before, road);
        const then = derivedRoad([...before, winner], road);
        const mark = asked(before, winner)[road];
        expect(then.slice(0, old.length)).toEqual(old);
        expect(then.slice(old.length).map((cell) => cell.mark)).toEqual(mark ? [mark] : []);
      }
    }),
  );
});
