// Every state of the page by name: the house behind it, where in the page, and what the player then does.

import { roadAlerts } from "../lobby/alerts.svelte";
import type { BetSettlement, Refusal, Side, TableView } from "../protocol.gen";
import { GOOD_ROADS } from "../roads/goodroads";
import type { Game } from "../state/game.svelte";
import {
  BANKER,
  BEGINS_MS,
  BY_HAND,
  CAPPED,
  cards,
  GOOD_SHOE,
  LONG_SHOE,
  OTHERS,
  PLAYER,
  ROUND,
  SAID,
  SCORES,
  SEATED,
  SEATS,
  SHOE,
  SQUEEZED,
  TABLE,
  table,
} from "./pictures";
import type { Beat } from "./round";
import { SQUEEZED_BEATS } from "./squeezed";
import type { Setting, Stage } from "./stage";

export interface Scene extends Setting {
  at?: string;
  /** Shown with the guided round, which is away otherwise. */
  guide?: boolean;
  /** A sheet that lies over it. */
  sheet?: "help" | "you" | "alerts";
  acts?: (game: Game, stage: Stage) => void;
  /** What is told here beat by beat, where it is not the whole round face up. */
  beats?: readonly Beat[];
}

const AT_TABLE = `#/table/${TABLE}`;
const due = (seconds: number) => BEGINS_MS + seconds * 1_000;
const BETTING = { due_ms: due(11) };
const SEATING = { ...BETTING, rules: SEATED, seats: SEATS, standing: 27 };
const MINE = { seat: 6, name: "Guest QX4T", stakes: {} };
const BETS = { banker: 160_000, banker_no_commission: 50_000, tie: 5_000, lucky_six: 2_500 } as const;
const BEFORE: Partial<TableView> = { phase: "result", round: ROUND - 1, totals: [] };
const CLOSED = { phase: "dealing", due_ms: due(2) } as const;

function win(stake: number, pays: number, commission = 0): BetSettlement {
  const net = stake * pays - commission;
  return { stake, result: "win", returned: stake + net, net, commission };
}

function lose(stake: number): BetSettlement {
  return { stake, result: "lose", returned: 0, net: -stake, commission: 0 };
}

function push(stake: number): BetSettlement {
  return { stake, result: "push", returned: stake, net: 0, commission: 0 };
}

const AT_DESK = `#/desk/${TABLE}`;
const DEALT = { ...CLOSED, rules: BY_HAND, player: PLAYER, banker: BANKER.slice(0, 2) };
const ON_FELT = { player: PLAYER, banker: BANKER.slice(0, 2), player_points: 6, banker_points: 5, next_number: 195 };

/** Four cards face down, and a squeeze: Guest QX4T is who looks at the page. */
const DOWN: Partial<TableView> = {
  ...CLOSED,
  rules: SQUEEZED,
  seats: SEATS,
  standing: 27,
  laid: laid(["player", 190], ["banker", 191], ["player", 192], ["banker", 193]),
};
const SQUEEZING: Partial<TableView> = { ...DOWN, due_ms: due(11) };
const bend: Scene["acts"] = (game) => game.client.bendCard();

const RESULT = {
  round: ROUND,
  outcome: "banker",
  player_points: 6,
  banker_points: 8,
  natural: false,
  player_pair: false,
  banker_pair: false,
} as const;
const SETTLED: Partial<TableView> = {
  phase: "result",
  due_ms: due(4),
  player: PLAYER,
  banker: BANKER,
  result: RESULT,
  won: ["banker", "banker_no_commission"],
};
const WON = {
  banker: win(160_000, 1, 8_000),
  banker_no_commission: win(50_000, 1),
  tie: lose(5_000),
  lucky_six: lose(2_500),
};
const LIMIT: Refusal = { code: "over_maximum", message: "The limit here is 200.", limit: 20_000, left: 15_000 };

/** A table in the lobby comes to three good roads at once, and each is told. */
function alertAll(_: Game, stage: Stage) {
  roadAlerts.switch(GOOD_ROADS, true);
  const changes = [{ table: 5, phase: "result" as const, round: 12, results: "PPBBPPBBPPBBBB" }];
  stage.say({ type: "lobby_changed", changes, tables: [], server_ms: stage.now() });
}

