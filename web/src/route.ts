// Where in the page we are, from the part of the address behind the #. Pure.

export type Route = { page: "lobby" } | { page: "table"; table: number } | { page: "bets" };

export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#\/?/, "").replace(/\/$/, "");
  const table = /^table\/([1-9]\d{0,3})$/.exec(path)?.[1];
  if (table) return { page: "table", table: Number(table) };
  return path === "bets" ? { page: "bets" } : { page: "lobby" };
}
