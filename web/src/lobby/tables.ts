// Which tables the lobby shows, and in which order. Pure.
import type { LobbyTable } from "../protocol.gen";
import { type GoodRoad, lit } from "../roads/goodroads";
import { fromLetters } from "../roads/roads";

export const SORTS = ["number", "minimum", "players", "good_roads"] as const;
export type Sort = (typeof SORTS)[number];

/** What must hold of a table to be shown, each by itself. */
export const ONLY = ["free_seat", "good_road", "squeeze", "no_commission"] as const;
export type Only = (typeof ONLY)[number];

export interface Choices {
  house: string | null;
  /** The highest minimum of a main bet, in cents. */
  minimum_cents: number | null;
  only: readonly Only[];
  sort: Sort;
}

export const ALL: Choices = { house: null, minimum_cents: null, only: [], sort: "number" };

const lamps = new WeakMap<LobbyTable, readonly GoodRoad[]>();

/** The good roads whose lamps are lit at a table, of those that its house tells. */
export function lampsOf(table: LobbyTable): readonly GoodRoad[] {
  const known = lamps.get(table);
  if (known) return known;
  const found = lit(
    fromLetters(table.results).map(({ outcome }) => outcome),
    table.good_roads,
  );
  lamps.set(table, found);
  return found;
}

const HOLDS: Record<Only, (table: LobbyTable) => boolean> = {
  free_seat: ({ seats, seated }) => seated < seats,
  good_road: (table) => lampsOf(table).length > 0,
  squeeze: ({ squeeze_ms }) => squeeze_ms !== null,
  no_commission: (table) => table.no_commission,
};

export function isShown(table: LobbyTable, { house, minimum_cents, only }: Choices): boolean {
  if (house !== null && table.house !== house) return false;
  if (minimum_cents !== null && (table.bets === 0 || table.main_minimum_cents > minimum_cents)) return false;
  return only.every((one) => HOLDS[one](table));
}

/** What a table is put in order by, the least first; where equal, by its number. A scoreboard has no minimum and comes last. */
const RANK: Record<Sort, (table: LobbyTable) => number> = {
  number: ({ table }) => table,
  minimum: ({ bets, main_minimum_cents }) => (bets > 0 ? main_minimum_cents : Number.POSITIVE_INFINITY),
  players: ({ watching }) => -watching,
  good_roads: (table) => -lampsOf(table).length,
};

export function shownTables(tables: Iterable<LobbyTable>, choices: Choices): LobbyTable[] {
  const rank = RANK[choices.sort];
  return [...tables]
    .filter((table) => isShown(table, choices))
    .toSorted((a, b) => Math.sign(rank(a) - rank(b)) || a.table - b.table);
}

/** As they were shown before, each as it stands now: nothing moves away under the finger. */
export function held(before: readonly LobbyTable[], now: Readonly<Record<number, LobbyTable>>): LobbyTable[] {
  return before.flatMap(({ table }) => now[table] ?? []);
}

/** What can be chosen from: the houses, and the minimums of the main bets, that there are. */
export function choosable(tables: readonly LobbyTable[]): { houses: string[]; minimums: number[] } {
  const minimums = tables.filter(({ bets }) => bets > 0).map(({ main_minimum_cents }) => main_minimum_cents);
  return {
    houses: [...new Set(tables.map(({ house }) => house))],
    minimums: [...new Set(minimums)].toSorted((a, b) => a - b),
  };
}

/** Choices as this machine kept them; what is not understood is as if nothing was chosen. */
export function readChoices(text: string | null): Choices {
  try {
    const kept = JSON.parse(text ?? "{}") as Partial<Record<keyof Choices, unknown>>;
    return {
      house: typeof kept.house === "string" ? kept.house : null,
      minimum_cents: Number.isSafeInteger(kept.minimum_cents) ? (kept.minimum_cents as number) : null,
      only: ONLY.filter((one) => Array.isArray(kept.only) && kept.only.includes(one)),
      sort: SORTS.find((sort) => sort === kept.sort) ?? "number",
    };
  } catch {
    return ALL;
  }
}
