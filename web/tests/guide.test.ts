import { expect, test } from "vitest";
import { type Done, done, guided, type Step } from "../src/pages/guide";
import { heard, own, run, seated } from "./fixtures";

const NOTHING: Done = { chosen: false, laid: false, staked: false, settled: false };

function walk(step: Step, ...acts: Partial<Done>[]): Step {
  return acts.reduce((at: Step, act) => guided(at, { ...NOTHING, ...act }), step);
}

test("a first round is walked chip, spot, confirm, result", () => {
  const steps = [{}, { chosen: true }, { laid: true }, { staked: true }, { staked: true, settled: true }];
  const seen: Step[] = [];
  steps.reduce((at: Step, act) => {
    const next = walk(at, act);
    seen.push(next);
    return next;
  }, "chip");
  expect(seen).toEqual(["chip", "spot", "confirm", "result", "done"]);
});

test("whoever knows better skips steps, and the guide follows", () => {
  expect(walk("chip", { laid: true })).toBe("confirm");
  expect(walk("chip", { staked: true })).toBe("result");
});

test("chips taken back or refused lead back to the spots, not to the beginning", () => {
  expect(walk("confirm", {})).toBe("spot");
  expect(walk("result", {})).toBe("spot");
  expect(walk("spot", { chosen: false })).toBe("spot");
});

test("a round that was settled before the guide began ends nothing", () => {
  expect(walk("chip", { settled: true })).toBe("chip");
  expect(walk("done", { laid: true })).toBe("done");
});

test("what was done is read from the table's state", () => {
  const laid = run(seated(), { type: "lay", bets: ["tie"], cents: 500 });
  expect(done(laid, true)).toEqual({ chosen: true, laid: true, staked: false, settled: false });
  const staked = heard(seated(), { type: "own", table: 7, version: 11, own: own({ stakes: { tie: 500 } }) });
  expect(done(staked, false)).toEqual({ ...NOTHING, staked: true });
  const lost = { stake: 500, result: "lose", returned: 0, net: -500, commission: 0 } as const;
  const over = own({ stakes: { tie: 500 }, settled: { tie: lost } });
  expect(done(heard(seated(), { type: "own", table: 7, version: 11, own: over }), false).settled).toBe(true);
});
