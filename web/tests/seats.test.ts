import { describe, expect, test } from "vitest";
import { canSitOut, isWarned, marksOn, seatName, seatsOf } from "../src/felt/seats";
import { news } from "../src/frame/announce";
import { CATALOGUES } from "../src/i18n/all";
import type { PublicEvent } from "../src/protocol.gen";
import type { SeatCommand, State } from "../src/state/state";
import { heard, own, RULES, run, seated, table } from "./fixtures";

const words = CATALOGUES.en;
const HOUSE = { ...RULES, settings: { ...RULES.settings, seats: 3, closes_early: true } };
const ANN = { seat: 1, name: "Ann", stakes: { player: 5_000 } };
const ME = { seat: 2, name: "Guest", stakes: {} };
const SIT: SeatCommand = { type: "sit", command_id: "sit-00001", table: 7, seat: 3 };

function at(mine: Parameters<typeof own>[0] = {}): State {
  const seats = mine?.seat == null ? [ANN] : [ANN, { ...ME, seat: mine.seat }];
  return seated({ rules: HOUSE, seats }, mine);
}

function happens(state: State, ...events: PublicEvent[]): State {
  const version = (state.table?.version ?? 0) + 1;
  return heard(state, { type: "events", table: 7, version, events, server_ms: 1 });
}

function whose(state: State) {
  return seatsOf(state, state.table ?? table()).map((one) => one.whose);
}

describe("the seats on the felt", () => {
  test("are free, taken, or ours", () => {
    expect(whose(at({ seat: 2 }))).toEqual(["taken", "yours", "free"]);
    expect(whose(seated())).toEqual([]);
  });

  test("are called by number, whose they are, holder and money", () => {
    const state = at({ seat: 2 });
    expect(seatsOf(state, table({ rules: HOUSE, seats: [ANN, ME] })).map((one) => seatName(one, words))).toEqual([
      "Seat 1, taken, Ann, Player 50",
      "Seat 2, yours",
      "Seat 3, free",
    ]);
  });

  test("of others are marked on the spots with their money", () => {
    const mine = { ...ME, stakes: { player: 1_000 } };
    const state = seated({ rules: HOUSE, seats: [ANN, mine] }, { seat: 2 });
    expect(marksOn(state, state.table ?? table(), "player")).toEqual([{ seat: 1, cents: 5_000 }]);
    expect(marksOn(state, state.table ?? table(), "banker")).toEqual([]);
  });
});

describe("asking for a seat", () => {
  const asked = run(at(), { type: "asked", command: SIT });

  test("is shown until it is answered", () => {
    expect(seatsOf(asked, asked.table ?? table()).map((one) => one.asked)).toEqual([false, false, true]);
    const answered = heard(asked, { type: "answer", command_id: "sit-00001", refusal: null });
    expect(answered.asked).toEqual([]);
    expect(answered.notices).toEqual([]);
  });

  test("says why not where it is refused", () => {
    const refusal = { code: "seat_taken", message: "Seat 3 is taken.", limit: 3 } as const;
    const refused = heard(asked, { type: "answer", command_id: "sit-00001", refusal });
    expect(refused.asked).toEqual([]);
    expect(news(asked, refused, words).assertive).toEqual(["Seat 3 is taken."]);
  });
});

describe("the own seat", () => {
  test("is kept into the next round, in which nobody sits out yet", () => {
    const state = at({ seat: 2, seat_rounds_left: 3, sat_out: true });
    const next = happens(state, {
      type: "betting_opened",
      at_ms: 1,
      round: 6,
      closes_ms: 9,
      totals: [],
      seats: [],
      standing: 0,
    });
    expect(next.own).toEqual(own({ round: 6, seat: 2, seat_rounds_left: 3 }));
  });

  test.each([
    ["off_line", "you were off line for a minute"],
    ["no_bets", "five rounds without a bet"],
    ["removed", "the table has fewer seats now"],
  ] as const)("that is freed because of %s is told to us", (reason, why) => {
    const state = at({ seat: 2, seat_rounds_left: 1 });
    const next = happens(state, { type: "seat_freed", at_ms: 1, seat: 2, reason, standing: 0 });
    expect(next.own?.seat).toBeNull();
    expect(news(state, next, words)).toEqual({ polite: [], assertive: [`Seat 2 is free again: ${why}.`] });
  });

  test("that we leave is told in its place", () => {
    const state = at({ seat: 2 });
    const next = happens(state, { type: "seat_freed", at_ms: 1, seat: 2, reason: "left", standing: 0 });
    expect(news(state, next, words)).toEqual({ polite: ["You have left seat 2."], assertive: [] });
  });

  test("of another that is freed is no matter of ours", () => {
    const state = at({ seat: 2 });
    const next = happens(state, { type: "seat_freed", at_ms: 1, seat: 1, reason: "no_bets", standing: 1 });
    expect(next.own?.seat).toBe(2);
    expect(news(state, next, words)).toEqual({ polite: ["Seat 1 is free."], assertive: [] });
  });

  test("is warned of in the round before it goes, until a bet lies", () => {
    expect(isWarned(at({ seat: 2, seat_rounds_left: 2 }))).toBe(false);
    const warned = at({ seat: 2, seat_rounds_left: 1 });
    expect(isWarned(warned)).toBe(true);
    expect(isWarned(at({ seat: 2, seat_rounds_left: 1, stakes: { player: 500 } }))).toBe(false);
    expect(news(at({ seat: 2, seat_rounds_left: 2 }), warned, words).polite).toEqual([
      "Seat 2 becomes free after this round unless you bet.",
    ]);
  });

  test("of somebody who sits down beside us is told with the name", () => {
    const state = at({ seat: 2 });
    const bob = { seat: 3, name: "Bob", stakes: {} };
    const next = happens(state, { type: "seat_taken", at_ms: 1, seat: bob, left: null, standing: 0 });
    expect(news(state, next, words).polite).toEqual(["Bob sits at seat 3."]);
  });
});

describe("sitting out", () => {
  test("is for who sits, once a round, while bets are taken", () => {
    expect(canSitOut(at())).toBe(false);
    const state = at({ seat: 2 });
    expect(canSitOut(state)).toBe(true);
    expect(canSitOut(at({ seat: 2, sat_out: true }))).toBe(false);
    const asked = run(state, {
      type: "asked",
      command: { type: "sit_out", command_id: "out-00001", table: 7, shoe: 3, round: 5 },
    });
    expect(canSitOut(asked)).toBe(false);
    expect(canSitOut(happens(state, { type: "betting_closed", at_ms: 1, due_ms: 2 }))).toBe(false);
  });
});
