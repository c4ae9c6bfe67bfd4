// Several tables side by side: which ones, as the address says it. Pure.

export const TABLES_MOST = 4;

/** Narrower than this there is room for one table at a time. */
export const WIDE = "(min-width: 1200px)";

/** The tables of an address, "3,7", each once; null where it is no list of one to four of them. */
export function parseTables(list: string): readonly number[] | null {
  const names = [...new Set(list.split(","))];
  return names.length <= TABLES_MOST && names.every((name) => /^[1-9]\d{0,3}$/.test(name)) ? names.map(Number) : null;
}

export function besidePath(tables: readonly number[]): string {
  return tables.length > 0 ? `#/tables/${tables.join(",")}` : "#/";
}

/** Where a table stands beside those that are open; null where there is no room for one more. A table that is open stays where it is. */
export function besideHref(current: readonly number[], table: number): string | null {
  if (current.includes(table)) return besidePath(current);
  return current.length < TABLES_MOST ? besidePath([...current, table]) : null;
}

/** Where the others stand without one of them. */
export function withoutHref(current: readonly number[], table: number): string {
  return besidePath(current.filter((one) => one !== table));
}

/** Where one of them has the first place, which of three is the largest. */
export function firstHref(current: readonly number[], table: number): string {
  return besidePath([table, ...current.filter((one) => one !== table)]);
}

/** The frames as they are kept in the page: who stays keeps its place among them, for a frame that is moved is loaded again. */
export function framesOf(kept: readonly number[], tables: readonly number[]): readonly number[] {
  const stay = kept.filter((one) => tables.includes(one));
  return [...stay, ...tables.filter((one) => !stay.includes(one))];
}
