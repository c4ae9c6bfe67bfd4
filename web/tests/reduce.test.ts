import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leftByTie, piles, totals } from "../src/felt/spots";
import { lobby } from "../src/gallery/pictures";
import type { ChatHistory, LobbyTable, Phase, PublicEvent } from "../src/protocol.gen";
import { type Action, laidOn } from "../src/state/reduce";
import type { BetCommand } from "../src/state/state";
import { heard, own, run, seated, table } from "./fixtures";

function place(id: string, bet: string, amount_cents: number): BetCommand {
  return { type: "place_bet", command_id: id, table: 7, shoe: 3, round: 5, bet, amount_cents };
}

const confirmed = (...commands: BetCommand[]) => ({ type: "confirmed", commands }) as const;
const answer = (command_id: string) => ({ type: "answer", command_id, refusal: null }) as const;
const events = (version: number, ...list: PublicEvent[]) =>
  ({ type: "events", table: 7, version, events: list, server_ms: 1 }) as const;
const mine = (stakes: Record<string, number>, version = 11) =>
  ({ type: "own", table: 7, version, own: own({ stakes }) }) as const;

describe("what we are known by", () => {
  const share = { player: "a1".repeat(8), sealed: false, opened: false };
  const told = heard(seated(), { type: "own", table: 7, version: 11, own: own({ share }) });

  test("it is kept for the page of a shoe, once its table or a chat told it", () => {
    expect(run(told, { type: "watch", table: null }).knownBy).toBe(share.player);
    const chat: ChatHistory = {
      type: "chat_history",
      table: 7,
      messages: [],
      you: "b2".repeat(8),
      support: "",
      characters: 200,
    };
    expect(run(heard(seated(), chat), { type: "watch", table: null }).knownBy).toBe("b2".repeat(8));
  });

  test("it goes with who signs out", () => {
    expect(run(told, { type: "signed_out" }).knownBy).toBeNull();
  });
});

