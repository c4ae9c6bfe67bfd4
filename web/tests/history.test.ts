import { expect, test } from "vitest";
import { counted, type PlayedRound } from "../src/history/api";
import { miniRoad } from "../src/history/miniroad";
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
const rings = (path: string) => path.split("M").length - 1;

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

test("a small road has every win of its columns once, with the ties on them", () => {
  const road = miniRoad(fromLetters("TBBPTTB"), 20);
  expect([rings(road.banker), rings(road.cores), rings(road.player), rings(road.ties)]).toEqual([3, 3, 1, 2]);
  expect(road.player).toContain("M116 50");
});

test("where it is too narrow the oldest columns leave, and ties before the first win are seen", () => {
  const road = miniRoad(fromLetters("BPBPBPBP"), 3);
  expect([rings(road.banker), rings(road.player)]).toEqual([1, 2]);
  expect(miniRoad(fromLetters("TT"), 3)).toEqual({ banker: "", cores: "", player: "", ties: "M6 94l88-88" });
  expect(miniRoad([], 3)).toEqual({ banker: "", cores: "", player: "", ties: "" });
});
