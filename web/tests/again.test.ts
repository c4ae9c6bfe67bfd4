import { describe, expect, test } from "vitest";
import { double, rebet } from "../src/felt/again";
import type { TableView } from "../src/protocol.gen";
import { laidOn } from "../src/state/reduce";
import type { Stake, State } from "../src/state/state";
import { heard, own, run, seated } from "./fixtures";

const stakes = (list: Record<string, number>) => Object.entries(list).map(([bet, cents]) => ({ bet, cents }) as Stake);
const last = (state: State, list: Record<string, number>) =>
  run(state, { type: "recalled", table: 7, stakes: stakes(list) });
const again = (state: State, how = rebet) => how(state, state.table as TableView);

describe("the last bet", () => {
  test("is what lay there when betting closed, and lasts until other stakes are settled", () => {
    const state = seated({ phase: "dealing" }, { stakes: { banker: 10_000, tie: 500 } });
    expect(state.lastStakes).toEqual(stakes({ banker: 10_000, tie: 500 }));
    const next = heard(state, {
      type: "events",
      table: 7,
      version: 11,
      events: [{ type: "betting_opened", at_ms: 5, round: 6, closes_ms: 9, totals: [], seats: [], standing: 0 }],
      server_ms: 1,
    });
    expect(next.own?.stakes).toEqual({});
    expect(again(next)).toEqual({ stakes: stakes({ banker: 10_000, tie: 500 }), unlaid: [] });
  });

  test("is nothing while it can still change, and goes when another table is watched", () => {
    const betting = seated({}, { stakes: { banker: 10_000 } });
    expect(betting.lastStakes).toBeNull();
    const dealt = seated({ phase: "dealing" }, { stakes: { banker: 10_000 } });
    expect(run(dealt, { type: "watch", table: 8 }).lastStakes).toBeNull();
  });

  test("from the record counts only where nothing newer is known", () => {
    const dealt = seated({ phase: "dealing" }, { stakes: { banker: 10_000 } });
    expect(last(dealt, { tie: 100 }).lastStakes).toEqual(stakes({ banker: 10_000 }));
    expect(run(seated(), { type: "recalled", table: 8, stakes: stakes({ tie: 100 }) }).lastStakes).toBeNull();
  });

  test("is laid as one press, which undo takes back whole", () => {
    const state = last(seated(), { banker: 10_000, tie: 500 });
    const laid = run(state, { type: "lay_stakes", ...again(state) });
    expect([...laidOn(laid.laid)]).toEqual([
      ["banker", 10_000],
      ["tie", 500],
    ]);
    expect(laidOn(run(laid, { type: "undo" }).laid).size).toBe(0);
  });

  test("lies as far as it fits, and what does not is told with the reason", () => {
    const state = last(seated({ round: 61 }, { round: 61, stakes: { tie: 15_000 } }), {
      tie: 10_000,
      player_pair: 500,
      lucky_six: 100,
    });
    expect(again(state)).toEqual({
      stakes: [{ bet: "tie", cents: 5_000 }],
      unlaid: [
        { bet: "tie", cents: 5_000, why: { code: "over_maximum", limit: 20_000, left: 5_000 } },
        { bet: "player_pair", cents: 500, why: { code: "round_cap", limit: 60 } },
        { bet: "lucky_six", cents: 100, why: { code: "bet_not_offered" } },
      ],
    });
    const laid = run(state, { type: "lay_stakes", ...again(state) });
    expect(laid.notices).toMatchObject([{ kind: "unlaid" }]);
  });

  test("each bet has the balance that those before it left; a part under the minimum is not laid", () => {
    const state = last(seated(), { player: 10_000, banker: 10_000, tie: 500 });
    const poor = { ...state, purse: { account: "a", name: "", balance_cents: 10_300, in_play_cents: 0 } };
    expect(again(poor).stakes).toEqual(stakes({ player: 10_000, tie: 300 }));
  });
});

describe("double", () => {
  test("lays as much again on every bet: confirmed, on its way, and laid", () => {
    const state = run(
      seated({}, { stakes: { banker: 10_000 } }),
      { type: "lay", bets: ["player_pair", "banker_pair"], cents: 500 },
      { type: "lay", bets: ["banker"], cents: 2_500 },
    );
    expect(again(state, double).stakes).toEqual(stakes({ banker: 12_500, player_pair: 500, banker_pair: 500 }));
  });

  test("goes to the maximum and no further", () => {
    const state = run(seated({}, { stakes: { tie: 15_000 } }));
    expect(again(state, double)).toEqual({
      stakes: stakes({ tie: 5_000 }),
      unlaid: [{ bet: "tie", cents: 10_000, why: { code: "over_maximum", limit: 20_000, left: 5_000 } }],
    });
  });

  test("leaves out what was refused", () => {
    const command = {
      type: "place_bet",
      command_id: "c",
      table: 7,
      shoe: 3,
      round: 5,
      bet: "tie",
      amount_cents: 500,
    } as const;
    const sent = run(seated(), { type: "sent", commands: [command] });
    const refused = heard(sent, { type: "answer", command_id: "c", refusal: { code: "unavailable", message: "" } });
    expect(again(refused, double).stakes).toEqual([]);
  });
});

describe("chips that are carried", () => {
  const laid = run(
    seated(),
    { type: "lay", bets: ["banker"], cents: 2_500 },
    { type: "lay", bets: ["player_pair", "banker_pair"], cents: 500 },
    { type: "lay", bets: ["banker"], cents: 10_000 },
  );

  test("all of a bet's unconfirmed chips come off, the other parts of a combination stay", () => {
    const after = run(laid, { type: "take_off", bet: "banker" }, { type: "take_off", bet: "player_pair" });
    expect([...laidOn(after.laid)]).toEqual([["banker_pair", 500]]);
  });

  test("they move to another bet as one press", () => {
    const after = run(laid, { type: "move", from: "banker", to: "player" });
    expect([...laidOn(after.laid)]).toEqual([
      ["player_pair", 500],
      ["banker_pair", 500],
      ["player", 12_500],
    ]);
  });

  test("nothing moves once betting is closed", () => {
    const closed = heard(laid, { type: "own", table: 7, version: 10, own: own() });
    const dealing = { ...closed, table: closed.table && ({ ...closed.table, phase: "dealing" } as TableView) };
    expect(run(dealing, { type: "move", from: "banker", to: "player" })).toBe(dealing);
  });
});
