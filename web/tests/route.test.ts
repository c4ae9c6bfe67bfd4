import { expect, test } from "vitest";
import { parseRoute } from "../src/state/route";

test("the part behind the # says where we are; anything strange is the lobby", () => {
  expect(parseRoute("")).toEqual({ page: "lobby" });
  expect(parseRoute("#/")).toEqual({ page: "lobby" });
  expect(parseRoute("#/table/3")).toEqual({ page: "table", table: 3 });
  expect(parseRoute("#/table/3/")).toEqual({ page: "table", table: 3 });
  expect(parseRoute("#/tables/3,7")).toEqual({ page: "tables", tables: [3, 7] });
  expect(parseRoute("#/tables/7")).toEqual({ page: "tables", tables: [7] });
  expect(parseRoute("#/pane/7")).toEqual({ page: "pane", table: 7 });
  expect(parseRoute("#/bets")).toEqual({ page: "bets", query: "" });
  expect(parseRoute("#/bets?table=3&outcome=tie")).toEqual({ page: "bets", query: "table=3&outcome=tie" });
  expect(parseRoute("#/round/1-2-34")).toEqual({ page: "round", round: "1-2-34" });
  expect(parseRoute("#/rules")).toEqual({ page: "rules", table: null });
  expect(parseRoute("#/rules/12")).toEqual({ page: "rules", table: 12 });
  expect(parseRoute("#/display/7")).toEqual({ page: "display", table: 7 });
  expect(parseRoute("#/desk")).toEqual({ page: "desk", at: { part: "tables" } });
  expect(parseRoute("#/desk/7")).toEqual({ page: "desk", at: { part: "table", table: 7 } });
  expect(parseRoute("#/desk/staff")).toEqual({ page: "desk", at: { part: "staff" } });
  expect(parseRoute("#/desk/link/aZ-_9")).toEqual({ page: "desk", at: { part: "link", token: "aZ-_9" } });
  expect(parseRoute("#/desk/link/<b>")).toEqual({ page: "desk", at: { part: "tables" } });
  expect(parseRoute("#/table/7/shoes")).toEqual({ page: "shoes", table: 7 });
  expect(parseRoute("#/shoes/7-12")).toEqual({ page: "shoe", shoe: { table: 7, shoe: 12 } });
  expect(parseRoute("#/history/7-12")).toEqual({ page: "history", shoe: { table: 7, shoe: 12 } });
  expect(parseRoute("#/shoes")).toEqual({ page: "shoe", shoe: null });
  for (const strange of [
    "#/shoes/7",
    "#/history",
    "#/history/7",
    "#/history/7-0",
    "#/history/7-12-3",
    "#/history/7-1234567890",
    "#/shoes/7-0",
    "#/shoes/7-12-3",
    "#/table/7/shoe",
    "#/display/0",
    "#/display",
    "#/tables",
    "#/tables/1,2,3,4,5",
    "#/pane/0",
    "#/pane/3,7",
    "#/table/0",
    "#/table/12345",
    "#/table/x",
    "#/table/-1",
    "#/round/1-2",
    "#/round/1-2-x",
    "#/rules/0",
    "#/nowhere",
  ]) {
    expect(parseRoute(strange)).toEqual({ page: "lobby" });
  }
});