describe("chips on the felt", () => {
  const laid = run(
    seated(),
    { type: "lay", bets: ["banker"], cents: 2_500 },
    { type: "lay", bets: ["player_pair", "banker_pair"], cents: 500 },
    { type: "lay", bets: ["banker"], cents: 10_000 },
  );

  test("they are only the player's own until they are confirmed", () => {
    expect(totals(laid)).toEqual({ unconfirmed: 13_500, staked: 0 });
    expect([...laidOn(laid.laid)]).toEqual([
      ["banker", 12_500],
      ["player_pair", 500],
      ["banker_pair", 500],
    ]);
  });

  test("undo takes the last press back, a combination whole", () => {
    const once = run(laid, { type: "undo" });
    expect(totals(once).unconfirmed).toBe(3_500);
    expect(totals(run(once, { type: "undo" })).unconfirmed).toBe(2_500);
  });

  test("undo puts back whatever was done with them, step by step, and nothing after they were confirmed", () => {
    const steps: Action[] = [
      { type: "take_last", bet: "player_pair" },
      { type: "move", from: "banker", to: "tie" },
      { type: "take_off", bet: "tie" },
      { type: "clear" },
    ];
    const states = [laid];
    for (const step of steps) states.push(run(states.at(-1) ?? laid, step));
    expect(states.at(-1)?.laid).toEqual([]);
    let back = states.at(-1) ?? laid;
    for (const as of states.toReversed()) {
      expect([...laidOn(back.laid)]).toEqual([...laidOn(as.laid)]);
      back = run(back, { type: "undo" });
    }
    expect(back.past).toHaveLength(laid.past.length - 1);
    const all = [...laidOn(laid.laid)].map(([bet, cents]) => place(`id-${bet}`, bet, cents));
    expect(run(laid, confirmed(...all), { type: "undo" }).laid).toEqual([]);
  });

  test("what changes nothing needs no undoing", () => {
    for (const action of [
      { type: "take_last", bet: "tie" },
      { type: "take_off", bet: "tie" },
    ] as const) {
      expect(run(laid, action)).toBe(laid);
    }
  });

  test("they lie as they lay for who looks at the lobby and is back in the same round", () => {
    const away = run(laid, { type: "watch", table: null });
    expect(away.laid).toEqual([]);
    const back = run(away, { type: "watch", table: 7 });
    const snapshot = (round: number, phase: Phase) =>
      heard(back, { type: "snapshot", table: table({ round, phase }), own: own({ round }), server_ms: 2 });
    expect(snapshot(5, "betting").laid).toEqual(laid.laid);
    for (const late of [snapshot(5, "dealing"), snapshot(6, "betting")]) {
      expect(late).toMatchObject({ laid: [], aside: null, notices: [{ kind: "returned" }] });
    }
    const other = run(away, { type: "watch", table: 8 });
    expect(run(other, { type: "watch", table: 7 }).aside).toEqual(away.aside);
  });

  test("taking the last chip off a spot leaves the other parts of a combination", () => {
    const after = run(laid, { type: "take_last", bet: "player_pair" });
    expect([...laidOn(after.laid)]).toEqual([
      ["banker", 12_500],
      ["banker_pair", 500],
    ]);
  });

  test("both kinds of Banker are one spot when its last chip is taken", () => {
    const both = run(laid, { type: "lay", bets: ["banker_no_commission"], cents: 100 });
    expect(laidOn(run(both, { type: "take_last", bet: "banker" }).laid).has("banker_no_commission")).toBe(false);
  });

  test("none can be laid when betting is not open", () => {
    const dealing = seated({ phase: "dealing" });
    expect(run(dealing, { type: "lay", bets: ["tie"], cents: 100 })).toBe(dealing);
  });

  test("what is not confirmed when betting closes goes back with a notice", () => {
    const closed = heard(laid, events(11, { type: "betting_closed", at_ms: 1, due_ms: 2 }));
    expect(closed.laid).toEqual([]);
    expect(closed.notices).toEqual([
      {
        id: "returned-3-5",
        kind: "returned",
        bets: [
          { bet: "banker", cents: 12_500 },
          { bet: "player_pair", cents: 500 },
          { bet: "banker_pair", cents: 500 },
        ],
      },
    ]);
  });

  test("they go back too when the line was down while betting closed and opened again", () => {
    const later = heard(laid, {
      type: "snapshot",
      table: table({ version: 40, round: 6 }),
      own: own({ round: 6 }),
      server_ms: 1,
    });
    expect(later.laid).toEqual([]);
    expect(later.notices).toHaveLength(1);
  });

  test("they stay over a reconnect within the same window", () => {
    expect(heard(laid, { type: "snapshot", table: table({ version: 12 }), own: own(), server_ms: 1 }).laid).toBe(
      laid.laid,
    );
  });
});

