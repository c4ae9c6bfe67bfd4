// Pictures of a house at one moment, for the gallery: a table, a lobby, a player's record. Nothing here comes from a server.
import recorded from "../../tests/table_run.gen.json";
import type { RecordedRound, Totals } from "../line/api";
import type { CardView, ChatMessage, LobbyTable, OwnView, RoundResult, RulesView, TableView } from "../protocol.gen";
import { GOOD_ROADS } from "../roads/goodroads";

export const TABLE = 7;
export const SHOE = 4;
export const ROUND = 38;
/** When the gallery's clock begins: a Monday evening in Macau. */
export const BEGINS_MS = Date.UTC(2026, 10, 30, 12, 0, 0);

const EARLY_CAPS = 30;
const played = recorded.start.rules as unknown as RulesView;

export const RULES: RulesView = {
  ...played,
  settings: {
    ...played.settings,
    decks: 8,
    cut_card_least: 14,
    cut_card_most: 20,
    last_round: "cut_card",
    differential_cents: 2_000_000,
    betting_seconds: 15,
    card_seconds: 1,
    result_seconds: 5,
    shuffle_seconds: 20,
    seats: 0,
    closes_early: false,
  },
};

/** The same house with numbered seats, whose betting closes early. */
export const SEATED: RulesView = { ...RULES, settings: { ...RULES.settings, seats: 7, closes_early: true } };

/** The same house with real cards, and one that only keeps score. */
export const BY_HAND: RulesView = { ...RULES, settings: { ...RULES.settings, dealt_by: "hand" } };
export const SCORES: RulesView = { ...BY_HAND, offers: [] };

/** The same house with seats, whose cards are dealt face down and squeezed by the highest who sits. */
export const SQUEEZED: RulesView = {
  ...SEATED,
  settings: { ...SEATED.settings, faces: "down", squeeze: "highest_seated", squeeze_seconds: 15 },
};

export const SEATS: TableView["seats"] = [
  { seat: 1, name: "Guest 7KQM", stakes: { player: 120_000, tie: 2_500 } },
  { seat: 2, name: "Guest H2WD", stakes: { banker: 50_000 } },
  { seat: 3, name: "Guest PZ8N", stakes: {} },
  { seat: 5, name: "Guest V4TC", stakes: { banker: 300_000, banker_pair: 5_000 } },
];

/** The same house with caps that have passed: locked spots. */
export const CAPPED: RulesView = {
  ...RULES,
  offers: RULES.offers.map((offer) => (offer.round_cap === null ? offer : { ...offer, round_cap: EARLY_CAPS })),
};

const LETTERS = "BBPTPBBBPPBPTBPPPPBBPBTBPPBBBBPBPPBTP";

function result(letter: string, at: number): RoundResult {
  const outcome = letter === "B" ? "banker" : letter === "P" ? "player" : "tie";
  const [high, low] = [9 - (at % 4), at % 4];
  return {
    round: at + 1,
    outcome,
    player_points: outcome === "banker" ? low : outcome === "player" ? high : 6,
    banker_points: outcome === "player" ? low : outcome === "banker" ? high : 6,
    natural: outcome !== "tie" && high >= 8 && at % 3 === 0,
    player_pair: at % 7 === 3,
    banker_pair: at % 9 === 5,
  };
}

export const RESULTS: RoundResult[] = [...LETTERS].map(result);
/** Three good roads stand at its end. */
export const GOOD_SHOE: RoundResult[] = [...LETTERS, ..."BPPBPPTBPPBBBB"].map(result);
export const LONG_SHOE: RoundResult[] = [...LETTERS, ...LETTERS].map(result);

export function cards(...faces: [number, string][]): CardView[] {
  return faces.map(([number, card]) => ({ number, card: card as CardView["card"] }));
}

/** The round that the gallery deals: Player 2♣ K♦ 4♠ is 6, Banker Q♥ 5♣ 3♦ is 8. */
export const PLAYER = cards([190, "2C"], [192, "KD"], [194, "4S"]);
export const BANKER = cards([191, "QH"], [193, "5C"], [195, "3D"]);

