// What the desk of a table with real cards asks of the house: the picture of its dealer, and every act (docs/desk.md).
import type { Card, CardView, Outcome, Phase } from "../../protocol.gen";
import { type Approval, act, ask } from "../api";

export type Next =
  | "new_shoe"
  | "bring_shoe"
  | "burn_card"
  | "open_round"
  | "betting"
  | "player_card"
  | "banker_card"
  | "settle"
  | "resume";

export interface DeskView {
  table: number;
  version: number;
  house: string;
  dealer: string;
  phase: Phase;
  next: Next;
  place: number | null;
  next_number: number | null;
  burn_first: number;
  closes_ms: number | null;
  suspended_for: string | null;
  shoe: number;
  round: number;
  demonstration: number;
  may_demonstrate: boolean;
  scoreboard: boolean;
  player: CardView[];
  banker: CardView[];
  player_points: number;
  banker_points: number;
  outcome: Outcome | null;
  voided: string | null;
  shown: Card | null;
  burned: number;
  burn_after_error: number;
  cards_left: number;
  left: { [card in Card]?: number };
  last_round: number | null;
  shoe_done: boolean;
  /** The last card was taken back: what lies there now is mended with a supervisor alone. */
  taken_back: boolean;
}

export type Act =
  | { act: "new_shoe"; shoe: number; reason?: string; replaced?: boolean }
  | { act: "bring_shoe"; shoe: number }
  | { act: "open_round"; round: number; demonstration?: boolean }
  | { act: "enter_card"; number: number; card: string }
  | { act: "settle_round"; round: number }
  | { act: "correct_card"; number: number; card: string; reason: string }
  | { act: "take_card_back"; number: number; reason: string }
  | { act: "show_cut_card"; number: number; out?: boolean; reason?: string }
  | { act: "burn_cards"; number: number; count: number; reason: string }
  | { act: "note_exposed"; card: string; reason: string };

export const deskView = (table: number) => ask<DeskView>(`tables/${table}`, undefined, "desk");
export const deskAct = (table: number, asked: Act, approval?: Approval) =>
  act<DeskView>(`tables/${table}/acts`, { act: asked, ...(approval && { approval }) }, "desk");
