// What the desk of a table with real cards says next, and what its one large button does. Pure.
import type { Card, Side } from "../../protocol.gen";
import type { Act, DeskView } from "./realapi";

/** The ordinary step that follows, where it is no card: an act, to go on, or to ask why a shoe is changed before its end. */
export type Step = { kind: "act"; act: Act } | { kind: "resume" } | { kind: "ask_shoe" };

export function stepOf(view: DeskView): Step | null {
  switch (view.next) {
    case "new_shoe": {
      if (view.cards_left > 0 && !view.shoe_done) return { kind: "ask_shoe" };
      return { kind: "act", act: { act: "new_shoe", shoe: view.shoe + 1 } };
    }
    case "bring_shoe":
      return { kind: "act", act: { act: "bring_shoe", shoe: view.shoe } };
    case "open_round":
      return { kind: "act", act: { act: "open_round", round: view.round + 1 } };
    case "settle":
      return { kind: "act", act: { act: "settle_round", round: view.demonstration > 0 ? 0 : view.round } };
    case "resume":
      return { kind: "resume" };
    default:
      return null;
  }
}

/** Where the table stands: what it asks for, in which round of which shoe. */
export function standingOf({ next, place, shoe, round, demonstration }: DeskView): string {
  return [next, place, shoe, round, demonstration].join(" ");
}

/** Cards are burned before the shoe's first round. */
export function burning({ phase, next, burned }: DeskView): boolean {
  return phase === "burning" && next === "open_round" && burned > 0;
}

/** A card that was entered, with its place in its hand; without a side it is the burn's first card. */
export interface Entered {
  number: number;
  card: Card;
  side: Side | null;
  place: number;
}

/** The cards that can still be corrected: of the round until it is settled, of the burn until the first round. */
export function correctable(view: DeskView): Entered[] {
  if (view.phase === "burning" && view.shown) return [{ number: 1, card: view.shown, side: null, place: 0 }];
  if (view.phase !== "dealing" && view.phase !== "suspended") return [];
  return (["player", "banker"] as const)
    .flatMap((side) => view[side].map(({ number, card }, place) => ({ number, card, side, place })))
    .toSorted((a, b) => a.number - b.number);
}

/** Bets are closed and no card of the round is on the table yet, or some are: the round is under way. */
export function underWay({ phase }: DeskView): boolean {
  return phase === "betting" || phase === "dealing" || phase === "suspended";
}

/** Whether the cut card can be shown or taken back, cards burned after an error, or an exposed card noted. */
export function shoeInUse({ phase, shown, burned, next, cards_left }: DeskView): boolean {
  return (
    cards_left > 0 && phase !== "paused" && phase !== "shuffling" && (next !== "burn_card" || burned > 0 || !!shown)
  );
}

/** Whether the shoe on the table can be changed before its end. */
export function canChangeShoe(view: DeskView): boolean {
  return (
    view.cards_left > 0 &&
    !view.shoe_done &&
    (view.phase === "burning" || view.phase === "result" || view.phase === "paused")
  );
}