describe("confirming", () => {
  const sent = run(seated(), { type: "lay", bets: ["banker"], cents: 500 }, confirmed(place("c1", "banker", 500)));

  test("chips are pending until the answer", () => {
    expect(piles(sent)).toEqual([{ bet: "banker", state: "pending", cents: 500 }]);
    expect(totals(sent)).toEqual({ unconfirmed: 0, staked: 500 });
  });

  test("an accepted bet counts once, also where our own picture came before its answer: another follows that", () => {
    const first = heard(sent, answer("c1"));
    expect(totals(first).staked).toBe(500);
    expect(piles(first)).toEqual([{ bet: "banker", state: "confirmed", cents: 500 }]);
    const then = heard(first, mine({ banker: 500 }));
    expect(piles(then)).toEqual([{ bet: "banker", state: "confirmed", cents: 500 }]);
    const turned = heard(sent, mine({ banker: 500 }), answer("c1"), mine({ banker: 500 }));
    expect(piles(turned)).toEqual(piles(then));
    expect(turned.pending).toEqual([]);
  });

  test("an addition to a bet is not taken for what lay there before", () => {
    const more = run(seated({}, { stakes: { banker: 500 } }), { type: "sent", commands: [place("c2", "banker", 300)] });
    expect(totals(heard(more, answer("c2"))).staked).toBe(800);
    expect(heard(more, mine({ banker: 800 }), answer("c2"), mine({ banker: 800 })).pending).toEqual([]);
  });

  test("a refused bet goes to the refused ones, with its reason", () => {
    const refusal = { code: "over_maximum", message: "", limit: 500_000, left: 500_000 } as const;
    const refused = heard(sent, { type: "answer", command_id: "c1", refusal });
    expect(refused.pending).toEqual([]);
    expect(piles(refused)).toEqual([{ id: "c1", bet: "banker", state: "refused", cents: 500 }]);
    expect(totals(refused).staked).toBe(0);
    expect(piles(run(refused, { type: "dismiss", id: "c1" }))).toEqual([]);
  });

  test("a bet that is being taken back shows it, and is gone when our own picture says so", () => {
    const take: BetCommand = { ...place("c3", "banker", 500), type: "reduce_bet" };
    const taking = run(seated({}, { stakes: { banker: 500 } }), { type: "sent", commands: [take] });
    expect(piles(taking)).toEqual([{ bet: "banker", state: "withdrawing", cents: 500 }]);
    const gone = heard(taking, answer("c3"), mine({}));
    expect(piles(gone)).toEqual([]);
    expect(gone.pending).toEqual([]);
  });

  test("an answer nobody waits for changes nothing", () => {
    expect(heard(sent, answer("other"))).toBe(sent);
  });

  test("a pending command of an older round is not drawn on the felt of the next", () => {
    const next = heard(
      sent,
      events(20, { type: "betting_opened", at_ms: 1, round: 6, closes_ms: 9, totals: [], seats: [], standing: 0 }),
    );
    expect(piles(next)).toEqual([]);
    expect(next.pending).toHaveLength(1);
  });
});

describe("the table", () => {
  test("events older than the picture are ignored", () => {
    const state = seated();
    expect(heard(state, events(10, { type: "betting_closed", at_ms: 1, due_ms: 2 }))).toBe(state);
  });

  test("events of another table are ignored", () => {
    const state = seated();
    expect(heard(state, { ...events(11), table: 8 })).toBe(state);
  });

  test("a round resumed whose suspension we did not see goes on where it stood", () => {
    const came = seated({ phase: "suspended", due_ms: null, suspended_for: "fault", suspended_phase: "dealing" });
    const { table } = heard(came, events(11, { type: "round_resumed", at_ms: 1, due_ms: 5 }));
    expect(table).toMatchObject({ phase: "dealing", due_ms: 5, suspended_for: null, suspended_phase: null });
  });

  test("a new round begins without bets of the last", () => {
    const state = seated({ phase: "result" }, { stakes: { tie: 100 } });
    const next = heard(
      state,
      events(11, { type: "betting_opened", at_ms: 1, round: 6, closes_ms: 9, totals: [], seats: [], standing: 0 }),
    );
    expect(next.own).toEqual(own({ round: 6 }));
  });

  test("our own picture of a round that is over does not come back", () => {
    const state = seated({ round: 6 }, { round: 6 });
    expect(heard(state, mine({ tie: 100 })).own).toEqual(own({ round: 6 }));
  });

  test("nobody signed in: everything known is forgotten", () => {
    const state = heard(seated(), { type: "problem", refusal: { code: "not_signed_in", message: "" } });
    expect(state.line).toBe("signed_out");
    expect(state.table).toBeNull();
  });

  test("a table that does not exist is said so", () => {
    const state = run(seated(), { type: "watch", table: 99 });
    const after = heard(state, { type: "problem", refusal: { code: "no_such_table", message: "" } });
    expect(after.noSuchTable).toBe(true);
  });

  test("the lobby takes what changed at a table", () => {
    const [one, two] = lobby(0) as [LobbyTable, LobbyTable];
    const state = heard(
      seated(),
      { type: "lobby", tables: [one, two], server_ms: 1 },
      { type: "lobby_changed", changes: [{ table: 2, phase: "result" }], tables: [], server_ms: 2 },
    );
    expect(state.lobby).toEqual({ 1: one, 2: { ...two, phase: "result" } });
  });
});

