// Cards face down and who squeezes them, as the page shows it. Pure.
import type { CardView, LaidView, Side, TableView } from "./protocol.gen";
import type { State } from "./state";

/** A card in its place in a hand: open, or face down. */
export type Placed = { number: number; open: CardView; laid: null } | { number: number; open: null; laid: LaidView };

/** The hand of a side as it lies. Within a hand cards are opened in the order in which they came. */
export function handOf(table: TableView, side: Side): Placed[] {
  const open = table[side].map((one): Placed => ({ number: one.number, open: one, laid: null }));
  const laid = table.laid
    .filter((one) => one.side === side)
    .map((one): Placed => ({ number: one.number, open: null, laid: one }));
  return [...open, ...laid].toSorted((a, b) => a.number - b.number);
}

/** Whether a card is the first, second or third of its hand, counted from 0. */
export function placeOf(table: TableView, side: Side, number: number): number {
  return handOf(table, side).findIndex((one) => one.number === number);
}

/** The card that is ours to squeeze now, by its number. */
export function ownCard({ table, own }: State): number | null {
  const number = table?.phase === "dealing" ? (table.squeeze?.number ?? null) : null;
  return number !== null && own?.squeezes === number && own.round === table?.round ? number : null;
}

/** What was asked for our card and is not answered yet: nothing is asked twice. */
export function isAsked({ asked }: State, type: "bend_card" | "open_card" | "pass_squeeze", number: number): boolean {
  return asked.some((one) => one.type === type && one.number === number);
}
