import fc from "fast-check";
import { expect, test } from "vitest";
import { LANGUAGES } from "../src/i18n";
import { ROAD_WORDS } from "../src/i18n/roads";
import { bigRoad, type Winner } from "../src/roads/bigroad";
import { type Board, bigBoard, type Drawn, derivedBoard, shares, winsOf } from "../src/roads/board";
import { asked, DERIVED, type Derived, derivedRoad, LOOKS_BACK } from "../src/roads/derived";
import { runs } from "../src/roads/line";
import { grid, layers, type Road } from "../src/roads/marks";
import { fromLetters, ROWS } from "../src/roads/roads";

type Results = ReturnType<typeof fromLetters>;

const shoes = fc
  .array(fc.constantFrom("B", "P", "T"), { maxLength: 90 })
  .map((letters) => fromLetters(letters.join("")));
const sides = fc.constantFrom<Winner>("banker", "player");
const widths = fc.integer({ min: 6, max: 60 });
const roads = fc.constantFrom<Road>("big", ...DERIVED);

function boardOf(road: Road, results: Results, columns: number, side: Winner | null = null): Board {
  return road === "big" ? bigBoard(results, columns, side) : derivedBoard(results, road, columns, side);
}

function all({ marks, newest, imagined }: Board): Drawn[] {
  return [...marks, newest, imagined].filter((cell) => cell !== null);
}

const written = ({ column, row }: Drawn) => `${column},${row}`;

test("no two marks of a board lie on one place, and none beside its columns and rows", () => {
  fc.assert(
    fc.property(roads, shoes, widths, fc.option(sides), (road, results, columns, side) => {
      const cells = all(boardOf(road, results, columns, side));
      expect(new Set(cells.map(written)).size).toBe(cells.length);
      for (const { column, row } of cells) {
        expect(column >= 0 && column < columns && row >= 0 && row < ROWS).toBe(true);
      }
    }),
  );
});

test("the newest mark is always in sight, and what an imagined win adds too", () => {
  fc.assert(
    fc.property(shoes, widths, sides, (results, columns, side) => {
      const marks = asked(winsOf(results), side);
      expect(bigBoard(results, columns).newest === null).toBe(results.length === 0);
      expect(bigBoard(results, columns, side).imagined?.mark).toBe(side);
      for (const road of DERIVED) {
        expect(derivedBoard(results, road, columns, side).imagined?.mark ?? null).toBe(marks[road]);
        const there = derivedRoad(winsOf(results), road).length > 0;
        expect(derivedBoard(results, road, columns).newest !== null).toBe(there);
      }
    }),
  );
});

test("a board with room for all of a road shows every mark of it where it lies, once", () => {
  fc.assert(
    fc.property(shoes, (results) => {
      const drawn = all(bigBoard(results, 100)).filter(({ mark }) => mark !== null);
      expect(drawn.map(written)).toEqual(bigRoad(results).cells.map(written));
      for (const road of DERIVED) {
        const cells = derivedRoad(winsOf(results), road);
        expect(all(derivedBoard(results, road, 100)).map(written)).toEqual(cells.map(written));
      }
    }),
  );
});

test("when a board is full two columns stay free at the right, and an imagined win stands in them", () => {
  const results = fromLetters("BP".repeat(12));
  const columns = (board: Board) => Math.max(...all({ ...board, imagined: null }).map(({ column }) => column));
  expect(columns(bigBoard(results, 20))).toBe(17);
  expect(bigBoard(results, 20, "banker").imagined).toMatchObject({ column: 18, row: 0 });
  expect(bigBoard(results, 20, "player").imagined).toMatchObject({ column: 17, row: 1 });
});

test("a full board that is asked shows what it would show then", () => {
  const full = fromLetters("BP".repeat(10));
  expect(bigBoard(full, 20).newest).toMatchObject({ column: 19 });
  expect(bigBoard(full, 20, "banker")).toMatchObject({ imagined: { column: 17, row: 0 }, newest: { column: 16 } });
});

test("ties that no win came before stand in the first cell, and the win they wait for takes them", () => {
  expect(bigBoard(fromLetters("TT"), 10).newest).toEqual({ column: 0, row: 0, mark: null, ties: 2 });
  expect(bigBoard(fromLetters("TT"), 10, "player").imagined).toMatchObject({ mark: "player", ties: 2 });
  expect(bigBoard([], 10)).toEqual({ marks: [], newest: null, imagined: null });
});

