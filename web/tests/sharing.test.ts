import { afterEach, expect, test, vi } from "vitest";
import { leaveShare, Sharing } from "../src/proof/sharing.svelte";
import type { CeremonyView, FromClient } from "../src/protocol.gen";
import type { Client } from "../src/state/client";
import { own, run, seated, table } from "./fixtures";

const ANN = "a".repeat(16);
const ceremony = { attempt: 1, stage: "sealing", due_ms: 60_000, shared: 0, entries: [] } as unknown as CeremonyView;

afterEach(() => vi.useRealTimers());

function state(sealed: boolean, stage: CeremonyView["stage"] = "sealing") {
  const here = { ...ceremony, stage };
  const share = { player: ANN, sealed, opened: false };
  return { ...run(seated()), table: table({ phase: "shuffling", ceremony: here }), own: own({ share }) };
}

test("a press waits until the house has sealed or refused it, or the time for it is over", () => {
  const sharing = new Sharing({} as Client, 7);
  expect(sharing.waits(state(false))).toBe(false);
  sharing.pressed = true;
  expect(sharing.waits(state(false))).toBe(true);
  expect(sharing.waits(state(true))).toBe(false);
  expect(sharing.waits(state(false, "opening"))).toBe(false);
  const share = { player: ANN, random: "0".repeat(64), cut: null, words: "" };
  const held = { table: 7, shoe: 3, share, seal_id: "1", open_id: "2", opened: false, list: null };
  sharing.held = { ...held, sent: true, taken: false, attempt: 1, seal: "f".repeat(128) };
  expect(sharing.waits(state(false))).toBe(true);
  sharing.held = { ...held, sent: true, taken: false, attempt: 1, seal: "" };
  expect(sharing.waits(state(false))).toBe(false);
  sharing.held = { ...held, sent: true, taken: false, attempt: 2, seal: "" };
  expect(sharing.waits(state(false))).toBe(true);
});

test("who leaves between the seal and its answer watches on for the closed list; who sent nothing does not", async () => {
  vi.useFakeTimers();
  const told: FromClient["type"][] = [];
  const line = {
    newId: () => "id",
    attend: () => () => true,
    tell: ({ type }: FromClient) => told.push(type),
    watches: () => false,
  } as unknown as Client;
  const sharing = new Sharing(line, 7);
  const leave = sharing.attend();
  const hash = "0".repeat(128);
  const rules = ["decks 8", "session 0 rounds of 0 cards", `rules ${hash}`];
  const text = ["announced", "table 7 shoe 3 attempt 1", ...rules, "players all", `commitment ${hash}`].join("\n");
  const before = state(false);
  const announced = { ...ceremony, entries: [{ text, hash }] };
  const now = { ...before, line: "open" as const, table: { ...before.table, ceremony: announced } };
  sharing.tick(now, 0);
  sharing.pressed = true;
  sharing.tick(now, 1);
  await vi.waitFor(() => expect(sharing.held).not.toBeNull());
  leaveShare(line, sharing.held);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([]);
  sharing.tick(now, 2);
  expect(sharing.held).toMatchObject({ sent: true, taken: false });
  leave();
  vi.advanceTimersByTime(1);
  expect(told).toEqual(["seal_share", "watch"]);
});