export const OTHERS: TableView["totals"] = [
  { spot: "player", total_cents: 845_000, players: 11 },
  { spot: "banker", total_cents: 1_430_000, players: 17 },
  { spot: "tie", total_cents: 62_000, players: 6 },
  { spot: "player_pair", total_cents: 120_000, players: 5 },
  { spot: "banker_dragon", total_cents: 61_000, players: 4 },
  { spot: "lucky_six", total_cents: 27_500, players: 3 },
];

export function table(changes: Partial<TableView> = {}): TableView {
  return {
    table: TABLE,
    version: 1_000,
    rules: RULES,
    phase: "betting",
    due_ms: null,
    shoe_number: SHOE,
    shoe: {
      shoe: SHOE,
      cards: 416,
      cards_left: 222,
      cut_card_behind: 16,
      commitment: "0".repeat(128),
      root: "0".repeat(128),
      shown: "7H",
      last_round: null,
      session_rounds: 0,
      shared: 0,
      failed: 0,
      cut_place: 100,
      exposed: [],
    },
    round: ROUND,
    demonstration: 0,
    burned: 0,
    player: [],
    banker: [],
    laid: [],
    squeeze: null,
    totals: OTHERS,
    result: null,
    won: [],
    ceremony: null,
    log_head: "0".repeat(128),
    carries: false,
    voided: null,
    results: RESULTS,
    suspended_for: null,
    suspended_phase: null,
    seats: [],
    standing: 0,
    ...changes,
  };
}

