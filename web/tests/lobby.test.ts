import { expect, test } from "vitest";
import { lobby } from "../src/gallery/pictures";
import { LANGUAGES } from "../src/i18n";
import { GOOD_ROAD_NAMES } from "../src/i18n/goodroads";
import { alerts, readSwitches, stillLit } from "../src/lobby/alerts";
import { ALL, choosable, held, isShown, lampsOf, readChoices, shownTables } from "../src/lobby/tables";
import type { LobbyTable } from "../src/protocol.gen";
import { drawn, GOOD_ROADS, standing } from "../src/roads/goodroads";

const [PLAIN] = lobby(0) as [LobbyTable];

function tile(table: number, changes: Partial<LobbyTable> = {}): LobbyTable {
  return { ...PLAIN, table, results: "", ...changes };
}

const numbers = (tables: readonly LobbyTable[]) => tables.map(({ table }) => table);

test("all tables are shown by number", () => {
  expect(numbers(shownTables([tile(3), tile(1), tile(2)], ALL))).toEqual([1, 2, 3]);
});

test("each choice holds by itself, and all that are made together", () => {
  const tables = [
    tile(1, { house: "live", seats: 0, seated: 0, no_commission: true, squeeze_ms: null, main_minimum_cents: 500 }),
    tile(2, {
      house: "macau",
      seats: 7,
      seated: 7,
      no_commission: false,
      squeeze_ms: 15_000,
      main_minimum_cents: 10_000,
    }),
    tile(3, { house: "macau", seats: 7, seated: 6, no_commission: false, squeeze_ms: 15_000, results: "BBBB" }),
    tile(4, { house: "live", bets: 0, seats: 7, seated: 0, no_commission: false, squeeze_ms: null }),
  ];
  const shown = (changes: object) => numbers(shownTables(tables, { ...ALL, ...changes }));
  expect(shown({ house: "macau" })).toEqual([2, 3]);
  expect(shown({ minimum_cents: 1_000 })).toEqual([1, 3]);
  expect(shown({ only: ["free_seat"] })).toEqual([3, 4]);
  expect(shown({ only: ["good_road"] })).toEqual([3]);
  expect(shown({ only: ["squeeze"] })).toEqual([2, 3]);
  expect(shown({ only: ["no_commission"] })).toEqual([1]);
  expect(shown({ house: "macau", only: ["squeeze", "free_seat"] })).toEqual([3]);
  expect(shown({ house: "gone" })).toEqual([]);
});

test("they come in the order that is asked for, equal ones by number, scoreboards after all minimums", () => {
  const tables = [
    tile(1, { main_minimum_cents: 1_000, watching: 3 }),
    tile(2, { main_minimum_cents: 500, watching: 9, results: "BBBB" }),
    tile(3, { main_minimum_cents: 500, watching: 3, results: "PPBBBB" }),
    tile(4, { main_minimum_cents: 100, bets: 0, watching: 0 }),
  ];
  const order = (sort: typeof ALL.sort) => numbers(shownTables(tables, { ...ALL, sort }));
  expect(order("number")).toEqual([1, 2, 3, 4]);
  expect(order("minimum")).toEqual([2, 3, 1, 4]);
  expect(order("players")).toEqual([2, 1, 3, 4]);
  expect(order("good_roads")).toEqual([3, 2, 1, 4]);
});

test("what is held stays in its place as it stands now, and a table that is gone goes", () => {
  const now = { 1: tile(1, { watching: 9 }), 3: tile(3) };
  expect(held([tile(3), tile(2), tile(1)], now)).toEqual([now[3], now[1]]);
});

test("there is to choose what there is", () => {
  const tables = [tile(1, { house: "a", main_minimum_cents: 900 }), tile(2, { house: "b", main_minimum_cents: 100 })];
  const board = tile(3, { house: "b", bets: 0, main_minimum_cents: 5 });
  expect(choosable([...tables, board])).toEqual({ houses: ["a", "b"], minimums: [100, 900] });
});

test("choices are read as they were kept, and whatever else is kept is none", () => {
  const choices = { house: "macau", minimum_cents: 500, only: ["squeeze"], sort: "players" } as const;
  expect(readChoices(JSON.stringify(choices))).toEqual(choices);
  for (const text of [null, "", "{", "null", "7", "[]", '{"house":7,"minimum_cents":"5","only":"squeeze","sort":"x"}'])
    expect(readChoices(text), String(text)).toEqual(ALL);
  expect(readChoices('{"only":["squeeze","nothing",3]}').only).toEqual(["squeeze"]);
});

test("a table tells the good roads of its house alone", () => {
  expect(lampsOf(tile(1, { results: "PPBBBB" }))).toEqual(["long_banker", "pair_sticks"]);
  expect(lampsOf(tile(1, { results: "PPBBBB", good_roads: ["pair_sticks"] }))).toEqual(["pair_sticks"]);
  expect(lampsOf(tile(1, { results: "PPBBBB", good_roads: [] }))).toEqual([]);
});

test("an alert comes once, when the lamp is lit, for the patterns that are on", () => {
  const at = (results: string) => ({ 1: tile(1, { results }), 2: tile(2) });
  expect(alerts(at("BBB"), at("BBBB"), GOOD_ROADS)).toEqual([{ table: 1, roads: ["long_banker"] }]);
  const both = [{ table: 1, roads: ["long_banker", "pair_sticks"] }];
  expect(alerts(at("PP"), at("PPBBBB"), GOOD_ROADS)).toEqual(both);
  expect(alerts(at("BBB"), at("BBBB"), ["pair_sticks"])).toEqual([]);
  expect(alerts(at("BBBB"), at("BBBBB"), GOOD_ROADS)).toEqual([]);
  expect(alerts(at("BBBB"), at("BBBBP"), GOOD_ROADS)).toEqual([]);
});

test("what was already so when the lobby came is no news", () => {
  expect(alerts({}, { 1: tile(1, { results: "BBBB" }) }, GOOD_ROADS)).toEqual([]);
});

test("switches are read as they were kept", () => {
  expect(readSwitches("pair_sticks,long_banker,nothing")).toEqual(["long_banker", "pair_sticks"]);
  for (const text of [null, "", "x"]) expect(readSwitches(text)).toEqual([]);
});

test("every good road is drawn as one, and has a name of its own in every language", () => {
  for (const road of GOOD_ROADS) expect(standing(drawn(road).map(({ outcome }) => outcome))).toContain(road);
  for (const language of LANGUAGES)
    expect(new Set(Object.values(GOOD_ROAD_NAMES[language])).size).toBe(GOOD_ROADS.length);
});

test("a choice without tables is no choice of another", () => {
  expect(isShown(tile(1, { house: "live" }), { ...ALL, house: "macau" })).toBe(false);
});

test("what is told is news as long as one of its lamps is lit", () => {
  const told = [{ table: 1, roads: ["long_banker", "pair_sticks"] as const }];
  const at = (results: string) => ({ 1: tile(1, { results }) });
  expect(stillLit(told, at("PPBBBB"))).toEqual(told);
  expect(stillLit(told, at("PPBBBBP"))).toEqual(told);
  expect(stillLit(told, at("PPBBBBPB"))).toEqual([]);
  expect(stillLit(told, {})).toEqual([]);
});
