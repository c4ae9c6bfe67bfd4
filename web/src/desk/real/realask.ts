// What can be asked at a table with real cards besides its ordinary steps. Each names the card, place or shoe that was in sight then.
import type { ReadyReason } from "../../i18n/reasons";
import type { DeskView } from "./realapi";
import { correctable, type Entered } from "./realsteps";

export type Asked =
  | { kind: "correct"; about: Entered; approval: boolean }
  | { kind: "take_back"; about: Entered; approval: boolean }
  | { kind: "cut_out"; number: number }
  | { kind: "burn"; number: number }
  | { kind: "exposed" }
  | { kind: "cut_back"; number: number }
  | { kind: "shoe"; shoe: number };

/** The reasons that are given often for each. */
export const OFTEN: Record<Asked["kind"], readonly ReadyReason[]> = {
  correct: ["misread", "the wrong key"],
  take_back: ["entered by mistake", "scanned twice"],
  burn: ["a card too many", "a card to the wrong hand"],
  exposed: ["it lay face up"],
  cut_out: [],
  cut_back: ["reported by mistake"],
  shoe: ["a card is torn", "a card is marked", "the table closes"],
};

export function needsCard({ kind }: Asked): boolean {
  return kind === "correct" || kind === "exposed";
}

/**
 * Another card lies there than was entered. An earlier one than the last needs a supervisor (docs/rules.md 7.5), and so does any
 * once the last was taken back.
 */
export function toCorrect(view: DeskView, about: Entered): Asked {
  return { kind: "correct", about, approval: view.taken_back || about.number !== correctable(view).at(-1)?.number };
}

/** The last card was not dealt; null where there is none that can be taken back. */
export function toTakeBack(view: DeskView): Asked | null {
  const about = correctable(view).at(-1);
  return about ? { kind: "take_back", about, approval: view.taken_back } : null;
}