export function own(changes: Partial<OwnView> = {}): OwnView {
  return {
    shoe: SHOE,
    round: ROUND,
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

const SQUEEZES = ["macau", "studio"];
const SEATED_HOUSES = ["chips", "macau", "classic"];

export function lobby(now_ms: number): LobbyTable[] {
  const one = (table: number, house: string, changes: Partial<LobbyTable>): LobbyTable => ({
    table,
    house,
    phase: "betting",
    due_ms: now_ms + 9_000,
    shoe: SHOE,
    round: 12,
    betting_ms: 15_000,
    squeeze_ms: SQUEEZES.includes(house) ? 15_000 : null,
    last_round: false,
    squeezing: false,
    watching: 4,
    seats: SEATED_HOUSES.includes(house) ? 7 : 0,
    seated: SEATED_HOUSES.includes(house) ? 5 : 0,
    main_minimum_cents: 500,
    main_maximum_cents: 500_000,
    side_minimum_cents: 100,
    side_maximum_cents: 20_000,
    differential_cents: house === "chips" || house === "classic" ? null : 2_000_000,
    bets: 15,
    no_commission: house === "live",
    ties_carry: house === "macau",
    by_hand: false,
    good_roads: [...GOOD_ROADS],
    results: LETTERS.slice(0, 11),
    ...changes,
  });
  return [
    one(1, "chips", { results: "BPBBPTBPBP", main_minimum_cents: 1_000, main_maximum_cents: 40_000, bets: 5 }),
    one(2, "live", { phase: "dealing", due_ms: null, results: LETTERS, round: 38, watching: 58 }),
    one(3, "macau", {
      due_ms: now_ms + 3_000,
      results: "BTPBPPTBPPPPPBPPBBPPBBBBB",
      round: 26,
      seated: 7,
      main_minimum_cents: 10_000,
      bets: 5,
    }),
    one(4, "studio", {
      phase: "dealing",
      squeezing: true,
      due_ms: now_ms + 7_000,
      results: `${LETTERS.slice(0, 20)}TPPBB`,
      round: 26,
    }),
    one(11, "studio", { phase: "result", due_ms: null, results: LETTERS.slice(0, 30), round: 30 }),
    one(5, "classic", { phase: "shuffling", due_ms: null, results: "", round: 0, bets: 3 }),
    one(6, "live", { phase: "suspended", due_ms: null, results: LETTERS.slice(0, 18), round: 19 }),
    one(TABLE, "live", { results: LETTERS, round: ROUND, last_round: true, watching: 27 }),
    one(8, "studio", { phase: "paused", due_ms: null, results: "", round: 0, watching: 0 }),
    one(9, "macau", {
      phase: "dealing",
      due_ms: null,
      results: LETTERS.slice(0, 9),
      round: 10,
      by_hand: true,
      bets: 5,
    }),
    one(10, "classic", {
      phase: "result",
      due_ms: null,
      results: LETTERS.slice(0, 14),
      round: 14,
      by_hand: true,
      bets: 0,
    }),
  ];
}

const BANKER_WINS: RecordedRound = {
  round_id: `${TABLE}-${SHOE}-37`,
  table: TABLE,
  house: "live",
  shoe: SHOE,
  round: 37,
  at_ms: BEGINS_MS - 60_000,
  outcome: "banker",
  void_reason: null,
  player: ["2C", "KD", "4S"],
  banker: ["QH", "5C", "3D"],
  player_points: 6,
  banker_points: 8,
  bets: [
    { bet: "banker", stake: 160_000, result: "win", returned: 312_000, net: 152_000, commission: 8_000 },
    { bet: "banker_no_commission", stake: 50_000, result: "win", returned: 100_000, net: 50_000, commission: 0 },
    { bet: "tie", stake: 5_000, result: "lose", returned: 0, net: -5_000, commission: 0 },
  ],
  stake: 215_000,
  returned: 412_000,
  commission: 8_000,
  net: 197_000,
  balance_before_cents: 1_051_050,
  balance_after_cents: 1_248_050,
};
const TIED: RecordedRound = {
  ...BANKER_WINS,
  round_id: `${TABLE}-${SHOE}-36`,
  round: 36,
  at_ms: BEGINS_MS - 95_000,
  outcome: "tie",
  player: ["9C", "TD"],
  banker: ["4H", "5S"],
  player_points: 9,
  banker_points: 9,
  bets: [{ bet: "player", stake: 10_000, result: "push", returned: 10_000, net: 0, commission: 0 }],
  stake: 10_000,
  returned: 10_000,
  commission: 0,
  net: 0,
  balance_before_cents: 1_051_050,
  balance_after_cents: 1_051_050,
};
const VOIDED: RecordedRound = {
  ...TIED,
  round_id: "1-9-3",
  table: 1,
  house: "chips",
  shoe: 9,
  round: 3,
  at_ms: BEGINS_MS - 3_600_000,
  outcome: null,
  void_reason: "the shoe’s secret was lost",
  player: [],
  banker: [],
  player_points: 0,
  banker_points: 0,
};

export const RECORD: RecordedRound[] = [BANKER_WINS, TIED, VOIDED];
export const TOTALS: Totals = { rounds: 3, stake: 235_000, returned: 432_000, commission: 8_000, net: 197_000 };

/** What was said at the table: players, the house, Chinese, markup that is none, and a long word. */
export const SAID: ChatMessage[] = (
  [
    { who: null, speaker: null, kind: "system", notice: "shoe_changed", about: SHOE, text: "" },
    { who: "Guest MUW3", speaker: "muw3", text: "That was quick." },
    { who: "Guest K7PD", speaker: "k7pd", text: "大家好，第一次來這桌" },
    { who: "Guest QX4T", speaker: "me", text: "Welcome. The limits are at the top." },
    { who: "Guest MUW3", speaker: "muw3", text: "<b>not bold</b> <script>alert(1)</script>" },
    { who: null, speaker: null, kind: "system", notice: "round_voided", about: 36, text: "a card fell" },
    { who: "Guest 9ZRA", speaker: "9zra", text: "w".repeat(90) },
    { who: null, speaker: null, kind: "system", notice: "last_round", about: ROUND, text: "" },
    { who: "Guest K7PD", speaker: "k7pd", text: "One more shoe, then dinner." },
  ] as const
).map((line, at) => ({
  kind: "player",
  notice: null,
  about: null,
  id: at + 1,
  at_ms: BEGINS_MS - 60_000 * (9 - at),
  ...line,
}));
