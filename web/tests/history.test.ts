import { expect, test } from "vitest";
import { counted, type PlayedRound } from "../src/history/api";
import { beadColumns, roadColumns } from "../src/history/whole";
import { bigRoad } from "../src/roads/bigroad";
import { bigBoard, derivedBoard, shares, winsOf } from "../src/roads/board";
import { DERIVED, derivedRoad } from "../src/roads/derived";
import { fromLetters } from "../src/roads/roads";

const round: PlayedRound = {
  round: 1,
  demonstration: null,
  at_ms: 1,
  player: ["9H", "KD"],
  banker: ["2S", "4C"],
  outcome: "player",
  player_points: 9,
  banker_points: 6,
  natural: true,
  player_pair: false,
  banker_pair: false,
  voided: null,
};

test("demonstrations and voided rounds stand on no road", () => {
  const demonstration = { ...round, round: null, demonstration: 1 };
  const voided = { ...round, round: 2, outcome: null, player_points: null, banker_points: null, voided: "a fault" };
  expect(
    counted([demonstration, round, voided, { ...round, round: 3, outcome: "tie" }]).map((one) => one.round),
  ).toEqual([1, 3]);
  expect(counted([round])[0]).toEqual({
    round: 1,
    outcome: "player",
    player_points: 9,
    banker_points: 6,
    natural: true,
    player_pair: false,
    banker_pair: false,
  });
});

test("boards are wide enough for all marks of a shoe, and no wider than they must be", () => {
  let seed = 7;
  const letters = Array.from({ length: 90 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return "BPBPBPBPT"[(seed >> 16) % 9];
  }).join("");
  for (const shoe of ["", "T", "BBBBBBBBBBBBBBB", "BPBPBPBPBPBP", "BBPPBBPPBBPPBBPPBBPP", letters]) {
    const results = fromLetters(shoe);
    const columns = roadColumns(results);
    const fits = (wanted: number) =>
      bigBoard(results, wanted).marks.length + (bigBoard(results, wanted).newest ? 1 : 0) >=
        bigRoad(results).cells.length &&
      DERIVED.every((road) => {
        const board = derivedBoard(results, road, shares(wanted)[road]);
        return board.marks.length + (board.newest ? 1 : 0) === derivedRoad(winsOf(results), road).length;
      });
    expect(fits(columns)).toBe(true);
    if (columns > 1) expect(fits(columns - 1)).toBe(false);
    expect(beadColumns(results)).toBe(Math.ceil(shoe.length / 6));
  }
});
