// Cards face down and who squeezes them, as the page shows it. Pure.
import { numberSetting } from "../felt/bets";
import type { CardFace, CardView, LaidView, Side, TableView } from "../protocol.gen";
import type { SqueezeCommand, State } from "../state/state";

/** A card in its place in a hand: open, or face down. */
export type Placed = { number: number; open: CardView; laid: null } | { number: number; open: null; laid: LaidView };

export type Hands = Pick<TableView, "player" | "banker" | "laid">;

/** The hand of a side as it lies. Within a hand cards are opened in the order in which they came. */
export function handOf(table: Hands, side: Side): Placed[] {
  const open = table[side].map((one): Placed => ({ number: one.number, open: one, laid: null }));
  const laid = table.laid
    .filter((one) => one.side === side)
    .map((one): Placed => ({ number: one.number, open: null, laid: one }));
  return [...open, ...laid].toSorted((a, b) => a.number - b.number);
}

/** Whether a card is the first, second or third of its hand, counted from 0. */
export function placeOf(table: Hands, side: Side, number: number): number {
  return handOf(table, side).findIndex((one) => one.number === number);
}

/** The card that was opened last, by its number: hand by hand where all first cards lie face down (docs/rules.md 2.1). */
export function lastOpened({ player, banker, rules }: TableView): number | undefined {
  const thirds = player.length > 2 || banker.length > 2;
  if (rules.settings.faces === "down" && !thirds) return (banker.at(-1) ?? player.at(-1))?.number;
  return [...player, ...banker].toSorted((a, b) => b.number - a.number)[0]?.number;
}

/** The card that all look at while cards fall: the one that is squeezed, else the one that moved last. */
export function cardInSight(table: TableView, moved: State["moved"]): number | undefined {
  if (table.phase !== "dealing") return undefined;
  return table.squeeze?.number ?? moved?.number ?? lastOpened(table);
}

/** The card that is ours to squeeze now, by its number. */
export function ownCard({ table, own }: State): number | null {
  const number = table?.phase === "dealing" ? (table.squeeze?.number ?? null) : null;
  return number !== null && own?.squeezes === number && own.round === table?.round ? number : null;
}

/** The face that we alone see, while its card lies face down. */
export function ownFace({ table, face }: State): CardFace | null {
  return face !== null && table?.laid.some(({ number }) => number === face.number) ? face : null;
}

/** What was asked for our card and is not answered yet: nothing is asked twice. */
export function isAsked({ asked }: State, type: SqueezeCommand["type"], number: number): boolean {
  return asked.some((one) => one.type === type && one.number === number);
}

/** The card that moved last was turned over by the dealer, and not by who squeezed it. */
export function dealerOpens({ moved, squeezed }: State): boolean {
  if (moved?.how !== "opened") return false;
  return squeezed?.number !== moved.number || squeezed.reason !== "opened";
}

/** How long a squeezer has for a card. */
export function squeezeMs({ rules }: TableView): number {
  return (numberSetting(rules, "squeeze_seconds") ?? 1) * 1_000;
}
