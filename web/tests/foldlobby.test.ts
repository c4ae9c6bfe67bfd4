import { expect, test } from "vitest";
import { lobby } from "../src/gallery/pictures";
import type { LobbyChange, LobbyTable } from "../src/protocol.gen";
import { lobbyHeard } from "../src/state/foldlobby";

const TABLES = lobby(0);
const START = lobbyHeard(null, { type: "lobby", tables: TABLES, server_ms: 0 });
const change = (changes: LobbyChange[]) =>
  lobbyHeard(START, { type: "lobby_changed", changes, tables: [], server_ms: 5 });

test("the lobby comes whole, and again in the place of what there was", () => {
  expect(Object.keys(START)).toHaveLength(TABLES.length);
  const one = TABLES.slice(0, 1);
  expect(lobbyHeard(START, { type: "lobby", tables: one, server_ms: 0 })).toEqual({ 1: one[0] });
});

test("a change is taken into its table, and every other table stays the same object", () => {
  const now = change([{ table: 2, phase: "result", due_ms: null, watching: 3, added: "T" }]);
  expect(now[2]).toEqual({ ...START[2], phase: "result", due_ms: null, watching: 3, results: `${START[2]?.results}T` });
  for (const { table } of TABLES) if (table !== 2) expect(now[table]).toBe(START[table]);
});

test("results are replaced where a new shoe begins", () => {
  expect(change([{ table: 2, shoe: 9, round: 0, results: "" }])[2]).toMatchObject({ shoe: 9, round: 0, results: "" });
});

test("a change of a table that is not there is passed over", () => {
  expect(change([{ table: 99, phase: "result" }])).toEqual(START);
});

test("a table that comes whole takes the place of the old one", () => {
  const whole: LobbyTable = { ...(TABLES[0] as LobbyTable), main_maximum_cents: 1 };
  const now = lobbyHeard(START, { type: "lobby_changed", changes: [], tables: [whole], server_ms: 5 });
  expect(now[whole.table]).toEqual(whole);
});
