// The lobby: all tables at first, then what changes at them. A table that did not change stays the same object.
import type { Lobby, LobbyChange, LobbyChanged, LobbyTable } from "../protocol.gen";

export type Tables = Readonly<Record<number, LobbyTable>>;

export function lobbyHeard(tables: Tables | null, message: Lobby | LobbyChanged): Tables {
  const whole = Object.fromEntries(message.tables.map((one) => [one.table, one]));
  if (message.type === "lobby") return whole;
  const now: Record<number, LobbyTable> = { ...tables, ...whole };
  for (const change of message.changes) {
    const table = now[change.table];
    if (table) now[change.table] = changed(table, change);
  }
  return now;
}

function changed(table: LobbyTable, { added = "", ...moved }: LobbyChange): LobbyTable {
  const now = { ...table, ...moved };
  return { ...now, results: now.results + added };
}
