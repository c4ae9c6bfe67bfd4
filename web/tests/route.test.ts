import { expect, test } from "vitest";
import { parseRoute } from "../src/route";

test("the part behind the # says where we are; anything strange is the lobby", () => {
  expect(parseRoute("")).toEqual({ page: "lobby" });
  expect(parseRoute("#/")).toEqual({ page: "lobby" });
  expect(parseRoute("#/table/3")).toEqual({ page: "table", table: 3 });
  expect(parseRoute("#/table/3/")).toEqual({ page: "table", table: 3 });
  expect(parseRoute("#/bets")).toEqual({ page: "bets" });
  for (const strange of ["#/table/0", "#/table/12345", "#/table/x", "#/table/-1", "#/nowhere"]) {
    expect(parseRoute(strange)).toEqual({ page: "lobby" });
  }
});
