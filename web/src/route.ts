// Where in the page we are, from the part of the address behind the #. Pure.

export type Route =
  | { page: "lobby" }
  | { page: "table"; table: number }
  /** The statement; `query` holds its filters, as `filters.ts` reads them. */
  | { page: "bets"; query: string }
  /** One round, named table-shoe-round. */
  | { page: "round"; round: string }
  /** The house rules of a table, or of the first there is. */
  | { page: "rules"; table: number | null }
  /** A table on a television. */
  | { page: "display"; table: number };

const NUMBER = "([1-9]\\d{0,3})";

export function parseRoute(hash: string): Route {
  const [whole = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const path = whole.replace(/\/$/, "");
  const table = new RegExp(`^table/${NUMBER}$`).exec(path)?.[1];
  if (table) return { page: "table", table: Number(table) };
  const display = new RegExp(`^display/${NUMBER}$`).exec(path)?.[1];
  if (display) return { page: "display", table: Number(display) };
  const round = /^round\/(\d{1,4}-\d{1,9}-\d{1,9})$/.exec(path)?.[1];
  if (round) return { page: "round", round };
  const rules = new RegExp(`^rules/${NUMBER}$`).exec(path)?.[1];
  if (rules || path === "rules") return { page: "rules", table: rules ? Number(rules) : null };
  return path === "bets" ? { page: "bets", query } : { page: "lobby" };
}
