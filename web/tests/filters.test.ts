import { expect, test } from "vitest";
import { filtersQuery, NO_FILTERS, parseFilters, serverQuery } from "../src/pages/filters";

test("filters go through the address and back", () => {
  const filters = { table: 3, house: "live", outcome: "void", from: "2026-11-29", to: "2026-11-30" } as const;
  expect(parseFilters(filtersQuery(filters))).toEqual(filters);
  expect(filtersQuery(NO_FILTERS)).toBe("");
  expect(parseFilters("")).toEqual(NO_FILTERS);
});

test.each([
  "table=0",
  "table=x",
  "house=UP",
  "outcome=won",
  "from=yesterday",
  "from=2026-13-01",
  "to=2026-02-31",
  "a=b",
])("what an address says badly is left out: %s", (query) => {
  expect(parseFilters(query)).toEqual(NO_FILTERS);
});

test("the server is asked for whole days of the reader's clock, the last one included", () => {
  const asked = new URLSearchParams(serverQuery({ ...NO_FILTERS, from: "2026-11-29", to: "2026-11-30" }));
  expect(Number(asked.get("from_ms"))).toBe(new Date(2026, 10, 29).getTime());
  expect(Number(asked.get("to_ms"))).toBe(new Date(2026, 11, 1).getTime() - 1);
  expect(asked.has("from")).toBe(false);
});

test("the last day of a month and of February in a leap year are days", () => {
  for (const day of ["2026-12-31", "2028-02-29"]) expect(parseFilters(`from=${day}`).from).toBe(day);
});
