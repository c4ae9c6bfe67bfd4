import { expect, test } from "vitest";
import { news } from "../src/frame/announce";
import { en } from "../src/i18n/en";
import { START } from "../src/state/state";
import { heard, run, seated } from "./fixtures";

const event = (version: number, ...events: never[] | object[]) =>
  ({ type: "events", table: 7, version, events, server_ms: 1 }) as never;
const card = (side: string, number: number, face: string) => ({
  type: "card_dealt",
  side,
  number,
  card: face,
  text: "",
  cut_card: false,
  due_ms: 9,
  at_ms: 1,
});

test("someone who just came hears where the table stands", () => {
  expect(news(START, seated(), en).polite).toEqual(["Table 7. Round 5. Lay chips, then confirm them."]);
});

test("cards are told in the order in which they fell, then the points", () => {
  const before = seated({ phase: "dealing" });
  const after = heard(before, event(12, card("player", 17, "9H"), card("banker", 18, "3D")));
  expect(news(before, after, en).polite).toEqual([
    "Player first card, 9 of hearts.",
    "Banker first card, 3 of diamonds.",
    "Banker 3, Player 9.",
  ]);
});

test("the result is told once", () => {
  const before = seated({ phase: "dealing" });
  const result = {
    round: 5,
    outcome: "banker",
    player_points: 6,
    banker_points: 8,
    natural: false,
    player_pair: false,
    banker_pair: false,
  };
  const after = heard(before, event(11, { type: "round_settled", result, due_ms: 9, at_ms: 1 }));
  expect(news(before, after, en).polite).toEqual(["Banker wins, 8 to 6."]);
  expect(news(after, run(after, { type: "undo" }), en)).toEqual({ polite: [], assertive: [] });
});

test("a refusal is told at once, with what was asked, the limit, and in the player's words", () => {
  const command = {
    type: "place_bet",
    command_id: "c",
    table: 7,
    shoe: 3,
    round: 5,
    bet: "tie",
    amount_cents: 40_000,
  } as const;
  const before = run(seated(), { type: "sent", commands: [command] });
  const refusal = { code: "over_maximum", message: "", limit: 20_000, left: 20_000 } as const;
  const after = heard(before, { type: "answer", command_id: "c", refusal });
  expect(news(before, after, en).assertive).toEqual(["Tie 400 not accepted. Limit 200."]);
});

test("chips that were not confirmed, suspension and a lost line are told at once", () => {
  const laid = run(seated(), { type: "lay", bets: ["banker"], cents: 2_500 });
  const closed = heard(laid, event(11, { type: "betting_closed", at_ms: 1, due_ms: 2 }));
  expect(news(laid, closed, en).assertive).toEqual(["Time was up. Not confirmed and back with you: Banker 25."]);
  const suspended = heard(closed, event(12, { type: "round_suspended", at_ms: 1, reason: "fault" }));
  expect(news(closed, suspended, en).assertive[0]).toBe("Round suspended.");
  const lost = run(suspended, { type: "line", line: "lost" });
  expect(news(suspended, lost, en).assertive).toEqual(["Connecting again. Confirmed bets stand."]);
});

test("the cut card says which round is the last, and that one is told so when it begins", () => {
  const shoe = { shoe: 1, last_round: null } as never;
  const out = (last_round: number, round: number, phase: "dealing" | "betting") =>
    seated({ phase, round, shoe: { ...(shoe as object), last_round } as never });
  const before = seated({ phase: "dealing", round: 5, shoe });
  expect(news(before, out(5, 5, "dealing"), en).polite).toEqual(["Last hand before shuffle."]);
  expect(news(before, out(6, 5, "dealing"), en).polite).toEqual(["One more hand before shuffle."]);
  expect(news(out(6, 5, "dealing"), out(6, 6, "betting"), en).polite.at(-1)).toBe("Last hand before shuffle.");
  expect(news(out(6, 6, "betting"), out(6, 6, "dealing"), en).polite).not.toContain("Last hand before shuffle.");
});
