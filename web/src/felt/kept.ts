// Chips that lie unconfirmed at one of several tables, kept in this window: who opens that table again in the same round, alone or
// beside others, finds them as they lay.

import { keep, kept } from "../state/kept";
import type { Aside, Laid, Stake, State } from "../state/state";
import { BETS } from "./bets";

const KEY = "chips.";

/** What lies unconfirmed at the table that is shown; null where nothing does. */
export function chipsOf({ table, laid }: Pick<State, "table" | "laid">): Aside | null {
  return table && laid.length > 0 ? { table: table.table, shoe: table.shoe_number, round: table.round, laid } : null;
}

/** What was kept, where it is whole. */
export function asideFrom(text: string | null, table: number): Aside | null {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    if (found === null || typeof found !== "object") return null;
    const { table: at, shoe, round, laid } = found as Partial<Aside>;
    const whole = at === table && Number.isSafeInteger(shoe) && Number.isSafeInteger(round);
    return whole && Array.isArray(laid) && laid.length > 0 && laid.every(isLaid) ? (found as Aside) : null;
  } catch {
    return null;
  }
}

function isLaid(one: Partial<Laid> | null): boolean {
  return Array.isArray(one?.stakes) && one.stakes.every(isStake);
}

function isStake(one: Partial<Stake> | null): boolean {
  const { bet, cents = 0 } = one ?? {};
  return BETS.some((name) => name === bet) && Number.isSafeInteger(cents) && cents > 0;
}

/** All of it, in cents. */
export function sumOf({ laid }: Aside): number {
  return laid.flatMap(({ stakes }) => stakes).reduce((sum, { cents }) => sum + cents, 0);
}

export function keepChips(table: number, aside: Aside | null): void {
  keep(KEY + table, aside && JSON.stringify(aside), "window");
}

/** What lies kept for a table. */
export function chipsAt(table: number): Aside | null {
  return asideFrom(kept(KEY + table, "window"), table);
}

/** The same, for the one who lays it down again. */
export function takeChips(table: number): Aside | null {
  const found = chipsAt(table);
  keepChips(table, null);
  return found;
}
