import { expect, test } from "vitest";
import { counted, type PlayedRound } from "../src/history/api";

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
