// Where in the page we are, from the part of the address behind the #. Pure.
import { parseTables } from "./beside";

export type Route =
  | { page: "lobby" }
  | { page: "table"; table: number }
  /** Two to four tables side by side; one while another is being chosen. */
  | { page: "tables"; tables: readonly number[] }
  /** One of them: a table in a frame of the page that shows several. */
  | { page: "pane"; table: number }
  /** The statement; `query` holds its filters, as `filters.ts` reads them. */
  | { page: "bets"; query: string }
  /** One round, named table-shoe-round. */
  | { page: "round"; round: string }
  /** All shoes of a table. */
  | { page: "shoes"; table: number }
  /** One shoe to be checked, named table-shoe; null: one from a file. */
  | { page: "shoe"; shoe: { table: number; shoe: number } | null }
  /** The rounds and roads of one shoe, named table-shoe. */
  | { page: "history"; shoe: { table: number; shoe: number } }
  /** The house rules of a table, or of the first there is. */
  | { page: "rules"; table: number | null }
  /** A table on a television. */
  | { page: "display"; table: number }
  /** Where staff work. */
  | { page: "desk"; at: DeskPlace };

/** A part of the desk: all tables, one table, those who work here, the order of the house, one's own account, a one-time link. */
export type DeskPlace =
  | { part: "tables" | "staff" | "order" | "you" }
  | { part: "table"; table: number }
  | { part: "link"; token: string };

/** The table that is played at here. */
export function tableOf(route: Route): number | null {
  return route.page === "table" || route.page === "pane" ? route.table : null;
}

const NUMBER = "([1-9]\\d{0,3})";

export function parseRoute(hash: string): Route {
  const [whole = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const path = whole.replace(/\/$/, "");
  const table = new RegExp(`^table/${NUMBER}$`).exec(path)?.[1];
  if (table) return { page: "table", table: Number(table) };
  const pane = new RegExp(`^pane/${NUMBER}$`).exec(path)?.[1];
  if (pane) return { page: "pane", table: Number(pane) };
  const tables = parseTables(/^tables\/(.*)$/.exec(path)?.[1] ?? "");
  if (tables) return { page: "tables", tables };
  const display = new RegExp(`^display/${NUMBER}$`).exec(path)?.[1];
  if (display) return { page: "display", table: Number(display) };
  const desk = /^desk(?:\/(.*))?$/.exec(path);
  if (desk) return { page: "desk", at: deskPlace(desk[1] ?? "") };
  const round = /^round\/(\d{1,4}-\d{1,9}-\d{1,9})$/.exec(path)?.[1];
  if (round) return { page: "round", round };
  const shoes = new RegExp(`^table/${NUMBER}/shoes$`).exec(path)?.[1];
  if (shoes) return { page: "shoes", table: Number(shoes) };
  const named = new RegExp(`^(shoes|history)/${NUMBER}-([1-9]\\d{0,8})$`).exec(path);
  if (named) {
    const shoe = { table: Number(named[2]), shoe: Number(named[3]) };
    return named[1] === "shoes" ? { page: "shoe", shoe } : { page: "history", shoe };
  }
  if (path === "shoes") return { page: "shoe", shoe: null };
  const rules = new RegExp(`^rules/${NUMBER}$`).exec(path)?.[1];
  if (rules || path === "rules") return { page: "rules", table: rules ? Number(rules) : null };
  return path === "bets" ? { page: "bets", query } : { page: "lobby" };
}

function deskPlace(rest: string): DeskPlace {
  const token = /^link\/([A-Za-z0-9_-]{1,200})$/.exec(rest)?.[1];
  if (token) return { part: "link", token };
  const table = new RegExp(`^${NUMBER}$`).exec(rest)?.[1];
  if (table) return { part: "table", table: Number(table) };
  return { part: rest === "staff" || rest === "order" || rest === "you" ? rest : "tables" };
}