function layAll({ client }: Game) {
  client.lay("banker", 50_000);
  client.lay("banker", 10_000);
  client.lay("banker_no_commission", 10_000);
  client.lay("tie", 2_500);
  client.layCombination("twin", 500);
}

function laid(...cards: [Side, number, boolean?][]): TableView["laid"] {
  return cards.map(([side, number, bent = false]) => ({ side, number, bent }));
}

function shoe(changes: Partial<NonNullable<ReturnType<typeof table>["shoe"]>>) {
  const picture = table().shoe;
  return picture && { shoe: { ...picture, ...changes } };
}

export const SCENES: Record<string, Scene> = {
  enter: { signedIn: false },
  unreachable: { signedIn: false, silent: true },
  lobby: {},
  lobby_alerts: { acts: alertAll },
  lobby_switches: { sheet: "alerts" },
  paused: { at: AT_TABLE, table: { phase: "paused", totals: [] } },
  shuffling: {
    at: AT_TABLE,
    table: { phase: "shuffling", due_ms: due(14), shoe: null, round: 0, results: [], totals: [] },
  },
  cutting: {
    at: AT_TABLE,
    table: {
      phase: "shuffling",
      due_ms: due(14),
      shoe: null,
      round: 0,
      results: [],
      totals: [],
      rules: { ...table().rules, settings: { ...table().rules.settings, cut_by: "player" } },
    },
  },
  burning: {
    at: AT_TABLE,
    table: { phase: "burning", due_ms: due(2), round: 0, results: [], totals: [], ...shoe({ cards_left: 408 }) },
  },
  betting: { at: AT_TABLE, table: BETTING },
  guide: { at: AT_TABLE, table: BETTING, guide: true },
  laid: { at: AT_TABLE, table: BETTING, acts: layAll },
  pending: {
    at: AT_TABLE,
    table: BETTING,
    bets: "unanswered",
    acts(game) {
      layAll(game);
      game.client.confirm();
    },
  },
  confirmed: { at: AT_TABLE, table: BETTING, own: { stakes: BETS } },
  refused: {
    at: AT_TABLE,
    table: BETTING,
    bets: LIMIT,
    acts: ({ client }) => client.place("player_dragon", 40_000),
  },
  seats: { at: AT_TABLE, table: SEATING, own: { stakes: { player: 10_000 } } },
  seat_yours: {
    at: AT_TABLE,
    table: { ...SEATING, seats: [...SEATS, { ...MINE, stakes: { banker: 210_000, tie: 5_000, lucky_six: 2_500 } }] },
    own: { stakes: BETS, seat: 6, seat_rounds_left: 5 },
  },
  seat_warned: { at: AT_TABLE, table: { ...SEATING, seats: [...SEATS, MINE] }, own: { seat: 6, seat_rounds_left: 1 } },
  sat_out: {
    at: AT_TABLE,
    table: { ...SEATING, seats: [...SEATS, MINE] },
    own: { seat: 6, seat_rounds_left: 4, sat_out: true },
  },
  seat_lost: {
    at: AT_TABLE,
    table: { ...SEATING, seats: [...SEATS, MINE] },
    own: { seat: 6, seat_rounds_left: 1 },
    acts: (_, stage) =>
      stage.happens({ type: "seat_freed", at_ms: stage.now(), seat: 6, reason: "no_bets", standing: 27 }),
  },
  last_seconds: { at: AT_TABLE, table: { due_ms: due(4) }, own: { stakes: BETS } },
  returned: {
    at: AT_TABLE,
    table: BETTING,
    acts(game, stage) {
      layAll(game);
      stage.happens({ type: "betting_closed", at_ms: stage.now(), due_ms: due(2) });
    },
  },
  no_more_bets: { at: AT_TABLE, table: CLOSED, own: { stakes: BETS } },
  first_cards: {
    at: AT_TABLE,
    table: { ...CLOSED, player: PLAYER.slice(0, 2), banker: BANKER.slice(0, 2) },
    own: { stakes: BETS },
  },
  face_down: { at: AT_TABLE, table: DOWN, own: { stakes: BETS } },
  squeeze_theirs: {
    at: AT_TABLE,
    table: { ...SQUEEZING, squeeze: { side: "player", number: 190, name: "Guest 7KQM" } },
    own: { stakes: BETS },
  },
  squeeze_bent: {
    at: AT_TABLE,
    table: {
      ...SQUEEZING,
      player: PLAYER.slice(0, 2),
      laid: laid(["banker", 191, true], ["banker", 193]),
      squeeze: { side: "banker", number: 191, name: "Guest V4TC" },
    },
    own: { stakes: BETS },
  },
  squeeze_yours: {
    at: AT_TABLE,
    table: {
      ...SQUEEZING,
      player: PLAYER.slice(0, 1),
      laid: laid(["banker", 191], ["player", 192], ["banker", 193]),
      squeeze: { side: "player", number: 192, name: "Guest QX4T" },
    },
    own: { stakes: BETS, squeezes: 192, seat: 6, seat_rounds_left: 5 },
  },
  squeeze_seen: {
    at: AT_TABLE,
    table: {
      ...SQUEEZING,
      player: PLAYER.slice(0, 2),
      laid: laid(["banker", 191], ["banker", 193]),
      squeeze: { side: "banker", number: 191, name: "Guest QX4T" },
    },
    own: { stakes: BETS, squeezes: 191, seat: 6, seat_rounds_left: 5 },
    acts: bend,
  },
  squeeze_third: {
    at: AT_TABLE,
    table: {
      ...SQUEEZING,
      player: PLAYER,
      banker: BANKER.slice(0, 2),
      laid: laid(["banker", 195]),
      squeeze: { side: "banker", number: 195, name: "Guest QX4T" },
    },
    own: { stakes: BETS, squeezes: 195, seat: 6, seat_rounds_left: 5 },
    acts: bend,
  },
  squeeze_passed: {
    at: AT_TABLE,
    table: {
      ...SQUEEZING,
      player: PLAYER.slice(0, 1),
      laid: laid(["banker", 191], ["player", 192], ["banker", 193]),
      squeeze: { side: "player", number: 192, name: "Guest QX4T" },
    },
    own: { stakes: BETS, squeezes: 192, seat: 6, seat_rounds_left: 5 },
    acts: ({ client }) => client.passSqueeze(),
  },
  third_cards: { at: AT_TABLE, table: { ...CLOSED, player: PLAYER, banker: BANKER }, own: { stakes: BETS } },
  won: { at: AT_TABLE, table: SETTLED, own: { stakes: BETS, settled: WON } },
  lost: {
    at: AT_TABLE,
    table: SETTLED,
    own: { stakes: { player: 10_000 }, settled: { player: lose(10_000) } },
  },
  tie: {
    at: AT_TABLE,
    table: {
      ...SETTLED,
      player: cards([190, "9C"], [192, "TD"]),
      banker: cards([191, "4H"], [193, "5S"]),
      won: ["tie", "player_natural", "banker_natural"],
      result: { ...RESULT, outcome: "tie", player_points: 9, banker_points: 9, natural: true },
    },
    own: { stakes: { player: 10_000, tie: 500 }, settled: { player: push(10_000), tie: win(500, 8) } },
  },
  carried: {
    at: AT_TABLE,
    table: {
      ...SETTLED,
      player: cards([190, "4C"], [192, "3D"]),
      banker: cards([191, "2H"], [193, "5S"]),
      won: ["tie"],
      carries: true,
      result: { ...RESULT, outcome: "tie", player_points: 7, banker_points: 7 },
    },
    own: { stakes: { player: 10_000, tie: 500 }, settled: { player: push(10_000), tie: win(500, 8) } },
  },
  locked: {
    at: AT_TABLE,
    table: BETTING,
    own: {
      stakes: { player: 10_000, banker: 20_000 },
      left: { player: 10_000, banker: 20_000 },
      locked: { player: 10_000, banker: 20_000 },
    },
  },
  voided: {
    at: AT_TABLE,
    table: { phase: "result", due_ms: due(4), voided: "the shoe’s secret was lost", player: PLAYER.slice(0, 1) },
    own: { stakes: BETS },
  },
  suspended: {
    at: AT_TABLE,
    table: { ...CLOSED, phase: "suspended", suspended_for: "a card fell", suspended_phase: "dealing", due_ms: null },
    own: { stakes: BETS },
  },
  offline: { at: AT_TABLE, table: BETTING, own: { stakes: BETS }, acts: (_, stage) => stage.hangUp() },
  last_round: { at: AT_TABLE, table: { ...BETTING, ...shoe({ cards_left: 14, last_round: ROUND }) } },
  capped: { at: AT_TABLE, table: { ...BETTING, rules: CAPPED, results: LONG_SHOE } },
  good_roads: { at: AT_TABLE, table: { ...BETTING, results: GOOD_SHOE } },
  broke: { at: AT_TABLE, table: { ...BETTING, totals: OTHERS.slice(0, 2) }, balance_cents: 50 },
  chat: { at: AT_TABLE, table: BETTING, chat: SAID },
  chat_empty: { at: AT_TABLE, table: BETTING, chat: [] },
  chat_refused: { at: AT_TABLE, table: BETTING, chat: SAID, acts: ({ client }) => client.say("too fast") },
  real_waiting: { at: AT_TABLE, table: { phase: "paused", rules: BY_HAND, totals: [] } },
  real_betting: { at: AT_TABLE, table: { ...BETTING, rules: BY_HAND }, own: { stakes: BETS } },
  real_mended: {
    at: AT_TABLE,
    table: { ...CLOSED, rules: BY_HAND, player: PLAYER.slice(0, 2), banker: BANKER.slice(0, 2) },
    own: { stakes: BETS },
    acts: (_, stage) =>
      stage.happens({
        type: "card_corrected",
        at_ms: stage.now(),
        number: 193,
        side: "banker",
        was: "5C",
        card: "5S",
        reason: "misread",
      }),
  },
  real_exposed: {
    at: AT_TABLE,
    table: {
      ...CLOSED,
      ...shoe({ exposed: ["7C", "TH"] }),
      rules: BY_HAND,
      player: PLAYER.slice(0, 2),
      banker: BANKER.slice(0, 2),
    },
    own: { stakes: BETS },
  },
  scoreboard: { at: AT_TABLE, table: { ...SETTLED, rules: SCORES, totals: [], won: [] } },
  desk_cards: { at: AT_DESK, table: DEALT, desk: { ...ON_FELT, next: "banker_card", place: 3 } },
  desk_settle: {
    at: AT_DESK,
    table: DEALT,
    desk: { ...ON_FELT, banker: BANKER, banker_points: 8, next: "settle", place: null, outcome: "banker" },
  },
  desk_betting: {
    at: AT_DESK,
    table: { ...BETTING, rules: BY_HAND },
    desk: { phase: "betting", next: "betting", place: null, closes_ms: due(11) },
  },
  desk_burned: {
    at: AT_DESK,
    table: { phase: "burning", rules: BY_HAND, totals: [] },
    desk: { phase: "burning", next: "open_round", place: null, round: 0, may_demonstrate: true },
  },
  statement: { at: "#/bets" },
  statement_filtered: { at: "#/bets?table=7&outcome=banker" },
  statement_empty: { at: "#/bets", record: false },
  round: { at: `#/round/${TABLE}-${SHOE}-37` },
  no_round: { at: "#/round/1-1-1" },
  rules: { at: `#/rules/${TABLE}` },
  display: { at: `#/display/${TABLE}`, table: { ...SETTLED, results: GOOD_SHOE } },
  display_scoreboard: { at: `#/display/${TABLE}`, table: { ...SETTLED, rules: SCORES, totals: [] } },
  display_squeeze: {
    at: `#/display/${TABLE}`,
    table: {
      ...SQUEEZING,
      player: PLAYER.slice(0, 2),
      laid: laid(["banker", 191, true], ["banker", 193]),
      squeeze: { side: "banker", number: 191, name: "Guest V4TC" },
    },
  },
  help: { at: AT_TABLE, table: BETTING, sheet: "help" },
  you: { at: AT_TABLE, table: BETTING, sheet: "you" },
  /** A whole round that is told beat by beat from outside. */
  told: { at: AT_TABLE, table: BEFORE, own: { round: ROUND - 1 } },
  told_squeeze: {
    at: AT_TABLE,
    table: { ...BEFORE, rules: SQUEEZED },
    own: { round: ROUND - 1 },
    beats: SQUEEZED_BEATS,
  },
};
