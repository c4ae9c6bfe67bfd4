import { expect, test } from "vitest";
import type { KnownPlayer } from "../src/desk/api";
import { standing } from "../src/desk/held";

const muted = { account: "a", kind: "muted", at_ms: 1, until_ms: null, reason: "rude", by: "Dora" } as const;
const ann: KnownPlayer = { account: "a", name: "Ann", muted, frozen: null };

test("a player is as the list of the muted and frozen says now, whatever was known of them before", () => {
  expect(standing([ann], { account: "a", name: "Ann" })).toEqual(ann);
  expect(standing([ann], { account: "a", name: "Ann", muted: null, frozen: null })).toEqual(ann);
  expect(standing([], ann)).toEqual({ account: "a", name: "Ann", muted: null, frozen: null });
  expect(standing(null, ann)).toEqual(ann);
});
