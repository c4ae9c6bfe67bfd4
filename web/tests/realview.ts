// A desk's picture of a table with real cards for the tests, in the dealing of its twelfth round.
import type { DeskView } from "../src/desk/real/realapi";
import type { CardView } from "../src/protocol.gen";

export function view(changes: Partial<DeskView> = {}): DeskView {
  return {
    table: 7,
    version: 40,
    house: "live",
    dealer: "Dora",
    phase: "dealing",
    next: "player_card",
    place: 1,
    next_number: 60,
    burn_first: 0,
    closes_ms: null,
    suspended_for: null,
    shoe: 3,
    round: 12,
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
    cards_left: 357,
    left: {},
    last_round: null,
    shoe_done: false,
    taken_back: false,
    ...changes,
  };
}

export function cards(...entered: [number, string][]): CardView[] {
  return entered.map(([number, card]) => ({ number, card: card as CardView["card"] }));
}