test("chips are never lost or made: what was laid is unconfirmed, on its way, confirmed, refused or back", () => {
  const bets = ["banker", "player", "tie", "player_pair"] as const;
  const act = fc.oneof(
    fc.record({
      do: fc.constant("lay" as const),
      bet: fc.constantFrom(...bets),
      cents: fc.constantFrom(100, 500, 2_500),
    }),
    fc.record({ do: fc.constantFrom("confirm" as const, "accept" as const, "refuse" as const) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      let state = seated();
      let laid = 0;
      let refused = 0;
      let ids = 0;
      const stakes: Record<string, number> = {};
      for (const one of acts) {
        if (one.do === "lay") {
          state = run(state, { type: "lay", bets: [one.bet], cents: one.cents });
          laid += one.cents;
        } else if (one.do === "confirm") {
          const commands = [...laidOn(state.laid)].map(([bet, cents]) => place(`id-${ids++}`, bet, cents));
          state = run(state, confirmed(...commands));
        } else {
          const command = state.pending[0]?.command;
          if (!command) continue;
          if (one.do === "refuse") {
            refused += command.amount_cents;
            const refusal = { code: "over_maximum", message: "" } as const;
            state = heard(state, { type: "answer", command_id: command.command_id, refusal });
          } else {
            stakes[command.bet] = (stakes[command.bet] ?? 0) + command.amount_cents;
            const picture = mine({ ...stakes });
            const before = ids % 2 ? [] : [picture];
            state = heard(state, ...before, answer(command.command_id), picture);
          }
        }
        const { unconfirmed, staked } = totals(state);
        expect(unconfirmed + staked + refused).toBe(laid);
      }
    }),
  );
});

describe("after a tie that leaves Player and Banker money", () => {
  const lost = { stake: 500, result: "push", returned: 500, net: 0, commission: 0 } as const;
  const tied = seated(
    { phase: "result", carries: true },
    { stakes: { player: 500, banker: 700, tie: 100 }, settled: { player: lost } },
  );
  const opened = (round: number) =>
    events(11, {
      type: "betting_opened",
      at_ms: 1,
      round,
      closes_ms: 9,
      totals: [{ spot: "player", total_cents: 500, players: 1 }],
      seats: [],
      standing: 0,
    });

  test("it lies there in the next round at once, other bets do not", () => {
    const next = heard(tied, opened(6));
    const stakes = { player: 500, banker: 700 };
    expect(next.own).toEqual(own({ round: 6, stakes, left: stakes }));
    expect(next.table).toMatchObject({ carries: false, totals: [{ spot: "player", total_cents: 500 }] });
  });

  test("it is known as left by the tie as long as it lies, and what is added is not", () => {
    const next = heard(tied, opened(6));
    expect([leftByTie(next, "player"), leftByTie(next, "tie")]).toEqual([500, 0]);
    const [stakes, left] = [
      { player: 800, banker: 200 },
      { player: 500, banker: 200 },
    ];
    const changed = heard(next, { type: "own", table: 7, version: 12, own: own({ round: 6, stakes, left }) });
    expect([leftByTie(changed, "player"), leftByTie(changed, "banker")]).toEqual([500, 200]);
    expect(leftByTie(heard(changed, { type: "own", table: 7, version: 12, own: own({ round: 6 }) }), "player")).toBe(0);
    expect(leftByTie(heard(tied, opened(8)), "player")).toBe(0);
    expect(leftByTie(seated({}, { stakes, left }), "player")).toBe(500);
    expect(leftByTie(seated({ phase: "dealing" }, { stakes, left }), "player")).toBe(0);
  });

  test("nothing is taken for carried where it went back, or in another round", () => {
    expect(
      heard(tied, events(11, { type: "stakes_returned", at_ms: 1 }), events(12, opened(6).events[0] as PublicEvent))
        .own,
    ).toEqual(own({ round: 6 }));
    expect(heard(tied, opened(8)).own).toEqual(own({ round: 8 }));
  });
});
