// Cards on their way from the dealer's hand to the house. Pure. One is sent, the others wait their turn, each with the number of the
// card that the dealer saw when it was entered: none is ever sent for another one.
import type { DeskView } from "./realapi";

/** A card as it was typed or scanned, and which card of which round it is meant to be. */
export interface Entry {
  text: string;
  number: number;
  shoe: number;
  round: number;
}

export interface Entries {
  sending: Entry | null;
  waiting: readonly Entry[];
}

export const NO_ENTRIES: Entries = { sending: null, waiting: [] };

/** A round has no more cards than that. */
const WAITING_AT_MOST = 5;
/** The longest that the house reads: a card as it is written, or a scanner's code. */
export const LETTERS_AT_MOST = 40;

export type Unentered = "no_card_asked" | "too_many" | "too_long";

export function asksCard({ next }: DeskView): boolean {
  return next === "player_card" || next === "banker_card" || next === "burn_card";
}

/** The entries with one more, or why it cannot be one. */
export function entered(entries: Entries, view: DeskView, text: string): Entries | Unentered {
  if (text.length > LETTERS_AT_MOST) return "too_long";
  const before = entries.waiting.at(-1) ?? entries.sending;
  if (before) {
    if (entries.waiting.length >= WAITING_AT_MOST) return "too_many";
    return { ...entries, waiting: [...entries.waiting, { ...before, text, number: before.number + 1 }] };
  }
  if (!asksCard(view) || view.next_number === null) return "no_card_asked";
  return { sending: { text, number: view.next_number, shoe: view.shoe, round: view.round }, waiting: [] };
}

/** The one that was sent is done. The next is sent if the table asks for exactly that card; else it and all behind it are dropped. */
export function advanced({ waiting }: Entries, view: DeskView): { entries: Entries; dropped: readonly Entry[] } {
  const [next, ...rest] = waiting;
  if (!next) return { entries: NO_ENTRIES, dropped: [] };
  const meant = next.number === view.next_number && next.shoe === view.shoe && next.round === view.round;
  return meant && asksCard(view)
    ? { entries: { sending: next, waiting: rest }, dropped: [] }
    : { entries: NO_ENTRIES, dropped: waiting };
}
