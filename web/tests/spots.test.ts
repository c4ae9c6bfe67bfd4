import { expect, test } from "vitest";
import { oddsText, payments, sixText } from "../src/felt/odds";
import { differential, isBroke, mended, roundNet, spotView } from "../src/felt/spots";
import type { BetOffer, Refusal } from "../src/protocol.gen";
import type { State } from "../src/state/state";
import { heard, run, seated, table } from "./fixtures";

function refused(state: State, bet: string, amount_cents: number, refusal: Partial<Refusal> & Pick<Refusal, "code">) {
  const command = { type: "place_bet", command_id: "c", table: 7, shoe: 3, round: 5, bet, amount_cents } as const;
  const sent = run(state, { type: "sent", commands: [command] });
  const after = heard(sent, { type: "answer", command_id: "c", refusal: { message: "", ...refusal } });
  const [one] = after.refused;
  if (!one) throw new Error("nothing was refused");
  return mended(after, one);
}

test("what would have fitted is offered", () => {
  expect(refused(seated(), "tie", 40_000, { code: "over_maximum", limit: 20_000, left: 20_000 })).toBe(20_000);
  const lying = seated({}, { stakes: { tie: 15_000 } });
  expect(refused(lying, "tie", 10_000, { code: "over_maximum", limit: 20_000, left: 5_000 })).toBe(5_000);
});

test("nothing is offered where the rest is under the minimum, or nothing is left", () => {
  expect(refused(seated(), "player", 1_000, { code: "over_differential", limit: 9, left: 300 })).toBeNull();
  const full = seated({}, { stakes: { tie: 20_000 } });
  expect(refused(full, "tie", 100, { code: "over_maximum", limit: 20_000, left: 0 })).toBeNull();
});

test("under the minimum, what is missing to it is offered; both kinds of Banker count", () => {
  expect(refused(seated(), "player", 100, { code: "under_minimum", limit: 500, left: 500_000 })).toBe(500);
  const lying = seated({}, { stakes: { banker_no_commission: 300 } });
  expect(refused(lying, "banker", 100, { code: "under_minimum", limit: 500, left: 499_700 })).toBe(200);
});

test("no multiple: the next lower one is offered", () => {
  expect(refused(seated(), "banker", 1_750, { code: "not_a_multiple", limit: 500, left: 1 })).toBe(1_500);
});

test("a bet that could only not be taken at that moment is offered again", () => {
  expect(refused(seated(), "tie", 500, { code: "unavailable" })).toBe(500);
});

test("nothing is offered any more once betting has closed", () => {
  const closed = seated({ phase: "dealing" });
  expect(refused(closed, "tie", 40_000, { code: "over_maximum", limit: 20_000, left: 20_000 })).toBeNull();
});

test("others' money is the total less our own", () => {
  const totals = [{ spot: "banker", total_cents: 5_000, players: 3 }] as const;
  const state = seated({ totals: [...totals] }, { stakes: { banker: 1_000, banker_no_commission: 500 } });
  const view = spotView(state, table({ totals: [...totals] }), "banker");
  expect([view.othersCents, view.others]).toEqual([3_500, 2]);
});

test("a spot is open up to and including its round cap", () => {
  const at = (round: number, spot: "player_pair" | "player") => {
    const { locked, closing } = spotView(seated(), table({ round }), spot);
    return { locked, closing };
  };
  expect(at(59, "player_pair")).toEqual({ locked: false, closing: false });
  expect(at(60, "player_pair")).toEqual({ locked: false, closing: true });
  expect(at(61, "player_pair")).toEqual({ locked: true, closing: false });
  expect(at(99, "player")).toEqual({ locked: false, closing: false });
});

test("money on one side widens the room of the other by as much", () => {
  const view = table({ totals: [{ spot: "banker", total_cents: 30_000, players: 1 }] });
  expect(differential(view, 100_000)).toEqual({ player: 0, banker: 30_000, room: [130_000, 70_000] });
});

test("the round's net is the sum of its bets, and nothing before it is settled", () => {
  expect(roundNet(seated())).toBeNull();
  const bet = (net: number) => ({ stake: 100, result: "win", returned: 100 + net, net, commission: 0 }) as const;
  expect(roundNet(seated({}, { settled: { banker: bet(95), tie: bet(-100) } }))).toBe(-5);
});

test("broke is who cannot make the smallest bet and has nothing in play", () => {
  const purse = (balance_cents: number, in_play_cents: number) =>
    heard(seated(), { type: "balance", balance_cents, in_play_cents });
  expect(isBroke(purse(99, 0))).toBe(true);
  expect(isBroke(purse(99, 500))).toBe(false);
  expect(isBroke(purse(100, 0))).toBe(false);
});

function offer(bet: BetOffer["bet"], pays: BetOffer["pays"], commission: BetOffer["commission"] = null): BetOffer {
  return { bet, spot: bet, pays, commission, minimum_cents: 1, maximum_cents: 2, round_cap: null };
}

test("odds stand as they are paid: commission taken off, two payments both, many with the best", () => {
  const upTo = (odds: string) => `to ${odds}`;
  expect(oddsText(offer("banker", { win: [1, 1] }, [1, 20]), upTo)).toBe("0.95 : 1");
  const free = offer("banker_no_commission", { win: [1, 1], six: [1, 2] });
  expect([oddsText(free, upTo), sixText(free)]).toEqual(["1 : 1", "6 → 0.5 : 1"]);
  expect(oddsText(offer("lucky_six", { three_cards: [20, 1], two_cards: [12, 1] }), upTo)).toBe("12/20 : 1");
  const dragon = offer("player_dragon", { natural: [1, 1], margin_4: [1, 1], margin_5: [2, 1], margin_9: [30, 1] });
  expect(oddsText(dragon, upTo)).toBe("to 30 : 1");
  expect(payments(dragon)).toEqual([
    [1, 1],
    [2, 1],
    [30, 1],
  ]);
  expect(oddsText(offer("player_natural", { win: [7, 2] }), upTo)).toBe("7 : 2");
});
