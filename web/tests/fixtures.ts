// Small pictures of a table for the tests. Nothing here is taken from the code under test.
import type { Bet, BetOffer, FromServer, OwnView, RulesView, TableView } from "../src/protocol.gen";
import { type Action, reduce } from "../src/state/reduce";
import { START, type State } from "../src/state/state";

function offer(bet: Bet, spot: Bet, least: number, most: number, round_cap: number | null = null): BetOffer {
  return { bet, spot, pays: { win: [1, 1] }, commission: null, minimum_cents: least, maximum_cents: most, round_cap };
}

export const RULES: RulesView = {
  house: "live",
  stake_unit_cents: 100,
  offers: [
    offer("player", "player", 500, 500_000),
    offer("banker", "banker", 500, 500_000),
    offer("banker_no_commission", "banker", 500, 500_000),
    offer("tie", "tie", 100, 20_000),
    offer("player_pair", "player_pair", 100, 20_000, 60),
    offer("banker_pair", "banker_pair", 100, 20_000, 60),
  ],
  settings: { combinations: ["twin", "triple"], last_round: "cut_card", differential_cents: 2_000_000 },
};

export function table(changes: Partial<TableView> = {}): TableView {
  return {
    table: 7,
    version: 10,
    rules: RULES,
    phase: "betting",
    due_ms: 20_000,
    shoe_number: 3,
    shoe: {
      shoe: 3,
      cards: 416,
      cards_left: 400,
      cut_card_behind: 14,
      commitment: "c",
      root: "r",
      shown: null,
      last_round: null,
      session_rounds: 0,
      shared: 0,
      failed: 0,
      cut_place: 100,
      exposed: [],
    },
    round: 5,
    demonstration: 0,
    burned: 0,
    player: [],
    banker: [],
    laid: [],
    squeeze: null,
    totals: [],
    result: null,
    won: [],
    ceremony: null,
    log_head: "0".repeat(128),
    carries: false,
    voided: null,
    results: [],
    suspended_for: null,
    suspended_phase: null,
    seats: [],
    standing: 0,
    ...changes,
  };
}

export function own(changes: Partial<OwnView> = {}): OwnView {
  return {
    shoe: 3,
    round: 5,
    stakes: {},
    settled: null,
    left: {},
    locked: {},
    seat: null,
    seat_rounds_left: null,
    sat_out: false,
    squeezes: null,
    share: null,
    ...changes,
  };
}

export function run(state: State, ...actions: Action[]): State {
  return actions.reduce(reduce, state);
}

export function heard(state: State, ...messages: FromServer[]): State {
  return run(state, ...messages.map((message): Action => ({ type: "heard", message })));
}

/** Someone signed in who looks at the table. */
export function seated(changes: Partial<TableView> = {}, mine: Partial<OwnView> = {}): State {
  const watching = run(START, { type: "watch", table: 7 });
  return heard(
    watching,
    {
      type: "welcome",
      protocol: 1,
      account: "a",
      name: "Guest",
      balance_cents: 1_000_000,
      in_play_cents: 0,
      least_bet_cents: 100,
      server_ms: 1,
      standing: { muted: null, frozen: null },
    },
    { type: "snapshot", table: table(changes), own: own(mine), server_ms: 1 },
  );
}
