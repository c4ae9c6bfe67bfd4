// What a house answers its dealer at the desk of a table with real cards, for the gallery.
import { RANKS, SUITS } from "../deal/cards";
import type { DeskTable, Member, PlayerAtTable, StaffAct } from "../desk/api";
import type { DeskView } from "../desk/real/realapi";
import type { TableView } from "../protocol.gen";
import { ROUND, SHOE, TABLE } from "./pictures";

const DORA: Member = { name: "Dora", role: "dealer" };

/** The answer to what the desk asks, or null where it is not the desk's. */
export function atDesk(name: string, table: TableView, desk: Partial<DeskView>, now_ms: number): unknown {
  switch (name) {
    case "staff/me":
      return DORA;
    case "staff/tables":
      return { tables: [listed(table)], server_ms: now_ms };
    case `staff/tables/${TABLE}/chat`:
      return [];
    case `staff/tables/${TABLE}/players`:
      return AT_TABLE;
    case "staff/acts":
      return { acts: ACTS.map((act, at) => ({ ...act, number: at, at_ms: now_ms - 60_000 * (at + 1) })), next: null };
    case `desk/tables/${TABLE}`:
      return { ...VIEW, ...desk };
    default:
      return null;
  }
}

function listed(table: TableView): DeskTable {
  return {
    table: TABLE,
    house: table.rules.house,
    phase: table.phase,
    shoe: SHOE,
    round: ROUND,
    due_ms: null,
    suspended: null,
    can_suspend: true,
    can_void: true,
    by_hand: true,
    scoreboard: false,
    bettors: 38,
    staked_cents: 2_545_500,
    watching: 27,
    stopped: false,
  };
}

const AT_TABLE: PlayerAtTable[] = [
  {
    player: { account: "ANN23ANN23ANN23ANN23", name: "Guest ANN2", muted: null, frozen: null },
    seat: 3,
    staked_cents: 50_000,
    watching: true,
  },
  {
    player: { account: "BEN45BEN45BEN45BEN45", name: "Guest BEN4", muted: null, frozen: null },
    seat: null,
    staked_cents: 0,
    watching: true,
  },
];

const VIEW: DeskView = {
  table: TABLE,
  version: 1_000,
  house: "live",
  dealer: "Dora",
  phase: "dealing",
  next: "player_card",
  place: 1,
  next_number: 190,
  burn_first: 0,
  closes_ms: null,
  suspended_for: null,
  shoe: SHOE,
  round: ROUND,
  demonstration: 0,
  may_demonstrate: false,
  scoreboard: false,
  player: [],
  banker: [],
  player_points: 0,
  banker_points: 0,
  outcome: null,
  voided: null,
  shown: "7H",
  burned: 7,
  burn_after_error: 3,
  cards_left: 222,
  left: Object.fromEntries(SUITS.flatMap((suit, at) => RANKS.map((rank, nth) => [rank + suit, (at + nth * 5) % 9]))),
  last_round: null,
  shoe_done: false,
  taken_back: false,
};

const ACTS: Omit<StaffAct, "number" | "at_ms">[] = [
  {
    name: "Dora",
    role: "dealer",
    kind: "correct_card",
    approved_by: "Sam",
    table: TABLE,
    reason: "misread",
    details: { number: 190, card: "8H", was: "9H", side: "player", shoe: 2, round: 31 },
  },
  {
    name: "Sam",
    role: "supervisor",
    kind: "burn_cards",
    approved_by: null,
    table: TABLE,
    reason: "a card to the wrong hand",
    details: { number: 181, count: 3, shoe: 2, round: 30 },
  },
];
