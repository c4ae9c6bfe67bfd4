import { expect, test } from "vitest";
import { Sharing } from "../src/proof/sharing.svelte";
import type { CeremonyView } from "../src/protocol.gen";
import type { Client } from "../src/state/client";
import { own, run, seated, table } from "./fixtures";

const ANN = "a".repeat(16);
const ceremony = { attempt: 1, stage: "sealing", due_ms: 60_000, shared: 0, entries: [] } as unknown as CeremonyView;

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
  const held = { table: 7, shoe: 3, share, seal_id: "1", open_id: "2", taken: false, opened: false, list: null };
  sharing.held = { ...held, attempt: 1, seal: "f".repeat(128) };
  expect(sharing.waits(state(false))).toBe(true);
  sharing.held = { ...held, attempt: 1, seal: "" };
  expect(sharing.waits(state(false))).toBe(false);
  sharing.held = { ...held, attempt: 2, seal: "" };
  expect(sharing.waits(state(false))).toBe(true);
});
