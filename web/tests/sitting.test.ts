import { expect, test } from "vitest";
import { AWAY_MS, minutes, NO_NETS, readKept, session, settled, summed, total } from "../src/frame/sitting";

const KEPT = { name: "Guest A", start_ms: 1_000_000, seen_ms: 2_000_000 };

test("a session goes on until the page was away for more than half an hour", () => {
  expect(session(KEPT, "Guest A", KEPT.seen_ms + AWAY_MS).start_ms).toBe(KEPT.start_ms);
  expect(session(KEPT, "Guest A", KEPT.seen_ms + AWAY_MS + 1).start_ms).toBe(KEPT.seen_ms + AWAY_MS + 1);
});

test("another player's session, none, and one from the future begin anew", () => {
  expect(session(KEPT, "Guest B", 2_000_001).start_ms).toBe(2_000_001);
  expect(session(null, "Guest A", 5).start_ms).toBe(5);
  expect(session(KEPT, "Guest A", 900_000).start_ms).toBe(900_000);
});

test.each([null, "", "{", "[]", "7", '{"name":"a"}', '{"name":"a","start_ms":1.5,"seen_ms":2}'])(
  "what was not kept whole is not read: %s",
  (text) => {
    expect(readKept(text)).toBeNull();
  },
);

test("what was kept is read", () => {
  expect(readKept(JSON.stringify(KEPT))).toEqual(KEPT);
});

test("a round settled while looking on counts once, whether it is told twice or is in the next sum", () => {
  let nets = settled(settled(NO_NETS, "1-1-1", 9_500), "1-1-1", 9_500);
  expect(total(nets)).toBe(9_500);
  const before = nets.live;
  nets = summed(nets, 9_500, before);
  expect(total(nets)).toBe(9_500);
  nets = settled(nets, "1-1-2", -10_000);
  expect(total(nets)).toBe(-500);
});

test("a round settled after a sum was asked for stays until the next", () => {
  const asked = settled(NO_NETS, "1-1-1", 100);
  const later = settled(asked, "1-1-2", 20);
  expect(total(summed(later, 100, asked.live))).toBe(120);
});

test("whole minutes, never under none", () => {
  expect([minutes(0, 59_999), minutes(0, 60_000), minutes(10, 0)]).toEqual([0, 1, 0]);
});
