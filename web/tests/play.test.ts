import { describe, expect, test } from "vitest";
import { type Cue, counting, cues, PACE } from "../src/deal/play";
import type { BetSettlement, Card, CardView, PublicEvent, RoundResult } from "../src/protocol.gen";
import type { State } from "../src/state/state";
import { heard, own, run, seated, table } from "./fixtures";

const NOW = 10_000;

function happens(state: State, ...events: PublicEvent[]): State {
  const version = (state.table?.version ?? 0) + 1;
  return heard(state, { type: "events", table: 7, version, events, server_ms: 1 });
}

function seen(state: State, now: number, ...events: PublicEvent[]): Cue[] {
  return cues(state, happens(state, ...events), now);
}

const kinds = (list: Cue[]) => list.map(({ kind }) => kind);
const hand = (...cards: Card[]): CardView[] => cards.map((card, at) => ({ number: at + 1, card }));
const dealt = (side: "player" | "banker", number: number, due_ms = NOW + 1_000): PublicEvent => ({
  type: "card_dealt",
  at_ms: NOW,
  side,
  number,
  card: "5S",
  text: "",
  cut_card: false,
  due_ms,
});
const RESULT: RoundResult = {
  round: 5,
  outcome: "banker",
  player_points: 3,
  banker_points: 8,
  natural: false,
  player_pair: false,
  banker_pair: false,
};
const settledEvent: PublicEvent = {
  type: "round_settled",
  carries: false,
  at_ms: NOW,
  result: RESULT,
  won: ["banker"],
  due_ms: NOW + 5_000,
};

describe("cards", () => {
  const dealing = seated({ phase: "dealing", player: hand("2C", "3D"), banker: hand("4C", "5D") });

  test("one slides and turns; a third also turns across between the two", () => {
    const [first] = seen(seated({ phase: "dealing" }), NOW, dealt("player", 1));
    expect(first).toEqual({
      kind: "card",
      side: "player",
      nth: 0,
      slide: { at: 0, ms: 320 },
      across: null,
      turn: { at: 320, ms: 260 },
    });
    const [third] = seen(dealing, NOW, dealt("banker", 5));
    expect(third).toMatchObject({ nth: 2, across: { at: 320, ms: 160 }, turn: { at: 480, ms: 260 } });
  });

  test("in a quick house all of it ends before the next card", () => {
    const [cue] = seen(dealing, NOW, dealt("player", 5, NOW + 250));
    if (cue?.kind !== "card" || !cue.turn) throw new Error("no card");
    expect(cue.turn.at + cue.turn.ms).toBeLessThanOrEqual(250);
  });

  test("of several that come at once only the newest moves", () => {
    const list = seen(seated({ phase: "dealing" }), NOW, dealt("player", 1), dealt("banker", 2), dealt("player", 3));
    expect(list).toMatchObject([{ kind: "card", side: "player", nth: 1 }]);
  });
});

describe("who comes late sees the end", () => {
  test("what happened a while ago does not move any more", () => {
    expect(seen(seated({ phase: "dealing" }), NOW + 1_300, dealt("player", 1, NOW + 9_000))).toEqual([]);
  });

  test("nor does what is over by the server's clock", () => {
    expect(seen(seated({ phase: "dealing" }), NOW + 300, dealt("player", 1, NOW + 250))).toEqual([]);
  });

  test("nor a picture that came whole, at first or after a broken line", () => {
    const before = seated({ phase: "dealing" });
    const whole = table({ phase: "dealing", version: 12, player: hand("2C"), banker: hand("4C") });
    const after = heard(before, { type: "snapshot", table: whole, own: own(), server_ms: 1 });
    expect(cues(before, after, NOW)).toEqual([]);
    expect(cues(run(before, { type: "watch", table: null }), after, NOW)).toEqual([]);
  });

  test("nor anything while the server's time is not known", () => {
    expect(cues(seated(), happens(seated(), { type: "betting_closed", at_ms: NOW, due_ms: NOW + 900 }), null)).toEqual(
      [],
    );
  });
});

