// The statement's filters: as they stand in the page's address, and as the server is asked. Pure.
import type { Outcome } from "../protocol.gen";

export interface Filters {
  table: number | null;
  house: string | null;
  outcome: Outcome | "void" | null;
  /** The first and the last day, `2026-11-30`, as days of the reader's own clock. */
  from: string | null;
  to: string | null;
}

export const NO_FILTERS: Filters = { table: null, house: null, outcome: null, from: null, to: null };
export const OUTCOMES = ["player", "banker", "tie", "void"] as const satisfies readonly Filters["outcome"][];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HOUSE = /^[a-z][a-z0-9_-]{0,31}$/;

/** What an address asks for; what it says badly is left out. */
export function parseFilters(query: string): Filters {
  const asked = new URLSearchParams(query);
  const matching = (key: string, form: RegExp) => {
    const value = asked.get(key);
    return value !== null && form.test(value) ? value : null;
  };
  const table = matching("table", /^[1-9]\d{0,3}$/);
  return {
    table: table === null ? null : Number(table),
    house: matching("house", HOUSE),
    outcome: OUTCOMES.find((one) => one === asked.get("outcome")) ?? null,
    from: dayMs(asked.get("from")) === null ? null : asked.get("from"),
    to: dayMs(asked.get("to")) === null ? null : asked.get("to"),
  };
}

/** The part of the address that stands for the filters; empty without any. */
export function filtersQuery(filters: Filters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== null && value !== "");
  return new URLSearchParams(set.map(([key, value]): [string, string] => [key, String(value)])).toString();
}

/** The same as the server is asked: days become the milliseconds at which they begin and end. */
export function serverQuery({ from, to, ...rest }: Filters): string {
  const asked = new URLSearchParams(filtersQuery({ ...rest, from: null, to: null }));
  const first = dayMs(from);
  const last = dayMs(to, 1);
  if (first !== null) asked.set("from_ms", String(first));
  if (last !== null) asked.set("to_ms", String(last - 1));
  return asked.toString();
}

/** When a day begins here, or the one `later` days after it; null where it is no day. */
function dayMs(day: string | null, later = 0): number | null {
  if (day === null || !DAY.test(day)) return null;
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const begins = new Date(year, month - 1, date + later);
  return new Date(year, month - 1, date).getMonth() === month - 1 ? begins.getTime() : null;
}
