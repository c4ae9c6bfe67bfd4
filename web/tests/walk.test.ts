import { expect, test } from "vitest";
import { nearest } from "../src/felt/walk";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

// A pair above, two main spots and a tie between them below, three small spots under the tie.
const pair = box(280, 0, 120, 70);
const [player, tie, six, banker] = [
  box(0, 77, 340, 150),
  box(347, 77, 380, 66),
  box(347, 150, 120, 76),
  box(734, 77, 340, 150),
];
const below = [player, tie, six, banker];

test("what lies straight ahead is next, the nearest of it first", () => {
  expect(nearest(pair, below, [0, 1])).toBe(0);
  expect(nearest(tie, [pair, player, six, banker], [0, 1])).toBe(2);
  expect(nearest(tie, [pair, player, six, banker], [1, 0])).toBe(3);
  expect(nearest(six, [pair, player, tie, banker], [-1, 0])).toBe(1);
  expect(nearest(six, [pair, player, tie, banker], [0, -1])).toBe(2);
});

test("at the edge there is nowhere to go", () => {
  expect(nearest(player, [pair, tie, six, banker], [-1, 0])).toBeNull();
  expect(nearest(pair, below, [0, -1])).toBeNull();
});