describe("the play of a round", () => {
  test("chips land, go back, and are ticked", () => {
    const laid = run(seated(), { type: "lay", bets: ["player_pair", "banker_pair"], cents: 500 });
    expect(cues(seated(), laid, NOW)).toEqual([
      { kind: "laid", bet: "player_pair" },
      { kind: "laid", bet: "banker_pair" },
    ]);
    expect(kinds(cues(laid, run(laid, { type: "clear" }), NOW))).toEqual(["back", "back"]);
    const command = {
      type: "place_bet",
      command_id: "c",
      table: 7,
      shoe: 3,
      round: 5,
      bet: "tie",
      amount_cents: 500,
    } as const;
    const sent = run(run(seated(), { type: "lay", bets: ["tie"], cents: 500 }), {
      type: "confirmed",
      commands: [command],
    });
    const answered = heard(sent, { type: "answer", command_id: "c", refusal: null });
    expect(cues(sent, answered, NOW)).toEqual([{ kind: "ticked", bet: "tie" }]);
  });

  test("the bell when betting closes; chips that were confirmed do not fly back", () => {
    const state = run(seated(), { type: "lay", bets: ["tie"], cents: 500 });
    expect(kinds(seen(state, NOW, { type: "betting_closed", at_ms: NOW, due_ms: NOW + 900 }))).toEqual(["bell"]);
  });

  test("the cut card when it comes out", () => {
    const card = { ...dealt("player", 403), cut_card: true } as PublicEvent;
    expect(kinds(seen(seated({ phase: "dealing" }), NOW, card))).toEqual(["cut_card", "card"]);
  });

  test("sides, losers, payers and roads, one after the other; what is not there takes no time", () => {
    const one = { stake: 500, returned: 0, net: -500, commission: 0 };
    const settled = { banker: { ...one, result: "win" }, tie: { ...one, result: "lose" } } as Record<
      string,
      BetSettlement
    >;
    const state = seated({ phase: "dealing" }, { stakes: { banker: 500, tie: 500 }, settled });
    const list = seen(state, NOW, settledEvent);
    expect(list).toEqual([
      { kind: "sides", beat: { at: 0, ms: PACE.sides } },
      { kind: "lost", bet: "tie", beat: { at: 400, ms: PACE.losers } },
      { kind: "paid", bet: "banker", beat: { at: 700, ms: PACE.payers } },
      { kind: "road", beat: { at: 1_100, ms: PACE.roads } },
    ]);
    expect(seen(seated({ phase: "dealing" }), NOW, settledEvent)).toEqual([
      { kind: "sides", beat: { at: 0, ms: 400 } },
      { kind: "road", beat: { at: 400, ms: 200 } },
    ]);
  });

  test("our own part may come after the table's, and is played once", () => {
    const shown = happens(seated({ phase: "dealing" }, { stakes: { tie: 500 } }), settledEvent);
    const settled = { tie: { stake: 500, result: "lose", returned: 0, net: -500, commission: 0 } } as const;
    const after = heard(shown, { type: "own", table: 7, version: 11, own: own({ stakes: { tie: 500 }, settled }) });
    expect(kinds(cues(shown, after, NOW))).toEqual(["lost"]);
    const again = heard(after, { type: "own", table: 7, version: 12, own: own({ stakes: { tie: 500 }, settled }) });
    expect(cues(after, again, NOW)).toEqual([]);
  });

  test("the cards are collected third, second, first of each side", () => {
    const cards = {
      player: hand("2C", "3D", "4S"),
      banker: hand("4C", "5D"),
      phase: "result",
      result: RESULT,
    } as const;
    const list = seen(seated(cards), NOW, {
      type: "betting_opened",
      at_ms: NOW,
      round: 6,
      closes_ms: NOW + 9_000,
      totals: [],
      seats: [],
      standing: 0,
    });
    expect(list).toMatchObject([
      {
        kind: "collected",
        cards: [
          { side: "player", nth: 2 },
          { side: "player", nth: 1 },
          { side: "player", nth: 0 },
          { side: "banker", nth: 1 },
          { side: "banker", nth: 0 },
        ],
      },
    ]);
  });
});

describe("the balance", () => {
  const rich = (state: State, balance_cents: number) =>
    heard(state, { type: "balance", balance_cents, in_play_cents: 0 });
  const won: BetSettlement = { stake: 500, result: "win", returned: 1_000, net: 500, commission: 0 };
  const lost: BetSettlement = { stake: 500, result: "lose", returned: 0, net: -500, commission: 0 };
  const settled = (bets: Partial<Record<"player" | "tie", BetSettlement>>) =>
    heard(happens(seated({ phase: "dealing" }), settledEvent), {
      type: "own",
      table: 7,
      version: 11,
      own: own({ stakes: { player: 500, tie: 500 }, settled: bets }),
    });

  test("counts up while winners are paid: after the sides, and after the losers where there are some", () => {
    const state = settled({ player: won });
    expect(counting(state, rich(state, 1_001_000), NOW)).toEqual({ at: PACE.sides, ms: PACE.payers });
    const both = settled({ player: won, tie: lost });
    expect(counting(both, rich(both, 1_001_000), NOW)).toEqual({ at: PACE.sides + PACE.losers, ms: PACE.payers });
  });

  test("in a quick house it is there before the next round", () => {
    const state = settled({ player: won });
    const quick = { ...state, table: state.table && { ...state.table, due_ms: NOW + 500 } };
    const beat = counting(quick, rich(quick, 1_001_000), NOW);
    if (!beat) throw new Error("it does not count");
    expect(beat.at + beat.ms).toBeLessThan(500);
  });

  test("is there at once where it falls, where no round was settled, and for who comes late", () => {
    const state = settled({ player: won });
    expect(counting(state, rich(state, 999_000), NOW)).toBeNull();
    const betting = seated();
    expect(counting(betting, rich(betting, 2_000_000), NOW)).toBeNull();
    expect(counting(state, rich(state, 1_001_000), NOW + 3_000)).toBeNull();
    expect(counting(state, rich(state, 1_001_000), NOW + 6_000)).toBeNull();
  });
});
