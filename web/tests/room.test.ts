import { describe, expect, test } from "vitest";
import { hintText } from "../src/felt/hints";
import { hindrance, hindranceToMove, lacking, lyingOn, room } from "../src/felt/room";
import { spotView } from "../src/felt/spots";
import { en } from "../src/i18n/en";
import type { Bet, RulesView } from "../src/protocol.gen";
import type { State } from "../src/state/state";
import { RULES, run, seated, table } from "./fixtures";

const here = (state: State) => state.table ?? table();
const left = (state: State, bet: "player" | "banker" | "banker_no_commission" | "tie") => room(state, here(state), bet);

describe("what a spot still takes", () => {
  test("its maximum less what lies: confirmed and laid, of both kinds of Banker", () => {
    const state = run(seated({}, { stakes: { banker: 100_000 } }), {
      type: "lay",
      bets: ["banker_no_commission"],
      cents: 50_000,
    });
    expect(left(state, "banker").cents).toBe(350_000);
    expect(left(state, "banker_no_commission").cents).toBe(350_000);
    expect(lyingOn(state, "banker")).toBe(150_000);
  });

  test("no more than the balance, less what is laid elsewhere", () => {
    const state = run(seated(), { type: "lay", bets: ["player"], cents: 500_000 });
    const poor = { ...state, purse: { account: "a", name: "", balance_cents: 510_050, in_play_cents: 0 } };
    expect(left(poor, "tie")).toEqual({
      cents: 10_000,
      bound: { code: "insufficient_funds", limit: 510_050, left: 10_000 },
    });
  });

  test("no more than the table's differential leaves; money on the other side widens it", () => {
    const totals = [
      { spot: "banker", total_cents: 1_900_000, players: 4 },
      { spot: "player", total_cents: 100_000, players: 1 },
    ] as const;
    const state = seated({ totals: [...totals] });
    expect(left(state, "banker")).toMatchObject({ cents: 200_000, bound: { code: "over_differential" } });
    expect(left(state, "player").bound.code).toBe("over_maximum");
    const wider = run(state, { type: "lay", bets: ["player"], cents: 50_000 });
    expect(left(wider, "banker").cents).toBe(250_000);
  });

  test("a player's own differential, where a house has one", () => {
    const rules: RulesView = { ...RULES, settings: { ...RULES.settings, differential_player_cents: 30_000 } };
    const state = run(seated({ rules }), { type: "lay", bets: ["player"], cents: 20_000 });
    expect(left(state, "player").cents).toBe(10_000);
    expect(left(state, "banker").cents).toBe(50_000);
  });
});

describe("why a chip does not lie", () => {
  test("in the server's order", () => {
    const state = seated();
    expect(hindrance(state, table({ phase: "dealing" }), "tie", 100)).toEqual({ code: "betting_closed" });
    expect(hindrance(state, here(state), "lucky_six", 100)).toEqual({ code: "bet_not_offered" });
    expect(hindrance(state, table({ round: 61 }), "player_pair", 100)).toEqual({ code: "round_cap", limit: 60 });
    expect(hindrance(state, here(state), "tie", 20_100)).toMatchObject({ code: "over_maximum", left: 20_000 });
    expect(hindrance(state, here(state), "tie", 20_000)).toBeNull();
    expect(hindrance({ ...state, line: "lost" }, here(state), "tie", 100)).toEqual({ code: "betting_closed" });
  });

  test("what lies still needs its minimum, or a whole multiple", () => {
    const laid = run(seated(), { type: "lay", bets: ["banker"], cents: 100 });
    expect(lacking(laid, here(laid), "banker")).toEqual({ code: "under_minimum", limit: 500, left: 400 });
    const rules: RulesView = { ...RULES, settings: { ...RULES.settings, banker_in_multiples: true } };
    const odd = run(seated({ rules }), { type: "lay", bets: ["banker"], cents: 700 });
    expect(lacking(odd, here(odd), "banker")).toEqual({ code: "not_a_multiple", limit: 500, left: 300 });
    expect(lacking(seated(), table(), "banker")).toBeNull();
  });

  test("is said at the spot, the most pressing thing first", () => {
    const state = run(seated({}, { stakes: { tie: 2_500 } }));
    const view = spotView(state, here(state), "tie");
    const now = { open: true, left: left(state, "tie"), why: null, told: null, keeps: null, chip: 50_000 };
    const hint = (changes: Partial<typeof now> | object) =>
      hintText(state, here(state), view, { ...now, ...changes }, en)?.text;
    expect(hint({})).toBe("175 still fits.");
    const why = hindrance(state, here(state), "tie", 50_000);
    expect(hint({ why })).toBe("500 does not fit. Limit 200. 175 still fits.");
    expect(hint({ keeps: "banker" })).toBe("Chips already laid stay as they are: Banker.");
    const full = { code: "over_maximum", limit: 20_000, left: 0 } as const;
    expect(hint({ told: { cents: 50_000, why: full } })).toBe("Full: 200 is the limit here.");
    expect(hint({ told: { cents: 50_000, why: { code: "betting_closed" } } })).toBe("Lay chips, then confirm them.");
  });
});

describe("why chips of ours do not lie elsewhere instead", () => {
  const pile = (bet: Bet, cents: number, state: "confirmed" | "unconfirmed") => ({ bet, cents, state });

  test("what they are taken from counts as free: balance, maximum and the table's differential", () => {
    const totals = [{ spot: "player", total_cents: 50_000, players: 1 }] as const;
    const state = seated({ totals: [...totals] }, { stakes: { player: 50_000 } });
    const poor = { ...state, purse: { account: "a", name: "", balance_cents: 0, in_play_cents: 50_000 } };
    expect(hindranceToMove(poor, pile("player", 50_000, "confirmed"), "banker")).toBeNull();
    const rules: RulesView = { ...RULES, settings: { ...RULES.settings, differential_cents: 50_000 } };
    const tight = seated({ rules, totals: [...totals] }, { stakes: { player: 50_000 } });
    expect(hindranceToMove(tight, pile("player", 50_000, "confirmed"), "banker")).toBeNull();
    const laid = run(seated(), { type: "lay", bets: ["player"], cents: 400_000 });
    const short = { ...laid, purse: { account: "a", name: "", balance_cents: 400_000, in_play_cents: 0 } };
    expect(hindranceToMove(short, pile("player", 400_000, "unconfirmed"), "banker")).toBeNull();
  });

  test("the other spot's limits hold; a confirmed stake has to reach the minimum there at once", () => {
    const state = seated({}, { stakes: { tie: 200, player: 50_000 } });
    expect(hindranceToMove(state, pile("player", 50_000, "confirmed"), "tie")).toMatchObject({ code: "over_maximum" });
    expect(hindranceToMove(state, pile("tie", 200, "confirmed"), "banker")).toEqual({
      code: "under_minimum",
      limit: 500,
      left: 300,
    });
    expect(hindranceToMove(state, pile("tie", 200, "confirmed"), "player")).toBeNull();
    const laid = run(seated(), { type: "lay", bets: ["tie"], cents: 200 });
    expect(hindranceToMove(laid, pile("tie", 200, "unconfirmed"), "banker")).toBeNull();
  });
});