/** The rule as docs/roads.md words it, from the lengths of streaks: number m of streak n is compared with the lengths before it. */
function worded(lengths: readonly number[], back: number): string {
  const marks: string[] = [];
  for (const [n, length] of lengths.entries()) {
    for (let m = 1; m <= length; m++) {
      const compared = m === 1 ? lengths[n - 1 - back] : lengths[n - back];
      if (compared === undefined) continue;
      const red = m === 1 ? lengths[n - 1] === compared : m !== compared + 1;
      marks.push(red ? "red" : "blue");
    }
  }
  return marks.join(" ");
}

test("derived roads come from the lengths of streaks alone, however few rows those are drawn in", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 12 }), sides, (lengths, first) => {
      const wins = lengths.flatMap((length, at) =>
        Array<Winner>(length).fill((at % 2 === 0) === (first === "banker") ? "banker" : "player"),
      );
      for (const road of DERIVED) {
        const marks = derivedRoad(wins, road).map(({ mark }) => mark);
        expect(marks.join(" ")).toBe(worded(lengths, LOOKS_BACK[road]));
      }
    }),
  );
});

/** Where a path puts its marks. */
function places(path: string): string[] {
  const begins = [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)];
  return [...new Set(begins.map(([, x, y]) => `${Math.floor(Number(x) / 100)},${Math.floor(Number(y) / 100)}`))];
}

test("every mark is drawn in its cell, in the path of its colour and in no other", () => {
  fc.assert(
    fc.property(roads, shoes, (road, results) => {
      const cells = all(boardOf(road, results, 100)).filter(({ mark }) => mark !== null);
      const paths = layers(road, cells).filter(({ mark }) => mark !== "tie");
      for (const { mark, path } of paths)
        expect(places(path)).toEqual(cells.filter((cell) => cell.mark === mark).map(written));
      expect(paths.flatMap(({ path }) => places(path))).toHaveLength(cells.length);
    }),
  );
});

test("ties are strokes under the rings of their cells", () => {
  const { cells } = bigRoad(fromLetters("BTPBTT"));
  const drawn = layers("big", cells);
  expect(drawn.map(({ mark }) => mark)).toEqual(["tie", "banker", "player"]);
  expect(drawn[0]?.path.match(/M/g)).toHaveLength(2);
});

test("the derived roads share twice the columns of the big road, none with two more than another", () => {
  fc.assert(
    fc.property(widths, (columns) => {
      const each = Object.values(shares(columns));
      expect(each.reduce((sum, one) => sum + one, 0)).toBe(2 * columns);
      expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
    }),
  );
  expect(shares(27)).toEqual({ bigEye: 18, small: 18, cockroach: 18 });
});

test("the lines of both grids meet: every second line of the small one is one of the large", () => {
  const downs = (path: string) => [...path.matchAll(/M([\d.]+) \d+V/g)].map(([, x]) => Number(x));
  expect(downs(grid(54, ROWS, 11, 132)).filter((_, at) => at % 2 === 0)).toEqual(downs(grid(27, ROWS, 22)));
});

test("derived roads are read as streaks of their colours, and an ask button by the marks it shows", () => {
  const wins = winsOf(fromLetters("BBPPPBPBBBBBBBP"));
  const read = (language: (typeof LANGUAGES)[number], road: Derived) =>
    ROAD_WORDS[language].road(road, runs(derivedRoad(wins, road)));
  expect(read("en", "bigEye")).toBe("Big eye boy: 1 red, 3 blue, 1 red, 1 blue, 5 red, 1 blue");
  expect(read("zh-Hant", "cockroach")).toBe("曱甴路：藍 1、紅 2、藍 1、紅 3、藍 1");
  expect(ROAD_WORDS["zh-Hans"].road("small", [])).toBe("小路：无");
  expect(ROAD_WORDS.en.road("small", [])).toBe("Small road: nothing yet");
  expect(ROAD_WORDS.en.asked("banker", asked(wins, "banker"))).toBe(
    "Ask Banker: big eye boy blue, small road red, cockroach pig red",
  );
  expect(ROAD_WORDS.en.asked("player", asked([], "player"))).toBe(
    "Ask Player: big eye boy none, small road none, cockroach pig none",
  );
  expect(ROAD_WORDS["zh-Hant"].asked("player", asked(wins, "player"))).toBe("閑問路：大眼仔紅，小路藍，曱甴路藍");
  for (const language of LANGUAGES) expect(Object.keys(ROAD_WORDS[language].names)).toEqual(DERIVED);
});
